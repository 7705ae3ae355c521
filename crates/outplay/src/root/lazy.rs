//! Threads that search the same root each for itself and share the table ("lazy SMP",
//! <https://www.chessprogramming.org/Lazy_SMP>): what one has found, the others need not search.
//! Besides, they tell each other [which moves they are at](crate::busy).
//!
//! That is faster than to share out the moves of the root, most of which take no time. Exact values
//! stay what they are; node counts depend on chance, and so do guesses.

use crate::evaluator::Evaluator;
use crate::observer::Observer;
use crate::position::Position;
use crate::search::Shared;
use crate::stats::{Report, Stats};

use super::{Driver, Progress, Root, RootMove, Team, Told, deepen};

/// Runs the first team as if it were alone, and the others beside it until it is done.
pub(super) fn race<P: Position, E: Evaluator<P>, O: Observer<P>>(
    root: &mut Root<'_, P, E, O>,
    helpers: Vec<Team<'_, P, E, O>>,
    driver: &(dyn Driver<P, E, O> + Sync),
    shared: &Shared<'_>,
) -> Report<P::Move> {
    let (manners, lines, budget) = (root.manners, root.lines, root.budget);
    let moves: Vec<_> = root.moves.iter().map(RootMove::fresh).collect();
    let help = |number: u32, team: Team<'_, P, E, O>| -> Stats {
        let silence: &mut Progress<'_, O, P::Move> = &mut |_, _: Told<'_, _>| ();
        let moves = moves.iter().map(RootMove::fresh).collect();
        let mut root = Root::new(vec![team], manners, moves, lines, budget, silence);
        // Of several helpers every second one is a ply ahead, so that they do not all do the same.
        deepen(&mut root, driver, &shared.limits, None, 1 + (number + 1) % 2).stats
    };
    let help = &help;
    std::thread::scope(|scope| {
        let start = |(number, team)| scope.spawn(move || help(number, team));
        let threads: Vec<_> = (1..).zip(helpers).map(start).collect();
        let mut report = deepen(root, driver, &shared.limits, shared.limits.soft_time, 1);
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
