//! Where the terms of the evaluation go: into a sum, or into a list for the tool that tunes the
//! weights. One body of code finds the terms for both, so that they can't disagree.

use crate::chess::weights::Pair;
use crate::tuning::Terms;
use crate::xiangqi::weights::TUNED;

/// Takes the terms that speak for one side, then those of the other.
pub(super) trait Sink {
    /// A weight by its place, and how often it counts.
    fn add(&mut self, at: usize, count: i32);

    /// What comes now speaks for the other side.
    fn turn(&mut self);
}

/// Adds up what the weights say, for the side whose turn it is.
#[derive(Default)]
pub(super) struct Sum(pub(super) Pair);

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, at: usize, count: i32) {
        self.0 += TUNED[at] * count;
    }

    #[inline(always)]
    fn turn(&mut self) {
        self.0 = -self.0;
    }
}

/// Keeps the terms; for the side that came first, less for the other.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) terms: Terms,
    other: bool,
}

impl Sink for Tally {
    fn add(&mut self, at: usize, count: i32) {
        let count = if self.other { -count } else { count };
        if count != 0 {
            self.terms.push((at as u16, count as i16));
        }
    }

    fn turn(&mut self) {
        self.other = !self.other;
    }
}
