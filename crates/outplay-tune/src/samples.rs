//! Positions as the regression sees them: which weights count in each, and how it went on.

use std::collections::HashSet;

use anyhow::{Result, anyhow, ensure};
use outplay_games::tuning::{Trace, Tuned};

use crate::data::Contents;

/// Every game whose number is divisible by this is kept for the check.
const CHECKED: u64 = 10;

/// Positions, the terms of all in one list.
#[derive(Default)]
pub struct Samples {
    terms: Vec<(u16, i16)>,
    groups: Vec<Group>,
    positions: Vec<Position>,
}

/// A group of terms whose sum is squared: the terms up to `end`, from the end of those before.
#[derive(Clone, Copy)]
struct Group {
    end: usize,
    factor: f32,
}

/// What belongs to a position ends here; it begins where that of the one before ends.
#[derive(Clone, Copy)]
struct Position {
    /// Of the terms that are not in groups.
    single_end: usize,
    /// Of all its terms, those of its groups last.
    terms_end: usize,
    groups_end: usize,
    shares: [f32; 2],
    rest: f32,
    outcome: Outcome,
}

/// What came of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Points in the game, 0 to 1.
    pub points: f32,
    /// The score of the search, in hundredths.
    pub score: f32,
}

/// A way through a position's terms.
#[derive(Clone, Copy)]
pub struct Sample<'s> {
    single: &'s [(u16, i16)],
    groups: &'s [Group],
    samples: &'s Samples,
    /// Where the terms of the groups begin.
    grouped: usize,
    shares: [f32; 2],
    rest: f32,
    /// What came of it.
    pub outcome: Outcome,
}

impl Samples {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Adds a position.
    pub fn push(&mut self, trace: &Trace, outcome: Outcome) {
        self.terms.extend(&trace.terms);
        let single_end = self.terms.len();
        for group in &trace.squares {
            self.terms.extend(&group.terms);
            self.groups.push(Group { end: self.terms.len(), factor: group.factor as f32 });
        }
        self.positions.push(Position {
            single_end,
            terms_end: self.terms.len(),
            groups_end: self.groups.len(),
            shares: trace.shares.map(|share| share as f32),
            rest: trace.rest as f32,
            outcome,
        });
    }

    /// One of them.
    ///
    /// # Panics
    /// If there are not that many.
    pub fn get(&self, at: usize) -> Sample<'_> {
        let position = self.positions[at];
        let before = at.checked_sub(1).map(|at| self.positions[at]);
        let (start, groups_start) =
            before.map_or((0, 0), |before| (before.terms_end, before.groups_end));
        Sample {
            single: &self.terms[start..position.single_end],
            groups: &self.groups[groups_start..position.groups_end],
            samples: self,
            grouped: position.single_end,
            shares: position.shares,
            rest: position.rest,
            outcome: position.outcome,
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|at| self.get(at))
    }
}

impl<'s> Sample<'s> {
    /// The groups with their terms.
    fn grouped(self) -> impl Iterator<Item = (&'s [(u16, i16)], f32)> {
        let mut start = self.grouped;
        self.groups.iter().map(move |group| {
            let terms = &self.samples.terms[start..group.end];
            start = group.end;
            (terms, group.factor)
        })
    }

    /// The value with these weights, for the side to move in hundredths.
    pub fn value(self, weights: &[[f32; 2]]) -> f32 {
        let mut sum = total(self.single, weights);
        for (terms, factor) in self.grouped() {
            let group = total(terms, weights);
            for phase in 0..2 {
                let danger = group[phase].max(0.0);
                sum[phase] += factor * danger * danger;
            }
        }
        self.rest + self.shares[0] * sum[0] + self.shares[1] * sum[1]
    }

    /// Adds to `gradient`, `slope` times, how the value changes with each weight.
    pub fn add_gradient(self, weights: &[[f32; 2]], slope: f32, gradient: &mut [[f64; 2]]) {
        let slopes = self.shares.map(|share| slope * share);
        let mut add = |terms: &[(u16, i16)], slopes: [f32; 2]| {
            for &(at, count) in terms {
                let entry = &mut gradient[usize::from(at)];
                entry[0] += f64::from(slopes[0] * f32::from(count));
                entry[1] += f64::from(slopes[1] * f32::from(count));
            }
        };
        add(self.single, slopes);
        for (terms, factor) in self.grouped() {
            let group = total(terms, weights);
            add(terms, [0, 1].map(|phase| slopes[phase] * 2.0 * factor * group[phase].max(0.0)));
        }
    }
}

