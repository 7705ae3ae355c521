//! Material, squares, mobility, and attacks on the king's surroundings.

use cozy_chess::{
    BitBoard, Board, Piece, Square, get_bishop_moves, get_knight_moves, get_rook_moves,
};

use super::{Judge, Side};
use crate::chess::weights::Pair;

/// The place of a square in a table of half the board.
#[inline]
fn half(square: Square) -> usize {
    let file = square.file() as usize;
    square.rank() as usize * 4 + file.min(7 - file)
}

impl Judge {
    /// Everything about a side's pieces, one by one.
    pub(super) fn pieces(&self, board: &Board, own: &Side, other: &Side) -> Pair {
        let weights = &self.weights;
        let mut sum = weights.squares[Piece::King as usize][half(own.king.relative_to(own.color))];
        for square in own.pawns {
            sum += weights.squares[Piece::Pawn as usize][half(square.relative_to(own.color))];
        }
        sum += weights.material[Piece::Pawn as usize] * own.pawns.len() as i32;
        let mut attack = Attack::default();
        let free = !own.all & !other.pawn_attacks;
        for (index, piece) in
            [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().enumerate()
        {
            let pieces = board.pieces(piece) & own.all;
            sum += weights.material[piece as usize] * pieces.len() as i32;
            for square in pieces {
                sum += weights.squares[piece as usize][half(square.relative_to(own.color))];
                let reached = moves(piece, square, board.occupied());
                let mobility = (reached & free).len() as i32;
                sum += weights.mobility[index] * (mobility - weights.usual_mobility[index]);
                attack.add(weights.attack[index], (reached & other.zone).len() as i32);
            }
        }
        let bishops = board.pieces(Piece::Bishop) & own.all;
        if bishops.len() > 1 {
            sum += weights.bishop_pair;
        }
        let pawnless = own.pawn_attacks & other.all & !other.pawns & !board.pieces(Piece::King);
        sum += weights.pawn_threat * pawnless.len() as i32;
        sum + self.rooks(board, own, other) + attack.value()
    }

    /// Rooks on open files.
    fn rooks(&self, board: &Board, own: &Side, other: &Side) -> Pair {
        let mut sum = Pair::default();
        for rook in board.pieces(Piece::Rook) & own.all {
            let file = rook.file().bitboard();
            if !file.is_disjoint(own.pawns) {
                continue;
            }
            sum += if file.is_disjoint(other.pawns) {
                self.weights.rook_open
            } else {
                self.weights.rook_half_open
            };
        }
        sum
    }
}

/// Where a piece could go on a board with these pieces, own ones taken for enemies.
#[inline]
fn moves(piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
    }
}

/// The pieces that attack the surroundings of the enemy king.
#[derive(Default)]
struct Attack {
    attackers: i32,
    sum: Pair,
}

impl Attack {
    #[inline]
    fn add(&mut self, weight: Pair, squares: i32) {
        self.attackers += i32::from(squares > 0);
        self.sum += weight * squares;
    }

    /// One piece alone does not mate; the more there are, the more each counts.
    #[inline]
    fn value(&self) -> Pair {
        let quarters = (self.attackers - 1).clamp(0, 4);
        let Pair(early, late) = self.sum * quarters;
        Pair(early / 4, late / 4)
    }
}
