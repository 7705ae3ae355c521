//! Counts of leaf positions that other programs agree on.

use std::fs;
use std::path::Path;

use outplay::{Game, Perft, Stop, perft};

use super::{chess, chess960};
use crate::chess::Chess;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const POSITION_3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const POSITION_4: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
const POSITION_4_MIRRORED: &str =
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1";
const POSITION_5: &str = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";
const POSITION_6: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

/// A start position of Chess960 or one soon after, and its counts from depth 1 on.
const CHESS960: [(&str, &[u64]); 20] = [
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1",
        &[21, 528, 12189, 326672],
    ),
    ("bn1brqkr/pppp2p1/3npp2/7p/PPP5/8/3PPPPP/BNNBRQKR w HEhe - 0 1", &[25, 673, 17835, 513696]),
    (
        "bq1brnkr/1p1ppp1p/1np5/p5p1/8/1N5P/PPPPPPP1/BQ1BRNKR w HEhe - 0 1",
        &[22, 588, 13524, 380068],
    ),
    (
        "b1rbnqkr/1pp1ppp1/2n4p/p2p4/5P2/1PBP4/P1P1P1PP/1NRBNQKR w HChc - 0 1",
        &[26, 545, 14817, 336470],
    ),
    (
        "b1nbrknr/1qppp1pp/p4p2/1p6/6P1/P2NP3/1PPP1P1P/BQ1BRKNR w HEhe - 0 1",
        &[25, 663, 17138, 482994],
    ),
    (
        "bnrbkq1r/pp2p1pp/5n2/2pp1p2/P7/N1PP4/1P2PPPP/B1RBKQNR w HChc - 0 1",
        &[24, 745, 18494, 584015],
    ),
    ("bqn1rkrn/p1p2ppp/1p1p4/4p3/3PP2b/8/PPP2PPP/BQNBRKRN w GEge - 0 1", &[25, 773, 20042, 616817]),
    ("bnrbkqr1/1p2pppp/6n1/p1pp4/7P/P3P3/1PPPKPP1/BNRB1QRN w gc - 0 1", &[19, 457, 9332, 238944]),
    ("bqrb2k1/pppppppr/5nnp/8/3P1P2/4P1N1/PPP3PP/BQRBN1KR w HCc - 0 1", &[25, 597, 15872, 397970]),
    ("brnbnqkr/p1ppp3/1p5p/5Pp1/5P2/3N4/PPPPP2P/BRNB1QKR w HBhb g6 0 1", &[25, 785, 21402, 698331]),
    ("bq1bnknr/pprppp1p/8/2p3p1/4PPP1/8/PPPP3P/BQRBNKNR w HCh - 0 1", &[24, 548, 14021, 347611]),
    ("1rnbkqnr/1bpppppp/1p6/7P/p2P4/5P2/PPP1P1P1/BRNBKQNR w HBhb - 0 1", &[21, 503, 11790, 301084]),
    ("bq1b1krn/pp1ppppp/3n4/2r5/3p3N/6N1/PPP1PPPP/BQRB1KR1 w GCg - 0 1", &[21, 798, 18571, 688429]),
    ("brnbkq1n/ppp1ppr1/7p/3p2p1/2P3PP/8/PPBPPP2/BRN1KQRN w GBb - 0 1", &[30, 634, 19017, 442537]),
    ("bqrbknnr/ppp1p2p/8/3p1p2/5p2/P3N2P/1PPPP1P1/BQRBK1NR w HChc - 0 1", &[20, 398, 9009, 194859]),
    (
        "brkbnq1r/p1ppp2p/5ppn/1p6/5P2/1P1P2P1/P1P1P2P/BRKBNQNR w HBhb - 0 1",
        &[28, 856, 24984, 780503],
    ),
    (
        "b1rbknrn/qpp1ppp1/p6p/3p4/2P5/1P1P1P2/P3P1PP/BQRBKNRN w GCgc - 0 1",
        &[30, 818, 24421, 688711],
    ),
    ("brkbnqr1/2pppnpp/pp3p2/8/4PPPP/8/PPPP4/BRKBNQRN w GBgb - 0 1", &[30, 757, 23908, 621332]),
    ("bqkr1rnn/1ppp1ppp/p4b2/4p3/P7/3PP2N/1PP2PPP/BQRBKR1N w FC - 0 1", &[24, 500, 12802, 293824]),
    ("1rkbrqnn/p1pp1ppp/1p6/8/P2Pp3/8/1PPKPPQP/BR1BR1NN w eb - 0 1", &[28, 916, 24892, 817624]),
];

fn nodes(position: &Chess, depth: u32) -> u64 {
    perft(position, depth, &Stop::new()).unwrap().nodes
}

