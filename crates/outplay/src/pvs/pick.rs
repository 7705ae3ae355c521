//! The order in which a node's moves are tried, found out as late as possible: the table's move
//! before any other is even ranked, then always the best of the rest.

use crate::evaluator::Evaluator;
use crate::observer::Observer;
use crate::order::{self, Ranked};
use crate::position::Position;
use crate::search::Worker;

use super::experience::{Experience, Marks, Trail};

/// So many moves are picked one by one; whoever needs more has the rest sorted.
const PICKED: usize = 8;
/// Noisy moves that lose in exchanges come after all others.
const DEMOTION: i32 = 1 << 24;

/// The key of moves put off since another thread is at them.
const DEFERRED: i64 = i64::MIN;

/// Whether a move was put off already.
#[inline]
pub(super) fn is_deferred(ranked: Ranked) -> bool {
    ranked.key() == DEFERRED
}

/// Where a node is in its moves.
pub(super) struct Picker {
    /// Where the node's moves begin, and its part of the order.
    start: usize,
    order: usize,
    hint: u16,
    next: usize,
    ranked: bool,
    sorted: bool,
}

impl Picker {
    /// For the moves from `start` on. A hint that is none of them is ignored.
    pub(super) fn new<P: Position, E, O>(
        worker: &Worker<'_, P, E, O>,
        start: usize,
        hint: u16,
    ) -> Picker {
        let order = worker.order.len();
        Picker { start, order, hint, next: 0, ranked: false, sorted: false }
    }

    /// The next move with its place in generation order; `None` after the last. Its
    /// [`Marks`] are of no use if it is the hint.
    #[inline]
    pub(super) fn next<P: Position, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        experience: &Experience<P::Move>,
        trail: Trail,
    ) -> Option<Ranked> {
        let count = worker.moves.len() - self.start;
        if self.next == count {
            return None;
        }
        if self.next == 0 && usize::from(self.hint) < count {
            self.next = 1;
            let hinted = Ranked::hinted(self.hint);
            worker.order.push(hinted);
            return Some(hinted);
        }
        if !self.ranked {
            let (evaluator, position) = (&worker.evaluator, worker.line.position());
            let lens = experience.lens(position.turn(), trail);
            order::list_moves(&worker.moves[self.start..], self.hint, &mut worker.order, |m| {
                lens.key(evaluator, position, m)
            });
            self.ranked = true;
        }
        loop {
            let rest = &mut worker.order[self.order + self.next..];
            if self.next < PICKED {
                order::pick(rest);
            } else if !self.sorted {
                order::sort(rest);
                self.sorted = true;
            }
            let first = rest[0];
            if E::SELECTIVE && self.demotes(worker, first) {
                self.sorted = false;
                continue;
            }
            self.next += 1;
            return Some(first);
        }
    }

    /// Goes on with moves that were appended to the node's, all of whose own have been given out.
    #[cold]
    pub(super) fn rank_rest<P: Position, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        experience: &Experience<P::Move>,
        trail: Trail,
    ) {
        let (evaluator, position) = (&worker.evaluator, worker.line.position());
        let lens = experience.lens(position.turn(), trail);
        let rest = self.start + self.next;
        for (m, place) in worker.moves[rest..].iter().zip(self.next..) {
            worker.order.push(Ranked::new(place as u32, lens.key(evaluator, position, *m)));
        }
        (self.ranked, self.sorted) = (true, false);
    }

    /// Gives the move given out last once more at the end, after all others.
    pub(super) fn defer<P: Position, E, O>(&mut self, worker: &mut Worker<'_, P, E, O>) {
        self.next -= 1;
        let deferred = &mut worker.order[self.order + self.next];
        *deferred = deferred.with_key(DEFERRED);
        self.sorted = false;
    }

    /// Puts the next move last if it only looked good.
    fn demotes<P: Position, E: Evaluator<P>, O>(
        &self,
        worker: &mut Worker<'_, P, E, O>,
        first: Ranked,
    ) -> bool {
        let marks = Marks::unpack(first.key());
        let m = worker.moves[self.start + first.index()];
        if marks.rank <= E::QUIET || worker.evaluator.pays(worker.line.position(), m, 0) {
            return false;
        }
        let last = Marks { rank: marks.rank - DEMOTION, ..marks };
        worker.order[self.order + self.next] = first.with_key(last.pack());
        true
    }

    /// The moves given out so far.
    #[inline]
    pub(super) fn tried<'w, P: Position, E, O>(
        &self,
        worker: &'w Worker<'_, P, E, O>,
    ) -> &'w [Ranked] {
        &worker.order[self.order..self.order + self.next]
    }

    /// Where the node's part of the order begins.
    pub(super) fn order(&self) -> usize {
        self.order
    }

    /// The node is done.
    pub(super) fn end<P: Position, E, O>(&self, worker: &mut Worker<'_, P, E, O>) {
        worker.moves.truncate(self.start);
        worker.order.truncate(self.order);
    }
}
