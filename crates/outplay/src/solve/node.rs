//! The solver's node.

use crate::busy::Note;
use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::{Event, Observer};
use crate::order::{Experience, Ranked, sort_ranked};
use crate::position::Position;
use crate::score::{Bound, Score};
use crate::search::{Inner, Step, Worker};
use crate::table::Entry;

use super::endless;

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

/// Where a node stands and what it is asked, counted from the root.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
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

/// What a glance at a move tells, as who makes it sees it.
enum Glance {
    /// Its value, or a bound that settles the window.
    Settled(Score),
    /// Not enough.
    Open(Open),
}

/// A move that no glance settles.
#[derive(Clone, Copy)]
struct Open {
    /// Among the candidates.
    place: u32,
    /// How many plies from the root the position is that is to be searched.
    ply: u32,
    /// Its key, 0 if the table is not to be asked.
    key: u64,
    /// Who is to move there is who makes the move.
    same_side: bool,
    /// [`Evaluator::look_rank`].
    rank: i32,
}

impl Open {
    /// What the table remembers the move by: the position after it, so that symmetric positions
    /// can share it, or else its place.
    #[inline]
    fn name(&self) -> u16 {
        if self.key == 0 { self.place as u16 } else { self.key as u16 }
    }

    /// The same, if it is the move at this place.
    #[inline]
    fn name_of(&self, place: usize) -> Option<u16> {
        (self.place as usize == place).then(|| self.name())
    }
}

/// What is to be said about a move without a search.
#[inline]
fn glance<P: Position, E: Evaluator<P>, O: Observer<P>>(
    worker: &mut Worker<'_, P, E, O>,
    m: P::Move,
    at: At,
) -> Glance {
    let step = worker.play(m);
    let glance = match settled(worker, at.after(&step)) {
        Glance::Settled(score) => Glance::Settled(turned(&step, score)),
        Glance::Open(open) => {
            let rank = worker.evaluator.look_rank(worker.line.position(), m);
            Glance::Open(Open { same_side: open.same_side == step.is_same_side(), rank, ..open })
        }
    };
    worker.take_back(m, step);
    glance
}

/// The value of the worker's position, if no search is needed for it: over, or proven by the game,
/// or so after moves that are forced.
fn settled<P: Position, E: Evaluator<P>, O: Observer<P>>(
    worker: &mut Worker<'_, P, E, O>,
    mut at: At,
) -> Glance {
    let position = worker.line.position();
    let mut open = Open { place: 0, ply: at.ply, key: 0, same_side: true, rank: 0 };
    if at.depth == 0 || position.claim().is_some() {
        return Glance::Open(open);
    }
    if let Some(outcome) = position.outcome() {
        return Glance::Settled(worker.evaluator.terminal(position, outcome, at.ply));
    }
    let (least, most) = worker.evaluator.bounds(position);
    if let Some((score, _)) = at.narrow(least, most) {
        return Glance::Settled(score);
    }
    if let Some(m) = worker.evaluator.forced(position) {
        return glance(worker, m, at);
    }
    if let Some((score, _)) = at.prove(worker) {
        return Glance::Settled(score);
    }
    let plies_left = worker.evaluator.plies_left(worker.line.position());
    if E::SOLVE_PROBE_PLIES != u32::MAX && plies_left >= E::SOLVE_PROBE_PLIES {
        open.key = worker.evaluator.canonical_key(worker.line.position());
        worker.table.touch(open.key);
    }
    Glance::Open(open)
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
    #[inline(always)]
    fn prove<P: Position, E: Evaluator<P>, O: Observer<P>>(
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
