//! Exact solving: alpha-beta to the end of the game, by null windows, with what is proven about
//! the game.

use crate::evaluator::Evaluator;
use crate::forced::{ByDepth, Forced};
use crate::limits::Stopped;
use crate::line::Line;
use crate::mtdf::converge;
use crate::observer::{Event, Observer};
use crate::order::{self, Experience};
use crate::position::Position;
use crate::root::{self, Driver, Root};
use crate::score::{Bound, Score};
use crate::search::{Inner, Shared, Worker};
use crate::stats::Report;
use crate::table::Entry;

/// Finds the exact value of a position: first whether the side to move wins, then whether it at
/// least draws, then how fast. Each answer is announced as a bound as soon as it is proven, and is
/// what remains if the search is stopped.
///
/// The search goes to the end of the game, through the evaluator's [proven
/// bounds](Evaluator::bounds), its [candidates](Evaluator::candidates), its [symmetric
/// keys](Evaluator::canonical_key) and its [own last plies](Evaluator::finish). With v the true
/// value and s the score for a window (α, β): s ≤ α implies v ≤ s; α < s < β implies v = s;
/// s ≥ β implies v ≥ s. A game that is not over after [`MAX_PLY`](crate::MAX_PLY) plies is evaluated there, and
/// what rests on that is reported as an estimate.
///
/// A game whose positions can come back has no end to search to: there the depth grows ply by ply,
/// and at each depth the search asks whether the side to move wins within it, and whether it loses,
/// first by forcing moves and then by all. So the shortest win is found first. It goes on until
/// something is proven or a limit is reached; a depth that was asked for and decides nothing gives
/// the value of the depth-limited game.
pub fn solve<P: Position, E: Evaluator<P>, O: Observer<P>>(
    line: &Line<P>,
    evaluator: &E,
    observer: &mut O,
    shared: &Shared<'_>,
) -> Report<P::Move> {
    let solver = Solver { experience: Experience::new(true, true) };
    if endless::<P>() {
        let driver = ByDepth { last: shared.limits.depth };
        return root::run(Forced::new(solver), driver, line, evaluator, observer, shared);
    }
    root::run(solver, ToTheEnd, line, evaluator, observer, shared)
}

/// One depth, to the end of the game, by null windows from just above a draw.
struct ToTheEnd;

/// Whether play can go round in circles for ever. With superko it can't.
const fn endless<P: Position>() -> bool {
    P::REPEATS && !P::BANS
}

impl<P: Position, E: Evaluator<P>, O: Observer<P>> Driver<P, E, O> for ToTheEnd {
    fn straight(&self) -> bool {
        true
    }

    fn iterate(
        &self,
        root: &mut Root<'_, P, E, O>,
        depth: u32,
        _guess: Option<Score>,
    ) -> Result<(), Stopped> {
        converge(root, depth, Score::DRAW.next(), &mut |root, passed, bound| {
            root.claim(passed, bound, depth);
        })
    }
}

#[derive(Clone)]
struct Solver<M> {
    experience: Experience<M>,
}

impl<P: Position, E: Evaluator<P>> Inner<P, E> for Solver<P::Move> {
    const ORDERED: bool = true;

    fn search<O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        worker.enter(depth, ply, alpha, beta)?;
        // 1. Over, or as far as any search goes.
        if let Some(score) = worker.ended_early(ply) {
            return Ok(worker.leave(score, alpha, beta));
        }
        if depth == 0 {
            let score = worker.horizon(ply);
            return Ok(worker.leave(score, alpha, beta));
        }
        if let Some(outcome) = worker.line.position().outcome() {
            let score = worker.terminal(outcome, ply);
            return Ok(worker.leave(score, alpha, beta));
        }
        // 2. What is proven about the game narrows the window.
        let mut window = Window { alpha, beta };
        if let Some(score) = window.narrow_by_proof(worker, ply) {
            return Ok(worker.leave(score, alpha, beta));
        }
        // 3. So does the table.
        let key = match P::BANS {
            true => worker.line.key_with_path(),
            false => worker.evaluator.canonical_key(worker.line.position()),
        };
        let mut hint = Entry::NO_MOVE;
        if let Some(entry) = worker.probe_exactly(key, ply) {
            // Depth by depth, what a deeper search found may hide a shorter win.
            let proven = entry.proven && !endless::<P>();
            if proven || entry.stands_for(depth, ply) {
                let (alpha, beta) = (window.alpha, window.beta);
                if entry.settles(alpha, beta) {
                    let score = worker.settle_by(&entry);
                    return Ok(worker.leave(score, alpha, beta));
                }
            }
            hint = entry.index;
        }
        // 4. The moves that matter.
        let start = worker.moves.len();
        worker.evaluator.candidates(worker.line.position(), &mut worker.moves);
        worker.drop_banned(start, ply);
        if worker.moves.len() == start {
            // A game without moves that is not over: faulty, but no reason to fall over.
            let score = worker.evaluate();
            return Ok(worker.leave(score, alpha, beta));
        }
        let frame = worker.frame();
        let (score, index) = self.best(worker, start, hint, depth, ply, window)?;
        let bound = Bound::of(score, window.alpha, window.beta);
        worker.store(key, &frame, depth, ply, score, bound, index);
        Ok(worker.leave(score, alpha, beta))
    }
}

#[derive(Clone, Copy)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    /// Narrows the window by the evaluator's proofs; the value if they settle it.
    #[inline]
    fn narrow_by_proof<P: Position, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        ply: u32,
    ) -> Option<Score> {
        let Window { alpha, beta } = *self;
        let (least, most) = worker.evaluator.bounds(worker.line.position());
        let (least, most) = (least.node_to_root(ply), most.node_to_root(ply));
        let settled = if least >= beta || least >= most {
            Some((least, if least >= most { Bound::Exact } else { Bound::Lower }))
        } else if most <= alpha {
            Some((most, Bound::Upper))
        } else {
            let (alpha, beta) = (alpha.root_to_node(ply), beta.root_to_node(ply));
            let finished = worker.evaluator.finish(worker.line.position(), alpha, beta);
            finished.map(|score| (score.node_to_root(ply), Bound::of(score, alpha, beta)))
        };
        if let Some((score, bound)) = settled {
            worker.event(Event::Proven { score, bound });
            worker.stats.leaves += 1;
            return Some(score);
        }
        self.alpha = alpha.max(least);
        self.beta = beta.min(most);
        None
    }
}

impl<M: Copy + Eq> Solver<M> {
    /// The best value among the moves from `start` on, and that move's place among them.
    fn best<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        start: usize,
        hint: u16,
        depth: u32,
        ply: u32,
        Window { alpha, beta }: Window,
    ) -> Result<(Score, u16), Stopped> {
        let count = worker.moves.len() - start;
        let order = worker.order.len();
        let (evaluator, position) = (&worker.evaluator, worker.line.position());
        let experience = &self.experience;
        order::rank_moves(&worker.moves[start..], hint, &mut worker.order, |m| {
            experience.key(evaluator, position, m, ply)
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
                    let tried = worker.order[order..=order + tried].iter();
                    let tried = tried.map(|ranked| worker.moves[start + ranked.index()]);
                    let (evaluator, position) = (&worker.evaluator, worker.line.position());
                    self.experience.learn(evaluator, position, tried, depth.min(20), ply);
                    break;
                }
            }
        }
        worker.moves.truncate(start);
        worker.order.truncate(order);
        Ok((best, best_hint))
    }
}
