//! The picture of a board, described once for text, SVG and web.

use crate::position::Player;

/// A board, described once for text, SVG and web. A grid of cells, row by row from the top, or
/// just lines of text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct View {
    /// How the grid looks.
    pub style: Style,
    /// Cells in a row; 0 if there is no grid.
    pub columns: usize,
    /// `columns` × rows cells.
    pub cells: Vec<Cell>,
    /// One a column, from the left; may be empty.
    pub column_labels: Vec<String>,
    /// One a row, from the top; may be empty.
    pub row_labels: Vec<String>,
    /// Lines of text under the board.
    pub captions: Vec<String>,
}

/// How a grid looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Style {
    /// Pieces stand on squares of one colour.
    #[default]
    Squares,
    /// Pieces stand on squares of two colours.
    Checkered,
    /// Stones stand where lines cross.
    Points,
    /// Points with a river across the middle and a palace on either side, as in xiangqi.
    River,
    /// Cells are places for a number or a word.
    Holes,
}

/// One cell of a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Cell {
    /// What stands there.
    pub piece: Option<Piece>,
    /// What is special about it.
    pub mark: Mark,
    /// No place at all: a gap in the grid.
    pub void: bool,
    /// A dot where nothing stands: a star point.
    pub dot: bool,
}

/// What stands on a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Piece {
    /// As plain text: `x`, `K`, or the number of seeds in a hole.
    pub text: String,
    /// As a sign, for whoever can show it: `♔`.
    pub symbol: Option<String>,
    /// Whose it is.
    pub owner: Option<Player>,
}

/// What is special about a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// The last move went there.
    Last,
    /// Part of what won the game.
    Win,
    /// A warning: in check, say.
    Alert,
}

impl View {
    /// A board that is only text.
    pub fn text(text: impl Into<String>) -> View {
        View { captions: text.into().lines().map(str::to_owned).collect(), ..View::default() }
    }

    /// A grid of empty cells with columns labelled a, b, c… and rows numbered from the bottom.
    pub fn grid(style: Style, columns: usize, rows: usize) -> View {
        View {
            style,
            columns,
            cells: vec![Cell::default(); columns * rows],
            column_labels: (0..columns).map(column_letters).collect(),
            row_labels: (1..=rows).rev().map(|row| row.to_string()).collect(),
            captions: vec![],
        }
    }

    /// Puts a piece on a cell.
    pub fn put(&mut self, cell: usize, text: impl Into<String>, owner: Option<Player>) {
        self.cells[cell].piece = Some(Piece { text: text.into(), symbol: None, owner });
    }

    /// Puts a piece on a cell that has a sign of its own beside the plain text.
    pub fn put_symbol(
        &mut self,
        cell: usize,
        text: impl Into<String>,
        symbol: impl Into<String>,
        owner: Option<Player>,
    ) {
        let piece = Piece { text: text.into(), symbol: Some(symbol.into()), owner };
        self.cells[cell].piece = Some(piece);
    }

    /// Rows in the grid.
    pub fn rows(&self) -> usize {
        self.cells.len().checked_div(self.columns).unwrap_or(0)
    }
}

/// The name of a column counted from 0: `a` … `z`, `aa` …
///
/// ```
/// assert_eq!(outplay::column_letters(0), "a");
/// assert_eq!(outplay::column_letters(26), "aa");
/// ```
pub fn column_letters(mut column: usize) -> String {
    let mut letters = vec![];
    loop {
        letters.insert(0, (b'a' + (column % 26) as u8) as char);
        if column < 26 {
            return letters.into_iter().collect();
        }
        column = column / 26 - 1;
    }
}
