//! What every protocol is: it receives lines, and answers with lines and searches.

use outplay::{Analysis, Choice, Entry, InputError, Perft, Profile, Stop, Task};

/// What a protocol begins with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The games it can play.
    pub games: Vec<Entry>,
    /// The game it plays until it is told another, with parameters; empty if it has to be told,
    /// in a protocol that is made for no game.
    pub game: String,
    /// How it plays where the protocol does not say.
    pub profile: Profile,
    /// Searches that can run at the same time, at least 1.
    pub workers: usize,
    /// The engine's name and its version, as it introduces itself.
    pub name: String,
    /// The version alone.
    pub version: String,
}

/// Tells one search from another: each has its own number.
pub type JobId = u64;

/// Something to be done on another thread.
#[derive(Clone, Debug)]
pub struct Job {
    /// The protocol's own number for it.
    pub id: JobId,
    /// What to do.
    pub work: Work,
    /// On which position, and how.
    pub task: Task,
    /// Raised to end it; the protocol keeps a clone.
    pub stop: Stop,
}

/// What is to be done with a [`Task`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// Make the transposition table, empty: [`Answer::Prepared`].
    Prepare,
    /// Find a move, playing as the profile says: [`Answer::Choice`].
    Choose,
    /// Search, finished games included: [`Answer::Analysis`].
    Analyze,
    /// Count the move sequences of so many plies below each move: [`Answer::Perft`].
    Perft(u32),
}

/// What came of a [`Job`].
#[derive(Clone, Debug)]
pub enum Answer {
    /// The table is ready.
    Prepared,
    /// A move.
    Choice(Box<Choice>),
    /// The end of a search.
    Analysis(Box<Analysis>),
    /// Each legal move with the count below it.
    Perft(Vec<(String, Perft)>),
}

/// How a [`Job`] goes on.
#[derive(Clone, Debug)]
pub enum News {
    /// An iteration is done, or has shown a bound.
    Report(Box<Analysis>),
    /// A search that has gone on for more than a second begins with a move at the root.
    AtRoot {
        /// The move.
        text: String,
        /// Its place in this iteration, from 1.
        number: usize,
        /// The depth of this iteration.
        depth: u32,
    },
    /// It has ended, well or not. Comes exactly once for each job, and last.
    Done(Result<Answer, InputError>),
}

/// What a protocol answers: the lines to send, and the jobs to begin, in this order.
#[derive(Debug, Default)]
pub struct Output {
    /// Lines to send, without their ends.
    pub lines: Vec<String>,
    /// Jobs to begin. With one worker they are done one after the other, in order.
    pub jobs: Vec<Job>,
    /// Text files to read, by their paths; [`Protocol::file`] is told what is in them.
    pub files: Vec<(JobId, String)>,
    /// It is over: jobs that still run are stopped, and nothing more is sent.
    pub quit: bool,
}

impl Output {
    /// Sends a line. Line breaks in it, from texts of others, become spaces.
    pub fn line(&mut self, line: impl Into<String>) {
        let line: String = line.into();
        let breaks = line.contains(['\n', '\r']);
        self.lines.push(if breaks { line.replace(['\n', '\r'], " ") } else { line });
    }

    /// Begins a job.
    pub fn start(&mut self, job: Job) {
        self.jobs.push(job);
    }

    /// Reads a file, if whoever connects the protocol lets it.
    pub fn read(&mut self, id: JobId, path: impl Into<String>) {
        self.files.push((id, path.into()));
    }

    /// Ends the conversation.
    pub fn quit(&mut self) {
        self.quit = true;
    }
}

/// A conversation in one protocol, from the engine's side.
///
/// All methods return at once; searches are [`Job`]s, and what becomes of them arrives as
/// [`News`].
pub trait Protocol: Send {
    /// Says what is to be said before anything is received.
    fn greet(&mut self, out: &mut Output) {
        let _ = out;
    }

    /// A line was received. It has no line break, and at most [`MAX_LINE`](crate::MAX_LINE) bytes.
    fn receive(&mut self, line: &str, out: &mut Output);

    /// A line longer than [`MAX_LINE`](crate::MAX_LINE) was received, and dropped.
    fn receive_overlong(&mut self, out: &mut Output);

    /// What is in a file that was asked for. Only protocols that ask need it.
    fn file(&mut self, id: JobId, text: Result<String, InputError>, out: &mut Output) {
        let _ = (id, text, out);
    }

    /// A job goes on, or has ended.
    fn news(&mut self, job: JobId, news: News, out: &mut Output);

    /// There will be no more lines: what was asked for is still answered, what would go on without
    /// end is stopped, and then the conversation [ends](Output::quit).
    fn end_of_input(&mut self, out: &mut Output);
}
