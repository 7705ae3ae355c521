//! The numbers of the evaluator, in one place.

/// A weight in the middlegame and in the endgame, in hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pair(pub i32, pub i32);
/// All weights.
#[derive(Clone, Debug)]
pub struct Weights {}
