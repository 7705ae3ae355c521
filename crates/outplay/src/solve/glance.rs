//! What can be said about a move without a search.

use crate::evaluator::Evaluator;
use crate::observer::Observer;
use crate::position::Position;
use crate::score::Score;
use crate::search::Worker;

use super::window::{At, turned};

/// What a glance at a move tells, as who makes it sees it.
pub(super) enum Glance {
    /// Its value, or a bound that settles the window.
    Settled(Score),
    /// Not enough.
    Open(Open),
}

/// A move that no glance settles.
#[derive(Clone, Copy)]
pub(super) struct Open {
    /// Among the candidates.
    pub(super) place: u32,
    /// How many plies from the root the position is that is to be searched.
    pub(super) ply: u32,
    /// Its key, 0 if the table is not to be asked.
    pub(super) key: u64,
    /// Who is to move there is who makes the move.
    pub(super) same_side: bool,
    /// [`Evaluator::look_rank`].
    pub(super) rank: i32,
}

impl Open {
    /// What the table remembers the move by: the position after it, so that symmetric positions
    /// can share it, or else its place.
    #[inline]
    pub(super) fn name(&self) -> u16 {
        if self.key == 0 { self.place as u16 } else { self.key as u16 }
    }

    /// The same, if it is the move at this place.
    #[inline]
    pub(super) fn name_of(&self, place: usize) -> Option<u16> {
        (self.place as usize == place).then(|| self.name())
    }
}

/// What is to be said about a move without a search.
#[inline]
pub(super) fn glance<P: Position, E: Evaluator<P>, O: Observer<P>>(
    worker: &mut Worker<'_, P, E, O>,
    m: P::Move,
    at: At,
) -> Glance {
    let step = worker.play(m);
    let glance = match settled(worker, at.after(&step)) {
        Glance::Settled(score) => Glance::Settled(turned(&step, score)),
        Glance::Open(open) => {
            let rank = worker.evaluator.look_rank(worker.line.position(), m);
            Glance::Open(Open { same_side: open.same_side == step.is_same_side(), rank, ..open })
        }
    };
    worker.take_back(m, step);
    glance
}

/// The value of the worker's position, if no search is needed for it: over, or proven by the game,
/// or so after moves that are forced.
pub(super) fn settled<P: Position, E: Evaluator<P>, O: Observer<P>>(
    worker: &mut Worker<'_, P, E, O>,
    mut at: At,
) -> Glance {
    let position = worker.line.position();
    let mut open = Open { place: 0, ply: at.ply, key: 0, same_side: true, rank: 0 };
    if at.depth == 0 || position.claim().is_some() {
        return Glance::Open(open);
    }
    if let Some(outcome) = position.outcome() {
        return Glance::Settled(worker.evaluator.terminal(position, outcome, at.ply));
    }
    let (least, most) = worker.evaluator.bounds(position);
    if let Some((score, _)) = at.narrow(least, most) {
        return Glance::Settled(score);
    }
    if let Some(m) = worker.evaluator.forced(position) {
        return glance(worker, m, at);
    }
    if let Some((score, _)) = at.prove(worker) {
        return Glance::Settled(score);
    }
    let plies_left = worker.evaluator.plies_left(worker.line.position());
    if E::SOLVE_PROBE_PLIES != u32::MAX && plies_left >= E::SOLVE_PROBE_PLIES {
        open.key = worker.evaluator.canonical_key(worker.line.position());
        worker.table.touch(open.key);
    }
    Glance::Open(open)
}
