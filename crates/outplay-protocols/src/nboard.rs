//! The NBoard protocol for Othello.
//!
//! Source: Chris Welty's description of it, version 2, with the bare moves of version 1. Commands
//! that are not known are passed over without a word; what is wrong with a game or a move is shown
//! in the status line. Values are discs for the side to move.

mod game;
mod words;

use core::time::Duration;
use std::time::Instant;

use outplay::{Analysis, Bound, InputError, Limits, MAX_PLY, Profile, Stop, Task, quote};

use crate::protocol::{Answer, Job, JobId, News, Output, Protocol, Setup, Work};
use crate::waiting::{Heard, Waiting, is_endless, least};

use game::{GAME, Game};

/// A move takes so long if neither depth nor clock limit it, a position of `analyze` so long.
const USUAL_TIME: Duration = Duration::from_secs(5);
const ANALYSIS_TIME: Duration = Duration::from_secs(1);
/// Squares of the board: there are no more moves to give hints on.
const SQUARES: usize = 64;

/// The NBoard protocol for Othello.
///
/// `ping` ends a search, which gives what it has found before the `pong`; a hint or an analysis
/// also ends when the next thing is asked for. Everything else waits for its turn.
pub struct NBoard {
    setup: Setup,
    game: Game,
    /// Set by the GUI.
    depth: Option<u32>,
    busy: Option<Busy>,
    waiting: Waiting,
    next_job: JobId,
    /// There will be no more lines.
    ending: bool,
}

/// What is being searched.
struct Busy {
    job: JobId,
    stop: Stop,
    errand: Errand,
    /// It would go on for long if nobody stopped it.
    endless: bool,
}

#[derive(Clone, Copy, Debug)]
enum Errand {
    /// A move.
    Go,
    /// Values of so many moves; the depth that was shown last.
    Hint { lines: usize, shown: Option<u32> },
    /// The value of the position after so many moves, then of those before.
    Analyze { moves: usize },
}

impl NBoard {
    /// A conversation that begins with this setup.
    ///
    /// # Errors
    /// If the game is not one that the protocol can play.
    pub fn new(setup: Setup) -> Result<NBoard, InputError> {
        let session = outplay::open(&setup.games, &setup.game)?;
        if session.name() != GAME {
            let what = format!("the NBoard protocol can't be spoken in {}", session.name());
            return Err(InputError::new(what).hint("it is for othello on 8 by 8 squares"));
        }
        Ok(NBoard {
            setup,
            game: Game::new(session),
            depth: None,
            busy: None,
            waiting: Waiting::default(),
            next_job: 0,
            ending: false,
        })
    }

    /// Takes a line in its turn.
    fn hear(&mut self, line: &str, out: &mut Output) {
        let (word, rest) = split(line);
        let done = match &word.to_ascii_lowercase()[..] {
            "nboard" => {
                out.line(format!("set myname {}", self.setup.name));
                Ok(())
            }
            "set" => self.set(rest),
            // Version 1 had it without `set`.
            "depth" => self.set_depth(rest),
            "move" => self.play(rest),
            "go" => {
                self.go(out);
                Ok(())
            }
            "hint" => self.hint(rest, out),
            "analyze" => {
                let moves = self.game.session.history().len();
                out.line(format!("status {} is analyzing the game", self.short_name()));
                self.analyze(moves, out);
                Ok(())
            }
            "ping" => pong(rest, out),
            "learn" => {
                // There is no book to add it to.
                out.line("learned");
                Ok(())
            }
            _ if is_move(word) => self.play(line),
            _ => Ok(()),
        };
        if let Err(error) = done {
            out.line(format!("status {error}"));
        }
    }

    fn set(&mut self, rest: &str) -> Result<(), InputError> {
        let (name, value) = split(rest);
        match &name.to_ascii_lowercase()[..] {
            "game" => self.game.load(value).map_err(|error| error.within("set game")),
            "depth" => self.set_depth(value),
            // Contempt counts for draws in a book.
            _ => Ok(()),
        }
    }

