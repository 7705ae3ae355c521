//! The weights of the evaluator.

use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use super::terms::{COUNT, TERMS, Term};

/// A weight in the middlegame and in the endgame, in hundredths of a pawn; positions in between get
/// a mean of both.
///
/// The two are kept in one number, the late one in the upper half, so that they are added in one
/// step. Each must stay within 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pair(i32);

impl Pair {
    /// From both values.
    #[inline]
    pub const fn new(early: i32, late: i32) -> Pair {
        Pair((late << 16) + early)
    }

    /// In the middlegame.
    #[inline]
    pub const fn early(self) -> i32 {
        self.0 as i16 as i32
    }

    /// In the endgame.
    #[inline]
    pub const fn late(self) -> i32 {
        // A negative early value has borrowed one from the upper half.
        (self.0 + 0x8000) >> 16
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline]
    fn neg(self) -> Pair {
        Pair(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline]
    fn mul(self, times: i32) -> Pair {
        Pair(self.0.wrapping_mul(times))
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

/// All weights, in the order of the terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights(pub(super) [Pair; COUNT]);

/// The weights that the game is played with, as `outplay-tune` wrote them.
const TEXT: &str = include_str!("weights.txt");
static TUNED: Weights = Weights::read(TEXT);

impl Weights {
    /// The weights that the game is played with.
    pub fn tuned() -> &'static Weights {
        &TUNED
    }

    /// One of them by its place.
    #[inline]
    pub(super) fn at(&self, at: usize) -> Pair {
        self.0[at]
    }

    /// Reads all weights, early and late in turn, from a text as the tuner writes it.
    ///
    /// # Panics
    /// If there are too many or too few numbers, or other signs.
    pub const fn read(text: &str) -> Weights {
        Weights(read(text))
    }

    /// The text of the weights; see [`text`].
    pub(super) fn text(pairs: impl Iterator<Item = (i32, i32)>) -> String {
        text(TERMS, pairs, |term| if term.count > 32 { 4 } else { 8 })
    }
}

/// Reads weights, early and late in turn. Words are left out, and comments that begin with `#`.
///
/// # Panics
/// If there are too many or too few numbers, or other signs: it is for files that the tool wrote,
/// and runs when the crate is compiled.
pub(crate) const fn read<const COUNT: usize>(text: &str) -> [Pair; COUNT] {
    let text = text.as_bytes();
    let mut pairs = [Pair(0); COUNT];
    let (mut at, mut count, mut early) = (0, 0, 0);
    while at < text.len() {
        match text[at] {
            b'#' => {
                while at < text.len() && text[at] != b'\n' {
                    at += 1;
                }
            }
            b'A'..=b'Z' | b'_' | b' ' | b'\n' | b'\r' => at += 1,
            b'-' | b'0'..=b'9' => {
                let number = number(text, &mut at);
                if count % 2 == 0 {
                    early = number;
                } else {
                    pairs[count / 2] = Pair::new(early, number);
                }
                count += 1;
            }
            _ => panic!("not a file of weights"),
        }
    }
    assert!(count == 2 * COUNT, "too many or too few weights");
    pairs
}

/// The text of weights: each term's name and its values, early and late in turn, so many pairs in a
/// row.
pub(crate) fn text(
    terms: &[Term],
    mut pairs: impl Iterator<Item = (i32, i32)>,
    row: impl Fn(&Term) -> usize,
) -> String {
    use core::fmt::Write as _;
    let mut text = String::new();
    for term in terms {
        text.push_str(term.name);
        for (index, (early, late)) in pairs.by_ref().take(term.count).enumerate() {
            let gap = if index % row(term) == 0 && term.count > 1 { "\n   " } else { "" };
            // Writing to a string can't fail.
            let _ = write!(text, "{gap} {early} {late}");
        }
        text.push('\n');
    }
    text
}

/// Reads a number, and moves behind it.
const fn number(text: &[u8], at: &mut usize) -> i32 {
    let negative = text[*at] == b'-';
    if negative {
        *at += 1;
    }
    let mut number = 0;
    while *at < text.len() && text[*at].is_ascii_digit() {
        number = number * 10 + (text[*at] - b'0') as i32;
        *at += 1;
    }
    if negative { -number } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_add_up() {
        for (one, other) in [((3, 4), (-5, 6)), ((-300, -1), (299, 0)), ((0, -7), (-1, 7))] {
            let (a, b) = (Pair::new(one.0, one.1), Pair::new(other.0, other.1));
            assert_eq!(a + b, Pair::new(one.0 + other.0, one.1 + other.1));
            assert_eq!(a - b, Pair::new(one.0 - other.0, one.1 - other.1));
            assert_eq!((a * -3).early(), -3 * one.0);
            assert_eq!((a * -3).late(), -3 * one.1);
            assert_eq!(((-a).early(), (-a).late()), (-one.0, -one.1));
        }
    }

    /// The file that is compiled in names all terms in their order, as it is written.
    #[test]
    fn the_file_is_as_the_tool_writes_it() {
        let pairs = Weights::tuned().0;
        let written = Weights::text(pairs.iter().map(|pair| (pair.early(), pair.late())));
        let kept: Vec<&str> = TEXT.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(written.lines().collect::<Vec<_>>(), kept);
    }
}
