//! Quiescence: no evaluation in front of a noisy move.

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::Observer;
use crate::position::{MAX_PLY, Position};
use crate::score::{Bound, Score};
use crate::search::{Inner, Worker};
use crate::table::Entry;

use super::Feature;
use super::experience::Marks;
use super::node::Pvs;
use super::pick::{Picked, Picker};

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
        if !self.has(Feature::Quiescence) {
            return Ok(worker.evaluate());
        }
        if let Some(score) = worker.forced_win(ply) {
            return Ok(score);
        }
        // A search of any depth knows more than this one would.
        let loose = E::SELECTIVE && self.has(Feature::LooseTable) && self.has(Feature::Table);
        let key = match loose {
            true => self.name(&worker.evaluator, worker.line.position()).key,
            false => 0,
        };
        let entry = if loose { worker.probe(key, ply) } else { None };
        if let Some(entry) = &entry
            && beta == alpha.next()
            && entry.settles(alpha, beta)
        {
            return Ok(worker.settle_by(entry));
        }
        let score = self.capture(worker, ply, alpha, beta)?;
        // What is known already is from a deeper search.
        if loose && entry.is_none() {
            worker.store_guess(key, ply, score, Bound::of(score, alpha, beta));
        }
        Ok(score)
    }

    /// The value by evaluation and noisy moves.
    fn capture<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let far = ply >= (worker.horizon + MOST_PLIES).min(MAX_PLY);
        let urgent = !far && worker.evaluator.urgent(worker.line.position());
        let mut best = if urgent { -Score::INFINITY } else { worker.evaluate() };
        if best >= beta || far {
            return Ok(best);
        }
        let start = worker.moves.len();
        worker.evaluator.noisy(worker.line.position(), &mut worker.moves);
        let calm = E::SELECTIVE && !urgent;
        worker.drop_banned(start, ply);
        if worker.moves.len() == start {
            // For games without noise the compiler sees that the rest is never reached.
            return Ok(if urgent { worker.evaluate() } else { best });
        }
        // What a noisy move must gain to reach alpha.
        let lacking = alpha.hundredths() - best.hundredths() - 2 * E::SWING;
        self.path[ply as usize].slot = None;
        let trail = self.trail(ply);
        let mut picker = Picker::new(worker, start, Entry::NO_MOVE);
        while let Some(Picked { ranked, place, .. }) = picker.next(worker, &self.experience, trail)
        {
            let m = worker.moves[start + ranked.index()];
            if calm {
                let rank = Marks::unpack(ranked.key()).rank;
                if rank < 0 {
                    break;
                }
                let hopes = self.has(Feature::DeltaPruning) && lacking > 0 && !alpha.is_decided();
                if hopes && !worker.evaluator.pays(worker.line.position(), m, lacking) {
                    continue;
                }
            }
            let score = worker.try_move(self, m, 0, ply + 1, alpha.max(best), beta)?;
            if score > best {
                best = score;
                if score > alpha {
                    worker.set_pv(ply, m);
                }
                if score >= beta {
                    worker.cut(place, start, Some(picker.order()), score, beta);
                    break;
                }
            }
        }
        picker.end(worker);
        Ok(best)
    }
}
