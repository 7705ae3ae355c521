//! Principal variation search, the default: iterative deepening, aspiration windows, null-window
//! scouts, transposition table, killers, history, and quiescence.
//!
//! Here are the options and the entry; each idea has its own file beside this one, or is shared
//! with other searches.

mod aspiration;
mod node;
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

/// Which parts of [`pvs`] are on. Each changes what a search costs; none but quiescence and
/// selection changes what it finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PvsOptions {
    /// Start each iteration with a narrow window around the value of the one before.
    pub aspiration: bool,
    /// Ask of every move but the first only whether it is better.
    pub scouts: bool,
    /// Use the transposition table.
    pub table: bool,
    /// Try the moves first that refuted siblings.
    pub killers: bool,
    /// Try the moves first that were good elsewhere in the tree.
    pub history: bool,
    /// At the horizon, look at noisy moves before evaluating.
    pub quiescence: bool,
    /// Look only at as many moves as the [evaluator](Evaluator::breadth) wants, unless they lose.
    pub selection: bool,
}

impl PvsOptions {
    /// Everything on.
    pub const ALL: PvsOptions = PvsOptions {
        aspiration: true,
        scouts: true,
        table: true,
        killers: true,
        history: true,
        quiescence: true,
        selection: true,
    };
    /// Everything on that leaves the value at every depth equal to minimax's.
    pub const EXACT: PvsOptions =
        PvsOptions { quiescence: false, selection: false, ..PvsOptions::ALL };
    /// Everything off: ordered alpha-beta with iterative deepening.
    pub const NONE: PvsOptions = PvsOptions {
        aspiration: false,
        scouts: false,
        table: false,
        killers: false,
        history: false,
        quiescence: false,
        selection: false,
    };
}

/// Principal variation search with everything on.
///
/// At each depth, with v the value of the depth-limited game (leaves valued by
/// [quiescence](Evaluator::noisy) where the game has noisy moves) and s the score for a window
/// (α, β): s ≤ α implies v ≤ s; α < s < β implies v = s; s ≥ β implies v ≥ s. The value reported
/// is exact for its depth, and the best move is the first one in generation order that has it:
/// table, threads and move ordering do not change either. Deepening ends early once the value
/// follows from the rules alone.
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
    pvs_with(PvsOptions::ALL, line, evaluator, observer, shared)
}

/// [`pvs`] with some of its parts off, to see what they do. The same inequalities hold.
pub fn pvs_with<P: Position, E: Evaluator<P>, O: Observer<P>>(
    options: PvsOptions,
    line: &Line<P>,
    evaluator: &E,
    observer: &mut O,
    shared: &Shared<'_>,
) -> Report<P::Move> {
    let driver = Aspiration { on: options.aspiration };
    root::run(Pvs::new(options), driver, line, evaluator, observer, shared)
}
