//! The board of xiangqi: nine by ten points on lines, the river between the fifth and the sixth
//! rank, and the diagonals of the two palaces.

use super::{Grid, Square, width};

/// Columns of text from one point to the next.
const PITCH: usize = 4;

/// The board as lines of text.
pub(super) fn lines(grid: &Grid<'_>) -> Vec<String> {
    let mut lines = vec![];
    if !grid.view.column_labels.is_empty() {
        lines.push(header(grid));
    }
    for row in 0..grid.rows {
        lines.push(points(grid, row));
        if row + 1 < grid.rows {
            lines.push(between(grid, row));
        }
    }
    lines
}

fn margin(grid: &Grid<'_>) -> String {
    " ".repeat(grid.margin + usize::from(grid.margin > 0))
}

fn header(grid: &Grid<'_>) -> String {
    let mut line = margin(grid);
    for label in &grid.view.column_labels {
        let blanks = (PITCH - 1).saturating_sub(width(label));
        line.push_str(&format!(" {label}{}", " ".repeat(blanks)));
    }
    line.trim_end().to_owned()
}

/// A rank: pieces and crossings, and the line that joins them.
fn points(grid: &Grid<'_>, row: usize) -> String {
    let dash = if grid.look.ascii { '-' } else { '─' };
    let mut line = grid.row_label(row);
    for column in 0..grid.columns {
        let Some(square) = grid.at(row + 1, column + 1) else { continue };
        let before = if column == 0 { ' ' } else { dash };
        let (open, close) = square.brackets.unwrap_or((before, dash));
        let text = point(grid, square, row, column);
        let last = column + 1 == grid.columns;
        let rest = (PITCH - 1).saturating_sub(width(&text));
        line.push(open);
        line.push_str(&grid.paint(square.style, &text));
        match (square.brackets, last) {
            (None, true) => {}
            (None, false) => line.extend(core::iter::repeat_n(dash, rest)),
            (Some(_), last) => {
                line.push(close);
                let dashes = if last { 0 } else { rest.saturating_sub(1) };
                line.extend(core::iter::repeat_n(dash, dashes));
            }
        }
    }
    line.trim_end().to_owned()
}

/// What stands on a point, or how the lines cross there.
fn point(grid: &Grid<'_>, square: &Square, row: usize, column: usize) -> String {
    if !square.text.is_empty() {
        return square.text.clone();
    }
    if grid.look.ascii {
        return "+".to_owned();
    }
    let (left, right) = (column > 0, column + 1 < grid.columns);
    // Only the two outermost lines cross the river.
    let edge = !left || !right;
    let up = row > 0 && (row != grid.rows / 2 || edge);
    let down = row + 1 < grid.rows && (row + 1 != grid.rows / 2 || edge);
    super::junction([up, right, down, left], false).to_string()
}

/// What lies between two ranks.
fn between(grid: &Grid<'_>, row: usize) -> String {
    let (bar, rising, falling) =
        if grid.look.ascii { ('|', '/', '\\') } else { ('│', '╱', '╲') };
    let river = row + 1 == grid.rows / 2;
    let mut text: Vec<char> = vec![' '; (grid.columns - 1) * PITCH + 2];
    for column in 0..grid.columns {
        let edge = column == 0 || column + 1 == grid.columns;
        if edge || !river {
            text[column * PITCH + 1] = bar;
        }
    }
    // A palace is three files wide and three ranks deep.
    let middle = grid.columns / 2;
    let (left, right) = ((middle - 1) * PITCH + 3, middle * PITCH + 3);
    match row {
        _ if row == 0 || row + 3 == grid.rows => (text[left], text[right]) = (falling, rising),
        _ if row == 1 || row + 2 == grid.rows => (text[left], text[right]) = (rising, falling),
        _ => {}
    }
    let line: String = text.into_iter().collect();
    let name = match (river, grid.look.ascii) {
        (false, _) => return margin(grid) + &line,
        (true, false) => "楚 河              漢 界",
        (true, true) => "~ ~ ~   river   ~ ~ ~",
    };
    let inner = line.chars().count() - 3;
    let blanks = inner.saturating_sub(width(name));
    let (before, after) = (" ".repeat(blanks / 2), " ".repeat(blanks - blanks / 2));
    format!("{} {bar}{before}{name}{after}{bar}", margin(grid))
}

#[cfg(test)]
mod tests {
    use outplay::{Mark, Player, Style, View};

    use crate::render::{Look, board, width};

    fn sample() -> View {
        let mut view = View::grid(Style::River, 9, 10);
        view.row_labels = (0..10).rev().map(|row| row.to_string()).collect();
        view.put_symbol(0, "r", "車", Some(Player::Second));
        view.put_symbol(4, "k", "將", Some(Player::Second));
        view.put_symbol(85, "K", "帥", Some(Player::First));
        view.cells[85].mark = Mark::Last;
        view.put_symbol(89, "R", "俥", Some(Player::First));
        view.cells[89].mark = Mark::Last;
        view
    }

    #[test]
    fn river_and_palaces_are_drawn() {
        let ascii = board(&sample(), Look { color: false, ascii: true });
        assert_eq!(ascii[0], "   a   b   c   d   e   f   g   h   i");
        assert_eq!(ascii[1], "9  r---+---+---+---k---+---+---+---+");
        assert_eq!(ascii[2], "   |   |   |   | \\ | / |   |   |   |");
        assert_eq!(ascii[4], "   |   |   |   | / | \\ |   |   |   |");
        assert_eq!(ascii[10], "   |     ~ ~ ~   river   ~ ~ ~     |");
        assert_eq!(ascii[19], "0  +---+---+---+--[K]--+---+---+--[R]");
        assert_eq!(ascii.len(), 20);
    }

    #[test]
    fn wide_pieces_keep_the_columns() {
        for color in [false, true] {
            let lines = board(&sample(), Look { color, ascii: false });
            let widths: Vec<_> = lines[2..19].iter().map(|line| width(line)).collect();
            assert!(widths.iter().all(|&width| width == 36), "{lines:#?}");
            assert_eq!(width(&lines[19]), 38, "{lines:#?}");
        }
    }
}
