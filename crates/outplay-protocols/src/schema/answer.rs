//! What is answered.

use core::time::Duration;

use outplay::{Analysis, Limits};
use serde::{Serialize, Serializer};

use super::{Description, Fault, GameInfo};

/// What a client calls a request.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Id {
    /// Nothing: `null` in answers.
    #[default]
    None,
    /// A whole number of 64 bits, with or without a sign, so that it comes back as it was sent.
    Number(serde_json::Number),
    /// A text.
    Text(String),
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Id::None => serializer.serialize_none(),
            Id::Number(number) => number.serialize(serializer),
            Id::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// Whether more answers will come; in JSON `type`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// An intermediate report.
    Update,
    /// The last answer: it was done.
    Result,
    /// The last answer: it was not done.
    Error,
}

/// One answer: its fields, and beside them those of its [`Body`].
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The request's id.
    pub id: Id,
    /// Whether more will come.
    #[serde(rename = "type")]
    pub stage: Stage,
    /// The number of the request's line in the input, from 1, where that is of use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// What is answered.
    #[serde(flatten)]
    pub body: Body,
    /// What was not understood or not done as asked; left out if there is nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// What is answered; all fields stand directly in the answer.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Body {
    /// To `analyze` and `move`: a report like that of `analyze --json`.
    Searched {
        /// The move chosen, for `move`.
        #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
        chosen: Option<String>,
        /// Whether the best move is one of those expected, and none to be avoided; only if the
        /// request names some.
        #[serde(skip_serializing_if = "Option::is_none")]
        right: Option<bool>,
        /// The limits that held.
        limits: LimitsUsed,
        /// The report.
        #[serde(flatten)]
        report: Box<Analysis>,
    },
    /// To `describe`.
    Described(Box<Description>),
    /// To `games`.
    Games {
        /// The games, in the order in which they are listed to people.
        games: Vec<GameInfo>,
    },
    /// To `terminate` and `terminate_all`.
    Terminated {
        /// How many requests were told to end.
        terminated: usize,
    },
    /// To `ping`.
    Pong {
        /// `true`.
        pong: bool,
    },
    /// To `version`.
    Version {
        /// The engine's name and its version.
        name: String,
        /// The version alone.
        version: String,
        /// Searches that run at the same time.
        workers: usize,
        /// Requests that can wait.
        queue: usize,
    },
    /// It was not done.
    Error {
        /// Why.
        error: Fault,
    },
}

/// The limits that held for a search; what is left out was not limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct LimitsUsed {
    /// Plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
}

impl From<&Limits> for LimitsUsed {
    fn from(limits: &Limits) -> LimitsUsed {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        LimitsUsed { depth: limits.depth, nodes: limits.nodes, time_ms: limits.time.map(millis) }
    }
}

impl Answer {
    /// The last answer to a request that was done.
    pub fn result(id: Id, body: Body) -> Answer {
        Answer { id, stage: Stage::Result, line: None, body, warnings: vec![] }
    }

    /// The last answer to a request that was not done.
    pub fn error(id: Id, error: Fault) -> Answer {
        let body = Body::Error { error };
        Answer { id, stage: Stage::Error, line: None, body, warnings: vec![] }
    }

    /// The same with the number of the request's line.
    #[must_use]
    pub fn on_line(self, line: u64) -> Answer {
        Answer { line: Some(line), ..self }
    }

    /// The same with warnings.
    #[must_use]
    pub fn warning(self, warnings: Vec<String>) -> Answer {
        Answer { warnings, ..self }
    }

    /// The answer on one line.
    pub fn to_line(&self) -> String {
        // Nothing in it can fail: all keys are texts, and nothing is written to.
        serde_json::to_string(self).unwrap_or_else(|_| {
            r#"{"id":null,"type":"error","error":{"code":"failed","message":"the answer can't be written"}}"#
                .to_owned()
        })
    }
}
