//! The regression: weights such that the values of positions tell how the games ended.
//!
//! A value v, in hundredths, promises 1 / (1 + exp(−k·v)) points, and the weights are moved to make
//! the cross-entropy between promise and truth small (logistic regression; for chess known as Texel
//! tuning, <https://www.chessprogramming.org/Texel's_Tuning_Method>). The truth is the result, mixed
//! with what the search's score promises, which is less noisy. k is fitted first, so that the
//! search's scores promise what the results keep: the scale of the values stays what it was.
//!
//! The steps are Adam's (Kingma and Ba, "Adam: a method for stochastic optimization", 2015), over
//! batches of positions in a random order that the seed and the number of the pass decide.

use outplay::{Random, mix};

use crate::samples::{Outcome, Samples};

/// Positions between two steps.
const BATCH: usize = 4096;
/// Adam's forgetting of slopes and of their squares.
const MEMORY: [f64; 2] = [0.9, 0.999];

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// Passes over all positions.
    pub passes: u32,
    /// All chance comes from it.
    pub seed: u64,
    /// The share of the result in the truth, 0 to 1; the rest is the search's score.
    pub results: f64,
    /// The first steps are so large, in hundredths; the last ones nearly nothing.
    pub step: f64,
    /// How strongly weights are held where they were: those that hardly any position speaks about
    /// stay there.
    pub hold: f64,
}

/// The state of a fit between two passes.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// Passes made.
    pub passes: u32,
    /// The weights now.
    pub weights: Vec<[f64; 2]>,
    /// Adam's means of the slopes and of their squares.
    pub slopes: Vec<[f64; 2]>,
    /// See [`State::slopes`].
    pub squares: Vec<[f64; 2]>,
    /// Steps made.
    pub steps: u32,
}

/// A fit.
pub struct Fit<'s> {
    samples: &'s Samples,
    options: Options,
    k: f64,
    start: Vec<[f64; 2]>,
}

impl State {
    /// Before the first pass.
    pub fn new(weights: Vec<[f64; 2]>) -> State {
        let zeros = vec![[0.0; 2]; weights.len()];
        State { passes: 0, weights, slopes: zeros.clone(), squares: zeros, steps: 0 }
    }
}

impl<'s> Fit<'s> {
    /// Learns from these positions, beginning with these weights.
    pub fn new(samples: &'s Samples, start: Vec<[f64; 2]>, options: Options) -> Fit<'s> {
        Fit { samples, options, k: scale(samples), start }
    }

    /// How many points a hundredth promises; see the module.
    pub fn k(&self) -> f64 {
        self.k
    }

    /// What the positions say a value should promise.
    fn truth(&self, outcome: Outcome) -> f64 {
        let share = self.options.results;
        share * f64::from(outcome.points) + (1.0 - share) * promise(self.k, outcome.score)
    }

    /// The mean cross-entropy of promises and truth over some positions, less that of the truth with
    /// itself: 0 would be perfect.
    pub fn error(&self, samples: &Samples, weights: &[[f64; 2]]) -> f64 {
        let weights = narrow(weights);
        let entropy = |truth: f64, promise: f64| {
            let part =
                |truth: f64, promise: f64| if truth > 0.0 { -truth * promise.ln() } else { 0.0 };
            part(truth, promise) + part(1.0 - truth, 1.0 - promise)
        };
        let error = |sample: crate::samples::Sample<'_>| {
            let truth = self.truth(sample.outcome);
            let promise = promise(self.k, sample.value(&weights)).clamp(1e-9, 1.0 - 1e-9);
            entropy(truth, promise) - entropy(truth, truth)
        };
        samples.iter().map(error).sum::<f64>() / samples.len().max(1) as f64
    }

    /// One more pass over all positions.
    pub fn pass(&self, state: &mut State) {
        let mut order: Vec<u32> = (0..self.samples.len() as u32).collect();
        let mut random = Random::new(mix(self.options.seed ^ mix(state.passes.into())));
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        let mut gradient = vec![[0.0; 2]; state.weights.len()];
        let steps = order.len().div_ceil(BATCH).max(1) as u32 * self.options.passes;
        for batch in order.chunks(BATCH) {
            gradient.fill([0.0; 2]);
            let weights = narrow(&state.weights);
            for &at in batch {
                let sample = self.samples.get(at as usize);
                let promise = promise(self.k, sample.value(&weights));
                let slope = self.k * (promise - self.truth(sample.outcome));
                sample.add_gradient(&weights, slope as f32, &mut gradient);
            }
            let left = 1.0 - f64::from(state.steps) / f64::from(steps);
            self.step(state, &gradient, batch.len() as f64, left.max(0.0));
        }
        state.passes += 1;
    }

    /// Moves the weights against the slopes. `left` is the share of all steps that is to come.
    fn step(&self, state: &mut State, gradient: &[[f64; 2]], count: f64, left: f64) {
        state.steps += 1;
        // Means that began at zero are too small at first.
        let worth = MEMORY.map(|memory| 1.0 - memory.powi(state.steps as i32));
        let [starts, slopes] = [&self.start[..], gradient].map(|pairs| pairs.iter().flatten());
        let [weights, means, squares] = [&mut state.weights, &mut state.slopes, &mut state.squares]
            .map(|pairs| pairs.iter_mut().flatten());
        let known = weights.zip(means).zip(squares);
        for (((weight, mean), square), (start, slope)) in known.zip(starts.zip(slopes)) {
            let slope = slope / count + self.options.hold * (*weight - start);
            *mean += (1.0 - MEMORY[0]) * (slope - *mean);
            *square += (1.0 - MEMORY[1]) * (slope * slope - *square);
            let size = (*square / worth[1]).sqrt();
            if size > 0.0 {
                *weight -= self.options.step * left * (*mean / worth[0]) / size;
            }
        }
    }
}

