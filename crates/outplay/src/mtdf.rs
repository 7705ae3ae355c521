//! MTD(f): the value as the point where null-window searches meet.

use crate::alphabeta::AlphaBeta;
use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::line::Line;
use crate::observer::Observer;
use crate::position::Position;
use crate::root::{self, Driver, Passed, Root};
use crate::score::{Bound, Score};
use crate::search::Shared;
use crate::stats::Report;

/// MTD(f) over [`alphabeta_table`](crate::alphabeta_table), with iterative deepening: every pass
/// asks only "at least β?", starting from the value of the iteration before, and narrows the
/// bracket from above or below until it closes. The value is exact
/// (Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996).
///
/// It relies on the table to remember what earlier passes found; without one it is right but slow.
pub fn mtdf<P: Position, E: Evaluator<P>, O: Observer<P>>(
    line: &Line<P>,
    evaluator: &E,
    observer: &mut O,
    shared: &Shared<'_>,
) -> Report<P::Move> {
    root::run(AlphaBeta::<true, true>, Mtdf, line, evaluator, observer, shared)
}

struct Mtdf;

impl<P: Position, E: Evaluator<P>, O: Observer<P>> Driver<P, E, O> for Mtdf {
    fn deepens(&self) -> bool {
        true
    }

    fn iterate(
        &self,
        root: &mut Root<'_, P, E, O>,
        depth: u32,
        guess: Option<Score>,
    ) -> Result<(), Stopped> {
        converge(root, depth, guess.unwrap_or(Score::DRAW), &mut |_, _, _| ())
    }
}

/// What is told every bound that a pass has found.
type OnBound<'c, P, E, O> = dyn FnMut(&mut Root<'_, P, E, O>, Passed, Bound) + 'c;

/// Narrows the bracket of the root's value by null-window passes until it closes: the first one
/// asks "at least `guess`?", each later one asks beyond what the one before returned. `each` is
/// told every bound found on the way.
pub(crate) fn converge<P: Position, E: Evaluator<P>, O: Observer<P>>(
    root: &mut Root<'_, P, E, O>,
    depth: u32,
    guess: Score,
    each: &mut OnBound<'_, P, E, O>,
) -> Result<(), Stopped> {
    if root.lines > 1 {
        return root.pass(depth, -Score::INFINITY, Score::INFINITY).map(|_| ());
    }
    let (mut lower, mut upper): (Option<Passed>, Option<Passed>) = (None, None);
    let mut beta = guess;
    loop {
        let passed = root.pass(depth, beta.previous(), beta)?;
        if passed.score < beta {
            upper = Some(passed);
            beta = passed.score.max(lower.map_or(-Score::INFINITY, |lower| lower.score.next()));
        } else {
            lower = Some(passed);
            beta = passed.score.next();
        }
        if let (Some(lower), Some(upper)) = (lower, upper)
            && lower.score >= upper.score
        {
            let mut settled = lower;
            settled.proven &= upper.proven;
            root.settle(settled, depth);
            return Ok(());
        }
        let bound = if lower.is_some_and(|lower| lower.score == passed.score) {
            Bound::Lower
        } else {
            Bound::Upper
        };
        each(root, passed, bound);
    }
}
