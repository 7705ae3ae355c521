//! Watching a search from outside, at no cost when nobody watches.

use crate::position::{Outcome, Player, Position};
use crate::score::{Bound, Score};
use crate::stats::Report;

/// Something that happened in a search. Scores are for the side to move in the node concerned,
/// and count wins and losses from the root.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a, M> {
    /// A node is entered; every node but the root by a move of its parent.
    Enter {
        /// The move that led here.
        by: Option<M>,
        /// The distance from the root.
        ply: u32,
        /// The plies left to the horizon; 0 in quiescence.
        depth: u32,
        /// The lower end of the window.
        alpha: Score,
        /// The upper end of the window.
        beta: Score,
        /// Who is to move.
        turn: Player,
    },
    /// The game is over here.
    Terminal {
        /// How it ended.
        outcome: Outcome,
    },
    /// The position was evaluated at the horizon.
    Evaluate {
        /// The estimate.
        score: Score,
    },
    /// The transposition table answered for this node.
    TableHit {
        /// What it says.
        score: Score,
        /// How it is meant.
        bound: Bound,
        /// How deep it was searched.
        depth: u32,
    },
    /// The value was settled without a search by what is proven about the game.
    Proven {
        /// The value or the bound.
        score: Score,
        /// How it is meant.
        bound: Bound,
    },
    /// The only move worth trying was played within the node. What is told from now on until the
    /// node is left concerns the position after it.
    Forced {
        /// The move.
        by: M,
    },
    /// A move's value was settled at a glance, without a node for it.
    Settled {
        /// The move.
        by: M,
        /// Its value, or a bound on it.
        score: Score,
    },
    /// A child's value raised the best one.
    Improve {
        /// The move.
        by: M,
        /// The new best value.
        score: Score,
    },
    /// The value reached beta: the remaining moves are skipped.
    Cut {
        /// The moves not looked at.
        skipped: &'a [M],
        /// The value.
        score: Score,
        /// The beta it reached.
        beta: Score,
    },
    /// The node is done. Also sent when a search is stopped, for none of the nodes it was in.
    Leave {
        /// The value.
        score: Score,
        /// How it is meant, given the window on entry.
        bound: Bound,
    },
}

impl<M> Event<'_, M> {
    /// The same as the other side sees it.
    pub(crate) fn turned(self) -> Self {
        match self {
            Event::Evaluate { score } => Event::Evaluate { score: -score },
            Event::TableHit { score, bound, depth } => {
                Event::TableHit { score: -score, bound: bound.turned(), depth }
            }
            Event::Proven { score, bound } => {
                Event::Proven { score: -score, bound: bound.turned() }
            }
            Event::Improve { by, score } => Event::Improve { by, score: -score },
            Event::Cut { skipped, score, beta } => {
                Event::Cut { skipped, score: -score, beta: -beta }
            }
            Event::Leave { score, bound } => Event::Leave { score: -score, bound: bound.turned() },
            Event::Settled { by, score } => Event::Settled { by, score: -score },
            same @ (Event::Enter { .. } | Event::Terminal { .. } | Event::Forced { .. }) => same,
        }
    }
}

/// Watches a search. The methods do nothing by default.
pub trait Observer<P: Position>: Send {
    /// Whether [`event`](Observer::event) wants to be called. If not, the searches hold no trace
    /// of it, and may use several threads.
    const WATCHES: bool = true;

    /// Something happened. `position` is that of the node concerned.
    #[inline]
    fn event(&mut self, position: &P, event: Event<'_, P::Move>) {
        let _ = (position, event);
    }

    /// An iteration of a deepening search, or the whole of another, is done, or has shown a bound
    /// on its value.
    #[inline]
    fn progress(&mut self, report: &Report<P::Move>) {
        let _ = report;
    }

    /// The search begins with a move at the root, the `number`th (from 1) of this iteration. Only
    /// those are told that the first thread takes.
    #[inline]
    fn at_root(&mut self, m: P::Move, number: usize, depth: u32) {
        let _ = (m, number, depth);
    }
}

/// Nobody watches.
impl<P: Position> Observer<P> for () {
    const WATCHES: bool = false;
}

/// Only the progress is watched.
pub struct Watch<F>(pub F);

impl<P: Position, F: FnMut(&Report<P::Move>) + Send> Observer<P> for Watch<F> {
    const WATCHES: bool = false;

    fn progress(&mut self, report: &Report<P::Move>) {
        (self.0)(report);
    }
}

/// Lends an observer out.
impl<P: Position, O: Observer<P>> Observer<P> for &mut O {
    const WATCHES: bool = O::WATCHES;

    #[inline]
    fn event(&mut self, position: &P, event: Event<'_, P::Move>) {
        (**self).event(position, event);
    }

    #[inline]
    fn progress(&mut self, report: &Report<P::Move>) {
        (**self).progress(report);
    }

    #[inline]
    fn at_root(&mut self, m: P::Move, number: usize, depth: u32) {
        (**self).at_root(m, number, depth);
    }
}
