//! The definition: the value of a position is the best that the side to move can reach, taking
//! for granted that the other side does the same.

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::line::Line;
use crate::observer::{Event, Observer};
use crate::position::Position;
use crate::root::{self, Plain};
use crate::score::Score;
use crate::search::{Inner, Opened, Shared, Worker};
use crate::stats::Report;

/// Plain minimax, in the negamax form: every move, to the full depth, nothing left out. All other
/// searches are held against it.
///
/// The value is always exact: the window is (-∞, +∞) at every node. It is the only algorithm that
/// gives every move at the root its exact value at no extra cost.
///
/// ```
/// # use outplay::doc::Takeaway;
/// use outplay::{Limits, Line, Score, Shared, Table, minimax};
/// // Ten matches, take one to three, who takes the last wins: take two.
/// let line = Line::new(Takeaway(10, outplay::Player::First));
/// let table = Table::none();
/// let shared = Shared::new(Limits::default(), &table);
/// let report = minimax(&line, &|_: &Takeaway| 0, &mut (), &shared);
/// assert_eq!((report.best, report.value.score), (Some(2), Score::win_in(5)));
/// ```
pub fn minimax<P: Position, E: Evaluator<P>, O: Observer<P>>(
    line: &Line<P>,
    evaluator: &E,
    observer: &mut O,
    shared: &Shared<'_>,
) -> Report<P::Move> {
    root::run(Minimax, Plain { narrows: false }, line, evaluator, observer, shared)
}

#[derive(Clone)]
struct Minimax;

impl<P: Position, E: Evaluator<P>> Inner<P, E> for Minimax {
    const ORDERED: bool = false;

    fn search<O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        worker.enter(depth, ply, alpha, beta)?;
        let start = match worker.open(depth, ply) {
            Opened::Leaf(score) => return Ok(worker.leave(score, alpha, beta)),
            Opened::Moves(start) => start,
        };
        let mut best = -Score::INFINITY;
        for at in start..worker.moves.len() {
            let m = worker.moves[at];
            let score = worker.try_move(self, m, depth - 1, ply + 1, alpha, beta)?;
            if score > best {
                best = score;
                worker.set_pv(ply, m);
                worker.event(Event::Improve { by: m, score });
            }
        }
        worker.moves.truncate(start);
        Ok(worker.leave(best, alpha, beta))
    }
}
