//! Quiescence: no evaluation in front of a noisy move.

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::Observer;
use crate::order;
use crate::position::{MAX_PLY, Position};
use crate::score::Score;
use crate::search::Worker;
use crate::table::Entry;

use super::node::Pvs;

/// Noisy moves are followed at most so far beyond the horizon: a game whose noise never ends is
/// evaluated there.
const MOST_PLIES: u32 = 48;

impl<M: Copy + Eq + Send> Pvs<M> {
    /// The value at the horizon, fail-soft: the side to move may stand pat on the evaluation, or
    /// play one of the [noisy moves](Evaluator::noisy). It may not where its position is
    /// [urgent](Evaluator::urgent). Terminal positions are never evaluated, nor those where the game
    /// itself knows a [forced win](Evaluator::forced_win).
    ///
    /// Bounds hold for the game in which only that much is allowed beyond the horizon.
    pub(super) fn quiescence<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if let Some(outcome) = worker.line.position().outcome() {
            return Ok(worker.terminal(outcome, ply));
        }
        if !self.options.quiescence {
            return Ok(worker.evaluate());
        }
        if let Some(score) = worker.forced_win(ply) {
            return Ok(score);
        }
        let far = ply >= (worker.horizon + MOST_PLIES).min(MAX_PLY);
        let urgent = !far && worker.evaluator.urgent(worker.line.position());
        let mut best = if urgent { -Score::INFINITY } else { worker.evaluate() };
        if best >= beta || far {
            return Ok(best);
        }
        let (start, order) = (worker.moves.len(), worker.order.len());
        worker.evaluator.noisy(worker.line.position(), &mut worker.moves);
        worker.drop_banned(start, ply);
        if worker.moves.len() == start {
            // For games without noise the compiler sees that the rest is never reached.
            return Ok(if urgent { worker.evaluate() } else { best });
        }
        let (evaluator, position) = (&worker.evaluator, worker.line.position());
        order::rank_moves(&worker.moves[start..], Entry::NO_MOVE, &mut worker.order, |m| {
            i64::from(evaluator.rank(position, m))
        });
        for tried in 0..worker.moves.len() - start {
            let ranked = worker.order[order + tried];
            let m = worker.moves[start + ranked.index()];
            let score = worker.try_move(self, m, 0, ply + 1, alpha.max(best), beta)?;
            if score > best {
                best = score;
                if score > alpha {
                    worker.set_pv(ply, m);
                }
                if score >= beta {
                    worker.cut(tried, start, Some(order), score, beta);
                    break;
                }
            }
        }
        worker.moves.truncate(start);
        worker.order.truncate(order);
        Ok(best)
    }
}
