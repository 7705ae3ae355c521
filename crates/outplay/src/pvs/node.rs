//! The node function of principal variation search.

use crate::busy::{self, Place};
use crate::evaluator::{Evaluator, Scope};
use crate::forecast::foretold;
use crate::limits::Stopped;
use crate::observer::{Event, Observer};
use crate::position::{MAX_PLY, Position};
use crate::random::mix;
use crate::score::{Bound, Score};
use crate::search::{Found, Inner, Name, Opened, Step, Worker};
use crate::table::{Entry, Table};

use super::experience::{Experience, Marks, Trail};
use super::guess::{Outlook, Treatment};
use super::pick::{Picked, Picker};
use super::{Feature, Features};

/// What is known of the path at a ply.
#[derive(Clone, Copy, Default)]
pub(super) struct Ply {
    /// The evaluation, in selective games.
    pub(super) judged: Option<Score>,
    /// The slot of the move being searched; `None` for a null move and at the root.
    pub(super) slot: Option<usize>,
    /// The move that a singular search leaves out, by its place in generation order.
    pub(super) excluded: Option<u16>,
    /// The node is expected to fail high: a sibling before it was good enough, or all of its own
    /// children are expected to fail low.
    pub(super) cut: bool,
}

/// What a thread of the search remembers from node to node, on cache lines of its own.
#[derive(Clone)]
#[repr(align(128))]
pub(super) struct Pvs<M> {
    pub(super) features: Features,
    pub(super) experience: Experience<M>,
    pub(super) path: Vec<Ply>,
    /// The move before was a null move.
    pub(super) after_null: bool,
    /// A null move is being verified: none before this ply.
    pub(super) no_null_before: u32,
}

impl<M: Copy + Eq> Pvs<M> {
    /// With what the search before has learned, if it was one of these.
    pub(super) fn new(features: Features, slots: usize, table: &Table) -> Pvs<M>
    where
        M: Send + 'static,
    {
        let learned = table.recall::<Experience<M>>().filter(|known| known.is_for(features, slots));
        Pvs {
            features,
            experience: learned.unwrap_or_else(|| Experience::new(features, slots)),
            path: vec![Ply::default(); MAX_PLY as usize + 2],
            after_null: false,
            no_null_before: 0,
        }
    }

    #[inline]
    pub(super) fn has(&self, feature: Feature) -> bool {
        self.features.has(feature)
    }

    /// Whether anything is guessed in this game.
    #[inline]
    pub(super) fn guesses<P: Position, E: Evaluator<P>>(&self) -> bool {
        E::SELECTIVE && self.features.guess()
    }

    /// What is known of the moves before a node.
    #[inline]
    pub(super) fn trail(&self, ply: u32) -> Trail {
        let before = |plies: u32| self.path[ply.checked_sub(plies)? as usize].slot;
        Trail { ply, before: [before(1), before(2)] }
    }
}

impl<P: Position, E: Evaluator<P>> Inner<P, E> for Pvs<P::Move> {
    const ORDERED: bool = true;
    const SCOUTS: bool = true;
    const RACES: bool = true;

    fn is_selective(&self, evaluator: &E, position: &P) -> bool {
        self.guesses::<P, E>() || Inner::<P, E>::breadth(self, evaluator, position) != usize::MAX
    }

    fn reduces(&self) -> bool {
        E::SELECTIVE && self.has(Feature::LateMoveReductions)
    }

    fn list(&self, worker: &mut Worker<'_, P, E, impl Observer<P>>, out: &mut Vec<P::Move>) {
        let scope = match self.has(Feature::Breadth) {
            true => worker.evaluator.promising(worker.line.position(), out),
            false => Scope::Legal,
        };
        if scope == Scope::Legal || P::BANS {
            out.clear();
            worker.line.moves(out);
        }
    }

    #[inline]
    fn name(&self, evaluator: &E, position: &P) -> Name {
        match E::SYMMETRIC {
            true => Name::shared(evaluator.canonical_key(position), position.key()),
            false => Name::of(position.key()),
        }
    }

    fn end(&mut self, table: &Table) {
        let mut experience = self.experience.clone();
        experience.rest();
        table.keep(experience);
    }

    fn breadth(&self, evaluator: &E, position: &P) -> usize {
        if self.has(Feature::Breadth) { evaluator.breadth(position) } else { usize::MAX }
    }

    #[inline]
    fn search<O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let shared = worker.busy.is_some() && depth >= busy::FROM_DEPTH && Place::is_known(ply);
        if shared && self.has(Feature::Table) && self.path[ply as usize].excluded.is_none() {
            return self.search_shared(worker, depth, ply, alpha, beta);
        }
        self.search_alone(worker, depth, ply, alpha, beta)
    }
}

