//! Playing strength for people: ten levels, from a beginner's to the engine's best.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use crate::error::{InputError, quote};
use crate::limits::{Limits, Stop};
use crate::random::{Random, mix};
use crate::score::{Bound, Score};
use crate::session::{Algorithm, Analysis, MoveLine, Plan, Session};

/// How strong to play: 1 to 10.
///
/// Levels below 10 look only a few plies ahead and misjudge what they see by a seeded error that
/// shrinks from level to level. They never overlook what they have seen to be decided: a win in
/// sight is played, and from level 2 on no move is that loses at once, if there is another. Level
/// 10 is the strongest search without any error.
///
/// ```
/// use outplay::Level;
/// assert_eq!(Level::new(3)?.number(), 3);
/// assert!(Level::new(11).is_err());
/// # Ok::<(), outplay::InputError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const WEAKEST: Level = Level(1);
    /// The strongest level: no error.
    pub const STRONGEST: Level = Level(10);

    /// The level of this number.
    ///
    /// # Errors
    /// If it is not from 1 to 10.
    pub fn new(number: u8) -> Result<Level, InputError> {
        match number {
            1..=10 => Ok(Level(number)),
            _ => Err(InputError::new(format!("there is no level {number}")).hint(LEVELS)),
        }
    }

    /// 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Plies it looks ahead, nodes it may visit, and its error as a multiple of the usual
    /// difference between two moves. Nodes rather than time, so that it plays the same everywhere.
    fn strength(self) -> (u32, u64, f64) {
        match self.0 {
            1 => (1, 5_000, 2.0),
            2 => (2, 50_000, 1.6),
            3 => (2, 50_000, 1.2),
            4 => (3, 100_000, 1.0),
            5 => (3, 100_000, 0.7),
            6 => (4, 150_000, 0.5),
            7 => (5, 200_000, 0.35),
            8 => (6, 250_000, 0.2),
            _ => (8, 300_000, 0.1),
        }
    }
}

const LEVELS: &str = "levels are 1 (weakest) to 10 (strongest)";

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Level, InputError> {
        let number = text
            .trim()
            .parse()
            .map_err(|_| InputError::new(format!("{} is not a level", quote(text))).hint(LEVELS))?;
        Level::new(number)
    }
}

/// A move chosen for a level of play.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move, in the game's notation.
    pub best: String,
    /// What the search behind it found. Its own best move may be another.
    pub analysis: Analysis,
}

/// Level 10 thinks so long about a position it can't solve, first by solving, then by search.
const SOLVING_TIME: Duration = Duration::from_millis(200);
const THINKING_TIME: Duration = Duration::from_millis(800);
/// Bytes of the table that the levels below 10 search with: they see few nodes.
const SMALL_TABLE: usize = 4 << 20;
/// Nodes to see whether a move loses at once.
const NODES_FOR_REPLIES: u64 = 20_000;

/// Chooses a move as a player of this level would.
///
/// Below level 10 the choice is the same for the same position, history and seed, on any machine,
/// and the session's table is left alone. Level 10 takes up to a second, less where the position
/// is solved. Of the plan the seed, the threads and the hash size count, a limit on the time at
/// every level, and limits on depth and nodes at level 10; raising `stop` ends it sooner, with a
/// legal move.
///
/// # Errors
/// If the game is over, or the session can't follow the plan.
pub fn choose(
    session: &mut dyn Session,
    level: Level,
    plan: &Plan,
    stop: &Stop,
) -> Result<Choice, InputError> {
    if session.outcome().is_some() {
        return Err(InputError::new("there is no move to choose").hint("the game is over"));
    }
    let analysis = if level == Level::STRONGEST {
        think(session, plan, stop)?
    } else {
        glance(session, level, plan, stop)?
    };
    let wanted = if level == Level::STRONGEST {
        analysis.best.clone()
    } else {
        misjudge(session, level, plan, stop, &analysis)?
    };
    // A search always has a move; the first legal one is no worse than none.
    let best = wanted.or_else(|| session.legal().into_iter().next());
    let best = best.ok_or_else(|| InputError::new("this position has no legal move"))?;
    Ok(Choice { best, analysis })
}

