//! The whole command line for any list of games.
//!
//! A program with games of its own calls [`run`] with their entries, and is done:
//!
//! ```no_run
//! # const GAMES: &[outplay::Entry] = &[];
//! fn main() -> std::process::ExitCode {
//!     outplay_cli::run(GAMES)
//! }
//! ```
//!
//! With a single game, its name may be left out of the commands.

mod args;
mod board;
mod commands;
mod failure;
mod format;
mod gamefile;
mod input;
mod limits;
mod render;
mod screen;
mod signal;
mod words;

use std::process::ExitCode;

use outplay::Entry;

/// Reads the program's arguments and does what they say, with these games. Call it once, at the
/// end of `main`: it takes over Ctrl-C.
///
/// The exit code is 0 if it was done, 2 for unusable arguments or input, and 1 for anything else.
pub fn run(games: &[Entry]) -> ExitCode {
    let program = args::program_name();
    let cli = match args::parse(&program, games) {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let mut context = commands::Context::new(games, &program, &cli.output);
    failure::exit_code(commands::run(&cli.command, &mut context))
}
