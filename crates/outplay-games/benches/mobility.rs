//! Othello games between `pvs` with the trained patterns and an alpha-beta search that counts mobility
//! only, at the same time a move: games in pairs, colours exchanged, from random openings of eight
//! plies that a short search calls level.
//!
//!     cargo bench -p outplay-games --bench mobility -- [--games N] [--millis N] [--at-once N]

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

mod shared;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use outplay::{
    Game, Limits, Line, Outcome, Player, Position, Random, Shared, Table, alphabeta_table, pvs,
};
use outplay_games::othello::Othello;

const OPENING: u32 = 8;
/// An opening may be so many discs from level, as a search of so many nodes sees it.
const LEVEL: f64 = 2.0;
const OPENING_NODES: u64 = 50_000;
const TABLE_BYTES: usize = 64 << 20;

struct Options {
    games: u64,
    time: Duration,
    at_once: u64,
}

/// Games won, drawn and lost by `pvs`.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
}

fn main() {
    let options = options();
    let (next, tally) = (AtomicU64::new(0), Mutex::new(Tally::default()));
    std::thread::scope(|scope| {
        for _ in 0..options.at_once {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= options.games {
                        break;
                    }
                    let side = if game % 2 == 0 { Player::First } else { Player::Second };
                    let outcome = play(game / 2, side, options.time);
                    let mut tally = tally.lock().expect("nobody panics");
                    match outcome {
                        Outcome::Win(winner) if winner == side => tally.won += 1,
                        Outcome::Win(_) => tally.lost += 1,
                        Outcome::Draw => tally.drawn += 1,
                    }
                    let Tally { won, drawn, lost } = *tally;
                    println!("{} games: {won} won, {drawn} drawn, {lost} lost", won + drawn + lost);
                }
            });
        }
    });
}

fn options() -> Options {
    let mut options = Options { games: 100, time: Duration::from_secs(1), at_once: 1 };
    shared::options("--games N, --millis N, --at-once N", |name, number| {
        match name {
            "--games" => options.games = number,
            "--millis" => options.time = Duration::from_millis(number),
            "--at-once" => options.at_once = number,
            _ => return false,
        }
        true
    });
    options
}

/// How many more moves the side to move has.
fn mobility(position: &Othello) -> i32 {
    let (own, other) = (position.discs(position.turn()), position.discs(!position.turn()));
    moves(own, other).count_ones() as i32 - moves(other, own).count_ones() as i32
}

/// The squares where `own` turns discs of `other`.
fn moves(own: u64, other: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let steps: [fn(u64) -> u64; 8] = [
        |b| (b << 1) & NOT_A,
        |b| (b >> 1) & NOT_H,
        |b| b << 8,
        |b| b >> 8,
        |b| (b << 9) & NOT_A,
        |b| (b >> 9) & NOT_H,
        |b| (b << 7) & NOT_H,
        |b| (b >> 7) & NOT_A,
    ];
    let along = |step: fn(u64) -> u64| {
        let mut run = step(own) & other;
        for _ in 0..5 {
            run |= step(run) & other;
        }
        step(run)
    };
    steps.into_iter().map(along).fold(0, |all, ends| all | ends) & !(own | other)
}

/// A level position after random moves.
fn opening(seed: u64) -> Othello {
    let mut random = Random::new(seed);
    loop {
        let mut position = Othello::default();
        for _ in 0..OPENING {
            let mut legal = vec![];
            position.moves(&mut legal);
            position.play(legal[random.below(legal.len())]);
        }
        let table = Table::new(1 << 20).expect("memory for the table");
        let shared = Shared::new(Limits::nodes(OPENING_NODES), &table);
        let line = Line::new(position);
        let value = pvs(&line, &position.evaluator(), &mut (), &shared).value;
        if value.score.units().abs() <= LEVEL {
            return position;
        }
    }
}

/// One game, `pvs` on this side.
fn play(seed: u64, side: Player, time: Duration) -> Outcome {
    let table = || Table::new(TABLE_BYTES).expect("memory for the table");
    let tables = [table(), table()];
    let mut position = opening(seed);
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        let limits = Limits::time(time);
        let line = Line::new(position);
        let m = if position.turn() == side {
            let shared = Shared::new(limits, &tables[0]);
            pvs(&line, &position.evaluator(), &mut (), &shared).best.expect("a move")
        } else {
            let shared = Shared::new(limits, &tables[1]);
            alphabeta_table(&line, &mobility, &mut (), &shared).best.expect("a move")
        };
        position.play(m);
    }
}
