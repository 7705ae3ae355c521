//! The weights of the evaluation.
//!
//! Made by: outplay-tune fit gomoku --data gomoku.games --passes 20 --seed 1 --results 0.5 --step 4 --hold 3e-8
//! from 3000 games, 57956 positions to learn from and 5983
//! to check. k = 0.002774. Error before: 0.135115, where not learned from 0.139544.
//! Error after: 0.116950, where not learned from 0.108583.
//! gomoku.games: outplay-tune play gomoku --games 3000 --seed 1 --nodes 400
//! Both with the program of commit cecb336, which has the first guesses.

/// Pairs of shapes: the best that a stone would make, and the next best.
pub(super) const PAIRS: usize = 144;

/// What an empty cell is worth by its pair, in sixteenths of a hundredth of a unit.
#[rustfmt::skip]
pub(super) const WORTH: [i16; PAIRS] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    144, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    139, 27, 142, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    104, 16, 125, 136, 0, 0, 0, 0, 0, 0, 0, 0,
    168, 0, 162, 253, 408, 0, 0, 0, 0, 0, 0, 0,
    169, 0, 258, 282, 538, 760, 0, 0, 0, 0, 0, 0,
    227, 161, 698, 641, 1182, 1290, 1819, 0, 0, 0, 0, 0,
    571, 526, 1194, 952, 1972, 1696, 3832, 3731, 0, 0, 0, 0,
    3520, 3536, 3552, 3584, 3712, 3744, 4064, 4160, 4480, 0, 0, 0,
    4082, 3995, 3660, 4106, 4342, 4860, 4868, 5087, 5440, 6405, 0, 0,
    9600, 9616, 9632, 9664, 9792, 9824, 10144, 10240, 10560, 11520, 16000, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
];

/// What each of the threats is worth, in hundredths; see `evaluator::tempo`.
#[rustfmt::skip]
pub(super) const TEMPO: [i32; 15] = [
    2, 92, 87, -25, 31, 1, -8, -37, -69, -67, 15, -29,
    -15, -8, 1,
];
