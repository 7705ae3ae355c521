//! The sequential probability ratio test: play until one of two hypotheses is clear.
//!
//! The likelihood ratio is the generalised one: of all distributions of a pair's points that have
//! the mean (or the mean in standard deviations) that a hypothesis says, the one that makes the
//! results likeliest stands for it. See Van den Bergh, "The generalized maximum likelihood ratio
//! for the expectation value of a distribution", 2018, and, for hypotheses in standard deviations,
//! "Normalized Elo", 2020.

use core::fmt;
use core::str::FromStr;

use outplay::{InputError, quote};
use serde::Serialize;

use super::elo::{NORMALIZED, score_of};
use super::{Observations, Score};

/// How the bounds of a test are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo by the logistic formula.
    #[default]
    Logistic,
    /// Normalized Elo: standard deviations of a game's result, scaled.
    Normalized,
}

/// A test of `elo1` against `elo0`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative; greater.
    pub elo1: f64,
    /// How often the null hypothesis may be refused though it is true.
    pub alpha: f64,
    /// How often the alternative may be refused though it is true.
    pub beta: f64,
    /// How the differences are meant.
    pub model: Model,
}

/// What a test has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// The null hypothesis: the engine is not better by `elo1`.
    H0,
    /// The alternative: it is better than by `elo0`.
    H1,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtState {
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// At or below it the null hypothesis is taken.
    pub lower: f64,
    /// At or above it the alternative.
    pub upper: f64,
    /// What is found.
    pub verdict: Verdict,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: Model::Logistic }
    }
}

/// Counts of what was never seen: without them two games alike would prove everything.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// Where the test stands with these results. Only whole pairs count.
    pub fn state(&self, score: &Score) -> SprtState {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let llr = self.llr(&Observations::pairs(score));
        let verdict = match llr {
            llr if llr <= lower => Verdict::H0,
            llr if llr >= upper => Verdict::H1,
            _ => Verdict::Open,
        };
        SprtState { llr, lower, upper, verdict }
    }

    fn llr(&self, sample: &Observations) -> f64 {
        if sample.count() == 0.0 {
            return 0.0;
        }
        let seen = |&(value, count): &(f64, f64)| (value, count.max(UNSEEN));
        let values = sample.values.iter().map(seen).collect();
        let sample = Observations { values, ..*sample };
        match self.model {
            Model::Logistic => {
                let [likely0, likely1] =
                    [self.elo0, self.elo1].map(|elo| log_likelihood(&sample, score_of(elo)));
                likely1 - likely0
            }
            Model::Normalized => self.normalized(&sample),
        }
    }

    /// For the mean in standard deviations: the ratio of normal distributions whose variance is
    /// not known, which pairs of games are close enough to.
    fn normalized(&self, sample: &Observations) -> f64 {
        let deviation = sample.variance().sqrt();
        let found = (sample.mean() - 0.5) / deviation;
        let wanted = |elo: f64| elo / NORMALIZED * sample.games_each.sqrt();
        let misfit = |elo: f64| (1.0 + (found - wanted(elo)).powi(2)).ln();
        sample.count() / 2.0 * (misfit(self.elo0) - misfit(self.elo1))
    }
}

/// The log likelihood of the sample under the likeliest distribution on its values with this mean,
/// up to a constant.
///
/// By Lagrange's method its probabilities are `count / (n (1 + x (value - mean)))`, where `x` makes
/// the mean right; of the function that says how wrong it is, which falls, the zero is found by
/// halving.
fn log_likelihood(sample: &Observations, mean: f64) -> f64 {
    let off = |x: f64| -> f64 {
        let part = |&(value, count): &(f64, f64)| {
            let distance = value - mean;
            count * distance / (1.0 + x * distance)
        };
        sample.values.iter().map(part).sum()
    };
    let extremes = |least: fn(f64, f64) -> f64, from: f64| {
        sample.values.iter().map(|(value, _)| value - mean).fold(from, least)
    };
    let (low, high) = (extremes(f64::min, 0.0), extremes(f64::max, 0.0));
    // Between these every probability is positive.
    let (mut left, mut right) = (-1.0 / high, -1.0 / low);
    for _ in 0..200 {
        let middle = f64::midpoint(left, right);
        if off(middle) > 0.0 { left = middle } else { right = middle }
    }
    let x = f64::midpoint(left, right);
    let part = |&(value, count): &(f64, f64)| -count * (1.0 + x * (value - mean)).ln();
    sample.values.iter().map(part).sum()
}

