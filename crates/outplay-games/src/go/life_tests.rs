use outplay::{Game, Limits, Line, Position, Random, Score, Shared, Table, solve};

use super::board::{BLACK, WHITE};
use super::tests::go;
use super::*;

/// The value of a line for the side to move, proven with and without a table: where repetitions are
/// illegal, what another path left in the table must not count.
fn solved(settings: &str, moves: &str) -> Score {
    let mut line = Line::new(go(settings));
    for m in moves.split_whitespace() {
        let m = line.position().read(m).unwrap();
        line.play(m);
    }
    let values = [0, 1 << 20].map(|bytes| {
        let (evaluator, table) = (line.position().evaluator(), Table::new(bytes).unwrap());
        let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
        let report = solve(&line, &evaluator, &mut (), &Shared::new(limits, &table));
        assert!(report.value.proven && report.stopped.is_none(), "{settings} {moves}");
        report.value.score
    });
    assert_eq!(values[0], values[1], "{settings} {moves}");
    values[0]
}

#[test]
fn values_of_small_boards() {
    // Two by two is won by one point; where long cycles are a draw, it is one.
    for settings in ["", ",ko=situational", ",suicide=true"] {
        assert_eq!(solved(&format!("size=2,komi=0{settings}"), ""), Score::from(1), "{settings}");
    }
    assert_eq!(solved("size=2,komi=0,ko=simple", ""), Score::DRAW);
    assert_eq!(solved("size=2,komi=1.5", ""), Score::from(-0.5));
    // Three by three is Black's from the centre. The whole proof takes too long where the path
    // counts, but not this much of it.
    assert_eq!(solved("size=3,komi=0", "B2 A3 B3"), Score::from(-9));
    assert_eq!(solved("size=3,komi=0", "B2 A3 B3 B1"), Score::from(9));
}

#[test]
fn safe_chains_and_areas() {
    for (settings, text, black, white) in [
        // A wall across the middle owns both sides, as long as every point touches it.
        ("size=3", "3/xxx/3 o", 9, 0),
        ("size=3", "o2/xxx/1o1 o", 9, 0),
        ("size=5", "5/5/xxxxx/5/5 o", 0, 0),
        ("size=5", "5/xxxxx/5/ooooo/5 x", 0, 0),
        // Two eyes in the corner, and one that is false.
        ("size=5", "1x1x1/xxxx1/5/5/5 o", 8, 0),
        ("size=5", "1xx2/x1x2/xx3/5/4o o", 8, 0),
        ("size=5", "1x3/x1x2/1x3/5/5 o", 0, 0),
        ("size=5", "1x1xo/xxxxo/ooooo/1o1o1/oo1oo x", 8, 17),
    ] {
        let position = go(settings).parse(text).unwrap();
        let safe = [BLACK, WHITE].map(|side| life::safe_area(&position.board, side));
        assert_eq!(safe, [black, white], "{text}");
    }
}

/// What is safe stays so, whatever the other side plays without an answer.
#[test]
fn what_is_safe_is_never_taken() {
    let mut met = 0;
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let mut position = go("size=4");
        while position.outcome().is_none() && position.plies < 60 {
            for side in [BLACK, WHITE] {
                let safe = life::safe_area(&position.board, side);
                let mut alone = position.clone();
                for _ in 0..if safe > 0 { 40 } else { 0 } {
                    alone.passes = 0;
                    if alone.colour() == side {
                        alone.play(Move::PASS);
                    }
                    let mut moves = vec![];
                    alone.moves(&mut moves);
                    alone.play(moves[random.below(moves.len())]);
                    let left = life::safe_area(&alone.board, side);
                    assert!(left >= safe, "{position} {alone}");
                    met += 1;
                }
            }
            let mut moves = vec![];
            position.moves(&mut moves);
            position.play(moves[random.below(moves.len())]);
        }
    }
    assert!(met > 1_000, "{met}");
}