    fn set_depth(&mut self, text: &str) -> Result<(), InputError> {
        let depth = outplay::read::depth(text).map_err(|error| error.within("set depth"))?;
        self.depth = Some(depth.clamp(1, MAX_PLY));
        Ok(())
    }

    /// A move, perhaps with its value and time behind slashes.
    fn play(&mut self, text: &str) -> Result<(), InputError> {
        let mut parts = text.split('/').map(str::trim);
        let (square, time) = (parts.next().unwrap_or_default(), parts.nth(1).unwrap_or_default());
        self.game.play(square, time).map_err(|error| error.within("move"))
    }

    fn go(&mut self, out: &mut Output) {
        if self.game.session.outcome().is_some() {
            out.line("=== PA");
            return;
        }
        let mut profile = self.profile();
        let limits = &mut profile.plan.limits;
        if let Some(clock) = self.game.clock() {
            let Limits { time, soft_time, .. } = clock.limits();
            (limits.time, limits.soft_time) = (least(limits.time, time), soft_time);
        }
        if *limits == Limits::default() && profile.level.is_none() {
            limits.time = Some(USUAL_TIME);
        }
        out.line(format!("status {} is thinking", self.short_name()));
        let task = self.game.task(usize::MAX, profile);
        self.start(Work::Choose, task, Errand::Go, out);
    }

    fn hint(&mut self, rest: &str, out: &mut Output) -> Result<(), InputError> {
        let lines = match rest.trim() {
            "" => 1,
            number => outplay::read::whole(number, "give 1 or more")
                .map_err(|error| error.within("hint"))?,
        };
        let lines = usize::try_from(lines).unwrap_or(SQUARES).clamp(1, SQUARES);
        let mut profile = self.profile();
        profile.plan.lines = lines;
        out.line(format!("status {} is analyzing", self.short_name()));
        let task = self.game.task(usize::MAX, profile);
        self.start(Work::Analyze, task, Errand::Hint { lines, shown: None }, out);
        Ok(())
    }

    /// Searches the position after so many moves for `analyze`.
    fn analyze(&mut self, moves: usize, out: &mut Output) {
        let mut profile = self.profile();
        if profile.plan.limits == Limits::default() {
            profile.plan.limits.time = Some(ANALYSIS_TIME);
        }
        let task = self.game.task(moves, profile);
        self.start(Work::Analyze, task, Errand::Analyze { moves }, out);
    }

    /// How to play where there is no clock.
    fn profile(&self) -> Profile {
        let mut profile = self.setup.profile.clone();
        profile.plan.limits.depth = least(profile.plan.limits.depth, self.depth);
        profile
    }

    fn short_name(&self) -> &str {
        let Setup { name, version, .. } = &self.setup;
        name.strip_suffix(&version[..]).unwrap_or(name).trim()
    }

    fn start(&mut self, work: Work, task: Task, errand: Errand, out: &mut Output) {
        let stop = Stop::new();
        let endless = is_endless(work, &task);
        if (self.ending && endless) || self.waiting.any(|line| ends(line, errand)) {
            stop.raise();
        }
        let job = self.next_job;
        self.next_job += 1;
        self.busy = Some(Busy { job, stop: stop.clone(), errand, endless });
        out.start(Job { id: job, work, task, stop });
    }

    /// How far a search is.
    fn report(&mut self, analysis: &Analysis, out: &mut Output) {
        let Some(busy) = &mut self.busy else { return };
        if analysis.score.bound != Bound::Exact {
            return;
        }
        let lines = match &mut busy.errand {
            Errand::Go => 1,
            Errand::Hint { lines, shown } => {
                *shown = Some(analysis.depth);
                *lines
            }
            Errand::Analyze { .. } => return,
        };
        words::evaluations(analysis, lines).into_iter().for_each(|line| out.line(line));
        out.line(words::statistics(analysis));
    }

