//! What a second thread gains: chess positions to a fixed depth, and Othello endings solved, each with
//! one thread and with two, in turn and with an empty table each. A round's figure is the ratio of
//! the sums.
//!
//!     cargo bench -p outplay-games --bench threads -- [--rounds N] [--depth N] [--threads N]
//!
//! What two threads find first depends on chance, and so do node counts and times: the median of
//! several rounds counts, on an otherwise idle machine.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::time::Duration;

use outplay::{Game, Limits, Line, Report, Score, Shared, Table, pvs, solve};
use outplay_games::chess::Chess;
use outplay_games::othello::Othello;

/// Positions 2 to 21 of Bratko and Kopec's test (the first is a mate in three).
const CHESS: [&str; 20] = [
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - 0 1",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1",
    "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1",
    "2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - - 0 1",
    "3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 1",
    "2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - - 0 1",
    "r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1",
    "r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 1",
    "rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - - 0 1",
    "2r3k1/1p2q1pp/2b1pr2/p1pp4/6Q1/1P1PP1R1/P1PN2PP/5RK1 w - - 0 1",
    "r1bqkb1r/4npp1/p1p4p/1p1pP1B1/8/1B6/PPPN1PPP/R2Q1RK1 w kq - 0 1",
    "r2q1rk1/1ppnbppp/p2p1nb1/3Pp3/2P1P1P1/2N2N1P/PPB1QP2/R1B2RK1 b - - 0 1",
    "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1",
    "3rr3/2pq2pk/p2p1pnp/8/2QBPP2/1P6/P5PP/4RRK1 b - - 0 1",
    "r4k2/pb2bp1r/1p1qp2p/3pNp2/3P1P2/2N3P1/PPP1Q2P/2KRR3 w - - 0 1",
    "3rn2k/ppb2rpp/2ppqp2/5N2/2P1P3/1P5Q/PB3PPP/3RR1K1 w - - 0 1",
];

/// Twelve endings with 18 to 22 empty squares, and the positions 40 to 44 and 46 to 48 of the test by
/// the French federation (FFO).
const OTHELLO: [&str; 20] = [
    "X-O------OO-----O-XOO--X--XOOOXXX-XOXXXXXXOOXXXXXOOOOXXXXXXXXXXX X",
    "XXXXXXX-XXXXXX--XXXOXOOOXXXXXOOOXXXOXOOOX--XXO----OOXO---O------ O",
    "X-XXXX-O-XXXXOOOOOXXOOOO-OXOXOOOXXOOOOOO-O-O-O-X---OO-O----O-O-O X",
    "---XX-----OOOOOO--OOOOXX--OXOO-X--OXXOOX-XOXXOXX--OXXXXXOOOXXOOO X",
    "X-X-OXOOXXXXXXO-XXXOXO--XXXOOX--XXXOXOXXX--OOOOO---O-XXO-------O X",
    "OOXXXXXXOXXXXOXXOOOOXOXXOOXXOOXXOOOOOO-X----O-------OX------O-X- X",
    "XXXO----XXOOOO--XXOOO---OOOOO---OOXXO----XXXXX--XXXXXXX-XXXXXX-X X",
    "OOOO---OOOOOXOO-XOOXOO--XOXOX---XOOXXX--XOXXX---XOOXX---XOOOX--- X",
    "--XXXOOO---XOOOOO-OOOOOOOOOOXOOOO-OOOXOO--X-OOXO-----OXX-------X X",
    "-------X---OO-X----OOX----OOOOOOOOOOXXO-XXXXOXO-XXXXXOO-XXXXXXOO X",
    "X--------X--X----XXXX--O-OOOOOOO-XOOOOOOXX-OXOOO--OOOOOO-OOOOOOO X",
    "--OOOXXX---O-XX-O-OOOX--OOXXOO--OOOXO-O--OOOOO----OOO-O-XXXXXX-O X",
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
    "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
    "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
    "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
    "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",
    "---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X",
    "-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O",
    "-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX- O",
];

struct Options {
    rounds: usize,
    depth: u32,
    threads: usize,
}

fn main() {
    let options = options();
    let chess: Vec<Chess> = CHESS.iter().map(|text| read(text)).collect();
    let depth = options.depth;
    run(&format!("chess, depth {depth}"), &chess, &options, |position, shared| {
        pvs(&Line::new(position.clone()), &position.evaluator(), &mut (), shared)
    });
    let othello: Vec<Othello> = OTHELLO.iter().map(|text| read(text)).collect();
    let options = Options { depth: u32::MAX, ..options };
    run("Othello, solved", &othello, &options, |position, shared| {
        solve(&Line::new(*position), &position.evaluator(), &mut (), shared)
    });
}

fn options() -> Options {
    let mut options = Options { rounds: 5, depth: 15, threads: 2 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse().ok()).expect("a number");
        match word.as_str() {
            // Cargo adds this.
            "--bench" => {}
            "--rounds" => options.rounds = number() as usize,
            "--depth" => options.depth = number(),
            "--threads" => options.threads = number() as usize,
            other => panic!("{other} is no option: --rounds, --depth, --threads"),
        }
    }
    options
}

fn read<G: Game>(text: &str) -> G {
    G::default().parse(text).expect("a position")
}

/// Says of each round what the threads took, and the medians of all.
fn run<G: Game>(
    name: &str,
    positions: &[G],
    options: &Options,
    search: impl Fn(&G, &Shared<'_>) -> Report<G::Move>,
) {
    let mut table = Table::new(128 << 20).expect("memory for the table");
    let mut one = |position: &G, threads: usize| -> (Duration, u64, Score) {
        table.clear();
        let limits = match options.depth {
            u32::MAX => Limits::default(),
            depth => Limits::depth(depth),
        };
        let report = search(position, &Shared { threads, ..Shared::new(limits, &table) });
        (report.stats.time, report.stats.nodes, report.value.score)
    };
    println!("{name}: {} positions, {} threads beside one", positions.len(), options.threads);
    let (mut times, mut counts) = (vec![], vec![]);
    for round in 1..=options.rounds {
        let (mut single, mut several) = ((0.0, 0), (0.0, 0));
        for position in positions {
            let (time, nodes, alone) = one(position, 1);
            single = (single.0 + time.as_secs_f64(), single.1 + nodes);
            let (time, nodes, together) = one(position, options.threads);
            several = (several.0 + time.as_secs_f64(), several.1 + nodes);
            let solved = options.depth == u32::MAX;
            assert!(!solved || alone == together, "a proven value depends on threads");
        }
        times.push(single.0 / several.0);
        counts.push(several.1 as f64 / single.1 as f64);
        println!(
            "  round {round}: {:.2} s, {:.2} s: {:.2} times as fast, {:.2} times the nodes",
            single.0,
            several.0,
            single.0 / several.0,
            several.1 as f64 / single.1 as f64
        );
    }
    println!("  median: {:.2} times as fast, {:.2} times the nodes", median(times), median(counts));
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}
