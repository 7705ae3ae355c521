//! The protocols that game programs speak, as state machines: lines in, lines and searches out.
//!
//! A [`Protocol`] reads and writes nothing. It is told what was received and how searches go on, and
//! says what to send and what to search; a [`desk`] gives it threads to search on, and reads the
//! files it asks for; a program connects the desk with its input and output. The other side, for programs that talk to
//! engines, is [`client`].

pub mod client;
pub mod desk;
mod gomocup;
mod gtp;
mod json;
mod lines;
mod nboard;
mod protocol;
pub mod schema;
mod ucci;
mod uci;
mod waiting;

pub use gomocup::Gomocup;
pub use gtp::Gtp;
pub use json::{Json, MAX_QUEUED, MAX_QUEUED_BYTES};
pub use lines::{Line, Lines, MAX_LINE};
pub use nboard::NBoard;
pub use protocol::{Answer, Job, JobId, News, Output, Protocol, Setup, Work};
pub use ucci::Ucci;
pub use uci::Uci;

/// The protocols by name: what `outplay speak` offers.
pub const NAMES: [&str; 6] = ["uci", "ucci", "gomocup", "gtp", "nboard", "json"];

/// The game that a protocol plays if none is named; `None` if every request names its own.
pub fn usual_game(protocol: &str) -> Option<&'static str> {
    match protocol {
        "uci" => Some("chess"),
        "ucci" => Some("xiangqi"),
        "gomocup" => Some("gomoku"),
        "gtp" => Some("go"),
        "nboard" => Some("othello"),
        _ => None,
    }
}

/// The protocol of this name, see [`NAMES`].
///
/// # Errors
/// If there is no such protocol, or it can't play the game.
pub fn protocol(name: &str, setup: Setup) -> Result<Box<dyn Protocol>, outplay::InputError> {
    Ok(match name {
        "uci" => Box::new(Uci::new(setup)?),
        "ucci" => Box::new(Ucci::new(setup)?),
        "gomocup" => Box::new(Gomocup::new(setup)?),
        "gtp" => Box::new(Gtp::new(setup)?),
        "nboard" => Box::new(NBoard::new(setup)?),
        "json" => Box::new(Json::new(setup)?),
        _ => {
            let what = format!("there is no protocol {}", outplay::quote(name));
            return Err(
                outplay::InputError::new(what).hint(format!("there are {}", NAMES.join(", ")))
            );
        }
    })
}
