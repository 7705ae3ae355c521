//! Writes games in the export form.

use outplay::{Game, InputError, MAX_NESTING, Position, Transcript, Turn, quote};

use super::{OPEN, OWN_TAGS, RESULTS, tags, tidy};
use crate::chess::{Chess, san};

/// The tags that every game must have, and what they say if nothing is known. The result is the
/// seventh.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];
/// Characters in a line at most.
const WIDTH: usize = 79;

/// Writes games one after the other. `start` gives the rules of those that don't say.
pub(in crate::chess) fn write(start: &Chess, games: &[Transcript]) -> Result<String, InputError> {
    let mut out = String::new();
    for (number, game) in (1..).zip(games) {
        if number > 1 {
            out.push('\n');
        }
        let within = |error: InputError| match games.len() {
            1 => error,
            _ => error.within(&format!("game {number}")),
        };
        write_game(start, game, &mut out).map_err(within)?;
    }
    Ok(out)
}

fn write_game(start: &Chess, game: &Transcript, out: &mut String) -> Result<(), InputError> {
    let usual = match &game.game {
        Some(name) => tags::named(name)?,
        None => start.clone(),
    };
    let position = match &game.start {
        Some(text) => usual.parse(text).map_err(|error| error.within("start"))?,
        None => usual,
    };
    let result = match game.result.as_deref() {
        None => OPEN,
        Some(text) => {
            let known = RESULTS.into_iter().chain([OPEN]).find(|&result| result == text);
            known.ok_or_else(|| {
                InputError::new(format!("{} is no result of chess", quote(text)))
                    .hint("it is 1-0, 0-1, 1/2-1/2 or *")
            })?
        }
    };
    write_tags(game, &position, result, out)?;
    out.push('\n');
    let mut words = Words { out, column: 0, held: String::new(), opening: String::new() };
    words.comment(&game.comment);
    write_line(&position, &game.moves, 0, &mut words)?;
    words.word(result);
    words.end();
    Ok(())
}

fn write_tags(
    game: &Transcript,
    position: &Chess,
    result: &str,
    out: &mut String,
) -> Result<(), InputError> {
    let given = |name: &str| game.tags.iter().find(|(given, _)| given == name);
    for (name, unknown) in ROSTER {
        write_tag(name, given(name).map_or(unknown, |(_, value)| value), out);
    }
    write_tag("Result", result, out);
    if position.free_castling {
        write_tag("Variant", "Chess960", out);
    }
    if position.free_castling || *position != Chess::default() {
        write_tag("SetUp", "1", out);
        write_tag("FEN", &position.to_string(), out);
    }
    for (name, value) in &game.tags {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if name.is_empty() || !name.bytes().all(plain) {
            return Err(InputError::new(format!("{} can't be a tag's name", quote(name)))
                .hint("it is made of letters, digits and _"));
        }
        let in_roster = ROSTER.iter().any(|(known, _)| known == name);
        if !in_roster && !OWN_TAGS.contains(&&name[..]) {
            write_tag(name, value, out);
        }
    }
    Ok(())
}

fn write_tag(name: &str, value: &str, out: &mut String) {
    out.push_str(&format!("[{name} \""));
    for letter in value.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out.push_str("\"]\n");
}

/// Writes a line of moves with everything said about them.
fn write_line(
    start: &Chess,
    turns: &[Turn],
    depth: usize,
    words: &mut Words<'_>,
) -> Result<(), InputError> {
    let mut position = start.clone();
    // Black's move needs its number where White's does not stand right before it.
    let mut number = true;
    for turn in turns {
        let full = position.board().fullmove_number();
        let m = position.read(&turn.text).map_err(|error| error.within(&format!("move {full}")))?;
        if let Some((name, _)) = turn.properties.first() {
            return Err(InputError::new(format!("PGN can't hold property {}", quote(name))));
        }
        words.comment(&turn.before);
        let white = position.turn() == outplay::Player::First;
        if white {
            words.word(&format!("{full}."));
        } else if number || !turn.before.is_empty() {
            words.word(&format!("{full}..."));
        }
        words.word(&san::write(&position, m));
        for nag in &turn.nags {
            words.word(&format!("${nag}"));
        }
        words.comment(&turn.comment);
        for variation in &turn.variations {
            if depth == MAX_NESTING {
                let what = format!("variations are nested more than {MAX_NESTING} deep");
                return Err(InputError::new(what));
            }
            words.open();
            write_line(&position, variation, depth + 1, words)?;
            words.close();
        }
        number = !turn.comment.is_empty() || !turn.variations.is_empty();
        position.play(m);
    }
    Ok(())
}

/// Words on lines that are not too long.
struct Words<'o> {
    out: &'o mut String,
    column: usize,
    /// The last word: a parenthesis may still have to be joined to it.
    held: String,
    /// Parentheses to be joined to the next word.
    opening: String,
}

impl Words<'_> {
    fn word(&mut self, word: &str) {
        self.flush();
        self.held = core::mem::take(&mut self.opening);
        self.held.push_str(word);
    }

    fn flush(&mut self) {
        let word = core::mem::take(&mut self.held);
        if word.is_empty() {
            return;
        }
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.line_break();
        }
        // A line that starts with % would be skipped.
        if self.column > 0 || word.starts_with('%') {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(&word);
        self.column += length;
    }

    fn line_break(&mut self) {
        if self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
    }

    fn open(&mut self) {
        self.opening.push('(');
    }

    fn close(&mut self) {
        self.held.push(')');
    }

    fn comment(&mut self, text: &str) {
        let text = tidy(text);
        if text.is_empty() {
            return;
        }
        if text.contains('}') {
            return self.rest_of_line(&text);
        }
        let words: Vec<&str> = text.split(' ').collect();
        for (at, word) in words.iter().enumerate() {
            let first = if at == 0 { "{" } else { "" };
            let last = if at + 1 == words.len() { "}" } else { "" };
            self.word(&format!("{first}{word}{last}"));
        }
    }

    /// A comment that holds a brace: it runs to the end of the line.
    fn rest_of_line(&mut self, text: &str) {
        self.flush();
        if !self.opening.is_empty() {
            // A parenthesis can't wait for a word on the next line.
            self.held = core::mem::take(&mut self.opening);
            self.flush();
        }
        self.line_break();
        for word in text.split(' ') {
            if self.column > 0 && self.column + 1 + word.chars().count() > WIDTH {
                self.line_break();
            }
            self.out.push_str(if self.column == 0 { "; " } else { " " });
            self.out.push_str(word);
            self.column += 1 + word.chars().count() + usize::from(self.column == 0);
        }
        self.line_break();
    }

    fn end(&mut self) {
        self.flush();
        self.line_break();
    }
}
