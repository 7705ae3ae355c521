//! What a second thread gains: chess positions to a fixed depth, and Othello endings solved, each with
//! one thread and with two, in turn and with an empty table each. A round's figure is the ratio of
//! the sums.
//!
//!     cargo bench -p outplay-games --bench threads -- [--rounds N] [--depth N] [--threads N]
//!
//! What two threads find first depends on chance, and so do node counts and times: the median of
//! several rounds counts, on an otherwise idle machine.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

mod shared;

use std::time::Duration;

use outplay::{Game, Limits, Line, MAX_THREADS, Report, Score, Shared, Table, pvs, solve};
use outplay_games::chess::Chess;
use outplay_games::othello::Othello;

use shared::MIDDLE_GAMES;

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
    let chess: Vec<Chess> = MIDDLE_GAMES.iter().map(|text| read(text)).collect();
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
    shared::options("--rounds N, --depth N, --threads N", |name, number| {
        match name {
            "--rounds" => options.rounds = (number as usize).max(1),
            "--depth" => options.depth = number as u32,
            "--threads" => options.threads = (number as usize).clamp(1, MAX_THREADS),
            _ => return false,
        }
        true
    });
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
    let middle = &figures[(figures.len() - 1) / 2..=figures.len() / 2];
    middle.iter().sum::<f64>() / middle.len() as f64
}
