//! GTP 2, the Go Text Protocol: for Go, and for other games whose moves are points of a board.
//!
//! After Gunnar Farnebäck's "Specification of the Go Text Protocol, version 2, draft 2" (2002),
//! with commands of KGS, Leela Zero, KataGo and GoGui that programs use. Commands are answered in
//! order: what arrives while a move is searched waits. An analysis goes on until the next line.

mod board;
mod commands;
mod count;
mod request;
mod rules;
mod stream;
mod timer;
mod vertex;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::Instant;

use outplay::{Clock, InputError, Stop};

use crate::protocol::{Answer, Job, JobId, News, Output, Protocol, Setup};
use commands::{Effect, Purpose, Table};
use request::Request;
use vertex::Vertices;

/// So many commands may wait, and so many bytes of them. With more a search is ended and they are
/// refused, in their turn: an engine has to keep what it has read.
const MOST_WAITING: usize = 1_000;
const MOST_BYTES: usize = 4 << 20;
/// The comment by which GoGui asks for a move now.
const INTERRUPT: &str = "# interrupt";

/// GTP 2, the Go Text Protocol.
pub struct Gtp {
    table: Table,
    waiting: VecDeque<Waiting>,
    /// Bytes of the commands that wait.
    bytes: usize,
    running: Option<Running>,
    last_job: JobId,
    /// There will be no more lines.
    ended: bool,
    /// Nothing more is said.
    quit: bool,
}

/// What has been received and not been answered.
enum Waiting {
    Command(Request),
    /// Nothing; but it ends an analysis.
    Empty,
    /// A line too long to be kept.
    Overlong,
    /// A command too many.
    Refused(Option<String>),
}

/// A command that is being done.
struct Running {
    id: Option<String>,
    job: JobId,
    stop: Stop,
    purpose: Purpose,
    started: Instant,
    /// An analysis that has come to its end: its answer ends with the next line all the same.
    finished: bool,
}

impl Running {
    /// What is to be said of how a search goes on.
    fn tell(&mut self, news: &News, vertices: &Vertices) -> Option<String> {
        let (Purpose::Analysis(wish) | Purpose::Move { stream: Some(wish), .. }) =
            &mut self.purpose
        else {
            return None;
        };
        match news {
            News::Report(analysis) => wish.report(analysis, vertices),
            _ => wish.due(self.started.elapsed().as_secs_f64() * 1e3),
        }
    }
}

impl Gtp {
    /// A conversation that begins with this setup.
    ///
    /// # Errors
    /// If the game is not one that the protocol can play: its moves must be points of a board, or
    /// passes, and the sides must move in turn.
    pub fn new(setup: Setup) -> Result<Gtp, InputError> {
        Ok(Gtp {
            table: Table::new(setup)?,
            waiting: VecDeque::new(),
            bytes: 0,
            running: None,
            last_job: 0,
            ended: false,
            quit: false,
        })
    }

    /// Keeps what has to wait.
    fn keep(&mut self, waiting: Waiting) {
        let full = self.waiting.len() >= MOST_WAITING || self.bytes >= MOST_BYTES;
        self.waiting.push_back(match waiting {
            Waiting::Command(request) if full => {
                if let Some(running) = &self.running {
                    running.stop.raise();
                }
                Waiting::Refused(request.id)
            }
            Waiting::Command(request) => {
                self.bytes += request.bytes();
                Waiting::Command(request)
            }
            Waiting::Empty if matches!(self.waiting.back(), None | Some(Waiting::Empty)) => return,
            other => other,
        });
    }

    /// A line has come: that ends an analysis.
    fn end_analysis(&mut self, out: &mut Output) {
        let Some(running) = &self.running else { return };
        if matches!(running.purpose, Purpose::Analysis(_)) {
            running.stop.raise();
            if running.finished {
                self.running = None;
                out.line("");
            }
        }
    }

    /// Does what waits, as far as it can be done at once.
    fn go_on(&mut self, out: &mut Output) {
        while self.running.is_none() && !self.quit {
            let Some(next) = self.waiting.pop_front() else {
                if self.ended {
                    self.quit = true;
                    out.quit();
                }
                return;
            };
            match next {
                Waiting::Command(request) => {
                    self.bytes -= request.bytes();
                    let answer = self.table.obey(&request);
                    self.answer(request.id, answer, out);
                }
                Waiting::Empty => {}
                Waiting::Overlong => fail(out, None, "the line is too long"),
                Waiting::Refused(id) => fail(out, id.as_deref(), "too many commands wait"),
            }
        }
    }

    fn answer(&mut self, id: Option<String>, answer: commands::Answer, out: &mut Output) {
        match answer {
            Ok(Effect::Say(text)) => succeed(out, id.as_deref(), &text),
            Ok(Effect::Quit) => {
                succeed(out, id.as_deref(), "");
                self.quit = true;
                out.quit();
            }
            Ok(Effect::Begin(task, work, purpose)) => {
                let stop = Stop::new();
                match &purpose {
                    Purpose::Analysis(_) => {
                        begin(out, '=', id.as_deref(), "");
                        if self.ended || !self.waiting.is_empty() {
                            stop.raise();
                        }
                    }
                    Purpose::Move { stream: Some(_), .. } => begin(out, '=', id.as_deref(), ""),
                    _ => {}
                }
                self.last_job += 1;
                let job = self.last_job;
                out.start(Job { id: job, work, task: *task, stop: stop.clone() });
                let started = Instant::now();
                self.running = Some(Running { id, job, stop, purpose, started, finished: false });
            }
            Ok(Effect::Read(path, before)) => {
                self.last_job += 1;
                let (job, stop, purpose) = (self.last_job, Stop::new(), Purpose::Load(before));
                out.read(job, path);
                let started = Instant::now();
                self.running = Some(Running { id, job, stop, purpose, started, finished: false });
            }
            Err(message) => fail(out, id.as_deref(), &message),
        }
    }

