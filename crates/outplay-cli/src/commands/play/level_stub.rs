//! Stands in for the levels until they are there.
use outplay::{Analysis, InputError, Limits, Plan, Session, Stop};

#[derive(Clone, Copy, Debug)]
pub(super) struct Level(u8);
impl Level {
    pub(super) fn new(level: u8) -> Result<Level, InputError> {
        Ok(Level(level))
    }
}
pub(super) struct Choice {
    pub(super) best: String,
    pub(super) analysis: Analysis,
}
pub(super) fn choose(
    session: &mut dyn Session,
    level: Level,
    _seed: u64,
    threads: usize,
    stop: &Stop,
) -> Result<Choice, InputError> {
    let plan = Plan { limits: Limits::depth(level.0.into()), threads, ..Plan::default() };
    let analysis = session.search(&plan, stop, &mut |_| {})?;
    Ok(Choice { best: analysis.best.clone().unwrap_or_default(), analysis })
}
