//! Files of recorded games: whatever formats a game has, and JSON for all of them.

use std::path::Path;

use outplay::{Entry, FileFormat, InputError, Outcome, Player, Session, Transcript, Turn, quote};
use serde::{Deserialize, Serialize};

use crate::board;
use crate::failure::Result;
use crate::{input, render};

/// The name of the format that every game has: transcripts as a JSON array.
pub(crate) const JSON: &str = "json";

const FORMAT: &str = "outplay-game";
const VERSION: u32 = 1;

/// A saved game of `play`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    version: u32,
    game: String,
    start: String,
    moves: Vec<String>,
    result: Option<Word>,
    resigned: Option<Word>,
    /// The end was claimed.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    claimed: bool,
}

#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum Word {
    First,
    Second,
    Draw,
}

impl From<Outcome> for Word {
    fn from(outcome: Outcome) -> Word {
        match outcome {
            Outcome::Win(player) => player.into(),
            Outcome::Draw => Word::Draw,
        }
    }
}

impl From<Player> for Word {
    fn from(player: Player) -> Word {
        match player {
            Player::First => Word::First,
            Player::Second => Word::Second,
        }
    }
}

/// What ended a game that the rules alone had not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// This player gave up.
    Resigned(Player),
    /// Somebody claimed this, and the rules allowed it.
    Claimed(Outcome),
}

/// How a game ended, giving up and claims included.
pub(crate) fn outcome(session: &dyn Session, ending: Option<Ending>) -> Option<Outcome> {
    match ending {
        Some(Ending::Resigned(player)) => Some(Outcome::Win(!player)),
        Some(Ending::Claimed(outcome)) => Some(outcome),
        None => session.outcome(),
    }
}

/// A game as it was loaded.
pub(crate) struct Loaded {
    pub(crate) session: Box<dyn Session>,
    pub(crate) ending: Option<Ending>,
}

/// Where in a file, and where in the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Which game, from 1.
    pub(crate) number: usize,
    /// How many plies of it; `None` is all.
    pub(crate) ply: Option<usize>,
}

/// Opens a game in a file and plays it again move by move. `name` is the game that was named with
/// it; a saved game tells its own.
pub(crate) fn open(
    games: &[Entry],
    name: Option<&str>,
    path: &Path,
    place: Place,
) -> Result<Loaded> {
    let shown = quote(&path.to_string_lossy());
    let text = contents(path)?;
    if is_saved_game(&text) {
        return Ok(saved(&text, games, place).map_err(|error| error.within(&shown))?);
    }
    let session = board::open_game(games, name)?;
    let transcripts = parse(session.as_ref(), path, &text).map_err(|error| error.within(&shown))?;
    let number = place.number;
    let count = transcripts.len();
    let transcript = transcripts.into_iter().nth(number.wrapping_sub(1)).ok_or_else(|| {
        InputError::new(format!("{shown} has no game number {number}"))
            .hint(format!("it has {count}"))
    })?;
    let session = replay(games, session, &transcript, place.ply)
        .map_err(|error| error.within(&format!("{shown}, game {number}")))?;
    Ok(Loaded { session, ending: None })
}

/// All games in a file.
pub(crate) fn read(session: &dyn Session, path: &Path) -> Result<Vec<Transcript>> {
    let text = contents(path)?;
    let within = |error: InputError| error.within(&quote(&path.to_string_lossy()));
    if is_saved_game(&text) {
        let document = document(&text).map_err(within)?;
        return Ok(vec![transcript(&document)]);
    }
    Ok(parse(session, path, &text).map_err(within)?)
}

fn contents(path: &Path) -> Result<String> {
    if path == Path::new("-") { input::games_on_stdin() } else { input::games(path) }
}

