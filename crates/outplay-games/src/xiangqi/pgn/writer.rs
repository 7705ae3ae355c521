//! From games to the text of a file.

use core::fmt::Write;

use outplay::{Game, InputError, MAX_NESTING, Player, Position, Transcript, Turn, quote};

use super::{GAME, OPEN, RESULTS, RULES, tidy};
use crate::xiangqi::{Xiangqi, notation};

/// Lines stay shorter than this where words allow it.
const WIDTH: usize = 80;

/// All games, one after the other, an empty line between them.
pub(in crate::xiangqi) fn write(
    start: &Xiangqi,
    games: &[Transcript],
) -> Result<String, InputError> {
    let mut text = String::new();
    for (number, game) in (1..).zip(games) {
        if number > 1 {
            text.push('\n');
        }
        write_game(&mut text, start, game)
            .map_err(|error| error.within(&format!("game {number}")))?;
    }
    Ok(text)
}

fn write_game(text: &mut String, start: &Xiangqi, game: &Transcript) -> Result<(), InputError> {
    let result = game.result.as_deref().unwrap_or(OPEN);
    if result != OPEN && !RESULTS.contains(&result) {
        let error = InputError::new(format!("PGN has no result {}", quote(result)));
        return Err(error.hint("it has 1-0, 0-1, 1/2-1/2 and *"));
    }
    tag(text, "Game", GAME)?;
    if let Some(rules) = game.game.as_deref().filter(|&name| name != Xiangqi::INFO.id) {
        tag(text, RULES, rules)?;
    }
    for (name, value) in &game.tags {
        tag(text, name, value)?;
    }
    tag(text, "Result", result)?;
    let position = match &game.start {
        None => start.clone(),
        Some(fen) => {
            let position = start.parse(fen)?;
            if position.to_string() != start.to_string() {
                tag(text, "FEN", &position.to_string())?;
            }
            position
        }
    };
    tag(text, "Format", "ICCS")?;
    text.push('\n');
    let mut writer = Writer { text, column: 0 };
    writer.comment(&game.comment)?;
    writer.line(position, &game.moves, 0)?;
    writer.word(result);
    writer.text.push('\n');
    Ok(())
}

fn tag(text: &mut String, name: &str, value: &str) -> Result<(), InputError> {
    let fits = |letter: char| letter.is_alphanumeric() || "_-+#=:.".contains(letter);
    if name.is_empty() || !name.chars().all(fits) {
        return Err(InputError::new(format!("{} can't be the name of a tag", quote(name))));
    }
    if value.contains(['\n', '\r']) {
        return Err(InputError::new(format!("the value of the tag {name} has several lines")));
    }
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    // Writing to a string can't fail.
    let _ = writeln!(text, "[{name} \"{value}\"]");
    Ok(())
}

struct Writer<'t> {
    text: &'t mut String,
    /// Characters in the last line.
    column: usize,
}

impl Writer<'_> {
    /// A word after a space, or on a new line.
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 && self.column + 1 + width >= WIDTH {
            self.text.push('\n');
            self.column = 0;
        }
        if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += width;
    }

    fn comment(&mut self, comment: &str) -> Result<bool, InputError> {
        let comment = tidy(comment);
        if comment.is_empty() {
            return Ok(false);
        }
        if comment.contains('}') {
            let error = InputError::new(format!("the comment {} has a }}", quote(&comment)));
            return Err(error.hint("a comment in PGN ends there"));
        }
        for word in format!("{{{comment}}}").split(' ') {
            self.word(word);
        }
        Ok(true)
    }

    /// Moves from a position on, with all that belongs to them.
    fn line(
        &mut self,
        mut position: Xiangqi,
        turns: &[Turn],
        nesting: usize,
    ) -> Result<(), InputError> {
        if nesting > MAX_NESTING {
            let what = format!("variations are nested more than {MAX_NESTING} deep");
            return Err(InputError::new(what));
        }
        // Black's move is numbered where it does not follow Red's directly.
        let mut numbered = true;
        for turn in turns {
            numbered |= self.comment(&turn.before)?;
            let m = position.read(&turn.text)?;
            let number = position.plies / 2 + 1;
            match position.turn() {
                Player::First => self.word(&format!("{number}.")),
                Player::Second if numbered => self.word(&format!("{number}...")),
                Player::Second => {}
            }
            self.word(&notation::write_iccs(m));
            numbered = self.remarks(turn)?;
            for variation in &turn.variations {
                numbered = true;
                self.word("(");
                self.line(position.clone(), variation, nesting + 1)?;
                self.word(")");
            }
            position.play(m);
        }
        Ok(())
    }

    /// Marks and the comment behind a move.
    fn remarks(&mut self, turn: &Turn) -> Result<bool, InputError> {
        if let Some((name, _)) = turn.properties.first() {
            return Err(InputError::new(format!("PGN has no place for {}", quote(name))));
        }
        for mark in &turn.nags {
            self.word(&format!("${mark}"));
        }
        self.comment(&turn.comment)
    }
}
