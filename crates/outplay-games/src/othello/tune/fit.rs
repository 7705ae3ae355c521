//! The regression: weights so that their sums come near the margins, by gradient descent on the
//! squares of the errors, sample by sample.

use outplay::Random;

use super::super::bits::reach;
use super::super::patterns::{ENTRIES, INSTANCES, Sums, canonical};
use super::super::weights::{EXTRAS, KNOTS, Model, along};
use super::games::Sample;

/// A weight loses this share of itself for each sample that it has a part in, times the rate: what
/// is seldom seen stays small.
const DECAY: f32 = 0.003;

/// The steps of weights that are no patterns', as a share of the others'.
const SMALLER: f32 = 0.02;

/// Weights in the making.
#[derive(Debug)]
pub struct Fit {
    canonical: Vec<u32>,
    /// For every knot: tables of patterns, then the rest.
    weights: Vec<Vec<f32>>,
}

/// What a pass over the samples came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Errors {
    /// The mean square of the errors, in discs.
    pub square: f64,
    /// The mean square of the margins themselves.
    pub variance: f64,
}

impl Default for Fit {
    fn default() -> Fit {
        Fit { canonical: canonical(), weights: vec![vec![0.0; ENTRIES + EXTRAS]; KNOTS.len()] }
    }
}

impl Fit {
    fn inputs(&self, sample: &Sample, places: &mut Vec<usize>) -> [f32; EXTRAS] {
        let Sample { own, other, .. } = *sample;
        let sums = Sums::of(own, other);
        places.clear();
        places.extend(sums.places(false).map(|place| self.canonical[place] as usize));
        super::super::weights::extras(own, other, reach(own, other)).map(|extra| extra as f32)
    }

    /// One pass over the samples in a random order. `rate` is the share of an error that one
    /// sample takes away.
    pub fn pass(&mut self, samples: &mut [Sample], rate: f32, random: &mut Random) -> Errors {
        for at in (1..samples.len()).rev() {
            samples.swap(at, random.below(at + 1));
        }
        let mut errors = Errors::default();
        let mut places = vec![];
        for sample in &*samples {
            let extras = self.inputs(sample, &mut places);
            let (knot, share) = along((!(sample.own | sample.other)).count_ones());
            let error = f32::from(sample.margin) - self.sum(&places, &extras, knot, share);
            errors.square += f64::from(error * error);
            errors.variance += f64::from(sample.margin).powi(2);
            // The rest has larger inputs: smaller steps keep it from swinging.
            for (knot, share) in [(knot, 1.0 - share), (knot + 1, share)] {
                let step = rate * error * share / INSTANCES as f32;
                let weights = &mut self.weights[knot];
                let keep = 1.0 - rate * share * DECAY;
                for &place in &places {
                    weights[place] = weights[place] * keep + step;
                }
                for (weight, &extra) in weights[ENTRIES..].iter_mut().zip(&extras) {
                    *weight += SMALLER * step * extra;
                }
            }
        }
        errors.square /= samples.len() as f64;
        errors.variance /= samples.len() as f64;
        errors
    }

    fn sum(&self, places: &[usize], extras: &[f32; EXTRAS], knot: usize, share: f32) -> f32 {
        let of = |weights: &[f32]| -> f32 {
            let patterns: f32 = places.iter().map(|&place| weights[place]).sum();
            let rest = weights[ENTRIES..].iter().zip(extras);
            patterns + rest.map(|(weight, extra)| weight * extra).sum::<f32>()
        };
        (1.0 - share) * of(&self.weights[knot]) + share * of(&self.weights[knot + 1])
    }

    /// The errors on samples that were not learnt from.
    pub fn errors<'s>(&self, samples: impl IntoIterator<Item = &'s Sample>) -> Errors {
        let (mut errors, mut count) = (Errors::default(), 0);
        let mut places = vec![];
        for sample in samples {
            let extras = self.inputs(sample, &mut places);
            let (knot, share) = along((!(sample.own | sample.other)).count_ones());
            let error = f32::from(sample.margin) - self.sum(&places, &extras, knot, share);
            errors.square += f64::from(error * error);
            errors.variance += f64::from(sample.margin).powi(2);
            count += 1;
        }
        let count = f64::from(count.max(1));
        Errors { square: errors.square / count, variance: errors.variance / count }
    }

    /// The weights as they are kept.
    pub fn model(&self) -> Model {
        Model::round(&self.weights, &self.canonical)
    }
}
