//! Pieces that attack more valuable or badly defended ones, and passed pawns on their way.

use cozy_chess::{BitBoard, Board, Piece, Rank};

use super::sink::Sink;
use super::{Side, beside, distance, forward, in_front};
use crate::chess::terms::*;

/// What is attacked. Both sides' attacks must be known.
pub(super) fn count(board: &Board, own: &Side, other: &Side, sink: &mut impl Sink) {
    let pieces = other.all & !other.pawns & !other.king.bitboard();
    let firm = other.pawn_attacks | other.twice & !own.twice;
    let weak = other.all & !firm & own.attacked;
    let by_minor = own.by[Piece::Knight as usize] | own.by[Piece::Bishop as usize];
    let by_rook = own.by[Piece::Rook as usize];
    let queens = board.pieces(Piece::Queen);
    for (index, piece) in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
        .into_iter()
        .enumerate()
    {
        let kind = other.all & board.pieces(piece);
        let count = |set: BitBoard| (kind & set).len() as i32;
        if index > 0 {
            sink.add(THREAT_PAWN.at(index - 1), count(own.pawn_attacks));
        }
        sink.add(THREAT_MINOR.at(index), count(by_minor & (pieces | weak)));
        sink.add(THREAT_ROOK.at(index), count(by_rook & (weak | queens)));
    }
    let by_king = own.by[Piece::King as usize];
    sink.add(THREAT_KING.at(0), (by_king & weak).len() as i32);
    sink.add(HANGING.at(0), (weak & !other.attacked).len() as i32);
    let step = forward(own.pawns, own.color) & !board.occupied();
    let third = Rank::Third.relative_to(own.color).bitboard();
    let steps = step | forward(step & third, own.color) & !board.occupied();
    let safe = steps & !other.pawn_attacks & (own.attacked | !other.attacked);
    let pushed = beside(forward(safe, own.color)) & pieces & !own.pawn_attacks;
    sink.add(PUSH_THREAT.at(0), pushed.len() as i32);
}

/// What stands in the way of the passed pawns of a side. Both sides' attacks must be known.
pub(super) fn passed(
    board: &Board,
    own: &Side,
    other: &Side,
    passed: BitBoard,
    sink: &mut impl Sink,
) {
    let rooks = board.pieces(Piece::Rook);
    let bare = (other.all & !other.pawns).len() == 1;
    for square in passed & own.pawns {
        let rank = square.relative_to(own.color).rank() as usize;
        let stop = forward(square.bitboard(), own.color);
        let path = in_front(square.bitboard(), own.color);
        if stop.is_disjoint(board.occupied()) {
            sink.add(PASSED_FREE.at(rank), 1);
        }
        if stop.is_disjoint(other.attacked) {
            sink.add(PASSED_SAFE.at(rank), 1);
        }
        if path.is_disjoint(other.all | other.attacked) {
            sink.add(PASSED_PATH.at(rank), 1);
        }
        let behind = in_front(square.bitboard(), other.color) & rooks;
        sink.add(PASSED_ROOK.at(0), i32::from(!behind.is_disjoint(own.all)));
        sink.add(PASSED_ROOK.at(1), i32::from(!behind.is_disjoint(other.all)));
        if bare && path.is_disjoint(board.occupied()) {
            let goal = cozy_chess::Square::new(square.file(), Rank::Eighth.relative_to(own.color));
            let way = distance(square, goal).min(5);
            let late = i32::from(board.side_to_move() != own.color);
            if distance(other.king, goal) - late > way {
                sink.add(UNSTOPPABLE.at(0), 1);
            }
        }
    }
}
