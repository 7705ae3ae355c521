//! Files of recorded games: whatever formats a game has, and JSON for all of them.

use std::path::Path;

use outplay::{Entry, FileFormat, InputError, Outcome, Player, Session, Transcript, Turn, quote};
use serde::{Deserialize, Serialize};

use crate::board;
use crate::failure::Result;
use crate::{input, render, screen};

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
    /// Both sides took a draw.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    agreed: bool,
}

#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum Word {
    First,
    Second,
    Draw,
}

impl Word {
    /// The result as tables of tournaments write it.
    const fn score(self) -> &'static str {
        match self {
            Word::First => "1-0",
            Word::Second => "0-1",
            Word::Draw => "1/2-1/2",
        }
    }
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
    /// Both sides took a draw.
    Agreed,
}

/// How a game ended, giving up and claims included.
pub(crate) fn outcome(session: &dyn Session, ending: Option<Ending>) -> Option<Outcome> {
    match ending {
        Some(Ending::Resigned(player)) => Some(Outcome::Win(!player)),
        Some(Ending::Claimed(outcome)) => Some(outcome),
        Some(Ending::Agreed) => Some(Outcome::Draw),
        None => session.outcome(),
    }
}

/// A game as it was loaded.
pub(crate) struct Loaded {
    pub(crate) session: Box<dyn Session>,
    pub(crate) ending: Option<Ending>,
    /// What the file says of the game: who played, when.
    pub(crate) tags: Vec<(String, String)>,
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
    let whole = place.ply.is_none_or(|ply| ply == transcript.moves.len());
    let ending = if whole { recorded_end(session.as_ref(), &transcript) } else { None };
    if place.number == 1 && count > 1 {
        screen::note(&format!("note: {shown} holds {count} games; this is the first"));
    }
    Ok(Loaded { session, ending, tags: transcript.tags })
}

/// How a recorded game ended that its moves leave open.
fn recorded_end(session: &dyn Session, transcript: &Transcript) -> Option<Ending> {
    if session.outcome().is_some() {
        return None;
    }
    match transcript.result.as_deref()? {
        "1-0" => Some(Ending::Resigned(Player::Second)),
        "0-1" => Some(Ending::Resigned(Player::First)),
        "1/2-1/2" => Some(Ending::Agreed),
        _ => None,
    }
}

/// All games in a file, each of them checked.
pub(crate) fn read(games: &[Entry], session: &dyn Session, path: &Path) -> Result<Vec<Transcript>> {
    let text = contents(path)?;
    let within = |error: InputError| error.within(&quote(&path.to_string_lossy()));
    if is_saved_game(&text) {
        saved(&text, games, Place { number: 1, ply: None }).map_err(within)?;
        let transcripts = vec![transcript(&document(&text).map_err(within)?)];
        return Ok(check(games, session, transcripts).map_err(within)?);
    }
    let transcripts = parse(session, path, &text).map_err(within)?;
    // The game's own readers have checked theirs.
    match is_json(&text) {
        true => Ok(check(games, session, transcripts).map_err(within)?),
        false => Ok(transcripts),
    }
}

/// Whether JSON holds games of this kind whose moves, variations included, are legal.
fn check(
    games: &[Entry],
    session: &dyn Session,
    transcripts: Vec<Transcript>,
) -> core::result::Result<Vec<Transcript>, InputError> {
    for (index, transcript) in transcripts.iter().enumerate() {
        let place = |error: InputError| error.within(&format!("game {}", index + 1));
        let name = transcript.game.clone().unwrap_or_else(|| session.name());
        let mut board = outplay::open(games, &name).map_err(place)?;
        if board.info().id != session.info().id {
            let what = format!("{} is not {}", quote(&name), session.info().id);
            return Err(place(InputError::new(what).hint("convert each game by its own name")));
        }
        if let Some(start) = &transcript.start {
            board.set(start).map_err(place)?;
        }
        check_line(board.as_mut(), &transcript.moves).map_err(place)?;
    }
    Ok(transcripts)
}

