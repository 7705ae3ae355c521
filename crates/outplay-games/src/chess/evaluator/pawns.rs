//! The pawns.

use cozy_chess::{Board, Rank};

use super::{Judge, Side, beside, distance, forward, in_front};
use crate::chess::weights::Pair;

impl Judge {
    /// Doubled, isolated, backward and connected pawns.
    pub(super) fn pawns(&self, own: &Side, other: &Side) -> Pair {
        let weights = &self.weights;
        let mut sum = Pair::default();
        let supported = own.pawn_attacks | beside(own.pawns);
        for square in own.pawns {
            let pawn = square.bitboard();
            let rank = square.relative_to(own.color).rank();
            if !in_front(pawn, own.color).is_disjoint(own.pawns) {
                sum += weights.doubled;
            }
            if supported.has(square) {
                sum += weights.connected[rank as usize];
                continue;
            }
            let neighbours = square.file().adjacent() & own.pawns;
            if neighbours.is_empty() {
                sum += weights.isolated;
                continue;
            }
            // Those level with it or behind could come up and defend it.
            let ahead = in_front(square.file().adjacent() & square.rank().bitboard(), own.color);
            let stop = forward(pawn, own.color);
            if neighbours.is_subset(ahead) && !stop.is_disjoint(other.pawn_attacks) {
                sum += weights.backward;
            }
        }
        sum
    }

    /// Passed pawns: how far they are, what stands in their way, and which king is nearer.
    pub(super) fn passed(&self, board: &Board, own: &Side, other: &Side) -> Pair {
        let weights = &self.weights;
        let mut sum = Pair::default();
        for square in own.pawns {
            let front = in_front(square.bitboard(), own.color);
            let is_passed =
                (front | beside(front)).is_disjoint(other.pawns) && front.is_disjoint(own.pawns);
            if !is_passed {
                continue;
            }
            let rank = square.relative_to(own.color).rank();
            let advanced = rank as i32 - Rank::Second as i32;
            sum += weights.passed[rank as usize];
            let Some(stop) = forward(square.bitboard(), own.color).next_square() else { continue };
            if board.colors(other.color).has(stop) {
                sum += weights.passed_blocked * advanced;
            }
            let nearer = distance(other.king, stop) - distance(own.king, stop);
            sum += weights.passed_kings * (nearer * advanced);
        }
        sum
    }
}
