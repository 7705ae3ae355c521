//! What the root tells: the report of an iteration, of one that was stopped, of a bound.

use core::cmp::Reverse;

use crate::evaluator::Evaluator;
use crate::observer::Observer;
use crate::position::Position;
use crate::score::{Bound, Value};
use crate::stats::{Report, RootLine, Stats};

use super::{Best, Passed, Root, RootMove, Told};

impl<P: Position, E: Evaluator<P>, O: Observer<P>> Root<'_, P, E, O> {
    /// Keeps a bound as the strongest claim so far, for a search that is stopped, and announces it.
    pub(crate) fn claim(&mut self, passed: Passed, bound: Bound, depth: u32) {
        self.best = Some(passed.best);
        self.proven = passed.proven;
        let report = self.report(depth, bound);
        self.tell(&report);
        self.claimed = Some(report);
    }

    /// Announces that the value of the last pass is only a bound.
    pub(crate) fn announce(&mut self, bound: Bound, depth: u32) {
        let report = self.report(depth, bound);
        self.tell(&report);
    }

    pub(super) fn tell(&mut self, report: &Report<P::Move>) {
        (self.progress)(&mut self.workers[0].0.observer, Told::Report(report));
    }

    pub(super) fn stats(&self) -> Stats {
        let mut total = Stats { time: self.budget.elapsed(), ..Stats::default() };
        for (worker, _) in &self.workers {
            total.add(&Stats { nodes: worker.meter.nodes, ..worker.stats });
        }
        if let Some(crew) = self.crew {
            total.add(&crew.stats());
        }
        total
    }

    /// What the last pass found, `bound` saying how the value of the root is meant.
    pub(super) fn report(&self, depth: u32, bound: Bound) -> Report<P::Move> {
        let Some(best) = self.best else { unreachable!("a pass finds a best move") };
        let root = &self.moves[best.at];
        let stats = self.stats();
        let value = Value::found(
            best.score,
            bound,
            self.proven,
            self.manners.full_depth(depth),
            E::BY_MARGIN,
        );
        // A game that ended everywhere before the horizon was searched to its end.
        let depth = if self.proven { depth.min(stats.selective_depth) } else { depth };
        let line = |root: &RootMove<P::Move>| {
            let value = root.found?;
            Some(RootLine { best: root.m, value, pv: root.pv.clone(), nodes: root.nodes })
        };
        let exact =
            |at: usize| self.moves[at].found.is_some_and(|value| value.bound == Bound::Exact);
        let shown = self.ranking().into_iter().filter(|&at| match self.lines {
            1 => at == best.at,
            usize::MAX => true,
            _ => at == best.at || exact(at),
        });
        let lines = shown.take(self.lines).filter_map(|at| line(&self.moves[at])).collect();
        Report {
            best: Some(root.m),
            value,
            depth,
            pv: root.pv.clone(),
            lines,
            stats,
            stopped: None,
        }
    }

    /// The places of the moves at the root, the best first; bounds come after exact values, the
    /// best before its equals, and otherwise equals in generation order.
    pub(super) fn ranking(&self) -> Vec<usize> {
        let key = |(at, root): (usize, &RootMove<P::Move>)| {
            let value = root.found?;
            let best = self.best.is_some_and(|best| best.at == at);
            Some((value.bound != Bound::Exact, Reverse(value.score), !best, root.index, at))
        };
        let mut keys: Vec<_> = self.moves.iter().enumerate().filter_map(key).collect();
        keys.sort_unstable();
        keys.into_iter().map(|(.., at)| at).collect()
    }

    /// The answer after an iteration to this depth that was stopped, `done` being that of the one
    /// before. A selective search takes a better move that the unfinished iteration has found.
    pub(super) fn unfinished(
        &mut self,
        depth: u32,
        done: Option<Report<P::Move>>,
    ) -> Option<Report<P::Move>> {
        let Some(done) = done else {
            return self.claimed.take().or_else(|| self.partial(depth));
        };
        if !self.manners.selective || self.lines > 1 {
            return Some(done);
        }
        match self.partial(done.depth) {
            Some(partial) if partial.best != done.best => Some(partial),
            _ => Some(done),
        }
    }

    /// What an iteration that was stopped can still say: the best of the moves that it finished, as a
    /// lower bound.
    pub(super) fn partial(&mut self, depth: u32) -> Option<Report<P::Move>> {
        let finished = self.moves.iter().enumerate().filter_map(|(at, root)| {
            let value = root.found.filter(|value| value.bound != Bound::Upper)?;
            Some(Best { score: value.score, at, tie_rank: root.index })
        });
        self.best = Some(finished.max_by_key(|b| (b.score, Reverse(b.tie_rank)))?);
        self.proven = false;
        Some(self.report(depth, Bound::Lower))
    }

    /// The table cuts lines short; this finds the rest of them.
    pub(super) fn extend_lines(&mut self, depth: u32) {
        let Some(best) = self.best else { return };
        for (at, root) in self.moves.iter_mut().enumerate() {
            let Some(value) = root.found else { continue };
            let shown = at == best.at || self.lines > 1;
            let exact = value.bound == Bound::Exact;
            if shown && (exact || value.score.is_decided()) {
                let (worker, node) = &mut self.workers[0];
                // Of what is only a bound, no move is known to keep it; nor of a guess.
                let depth = if exact && !self.manners.selective { depth } else { 0 };
                worker.extend(&mut **node, &mut root.pv, value.score, depth);
            }
        }
    }
}