/// The strongest search.
fn think(session: &mut dyn Session, plan: &Plan, stop: &Stop) -> Result<Analysis, InputError> {
    let unlimited = plan.limits == Limits::default();
    let limits = if unlimited { Limits::time(THINKING_TIME) } else { plan.limits };
    let plan = Plan { limits, algorithm: Algorithm::Pvs, ..plan.clone() };
    let time = limits.time.map_or(SOLVING_TIME, |time| SOLVING_TIME.min(time / 5));
    let solving = Limits { time: Some(time), ..limits };
    let solving = Plan { algorithm: Algorithm::Solve, limits: solving, ..plan.clone() };
    // In a fork, so that the session's table keeps what earlier searches found.
    let solved = session.fork().search(&solving, stop, &mut |_| {})?;
    if solved.theory.is_some() || (solved.score.proven && solved.score.bound == Bound::Exact) {
        return Ok(solved);
    }
    let time = limits.time.map(|whole| whole - time);
    let limits = Limits { time, ..limits };
    session.search(&Plan { limits, ..plan }, stop, &mut |_| {})
}

/// A short look at every move.
fn glance(
    session: &dyn Session,
    level: Level,
    plan: &Plan,
    stop: &Stop,
) -> Result<Analysis, InputError> {
    let (depth, nodes, _) = level.strength();
    let plan = Plan {
        limits: Limits { depth: Some(depth), nodes: Some(nodes), ..without_depth(plan) },
        hash_bytes: SMALL_TABLE,
        lines: usize::MAX,
        seed: plan.seed,
        only: plan.only.clone(),
        ..Plan::default()
    };
    // In a fork: what the session's table holds must not matter.
    session.fork().search(&plan, stop, &mut |_| {})
}

/// How the plan limits the time.
fn without_depth(plan: &Plan) -> Limits {
    Limits { depth: None, nodes: None, ..plan.limits }
}

/// The move that looks best when all are misjudged a little.
fn misjudge(
    session: &dyn Session,
    level: Level,
    plan: &Plan,
    stop: &Stop,
    analysis: &Analysis,
) -> Result<Option<String>, InputError> {
    let exact = |line: &&MoveLine| line.score.bound == Bound::Exact;
    let lines: Vec<&MoveLine> = analysis.lines.iter().filter(exact).collect();
    let decided = lines.iter().any(|line| wins(line)) || lines.iter().all(|line| loses(line));
    if decided {
        return Ok(analysis.best.clone());
    }
    let open: Vec<&MoveLine> = lines.into_iter().filter(|line| !loses(line)).collect();
    let (.., error) = level.strength();
    let error = error * usual_difference(&open);
    let place = mix(session.key()) ^ session.history().len() as u64;
    let mut random = Random::new(plan.seed ^ mix(place));
    let mut judged: Vec<(f64, u64, &MoveLine)> = open
        .into_iter()
        .map(|line| {
            // The sum of two numbers: small errors are more frequent than large ones.
            let noise = random.unit() + random.unit() - 1.0;
            let seen = line.score.score.units() + error * noise;
            (seen, random.next_u64(), line)
        })
        .collect();
    judged.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    // From level 2 on two plies are seen, unless there were too many moves to look at.
    let checked = level > Level::WEAKEST && analysis.depth < 2 && !stop.is_raised();
    for (.., line) in judged {
        if !checked || !loses_at_once(session, &line.best, stop)? {
            return Ok(Some(line.best.clone()));
        }
    }
    Ok(analysis.best.clone())
}

fn wins(line: &MoveLine) -> bool {
    line.score.score.is_decided() && line.score.score > Score::DRAW
}

fn loses(line: &MoveLine) -> bool {
    line.score.score.is_decided() && line.score.score < Score::DRAW
}

/// How much worse than the best a move is on average, in units: games count in different ones.
fn usual_difference(lines: &[&MoveLine]) -> f64 {
    let units = |line: &&MoveLine| line.score.score.units();
    let best = lines.iter().map(units).fold(f64::NEG_INFINITY, f64::max);
    let differences: f64 = lines.iter().map(|line| best - units(line)).sum();
    differences / lines.len().max(1) as f64
}

/// Whether the opponent wins with the very next move.
fn loses_at_once(session: &dyn Session, best: &str, stop: &Stop) -> Result<bool, InputError> {
    let mut after = session.fork();
    after.play(best)?;
    if after.turn().is_none() || after.turn() == session.turn() {
        return Ok(false);
    }
    let plan = Plan {
        algorithm: Algorithm::AlphaBeta,
        limits: Limits { depth: Some(1), nodes: Some(NODES_FOR_REPLIES), ..Limits::default() },
        ..Plan::default()
    };
    let reply = after.search(&plan, stop, &mut |_| {})?;
    Ok(reply.score.score == Score::win_in(1) && reply.score.bound != Bound::Upper)
}
