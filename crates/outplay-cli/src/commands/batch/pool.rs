//! Several workers, one order: lines are answered by whoever is free and written as they came.

use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use outplay::Stop;
use outplay_protocols::schema::{Body, Policy};

use super::progress::Progress;
use super::source::{Item, Source};
use super::worker::Worker;
use super::{Tally, Verdict};
use crate::failure::Result;

/// So many lines at most are between the reader and the writer: a long search holds up those after
/// it only when it takes longer than so many of them.
const WINDOW: usize = 512;
/// How soon everybody sees that it is to stop.
const SOON: Duration = Duration::from_millis(50);

/// A line that was answered.
pub(super) struct Done {
    pub(super) line: String,
    pub(super) verdict: Verdict,
    /// Where the request ended in the input.
    pub(super) end: u64,
}

/// What answers the lines of an input.
pub(super) struct Pool<'s> {
    pub(super) policy: Policy,
    pub(super) workers: usize,
    pub(super) stop: &'s Stop,
}

/// A line and its place among those to be answered.
type Numbered = (u64, Item);

impl Pool<'_> {
    /// Answers every line, and calls `write` in the order of the input, until the input ends or
    /// `stop` is raised: then with what was finished before, up to the first line that was not.
    pub(super) fn run(
        &self,
        source: Source,
        progress: &mut Progress,
        write: &mut dyn FnMut(&Done) -> Result<Tally>,
    ) -> Result {
        let (window, written) = mpsc::sync_channel::<()>(WINDOW);
        let (lines, waiting) = mpsc::channel();
        let (answers, answered) = mpsc::channel();
        let failure = Arc::new(Mutex::new(None));
        let seen = failure.clone();
        // It may wait for input for ever: nobody waits for it.
        thread::spawn(move || {
            if let Err(error) = read(source, &window, &lines) {
                *seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
        });
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..self.workers {
            let (worker, stop) = (Worker::new(&self.policy), self.stop.clone());
            let (waiting, answers) = (waiting.clone(), answers.clone());
            thread::spawn(move || work(worker, &waiting, &answers, &stop));
        }
        drop((answers, waiting));
        in_order(&answered, &written, progress, write)?;
        let failure = failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        failure.map_or(Ok(()), |error: io::Error| Err(error.into()))
    }
}

/// Reads as far ahead as the window allows.
fn read(mut source: Source, window: &SyncSender<()>, lines: &Sender<Numbered>) -> io::Result<()> {
    let mut place = 0;
    while let Some(item) = source.next()? {
        if window.send(()).is_err() || lines.send((place, item)).is_err() {
            break;
        }
        place += 1;
    }
    Ok(())
}

fn work(
    mut worker: Worker,
    waiting: &Mutex<Receiver<Numbered>>,
    answers: &Sender<(u64, Done)>,
    stop: &Stop,
) {
    loop {
        let queue = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if stop.is_raised() {
            return;
        }
        let next = queue.recv_timeout(SOON);
        drop(queue);
        let (place, item) = match next {
            Ok(next) => next,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let answer = worker.answer(&item, stop);
        let verdict = match answer.body {
            Body::Error { .. } => Verdict::Error,
            Body::Searched { right: Some(right), .. } => Verdict::Judged { right },
            _ => Verdict::Done,
        };
        let done = Done { line: answer.to_line(), verdict, end: item.end };
        // A search that was stopped has not done what was asked for.
        if stop.is_raised() || answers.send((place, done)).is_err() {
            return;
        }
    }
}

/// Writes the answers in the order of their places, until there are no more.
fn in_order(
    answered: &Receiver<(u64, Done)>,
    written: &Receiver<()>,
    progress: &mut Progress,
    write: &mut dyn FnMut(&Done) -> Result<Tally>,
) -> Result {
    let mut early: BTreeMap<u64, Done> = BTreeMap::new();
    let mut next = 0;
    loop {
        match answered.recv_timeout(SOON) {
            Ok((place, done)) => {
                early.insert(place, done);
            }
            Err(RecvTimeoutError::Timeout) => progress.show(),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        while let Some(done) = early.remove(&next) {
            progress.count(write(&done)?, done.end);
            next += 1;
            let _ = written.recv();
        }
    }
}
