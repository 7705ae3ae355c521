//! The root of every search: deepening, the moves at the root, threads, and the report.

mod crew;
mod extend;
mod pace;
mod pass;
mod report;
mod team;

use core::cmp::Reverse;
use std::sync::Arc;

use crate::busy::{self, Busy};
use crate::evaluator::Evaluator;
use crate::limits::{Budget, Limits, Stopped};
use crate::line::Line;
use crate::observer::Observer;
use crate::order;
use crate::position::{MAX_PLY, Position};
use crate::random::Random;
use crate::score::{Bound, Score, Value};
use crate::search::{Inner, Shared, Worker};
use crate::stats::{Report, Stats};
use crate::table::Entry;

use crew::{Crew, Leader};
use pace::Pace;
use pass::{Focus, Pass};
use team::{Manners, Node, Team};

/// How an algorithm comes to the value of the root at one depth.
pub(crate) trait Driver<P: Position, E: Evaluator<P>, O: Observer<P>> {
    /// Searches depth 1, 2, 3… even if a depth is asked for.
    fn deepens(&self) -> bool {
        false
    }

    /// Searches the one depth asked for, or to the end of the game, even if only a time or a
    /// number of nodes is given.
    fn straight(&self) -> bool {
        false
    }

    /// Finds the value at this depth by one or more [passes](Root::pass). `guess` is the value of
    /// the iteration before.
    fn iterate(
        &self,
        root: &mut Root<'_, P, E, O>,
        depth: u32,
        guess: Option<Score>,
    ) -> Result<(), Stopped>;
}

/// One pass with the open window at each depth.
pub(crate) struct Plain {
    /// A move's window starts at the best value so far.
    pub(crate) narrows: bool,
}

impl<P: Position, E: Evaluator<P>, O: Observer<P>> Driver<P, E, O> for Plain {
    fn iterate(
        &self,
        root: &mut Root<'_, P, E, O>,
        depth: u32,
        _guess: Option<Score>,
    ) -> Result<(), Stopped> {
        if !self.narrows {
            root.lines = usize::MAX;
        }
        root.pass(depth, -Score::INFINITY, Score::INFINITY).map(|_| ())
    }
}

/// What is known of a move at the root.
#[derive(Clone)]
struct RootMove<M> {
    m: M,
    /// Its place in generation order.
    index: usize,
    found: Option<Value>,
    pv: Vec<M>,
    nodes: u64,
}

/// The best move of a pass.
#[derive(Clone, Copy)]
pub(crate) struct Best {
    /// Its value, or a bound on it.
    pub(crate) score: Score,
    at: usize,
    /// Among equals, the smallest wins.
    tie_rank: usize,
}

/// What a pass found.
#[derive(Clone, Copy)]
pub(crate) struct Passed {
    /// The value of the root, fail-soft.
    pub(crate) score: Score,
    pub(crate) best: Best,
    /// It follows from the rules alone.
    pub(crate) proven: bool,
}

/// What passes have found, for a driver that asks something else in between.
pub(crate) struct State<M> {
    moves: Vec<RootMove<M>>,
    best: Option<Best>,
    proven: bool,
}

/// The moves at the root and the workers that search them.
pub(crate) struct Root<'s, P: Position, E, O> {
    workers: Vec<Team<'s, P, E, O>>,
    manners: Manners,
    moves: Vec<RootMove<P::Move>>,
    /// So many moves, the best ones, are to get an exact value.
    pub(crate) lines: usize,
    best: Option<Best>,
    /// The value of the last pass followed from the rules alone.
    proven: bool,
    /// The strongest bound proven so far, for algorithms that prove bounds one after the other.
    claimed: Option<Report<P::Move>>,
    /// Helpers that race with the first worker.
    crew: Option<&'s Crew<P::Move>>,
    budget: &'s Budget,
    progress: &'s mut Progress<'s, O, P::Move>,
}

/// Tells the observer, wherever it is.
type Progress<'s, O, M> = dyn FnMut(&mut O, Told<'_, M>) + 's;

/// What an observer is told about the search as a whole.
pub(crate) enum Told<'r, M> {
    Report(&'r Report<M>),
    AtRoot { m: M, number: usize, depth: u32 },
}

