//! Laws, keys, the limit, and whole games.

use outplay::laws::Laws;
use outplay::{Game, Line, Outcome, Player, Position, Random};

use super::*;

#[test]
fn the_laws_hold() {
    let laws = Laws { games: 4, plies: 3_000, nodes: 2_000, ..Laws::default() };
    laws.check(&Xiangqi::default()).unwrap_or_else(|error| panic!("{error}"));
    for settings in ["repetition=simple,limit=5", "limit=0", "repetition=none,limit=0"] {
        laws.check(&xiangqi(settings)).unwrap_or_else(|error| panic!("{settings}: {error}"));
    }
}

#[test]
fn the_laws_hold_with_few_pieces() {
    let laws = Laws { games: 6, plies: 3_000, nodes: 4_000, ..Laws::default() };
    for fen in ["3k5/9/9/9/9/9/4p4/9/9/1R3K3 w", "4ck3/9/9/9/9/2r1R4/9/9/4A4/3AK4 w"] {
        laws.check(&xiangqi("limit=8").parse(fen).unwrap())
            .unwrap_or_else(|error| panic!("{fen}: {error}"));
    }
}

/// The key kept move by move is that of the position set up anew.
#[test]
fn keys_and_undo() {
    let mut random = Random::new(3);
    for _ in 0..20 {
        let (mut position, mut played) = (Xiangqi::default(), vec![]);
        for _ in 0..200 {
            let mut moves = vec![];
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let m = moves[random.below(moves.len())];
            let before = position.clone();
            let undo = position.play(m);
            assert_eq!(position.key(), at(&position.to_string()).key(), "{position}");
            assert_ne!(position.key(), before.key());
            played.push((before, m, undo));
        }
        for (before, m, undo) in played.into_iter().rev() {
            position.undo(m, undo);
            assert_eq!(position, before);
        }
    }
}

#[test]
fn the_key_tells_the_clock_only_near_the_limit() {
    let key = |clock: u32| at(&format!("4k4/9/9/9/9/9/9/9/R8/3K5 w - - {clock} 80")).key();
    assert_eq!(key(0), key(99));
    assert_ne!(key(99), key(100));
    assert_ne!(key(100), key(101));
    let repetition_key =
        |clock: u32| at(&format!("4k4/9/9/9/9/9/9/9/R8/3K5 w - - {clock} 80")).repetition_key();
    assert_eq!(repetition_key(0), repetition_key(119));
}

/// Plays moves until the game is over, and says how many it took.
fn plies_until_over(start: &str, cycle: &[&str]) -> (usize, Option<Outcome>) {
    let mut line = Line::new(at(start));
    for (ply, text) in cycle.iter().cycle().enumerate() {
        if let Some(outcome) = line.outcome() {
            return (ply, Some(outcome));
        }
        let m = line.position().read(text).unwrap();
        line.play(m);
    }
    unreachable!()
}

#[test]
fn the_third_occurrence_ends_it() {
    let cycle = ["h2h3", "h7h6", "h3h2", "h6h7"];
    assert_eq!(plies_until_over(fen::START, &cycle), (8, Some(Outcome::Draw)));
    // A perpetual check by Red.
    let fen = "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 50 9";
    let cycle = ["a8a9", "d9d8", "a9a8", "d8d9"];
    let black = Some(Outcome::Win(Player::Second));
    assert_eq!(plies_until_over(fen, &cycle), (8, black));
}
