//! Standard algebraic notation, as in books and PGN files: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
//!
//! Written strictly; read with tolerance for what people leave out or add: check marks, the `=` of
//! a promotion, zeros in castling, `!?` at the end, more of the origin than is needed.

use cozy_chess::{BitBoard, File, Move, Piece, Rank, Square};
use outplay::{InputError, quote};

use super::Chess;
use super::castling::Wing;
use super::movetext::{check, name};

/// Writes a legal move.
pub(super) fn write(p: &Chess, m: Move) -> String {
    let mut text = plain(p, m);
    let after = p.after(m);
    if after.is_check() {
        text.push(if after.can_move() { '+' } else { '#' });
    }
    text
}

/// The move without a mark for check or mate.
fn plain(p: &Chess, m: Move) -> String {
    if p.is_castling(m) {
        return Chess::wing(m).text().to_owned();
    }
    let piece = p.board.piece_on(m.from).unwrap_or(Piece::Pawn);
    let mut text = String::new();
    if piece == Piece::Pawn {
        if p.is_capture(m) {
            text.push(char::from(m.from.file()));
        }
    } else {
        text.push(upper(piece));
        text.push_str(&origin(p, piece, m));
    }
    if p.is_capture(m) {
        text.push('x');
    }
    text.push_str(&m.to.to_string());
    if let Some(piece) = m.promotion {
        text.extend(['=', upper(piece)]);
    }
    text
}

fn upper(piece: Piece) -> char {
    char::from(piece).to_ascii_uppercase()
}

/// As much of the origin as tells the move from others: the file, else the rank, else both.
fn origin(p: &Chess, piece: Piece, m: Move) -> String {
    let others = candidates(p, piece, m.to) & !m.from.bitboard();
    if others.is_empty() {
        String::new()
    } else if (others & m.from.file().bitboard()).is_empty() {
        m.from.file().to_string()
    } else if (others & m.from.rank().bitboard()).is_empty() {
        m.from.rank().to_string()
    } else {
        m.from.to_string()
    }
}

/// Where pieces of a kind stand that can legally go to a square; castling is not meant.
fn candidates(p: &Chess, piece: Piece, to: Square) -> BitBoard {
    let color = p.board.side_to_move();
    let mut from = BitBoard::EMPTY;
    if !p.board.colors(color).has(to) {
        p.board.generate_moves_for(p.board.colored_pieces(color, piece), |moves| {
            if moves.to.has(to) {
                from |= moves.from.bitboard();
            }
            false
        });
    }
    from
}

