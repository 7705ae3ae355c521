//! The weights of the evaluation, in the form in which `tune.rs` prints them. They were fitted in two
//! steps by an early version of it, to games of 400 to 600 nodes a move that began from weights set by
//! hand: its command gives others now. They are to be made anew from more games.

use super::evaluator::TEMPI;

/// Pairs of shapes: the best that a stone would make, and the next best.
pub(super) const PAIRS: usize = 144;

/// What an empty cell is worth by its pair, in sixteenths of a hundredth of a unit.
#[rustfmt::skip]
pub(super) const WORTH: [i16; PAIRS] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    307, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 45, 175, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 83, 54, 0, 0, 0, 0, 0, 0, 0, 0,
    890, 0, 74, 372, 569, 0, 0, 0, 0, 0, 0, 0,
    111, 477, 199, 278, 355, 1159, 0, 0, 0, 0, 0, 0,
    442, 0, 437, 731, 1885, 814, 3924, 0, 0, 0, 0, 0,
    839, 0, 318, 812, 1694, 782, 4974, 2856, 0, 0, 0, 0,
    960, 976, 992, 1024, 1152, 1184, 1504, 4160, 4480, 0, 0, 0,
    4901, 3976, 3160, 3454, 5043, 4062, 3978, 4969, 5440, 6400, 0, 0,
    9600, 9616, 9632, 9664, 9792, 9824, 10144, 10240, 10560, 11520, 16000, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
];
/// The cells of the side that is not to move count so many 256ths.
pub(super) const OTHER: i64 = 213;
/// What each of the [threats](super::evaluator::tempo) is worth, in hundredths.
#[rustfmt::skip]
pub(super) const TEMPO: [i32; TEMPI] =
    [-20, -24, 131, -30, 49, 20, -3, 4, -162, 12, 113, -70, 23, -24, 2];
