//! Principal variation search, the default: iterative deepening, aspiration windows, null-window
//! scouts, transposition table, killers, history, and quiescence.
//!
//! Here are the options and the entry; each idea has its own file beside this one, or is shared
//! with other searches.

mod aspiration;
mod guess;
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
    /// In [selective](Evaluator::SELECTIVE) games, return the evaluation of a quiet position that is
    /// far above beta a few plies before the horizon (reverse futility).
    pub reverse_futility: bool,
    /// There, trust quiescence where the evaluation is far below alpha (razoring).
    pub razoring: bool,
    /// There, let the opponent move twice: who is still above beta needs no move
    /// ([null move](Evaluator::pass); Donninger, "Null move and deep search", 1993).
    pub null_move: bool,
    /// There, search moves that come late in the order less deeply at first.
    pub late_move_reductions: bool,
    /// There, skip late quiet moves near the horizon.
    pub late_move_pruning: bool,
    /// There, skip quiet moves near the horizon where the evaluation is far below alpha.
    pub futility: bool,
    /// There, search less deeply where the table knows no move.
    pub internal_reductions: bool,
    /// There, search a ply deeper where the position is [urgent](Evaluator::urgent).
    pub extensions: bool,
    /// There, let table entries of deeper searches answer.
    pub deeper_entries: bool,
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
        reverse_futility: true,
        razoring: true,
        null_move: true,
        late_move_reductions: true,
        late_move_pruning: true,
        futility: true,
        internal_reductions: true,
        extensions: true,
        deeper_entries: true,
        selection: true,
    };
    /// Everything on that leaves the value at every depth equal to minimax's.
    pub const EXACT: PvsOptions = PvsOptions {
        aspiration: true,
        scouts: true,
        table: true,
        killers: true,
        history: true,
        ..PvsOptions::NONE
    };
    /// Everything off: ordered alpha-beta with iterative deepening.
    pub const NONE: PvsOptions = PvsOptions {
        aspiration: false,
        scouts: false,
        table: false,
        killers: false,
        history: false,
        quiescence: false,
        reverse_futility: false,
        razoring: false,
        null_move: false,
        late_move_reductions: false,
        late_move_pruning: false,
        futility: false,
        internal_reductions: false,
        extensions: false,
        deeper_entries: false,
        selection: false,
    };

    /// Whether anything is on that guesses in selective games.
    fn guesses(&self) -> bool {
        self.reverse_futility
            || self.razoring
            || self.null_move
            || self.late_move_reductions
            || self.late_move_pruning
            || self.futility
            || self.internal_reductions
            || self.extensions
            || self.deeper_entries
    }
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
