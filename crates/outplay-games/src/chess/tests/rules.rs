//! How games end, and what may be claimed.

use outplay::{Game, Line, Outcome, Params, Player, Position};

use super::{after, chess};
use crate::chess::Chess;

fn outcome(fen: &str) -> Option<Outcome> {
    chess(fen).outcome()
}

#[test]
fn mate_and_stalemate() {
    assert_eq!(outcome("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), Some(Outcome::Win(Player::First)));
    assert_eq!(outcome("k7/2Q5/8/8/8/8/8/4K3 b - - 0 1"), Some(Outcome::Draw));
    let fools = after(Chess::default(), "f3 e5 g4 Qh4#");
    assert_eq!(fools.outcome(), Some(Outcome::Win(Player::Second)));
    assert!(fools.is_check());
}

#[test]
fn dead_positions_end_the_game() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4K3 w - - 0 1",
        // All bishops on squares of one colour, whosever they are.
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "2b1k3/1b6/8/8/8/8/8/4KB2 w - - 0 1",
    ] {
        assert_eq!(outcome(fen), Some(Outcome::Draw), "{fen}");
    }
    for fen in [
        "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
    ] {
        assert_eq!(outcome(fen), None, "{fen}");
    }
}

#[test]
fn fifty_moves_may_be_claimed_and_75_end_the_game() {
    let at = |clock: u32| chess(&format!("4k3/8/8/8/8/8/8/4K2R w - - {clock} 90"));
    assert_eq!((at(99).claim(), at(99).outcome()), (None, None));
    assert_eq!((at(100).claim(), at(100).outcome()), (Some(Outcome::Draw), None));
    assert_eq!((at(149).claim(), at(149).outcome()), (Some(Outcome::Draw), None));
    assert_eq!((at(150).claim(), at(150).outcome()), (None, Some(Outcome::Draw)));
    // The clock goes on beyond what the crate counts, and starts again.
    let mut position = at(99);
    for (text, clock) in [("Rh2", 100), ("Ke7", 101), ("Rh3", 102), ("Ke8", 103)] {
        position = after(position, text);
        assert_eq!(position.clock(), clock);
    }
    let end = after(at(149), "Rh2");
    assert_eq!(end.outcome(), Some(Outcome::Draw));
    assert!(end.count().is_none());
    assert_eq!(after(chess("4k3/8/8/8/8/8/P7/4K3 w - - 120 90"), "a3").clock(), 0);
    assert_eq!(after(chess("4k3/8/8/8/8/8/r7/R3K3 w - - 120 90"), "Rxa2").clock(), 0);
}

#[test]
fn mate_comes_before_the_clock() {
    for clock in [99, 149] {
        let before = chess(&format!("6k1/5ppp/8/8/8/8/8/R3K3 w - - {clock} 90"));
        let mate = after(before, "Ra8#");
        assert_eq!(mate.outcome(), Some(Outcome::Win(Player::First)));
        assert_eq!(mate.claim(), None);
    }
}

/// Plays moves on a line, and says after each what may be claimed and how it ended.
fn play(line: &mut Line<Chess>, moves: &str) -> Vec<(Option<Outcome>, Option<Outcome>)> {
    let words = moves.split_whitespace();
    words
        .map(|text| {
            let m = line.position().read(text).unwrap();
            line.play(m);
            (line.claim(), line.outcome())
        })
        .collect()
}

#[test]
fn three_times_may_be_claimed_and_five_end_the_game() {
    const NONE: (Option<Outcome>, Option<Outcome>) = (None, None);
    const CLAIM: (Option<Outcome>, Option<Outcome>) = (Some(Outcome::Draw), None);
    const END: (Option<Outcome>, Option<Outcome>) = (None, Some(Outcome::Draw));
    let mut line = Line::new(Chess::default());
    let round = "Nf3 Nf6 Ng1 Ng8";
    assert_eq!(play(&mut line, round), [NONE, NONE, NONE, NONE]);
    assert_eq!(play(&mut line, round), [NONE, NONE, NONE, CLAIM]);
    assert_eq!(play(&mut line, round), [CLAIM, CLAIM, CLAIM, CLAIM]);
    assert_eq!(play(&mut line, round), [CLAIM, CLAIM, CLAIM, END]);
}

