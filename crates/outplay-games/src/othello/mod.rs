//! Othello: a disc put down turns all of the other colour between it and another of one's own.
//! Played for the difference of discs.
//!
//! Rules: X (black) begins. A disc goes to an empty square from which, in at least one of the eight
//! directions, a straight run of the other side's discs leads to a disc of one's own; all such runs
//! are turned. Who has no such square passes, and only then. When neither side has one the game is
//! over; the squares left empty count for the winner.

mod bits;
mod ending;
mod evaluator;
mod files;
mod forecast;
mod ggf;
mod last;
mod patterns;
mod stability;
mod text;
pub mod tune;
mod weights;
mod width;

pub use evaluator::Judge;

use outplay::{Entry, Outcome, Player, Position, mix};

/// Opens the game by name.
pub const ENTRY: Entry = Entry::of::<Othello>();

/// A disc put on a square, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place(u8);

impl Place {
    /// No disc, since none can be put down.
    pub const PASS: Place = Place(64);

    /// The square as a bit; none for a pass.
    #[inline]
    const fn bit(self) -> u64 {
        if self.0 < 64 { 1 << self.0 } else { 0 }
    }
}

/// What a move changed.
#[derive(Clone, Copy, Debug)]
pub struct Turned {
    /// The discs that changed colour.
    flips: u64,
    /// The squares that could be moved to.
    open: u64,
}

/// The discs on the board, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Othello {
    /// Of the side to move.
    own: u64,
    /// Of the other side.
    other: u64,
    /// The squares where the side to move can put a disc: asked for at every position, and most
    /// often several times.
    open: u64,
    /// All squares.
    board: u64,
    turn: Player,
}

impl Othello {
    /// An empty board of this size: 8, 6 or 4.
    const fn empty(size: usize) -> Othello {
        Othello { own: 0, other: 0, open: 0, board: bits::board(size), turn: Player::First }
    }

    /// The start position on a board of this size: 8, 6 or 4.
    fn start(size: usize) -> Othello {
        // X on e4 and d5, O on d4 and e5: the four squares in the middle, whatever the size.
        Othello::empty(size).with(0x0000_0008_1000_0000, 0x0000_0010_0800_0000, Player::First)
    }

    /// These discs on the same board, of the side to move first.
    fn with(self, own: u64, other: u64, turn: Player) -> Othello {
        Othello { own, other, open: self.squares(own, other), turn, ..self }
    }

    /// Where a disc of `own` turns some of `other`.
    #[inline]
    fn squares(&self, own: u64, other: u64) -> u64 {
        bits::reach(own, other) & self.board
    }

    /// Squares along an edge: 8, 6 or 4.
    pub fn size(&self) -> usize {
        match self.board.count_ones() {
            64 => 8,
            36 => 6,
            _ => 4,
        }
    }

    /// The discs of a player, one bit a square: bit 0 is the top left of eight by eight, bit 63 the
    /// bottom right; a smaller board lies in the middle.
    pub fn discs(&self, player: Player) -> u64 {
        if player == self.turn { self.own } else { self.other }
    }

    /// The squares without a disc, as in [`discs`](Othello::discs).
    #[inline]
    pub fn empties(&self) -> u64 {
        self.board & !(self.own | self.other)
    }

    /// The result for the side to move if the game ended here: its discs less the other side's, the
    /// empty squares counted for who has more.
    #[inline]
    fn margin(&self) -> i32 {
        let lead = self.own.count_ones() as i32 - self.other.count_ones() as i32;
        lead + lead.signum() * self.empties().count_ones() as i32
    }

    /// Whether the side to move has no square but the other side would have one.
    #[inline]
    fn must_pass(&self) -> bool {
        self.open == 0 && self.squares(self.other, self.own) != 0
    }
}

/// Eight by eight.
impl Default for Othello {
    fn default() -> Othello {
        Othello::start(8)
    }
}

impl Position for Othello {
    type Move = Place;
    type Undo = Turned;

    const ALTERNATES: bool = true;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Place>) {
        let mut open = self.open;
        while open != 0 {
            out.push(Place(open.trailing_zeros() as u8));
            open &= open - 1;
        }
        if self.must_pass() {
            out.push(Place::PASS);
        }
    }

    #[inline]
    fn count(&self) -> Option<usize> {
        (self.open != 0).then_some(self.open.count_ones() as usize)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.open != 0 || self.must_pass() {
            return None;
        }
        Some(match self.margin() {
            0 => Outcome::Draw,
            1.. => Outcome::Win(self.turn),
            _ => Outcome::Win(!self.turn),
        })
    }

    #[inline]
    fn play(&mut self, m: Place) -> Turned {
        let disc = m.bit();
        let flips = if disc == 0 { 0 } else { bits::flips(u32::from(m.0), self.own, self.other) };
        let before = Turned { flips, open: self.open };
        (self.own, self.other) = (self.other ^ flips, self.own ^ flips ^ disc);
        self.open = self.squares(self.own, self.other);
        self.turn = !self.turn;
        before
    }

    #[inline]
    fn undo(&mut self, m: Place, Turned { flips, open }: Turned) {
        (self.own, self.other) = (self.other ^ flips ^ m.bit(), self.own ^ flips);
        self.open = open;
        self.turn = !self.turn;
    }

    #[inline]
    fn key(&self) -> u64 {
        hash(self.own, self.other, self.turn.index() as u64)
    }

    #[inline]
    fn expand(&self, out: &mut Vec<Place>) -> Option<Outcome> {
        let before = out.len();
        self.moves(out);
        if out.len() == before { self.outcome() } else { None }
    }
}

/// A hash of two sets of squares and a small number.
#[inline]
fn hash(own: u64, other: u64, flag: u64) -> u64 {
    // The flag is spread, so that no other board takes its place.
    mix(mix(own) ^ other ^ flag.wrapping_mul(0x9e6c_63d0_7f4e_a3b5))
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod text_tests;
#[cfg(test)]
mod tune_features;
#[cfg(test)]
mod value_tests;
