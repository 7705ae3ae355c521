//! Saved games: a JSON document with the game, where it started, its moves and its result.
//!
//! ```json
//! {"format":"outplay-game","version":1,"game":"tictactoe","start":"3/3/3 x",
//!  "moves":["b2","a3"],"result":null,"resigned":null}
//! ```
//!
//! `result` is `"first"`, `"second"`, `"draw"` or null while the game goes on; `resigned` is the
//! side that gave up, or null. Everything is checked when a game is loaded.

use std::path::Path;

use outplay::{Entry, InputError, Outcome, Player, Session, quote};
use serde::{Deserialize, Serialize};

use crate::failure::Result;
use crate::{input, render};

const FORMAT: &str = "outplay-game";
const VERSION: u32 = 1;

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

/// A game as it was loaded.
pub(super) struct Saved {
    pub(super) session: Box<dyn Session>,
    pub(super) resigned: Option<Player>,
}

/// How a game ended, giving up included.
pub(super) fn outcome(session: &dyn Session, resigned: Option<Player>) -> Option<Outcome> {
    resigned.map(|player| Outcome::Win(!player)).or_else(|| session.outcome())
}

/// Writes the game to a file. A file that is there and holds anything but a saved game is left
/// alone.
pub(super) fn save(path: &Path, session: &dyn Session, resigned: Option<Player>) -> Result {
    let name = quote(&path.to_string_lossy());
    if path.exists() && !is_saved_game(path) {
        let error = InputError::new(format!("{name} is there already and is no saved game"));
        return Err(error.hint("choose another name").into());
    }
    let document = Document {
        format: FORMAT.to_owned(),
        version: VERSION,
        game: session.name(),
        start: session.start(),
        moves: session.history(),
        result: outcome(session, resigned).map(Word::from),
        resigned: resigned.map(Word::from),
    };
    let text = serde_json::to_string_pretty(&document)? + "\n";
    input::save(path, &text)
}

fn is_saved_game(path: &Path) -> bool {
    let text = input::file(path).unwrap_or_default();
    serde_json::from_str::<Document>(&text).is_ok_and(|document| document.format == FORMAT)
}

/// Reads a game from a file, and plays it again move by move.
pub(super) fn load(path: &Path, games: &[Entry]) -> Result<Saved> {
    let name = quote(&path.to_string_lossy());
    let text = input::file(path)?;
    Ok(read(&text, games).map_err(|error| error.within(&name))?)
}

fn read(text: &str, games: &[Entry]) -> core::result::Result<Saved, InputError> {
    let document: Document = serde_json::from_str(text).map_err(|error| {
        let reason: String = render::clean(&error.to_string()).chars().take(200).collect();
        InputError::new(format!("no saved game: {reason}"))
    })?;
    if document.format != FORMAT || document.version != VERSION {
        let found = format!("{} version {}", quote(&document.format), document.version);
        return Err(InputError::new(format!("{found} is not known"))
            .hint(format!("this program reads {FORMAT} version {VERSION}")));
    }
    let mut session = outplay::open(games, &document.game)?;
    session.set(&document.start)?;
    for (index, m) in document.moves.iter().enumerate() {
        session.play(m).map_err(|error| error.within(&format!("move {}", index + 1)))?;
    }
    let resigned = resigned(&document, session.as_ref())?;
    let reached = outcome(session.as_ref(), resigned).map(Word::from);
    if document.result != reached {
        let say = |word: Option<Word>| {
            word.map_or("none".to_owned(), |word| format!("{word:?}").to_lowercase())
        };
        let (found, right) = (say(document.result), say(reached));
        return Err(InputError::new(format!("the result is given as {found}"))
            .hint(format!("the moves say {right}")));
    }
    Ok(Saved { session, resigned })
}

fn resigned(
    document: &Document,
    session: &dyn Session,
) -> core::result::Result<Option<Player>, InputError> {
    let player = match document.resigned {
        None => return Ok(None),
        Some(Word::First) => Player::First,
        Some(Word::Second) => Player::Second,
        Some(Word::Draw) => {
            return Err(InputError::new("a draw can't resign").hint("first or second can"));
        }
    };
    match session.outcome() {
        None => Ok(Some(player)),
        Some(_) => {
            Err(InputError::new(format!("{player} can't have resigned")).hint("the game was over"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(moves: &str, rest: &str) -> String {
        format!(
            r#"{{"format":"outplay-game","version":1,"game":"tictactoe","start":"3/3/3 x","moves":[{moves}],{rest}}}"#
        )
    }

    #[test]
    fn saved_games_are_checked() {
        let open = r#""result":null,"resigned":null"#;
        let read =
            |text: &str| read(text, outplay_games::ALL).map(|saved| saved.session.position());
        assert_eq!(read(&document(r#""b2","a3""#, open)).unwrap(), "o2/1x1/3 x");
        for (text, part) in [
            (String::new(), "no saved game"),
            ("[]".to_owned(), "no saved game"),
            (document(r#""b2","b2""#, open), "move 2"),
            (document("", r#""result":"draw","resigned":null"#), "the moves say none"),
            (document("", r#""result":null,"resigned":"first""#), "the moves say second"),
            (document("", r#""result":null,"resigned":"draw""#), "can't resign"),
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
}
