//! GGF, the format of the Generic Game Server: `(;GM[Othello]PB[…]PW[…]TY[8]BO[8 … *]B[f5]W[d6];)`.
//!
//! A property is a name and a value in brackets; `\` takes the meaning from the next character.
//! `BO` gives size, squares and side to move, with `*` for black. A move may be followed by what its
//! player thought of it and the seconds it took: `B[f5/1.25/0.5]`. A pass is `PA`, and may be left
//! out. Between games anything may stand.

use outplay::{Game, InputError, Player, Position, Transcript, Turn, quote};

use super::files::{at_byte, open, replay};
use super::text::Wrong;
use super::{Othello, Place};

/// What follows a move after slashes.
const NOTES: [&str; 2] = ["eval", "time"];

/// Reads all games.
pub(super) fn read(start: &Othello, text: &str) -> Result<Vec<Transcript>, InputError> {
    let mut reader = Reader { text, at: 0 };
    let mut games = vec![];
    while let Some(begin) = text[reader.at..].find("(;") {
        reader.at += begin + 2;
        games.push(reader.game(start)?);
    }
    if games.is_empty() {
        return Err(InputError::new("there is no game in it")
            .hint("a GGF game is written (;GM[Othello]…B[f5]W[d6]…;)"));
    }
    Ok(games)
}

struct Reader<'t> {
    text: &'t str,
    /// The byte that comes next.
    at: usize,
}

/// A property: its name in capitals, its value, and the bytes where they begin.
struct Property<'t> {
    name: String,
    value: &'t str,
    place: usize,
    value_place: usize,
}

impl<'t> Reader<'t> {
    /// The game behind `(;`.
    fn game(&mut self, start: &Othello) -> Result<Transcript, InputError> {
        let mut game = Unfinished {
            usual: *start,
            position: *start,
            has_board: false,
            transcript: Transcript::default(),
        };
        while let Some(property) = self.property()? {
            game.take(&property).map_err(|(place, error)| at_byte(self.text, place, error))?;
        }
        Ok(game.finish())
    }

    /// The next property; `None` at the end of the game.
    fn property(&mut self) -> Result<Option<Property<'t>>, InputError> {
        let rest = self.text[self.at..].trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        let place = self.text.len() - rest.len();
        if rest.starts_with(')') {
            self.at = place + 1;
            return Ok(None);
        }
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let inner = rest[length..].trim_start();
        let fail = |what: String, hint: &str| {
            Err(at_byte(self.text, place, InputError::new(what).hint(hint)))
        };
        if length == 0 {
            return match rest.chars().next() {
                None => fail("the game does not end".to_owned(), "write ;) at the end"),
                Some(c) => fail(
                    format!("{} begins no property", quote(c.encode_utf8(&mut [0; 4]))),
                    "properties are written NAME[value], and ;) ends the game",
                ),
            };
        }
        let Some(value) = inner.strip_prefix('[') else {
            let what = format!("{} has no value", quote(&rest[..length]));
            return fail(what, "properties are written NAME[value]");
        };
        let mut escaped = false;
        let end = value.bytes().position(|byte| {
            let ends = byte == b']' && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        });
        let Some(end) = end else {
            let what = format!("the value of {} does not end", quote(&rest[..length]));
            return fail(what, "write ] behind it");
        };
        let value_place = self.text.len() - value.len();
        self.at = value_place + end + 1;
        let name = rest[..length].to_ascii_uppercase();
        Ok(Some(Property { name, value: &value[..end], place, value_place }))
    }
}

/// A game of which a part was read.
struct Unfinished {
    /// The start as the text gives it so far.
    usual: Othello,
    position: Othello,
    /// `BO` said what the start is.
    has_board: bool,
    transcript: Transcript,
}

