//! Boards as text: rows of stones, and cells by letter and number.

use core::fmt;

use outplay::{InputError, Player, column_letters, quote};

/// A board of stones and a side to move, as read.
pub(crate) struct Grid {
    /// The cells, row by row from the top left.
    pub(crate) cells: Vec<Option<Player>>,
    /// Where each cell stands in the text, in characters from 0.
    pub(crate) places: Vec<usize>,
    /// The side to move.
    pub(crate) turn: Player,
    /// Where it stands in the text.
    pub(crate) turn_place: usize,
}

impl Grid {
    /// The stones of both sides.
    pub(crate) fn counts(&self) -> [usize; 2] {
        [Player::First, Player::Second]
            .map(|side| self.cells.iter().filter(|&&cell| cell == Some(side)).count())
    }
}

/// `x` for the first player, `o` for the second.
pub(crate) const fn stone(side: Player) -> char {
    match side {
        Player::First => 'x',
        Player::Second => 'o',
    }
}

fn side(c: char) -> Option<Player> {
    match c {
        'x' | 'X' => Some(Player::First),
        'o' | 'O' => Some(Player::Second),
        _ => None,
    }
}

/// The words of a text with their places in characters, at most four.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = vec![];
    let (mut place, mut rest) = (0, text);
    while words.len() < 4 {
        let start = rest.trim_start();
        place += rest[..rest.len() - start.len()].chars().count();
        let end = start.find(char::is_whitespace).unwrap_or(start.len());
        let (word, after) = start.split_at(end);
        if word.is_empty() {
            break;
        }
        words.push((place, word));
        place += word.chars().count();
        rest = after;
    }
    words
}

/// Reads a board like `x1o/1x1/2o x`: rows from the top, digits for so many empty cells (also
/// `.`, `-` or `_` for one), then the side to move.
pub(crate) fn read(text: &str, columns: usize, rows: usize) -> Result<Grid, InputError> {
    let form = || {
        let empty = vec![columns.to_string(); rows].join("/");
        format!("write rows and the side to move, like '{empty} x'")
    };
    match words(text)[..] {
        [] => Err(InputError::new("the position is empty").hint(form())),
        [(start, board)] => {
            read_rows(board, start, columns, rows)?;
            let end = start + board.chars().count();
            Err(InputError::new("the side to move is missing")
                .at(end)
                .hint("end with a space and x or o"))
        }
        [(start, board), (turn_place, turn)] => {
            let (cells, places) = read_rows(board, start, columns, rows)?;
            let mut letters = turn.chars();
            let turn =
                letters.next().and_then(side).filter(|_| letters.next().is_none()).ok_or_else(
                    || {
                        InputError::new(format!("{} is no side to move", quote(turn)))
                            .at(turn_place)
                            .hint("write x or o")
                    },
                )?;
            Ok(Grid { cells, places, turn, turn_place })
        }
        [_, _, (place, word), ..] => {
            Err(InputError::new(format!("{} is one word too many", quote(word)))
                .at(place)
                .hint(form()))
        }
    }
}

type CellsAndPlaces = (Vec<Option<Player>>, Vec<usize>);

/// Reads the rows. Ends at the first cell too many, so that no text makes a board larger than
/// what was asked for.
fn read_rows(
    board: &str,
    start: usize,
    columns: usize,
    rows: usize,
) -> Result<CellsAndPlaces, InputError> {
    let (mut cells, mut places) = (vec![], vec![]);
    let (mut row, mut width) = (1, 0);
    let mut letters = (start..).zip(board.chars()).peekable();
    let mut end = start;
    while let Some((place, letter)) = letters.next() {
        end = place + 1;
        if letter == '/' {
            check_width(row, width, columns, place)?;
            if row == rows {
                let error = InputError::new(format!("there are more than {rows} rows"));
                return Err(error.at(place));
            }
            (row, width) = (row + 1, 0);
            continue;
        }
        let (cell, count) = match letter {
            '.' | '-' | '_' => (None, 1),
            '1'..='9' => {
                let mut count = letter.to_digit(10).unwrap_or(0) as usize;
                while let Some(digit) = letters.peek().and_then(|(_, c)| c.to_digit(10)) {
                    count = count.saturating_mul(10).saturating_add(digit as usize);
                    letters.next();
                    end += 1;
                }
                (None, count)
            }
            _ => (Some(side(letter).ok_or_else(|| no_cell(letter, place))?), 1),
        };
        width = count.saturating_add(width);
        if width > columns {
            return Err(InputError::new(format!("row {row} from the top is wider than {columns}"))
                .at(place));
        }
        cells.resize(cells.len() + count, cell);
        places.resize(cells.len(), place);
    }
    check_width(row, width, columns, end)?;
    if row < rows {
        let error = InputError::new(format!("there are {row} rows instead of {rows}"));
        return Err(error.at(end).hint("separate rows by /"));
    }
    Ok((cells, places))
}

fn no_cell(letter: char, place: usize) -> InputError {
    InputError::new(format!("{} is no cell", quote(letter.encode_utf8(&mut [0; 4]))))
        .at(place)
        .hint("write x, o, or a number of empty cells")
}

fn check_width(row: usize, width: usize, columns: usize, end: usize) -> Result<(), InputError> {
    if width == columns {
        return Ok(());
    }
    let what = format!("row {row} from the top has {width} cells instead of {columns}");
    Err(InputError::new(what).at(end))
}

