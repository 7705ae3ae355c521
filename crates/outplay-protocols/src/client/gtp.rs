//! Engines that speak GTP, the Go Text Protocol: Go, and Othello and Gomoku where programs use it.
//!
//! One command at a time is sent; the next follows when it has been answered.

use std::collections::VecDeque;

use outplay::{InputError, Player, Session, quote};

use super::{Client, Clocks, Reply, at_start, cannot, check_seconds, own, params};

/// What a command is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    /// Whether it works does not matter.
    Extra,
    /// The answer says which commands there are.
    List,
    /// The game can't be played if it fails.
    Needed,
    /// The answer is a move.
    Move,
    /// The answer says only that all is done.
    Ready,
}

/// A conversation in GTP.
#[derive(Debug, Default)]
pub struct Gtp {
    commands: Vec<String>,
    player: Option<Player>,
    /// The moves that the engine knows.
    known: Vec<String>,
    waiting: VecDeque<(Aim, String)>,
    /// The command that was sent and not yet answered.
    asked: Option<(Aim, String)>,
    /// The answer as far as it has come.
    answer: Option<String>,
}

impl Gtp {
    fn has(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    fn ask(&mut self, aim: Aim, command: impl Into<String>) {
        self.waiting.push_back((aim, command.into()));
    }

    /// The next command, if nothing is unanswered.
    fn next(&mut self) -> Vec<String> {
        if self.asked.is_some() {
            return vec![];
        }
        self.asked = self.waiting.pop_front();
        self.asked.iter().map(|(_, command)| command.clone()).collect()
    }

    /// Sets up the game at the start of its history.
    fn set_up(&mut self, board: &dyn Session) -> Result<(), InputError> {
        let params = params(board)?;
        let size = params_size(board)?;
        if self.has("set_game") && board.info().id == "othello" {
            self.ask(Aim::Extra, "set_game Othello");
        }
        self.ask(Aim::Needed, format!("boardsize {size}"));
        self.ask(Aim::Needed, "clear_board");
        let start = at_start(board);
        if board.info().id == "go" {
            let halves = params.halves("komi");
            self.ask(Aim::Extra, format!("komi {}", halves as f64 / 2.0));
        }
        if board.info().id == "othello" {
            let mut usual = board.fork();
            usual.reset();
            if usual.position() != start.position() {
                return Err(InputError::new("GTP can begin Othello only from the usual start"));
            }
            return Ok(());
        }
        let view = start.view();
        let (rows, cells) = (view.rows(), view.cells.iter().enumerate());
        for (at, cell) in cells {
            if let Some(owner) = cell.piece.as_ref().and_then(|piece| piece.owner) {
                let at = vertex(at % rows, rows - at / rows);
                self.ask(Aim::Needed, format!("play {} {at}", colour(owner)));
            }
        }
        Ok(())
    }

    /// Tells the moves that the engine does not know.
    fn catch_up(&mut self, board: &dyn Session) {
        let history = board.history();
        if !history.starts_with(&self.known) {
            self.known.clear();
            // It was possible when the game began.
            let _ = self.set_up(board);
        }
        let mut turn = at_start(board).turn().unwrap_or(Player::First);
        for (number, m) in history.iter().enumerate() {
            if number >= self.known.len() {
                let text = to_vertex(board, m);
                self.ask(Aim::Needed, format!("play {} {text}", colour(turn)));
            }
            turn = !turn;
        }
        self.known = history;
    }

    fn answered(&mut self, board: &dyn Session) -> Vec<Reply> {
        // Blank lines may stand anywhere.
        let Some(answer) = self.answer.take() else { return vec![] };
        let Some((aim, command)) = self.asked.take() else { return vec![] };
        let failed = answer.starts_with('?');
        let text = answer[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim();
        match aim {
            Aim::List => self.commands = text.split_whitespace().map(str::to_owned).collect(),
            Aim::Needed | Aim::Move if failed => {
                self.waiting.clear();
                let what = format!("to {command} it says {}", quote(text));
                return vec![Reply::Fault(what)];
            }
            Aim::Move if text.eq_ignore_ascii_case("resign") => return vec![Reply::Resign],
            Aim::Move => {
                let m = from_vertex(board, text);
                self.known.push(m.clone());
                return vec![Reply::Move(m)];
            }
            Aim::Ready => return vec![Reply::Ready],
            Aim::Extra | Aim::Needed => {}
        }
        vec![]
    }
}

fn params_size(board: &dyn Session) -> Result<i64, InputError> {
    match board.info().id {
        "go" | "gomoku" => Ok(params(board)?.integer("size")),
        "othello" => Ok(params(board)?.word("size").parse().unwrap_or(8)),
        _ => Err(cannot("GTP", board).hint("it plays go, othello and gomoku")),
    }
}

fn colour(player: Player) -> &'static str {
    ["black", "white"][player.index()]
}

/// A point by column from 0 and row from 1, in letters without I.
fn vertex(column: usize, row: usize) -> String {
    let letter = (b'A'..=b'Z').filter(|letter| *letter != b'I').nth(column);
    format!("{}{row}", char::from(letter.unwrap_or(b'?')))
}

/// A move as the engine is told it. Squares of Othello are the same; Gomoku has a column i, and
/// GTP has none.
fn to_vertex(board: &dyn Session, text: &str) -> String {
    let letter = text.bytes().next().filter(u8::is_ascii_lowercase);
    let row = text.get(1..).and_then(|row| row.parse().ok());
    match (board.info().id, letter, row) {
        ("gomoku", Some(letter), Some(row)) => vertex((letter - b'a').into(), row),
        _ => text.to_owned(),
    }
}

/// The engine's move in the game's own notation.
fn from_vertex(board: &dyn Session, text: &str) -> String {
    let text = text.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    if board.info().id != "gomoku" {
        return own(board, &text);
    }
    let mut letters = text.chars();
    match (letters.next(), letters.as_str()) {
        (Some(letter @ 'j'..='z'), row) if row.parse::<u32>().is_ok() => {
            let column = letter as usize - 'a' as usize - 1;
            own(board, &format!("{}{row}", outplay::column_letters(column)))
        }
        // A column that GTP does not have.
        (Some('i'), _) => text,
        _ => own(board, &text),
    }
}

/// GTP knows a main time, then so many stones in so much time. An increment is nearest to a stone
/// in that time. All are whole seconds, of which never more are told than there are.
fn time_settings(clocks: &Clocks, player: Player) -> Option<String> {
    Some(match (clocks.left, clocks.per_move) {
        (Some(left), _) => {
            let left = left[player.index()].as_secs();
            let increment = clocks.increment[player.index()].as_secs();
            match clocks.moves_to_go {
                Some(moves) => format!("time_settings 0 {left} {moves}"),
                // A time without stones is none.
                None if increment == 0 => format!("time_settings {left} 0 0"),
                None => format!("time_settings {left} {increment} 1"),
            }
        }
        (None, Some(time)) => format!("time_settings 0 {} 1", time.as_secs()),
        (None, None) => return None,
    })
}

impl Client for Gtp {
    fn open(&mut self, options: &[(String, String)]) -> Vec<String> {
        *self = Gtp::default();
        self.ask(Aim::List, "list_commands");
        for (name, value) in options {
            let command = format!("{name} {value}");
            self.ask(Aim::Needed, command.trim_end());
        }
        self.ask(Aim::Ready, "protocol_version");
        self.next()
    }

