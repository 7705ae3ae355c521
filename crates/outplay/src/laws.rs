//! What every game must obey, as one test that needs no code of the game's own.
//!
//! ```
//! # fn my_game_obeys_the_laws<MyGame: outplay::Game>() {
//! outplay::laws::check::<MyGame>().unwrap();
//! # }
//! ```
//!
//! The suite plays seeded random games and holds every position on the way against the contracts
//! of [`Position`](crate::Position), [`Evaluator`] and [`Game`]; then it holds every search against plain
//! minimax. A faulty game gives a [`LawError`] that names the broken law and the position; a panic
//! in the game's code is reported as one too. Nothing runs without bound: games and searches end
//! by the limits in [`Laws`].

mod audit;
mod notation;
mod rules;
mod values;

use core::fmt;
use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::line::Line;
use crate::random::Random;

/// Checks a game from its default start position.
///
/// # Errors
/// The first law found broken.
pub fn check<G: Game>() -> Result<LawReport, LawError> {
    Laws::default().check(&G::default())
}

/// Checks a game from this position on, with so many random games: for other parameters, or
/// positions that random play from the start hardly reaches.
///
/// # Errors
/// The first law found broken.
pub fn check_from<G: Game>(start: G, seed: u64, games: usize) -> Result<LawReport, LawError> {
    let laws = Laws { seed, games, ..Laws::default() };
    laws.check(&start)
}

/// How thoroughly to check. The same values check the same things.
///
/// ```
/// # fn large_board<G: outplay::Game>(start: G) {
/// use outplay::laws::Laws;
/// Laws { games: 3, plies: 20_000, ..Laws::default() }.check(&start).unwrap();
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Laws {
    /// For the random games.
    pub seed: u64,
    /// Random games to play.
    pub games: usize,
    /// Plies after which a game must have ended, or a position must have come back.
    pub plies: usize,
    /// Nodes that minimax may take at one depth; what takes more is not compared.
    pub nodes: u64,
}

impl Default for Laws {
    fn default() -> Laws {
        Laws { seed: 1, games: 12, plies: 1_000, nodes: 4_000 }
    }
}

/// What was checked: to be sure that it was not nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LawReport {
    /// Random games played.
    pub games: usize,
    /// Of them, those that did not end within the limit but repeated a position.
    pub unfinished: usize,
    /// Positions met in them.
    pub positions: usize,
    /// The longest of the games in plies.
    pub longest: usize,
    /// Searches compared with minimax.
    pub searches: usize,
    /// Positions that minimax searched to the end of the game.
    pub solved: usize,
}

/// A law that a game broke.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum Law {
    /// Taking a move back restores everything.
    Undo,
    /// Asking the same position again gives the same answers in the same order.
    Stable,
    /// There are no moves if and only if the game is over.
    Over,
    /// `expand` says the same as `outcome` and `moves`.
    Expand,
    /// No move is generated twice.
    DistinctMoves,
    /// The turn changes hands if `ALTERNATES` promises it.
    Alternates,
    /// No position comes back if `REPEATS` is false.
    Repeats,
    /// A game ends, or repeats a position, within the limit.
    Ends,
    /// The key is the one of the position read back from its text.
    KeyFromText,
    /// Positions of equal text have equal keys.
    EqualKeys,
    /// Positions of equal keys are the same for the rest of the game.
    DistinctKeys,
    /// Positions that share a canonical key have the same value, and those that share a key share
    /// the canonical one.
    CanonicalKeys,
    /// The text of a position reads back to the same position.
    PositionText,
    /// The text of a move is not that of another, and reads back to the same move; nothing but
    /// legal moves is read.
    MoveText,
    /// The view is a whole grid with fitting labels.
    View,
    /// Clicks are cells of the view, and belong to one move.
    Clicks,
    /// Candidates are some of the legal moves, and one of them is best.
    Candidates,
    /// Noisy moves are legal.
    Noisy,
    /// What the evaluator keeps move by move is what it would find from scratch.
    Evaluation,
    /// The value is within the evaluator's bounds.
    Bounds,
    /// What the evaluator's own search of the last plies says is true.
    Finish,
    /// Theory agrees with the search.
    Theory,
    /// Every search finds minimax's value.
    SearchValue,
    /// The move a search returns is legal, and worth the value it returns.
    BestMove,
    /// A principal variation is legal to its end and starts with the best move.
    Variation,
    /// No code of the game panics.
    Panics,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Law::Undo => "taking a move back restores everything",
            Law::Stable => "asking again gives the same answers in the same order",
            Law::Over => "there are no moves if and only if the game is over",
            Law::Expand => "expand says the same as outcome and moves",
            Law::DistinctMoves => "no move is generated twice",
            Law::Alternates => "the turn changes hands if ALTERNATES promises it",
            Law::Repeats => "no position comes back if REPEATS is false",
            Law::Ends => "a game ends or repeats a position",
            Law::KeyFromText => "the key is that of the position read from its text",
            Law::EqualKeys => "positions of equal text have equal keys",
            Law::DistinctKeys => "positions of equal keys are the same",
            Law::CanonicalKeys => "positions that share a canonical key have the same value",
            Law::PositionText => "the text of a position reads back to it",
            Law::MoveText => "the text of a move reads back to it alone",
            Law::View => "the view is a whole grid with fitting labels",
            Law::Clicks => "clicks are cells of the view",
            Law::Candidates => "candidates are legal moves, a best one among them",
            Law::Noisy => "noisy moves are legal",
            Law::Evaluation => "evaluation kept move by move is as from scratch",
            Law::Bounds => "the value is within the evaluator's bounds",
            Law::Finish => "the evaluator's own last plies are right",
            Law::Theory => "theory agrees with the search",
            Law::SearchValue => "every search finds minimax's value",
            Law::BestMove => "the best move is legal and worth the value",
            Law::Variation => "the principal variation is legal",
            Law::Panics => "the game's code does not panic",
        })
    }
}

