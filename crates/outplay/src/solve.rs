//! Exact solving.
use crate::*;
/// stub
pub fn solve<P: Position, E: Evaluator<P>, O: Observer<P>>(
    line: &Line<P>,
    evaluator: &E,
    observer: &mut O,
    shared: &Shared<'_>,
) -> Report<P::Move> {
    mtdf(line, evaluator, observer, shared)
}
