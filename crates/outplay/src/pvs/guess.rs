//! What the selective search does without looking: a position judged by its evaluation alone, a
//! move left out or searched less deeply because moves like it seldom matter.

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::Observer;
use crate::position::{MAX_PLY, Position};
use crate::score::Score;
use crate::search::{Inner, Worker};

use super::node::Pvs;

/// Reverse futility, razoring and futility work at most so many plies before the horizon.
const REVERSE_DEPTH: u32 = 8;
const RAZOR_DEPTH: u32 = 3;
const FUTILE_DEPTH: u32 = 6;
const LATE_DEPTH: u32 = 7;
/// The null move needs so many plies to be worth its while, and is verified from here on.
const NULL_DEPTH: u32 = 3;
const VERIFY_DEPTH: u32 = 12;
/// Reductions begin here.
const REDUCE_DEPTH: u32 = 3;

/// What is known of a node of a selective game before its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// The evaluation; of no use where the position is urgent.
    pub(super) score: Score,
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
        urgent: bool,
        ply: u32,
    ) -> Outlook {
        let at = ply as usize;
        if self.judged.len() <= at {
            self.judged.resize(MAX_PLY as usize + 64, None);
        }
        if urgent {
            self.judged[at] = None;
            return Outlook { score: -Score::INFINITY, urgent, improving: false };
        }
        let score = worker.assess();
        self.judged[at] = Some(score);
        let before = at.checked_sub(2).and_then(|at| self.judged[at]);
        let before = before.or_else(|| at.checked_sub(4).and_then(|at| self.judged[at]));
        Outlook { score, urgent, improving: before.is_none_or(|before| score > before) }
    }

    /// The value of a node with a null window, if it can be told without its moves.
    pub(super) fn without_moves<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        outlook: Outlook,
        depth: u32,
        ply: u32,
        (alpha, beta): (Score, Score),
    ) -> Result<Option<Score>, Stopped> {
        if outlook.urgent || beta.is_decided() || alpha.is_decided() {
            return Ok(None);
        }
        let swing = |plies: i32| E::SWING * plies;
        // 1. So far above beta that a few plies won't change it.
        let calm = depth as i32 - i32::from(outlook.improving);
        if self.options.reverse_futility
            && depth <= REVERSE_DEPTH
            && outlook.score.offset(-swing(calm) * 3 / 4) >= beta
        {
            worker.skip();
            return Ok(Some(outlook.score));
        }
        // 2. So far below alpha that only captures could help.
        if self.options.razoring
            && depth <= RAZOR_DEPTH
            && outlook.score.offset(swing(2 * depth as i32 + 1)) <= alpha
        {
            let score = self.quiescence(worker, ply, alpha, beta)?;
            if score <= alpha {
                worker.skip();
                return Ok(Some(score));
            }
        }
        // 3. Above beta even if the opponent moves twice.
        if self.options.null_move && depth >= NULL_DEPTH && outlook.score >= beta {
            return self.null_move(worker, outlook, depth, ply, beta);
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
        let reduction = 3 + depth / 4 + above.clamp(0, 3) as u32;
        let rest = depth.saturating_sub(reduction);
        let leap = worker.line.leap(passed);
        self.after_null = true;
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

    /// What to do with a move that is not the first: `rank` is the evaluator's, `best` the best
    /// value so far.
    #[expect(clippy::too_many_arguments, reason = "what a guess is made from")]
    pub(super) fn treat<E, P>(
        &self,
        outlook: Outlook,
        (rank, experience): (i32, i32),
        tried: usize,
        depth: u32,
        alpha: Score,
        best: Score,
        open: bool,
    ) -> Treatment
    where
        P: Position<Move = M>,
        E: Evaluator<P>,
    {
        let losing = best.is_decided() && best < Score::DRAW;
        let late = tried as u32;
        if !outlook.urgent && !losing && rank <= E::QUIET {
            let most = (3 + depth * depth) / if outlook.improving { 1 } else { 2 };
            if self.options.late_move_pruning && depth <= LATE_DEPTH && late >= most {
                return Treatment::Skip;
            }
            let hope = outlook.score.offset(E::SWING * (1 + depth as i32));
            if self.options.futility && depth <= FUTILE_DEPTH && hope <= alpha && rank >= 0 {
                return Treatment::Skip;
            }
        }
        if !self.options.late_move_reductions || depth < REDUCE_DEPTH || late < 2 {
            return Treatment::Reduce(0);
        }
        // In 1024ths of a ply.
        let mut plies = 600 + (logarithm(depth) * logarithm(late) / 4900) as i32;
        if rank > E::QUIET {
            plies /= 2;
        }
        plies -= experience / 8;
        plies -= 1024 * i32::from(open);
        plies += 700 * i32::from(!outlook.improving);
        plies -= 1024 * i32::from(outlook.urgent);
        Treatment::Reduce((plies.max(0) as u32 / 1024).min(depth - 2))
    }
}

/// The logarithm to base 2 in 1024ths, exact at powers and straight between them: the same on every
/// machine.
fn logarithm(n: u32) -> u32 {
    let n = n.max(1);
    let whole = n.ilog2();
    whole * 1024 + (((n << 10) >> whole) - 1024)
}
