//! The words after `position`.

use outplay::{InputError, Session, follow};

use super::next_word;
use super::spelling::Spelling;

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

    /// The board with this position, its moves in this spelling or, if the game has two and they
    /// can't be in this one, in the other.
    ///
    /// # Errors
    /// If the position or a move is not right.
    pub(crate) fn reach(
        &self,
        board: &dyn Session,
        spelling: &mut Spelling,
    ) -> Result<Reached, InputError> {
        if board.info().id != "xiangqi" {
            return self.follow(board, *spelling);
        }
        if self.moves.iter().any(|word| spelling.excludes(word)) {
            *spelling = spelling.other();
        }
        let error = match self.follow(board, *spelling) {
            Ok(reached) => return Ok(reached),
            Err(error) => error,
        };
        // No rank told them apart, but in the wrong spelling a move is soon illegal.
        let reached = self.follow(board, spelling.other()).map_err(|_| error)?;
        *spelling = spelling.other();
        Ok(reached)
    }

    fn follow(&self, board: &dyn Session, spelling: Spelling) -> Result<Reached, InputError> {
        let moves: Vec<String> = self.moves.iter().map(|word| spelling.read(word)).collect();
        let mut board = board.fork();
        let mut anew = false;
        if let Err(error) = follow(&mut *board, self.start, &moves) {
            if !board.ended_by_repetition() {
                return Err(error);
            }
            for (number, text) in moves.iter().enumerate().skip(board.history().len()) {
                anew |= begin_anew(&mut *board)?;
                let place = format!("move {}", number + 1);
                board.play(text).map_err(|error| error.within(&place))?;
            }
        }
        anew |= begin_anew(&mut *board)?;
        let start = (anew || self.start.is_some()).then(|| board.start());
        Ok(Reached { board, start })
    }
}

/// A position that was reached.
pub(crate) struct Reached {
    pub(crate) board: Box<dyn Session>,
    /// Where its history begins; `None` is the start of the game.
    pub(crate) start: Option<String>,
}

/// Whether a game has ended is for the other program to say. If it goes on where it has ended by
/// repetition here, the position begins a new history.
fn begin_anew(board: &mut dyn Session) -> Result<bool, InputError> {
    let over = board.ended_by_repetition();
    if over {
        board.set(&board.position())?;
    }
    Ok(over)
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
