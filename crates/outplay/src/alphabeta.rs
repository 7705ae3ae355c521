//! Alpha-beta as in the textbook, fail-soft, in three steps: plain, with ordered moves, and with a
//! transposition table.

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::line::Line;
use crate::observer::{Event, Observer};
use crate::order;
use crate::position::Position;
use crate::root::{self, Plain};
use crate::score::{Bound, Score};
use crate::search::{Found, Inner, Opened, Shared, Worker};
use crate::stats::Report;
use crate::table::Entry;

/// Fail-soft alpha-beta with the moves in the game's own order.
///
/// With v the minimax value and s the score returned for a window (α, β):
/// s ≤ α implies v ≤ s; α < s < β implies v = s; s ≥ β implies v ≥ s
/// (Knuth and Moore, "An analysis of alpha-beta pruning", 1975; fail-soft: Fishburn, 1983).
pub fn alphabeta<P: Position, E: Evaluator<P>, O: Observer<P>>(
    line: &Line<P>,
    evaluator: &E,
    observer: &mut O,
    shared: &Shared<'_>,
) -> Report<P::Move> {
    root::run(AlphaBeta::<false, false>, PLAIN, line, evaluator, observer, shared)
}

/// [`alphabeta`] with the moves sorted by [`Evaluator::rank`]; the same inequalities hold.
pub fn alphabeta_ordered<P: Position, E: Evaluator<P>, O: Observer<P>>(
    line: &Line<P>,
    evaluator: &E,
    observer: &mut O,
    shared: &Shared<'_>,
) -> Report<P::Move> {
    root::run(AlphaBeta::<true, false>, PLAIN, line, evaluator, observer, shared)
}

/// [`alphabeta_ordered`] with the transposition table, which answers for a position searched
/// before and otherwise says which move to try first; the same inequalities hold.
///
/// An entry only stands in where a search of the same depth would have found the same (its depth
/// is equal, or the game ended within it), so that the value at every depth is minimax's.
pub fn alphabeta_table<P: Position, E: Evaluator<P>, O: Observer<P>>(
    line: &Line<P>,
    evaluator: &E,
    observer: &mut O,
    shared: &Shared<'_>,
) -> Report<P::Move> {
    root::run(AlphaBeta::<true, true>, PLAIN, line, evaluator, observer, shared)
}

const PLAIN: Plain = Plain { narrows: true };

#[derive(Clone)]
pub(crate) struct AlphaBeta<const ORDERED: bool, const TABLE: bool>;

impl<P: Position, E: Evaluator<P>, const ORDERED: bool, const TABLE: bool> Inner<P, E>
    for AlphaBeta<ORDERED, TABLE>
{
    const ORDERED: bool = ORDERED;

    fn search<O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        worker.enter(depth, ply, alpha, beta)?;
        // 1. Over by repetition, or at the horizon.
        if let Some(score) = worker.ended_early(ply) {
            return Ok(worker.leave(score, alpha, beta));
        }
        if depth == 0 {
            let score = worker.horizon(ply);
            return Ok(worker.leave(score, alpha, beta));
        }
        // 2. The table may know.
        let tabled = TABLE && depth >= E::TABLE_DEPTH;
        let key = if tabled { worker.line.position().key() } else { 0 };
        let mut hint = Entry::NO_MOVE;
        if tabled && let Some(entry) = worker.probe(key, ply) {
            if entry.stands_for(depth, ply) && entry.settles(alpha, beta) {
                let score = worker.settle_by(&entry);
                return Ok(worker.leave(score, alpha, beta));
            }
            hint = entry.index;
        }
        // 3. The best of the moves, unless the game is over.
        let start = match worker.expand(ply) {
            Opened::Leaf(score) => return Ok(worker.leave(score, alpha, beta)),
            Opened::Moves(start) => start,
        };
        let frame = tabled.then(|| worker.frame());
        let (score, index) = self.best(worker, start, hint, depth, ply, alpha, beta)?;
        // 4. Remember.
        if let Some(frame) = frame {
            let bound = Bound::of(score, alpha, beta);
            worker.store(key, &frame, ply, Found { depth, score, bound, index });
        }
        Ok(worker.leave(score, alpha, beta))
    }
}

impl<const ORDERED: bool, const TABLE: bool> AlphaBeta<ORDERED, TABLE> {
    /// The best value among the moves from `start` on, and that move's place in generation order.
    #[expect(clippy::too_many_arguments, reason = "a search's parameters")]
    #[inline]
    fn best<P: Position, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        start: usize,
        hint: u16,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<(Score, u16), Stopped> {
        let count = worker.moves.len() - start;
        let order = worker.order.len();
        if ORDERED {
            let (evaluator, position) = (&worker.evaluator, worker.line.position());
            order::rank_moves(&worker.moves[start..], hint, &mut worker.order, |m| {
                i64::from(evaluator.rank(position, m))
            });
        }
        let (mut best, mut best_hint) = (-Score::INFINITY, Entry::NO_MOVE);
        for tried in 0..count {
            let at = if ORDERED { worker.order[order + tried].index() } else { tried };
            let m = worker.moves[start + at];
            let score = worker.try_move(self, m, depth - 1, ply + 1, alpha.max(best), beta)?;
            if score > best {
                best = score;
                if TABLE {
                    best_hint = worker.order[order + tried].hint();
                }
                if score > alpha {
                    worker.set_pv(ply, m);
                }
                worker.event(Event::Improve { by: m, score });
                if score >= beta {
                    worker.cut(tried, start, ORDERED.then_some(order), score, beta);
                    break;
                }
            }
        }
        worker.moves.truncate(start);
        worker.order.truncate(order);
        Ok((best, best_hint))
    }
}
