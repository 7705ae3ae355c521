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

/// A move of a node as the node tries it.
#[derive(Clone, Copy)]
pub(super) struct Picked {
    pub(super) ranked: Ranked,
    /// Moves that go before it.
    pub(super) place: usize,
    /// It was put off before.
    pub(super) deferred: bool,
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
    /// What was learned about moves counts.
    learned: bool,
    /// The places of moves put off since another thread is at them, a bit each.
    deferred: u64,
}

impl Picker {
    /// For the moves from `start` on. A hint that is none of them is ignored.
    pub(super) fn new<P: Position, E, O>(
        worker: &Worker<'_, P, E, O>,
        start: usize,
        hint: u16,
    ) -> Picker {
        let order = worker.order.len();
        let (ranked, sorted, learned) = (false, false, true);
        Picker { start, order, hint, next: 0, ranked, sorted, learned, deferred: 0 }
    }

    /// The same by the evaluator's ranks alone.
    pub(super) fn unlearned(self) -> Picker {
        Picker { learned: false, ..self }
    }

    /// The next move, those put off after all others; `None` after the last. Its [`Marks`] are of
    /// no use if it is the hint.
    #[inline]
    pub(super) fn next<P: Position, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        experience: &Experience<P::Move>,
        trail: Trail,
    ) -> Option<Picked> {
        let count = worker.moves.len() - self.start;
        if self.next == count {
            return self.next_deferred(worker);
        }
        if self.next == 0 && usize::from(self.hint) < count {
            self.next = 1;
            let ranked = Ranked::hinted(self.hint);
            worker.order.push(ranked);
            return Some(Picked { ranked, place: 0, deferred: false });
        }
        if !self.ranked {
            let (evaluator, position) = (&worker.evaluator, worker.line.position());
            let (moves, order) = (&worker.moves[self.start..], &mut worker.order);
            if self.learned {
                let lens = experience.lens(position.turn(), trail);
                order::list_moves(moves, self.hint, order, |m| lens.key(evaluator, position, m));
            } else {
                let rank = |m| Marks::of(evaluator.rank(position, m)).pack();
                order::list_moves(moves, self.hint, order, rank);
            }
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
            let place = self.next;
            self.next += 1;
            return Some(Picked { ranked: first, place, deferred: false });
        }
    }

    /// The next of the moves put off.
    fn next_deferred<P: Position, E, O>(&mut self, worker: &Worker<'_, P, E, O>) -> Option<Picked> {
        if self.deferred == 0 {
            return None;
        }
        let place = self.deferred.trailing_zeros() as usize;
        self.deferred &= self.deferred - 1;
        Some(Picked { ranked: worker.order[self.order + place], place, deferred: true })
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

    /// Puts the move off until all others are tried; whether it can.
    #[inline]
    pub(super) fn defer(&mut self, picked: Picked) -> bool {
        let can = picked.place > 0 && picked.place < 64 && !picked.deferred;
        self.deferred |= u64::from(can) << (picked.place % 64);
        can
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

    /// The moves that go before this one and have been tried.
    pub(super) fn before<'w, P: Position, E, O>(
        &self,
        worker: &'w Worker<'_, P, E, O>,
        picked: Picked,
    ) -> impl Iterator<Item = Ranked> + 'w {
        let order = &worker.order[self.order..self.order + picked.place];
        let deferred = self.deferred;
        let tried = move |&(place, _): &(usize, _)| place >= 64 || deferred >> place & 1 == 0;
        order.iter().copied().enumerate().filter(tried).map(|(_, ranked)| ranked)
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
