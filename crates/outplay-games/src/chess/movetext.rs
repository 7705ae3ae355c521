//! Moves as text: from and to (UCI) in and out, and the reason why a move can't be played. What
//! people write is read in [`san`](super::san).

use cozy_chess::{
    BitBoard, Move, Piece, Rank, Square, get_between_rays, get_bishop_rays, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_rays,
};
use outplay::{InputError, Outcome, Position, quote};

use super::castling::Wing;
use super::{Chess, END_CLOCK, player, san};

/// The move as UCI has it: `e2e4`, `e7e8q`, castling `e1g1`, or in Chess960 `e1h1`.
pub(super) fn write(p: &Chess, m: Move) -> String {
    let shown = Move { to: p.shown_to(m), ..m };
    shown.to_string()
}

/// Reads a move in either notation.
pub(super) fn read(p: &Chess, text: &str) -> Result<Move, InputError> {
    let trimmed = text.trim();
    if let Some(outcome) = p.outcome() {
        let what = format!("{} can't be played", quote(trimmed));
        return Err(InputError::new(what).hint(format!("the game is over: {}", ending(p, outcome))));
    }
    match squares(san::undecorated(trimmed)) {
        Some(wanted) => {
            let m = resolve(p, wanted);
            check(p, m).map_err(|why| InputError::new(format!("{}: {why}", quote(trimmed))))?;
            Ok(m)
        }
        None => san::read(p, trimmed),
    }
}

/// How a game ended, in words.
pub(super) fn ending(p: &Chess, outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(winner) if winner == player(cozy_chess::Color::White) => "White has mated",
        Outcome::Win(_) => "Black has mated",
        Outcome::Draw if p.is_dead() => "neither side has enough material to mate",
        Outcome::Draw if !p.can_move() => "stalemate",
        Outcome::Draw if p.clock >= END_CLOCK => "75 moves without a capture or pawn move",
        Outcome::Draw => "draw",
    }
}

/// A move written by its squares, upper or lower case: `e2e4`, `E7-E8=Q`. A single upper-case
/// letter is not taken for a file: `B1c3` is a bishop's move.
fn squares(text: &str) -> Option<Move> {
    let (from, rest) = text.split_at_checked(2)?;
    let (to, rest) = rest.strip_prefix('-').unwrap_or(rest).split_at_checked(2)?;
    let is_upper = |square: &str| square.starts_with(|file: char| file.is_ascii_uppercase());
    if is_upper(from) != is_upper(to) {
        return None;
    }
    let square = |text: &str| text.to_ascii_lowercase().parse().ok();
    let mut letters = rest.strip_prefix('=').unwrap_or(rest).chars();
    let promotion = match letters.next() {
        None => None,
        Some(letter) => match Piece::try_from(letter.to_ascii_lowercase()).ok()? {
            Piece::Pawn | Piece::King => return None,
            piece => Some(piece),
        },
    };
    let end = letters.next().is_none();
    end.then_some(Move { from: square(from)?, to: square(to)?, promotion })
}

/// Turns a king's two steps into castling.
fn resolve(p: &Chess, wanted: Move) -> Move {
    let color = p.board.side_to_move();
    let is_king = p.board.colored_pieces(color, Piece::King).has(wanted.from);
    let Move { from, to, .. } = wanted;
    let steps = (from.file() as i8 - to.file() as i8).abs();
    if !is_king || steps < 2 || from.rank() != to.rank() || p.board.is_legal(wanted) {
        return wanted;
    }
    let wing = if from.file() < to.file() { Wing::King } else { Wing::Queen };
    match p.castle(wing) {
        Some(castling) if to.file() == wing.king() => castling,
        _ => wanted,
    }
}

