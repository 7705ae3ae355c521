//! The solver's node.

use crate::busy::Note;
use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::{Event, Observer};
use crate::order::{Experience, Ranked, sort_ranked};
use crate::position::Position;
use crate::score::{Bound, Score};
use crate::search::{Found, Inner, Worker};
use crate::table::Entry;

use super::endless;
use super::glance::{Glance, Open, glance};
use super::window::{At, turned};

/// Where fewer plies are left, threads do not tell each other which moves they are at.
const SHARED_PLIES: u32 = 10;
/// The key of a move that was put off since another thread is at it.
const DEFERRED: i64 = i64::MIN;

#[derive(Clone)]
pub(super) struct Solver<M> {
    experience: Experience<M>,
    /// The move played last was looked at before: nothing settles it at a glance.
    looked: bool,
    /// The moves of open nodes that were looked at in vain.
    open: Vec<Open>,
}

/// How a node treats its moves.
#[derive(Clone, Copy)]
struct Node {
    /// What the table remembers the best one by.
    hint: u16,
    /// It asks the table about each.
    probes: bool,
}

/// The best of the moves so far, and what the table keeps of it: its place among the
/// candidates, or the low bits of the key of the position after it.
#[derive(Clone, Copy)]
struct Best {
    score: Score,
    hint: u16,
}

impl<M: Copy + Eq> Solver<M> {
    pub(super) fn new() -> Solver<M> {
        Solver { experience: Experience::new(true, true), looked: false, open: vec![] }
    }
}

impl<P: Position, E: Evaluator<P>> Inner<P, E> for Solver<P::Move> {
    const ORDERED: bool = true;
    const EXACT: bool = true;
    const RACES: bool = true;

