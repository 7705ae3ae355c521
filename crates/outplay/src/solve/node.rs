//! The solver's node.

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::{Event, Observer};
use crate::order::{Experience, Ranked, sort_ranked};
use crate::position::Position;
use crate::score::{Bound, Score};
use crate::search::{Inner, Step, Worker};
use crate::table::Entry;

use super::endless;

#[derive(Clone)]
pub(super) struct Solver<M> {
    experience: Experience<M>,
    /// The move played last was looked at before: nothing settles it at a glance.
    looked: bool,
}

/// Where a node stands and what it is asked, counted from the root.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

/// The best of the moves so far, and its place among the candidates as the table keeps it.
#[derive(Clone, Copy)]
struct Best {
    score: Score,
    hint: u16,
}

impl<M: Copy + Eq> Solver<M> {
    pub(super) fn new() -> Solver<M> {
        Solver { experience: Experience::new(true, true), looked: false }
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
        let looked = core::mem::take(&mut self.looked);
        worker.enter(depth, ply, alpha, beta)?;
        let score = self.value(worker, At { depth, ply, alpha, beta }, looked)?;
        Ok(worker.leave(score, alpha, beta))
    }
}

impl<M: Copy + Eq> Solver<M> {
    /// The value of the worker's position, within the node that was entered last. If it was
    /// `looked` at already, what can be seen at a glance is not asked again.
    fn value<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        mut at: At,
        looked: bool,
    ) -> Result<Score, Stopped> {
        let At { depth, ply, .. } = at;
        // 1. Over, or as far as any search goes.
        if let Some(score) = worker.ended_early(ply) {
            return Ok(score);
        }
        if depth == 0 {
            return Ok(worker.horizon(ply));
        }
        if !looked {
            if let Some(outcome) = worker.line.position().outcome() {
                return Ok(worker.terminal(outcome, ply));
            }
            // 2. What is proven about the game settles it or narrows the window.
            let (least, most) = worker.evaluator.bounds(worker.line.position());
            if let Some((score, bound)) = at.narrow(least, most) {
                return Ok(proven(worker, score, bound));
            }
        }
        if let Some((score, bound)) = at.finish(worker) {
            return Ok(proven(worker, score, bound));
        }
        // 3. A forced move is played here and now.
        if !P::REPEATS
            && let Some(m) = worker.evaluator.forced(worker.line.position())
        {
            return self.follow(worker, m, at, looked);
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
        if !looked && let Some((score, bound)) = at.prove(worker) {
            return Ok(proven(worker, score, bound));
        }
        // 6. The moves that matter.
        let start = worker.moves.len();
        worker.evaluator.candidates(worker.line.position(), &mut worker.moves);
        worker.drop_banned(start, ply);
        if worker.moves.len() == start {
            // A game without moves that is not over: faulty, but no reason to fall over.
            return Ok(worker.evaluate());
        }
        let (frame, order) = (worker.frame(), worker.order.len());
        let best = self.best(worker, start, hint, at)?;
        worker.moves.truncate(start);
        worker.order.truncate(order);
        if tabled {
            let bound = Bound::of(best.score, at.alpha, at.beta);
            worker.store(key, &frame, depth, ply, best.score, bound, best.hint);
        }
        Ok(best.score)
    }

    /// Plays the only move within the node, and goes on from there.
    fn follow<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        m: M,
        at: At,
        looked: bool,
    ) -> Result<Score, Stopped> {
        let step = worker.play(m);
        worker.event(Event::Forced { by: m });
        worker.pass_through(at.ply + 1);
        let score = self.value(worker, at.after(&step), looked).map(|score| turned(&step, score));
        worker.take_back(m, step);
        let score = score?;
        if score > at.alpha {
            worker.set_pv(at.ply, m);
        }
        Ok(score)
    }

    /// The best among the moves from `start` on.
    fn best<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        start: usize,
        hint: u16,
        at: At,
    ) -> Result<Best, Stopped> {
        let At { depth, ply, alpha, beta } = at;
        let order = worker.order.len();
        let looks = E::SOLVE_LOOKS && !P::REPEATS;
        let mut best = Best { score: -Score::INFINITY, hint: Entry::NO_MOVE };
        for place in 0..worker.moves.len() - start {
            let m = worker.moves[start + place];
            let ranked = Ranked::new(place as u32, i64::MAX);
            if looks
                && let Some(score) = glance(worker, m, At { alpha: alpha.max(best.score), ..at })
            {
                worker.event(Event::Settled { by: m, score });
                if score > best.score {
                    best = Best { score, hint: ranked.hint() };
                    if score > alpha {
                        worker.set_pv_to(ply, m);
                    }
                    worker.event(Event::Improve { by: m, score });
                    if score >= beta {
                        worker.cut(place, start, None, score, beta);
                        return Ok(best);
                    }
                }
            } else if ranked.hint() == hint {
                worker.order.push(ranked);
            } else {
                let key = self.key(worker, m, ply);
                worker.order.push(Ranked::new(place as u32, key));
            }
        }
        sort_ranked(&mut worker.order[order..]);
        for tried in 0..worker.order.len() - order {
            let ranked = worker.order[order + tried];
            let m = worker.moves[start + ranked.index()];
            self.looked = looks;
            let alpha_here = alpha.max(best.score);
            let score = worker.try_move(self, m, depth - 1, ply + 1, alpha_here, beta)?;
            if score > best.score {
                best = Best { score, hint: ranked.hint() };
                if score > alpha {
                    worker.set_pv(ply, m);
                }
                worker.event(Event::Improve { by: m, score });
                if score >= beta {
                    worker.cut(tried, start, Some(order), score, beta);
                    self.learn(worker, start, &(order..order + tried + 1), at);
                    break;
                }
            }
        }
        Ok(best)
    }

    /// How early a move is tried.
    #[inline]
    fn key<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &self,
        worker: &mut Worker<'_, P, E, O>,
        m: M,
        ply: u32,
    ) -> i64 {
        let (evaluator, position) = (&mut worker.evaluator, worker.line.position());
        let rank = evaluator.solve_rank(position, m);
        if E::SOLVE_LEARNS {
            self.experience.key_with(rank, evaluator, position, m, ply)
        } else {
            i64::from(rank)
        }
    }

    /// The last of the moves `tried` made a cut-off.
    #[inline]
    fn learn<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &Worker<'_, P, E, O>,
        start: usize,
        tried: &core::ops::Range<usize>,
        At { depth, ply, .. }: At,
    ) {
        if E::SOLVE_LEARNS {
            let tried = worker.order[tried.clone()].iter();
            let tried = tried.map(|ranked| worker.moves[start + ranked.index()]);
            let (evaluator, position) = (&worker.evaluator, worker.line.position());
            self.experience.learn(evaluator, position, tried, depth.min(20), ply);
        }
    }
}