fn is_saved_game(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

fn parse(
    session: &dyn Session,
    path: &Path,
    text: &str,
) -> core::result::Result<Vec<Transcript>, InputError> {
    let formats = session.info().formats;
    if is_json(text) {
        return transcripts(text);
    }
    if let Some(format) = by_extension(formats, path) {
        return session.read_file(format.id, text);
    }
    match formats {
        [] => Err(InputError::new("this is no JSON document")
            .hint(format!("{} has no other files", session.info().id))),
        [only] => session.read_file(only.id, text),
        several => {
            let mut read = several.iter().map(|format| session.read_file(format.id, text));
            let all = several.iter().map(|format| format.id).collect::<Vec<_>>().join(", ");
            read.find_map(core::result::Result::ok).ok_or_else(|| {
                InputError::new("this is in none of the formats that the game has")
                    .hint(format!("it has {all}; a file name that ends in one says which"))
            })
        }
    }
}

/// An array of objects or of nothing: PGN begins with a bracket, too.
fn is_json(text: &str) -> bool {
    let rest = text.trim_start().strip_prefix('[').map(str::trim_start);
    rest.is_some_and(|rest| rest.starts_with(['{', ']']))
}

fn transcripts(text: &str) -> core::result::Result<Vec<Transcript>, InputError> {
    serde_json::from_str(text).map_err(|error| no_json("no recorded games", &error))
}

fn no_json(what: &str, error: &serde_json::Error) -> InputError {
    let reason: String = render::clean(&error.to_string()).chars().take(200).collect();
    InputError::new(format!("{what}: {reason}"))
}

/// The format that files of this name have.
pub(crate) fn by_extension(
    formats: &'static [FileFormat],
    path: &Path,
) -> Option<&'static FileFormat> {
    let extension = path.extension()?.to_str()?;
    formats.iter().find(|format| format.extension.eq_ignore_ascii_case(extension))
}

/// Plays a recorded game again.
fn replay(
    games: &[Entry],
    session: Box<dyn Session>,
    transcript: &Transcript,
    ply: Option<usize>,
) -> core::result::Result<Box<dyn Session>, InputError> {
    let mut session = match &transcript.game {
        Some(name) if *name != session.name() => outplay::open(games, name)?,
        _ => session,
    };
    if let Some(start) = &transcript.start {
        session.set(start)?;
    }
    let all = transcript.moves.len();
    let ply = ply.unwrap_or(all);
    if ply > all {
        let what = format!("the game has no ply {ply}");
        return Err(InputError::new(what).hint(format!("it has {all}")));
    }
    for (index, turn) in transcript.moves[..ply].iter().enumerate() {
        session.play(&turn.text).map_err(|error| error.within(&format!("move {}", index + 1)))?;
    }
    Ok(session)
}

fn document(text: &str) -> core::result::Result<Document, InputError> {
    let document: Document =
        serde_json::from_str(text).map_err(|error| no_json("no saved game", &error))?;
    if document.format != FORMAT || document.version != VERSION {
        let found = format!("{} version {}", quote(&document.format), document.version);
        return Err(InputError::new(format!("{found} is not known"))
            .hint(format!("this program reads {FORMAT} version {VERSION}")));
    }
    Ok(document)
}

fn transcript(document: &Document) -> Transcript {
    let result = document.result.map(|word| match word {
        Word::First => "1-0",
        Word::Second => "0-1",
        Word::Draw => "1/2-1/2",
    });
    Transcript {
        game: Some(document.game.clone()),
        start: Some(document.start.clone()),
        moves: document.moves.iter().map(Turn::new).collect(),
        result: result.map(str::to_owned),
        ..Transcript::default()
    }
}

/// A saved game, whose result must be right.
fn saved(text: &str, games: &[Entry], place: Place) -> core::result::Result<Loaded, InputError> {
    let document = document(text)?;
    if place.number != 1 {
        return Err(InputError::new(format!("there is no game number {}", place.number))
            .hint("a saved game is one"));
    }
    let session = outplay::open(games, &document.game)?;
    let session = replay(games, session, &transcript(&document), place.ply)?;
    if place.ply.is_some_and(|ply| ply < document.moves.len()) {
        return Ok(Loaded { session, ending: None });
    }
    let ending = ending(&document, session.as_ref())?;
    let reached = outcome(session.as_ref(), ending).map(Word::from);
    if document.result != reached {
        let say = |word: Option<Word>| {
            word.map_or("none".to_owned(), |word| format!("{word:?}").to_lowercase())
        };
        let (found, right) = (say(document.result), say(reached));
        return Err(InputError::new(format!("the result is given as {found}"))
            .hint(format!("the moves say {right}")));
    }
    Ok(Loaded { session, ending })
}

fn ending(
    document: &Document,
    session: &dyn Session,
) -> core::result::Result<Option<Ending>, InputError> {
    let player = match (document.resigned, document.claimed) {
        (None, false) => return Ok(None),
        (None, true) => {
            let claim = session.claim().map(Ending::Claimed);
            return claim.map(Some).ok_or_else(|| {
                InputError::new("an end is claimed that the rules do not give")
                    .hint("leave out \"claimed\"")
            });
        }
        (Some(_), true) => {
            return Err(InputError::new("a game can't be both resigned and claimed")
                .hint("leave out one of them"));
        }
        (Some(Word::First), false) => Player::First,
        (Some(Word::Second), false) => Player::Second,
        (Some(Word::Draw), false) => {
            return Err(InputError::new("a draw can't resign").hint("first or second can"));
        }
    };
    match session.outcome() {
        None => Ok(Some(Ending::Resigned(player))),
        Some(_) => {
            Err(InputError::new(format!("{player} can't have resigned")).hint("the game was over"))
        }
    }
}

