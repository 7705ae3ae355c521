//! How fast the rules of the great games are: counts of positions, moves made and taken back,
//! random games. Chess stands beside the crate that generates its moves.
//!
//!     cargo bench -p outplay-games --bench rules

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use core::time::Duration;
use std::time::Instant;

use cozy_chess::Board;
use outplay::{Game, Params, Position, Random, Stop, perft};
use outplay_games::chess::Chess;
use outplay_games::go::Go;
use outplay_games::gomoku::Gomoku;
use outplay_games::othello::Othello;
use outplay_games::xiangqi::Xiangqi;

const ROUNDS: usize = 7;
/// Two that are nearly equal, on a machine that others use too.
const PAIRED_ROUNDS: usize = 60;

fn main() {
    chess("the start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5);
    chess("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4);
    count("othello", &Othello::default(), 10);
    count("xiangqi", &Xiangqi::default(), 4);
    count("gomoku", &Gomoku::default(), 3);
    count("go", &Go::default(), 3);
    gomoku("");
    gomoku("rule=renju");
    go("size=9", 20_000);
    go("size=19", 3_000);
}

/// The shortest of several times, and what was counted.
fn fastest(mut work: impl FnMut() -> u64) -> (Duration, u64) {
    let mut best = (Duration::MAX, 0);
    for _ in 0..ROUNDS {
        let started = Instant::now();
        let count = work();
        best = best.min((started.elapsed(), count));
    }
    best
}

fn rate(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64() / 1e6
}

fn nodes_of<P: Position>(start: &P, depth: u32) -> u64 {
    perft(start, depth, &Stop::new()).map_or(0, |count| count.nodes)
}

fn leaves<P: Position>(start: &P, depth: u32) -> u64 {
    perft(start, depth, &Stop::new()).map_or(0, |count| count.nodes + count.finished)
}

fn count<P: Position>(name: &str, start: &P, depth: u32) {
    let (time, nodes) = fastest(|| leaves(start, depth));
    println!("{name}: perft {depth}, {nodes} leaves, {:.1} million a second", rate(nodes, time));
}

/// The crate's own count, with the last ply counted and not played, as ours.
fn crate_alone(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for m in moves {
            let mut after = board.clone();
            after.play_unchecked(m);
            nodes += crate_alone(&after, depth - 1);
        }
        false
    });
    nodes
}

fn chess(name: &str, fen: &str, depth: u32) {
    let ours = Chess::default().parse(fen).unwrap_or_default();
    let theirs: Board = fen.parse().unwrap_or_default();
    let mut times = [Duration::MAX; 2];
    let mut nodes = [0; 2];
    for _ in 0..PAIRED_ROUNDS {
        let works: [&dyn Fn() -> u64; 2] =
            [&|| nodes_of(&ours, depth), &|| crate_alone(&theirs, depth)];
        for (at, work) in works.into_iter().enumerate() {
            let started = Instant::now();
            nodes[at] = work();
            times[at] = times[at].min(started.elapsed());
        }
    }
    assert_eq!(nodes[0], nodes[1], "the counts differ");
    println!(
        "chess, {name}: perft {depth}, {} nodes, {:.1} million a second, the crate alone {:.1}: {:.3} of \
         its time",
        nodes[0],
        rate(nodes[0], times[0]),
        rate(nodes[1], times[1]),
        times[0].as_secs_f64() / times[1].as_secs_f64(),
    );
}

fn with<G: Game>(settings: &str) -> G {
    let mut params = Params::defaults(&G::INFO);
    let _ = params.set(&G::INFO, settings);
    G::new(&params).unwrap_or_default()
}

/// Moves played and taken back in a crowded position, line shapes and all.
fn gomoku(settings: &str) {
    const PAIRS: u64 = 400_000;
    let mut position: Gomoku = with(settings);
    let mut random = Random::new(1);
    let mut moves = vec![];
    for _ in 0..40 {
        moves.clear();
        position.moves(&mut moves);
        let m = moves[random.below(moves.len())];
        let undo = position.play(m);
        if position.outcome().is_some() {
            position.undo(m, undo);
        }
    }
    moves.clear();
    position.moves(&mut moves);
    let (time, pairs) = fastest(|| {
        for at in 0..PAIRS as usize {
            let m = moves[at % moves.len()];
            let undo = position.play(m);
            position.undo(m, undo);
        }
        PAIRS
    });
    println!("gomoku({settings}): {:.2} million moves made and undone a second", rate(pairs, time));
}

fn go(settings: &str, games: u32) {
    let start: Go = with(settings);
    let (time, moves) = fastest(|| start.play_outs(games, &mut Random::new(1)).1);
    println!(
        "go({settings}): {:.0} random games a second, {:.0} moves each",
        f64::from(games) / time.as_secs_f64(),
        moves as f64 / f64::from(games),
    );
}
