//! Another program as a contender: started when it is needed, asked by its protocol, watched by the
//! clock, and ended whatever state it is in.

mod process;
#[cfg(test)]
mod tests;

use core::time::Duration;
use std::collections::VecDeque;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Instant;

use outplay::{InputError, Player, Session, Stop};
use outplay_protocols::Line;
use outplay_protocols::client::{Client, Clocks, Reply, client};

use crate::contender::{Action, Contender, Decision, Fault};
use crate::spec::ExternalSpec;
use process::Process;
pub use process::kill_all;

/// The flag to stop is looked at so often.
const TICK: Duration = Duration::from_millis(20);
/// What a program has to do first.
const START: &str = "start";
/// So many characters of a line are shown.
const LONGEST_SAID: usize = 100;
/// What a program without a clock may take in all, in times of what it may be silent.
const LONGEST_CHATTER: u32 = 10;

/// How long to wait for a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For it to start, and to set up a game.
    pub start: Duration,
    /// Beyond its clock: then it is told to hurry, and after as much again it is given up.
    pub margin: Duration,
    /// For any word while it thinks without any clock; then it is told to hurry. It gets ten times as
    /// much in all.
    pub unlimited: Duration,
    /// For it to end when it is told to.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(10),
            margin: Duration::from_secs(5),
            unlimited: Duration::from_secs(60),
            quit: Duration::from_secs(1),
        }
    }
}

/// Another program.
pub struct External {
    spec: ExternalSpec,
    patience: Patience,
    client: Box<dyn Client>,
    running: Option<Running>,
}

/// The program while it runs.
struct Running {
    process: Process,
    /// Replies not yet looked at.
    replies: VecDeque<Reply>,
    /// When it was last sent a line, or sent one.
    last: Instant,
    /// The beginning of the last line that it wrote.
    said: String,
    /// It has been asked to play a game.
    used: bool,
}

impl External {
    /// A program to be started for its first game.
    ///
    /// # Errors
    /// If its protocol is not one that is known here.
    pub fn new(spec: ExternalSpec) -> Result<External, InputError> {
        External::with_patience(spec, Patience::default())
    }

    /// The same, with other limits on how long to wait.
    ///
    /// # Errors
    /// As [`External::new`].
    pub fn with_patience(spec: ExternalSpec, patience: Patience) -> Result<External, InputError> {
        let client = client(spec.protocol.name())?;
        Ok(External { spec, patience, client, running: None })
    }

    /// Starts the program, if it is not running, and waits until it is there.
    fn start(&mut self, board: &dyn Session, stop: &Stop) -> Result<(), Fault> {
        if self.running.is_some() {
            return Ok(());
        }
        let process = Process::start(&self.spec).map_err(Fault::Crash)?;
        let (replies, last, said) = (VecDeque::new(), Instant::now(), String::new());
        self.running = Some(Running { process, replies, last, said, used: false });
        let lines = self.client.open(&self.spec.options);
        // Where nothing is asked, nothing is answered.
        let asks = !lines.is_empty();
        self.send(lines)?;
        if asks { self.wait_until_ready(board, START, stop) } else { Ok(()) }
    }

    fn begin(
        &mut self,
        board: &dyn Session,
        player: Player,
        clocks: &Clocks,
        stop: &Stop,
    ) -> Result<(), Fault> {
        let used = self.running.as_ref().is_some_and(|running| running.used);
        if used && !self.client.is_reusable() {
            self.end(stop);
        }
        if stop.is_raised() {
            return Err(Fault::Stopped);
        }
        self.start(board, stop)?;
        if let Some(running) = &mut self.running {
            running.used = true;
        }
        self.catch_up(board)?;
        let lines = self.client.new_game(board, player, clocks);
        self.send(lines.map_err(|error| Fault::Nonsense(error.to_string()))?)?;
        self.wait_until_ready(board, "begin a game", stop)
    }

