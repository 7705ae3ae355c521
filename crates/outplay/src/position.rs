//! The rules of a game, as the searches see them.

use core::fmt;
use core::hash::Hash;
use core::ops::Not;

use crate::line::{Repeat, Visit};

/// The most plies that any search looks ahead. A position that deep is evaluated, not searched.
///
/// It bounds the recursion, so that no request can overflow the stack.
pub const MAX_PLY: u32 = 250;

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Player {
    /// Who moves first in the game.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// 0 for the first player, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The opponent.
impl Not for Player {
    type Output = Player;
    #[inline]
    fn not(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::First => "first",
            Player::Second => "second",
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
}

/// `first`, `second` or `draw`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(player) => player.fmt(f),
            Outcome::Draw => f.pad("draw"),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A position of a game: the rules, seen abstractly. This is all that a search asks of a game.
///
/// A position has no memory of how it came about; [`Line`](crate::Line) has. It knows nothing of
/// evaluation either; that is an [`Evaluator`](crate::Evaluator)'s. [`laws`](crate::laws) checks
/// an implementation.
pub trait Position: Clone + Send + Sync + 'static {
    /// A move. Small and `Copy`: searches keep many.
    type Move: Copy + Eq + fmt::Debug + Send + Sync + 'static;
    /// What [`undo`](Position::undo) needs to take a move back. A game that copies itself on each
    /// move says `Self`.
    type Undo: Send + Sync;

    /// A promise that the turn changes hands with every move: no extra turns. A search may then
    /// leave out a comparison.
    const ALTERNATES: bool = false;
    /// Whether a position can come back later in the same game. If so, the searches ask
    /// [`repeat`](Position::repeat).
    const REPEATS: bool = false;
    /// Whether a move may be illegal because it repeats a position ([`Repeat::Illegal`], the
    /// superko of Go). Implies [`REPEATS`](Position::REPEATS). At least one move of an unfinished
    /// position is never illegal in this way: a pass, say.
    const BANS: bool = false;

    // Required.

    /// The side to move; in a finished game, any answer that stays the same.
    fn turn(&self) -> Player;
    /// Appends every legal move, always in the same order for the same position. None if and only
    /// if the game is over; a player who must pass has one move, the pass.
    fn moves(&self, out: &mut Vec<Self::Move>);
    /// How the game ended, `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// Plays a legal move, and returns what is needed to take it back.
    fn play(&mut self, m: Self::Move) -> Self::Undo;
    /// Takes back the move played last.
    fn undo(&mut self, m: Self::Move, undo: Self::Undo);
    /// A well-mixed hash of everything that matters for the rest of the game, the side to move
    /// included. Equal positions have equal keys; different ones should not.
    fn key(&self) -> u64;

    // Optional: faster or finer than the defaults.

    /// [`outcome`](Position::outcome) if the game is over, else [`moves`](Position::moves), for
    /// games where the two share work.
    #[inline]
    fn expand(&self, out: &mut Vec<Self::Move>) -> Option<Outcome> {
        let outcome = self.outcome();
        if outcome.is_none() {
            self.moves(out);
        }
        outcome
    }

    /// How many legal moves there are, if that is cheaper to say than to list them: for the last
    /// ply of a [`perft`](crate::perft()). `None`, or 0, and they are listed.
    #[inline]
    fn count(&self) -> Option<usize> {
        None
    }

    /// An end of the game that a player may claim here, as by the fifty-move rule of chess. The
    /// searches take it as the end, except at the root; a game in play goes on until somebody
    /// claims.
    #[inline]
    fn claim(&self) -> Option<Outcome> {
        None
    }

    /// What counts as the same position for the repetition rule: [`key`](Position::key) less
    /// whatever that rule does not look at, such as a move clock.
    #[inline]
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// What the repetition rule must remember of this position, such as whether it is check.
    #[inline]
    fn tag(&self) -> u32 {
        0
    }

    /// How many of the last plies could still be repeated: moves before a capture, say, can't be.
    /// If it is 0, no move from here repeats a position either.
    #[inline]
    fn reversible(&self) -> usize {
        usize::MAX
    }

    /// What the rules say when this position was already there `times` times before (at least
    /// once). `cycle` holds the visits from its last occurrence up to now. A draw unless the game
    /// says otherwise.
    ///
    /// In a search, a cycle that lies wholly beyond the root counts once more: who gains by it can
    /// go round again. A rule about the third occurrence is so seen at the second.
    #[inline]
    fn repeat(&self, times: usize, cycle: &[Visit]) -> Repeat {
        let _ = (times, cycle);
        Repeat::Ends(Outcome::Draw)
    }
}
