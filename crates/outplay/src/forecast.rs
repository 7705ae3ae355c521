//! Multi-probcut: what a search of fewer plies says about one of more plies (Buro, "Experiments
//! with multi-probcut and a new high-quality evaluation function for Othello", 1997).

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::Observer;
use crate::position::Position;
use crate::score::Score;
use crate::search::{Inner, Worker};

/// A shallow search that foretells a deeper one: see [`Evaluator::forecast`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// The plies of the shallow search.
    pub depth: u32,
    /// How far beyond the window its value must be to be believed, in hundredths of a unit.
    pub margin: i32,
}

/// A bound on the value of a node with a null window that a shallow search makes likely. The side
/// of the window where the evaluation is tells which is worth asking about.
pub(crate) fn foretold<P: Position, E: Evaluator<P>, O: Observer<P>>(
    inner: &mut impl Inner<P, E>,
    worker: &mut Worker<'_, P, E, O>,
    depth: u32,
    ply: u32,
    (alpha, beta): (Score, Score),
) -> Result<Option<Score>, Stopped> {
    if !E::FORECASTS || beta > alpha.next() || alpha.is_decided() || beta.is_decided() {
        return Ok(None);
    }
    let position = worker.line.position();
    let Some(Forecast { depth: less, margin }) = worker.evaluator.forecast(position, depth) else {
        return Ok(None);
    };
    let good = worker.assess() >= beta;
    let found = if good {
        let high = beta.offset(margin);
        let score = inner.search(worker, less, ply, high.previous(), high)?;
        (score >= high).then_some(beta)
    } else {
        let low = alpha.offset(-margin);
        let score = inner.search(worker, less, ply, low, low.next())?;
        (score <= low).then_some(alpha)
    };
    if found.is_some() {
        worker.skip();
    }
    Ok(found)
}