    fn new_game(
        &mut self,
        board: &dyn Session,
        player: Player,
        clocks: &Clocks,
    ) -> Result<Vec<String>, InputError> {
        params_size(board)?;
        if self.has("time_settings") {
            check_seconds("GTP", clocks, player)?;
        }
        self.waiting.clear();
        self.player = Some(player);
        self.known.clear();
        self.set_up(board)?;
        if let Some(settings) = time_settings(clocks, player).filter(|_| self.has("time_settings"))
        {
            self.ask(Aim::Extra, settings);
        }
        self.catch_up(board);
        self.ask(Aim::Ready, "protocol_version");
        Ok(self.next())
    }

    fn think(&mut self, board: &dyn Session, clocks: &Clocks) -> Vec<String> {
        self.catch_up(board);
        if let Some(left) = clocks.left.filter(|_| self.has("time_left")) {
            for player in [Player::First, Player::Second] {
                let stones = match clocks.moves_to_go {
                    Some(moves) if Some(player) == self.player => moves,
                    _ => 0,
                };
                let left = left[player.index()].as_secs();
                self.ask(Aim::Extra, format!("time_left {} {left} {stones}", colour(player)));
            }
        }
        let player = self.player.unwrap_or(Player::First);
        self.ask(Aim::Move, format!("genmove {}", colour(player)));
        self.next()
    }

    fn hurry(&mut self) -> Vec<String> {
        vec![]
    }

    fn receive(&mut self, line: &str, board: &dyn Session) -> Vec<Reply> {
        let line = line.trim_end();
        if line.is_empty() {
            return self.answered(board);
        }
        match &mut self.answer {
            Some(answer) if answer.len() + line.len() < crate::MAX_LINE => {
                answer.push('\n');
                answer.push_str(line);
            }
            Some(_) => {}
            // What stands before an answer is for people.
            None if line.starts_with(['=', '?']) => self.answer = Some(line.to_owned()),
            None => {}
        }
        vec![]
    }

    fn pending(&mut self) -> Vec<String> {
        self.next()
    }

    fn quit(&mut self) -> Vec<String> {
        vec!["quit".to_owned()]
    }
}

#[cfg(test)]
mod tests;
