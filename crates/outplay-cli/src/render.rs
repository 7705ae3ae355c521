//! Draws a [`View`] as text: a grid with coordinates, pieces, marks and captions.
//!
//! Small boards get a box around every cell, large ones and those played on points stand without
//! lines. The last move stands in `[ ]`, what won the game in `( )`, an alert in `! !`, so that
//! nothing is lost without colours.

mod river;

use anstyle::{Ansi256Color, AnsiColor, Style};
use outplay::{Cell, Mark, Player, Style as Board, View};

/// The most columns of text that a board with lines may take.
const WIDEST: usize = 80;
/// The most rows of a board with lines.
const TALLEST: usize = 12;

/// What the terminal can show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) color: bool,
    pub(crate) ascii: bool,
}

/// A text drawn on a cell in place of what the view has there.
#[derive(Clone, Debug)]
pub(crate) struct Overlay {
    pub(crate) text: String,
    pub(crate) style: Style,
    /// Stands in brackets.
    pub(crate) marked: bool,
}

/// The board as lines of text.
pub(crate) fn board(view: &View, look: Look) -> Vec<String> {
    board_with(view, look, &[])
}

/// The board with overlays, one a cell from the first; what is missing is none.
pub(crate) fn board_with(view: &View, look: Look, overlays: &[Option<Overlay>]) -> Vec<String> {
    let mut lines = match view.columns {
        0 => vec![],
        _ => Grid::new(view, look, overlays).lines(),
    };
    if !lines.is_empty() && !view.captions.is_empty() {
        lines.push(String::new());
    }
    lines.extend(view.captions.iter().map(|caption| clean(caption)));
    lines
}

/// A cell ready to be drawn.
struct Square {
    text: String,
    style: Style,
    brackets: Option<(char, char)>,
    void: bool,
    dot: bool,
}

struct Grid<'v> {
    view: &'v View,
    look: Look,
    squares: Vec<Square>,
    columns: usize,
    rows: usize,
    /// Of the widest cell.
    width: usize,
    /// Of the widest row label.
    margin: usize,
    /// Something is drawn over the cells.
    overlaid: bool,
}

