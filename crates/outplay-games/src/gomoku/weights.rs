//! The weights of the evaluation.
//!
//! First guesses: shapes and threats in round numbers.

/// Pairs of shapes: the best that a stone would make, and the next best.
pub(super) const PAIRS: usize = 144;

/// What an empty cell is worth by its pair, in sixteenths of a hundredth of a unit.
#[rustfmt::skip]
pub(super) const WORTH: [i16; PAIRS] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    16, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    32, 48, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    64, 80, 96, 128, 0, 0, 0, 0, 0, 0, 0, 0,
    192, 208, 224, 256, 384, 0, 0, 0, 0, 0, 0, 0,
    224, 240, 256, 288, 416, 448, 0, 0, 0, 0, 0, 0,
    544, 560, 576, 608, 736, 768, 2048, 0, 0, 0, 0, 0,
    800, 816, 832, 864, 992, 1024, 3264, 3840, 0, 0, 0, 0,
    3520, 3536, 3552, 3584, 3712, 3744, 4064, 4160, 4480, 0, 0, 0,
    4480, 4496, 4512, 4544, 4672, 4704, 5024, 5120, 5440, 6400, 0, 0,
    9600, 9616, 9632, 9664, 9792, 9824, 10144, 10240, 10560, 11520, 16000, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
];

/// What each of the threats is worth, in hundredths; see `evaluator::tempo`.
#[rustfmt::skip]
pub(super) const TEMPO: [i32; 15] = [
    0, 100, 100, 0, 40, -50, 0, 0, 0, -50, -50, 0,
    -20, 0, 1,
];
