//! Writes a position.

use core::fmt;

use cozy_chess::{Color, File, Piece, Rank, Square};

use crate::chess::Chess;
use crate::chess::castling::Wing;

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::chess) enum Rights {
    /// `KQkq`, with a file's letter only where another rook stands further out (X-FEN).
    Shortest,
    /// Always the letter of the rook's file (Shredder-FEN).
    Files,
}

/// Writes all six fields. The en passant square is written only if a pawn can really take there.
pub(in crate::chess) fn write(p: &Chess, rights: Rights, f: &mut impl fmt::Write) -> fmt::Result {
    write_rows(p, f)?;
    let color = p.board.side_to_move();
    write!(f, " {color} ")?;
    write_rights(p, rights, f)?;
    match p.en_passant() {
        Some(file) => write!(f, " {}", Square::new(file, Rank::Sixth.relative_to(color)))?,
        None => f.write_str(" -")?,
    }
    write!(f, " {} {}", p.clock, p.board.fullmove_number())
}

fn write_rows(p: &Chess, f: &mut impl fmt::Write) -> fmt::Result {
    for &rank in Rank::ALL.iter().rev() {
        let mut empty = 0;
        for &file in &File::ALL {
            let square = Square::new(file, rank);
            let Some(letter) = letter(p, square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            f.write_char(letter)?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        if rank != Rank::First {
            f.write_char('/')?;
        }
    }
    Ok(())
}

/// The letter of the piece on a square, upper case for White.
pub(in crate::chess) fn letter(p: &Chess, square: Square) -> Option<char> {
    let letter = char::from(p.board.piece_on(square)?);
    match p.board.color_on(square)? {
        Color::White => Some(letter.to_ascii_uppercase()),
        Color::Black => Some(letter),
    }
}

fn write_rights(p: &Chess, rights: Rights, f: &mut impl fmt::Write) -> fmt::Result {
    let mut none = true;
    for color in Color::ALL {
        for wing in Wing::ALL {
            let Some(file) = p.right(color, wing) else { continue };
            none = false;
            let short = match wing {
                Wing::King => 'k',
                Wing::Queen => 'q',
            };
            let by_file = rights == Rights::Files || !is_outermost(p, color, wing, file);
            let letter = if by_file { char::from(file) } else { short };
            f.write_char(match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            })?;
        }
    }
    if none { f.write_char('-') } else { Ok(()) }
}

/// Whether no other rook of this side stands between this one and the edge.
fn is_outermost(p: &Chess, color: Color, wing: Wing, file: File) -> bool {
    let rank = Rank::First.relative_to(color);
    let rooks = p.board.colored_pieces(color, Piece::Rook) & rank.bitboard();
    !rooks.iter().any(|rook| match wing {
        Wing::King => rook.file() > file,
        Wing::Queen => rook.file() < file,
    })
}

impl Chess {
    /// The position as Shredder-FEN: castling rights are always the letters of the rooks' files.
    ///
    /// ```
    /// use outplay_games::chess::Chess;
    /// let fen = Chess::default().shredder_fen();
    /// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    /// ```
    pub fn shredder_fen(&self) -> String {
        let mut text = String::new();
        // Writing to a string can't fail.
        let _ = write(self, Rights::Files, &mut text);
        text
    }
}
