//! Elo differences and how sure they are.

use serde::Serialize;

use super::{Observations, Score};

/// A number with the interval that holds the true one in 95 of 100 matches. `None` is beyond all
/// numbers: an engine that won every game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The number itself.
    pub value: Option<f64>,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Estimate {
    /// Half the interval's width: what stands behind ±.
    pub fn error(&self) -> Option<f64> {
        Some((self.high? - self.low?) / 2.0)
    }

    fn mapped(low: f64, value: f64, high: f64, map: impl Fn(f64) -> f64) -> Estimate {
        let finite = |x: f64| Some(map(x)).filter(|mapped| mapped.is_finite());
        Estimate { value: finite(value), low: finite(low), high: finite(high) }
    }
}

/// What a score says about the difference in strength.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// The difference by the logistic formula: 400 is ten to one.
    pub elo: Estimate,
    /// The difference in standard deviations of a game's result, scaled to look like Elo where
    /// half of the games are drawn: it does not depend on how many are.
    pub normalized: Estimate,
    /// How likely it is that the engine is the stronger one.
    pub los: f64,
}

/// Of a normal distribution, so many standard deviations to both sides hold 95 %.
const SIGMAS: f64 = 1.959_963_984_540_054;

/// Units of normalized Elo in one standard deviation: 800 / ln 10.
pub(super) const NORMALIZED: f64 = 347.435_585_522_601_4;

impl Elo {
    /// `None` without games.
    pub fn of(score: &Score) -> Option<Elo> {
        (score.games() > 0).then(|| Elo::from(&score.observations()))
    }

    fn from(sample: &Observations) -> Elo {
        let (mean, variance, count) = (sample.mean(), sample.variance(), sample.count());
        let deviation = (variance / count).sqrt();
        let reach = SIGMAS * deviation;
        let elo = Estimate::mapped(mean - reach, mean, mean + reach, elo_of);
        // The deviation of a single game that would give this one of a pair.
        let per_game = (variance * sample.games_each).sqrt();
        let scaled = |mean: f64| match mean - 0.5 {
            0.0 => 0.0,
            lead => NORMALIZED * lead / per_game,
        };
        let normalized = Estimate::mapped(mean - reach, mean, mean + reach, scaled);
        let los = match mean - 0.5 {
            0.0 => 0.5,
            lead if deviation == 0.0 => f64::from(u8::from(lead > 0.0)),
            lead => normal(lead / deviation),
        };
        Elo { elo, normalized, los }
    }
}

/// The difference that makes this score expected; infinite for none and all, not a number beyond.
pub(super) fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that this difference makes expected.
pub(super) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The standard normal distribution function, to seven digits: by the series of its density up to
/// six deviations, beyond which nothing is left.
pub(super) fn normal(x: f64) -> f64 {
    if x.abs() > 6.0 {
        return f64::from(u8::from(x > 0.0));
    }
    let (mut term, mut sum, mut n) = (x, x, 1.0);
    while term.abs() > 1e-12 * sum.abs() && n < 200.0 {
        n += 2.0;
        term *= x * x / n;
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / core::f64::consts::TAU.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(wins: u64, draws: u64, losses: u64, pairs: [u64; 5]) -> Score {
        Score { wins, draws, losses, pairs }
    }

    fn near(one: Option<f64>, other: f64, within: f64) {
        let one = one.unwrap();
        assert!((one - other).abs() < within, "{one} is not {other}");
    }

    #[test]
    fn the_normal_distribution_is_known() {
        for (x, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (1.959_963_985, 0.975),
            (-2.575_829_304, 0.005),
            (5.0, 0.999_999_713),
            (9.0, 1.0),
            (-9.0, 0.0),
        ] {
            assert!((normal(x) - p).abs() < 1e-8, "{x}: {}", normal(x));
        }
    }

    #[test]
    fn single_games_give_the_textbook_interval() {
        // 60 of 100 points by 50 wins, 20 draws: the variance of a game is
        // (50 (1-.6)² + 20 (.5-.6)² + 30 .6²) / 100 = 0.19.
        let elo = Elo::of(&score(50, 20, 30, [0; 5])).unwrap();
        near(elo.elo.value, 70.436_504, 1e-5);
        let reach = 1.959_964 * (0.19f64 / 100.0).sqrt();
        near(elo.elo.low, 400.0 * ((0.6 - reach) / (0.4 + reach)).log10(), 1e-3);
        near(elo.elo.high, 400.0 * ((0.6 + reach) / (0.4 - reach)).log10(), 1e-3);
        near(Some(elo.los), normal(0.1 / (0.19f64 / 100.0).sqrt()), 1e-12);
        near(elo.normalized.value, 347.435_586 * 0.1 / 0.19f64.sqrt(), 1e-6);
    }

    #[test]
    fn pairs_that_cancel_out_are_surer_than_their_games() {
        // 50 openings, each won by White: as games a wide interval, as pairs none at all.
        let equal = Elo::of(&score(50, 0, 50, [0, 0, 50, 0, 0])).unwrap();
        assert_eq!(equal.elo, Estimate { value: Some(0.0), low: Some(0.0), high: Some(0.0) });
        assert_eq!(equal.los, 0.5);
        let games = Elo::of(&score(50, 0, 50, [0; 5])).unwrap();
        assert!(games.elo.error().unwrap() > 60.0);
    }

    #[test]
    fn independent_games_are_as_sure_in_pairs() {
        // Won, drawn and lost with 1/4, 1/2, 1/4: pairs are then 1, 4, 6, 4, 1 of 16.
        let pairs = Elo::of(&score(800, 1600, 800, [100, 400, 600, 400, 100])).unwrap();
        let games = Elo::of(&score(800, 1600, 800, [0; 5])).unwrap();
        near(pairs.elo.error(), games.elo.error().unwrap(), 1e-9);
        near(pairs.normalized.error(), games.normalized.error().unwrap(), 1e-9);
    }

    #[test]
    fn whoever_won_everything_is_beyond_numbers() {
        let all = Elo::of(&score(10, 0, 0, [0, 0, 0, 0, 5])).unwrap();
        assert_eq!((all.elo.value, all.los), (None, 1.0));
        assert_eq!(all.elo.error(), None);
        assert_eq!(Elo::of(&Score::default()), None);
    }

    #[test]
    fn scores_and_differences_are_inverse() {
        for elo in [-800.0, -10.0, 0.0, 3.5, 400.0] {
            near(Some(elo_of(score_of(elo))), elo, 1e-9);
        }
        near(Some(score_of(400.0)), 10.0 / 11.0, 1e-12);
    }
}