/// What a text says about a move.
struct Words {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

/// Reads a move of an unfinished game.
pub(super) fn read(p: &Chess, text: &str) -> Result<Move, InputError> {
    let core = undecorated(text);
    if let Some(wing) = castling(core) {
        return castle(p, text, wing);
    }
    let words = parse(core).ok_or_else(|| {
        InputError::new(format!("{} is not a move", quote(text)))
            .hint("write it like e2e4, e7e8q, Nf3, exd5 or O-O")
    })?;
    find(p, text, &words)
}

/// Without marks for check, mate and quality, and without `e.p.`.
pub(super) fn undecorated(text: &str) -> &str {
    let text = text.trim_end_matches(['!', '?', '+', '#', ' ']);
    let text = text.strip_suffix("e.p.").or_else(|| text.strip_suffix("ep")).unwrap_or(text);
    text.trim_end_matches(['+', '#', ' '])
}

fn castling(text: &str) -> Option<Wing> {
    match text {
        "O-O" | "0-0" | "o-o" | "OO" | "00" => Some(Wing::King),
        "O-O-O" | "0-0-0" | "o-o-o" | "OOO" | "000" => Some(Wing::Queen),
        _ => None,
    }
}

fn castle(p: &Chess, text: &str, wing: Wing) -> Result<Move, InputError> {
    match p.castle(wing) {
        Some(m) if p.board.is_legal(m) => Ok(m),
        _ => {
            let why = p.castling_trouble(wing);
            Err(InputError::new(format!("{}: {why}", quote(text))))
        }
    }
}

/// `[piece][file][rank][x]square[=piece]`.
fn parse(text: &str) -> Option<Words> {
    if !text.is_ascii() {
        return None;
    }
    let (piece, rest) = match text.chars().next()? {
        letter @ ('K' | 'Q' | 'R' | 'B' | 'N' | 'P') => {
            (Piece::try_from(letter.to_ascii_lowercase()).ok()?, &text[1..])
        }
        _ => (Piece::Pawn, text),
    };
    let (rest, promotion) = promotion(rest)?;
    let at = rest.len().checked_sub(2)?;
    let (rest, to) = (&rest[..at], rest[at..].parse().ok()?);
    let rest = rest.strip_suffix(['x', ':', '-']).unwrap_or(rest);
    let (mut file, mut rank) = (None, None);
    let mut letters = rest.chars();
    let mut next = letters.next();
    if let Some(found) = next.and_then(|letter| File::try_from(letter).ok()) {
        file = Some(found);
        next = letters.next();
    }
    if let Some(found) = next.and_then(|letter| Rank::try_from(letter).ok()) {
        rank = Some(found);
        next = letters.next();
    }
    next.is_none().then_some(Words { piece, file, rank, to, promotion })
}

/// Takes `=Q`, `(Q)`, `/Q` or `Q` off the end of a move. The piece may be in lower case, unless it
/// could be a file.
fn promotion(text: &str) -> Option<(&str, Option<Piece>)> {
    let inner = text.strip_suffix(')').unwrap_or(text);
    let Some(letter) = inner.chars().last().filter(|letter| !letter.is_ascii_digit()) else {
        return Some((text, None));
    };
    let piece = Piece::try_from(letter.to_ascii_lowercase()).ok()?;
    if matches!(piece, Piece::Pawn | Piece::King) {
        return None;
    }
    let rest = &inner[..inner.len() - 1];
    Some((rest.strip_suffix(['=', '(', '/']).unwrap_or(rest), Some(piece)))
}

/// The one legal move that is meant.
fn find(p: &Chess, text: &str, words: &Words) -> Result<Move, InputError> {
    let fits = |square: &Square| {
        // A pawn's move without a file goes straight on.
        let file = words.file.or((words.piece == Piece::Pawn).then_some(words.to.file()));
        file.is_none_or(|file| file == square.file())
            && words.rank.is_none_or(|rank| rank == square.rank())
    };
    let with = |from| Move { from, to: words.to, promotion: words.promotion };
    let from: Vec<Square> = candidates(p, words.piece, words.to).iter().filter(fits).collect();
    match from[..] {
        [from] => match check(p, with(from)) {
            Ok(()) => Ok(with(from)),
            Err(why) => Err(InputError::new(format!("{}: {why}", quote(text)))),
        },
        [] => Err(InputError::new(format!("{}: {}", quote(text), trouble(p, words, fits)))),
        _ => {
            let moves: Vec<_> = from.iter().map(|&from| plain(p, with(from))).collect();
            Err(InputError::new(format!("{} is ambiguous", quote(text)))
                .hint(format!("is it {}?", moves.join(" or "))))
        }
    }
}

/// Why no piece can make the move: the reason of the only piece that is meant, if it is only one,
/// or of the only one that could go there but for its king.
fn trouble(p: &Chess, words: &Words, fits: impl Fn(&Square) -> bool) -> String {
    let color = p.board.side_to_move();
    let pieces = p.board.colored_pieces(color, words.piece);
    let fitting: Vec<Square> = pieces.iter().filter(fits).collect();
    let why = |&from: &Square| {
        let m = Move { from, to: words.to, promotion: words.promotion };
        // What is legal and was not found takes the king's own rook: it castles.
        let castles = |()| {
            let how = p.castling_trouble(Chess::wing(m));
            format!("your own rook stands on {}; {how}", m.to)
        };
        check(p, m).map_or_else(|why| why, castles)
    };
    let name = name(words.piece);
    if fitting.is_empty() {
        return format!("you have no such {name}");
    }
    if let Some(because) = fitting.iter().map(why).find(|why| why.starts_with("your king")) {
        return because;
    }
    match &fitting[..] {
        [one] => why(one),
        _ => format!("no {name} of yours can go to {}", words.to),
    }
}
