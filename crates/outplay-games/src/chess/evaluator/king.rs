//! The pawns in front of the king.

use super::{Judge, Side, forward, in_front};
use crate::chess::weights::Pair;

impl Judge {
    /// The shield of pawns on the three files around the king.
    pub(super) fn shield(&self, own: &Side, other: &Side) -> Pair {
        let weights = &self.weights;
        let mut sum = Pair::default();
        let ahead = in_front(own.king.rank().bitboard(), own.color);
        let near = forward(own.king.rank().bitboard(), own.color);
        let files = own.king.file().adjacent() | own.king.file().bitboard();
        for square in files & own.king.rank().bitboard() {
            let file = square.file().bitboard();
            let pawns = file & own.pawns & ahead;
            let steps = if !pawns.is_disjoint(near) {
                0
            } else if !pawns.is_disjoint(forward(near, own.color)) {
                1
            } else {
                2
            };
            sum += weights.shield[steps];
            if file.is_disjoint(own.pawns | other.pawns) {
                sum += weights.open_at_king;
            }
        }
        sum
    }
}