/// A broken law: which, where, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LawError {
    /// The law.
    pub law: Law,
    /// The position's text.
    pub position: String,
    /// The move concerned, if it is about one.
    pub by: Option<String>,
    /// What the law wanted.
    pub expected: String,
    /// What was there.
    pub found: String,
}

impl fmt::Display for LawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "broken law: {}; position {:?}", self.law, self.position)?;
        if let Some(by) = &self.by {
            write!(f, ", move {by:?}")?;
        }
        write!(f, ": expected {}, found {}", self.expected, self.found)?;
        if self.law == Law::SearchValue {
            f.write_str("; if only searches with a table are wrong, `key` takes positions for equal that are not")?;
        }
        Ok(())
    }
}

impl std::error::Error for LawError {}

/// Positions to meet at least, if the games are short.
const POSITIONS: usize = 600;

/// A broken law at a position.
fn broken<G: Game>(
    law: Law,
    position: &G,
    expected: impl fmt::Display,
    found: impl fmt::Display,
) -> LawError {
    LawError {
        law,
        position: position.to_string(),
        by: None,
        expected: expected.to_string(),
        found: found.to_string(),
    }
}

impl LawError {
    fn by(self, by: impl Into<String>) -> LawError {
        LawError { by: Some(by.into()), ..self }
    }
}

impl Laws {
    /// Checks a game from this position on.
    ///
    /// # Errors
    /// The first law found broken.
    pub fn check<G: Game>(&self, start: &G) -> Result<LawReport, LawError> {
        let place = RefCell::new(String::new());
        let checked = catch_unwind(AssertUnwindSafe(|| Checker::new(*self, start, &place).check()));
        checked.unwrap_or_else(|panic| {
            let message = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied());
            Err(LawError {
                law: Law::Panics,
                position: place.borrow().clone(),
                by: None,
                expected: "no panic at or after this position".to_owned(),
                found: message.unwrap_or("a panic without a message").to_owned(),
            })
        })
    }
}

/// What one check remembers.
struct Checker<'c, G: Game> {
    laws: Laws,
    start: &'c G,
    random: Random,
    report: LawReport,
    /// The position looked at, for the report of a panic.
    place: &'c RefCell<String>,
    keys: HashMap<String, u64>,
    positions: HashMap<u64, G>,
}

/// Positions remembered to compare keys.
const MOST_REMEMBERED: usize = 50_000;
/// Moves of a position that are looked at one by one.
const MOST_MOVES: usize = 40;

impl<'c, G: Game> Checker<'c, G> {
    fn new(laws: Laws, start: &'c G, place: &'c RefCell<String>) -> Self {
        Checker {
            laws,
            start,
            random: Random::new(laws.seed),
            report: LawReport::default(),
            place,
            keys: HashMap::new(),
            positions: HashMap::new(),
        }
    }

    fn check(mut self) -> Result<LawReport, LawError> {
        self.check_foreign_texts()?;
        for _ in 0..self.laws.games {
            let path = self.play()?;
            self.check_path_values(&path)?;
            self.report.games += 1;
        }
        // Short games show few positions: more of them, for what is cheap to check. Keys that
        // collide only show when many positions are met.
        let most = self.report.games + 20 * self.laws.games;
        while self.report.positions < POSITIONS && self.report.games < most {
            self.play()?;
            self.report.games += 1;
        }
        Ok(self.report)
    }

    /// Plays one random game, checks the positions on the way, takes everything back, and returns
    /// the positions.
    fn play(&mut self) -> Result<Vec<G>, LawError> {
        let mut line = Line::new(self.start.clone());
        let mut evaluator = self.start.evaluator();
        evaluator.reset(self.start);
        let mut path = vec![];
        let mut trail = vec![];
        let mut repeated = false;
        loop {
            let position = line.position().clone();
            *self.place.borrow_mut() = position.to_string();
            self.report.positions += 1;
            let moves = self.check_rules(&position)?;
            self.check_evaluation(&mut evaluator, &position)?;
            if path.len() < 4 || moves.is_empty() || self.random.below(4) == 0 {
                self.check_position(&position, &moves)?;
            }
            path.push(position);
            if line.outcome().is_some() {
                break;
            }
            if path.len() > self.laws.plies {
                if !repeated {
                    let found = format!("no end after {} plies", self.laws.plies);
                    return Err(broken(Law::Ends, line.position(), Law::Ends, found));
                }
                self.report.unfinished += 1;
                break;
            }
            let m = moves[self.random.below(moves.len())];
            evaluator.push(line.position(), m);
            let undo = line.play(m);
            trail.push((m, undo));
            repeated |= Self::check_step(&path, line.position(), m)?;
        }
        self.report.longest = self.report.longest.max(trail.len());
        while let Some((m, undo)) = trail.pop() {
            line.undo(m, undo);
            evaluator.pop();
            let before = &path[trail.len()];
            *self.place.borrow_mut() = before.to_string();
            rules::compare(Law::Undo, before, line.position())
                .map_err(|error| error.by(before.write(m)))?;
            self.check_evaluation(&mut evaluator, before)?;
        }
        Ok(path)
    }

    /// Some of the moves, always the first and the last.
    fn sample(&mut self, moves: &[G::Move]) -> Vec<G::Move> {
        if moves.len() <= MOST_MOVES {
            return moves.to_vec();
        }
        let ends = [moves[0], moves[moves.len() - 1]];
        let others = (2..MOST_MOVES).map(|_| moves[self.random.below(moves.len())]);
        ends.into_iter().chain(others).collect()
    }
}
