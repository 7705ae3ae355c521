//! Matches between engines, ours and others': who plays whom, the clocks, what ends a game, and
//! what the results mean.

pub mod external;
pub mod stats;

mod adjudicate;
mod contender;
mod game;
mod journal;
mod openings;
mod own;
mod record;
mod run;
mod save;
mod schedule;
mod spec;
mod time;

pub use adjudicate::{DrawRule, Judge, ResignRule, Verdict};
pub use contender::{Action, Contender, Decision, Fault};
pub use external::External;
pub use game::{Ended, Reason, Rules, Seat, Thought, play};
pub use journal::{Journal, JournalError, Layout, Paths, Settings};
pub use openings::{Opening, Openings, Order, RandomPlies, split_line};
pub use own::Own;
pub use record::{Faults, GameResult, Record, Standing};
pub use run::{End, FAULTS, Finished, Maker, Match, MatchError};
pub use save::Scribe;
pub use schedule::{Fixture, Pairing, Schedule};
pub use spec::{Dialect, EngineKind, EngineLimits, EngineSpec, ExternalSpec};
pub use time::{GameClock, TimeControl};

use outplay::InputError;

/// The contender that a specification describes. A program is not started before its first game.
///
/// # Errors
/// If it can't be made.
pub fn contender(spec: &EngineSpec) -> Result<Box<dyn Contender>, InputError> {
    Ok(match &spec.kind {
        EngineKind::Own(profile) => Box::new(Own::new(profile.clone())),
        EngineKind::External(external) => Box::new(External::new(external.clone())?),
    })
}
