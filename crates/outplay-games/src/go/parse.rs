//! Positions of Go as text: read from rows or from moves.

use std::collections::HashSet;

use outplay::{Game, InputError, Player, Position, quote};

use super::board::{BLACK, Board, EMPTY, Point, WHITE};
use super::text::{MOST_MOVES, colour_name};
use super::{Go, NOWHERE};
use crate::grid;

impl Go {
    /// Reads a position: this one gives the rules, and the start for a list of moves.
    pub(super) fn read_position(&self, text: &str) -> Result<Go, InputError> {
        if text.trim().is_empty() {
            return Err(InputError::new("the position is empty").hint(format!(
                "write moves, like 'D4 pass', or rows and the side to move, like '{self}'"
            )));
        }
        if !text.contains('/') {
            return self.play_moves(text);
        }
        let board = text.len() - text.trim_start().len();
        let side = word_end(text, board);
        let end = word_end(text, side);
        let read = grid::read(&text[..end], self.size(), self.size())?;
        let located = |(index, error): (usize, InputError)| error.at(read.places[index]);
        let mut go = self.with_stones(&read.cells, read.turn).map_err(located)?;
        go.read_rest(&text[end..], text[..end].chars().count())?;
        Ok(go)
    }

    /// Plays the moves of a text from this position on. `start` is its place in a larger one.
    fn play_moves(&self, text: &str) -> Result<Go, InputError> {
        let mut go = self.clone();
        let mut seen = HashSet::from([go.repetition_key()]);
        let mut rest = text;
        let (mut place, mut count) = (0, 0);
        loop {
            let next = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            place += rest[..rest.len() - next.len()].chars().count();
            if next.is_empty() {
                return Ok(go);
            }
            let (word, after) = next.split_at(vertex_length(next));
            let m = go.read_vertex(word).map_err(|error| error.at(place))?;
            if let Some(refusal) = go.refusal(m) {
                return Err(refusal.at(place));
            }
            count += 1;
            if count > MOST_MOVES {
                let what = format!("there are more than {MOST_MOVES} moves");
                return Err(InputError::new(what).at(place));
            }
            go.play(m);
            if !m.is_pass() && !seen.insert(go.repetition_key()) {
                let what = format!("{} repeats an earlier position", quote(word));
                return Err(InputError::new(what).at(place).hint("the ko rule forbids it"));
            }
            place += word.chars().count();
            rest = after;
        }
    }

    /// These stones, row by row from the top left, in place of the position's, and this side to
    /// move. An error comes with the first stone of a chain that has no liberty.
    pub(super) fn with_stones(
        &self,
        cells: &[Option<Player>],
        turn: Player,
    ) -> Result<Go, (usize, InputError)> {
        let size = self.size();
        let mut go = Go { board: Board::new(size), turn, ..self.clone() };
        (go.ko, go.passes, go.plies, go.captured) = (NOWHERE, 0, 0, false);
        let point = |index: usize| self.board.point(index / size, index % size);
        if let Some(index) = without_liberty(cells, size) {
            let side =
                if cells[index] == Some(Player::First) { Player::First } else { Player::Second };
            let name = self.point_name(point(index));
            let what = format!("{}'s chain on {name} has no liberty", colour_name(side));
            return Err((index, InputError::new(what).hint("captured stones are taken off")));
        }
        // Nothing is captured on the way: where a stone of a free chain is not there yet, its
        // neighbours have a liberty.
        for (index, owner) in cells.iter().enumerate() {
            if let Some(owner) = owner {
                go.board.place(point(index), owner.index() as u8, |_| {});
            }
        }
        Ok(go)
    }