impl<'v> Grid<'v> {
    fn new(view: &'v View, look: Look, overlays: &[Option<Overlay>]) -> Grid<'v> {
        let (columns, rows) = (view.columns, view.rows());
        let square = |(at, cell): (usize, &Cell)| {
            let overlay = overlays.get(at).and_then(Option::as_ref);
            let dark = view.style == Board::Checkered && (at / columns + at % columns) % 2 == 1;
            square(cell, overlay, look, dark)
        };
        let squares: Vec<_> = view.cells.iter().enumerate().map(square).collect();
        let widest = squares.iter().map(|square| width(&square.text));
        let labels = view.row_labels.iter().map(|label| width(label));
        Grid {
            width: widest.max().unwrap_or(1).max(1),
            margin: labels.max().unwrap_or(0),
            overlaid: overlays.iter().any(Option::is_some),
            view,
            look,
            squares,
            columns,
            rows,
        }
    }

    fn lines(&self) -> Vec<String> {
        let fits = self.margin + 2 + self.columns * (self.width + 3) <= WIDEST;
        if self.river() && !self.overlaid {
            return river::lines(self);
        }
        let points = matches!(self.view.style, Board::Points | Board::River);
        let boxed = !points && fits && self.rows <= TALLEST;
        let mut lines = vec![];
        if !self.view.column_labels.is_empty() {
            lines.push(self.header(if boxed { 3 } else { 1 }));
        }
        for row in 0..self.rows {
            if boxed {
                lines.push(self.rule(row));
                lines.push(self.boxed_row(row));
            } else {
                lines.push(self.bare_row(row));
            }
        }
        if boxed {
            lines.push(self.rule(self.rows));
        }
        lines
    }

    /// A board of nine by ten points with its river and palaces.
    fn river(&self) -> bool {
        self.view.style == Board::River && self.columns == 9 && self.rows == 10 && self.width <= 2
    }

    /// The column labels, `gap` blanks between cells.
    fn header(&self, gap: usize) -> String {
        let lead = " ".repeat(self.margin + usize::from(self.margin > 0) + gap.div_ceil(2));
        let labels = self.view.column_labels.iter();
        let labels: Vec<_> = labels.map(|label| centre(label, self.width)).collect();
        let line = lead + &labels.join(&" ".repeat(gap));
        line.trim_end().to_owned()
    }

    fn row_label(&self, row: usize) -> String {
        if self.margin == 0 {
            return String::new();
        }
        let label = self.view.row_labels.get(row).map_or("", String::as_str);
        let blanks = " ".repeat(self.margin.saturating_sub(width(label)));
        format!("{blanks}{label} ")
    }

    /// The cell in a row and column counted from 1, if it is a place at all.
    fn at(&self, row: usize, column: usize) -> Option<&Square> {
        if row == 0 || column == 0 || row > self.rows || column > self.columns {
            return None;
        }
        let square = self.squares.get((row - 1) * self.columns + column - 1)?;
        (!square.void).then_some(square)
    }

    /// The line above a row counted from 0.
    fn rule(&self, row: usize) -> String {
        let level = |column: usize| self.at(row, column).or(self.at(row + 1, column)).is_some();
        let mut line = match self.margin {
            0 => String::new(),
            margin => " ".repeat(margin + 1),
        };
        for column in 0..=self.columns {
            let upright = |row: usize| self.at(row, column).or(self.at(row, column + 1)).is_some();
            let arms = [upright(row), level(column + 1), upright(row + 1), level(column)];
            line.push(junction(arms, self.look.ascii));
            if column < self.columns {
                let dash = if self.look.ascii { "-" } else { "─" };
                let piece = if level(column + 1) { dash } else { " " };
                line.push_str(&piece.repeat(self.width + 2));
            }
        }
        line.trim_end().to_owned()
    }

    fn boxed_row(&self, row: usize) -> String {
        let mut line = self.row_label(row);
        for column in 0..=self.columns {
            let (left, right) = (self.at(row + 1, column), self.at(row + 1, column + 1));
            let bar = if self.look.ascii { '|' } else { '│' };
            line.push(if left.or(right).is_some() { bar } else { ' ' });
            if column == self.columns {
                break;
            }
            match right {
                None => line.push_str(&" ".repeat(self.width + 2)),
                Some(square) => {
                    let (open, close) = square.brackets.unwrap_or((' ', ' '));
                    let text = format!("{open}{}{close}", centre(&square.text, self.width));
                    line.push_str(&self.paint(square.style, &text));
                }
            }
        }
        line.trim_end().to_owned()
    }

    fn bare_row(&self, row: usize) -> String {
        let mut line = self.row_label(row);
        for column in 0..=self.columns {
            let (left, right) = (self.at(row + 1, column), self.at(row + 1, column + 1));
            let brackets = |square: Option<&Square>| square.and_then(|square| square.brackets);
            line.push(match (brackets(left), brackets(right)) {
                (left, right) if left == right => ' ',
                (_, Some((open, _))) => open,
                (Some((_, close)), None) => close,
                (None, None) => ' ',
            });
            if column == self.columns {
                break;
            }
            match right {
                None => line.push_str(&" ".repeat(self.width)),
                Some(square) => {
                    let empty = match (square.dot, self.look.ascii) {
                        (true, _) => "+",
                        (false, true) => ".",
                        (false, false) => "·",
                    };
                    let text = if square.text.is_empty() { empty } else { &square.text };
                    line.push_str(&self.paint(square.style, &centre(text, self.width)));
                }
            }
        }
        line.trim_end().to_owned()
    }

    fn paint(&self, style: Style, text: &str) -> String {
        if self.look.color && style != Style::new() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }
}

fn square(cell: &Cell, overlay: Option<&Overlay>, look: Look, dark: bool) -> Square {
    if let Some(Overlay { text, style, marked }) = overlay {
        return Square {
            text: text.clone(),
            style: *style,
            brackets: marked.then_some(('[', ']')),
            void: false,
            dot: false,
        };
    }
    let owner = cell.piece.as_ref().and_then(|piece| piece.owner);
    let text = cell.piece.as_ref().map_or(String::new(), |piece| match &piece.symbol {
        Some(symbol) if !look.ascii => clean(symbol),
        _ if look.ascii => letters(&clean(&piece.text), owner),
        _ => clean(&piece.text),
    });
    let background = dark.then_some(Ansi256Color(238).into());
    Square {
        text,
        style: ink(owner, cell.mark).bg_color(background),
        brackets: match cell.mark {
            Mark::None => None,
            Mark::Last => Some(('[', ']')),
            Mark::Win => Some(('(', ')')),
            Mark::Alert => Some(('!', '!')),
        },
        void: cell.void,
        dot: cell.dot,
    }
}

/// The colour of a side, or of a mark that matters more.
fn ink(owner: Option<Player>, mark: Mark) -> Style {
    let color = match (mark, owner) {
        (Mark::Win, _) => AnsiColor::Green,
        (Mark::Alert, _) => AnsiColor::Red,
        (_, Some(Player::First)) => AnsiColor::Cyan,
        (_, Some(Player::Second)) => AnsiColor::Magenta,
        (_, None) => return Style::new(),
    };
    Style::new().bold().fg_color(Some(color.into()))
}

/// A corner, a crossing or a piece of line with arms up, right, down and left.
fn junction(arms: [bool; 4], ascii: bool) -> char {
    const LINES: [char; 16] =
        [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
    let at = arms.iter().rev().fold(0, |at, &arm| at << 1 | usize::from(arm));
    match (LINES[at], ascii) {
        (' ', _) => ' ',
        (_, true) => '+',
        (line, false) => line,
    }
}

/// A piece in ASCII: by its side where its text is anything else.
fn letters(text: &str, owner: Option<Player>) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    let letter = |c: char| match owner {
        _ if c.is_ascii() => c,
        Some(Player::First) => 'X',
        Some(Player::Second) => 'O',
        None => '?',
    };
    text.chars().map(letter).collect()
}

/// A text without anything that would move a terminal's cursor.
pub(crate) fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}

