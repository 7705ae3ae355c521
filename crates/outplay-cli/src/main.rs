//! The `outplay` command: every game of the project under one command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    outplay_cli::run(outplay_games::ALL)
}
