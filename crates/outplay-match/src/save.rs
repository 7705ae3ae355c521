//! A finished game as text, in one of the game's own formats or as JSON.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use outplay::{FileFormat, InputError, Session};

use crate::game::{Ended, Reason, Thought};
use crate::journal::Layout;
use crate::record::{GameResult, Record};

/// Writes games.
#[derive(Clone, Debug)]
pub struct Scribe {
    /// One of the game's formats; `None` is JSON.
    pub format: Option<&'static FileFormat>,
    /// What the match is called.
    pub event: String,
    /// What the engines are called, by number.
    pub names: Vec<String>,
    /// What each may take, by number; empty for nothing to say.
    pub time_controls: Vec<String>,
    /// Moves are timed: how long each took is worth a remark.
    pub timed: bool,
}

/// Formats that hold who played, the best first.
const TELLING: [&str; 3] = ["pgn", "sgf", "ggf"];

impl Scribe {
    /// The best of the game's formats that says who played; `None` is JSON.
    pub fn usual_format(board: &dyn Session) -> Option<&'static FileFormat> {
        let formats = board.info().formats;
        let named = |id: &&str| formats.iter().find(|format| format.writes && format.id == *id);
        TELLING.iter().find_map(named)
    }

    /// How games stand in a file.
    pub fn layout(&self) -> Layout {
        if self.format.is_some() { Layout::Texts } else { Layout::Array }
    }

    /// The game on the board, which has ended.
    ///
    /// # Errors
    /// If the format can't hold it.
    pub fn write(
        &self,
        board: &dyn Session,
        record: &Record,
        ended: &Ended,
    ) -> Result<String, InputError> {
        let mut transcript = board.transcript();
        let id = self.format.map_or("json", |format| format.id);
        transcript.tags = self.tags(board, record, ended);
        transcript.result = result(board, id, record);
        let opening = transcript.moves.len().saturating_sub(ended.thoughts.len());
        for (turn, thought) in transcript.moves[opening..].iter_mut().zip(&ended.thoughts) {
            turn.comment = self.remark(thought);
        }
        let Some(format) = self.format else {
            return serde_json::to_string(&transcript)
                .map_err(|error| InputError::new(error.to_string()));
        };
        let mut text = board.write_file(format.id, &[transcript])?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if id == "pgn" {
            // An empty line ends a game.
            text.push('\n');
        }
        Ok(text)
    }

    fn tags(&self, board: &dyn Session, record: &Record, ended: &Ended) -> Vec<(String, String)> {
        let id = self.format.map_or("json", |format| format.id);
        let words: [&str; 4] = match id {
            "pgn" => ["Event", "Date", "Round", "Site"],
            "sgf" => ["EV", "DT", "RO", "PC"],
            "ggf" => ["EV", "DT", "RO", "PC"],
            _ => ["Event", "Date", "Round", "Site"],
        };
        let [first, second] = sides(board, id);
        let name = |side: usize| {
            let engine = record.engines[side];
            self.names.get(engine).cloned().unwrap_or_default()
        };
        let mut tags = vec![
            (words[0], self.event.clone()),
            (words[1], date(id, SystemTime::now())),
            (words[2], format!("{}", record.number + 1)),
            (first, name(0)),
            (second, name(1)),
        ];
        if id == "pgn" || id == "json" {
            let [one, other] = record.engines.map(|engine| &self.time_controls[engine]);
            let control = if one == other { one.clone() } else { format!("{one}, {other}") };
            if !control.is_empty() {
                tags.push(("TimeControl", control));
            }
            tags.push(("Termination", termination(ended)));
        }
        tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// `+0.35/12 0.52s`: the score for who moved, the depth, the time.
    fn remark(&self, thought: &Thought) -> String {
        let score = thought.score.map(|score| match score {
            score if score >= 1000.0 => "won".to_owned(),
            score if score <= -1000.0 => "lost".to_owned(),
            score => format!("{score:+.2}"),
        });
        let depth = thought.depth.map(|depth| format!("/{depth}"));
        let took = self.timed.then(|| format!("{:.3}s", thought.took.as_secs_f64()));
        let judged = score.unwrap_or_default() + &depth.unwrap_or_default();
        let parts = [judged, took.unwrap_or_default()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// The tags of who plays first and second. In some games Black begins.
fn sides(board: &dyn Session, format: &str) -> [&'static str; 2] {
    let black_begins = board.info().players[0].eq_ignore_ascii_case("black");
    match (format, board.info().players) {
        ("sgf" | "ggf", _) if black_begins => ["PB", "PW"],
        ("sgf" | "ggf", _) => ["PW", "PB"],
        ("pgn", [first, _]) if first.eq_ignore_ascii_case("red") => ["Red", "Black"],
        ("pgn", _) => ["White", "Black"],
        _ => ["First", "Second"],
    }
}

/// The result in the format's words.
fn result(board: &dyn Session, format: &str, record: &Record) -> Option<String> {
    if format != "ggf" {
        return Some(record.result.text().to_owned());
    }
    // There, a result is a number of discs, and a letter says what else ended the game.
    if board.outcome().is_some() {
        return None;
    }
    let discs = board.view().cells.len();
    let how = if record.reason == Reason::Time { "t" } else { "r" };
    Some(match record.result {
        GameResult::First => format!("+{discs}:{how}"),
        GameResult::Second => format!("-{discs}:{how}"),
        GameResult::Draw => "+0:s".to_owned(),
    })
}

/// What PGN calls the ways to end, with our words behind them.
fn termination(ended: &Ended) -> String {
    let kind = match ended.reason {
        Reason::Rules | Reason::Repetition | Reason::Claim | Reason::Resignation => "normal",
        Reason::DrawRule | Reason::ResignRule | Reason::Length => "adjudication",
        Reason::Time => "time forfeit",
        Reason::Illegal => "rules infraction",
        Reason::Crash | Reason::Silence | Reason::Nonsense => "abandoned",
    };
    let detail = if ended.detail.is_empty() { "" } else { ": " };
    match ended.reason {
        Reason::Rules => kind.to_owned(),
        reason => format!("{kind}, {}{detail}{}", reason.words(), ended.detail),
    }
}

/// Today (UTC), as formats write it.
fn date(format: &str, now: SystemTime) -> String {
    let seconds = now.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let [year, month, day] = civil(seconds / 86_400);
    let between = if format == "pgn" { '.' } else { '-' };
    format!("{year:04}{between}{month:02}{between}{day:02}")
}

/// Year, month and day of so many days after the first of January 1970.
fn civil(days: u64) -> [u64; 3] {
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut year, mut left) = (1970, days);
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    [year, month, left + 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay::{Outcome, Player};

    #[test]
    fn days_have_dates() {
        for (days, date) in [
            (0, [1970, 1, 1]),
            (59, [1970, 3, 1]),
            (11_016, [2000, 2, 29]),
            (11_017, [2000, 3, 1]),
            (20_453, [2025, 12, 31]),
            (20_454, [2026, 1, 1]),
        ] {
            assert_eq!(civil(days), date, "{days}");
        }
    }

    fn saved(game: &str, moves: &str, outcome: Outcome, reason: Reason) -> String {
        let mut board = outplay::open(outplay_games::ALL, game).unwrap();
        for text in moves.split(' ') {
            board.play(text).unwrap();
        }
        let scribe = Scribe {
            format: Scribe::usual_format(board.as_ref()),
            event: "A \"match\"".to_owned(),
            names: vec!["one".to_owned(), "two".to_owned()],
            time_controls: vec!["1+0.01".to_owned(), "1+0.01".to_owned()],
            timed: true,
        };
        let thought = Thought {
            score: Some(0.25),
            depth: Some(7),
            nodes: None,
            took: Duration::from_millis(250),
        };
        let ended = Ended { outcome, reason, detail: String::new(), thoughts: vec![thought; 2] };
        let schedule = crate::schedule::Schedule::new(2, crate::schedule::Pairing::RoundRobin, 4);
        let fixture = schedule.fixture(1).unwrap();
        let record = Record::new(&fixture, 0, &ended, board.history().len());
        let text = scribe.write(board.as_ref(), &record, &ended).unwrap();
        // Two games in one file read back.
        if let Some(format) = scribe.format {
            let twice = format!("{text}{text}");
            let games = board.read_file(format.id, &twice).unwrap();
            assert_eq!(games.len(), 2, "{twice}");
            let turns = |game: usize| games[game].moves.iter().map(|turn| turn.text.clone());
            assert!(turns(0).eq(board.history()) && turns(1).eq(board.history()), "{twice}");
        }
        text
    }

    #[test]
    fn each_game_has_its_format() {
        let won = Outcome::Win(Player::Second);
        let pgn = saved("chess", "e2e4 e7e5 g1f3", won, Reason::Time);
        assert!(pgn.contains("[White \"two\"]") && pgn.contains("[Black \"one\"]"), "{pgn}");
        assert!(pgn.contains("[Event \"A \\\"match\\\"\"]") && pgn.contains("[Round \"2\"]"));
        assert!(pgn.contains("[Termination \"time forfeit, time loss\"]"), "{pgn}");
        assert!(pgn.contains("{+0.25/7 0.250s}") && pgn.contains("[Result \"0-1\"]"), "{pgn}");
        assert!(pgn.ends_with("0-1\n\n"), "{pgn}");
        let sgf = saved("go(size=9)", "e5 e6", won, Reason::Resignation);
        assert!(sgf.contains("PB[two]") && sgf.contains("PW[one]"), "{sgf}");
        assert!(sgf.contains("RE["), "{sgf}");
        let ggf = saved("othello", "f5 d6", won, Reason::Time);
        assert!(ggf.contains("PB[two]") && ggf.contains("RE[-64:t]"), "{ggf}");
        let red = saved("xiangqi", "h2e2 h9g7", won, Reason::ResignRule);
        assert!(red.contains("[Red \"two\"]"), "{red}");
        let json = saved("connect4", "4 4", Outcome::Draw, Reason::Length);
        let game: outplay::Transcript = serde_json::from_str(&json).unwrap();
        assert_eq!(game.result.as_deref(), Some("1/2-1/2"));
        assert!(game.tags.contains(&("Second".to_owned(), "one".to_owned())));
        assert!(saved("gomoku", "h8 h9", won, Reason::Crash).starts_with('{'));
    }
}
