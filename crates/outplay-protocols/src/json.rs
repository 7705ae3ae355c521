//! JSON lines: many requests at once, one object a line, see [`schema`](crate::schema).
//!
//! Every line that is not blank gets exactly one last answer, a `result` or an `error`. Requests
//! wait in a queue ordered by priority; no more than [`Setup::workers`] are searched at the same
//! time, each with an empty transposition table, so that an answer does not depend on what else was
//! asked.

mod queue;

use std::collections::HashMap;

use outplay::{Analysis, InputError, Stop};

use crate::protocol::{Answer as Found, Job, JobId, News, Output, Protocol, Setup};
use crate::schema::{
    Accepted, Answer, Body, Code, Expected, Fault, GameInfo, Id, Intake, Kind, LimitsUsed, Most,
    Policy, Refusal, Request, Stage, Updates,
};
use queue::Queue;

pub use queue::{MAX_QUEUED, MAX_QUEUED_BYTES};

/// JSON lines: one object a line.
pub struct Json {
    intake: Intake,
    name: String,
    version: String,
    workers: usize,
    /// Lines received so far.
    lines: u64,
    next: JobId,
    queue: Queue,
    running: HashMap<JobId, Ticket>,
    /// No more lines will come.
    ended: bool,
}

/// What is kept of a request until it is answered.
struct Ticket {
    id: Id,
    limits: LimitsUsed,
    expected: Expected,
    warnings: Vec<String>,
    updates: Updates,
    /// The time of the last update, in milliseconds of the search.
    updated: Option<f64>,
    stop: Stop,
}

impl Json {
    /// A conversation that begins with this setup. Requests that name no game are about the
    /// setup's, if that is not empty; the limits of its profile hold for every request.
    ///
    /// # Errors
    /// If the game is not one that the protocol can play.
    pub fn new(setup: Setup) -> Result<Json, InputError> {
        let game = match setup.game.as_str() {
            "" => None,
            game => Some(outplay::open(&setup.games, game)?.name()),
        };
        let most = Most { limits: setup.profile.plan.limits, ..Most::default() };
        let usual = Policy::new(&setup.games);
        let policy = Policy { game, profile: setup.profile, most, ..usual };
        Ok(Json {
            intake: Intake::new(policy),
            name: setup.name,
            version: setup.version,
            workers: setup.workers.max(1),
            lines: 0,
            next: 0,
            queue: Queue::default(),
            running: HashMap::new(),
            ended: false,
        })
    }

    /// A fault of the line received last.
    fn refuse(&self, id: Id, fault: Fault, out: &mut Output) {
        out.line(Answer::error(id, fault).on_line(self.lines).to_line());
    }

    fn handle(&mut self, request: Request, warnings: Vec<String>, size: usize, out: &mut Output) {
        let id = request.id.clone();
        let done = match request.kind {
            Kind::Analyze | Kind::Move => {
                if let Err(fault) = self.enqueue(request, warnings, size) {
                    self.refuse(id, fault, out);
                }
                return;
            }
            Kind::Describe => self.intake.describe(&request).map(Box::new).map(Body::Described),
            Kind::Games => Ok(self.games()),
            Kind::Terminate => Ok(self.terminate(request.target.as_ref(), out)),
            Kind::TerminateAll => Ok(self.terminate(None, out)),
            Kind::Ping => Ok(Body::Pong { pong: true }),
            Kind::Version => Ok(self.version()),
        };
        match done {
            Ok(body) => out.line(Answer::result(id, body).warning(warnings).to_line()),
            Err(fault) => self.refuse(id, fault, out),
        }
    }

    /// Puts a request in the queue.
    fn enqueue(
        &mut self,
        request: Request,
        mut warnings: Vec<String>,
        size: usize,
    ) -> Result<(), Fault> {
        let id = &request.id;
        let is_running = self.running.values().any(|ticket| ticket.id == *id);
        if *id != Id::None && (is_running || self.queue.holds(id)) {
            let error = InputError::new("id: another request has it")
                .hint("wait for its answer, or choose another id");
            return Err(Fault::new(Code::Duplicate, error).field("id"));
        }
        if self.running.len() >= self.workers && self.queue.is_full() {
            let error = InputError::new("too many requests wait").hint("try again later");
            return Err(Fault::new(Code::Busy, error));
        }
        let accepted = self.intake.task(&request)?;
        let Accepted { task, work, limits, expected, warnings: more } = accepted;
        warnings.extend(more);
        let stop = Stop::new();
        let job = Job { id: self.next, work, task, stop: stop.clone() };
        self.next += 1;
        let Request { id, updates, priority, .. } = request;
        let ticket = Ticket { id, limits, expected, warnings, updates, updated: None, stop };
        self.queue.push(priority, size, job, ticket);
        Ok(())
    }

