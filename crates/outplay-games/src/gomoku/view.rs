//! The board as a picture.

use outplay::{Mark, Style, View};

use super::Gomoku;
use super::bits::Bits;
use super::board::{DIRECTIONS, stone};
use super::opening::Phase;
use super::setup::{Colour, Rule};
use super::text::letter;
use crate::grid;

/// The centre of a board that has one, and four points towards the corners of a board that is large
/// enough: on 15 by 15 the five of renju.
fn is_reference_point(cell: usize, side: usize) -> bool {
    let (x, y) = (cell % side, cell / side);
    if side % 2 == 1 && x == side / 2 && y == side / 2 {
        return true;
    }
    let step = if side < 13 { 2 } else { 3 };
    let corner = |at: usize| at == step || at + step + 1 == side;
    side >= 9 && corner(x) && corner(y)
}

/// Forbidden points named under the board at most.
const MOST_NAMED: usize = 12;

impl Gomoku {
    /// The stones of a colour's rows that win; none if it has none.
    pub(super) fn winning_cells(&self, colour: Colour) -> Bits {
        let mut cells = Bits::NONE;
        for cell in (0..self.setup.cells()).filter(|&cell| self.owner(cell) == Some(colour)) {
            if (0..DIRECTIONS).any(|direction| self.is_in_winning_row(cell, direction, colour)) {
                cells.insert(cell);
            }
        }
        cells
    }

    fn is_in_winning_row(&self, cell: usize, direction: usize, colour: Colour) -> bool {
        let line = self.lines.through(self.geometry, cell, direction);
        // The row can be longer than a neighbourhood: the line is walked to its ends.
        let at = |place: usize| line.word >> (2 * place) & 3;
        let here = line.at + super::REACH;
        let own = |place: &usize| at(*place) == stone(colour);
        let back = (0..here).rev().take_while(own).count();
        let ahead = (here + 1..32).take_while(own).count();
        let length = back + 1 + ahead;
        let other = stone(colour.other());
        let shut = at(here - back - 1) == other && at(here + ahead + 1) == other;
        match (self.setup.rule, colour) {
            (Rule::Freestyle, _) | (Rule::Renju, Colour::White) => length >= 5,
            (Rule::Standard, _) | (Rule::Renju, Colour::Black) => length == 5,
            (Rule::Caro, _) => length >= 5 && !shut,
        }
    }

    /// Points where lines cross, the reference points, the stones, the row that won.
    pub(super) fn picture(&self) -> View {
        let side = self.side();
        let mut view = View::grid(Style::Points, side, side);
        for cell in 0..view.cells.len() {
            if let Some(colour) = self.owner(cell) {
                let symbol = if colour == Colour::Black { "●" } else { "○" };
                view.put_symbol(cell, letter(colour), symbol, Some(self.seat(colour)));
            }
            view.cells[cell].dot = is_reference_point(cell, side);
        }
        if let Some(winner) = self.winner {
            for cell in self.winning_cells(winner).cells() {
                view.cells[cell].mark = Mark::Win;
            }
        }
        self.caption(&mut view);
        view
    }

    fn caption(&self, view: &mut View) {
        let said = match self.phase {
            Phase::Open => "swap2: first places three stones, x o x, and second chooses",
            Phase::Choose => "swap2: second takes white (o) or black (x), or places two more",
            Phase::More => "swap2: second places two more stones, o x, and first chooses",
            Phase::ChooseAgain => "swap2: first takes white (o) or black (x)",
            Phase::Play if self.swapped => "first plays White (o), second Black (x)",
            Phase::Play if self.setup.swap2 => "first plays Black (x), second White (o)",
            Phase::Play => "",
        };
        if !said.is_empty() {
            view.captions.push(said.to_owned());
        }
        if self.phase == Phase::Play && self.winner.is_none() && self.is_bound(self.next) {
            let forbidden = self.empty.without(&self.open_cells());
            let names: Vec<_> = forbidden.cells().map(|cell| self.name_of(cell)).collect();
            let rest = if names.len() > MOST_NAMED { " …" } else { "" };
            let names: Vec<_> = names.into_iter().take(MOST_NAMED).collect();
            if !names.is_empty() {
                view.captions.push(format!("forbidden for Black: {}{rest}", names.join(" ")));
            }
        }
    }

    fn name_of(&self, cell: usize) -> String {
        grid::cell_name(cell, self.side(), self.side())
    }
}
