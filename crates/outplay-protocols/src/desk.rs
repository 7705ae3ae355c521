//! Threads for a [`Protocol`]: one that talks, and some that search.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use outplay::{Engine, Entry, InputError, Stop, Update};

use crate::lines::{Line, Lines};
use crate::protocol::{Answer, Job, JobId, News, Output, Protocol, Work};

/// Messages that may wait: who sends more has to wait, too.
const WAITING: usize = 64;
/// Searches tell which move they are at only after this time.
const QUIET: Duration = Duration::from_secs(1);

enum Message {
    Line(Line),
    End,
    News(JobId, News),
}

/// Where lines go in. The end of input is told when it is dropped.
#[derive(Debug)]
pub struct Input {
    inbox: SyncSender<Message>,
    lines: Lines,
}

impl Input {
    /// Passes bytes on, line by line; false if nobody listens any more.
    pub fn feed(&mut self, bytes: &[u8]) -> bool {
        let mut lines = self.lines.feed(bytes).into_iter();
        lines.all(|line| self.inbox.send(Message::Line(line)).is_ok())
    }

    /// Passes one line on; false if nobody listens any more.
    pub fn line(&mut self, line: &str) -> bool {
        self.feed(line.as_bytes()) && self.feed(b"\n")
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        if let Some(line) = self.lines.finish() {
            let _ = self.inbox.send(Message::Line(line));
        }
        let _ = self.inbox.send(Message::End);
    }
}

/// A place where a protocol is spoken.
#[derive(Debug)]
pub struct Desk {
    inbox: Receiver<Message>,
    sender: SyncSender<Message>,
    files: Option<ReadFile>,
}

/// Reads the text file at a path, on behalf of who sends the lines.
pub type ReadFile = fn(&str) -> Result<String, InputError>;

impl Desk {
    /// A desk and the way to it. Give the [`Input`] to the thread that reads.
    pub fn new() -> (Desk, Input) {
        let (sender, inbox) = mpsc::sync_channel(WAITING);
        let input = Input { inbox: sender.clone(), lines: Lines::default() };
        (Desk { inbox, sender, files: None }, input)
    }

    /// Lets the protocol read files. Without it, it can't.
    #[must_use]
    pub fn with_files(mut self, read: ReadFile) -> Desk {
        self.files = Some(read);
        self
    }

    /// Speaks until the protocol quits, the input ends or `write` returns false. Searches that
    /// still run then are stopped. `write` gets one line at a time, without its end, and should
    /// flush.
    pub fn run(
        self,
        protocol: &mut dyn Protocol,
        games: &[Entry],
        workers: usize,
        write: &mut dyn FnMut(&str) -> bool,
    ) {
        let Desk { inbox, sender, files } = self;
        let (jobs, waiting) = mpsc::channel::<Job>();
        let waiting = &Mutex::new(waiting);
        std::thread::scope(|scope| {
            for _ in 0..workers.max(1) {
                let sender = sender.clone();
                scope.spawn(move || work(games, waiting, &sender));
            }
            drop(sender);
            let mut running: HashMap<JobId, Stop> = HashMap::new();
            let mut out = Output::default();
            protocol.greet(&mut out);
            loop {
                let heard = out.lines.drain(..).all(|line| write(&line));
                for job in out.jobs.drain(..) {
                    running.insert(job.id, job.stop.clone());
                    let _ = jobs.send(job);
                }
                if out.quit || !heard {
                    break;
                }
                if let Some((id, path)) = out.files.pop() {
                    let refuse = || Err(InputError::new("files can't be read here"));
                    let text = files.map_or_else(refuse, |read| read(&path));
                    protocol.file(id, text, &mut out);
                    continue;
                }
                match inbox.recv() {
                    Ok(Message::Line(Line::Text(line))) => protocol.receive(&line, &mut out),
                    Ok(Message::Line(Line::Overlong)) => protocol.receive_overlong(&mut out),
                    Ok(Message::End) => protocol.end_of_input(&mut out),
                    Ok(Message::News(id, news)) => {
                        if matches!(news, News::Done(_)) {
                            running.remove(&id);
                        }
                        protocol.news(id, news, &mut out);
                    }
                    Err(_) => break,
                }
            }
            running.values().for_each(Stop::raise);
            // Nobody waits for the workers' last words, and they find no more jobs.
            drop((jobs, inbox));
        });
    }
}

/// Does one job after the other, until there are no more.
fn work(games: &[Entry], waiting: &Mutex<Receiver<Job>>, inbox: &SyncSender<Message>) {
    let mut engine = Engine::new(games);
    loop {
        let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        let tell = |news| inbox.send(Message::News(job.id, news));
        let done = catch_unwind(AssertUnwindSafe(|| {
            perform(&mut engine, &job, &|news| {
                let _ = tell(news);
            })
        }));
        let result = done.unwrap_or_else(|_| {
            // What it left behind is not to be trusted.
            engine = Engine::new(games);
            Err(InputError::new("the search failed; this is a fault of the program"))
        });
        if tell(News::Done(result)).is_err() {
            return;
        }
    }
}

fn perform(
    engine: &mut Engine,
    job: &Job,
    tell: &(dyn Fn(News) + Sync),
) -> Result<Answer, InputError> {
    let started = Instant::now();
    let mut watch = |update: Update<'_>| match update {
        Update::Report(analysis) => tell(News::Report(Box::new(analysis.clone()))),
        Update::AtRoot { text, number, depth } if started.elapsed() >= QUIET => {
            tell(News::AtRoot { text: text(), number, depth });
        }
        Update::AtRoot { .. } => {}
    };
    let Job { work, task, stop, .. } = job;
    Ok(match *work {
        Work::Prepare => {
            engine.prepare(task)?;
            Answer::Prepared
        }
        Work::Choose => Answer::Choice(Box::new(engine.choose(task, stop, &mut watch)?)),
        Work::Analyze => Answer::Analysis(Box::new(engine.analyze(task, stop, &mut watch)?)),
        Work::Perft(depth) => {
            let counts = engine.session(task)?.divide(depth, stop);
            Answer::Perft(counts.map_err(|stopped| InputError::new(stopped.to_string()))?)
        }
    })
}