    /// Reads what stands behind the side to move: ko point or passes, and the count of moves if
    /// the game has a cap.
    fn read_rest(&mut self, text: &str, start: usize) -> Result<(), InputError> {
        let mut place = start;
        let mut rest = text;
        let (mut ko_or_pass, mut counted) = (false, false);
        loop {
            let next = rest.trim_start();
            place += rest[..rest.len() - next.len()].chars().count();
            let word = &next[..next.find(char::is_whitespace).unwrap_or(next.len())];
            if word.is_empty() {
                return Ok(());
            }
            let too_many = || {
                InputError::new(format!("{} is one word too many", quote(word)))
                    .at(place)
                    .hint("after the side to move: a ko point, or up to two passes")
            };
            if counted {
                return Err(too_many());
            }
            if word.bytes().all(|b| b.is_ascii_digit()) && self.rules.cap > 0 {
                let cap = u32::from(self.rules.cap);
                self.plies = word.parse().ok().filter(|&plies| plies <= cap).ok_or_else(|| {
                    InputError::new(format!("{} moves can't have been made", quote(word)))
                        .at(place)
                        .hint(format!("the game ends after {cap}"))
                })?;
                counted = true;
            } else if word.eq_ignore_ascii_case("pass") && self.passes < 2 && self.ko == 0 {
                self.passes += 1;
            } else if ko_or_pass {
                return Err(too_many());
            } else {
                let m = self.read_vertex(word).map_err(|error| error.at(place))?;
                if !self.is_ko(m.0) {
                    let what = format!("there is no ko on {}", self.write(m));
                    return Err(InputError::new(what)
                        .at(place)
                        .hint("a ko is where a lone stone in atari took one stone"));
                }
                self.ko = m.0;
            }
            ko_or_pass = true;
            place += word.chars().count();
            rest = &next[word.len()..];
        }
    }

    /// Whether the last move can have taken a single stone here that the side to move could take
    /// back at once.
    fn is_ko(&self, at: Point) -> bool {
        if at == NOWHERE || self.board.colour(at) != EMPTY {
            return false;
        }
        let (enemy, mut lone) = (self.colour() ^ 1, 0);
        for n in self.board.neighbours(at) {
            match self.board.colour(n) {
                colour if colour == enemy => {
                    let chain = self.board.chain(n);
                    let last = self.board.last_liberty(chain);
                    lone += u8::from(last == Some(at) && self.board.stones_in(chain) == 1);
                }
                BLACK | WHITE | EMPTY => return false,
                _ => {}
            }
        }
        lone > 0
    }
}

/// How many bytes of a text make the first point: `pass`, a letter and its digits, or else all up
/// to a separator.
fn vertex_length(text: &str) -> usize {
    let word = text.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(text.len());
    let bytes = text.as_bytes();
    if bytes.len() >= 4 && bytes[..4].eq_ignore_ascii_case(b"pass") {
        return 4;
    }
    let digits = bytes.iter().skip(1).take_while(|b| b.is_ascii_digit()).count();
    if bytes[0].is_ascii_alphabetic() && digits > 0 { 1 + digits } else { word }
}

/// A stone of a chain that has no liberty, if there is one.
fn without_liberty(cells: &[Option<Player>], size: usize) -> Option<usize> {
    let near = |index: usize| {
        let (row, column) = (index / size, index % size);
        let up = (row > 0).then(|| index - size);
        let left = (column > 0).then(|| index - 1);
        let right = (column + 1 < size).then_some(index + 1);
        let down = (row + 1 < size).then_some(index + size);
        [up, left, right, down].into_iter().flatten()
    };
    let mut seen = vec![false; cells.len()];
    (0..cells.len()).find(|&start| {
        if cells[start].is_none() || std::mem::replace(&mut seen[start], true) {
            return false;
        }
        let (mut open, mut free) = (vec![start], false);
        while let Some(index) = open.pop() {
            for n in near(index) {
                free |= cells[n].is_none();
                if cells[n] == cells[start] && !std::mem::replace(&mut seen[n], true) {
                    open.push(n);
                }
            }
        }
        !free
    })
}

/// Where the next word after this byte ends.
fn word_end(text: &str, from: usize) -> usize {
    let rest = &text[from..];
    let word = rest.trim_start();
    let start = from + rest.len() - word.len();
    start + word.find(char::is_whitespace).unwrap_or(word.len())
}
