//! Points of the board: as GTP writes them, and as the game does.
//!
//! GTP's columns are letters without I, where a game may use the letter (Gomoku). Its rows are counted
//! from the bottom; a game that counts from the top (Othello) keeps its numbers, as other programs
//! have it, so that `d3` is D3 and the board stands on its head.

use outplay::{InputError, Session, quote};

/// GTP has 25 letters.
const MOST: usize = 25;

/// How points are written on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Vertices {
    pub(super) columns: usize,
    pub(super) rows: usize,
    notation: Notation,
    /// The game writes capital letters.
    capitals: bool,
}

/// How the game itself writes a point: a letter and a number, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Notation {
    from_top: bool,
    skips_i: bool,
}

impl Notation {
    /// Where they can't be told apart, the first that fits will do.
    const ALL: [Notation; 4] = [
        Notation { from_top: false, skips_i: true },
        Notation { from_top: false, skips_i: false },
        Notation { from_top: true, skips_i: false },
        Notation { from_top: true, skips_i: true },
    ];
}

/// The letter of a column.
fn letter(column: usize, skips_i: bool) -> char {
    let skipped = usize::from(skips_i && column >= 8);
    (b'A' + (column + skipped) as u8) as char
}

/// A move as the game writes it, and the cells to press for it.
struct Written {
    text: String,
    cells: Vec<usize>,
}

impl Written {
    fn on(board: &dyn Session, text: String) -> Written {
        Written { cells: board.clicks(&text), text }
    }

    /// Whether it is a pass, or the point that would be read so.
    fn fits(&self, vertices: &Vertices) -> bool {
        match self.cells[..] {
            [cell] => vertices.cell_of(&self.text) == Some(cell),
            [] => self.text == "pass",
            _ => false,
        }
    }
}

impl Vertices {
    /// Finds out how a game writes the points of its board.
    ///
    /// # Errors
    /// If its moves are no points, the board is too large for GTP, or the sides don't alternate.
    pub(super) fn of(board: &dyn Session) -> Result<Vertices, InputError> {
        let mut start = board.fork();
        start.reset();
        let view = start.view();
        let (columns, rows) = (view.columns, view.rows());
        let name = start.name();
        let refused = |why: &str| {
            InputError::new(format!("{name} can't be played in GTP")).hint(why.to_owned())
        };
        if columns > MOST || rows > MOST {
            return Err(refused("boards have 25 rows and columns at most"));
        }
        let moves: Vec<Written> =
            start.legal().into_iter().map(|text| Written::on(&*start, text)).collect();
        let point = moves.iter().find(|written| !written.cells.is_empty());
        let capitals = point.is_some_and(|point| point.text.starts_with(char::is_uppercase));
        let mut ways = Notation::ALL.into_iter().map(|notation| Vertices {
            columns,
            rows,
            notation,
            capitals,
        });
        let vertices = ways.find(|vertices| moves.iter().all(|written| written.fits(vertices)));
        let (Some(point), Some(vertices)) = (point, vertices) else {
            return Err(refused("its moves are no points of a board"));
        };
        let turn = start.turn();
        start.play(&point.text)?;
        if start.turn() == turn {
            return Err(refused("the sides must move in turn"));
        }
        Ok(vertices)
    }

