//! Elo differences and how sure they are.

use serde::Serialize;

use super::{Observations, Score};

/// A number with the interval that holds the true one in 95 of 100 matches. `None` is beyond all
/// numbers: an engine that won every game, or the interval of results that were all alike, which do
/// not say how far they scatter.
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
    /// How likely it is that the engine is the stronger one; never surer than so many
    /// observations can be, see the manual.
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
        // Observations all alike say nothing of how far they scatter.
        let reach = if variance > 0.0 { SIGMAS * deviation } else { f64::NAN };
        let elo = Estimate::mapped(mean - reach, mean, mean + reach, elo_of);
        // The deviation of a single game that would give this one of a pair.
        let per_game = (variance * sample.games_each).sqrt();
        let scaled = |mean: f64| match mean - 0.5 {
            0.0 => 0.0,
            lead => NORMALIZED * lead / per_game,
        };
        let normalized = Estimate::mapped(mean - reach, mean, mean + reach, scaled);
        let most = surest(count);
        let los = match mean - 0.5 {
            0.0 => 0.5,
            lead if deviation == 0.0 => f64::from(u8::from(lead > 0.0)),
            lead => normal(lead / deviation),
        };
        Elo { elo, normalized, los: los.clamp(1.0 - most, most) }
    }
}

/// The most that so many observations can show: how likely it is that the engine is the stronger
/// one if all are for it. By Jeffreys' prior, the chance that one is has then the beta distribution
/// of count + ½ and ½; this is its part above ½, by the recurrence of the incomplete beta function
/// in its first parameter.
fn surest(count: f64) -> f64 {
    let (mut below, mut term, mut seen) = (0.5, core::f64::consts::FRAC_1_PI, 0.0);
    while seen < count && term > 1e-17 {
        below -= term;
        // From a to a + 1: x^a is halved, and a B(a, ½) grows by (a + 1) / (a + ½).
        let a = seen + 0.5;
        term *= 0.5 * (a + 0.5) / (a + 1.0);
        seen += 1.0;
    }
    1.0 - below.max(0.0)
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
        // 50 openings, nearly each won by White: as games a wide interval, as pairs a narrow one.
        let equal = Elo::of(&score(50, 0, 50, [1, 0, 48, 0, 1])).unwrap();
        assert!(equal.elo.error().unwrap() < 20.0, "{equal:?}");
        assert_eq!(equal.los, 0.5);
        let games = Elo::of(&score(50, 0, 50, [0; 5])).unwrap();
        assert!(games.elo.error().unwrap() > 60.0);
    }

    #[test]
    fn few_games_are_not_certain() {
        let none = Estimate { value: Some(0.0), low: None, high: None };
        for equal in [score(1, 0, 1, [0, 0, 1, 0, 0]), score(50, 0, 50, [0, 0, 50, 0, 0])] {
            let equal = Elo::of(&equal).unwrap();
            assert_eq!((equal.elo, equal.normalized, equal.los), (none, none, 0.5));
        }
        // The beta distribution of 3/2 and 1/2 has 1/2 + 1/π above 1/2.
        let won = Elo::of(&score(1, 0, 0, [0; 5])).unwrap();
        assert!((won.los - 0.818_309_886).abs() < 1e-8, "{}", won.los);
        assert!((Elo::of(&score(0, 0, 1, [0; 5])).unwrap().los - 0.181_690_114).abs() < 1e-8);
        // Of 5/2 and 1/2: 1/2 + 4/(3π).
        assert!((surest(2.0) - 0.924_413_182).abs() < 1e-8, "{}", surest(2.0));
        assert!(surest(20.0) > 0.999_999 && surest(1e9) <= 1.0);
        // Two pairs that hardly scatter.
        let two = Elo::of(&score(3, 1, 0, [0, 0, 0, 1, 1])).unwrap();
        assert!(two.los < 0.93, "{}", two.los);
    }

    #[test]
    fn both_numbers_have_the_same_sign() {
        for code in 1..4u64.pow(5) {
            let pairs = [0, 1, 2, 3, 4].map(|place| code / 4u64.pow(place) % 4);
            let points: u64 = (0..).zip(pairs).map(|(half, count)| half * count).sum();
            let games = 2 * pairs.iter().sum::<u64>();
            let (wins, draws) = (points / 2, points % 2);
            let elo = Elo::of(&score(wins, draws, games - wins - draws, pairs)).unwrap();
            let (Some(one), Some(other)) = (elo.elo.value, elo.normalized.value) else { continue };
            assert!(one * other > 0.0 || (one.abs() < 1e-9 && other.abs() < 1e-9), "{pairs:?}");
        }
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
        assert_eq!(all.elo.value, None);
        assert!((0.99..1.0).contains(&all.los), "{}", all.los);
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