    /// Ends one request, or all, and says how many.
    fn terminate(&mut self, target: Option<&Id>, out: &mut Output) -> Body {
        let is_meant = |ticket: &Ticket| target.is_none_or(|id| ticket.id == *id);
        let waited = self.queue.remove(is_meant);
        for ticket in &waited {
            let fault = Fault::new(Code::Terminated, "terminated before it had begun");
            out.line(Answer::error(ticket.id.clone(), fault).to_line());
        }
        let meant = self.running.values().filter(|ticket| is_meant(ticket));
        let run = meant.map(|ticket| ticket.stop.raise()).count();
        Body::Terminated { terminated: waited.len() + run }
    }

    fn games(&self) -> Body {
        let games = &self.intake.policy().games;
        Body::Games { games: games.iter().map(|entry| GameInfo::from(entry.info)).collect() }
    }

    fn version(&self) -> Body {
        let (name, version) = (self.name.clone(), self.version.clone());
        Body::Version { name, version, workers: self.workers, queue: MAX_QUEUED }
    }

    /// Begins what can begin, and ends when there is nothing left to do.
    fn go_on(&mut self, out: &mut Output) {
        while self.running.len() < self.workers
            && let Some((job, ticket)) = self.queue.pop()
        {
            self.running.insert(job.id, ticket);
            out.start(job);
        }
        if self.ended && self.running.is_empty() {
            out.quit();
        }
    }
}

impl Protocol for Json {
    fn receive(&mut self, line: &str, out: &mut Output) {
        self.lines += 1;
        if line.trim().is_empty() {
            return;
        }
        match Request::parse(line) {
            Ok((request, warnings)) => self.handle(request, warnings, line.len(), out),
            Err(Refusal { id, fault }) => self.refuse(id, fault, out),
        }
        self.go_on(out);
    }

    fn receive_overlong(&mut self, out: &mut Output) {
        self.lines += 1;
        let error = InputError::new("the line is too long")
            .hint(format!("at most {} bytes are read", crate::MAX_LINE));
        self.refuse(Id::None, Fault::new(Code::TooLong, error), out);
    }

    fn news(&mut self, job: JobId, news: News, out: &mut Output) {
        match news {
            News::Report(report) => {
                if let Some(ticket) = self.running.get_mut(&job)
                    && ticket.wants(&report)
                {
                    out.line(ticket.update(report).to_line());
                }
            }
            News::AtRoot { .. } => {}
            News::Done(done) => {
                if let Some(ticket) = self.running.remove(&job) {
                    out.line(ticket.answer(done).to_line());
                }
                self.go_on(out);
            }
        }
    }

    fn end_of_input(&mut self, out: &mut Output) {
        self.ended = true;
        self.go_on(out);
    }
}

impl Ticket {
    /// Whether it is time for another update. The search's own clock says so.
    fn wants(&self, report: &Analysis) -> bool {
        let Updates::Every(interval) = self.updates else { return false };
        let interval = interval.as_secs_f64() * 1000.0;
        self.updated.is_none_or(|updated| report.time_ms - updated >= interval)
    }

    fn update(&mut self, report: Box<Analysis>) -> Answer {
        self.updated = Some(report.time_ms);
        let right = self.expected.judge(report.best.as_deref());
        let body = Body::Searched { chosen: None, right, limits: self.limits, report };
        Answer { stage: Stage::Update, ..Answer::result(self.id.clone(), body) }
    }

    fn answer(self, done: Result<Found, InputError>) -> Answer {
        let Ticket { id, limits, expected, warnings, .. } = self;
        let body = match done {
            Ok(Found::Analysis(report)) => {
                let right = expected.judge(report.best.as_deref());
                Body::Searched { chosen: None, right, limits, report }
            }
            Ok(Found::Choice(choice)) => {
                let right = expected.judge(Some(&choice.best));
                let (chosen, report) = (Some(choice.best), Box::new(choice.analysis));
                Body::Searched { chosen, right, limits, report }
            }
            Ok(Found::Prepared | Found::Perft(_)) => {
                return Answer::error(id, Fault::new(Code::Failed, "it was not a search"));
            }
            Err(error) => return Answer::error(id, Fault::new(Code::Failed, error)),
        };
        Answer::result(id, body).warning(warnings)
    }
}
