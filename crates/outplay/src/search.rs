//! What every search is made of: the order it gets, and the worker that walks the tree.

mod memory;
mod threads;

pub(crate) use memory::{Found, Name};

use crate::busy::Busy;
use crate::evaluator::{Evaluator, Scope};
use crate::limits::{Budget, Limits, Meter, Stop, Stopped};
use crate::line::{Line, Repeat, Repetition};
use crate::observer::{Event, Observer};
use crate::order::Ranked;
use crate::position::{MAX_PLY, Outcome, Position};
use crate::score::{Bound, Score};
use crate::stats::Stats;
use crate::table::Table;

/// What a search is told, beside the position and the evaluator.
#[derive(Debug)]
pub struct Shared<'t> {
    /// When to end.
    pub limits: Limits,
    /// Raise it to end the search from outside.
    pub stop: Stop,
    /// The transposition table, for the algorithms that use one.
    pub table: &'t Table,
    /// Threads that share the moves at the root, at least 1. One thread if an observer watches.
    pub threads: usize,
    /// Of so many moves at the root, the best ones, find the exact value; `usize::MAX` for all.
    pub lines: usize,
    /// Only these moves at the root, by their places in generation order.
    pub only: Option<&'t [usize]>,
    /// Choose among moves of equal exact value with this seed, instead of the first one in
    /// generation order. Implies all [`lines`](Shared::lines).
    pub random_ties: Option<u64>,
}

impl<'t> Shared<'t> {
    /// One thread, the best move only, nothing random.
    pub fn new(limits: Limits, table: &'t Table) -> Shared<'t> {
        Shared {
            limits,
            stop: Stop::new(),
            table,
            threads: 1,
            lines: 1,
            only: None,
            random_ties: None,
        }
    }

    /// How many moves at the root need an exact value, at least 1.
    pub(crate) fn wanted_lines(&self) -> usize {
        if self.random_ties.is_some() { usize::MAX } else { self.lines.max(1) }
    }
}

/// The node function of an algorithm, with whatever it remembers from node to node.
pub(crate) trait Inner<P: Position, E: Evaluator<P>>: Clone + Send {
    /// The moves at the root are sorted by [`Evaluator::rank`] before the first iteration.
    const ORDERED: bool;
    /// A cheap null-window search comes before the search of each move but the first.
    const SCOUTS: bool = false;
    /// If only the best move is asked for, the moves at the root are the evaluator's
    /// [candidates](Evaluator::candidates), by [`Evaluator::solve_rank`].
    const EXACT: bool = false;

    /// Whether it leaves out what it thinks hopeless: what it finds is true, but there may be
    /// better.
    fn is_selective(&self, evaluator: &E, position: &P) -> bool {
        self.breadth(evaluator, position) != usize::MAX
    }

    /// Each thread searches the whole tree, and leaves moves that another one is at for later;
    /// without, the moves at the root are shared out.
    const RACES: bool = false;

    /// Whether late moves at the root are searched less deeply at first.
    fn reduces(&self) -> bool {
        false
    }

    /// So many moves at the root are searched, the rest only if those lose.
    fn breadth(&self, evaluator: &E, position: &P) -> usize {
        let _ = (evaluator, position);
        usize::MAX
    }

    /// Appends the moves in the order in which entries of the table count them.
    fn list(&self, worker: &mut Worker<'_, P, E, impl Observer<P>>, out: &mut Vec<P::Move>) {
        worker.line.moves(out);
    }

    /// By what its table knows a position.
    #[inline]
    fn name(&self, evaluator: &E, position: &P) -> Name {
        let _ = evaluator;
        Name::of(position.key())
    }

    /// The search is over: what it has learned may be kept with the table.
    fn end(&mut self, table: &Table) {
        let _ = table;
    }

