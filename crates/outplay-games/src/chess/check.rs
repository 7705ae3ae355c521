//! Which moves give check, told without making them.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_knight_moves, get_line_rays,
    get_pawn_attacks, get_rook_moves,
};

use super::Chess;

/// Whether a legal move gives check.
#[inline]
pub(super) fn gives(position: &Chess, m: Move) -> bool {
    let board = &position.board;
    if position.is_castling(m) || position.is_en_passant(m) {
        let mut after = board.clone();
        after.play_unchecked(m);
        return !after.checkers().is_empty();
    }
    let own = board.side_to_move();
    let king = board.king(!own);
    let occupied = board.occupied() & !m.from.bitboard() | m.to.bitboard();
    let piece = m.promotion.or(board.piece_on(m.from)).unwrap_or(Piece::Pawn);
    reach(piece, king, !own, occupied).has(m.to) || uncovers(board, king, m, occupied)
}

/// From where a piece checks a king of this color.
#[inline]
fn reach(piece: Piece, king: Square, color: Color, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(king, color),
        Piece::Knight => get_knight_moves(king),
        Piece::Bishop => get_bishop_moves(king, occupied),
        Piece::Rook => get_rook_moves(king, occupied),
        Piece::Queen => get_bishop_moves(king, occupied) | get_rook_moves(king, occupied),
        Piece::King => BitBoard::EMPTY,
    }
}

/// Whether the piece that moves stood between the king and another that then checks it.
#[inline]
fn uncovers(board: &Board, king: Square, m: Move, occupied: BitBoard) -> bool {
    let line = get_line_rays(king, m.from);
    let own = board.colors(board.side_to_move()) & !m.from.bitboard();
    let queens = board.pieces(Piece::Queen);
    let rooks = (board.pieces(Piece::Rook) | queens) & own & line;
    let bishops = (board.pieces(Piece::Bishop) | queens) & own & line;
    if (rooks | bishops).is_empty() || line.has(m.to) {
        return false;
    }
    !(get_rook_moves(king, occupied) & rooks).is_empty()
        || !(get_bishop_moves(king, occupied) & bishops).is_empty()
}
