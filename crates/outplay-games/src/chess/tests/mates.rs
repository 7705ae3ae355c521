//! Mates that the searches must find, at their exact distance.
//!
//! The positions and distances are from a public collection of mates (mates2000).

use outplay::{
    Feature, Features, Limits, Line, Report, Score, Shared, Table, pvs, pvs_with, solve,
};

use super::chess;
use crate::chess::{Chess, Judge, Move};

/// The side to move mates in so many moves.
const MATES: [(u32, &str); 13] = [
    (1, "7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6"),
    (2, "3R4/8/8/2p3K1/2p5/5B2/R1pPNB2/1b1k4 w - -"),
    (2, "8/3R4/b2p3p/2p3nk/1p2N1p1/p2BP3/r2PN1P1/3K4 w - -"),
    (2, "8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - -"),
    (2, "8/7B/2R5/4Nr1p/4kb1Q/8/1B6/4K2R w K -"),
    (2, "n1N3br/2p1Bpkr/1pP2R1b/pP3Pp1/P5P1/1P1p4/p2P4/K7 w - -"),
    (2, "r5r1/1R4b1/1Q6/4nk1p/2p1R3/2P3PK/2BB4/q7 w - -"),
    (2, "rn2N3/8/4R2b/B3R3/3kP1N1/K2n4/8/1q6 w - -"),
    (3, "1N3B2/5p2/2R2p2/1p1kpp2/1P2rp2/2P1pB2/2P1P1K1/8 w - -"),
    (3, "2k5/2N5/1PKP4/2P5/8/8/8/8 w - -"),
    (3, "2q5/4B2p/7n/4p1pk/P2n1b2/R3P2P/2r3P1/1Q3R1K b - -"),
    (3, "2rB4/1b1n1pp1/pn4Rp/1Q2NB2/2pK1k1r/3RN1pr/4P3/8 w - -"),
    (3, "8/4p3/7R/n7/rp6/kp5Q/8/1K6 w - -"),
];

/// The side to move is mated in so many moves.
const MATED: [(u32, &str); 9] = [
    (1, "6Qk/PP1PP1np/1N1BN2P/7R/4B3/2Q5/P3KP2/6R1 b - -"),
    (1, "8/3R4/b2p3p/2p3nk/1p2NNp1/p2BP3/r2P2P1/3K4 b - -"),
    (1, "8/8/8/2p1R3/1p2Qp2/1p1k1p2/1B5p/1K6 b - -"),
    (1, "8/8/8/8/4Q3/8/5Rb1/R3K2k b Q -"),
    (2, "1K3RQ1/ppn3p1/r3NNpq/2p5/2b1kPB1/b5r1/8/2BR4 b - -"),
    (2, "1NR2B2/5p2/5p2/1p1kpp2/1P2rp2/2P1pB2/2P1P1K1/8 b - -"),
    (2, "1r4Rk/4NP1b/7K/8/8/8/8/8 b - -"),
    (2, "5n2/KR2p3/2pp4/k2pB3/P7/pPpN3b/5pp1/5rq1 b - -"),
    (2, "k1R5/1p3R2/p6r/8/1N6/2K5/3P4/4B3 b - -"),
];

/// Everything but what leaves moves out or searches them less deeply: that may look past a mate, more
/// or less far by the evaluation.
const EXACT: Features = Features::EXACT.with(Feature::Quiescence);

/// What the selective search needs at most for nearly all of the mates in two.
const NODES: u64 = 50_000;

fn search(fen: &str, depth: u32) -> Report<Move> {
    let table = Table::new(1 << 22).unwrap();
    let shared = Shared::new(Limits::depth(depth), &table);
    pvs_with(EXACT, &Line::new(chess(fen)), &Judge::default(), &mut (), &shared)
}

/// The line leads to mate with its last move.
fn ends_in_mate(fen: &str, report: &Report<Move>) -> bool {
    use outplay::Position;
    let mut position: Chess = chess(fen);
    for &m in &report.pv {
        position.play(m);
    }
    position.is_check() && !position.can_move()
}