/// Writes a board as [`read`] reads it. `cell` is asked for the cells row by row from the top.
pub(crate) fn write(
    f: &mut fmt::Formatter<'_>,
    columns: usize,
    rows: usize,
    cell: impl Fn(usize) -> Option<Player>,
    turn: Player,
) -> fmt::Result {
    for row in 0..rows {
        if row > 0 {
            f.write_str("/")?;
        }
        let mut empty = 0;
        for column in 0..columns {
            let Some(owner) = cell(row * columns + column) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            write!(f, "{}", stone(owner))?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
    }
    write!(f, " {}", stone(turn))
}

/// The name of a cell like `b2`: a letter for the column, the row counted from the bottom.
pub(crate) fn cell_name(index: usize, columns: usize, rows: usize) -> String {
    let (row, column) = (index / columns, index % columns);
    format!("{}{}", column_letters(column), rows - row)
}

/// Reads what [`cell_name`] writes, upper and lower case alike.
pub(crate) fn read_cell(text: &str, columns: usize, rows: usize) -> Result<usize, InputError> {
    let wanted = text.trim();
    let range = || {
        let last = column_letters(columns - 1);
        format!("columns are a to {last}, rows 1 to {rows} from the bottom")
    };
    let mut letters = wanted.chars();
    let column = letters.next().filter(char::is_ascii_alphabetic);
    let number = letters.as_str();
    let is_cell = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let (Some(column), true) = (column, is_cell) else {
        return Err(InputError::new(format!("{} is no cell", quote(text))).hint(format!(
            "write a letter and a number, like {}; {}",
            cell_name(0, columns, rows),
            range()
        )));
    };
    let column = column.to_ascii_lowercase() as usize - 'a' as usize;
    match number.parse::<usize>() {
        Ok(row) if column < columns && (1..=rows).contains(&row) => {
            Ok((rows - row) * columns + column)
        }
        _ => Err(InputError::new(format!("{} is outside the board", quote(text))).hint(range())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        match read(text, 3, 3) {
            Ok(_) => panic!("{text:?} was read"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn what_is_wrong_with_a_board() {
        let form = "write rows and the side to move, like '3/3/3 x'";
        let cell = "write x, o, or a number of empty cells";
        for (text, message) in [
            ("", format!("the position is empty; {form}")),
            (" \n\t", format!("the position is empty; {form}")),
            (
                "3/3/3",
                "the side to move is missing (at character 6); end with a space and x or o".into(),
            ),
            ("3/3/3 z", "'z' is no side to move (at character 7); write x or o".into()),
            ("3/3/3 xo", "'xo' is no side to move (at character 7); write x or o".into()),
            ("3/3/3 x 5", format!("'5' is one word too many (at character 9); {form}")),
            ("3/3 x", "there are 2 rows instead of 3 (at character 4); separate rows by /".into()),
            ("3/3/3/3 x", "there are more than 3 rows (at character 6)".into()),
            ("3/2/3 x", "row 2 from the top has 2 cells instead of 3 (at character 4)".into()),
            ("3//3 x", "row 2 from the top has 0 cells instead of 3 (at character 3)".into()),
            ("3/xo2/3 x", "row 2 from the top is wider than 3 (at character 5)".into()),
            ("3/x9/3 x", "row 2 from the top is wider than 3 (at character 4)".into()),
            ("  3/q2/3 x", format!("'q' is no cell (at character 5); {cell}")),
            ("3/02/3 x", format!("'0' is no cell (at character 3); {cell}")),
            ("3/é2/3 x", format!("'é' is no cell (at character 3); {cell}")),
            ("\u{202e}3/3/3 x", format!("'\\u{{202e}}' is no cell (at character 1); {cell}")),
            ("x\u{0}1/3/3 x", format!("'\\0' is no cell (at character 2); {cell}")),
        ] {
            assert_eq!(error(text), message, "{text:?}");
        }
    }

    #[test]
    fn huge_texts_are_refused_in_one_line() {
        for text in ["x", "/", "1", "9", "3/", "🦀", ".", " x"] {
            let message = error(&text.repeat(1_000_000 / text.len()));
            assert!(message.len() < 200 && !message.contains('\n'), "{message}");
        }
    }

    #[test]
    fn several_ways_to_write_empty_cells() {
        for text in ["1x1/3/2o x", ".x-/___/.1O X", "  1X1/1.1/--o   x\n"] {
            let grid = read(text, 3, 3).unwrap();
            assert_eq!(grid.counts(), [1, 1], "{text}");
            assert_eq!((grid.cells[1], grid.cells[8]), (Some(Player::First), Some(Player::Second)));
            assert_eq!(grid.turn, Player::First);
        }
        let wide = read("12/x10o/12 o", 12, 3).unwrap();
        assert_eq!((wide.cells[12], wide.cells[23]), (Some(Player::First), Some(Player::Second)));
        assert_eq!((wide.places[12], wide.places[23]), (3, 6));
    }

    #[test]
    fn cells_by_name() {
        assert_eq!(cell_name(0, 3, 3), "a3");
        assert_eq!(cell_name(11, 4, 3), "d1");
        for index in 0..12 {
            assert_eq!(read_cell(&cell_name(index, 4, 3), 4, 3).unwrap(), index);
        }
        assert_eq!(read_cell(" D1\n", 4, 3).unwrap(), 11);
        let range = "columns are a to d, rows 1 to 3 from the bottom";
        for text in ["a0", "a4", "e1", "z9", "a99999999999999999999999999"] {
            let message = read_cell(text, 4, 3).unwrap_err().to_string();
            assert!(message.ends_with(&format!(" is outside the board; {range}")), "{message}");
        }
        for text in ["", "a", "1", "aa1", "a+1", "a-1", "1a", "é2", "a1b"] {
            let message = read_cell(text, 4, 3).unwrap_err().to_string();
            assert!(
                message.contains(" is no cell; write a letter and a number, like a3; "),
                "{message}"
            );
        }
    }
}
