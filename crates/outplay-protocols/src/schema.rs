//! Requests and answers in JSON, the same wherever they are sent: JSON lines, batches, services.
//!
//! A [`Request`] is one JSON object. [`Request::parse`] reads it strictly: whatever is wrong with
//! it becomes a [`Fault`] that names the field and the place, and a field that nobody knows becomes
//! a warning. An [`Intake`] turns requests into [tasks](outplay::Task) under a [`Policy`]: what
//! holds where a request says nothing, and the most that it may ask for. An [`Answer`] is one JSON
//! object again.
//!
//! ```
//! use outplay_protocols::schema::{Intake, Policy, Request};
//! let mut intake = Intake::new(Policy::new(outplay_games::ALL));
//! let (request, warnings) = Request::parse(r#"{"id":7,"game":"tictactoe","depth":3,"colour":1}"#)?;
//! assert_eq!(warnings, ["there is no field 'colour'"]);
//! let accepted = intake.task(&request)?;
//! assert_eq!(accepted.task.profile.plan.limits.depth, Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod describe;
mod fault;
mod fields;
mod intake;
mod request;

pub use answer::{Answer, Body, Id, LimitsUsed, Stage};
pub use describe::{AliasInfo, Description, FormatInfo, GameInfo, ParameterInfo};
pub use fault::{Code, Fault, Refusal};
pub use intake::{Accepted, Expected, Intake, MAX_MOVES, Most, Policy};
pub use request::{Kind, Request, Updates};

#[cfg(test)]
mod tests;
