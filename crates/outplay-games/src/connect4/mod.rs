//! Connect Four: discs fall to the lowest empty cell of a column; who first has four in a row
//! wins.

mod evaluator;
mod fours;
mod proof;
mod text;

#[cfg(test)]
mod tests;

use outplay::{Entry, InputError, Outcome, Params, Player, Position, mix};

pub use evaluator::Threats;

use crate::lines::Lines;
use crate::word::Word;

/// The game for the list of games.
pub const ENTRY: Entry = Entry::of::<Connect4>();

/// A column, as the bit of its lowest cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column(u8);

/// What does not change in the course of a game: the size of the board.
///
/// Columns lie one after the other from the left, each from the bottom up with one bit more than
/// it has cells (the layout of John Tromp's programs).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shape {
    width: u8,
    height: u8,
    /// Every cell.
    board: u64,
    /// The lowest cell of each column.
    bottom: u64,
    /// How many cells there are.
    cells: u8,
}

impl Shape {
    const WIDEST: u32 = 9;
    const TALLEST: u32 = 15;

    const fn fits(width: u32, height: u32) -> bool {
        width * (height + 1) <= u64::BITS
    }

    /// Sizes must be at least 1, and [fit](Shape::fits).
    fn new(width: u32, height: u32) -> Shape {
        let bottom = (0..width).fold(0, |set, x| set | 1 << (x * (height + 1)));
        Shape {
            width: width as u8,
            height: height as u8,
            board: bottom * ((1 << height) - 1),
            bottom,
            cells: (width * height) as u8,
        }
    }

    /// Bits from one column to the next.
    #[inline]
    fn stride(&self) -> u32 {
        u32::from(self.height) + 1
    }

    /// The column whose lowest cell is this bit, counted from 0.
    fn column(&self, bottom: u32) -> usize {
        (bottom / self.stride()) as usize
    }

    /// The bit of a cell counted row by row from the top left.
    fn bit(&self, index: usize) -> u32 {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let (row, column) = (index / width, index % width);
        (column * (height + 1) + height - 1 - row) as u32
    }

    /// The inverse of [`bit`](Shape::bit).
    fn index(&self, bit: u32) -> usize {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let (column, row) = (bit as usize / (height + 1), bit as usize % (height + 1));
        (height - 1 - row) * width + column
    }

    #[inline]
    fn lines(&self) -> Lines {
        // A line spans at most 3 × (15 + 2) bits, whatever the size: no shift is too long.
        Lines::every_direction(u32::from(self.height), 4)
    }

    /// The empty cells that complete four of these discs, `taken` being all discs.
    #[inline]
    fn completions(&self, discs: u64, taken: u64) -> u64 {
        let found = match self.stride() {
            // On the usual board every shift is a constant.
            7 => fours::completions(discs, 7),
            stride => fours::completions(discs, stride),
        };
        found & self.board & !taken
    }
}

/// A position of Connect Four. A full board without four in a row is a draw. Moves are generated
/// from left to right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Connect4 {
    /// Discs of the side to move.
    own: u64,
    /// All discs.
    taken: u64,
    /// Empty cells that complete four for the side to move, whether or not a disc can get there
    /// now. Kept, since most of what is known about a position follows from it.
    mine: u64,
    /// The same for the other side.
    theirs: u64,
    /// How many discs there are.
    plies: u32,
    /// The disc played last completed four.
    won: bool,
    shape: Shape,
}

/// What a move changes that can't be told from the position after it.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    /// The cell where the disc came to rest.
    cell: u64,
    mine: u64,
    theirs: u64,
}

impl Connect4 {
    fn new(shape: Shape) -> Connect4 {
        Connect4 { own: 0, taken: 0, mine: 0, theirs: 0, plies: 0, won: false, shape }
    }

    /// Finds out anew what is kept about the discs, after they were set up.
    fn survey(&mut self) {
        self.mine = self.shape.completions(self.own, self.taken);
        self.theirs = self.shape.completions(self.other(), self.taken);
        self.plies = self.taken.count();
        self.won = self.has_four(self.other());
    }

    /// An empty board with these parameters.
    ///
    /// # Errors
    /// If the board does not fit into 64 bits.
    fn with(params: &Params) -> Result<Connect4, InputError> {
        let number = |name| params.integer(name) as u32;
        let (width, height) = (number("width"), number("height"));
        if Shape::fits(width, height) {
            return Ok(Connect4::new(Shape::new(width, height)));
        }
        let what = format!("a board of {width} by {height} is too large");
        Err(InputError::new(what).hint("width × (height + 1) is at most 64"))
    }

