//! Who walks from the root, and how.

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::Observer;
use crate::position::Position;
use crate::score::Score;
use crate::search::{Inner, Name, Step, Worker};
use crate::table::Table;

/// An algorithm's node function as the root calls it. Behind a pointer, so that the code of the root
/// is compiled once a game and not once an algorithm: one indirect call a root move.
pub(super) trait Node<P: Position, E: Evaluator<P>, O: Observer<P>>: Send {
    /// See [`Worker::below`].
    fn below(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        step: &Step<P>,
        depth: u32,
        ply: u32,
        window: (Score, Score),
    ) -> Result<Score, Stopped>;

    /// See [`Inner::name`].
    fn name(&self, worker: &Worker<'_, P, E, O>) -> Name;

    /// See [`Inner::list`].
    fn list(&self, worker: &mut Worker<'_, P, E, O>, out: &mut Vec<P::Move>);

    /// See [`Inner::end`].
    fn end(&mut self, table: &Table);
}

impl<P: Position, E: Evaluator<P>, O: Observer<P>, I: Inner<P, E>> Node<P, E, O> for I {
    fn below(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        step: &Step<P>,
        depth: u32,
        ply: u32,
        (alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        worker.below(self, step, depth, ply, alpha, beta)
    }

    fn name(&self, worker: &Worker<'_, P, E, O>) -> Name {
        Inner::name(self, &worker.evaluator, worker.line.position())
    }

    fn list(&self, worker: &mut Worker<'_, P, E, O>, out: &mut Vec<P::Move>) {
        Inner::list(self, worker, out);
    }

    fn end(&mut self, table: &Table) {
        Inner::end(self, table);
    }
}

/// One thread of a search: who walks, and how.
pub(super) type Team<'s, P, E, O> = (Worker<'s, P, E, O>, Box<dyn Node<P, E, O> + 's>);

/// How an algorithm treats the moves at the root.
#[derive(Clone, Copy)]
pub(super) struct Manners {
    pub(super) ordered: bool,
    pub(super) scouts: bool,
    /// What is found is true, but there may be better.
    pub(super) selective: bool,
    /// Late moves are searched less deeply at first.
    pub(super) reduces: bool,
    /// Only candidates count.
    pub(super) exact: bool,
    /// Each thread walks on its own.
    pub(super) races: bool,
    /// Moves at the root beyond these are searched only if all those lose.
    pub(super) breadth: usize,
}

impl Manners {
    /// Shorter wins and losses than this can't be overlooked by a search to a depth.
    pub(super) fn full_depth(self, depth: u32) -> u32 {
        if self.selective { depth.min(1) } else { depth }
    }

    /// The move at this place, of so many plies, is first searched so many less deeply.
    pub(super) fn reduction(self, depth: u32, at: usize) -> u32 {
        match at {
            _ if !self.reduces || depth < 3 => 0,
            0..4 => 0,
            4..16 => 1,
            _ => (1 + depth / 8).min(depth - 1),
        }
    }
}
