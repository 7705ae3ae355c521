//! What searches are made of, one by one: moves listed, played and taken back, positions evaluated,
//! the table asked and filled, moves put in order; and a whole small search of each kind.
//!
//!     cargo bench -p outplay-games --bench micro -- [PART OF A NAME]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use outplay::{
    Evaluator, Features, Game, Limits, Line, Position, Random, Report, Shared, Table, measure, mix,
};
use outplay_games::chess::Chess;
use outplay_games::connect4::Connect4;
use outplay_games::gomoku::Gomoku;
use outplay_games::kalah::Kalah;
use outplay_games::mnk::Mnk;
use outplay_games::othello::Othello;
use outplay_games::xiangqi::Xiangqi;

fn main() {
    divan::main();
}

/// Unfinished positions of random games, the same ones every time.
fn positions<G: Game>() -> Vec<G> {
    let (mut random, mut found) = (Random::new(1), vec![]);
    while found.len() < 256 {
        let mut position = G::default();
        for _ in 0..8 + random.below(12) {
            let moves = moves(&position);
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
        if !moves(&position).is_empty() && position.outcome().is_none() {
            found.push(position);
        }
    }
    found
}

fn moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = vec![];
    position.moves(&mut moves);
    moves
}

#[divan::bench(types = [Mnk<u64>, Connect4, Kalah, Othello, Gomoku, Chess, Xiangqi])]
fn list<G: Game>(bencher: Bencher<'_, '_>) {
    let (positions, mut out) = (positions::<G>(), vec![]);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in &positions {
            out.clear();
            position.moves(&mut out);
            black_box(&out);
        }
    });
}

#[divan::bench(types = [Mnk<u64>, Connect4, Kalah, Othello, Gomoku, Chess, Xiangqi])]
fn play_and_undo<G: Game>(bencher: Bencher<'_, '_>) {
    let mut positions: Vec<_> = positions::<G>().into_iter().map(|p| (moves(&p), p)).collect();
    let count: usize = positions.iter().map(|(moves, _)| moves.len()).sum();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        for (moves, position) in &mut positions {
            for &m in &*moves {
                let undo = position.play(m);
                black_box(&*position);
                position.undo(m, undo);
            }
        }
    });
}

#[divan::bench(types = [Mnk<u64>, Connect4, Kalah, Othello, Gomoku, Chess, Xiangqi])]
fn evaluate<G: Game>(bencher: Bencher<'_, '_>) {
    let positions = positions::<G>();
    let mut judged: Vec<_> = positions.iter().map(|p| (p, p.evaluator())).collect();
    for (position, evaluator) in &mut judged {
        evaluator.reset(position);
    }
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for (position, evaluator) in &mut judged {
            black_box(evaluator.evaluate(position));
        }
    });
}

#[divan::bench(types = [Mnk<u64>, Connect4, Kalah, Othello, Gomoku, Chess, Xiangqi])]
fn rank<G: Game>(bencher: Bencher<'_, '_>) {
    let positions: Vec<_> = positions::<G>().into_iter().map(|p| (moves(&p), p)).collect();
    let judged: Vec<_> = positions.iter().map(|(moves, p)| (moves, p, p.evaluator())).collect();
    let count: usize = positions.iter().map(|(moves, _)| moves.len()).sum();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        for (moves, position, evaluator) in &judged {
            for &m in *moves {
                black_box(evaluator.rank(position, m));
            }
        }
    });
}

/// Keys that the table knows, or not; in the cache of the processor, or not.
const SIZES: [usize; 2] = [1 << 18, 1 << 26];

fn keys(seed: u64) -> Vec<u64> {
    (0..1 << 14).map(|number| mix(seed << 32 | number)).collect()
}

#[divan::bench(args = SIZES)]
fn table_store(bencher: Bencher<'_, '_>, bytes: usize) {
    let (table, keys) = (Table::new(bytes).expect("memory"), keys(1));
    bencher.counter(ItemsCount::new(keys.len())).bench_local(|| measure::store(&table, &keys));
}

#[divan::bench(args = SIZES)]
fn table_probe_known(bencher: Bencher<'_, '_>, bytes: usize) {
    let (table, keys) = (Table::new(bytes).expect("memory"), keys(1));
    measure::store(&table, &keys);
    bencher.counter(ItemsCount::new(keys.len())).bench_local(|| measure::probe(&table, &keys));
}

#[divan::bench(args = SIZES)]
fn table_probe_unknown(bencher: Bencher<'_, '_>, bytes: usize) {
    let (table, keys, others) = (Table::new(bytes).expect("memory"), keys(1), keys(2));
    measure::store(&table, &keys);
    bencher.counter(ItemsCount::new(others.len())).bench_local(|| measure::probe(&table, &others));
}

/// Sort keys of as many moves.
fn ranks(count: usize) -> Vec<i64> {
    let mut random = Random::new(count as u64);
    (0..count).map(|_| random.below(1 << 20) as i64).collect()
}

#[divan::bench(args = [7, 35, 220])]
fn order_pick_three(bencher: Bencher<'_, '_>, count: usize) {
    let ranks = ranks(count);
    bencher.bench_local(|| measure::pick(black_box(&ranks), 3));
}

#[divan::bench(args = [7, 35, 220])]
fn order_sort(bencher: Bencher<'_, '_>, count: usize) {
    let ranks = ranks(count);
    bencher.bench_local(|| measure::sort(black_box(&ranks)));
}

/// The searches, with as many nodes as each gets.
const SEARCHES: [&str; 6] =
    ["minimax", "alphabeta", "alphabeta-table", "mtdf", "pvs", "pvs, nothing guessed"];
const NODES: u64 = 20_000;

#[divan::bench(args = SEARCHES, types = [Connect4, Othello, Gomoku, Chess], sample_count = 20)]
fn search<G: Game>(bencher: Bencher<'_, '_>, name: &str) {
    let start = G::default();
    let (line, evaluator) = (&Line::new(start.clone()), &start.evaluator());
    let run = |table: &Table| -> Report<G::Move> {
        let shared = &Shared::new(Limits::nodes(NODES), table);
        match name {
            "minimax" => outplay::minimax(line, evaluator, &mut (), shared),
            "alphabeta" => outplay::alphabeta(line, evaluator, &mut (), shared),
            "alphabeta-table" => outplay::alphabeta_table(line, evaluator, &mut (), shared),
            "mtdf" => outplay::mtdf(line, evaluator, &mut (), shared),
            "pvs" => outplay::pvs(line, evaluator, &mut (), shared),
            _ => outplay::pvs_with(Features::EXACT, line, evaluator, &mut (), shared),
        }
    };
    let table = || Table::new(1 << 20).expect("memory");
    bencher.counter(ItemsCount::new(NODES)).with_inputs(table).bench_local_refs(|table| run(table));
}

/// The exact solver on a game that it solves in a moment.
#[divan::bench(sample_count = 20)]
fn solve_connect4(bencher: Bencher<'_, '_>) {
    let start = Connect4::default().parse("2416615552").expect("a position");
    let (line, evaluator) = (&Line::new(start.clone()), &start.evaluator());
    let run = |table: &Table| {
        let shared = &Shared::new(Limits::nodes(NODES), table);
        outplay::solve(line, evaluator, &mut (), shared)
    };
    let table = || Table::new(1 << 20).expect("memory");
    bencher.counter(ItemsCount::new(NODES)).with_inputs(table).bench_local_refs(|table| run(table));
}
