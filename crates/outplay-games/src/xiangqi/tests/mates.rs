//! Composed endings whose length is known, and mates that the rules decide.

use std::path::PathBuf;

use outplay::{
    Bound, Game, Limits, Line, Outcome, Player, Position, Report, Score, Shared, Table, pvs, solve,
};

use super::super::board::{Board, Kind, Move, Piece};
use super::*;

/// A composed ending, and in how many plies it is mate, the shortest first.
const MATES: &[(&str, u32)] = &[
    ("4k4/3P2P2/b2N2R2/7r1/2b6/9/9/3n5/4p3r/2R2K3 w - - 0 1", 5),
    ("2bak1b2/4aR2C/6N1n/9/9/9/5c3/4BC3/3p1r1n1/4K2c1 w - - 0 1", 7),
    ("2Ck1a3/2R1aR3/9/5N3/r8/r8/9/3C5/4p1n2/3K5 w - - 0 1", 7),
    ("4k4/4a4/2P5n/5N3/9/5R3/9/9/2p2p2r/C3K4 w - - 0 1", 7),
    ("2ba2n2/4ak3/4b4/4R4/4N4/9/9/5C3/3rAp3/c1rAK4 w - - 0 1", 7),
    ("CnC1k4/9/7P1/4p4/p5p2/6B1r/1R4Pr1/4BAN2/6p2/5K3 w - - 0 1", 7),
    ("9/3k5/R2abN2C/C3P4/2b6/9/9/4p4/2r6/cr1AK4 w - - 0 1", 7),
    ("2b1R2c1/R3a4/1n2kaN2/4p4/2bP5/6C2/9/9/3r1r3/4K4 w - - 0 1", 7),
    ("6b2/3PR1P1c/3P1k3/7c1/2b3p2/2N6/9/2C6/3p1r3/4K4 w - - 0 1", 7),
    ("2bk1a3/9/3a5/7N1/9/9/C7C/1p7/1np2p1r1/4K4 w - - 0 1", 7),
    ("2b1k1b2/3Ra4/2r2a2r/6R2/4P4/7C1/9/9/4p4/5K3 w - - 0 1", 7),
    ("9/9/R2ak1P2/2rN5/9/9/1C7/4rn3/3K5/9 w - - 0 1", 7),
    ("3k1a3/nPR1a4/2Nr5/9/9/9/9/9/5r3/2c1K4 w - - 0 1", 7),
    ("r4k3/4a1P2/1n3a3/4N4/9/9/9/4C4/4p4/2BK5 w - - 0 1", 7),
    ("3ak4/3RaP1N1/5c1Cc/9/1rb6/9/9/5C3/1p2r1p2/3K5 w - - 0 1", 7),
    ("2bak1C2/3caP3/4b4/3N1Cn2/9/9/9/8n/4p4/5K3 w - - 0 1", 7),
    ("4C4/4P4/3k5/9/6b2/9/9/9/9/4K4 w - - 0 1", 7),
    ("5k3/3Cc1P1r/2c2N3/9/9/9/9/9/3p2r2/3CKR3 w - - 0 1", 9),
    ("3ak3r/4a1R2/b1C1bc3/1N2C3N/9/3p5/2n6/3K5/9/r8 w - - 0 1", 9),
    ("3ack3/1NR1a1P2/3n2R2/9/2C6/9/9/9/1r2p2r1/3K5 w - - 0 1", 9),
    ("c2a1k3/3Ra4/4c1P2/7R1/9/9/9/1C2B4/1r7/2BK5 w - - 0 1", 9),
    ("2b1ka3/1R2a1P2/4b4/5R2C/4N4/4n4/9/4p4/1r5r1/4K4 w - - 0 1", 9),
    ("2b1ka3/3Pa4/4b1c2/6RC1/3R2c2/8C/9/2n6/3p3r1/4K4 w - - 0 1", 9),
    ("4ka3/3RaP1n1/6R2/9/4P4/6C2/9/9/2rrp4/c4K3 w - - 0 1", 9),
    ("2b6/1C2k4/n3bR3/6N2/9/9/9/1R7/3p2rr1/1C2K3c w - - 0 1", 9),
    ("2ba1kb2/1P2a1R2/3cnrN2/C8/9/9/9/9/4p4/3K5 w - - 0 1", 9),
    ("4k1b2/4aPN2/5a3/9/N8/6C2/4c4/9/2nr1p3/4K4 w - - 0 1", 9),
    ("2b2a3/C3a4/3kb4/9/9/5RN2/9/1C7/r2r1p3/4K4 w - - 0 1", 9),
    ("6c2/5k3/1N2b4/4C4/2b2C3/3R5/9/6n2/7r1/4K3c w - - 0 1", 9),
    ("3C1a1c1/9/C2kbN3/4P4/9/9/9/9/r4p3/4K4 w - - 0 1", 9),
    ("3ak1b1r/4a2Pn/4b4/4C4/9/9/cR7/n8/4A1p2/3AKC3 w - - 0 1", 9),
    ("3ak4/1C2aR3/2n1c4/7N1/9/7R1/9/4C4/4A1rnr/3AK3c w - - 0 1", 9),
    ("3ak4/4aR3/n3N4/4P4/2b6/8C/4c4/N3B1n2/1r2A4/3RKAr2 w - - 0 1", 9),
    ("6b2/9/3k5/4P1N2/2b6/9/9/9/3p2p2/4K4 w - - 0 1", 9),
    ("5k3/4a4/3a5/9/9/9/9/3K5/4C4/5C3 w - - 0 1", 9),
];

