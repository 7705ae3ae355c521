//! The command `outplay-tune`.

mod fitting;
mod playing;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use outplay::Stop;
use outplay_tune::games;

/// Tunes the weights of evaluators on games of the engine against itself
#[derive(Parser)]
#[command(name = "outplay-tune", version, about)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(playing::Args),
    Fit(fitting::Args),
}

/// The exit code of a program that was ended by Ctrl-C, as shells give it.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let args = Args::parse();
    let stop = Stop::new();
    let handler = stop.clone();
    // The first one ends the work with what is done, the next one the program.
    let _ = ctrlc::set_handler(move || {
        if handler.is_raised() {
            std::process::exit(INTERRUPTED.into());
        }
        handler.raise();
    });
    let result = match args.command {
        Command::Play(args) => {
            games::with(&args.game.clone(), playing::Task { args, stop: stop.clone() })
        }
        Command::Fit(args) => {
            games::with(&args.game.clone(), fitting::Task { args, stop: stop.clone() })
        }
    };
    match result {
        None => ExitCode::from(2),
        Some(Ok(())) if stop.is_raised() => ExitCode::from(INTERRUPTED),
        Some(Ok(())) => ExitCode::SUCCESS,
        Some(Err(error)) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
