//! What the tool that tunes weights (`outplay-tune`) asks of a game: an evaluator that is a sum of
//! weighted terms and can say which terms it counted.
//!
//! The value of a position, for the side to move in hundredths, is
//!
//! rest + Σ share · (Σ count · weight + Σ factor · max(0, Σ count · weight)²)
//!
//! Each weight has an early and a late value, and the first sum is over these two phases of the
//! game with their shares; a game without phases gives the early one the share 1. The second sum is
//! over the terms of the [`Trace`], the third over groups of terms that count more the more of them
//! there are, such as dangers to a king. The trace must come out of the very code that evaluates, so
//! that the two can't disagree; a test of each game holds one against the other.

use outplay::Game;

/// A weight of an evaluator: its values early and late in the game, in hundredths.
#[derive(Clone, PartialEq, Debug)]
pub struct Weight {
    /// The name of the term; the weights of a table share one.
    pub name: &'static str,
    /// Its values early and late in the game.
    pub values: [f64; 2],
}

/// Weights by their places in [`Tuned::weights`], and how often each counts. A weight may come more
/// than once.
pub type Terms = Vec<(u16, i16)>;

/// What an evaluator counted in a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trace {
    /// For the side to move; less for the opponent.
    pub terms: Terms,
    /// Groups whose sum is squared.
    pub squares: Vec<Squared>,
    /// What the early and the late values count for.
    pub shares: [f64; 2],
    /// What is added that no weight has a part in, in hundredths.
    pub rest: f64,
}

/// A group of terms whose sum counts squared if it is positive.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Squared {
    /// The terms.
    pub terms: Terms,
    /// What the square is multiplied by, negative if it speaks for the opponent.
    pub factor: f64,
}

impl Trace {
    /// The value of the position with these weights, in hundredths, before rounding.
    pub fn value(&self, weights: &[[f64; 2]]) -> f64 {
        let sum = |terms: &Terms, phase: usize| -> f64 {
            terms
                .iter()
                .map(|&(at, count)| f64::from(count) * weights[usize::from(at)][phase])
                .sum()
        };
        let value = |phase: usize| {
            let squares = self.squares.iter().map(|group| {
                let sum = sum(&group.terms, phase).max(0.0);
                group.factor * sum * sum
            });
            self.shares[phase] * (sum(&self.terms, phase) + squares.sum::<f64>())
        };
        self.rest + value(0) + value(1)
    }
}

/// A game that can be played against itself to get positions to learn from.
pub trait Sampled: Game {
    /// Self-play begins with so many random plies, or one more.
    const RANDOM_PLIES: usize;

    /// The start of the game.
    fn start() -> Self;

    /// Whether the evaluation of the position means something: nothing hangs, as far as `best`, the
    /// best move by a search, tells.
    fn is_quiet(&self, best: Self::Move) -> bool;

    /// Whether a random opening may play this move.
    fn may_open(&self, m: Self::Move) -> bool {
        let _ = m;
        true
    }
}

/// A game whose evaluator can be tuned.
pub trait Tuned: Sampled {
    /// What the evaluator counts in the position.
    fn trace(&self) -> Trace;

    /// The weights as they are now.
    fn weights() -> Vec<Weight>;

    /// The text of the file that holds the weights, under comment lines with this text.
    fn weights_file(comment: &str, weights: &[[f64; 2]]) -> String;
}
