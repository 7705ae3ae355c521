//! `convert`: recorded games from one format into another.

use std::io::Write;

use outplay::{InputError, Session, Transcript, quote};

use super::Context;
use crate::args::ConvertArgs;
use crate::board;
use crate::failure::Result;
use crate::format::{self, Align};
use crate::{gamefile, input};

pub(super) fn run(args: &ConvertArgs, context: &mut Context<'_>) -> Result {
    let session = board::open_game(context.games, Some(&args.game))?;
    let session = session.as_ref();
    let games = gamefile::read(context.games, session, &args.file)?;
    let Some(format) = wanted(args, session)? else {
        return list(&games, context);
    };
    let text = match format {
        gamefile::JSON => serde_json::to_string(&games)? + "\n",
        format => session.write_file(format, &games)?,
    };
    match &args.output {
        Some(path) => {
            input::save(path, &text)?;
            if context.screen.json {
                return context.screen.document(&serde_json::json!({ "games": games.len() }));
            }
            let count = format::count(games.len() as u64, "game");
            writeln!(context.screen, "{count} written to {}", path.display())?;
            Ok(())
        }
        None if context.screen.json && format != gamefile::JSON => {
            Err(InputError::new(format!("--json can't print {format}"))
                .hint("leave one of them out, or name an --output")
                .into())
        }
        None => context.screen.raw(&text),
    }
}

/// The format to write, by its name or by the file's.
fn wanted(args: &ConvertArgs, session: &dyn Session) -> Result<Option<&'static str>> {
    let formats = session.info().formats;
    let writable = formats.iter().filter(|format| format.writes);
    let mut known: Vec<_> = writable.map(|format| format.id).collect();
    known.push(gamefile::JSON);
    let refuse = |what: String| -> Result<_> {
        Err(InputError::new(what).hint(format!("it can write {}", known.join(", "))).into())
    };
    if let Some(name) = &args.to {
        return match known.iter().find(|id| id.eq_ignore_ascii_case(name)) {
            Some(&id) => Ok(Some(id)),
            None => refuse(format!("{} can't write {}", session.info().id, quote(name))),
        };
    }
    let Some(path) = &args.output else {
        return Ok(None);
    };
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(gamefile::JSON)) {
        return Ok(Some(gamefile::JSON));
    }
    match gamefile::by_extension(formats, path) {
        Some(format) if format.writes => Ok(Some(format.id)),
        _ => refuse(format!("{} names no format", quote(&path.to_string_lossy()))),
    }
}

/// What is in the file, for people; all of it for programs.
fn list(games: &[Transcript], context: &mut Context<'_>) -> Result {
    if context.screen.json {
        return context.screen.document(&games);
    }
    let row = |(index, game): (usize, &Transcript)| {
        let tag = |names: [&str; 4]| {
            let known = |name: &&str| game.tags.iter().find(|(tag, _)| tag == name);
            names.iter().find_map(known).map_or("?".to_owned(), |(_, text)| shorten(text))
        };
        vec![
            (index + 1).to_string(),
            tag(["White", "PB", "Red", "First"]),
            tag(["Black", "PW", "Black", "Second"]),
            game.result.as_deref().map_or("*".to_owned(), shorten),
            format::plies(u32::try_from(game.moves.len()).unwrap_or(u32::MAX)),
        ]
    };
    let heading = ["game", "first", "second", "result", "length"].map(str::to_owned).to_vec();
    let rows: Vec<_> = core::iter::once(heading).chain(games.iter().enumerate().map(row)).collect();
    let align = [Align::Right, Align::Left, Align::Left, Align::Left, Align::Right];
    let lines = format::table(&align, &rows);
    context.lines(&lines)
}

/// A text from a file on one short line.
fn shorten(text: &str) -> String {
    const LONGEST: usize = 30;
    let clean = crate::render::clean(text);
    match clean.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &clean[..end]),
        None => clean,
    }
}
