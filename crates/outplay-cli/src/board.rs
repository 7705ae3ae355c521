//! From the arguments to a session: the game, the position, the moves.

use std::path::Path;

use outplay::{Entry, InputError, MAX_PLY, Session, quote};

use crate::args::BoardArgs;
use crate::failure::Result;
use crate::gamefile::{self, Place};
use crate::input;
use crate::screen;

/// What stands for "read it from standard input".
const STDIN: &str = "-";

/// Opens the game that was named, or the only one there is.
pub(crate) fn open_game(games: &[Entry], name: Option<&str>) -> Result<Box<dyn Session>> {
    match (name, games) {
        (Some(name), _) => Ok(outplay::open(games, name)?),
        (None, [only]) => Ok(outplay::open(games, only.info.id)?),
        (None, _) => {
            let names = names(games).join(", ");
            Err(InputError::new("no game given").hint(format!("there are {names}")).into())
        }
    }
}

/// What games can be called, aliases included.
pub(crate) fn names(games: &[Entry]) -> Vec<&'static str> {
    let names = games.iter().flat_map(|entry| {
        let aliases = entry.info.aliases.iter().map(|alias| alias.id);
        core::iter::once(entry.info.id).chain(aliases)
    });
    names.collect()
}

/// The game's name in English, or that of the alias that it is.
pub(crate) fn title(session: &dyn Session) -> &'static str {
    let info = session.info();
    let name = session.name();
    let alias = info.aliases.iter().find(|alias| alias.id == name);
    alias.map_or(info.name, |alias| alias.name)
}

/// Opens the game, sets the position up, and plays the moves.
pub(crate) fn open(games: &[Entry], args: &BoardArgs) -> Result<Box<dyn Session>> {
    let position = args.position.as_deref();
    let moves = args.moves.as_deref();
    if position == Some(STDIN) && moves == Some(STDIN) {
        return Err(InputError::new("standard input can't be both position and moves")
            .hint("give one of them as text")
            .into());
    }
    let mut session = match &args.file {
        Some(path) => {
            if path == Path::new(STDIN) && moves == Some(STDIN) {
                return Err(InputError::new("standard input can't be both file and moves")
                    .hint("give one of them as text")
                    .into());
            }
            let place = Place { number: args.number, ply: args.ply };
            gamefile::open(games, args.game.as_deref(), path, place)?.session
        }
        None => open_game(games, args.game.as_deref())?,
    };
    if let Some(position) = position {
        session.set(text(position)?.trim())?;
    }
    if let Some(moves) = moves {
        play(session.as_mut(), &text(moves)?)?;
    }
    Ok(session)
}

fn text(argument: &str) -> Result<String> {
    if argument == STDIN { input::all_of_stdin() } else { Ok(argument.to_owned()) }
}

/// Plays moves separated by commas, blanks or line ends; in some games a word holds several.
fn play(session: &mut dyn Session, moves: &str) -> Result {
    if moves.trim().is_empty() {
        return Ok(());
    }
    let moves = moves.trim().trim_end_matches(',');
    // A blank is as good as a comma, but nothing between two commas is a missing move.
    let words = |part: &str| part.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let moves = moves.split(',').flat_map(|part| match words(part) {
        none if none.is_empty() => vec![String::new()],
        some => some,
    });
    for (index, word) in moves.enumerate() {
        let place = |error: InputError| error.within(&format!("move {}", index + 1));
        for m in session.split(&word).map_err(place)? {
            session.play(&m).map_err(place)?;
        }
    }
    Ok(())
}

/// A depth that the searches can reach. Says so if it is not the one given.
pub(crate) fn reachable(depth: u32) -> u32 {
    if depth > MAX_PLY {
        screen::note(&format!(
            "note: depth {depth} is more than the most, {MAX_PLY}: taken as that"
        ));
    }
    depth.min(MAX_PLY)
}

/// The side that was named: `first`, `second`, or what this game calls them.
pub(crate) fn side(
    session: &dyn Session,
    text: &str,
) -> core::result::Result<outplay::Player, InputError> {
    use outplay::Player::{First, Second};
    let names = session.info().players;
    let is = |name: &str| name.eq_ignore_ascii_case(text.trim());
    if is("first") || is(names[0]) {
        Ok(First)
    } else if is("second") || is(names[1]) {
        Ok(Second)
    } else {
        Err(InputError::new(format!("there is no side {}", quote(text)))
            .hint(format!("say first ({}) or second ({})", names[0], names[1])))
    }
}