impl Unfinished {
    fn take(&mut self, property: &Property<'_>) -> Result<(), Wrong> {
        let fail = |error| (property.value_place, error);
        let value = property.value;
        let moved = !self.transcript.moves.is_empty();
        match property.name.as_str() {
            "GM" if ["othello", "reversi"]
                .iter()
                .any(|name| name.eq_ignore_ascii_case(value.trim())) => {}
            "GM" => {
                let what = format!("{} is another game", quote(value));
                return Err(fail(InputError::new(what).hint("this is Othello")));
            }
            "TY" | "BO" if moved => {
                let what = format!("{} comes after the first move", property.name);
                return Err((property.place, InputError::new(what)));
            }
            "TY" => self.kind(value).map_err(fail)?,
            "BO" => self.board(property)?,
            "B" => self.play(Player::First, property)?,
            "W" => self.play(Player::Second, property)?,
            "RE" => self.transcript.result = Some(plain(value)),
            "C" | "CO" => {
                let comment = match self.transcript.moves.last_mut() {
                    Some(turn) => &mut turn.comment,
                    None => &mut self.transcript.comment,
                };
                if !comment.is_empty() {
                    comment.push('\n');
                }
                comment.push_str(&plain(value));
            }
            name => match self.transcript.moves.last_mut() {
                Some(turn) => turn.properties.push((name.to_owned(), vec![plain(value)])),
                None => self.transcript.tags.push((name.to_owned(), plain(value))),
            },
        }
        Ok(())
    }

    /// The kind of game: its size, and variants by letters.
    fn kind(&mut self, value: &str) -> Result<(), InputError> {
        let trimmed = value.trim();
        let sized = trimmed.strip_prefix(['s', 'S']).unwrap_or(trimmed);
        let digits = sized.len() - sized.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (size, variant) = sized.split_at(digits);
        if variant.contains(['a', 'A']) {
            let what = format!("{} is anti-Othello, where fewer discs win", quote(trimmed));
            return Err(InputError::new(what).hint("only Othello is played here"));
        }
        if !self.has_board {
            self.usual = sized_start(size)?;
            self.position = self.usual;
        }
        if trimmed != size {
            self.transcript.tags.push(("TY".to_owned(), plain(value)));
        }
        Ok(())
    }

    fn board(&mut self, property: &Property<'_>) -> Result<(), Wrong> {
        let value = property.value;
        let board = value.trim_start();
        let digits = board.bytes().take_while(u8::is_ascii_digit).count();
        let (size, squares) = board.split_at(digits);
        let place = property.value_place + value.len() - board.len();
        let usual = sized_start(size).map_err(|error| (place, error))?;
        let position = usual
            .read_board(squares)
            .map_err(|(inside, error)| (place + digits + inside, error))?;
        (self.usual, self.position, self.has_board) = (usual, position, true);
        self.transcript.start = (position != usual).then(|| position.to_string());
        Ok(())
    }

    /// A move: the square, and perhaps what was thought of it and for how long.
    fn play(&mut self, player: Player, property: &Property<'_>) -> Result<(), Wrong> {
        let fail = |error| (property.value_place, error);
        let mut parts = property.value.split('/');
        let word = parts.next().unwrap_or_default().trim();
        let (m, length) = self.position.first_move(word).map_err(fail)?;
        if length < word.len() {
            let what = format!("{} is more than a move", quote(word));
            return Err(fail(InputError::new(what)));
        }
        let over = self.position.outcome().is_some();
        if over && m == Place::PASS {
            // Some say that both pass when neither can move.
            return Ok(());
        }
        if player != self.position.turn && m != Place::PASS && self.position.must_pass() {
            self.push(Place::PASS);
        }
        if player != self.position.turn && !over {
            let what = format!("{} moves, but it is the other side's turn", property.name);
            return Err((property.place, InputError::new(what)));
        }
        self.position.check(m).map_err(fail)?;
        self.push(m);
        if let Some(turn) = self.transcript.moves.last_mut() {
            let notes = NOTES.iter().zip(parts).filter(|(_, note)| !note.is_empty());
            turn.properties =
                notes.map(|(name, note)| (name.to_string(), vec![plain(note)])).collect();
        }
        Ok(())
    }