impl<M: Copy> Told<'_, M> {
    fn tell<P: Position<Move = M>>(self, observer: &mut impl Observer<P>) {
        match self {
            Told::Report(report) => observer.progress(report),
            Told::AtRoot { m, number, depth } => observer.at_root(m, number, depth),
        }
    }
}

/// Runs an algorithm: its node function under its driver.
pub(crate) fn run<P, E, O, I, D>(
    inner: I,
    driver: D,
    line: &Line<P>,
    evaluator: &E,
    observer: &mut O,
    shared: &Shared<'_>,
) -> Report<P::Move>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer<P>,
    I: Inner<P, E>,
    D: Driver<P, E, ()> + for<'o> Driver<P, E, &'o mut O>,
{
    let budget = &Budget::new(&shared.limits, &shared.stop);
    shared.table.age();
    let breadth = inner.breadth(evaluator, line.position());
    let breadth = match shared.wanted_lines() {
        usize::MAX => breadth.max(MOST_MOVES),
        lines => breadth.max(lines),
    };
    let selective = inner.is_selective(evaluator, line.position());
    let reduces = inner.reduces();
    let exact = I::EXACT && shared.wanted_lines() == 1 && shared.only.is_none();
    let (ordered, scouts, races) = (I::ORDERED, I::SCOUTS, I::RACES);
    let manners = Manners { ordered, scouts, selective, reduces, exact, races, breadth };
    // Only these two kinds of workers exist, whatever watches: code is generated for each.
    if O::WATCHES {
        let mut worker =
            Worker::new(line.clone(), evaluator.clone(), observer, shared.table, budget);
        worker.selective = selective;
        let progress = &mut |observer: &mut &mut O, told: Told<'_, _>| told.tell(*observer);
        drive(vec![(worker, Box::new(inner))], manners, &driver, shared, budget, progress)
    } else {
        let threads = shared.threads.clamp(1, MAX_THREADS);
        let busy = (races && threads > 1).then(|| Busy::new(threads));
        let team = |thread| -> Team<'_, P, E, ()> {
            let mut worker = Worker::new(line.clone(), evaluator.clone(), (), shared.table, budget);
            worker.selective = selective;
            (worker.busy, worker.thread) = (busy.as_ref(), thread);
            (worker, Box::new(inner.clone()))
        };
        let teams = (0..threads).map(team).collect();
        let progress = &mut |(): &mut (), told: Told<'_, _>| told.tell(observer);
        drive(teams, manners, &driver, shared, budget, progress)
    }
}

/// As many moves as the root of a search that wants them all looks at.
const MOST_MOVES: usize = usize::MAX - 1;

/// More threads than this are never started.
pub const MAX_THREADS: usize = 256;

fn drive<'b, P: Position, E: Evaluator<P>, O: Observer<P>>(
    mut workers: Vec<Team<'b, P, E, O>>,
    manners: Manners,
    driver: &dyn Driver<P, E, O>,
    shared: &Shared<'_>,
    budget: &'b Budget,
    progress: &'b mut Progress<'b, O, P::Move>,
) -> Report<P::Move> {
    let limits = &shared.limits;
    let target = limits.depth.unwrap_or(MAX_PLY).min(MAX_PLY);
    let worker = &mut workers[0].0;
    let moves = match root_moves(worker, manners, shared.only) {
        Ok(moves) if target > 0 => moves,
        settled => {
            let report = without_search(worker, settled, budget);
            progress(&mut worker.observer, Told::Report(&report));
            return report;
        }
    };
    let helpers = if manners.races { workers.split_off(1) } else { vec![] };
    let crew = Crew::new(helpers.len());
    let mut root = Root::new(workers, manners, moves, shared.wanted_lines(), budget, progress);
    let mut report = std::thread::scope(|scope| {
        if !helpers.is_empty() {
            root.crew = Some(&crew);
        }
        let _leader = Leader(&crew);
        for (helper, team) in helpers.into_iter().enumerate() {
            let crew = &crew;
            scope.spawn(move || crew.help(helper, team));
        }
        deepen(&mut root, driver, limits)
    });
    root.workers[0].1.end(shared.table);
    if let Some(seed) = shared.random_ties {
        pick_among_equals(&mut report, seed);
    }
    report
}