/// A position is another one while castling is still allowed, or a pawn can be taken in passing.
#[test]
fn rights_make_a_difference_to_repetition() {
    let mut line = Line::new(chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    let round = "Rh2 Kd8 Rh1 Ke8";
    for _ in 0..2 {
        assert!(play(&mut line, round).iter().all(|said| said.0.is_none()));
    }
    let said: Vec<_> = play(&mut line, round).into_iter().map(|said| said.0.is_some()).collect();
    assert_eq!(said, [true, true, true, true]);

    let mut line = Line::new(chess("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1"));
    play(&mut line, "d4");
    let round = "Kd8 Kd1 Ke8 Ke1";
    // With the right to take gone, the first occurrence is the one after a round.
    let said: Vec<_> = (0..3).map(|_| play(&mut line, round).last().unwrap().0.is_some()).collect();
    assert_eq!(said, [false, false, true]);
    // Where no pawn can take, a double step makes no difference.
    let mut line = Line::new(chess("4k3/8/8/8/7p/8/3P4/4K3 w - - 0 1"));
    play(&mut line, "d4");
    let said: Vec<_> = (0..2).map(|_| play(&mut line, round).last().unwrap().0.is_some()).collect();
    assert_eq!(said, [false, true]);
}

/// The clock is no part of what repeats, but of what a table may share from 80 half-moves on.
#[test]
fn keys_and_the_clock() {
    let at = |clock: u32| chess(&format!("4k3/8/8/8/8/8/8/4K2R w - - {clock} 90"));
    assert_eq!(at(0).key(), at(79).key());
    assert_eq!(at(0).key(), at(0).repetition_key());
    let mut keys: Vec<_> = (79..=150).map(|clock| at(clock).key()).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 72);
    assert!((0..=150).all(|clock| at(clock).repetition_key() == at(0).repetition_key()));
    assert!((0..=150).all(|clock| at(clock).reversible() == clock as usize));
}

#[test]
fn parameters() {
    let with = |settings: &str| {
        let mut params = Params::defaults(&Chess::INFO);
        params.set(&Chess::INFO, settings).unwrap();
        Chess::new(&params).map(|position| position.to_string())
    };
    assert_eq!(with(""), Ok(Chess::default().to_string()));
    assert_eq!(with("start=518"), Ok(Chess::default().to_string()));
    assert!(with("chess960=true,start=0").unwrap().starts_with("bbqnnrkr/"));
    let error = with("start=0").unwrap_err().to_string();
    assert_eq!(error, "start position 0 is one of Chess960; add chess960=true");
}

#[test]
fn the_board_is_drawn_with_what_matters() {
    use outplay::{Mark, Style};
    let position = after(Chess::default(), "e4 e5 Qh5 Nc6 Qxf7");
    let view = position.view();
    assert_eq!((view.style, view.columns, view.rows()), (Style::Checkered, 8, 8));
    assert_eq!((&view.column_labels[0][..], &view.row_labels[0][..]), ("a", "8"));
    let king = view.cells[4].clone();
    let piece = king.piece.unwrap();
    assert_eq!((&piece.text[..], piece.symbol.as_deref()), ("k", Some("♚")));
    assert_eq!((piece.owner, king.mark), (Some(Player::Second), Mark::Alert));
    assert_eq!(view.cells.iter().filter(|cell| cell.mark == Mark::Alert).count(), 1);
    assert_eq!(view.cells[8 + 5].piece.as_ref().unwrap().text, "Q");
    assert_eq!(view.captions, ["black to move, in check"]);
    let fifty = chess("4k3/8/8/8/8/8/8/4K2R w - - 100 90").view().captions;
    assert_eq!(
        fifty,
        ["white to move", "50 moves without a capture or pawn move: a draw may be claimed"]
    );
    let quiet = Chess::default();
    let m = quiet.read("e4").unwrap();
    assert_eq!(quiet.clicks(m), [6 * 8 + 4, 4 * 8 + 4]);
    let castling = chess("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(castling.clicks(castling.read("O-O").unwrap()), [60, 62]);
}
