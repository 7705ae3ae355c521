//! Openings from files: lines of positions or moves, and recorded games.

use outplay::{InputError, Session, Transcript, quote};

use super::Opening;

/// The longest file of openings, in openings.
const MOST: usize = 1_000_000;

/// Reads a file whose name ends in `extension`.
pub(super) fn read(
    board: &dyn Session,
    extension: &str,
    text: &str,
    plies: usize,
) -> Result<Vec<Opening>, InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut board = board.fork();
    let formats = board.info().formats;
    let format = formats.iter().find(|format| format.extension.eq_ignore_ascii_case(extension));
    if text.trim_start().starts_with("[{") || extension.eq_ignore_ascii_case("json") {
        let games = serde_json::from_str(text)
            .map_err(|error| InputError::new(format!("no recorded games: {error}")))?;
        return games_of(board.as_mut(), games, plies);
    }
    match format {
        // What is called .txt may be either.
        Some(format) if format.extension == "txt" => match board.read_file(format.id, text) {
            Ok(games) => games_of(board.as_mut(), games, plies),
            Err(_) => lines(board.as_mut(), text),
        },
        Some(format) => {
            let games = board.read_file(format.id, text)?;
            games_of(board.as_mut(), games, plies)
        }
        None => lines(board.as_mut(), text),
    }
}

/// The beginnings of recorded games, without those that end there.
fn games_of(
    board: &mut dyn Session,
    games: Vec<Transcript>,
    plies: usize,
) -> Result<Vec<Opening>, InputError> {
    let mut openings = vec![];
    for (index, game) in games.into_iter().take(MOST).enumerate() {
        let within = |error: InputError| error.within(&format!("game {}", index + 1));
        if let Some(name) = game.game.filter(|name| *name != board.name()) {
            let what = format!("{} is another game", quote(&name));
            return Err(within(InputError::new(what).hint(format!("this is {}", board.name()))));
        }
        let moves = game.moves.into_iter().take(plies).map(|turn| turn.text).collect();
        let opening = Opening { start: game.start, moves };
        opening.set_up(board).map_err(within)?;
        if board.outcome().is_none() {
            openings.push(opening);
        }
    }
    Ok(openings)
}

/// An opening a line; empty lines and those that begin with `#` say nothing.
fn lines(board: &mut dyn Session, text: &str) -> Result<Vec<Opening>, InputError> {
    let mut openings = vec![];
    for (index, line) in text.lines().enumerate().take(MOST) {
        let within = |error: InputError| error.within(&format!("line {}", index + 1));
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = line_of(board, line).map_err(within)?;
        if board.outcome().is_some() {
            return Err(within(InputError::new("the game is over there")));
        }
        openings.push(opening);
    }
    Ok(openings)
}

/// The parts of a line of a file of positions: `POSITION`, `POSITION moves M1 M2`, `moves M1 M2`. No
/// position is the start of the game, which may also be called `startpos`.
pub fn split_line(line: &str) -> (Option<&str>, impl Iterator<Item = &str>) {
    let (position, moves) = match line.strip_prefix("moves ") {
        Some(moves) => ("startpos", moves),
        None => line.split_once(" moves ").unwrap_or((line, "")),
    };
    let position = Some(position.trim()).filter(|&position| position != "startpos");
    (position, moves.split([' ', ',', '\t']).filter(|word| !word.is_empty()))
}

fn line_of(board: &mut dyn Session, line: &str) -> Result<Opening, InputError> {
    let (position, moves) = split_line(line);
    let start = match position {
        None => {
            board.reset();
            None
        }
        Some(position) => {
            set(board, position)?;
            Some(board.position())
        }
    };
    for word in moves {
        for text in board.split(word)? {
            board.play(&text)?;
        }
    }
    Ok(Opening { start, moves: board.history() })
}

/// Sets up a position; of an EPD record, which has operations in place of the two counters of a
/// FEN, the first four fields count.
fn set(board: &mut dyn Session, text: &str) -> Result<(), InputError> {
    board.set(text).or_else(|error| {
        let fields: Vec<_> = text.split_whitespace().take(4).collect();
        if fields.len() < 4 {
            return Err(error);
        }
        let fields = fields.join(" ");
        board.set(&format!("{fields} 0 1")).or_else(|_| board.set(&fields)).map_err(|_| error)
    })
}
