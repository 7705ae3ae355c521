//! One walk over the moves at the root.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::busy::Place;
use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::{Event, Observer};
use crate::position::Position;
use crate::score::{Bound, Score, Value};
use crate::search::{Step, Worker};

use super::{Best, Manners, Node, Progress, RootMove, Told};

/// What a pass looks at: see the fields of the same names in [`Worker`].
#[derive(Clone, Copy)]
pub(super) struct Focus {
    pub(super) rehearses: bool,
    pub(super) forcing: bool,
}

/// One walk over the moves at the root, by one or more threads.
pub(super) struct Pass<M> {
    pub(super) focus: Focus,
    pub(super) depth: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    lines: usize,
    manners: Manners,
    /// Each move with its place in generation order.
    moves: Vec<(M, usize)>,
    board: Mutex<Board<M>>,
}

struct Board<M> {
    /// The next move that nobody has taken.
    next: usize,
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
        focus: Focus,
        moves: Vec<RootMove<M>>,
    ) -> Pass<M> {
        Pass {
            focus,
            depth,
            alpha,
            beta,
            lines,
            manners,
            moves: moves.iter().map(|root| (root.m, root.index)).collect(),
            board: Mutex::new(Board { next: 0, best: None, moves }),
        }
    }

    /// The moves with what was found of them, and the best one.
    pub(super) fn finish(&self) -> (Vec<RootMove<M>>, Option<Best>) {
        let mut board = self.lock();
        (core::mem::take(&mut board.moves), board.best)
    }

    /// One thread's part: takes moves until none is left or the pass is cut.
    pub(super) fn work<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &self,
        worker: &mut Worker<'_, P, E, O>,
        node: &mut dyn Node<P, E, O>,
        tell: &mut Progress<'_, O, M>,
    ) -> Result<(), Stopped> {
        while let Some(at) = self.take() {
            let place = Place::new(at as u64 + 1, 0);
            match worker.within(place, |worker| self.search(worker, node, at, tell)) {
                Ok(()) => {
                    if self.is_cut() {
                        worker.recall_all();
                    }
                }
                Err(_) if worker.is_recalled_to(0) => worker.rewind(self.depth),
                // Another thread may have found the last that was missing.
                Err(_) if self.is_complete() => break,
                Err(reason) => return Err(reason),
            }
        }
        if self.leaves_out() {
            worker.skip();
        }
        Ok(())
    }

    /// The next move for a thread. Threads that race begin with the first one together, and help
    /// with the others at the end.
    fn take(&self) -> Option<usize> {
        let mut board = self.lock();
        if self.cuts(&board) {
            return None;
        }
        let (many, races) = (self.many(&board), self.manners.races);
        let open = |at: &usize| board.moves[*at].found.is_none();
        if board.next < many && (!races || board.next == 0 || !open(&0)) {
            board.next += 1;
            return Some(board.next - 1);
        }
        (0..many).find(open).filter(|_| races)
    }

    /// So many moves count: those beyond the breadth only if all so far lose.
    fn many(&self, board: &Board<M>) -> usize {
        let loses = |best: Best| best.score.is_decided() && best.score < Score::DRAW;
        let all = board.best.is_none_or(loses);
        if all { board.moves.len() } else { self.manners.breadth.min(board.moves.len()) }
    }

    /// Whether there are moves that do not count.
    fn leaves_out(&self) -> bool {
        let board = self.lock();
        self.many(&board) < board.moves.len() && !self.cuts(&board)
    }

    fn cuts(&self, board: &Board<M>) -> bool {
        self.lines == 1 && board.best.is_some_and(|best| best.score >= self.beta)
    }

    /// Whether no move is left to be searched.
    fn is_complete(&self) -> bool {
        let board = self.lock();
        let known = |root: &RootMove<M>| root.found.is_some();
        self.cuts(&board) || board.moves[..self.many(&board)].iter().all(known)
    }

    fn is_cut(&self) -> bool {
        self.cuts(&self.lock())
    }

    /// Searches a move, unless it is done or the pass is cut.
    fn search<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &self,
        worker: &mut Worker<'_, P, E, O>,
        node: &mut dyn Node<P, E, O>,
        at: usize,
        tell: &mut Progress<'_, O, M>,
    ) -> Result<(), Stopped> {
        let (m, index) = self.moves[at];
        // Where values are guesses, the first of equals is as good as any.
        let keeps_order = self.manners.scouts && !self.manners.selective;
        let tie_rank = if keeps_order { index } else { at };
        let Some(alpha) = self.alpha_for(at, tie_rank) else { return Ok(()) };
        let (number, depth) = (at + 1, self.depth);
        tell(&mut worker.observer, Told::AtRoot { m, number, depth });
        let (nodes, open) = (worker.meter.nodes, worker.horizon_count());
        let step = worker.play(m);
        let found = self.value(worker, node, &step, alpha, at);
        worker.take_back(m, step);
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
        Ok(())
    }

    /// The window of a move starts here, at the last of the values wanted; `None` if it is done or
    /// the pass is cut. A move that wins a tie must be able to show one.
    fn alpha_for(&self, at: usize, tie_rank: usize) -> Option<Score> {
        let board = self.lock();
        if board.moves[at].found.is_some() || self.cuts(&board) {
            return None;
        }
        let Some(best) = board.best else { return Some(self.alpha) };
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
        if board.moves[this.at].found.is_some() {
            // Two threads were done with it at once.
            return false;
        }
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
