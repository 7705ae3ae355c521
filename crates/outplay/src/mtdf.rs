//! MTD(f): the value as the point where null-window searches meet.

use crate::alphabeta::AlphaBeta;
use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::line::Line;
use crate::observer::Observer;
use crate::position::Position;
use crate::root::{self, Driver, Root};
use crate::score::Score;
use crate::search::{Inner, Shared};
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
    root::run(
        AlphaBeta::<true, true>,
        Mtdf,
        line,
        evaluator,
        observer,
        shared,
    )
}

struct Mtdf;

impl<P: Position, E: Evaluator<P>, I: Inner<P, E>> Driver<P, E, I> for Mtdf {
    fn deepens(&self) -> bool {
        true
    }

    fn iterate<O: Observer<P>>(
        &self,
        root: &mut Root<'_, P, E, O, I>,
        depth: u32,
        guess: Option<Score>,
    ) -> Result<(), Stopped> {
        if root.every_move {
            return root
                .pass(depth, -Score::INFINITY, Score::INFINITY)
                .map(|_| ());
        }
        let (mut lower, mut upper) = (-Score::INFINITY, Score::INFINITY);
        let mut value = guess.unwrap_or(Score::DRAW);
        let mut best = None;
        while lower < upper {
            let beta = value.max(lower.next());
            value = root.pass(depth, beta.previous(), beta)?;
            if value < beta {
                upper = value;
            } else {
                lower = value;
                best = root.best();
            }
        }
        if let Some(best) = best {
            root.settle(best);
        }
        Ok(())
    }
}