    fn search<O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let looked = core::mem::take(&mut self.looked);
        if ply == 1 {
            // A search that was given up leaves some.
            self.open.clear();
        }
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
        if !worker.rehearses
            && let Some((score, bound)) = at.finish(worker)
        {
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
        let probes = E::SOLVE_PROBE_PLIES != u32::MAX && plies_left > E::SOLVE_PROBE_PLIES;
        let probes = probes && E::SOLVE_LOOKS && !P::REPEATS;
        let best = self.best(worker, start, Node { hint, probes }, at)?;
        worker.moves.truncate(start);
        worker.order.truncate(order);
        if tabled {
            let bound = Bound::of(best.score, at.alpha, at.beta);
            let found = Found { depth, score: best.score, bound, index: best.hint };
            worker.store(key, &frame, ply, found);
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
        node: Node,
        at: At,
    ) -> Result<Best, Stopped> {
        let At { depth, ply, alpha, beta } = at;
        let (order, open) = (worker.order.len(), self.open.len());
        let looks = E::SOLVE_LOOKS && !P::REPEATS;
        let mut best = Best { score: -Score::INFINITY, hint: Entry::NO_MOVE };
        if looks {
            if self.look(worker, start, node, at, &mut best) {
                self.open.truncate(open);
                return Ok(best);
            }
        } else {
            for place in 0..(worker.moves.len() - start) as u32 {
                let key = match place == u32::from(node.hint) {
                    true => i64::MAX,
                    false => {
                        let m = worker.moves[start + place as usize];
                        let rank = worker.evaluator.solve_rank(worker.line.position(), m);
                        self.key(worker, m, ply, rank)
                    }
                };
                worker.order.push(Ranked::new(place, key));
            }
        }
        sort_ranked(&mut worker.order[order..]);
        let shares = worker.busy.is_some()
            && worker.evaluator.plies_left(worker.line.position()) >= SHARED_PLIES;
        let mut tried = 0;
        while order + tried < worker.order.len() {
            let ranked = worker.order[order + tried];
            let note = match shares {
                true => worker.note(depth, ranked.index()),
                false => Note::NONE,
            };
            if tried > 0 && ranked.key() != DEFERRED && worker.is_busy(note) {
                worker.order.push(ranked.with_key(DEFERRED));
                tried += 1;
                continue;
            }
            let hint = match node.probes {
                true => self.open[open..].iter().find_map(|open| open.name_of(ranked.index())),
                false => Some(ranked.hint()),
            };
            let m = worker.moves[start + ranked.index()];
            self.looked = looks;
            let alpha_here = alpha.max(best.score);
            let note = worker.begin(note);
            let score = worker.try_move(self, m, depth - 1, ply + 1, alpha_here, beta);
            worker.end(note);
            let score = score?;
            if score > best.score {
                best = Best { score, hint: hint.unwrap_or(Entry::NO_MOVE) };
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
            tried += 1;
        }
        self.open.truncate(open);
        Ok(best)
    }

    /// Looks at all moves from `start` on: those that a glance settles count for `best`, the others
    /// are ranked. Whether one reaches beta.
    fn look<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        start: usize,
        node: Node,
        at: At,
        best: &mut Best,
    ) -> bool {
        let (open, order) = (self.open.len(), worker.order.len());
        // What the game and its rules settle.
        for place in 0..(worker.moves.len() - start) as u32 {
            let m = worker.moves[start + place as usize];
            let here = At { alpha: at.alpha.max(best.score), ..at };
            match glance(worker, m, here) {
                Glance::Settled(score) => {
                    if at.improve(worker, start, place, score, best) {
                        worker.order.truncate(order);
                        return true;
                    }
                }
                Glance::Open(left) if node.probes => {
                    self.open.push(Open { place, ..left });
                }
                Glance::Open(left) => {
                    let hinted = u32::from(node.hint) == place;
                    let key =
                        if hinted { i64::MAX } else { self.key(worker, m, at.ply, left.rank) };
                    worker.order.push(Ranked::new(place, key));
                }
            }
        }
        node.probes && self.ask(worker, start, open, node, at, best)
    }

    /// The same for the moves that are still open from this place on: what the table settles. It is
    /// asked last, so that its memory is there by then.
    fn ask<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        start: usize,
        open: usize,
        node: Node,
        at: At,
        best: &mut Best,
    ) -> bool {
        let order = worker.order.len();
        for left in open..self.open.len() {
            let Open { place, key, ply, same_side, rank } = self.open[left];
            let entry = if key == 0 { None } else { worker.probe_exactly(key, ply) };
            let alpha = at.alpha.max(best.score);
            let (low, high) = if same_side { (alpha, at.beta) } else { (-at.beta, -alpha) };
            if let Some(entry) = entry
                && entry.proven
                && entry.settles(low, high)
            {
                worker.stats.table_cutoffs += 1;
                let score = if same_side { entry.score } else { -entry.score };
                if at.improve(worker, start, place, score, best) {
                    worker.order.truncate(order);
                    return true;
                }
                continue;
            }
            let key = match node.hint == self.open[left].name() {
                true => i64::MAX,
                false => self.key(worker, worker.moves[start + place as usize], at.ply, rank),
            };
            worker.order.push(Ranked::new(place, key));
        }
        false
    }

    /// How early a move is tried.
    #[inline]
    fn key<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &self,
        worker: &Worker<'_, P, E, O>,
        m: M,
        ply: u32,
        rank: i32,
    ) -> i64 {
        if E::SOLVE_LEARNS {
            self.experience.key_with(rank, &worker.evaluator, worker.line.position(), m, ply)
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

impl At {
    /// The move at this place was settled: whether it reaches beta.
    #[inline]
    fn improve<P: Position, E: Evaluator<P>, O: Observer<P>>(
        &self,
        worker: &mut Worker<'_, P, E, O>,
        start: usize,
        place: u32,
        score: Score,
        best: &mut Best,
    ) -> bool {
        let m = worker.moves[start + place as usize];
        worker.event(Event::Settled { by: m, score });
        if score <= best.score {
            return false;
        }
        *best = Best { score, hint: Entry::NO_MOVE };
        if score > self.alpha {
            worker.set_pv_to(self.ply, m);
        }
        worker.event(Event::Improve { by: m, score });
        if score >= self.beta {
            worker.cut(place as usize, start, None, score, self.beta);
        }
        score >= self.beta
    }
}