fn centre(text: &str, to: usize) -> String {
    let blanks = to.saturating_sub(width(text));
    let left = blanks / 2;
    format!("{}{text}{}", " ".repeat(left), " ".repeat(blanks - left))
}

/// The columns that a text takes on a terminal: escape sequences none, East Asian wide characters
/// and emoji two, combining marks none. Not all of Unicode's rules, but what boards use.
pub(crate) fn width(text: &str) -> usize {
    let mut columns = 0;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == '\u{1b}' {
            // A colour: up to its final letter.
            chars.by_ref().find(char::is_ascii_alphabetic);
            continue;
        }
        columns += match u32::from(c) {
            0x0300..=0x036f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0,
            0x1100..=0x115f
            | 0x2e80..=0xa4cf
            | 0xac00..=0xd7a3
            | 0xf900..=0xfaff
            | 0xfe30..=0xfe6f
            | 0xff00..=0xff60
            | 0xffe0..=0xffe6
            | 0x1f300..=0x1faff
            | 0x20000..=0x3fffd => 2,
            _ => 1,
        };
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Look = Look { color: false, ascii: false };
    const ASCII: Look = Look { color: false, ascii: true };

    fn sample(style: Board) -> View {
        let mut view = View::grid(style, 3, 2);
        view.put(0, "x", Some(Player::First));
        view.put(1, "o", Some(Player::Second));
        view.cells[1].mark = Mark::Last;
        view.cells[5].mark = Mark::Win;
        view.put(5, "x", Some(Player::First));
        view
    }

    #[test]
    fn squares_stand_in_boxes() {
        let drawn = board(&sample(Board::Squares), PLAIN).join("\n");
        let wanted = "    a   b   c\n  ┌───┬───┬───┐\n2 │ x │[o]│   │\n  ├───┼───┼───┤\n1 │   │   │(x)│\n  └───┴───┴───┘";
        assert_eq!(drawn, wanted);
        let drawn = board(&sample(Board::Squares), ASCII).join("\n");
        let wanted = "    a   b   c\n  +---+---+---+\n2 | x |[o]|   |\n  +---+---+---+\n1 |   |   |(x)|\n  +---+---+---+";
        assert_eq!(drawn, wanted);
    }

    #[test]
    fn points_stand_without_lines() {
        let drawn = board(&sample(Board::Points), PLAIN).join("\n");
        assert_eq!(drawn, "   a b c\n2  x[o]·\n1  · ·(x)");
    }

    #[test]
    fn marks_of_neighbours_join() {
        let mut view = View::grid(Board::Points, 4, 1);
        for at in 1..4 {
            view.put(at, "x", None);
            view.cells[at].mark = Mark::Win;
        }
        assert_eq!(board(&view, PLAIN)[1], "1  ·(x x x)");
    }

    #[test]
    fn voids_have_no_lines() {
        let mut view = View::grid(Board::Holes, 2, 2);
        view.cells[0].void = true;
        view.column_labels.clear();
        view.row_labels.clear();
        view.put(3, "12", None);
        let drawn = board(&view, PLAIN).join("\n");
        let wanted = "     ┌────┐\n     │    │\n┌────┼────┤\n│    │ 12 │\n└────┴────┘";
        assert_eq!(drawn, wanted);
    }

    #[test]
    fn wide_characters_keep_the_columns() {
        let mut view = View::grid(Board::Squares, 2, 1);
        view.put(0, "車", Some(Player::First));
        let lines = board(&view, PLAIN);
        assert!(lines[1..].iter().all(|line| width(line) == width(&lines[1])), "{lines:?}");
        assert_eq!(width("\u{1b}[1mab\u{1b}[0m"), 2);
        let ascii = board(&view, ASCII).join("");
        assert!(ascii.is_ascii() && ascii.contains('X'), "{ascii}");
    }

    #[test]
    fn colours_do_not_move_anything() {
        for style in [Board::Squares, Board::Checkered, Board::Points, Board::Holes] {
            let plain = board(&sample(style), PLAIN);
            let color = board(&sample(style), Look { color: true, ascii: false });
            let widths =
                |lines: &[String]| lines.iter().map(|line| width(line)).collect::<Vec<_>>();
            assert!(color.iter().any(|line| line.contains('\u{1b}')));
            assert_eq!(widths(&plain), widths(&color));
        }
    }

    #[test]
    fn control_characters_are_not_passed_on() {
        let view = View::text("a\u{1b}[31mb");
        assert_eq!(board(&view, PLAIN), ["a?[31mb"]);
    }
}
