//! Principal variation search, the default: iterative deepening, aspiration windows, null-window
//! scouts, transposition table, killers, history, and quiescence.
//!
//! Here are the options and the entry; each idea has its own file beside this one, or is shared
//! with other searches.

mod aspiration;
mod blocks;
mod experience;
mod feature;
mod guess;
mod node;
mod pick;
mod quiescence;

use crate::evaluator::Evaluator;
use crate::line::Line;
use crate::observer::Observer;
use crate::position::Position;
use crate::root;
use crate::search::Shared;
use crate::stats::Report;

use aspiration::Aspiration;
use node::Pvs;

pub use feature::{Feature, Features};

/// Principal variation search with everything on.
///
/// At each depth, with v the value of the depth-limited game (leaves valued by
/// [quiescence](Evaluator::noisy) where the game has noisy moves) and s the score for a window
/// (α, β): s ≤ α implies v ≤ s; α < s < β implies v = s; s ≥ β implies v ≥ s. The value reported
/// is exact for its depth, and the best move is the first one in generation order that has it:
/// table, threads and move ordering do not change either. Deepening ends early once the value
/// follows from the rules alone.
///
/// In [selective](Evaluator::SELECTIVE) games, those with [forecasts](Evaluator::forecast), and
/// where the evaluator calls only some moves [promising](Evaluator::promising), v is a guess: a
/// value not called proven may be too low or too high, and depends on table, threads and order.
/// [`Features::EXACT`] finds minimax's value there too.
///
/// Sources: Marsland and Campbell, "Parallel search of strongly ordered game trees", 1982
/// (PVS); Slate and Atkin, "Chess 4.5", 1977 (deepening, killers); Schaeffer, "The history
/// heuristic", 1983.
pub fn pvs<P: Position, E: Evaluator<P>, O: Observer<P>>(
    line: &Line<P>,
    evaluator: &E,
    observer: &mut O,
    shared: &Shared<'_>,
) -> Report<P::Move> {
    pvs_with(Features::ALL, line, evaluator, observer, shared)
}

/// [`pvs`] with some of its [features](Feature) off, to see what they do. What is said there holds
/// for those that are on.
pub fn pvs_with<P: Position, E: Evaluator<P>, O: Observer<P>>(
    features: Features,
    line: &Line<P>,
    evaluator: &E,
    observer: &mut O,
    shared: &Shared<'_>,
) -> Report<P::Move> {
    let driver = Aspiration { on: features.has(Feature::Aspiration) };
    root::run(Pvs::new(features, E::SLOTS, shared.table), driver, line, evaluator, observer, shared)
}