    /// The value of the worker's position, fail-soft: exact inside the window, otherwise a bound
    /// beyond it.
    fn search<O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped>;
}

/// A move on the board that will be taken back.
pub(crate) struct Step<P: Position> {
    undo: P::Undo,
    /// The side that moved is to move again: nothing is negated.
    same_side: bool,
}

impl<P: Position> Step<P> {
    /// The side that moved is to move again.
    #[inline]
    pub(crate) fn is_same_side(&self) -> bool {
        self.same_side
    }
}

/// What a node turned out to be.
pub(crate) enum Opened {
    /// A leaf with this value.
    Leaf(Score),
    /// Its moves were appended to the worker's, from this place on.
    Moves(usize),
}

/// One thread of a search: the line it stands on, its buffers and its counters. On cache lines of
/// its own, so that no thread writes to those of another.
#[repr(align(128))]
pub(crate) struct Worker<'s, P: Position, E, O> {
    pub(crate) line: Line<P>,
    pub(crate) evaluator: E,
    pub(crate) observer: O,
    pub(crate) table: &'s Table,
    pub(crate) meter: Meter<'s>,
    pub(crate) stats: Stats,
    /// The moves of all open nodes, one after the other: no allocation at a node.
    pub(crate) moves: Vec<P::Move>,
    /// The same moves sorted, for the algorithms that order.
    pub(crate) order: Vec<Ranked>,
    /// The best line found below each ply (a triangular array).
    pv: Vec<Vec<P::Move>>,
    /// Evaluations at a horizon, and table entries that rest on one. If a subtree leaves it as it
    /// was, the value follows from the rules alone.
    open: u64,
    /// Moves may be left out: a win or loss is true, but there may be a shorter one.
    pub(crate) selective: bool,
    /// The exact solver looks only some plies ahead, to learn which moves are good.
    pub(crate) rehearses: bool,
    /// Only moves that leave few replies are looked at; see `forced`.
    pub(crate) forcing: bool,
    /// The lowest ply (negative: before the root) of a position that was repeated below.
    leans_on: i32,
    /// The ply of the horizon in this walk from the root.
    pub(crate) horizon: u32,
    /// The move that led to the node about to be entered, for observers.
    by: Option<P::Move>,
    /// Where the other threads are, if there are any.
    pub(crate) busy: Option<&'s Busy>,
    /// Which of the threads this is.
    pub(crate) thread: usize,
    /// The ply of a node that another thread is done with: the search returns there.
    recalled: Option<u32>,
}

/// What a node keeps of its worker's state from entry to exit, to judge its own value.
pub(crate) struct Frame {
    open: u64,
    leans_on: i32,
}

impl<'s, P: Position, E: Evaluator<P>, O: Observer<P>> Worker<'s, P, E, O> {
    pub(crate) fn new(
        mut line: Line<P>,
        mut evaluator: E,
        observer: O,
        table: &'s Table,
        budget: &'s Budget,
    ) -> Self {
        evaluator.reset(line.position());
        line.set_root();
        Worker {
            line,
            evaluator,
            observer,
            table,
            meter: Meter::new(budget),
            stats: Stats::default(),
            moves: Vec::new(),
            order: Vec::new(),
            pv: vec![Vec::new(); MAX_PLY as usize + 2],
            open: 0,
            selective: false,
            rehearses: false,
            forcing: false,
            leans_on: i32::MAX,
            horizon: 0,
            by: None,
            busy: None,
            thread: 0,
            recalled: None,
        }
    }