    /// Discs of the other side: the only ones that can have made four in a row just now.
    #[inline]
    fn other(&self) -> u64 {
        self.own ^ self.taken
    }

    /// The cells where the next disc can come to rest.
    #[inline]
    fn playable(&self) -> u64 {
        (self.taken + self.shape.bottom) & self.shape.board
    }

    /// The cell where a disc in this column comes to rest; a gap if the column is full.
    #[inline]
    fn landing(&self, m: Column) -> u64 {
        // The carry runs through the discs of the column.
        (self.taken + (1 << m.0)) & !self.taken
    }

    /// The cell where a legal move's disc comes to rest: columns from the left, `height` + 1 apart,
    /// each counted from the bottom.
    #[inline]
    pub fn cell(&self, m: Column) -> u32 {
        self.landing(m).trailing_zeros()
    }

    /// How many cells are empty.
    #[inline]
    fn left(&self) -> u32 {
        u32::from(self.shape.cells) - self.plies
    }

    /// The move that fills this playable cell.
    #[inline]
    fn column_of(&self, cell: u32) -> Column {
        // The last lowest cell up to this one is its own column's.
        let below = self.shape.bottom & (!0 >> (u64::BITS - 1 - cell));
        Column((u64::BITS - 1 - below.leading_zeros()) as u8)
    }

    #[inline]
    fn has_four(&self, discs: u64) -> bool {
        match self.shape.stride() {
            7 => fours::any(discs, 7),
            stride => fours::any(discs, stride),
        }
    }

    #[inline]
    fn push_moves(&self, out: &mut Vec<Column>) {
        let to_bottom = self.shape.stride() - 2;
        let top = self.shape.bottom << to_bottom;
        out.extend((top & !self.taken).cells().map(|bit| Column((bit - to_bottom) as u8)));
    }

    /// The discs of a side: a bit for each cell, in the order of [`cell`](Connect4::cell).
    #[inline]
    pub fn discs(&self, side: Player) -> u64 {
        if side == self.turn() { self.own } else { self.other() }
    }

    /// Who has the disc on a cell counted from the top left.
    fn owner(&self, index: usize) -> Option<Player> {
        let bit = self.shape.bit(index);
        if self.own.has(bit) {
            Some(self.turn())
        } else {
            self.taken.has(bit).then_some(!self.turn())
        }
    }
}

impl Default for Connect4 {
    /// Seven columns, six rows.
    fn default() -> Connect4 {
        Connect4::new(Shape::new(7, 6))
    }
}

impl Position for Connect4 {
    type Move = Column;
    type Undo = Before;
    const ALTERNATES: bool = true;

    #[inline]
    fn turn(&self) -> Player {
        if self.plies & 1 == 0 { Player::First } else { Player::Second }
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Column>) {
        if self.outcome().is_none() {
            self.push_moves(out);
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.won {
            return Some(Outcome::Win(!self.turn()));
        }
        (self.taken == self.shape.board).then_some(Outcome::Draw)
    }

    #[inline]
    fn expand(&self, out: &mut Vec<Column>) -> Option<Outcome> {
        let outcome = self.outcome();
        if outcome.is_none() {
            self.push_moves(out);
        }
        outcome
    }

    #[inline]
    fn count(&self) -> Option<usize> {
        let count = || self.playable().count() as usize;
        Some(if self.won { 0 } else { count() })
    }

    #[inline]
    fn play(&mut self, m: Column) -> Before {
        let before = Before { cell: self.landing(m), mine: self.mine, theirs: self.theirs };
        let own = self.own | before.cell;
        self.won = self.mine & before.cell != 0;
        self.own = self.other();
        self.taken |= before.cell;
        self.mine = self.theirs & !before.cell;
        self.theirs = self.shape.completions(own, self.taken);
        self.plies += 1;
        before
    }

    #[inline]
    fn undo(&mut self, _m: Column, before: Before) {
        self.taken ^= before.cell;
        self.own = self.other();
        (self.mine, self.theirs) = (before.mine, before.theirs);
        self.plies -= 1;
        self.won = false;
    }

    /// Without collisions: a bijection of a number that no other position has.
    #[inline]
    fn key(&self) -> u64 {
        mix(code(self.own, self.taken))
    }
}

/// A number that no other position of the same board has: column by column, all discs (a number
/// 2ⁿ - 1) plus those of the side to move, which lies from 2ⁿ - 1 to 2ⁿ⁺¹ - 2 and so tells both
/// (Pascal Pons, "Solving Connect Four", part 7). Who is to move follows from the count.
#[inline]
fn code(own: u64, taken: u64) -> u64 {
    own + taken
}
