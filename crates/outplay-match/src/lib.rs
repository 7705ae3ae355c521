//! Matches between engines, ours and others': who plays whom, the clocks, what ends a game, and
//! what the results mean.

mod contender;

pub use contender::{Action, Contender, Decision, Fault};
