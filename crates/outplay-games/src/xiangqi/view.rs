//! The board as a picture.

use outplay::{Mark, Outcome, Position, Style, View};

use super::board::Move;
use super::tables::{FILES, POINTS, RANKS, file, rank};
use super::{Xiangqi, fen};

/// The pieces as they are carved, Red's and Black's in different characters.
const SYMBOLS: [[&str; 7]; 2] =
    [["帥", "仕", "相", "傌", "俥", "炮", "兵"], ["將", "士", "象", "馬", "車", "砲", "卒"]];

/// Moves without a capture from which on they are counted under the board.
const COUNTED_FROM: u32 = 10;

/// The cell of a point: cells go row by row from Black's side.
fn cell(at: u8) -> usize {
    (RANKS - 1 - usize::from(rank(at))) * FILES + usize::from(file(at))
}

impl Xiangqi {
    pub(super) fn draw(&self) -> View {
        let mut view = View::grid(Style::River, FILES, RANKS);
        view.row_labels = (0..RANKS).rev().map(|rank| rank.to_string()).collect();
        for at in 0..POINTS as u8 {
            if let Some((side, kind)) = self.board.piece(at).get() {
                let symbol = SYMBOLS[side.index()][kind.index()];
                view.put_symbol(cell(at), fen::letter(side, kind), symbol, Some(side));
            }
        }
        if self.in_check() {
            view.cells[cell(self.board.general(self.turn()))].mark = Mark::Alert;
        }
        view.captions.push(self.state());
        let moves = self.clock / 2;
        if self.rules.limit > 0 && moves >= COUNTED_FROM && self.outcome().is_none() {
            let limit = self.rules.limit / 2;
            view.captions.push(format!("{moves} moves without a capture; a draw at {limit}"));
        }
        view
    }

    /// Who is to move, or how it ended, in a line.
    fn state(&self) -> String {
        let side = fen::side_name(self.turn());
        match (self.outcome(), self.in_check()) {
            (None, false) => format!("{side} to move"),
            (None, true) => format!("{side} to move, in check"),
            (Some(Outcome::Win(_)), true) => format!("{side} is checkmated"),
            (Some(Outcome::Win(_)), false) => format!("{side} has no legal move, and has lost"),
            (Some(Outcome::Draw), _) => {
                format!("a draw: {} moves without a capture", self.rules.limit / 2)
            }
        }
    }

    pub(super) fn cells_of(m: Move) -> Vec<usize> {
        vec![cell(m.from), cell(m.to)]
    }
}
