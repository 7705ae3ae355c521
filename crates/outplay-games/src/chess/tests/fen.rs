//! Positions as text.

use outplay::{Game, Position, Random};
use proptest::prelude::*;

use super::{after, chess, chess960};
use crate::chess::Chess;
use crate::testing::random_play;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[track_caller]
fn error(text: &str) -> String {
    match Chess::default().parse(text) {
        Ok(position) => panic!("{text} is read as {position}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_usual_start_is_number_518() {
    assert_eq!(Chess::default().to_string(), START);
    assert_eq!(chess(START), Chess::default());
    assert_eq!(Chess::start(518, true).to_string(), START);
}

#[test]
fn start_positions_have_their_numbers() {
    // From tables of Scharnagl's numbering.
    for (number, row) in [(0, "BBQNNRKR"), (1, "BQNBNRKR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")] {
        let position = Chess::start(number, true);
        let rows = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{row}", row.to_lowercase());
        assert_eq!(position.to_string(), format!("{rows} w KQkq - 0 1"), "{number}");
    }
    for number in 0..960 {
        let position = Chess::start(number, true);
        assert_eq!(chess960(&position.to_string()), position);
        assert_eq!(chess960(&position.shredder_fen()), position);
    }
}

#[test]
fn missing_parts_are_as_usual() {
    let position = chess("8/8/4k3/8/8/4K3/4P3/8 b");
    assert_eq!(position.to_string(), "8/8/4k3/8/8/4K3/4P3/8 b - - 0 1");
    assert_eq!(chess(" \t8/8/4k3/8/8/4K3/4P3/8   b  -  - 0 0 "), position);
}

#[test]
fn en_passant_is_written_only_if_a_pawn_can_take() {
    let start = Chess::default();
    assert_eq!(
        after(start.clone(), "e4").to_string(),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    );
    let legal = after(start, "e4 a6 e5 d5");
    assert!(legal.to_string().contains(" d6 "), "{legal}");
    // The square is read, but says nothing: no pawn stands ready, or the taker is pinned.
    for fen in [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    ] {
        let position = chess(fen);
        assert!(!position.to_string().contains("3 0 1"), "{position}");
        assert_eq!(chess(&position.to_string()).key(), position.key());
    }
}

/// The played position, where the crate remembers every double step, equals the one read.
#[test]
fn en_passant_is_in_the_key_only_if_a_pawn_can_take() {
    let played = after(chess("8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1"), "d4");
    let read = chess(&played.to_string());
    assert_eq!(played.key(), read.key());
    assert_eq!(played, read);
    let free = after(chess("8/8/8/8/k3p3/8/3P4/3K3Q w - - 0 1"), "d4");
    assert!(free.to_string().contains(" d3 "));
    let gone = chess(&free.to_string().replace(" d3 ", " - "));
    assert_ne!(free.key(), gone.key());
    assert_ne!(free, gone);
}

#[test]
fn castling_rights_of_chess960() {
    // Both rooks on the same side of the king: the inner one needs its letter.
    let inner = "4k3/8/8/8/8/8/8/1K1R1R1R w D - 0 1";
    assert_eq!(chess960(inner).to_string(), inner);
    assert_eq!(chess960(&inner.replace(" D ", " K ")).to_string(), inner.replace(" D ", " K "));
    assert_eq!(chess960(&inner.replace(" D ", " H ")).to_string(), inner.replace(" D ", " K "));
    assert_eq!(chess960(inner).shredder_fen(), inner);
    let both = chess960("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAea - 0 1");
    assert!(both.to_string().contains(" w KQkq "), "{both}");
    assert!(both.shredder_fen().contains(" w EAea "));
    // Shredder's letters are read for the usual game too.
    assert_eq!(chess(&START.replace("KQkq", "HAha")), Chess::default());
}

#[test]
fn errors_name_what_and_where() {
    for (text, what) in [
        ("", "the position is empty; write a FEN like"),
        ("   ", "the position is empty"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "the side to move is missing (at character 44)",
        ),
        (&START.replace(" w ", " x "), "'x' is not a side to move (at character 45); write w or b"),
        (&START.replace("/8/8/8/8/", "/8/8/8/"), "there are 7 rows (at character 42)"),
        (
            &START.replace("/8/8/8/8/", "/8/8/8/8/8/"),
            "there are more than 8 rows (at character 37)",
        ),
        (
            &START.replace("/8/8/8/8/", "/8/7/8/8/"),
            "row 5 has 7 squares (at character 21); each row has 8",
        ),
        (&START.replace("/8/8/8/8/", "/8/9/8/8/"), "'9' is no piece (at character 21)"),
        (
            &START.replace("/8/8/8/8/", "/8/7PP/8/8/"),
            "row 5 has more than 8 squares (at character 23)",
        ),
        (&START.replace("pppppppp", "pppxpppp"), "'x' is no piece (at character 13)"),
        (&START.replace("RNBQKBNR", "RNBQKBN"), "row 1 has 7 squares (at character 36)"),
        ("kkkkkkkk/kk6/8/8/8/8/8/K7 w - - 0 1", "Black has 10 kings (at character 2)"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"),
        ("k7/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "a pawn can't stand on h8 (at character 3)"),
        ("k7/8/8/8/8/8/8/K6p w - - 0 1", "a pawn can't stand on h1 (at character 18)"),
        ("k7/pppp4/ppppp3/8/8/8/8/K7 w - - 0 1", "Black has 9 pawns"),
        ("k7/8/8/8/QQQQQ3/QQQQQQ2/QQQQQQQQ/K7 w - - 0 1", "White has 20 pieces"),
        (
            "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
            "it is White's move, but Black's king on e8 is in check from e1 (at character 23)",
        ),
        (
            "8/8/8/3kK3/8/8/8/8 w - - 0 1",
            "it is White's move, but Black's king on d5 is in check from e5",
        ),
        (
            "4k3/8/8/8/1b5b/8/8/r3K3 w - - 0 1",
            "White's king is in check from 3 pieces (at character 22)",
        ),
        (
            &START.replace("KQkq", "KQkx"),
            "'x' is not a castling right; they are like KQkq or HAha, or - (at character 50)",
        ),
        (&START.replace("KQkq", "KQK"), "White castles twice to one side (at character 49)"),
        (
            &START.replace("RNBQKBNR", "RNBQKBN1"),
            "castling right 'K': there is no rook to castle with (at character 47)",
        ),
        ("4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "castling right 'K': White's king is not on rank 1"),
        (
            "rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1",
            "castling right 'K': king b1 and rook h1 castle in Chess960 only (at character 25); use chess960=true",
        ),
        (&START.replace(" - ", " e9 "), "'e9' is not an en passant square (at character 52)"),
        (
            &START.replace(" - ", " e3 "),
            "e3 can't be the en passant square: Black moved last, so that it is on rank 6 (at character 52)",
        ),
        (
            &START.replace(" - ", " e6 "),
            "en passant on e6: there is no pawn of Black's on e5 (at character 52)",
        ),
        (
            &START.replace(" 0 1", " x 1"),
            "the half-move clock can't be 'x' (at character 54); it is 0 to 150",
        ),
        (&START.replace(" 0 1", " -1 1"), "the half-move clock can't be '-1'"),
        (&START.replace(" 0 1", " 151 1"), "the half-move clock can't be '151'"),
        (
            &START.replace(" 0 1", " 0 99999999999"),
            "the number of the move can't be '99999999999' (at character 56)",
        ),
        (&START.replace(" 0 1", " 0 1 more"), "'more' is too much (at character 58)"),
        ("é", "'é' is no piece (at character 1)"),
    ] {
        let said = error(text);
        assert!(said.starts_with(what), "{text}: {said}\nwanted: {what}");
        assert!(!said.contains('\n') && said.len() < 300, "{said}");
    }
}

/// Positions of a public test set that can't have come about, and that the move generator refuses.
#[test]
fn impossible_en_passant_is_named() {
    for (fen, what) in [
        (
            "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3",
            "en passant on d3: d2d4 can't have been the last move, since the check from f1",
        ),
        (
            "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6",
            "en passant on c6: c7c5 can't have been the last move, since the check from f2",
        ),
    ] {
        let said = error(fen);
        assert!(said.starts_with(what), "{fen}: {said}");
    }
}

#[test]
fn texts_of_ten_megabytes_are_refused_at_once() {
    let long = "8/".repeat(5_000_000);
    assert_eq!(error(&long), "there are more than 8 rows (at character 16)");
    let long = "p".repeat(10_000_000);
    assert_eq!(error(&long), "row 8 has more than 8 squares (at character 9)");
    let long = format!("{START} {}", "x".repeat(10_000_000));
    assert!(error(&long).starts_with("'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…' is too much"));
    let long = " ".repeat(10_000_000);
    assert!(error(&long).starts_with("the position is empty"));
}

#[test]
fn random_games_read_back() {
    for seed in 0..6 {
        let start =
            Chess::start(if seed % 2 == 0 { 518 } else { seed as u32 * 100 }, seed % 2 == 1);
        random_play(&start, seed, |position| {
            let text = position.to_string();
            let read = start.parse(&text).unwrap();
            assert_eq!(&read, position, "{text}");
            assert_eq!(read.to_string(), text);
            assert_eq!(read.key(), position.key(), "{text}");
            assert_eq!(read.repetition_key(), position.repetition_key(), "{text}");
        });
    }
}

/// A FEN with a few characters changed.
fn nearly(seed: u64) -> String {
    const LETTERS: &[u8] = b"kqrbnpKQRBNP12345678/ -wabcdefgh0\x80";
    let mut random = Random::new(seed);
    let mut text: Vec<u8> = START.bytes().collect();
    for _ in 0..1 + random.below(4) {
        let at = random.below(text.len());
        text[at] = LETTERS[random.below(LETTERS.len())];
    }
    String::from_utf8_lossy(&text).into_owned()
}

proptest! {
    #[test]
    fn no_text_panics(text in ".{0,90}") {
        let _ = Chess::default().parse(&text);
        let _ = Chess::start(0, true).parse(&text);
    }

    #[test]
    fn what_is_read_is_written_and_read_again(seed in any::<u64>()) {
        for start in [Chess::default(), Chess::start(518, true)] {
            if let Ok(position) = start.parse(&nearly(seed)) {
                prop_assert_eq!(&start.parse(&position.to_string()).unwrap(), &position);
                prop_assert_eq!(&start.parse(&position.shredder_fen()).unwrap(), &position);
                let mut moves = vec![];
                position.moves(&mut moves);
                prop_assert_eq!(moves.is_empty(), position.outcome().is_some());
            }
        }
    }
}
