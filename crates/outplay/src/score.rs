//! What a position is worth: estimates, win and loss distances, and bounds.
//!
//! A [`Score`] is always from the point of view of the side to move. Inside it is an integer, so
//! that searches compare and negate it exactly; people read and write it in units with two
//! decimals (`0.35`, `-3.5`). Wins and losses lie beyond every estimate and carry the number of
//! plies to the end, so that a quicker win beats a slower one and a slower loss a quicker one.

use core::fmt;
use core::ops::Neg;

/// The value of a position for the side to move: an estimate, or a decided game with its distance.
///
/// The order is the order of preference: `loss_in(2) < loss_in(4) < estimate < win_in(5) <
/// win_in(3)`.
///
/// ```
/// use outplay::Score;
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(Score::loss_in(4) > Score::loss_in(2));
/// assert!(Score::from(99.5) < Score::win_in(200));
/// assert_eq!(-Score::win_in(3), Score::loss_in(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// How many steps of a score make one unit as people read it.
    pub const UNIT: i32 = 100;
    /// Neither side is ahead.
    pub const DRAW: Score = Score(0);
    /// The largest estimate: 9,999,999.99 units. Estimates are clamped to ± this.
    pub const MAX_ESTIMATE: Score = Score(999_999_999);
    /// Above every score: the open upper end of a window. Its negative is the lower end.
    pub const INFINITY: Score = Score(1_003_000_000);
    /// The longest distance of a win or loss, in plies; longer ones are counted as that.
    pub const MAX_DISTANCE: u32 = 1_000_000;
    const WIN: i32 = 1_002_000_000;

    /// The side to move has won after `plies` more plies, at most
    /// [`MAX_DISTANCE`](Score::MAX_DISTANCE).
    #[inline]
    pub const fn win_in(plies: u32) -> Score {
        let plies = if plies > Score::MAX_DISTANCE { Score::MAX_DISTANCE } else { plies };
        Score(Score::WIN - plies as i32)
    }

    /// The side to move has lost after `plies` more plies.
    #[inline]
    pub const fn loss_in(plies: u32) -> Score {
        Score(-Score::win_in(plies).0)
    }

    /// An estimate in hundredths of a unit, clamped to the range of estimates.
    #[inline]
    pub const fn from_hundredths(hundredths: i32) -> Score {
        Score(hundredths).as_estimate()
    }

    /// The estimate in hundredths of a unit; meaningless for a decided game.
    #[inline]
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// The value in units, as people read it.
    #[inline]
    pub fn units(self) -> f64 {
        f64::from(self.0) / f64::from(Score::UNIT)
    }

    /// The score clamped to the range of estimates: what an evaluator may claim at the horizon.
    #[inline]
    pub const fn as_estimate(self) -> Score {
        if self.0 > Score::MAX_ESTIMATE.0 {
            Score::MAX_ESTIMATE
        } else if self.0 < -Score::MAX_ESTIMATE.0 {
            Score(-Score::MAX_ESTIMATE.0)
        } else {
            self
        }
    }

    /// Whether it says that one side has won.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0 > Score::MAX_ESTIMATE.0 || self.0 < -Score::MAX_ESTIMATE.0
    }

    /// The plies to the end if the game is decided.
    ///
    /// ```
    /// use outplay::Score;
    /// assert_eq!(Score::loss_in(4).distance(), Some(4));
    /// assert_eq!(Score::DRAW.distance(), None);
    /// ```
    #[inline]
    pub const fn distance(self) -> Option<u32> {
        if self.is_decided() {
            let plies = Score::WIN - self.0.abs();
            Some(if plies < 0 { 0 } else { plies as u32 })
        } else {
            None
        }
    }

    /// The next larger score; with it, `(score, score.next())` is the null window just above.
    #[inline]
    pub const fn next(self) -> Score {
        Score(self.0 + 1)
    }

    /// The next smaller score.
    #[inline]
    pub const fn previous(self) -> Score {
        Score(self.0 - 1)
    }

    /// `self` moved by `hundredths`, within the open window.
    #[inline]
    pub(crate) fn offset(self, hundredths: i32) -> Score {
        Score(self.0.saturating_add(hundredths).clamp(-Score::INFINITY.0, Score::INFINITY.0))
    }

    /// Turns a distance counted from the root into one counted from a node at `ply`. What the
    /// table keeps is counted from the node, since many roads lead to it.
    #[inline]
    pub(crate) const fn root_to_node(self, ply: u32) -> Score {
        if self.0 > Score::MAX_ESTIMATE.0 {
            Score(self.0 + ply as i32)
        } else if self.0 < -Score::MAX_ESTIMATE.0 {
            Score(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// The inverse of [`root_to_node`](Score::root_to_node).
    #[inline]
    pub(crate) const fn node_to_root(self, ply: u32) -> Score {
        if self.0 > Score::MAX_ESTIMATE.0 {
            Score(self.0 - ply as i32)
        } else if self.0 < -Score::MAX_ESTIMATE.0 {
            Score(self.0 + ply as i32)
        } else {
            self
        }
    }

    #[inline]
    pub(crate) const fn to_bits(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Score {
        Score(bits as i32)
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Units, as people write them. Not-a-number counts as 0; what is too large is clamped.
impl From<f64> for Score {
    #[inline]
    fn from(units: f64) -> Score {
        // `as` saturates, and turns NaN into 0.
        Score((units * f64::from(Score::UNIT)).round() as i32).as_estimate()
    }
}

/// Whole units; what is too large is clamped.
impl From<i32> for Score {
    #[inline]
    fn from(units: i32) -> Score {
        Score(units.saturating_mul(Score::UNIT)).as_estimate()
    }
}

/// `win in 5`, `loss in 4`, `0.35`, `-18`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Score::INFINITY {
            return f.pad("+∞");
        }
        if *self == -Score::INFINITY {
            return f.pad("-∞");
        }
        match self.distance() {
            Some(plies) if self.0 > 0 => f.pad(&format!("win in {plies}")),
            Some(plies) => f.pad(&format!("loss in {plies}")),
            None => {
                let (sign, value) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
                let (whole, part) = (value / 100, value % 100);
                f.pad(&match part {
                    0 => format!("{sign}{whole}"),
                    p if p % 10 == 0 => format!("{sign}{whole}.{}", p / 10),
                    p => format!("{sign}{whole}.{p:02}"),
                })
            }
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a searched value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    Lower,
    /// The true one is at most this.
    Upper,
}

impl Bound {
    /// What a fail-soft search's `score` says after a search with the window `(alpha, beta)`.
    #[inline]
    pub fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// How the score's negative is meant.
    #[inline]
    pub(crate) fn turned(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }

    /// `=`, `≥` or `≤`.
    pub fn sign(self) -> &'static str {
        match self {
            Bound::Exact => "=",
            Bound::Lower => "≥",
            Bound::Upper => "≤",
        }
    }
}

/// A score with everything that must be said beside it: whether it is only a bound, and whether
/// it is proven or rests on an estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The number, for the side to move.
    pub score: Score,
    /// Whether the true value may lie above or below.
    pub bound: Bound,
    /// No evaluation at a horizon had a part in it: it follows from the rules alone.
    pub proven: bool,
    /// The game is played for a margin: a proven score is a number of points.
    pub by_margin: bool,
}

impl Value {
    /// What a search of `depth` plies may say, counted from the root. `closed`: no evaluation had a
    /// part in it. A win or loss beyond the depth is true, but its distance is only a bound: a
    /// shorter one may have been overlooked.
    pub(crate) fn found(
        score: Score,
        bound: Bound,
        closed: bool,
        depth: u32,
        by_margin: bool,
    ) -> Value {
        let seen_in_full = closed || score.distance().is_some_and(|plies| plies <= depth);
        let safe = if score > Score::DRAW { Bound::Lower } else { Bound::Upper };
        let far = score.is_decided() && !seen_in_full;
        let bound = if far && bound == Bound::Exact { safe } else { bound };
        let proven = seen_in_full || (far && bound == safe);
        Value { score, bound, proven, by_margin }
    }

    /// The one word for what the number is: `win`, `loss`, `draw`, `exact` or `estimate`.
    pub fn kind(&self) -> &'static str {
        match self.score.distance() {
            Some(_) if self.score > Score::DRAW => "win",
            Some(_) => "loss",
            None if self.proven && self.score == Score::DRAW && !self.by_margin => "draw",
            None if self.proven => "exact",
            None => "estimate",
        }
    }
}

/// `win in 5`, `≥ 0.35`, `draw`, `exactly -18`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match (self.kind(), self.bound) {
            // A lower bound on a win is an upper bound on its length, and so on.
            ("win", Bound::Lower) => {
                format!("win in at most {}", self.score.distance().unwrap_or(0))
            }
            ("win", Bound::Upper) => {
                format!("at best a win in {}", self.score.distance().unwrap_or(0))
            }
            ("loss", Bound::Lower) => {
                format!("no loss before {}", self.score.distance().unwrap_or(0))
            }
            ("loss", Bound::Upper) => {
                format!("loss in at most {}", self.score.distance().unwrap_or(0))
            }
            ("draw", Bound::Exact) => "draw".to_owned(),
            ("draw", Bound::Lower) => "draw or better".to_owned(),
            ("draw", Bound::Upper) => "draw or worse".to_owned(),
            ("exact", Bound::Exact) => format!("exactly {}", self.score),
            (_, Bound::Exact) => self.score.to_string(),
            (_, bound) => format!("{} {}", bound.sign(), self.score),
        };
        f.pad(&text)
    }
}

