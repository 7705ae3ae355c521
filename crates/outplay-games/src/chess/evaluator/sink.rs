//! Where the terms of the evaluation go: into a sum, or into a list for the tool that tunes the
//! weights. One body of code finds the terms for both, so that they can't disagree.

use crate::chess::terms::COUNT;
use crate::chess::weights::{Pair, Weights};

/// The sum of dangers is squared and divided by this.
pub(in crate::chess) const DANGER_DIVISOR: i32 = 4096;
/// No more danger is counted: the square must fit a [`Pair`].
const MOST_DANGER: i32 = 5000;

/// Takes the terms that speak for one side, then those of the other.
pub(super) trait Sink {
    /// A weight by its place, and how often it counts.
    fn add(&mut self, at: usize, count: i32);

    /// The same for a part of the danger to the enemy king.
    fn danger(&mut self, at: usize, count: i32);

    /// All parts of one king's danger have come.
    fn end_danger(&mut self);

    /// What comes now speaks for the other side.
    fn turn(&mut self);
}

/// Adds up what the weights say.
pub(super) struct Sum<'w> {
    weights: &'w [Pair; COUNT],
    danger: Pair,
    /// For the side whose turn it is.
    pub(super) sum: Pair,
}

impl<'w> Sum<'w> {
    #[inline]
    pub(super) fn new(weights: &'w Weights) -> Sum<'w> {
        Sum { weights: &weights.0, danger: Pair::default(), sum: Pair::default() }
    }
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, at: usize, count: i32) {
        self.sum += self.weights[at] * count;
    }

    #[inline(always)]
    fn danger(&mut self, at: usize, count: i32) {
        self.danger += self.weights[at] * count;
    }

    #[inline(always)]
    fn end_danger(&mut self) {
        let [early, late] =
            [self.danger.early(), self.danger.late()].map(|danger| danger.clamp(0, MOST_DANGER));
        self.sum += Pair::new(early * early / DANGER_DIVISOR, late * late / DANGER_DIVISOR);
        self.danger = Pair::default();
    }

    #[inline(always)]
    fn turn(&mut self) {
        self.sum = -self.sum;
    }
}

/// Keeps the terms.
#[derive(Default)]
pub(super) struct Tally {
    /// Places and counts; for the side that came first, less for the other.
    pub(super) terms: Vec<(u16, i16)>,
    /// The parts of each danger, and for whom it speaks.
    pub(super) dangers: Vec<(Vec<(u16, i16)>, f64)>,
    danger: Vec<(u16, i16)>,
    other: bool,
}

impl Sink for Tally {
    fn add(&mut self, at: usize, count: i32) {
        let count = if self.other { -count } else { count };
        if count != 0 {
            self.terms.push((at as u16, count as i16));
        }
    }

    fn danger(&mut self, at: usize, count: i32) {
        if count != 0 {
            self.danger.push((at as u16, count as i16));
        }
    }

    fn end_danger(&mut self) {
        let sign = if self.other { -1.0 } else { 1.0 };
        self.dangers.push((core::mem::take(&mut self.danger), sign));
    }

    fn turn(&mut self) {
        self.other = !self.other;
    }
}