    /// Counts the node and announces it.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<(), Stopped> {
        self.meter.tick()?;
        self.heed()?;
        if ply > self.stats.selective_depth {
            self.stats.selective_depth = ply;
        }
        self.pv[ply as usize].clear();
        if O::WATCHES {
            let turn = self.line.position().turn();
            self.event(Event::Enter { by: self.by, ply, depth, alpha, beta, turn });
        }
        Ok(())
    }

    /// A position within a node is reached by a move that needed no node of its own.
    #[inline]
    pub(crate) fn pass_through(&mut self, ply: u32) {
        if ply > self.stats.selective_depth {
            self.stats.selective_depth = ply;
        }
        self.pv[ply as usize].clear();
    }

    /// The node's value if it is a leaf: ended by repetition or by the rules, or at the horizon.
    /// Otherwise its moves are generated.
    #[inline]
    pub(crate) fn open(&mut self, depth: u32, ply: u32) -> Opened {
        if let Some(score) = self.ended_early(ply) {
            return Opened::Leaf(score);
        }
        if depth == 0 {
            return Opened::Leaf(self.horizon(ply));
        }
        self.expand(ply)
    }

    /// The value by the repetition rule, or by an end that may be claimed.
    #[inline]
    pub(crate) fn ended_early(&mut self, ply: u32) -> Option<Score> {
        if let Some(outcome) = self.line.position().claim() {
            return Some(self.terminal(outcome, ply));
        }
        if !P::REPEATS {
            return None;
        }
        let Repetition { verdict, plies_back } = self.line.repetition()?;
        self.lean(ply, plies_back);
        match verdict {
            Repeat::Claimable(outcome) | Repeat::Ends(outcome) => Some(self.terminal(outcome, ply)),
            Repeat::Allowed | Repeat::Illegal => None,
        }
    }

    /// What is found at `ply` leans on the path so many plies back.
    #[inline]
    fn lean(&mut self, ply: u32, plies_back: usize) {
        let back = i32::try_from(plies_back).unwrap_or(i32::MAX);
        self.leans_on = self.leans_on.min(ply as i32 - back);
    }

    /// Drops the moves from `start` on that the repetition rule forbids at this node.
    #[inline]
    pub(crate) fn drop_banned(&mut self, start: usize, ply: u32) {
        if let Some(plies_back) = self.line.drop_banned(&mut self.moves, start) {
            self.lean(ply, plies_back);
        }
    }

    /// The value at the horizon: by the rules if the game is over, else the evaluator's.
    #[inline]
    pub(crate) fn horizon(&mut self, ply: u32) -> Score {
        match self.line.position().outcome() {
            Some(outcome) => self.terminal(outcome, ply),
            None => self.evaluate(),
        }
    }

    /// The moves, or the value if the game is over. A faulty game without either is evaluated.
    #[inline]
    pub(crate) fn expand(&mut self, ply: u32) -> Opened {
        let start = self.moves.len();
        if let Some(outcome) = self.line.position().expand(&mut self.moves) {
            self.moves.truncate(start);
            return Opened::Leaf(self.terminal(outcome, ply));
        }
        self.drop_banned(start, ply);
        if self.moves.len() == start {
            return Opened::Leaf(self.evaluate());
        }
        Opened::Moves(start)
    }

    /// The promising moves, or all where the evaluator does not choose; otherwise as
    /// [`expand`](Worker::expand).
    #[inline]
    pub(crate) fn expand_promising(&mut self, ply: u32) -> (Opened, Scope) {
        let start = self.moves.len();
        let scope = self.evaluator.promising(self.line.position(), &mut self.moves);
        if scope == Scope::Legal || P::BANS {
            self.moves.truncate(start);
            return (self.expand(ply), Scope::Legal);
        }
        (Opened::Moves(start), scope)
    }

    /// Appends the legal moves that are not among those from `start` on.
    #[cold]
    pub(crate) fn add_rest(&mut self, start: usize) {
        let end = self.moves.len();
        self.line.position().moves(&mut self.moves);
        let mut keep = end;
        for at in end..self.moves.len() {
            let m = self.moves[at];
            if !self.moves[start..end].contains(&m) {
                self.moves[keep] = m;
                keep += 1;
            }
        }
        self.moves.truncate(keep);
    }

    #[inline]
    pub(crate) fn terminal(&mut self, outcome: Outcome, ply: u32) -> Score {
        self.stats.leaves += 1;
        self.event(Event::Terminal { outcome });
        self.evaluator.terminal(self.line.position(), outcome, ply)
    }

    #[inline]
    pub(crate) fn evaluate(&mut self) -> Score {
        self.stats.leaves += 1;
        self.open += 1;
        let score = self.evaluator.evaluate(self.line.position()).as_estimate();
        self.event(Event::Evaluate { score });
        score
    }

    /// The evaluator's word on a node that goes on: not a leaf, and what is made of it is a guess.
    #[inline]
    pub(crate) fn assess(&mut self) -> Score {
        self.evaluator.evaluate(self.line.position()).as_estimate()
    }

    /// The value by the game's own threat search, if that finds a win.
    #[inline]
    pub(crate) fn forced_win(&mut self, ply: u32) -> Option<Score> {
        let plies = self.evaluator.forced_win(self.line.position())?;
        let score = Score::win_in(ply.saturating_add(plies));
        self.stats.leaves += 1;
        // The win is certain, but a deeper search may find a shorter one, unless it comes at once.
        self.open += u64::from(plies > 1);
        self.event(Event::Proven { score, bound: Bound::Lower });
        Some(score)
    }

    /// Plays a move. Every step must be [taken back](Worker::take_back).
    #[inline]
    pub(crate) fn play(&mut self, m: P::Move) -> Step<P> {
        let turn = self.line.position().turn();
        self.evaluator.push(self.line.position(), m);
        let undo = self.line.play(m);
        if O::WATCHES {
            self.by = Some(m);
        }
        Step { undo, same_side: !P::ALTERNATES && self.line.position().turn() == turn }
    }

    #[inline]
    pub(crate) fn take_back(&mut self, m: P::Move, step: Step<P>) {
        self.line.undo(m, step.undo);
        self.evaluator.pop();
    }

    /// Searches the position after a step, seen from the side that moved: values and window are
    /// turned round only if the turn has changed.
    #[inline]
    pub(crate) fn below<I: Inner<P, E>>(
        &mut self,
        inner: &mut I,
        step: &Step<P>,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if step.same_side {
            inner.search(self, depth, ply, alpha, beta)
        } else {
            inner.search(self, depth, ply, -beta, -alpha).map(|score| -score)
        }
    }

    /// Plays a move, searches what follows, takes the move back.
    #[inline]
    pub(crate) fn try_move<I: Inner<P, E>>(
        &mut self,
        inner: &mut I,
        m: P::Move,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let step = self.play(m);
        let score = self.below(inner, &step, depth, ply, alpha, beta);
        self.take_back(m, step);
        score
    }

    /// The best line from `ply` on starts with `m`.
    #[inline]
    pub(crate) fn set_pv(&mut self, ply: u32, m: P::Move) {
        let (head, tail) = self.pv.split_at_mut(ply as usize + 1);
        let line = &mut head[ply as usize];
        line.clear();
        line.push(m);
        if !tail[0].is_empty() {
            line.extend_from_slice(&tail[0]);
        }
    }

    /// The best line from `ply` on ends with this move, or there.
    pub(crate) fn end_pv(&mut self, ply: u32, last: Option<P::Move>) {
        let line = &mut self.pv[ply as usize];
        line.clear();
        line.extend(last);
    }

    /// Of the best line from `ply` on only its first move is known.
    #[inline]
    pub(crate) fn set_pv_to(&mut self, ply: u32, m: P::Move) {
        let line = &mut self.pv[ply as usize];
        line.clear();
        line.push(m);
    }

    /// The best line from `ply` on.
    pub(crate) fn put_pv(&mut self, ply: u32, line: Vec<P::Move>) {
        self.pv[ply as usize] = line;
    }

    /// The best line found below `ply`.
    pub(crate) fn pv(&self, ply: u32) -> &[P::Move] {
        &self.pv[ply as usize]
    }

    /// A cut-off by the move `tried` (0 for the first) of those from `start` on, sorted if the
    /// node's `order` is given.
    #[inline]
    pub(crate) fn cut(
        &mut self,
        tried: usize,
        start: usize,
        order: Option<usize>,
        score: Score,
        beta: Score,
    ) {
        self.stats.cutoffs += 1;
        if tried == 0 {
            self.stats.first_move_cutoffs += 1;
        }
        if O::WATCHES {
            let moves = &self.moves[start..];
            let skipped: Vec<_> = match order {
                None => moves[tried + 1..].to_vec(),
                Some(order) => {
                    let (tried, rest) = self.order[order..].split_at_mut(tried + 1);
                    crate::order::sort(rest);
                    // Those not even ranked come last.
                    let ranked = |at: &usize| tried.iter().chain(&*rest).any(|r| r.index() == *at);
                    let others = (0..moves.len()).filter(|at| !ranked(at));
                    rest.iter().map(|r| r.index()).chain(others).map(|at| moves[at]).collect()
                }
            };
            self.event(Event::Cut { skipped: &skipped, score, beta });
        }
    }

    #[inline]
    pub(crate) fn event(&mut self, event: Event<'_, P::Move>) {
        if O::WATCHES {
            self.observer.event(self.line.position(), event);
        }
    }

    /// The node is done: announces its value.
    #[inline]
    pub(crate) fn leave(&mut self, score: Score, alpha: Score, beta: Score) -> Score {
        self.event(Event::Leave { score, bound: Bound::of(score, alpha, beta) });
        score
    }

    /// Makes the worker fit for another walk from the root, after one that was stopped.
    pub(crate) fn rewind(&mut self, depth: u32) {
        self.horizon = depth;
        self.by = None;
        self.moves.clear();
        self.order.clear();
        self.leans_on = i32::MAX;
        // Nor does what was said before concern it.
        let _ = self.heed();
        self.recalled = None;
    }
}
