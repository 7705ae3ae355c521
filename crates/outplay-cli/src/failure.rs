//! Why a command was not done, and the exit code that says so.

use std::io;
use std::process::ExitCode;

use outplay::InputError;

use crate::screen;
use crate::signal::INTERRUPTED;

/// What commands return.
pub(crate) type Result<T = ()> = core::result::Result<T, Failure>;

/// Why a command was not done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Unusable arguments or input: exit code 2.
    Usage(String),
    /// Anything else: exit code 1.
    Other(anyhow::Error),
    /// Nobody reads our output any more. No reason to complain.
    Unheard,
    /// Ctrl-C ended it before all was done: exit code 130. What there is to say was said.
    Interrupted,
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::Unheard
        } else {
            Failure::Other(error.into())
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        match error.io_error_kind() {
            Some(kind) => io::Error::from(kind).into(),
            None => Failure::Other(error.into()),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Other(error)
    }
}

/// Complains on the error stream, if there is reason to, and says how to exit.
pub(crate) fn exit_code(result: Result) -> ExitCode {
    match result {
        Ok(()) | Err(Failure::Unheard) => ExitCode::SUCCESS,
        Err(Failure::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(Failure::Usage(message)) => {
            screen::complain(&message);
            ExitCode::from(2)
        }
        Err(Failure::Other(error)) => {
            screen::complain(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}