/// Nodes that are enough for each.
const NODES: u64 = 1_000_000;

fn solved(start: &Xiangqi) -> Report<Move> {
    let table = Table::new(32 << 20).unwrap();
    let shared = Shared::new(Limits::nodes(NODES), &table);
    solve(&Line::new(start.clone()), &start.evaluator(), &mut (), &shared)
}

/// The solver finds this length, proves it, and shows a line that is as long and mates.
fn check(start: &Xiangqi, plies: u32) -> u64 {
    let report = solved(start);
    assert_eq!(report.value.score, Score::win_in(plies), "{start}");
    assert!(report.value.proven && report.value.bound == Bound::Exact, "{start}");
    assert_eq!(report.pv.len(), plies as usize, "{start}");
    let mut end = start.clone();
    for &m in &report.pv {
        end.play(m);
    }
    assert_eq!(end.outcome(), Some(Outcome::Win(start.turn())), "{start}");
    report.stats.nodes
}

#[test]
fn mates_in_one_and_two() {
    for (fen, plies) in [
        ("3k5/R8/1R7/9/9/9/9/9/9/4K4 w", 1),
        // The soldier's step leaves the general no move: stalemate wins as well.
        ("3k5/9/4P4/9/9/9/9/9/9/4K4 w", 1),
        ("4k4/9/9/9/9/9/9/R8/1R7/3K5 w", 3),
    ] {
        check(&at(fen), plies);
        let table = Table::new(1 << 20).unwrap();
        let shared = Shared::new(Limits::depth(6), &table);
        let report = pvs(&Line::new(at(fen)), &at(fen).evaluator(), &mut (), &shared);
        assert_eq!(report.value.score, Score::win_in(plies), "{fen}");
    }
}

#[test]
fn a_side_that_is_mated_knows() {
    // Black to move: whatever it does, a chariot mates.
    let report = solved(&at("4k4/1R7/9/9/9/9/9/R8/9/3K5 b"));
    assert_eq!(report.value.score, Score::loss_in(2));
    assert!(report.value.proven);
}

#[test]
fn composed_endings_have_their_known_length() {
    for &(fen, plies) in MATES.iter().filter(|&&(_, plies)| plies <= 7) {
        check(&at(fen), plies);
    }
}

#[test]
#[ignore = "slow"]
fn longer_endings_have_their_known_length() {
    for &(fen, plies) in MATES.iter().filter(|&&(_, plies)| plies > 7) {
        check(&at(fen), plies);
    }
}

/// One composer put a soldier where none can come; texts with it are refused, but it is mate.
#[test]
fn a_mate_with_a_soldier_out_of_place() {
    let start = at("3k5/4P4/9/9/6CCR/3n4c/2Pn5/8B/5p3/4K4 w");
    let mut board: Board = start.board.clone();
    board.put(9 * 9 + 5, Piece::new(Player::Second, Kind::Soldier));
    check(&Xiangqi { board, ..start }, 3);
}

/// All endings of `mates.jsonl` in the directory that `OUTPLAY_XIANGQI` names: a line has a `fen`
/// and `mate_plies`.
#[test]
fn endings_of_a_file_have_their_known_length() {
    let Some(directory) = std::env::var_os("OUTPLAY_XIANGQI") else { return };
    let path = PathBuf::from(directory).join("mates.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let (mut nodes, mut refused) = (vec![], 0);
    for line in text.lines() {
        let ending: serde_json::Value = serde_json::from_str(line).unwrap();
        let (fen, plies) = (ending["fen"].as_str().unwrap(), &ending["mate_plies"]);
        let plies = plies.as_u64().unwrap() as u32;
        match Xiangqi::default().parse(fen) {
            Ok(start) => nodes.push(check(&start, plies)),
            // See above.
            Err(error) => {
                assert!(error.to_string().contains("soldier can't be on"), "{fen}: {error}");
                refused += 1;
            }
        }
    }
    nodes.sort_unstable();
    println!("{} endings, {refused} refused, nodes: {nodes:?}", nodes.len());
    assert!(nodes.len() > 20 && refused <= 1);
}
