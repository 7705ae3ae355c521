//! Connect Four positions solved exactly, each with an empty table: right or wrong, positions
//! searched, and time. Without arguments a few known ones; with a folder, every set in it.
//!
//!     cargo bench -p outplay-games --bench connect4 -- [FOLDER] [--hash MIB] [--positions N]
//!
//! A set is a text file with a position a line: the columns played (`-` for none) and the score,
//! as Pascal Pons counts it: for a win, 22 less the winner's discs at the end; for a loss the
//! negative; 0 for a draw. His six sets are at <http://blog.gamesolver.org>.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

mod shared;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io};

use outplay::{Game, Limits, Line, Report, Score, Shared, Table, solve};
use outplay_games::connect4::{Column, Connect4};

/// Small positions with their scores, easy ones first.
const KNOWN: &str = "\
24651541716752717557752233621662146 2
3575316255751336464276636772271112 -3
753776461373521661217257661445 -5
5554224333234511764415115 4
2531276566711153 2
32164625 11
2416615552 4
";

struct Options {
    folder: Option<PathBuf>,
    hash_mib: usize,
    positions: usize,
}

fn main() -> io::Result<()> {
    let options = options();
    let mut table = Table::new(options.hash_mib << 20).expect("memory for the table");
    println!(
        "{:<36} {:>9} {:>6} {:>14} {:>14} {:>8}",
        "set", "positions", "wrong", "mean nodes", "mean µs", "M/s"
    );
    let Some(folder) = &options.folder else {
        run("known positions", KNOWN, &options, &mut table);
        return Ok(());
    };
    let mut files: Vec<_> =
        fs::read_dir(folder)?.map(|file| Ok(file?.path())).collect::<io::Result<_>>()?;
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|kind| kind == "txt")) {
        run(&name(file), &fs::read_to_string(file)?, &options, &mut table);
    }
    Ok(())
}

fn options() -> Options {
    let mut options = Options { folder: None, hash_mib: 64, positions: usize::MAX };
    let folders = shared::options("FOLDER, --hash MIB, --positions N", |name, number| {
        match name {
            "--hash" => options.hash_mib = number as usize,
            "--positions" => options.positions = number as usize,
            _ => return false,
        }
        true
    });
    options.folder = folders.into_iter().next_back().map(Into::into);
    options
}

fn name(file: &Path) -> String {
    file.file_stem().map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

/// Solves the positions of a set, and says in a line what it took.
fn run(name: &str, set: &str, options: &Options, table: &mut Table) {
    let (mut positions, mut wrong, mut nodes, mut time) = (0u32, 0u32, 0, Duration::ZERO);
    let lines = set.lines().filter_map(read).take(options.positions);
    for (moves, score) in lines {
        let start = Connect4::default();
        let position = if moves == "-" { start } else { start.parse(moves).expect("a position") };
        table.clear();
        let started = Instant::now();
        let report = solved(&position, table);
        time += started.elapsed();
        nodes += report.stats.nodes;
        positions += 1;
        let played = if moves == "-" { 0 } else { moves.len() as i32 };
        if report.value.score != value(score, played) || !report.value.proven {
            wrong += 1;
            println!("{moves}: {} instead of {}", report.value, value(score, played));
        }
    }
    if positions == 0 {
        return;
    }
    let mean = |total: f64| total / f64::from(positions);
    println!(
        "{name:<36} {positions:>9} {wrong:>6} {:>14.1} {:>14.1} {:>8.2}",
        mean(nodes as f64),
        mean(time.as_secs_f64() * 1e6),
        nodes as f64 / time.as_secs_f64() / 1e6
    );
}

fn solved(position: &Connect4, table: &Table) -> Report<Column> {
    let shared = Shared::new(Limits::default(), table);
    solve(&Line::new(position.clone()), &position.evaluator(), &mut (), &shared)
}

/// The columns played and the score; other lines say something else.
fn read(line: &str) -> Option<(&str, i32)> {
    let mut words = line.split_whitespace();
    let moves = words.next().filter(|&moves| moves == "-" || moves.parse::<u128>().is_ok())?;
    Some((moves, words.next()?.parse().ok()?))
}

/// What a set's score means after so many discs.
fn value(score: i32, played: i32) -> Score {
    let left = |own: i32| (22 - score.abs() - own) as u32;
    match score {
        0 => Score::DRAW,
        1.. => Score::win_in(2 * left(played / 2) - 1),
        _ => Score::loss_in(2 * left((played + 1) / 2)),
    }
}