    fn push(&mut self, m: Place) {
        self.transcript.moves.push(Turn::new(self.position.write(m)));
        self.position.play(m);
    }

    fn finish(mut self) -> Transcript {
        self.transcript.game = Some(name(&self.usual).to_owned());
        self.transcript
    }
}

/// The usual start on a board of the size that a text says.
fn sized_start(size: &str) -> Result<Othello, InputError> {
    match size {
        "8" => Ok(Othello::start(8)),
        "6" => Ok(Othello::start(6)),
        "4" => Ok(Othello::start(4)),
        _ => Err(InputError::new(format!("{} is no size of a board here", quote(size)))
            .hint("boards are 8, 6 or 4 squares wide")),
    }
}

fn name(position: &Othello) -> &'static str {
    match position.size() {
        8 => "othello",
        6 => "othello6",
        _ => "othello4",
    }
}

/// A value without its escapes.
fn plain(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        plain.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    plain
}

/// Writes a property.
fn put(out: &mut String, name: &str, value: &str) {
    *out += name;
    out.push('[');
    for letter in value.chars() {
        if matches!(letter, ']' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out.push(']');
}

/// Whether GGF can hold a property of this name besides those with a meaning here.
fn is_free(name: &str) -> bool {
    const TAKEN: [&str; 8] = ["GM", "BO", "B", "W", "RE", "C", "CO", "TY"];
    !TAKEN.contains(&name)
        && !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// Writes a game on one line. Variations, glyphs, and what GGF has no name for are left out.
pub(super) fn write(start: &Othello, game: &Transcript) -> Result<String, InputError> {
    let first = open(start, game)?;
    let mut moves = String::new();
    let last = replay(first, game, |at, position, m| {
        write_turn(&mut moves, position, m, &game.moves[at]);
    })?;
    let mut out = "(;".to_owned();
    put(&mut out, "GM", "Othello");
    for (tag, value) in &game.tags {
        if is_free(tag) {
            put(&mut out, tag, value);
        }
    }
    if let Some(result) = result(&last, game) {
        put(&mut out, "RE", &result);
    }
    let size = first.size().to_string();
    let kind = game.tags.iter().find(|(tag, _)| tag == "TY");
    put(&mut out, "TY", kind.map_or(&size, |(_, kind)| kind));
    // The same as our own text but for the letter of black.
    put(&mut out, "BO", &format!("{size} {first}").replace('X', "*"));
    if !game.comment.is_empty() {
        put(&mut out, "C", &game.comment);
    }
    Ok(out + &moves + ";)\n")
}

/// How many more discs black has at the end. Other words for a result have no place in GGF.
fn result(last: &Othello, game: &Transcript) -> Option<String> {
    if let Some(result) = &game.result
        && (result.starts_with(['+', '-']) || result.parse::<f64>().is_ok())
    {
        return Some(result.clone());
    }
    last.outcome()?;
    let margin = if last.turn == Player::First { last.margin() } else { -last.margin() };
    Some(format!("{margin:+}"))
}

fn write_turn(out: &mut String, position: &Othello, m: Place, turn: &Turn) {
    let note = |name: &str| {
        let property = turn.properties.iter().find(|(own, _)| own == name);
        property.and_then(|(_, values)| values.first()).map_or("", String::as_str)
    };
    let mut value = if m == Place::PASS { "PA".to_owned() } else { position.write(m) };
    for note in NOTES.map(note) {
        value.push('/');
        // A slash would begin the next one.
        value.extend(note.chars().filter(|&letter| letter != '/'));
    }
    put(out, if position.turn == Player::First { "B" } else { "W" }, value.trim_end_matches('/'));
    for (name, values) in turn.properties.iter().filter(|(name, _)| is_free(name)) {
        for value in values {
            put(out, name, value);
        }
    }
    for comment in [&turn.before, &turn.comment] {
        if !comment.is_empty() {
            put(out, "C", comment);
        }
    }
}
