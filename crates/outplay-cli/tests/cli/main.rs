//! Runs the built programs and looks at what they say and how they exit.
#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod batch;
mod book;
mod called;
mod examples;
mod golden;
mod json;
mod matches;
mod play;
mod refusals;
mod speak;
mod streams;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a program did.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// Standard output of a program that is expected to succeed.
    pub(crate) fn success(self) -> String {
        assert_eq!(self.code, Some(0), "{}{}", self.stdout, self.stderr);
        self.stdout
    }

    /// The one JSON document that it printed.
    pub(crate) fn json(self) -> serde_json::Value {
        let stdout = self.success();
        assert_eq!(stdout.lines().count(), 1, "{stdout}");
        serde_json::from_str(&stdout).unwrap()
    }
}

/// The `outplay` command with nothing in its environment that changes its looks.
pub(crate) fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS"] {
        command.env_remove(variable);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a program with some bytes on its standard input.
pub(crate) fn run_program(program: &Path, args: &[&str], input: &[u8]) -> Ran {
    let mut child = command(program).args(args).spawn().unwrap();
    // It may leave without reading everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs `outplay` with nothing on its standard input.
pub(crate) fn outplay(args: &[&str]) -> Ran {
    outplay_reading(args, b"")
}

/// Runs `outplay` with some bytes on its standard input.
pub(crate) fn outplay_reading(args: &[&str], input: &[u8]) -> Ran {
    run_program(Path::new(env!("CARGO_BIN_EXE_outplay")), args, input)
}

/// A file name that no other test uses; nothing is there.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}
