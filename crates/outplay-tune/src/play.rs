//! Games of the engine against itself.
//!
//! Each game is made from the seed and its number alone, so that the file does not depend on the
//! number of threads, and can be continued after it was interrupted.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use outplay::{Limits, Line, Outcome, Random, Score, Shared, Stop, Table, mix, pvs};
use outplay_games::tuning::Sampled;

use crate::data::{Played, Points, Recipe, Sample};

/// The table of a game. A small search needs no more.
const TABLE_BYTES: usize = 1 << 20;
/// An opening is thrown away if one side is ahead by more than that, in hundredths.
const LOPSIDED: i32 = 150;
/// The game is given up after so many plies with such a lead for the same side.
const HOPELESS: i32 = 1000;
const HOPELESS_PLIES: u32 = 4;
/// A late game is called a draw after so many plies with a smaller lead than this.
const LEVEL: i32 = 10;
const LEVEL_PLIES: u32 = 12;
const LATE: usize = 80;
/// Longer games are draws.
const LONGEST: usize = 300;

/// Plays the games from number `next` to number `last`, and gives them to `done` in order. Ends
/// early if `stop` is raised; games that are not finished then are lost.
///
/// # Errors
/// Those of `done`; no game is played after one.
pub fn play<G: Sampled>(
    recipe: &Recipe,
    (next, last): (u64, u64),
    threads: usize,
    stop: &Stop,
    mut done: impl FnMut(Played) -> Result<()>,
) -> Result<()> {
    let counter = AtomicU64::new(next);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, counter) = (sender.clone(), &counter);
            scope.spawn(move || {
                while !stop.is_raised() {
                    let number = counter.fetch_add(1, Ordering::Relaxed);
                    if number > last {
                        break;
                    }
                    let Some(game) = game::<G>(recipe, number, stop) else { break };
                    if sender.send(game).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut next) = (BTreeMap::new(), next);
        for game in receiver {
            waiting.insert(game.number, game);
            while let Some(game) = waiting.remove(&next) {
                if let Err(error) = done(game) {
                    stop.raise();
                    return Err(error);
                }
                next += 1;
            }
        }
        Ok(())
    })
}

/// Plays a game. `None` if it was stopped.
pub fn game<G: Sampled>(recipe: &Recipe, number: u64, stop: &Stop) -> Option<Played> {
    let mut random = Random::new(mix(recipe.seed ^ mix(number)));
    let table = Table::new(TABLE_BYTES).unwrap_or_else(|_| Table::none());
    let mut shared = Shared::new(Limits::nodes(recipe.nodes), &table);
    shared.stop = stop.clone();
    let mut line = opening::<G>(&mut random, &shared)?;
    let (mut samples, mut verdict) = (vec![], Verdict::default());
    let outcome = loop {
        if let Some(outcome) = line.outcome().or_else(|| line.claim()) {
            break outcome;
        }
        let report = pvs(&line, &line.position().evaluator(), &mut (), &shared);
        if stop.is_raised() {
            return None;
        }
        let (Some(best), score) = (report.best, report.value.score) else { break Outcome::Draw };
        let position = line.position();
        if let Some(outcome) = verdict.after(position, score) {
            break outcome;
        }
        if !score.is_decided() && position.is_quiet(best) {
            samples.push(Sample { score: score.hundredths(), position: position.to_string() });
        }
        line.play(best);
    };
    Some(Played { number, points: Points::new(outcome), samples })
}

/// Random moves to a position that is not lopsided. `None` if it was stopped.
fn opening<G: Sampled>(random: &mut Random, shared: &Shared<'_>) -> Option<Line<G>> {
    loop {
        let mut line = Line::new(G::start());
        let plies = G::RANDOM_PLIES + random.below(2);
        let mut moves = vec![];
        for _ in 0..plies {
            moves.clear();
            line.moves(&mut moves);
            moves.retain(|&m| line.position().may_open(m));
            if moves.is_empty() {
                break;
            }
            line.play(moves[random.below(moves.len())]);
        }
        if line.outcome().is_some() {
            continue;
        }
        let score = pvs(&line, &line.position().evaluator(), &mut (), shared).value.score;
        if shared.stop.is_raised() {
            return None;
        }
        if !score.is_decided() && score.hundredths().abs() <= LOPSIDED {
            return Some(line);
        }
    }
}

/// Ends games whose end is clear.
#[derive(Default)]
struct Verdict {
    plies: usize,
    /// Who is far ahead, and for how many plies.
    leader: Option<outplay::Player>,
    led: u32,
    level: u32,
}

impl Verdict {
    /// What the game is called after a search with this score for the side to move.
    fn after<G: Sampled>(&mut self, position: &G, score: Score) -> Option<Outcome> {
        self.plies += 1;
        let lead = score.hundredths();
        let leader = match lead {
            HOPELESS.. => Some(position.turn()),
            _ if lead <= -HOPELESS => Some(!position.turn()),
            _ => None,
        };
        self.led = if leader.is_some() && leader == self.leader { self.led + 1 } else { 1 };
        self.leader = leader;
        self.level = if lead.abs() < LEVEL { self.level + 1 } else { 0 };
        if let Some(leader) = leader.filter(|_| self.led >= HOPELESS_PLIES) {
            return Some(Outcome::Win(leader));
        }
        let level = self.plies >= LATE && self.level >= LEVEL_PLIES;
        (level || self.plies >= LONGEST).then_some(Outcome::Draw)
    }
}
