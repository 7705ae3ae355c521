//! Endgames where material misleads.

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

use super::distance;
use crate::chess::see;

/// What values are multiplied by, in 64ths.
pub(super) const FULL: i32 = 64;
/// Only bishops on opposite colours and pawns; for each passed pawn a little more.
const OPPOSITE_BISHOPS: i32 = 30;
/// With other pieces beside them.
const OPPOSITE_BISHOPS_AND_MORE: i32 = 52;
/// A lead of at most a minor piece, and no pawn to queen.
const HARD_TO_WIN: i32 = 12;
/// The endgame's half without own pawns, and for each of them.
const NO_PAWNS: i32 = 40;
const EACH_PAWN: i32 = 6;

/// Against a bare king: for each step of it from the centre, in hundredths.
const DRIVE_TO_EDGE: i32 = 10;
/// The same for each step between the kings.
const DRIVE_KINGS: i32 = 5;
/// With bishop and knight against a bare king: for each step of it from the corners of the bishop's
/// colour.
const DRIVE_TO_CORNER: i32 = 10;

/// Against a bare king: it is mated at the edge, with the other king near, and by bishop and
/// knight in a corner of the bishop's colour.
pub(super) fn drive(board: &Board, strong: Color) -> i32 {
    let (own, bare) = (board.king(strong), board.king(!strong));
    let mut sum = DRIVE_TO_EDGE * from_centre(bare) + DRIVE_KINGS * (7 - distance(own, bare));
    let all = board.colors(strong);
    let of = |piece| all & board.pieces(piece);
    let (bishops, knights) = (of(Piece::Bishop), of(Piece::Knight));
    let only = BitBoard::from(own) | bishops | knights == all;
    if only && bishops.len() == 1 && knights.len() == 1 {
        let dark = !bishops.is_disjoint(BitBoard::DARK_SQUARES);
        let corners = if dark { [Square::A1, Square::H8] } else { [Square::A8, Square::H1] };
        let steps = corners.map(|corner| along(bare, corner));
        sum += DRIVE_TO_CORNER * (14 - steps[0].min(steps[1]));
    }
    sum
}

/// What the endgame's half is worth to the side that is ahead: with few pawns left, little is won.
pub(super) fn late(board: &Board, strong: Color) -> i32 {
    let pawns = board.colored_pieces(strong, Piece::Pawn).len() as i32;
    if is_bare(board, !strong) { FULL } else { (NO_PAWNS + EACH_PAWN * pawns).min(FULL) }
}

/// Steps from the four squares in the centre, along ranks and files.
fn from_centre(square: Square) -> i32 {
    let off = |at: i32| (3 - at).max(at - 4);
    off(square.file() as i32) + off(square.rank() as i32)
}

/// Steps along ranks and files.
fn along(one: Square, other: Square) -> i32 {
    (one.file() as i32 - other.file() as i32).abs()
        + (one.rank() as i32 - other.rank() as i32).abs()
}

/// Whether a side has nothing but its king.
pub(super) fn is_bare(board: &Board, color: Color) -> bool {
    board.colors(color).len() == 1
}

/// What pieces other than pawns are worth in an exchange.
fn material(board: &Board, color: Color) -> i32 {
    [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
        .into_iter()
        .map(|piece| see::value(piece) * board.colored_pieces(color, piece).len() as i32)
        .sum()
}

/// How much of its value the side that is ahead can hope for.
pub(super) fn whole(board: &Board, strong: Color) -> i32 {
    let pawns = board.colored_pieces(strong, Piece::Pawn);
    let (own, other) = (material(board, strong), material(board, !strong));
    let minor = see::value(Piece::Bishop);
    if pawns.is_empty() && own - other <= minor {
        // Two knights, or one piece, mate nobody.
        return if own <= minor { 0 } else { HARD_TO_WIN };
    }
    if pawns.is_empty() && two_knights(board, strong) {
        return 0;
    }
    if other == 0 && corner_holds(board, strong, pawns) {
        return 0;
    }
    opposite_bishops(board).unwrap_or(FULL)
}

/// Two knights can't force mate on a side without pawns.
fn two_knights(board: &Board, strong: Color) -> bool {
    let knights = board.colored_pieces(strong, Piece::Knight);
    knights.len() == 2 && board.colors(strong).len() == 3 && is_bare(board, !strong)
}

/// A king in front of rook's pawns can't be driven out of the corner by pawns alone, or by a bishop
/// that does not attack it.
fn corner_holds(board: &Board, strong: Color, pawns: BitBoard) -> bool {
    let file = if pawns.is_subset(File::A.bitboard()) {
        File::A
    } else if pawns.is_subset(File::H.bitboard()) {
        File::H
    } else {
        return false;
    };
    let corner = Square::new(file, Rank::Eighth.relative_to(strong));
    let bishops = board.colored_pieces(strong, Piece::Bishop);
    let dark = BitBoard::DARK_SQUARES;
    let wrong = if dark.has(corner) { !dark } else { dark };
    let rest = board.colors(strong) & !pawns & !bishops & !board.pieces(Piece::King);
    rest.is_empty()
        && !pawns.is_empty()
        && bishops.is_subset(wrong)
        && distance(board.king(!strong), corner) <= 1
}

/// One bishop each, on squares of different colours.
fn opposite_bishops(board: &Board) -> Option<i32> {
    let bishops = board.pieces(Piece::Bishop);
    let one_each =
        Color::ALL.iter().all(|&color| board.colored_pieces(color, Piece::Bishop).len() == 1);
    let dark = (bishops & BitBoard::DARK_SQUARES).len();
    if !one_each || dark != 1 {
        return None;
    }
    let pieces =
        board.pieces(Piece::Knight) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    Some(if pieces.is_empty() { OPPOSITE_BISHOPS } else { OPPOSITE_BISHOPS_AND_MORE })
}
