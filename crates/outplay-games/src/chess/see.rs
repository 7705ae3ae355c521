//! Static exchange evaluation: what a capture wins or loses once both sides have taken back on the
//! square as long as it pays
//! (<https://www.chessprogramming.org/Static_Exchange_Evaluation>).
//!
//! Pieces that come into line behind others join in. Pins are not looked at, and a pawn that takes
//! back on the last rank counts as a pawn.

use cozy_chess::{
    BitBoard, Board, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::Chess;

/// What the pieces count in an exchange, in hundredths of a pawn, from pawn to king. The king is
/// worth more than everything else: it can't be given up.
const VALUES: [i32; Piece::NUM] = [100, 300, 300, 500, 900, 10_000];

/// From the least valuable piece to the most.
const BY_VALUE: [Piece; Piece::NUM] =
    [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];

/// No square is attacked by more pieces than there are.
const LONGEST: usize = 32;

#[inline]
pub(super) const fn value(piece: Piece) -> i32 {
    VALUES[piece as usize]
}

/// What a legal move gains for the side that makes it, in hundredths of a pawn, if both sides go on
/// taking on its square as long as it pays. A quiet move gains nothing or loses the piece.
///
/// ```
/// use outplay::Game;
/// use outplay_games::chess::{Chess, exchange};
/// // The pawn is defended: the rook would be lost for it.
/// let position = Chess::default().parse("4k3/8/2p5/3p4/8/8/3R4/4K3 w - - 0 1")?;
/// assert_eq!(exchange(&position, position.read("Rxd5")?), 100 - 500);
/// # Ok::<(), outplay::InputError>(())
/// ```
pub fn exchange(position: &Chess, m: Move) -> i32 {
    if position.is_castling(m) {
        return 0;
    }
    let board = &position.board;
    let mover = board.piece_on(m.from).unwrap_or(Piece::Pawn);
    let mut occupied = board.occupied() & !m.from.bitboard();
    let mut gains = [0; LONGEST];
    gains[0] = if position.is_en_passant(m) {
        occupied &= !Square::new(m.to.file(), m.from.rank()).bitboard();
        value(Piece::Pawn)
    } else {
        board.piece_on(m.to).map_or(0, value)
    };
    let mut standing = value(mover);
    if let Some(promotion) = m.promotion {
        gains[0] += value(promotion) - value(Piece::Pawn);
        standing = value(promotion);
    }
    take_back(board, m.to, occupied, standing, &mut gains)
}

/// Lets both sides take with their least valuable piece in turn, then decides backwards who had
/// better stopped when. `standing` is the value of the piece on the square.
fn take_back(
    board: &Board,
    to: Square,
    mut occupied: BitBoard,
    mut standing: i32,
    gains: &mut [i32; LONGEST],
) -> i32 {
    let mut side = !board.side_to_move();
    let mut attackers = attackers(board, to, occupied) & occupied;
    let mut depth = 0;
    while depth + 1 < LONGEST {
        let own = attackers & board.colors(side);
        let Some((piece, from)) = least(board, own) else { break };
        // A king can't take what is still defended.
        if piece == Piece::King && !(attackers & board.colors(!side)).is_empty() {
            break;
        }
        depth += 1;
        gains[depth] = standing - gains[depth - 1];
        standing = value(piece);
        occupied &= !from.bitboard();
        attackers = (attackers | sliders(board, to, occupied)) & occupied;
        side = !side;
    }
    while depth > 0 {
        gains[depth - 1] = -gains[depth].max(-gains[depth - 1]);
        depth -= 1;
    }
    gains[0]
}

/// The least valuable piece of a set, and where it stands.
fn least(board: &Board, set: BitBoard) -> Option<(Piece, Square)> {
    BY_VALUE
        .into_iter()
        .find_map(|piece| (set & board.pieces(piece)).next_square().map(|square| (piece, square)))
}

/// What attacks a square, of either side.
fn attackers(board: &Board, to: Square, occupied: BitBoard) -> BitBoard {
    use cozy_chess::Color::{Black, White};
    sliders(board, to, occupied)
        | get_knight_moves(to) & board.pieces(Piece::Knight)
        | get_king_moves(to) & board.pieces(Piece::King)
        | get_pawn_attacks(to, Black) & board.colored_pieces(White, Piece::Pawn)
        | get_pawn_attacks(to, White) & board.colored_pieces(Black, Piece::Pawn)
}

/// Bishops, rooks and queens that attack a square.
fn sliders(board: &Board, to: Square, occupied: BitBoard) -> BitBoard {
    let queens = board.pieces(Piece::Queen);
    get_bishop_moves(to, occupied) & (board.pieces(Piece::Bishop) | queens)
        | get_rook_moves(to, occupied) & (board.pieces(Piece::Rook) | queens)
}

/// Whether the exchange on the move's square gains at least so much; see [`exchange`].
#[inline]
pub(super) fn pays(position: &Chess, m: Move, least: i32) -> bool {
    if position.is_castling(m) {
        return least <= 0;
    }
    if m.promotion.is_none() && !position.is_en_passant(m) {
        let board = &position.board;
        let taken = board.piece_on(m.to).map_or(0, value);
        // At best what is taken; at worst the piece that takes is lost for it.
        if taken < least {
            return false;
        }
        if taken - board.piece_on(m.from).map_or(0, value) >= least {
            return true;
        }
    }
    exchange(position, m) >= least
}
