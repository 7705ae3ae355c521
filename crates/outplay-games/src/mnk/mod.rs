//! m,n,k games: who first has k stones in a row on a board of m by n cells wins. Tic-tac-toe is
//! 3,3,3.

mod evaluator;
mod text;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod text_tests;

use outplay::{Entry, InputError, Outcome, Params, Player, Position, session};

pub use crate::word::{Cells, Word};
pub use evaluator::OpenLines;

use crate::lines::{LONGEST, Lines};

/// The game for the list of games: on 64-bit words where the board fits, else on 128-bit ones.
pub const ENTRY: Entry = Entry::new(&text::INFO, |params| {
    if Shape::<u64>::fits(params) {
        Ok(session(Mnk::<u64>::with(params)?, params))
    } else {
        Ok(session(Mnk::<u128>::with(params)?, params))
    }
});

/// A cell, as its bit in the board's word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell(u8);

/// What does not change in the course of a game: size and rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shape<W> {
    /// Every cell. Rows lie one after the other from the top, with one bit between them.
    board: W,
    lines: Lines,
    width: u8,
    height: u8,
    length: u8,
    misere: bool,
}

impl<W: Word> Shape<W> {
    /// The largest board by either side, and the longest line.
    const LARGEST: u32 = LONGEST;

    fn fits(params: &Params) -> bool {
        (params.integer("width") + 1) * params.integer("height") <= i64::from(W::BITS)
    }

    /// Sizes must be from 1 to [`LARGEST`](Shape::LARGEST), and fit.
    fn new(width: u32, height: u32, length: u32, misere: bool) -> Shape<W> {
        let row = (0..width).fold(W::EMPTY, |row, x| row | W::cell(x));
        let board = (0..height).fold(W::EMPTY, |board, y| board | row << (y * (width + 1)));
        Shape {
            board,
            lines: Lines::new(width, height, length),
            width: width as u8,
            height: height as u8,
            length: length as u8,
            misere,
        }
    }

    /// How many bits the board takes, gaps included.
    #[inline]
    fn bits(&self) -> u32 {
        (u32::from(self.width) + 1) * u32::from(self.height)
    }

    /// The bit of a cell counted row by row from the top left.
    fn bit(&self, index: usize) -> u32 {
        let width = usize::from(self.width);
        (index / width * (width + 1) + index % width) as u32
    }

    /// The inverse of [`bit`](Shape::bit).
    fn index(&self, bit: u32) -> usize {
        let width = usize::from(self.width);
        bit as usize / (width + 1) * width + bit as usize % (width + 1)
    }
}

/// A position of an m,n,k game.
///
/// Who completes a line of `k` stones or more wins, or loses in the misère game. A full board
/// without one is a draw. Moves are generated row by row from the top left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mnk<W> {
    /// Stones of the side to move.
    own: W,
    /// Stones of the other side: the only ones that can have made a line just now.
    other: W,
    turn: Player,
    shape: Shape<W>,
}

impl<W: Word> Mnk<W> {
    /// An empty board with these parameters.
    ///
    /// # Errors
    /// If the line is longer than the board, or the board too large for `W`.
    fn with(params: &Params) -> Result<Mnk<W>, InputError> {
        let number = |name| params.integer(name) as u32;
        let (width, height, length) = (number("width"), number("height"), number("k"));
        if !Shape::<W>::fits(params) {
            let what = format!("a board of {width} by {height} is too large");
            return Err(
                InputError::new(what).hint(format!("(width + 1) × height is at most {}", W::BITS))
            );
        }
        if length > width.max(height) {
            let what = format!("k can't be {length} on a board of {width} by {height}");
            return Err(InputError::new(what).hint("it is at most the larger side"));
        }
        Ok(Mnk::new(Shape::new(width, height, length, params.flag("misere"))))
    }

    fn new(shape: Shape<W>) -> Mnk<W> {
        Mnk { own: W::EMPTY, other: W::EMPTY, turn: Player::First, shape }
    }

    #[inline]
    fn empty(&self) -> W {
        self.shape.board & !(self.own | self.other)
    }

    fn columns(&self) -> usize {
        usize::from(self.shape.width)
    }

    fn rows(&self) -> usize {
        usize::from(self.shape.height)
    }

    /// The stones of a player.
    fn stones(&self, side: Player) -> W {
        if side == self.turn { self.own } else { self.other }
    }

    /// Who has the stone on a cell counted from the top left.
    fn owner(&self, index: usize) -> Option<Player> {
        let bit = self.shape.bit(index);
        if self.own.has(bit) { Some(self.turn) } else { self.other.has(bit).then_some(!self.turn) }
    }
}

impl<W: Word> Default for Mnk<W> {
    /// Tic-tac-toe.
    fn default() -> Mnk<W> {
        Mnk::new(Shape::new(3, 3, 3, false))
    }
}

impl<W: Word> Position for Mnk<W> {
    type Move = Cell;
    type Undo = ();
    const ALTERNATES: bool = true;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Cell>) {
        if self.outcome().is_none() {
            out.extend(self.empty().cells().map(|bit| Cell(bit as u8)));
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.shape.lines.any(self.other) {
            let winner = if self.shape.misere { self.turn } else { !self.turn };
            return Some(Outcome::Win(winner));
        }
        self.empty().is_empty().then_some(Outcome::Draw)
    }

    #[inline]
    fn expand(&self, out: &mut Vec<Cell>) -> Option<Outcome> {
        let outcome = self.outcome();
        if outcome.is_none() {
            out.extend(self.empty().cells().map(|bit| Cell(bit as u8)));
        }
        outcome
    }

    #[inline]
    fn play(&mut self, m: Cell) {
        let own = self.own | W::cell(u32::from(m.0));
        (self.own, self.other) = (self.other, own);
        self.turn = !self.turn;
    }

    #[inline]
    fn undo(&mut self, m: Cell, (): ()) {
        let own = self.other ^ W::cell(u32::from(m.0));
        (self.own, self.other) = (own, self.own);
        self.turn = !self.turn;
    }

    /// Positions may be set up out of balance, so the side to move is part of it.
    #[inline]
    fn key(&self) -> u64 {
        let second = self.turn == Player::Second;
        self.own.hash(self.other, second, self.shape.bits())
    }
}