/// What a move is worth, if a glance settles it within the window of the node.
#[inline]
fn glance<P: Position, E: Evaluator<P>, O: Observer<P>>(
    worker: &mut Worker<'_, P, E, O>,
    m: P::Move,
    at: At,
) -> Option<Score> {
    let step = worker.play(m);
    let score = settled(worker, at.after(&step)).map(|score| turned(&step, score));
    worker.take_back(m, step);
    score
}

/// The value of the worker's position, if no search is needed for it: over, proven by the game,
/// known to the table, or so after moves that are forced.
fn settled<P: Position, E: Evaluator<P>, O: Observer<P>>(
    worker: &mut Worker<'_, P, E, O>,
    mut at: At,
) -> Option<Score> {
    let position = worker.line.position();
    if at.depth == 0 || position.claim().is_some() {
        return None;
    }
    if let Some(outcome) = position.outcome() {
        return Some(worker.evaluator.terminal(position, outcome, at.ply));
    }
    let (least, most) = worker.evaluator.bounds(position);
    if let Some((score, _)) = at.narrow(least, most) {
        return Some(score);
    }
    if let Some(m) = worker.evaluator.forced(position) {
        return glance(worker, m, at);
    }
    if let Some((score, _)) = at.prove(worker) {
        return Some(score);
    }
    let plies_left = worker.evaluator.plies_left(worker.line.position());
    if E::SOLVE_PROBE_PLIES == u32::MAX || plies_left < E::SOLVE_PROBE_PLIES {
        return None;
    }
    let key = worker.evaluator.canonical_key(worker.line.position());
    let entry = worker.probe_exactly(key, at.ply)?;
    let settles = entry.proven && entry.settles(at.alpha, at.beta);
    if settles {
        worker.stats.table_cutoffs += 1;
    }
    settles.then_some(entry.score)
}

/// A score below a step as the side sees it that made the step.
#[inline]
fn turned<P: Position>(step: &Step<P>, score: Score) -> Score {
    if step.is_same_side() { score } else { -score }
}

impl At {
    /// The same one step further on.
    #[inline]
    fn after<P: Position>(self, step: &Step<P>) -> At {
        let (depth, ply) = (self.depth - 1, self.ply + 1);
        if step.is_same_side() {
            At { depth, ply, ..self }
        } else {
            At { depth, ply, alpha: -self.beta, beta: -self.alpha }
        }
    }

    /// Narrows the window by proven bounds, counted from the position; the value if they settle it.
    #[inline]
    fn narrow(&mut self, least: Score, most: Score) -> Option<(Score, Bound)> {
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
    #[inline]
    fn prove<P: Position, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
    ) -> Option<(Score, Bound)> {
        let (alpha, beta) = (self.alpha.root_to_node(self.ply), self.beta.root_to_node(self.ply));
        let (least, most) = worker.evaluator.prove(worker.line.position(), alpha, beta);
        self.narrow(least, most)
    }

    /// The value by the game's own search of its last plies.
    #[inline]
    fn finish<P: Position, E: Evaluator<P>, O: Observer<P>>(
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