/// The points that a value promises.
#[inline]
fn promise(k: f64, value: f32) -> f64 {
    1.0 / (1.0 + (-k * f64::from(value)).exp())
}

/// In single precision: half the memory to go through.
fn narrow(weights: &[[f64; 2]]) -> Vec<[f32; 2]> {
    weights.iter().map(|pair| pair.map(|value| value as f32)).collect()
}

/// The k with which the search's scores promise the results best, by halving an interval around it.
fn scale(samples: &Samples) -> f64 {
    let error = |k: f64| -> f64 {
        let of = |Outcome { points, score }: Outcome| {
            let promise = promise(k, score).clamp(1e-9, 1.0 - 1e-9);
            let points = f64::from(points);
            -points * promise.ln() - (1.0 - points) * (1.0 - promise).ln()
        };
        samples.iter().map(|sample| of(sample.outcome)).sum()
    };
    let (mut low, mut high) = (0.0005, 0.05);
    for _ in 0..30 {
        let (one, two) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if error(one) < error(two) {
            high = two;
        } else {
            low = one;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use outplay_games::tuning::{Squared, Trace};

    use super::*;

    const OPTIONS: Options = Options { passes: 30, seed: 1, results: 1.0, step: 4.0, hold: 0.0 };
    /// What a hundredth promises.
    const K: f64 = 0.006;
    const TRUE: [[f64; 2]; 4] = [[100.0, 120.0], [-40.0, 30.0], [15.0, -10.0], [20.0, 25.0]];

    /// Random positions that end as the true weights promise: `ends` says what comes of a promise.
    fn synthetic(count: u32, ends: impl Fn(f64, &mut Random) -> f64) -> Samples {
        let mut random = Random::new(3);
        let mut samples = Samples::default();
        for _ in 0..count {
            let terms = (0..3).map(|at| (at, random.below(7) as i16 - 3)).collect();
            let share = random.unit();
            let group = Squared { terms: vec![(3, random.below(5) as i16)], factor: 0.02 };
            let shares = [share, 1.0 - share];
            let trace = Trace { terms, squares: vec![group], shares, rest: 0.0 };
            let score = trace.value(&TRUE) as f32;
            let points = ends(promise(K, score), &mut random) as f32;
            samples.push(&trace, Outcome { points, score });
        }
        samples
    }

    /// Games that are won, or lost, as often as promised.
    fn drawn(promise: f64, random: &mut Random) -> f64 {
        f64::from(u8::from(random.unit() < promise))
    }

    /// How far off the weights are at most, and what a hundredth is found to promise.
    fn fitted(samples: &Samples) -> (f64, f64) {
        let start = vec![[50.0, 50.0], [0.0, 0.0], [0.0, 0.0], [15.0, 15.0]];
        let fit = Fit::new(samples, start.clone(), OPTIONS);
        let mut state = State::new(start);
        let before = fit.error(samples, &state.weights);
        (0..OPTIONS.passes).for_each(|_| fit.pass(&mut state));
        assert!(fit.error(samples, &state.weights) < before);
        let pairs = state.weights.iter().flatten().zip(TRUE.iter().flatten());
        (pairs.map(|(found, wanted)| (found - wanted).abs()).fold(0.0, f64::max), fit.k())
    }

    /// Without chance, exactly.
    #[test]
    fn known_weights_are_found() {
        let (off, k) = fitted(&synthetic(30_000, |promise, _| promise));
        assert!(off < 0.1 && (k - K).abs() < 1e-5, "{off} {k}");
    }

    /// With the chance of single results as well as it allows: the standard error of a weight is
    /// 1 / sqrt(n k² E(p (1 − p)) E(x²)), here about 1.2.
    #[test]
    fn known_weights_are_found_in_noise() {
        let (off, k) = fitted(&synthetic(100_000, drawn));
        assert!(off < 4.0 && (k - K).abs() < 1.5e-4, "{off} {k}");
    }

    /// A weight that no position speaks about stays where it was; and a held one nearly does.
    #[test]
    fn weights_are_held() {
        let samples = synthetic(10_000, drawn);
        let start = vec![[50.0, 50.0]; 5];
        let mut state = State::new(start.clone());
        Fit::new(&samples, start.clone(), OPTIONS).pass(&mut state);
        assert_eq!(state.weights[4], start[4]);
        assert_ne!(state.weights[0], start[0]);
        let (mut state, hold) = (State::new(start.clone()), 1e3);
        let fit = Fit::new(&samples, start.clone(), Options { hold, ..OPTIONS });
        (0..OPTIONS.passes).for_each(|_| fit.pass(&mut state));
        assert!((state.weights[0][0] - 50.0).abs() < 0.5, "{:?}", state.weights[0]);
    }

    /// An interrupted fit that goes on is the same as one that was not interrupted.
    #[test]
    fn passes_depend_on_nothing_but_the_state() {
        let samples = synthetic(10_000, drawn);
        let start = vec![[50.0, 50.0]; 4];
        let mut whole = State::new(start.clone());
        let fit = Fit::new(&samples, start.clone(), OPTIONS);
        (0..3).for_each(|_| fit.pass(&mut whole));
        let mut first = State::new(start.clone());
        fit.pass(&mut first);
        let again = Fit::new(&samples, start, OPTIONS);
        (0..2).for_each(|_| again.pass(&mut first));
        assert_eq!(first, whole);
    }
}
