//! Makes the evaluator's tables of patterns: games that it plays with itself, labelled by exact
//! solving, and a regression on them. The example `othello_tune` is the tool.

mod errors;
mod fit;
mod games;

pub use super::weights::Model;
pub use errors::Errors as ForecastErrors;
pub use fit::{Errors, Fit};
pub use games::{Games, Sample};
