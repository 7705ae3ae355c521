//! Matches between engines, ours and others': who plays whom, the clocks, what ends a game, and
//! what the results mean.

mod contender;
pub mod external;
mod spec;
mod time;

pub use contender::{Action, Contender, Decision, Fault};
pub use external::External;
pub use spec::{Dialect, EngineKind, EngineLimits, EngineSpec, ExternalSpec};
pub use time::{GameClock, TimeControl};