/// Searches depth after depth from the first on, or the one asked for, and says what was found.
fn deepen<P: Position, E: Evaluator<P>, O: Observer<P>>(
    root: &mut Root<'_, P, E, O>,
    driver: &dyn Driver<P, E, O>,
    limits: &Limits,
) -> Report<P::Move> {
    let target = limits.depth.unwrap_or(MAX_PLY).min(MAX_PLY);
    let unlimited = limits.nodes.is_none() && limits.time.is_none();
    let straight = driver.straight() || !driver.deepens() && (limits.depth.is_some() || unlimited);
    let mut pace = Pace::new(limits.soft_time, root.moves.len());
    let mut done: Option<Report<P::Move>> = None;
    let mut stopped = None;
    for depth in if straight { target..=target } else { 1..=target } {
        let guess = done.as_ref().map(|report| report.value.score);
        if let Err(reason) = driver.iterate(root, depth, guess) {
            stopped = Some(reason);
            done = root.unfinished(depth, done);
            break;
        }
        root.extend_lines(depth);
        let report = root.report(depth, Bound::Exact);
        root.tell(&report);
        let over = root.is_over(&report, depth) || pace.is_enough(&report, root.budget);
        done = Some(report);
        if over {
            break;
        }
        if root.manners.ordered {
            root.sort();
        }
    }
    let mut report = done.unwrap_or_else(|| {
        let value = static_value(&mut root.workers[0].0);
        bare(root.moves.first().map(|root| root.m), value, stopped)
    });
    report.stats = root.stats();
    report.stopped = stopped;
    report
}

/// One thread's part of a pass; whether what it found follows from the rules alone.
fn work<P: Position, E: Evaluator<P>, O: Observer<P>>(
    pass: &Pass<P::Move>,
    (worker, node): &mut Team<'_, P, E, O>,
    tell: &mut Progress<'_, O, P::Move>,
) -> Result<bool, Stopped> {
    worker.rewind(pass.depth);
    (worker.rehearses, worker.forcing) = (pass.focus.rehearses, pass.focus.forcing);
    let before = worker.horizon_count();
    pass.work(worker, &mut **node, tell).map(|()| worker.horizon_count() == before)
}

/// The report on a finished game, or on one that no ply is to be looked ahead in.
fn without_search<P: Position, E: Evaluator<P>, O: Observer<P>>(
    worker: &mut Worker<'_, P, E, O>,
    settled: Result<Vec<RootMove<P::Move>>, Value>,
    budget: &Budget,
) -> Report<P::Move> {
    let (best, value) = match settled {
        Ok(moves) => (moves.first().map(|root| root.m), static_value(worker)),
        Err(value) => (None, value),
    };
    let stopped = worker.enter(0, 0, -Score::INFINITY, Score::INFINITY).err();
    worker.leave(value.score, -Score::INFINITY, Score::INFINITY);
    worker.stats.leaves = 1;
    let mut report = bare(best, value, stopped);
    report.stats = Stats { nodes: worker.meter.nodes, time: budget.elapsed(), ..worker.stats };
    report
}

/// The moves at the root in the order to try them, or the value if the game is over.
fn root_moves<P: Position, E: Evaluator<P>, O: Observer<P>>(
    worker: &mut Worker<'_, P, E, O>,
    manners: Manners,
    only: Option<&[usize]>,
) -> Result<Vec<RootMove<P::Move>>, Value> {
    let over = worker.line.outcome();
    if let Some(outcome) = over {
        let score = worker.terminal(outcome, 0);
        return Err(Value { score, bound: Bound::Exact, proven: true, by_margin: E::BY_MARGIN });
    }
    let mut moves = vec![];
    worker.line.moves(&mut moves);
    let position = worker.line.position();
    if moves.is_empty() {
        return Err(static_value(worker));
    }
    let (mut ranked, mut candidates) = (vec![], vec![]);
    if manners.exact {
        worker.evaluator.candidates(position, &mut candidates);
    }
    let evaluator = &mut worker.evaluator;
    order::rank_moves(&moves, Entry::NO_MOVE, &mut ranked, |m| match manners {
        Manners { exact: true, .. } => i64::from(evaluator.solve_rank(position, m)),
        Manners { ordered: true, .. } => i64::from(evaluator.rank(position, m)),
        _ => 0,
    });
    // What is not legal, by a repetition, is no candidate either.
    if candidates.iter().any(|m| moves.contains(m)) {
        ranked.retain(|ranked| candidates.contains(&moves[ranked.index()]));
    }

    let root_move = |ranked: &order::Ranked| RootMove {
        m: moves[ranked.index()],
        index: ranked.index(),
        found: None,
        pv: vec![],
        nodes: 0,
    };
    let wanted = |ranked: &&order::Ranked| only.is_none_or(|only| only.contains(&ranked.index()));
    Ok(ranked.iter().filter(wanted).map(root_move).collect())
}

