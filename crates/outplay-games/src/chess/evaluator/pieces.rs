//! Material, squares, mobility, and what else a piece has where it stands.

use cozy_chess::{
    BitBoard, Board, File, Piece, Rank, Square, get_bishop_moves, get_knight_moves, get_rook_moves,
};

use super::sink::Sink;
use super::{Side, forward, half, in_front};
use crate::chess::terms::*;

/// The four squares in the centre.
const CENTRE: BitBoard = BitBoard(0x0000_0018_1800_0000);

/// The parts of the evaluation that look at one piece after the other, and note what is attacked.
pub(super) fn count(board: &Board, own: &mut Side, other: &Side, sink: &mut impl Sink) {
    let blocked = own.pawns & forward(board.occupied(), !own.color);
    let home = Rank::Second.relative_to(own.color).bitboard()
        | Rank::Third.relative_to(own.color).bitboard();
    let queens = own.all & board.pieces(Piece::Queen);
    let fixed = own.pawns & (blocked | home) | own.king.bitboard() | queens;
    let free = !(fixed | other.pawn_attacks);
    let occupied = board.occupied();
    let (straight, slanted) = (board.pieces(Piece::Rook) & own.all, board.pieces(Piece::Queen));
    each(board, own, other, sink, Piece::Knight, free, get_knight_moves);
    // Pieces that go the same way help each other from behind.
    each(board, own, other, sink, Piece::Bishop, free, |square| {
        get_bishop_moves(square, occupied & !slanted)
    });
    each(board, own, other, sink, Piece::Rook, free, |square| {
        get_rook_moves(square, occupied & !(slanted | straight))
    });
    each(board, own, other, sink, Piece::Queen, free, |square| {
        get_bishop_moves(square, occupied) | get_rook_moves(square, occupied)
    });
    minors(board, own, other, sink);
    rooks(board, own, other, sink);
    space(board, own, other, sink);
}

/// All pieces of a kind: material, square, mobility, and attacks.
#[inline(always)]
fn each(
    board: &Board,
    own: &mut Side,
    other: &Side,
    sink: &mut impl Sink,
    piece: Piece,
    free: BitBoard,
    reach: impl Fn(Square) -> BitBoard,
) {
    let mobility = match piece {
        Piece::Knight => MOBILITY_KNIGHT,
        Piece::Bishop => MOBILITY_BISHOP,
        Piece::Rook => MOBILITY_ROOK,
        _ => MOBILITY_QUEEN,
    };
    let kind = piece as usize;
    for square in board.pieces(piece) & own.all {
        sink.add(MATERIAL.at(kind), 1);
        sink.add(SQUARES.at(32 * kind + half(square.relative_to(own.color))), 1);
        let reached = reach(square);
        let moves = (reached & free).len() as usize;
        sink.add(mobility.at(moves.min(mobility.count - 1)), 1);
        own.attack(piece, reached);
        let hits = (reached & other.zone).len() as i32;
        if hits > 0 {
            own.attackers[kind - 1] += 1;
            own.hits += hits;
        }
    }
}

/// Knights and bishops.
#[inline]
fn minors(board: &Board, own: &Side, other: &Side, sink: &mut impl Sink) {
    let (knights, bishops) =
        (board.pieces(Piece::Knight) & own.all, board.pieces(Piece::Bishop) & own.all);
    let pawns = board.pieces(Piece::Pawn);
    let camp = [Rank::Fourth, Rank::Fifth, Rank::Sixth]
        .into_iter()
        .fold(BitBoard::EMPTY, |set, rank| set | rank.relative_to(own.color).bitboard());
    let chased = other.pawn_attacks | in_front(other.pawn_attacks, other.color);
    for (index, minors) in [knights, bishops].into_iter().enumerate() {
        let outposts = minors & camp & !chased;
        let held = (outposts & own.pawn_attacks).len() as i32;
        sink.add(OUTPOST.at(2 * index), outposts.len() as i32 - held);
        sink.add(OUTPOST.at(2 * index + 1), held);
        let sheltered = minors & forward(pawns, !own.color);
        sink.add(BEHIND_PAWN.at(index), sheltered.len() as i32);
    }
    sink.add(KNIGHT_PAWNS.at(0), knights.len() as i32 * (own.pawns.len() as i32 - 5));
    sink.add(BISHOP_PAIR.at(0), i32::from(bishops.len() > 1));
    for square in bishops {
        let dark = BitBoard::DARK_SQUARES;
        let colour = if dark.has(square) { dark } else { !dark };
        sink.add(BISHOP_PAWNS.at(0), (own.pawns & colour).len() as i32);
        let seen = get_bishop_moves(square, pawns) & CENTRE;
        sink.add(BISHOP_CENTRE.at(0), i32::from(seen.len() > 1));
    }
}

/// Rooks on open files and on the seventh rank.
#[inline]
fn rooks(board: &Board, own: &Side, other: &Side, sink: &mut impl Sink) {
    let rooks = board.pieces(Piece::Rook) & own.all;
    let seventh = Rank::Seventh.relative_to(own.color).bitboard();
    let eighth = Rank::Eighth.relative_to(own.color).bitboard();
    let prey = !(seventh & other.pawns).is_empty() || eighth.has(other.king);
    for rook in rooks {
        let file = rook.file().bitboard();
        if file.is_disjoint(own.pawns) {
            sink.add(ROOK_FILE.at(usize::from(!file.is_disjoint(other.pawns))), 1);
        }
    }
    sink.add(ROOK_SEVENTH.at(0), if prey { (rooks & seventh).len() as i32 } else { 0 });
    sink.add(ROOK_PAWNS.at(0), rooks.len() as i32 * (own.pawns.len() as i32 - 5));
}

/// Room for the pieces behind the own pawns in the centre.
#[inline]
fn space(board: &Board, own: &Side, other: &Side, sink: &mut impl Sink) {
    let files = File::C.bitboard() | File::D.bitboard() | File::E.bitboard() | File::F.bitboard();
    let ranks = [Rank::Second, Rank::Third, Rank::Fourth]
        .into_iter()
        .fold(BitBoard::EMPTY, |set, rank| set | rank.relative_to(own.color).bitboard());
    let safe = files & ranks & !own.pawns & !other.pawn_attacks;
    let pieces = (own.all & !board.pieces(Piece::Pawn)).len() as i32;
    sink.add(SPACE.at(0), safe.len() as i32 * pieces / 16);
}
