//! Positions as text: Forsyth-Edwards notation, with the castling rights of Chess960 as X-FEN
//! (`KQkq`, a file's letter where that is not clear) or Shredder-FEN (always files' letters).
//!
//! Everything is checked here before the crate sees it, so that an error can say what is wrong and
//! where. Places are characters from the start of the text.

mod check;
mod rights;
mod write;

use cozy_chess::{Board, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square};
use outplay::{InputError, quote};

pub(super) use write::{Rights, letter, write};

use super::{Chess, END_CLOCK};

const EXAMPLE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A part of the text between spaces, and where it starts, counted in characters.
#[derive(Clone, Copy)]
struct Field<'t> {
    text: &'t str,
    place: usize,
}

/// The parts of a text, one after the other: nothing is kept of a long one.
struct Fields<'t> {
    rest: &'t str,
    place: usize,
}

impl<'t> Iterator for Fields<'t> {
    type Item = Field<'t>;

    fn next(&mut self) -> Option<Field<'t>> {
        let start = self.rest.trim_start();
        let skipped = &self.rest[..self.rest.len() - start.len()];
        self.place += skipped.chars().count();
        if start.is_empty() {
            return None;
        }
        let end = start.find(char::is_whitespace).unwrap_or(start.len());
        let (text, rest) = start.split_at(end);
        let field = Field { text, place: self.place };
        self.rest = rest;
        self.place += text.chars().count();
        Some(field)
    }
}

/// What stands where in the text, for the checks that come after reading.
struct Reader {
    builder: BoardBuilder,
    /// The character that put a piece on each square.
    places: [usize; Square::NUM],
    /// Where the side to move is written.
    side: usize,
}

/// Reads a position.
pub(super) fn read(text: &str, free_castling: bool) -> Result<Chess, InputError> {
    let mut fields = Fields { rest: text, place: 0 };
    let Some(rows) = fields.next() else {
        return Err(
            InputError::new("the position is empty").hint(format!("write a FEN like '{EXAMPLE}'"))
        );
    };
    let mut reader = Reader { builder: BoardBuilder::empty(), places: [0; Square::NUM], side: 0 };
    reader.rows(rows)?;
    let end = rows.place + rows.text.chars().count();
    let side = fields.next().ok_or_else(|| {
        InputError::new("the side to move is missing").at(end).hint("add w or b after the board")
    })?;
    reader.side_to_move(side)?;
    reader.check_board()?;
    if let Some(rights) = fields.next() {
        reader.rights(rights, free_castling)?;
    }
    if let Some(square) = fields.next() {
        reader.en_passant(square)?;
    }
    let clock = match fields.next() {
        Some(field) => number(field, "the half-move clock", 0, u32::from(END_CLOCK))?,
        None => 0,
    };
    let full = match fields.next() {
        // Some programs start to count at 0.
        Some(field) => number(field, "the number of the move", 0, u32::from(u16::MAX))?.max(1),
        None => 1,
    };
    if let Some(more) = fields.next() {
        let what = format!("{} is too much", quote(more.text));
        return Err(InputError::new(what).at(more.place).hint("a FEN has six parts"));
    }
    reader.builder.halfmove_clock = clock.min(100) as u8;
    reader.builder.fullmove_number = full as u16;
    Ok(Chess { board: reader.build()?, clock: clock as u16, free_castling })
}

fn number(field: Field<'_>, what: &str, least: u32, most: u32) -> Result<u32, InputError> {
    let digits = !field.text.is_empty() && field.text.bytes().all(|byte| byte.is_ascii_digit());
    let value = digits.then(|| field.text.parse::<u32>().ok()).flatten();
    value.filter(|value| (least..=most).contains(value)).ok_or_else(|| {
        InputError::new(format!("{what} can't be {}", quote(field.text)))
            .at(field.place)
            .hint(format!("it is {least} to {most}"))
    })
}

impl Reader {
    fn rows(&mut self, field: Field<'_>) -> Result<(), InputError> {
        // The row from the top and the file reached.
        let (mut row, mut file, mut start) = (0, 0, field.place);
        let short = |row: usize, file: usize, start: usize| {
            let what = format!("row {} has {file} squares", 8 - row);
            InputError::new(what).at(start).hint("each row has 8")
        };
        for (place, letter) in (field.place..).zip(field.text.chars()) {
            match letter {
                '/' if row == 7 => {
                    return Err(InputError::new("there are more than 8 rows").at(place));
                }
                '/' if file != 8 => return Err(short(row, file, start)),
                '/' => (row, file, start) = (row + 1, 0, place + 1),
                '1'..='8' => file += letter as usize - '0' as usize,
                _ => {
                    let piece = piece(letter).ok_or_else(|| no_piece(letter, place))?;
                    if file < 8 {
                        self.put(row, file, piece, place);
                    }
                    file += 1;
                }
            }
            if file > 8 {
                let what = format!("row {} has more than 8 squares", 8 - row);
                return Err(InputError::new(what).at(place));
            }
        }
        if row != 7 {
            let what = format!("there are {} rows", row + 1);
            let end = field.place + field.text.chars().count();
            return Err(InputError::new(what).at(end).hint("a board has 8, separated by /"));
        }
        if file != 8 { Err(short(row, file, start)) } else { Ok(()) }
    }

    fn put(&mut self, row: usize, file: usize, piece: (Piece, Color), place: usize) {
        let square = Square::new(File::index(file), Rank::index(7 - row));
        *self.builder.square_mut(square) = Some(piece);
        self.places[square as usize] = place;
    }

    fn side_to_move(&mut self, field: Field<'_>) -> Result<(), InputError> {
        self.side = field.place;
        self.builder.side_to_move = match field.text {
            "w" => Color::White,
            "b" => Color::Black,
            other => {
                let what = format!("{} is not a side to move", quote(other));
                return Err(InputError::new(what).at(field.place).hint("write w or b"));
            }
        };
        Ok(())
    }

    fn en_passant(&mut self, field: Field<'_>) -> Result<(), InputError> {
        if field.text == "-" {
            return Ok(());
        }
        let wrong = |what: String| InputError::new(what).at(field.place);
        let square: Square = field.text.parse().map_err(|_| {
            wrong(format!("{} is not an en passant square", quote(field.text)))
                .hint("write a square such as e3, or -")
        })?;
        self.check_en_passant(square).map_err(wrong)?;
        self.builder.en_passant = Some(square);
        Ok(())
    }

    /// All was checked: what the crate may still refuse is named as well as it can be.
    fn build(&self) -> Result<Board, InputError> {
        self.builder.build().map_err(|error| {
            InputError::new(match error {
                BoardBuilderError::InvalidBoard => "the pieces can't stand like this",
                BoardBuilderError::InvalidCastlingRights => "the castling rights are wrong",
                BoardBuilderError::InvalidEnPassant => {
                    "the last move can't have been a pawn's double step"
                }
                BoardBuilderError::InvalidHalfMoveClock => "the half-move clock is wrong",
                BoardBuilderError::InvalidFullmoveNumber => "the number of the move is wrong",
            })
        })
    }
}

/// A piece by its letter, upper case for White.
fn piece(letter: char) -> Option<(Piece, Color)> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    Some((Piece::try_from(letter.to_ascii_lowercase()).ok()?, color))
}

fn no_piece(letter: char, place: usize) -> InputError {
    InputError::new(format!("{} is no piece", quote(letter.encode_utf8(&mut [0; 4]))))
        .at(place)
        .hint("pieces are KQRBNP for White, kqrbnp for Black, digits 1 to 8 for empty squares")
}

/// `White` or `Black`.
fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
