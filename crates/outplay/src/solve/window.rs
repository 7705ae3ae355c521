//! The window of a node, and what narrows it.

use crate::evaluator::Evaluator;
use crate::observer::Observer;
use crate::position::Position;
use crate::score::{Bound, Score};
use crate::search::{Step, Worker};

/// Where a node stands and what it is asked, counted from the root.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

/// A score below a step as the side sees it that made the step.
#[inline]
pub(super) fn turned<P: Position>(step: &Step<P>, score: Score) -> Score {
    if step.is_same_side() { score } else { -score }
}

impl At {
    /// The same one step further on.
    #[inline]
    pub(super) fn after<P: Position>(self, step: &Step<P>) -> At {
        let (depth, ply) = (self.depth - 1, self.ply + 1);
        if step.is_same_side() {
            At { depth, ply, ..self }
        } else {
            At { depth, ply, alpha: -self.beta, beta: -self.alpha }
        }
    }

    /// Narrows the window by proven bounds, counted from the position; the value if they settle it.
    #[inline]
    pub(super) fn narrow(&mut self, least: Score, most: Score) -> Option<(Score, Bound)> {
        let (least, most) = (least.node_to_root(self.ply), most.node_to_root(self.ply));
        if least >= self.beta || least >= most {
            return Some((least, if least >= most { Bound::Exact } else { Bound::Lower }));
        }
        if most <= self.alpha {
            return Some((most, Bound::Upper));
        }
        self.alpha = self.alpha.max(least);
        self.beta = self.beta.min(most);
        None
    }

    /// The same by what takes longer to prove.
    #[inline(always)]
    pub(super) fn prove<P: Position, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
    ) -> Option<(Score, Bound)> {
        let (alpha, beta) = (self.alpha.root_to_node(self.ply), self.beta.root_to_node(self.ply));
        let (least, most) = worker.evaluator.prove(worker.line.position(), alpha, beta);
        let says_nothing = least == -Score::INFINITY && most == Score::INFINITY;
        if says_nothing { None } else { self.narrow(least, most) }
    }

    /// The value by the game's own search of its last plies.
    #[inline]
    pub(super) fn finish<P: Position, E: Evaluator<P>, O: Observer<P>>(
        &self,
        worker: &mut Worker<'_, P, E, O>,
    ) -> Option<(Score, Bound)> {
        let (alpha, beta) = (self.alpha.root_to_node(self.ply), self.beta.root_to_node(self.ply));
        let mut nodes = 0;
        let found = worker.evaluator.finish(worker.line.position(), alpha, beta, &mut nodes);
        worker.meter.charge(nodes);
        found.map(|score| (score.node_to_root(self.ply), Bound::of(score, alpha, beta)))
    }
}