    /// Reads a point as GTP writes it, in upper or lower case: the cell, row by row from the top
    /// left; `None` for a pass.
    ///
    /// # Errors
    /// If it is no point of the board.
    pub(super) fn read(&self, text: &str) -> Result<Option<usize>, String> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(None);
        }
        let cell = self.parse(text, self.in_gtp_notation());
        cell.map(Some).ok_or_else(|| {
            let last = letter(self.columns.saturating_sub(1), true);
            format!(
                "syntax error: {} is no vertex; columns are A to {last}, rows 1 to {}, or pass",
                quote(text),
                self.rows
            )
        })
    }

    /// A cell as GTP writes it.
    pub(super) fn write(&self, cell: usize) -> String {
        self.spell(cell, self.in_gtp_notation())
    }

    /// A cell as the game writes it.
    pub(super) fn in_game(&self, cell: usize) -> String {
        let text = self.spell(cell, self.notation);
        if self.capitals { text } else { text.to_ascii_lowercase() }
    }

    /// The cell of a move as the game writes it; `None` if it is no point.
    pub(super) fn cell_of(&self, text: &str) -> Option<usize> {
        self.parse(text, self.notation)
    }

    /// A move of the game as GTP writes it: a point, or else a pass.
    pub(super) fn in_gtp(&self, text: &str) -> String {
        self.cell_of(text).map_or_else(|| "pass".to_owned(), |cell| self.write(cell))
    }

    fn in_gtp_notation(&self) -> Notation {
        Notation { skips_i: true, ..self.notation }
    }

    /// The rows of the view, the one with the highest number first: as GTP shows boards.
    pub(super) fn rows_down(&self) -> impl Iterator<Item = usize> + use<> {
        let (rows, from_top) = (self.rows, self.notation.from_top);
        (0..rows).map(move |row| if from_top { rows - 1 - row } else { row })
    }

    /// The letters of the columns.
    pub(super) fn letters(&self) -> impl Iterator<Item = char> + use<> {
        (0..self.columns).map(|column| letter(column, true))
    }

    fn spell(&self, cell: usize, notation: Notation) -> String {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let number = if notation.from_top { row + 1 } else { self.rows - row };
        format!("{}{number}", letter(column, notation.skips_i))
    }

    fn parse(&self, text: &str, notation: Notation) -> Option<usize> {
        let (first, digits) = text.split_at_checked(1)?;
        let first = first.chars().next()?.to_ascii_uppercase();
        let column = (0..self.columns).find(|&column| letter(column, notation.skips_i) == first)?;
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number: usize = digits.parse().ok().filter(|_| plain)?;
        let row = if notation.from_top {
            number.checked_sub(1)?
        } else {
            self.rows.checked_sub(number)?
        };
        (row < self.rows).then_some(row * self.columns + column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertices(game: &str) -> Vertices {
        Vertices::of(&*outplay::open(outplay_games::ALL, game).unwrap()).unwrap()
    }

    /// GTP's vertex, the game's own word, and the cell from the top left, in all corners and on
    /// both sides of the letter I.
    fn check(game: &str, points: &[(&str, &str, usize)]) {
        let vertices = vertices(game);
        for &(vertex, text, cell) in points {
            assert_eq!(vertices.read(vertex), Ok(Some(cell)), "{game} {vertex}");
            assert_eq!(vertices.read(&vertex.to_lowercase()), Ok(Some(cell)), "{game} {vertex}");
            assert_eq!(vertices.write(cell), vertex, "{game}");
            assert_eq!(vertices.in_game(cell), text, "{game} {vertex}");
            assert_eq!(vertices.cell_of(text), Some(cell), "{game} {text}");
            assert_eq!(vertices.in_gtp(text), vertex, "{game} {text}");
        }
    }

    #[test]
    fn go_writes_points_as_gtp_does() {
        let points = [("A19", "A19", 0), ("T19", "T19", 18), ("A1", "A1", 342), ("T1", "T1", 360)];
        check("go19", &points);
        check("go19", &[("H19", "H19", 7), ("J19", "J19", 8)]);
        check("go(size=5)", &[("A5", "A5", 0), ("E1", "E1", 24)]);
    }

    #[test]
    fn othello_keeps_its_numbers() {
        check("othello", &[("A1", "a1", 0), ("H1", "h1", 7), ("A8", "a8", 56), ("H8", "h8", 63)]);
        check("othello", &[("D3", "d3", 19)]);
        check("othello6", &[("A1", "a1", 0), ("F6", "f6", 35)]);
        assert_eq!(vertices("othello4").rows_down().collect::<Vec<_>>(), [3, 2, 1, 0]);
        assert_eq!(vertices("go(size=2)").rows_down().collect::<Vec<_>>(), [0, 1]);
    }

    #[test]
    fn gomoku_has_the_letter_i() {
        let points = [("A15", "a15", 0), ("P15", "o15", 14), ("A1", "a1", 210), ("P1", "o1", 224)];
        check("gomoku", &points);
        check("gomoku", &[("H8", "h8", 112), ("J8", "i8", 113)]);
        check("renju", &[("P1", "o1", 224)]);
        check("mnk(width=4,height=3,k=3)", &[("A3", "a3", 0), ("D1", "d1", 11)]);
    }

    #[test]
    fn what_is_no_vertex_is_refused() {
        let vertices = vertices("go9");
        assert_eq!(vertices.read("PASS"), Ok(None));
        for text in ["", "I5", "K1", "A0", "A10", "A", "5", "A-1", "A+1", "é5", "A5x", "AA1"] {
            assert!(vertices.read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn games_without_points_are_refused() {
        for game in ["chess", "nim", "kalah", "connect4", "gomoku(opening=swap2)", "xiangqi"] {
            let board = outplay::open(outplay_games::ALL, game).unwrap();
            assert!(Vertices::of(&*board).is_err(), "{game}");
        }
    }
}
