//! Xiangqi, Chinese chess: who checkmates or stalemates the other side's general wins.
//!
//! The board is bits: attacks of chariots and cannons come from a look-up by row and column, those
//! of horses and elephants from one by the four points that can block them. A position knows
//! nothing of its past but the plies since the last capture; the rules of repetition work from the
//! keys of the line, see `repetition.rs`.

mod board;
mod evaluator;
mod exchange;
mod fen;
mod moves;
mod notation;
mod pgn;
mod read;
mod repetition;
mod tables;
mod terms;
mod text;
mod tuning;
mod view;
mod weights;

#[cfg(test)]
mod tests;

use outplay::{Entry, Outcome, Params, Player, Position, Repeat, Visit, mix};

pub use board::{Kind, Move};
pub use evaluator::Judge;

use crate::word::Word;
use board::{Board, Piece};

/// The game for the list of games.
pub const ENTRY: Entry = Entry::of::<Xiangqi>();

/// What a repetition means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Repetition {
    /// Perpetual check and perpetual chase lose, anything else is a draw.
    Asian,
    /// Perpetual check loses, anything else is a draw.
    Simple,
    /// Nothing: the game goes on.
    Free,
}

/// What can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rules {
    repetition: Repetition,
    /// Plies without capture after which the game is a draw; 0 for no limit.
    limit: u32,
}

impl Rules {
    fn new(params: &Params) -> Rules {
        let repetition = match params.word("repetition") {
            "simple" => Repetition::Simple,
            "none" => Repetition::Free,
            _ => Repetition::Asian,
        };
        Rules { repetition, limit: 2 * params.integer("limit") as u32 }
    }
}

/// A position of xiangqi. Red is the first player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Xiangqi {
    board: Board,
    turn: Player,
    /// Plies since the last capture.
    clock: u32,
    /// Plies since the start of the game, for the number of the move in the text.
    plies: u32,
    rules: Rules,
}

/// What a move took and changed.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: Piece,
    clock: u32,
}

/// Plies before the limit from which on the key tells the plies since the last capture: a search
/// of usual depth then knows how near the end is, and farther away positions that differ only in
/// it share what was found.
const CLOCK_MATTERS: u32 = 20;

impl Xiangqi {
    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.board.in_check(self.turn)
    }

    fn has_move(&self) -> bool {
        self.board.each(self.turn, tables::BOARD, |_, _| true)
    }

    fn is_over_limit(&self) -> bool {
        self.rules.limit > 0 && self.clock >= self.rules.limit
    }

    #[inline]
    fn push_moves(&self, out: &mut Vec<Move>) {
        self.board.each(self.turn, tables::BOARD, |from, targets| {
            out.extend(targets.cells().map(|to| Move { from, to: to as u8 }));
            false
        });
    }
}

impl Position for Xiangqi {
    type Move = Move;
    type Undo = Undo;
    const ALTERNATES: bool = true;
    const REPEATS: bool = true;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if !self.is_over_limit() {
            self.push_moves(out);
        }
    }

    /// Without a legal move the side to move has lost; that comes before the limit.
    fn outcome(&self) -> Option<Outcome> {
        if !self.has_move() {
            return Some(Outcome::Win(!self.turn));
        }
        self.is_over_limit().then_some(Outcome::Draw)
    }

    fn expand(&self, out: &mut Vec<Move>) -> Option<Outcome> {
        if self.is_over_limit() {
            return self.outcome();
        }
        let start = out.len();
        self.push_moves(out);
        (out.len() == start).then_some(Outcome::Win(!self.turn))
    }

    #[inline]
    fn play(&mut self, m: Move) -> Undo {
        let captured = self.board.play(m);
        let undo = Undo { captured, clock: self.clock };
        self.clock = if captured.is_none() { self.clock + 1 } else { 0 };
        self.plies += 1;
        self.turn = !self.turn;
        undo
    }

    #[inline]
    fn undo(&mut self, m: Move, undo: Undo) {
        self.board.undo(m, undo.captured);
        self.clock = undo.clock;
        self.plies -= 1;
        self.turn = !self.turn;
    }

    #[inline]
    fn key(&self) -> u64 {
        let key = repetition::key(&self.board, self.turn);
        let limit = self.rules.limit;
        if limit > 0 && self.clock + CLOCK_MATTERS >= limit {
            key ^ mix(u64::from(self.clock))
        } else {
            key
        }
    }

    fn count(&self) -> Option<usize> {
        if self.is_over_limit() {
            return None;
        }
        let mut count = 0;
        self.board.each(self.turn, tables::BOARD, |_, targets| {
            count += targets.count_ones() as usize;
            false
        });
        Some(count)
    }

    #[inline]
    fn repetition_key(&self) -> u64 {
        repetition::key(&self.board, self.turn)
    }

    /// Where repetition means nothing, there is nothing to look for.
    #[inline]
    fn reversible(&self) -> usize {
        if self.rules.repetition == Repetition::Free { 0 } else { self.clock as usize }
    }

    fn repeat(&self, times: usize, cycle: &[Visit]) -> Repeat {
        repetition::repeat(self, times, cycle)
    }
}