/// Whether a move is legal; if not, why.
pub(super) fn check(p: &Chess, m: Move) -> Result<(), String> {
    if p.board.is_legal(m) {
        return Ok(());
    }
    let color = p.board.side_to_move();
    let Some(piece) = p.board.piece_on(m.from) else {
        return Err(format!("there is no piece on {}", m.from));
    };
    let name = name(piece);
    if p.board.color_on(m.from) != Some(color) {
        return Err(format!("the {} {name} is the opponent's", m.from));
    }
    if let Some(wing) = tries_castling(p, piece, m) {
        return Err(p.castling_trouble(wing));
    }
    if let Some(own) = p.board.piece_on(m.to).filter(|_| p.board.colors(color).has(m.to)) {
        return Err(format!("your own {} stands on {}", self::name(own), m.to));
    }
    if let Some(why) = wrong_movement(p, piece, m) {
        return Err(why);
    }
    if let Some(why) = wrong_promotion(p, piece, m) {
        return Err(why);
    }
    let still = if p.is_check() && piece != Piece::King { "still " } else { "" };
    Err(format!("your king would {still}be in check"))
}

/// The piece in words.
pub(super) fn name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}

/// Whether a move that is not legal was meant to castle.
fn tries_castling(p: &Chess, piece: Piece, m: Move) -> Option<Wing> {
    let color = p.board.side_to_move();
    let home = Rank::First.relative_to(color);
    if piece != Piece::King || m.from.rank() != home || m.to.rank() != home {
        return None;
    }
    let onto_rook = p.board.colored_pieces(color, Piece::Rook).has(m.to);
    let steps = (m.from.file() as i8 - m.to.file() as i8).abs();
    let wing = Chess::wing(m);
    (onto_rook || steps == 2 || steps > 2 && m.to.file() == wing.king()).then_some(wing)
}

/// Why a piece can't go there by the way it moves.
fn wrong_movement(p: &Chess, piece: Piece, m: Move) -> Option<String> {
    let color = p.board.side_to_move();
    let Move { from, to, .. } = m;
    let lines = match piece {
        Piece::Pawn => return wrong_pawn_move(p, m),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_rays(from),
        Piece::Rook => get_rook_rays(from),
        Piece::Queen => get_bishop_rays(from) | get_rook_rays(from),
        Piece::King => get_king_moves(from),
    };
    debug_assert!(!p.board.colors(color).has(to), "own pieces are dealt with before");
    if !lines.has(to) {
        return Some(format!("a {} can't move like that", name(piece)));
    }
    blocked(p, from, to)
}

fn blocked(p: &Chess, from: Square, to: Square) -> Option<String> {
    let between = get_between_rays(from, to) & p.board.occupied();
    let square = between.next_square()?;
    Some(format!("the way from {from} to {to} is blocked on {square}"))
}

fn wrong_pawn_move(p: &Chess, m: Move) -> Option<String> {
    let color = p.board.side_to_move();
    let Move { from, to, .. } = m;
    let strange = || Some("a pawn can't move like that".to_owned());
    if get_pawn_attacks(from, color).has(to) {
        let passing = p
            .en_passant()
            .is_some_and(|file| to == Square::new(file, Rank::Sixth.relative_to(color)));
        let takes = passing || p.board.colors(!color).has(to);
        let what = || format!("there is nothing to take on {to}");
        // A pawn pinned against en passant is in the hands of the check rule.
        let hidden =
            p.board.en_passant() == Some(to.file()) && to.rank() == Rank::Sixth.relative_to(color);
        return (!takes && !hidden).then(what);
    }
    if !cozy_chess::get_pawn_quiets(from, color, BitBoard::EMPTY).has(to) {
        return strange();
    }
    let way = get_between_rays(from, to) | to.bitboard();
    let square = (way & p.board.occupied()).next_square()?;
    Some(format!("the pawn on {from} is blocked on {square}"))
}

fn wrong_promotion(p: &Chess, piece: Piece, m: Move) -> Option<String> {
    let last = m.to.rank() == Rank::Eighth.relative_to(p.board.side_to_move());
    match (piece == Piece::Pawn && last, m.promotion) {
        (true, None) => Some(format!("say what the pawn becomes, like {}{}q", m.from, m.to)),
        (false, Some(_)) => Some("only a pawn on the last rank becomes another piece".to_owned()),
        _ => None,
    }
}