/// The evaluator's word alone. Not a node.
fn static_value<P: Position, E: Evaluator<P>, O: Observer<P>>(
    worker: &mut Worker<'_, P, E, O>,
) -> Value {
    worker.rewind(0);
    let score = worker.evaluator.evaluate(worker.line.position()).as_estimate();
    Value { score, bound: Bound::Exact, proven: false, by_margin: E::BY_MARGIN }
}

fn bare<M: Copy>(best: Option<M>, value: Value, stopped: Option<Stopped>) -> Report<M> {
    Report {
        best,
        value,
        depth: 0,
        pv: best.into_iter().collect(),
        lines: vec![],
        stats: Stats::default(),
        stopped,
    }
}

fn pick_among_equals<M: Copy>(report: &mut Report<M>, seed: u64) {
    let value = report.value;
    let equal: Vec<_> = report
        .lines
        .iter()
        .filter(|line| line.value.score == value.score && line.value.bound == Bound::Exact)
        .collect();
    if value.bound == Bound::Exact && !equal.is_empty() {
        let chosen = equal[Random::new(seed).below(equal.len())];
        report.best = Some(chosen.best);
        report.pv = chosen.pv.clone();
    }
}

impl<'s, P: Position, E: Evaluator<P>, O: Observer<P>> Root<'s, P, E, O> {
    fn new(
        workers: Vec<Team<'s, P, E, O>>,
        manners: Manners,
        moves: Vec<RootMove<P::Move>>,
        lines: usize,
        budget: &'s Budget,
        progress: &'s mut Progress<'s, O, P::Move>,
    ) -> Self {
        let (best, proven, claimed, crew) = (None, false, None, None);
        Root { workers, manners, moves, lines, best, proven, claimed, crew, budget, progress }
    }