/// The contract of the command line: `{"kind":"win","plies":5}`, `{"kind":"estimate","value":0.35,
/// "bound":"lower"}`; whole numbers without a fraction.
#[cfg(feature = "serde")]
impl serde::Serialize for Value {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let kind = self.kind();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", kind)?;
        if let Some(plies) = self.score.distance() {
            map.serialize_entry("plies", &plies)?;
        } else if kind != "draw" {
            map.serialize_entry("value", &Units(self.score))?;
        }
        if self.bound != Bound::Exact {
            map.serialize_entry("bound", &self.bound)?;
        }
        map.end()
    }
}

/// A score as a JSON number in units: whole where it is whole.
#[cfg(feature = "serde")]
pub(crate) struct Units(pub(crate) Score);

#[cfg(feature = "serde")]
impl serde::Serialize for Units {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.hundredths() % Score::UNIT {
            0 => serializer.serialize_i32(self.0.hundredths() / Score::UNIT),
            _ => serializer.serialize_f64(self.0.units()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_of_preference() {
        let rising = [
            -Score::INFINITY,
            Score::loss_in(0),
            Score::loss_in(2),
            Score::loss_in(250),
            Score::loss_in(u32::MAX),
            -Score::MAX_ESTIMATE,
            Score::from(-0.01),
            Score::DRAW,
            Score::from(0.35),
            Score::MAX_ESTIMATE,
            Score::win_in(u32::MAX),
            Score::win_in(250),
            Score::win_in(3),
            Score::win_in(1),
            Score::win_in(0),
            Score::INFINITY,
        ];
        assert!(rising.windows(2).all(|pair| pair[0] < pair[1]), "{rising:?}");
    }

    #[test]
    fn hostile_numbers_are_clamped() {
        for hostile in [f64::INFINITY, f64::MAX, 1e300] {
            assert_eq!(Score::from(hostile), Score::MAX_ESTIMATE);
            assert_eq!(Score::from(-hostile), -Score::MAX_ESTIMATE);
        }
        assert_eq!(Score::from(f64::NAN), Score::DRAW);
        assert_eq!(Score::from(i32::MIN), -Score::MAX_ESTIMATE);
        assert_eq!(Score::from_hundredths(i32::MAX), Score::MAX_ESTIMATE);
        assert_eq!(Score::win_in(u32::MAX).distance(), Some(Score::MAX_DISTANCE));
    }

    #[test]
    fn distances_survive_the_table() {
        for score in [Score::win_in(9), Score::loss_in(12), Score::from(1.5), Score::DRAW] {
            let node = score.root_to_node(4);
            assert_eq!(node.node_to_root(4), score);
            assert_eq!(node.distance(), score.distance().map(|plies| plies - 4));
        }
    }

    #[test]
    fn shown_as_people_write_it() {
        for (score, text) in [
            (Score::from(0.35), "0.35"),
            (Score::from(-3.5), "-3.5"),
            (Score::from(-0.05), "-0.05"),
            (Score::from(-18), "-18"),
            (Score::win_in(5), "win in 5"),
            (Score::loss_in(4), "loss in 4"),
        ] {
            assert_eq!(score.to_string(), text);
        }
    }
}