impl<M: Copy + Eq + Send> Pvs<M> {
    /// A node that other threads may be in as well: who is done first is done for all.
    fn search_shared<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let name = Inner::<P, E>::name(self, &worker.evaluator, worker.line.position());
        let window = u64::from(alpha.to_bits()) << 32 | u64::from(beta.to_bits());
        let what = mix(name.key ^ mix(window)) ^ u64::from(depth) << 1 ^ u64::from(self.after_null);
        let place = Place::new(what, ply);
        let (moves, order) = (worker.moves.len(), worker.order.len());
        let (after_null, leaning) = (self.after_null, worker.leaning());
        loop {
            let found =
                worker.within(place, |worker| self.search_alone(worker, depth, ply, alpha, beta));
            if found.is_ok() || !worker.is_recalled_to(ply) {
                return found;
            }
            worker.moves.truncate(moves);
            worker.order.truncate(order);
            worker.lean_again(leaning);
            self.after_null = after_null;
            if let Some(score) = self.found_elsewhere(worker, name, depth, ply, (alpha, beta)) {
                return Ok(score);
            }
        }
    }

    /// What another thread has just found at this node, if the table still has it.
    fn found_elsewhere<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        name: Name,
        depth: u32,
        ply: u32,
        (alpha, beta): (Score, Score),
    ) -> Option<Score> {
        let entry = worker.probe(name.key, ply)?;
        let loose = self.guesses::<P, E>() && self.has(Feature::LooseTable);
        // A node without a table's move may have been searched less deeply.
        let deep = loose && u32::from(entry.depth) + 1 >= depth;
        if !entry.settles(alpha, beta) || !(deep || entry.stands_for(depth, ply)) {
            return None;
        }
        if entry.score > alpha && entry.score < beta {
            worker.set_pv_by_table(self, entry.score, ply);
        }
        Some(worker.settle_by(&entry))
    }

    fn search_alone<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        mut depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        worker.enter(depth, ply, alpha, beta)?;
        // 1. Over by repetition, or at the horizon.
        if let Some(score) = worker.ended_early(ply) {
            return Ok(worker.leave(score, alpha, beta));
        }
        let guesses = self.guesses::<P, E>();
        let urgent = guesses && worker.evaluator.urgent(worker.line.position());
        if urgent && depth == 0 && self.has(Feature::UrgentExtensions) && ply < 2 * worker.horizon {
            depth += 1;
        }
        if depth == 0 || ply >= MAX_PLY {
            let score = self.quiescence(worker, ply, alpha, beta)?;
            return Ok(worker.leave(score, alpha, beta));
        }
        // 2. Nothing here can be better or worse than a win or loss found already.
        if self.has(Feature::DistancePruning)
            && !E::BY_MARGIN
            && let Some(score) = beyond(ply, alpha, beta)
        {
            return Ok(worker.leave(score, alpha, beta));
        }
        // 3. The table may know. At open windows only a proof will do: the line goes on below.
        let open = beta > alpha.next();
        let excluded = self.path[ply as usize].excluded;
        let tabled = self.has(Feature::Table) && depth >= E::TABLE_DEPTH && excluded.is_none();
        let name = match tabled {
            true => Inner::<P, E>::name(self, &worker.evaluator, worker.line.position()),
            false => Name::of(0),
        };
        let entry = if tabled { worker.probe(name.key, ply) } else { None };
        let entry = entry.map(|entry| Entry { index: name.place(entry.index), ..entry });
        if let Some(entry) = &entry {
            let good = if open {
                entry.proven && entry.bound == Bound::Exact
            } else {
                entry.settles(alpha, beta)
            };
            let loose = guesses && self.has(Feature::LooseTable);
            let deep = loose && u32::from(entry.depth) >= depth;
            if good && (deep || entry.stands_for(depth, ply)) {
                let score = worker.settle_by(entry);
                return Ok(worker.leave(score, alpha, beta));
            }
        }
        let hint = entry.map_or(Entry::NO_MOVE, |entry| entry.index);
        // 4. A shallow search may foretell the value. In selective games the evaluation may do, or a
        //    win that the game itself knows.
        if excluded.is_none()
            && self.has(Feature::ProbCut)
            && let Some(score) = foretold(self, worker, depth, ply, (alpha, beta))?
        {
            return Ok(worker.leave(score, alpha, beta));
        }
        let mut outlook = None;
        if guesses {
            if let Some(outcome) = worker.line.position().outcome() {
                let score = worker.terminal(outcome, ply);
                return Ok(worker.leave(score, alpha, beta));
            }
            if let Some(score) = worker.forced_win(ply) {
                return Ok(worker.leave(score, alpha, beta));
            }
            let judged = self.outlook(worker, entry.as_ref(), urgent, ply);
            outlook = Some(judged);
            if !open
                && excluded.is_none()
                && let Some(score) =
                    self.without_moves(worker, judged, hint, depth, ply, (alpha, beta))?
            {
                return Ok(worker.leave(score, alpha, beta));
            }
            if self.has(Feature::InternalReductions) && hint == Entry::NO_MOVE && depth >= 4 {
                depth -= 1;
            }
        }
        // 5. The moves, unless the game is over.
        let (opened, scope) = match self.has(Feature::Breadth) {
            true => worker.expand_promising(ply),
            false => (worker.expand(ply), Scope::Legal),
        };
        let start = match opened {
            Opened::Leaf(score) => return Ok(worker.leave(score, alpha, beta)),
            Opened::Moves(start) => start,
        };
        let frame = tabled.then(|| worker.frame());
        let mut node = Node { start, scope, hint, depth, ply, alpha, beta, outlook, extension: 0 };
        if guesses && let Some(entry) = entry.filter(|_| ply > 0) {
            match self.singular(worker, &entry, &node)? {
                Singular::Extend(plies) => node.extension = plies,
                Singular::Cut(score) => {
                    worker.moves.truncate(start);
                    if let Some(frame) = frame {
                        worker.close(&frame, ply, score);
                    }
                    return Ok(worker.leave(score, alpha, beta));
                }
            }
        }
        let (score, index) = self.best(worker, node)?;
        // 6. Remember.
        if let Some(frame) = frame {
            let (bound, index) = (Bound::of(score, alpha, beta), name.place(index));
            let found = Found { depth, score, bound, index };
            if guesses && self.has(Feature::LooseTable) {
                worker.store_loosely(name.key, &frame, ply, found);
            } else {
                worker.store(name.key, &frame, ply, found);
            }
        }
        Ok(worker.leave(score, alpha, beta))
    }
}

