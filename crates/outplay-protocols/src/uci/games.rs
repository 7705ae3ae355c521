//! The games that can be played by UCI, under the names that its programs have for them.

use outplay::{Entry, InputError, Session, open, quote};

use super::spelling::Spelling;

/// Chess960 as a variant has these names; as an option it has its own.
const CHESS960: [&str; 2] = ["chess960", "fischerandom"];

/// Which game is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Variant {
    /// The value of `UCI_Variant`.
    pub(super) name: String,
    /// The value of `UCI_Chess960`.
    pub(super) chess960: bool,
}

/// The games there are, and the one it began with.
#[derive(Clone, Debug)]
pub(super) struct Games {
    entries: Vec<Entry>,
    first: Variant,
    /// The first one's name with its parameters.
    first_game: String,
}

impl Games {
    /// # Errors
    /// If the game can't be opened, or UCI can't write its moves.
    pub(super) fn new(entries: &[Entry], game: &str) -> Result<Games, InputError> {
        let session = open(entries, game)?;
        let first_game = session.name();
        let is_chess = session.info().id == "chess";
        let first = Variant {
            name: if is_chess { "chess".to_owned() } else { first_game.clone() },
            chess960: is_chess && first_game.contains("chess960"),
        };
        let games = Games { entries: entries.to_vec(), first, first_game };
        check(&*session, game)?;
        Ok(games)
    }

    /// The one it began with.
    pub(super) fn first(&self) -> &Variant {
        &self.first
    }

    /// The names of all, the first one first.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names = vec![self.first.name.clone()];
        for Entry { info, .. } in &self.entries {
            let aliases = info.aliases.iter().map(|alias| alias.id);
            for name in core::iter::once(info.id).chain(aliases) {
                let known = names.iter().any(|known| known == name) || CHESS960.contains(&name);
                let fits =
                    || open(&self.entries, name).is_ok_and(|game| check(&*game, name).is_ok());
                if !known && fits() {
                    names.push(name.to_owned());
                }
            }
        }
        names
    }

    /// Whether there is chess among them.
    pub(super) fn have_chess(&self) -> bool {
        self.entries.iter().any(|entry| entry.info.id == "chess")
    }

    /// The variant of this name; Chess960 or not as `before` unless the name says.
    pub(super) fn variant(name: &str, before: &Variant) -> Variant {
        let name = name.to_ascii_lowercase();
        if CHESS960.contains(&name.as_str()) {
            return Variant { name: "chess".to_owned(), chess960: true };
        }
        Variant { name, chess960: before.chess960 }
    }

    /// The start of the game, and how its moves are written.
    ///
    /// # Errors
    /// If there is no such game, or UCI can't write its moves.
    pub(super) fn open(
        &self,
        variant: &Variant,
    ) -> Result<(Box<dyn Session>, Spelling), InputError> {
        let game = match (variant.name.as_str(), variant.chess960) {
            _ if *variant == self.first => &self.first_game,
            ("chess", true) => "chess960",
            (name, _) if name == self.first.name && name != "chess" => &self.first_game,
            (name, _) => name,
        };
        let session = open(&self.entries, game)?;
        check(&*session, game)?;
        // Who chooses xiangqi by name counts its ranks from 1, as GUIs with many variants do.
        // Who starts it as a xiangqi engine counts from 0, as engines of xiangqi alone do.
        let chosen = session.info().id == "xiangqi" && self.first.name != variant.name;
        Ok((session, if chosen { Spelling::FromOne } else { Spelling::Own }))
    }
}

/// Whether moves are single words, which is all that UCI can hold.
fn check(session: &dyn Session, game: &str) -> Result<(), InputError> {
    let fits = |text: &String| !text.is_empty() && !text.contains(char::is_whitespace);
    if session.legal().iter().all(fits) {
        return Ok(());
    }
    Err(InputError::new(format!("{} can't be played by UCI", quote(game)))
        .hint("its moves are not single words"))
}
