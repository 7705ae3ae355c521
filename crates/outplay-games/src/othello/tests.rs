use outplay::laws::Laws;
use outplay::{Game, Perft, Random, Stop, perft};

use super::*;

/// The start positions of all sizes.
fn starts() -> [Othello; 3] {
    [8, 6, 4].map(Othello::start)
}

/// All leaves: a finished game is one, however early it ended.
fn leaves(position: &Othello, depth: u32) -> u64 {
    let Perft { nodes, finished } = perft(position, depth, &Stop::new()).unwrap();
    nodes + finished
}

/// The rules a second time, square by square. The discs that a move turns, as bits.
fn by_steps(position: &Othello, m: Place) -> u64 {
    let (column, row) = (i32::from(m.0 % 8), i32::from(m.0 / 8));
    let mut flips = 0;
    for [right, down] in [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]] {
        let mut run = 0;
        for distance in 1.. {
            let (column, row) = (column + distance * right, row + distance * down);
            let inside = (0..8).contains(&column) && (0..8).contains(&row);
            let bit = if inside { 1 << (8 * row + column) } else { 0 };
            if position.other & bit != 0 {
                run |= bit;
                continue;
            }
            if position.own & bit != 0 {
                flips |= run;
            }
            break;
        }
    }
    flips
}

#[test]
fn discs_are_turned_by_the_rules() {
    let mut random = Random::new(5);
    for start in starts() {
        for _ in 0..1_000 {
            let taken = (random.next_u64() | random.next_u64()) & start.board;
            let own = random.next_u64() & taken;
            let position = start.with(own, taken & !own, Player::First);
            let mut open = 0;
            for m in position.places().filter(|m| position.empties() & m.bit() != 0) {
                let flips = by_steps(&position, m);
                assert_eq!(bits::flips(m.0.into(), own, taken & !own), flips);
                open |= if flips == 0 { 0 } else { m.bit() };
            }
            assert_eq!(position.open, open, "{position}");
        }
    }
}

/// The leaves by the rules above. A pass is a ply.
fn leaves_by_steps(position: &Othello, depth: u32) -> u64 {
    let open = |position: &Othello| -> Vec<u64> {
        let empty = position.places().filter(|m| position.empties() & m.bit() != 0);
        let turned = empty.map(|m| (m.bit(), by_steps(position, m)));
        turned.filter(|(_, flips)| *flips != 0).map(|(disc, flips)| disc | flips).collect()
    };
    if depth == 0 {
        return 1;
    }
    let pass = position.with(position.other, position.own, !position.turn);
    let changes = open(position);
    match &changes[..] {
        [] if open(&pass).is_empty() => 1,
        [] => leaves_by_steps(&pass, depth - 1),
        changes => changes
            .iter()
            .map(|change| {
                let after = pass.with(pass.own & !change, pass.other | change, pass.turn);
                leaves_by_steps(&after, depth - 1)
            })
            .sum(),
    }
}

/// On small boards passes and ends come early.
#[test]
fn counts_on_small_boards() {
    for (size, deepest) in [(4, 20), (6, 6)] {
        let start = Othello::start(size);
        for depth in 0..=deepest {
            let count = leaves(&start, depth);
            assert_eq!(count, leaves_by_steps(&start, depth), "{size} {depth}");
        }
    }
    let Perft { nodes, finished } = perft(&Othello::start(4), 20, &Stop::new()).unwrap();
    assert_eq!((nodes, finished), (0, 60_060));
}

/// The known counts.
#[test]
fn counts_of_sequences() {
    let counts = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(leaves(&Othello::default(), depth), count, "{depth}");
    }
    for &(depth, count) in Othello::INFO.perft {
        assert_eq!(leaves(&Othello::default(), depth), count);
    }
}

#[test]
#[ignore = "slow"]
fn deep_counts_of_sequences() {
    for (depth, count) in [(10, 24_571_284), (11, 212_258_800)] {
        assert_eq!(leaves(&Othello::default(), depth), count, "{depth}");
    }
}

#[test]
fn obeys_the_laws() {
    for start in starts() {
        let report = Laws::default().check(&start).unwrap_or_else(|error| panic!("{error}"));
        assert!(report.games > 0 && report.unfinished == 0 && report.solved > 0, "{report:?}");
    }
}
