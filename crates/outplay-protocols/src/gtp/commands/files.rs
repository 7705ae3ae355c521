//! Commands about records of games.

use outplay::quote;

use super::super::request::Request;
use super::{Answer, Effect, Table};

/// A file's name, in quotes if there are spaces in it, and perhaps a move's number. The file is
/// read by whoever does the jobs.
pub(super) fn loadsgf(_: &mut Table, request: &Request) -> Answer {
    let rest = request.rest();
    let (path, rest) = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').ok_or("syntax error: the quotes don't end")?,
        None => rest.split_once(' ').unwrap_or((rest, "")),
    };
    if path.is_empty() {
        return Err("syntax error: write loadsgf FILE [MOVE]".to_owned());
    }
    let before = match rest.trim() {
        "" => None,
        number => {
            let wrong = |_| format!("syntax error: {} is no number of a move", quote(number));
            Some(number.parse::<usize>().map_err(wrong)?)
        }
    };
    Ok(Effect::Read(path.to_owned(), before))
}

pub(super) fn printsgf(table: &mut Table, request: &Request) -> Answer {
    if !request.rest().is_empty() {
        return Err("cannot write files; printsgf alone prints the game".to_owned());
    }
    let session = table.board.session();
    let text = session.write_file("sgf", &[session.transcript()]);
    text.map(Effect::Say).map_err(|error| format!("cannot print: {error}"))
}

impl Table {
    /// Takes over the game in a file that was read.
    ///
    /// # Errors
    /// If there is none, or none of ours. What is not a record at all is not quoted.
    pub(in super::super) fn load(&mut self, text: &str, before: Option<usize>) -> Answer {
        let fail = |why: String| format!("cannot load file: {why}");
        if !text.contains("(;") && !text.contains("( ;") {
            return Err(fail("it is no game record".to_owned()));
        }
        let games = self.board.session().read_file("sgf", text);
        let games = games.map_err(|error| fail(error.to_string()))?;
        let game = games.first().ok_or_else(|| fail("there is no game in it".to_owned()))?;
        let count = before.map_or(usize::MAX, |number| number.saturating_sub(1));
        self.board.load(game, count).map_err(|error| fail(error.to_string()))?;
        self.timer.reset();
        Ok(self.prepare())
    }
}
