//! Moves one after the other: `h8h9i8`, and the words that stand between them.

use outplay::{Game, InputError, Position};

use super::{Gomoku, Move};

const WORDS: [(&str, Move); 4] =
    [("white", Move::WHITE), ("black", Move::BLACK), ("more", Move::MORE), ("pass", Move::PASS)];

/// What a move that is no stone is called.
pub(super) fn word(m: Move) -> &'static str {
    WORDS.iter().find(|(_, known)| *known == m).map_or("pass", |(word, _)| word)
}

/// A move that is no stone, upper and lower case alike.
pub(super) fn read_word(text: &str) -> Option<Move> {
    WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)).map(|&(_, m)| m)
}

/// The first move of a text that does not start with a space: a word, or a letter and digits. How
/// many bytes it takes.
fn token(text: &str) -> usize {
    let starts_with =
        |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    if let Some((word, _)) = WORDS.iter().find(|(word, _)| starts_with(word)) {
        return word.len();
    }
    let first = text.chars().next().map_or(0, char::len_utf8);
    let digits = text[first..].bytes().take_while(u8::is_ascii_digit).count();
    first + digits
}

/// Reads moves one after the other, with or without space or commas between them.
pub(super) fn read_moves(start: &Gomoku, text: &str) -> Result<Vec<Move>, InputError> {
    let mut position = start.clone();
    let (mut moves, mut place, mut rest) = (vec![], 0, text);
    loop {
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        place += rest[..rest.len() - trimmed.len()].chars().count();
        if trimmed.is_empty() {
            return Ok(moves);
        }
        if let Some(outcome) = position.outcome() {
            let what = format!("the game was over ({outcome}) after {} moves", moves.len());
            return Err(InputError::new(what).at(place).hint("end the moves there"));
        }
        let (word, after) = trimmed.split_at(token(trimmed));
        let m = position.read(word).map_err(|error| match error.place() {
            Some(_) => error,
            None => error.at(place),
        })?;
        position.play(m);
        moves.push(m);
        place += word.chars().count();
        rest = after;
    }
}

/// The position after some legal moves.
pub(super) fn follow(start: &Gomoku, moves: &[Move]) -> Gomoku {
    let mut position = start.clone();
    for &m in moves {
        position.play(m);
    }
    position
}