    fn wait_until_ready(
        &mut self,
        board: &dyn Session,
        what: &str,
        stop: &Stop,
    ) -> Result<(), Fault> {
        let until = Instant::now() + self.patience.start;
        loop {
            match self.next_reply(board, until, stop)? {
                Some(Reply::Ready) => return Ok(()),
                Some(Reply::Fault(what)) => return Err(Fault::Nonsense(what)),
                Some(_) => {}
                None => {
                    let time = self.patience.start.as_secs_f32();
                    let missing = self.missing(what);
                    let said = self.said();
                    let what = format!("it did not {what} within {time} s{missing}{said}");
                    return Err(Fault::Silence(what));
                }
            }
        }
    }

    /// What a program that is not ready should have said.
    fn missing(&self, what: &str) -> String {
        match self.client.awaited() {
            Some(word) if what == START => format!(": no {word}; is the protocol right?"),
            Some(word) => format!(": no {word}"),
            None => String::new(),
        }
    }

    /// What it said last, to be put behind a complaint.
    fn said(&self) -> String {
        match self.running.as_ref().map(|running| running.said.as_str()) {
            Some(said) if !said.is_empty() => format!(" (it said last: {})", outplay::quote(said)),
            _ => " (it said nothing)".to_owned(),
        }
    }

    /// Sends lines, not sooner after its own than it can bear.
    fn send(&mut self, lines: Vec<String>) -> Result<(), Fault> {
        let Some(running) = &mut self.running else { return Err(ended()) };
        if lines.is_empty() {
            return Ok(());
        }
        let pause = self.client.pause().saturating_sub(running.last.elapsed());
        if !pause.is_zero() {
            std::thread::sleep(pause);
        }
        let end = self.client.line_end();
        let text: String = lines.iter().flat_map(|line| [line, end]).collect();
        // If it is gone, its output has ended, too: that says more.
        running.process.write(text);
        running.last = Instant::now();
        Ok(())
    }

    /// What it said unasked belongs to the past.
    fn catch_up(&mut self, board: &dyn Session) -> Result<(), Fault> {
        while let Some(running) = &mut self.running {
            match running.process.lines().try_recv() {
                Ok(line) => self.hear(&line, board)?,
                Err(std::sync::mpsc::TryRecvError::Empty) => break,
                Err(std::sync::mpsc::TryRecvError::Disconnected) => return Err(self.crash()),
            }
        }
        if let Some(running) = &mut self.running {
            running.replies.clear();
        }
        Ok(())
    }

    fn hear(&mut self, line: &Line, board: &dyn Session) -> Result<(), Fault> {
        let Some(running) = &mut self.running else { return Err(ended()) };
        running.last = Instant::now();
        if let Line::Text(line) = line {
            if !line.trim().is_empty() {
                running.said = line.trim().chars().take(LONGEST_SAID).collect();
            }
            running.replies.extend(self.client.receive(line, board));
        }
        let lines = self.client.pending();
        self.send(lines)
    }