#[test]
fn pvs_finds_mates_at_their_distance() {
    for (moves, fen) in MATES {
        let report = search(fen, 2 * moves - 1);
        assert_eq!(report.value.score, Score::win_in(2 * moves - 1), "{fen}");
        assert!(report.value.proven && ends_in_mate(fen, &report), "{fen} {:?}", report.pv);
        // No shorter one is claimed.
        if moves > 1 {
            let shallow = search(fen, 2 * moves - 3);
            assert!(shallow.value.score < Score::win_in(2 * moves - 3), "{fen}");
        }
    }
    for (moves, fen) in MATED {
        let report = search(fen, 2 * moves);
        assert_eq!(report.value.score, Score::loss_in(2 * moves), "{fen}");
        assert!(report.value.proven && ends_in_mate(fen, &report), "{fen} {:?}", report.pv);
    }
}

/// The search that games are played with leaves moves out. It soon sees most mates all the same,
/// maybe not the shortest, and claims none that is shorter than there are.
#[test]
fn the_selective_search_finds_mates_soon() {
    let soon = |fen: &str| {
        let table = Table::new(1 << 22).unwrap();
        let shared = Shared::new(Limits::nodes(NODES), &table);
        pvs(&Line::new(chess(fen)), &Judge::default(), &mut (), &shared)
    };
    let mut seen = 0;
    for (moves, fen) in MATES {
        let (report, shortest) = (soon(fen), Score::win_in(2 * moves - 1));
        let score = report.value.score;
        assert!(score <= shortest, "{fen} {score}");
        if score.is_decided() && score > Score::DRAW {
            assert!(ends_in_mate(fen, &report), "{fen} {:?}", report.pv);
            seen += u32::from(moves <= 2);
        }
    }
    // One of these eight, composed to be hard to see, may take longer.
    assert!(seen >= 7, "{seen}");
    for (moves, fen) in MATED {
        let (score, shortest) = (soon(fen).value.score, Score::loss_in(2 * moves));
        assert!(score >= shortest, "{fen} {score}");
        assert!(moves > 1 || score.is_decided() && score < Score::DRAW, "{fen} {score}");
    }
}

/// With what earlier searches left in the table, lines still lead to the mate.
#[test]
fn lines_end_in_mate_with_a_used_table() {
    use outplay::Position;
    for (moves, fen) in MATES.into_iter().filter(|&(moves, _)| moves > 1) {
        let table = Table::new(1 << 22).unwrap();
        let mut position = chess(fen);
        for left in (1..=moves).rev() {
            let shared = Shared::new(Limits::depth(2 * moves), &table);
            let line = Line::new(position.clone());
            let report = pvs_with(EXACT, &line, &Judge::default(), &mut (), &shared);
            assert_eq!(report.value.score, Score::win_in(2 * left - 1), "{fen}");
            assert!(ends_in_mate(&position.to_string(), &report), "{fen}: {:?}", report.pv);
            for &m in report.pv.iter().take(2) {
                position.play(m);
            }
        }
    }
}

#[test]
fn the_solver_proves_mates() {
    for (moves, fen) in MATES.into_iter().filter(|&(moves, _)| moves <= 2) {
        let table = Table::new(1 << 22).unwrap();
        let limits =
            Limits { depth: Some(2 * moves - 1), nodes: Some(5_000_000), ..Limits::default() };
        let shared = Shared::new(limits, &table);
        let report = solve(&Line::new(chess(fen)), &Judge::default(), &mut (), &shared);
        assert_eq!(report.value.score, Score::win_in(2 * moves - 1), "{fen}");
        assert!(report.value.proven, "{fen}");
    }
}

/// Games of chess need not end: the solver looks further ply by ply.
#[test]
fn the_solver_needs_no_depth() {
    let table = Table::new(1 << 20).unwrap();
    for (fen, plies) in [
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
        ("7k/8/4K3/8/8/8/8/6Q1 w - - 0 1", 3),
    ] {
        let shared = Shared::new(Limits::default(), &table);
        let report = solve(&Line::new(chess(fen)), &Judge::default(), &mut (), &shared);
        assert_eq!(report.value.score, Score::win_in(plies), "{fen}");
        assert!(report.value.proven);
    }
}