    /// A search is done.
    fn done(&mut self, busy: &Busy, result: Result<Answer, InputError>, out: &mut Output) {
        match (busy.errand, result) {
            (Errand::Go, Ok(Answer::Choice(choice))) => {
                out.line(words::statistics(&choice.analysis));
                out.line(words::decision(&choice.best, &choice.analysis));
            }
            (Errand::Go, result) => {
                // Any move is better than none.
                let first = self.game.session.legal().into_iter().next();
                let first = first.unwrap_or_else(|| "pass".to_owned());
                if let Err(error) = result {
                    out.line(format!("status {error}"));
                }
                out.line(format!("=== {}", words::square(&first)));
            }
            (Errand::Hint { lines, shown }, Ok(Answer::Analysis(analysis))) => {
                if shown != Some(analysis.depth) {
                    words::evaluations(&analysis, lines)
                        .into_iter()
                        .for_each(|line| out.line(line));
                }
                out.line(words::statistics(&analysis));
                out.line("status");
            }
            (Errand::Analyze { moves }, Ok(Answer::Analysis(analysis))) => {
                out.line(words::looking_back(moves, &analysis));
                if moves > 0 && !busy.stop.is_raised() {
                    return self.analyze(moves - 1, out);
                }
                out.line("status");
            }
            (_, Err(error)) => out.line(format!("status {error}")),
            (_, Ok(_)) => out.line("status"),
        }
    }

    /// Takes the lines that have waited, as far as they don't have to wait again.
    fn go_on(&mut self, out: &mut Output) {
        while self.busy.is_none() {
            let Some(heard) = self.waiting.pop() else { break };
            self.hear(&heard.line, out);
        }
        if self.ending && self.busy.is_none() {
            out.quit();
        }
    }
}

/// The first word, and what follows it.
fn split(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

/// Whether a command is a move, as in version 1.
fn is_move(word: &str) -> bool {
    let square = word.split('/').next().unwrap_or_default().as_bytes();
    match square {
        [column, row] => {
            matches!(column.to_ascii_lowercase(), b'a'..=b'h') && matches!(row, b'1'..=b'8')
                || square.eq_ignore_ascii_case(b"pa")
        }
        _ => false,
    }
}

/// Whether a line, when it arrives, ends what is being searched: a ping ends everything, and a hint
/// or an analysis also ends when something else is asked for.
fn ends(line: &str, errand: Errand) -> bool {
    let (word, rest) = split(line);
    let word = word.to_ascii_lowercase();
    match &word[..] {
        "ping" => true,
        _ if matches!(errand, Errand::Go) => false,
        "go" | "hint" | "analyze" | "learn" | "move" => true,
        "set" => split(rest).0.eq_ignore_ascii_case("game"),
        _ => is_move(&word),
    }
}

fn pong(rest: &str, out: &mut Output) -> Result<(), InputError> {
    let number: i64 = rest.trim().parse().map_err(|_| {
        InputError::new(format!("ping: {} is not a number", quote(rest))).hint("send ping 1")
    })?;
    out.line(format!("pong {number}"));
    Ok(())
}

impl Protocol for NBoard {
    fn receive(&mut self, line: &str, out: &mut Output) {
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() {
            return;
        }
        if split(line).0.eq_ignore_ascii_case("quit") {
            out.quit();
            return;
        }
        if let Some(busy) = self.busy.as_ref().filter(|busy| ends(line, busy.errand)) {
            busy.stop.raise();
        }
        if !self.waiting.push(Heard { line: line.to_owned(), at: Instant::now() }) {
            out.line("status too many lines wait for an answer");
        }
        self.go_on(out);
    }

    fn receive_overlong(&mut self, out: &mut Output) {
        out.line("status the line is too long");
    }

    fn news(&mut self, job: JobId, news: News, out: &mut Output) {
        if self.busy.as_ref().is_none_or(|busy| busy.job != job) {
            return;
        }
        match news {
            News::Report(analysis) => self.report(&analysis, out),
            News::AtRoot { .. } => {}
            News::Done(result) => {
                if let Some(busy) = self.busy.take() {
                    self.done(&busy, result, out);
                }
                self.go_on(out);
            }
        }
    }

    fn end_of_input(&mut self, out: &mut Output) {
        self.ending = true;
        if let Some(busy) = self.busy.as_ref().filter(|busy| busy.endless) {
            busy.stop.raise();
        }
        self.go_on(out);
    }
}
