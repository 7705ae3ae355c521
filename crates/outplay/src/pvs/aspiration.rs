//! Aspiration windows: the value is expected to be near that of the iteration before.

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::Observer;
use crate::position::Position;
use crate::root::{Driver, Root};
use crate::score::{Bound, Score};

/// Deepens; at each depth the first window is narrow, and opened on the side where it failed.
pub(super) struct Aspiration {
    pub(super) on: bool,
}

/// Half of the first window, in hundredths.
const FIRST: i32 = 30;
/// A window this wide that still fails is opened for good.
const WIDEST: i32 = 1000;
/// Shallower iterations cost less than a failed window.
const FROM_DEPTH: u32 = 4;

impl<P: Position, E: Evaluator<P>, O: Observer<P>> Driver<P, E, O> for Aspiration {
    fn deepens(&self) -> bool {
        true
    }

    fn iterate(
        &self,
        root: &mut Root<'_, P, E, O>,
        depth: u32,
        guess: Option<Score>,
    ) -> Result<(), Stopped> {
        let (mut alpha, mut beta) = (-Score::INFINITY, Score::INFINITY);
        let mut step = FIRST;
        let narrow = self.on && depth >= FROM_DEPTH && root.lines == 1;
        if let Some(guess) = guess.filter(|guess| narrow && !guess.is_decided()) {
            (alpha, beta) = (guess.offset(-step), guess.offset(step));
        }
        loop {
            let score = root.pass(depth, alpha, beta)?.score;
            step *= 4;
            // A win or loss is found nowhere near an estimate: no use in creeping up to it.
            let open = step > WIDEST || score.is_decided();
            if score <= alpha && alpha > -Score::INFINITY {
                root.announce(Bound::Upper, depth);
                alpha = if open { -Score::INFINITY } else { score.offset(-step) };
            } else if score >= beta && beta < Score::INFINITY {
                root.announce(Bound::Lower, depth);
                beta = if open { Score::INFINITY } else { score.offset(step) };
            } else {
                return Ok(());
            }
        }
    }
}