    /// Searches the moves at the root with this window, fail-soft: with v the value and s the
    /// score returned, s ≤ α implies v ≤ s, s ≥ β implies v ≥ s, otherwise v = s. Among moves of
    /// equal value the first in generation order becomes the best (with [`Inner::SCOUTS`]), or the
    /// first in the order tried. With several threads the moves are shared among them; value and
    /// best move are the same as with one.
    pub(crate) fn pass(
        &mut self,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Passed, Stopped> {
        for root in &mut self.moves {
            root.found = None;
        }
        let moves = core::mem::take(&mut self.moves);
        let (first, _) = &self.workers[0];
        let focus = Focus { rehearses: first.rehearses, forcing: first.forcing };
        let pass = Pass::new(depth, (alpha, beta), self.lines, self.manners, focus, moves);
        let pass = Arc::new(pass);
        let closed = self.walk(&pass);
        let (moves, best) = pass.finish();
        self.moves = moves;
        // Also if each move was settled for itself: a lost one needs no search to its end.
        let full_depth = self.manners.full_depth(depth);
        let settled = |value: Value| {
            value.proven && value.score.distance().is_none_or(|plies| plies <= full_depth)
        };
        let proven = closed? || self.moves.iter().all(|root| root.found.is_some_and(settled));
        let Some(best) = best else { unreachable!("a whole pass finds a best move") };
        self.workers[0].0.leave(best.score, alpha, beta);
        self.best = Some(best);
        self.proven = proven;
        Ok(Passed { score: best.score, best, proven })
    }

    /// Sends the workers over the moves; whether the value follows from the rules alone.
    fn walk(&mut self, pass: &Arc<Pass<P::Move>>) -> Result<bool, Stopped> {
        self.workers[0].0.rewind(pass.depth);
        self.workers[0].0.enter(pass.depth, 0, pass.alpha, pass.beta)?;
        let [first, others @ ..] = &mut self.workers[..] else { unreachable!("nobody works") };
        let tell = &mut *self.progress;
        if let Some(crew) = self.crew.filter(|_| pass.depth >= busy::FROM_DEPTH) {
            crew.call(pass);
            let own = work(pass, first, tell);
            let theirs = crew.dismiss();
            return own.map(|own| own && theirs);
        }
        if others.is_empty() {
            return work(pass, first, tell);
        }
        std::thread::scope(|scope| {
            let start = |worker| scope.spawn(move || work(pass, worker, &mut |_, _| ()));
            let threads: Vec<_> = others.iter_mut().map(start).collect();
            let own = work(pass, first, tell);
            let results = threads.into_iter().map(|thread| match thread.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            // All are joined before the first error is passed up.
            let results: Vec<_> = core::iter::once(own).chain(results).collect();
            results.into_iter().try_fold(true, |all, one| one.map(|one| all && one))
        })
    }

    /// The position at the root, and an evaluator.
    pub(crate) fn root(&mut self) -> (&P, &mut E) {
        let worker = &mut self.workers[0].0;
        (worker.line.position(), &mut worker.evaluator)
    }

    /// Whether the passes to come are rehearsals: see [`Worker::rehearses`]. What moves were found to
    /// be worth so far is forgotten.
    pub(crate) fn rehearse(&mut self, rehearses: bool) {
        // The others follow, by the pass.
        self.workers[0].0.rehearses = rehearses;
        for root in &mut self.moves {
            root.found = None;
        }
    }

    /// Settles that the value of the root is exactly what an earlier pass found as a bound.
    pub(crate) fn settle(&mut self, passed: Passed, depth: u32) {
        let Passed { score, best, proven } = passed;
        self.proven = proven;
        self.best = Some(best);
        self.moves[best.at].found = Some(Value::found(
            score,
            Bound::Exact,
            proven,
            self.manners.full_depth(depth),
            E::BY_MARGIN,
        ));
    }

    /// Whether the next passes look at forcing moves only.
    pub(crate) fn set_forcing(&mut self, forcing: bool) {
        // The others follow, by the pass.
        self.workers[0].0.forcing = forcing;
    }

    /// What the passes so far have found, to be [restored](Root::set_state).
    pub(crate) fn state(&self) -> State<P::Move> {
        State { moves: self.moves.clone(), best: self.best, proven: self.proven }
    }

    /// Forgets what the passes since have found, but not in which order the moves stand.
    pub(crate) fn set_state(&mut self, state: State<P::Move>) {
        let best = state.best.map(|best| (best, state.moves[best.at].index));
        for root in &mut self.moves {
            if let Some(saved) = state.moves.iter().find(|saved| saved.index == root.index) {
                (root.found, root.pv) = (saved.found, saved.pv.clone());
            }
        }
        self.best = best.and_then(|(best, index)| {
            let at = self.moves.iter().position(|root| root.index == index)?;
            Some(Best { at, ..best })
        });
        self.proven = state.proven;
    }

    /// The moves first that took the last pass most nodes.
    pub(crate) fn hardest_first(&mut self) {
        self.moves.sort_by_key(|root| Reverse(root.nodes));
    }

    /// Whether a deeper iteration could find nothing new.
    fn is_over(&self, report: &Report<P::Move>, depth: u32) -> bool {
        let decided = |value: &Value| value.score.distance().is_some_and(|plies| plies <= depth);
        let settled = |value: &Value| decided(value) || (value.proven && !value.score.is_decided());
        // Where more moves are wanted, it is not enough that the best one is known, nor that the
        // best ones are: what looks worse may turn out better.
        let known = if self.lines > 1 {
            self.moves.iter().all(|root| root.found.is_none_or(|value| settled(&value)))
        } else {
            decided(&report.value)
        };
        known || self.proven
    }

    /// The best first, the rest in their old order: for the next iteration.
    pub(crate) fn sort(&mut self) {
        if self.lines > 1 && self.lines < self.moves.len() {
            // The wanted ones early: they are what the others are held against.
            let mut order = self.ranking();
            order.truncate(self.lines);
            let place = |at: usize| order.iter().position(|&shown| shown == at);
            let mut moves: Vec<_> =
                core::mem::take(&mut self.moves).into_iter().enumerate().collect();
            moves.sort_by_key(|&(at, _)| place(at).unwrap_or(usize::MAX));
            self.moves = moves.into_iter().map(|(_, root)| root).collect();
            self.best = self.best.map(|best| Best { at: 0, ..best });
        } else if let Some(best) = self.best {
            self.moves[..=best.at].rotate_right(1);
            self.best = Some(Best { at: 0, ..best });
        }
    }
}
