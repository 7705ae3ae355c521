//! Games of Othello in files: plain transcripts, and what the formats share. GGF is in
//! [`ggf`](super::ggf).

use outplay::{FileFormat, Game, InputError, Position, Transcript, Turn, quote};

use super::{Othello, Place, ggf};

pub(super) const FORMATS: &[FileFormat] = &[
    FileFormat { id: "ggf", name: "Generic Game Format", extension: "ggf", writes: true },
    FileFormat { id: "transcript", name: "moves as words", extension: "txt", writes: true },
];

/// Reads games; `None` if there is no such format.
pub(super) fn read(
    start: &Othello,
    format: &str,
    text: &str,
) -> Option<Result<Vec<Transcript>, InputError>> {
    match format {
        "ggf" => Some(ggf::read(start, text)),
        "transcript" => Some(read_words(start, text)),
        _ => None,
    }
}

/// Writes games; `None` if there is no such format.
pub(super) fn write(
    start: &Othello,
    format: &str,
    games: &[Transcript],
) -> Option<Result<String, InputError>> {
    let one = match format {
        "ggf" => ggf::write,
        "transcript" => write_word,
        _ => return None,
    };
    let lines = games.iter().zip(1..).map(|(game, number)| {
        one(start, game).map_err(|error| error.within(&format!("game {number}")))
    });
    Some(lines.collect())
}

/// An error at a byte of a file, which is told as line and column.
pub(super) fn at_byte(text: &str, byte: usize, error: InputError) -> InputError {
    let before = &text[..byte];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
    error.within(&format!("line {line}, column {column}"))
}

/// Reads lines of moves. A line of single moves is one game; else each word is one. Empty lines,
/// and those that begin with `#` or `%`, are passed over.
fn read_words(start: &Othello, text: &str) -> Result<Vec<Transcript>, InputError> {
    let mut games = vec![];
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        if !line.trim_start().starts_with(['#', '%']) {
            let single =
                |word: &str| start.first_move(word).is_ok_and(|(_, length)| length == word.len());
            if line.split_whitespace().all(single) {
                games.extend(read_game(start, text, line_start, line)?);
            } else {
                for word in line.split_whitespace() {
                    // Words are slices of the line: their place is the distance of the pointers.
                    let place = line_start + word.as_ptr().addr() - line.as_ptr().addr();
                    games.extend(read_game(start, text, place, word)?);
                }
            }
        }
        line_start += line.len();
    }
    Ok(games)
}

/// The game in a part of the text that begins at this byte; none in blanks.
fn read_game(
    start: &Othello,
    text: &str,
    byte: usize,
    part: &str,
) -> Result<Option<Transcript>, InputError> {
    let (mut position, mut moves) = (*start, vec![]);
    position
        .play_word(part, |position, m| moves.push(Turn::new(position.write(m))))
        .map_err(|(place, error)| at_byte(text, byte + place, error))?;
    moves.shrink_to_fit();
    Ok((!moves.is_empty()).then(|| Transcript { moves, ..Transcript::default() }))
}

/// One line of moves. Passes are left out, as usual, unless the game ends with one.
fn write_word(start: &Othello, game: &Transcript) -> Result<String, InputError> {
    let first = open(start, game)?;
    if first != *start {
        return Err(InputError::new("a transcript holds no start position").hint("write it as ggf"));
    }
    if game.moves.is_empty() {
        return Err(InputError::new("a transcript of no moves is nothing").hint("write it as ggf"));
    }
    let mut word = String::new();
    let last = game.moves.len() - 1;
    replay(first, game, |at, position, m| {
        if m != Place::PASS {
            word += &position.write(m);
        } else if at == last {
            word += "pa";
        }
    })?;
    Ok(word + "\n")
}

/// The position where a game begins: of this game, and of the size it says.
pub(super) fn open(start: &Othello, game: &Transcript) -> Result<Othello, InputError> {
    let usual = match game.game.as_deref() {
        None => *start,
        Some("othello" | "othello(size=8)") => Othello::start(8),
        Some("othello6" | "othello(size=6)") => Othello::start(6),
        Some("othello4" | "othello(size=4)") => Othello::start(4),
        Some(other) => {
            let what = format!("{} is another game", quote(other));
            return Err(InputError::new(what).hint("this is othello, othello6 or othello4"));
        }
    };
    match &game.start {
        None => Ok(usual),
        Some(text) => usual.parse(text).map_err(|error| error.within("start")),
    }
}

/// Plays the moves of a game; each is handed over with its number from 0 and the position before
/// it. Returns the last position.
pub(super) fn replay(
    mut position: Othello,
    game: &Transcript,
    mut each: impl FnMut(usize, &Othello, Place),
) -> Result<Othello, InputError> {
    for (at, turn) in game.moves.iter().enumerate() {
        let m =
            position.read(&turn.text).map_err(|error| error.within(&format!("move {}", at + 1)))?;
        each(at, &position, m);
        position.play(m);
    }
    Ok(position)
}
