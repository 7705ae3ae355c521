//! Moves as text, and why one can't be played.

use outplay::{Game, Position};
use proptest::prelude::*;

use super::{after, chess, chess960};
use crate::chess::{Chess, san};
use crate::testing::random_play;

/// What the text is read as, in both notations.
#[track_caller]
fn read(position: &Chess, text: &str) -> (String, String) {
    let m = position.read(text).unwrap_or_else(|error| panic!("{position}: {error}"));
    (position.write(m), position.write_in("san", m))
}

#[track_caller]
fn refused(position: &Chess, text: &str) -> String {
    match position.read(text) {
        Ok(m) => panic!("{position}: {text} is read as {m}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn standard_notation_is_written_strictly() {
    for (fen, uci, wanted) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e4"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
        ("8/P7/8/8/8/8/k7/4K3 w - - 0 1", "a7a8n", "a8=N"),
        // By file, by rank, by both.
        ("4k3/8/8/8/8/8/8/RN2K2R w - - 0 1", "h1f1", "Rf1"),
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"),
        ("4k3/8/R7/8/8/8/4K3/R7 w - - 0 1", "a1a3", "R1a3"),
        ("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        // A pinned piece is no other candidate.
        ("4k3/8/8/8/4r3/8/4N1N1/4K3 w - - 0 1", "g2f4", "Nf4"),
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "f7h7", "Qh7#"),
        ("6k1/5ppp/8/8/8/8/8/4K2R w K - 0 1", "h1h7", "Rxh7"),
    ] {
        let position = chess(fen);
        let m = position.read(uci).unwrap();
        assert_eq!((position.write(m), san::write(&position, m)), (uci.into(), wanted.into()));
        assert_eq!(position.read(wanted), Ok(m), "{fen}");
    }
}

#[test]
fn people_may_write_as_they_like() {
    let start = Chess::default();
    for text in ["e4", "e2e4", "E2E4", "e2-e4", " e4 ", "e4!", "e4!?", "Pe4", "e4+", "e2e4!!"] {
        assert_eq!(read(&start, text).0, "e2e4", "{text}");
    }
    for text in ["Nf3", "Ng1f3", "Ngf3", "N1f3", "Ng1-f3", "g1f3"] {
        assert_eq!(read(&start, text).0, "g1f3", "{text}");
    }
    let castling = chess("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for text in ["O-O", "0-0", "o-o", "O-O+", "e1g1", "e1h1", "0-0!", "e1g1!"] {
        assert_eq!(read(&castling, text).0, "e1g1", "{text}");
    }
    for text in ["O-O-O", "0-0-0", "e1c1", "e1a1"] {
        assert_eq!(read(&castling, text).0, "e1c1", "{text}");
    }
    let promotion = chess("3r4/4P3/8/8/8/8/k7/4K3 w - - 0 1");
    for text in [
        "e8=Q", "e8Q", "e8q", "e8(Q)", "e8/Q", "e7e8q", "e7e8Q", "e7e8=Q", "e7e8q+", "e8=Q+",
        "e7-e8=q",
    ] {
        assert_eq!(read(&promotion, text).0, "e7e8q", "{text}");
    }
    for text in ["exd8=N", "ed8N", "ed8n", "e7xd8n", "exd8N?!"] {
        assert_eq!(read(&promotion, text).0, "e7d8n", "{text}");
    }
    let passing = chess("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    for text in ["exd6", "exd6 e.p.", "exd6e.p.", "ed6", "e5d6"] {
        assert_eq!(read(&passing, text).0, "e5d6", "{text}");
    }
    // A bishop on the first rank and a pawn of the b-file.
    let letters = chess("4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1");
    assert_eq!(read(&letters, "bxc3").1, "bxc3");
    assert!(refused(&letters, "Bxc3").contains("the way from a1 to c3 is blocked on b2"));
}

#[test]
fn chess960_castles_onto_the_rook() {
    let position = chess960("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(read(&position, "e1h1"), ("e1h1".into(), "O-O".into()));
    assert_eq!(read(&position, "e1g1"), ("e1h1".into(), "O-O".into()));
    assert_eq!(read(&position, "O-O-O"), ("e1a1".into(), "O-O-O".into()));
    // A step of the king is a step.
    let near = chess960("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    assert_eq!(read(&near, "f1g1").1, "Kg1");
    assert_eq!(read(&near, "f1h1").1, "O-O");
    let castled = after(near, "O-O");
    assert_eq!(castled.to_string(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    // The king stays, and only the rook moves.
    let stays = after(chess960("4k3/8/8/8/8/8/8/R1K5 w Q - 0 1"), "c1a1");
    assert_eq!(stays.to_string(), "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
}

#[test]
fn refusals_give_the_reason() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K2R w K - 0 1";
    for (fen, text, what) in [
        (start, "e5e6", "'e5e6': there is no piece on e5"),
        (start, "e7e5", "'e7e5': the e7 pawn is the opponent's"),
        (start, "e2e5", "'e2e5': a pawn can't move like that"),
        (start, "e2d3", "'e2d3': there is nothing to take on d3"),
        (start, "g1g3", "'g1g3': a knight can't move like that"),
        (start, "a1a3", "'a1a3': the way from a1 to a3 is blocked on a2"),
        (start, "e1e2", "'e1e2': your own pawn stands on e2"),
        (start, "e2e4q", "'e2e4q': only a pawn on the last rank becomes another piece"),
        (start, "e1g1", "'e1g1': castling kingside: there is a piece on f1"),
        (start, "Nd4", "'Nd4': no knight of yours can go to d4"),
        (start, "Nf4", "'Nf4': no knight of yours can go to f4"),
        (start, "exd3", "'exd3': there is nothing to take on d3"),
        (start, "e5", "'e5': a pawn can't move like that"),
        (start, "0000", "'0000' is not a move; write it like"),
        (start, "", "'' is not a move"),
        (start, "e2", "'e2': your own pawn stands on e2"),
        (start, "hello", "'hello' is not a move"),
        (pinned, "e2c3", "'e2c3': your king would be in check"),
        (pinned, "Nc3", "'Nc3': your king would be in check"),
        ("4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "'e1g1': you can't castle out of check"),
        ("4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2", "'h1h2': your king would still be in check"),
        ("4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1e2", "'e1e2': your king would be in check"),
        ("5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "'O-O': castling through check: f1 is attacked"),
        (
            "5rk1/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1g1",
            "'e1g1': castling through check: f1 is attacked",
        ),
        ("6r1/k7/8/8/8/8/8/4K2R w K - 0 1", "O-O", "'O-O': your king would be in check"),
        ("6k1/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "'O-O': you may not castle kingside (any more)"),
        ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8", "'e7e8': say what the pawn becomes, like e7e8q"),
        ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e8", "'e8': say what the pawn becomes, like e7e8q"),
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1", "'Rd1' is ambiguous; is it Rad1 or Rhd1?"),
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Qd1", "'Qd1': you have no such queen"),
        ("8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 1", "e5d6", "'e5d6': your king would be in check"),
        (
            "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
            "Kf8",
            "'Kf8' can't be played; the game is over: White has mated",
        ),
        (
            "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1",
            "a8a7",
            "'a8a7' can't be played; the game is over: stalemate",
        ),
        (
            "k7/8/8/8/8/8/8/4K3 b - - 0 1",
            "a8a7",
            "'a8a7' can't be played; the game is over: neither side has enough material to mate",
        ),
        (
            "k7/8/8/8/8/8/8/R3K3 b - - 150 99",
            "Kb8",
            "'Kb8' can't be played; the game is over: 75 moves without a capture or pawn move",
        ),
    ] {
        if fen.contains(" 150 ") {
            let position = chess(&fen.replace("R3K3", "1R2K3"));
            assert!(
                refused(&position, "a8a7")
                    .ends_with("over: 75 moves without a capture or pawn move")
            );
            continue;
        }
        let said = refused(&chess(fen), text);
        assert!(said.starts_with(what), "{fen}: {said}\nwanted: {what}");
    }
}

#[test]
fn a_king_that_could_castle_is_told_how() {
    for (fen, text, why) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", "castling kingside is written O-O or e1g1"),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "Kxh1",
            "your own rook stands on h1; castling kingside is written O-O or e1g1",
        ),
        (
            "r3k3/8/8/8/8/8/8/4K3 b q - 0 1",
            "Kxa8",
            "your own rook stands on a8; castling queenside is written O-O-O or e8c8",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Kg1", "you may not castle kingside (any more)"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Kxh1", "you may not castle kingside (any more)"),
        ("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", "your king would be in check"),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "Kf1", "your king would be in check"),
    ] {
        assert_eq!(refused(&chess(fen), text), format!("'{text}': {why}"), "{fen}");
    }
    let free = chess960("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1");
    assert_eq!(
        refused(&free, "Kxg1"),
        "'Kxg1': your own rook stands on g1; castling kingside is written O-O or e1g1"
    );
    let free = chess960("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    assert_eq!(refused(&free, "f1h1"), "'f1h1': castling kingside is written O-O or f1g1");
}

#[test]
fn no_refusal_is_without_a_reason() {
    for (fen, free) in [
        ("r3k2r/pPppqpb1/bn2pnp1/4N3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false),
        ("r3k2r/pPppqpb1/bn2pnp1/4N3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1", false),
        ("8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1", false),
        ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", false),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", true),
    ] {
        let position = if free { chess960(fen) } else { chess(fen) };
        for (piece, to) in ["", "K", "Q", "R", "B", "N", "P", "e", "Rb", "e1", "e8"]
            .iter()
            .flat_map(|piece| cozy_chess::Square::ALL.iter().map(move |to| (*piece, *to)))
        {
            for (mark, becomes) in [("", ""), ("x", ""), ("", "=Q"), ("x", "=N")] {
                let text = format!("{piece}{mark}{to}{becomes}");
                let Err(error) = position.read(&text) else { continue };
                let said = error.to_string();
                let reason = said.strip_prefix(&outplay::quote(&text)).unwrap_or("");
                let reason = reason.trim_start_matches(':').trim();
                assert!(reason.len() > 5, "{fen} {text}: {said}");
            }
        }
    }
}

#[test]
fn both_notations_read_back_in_random_games() {
    for seed in 0..8 {
        let number = if seed < 4 { 518 } else { 119 * seed as u32 };
        random_play(&Chess::start(number, number != 518), seed, |position| {
            let mut moves = vec![];
            position.moves(&mut moves);
            let mut seen = std::collections::HashSet::new();
            for m in moves {
                let text = san::write(position, m);
                assert_eq!(position.read(&text), Ok(m), "{position} {text}");
                assert_eq!(position.read(&position.write(m)), Ok(m), "{position} {m}");
                assert!(seen.insert(text.clone()), "{position} {text}");
            }
        });
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,12}") {
        let position = chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        let mut legal = vec![];
        position.moves(&mut legal);
        if let Ok(m) = position.read(&text) {
            prop_assert!(legal.contains(&m));
        }
    }

    #[test]
    fn what_looks_like_a_move_does_no_harm(text in "[KQRBNPa-h1-8xO0=+#.!?-]{1,8}") {
        for fen in [
            "r3k2r/pPppqpb1/bn2pnp1/4N3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        ] {
            let position = chess(fen);
            let mut legal = vec![];
            position.moves(&mut legal);
            if let Ok(m) = position.read(&text) {
                prop_assert!(legal.contains(&m), "{text}");
            }
        }
    }
}
