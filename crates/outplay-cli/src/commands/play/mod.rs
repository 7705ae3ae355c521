//! `play`: a game at the terminal, or from a script on standard input.

mod command;
mod engine;
mod table;
mod talk;

use std::io::{self, IsTerminal, Write};

use outplay::{Level, Player, Session};

use self::engine::Strength;
use self::table::Table;
use super::Context;
use crate::args::PlayArgs;
use crate::failure::{Failure, Result};
use crate::gamefile::{self, Loaded, Place};
use crate::{board, input};

/// The one game of a file, from beginning to end.
const WHOLE: Place = Place { number: 1, ply: None };

/// The level if nothing is said about the engine's strength.
const DEFAULT_LEVEL: u8 = 5;

pub(super) fn run(args: &PlayArgs, context: &mut Context<'_>) -> Result {
    let loaded = match &args.load {
        Some(path) => gamefile::open(context.games, args.board.game.as_deref(), path, WHOLE)?,
        None => {
            let session = board::open(context.games, &args.board)?;
            Loaded { session, ending: None, tags: vec![] }
        }
    };
    let session = loaded.session.as_ref();
    context.notation(session)?;
    // Asks only where somebody can answer.
    let asks = context.screen.is_terminal() && io::stdin().is_terminal();
    let people = match &args.side {
        Some(text) => people(session, text)?,
        None if asks => match ask_side(session, context)? {
            Some(people) => people,
            None => return Ok(()),
        },
        None => [true, false],
    };
    let strength = match Strength::of(args, asks) {
        Some(strength) => strength,
        None if asks && people != [true, true] => match ask_level(args, context)? {
            Some(strength) => strength,
            None => return Ok(()),
        },
        None => Strength::level(Level::new(DEFAULT_LEVEL)?, args, asks),
    };
    strength.check()?;
    Table::new(context, loaded, people, strength, asks).run()
}

/// Which sides are people, from what `--side` or a command says.
fn people(session: &dyn Session, text: &str) -> Result<[bool; 2]> {
    match text.trim().to_ascii_lowercase().as_str() {
        "both" => Ok([true, true]),
        "none" => Ok([false, false]),
        _ => {
            let error = |error: outplay::InputError| {
                error.hint(format!("{}, both or none", sides(session).join(", ")))
            };
            Ok(match board::side(session, text).map_err(error)? {
                Player::First => [true, false],
                Player::Second => [false, true],
            })
        }
    }
}

/// What a side can be called: `first (x)`, `second (o)`.
fn sides(session: &dyn Session) -> [String; 2] {
    let call = |(name, number): (&&str, &str)| match *name == number {
        true => number.to_owned(),
        false => format!("{number} ({name})"),
    };
    let [first, second] = &session.info().players;
    [call((first, "first")), call((second, "second"))]
}

fn ask_side(session: &dyn Session, context: &mut Context<'_>) -> Result<Option<[bool; 2]>> {
    let question = format!("Your side: {}, both or none? [first] ", sides(session).join(", "));
    ask(context, &question, |answer| match answer {
        "" => Ok([true, false]),
        answer => people(session, answer),
    })
}

fn ask_level(args: &PlayArgs, context: &mut Context<'_>) -> Result<Option<Strength>> {
    let question = format!("The engine's level, 1 to 10? [{DEFAULT_LEVEL}] ");
    ask(context, &question, |answer| match answer {
        "" => Ok(Strength::level(Level::new(DEFAULT_LEVEL)?, args, true)),
        answer => Ok(Strength::level(answer.parse()?, args, true)),
    })
}

/// Asks until the answer is usable; `None` at the end of input.
fn ask<T>(
    context: &mut Context<'_>,
    question: &str,
    read: impl Fn(&str) -> Result<T>,
) -> Result<Option<T>> {
    loop {
        write!(context.screen, "{question}")?;
        context.screen.flush()?;
        let Some(line) = input::line()? else {
            writeln!(context.screen)?;
            return Ok(None);
        };
        match read(&line) {
            Ok(answer) => return Ok(Some(answer)),
            Err(Failure::Usage(message)) => {
                writeln!(context.screen, "{message}")?;
            }
            Err(failure) => return Err(failure),
        }
    }
}
