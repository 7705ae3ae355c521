//! The solver's node.

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::{Event, Observer};
use crate::order::{self, Experience};
use crate::position::Position;
use crate::score::{Bound, Score};
use crate::search::{Inner, Worker};
use crate::table::Entry;

use super::endless;

#[derive(Clone)]
pub(super) struct Solver<M> {
    experience: Experience<M>,
}

/// Where a node stands and what it is asked.
#[derive(Clone, Copy)]
struct At {
    depth: u32,
    ply: u32,
    alpha: Score,
    beta: Score,
}

impl<M: Copy + Eq> Solver<M> {
    pub(super) fn new() -> Solver<M> {
        Solver { experience: Experience::new(true, true) }
    }
}

impl<P: Position, E: Evaluator<P>> Inner<P, E> for Solver<P::Move> {
    const ORDERED: bool = true;
    const EXACT: bool = true;

    fn search<O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        worker.enter(depth, ply, alpha, beta)?;
        let score = self.value(worker, At { depth, ply, alpha, beta })?;
        Ok(worker.leave(score, alpha, beta))
    }
}

impl<M: Copy + Eq> Solver<M> {
    /// The value of the worker's position, within the node that was entered last.
    fn value<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        mut at: At,
    ) -> Result<Score, Stopped> {
        let At { depth, ply, .. } = at;
        // 1. Over, or as far as any search goes.
        if let Some(score) = worker.ended_early(ply) {
            return Ok(score);
        }
        if depth == 0 {
            return Ok(worker.horizon(ply));
        }
        if let Some(outcome) = worker.line.position().outcome() {
            return Ok(worker.terminal(outcome, ply));
        }
        // 2. What is proven about the game settles it or narrows the window.
        let (least, most) = worker.evaluator.bounds(worker.line.position());
        if let Some(score) = at.narrow(worker, least, most) {
            return Ok(score);
        }
        if let Some(score) = at.finish(worker) {
            return Ok(score);
        }
        // 3. A forced move is played here and now.
        if !P::REPEATS
            && let Some(m) = worker.evaluator.forced(worker.line.position())
        {
            return self.follow(worker, m, at);
        }
        // 4. The table.
        let plies_left = worker.evaluator.plies_left(worker.line.position());
        let tabled = plies_left >= E::SOLVE_TABLE_PLIES;
        let (mut key, mut hint) = (0, Entry::NO_MOVE);
        if tabled {
            key = match P::BANS {
                true => worker.line.key_with_path(),
                false => worker.evaluator.canonical_key(worker.line.position()),
            };
            if let Some(entry) = worker.probe_exactly(key, ply) {
                // Depth by depth, what a deeper search found may hide a shorter win.
                let proven = entry.proven && !endless::<P>();
                if (proven || entry.stands_for(depth, ply)) && entry.settles(at.alpha, at.beta) {
                    return Ok(worker.settle_by(&entry));
                }
                hint = entry.index;
            }
        }
        // 5. What takes longer to prove.
        let (alpha, beta) = (at.alpha.root_to_node(ply), at.beta.root_to_node(ply));
        let (least, most) = worker.evaluator.prove(worker.line.position(), alpha, beta);
        if let Some(score) = at.narrow(worker, least, most) {
            return Ok(score);
        }
        // 6. The moves that matter.
        let start = worker.moves.len();
        worker.evaluator.candidates(worker.line.position(), &mut worker.moves);
        worker.drop_banned(start, ply);
        if worker.moves.len() == start {
            // A game without moves that is not over: faulty, but no reason to fall over.
            return Ok(worker.evaluate());
        }
        let probes = E::SOLVE_PROBE_PLIES != u32::MAX && plies_left >= E::SOLVE_PROBE_PLIES;
        if probes
            && !P::REPEATS
            && let Some(score) = at.known_cut(worker, start)
        {
            worker.moves.truncate(start);
            return Ok(score);
        }
        let frame = worker.frame();
        let (score, index) = self.best(worker, start, hint, at)?;
        if tabled {
            let bound = Bound::of(score, at.alpha, at.beta);
            worker.store(key, &frame, depth, ply, score, bound, index);
        }
        Ok(score)
    }

    /// Plays the only move within the node, and goes on from there.
    fn follow<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        m: M,
        At { depth, ply, alpha, beta }: At,
    ) -> Result<Score, Stopped> {
        let step = worker.play(m);
        worker.event(Event::Forced { by: m });
        worker.pass_through(ply + 1);
        let (depth, ply) = (depth - 1, ply + 1);
        let score = if step.is_same_side() {
            self.value(worker, At { depth, ply, alpha, beta })
        } else {
            self.value(worker, At { depth, ply, alpha: -beta, beta: -alpha }).map(|score| -score)
        };
        worker.take_back(m, step);
        let score = score?;
        if score > alpha {
            worker.set_pv(ply - 1, m);
        }
        Ok(score)
    }

    /// The best value among the moves from `start` on, and that move's place among them.
    fn best<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        start: usize,
        hint: u16,
        At { depth, ply, alpha, beta }: At,
    ) -> Result<(Score, u16), Stopped> {
        let count = worker.moves.len() - start;
        let order = worker.order.len();
        let (evaluator, position) = (&mut worker.evaluator, worker.line.position());
        let experience = &self.experience;
        order::rank_moves(&worker.moves[start..], hint, &mut worker.order, |m| {
            let rank = evaluator.solve_rank(position, m);
            if E::SOLVE_LEARNS {
                experience.key_with(rank, evaluator, position, m, ply)
            } else {
                i64::from(rank)
            }
        });
        let (mut best, mut best_hint) = (-Score::INFINITY, Entry::NO_MOVE);
        for tried in 0..count {
            let ranked = worker.order[order + tried];
            let m = worker.moves[start + ranked.index()];
            let score = worker.try_move(self, m, depth - 1, ply + 1, alpha.max(best), beta)?;
            if score > best {
                best = score;
                best_hint = ranked.hint();
                if score > alpha {
                    worker.set_pv(ply, m);
                }
                worker.event(Event::Improve { by: m, score });
                if score >= beta {
                    worker.cut(tried, start, Some(order), score, beta);
                    if E::SOLVE_LEARNS {
                        let tried = worker.order[order..=order + tried].iter();
                        let tried = tried.map(|ranked| worker.moves[start + ranked.index()]);
                        let (evaluator, position) = (&worker.evaluator, worker.line.position());
                        self.experience.learn(evaluator, position, tried, depth.min(20), ply);
                    }
                    break;
                }
            }
        }
        worker.moves.truncate(start);
        worker.order.truncate(order);
        Ok((best, best_hint))
    }
}