    /// A job has ended.
    fn done(&mut self, result: Result<Answer, InputError>, out: &mut Output) {
        let Some(mut running) = self.running.take() else { return };
        let id = running.id.clone();
        match (&mut running.purpose, result) {
            (Purpose::Prepare, Ok(_)) => succeed(out, id.as_deref(), ""),
            (Purpose::Analysis(wish), result) => {
                if let Ok(Answer::Analysis(analysis)) = &result {
                    out.lines.extend(wish.last(analysis, &self.table.board.vertices));
                }
                if running.stop.is_raised() || self.ended {
                    out.line("");
                } else {
                    running.finished = true;
                    self.running = Some(running);
                }
            }
            (Purpose::Move { .. }, result) => self.moved(running, result, out),
            (_, Err(error)) => fail(out, id.as_deref(), &error.to_string()),
            (_, Ok(_)) => fail(out, id.as_deref(), "cannot do it"),
        }
    }

    /// A search for a move has ended.
    fn moved(&mut self, running: Running, result: Result<Answer, InputError>, out: &mut Output) {
        let Purpose::Move { side, plays, mut stream } = running.purpose else { return };
        // Other clocks run longer than ours, a little with every move.
        self.table.timer.spend(side, running.started.elapsed() + Clock::OVERHEAD);
        let found = match result {
            Ok(Answer::Choice(choice)) => {
                if let Some(stream) = &mut stream {
                    let line = stream.last(&choice.analysis, &self.table.board.vertices);
                    out.lines.extend(line);
                }
                self.table.found(side, plays, &choice.best)
            }
            Ok(_) => Err("no move was found".to_owned()),
            Err(error) => Err(format!("cannot find a move: {error}")),
        };
        let id = running.id.as_deref();
        match (stream, found) {
            (None, Ok(vertex)) => succeed(out, id, &vertex),
            (None, Err(message)) => fail(out, id, &message),
            (Some(_), Ok(vertex)) => {
                out.line(format!("play {vertex}"));
                out.line("");
            }
            // The answer has begun as a success.
            (Some(_), Err(_)) => out.line(""),
        }
    }
}

impl Protocol for Gtp {
    fn receive(&mut self, line: &str, out: &mut Output) {
        if let Some(running) = self.running.as_ref().filter(|_| line.trim() == INTERRUPT)
            && matches!(running.purpose, Purpose::Move { .. })
        {
            running.stop.raise();
        }
        self.keep(Request::read(line).map_or(Waiting::Empty, Waiting::Command));
        self.end_analysis(out);
        self.go_on(out);
    }

    fn receive_overlong(&mut self, out: &mut Output) {
        self.keep(Waiting::Overlong);
        self.end_analysis(out);
        self.go_on(out);
    }

    fn news(&mut self, job: JobId, news: News, out: &mut Output) {
        let Some(running) = self.running.as_mut().filter(|running| running.job == job) else {
            return;
        };
        if let News::Done(result) = news {
            self.done(result, out);
            self.go_on(out);
        } else {
            out.lines.extend(running.tell(&news, &self.table.board.vertices));
        }
    }

    fn file(&mut self, id: JobId, text: Result<String, InputError>, out: &mut Output) {
        let Some(running) = self.running.take_if(|running| running.job == id) else { return };
        let answer = match (running.purpose, text) {
            (Purpose::Load(before), Ok(text)) => self.table.load(&text, before),
            (_, Err(error)) => Err(format!("cannot load file: {error}")),
            (_, Ok(_)) => Err("cannot do it".to_owned()),
        };
        self.answer(running.id, answer, out);
        self.go_on(out);
    }

    fn end_of_input(&mut self, out: &mut Output) {
        self.ended = true;
        self.end_analysis(out);
        self.go_on(out);
    }
}

/// A response begins: its mark, the number of the command, and the first line.
fn begin(out: &mut Output, mark: char, id: Option<&str>, text: &str) {
    let line = format!("{mark}{} {text}", id.unwrap_or_default());
    out.line(line.trim_end());
}

/// A whole response. An empty line within it would end it: there is none.
fn respond(out: &mut Output, mark: char, id: Option<&str>, text: &str) {
    let mut lines = text.lines();
    begin(out, mark, id, lines.next().unwrap_or_default());
    for line in lines.filter(|line| !line.trim().is_empty()) {
        out.line(line);
    }
    out.line("");
}

fn succeed(out: &mut Output, id: Option<&str>, text: &str) {
    respond(out, '=', id, text);
}

fn fail(out: &mut Output, id: Option<&str>, message: &str) {
    respond(out, '?', id, message);
}