const RIGHT: &str = "write elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic";

impl FromStr for Sprt {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Sprt, InputError> {
        let mut sprt = Sprt::default();
        let mut seen = vec![];
        for setting in text.split(',').map(str::trim).filter(|setting| !setting.is_empty()) {
            let wrong = || InputError::new(format!("{} is not right", quote(setting))).hint(RIGHT);
            let (name, value) = setting.split_once('=').ok_or_else(wrong)?;
            let number = || value.trim().parse::<f64>().ok().filter(|value| value.is_finite());
            let name = name.trim();
            if seen.contains(&name) {
                return Err(InputError::new(format!("{name} is given twice")).hint(RIGHT));
            }
            seen.push(name);
            match name {
                "elo0" => sprt.elo0 = number().ok_or_else(wrong)?,
                "elo1" => sprt.elo1 = number().ok_or_else(wrong)?,
                "alpha" => sprt.alpha = number().ok_or_else(wrong)?,
                "beta" => sprt.beta = number().ok_or_else(wrong)?,
                "model" if value.trim() == "logistic" => sprt.model = Model::Logistic,
                "model" if value.trim() == "normalized" => sprt.model = Model::Normalized,
                _ => return Err(wrong()),
            }
        }
        let chance = |value: f64| value > 0.0 && value < 0.5;
        if sprt.elo0 >= sprt.elo1 || sprt.elo0 < -1000.0 || sprt.elo1 > 1000.0 {
            let what = "elo0 must be less than elo1, both from -1000 to 1000";
            return Err(InputError::new(what).hint(RIGHT));
        }
        if !chance(sprt.alpha) || !chance(sprt.beta) {
            return Err(InputError::new("alpha and beta lie between 0 and 0.5").hint(RIGHT));
        }
        Ok(sprt)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta, model } = self;
        let model = match model {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        };
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }
}

#[cfg(test)]
mod tests {
    use outplay::Random;

    use super::*;

    fn pairs(pairs: [u64; 5]) -> Score {
        Score { pairs, ..Score::default() }
    }

    /// The greatest log likelihood by trying: for three values and a mean there is one free number.
    fn tried(counts: [f64; 3], mean: f64) -> f64 {
        let n: f64 = counts.iter().sum();
        let own: f64 = counts.iter().map(|count| count * (count / n).ln()).sum();
        let likelihood = |draws: f64| {
            let wins = mean - draws / 2.0;
            let p = [1.0 - wins - draws, draws, wins];
            if p.iter().any(|&p| p <= 0.0) {
                return f64::NEG_INFINITY;
            }
            counts.iter().zip(p).map(|(count, p)| count * p.ln()).sum::<f64>()
        };
        let steps = 1_000_000;
        let best = (1..steps).map(|step| likelihood(f64::from(step) / f64::from(steps)));
        best.fold(f64::NEG_INFINITY, f64::max) - own
    }

    #[test]
    fn the_constrained_maximum_is_the_one_found_by_trying() {
        for (counts, mean) in
            [([30.0, 40.0, 30.0], 0.55), ([10.0, 80.0, 40.0], 0.5), ([5.0, 1.0, 100.0], 0.4)]
        {
            let values = [0.0, 0.5, 1.0].into_iter().zip(counts).collect();
            let sample = Observations { values, games_each: 1.0 };
            let (found, right) = (log_likelihood(&sample, mean), tried(counts, mean));
            assert!((found - right).abs() < 1e-4, "{counts:?}: {found} is not {right}");
        }
    }

    #[test]
    fn the_ratio_is_near_the_normal_approximation() {
        // For small differences the ratio is (s1 - s0) (2 mean - s0 - s1) n / (2 variance).
        let score = pairs([100, 400, 1000, 450, 120]);
        let sample = Observations::pairs(&score);
        let (s0, s1) = (score_of(0.0), score_of(5.0));
        let approximate = (s1 - s0) * (2.0 * sample.mean() - s0 - s1) * sample.count()
            / (2.0 * sample.variance());
        let sprt = Sprt { elo1: 5.0, ..Sprt::default() };
        let exact = sprt.state(&score).llr;
        assert!((exact - approximate).abs() < 0.05, "{exact} is not near {approximate}");
        assert!(exact > 1.0);
        // In normalized Elo the same hypotheses, by the deviation of a game.
        let scale = NORMALIZED / (2.0 * sample.variance()).sqrt();
        let elo1 = (s1 - 0.5) * scale;
        let normalized = Sprt { elo1, model: Model::Normalized, ..sprt };
        let other = normalized.state(&score).llr;
        assert!((other - approximate).abs() < 0.05, "{other} is not near {approximate}");
    }