impl At {
    /// Narrows the window by proven bounds, counted from the position; the value if they settle it.
    #[inline]
    fn narrow<P: Position, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        least: Score,
        most: Score,
    ) -> Option<Score> {
        let At { ply, alpha, beta, .. } = *self;
        let (least, most) = (least.node_to_root(ply), most.node_to_root(ply));
        if least >= beta || least >= most {
            let bound = if least >= most { Bound::Exact } else { Bound::Lower };
            return Some(proven(worker, least, bound));
        }
        if most <= alpha {
            return Some(proven(worker, most, Bound::Upper));
        }
        self.alpha = alpha.max(least);
        self.beta = beta.min(most);
        None
    }

    /// The value by the game's own search of its last plies.
    #[inline]
    fn finish<P: Position, E: Evaluator<P>, O: Observer<P>>(
        &self,
        worker: &mut Worker<'_, P, E, O>,
    ) -> Option<Score> {
        let (alpha, beta) = (self.alpha.root_to_node(self.ply), self.beta.root_to_node(self.ply));
        let mut nodes = 0;
        let found = worker.evaluator.finish(worker.line.position(), alpha, beta, &mut nodes);
        worker.meter.charge(nodes);
        let score = found?;
        Some(proven(worker, score.node_to_root(self.ply), Bound::of(score, alpha, beta)))
    }

    /// The value, if the table knows of a move that reaches beta.
    #[inline]
    fn known_cut<P: Position, E: Evaluator<P>, O: Observer<P>>(
        &self,
        worker: &mut Worker<'_, P, E, O>,
        start: usize,
    ) -> Option<Score> {
        for tried in start..worker.moves.len() {
            let m = worker.moves[tried];
            let step = worker.play(m);
            let key = worker.evaluator.canonical_key(worker.line.position());
            let entry = worker.probe_exactly(key, self.ply + 1);
            let same_side = step.is_same_side();
            worker.take_back(m, step);
            let Some(entry) = entry.filter(|entry| entry.proven) else { continue };
            let (score, safe) = match same_side {
                true => (entry.score, entry.bound != Bound::Upper),
                false => (-entry.score, entry.bound != Bound::Lower),
            };
            if safe && score >= self.beta {
                worker.stats.table_cutoffs += 1;
                worker.set_pv_to(self.ply, m);
                worker.event(Event::TableHit {
                    score,
                    bound: Bound::Lower,
                    depth: u32::from(entry.depth) + 1,
                });
                return Some(score);
            }
        }
        None
    }
}

/// Announces a leaf that is settled without a search.
#[inline]
fn proven<P: Position, E: Evaluator<P>, O: Observer<P>>(
    worker: &mut Worker<'_, P, E, O>,
    score: Score,
    bound: Bound,
) -> Score {
    worker.event(Event::Proven { score, bound });
    worker.stats.leaves += 1;
    score
}
