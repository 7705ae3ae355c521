//! Threads that search the same root each for itself and share only the table ("lazy SMP",
//! <https://www.chessprogramming.org/Lazy_SMP>): what one has found, the others need not search.
//!
//! Where a search guesses, it finds more in less time than sharing out the moves of the root. Its
//! node counts depend on chance, and so may its choice.

use crate::evaluator::Evaluator;
use crate::observer::Observer;
use crate::position::{MAX_PLY, Position};
use crate::search::Shared;
use crate::stats::{Report, Stats};

use super::{Driver, Progress, Root, RootMove, Team, Told, deepen};

/// Runs the first team as if it were alone, and the others beside it until it is done.
pub(super) fn race<P: Position, E: Evaluator<P>, O: Observer<P>>(
    mut root: Root<'_, P, E, O>,
    helpers: Vec<Team<'_, P, E, O>>,
    driver: &(dyn Driver<P, E, O> + Sync),
    shared: &Shared<'_>,
) -> Report<P::Move> {
    let (manners, lines, budget) = (root.manners, root.lines, root.budget);
    let moves: Vec<_> = root.moves.iter().map(RootMove::fresh).collect();
    let help = |number: usize, team: Team<'_, P, E, O>| -> Stats {
        let silence: &mut Progress<'_, O, P::Move> = &mut |_, _: Told<'_, _>| ();
        let moves = moves.iter().map(RootMove::fresh).collect();
        let mut root = Root::new(vec![team], manners, moves, lines, budget, silence);
        // Every second one is a ply ahead, so that they do not all do the same.
        let first = 1 + (number as u32 & 1);
        for depth in first..=MAX_PLY {
            if driver.iterate(&mut root, depth, None).is_err() || root.proven {
                break;
            }
            root.sort();
        }
        root.stats()
    };
    let help = &help;
    std::thread::scope(|scope| {
        let start = |(number, team)| scope.spawn(move || help(number, team));
        let threads: Vec<_> = (1..).zip(helpers).map(start).collect();
        let mut report = deepen(&mut root, driver, shared);
        budget.halt();
        for thread in threads {
            match thread.join() {
                Ok(stats) => report.stats.add(&stats),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        report
    })
}
