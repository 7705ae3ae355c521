//! Exact solving: alpha-beta to the end of the game, by null windows, with what is proven about
//! the game.

mod bracket;
mod forced;
mod node;
mod rehearsal;

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::line::Line;
use crate::observer::Observer;
use crate::position::Position;
use crate::root::{self, Driver, Root};
use crate::score::Score;
use crate::search::Shared;
use crate::stats::Report;

use forced::{ByDepth, Forced};
use node::Solver;

/// Finds the exact value of a position by questions "at least so much?", each of which halves what
/// the value may still be: first whether and about how fast somebody wins, in the end exactly how.
/// Each answer is announced as a bound as soon as it is proven, and is what remains if the search
/// is stopped.
///
/// The search goes to the end of the game, through whatever the evaluator knows: proven
/// [bounds](Evaluator::bounds) and [proofs](Evaluator::prove), [candidates](Evaluator::candidates)
/// and [forced moves](Evaluator::forced), [symmetric keys](Evaluator::canonical_key) and the game's
/// [own last plies](Evaluator::finish). With v the true value and s the score for a window (α, β):
/// s ≤ α implies v ≤ s; α < s < β implies v = s; s ≥ β implies v ≥ s. A game that is not over after
/// [`MAX_PLY`](crate::MAX_PLY) plies is evaluated there, and what rests on that is reported as an
/// estimate.
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
    if endless::<P>() {
        let driver = ByDepth { last: shared.limits.depth };
        return root::run(Forced::new(Solver::new()), driver, line, evaluator, observer, shared);
    }
    root::run(Solver::new(), ToTheEnd, line, evaluator, observer, shared)
}

/// One depth, to the end of the game.
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
        bracket::close(root, depth)
    }
}
