//! What the selective search does without looking: a position judged by its evaluation alone, a
//! move left out or searched less deeply because moves like it seldom matter.

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::Observer;
use crate::position::Position;
use crate::score::{Bound, Score};
use crate::search::{Inner, Worker};
use crate::table::Entry;

use super::Feature;
use super::experience::{Experience, Marks};
use super::node::{Late, Node, Pvs, Singular, is_quiet};
use super::pick::{Picked, Picker};

/// Reverse futility, futility and the like work at most so many plies before the horizon.
const REVERSE_DEPTH: u32 = 8;
const FUTILE_DEPTH: u32 = 7;
const LATE_DEPTH: u32 = 8;
const EXCHANGE_DEPTH: u32 = 7;
/// The null move needs so many plies to be worth its while, and is verified from here on.
const NULL_DEPTH: u32 = 3;
const VERIFY_DEPTH: u32 = 14;
/// So many plies before the horizon a shallow search of noisy moves may do, with so many plies less.
const PROBCUT_DEPTH: u32 = 5;
const PROBCUT_LESS: u32 = 4;
/// Reductions begin here.
const REDUCE_DEPTH: u32 = 3;
/// Singular searches begin here, if the entry is at most so much shallower.
const SINGULAR_DEPTH: u32 = 7;
const SINGULAR_LAG: u32 = 3;

/// What is known of a node of a selective game before its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// The evaluation, or what the table knows better; of no use where the position is urgent.
    pub(super) score: Score,
    /// The evaluation alone.
    pub(super) evaluated: Score,
    /// Standing pat is no choice.
    pub(super) urgent: bool,
    /// Better than two plies before.
    pub(super) improving: bool,
}

/// What is to be done with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Treatment {
    Skip,
    /// Search it with so many plies less at first.
    Reduce(u32),
}