/// The sum of some terms, early and late.
#[inline]
fn total(terms: &[(u16, i16)], weights: &[[f32; 2]]) -> [f32; 2] {
    let mut sum = [0.0; 2];
    for &(at, count) in terms {
        let [early, late] = weights[usize::from(at)];
        sum[0] += f32::from(count) * early;
        sum[1] += f32::from(count) * late;
    }
    sum
}

/// What the regression learns from, and what it is checked with.
#[derive(Default)]
pub struct Split {
    /// To learn from.
    pub learned: Samples,
    /// Positions of other games, to see how well that holds.
    pub checked: Samples,
    /// How many games they are from.
    pub games: usize,
    seen: HashSet<u64>,
}

impl Split {
    /// Adds the positions of a file, those left out that came before.
    ///
    /// # Errors
    /// If a position can't be read, or does not belong to the game.
    pub fn add<G: Tuned>(&mut self, contents: &Contents) -> Result<()> {
        let (start, weights) = (G::start(), G::weights().len());
        for game in &contents.games {
            self.games += 1;
            for sample in &game.samples {
                let within = |error| anyhow!("game {}: {}: {error}", game.number, sample.position);
                let position = start.parse(&sample.position).map_err(within)?;
                if !self.seen.insert(position.key()) {
                    continue;
                }
                let trace = position.trace();
                ensure!(weights <= usize::from(u16::MAX), "too many weights");
                let points = game.points.of(position.turn()) as f32;
                let outcome = Outcome { points, score: sample.score as f32 };
                let checked = game.number % CHECKED == 0;
                let samples = if checked { &mut self.checked } else { &mut self.learned };
                samples.push(&trace, outcome);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use outplay_games::tuning::Squared;

    use super::*;

    fn trace(terms: &[(u16, i16)], groups: &[&[(u16, i16)]]) -> Trace {
        let squared = |terms: &&[(u16, i16)]| Squared { terms: terms.to_vec(), factor: 0.5 };
        let squares = groups.iter().map(squared).collect();
        Trace { terms: terms.to_vec(), squares, shares: [0.75, 0.25], rest: 3.0 }
    }

    /// Whatever lies before and after a position in the lists, it is found again.
    #[test]
    fn values_are_those_of_the_traces() {
        let weights = [[10.0, 20.0], [-3.0, 4.0], [2.0, -1.0]];
        let traces = [
            trace(&[(0, 1)], &[]),
            trace(&[], &[&[(1, -2), (2, 1)], &[]]),
            trace(&[], &[]),
            trace(&[(2, 5), (0, -1)], &[&[(0, 1)]]),
            trace(&[(1, 1)], &[]),
        ];
        let outcome = Outcome { points: 1.0, score: 0.0 };
        let mut samples = Samples::default();
        traces.iter().for_each(|trace| samples.push(trace, outcome));
        let narrow = weights.map(|pair: [f64; 2]| pair.map(|value| value as f32));
        for (sample, trace) in samples.iter().zip(&traces) {
            assert_eq!(f64::from(sample.value(&narrow)), trace.value(&weights));
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_value() {
        let weights = [[10.0, 20.0], [-3.0, 4.0], [2.0, -1.0]];
        let mut samples = Samples::default();
        let outcome = Outcome { points: 1.0, score: 0.0 };
        samples.push(&trace(&[(2, 5), (0, -1)], &[&[(0, 1), (1, 2)], &[(2, 1)]]), outcome);
        let mut gradient = [[0.0; 2]; 3];
        samples.get(0).add_gradient(&weights, 2.0, &mut gradient);
        for at in 0..3 {
            for phase in 0..2 {
                let step = |by: f32| {
                    let mut weights = weights;
                    weights[at][phase] += by;
                    samples.get(0).value(&weights)
                };
                let slope = f64::from(step(0.01) - step(-0.01)) / 0.02;
                let found = gradient[at][phase] / 2.0;
                assert!((slope - found).abs() < 0.05, "{at} {phase}: {slope} {found}");
            }
        }
    }
}