/// Plays a line and takes it back. Whoever read it has bounded how deep variations go.
fn check_line(board: &mut dyn Session, line: &[Turn]) -> core::result::Result<(), InputError> {
    for (index, turn) in line.iter().enumerate() {
        let place = |error: InputError| error.within(&format!("move {}", index + 1));
        for variation in &turn.variations {
            if variation.is_empty() {
                let error = InputError::new("a variation without moves");
                return Err(place(error.hint("leave it out")));
            }
            check_line(board, variation).map_err(|error| place(error.within("variation")))?;
        }
        let written = board.play(&turn.text).map_err(place)?;
        if written != turn.text {
            let what = format!("{} is not how programs write it", quote(&turn.text));
            return Err(place(InputError::new(what).hint(format!("write {written}"))));
        }
    }
    for _ in line {
        board.undo();
    }
    Ok(())
}

fn contents(path: &Path) -> Result<String> {
    if path == Path::new("-") { input::games_on_stdin() } else { input::games(path) }
}

/// An object with a first key: in PGN, a brace begins a comment.
fn is_saved_game(text: &str) -> bool {
    let rest = text.trim_start().strip_prefix('{').map(str::trim_start);
    rest.is_some_and(|rest| rest.starts_with(['"', '}']))
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
    let result = document.result.map(Word::score);
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
        return Ok(Loaded { session, ending: None, tags: vec![] });
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
    Ok(Loaded { session, ending, tags: vec![] })
}

fn ending(
    document: &Document,
    session: &dyn Session,
) -> core::result::Result<Option<Ending>, InputError> {
    let player = match (document.resigned, document.claimed) {
        (None, false) if document.agreed && session.outcome().is_none() => {
            return Ok(Some(Ending::Agreed));
        }
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
    tags: &[(String, String)],
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
            transcript.tags = tags.to_vec();
            transcript.result = result.map(|word| word.score().to_owned());
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
                agreed: ending == Some(Ending::Agreed),
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
    fn json_is_checked() {
        let session = outplay::open(outplay_games::ALL, "tictactoe").unwrap();
        let read = |text: &str| {
            let games = transcripts(text)?;
            check(outplay_games::ALL, session.as_ref(), games)
        };
        assert!(read(r#"[{"moves":[{"text":"b2","variations":[[{"text":"a1"}]]}]}]"#).is_ok());
        for (text, part) in [
            (r#"[{"moves":[{"text":"z9"}]}]"#, "game 1: move 1"),
            (r#"[{},{"moves":[{"text":"b2"},{"text":"b2"}]}]"#, "game 2: move 2"),
            (r#"[{"moves":[{"text":"B2"}]}]"#, "write b2"),
            (r#"[{"game":"nim"}]"#, "is not mnk"),
            (r#"[{"game":"foo"}]"#, "there is no game"),
            (r#"[{"start":"zz"}]"#, "game 1"),
            (r#"[{"moves":[{"text":"b2","variations":[[]]}]}]"#, "without moves"),
            (r#"[{"moves":[{"text":"b2","variations":[[{"text":"q"}]]}]}]"#, "variation"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn json_is_told_from_tags() {
        assert!(is_saved_game(" { \"format\":1}") && !is_saved_game("{a comment} 1. e4"));
        assert!(is_json(" [ {\"moves\":[]}]") && is_json("[]"));
        assert!(!is_json("[Event \"?\"]") && !is_json("(;GM[1])"));
        let games = transcripts(r#"[{"moves":[{"text":"b2","nags":[1]}]}]"#).unwrap();
        assert_eq!(games[0].moves[0].text, "b2");
        assert!(transcripts(&"[{\"moves\":[{\"variations\":[".repeat(500)).is_err());
        assert!(transcripts(&format!("[{}", "[".repeat(100_000))).is_err());
    }
}