impl<M: Copy + Eq + Send> Pvs<M> {
    /// Judges a node of a selective game.
    pub(super) fn outlook<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        entry: Option<&Entry>,
        urgent: bool,
        ply: u32,
    ) -> Outlook {
        let at = ply as usize;
        if urgent {
            self.path[at].judged = None;
            let score = -Score::INFINITY;
            return Outlook { score, evaluated: score, urgent, improving: false };
        }
        let evaluated = worker.assess();
        let corrected =
            self.experience.correct(&worker.evaluator, worker.line.position(), evaluated);
        self.path[at].judged = Some(corrected);
        let judged = |plies: usize| self.path[at.checked_sub(plies)?].judged;
        let before = judged(2).or_else(|| judged(4));
        let improving = before.is_none_or(|before| corrected > before);
        let known = entry.filter(|entry| {
            !entry.score.is_decided()
                && match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.score > corrected,
                    Bound::Upper => entry.score < corrected,
                }
        });
        let score = known.map_or(corrected, |entry| entry.score);
        Outlook { score, evaluated, urgent, improving }
    }

    /// Learns by how much the evaluation of a node was wrong.
    pub(super) fn correct_by<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &Worker<'_, P, E, O>,
        outlook: Outlook,
        best: Score,
        node: &Node,
    ) {
        let Some(judged) = self.path[node.ply as usize].judged else { return };
        // A bound on the side where the evaluation already is says nothing.
        let told = match Bound::of(best, node.alpha, node.beta) {
            Bound::Exact => true,
            Bound::Lower => best > judged,
            Bound::Upper => best < judged,
        };
        if told && !outlook.urgent && !best.is_decided() {
            let (evaluator, position) = (&worker.evaluator, worker.line.position());
            let evaluated = outlook.evaluated;
            self.experience.learn_correction(evaluator, position, evaluated, best, node.depth);
        }
    }

    /// The value of a node with a null window, if it can be told without its moves.
    pub(super) fn without_moves<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        outlook: Outlook,
        hint: u16,
        depth: u32,
        ply: u32,
        (alpha, beta): (Score, Score),
    ) -> Result<Option<Score>, Stopped> {
        if outlook.urgent || beta.is_decided() || alpha.is_decided() {
            return Ok(None);
        }
        // 1. So far above beta that a few plies won't change it.
        let calm = depth as i32 - i32::from(outlook.improving);
        if self.has(Feature::ReverseFutility)
            && depth <= REVERSE_DEPTH
            && outlook.score.offset(-E::SWING * calm * 3 / 4) >= beta
        {
            worker.skip();
            return Ok(Some(outlook.score));
        }
        // 2. Above beta even if the opponent moves twice.
        if self.has(Feature::NullMove)
            && depth >= NULL_DEPTH
            && outlook.score >= beta
            && let Some(score) = self.null_move(worker, outlook, depth, ply, beta)?
        {
            return Ok(Some(score));
        }
        // 3. Far above beta by a noisy move, as far as a shallow search sees.
        if self.has(Feature::ProbCut) && depth >= PROBCUT_DEPTH && E::SELECTIVE {
            return self.probcut(worker, outlook, hint, depth, ply, beta);
        }
        Ok(None)
    }

    fn null_move<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        outlook: Outlook,
        depth: u32,
        ply: u32,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        if self.no_null_before > ply || self.after_null {
            return Ok(None);
        }
        let Some(passed) = worker.evaluator.pass(worker.line.position()) else { return Ok(None) };
        let above = (outlook.score.hundredths() - beta.hundredths()) / (2 * E::SWING);
        let reduction = 3 + depth / 3 + above.clamp(0, 3) as u32;
        let rest = depth.saturating_sub(reduction);
        let leap = worker.line.leap(passed);
        self.after_null = true;
        self.path[ply as usize].slot = None;
        self.path[ply as usize + 1].cut = !self.path[ply as usize].cut;
        let score = self.search(worker, rest, ply + 1, -beta, -beta.previous());
        self.after_null = false;
        worker.line.leap_back(leap);
        let score = -score?;
        if score < beta {
            return Ok(None);
        }
        // A win after passing is not one that was shown.
        let score = if score.is_decided() { beta } else { score };
        if depth < VERIFY_DEPTH {
            worker.skip();
            return Ok(Some(score));
        }
        // Zugzwang is where moving is worse: look again without passing.
        let before = core::mem::replace(&mut self.no_null_before, ply + rest * 3 / 4);
        let verified = self.search(worker, rest, ply, beta.previous(), beta);
        self.no_null_before = before;
        worker.skip();
        Ok((verified? >= beta).then_some(score))
    }

    /// Tries the noisy moves that pay with less depth against a window well above beta.
    fn probcut<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        outlook: Outlook,
        hint: u16,
        depth: u32,
        ply: u32,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let beyond = beta.offset(2 * E::SWING);
        let lacking = beyond.hundredths() - outlook.evaluated.hundredths();
        let start = worker.moves.len();
        worker.evaluator.noisy(worker.line.position(), &mut worker.moves);
        worker.drop_banned(start, ply);
        let trail = self.trail(ply);
        let _ = hint;
        let mut picker = Picker::new(worker, start, Entry::NO_MOVE);
        let mut found = None;
        while let Some(Picked { ranked, .. }) = picker.next(worker, &self.experience, trail) {
            let m = worker.moves[start + ranked.index()];
            let marks = Marks::unpack(ranked.key());
            let position = worker.line.position();
            if marks.rank < 0 || !worker.evaluator.pays(position, m, lacking) {
                continue;
            }
            self.path[ply as usize].slot =
                Some(Experience::slot(&worker.evaluator, worker.line.position(), m));
            let step = worker.play(m);
            let window = (beyond.previous(), beyond);
            let mut score = worker.below(self, &step, 0, ply + 1, window.0, window.1);
            if score.as_ref().is_ok_and(|&score| score >= beyond) {
                let less = depth - PROBCUT_LESS;
                score = worker.below(self, &step, less, ply + 1, window.0, window.1);
            }
            worker.take_back(m, step);
            let score = score?;
            if score >= beyond {
                found = Some(if score.is_decided() { score } else { score.offset(-2 * E::SWING) });
                break;
            }
        }
        picker.end(worker);
        if found.is_some() {
            worker.skip();
        }
        Ok(found)
    }

    /// Whether the table's move is better than all others by a margin, as far as a search of half
    /// the depth sees.
    pub(super) fn singular<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        entry: &Entry,
        node: &Node,
    ) -> Result<Singular, Stopped> {
        let &Node { depth, ply, alpha, beta, .. } = node;
        let unfit = !self.has(Feature::SingularExtensions)
            || depth < SINGULAR_DEPTH
            || self.path[ply as usize].excluded.is_some()
            || entry.index == Entry::NO_MOVE
            || entry.bound == Bound::Upper
            || u32::from(entry.depth) + SINGULAR_LAG < depth
            || entry.score.is_decided()
            || ply >= 2 * worker.horizon;
        if unfit {
            return Ok(Singular::Extend(0));
        }
        let margin = depth as i32 * E::SWING / 50;
        let below = entry.score.offset(-margin);
        self.path[ply as usize].excluded = Some(entry.index);
        let score = self.search(worker, (depth - 1) / 2, ply, below.previous(), below);
        self.path[ply as usize].excluded = None;
        let score = score?;
        let open = beta > alpha.next();
        Ok(if score < below {
            let far = !open && score < below.offset(-E::SWING / 5);
            Singular::Extend(if far { 2 } else { 1 })
        } else if below >= beta {
            worker.skip();
            Singular::Cut(below)
        } else if entry.score >= beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }

    /// What to do with a move that is not the first.
    pub(super) fn treat<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &self,
        worker: &Worker<'_, P, E, O>,
        outlook: Outlook,
        late: Late,
        m: M,
    ) -> Treatment {
        let Late { marks, tried, depth, losing, open, cut, .. } = late;
        let Marks { rank, history, known } = marks;
        if !losing && self.is_hopeless(worker, outlook, late, m) {
            return Treatment::Skip;
        }
        if !self.has(Feature::LateMoveReductions) || depth < REDUCE_DEPTH || tried < 2 {
            return Treatment::Reduce(0);
        }
        // In 1024ths of a ply.
        let mut plies = 500 + (logarithm(depth) * logarithm(tried) / 4700) as i32;
        if rank > E::QUIET {
            plies /= 2;
        }
        plies -= history / 10;
        plies -= 1024 * i32::from(open);
        plies -= 1024 * i32::from(known > 0);
        plies += 1024 * i32::from(cut);
        plies += 800 * i32::from(!outlook.improving);
        plies -= 1024 * i32::from(outlook.urgent);
        Treatment::Reduce((plies.max(0) as u32 / 1024).min(depth - 2))
    }

    /// Whether a move need not be searched so near the horizon. One that threatens must lose more.
    #[inline]
    fn is_hopeless<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &self,
        worker: &Worker<'_, P, E, O>,
        outlook: Outlook,
        late: Late,
        m: M,
    ) -> bool {
        let Late { marks, tried, depth, alpha, .. } = late;
        let (evaluator, position) = (&worker.evaluator, worker.line.position());
        let threatens = || self.has(Feature::Threats) && evaluator.threatens(position, m);
        let quiet = is_quiet::<P, E>(marks.rank);
        if quiet && !outlook.urgent {
            let most = (3 + depth * depth) / if outlook.improving { 1 } else { 2 };
            let late = self.has(Feature::LateMovePruning) && depth <= LATE_DEPTH && tried >= most;
            let hope = outlook.score.offset(E::SWING * (1 + depth as i32));
            let futile = self.has(Feature::Futility) && depth <= FUTILE_DEPTH && hope <= alpha;
            if (late || futile) && !threatens() {
                return true;
            }
        }
        if !self.has(Feature::ExchangePruning) || depth > EXCHANGE_DEPTH || marks.rank > E::QUIET {
            return false;
        }
        let least = -E::SWING * depth as i32;
        if quiet {
            !(evaluator.pays(position, m, least / 2)
                || threatens() && evaluator.pays(position, m, least))
        } else {
            !evaluator.pays(position, m, least)
        }
    }
}

/// The logarithm to base 2 in 1024ths, exact at powers and straight between them: the same on every
/// machine.
fn logarithm(n: u32) -> u32 {
    let n = n.max(1);
    let whole = n.ilog2();
    whole * 1024 + (((n << 10) >> whole) - 1024)
}

#[cfg(test)]
mod tests {
    use super::logarithm;

    #[test]
    fn logarithms_grow_and_are_exact_at_powers() {
        assert_eq!((logarithm(1), logarithm(2), logarithm(64)), (0, 1024, 6 * 1024));
        assert!((1..500).all(|n| logarithm(n) < logarithm(n + 1)));
        assert_eq!(logarithm(0), 0);
    }
}