#[track_caller]
fn counts(position: &Chess, from: u32, expected: &[u64]) {
    for (depth, &expected) in (from..).zip(expected) {
        assert_eq!(nodes(position, depth), expected, "{position} at depth {depth}");
    }
}

#[test]
fn start() {
    counts(&Chess::default(), 0, &[1, 20, 400, 8_902, 197_281, 4_865_609]);
}

#[test]
#[ignore = "slow"]
fn start_deep() {
    counts(&Chess::default(), 6, &[119_060_324]);
}

/// The standard positions, <https://www.chessprogramming.org/Perft_Results>.
#[test]
fn standard_positions() {
    counts(&chess(KIWIPETE), 1, &[48, 2_039, 97_862, 4_085_603]);
    counts(&chess(POSITION_3), 1, &[14, 191, 2_812, 43_238, 674_624]);
    counts(&chess(POSITION_4), 1, &[6, 264, 9_467, 422_333]);
    counts(&chess(POSITION_4_MIRRORED), 1, &[6, 264, 9_467, 422_333]);
    counts(&chess(POSITION_5), 1, &[44, 1_486, 62_379, 2_103_487]);
    counts(&chess(POSITION_6), 1, &[46, 2_079, 89_890, 3_894_594]);
}

#[test]
#[ignore = "slow"]
fn standard_positions_deep() {
    counts(&chess(KIWIPETE), 5, &[193_690_690]);
    counts(&chess(POSITION_3), 6, &[11_030_083]);
    counts(&chess(POSITION_4), 5, &[15_833_292]);
    counts(&chess(POSITION_5), 5, &[89_941_194]);
    counts(&chess(POSITION_6), 5, &[164_075_551]);
}

#[test]
fn chess960_positions() {
    for (fen, expected) in CHESS960 {
        counts(&chess960(fen), 1, expected);
    }
}

/// Every way of counting says the same.
#[test]
fn counts_agree_with_lists() {
    let stop = Stop::new();
    for fen in [KIWIPETE, POSITION_3, POSITION_4, POSITION_5] {
        let position = chess(fen);
        let Perft { nodes, .. } = perft(&position, 3, &stop).unwrap();
        assert_eq!(by_the_moves_alone(&position, 3), nodes, "{fen}");
    }
}

/// The usual perft of chess: the movement of the pieces alone, dead positions played on.
fn by_the_moves_alone(position: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = vec![];
    position.push_moves(&mut moves);
    moves.into_iter().map(|m| by_the_moves_alone(&position.after(m), depth - 1)).sum()
}

/// Compares the counts in files of `epd` and `perft` lines, as they are published, up to a number of
/// nodes a position. `OUTPLAY_CHESS_PERFT` names their folder, `OUTPLAY_CHESS_NODES` the number.
#[test]
fn published_counts() {
    let Some(folder) = std::env::var_os("OUTPLAY_CHESS_PERFT") else {
        return;
    };
    let most = std::env::var("OUTPLAY_CHESS_NODES").map_or(100_000, |text| text.parse().unwrap());
    for name in ["random", "tricky", "chess960"] {
        let path = Path::new(&folder).join(name).with_extension("perft");
        let text = fs::read_to_string(&path).unwrap();
        let mut total = Totals::default();
        let mut position = None;
        for line in text.lines().map(str::trim) {
            if let Some(fen) = line.strip_prefix("epd ") {
                position = total.open(fen);
            } else if let Some(counts) = line.strip_prefix("perft ")
                && let Some(position) = &position
            {
                let (depth, nodes) = counts.split_once(' ').unwrap();
                let nodes: u64 = nodes.parse().unwrap();
                if nodes <= most {
                    total.compare(position, depth.parse().unwrap(), nodes);
                }
            }
        }
        println!("{name}: {total:?}");
        assert!(total.counts > 0);
    }
}

#[derive(Default, Debug)]
struct Totals {
    positions: usize,
    refused: usize,
    counts: usize,
    nodes: u64,
    /// Counts that are only right if dead positions are played on.
    dead: usize,
}

impl Totals {
    fn open(&mut self, fen: &str) -> Option<Chess> {
        self.positions += 1;
        let usual = Chess::default();
        match usual.parse(fen).or_else(|_| chess_start().parse(fen)) {
            Ok(position) => Some(position),
            Err(error) => {
                println!("refused {fen}: {error}");
                self.refused += 1;
                None
            }
        }
    }

    fn compare(&mut self, position: &Chess, depth: u32, expected: u64) {
        self.counts += 1;
        self.nodes += expected;
        if nodes(position, depth) != expected {
            assert_eq!(by_the_moves_alone(position, depth), expected, "{position} {depth}");
            self.dead += 1;
        }
    }
}

/// For positions that castle as in Chess960.
fn chess_start() -> Chess {
    Chess::start(518, true)
}
