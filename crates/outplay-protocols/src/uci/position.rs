//! The words after `position`.

use outplay::{InputError, Session};

use super::next_word;
use super::spelling::{Spelling, follow_spelled};

/// A position as it was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wanted<'l> {
    /// The text of the position; `None` is the start of the game.
    pub(crate) start: Option<&'l str>,
    pub(crate) moves: Vec<&'l str>,
}

impl<'l> Wanted<'l> {
    /// Reads `startpos` or `fen TEXT`, then perhaps `moves …`.
    ///
    /// # Errors
    /// If there is neither of the two.
    pub(crate) fn read(text: &'l str) -> Result<Wanted<'l>, InputError> {
        let (mut word, mut rest) = next_word(text);
        while !matches!(word, "startpos" | "fen" | "") {
            (word, rest) = next_word(rest);
        }
        let (before, moves) = split_at_word(rest, "moves");
        let start = match word {
            "startpos" => None,
            "fen" => Some(before.trim()),
            _ => {
                let error = InputError::new("position: neither startpos nor fen");
                return Err(error.hint("write position startpos moves e2e4"));
            }
        };
        Ok(Wanted { start, moves: moves.split_whitespace().collect() })
    }

    /// The board with this position.
    ///
    /// # Errors
    /// If the position or a move is not right.
    pub(crate) fn reach(
        &self,
        board: &dyn Session,
        spelling: &mut Spelling,
    ) -> Result<Box<dyn Session>, InputError> {
        follow_spelled(board, self.start, &self.moves, spelling)
    }
}

/// What stands before and after a word.
fn split_at_word<'l>(text: &'l str, wanted: &str) -> (&'l str, &'l str) {
    let mut rest = text;
    loop {
        let (word, after) = next_word(rest);
        if word.is_empty() {
            return (text, "");
        }
        if word == wanted {
            let before = text.len() - after.len() - word.len();
            return (&text[..before], after);
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        let read = |text| Wanted::read(text).unwrap();
        assert_eq!(read(" startpos "), Wanted { start: None, moves: vec![] });
        assert_eq!(
            read("please startpos moves a b"),
            Wanted { start: None, moves: vec!["a", "b"] }
        );
        let text = "fen 4 4 / 4  4 first moves 1";
        assert_eq!(read(text), Wanted { start: Some("4 4 / 4  4 first"), moves: vec!["1"] });
        assert_eq!(read("fen"), Wanted { start: Some(""), moves: vec![] });
        assert!(Wanted::read("moves e2e4").is_err() && Wanted::read("").is_err());
    }
}