/// Writes the game to a file: in one of the game's formats if the name ends in it, else as a saved
/// game. A file that is there and holds anything but a saved game is left alone, unless `ours`.
pub(crate) fn save(
    path: &Path,
    session: &dyn Session,
    ending: Option<Ending>,
    ours: bool,
) -> Result {
    let name = quote(&path.to_string_lossy());
    let is_saved = || input::file(path).is_ok_and(|text| document(&text).is_ok());
    if path.exists() && !ours && !is_saved() {
        let error = InputError::new(format!("{name} is there already and is no saved game"));
        return Err(error.hint("choose another name").into());
    }
    let result = outcome(session, ending).map(Word::from);
    let text = match by_extension(session.info().formats, path) {
        Some(format) if format.writes => {
            let mut transcript = session.transcript();
            transcript.result = result.map(|word| {
                match word {
                    Word::First => "1-0",
                    Word::Second => "0-1",
                    Word::Draw => "1/2-1/2",
                }
                .to_owned()
            });
            session.write_file(format.id, &[transcript])?
        }
        _ => {
            let resigned = match ending {
                Some(Ending::Resigned(player)) => Some(player.into()),
                _ => None,
            };
            let document = Document {
                format: FORMAT.to_owned(),
                version: VERSION,
                game: session.name(),
                start: session.start(),
                moves: session.history(),
                result,
                resigned,
                claimed: matches!(ending, Some(Ending::Claimed(_))),
            };
            serde_json::to_string_pretty(&document)? + "\n"
        }
    };
    input::save(path, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: Place = Place { number: 1, ply: None };

    fn document(moves: &str, rest: &str) -> String {
        format!(
            r#"{{"format":"outplay-game","version":1,"game":"tictactoe","start":"3/3/3 x","moves":[{moves}],{rest}}}"#
        )
    }

    #[test]
    fn saved_games_are_checked() {
        let open = r#""result":null,"resigned":null"#;
        let read = |text: &str| {
            saved(text, outplay_games::ALL, WHOLE).map(|loaded| loaded.session.position())
        };
        assert_eq!(read(&document(r#""b2","a3""#, open)).unwrap(), "o2/1x1/3 x");
        for (text, part) in [
            (String::new(), "no saved game"),
            ("[]".to_owned(), "no saved game"),
            (document(r#""b2","b2""#, open), "move 2"),
            (document("", r#""result":"draw","resigned":null"#), "the moves say none"),
            (document("", r#""result":null,"resigned":"first""#), "the moves say second"),
            (document("", r#""result":null,"resigned":"draw""#), "can't resign"),
            (document("", &format!(r#"{open},"claimed":true"#)), "claimed"),
            (document("", open).replace("tictactoe", "chess9"), "there is no game 'chess9'"),
            (document("", open).replace("3/3/3", "3/3"), "position"),
            (document("", open).replace(":1,", ":2,"), "version 2 is not known"),
            (document("", &format!(r#"{open},"more":1"#)), "unknown field"),
        ] {
            let error = read(&text).unwrap_err().to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
        let given_up = document("", r#""result":"second","resigned":"first""#);
        assert!(read(&given_up).is_ok());
    }

    #[test]
    fn a_part_of_a_game_is_played_again() {
        let text = document(r#""b2","a3","c3""#, r#""result":null,"resigned":null"#);
        let at = |ply| saved(&text, outplay_games::ALL, Place { number: 1, ply: Some(ply) });
        assert_eq!(at(1).unwrap().session.history(), ["b2"]);
        assert!(at(4).err().unwrap().to_string().contains("no ply 4"));
    }

    #[test]
    fn json_is_told_from_tags() {
        assert!(is_json(" [ {\"moves\":[]}]") && is_json("[]"));
        assert!(!is_json("[Event \"?\"]") && !is_json("(;GM[1])"));
        let games = transcripts(r#"[{"moves":[{"text":"b2","nags":[1]}]}]"#).unwrap();
        assert_eq!(games[0].moves[0].text, "b2");
        assert!(transcripts(&"[{\"moves\":[{\"variations\":[".repeat(500)).is_err());
        assert!(transcripts(&format!("[{}", "[".repeat(100_000))).is_err());
    }
}