    /// The next thing that it says; `None` if it says nothing in time.
    fn next_reply(
        &mut self,
        board: &dyn Session,
        until: Instant,
        stop: &Stop,
    ) -> Result<Option<Reply>, Fault> {
        loop {
            let Some(running) = &mut self.running else { return Err(ended()) };
            if let Some(reply) = running.replies.pop_front() {
                return Ok(Some(reply));
            }
            if stop.is_raised() {
                return Err(Fault::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            let bearable = self.client.patience();
            let bearable = bearable.map(|time| time.saturating_sub(running.last.elapsed()));
            let wait = bearable.unwrap_or(TICK).min(left).min(TICK);
            match running.process.lines().recv_timeout(wait) {
                Ok(line) => self.hear(&line, board)?,
                Err(RecvTimeoutError::Timeout) if bearable == Some(Duration::ZERO) => {
                    running.replies.extend(self.client.overdue());
                    let lines = self.client.pending();
                    self.send(lines)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
            }
        }
    }

    /// Its output has ended: says how.
    fn crash(&mut self) -> Fault {
        let running = self.running.take();
        Fault::Crash(match running.and_then(|running| running.process.end(self.patience.quit)) {
            Some(status) => format!("it ended: {status}"),
            None => "it closed its output".to_owned(),
        })
    }

    /// Ends it, politely if it listens, and at once when the flag is raised.
    fn end(&mut self, stop: &Stop) {
        if let Some(mut running) = self.running.take() {
            let end = self.client.line_end();
            let lines = self.client.quit();
            running.process.write(lines.iter().flat_map(|line| [line, end]).collect());
            running.process.end_unless(stop, self.patience.quit);
        }
    }

    /// Ends it at once.
    fn kill(&mut self) {
        if let Some(running) = self.running.take() {
            running.process.end(Duration::ZERO);
        }
    }

    fn hear_out(
        &mut self,
        board: &dyn Session,
        clocks: &Clocks,
        stop: &Stop,
    ) -> Result<Decision, Fault> {
        self.catch_up(board)?;
        let lines = self.client.think(board, clocks);
        let time = time(board, clocks);
        self.send(lines)?;
        let asked = Instant::now();
        let mut until = self.deadline(asked, time);
        let mut hurried = false;
        let mut decision =
            Decision { action: Action::Resign, score: None, depth: None, nodes: None };
        loop {
            let action = match self.next_reply(board, until, stop)? {
                Some(Reply::Move(m)) => Action::Move(m),
                Some(Reply::Resign) => Action::Resign,
                Some(Reply::Draw) => Action::Draw,
                Some(Reply::Thought { depth, score, nodes }) => {
                    decision.depth = depth.or(decision.depth);
                    decision.score = score.or(decision.score);
                    decision.nodes = nodes.or(decision.nodes);
                    continue;
                }
                Some(Reply::Fault(what)) => return Err(Fault::Nonsense(what)),
                Some(Reply::Ready) => continue,
                None if !hurried && Instant::now() < self.deadline(asked, time) => {
                    // It has said something since.
                    until = self.deadline(asked, time);
                    continue;
                }
                None if !hurried => {
                    hurried = true;
                    until = Instant::now() + self.patience.margin;
                    let lines = self.client.hurry();
                    self.send(lines)?;
                    continue;
                }
                None => {
                    let waited = asked.elapsed().as_secs_f32();
                    let said = self.said();
                    let what = format!("it gave no move within {waited:.1} s{said}");
                    return Err(Fault::Silence(what));
                }
            };
            return Ok(Decision { action, ..decision });
        }
    }

    /// When a program that was asked then must have moved, as far as is known now: without a clock
    /// whatever it says gives it more time.
    fn deadline(&self, asked: Instant, time: Option<Duration>) -> Instant {
        let Patience { margin, unlimited, .. } = self.patience;
        match (time, &self.running) {
            (Some(time), _) => asked + time + margin,
            (None, Some(running)) => {
                (running.last + unlimited).min(asked + LONGEST_CHATTER * unlimited)
            }
            (None, None) => asked,
        }
    }
}

/// How long it may think, if that is limited.
fn time(board: &dyn Session, clocks: &Clocks) -> Option<Duration> {
    let left = clocks.left.zip(board.turn()).map(|(left, turn)| left[turn.index()]);
    let time = left.into_iter().chain(clocks.per_move).min();
    time.map(|time| time.min(Duration::from_secs(1_000_000)))
}

/// It is not running where it must be.
fn ended() -> Fault {
    Fault::Crash("it is not running".to_owned())
}

impl Contender for External {
    fn new_game(
        &mut self,
        board: &dyn Session,
        player: Player,
        clocks: &Clocks,
        stop: &Stop,
    ) -> Result<(), Fault> {
        let used = self.running.as_ref().is_some_and(|running| running.used);
        let mut begun = self.begin(board, player, clocks, stop);
        if begun.is_err() && used && !stop.is_raised() {
            // It may have been left in a bad way by the last game.
            self.kill();
            begun = self.begin(board, player, clocks, stop);
        }
        if begun.is_err() {
            self.kill();
        }
        begun
    }

    fn decide(
        &mut self,
        board: &dyn Session,
        clocks: &Clocks,
        stop: &Stop,
    ) -> Result<Decision, Fault> {
        let decision = self.hear_out(board, clocks, stop);
        if decision.is_err() {
            // Whatever it says now would be taken for an answer to another question.
            self.kill();
        }
        decision
    }
}

impl Drop for External {
    fn drop(&mut self) {
        self.end(&Stop::new());
    }
}
