//! Openings of random moves that leave the game open.

use std::collections::HashSet;

use outplay::{InputError, Limits, Plan, Random, Session, Stop};

use super::Opening;

/// Makes openings of random moves, each a different position, none clearly better for a side.
pub struct RandomPlies {
    board: Box<dyn Session>,
    plies: usize,
    random: Random,
    /// How far from equal a position may be, in units.
    bound: f64,
    /// The bound was given: what lies beyond it is not used.
    strict: bool,
    seen: HashSet<u64>,
    /// Positions beyond the bound, kept in case there are no others.
    unequal: Vec<Opening>,
    /// The same where somebody wins.
    decided: Vec<Opening>,
    given: u64,
    /// Walks that came to the end of the game, and others.
    ended: u64,
    open: u64,
}

/// Positions that are looked at to find how far from equal they usually are.
const SAMPLE: usize = 64;
/// Tries to find another position.
const TRIES: usize = 500;
/// A shallow search.
const DEPTH: u32 = 4;
const NODES: u64 = 2_000;
/// Its table.
const HASH: usize = 1 << 20;

/// What a random position is worth.
enum Worth {
    /// The search found somebody who wins.
    Decided,
    /// So many units from equal.
    Estimate(f64),
}

impl RandomPlies {
    /// Openings of so many plies from the start of the board's game. Positions that a shallow
    /// search finds `bound` units or more from equal are left out; without a bound the worse half is
    /// used only if there are no others.
    pub fn new(board: &dyn Session, plies: usize, seed: u64, bound: Option<f64>) -> RandomPlies {
        let mut board = board.fork();
        board.reset();
        let mut made = RandomPlies {
            board,
            plies,
            random: Random::new(seed),
            bound: f64::INFINITY,
            strict: bound.is_some(),
            seen: HashSet::new(),
            unequal: vec![],
            decided: vec![],
            given: 0,
            ended: 0,
            open: 0,
        };
        made.bound = bound.unwrap_or_else(|| made.usual());
        made
    }

    /// The middle of how far from equal positions are, a little above so that equal ones are in.
    fn usual(&mut self) -> f64 {
        let mut found: Vec<f64> = (0..SAMPLE)
            .filter_map(|_| {
                self.walk()?;
                match self.worth() {
                    Worth::Estimate(units) => Some(units),
                    Worth::Decided => None,
                }
            })
            .collect();
        found.sort_by(f64::total_cmp);
        found.get(found.len() / 2).map_or(f64::INFINITY, |middle| middle + 0.005)
    }

    /// The next opening; `None` if no other is found.
    pub(super) fn next(&mut self) -> Option<Opening> {
        for _ in 0..TRIES {
            let Some(opening) = self.walk() else { continue };
            if !self.seen.insert(self.board.key()) {
                continue;
            }
            match self.worth() {
                Worth::Estimate(units) if units < self.bound => {
                    self.given += 1;
                    return Some(opening);
                }
                Worth::Estimate(_) => self.unequal.push(opening),
                Worth::Decided => self.decided.push(opening),
            }
            // In small games all positions are decided.
            if self.given == 0 && self.decided.len() >= TRIES / 5 {
                break;
            }
        }
        // Better than the same game twice: each side plays it once.
        if self.strict { None } else { self.unequal.pop().or_else(|| self.decided.pop()) }
    }

    /// That there is no opening.
    pub(super) fn none(&self) -> InputError {
        let plies = match self.plies {
            1 => "1 random ply".to_owned(),
            plies => format!("{plies} random plies"),
        };
        match (self.open, self.strict) {
            (0, _) => InputError::new(format!("no game is open after {plies}"))
                .hint("try fewer --random-plies"),
            (_, true) => InputError::new(format!("no balanced opening after {plies}"))
                .hint("try fewer --random-plies or a larger --balance"),
            (_, false) => InputError::new(format!("no opening after {plies}"))
                .hint("try fewer --random-plies"),
        }
    }

    /// Whether most walks came to the end of the game.
    pub(super) fn are_long(&self) -> bool {
        self.ended > self.open
    }

    /// Plays random moves on the board; `None` if the game ends.
    fn walk(&mut self) -> Option<Opening> {
        let opening = self.stroll();
        let count = if opening.is_some() { &mut self.open } else { &mut self.ended };
        *count += 1;
        opening
    }

    fn stroll(&mut self) -> Option<Opening> {
        self.board.reset();
        let mut moves = vec![];
        for _ in 0..self.plies {
            let legal = self.board.legal();
            let text = legal.get(self.random.below(legal.len()))?;
            moves.push(self.board.play(text).ok()?);
        }
        self.board.outcome().is_none().then_some(Opening { start: None, moves })
    }

    fn worth(&mut self) -> Worth {
        let plan = Plan {
            limits: Limits { depth: Some(DEPTH), nodes: Some(NODES), ..Limits::default() },
            hash_bytes: HASH,
            ..Plan::default()
        };
        // What an earlier search left in the table must not matter.
        self.board.forget();
        match self.board.search(&plan, &Stop::new(), &mut |_| {}) {
            Ok(analysis) if !analysis.score.score.is_decided() => {
                Worth::Estimate(analysis.score.score.units().abs())
            }
            _ => Worth::Decided,
        }
    }
}
