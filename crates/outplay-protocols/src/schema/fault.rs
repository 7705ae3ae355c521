//! Why a request can't be done.

use core::fmt;

use serde::Serialize;

use super::Id;

/// What kind of fault it is, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// Not a JSON object.
    Malformed,
    /// More than is taken: a line, a text or a list.
    TooLong,
    /// A field has the wrong type or a value that it can't have.
    Invalid,
    /// There is no such game, or no such type of request.
    Unknown,
    /// The position or a move is against the rules.
    Illegal,
    /// A move was asked for where the game is over.
    GameOver,
    /// Another request with this id is still running: the answer is about the new one.
    Duplicate,
    /// Too many requests wait already: try again later.
    Busy,
    /// It was terminated before it had begun.
    Terminated,
    /// It was begun and could not be done: no memory, or a fault of the program.
    Failed,
}

/// What is wrong with a request, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fault {
    /// What kind of fault it is.
    pub code: Code,
    /// What is wrong and what would be right, in one line for people.
    pub message: String,
    /// The field; in a list with the place, counted from 0: `moves[2]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Where in the line, in characters from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl Fault {
    /// A fault without a place.
    pub fn new(code: Code, message: impl fmt::Display) -> Fault {
        Fault { code, message: message.to_string(), field: None, column: None }
    }

    /// The field that is at fault.
    #[must_use]
    pub fn field(mut self, field: impl Into<String>) -> Fault {
        self.field = Some(field.into());
        self
    }

    /// Where in the line, in characters from 1.
    #[must_use]
    pub fn column(mut self, column: usize) -> Fault {
        self.column = Some(column);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// A [`Fault`], and the id of the request as far as it could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The request's id.
    pub id: Id,
    /// What is wrong with it.
    pub fault: Fault,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl std::error::Error for Refusal {}
