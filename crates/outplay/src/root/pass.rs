//! One walk over the moves at the root.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::{Event, Observer};
use crate::position::Position;
use crate::score::{Bound, Score, Value};
use crate::search::{Step, Worker};

use super::{Best, Manners, Node, Progress, RootMove, Told};

/// One walk over the moves at the root, by one or more threads.
pub(super) struct Pass<M> {
    pub(super) depth: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    lines: usize,
    manners: Manners,
    /// The next move that nobody has taken.
    next: AtomicUsize,
    /// Each move with its place in generation order.
    moves: Vec<(M, usize)>,
    board: Mutex<Board<M>>,
}

struct Board<M> {
    best: Option<Best>,
    moves: Vec<RootMove<M>>,
}

impl<M> Board<M> {
    /// The `n`th best value found so far, the best being the first; `None` if there are fewer.
    fn nth_score(&self, n: usize) -> Option<Score> {
        if n == 1 || n > self.moves.len() {
            return self.best.filter(|_| n == 1).map(|best| best.score);
        }
        let found = self.moves.iter().filter_map(|root| root.found);
        let mut scores: Vec<Score> =
            found.filter(|value| value.bound != Bound::Upper).map(|value| value.score).collect();
        scores.sort_unstable();
        scores.len().checked_sub(n).map(|at| scores[at])
    }
}

impl<M: Copy + Eq + core::fmt::Debug> Pass<M> {
    pub(super) fn new(
        depth: u32,
        (alpha, beta): (Score, Score),
        lines: usize,
        manners: Manners,
        moves: Vec<RootMove<M>>,
    ) -> Pass<M> {
        Pass {
            depth,
            alpha,
            beta,
            lines,
            manners,
            next: AtomicUsize::new(0),
            moves: moves.iter().map(|root| (root.m, root.index)).collect(),
            board: Mutex::new(Board { best: None, moves }),
        }
    }

    /// The moves with what was found of them, and the best one.
    pub(super) fn finish(self) -> (Vec<RootMove<M>>, Option<Best>) {
        let Board { best, moves } = self.board.into_inner().unwrap_or_else(PoisonError::into_inner);
        (moves, best)
    }

    /// One thread's part: takes moves until none is left or the pass is cut.
    pub(super) fn work<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &self,
        worker: &mut Worker<'_, P, E, O>,
        node: &mut dyn Node<P, E, O>,
        tell: &mut Progress<'_, O, M>,
    ) -> Result<(), Stopped> {
        let (mut deferred, mut rest) = (VecDeque::new(), false);
        loop {
            let next = if rest { None } else { Some(self.next.fetch_add(1, Ordering::Relaxed)) };
            let next = next.filter(|&at| at < self.moves.len());
            let Some(at) = next.or_else(|| deferred.pop_front()) else {
                return Ok(());
            };
            let (m, index) = self.moves[at];
            if at >= self.manners.breadth && !self.is_losing() {
                worker.skip();
                rest = true;
                continue;
            }
            let note = worker.note(self.depth, index);
            if at > 0 && next.is_some() && worker.is_busy(note) {
                deferred.push_back(at);
                continue;
            }
            // Where values are guesses, the first of equals is as good as any.
            let keeps_order = self.manners.scouts && !self.manners.selective;
            let tie_rank = if keeps_order { index } else { at };
            let Some(alpha) = self.alpha_for(tie_rank) else {
                return Ok(());
            };
            let (number, depth) = (at + 1, self.depth);
            tell(&mut worker.observer, Told::AtRoot { m, number, depth });
            let (nodes, open) = (worker.meter.nodes, worker.horizon_count());
            let note = worker.begin(note);
            let step = worker.play(m);
            let found = self.value(worker, node, &step, alpha, at);
            worker.take_back(m, step);
            worker.end(note);
            let score = found?;
            let root = RootMove {
                m,
                index,
                found: Some(Value::found(
                    score,
                    Bound::of(score, alpha, self.beta),
                    worker.horizon_count() == open,
                    self.manners.full_depth(self.depth),
                    E::BY_MARGIN,
                )),
                pv: [&[m], worker.pv(1)].concat(),
                nodes: worker.meter.nodes - nodes,
            };
            if self.post(root, Best { score, at, tie_rank }) {
                worker.event(Event::Improve { by: m, score });
                if score >= self.beta && at + 1 < self.moves.len() && O::WATCHES {
                    let skipped: Vec<M> = self.moves[at + 1..].iter().map(|&(m, _)| m).collect();
                    worker.event(Event::Cut { skipped: &skipped, score, beta: self.beta });
                }
            }
        }
    }

    /// Every move so far loses.
    fn is_losing(&self) -> bool {
        let best = self.lock().best;
        best.is_none_or(|best| best.score.is_decided() && best.score < Score::DRAW)
    }

    /// The window of the next move starts here, at the last of the values wanted; `None` if the
    /// pass is cut. A move that wins a tie must be able to show one.
    fn alpha_for(&self, tie_rank: usize) -> Option<Score> {
        let board = self.lock();
        let Some(best) = board.best else { return Some(self.alpha) };
        if best.score >= self.beta && self.lines == 1 {
            return None;
        }
        let Some(last) = board.nth_score(self.lines) else { return Some(self.alpha) };
        let wins_ties = tie_rank < best.tie_rank && last == best.score;
        Some(self.alpha.max(if wins_ties { last.previous() } else { last }))
    }

    /// The value of one move: by a null window first, if the algorithm scouts and has something to
    /// hold the move against.
    fn value<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &self,
        worker: &mut Worker<'_, P, E, O>,
        node: &mut dyn Node<P, E, O>,
        step: &Step<P>,
        alpha: Score,
        at: usize,
    ) -> Result<Score, Stopped> {
        let depth = self.depth - 1;
        if self.manners.scouts && alpha > self.alpha {
            let reduction = self.manners.reduction(depth, at);
            if reduction > 0 {
                let score =
                    node.below(worker, step, depth - reduction, 1, (alpha, alpha.next()))?;
                if score <= alpha {
                    return Ok(score);
                }
            }
            let score = node.below(worker, step, depth, 1, (alpha, alpha.next()))?;
            if score <= alpha || score >= self.beta {
                return Ok(score);
            }
        }
        node.below(worker, step, depth, 1, (alpha, self.beta))
    }

    /// Notes a result; whether it is the new best.
    fn post(&self, root: RootMove<M>, this: Best) -> bool {
        let mut board = self.lock();
        board.moves[this.at] = root;
        let better = board.best.is_none_or(|best| {
            this.score > best.score || this.score == best.score && this.tie_rank < best.tie_rank
        });
        if better {
            board.best = Some(this);
        }
        better
    }

    fn lock(&self) -> MutexGuard<'_, Board<M>> {
        // A thread that panicked ends the search anyway.
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