    #[test]
    fn both_points_of_view_agree() {
        let score = pairs([7, 30, 61, 42, 11]);
        for model in [Model::Logistic, Model::Normalized] {
            let sprt = Sprt { elo0: -3.0, elo1: 8.0, model, ..Sprt::default() };
            let back = Sprt { elo0: -8.0, elo1: 3.0, ..sprt };
            let sum = sprt.state(&score).llr + back.state(&score.other()).llr;
            assert!(sum.abs() < 1e-9, "{sum}");
        }
    }

    #[test]
    fn little_is_seen_at_first() {
        let sprt = Sprt::default();
        assert_eq!(sprt.state(&Score::default()).llr, 0.0);
        for model in [Model::Logistic, Model::Normalized] {
            let sprt = Sprt { model, ..sprt };
            for all in [[0, 0, 1, 0, 0], [0, 0, 0, 0, 1], [1, 0, 0, 0, 0]] {
                let state = sprt.state(&pairs(all));
                assert!(state.llr.is_finite());
                assert_eq!(state.verdict, Verdict::Open, "{model:?} {all:?} {state:?}");
            }
        }
        assert!((sprt.state(&Score::default()).upper - 2.944_439).abs() < 1e-6);
    }

    /// Plays pairs of independent games by lot until the test ends.
    fn simulated(sprt: &Sprt, elo: f64, random: &mut Random) -> Verdict {
        // A third of the games is drawn.
        let wins = score_of(elo) - 1.0 / 6.0;
        let mut score = Score::default();
        let mut game = || match random.unit() {
            lot if lot < wins => super::super::Points::Win,
            lot if lot < wins + 1.0 / 3.0 => super::super::Points::Draw,
            _ => super::super::Points::Loss,
        };
        loop {
            score.add_pair(game(), game());
            match sprt.state(&score).verdict {
                Verdict::Open => {}
                found => return found,
            }
        }
    }

    #[test]
    fn errors_are_as_rare_as_they_were_wanted() {
        const MATCHES: usize = 300;
        for model in [Model::Logistic, Model::Normalized] {
            // With a third drawn, a game's deviation is 0.408: 1 Elo is 1.22 normalized ones.
            let scale = if model == Model::Normalized { 1.0 / (2.0f64 / 3.0).sqrt() } else { 1.0 };
            let sprt = Sprt { elo0: 0.0, elo1: 50.0 * scale, model, ..Sprt::default() };
            let mut random = Random::new(4);
            let mut wrong = |elo: f64, right: Verdict| {
                let matches = (0..MATCHES).map(|_| simulated(&sprt, elo, &mut random));
                matches.filter(|&found| found != right).count()
            };
            // 15 are expected, with a deviation of 4.
            let (first, second) = (wrong(0.0, Verdict::H0), wrong(50.0, Verdict::H1));
            assert!((3..=30).contains(&first), "{model:?}: {first} of {MATCHES} wrongly H1");
            assert!((3..=30).contains(&second), "{model:?}: {second} of {MATCHES} wrongly H0");
        }
    }

    #[test]
    fn settings_are_read_or_refused() {
        let sprt: Sprt = "elo0=-2,elo1=3,model=normalized".parse().unwrap();
        assert_eq!(sprt.to_string(), "elo0=-2,elo1=3,alpha=0.05,beta=0.05,model=normalized");
        assert_eq!(sprt.to_string().parse(), Ok(sprt));
        assert_eq!("".parse(), Ok(Sprt::default()));
        for text in ["elo0", "elo0=x", "elo0=5,elo1=5", "alpha=0", "beta=0.5", "elo1=inf", "x=1"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
        let error = "elo0=0,elo1=5,elo1=6".parse::<Sprt>().unwrap_err().to_string();
        assert!(error.starts_with("elo1 is given twice"), "{error}");
    }
}
