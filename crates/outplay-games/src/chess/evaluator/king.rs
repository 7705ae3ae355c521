//! The danger to the enemy king.

use cozy_chess::{BitBoard, Board, Piece, get_bishop_moves, get_knight_moves, get_rook_moves};

use super::Side;
use super::sink::Sink;
use crate::chess::terms::*;

/// Counts what threatens the other king. Both sides' attacks must be known.
pub(super) fn count(board: &Board, own: &Side, other: &Side, sink: &mut impl Sink) {
    // Nothing near, nothing to fear.
    if own.attackers == [0; 4] {
        return;
    }
    sink.danger(DANGER.at(0), 1);
    for (piece, &attackers) in own.attackers.iter().enumerate() {
        sink.danger(DANGER_ATTACKER.at(piece), attackers);
    }
    sink.danger(DANGER_HIT.at(0), own.hits);
    let weak = own.attacked & !other.twice & (!other.attacked | other.by_king_or_queen());
    sink.danger(DANGER_WEAK.at(0), (weak & other.zone).len() as i32);
    let queens = board.pieces(Piece::Queen) & own.all;
    sink.danger(DANGER_QUEENLESS.at(0), i32::from(queens.is_empty()));
    checks(board, own, other, weak, sink);
    let king = other.king.file();
    let files = (king.adjacent() | king.bitboard()).0 & 0xff;
    let open = files & !files_of(other.pawns);
    sink.danger(DANGER_OPEN.at(0), open.count_ones() as i32);
    sink.end_danger();
}

/// Checks that don't lose the piece.
#[inline]
fn checks(board: &Board, own: &Side, other: &Side, weak: BitBoard, sink: &mut impl Sink) {
    let occupied = board.occupied() & !(board.pieces(Piece::Queen) & other.all);
    // Not defended at all, or only by the king and attacked twice.
    let safe = !own.all & (!other.attacked | weak & own.twice);
    let slanted = get_bishop_moves(other.king, occupied);
    let straight = get_rook_moves(other.king, occupied);
    for (index, (piece, from)) in [
        (Piece::Knight, get_knight_moves(other.king)),
        (Piece::Bishop, slanted),
        (Piece::Rook, straight),
        (Piece::Queen, slanted | straight),
    ]
    .into_iter()
    .enumerate()
    {
        let checks = own.by[piece as usize] & from & safe;
        sink.danger(DANGER_CHECK.at(index), i32::from(!checks.is_empty()));
    }
}

/// The files that a set stands on, as bits of one rank.
#[inline]
fn files_of(set: BitBoard) -> u64 {
    let mut files = set.0;
    files |= files >> 32;
    files |= files >> 16;
    files |= files >> 8;
    files & 0xff
}
