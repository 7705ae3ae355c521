//! The node function of principal variation search.

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::{Event, Observer};
use crate::order::{self, Experience};
use crate::position::Position;
use crate::score::{Bound, Score};
use crate::search::{Inner, Opened, Worker};
use crate::table::Entry;

use super::PvsOptions;

/// What a thread of the search remembers from node to node.
#[derive(Clone)]
pub(super) struct Pvs<M> {
    pub(super) options: PvsOptions,
    experience: Experience<M>,
}

impl<M> Pvs<M> {
    pub(super) fn new(options: PvsOptions) -> Pvs<M> {
        Pvs { options, experience: Experience::new(options.killers, options.history) }
    }
}

impl<P: Position, E: Evaluator<P>> Inner<P, E> for Pvs<P::Move> {
    const ORDERED: bool = true;
    const SCOUTS: bool = true;

    fn breadth(&self, evaluator: &E, position: &P) -> usize {
        if self.options.selection { evaluator.breadth(position) } else { usize::MAX }
    }

    fn search<O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        worker.enter(depth, ply, alpha, beta)?;
        // 1. Over by repetition, or at the horizon.
        if let Some(score) = worker.ended_early(ply) {
            return Ok(worker.leave(score, alpha, beta));
        }
        if depth == 0 {
            let score = self.quiescence(worker, ply, alpha, beta)?;
            return Ok(worker.leave(score, alpha, beta));
        }
        // 2. The table may know. At open windows only a proof will do: the line goes on below.
        let tabled = self.options.table && depth >= E::TABLE_DEPTH;
        let key = if tabled { worker.line.position().key() } else { 0 };
        let mut hint = Entry::NO_MOVE;
        if tabled && let Some(entry) = worker.probe(key, ply) {
            let open = beta > alpha.next();
            let good = if open {
                entry.proven && entry.bound == Bound::Exact
            } else {
                entry.settles(alpha, beta)
            };
            if good && entry.stands_for(depth, ply) {
                let score = worker.settle_by(&entry);
                return Ok(worker.leave(score, alpha, beta));
            }
            hint = entry.index;
        }
        // 3. The moves, unless the game is over.
        let start = match worker.expand(ply) {
            Opened::Leaf(score) => return Ok(worker.leave(score, alpha, beta)),
            Opened::Moves(start) => start,
        };
        let frame = tabled.then(|| worker.frame());
        let (score, index) = self.best(worker, start, hint, depth, ply, alpha, beta)?;
        // 4. Remember.
        if let Some(frame) = frame {
            let bound = Bound::of(score, alpha, beta);
            worker.store(key, &frame, depth, ply, score, bound, index);
        }
        Ok(worker.leave(score, alpha, beta))
    }
}

impl<M: Copy + Eq> Pvs<M> {
    /// The best value among the moves from `start` on, and that move's place in generation order.
    #[expect(clippy::too_many_arguments, reason = "a search's parameters")]
    #[inline]
    fn best<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        start: usize,
        hint: u16,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<(Score, u16), Stopped> {
        let count = worker.moves.len() - start;
        let order = worker.order.len();
        let (evaluator, position) = (&worker.evaluator, worker.line.position());
        let experience = &self.experience;
        order::rank_moves(&worker.moves[start..], hint, &mut worker.order, |m| {
            experience.key(evaluator, position, m, ply)
        });
        let (mut best, mut best_hint) = (-Score::INFINITY, Entry::NO_MOVE);
        let breadth = if self.options.selection { evaluator.breadth(position) } else { usize::MAX };
        for tried in 0..count {
            // Whoever only has losing moves so far looks further: a loss that is reported is one.
            if tried >= breadth && !(best.is_decided() && best < Score::DRAW) {
                worker.skip();
                break;
            }
            let ranked = worker.order[order + tried];
            let m = worker.moves[start + ranked.index()];
            let from = alpha.max(best);
            let step = worker.play(m);
            let scout = self.options.scouts && tried > 0 && beta > from.next();
            let score = self.value(worker, &step, scout, depth, ply, from, beta);
            worker.take_back(m, step);
            let score = score?;
            if score > best {
                best = score;
                best_hint = ranked.hint();
                if score > alpha {
                    worker.set_pv(ply, m);
                }
                worker.event(Event::Improve { by: m, score });
                if score >= beta {
                    worker.cut(tried, start, Some(order), score, beta);
                    let tried = worker.order[order..=order + tried].iter();
                    let tried = tried.map(|ranked| worker.moves[start + ranked.index()]);
                    let (evaluator, position) = (&worker.evaluator, worker.line.position());
                    self.experience.learn(evaluator, position, tried, depth, ply);
                    break;
                }
            }
        }
        worker.moves.truncate(start);
        worker.order.truncate(order);
        Ok((best, best_hint))
    }

    /// The value of the move just played; with `scout`, first only whether it is above `alpha`.
    #[expect(clippy::too_many_arguments, reason = "a search's parameters")]
    #[inline]
    fn value<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        step: &crate::search::Step<P>,
        scout: bool,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if scout {
            let score = worker.below(self, step, depth - 1, ply + 1, alpha, alpha.next())?;
            if score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        worker.below(self, step, depth - 1, ply + 1, alpha, beta)
    }
}