/// A bound on every position at this ply that is beyond the window: the other side has not won
/// before, and nobody wins before now.
#[inline]
fn beyond(ply: u32, alpha: Score, beta: Score) -> Option<Score> {
    let (least, most) = (Score::loss_in(ply), Score::win_in(ply));
    if most <= alpha {
        Some(most)
    } else if least >= beta {
        Some(least)
    } else {
        None
    }
}

/// Whether moves of this rank are quiet, in a selective game.
#[inline]
pub(super) fn is_quiet<P: Position, E: Evaluator<P>>(rank: i32) -> bool {
    (0..=E::QUIET).contains(&rank)
}

/// What a singular search says about the table's move.
pub(super) enum Singular {
    /// Search it so many plies deeper.
    Extend(i32),
    /// Other moves are beyond beta as well: that will do.
    Cut(Score),
}

/// A node whose moves are to be tried.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Where its moves begin.
    pub(super) start: usize,
    /// What is known of the moves that are not there.
    scope: Scope,
    /// The table's move.
    pub(super) hint: u16,
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// In selective games.
    pub(super) outlook: Option<Outlook>,
    /// Of the table's move, in plies.
    pub(super) extension: i32,
}

impl<M: Copy + Eq + Send> Pvs<M> {
    /// The best value among the moves of the node, and that move's place in generation order.
    #[inline]
    fn best<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        node: Node,
    ) -> Result<(Score, u16), Stopped> {
        let Node { start, mut scope, hint, depth, ply, alpha, beta, outlook, extension } = node;
        let (mut best, mut best_hint) = (-Score::INFINITY, Entry::NO_MOVE);
        let breadth = Inner::<P, E>::breadth(self, &worker.evaluator, worker.line.position());
        let after_null = core::mem::replace(&mut self.after_null, false);
        let excluded = self.path[ply as usize].excluded.take();
        let trail = self.trail(ply);
        // Just before the horizon neither the table nor experience pays.
        let learns = E::SELECTIVE || depth >= E::TABLE_DEPTH;
        let picker = Picker::new(worker, start, hint);
        let mut picker = if learns { picker } else { picker.unlearned() };
        let (mut best_move, mut left_out) = (None, 0);
        loop {
            // Whoever only has losing moves so far looks further: a loss that is reported is one.
            let losing = best.is_decided() && best < Score::DRAW;
            let Some(picked) = picker.next(worker, &self.experience, trail) else {
                if scope != Scope::Guess {
                    break;
                }
                if !losing {
                    worker.skip();
                    break;
                }
                scope = Scope::Legal;
                worker.add_rest(start);
                picker.rank_rest(worker, &self.experience, trail);
                continue;
            };
            let Picked { ranked, place, .. } = picked;
            if excluded.is_some_and(|excluded| usize::from(excluded) == ranked.index()) {
                left_out = 1;
                continue;
            }
            let tried = place - left_out;
            if tried >= breadth && !losing {
                worker.skip();
                break;
            }
            let note = worker.note(depth, ranked.index());
            if tried > 0 && worker.is_busy(note) && picker.defer(picked) {
                continue;
            }
            let m = worker.moves[start + ranked.index()];
            let from = alpha.max(best);
            let open = beta > from.next();
            let marks = Marks::unpack(ranked.key());
            let first = tried == 0;
            let mut reduction = 0;
            if let Some(outlook) = outlook.filter(|_| !first && best > -Score::INFINITY) {
                let (tried, cut) = (tried as u32, self.path[ply as usize].cut);
                let late = Late { marks, tried, depth, alpha: from, losing, open, cut };
                match self.treat(worker, outlook, late, m) {
                    Treatment::Skip => {
                        worker.skip();
                        continue;
                    }
                    Treatment::Reduce(plies) => reduction = plies,
                }
            }
            let slot = Experience::slot(&worker.evaluator, worker.line.position(), m);
            self.path[ply as usize].slot = Some(slot);
            let note = worker.begin(note);
            let step = worker.play(m);
            let scout = self.has(Feature::Scouts) && !first && open;
            let longer = if ranked.key() == i64::MAX { extension } else { 0 };
            let rest = (depth as i32 - 1 + longer).max(0) as u32;
            let try_ = Try { scout, reduction, depth: rest, ply, alpha: from, beta };
            let score = self.value(worker, &step, try_);
            worker.take_back(m, step);
            worker.end(note);
            let score = score?;
            if score > best {
                best = score;
                best_hint = ranked.hint();
                best_move = Some(m);
                if score > alpha {
                    worker.set_pv(ply, m);
                }
                worker.event(Event::Improve { by: m, score });
                if score >= beta {
                    worker.cut(place, start, Some(picker.order()), score, beta);
                    if learns {
                        self.learn(worker, &picker, picked, start, depth, trail);
                    }
                    break;
                }
            }
        }
        self.after_null = after_null;
        self.path[ply as usize].excluded = excluded;
        picker.end(worker);
        if best == -Score::INFINITY {
            // Only the excluded move is legal.
            return Ok((alpha, Entry::NO_MOVE));
        }
        if let (Some(outlook), Some(m), None) = (outlook, best_move, excluded)
            && is_quiet::<P, E>(worker.evaluator.rank(worker.line.position(), m))
        {
            self.correct_by(worker, outlook, best, &node);
        }
        Ok((best, best_hint))
    }

    /// A move made a cut-off. In selective games noisy moves are left to their ranks.
    fn learn<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &Worker<'_, P, E, O>,
        picker: &Picker,
        cutting: Picked,
        start: usize,
        depth: u32,
        trail: Trail,
    ) {
        let (evaluator, position) = (&worker.evaluator, worker.line.position());
        let moves = &worker.moves[start..];
        let quiet = |m: M| !E::SELECTIVE || is_quiet::<P, E>(evaluator.rank(position, m));
        let best = moves[cutting.ranked.index()];
        if !quiet(best) {
            return;
        }
        let before = picker.before(worker, cutting).map(|ranked| moves[ranked.index()]);
        let failed = before.filter(|&m| quiet(m));
        self.experience.learn(evaluator, position, best, failed, depth, trail);
    }

    /// The value of the move just played.
    #[inline]
    fn value<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        step: &Step<P>,
        Try { scout, mut reduction, depth, ply, alpha, beta }: Try,
    ) -> Result<Score, Stopped> {
        // Replies to what is urgent are few: less is gained there.
        if reduction > 0 && worker.evaluator.urgent(worker.line.position()) {
            reduction -= 1;
        }
        let (child, cut) = (ply as usize + 1, self.path[ply as usize].cut);
        if reduction > 0 {
            self.path[child].cut = true;
            let less = depth.saturating_sub(reduction).max(1);
            let score = worker.below(self, step, less, ply + 1, alpha, alpha.next())?;
            if score <= alpha {
                worker.skip();
                return Ok(score);
            }
        }
        if scout {
            self.path[child].cut = true;
            let score = worker.below(self, step, depth, ply + 1, alpha, alpha.next())?;
            if score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        self.path[child].cut = beta == alpha.next() && !cut;
        worker.below(self, step, depth, ply + 1, alpha, beta)
    }
}

/// A move that is not the first.
#[derive(Clone, Copy)]
pub(super) struct Late {
    pub(super) marks: Marks,
    /// Moves before it.
    pub(super) tried: u32,
    pub(super) depth: u32,
    pub(super) alpha: Score,
    /// All moves so far lose.
    pub(super) losing: bool,
    /// The window is not a null window.
    pub(super) open: bool,
    /// The node is expected to fail high.
    pub(super) cut: bool,
}

/// How a move is searched.
#[derive(Clone, Copy)]
struct Try {
    /// First only whether it is above `alpha`.
    scout: bool,
    /// So many plies less, before that.
    reduction: u32,
    /// What is left after the move.
    depth: u32,
    ply: u32,
    alpha: Score,
    beta: Score,
}
