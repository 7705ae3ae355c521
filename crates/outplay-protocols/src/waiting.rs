//! Lines that have to wait until a search is done, and which searches nobody waits for.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use outplay::{Limits, Task};

use crate::lines::MAX_LINE;
use crate::protocol::Work;

/// So many lines may wait, and so many bytes.
const MOST_LINES: usize = 4096;
const MOST_BYTES: usize = 4 * MAX_LINE;
/// When there will be no more lines, searches longer than this are ended.
const PATIENCE: Duration = Duration::from_secs(60);

/// Whether a job, left alone, would go on for longer than anybody waits whose input has ended.
pub(crate) fn is_endless(work: Work, task: &Task) -> bool {
    let Limits { depth, nodes, time, .. } = task.profile.plan.limits;
    match work {
        Work::Prepare => false,
        // A level has limits of its own.
        Work::Choose if task.profile.level.is_some() => false,
        _ => depth.is_none() && nodes.is_none() && time.is_none_or(|time| time > PATIENCE),
    }
}

/// The smaller one of two limits.
pub(crate) fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// A line, and when it came.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    pub(crate) line: String,
    pub(crate) at: Instant,
}

/// Lines in the order in which they came, not without end.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    lines: VecDeque<Heard>,
    bytes: usize,
}

impl Waiting {
    /// Keeps a line; false if there are too many.
    #[must_use]
    pub(crate) fn push(&mut self, heard: Heard) -> bool {
        let bytes = self.bytes + heard.line.len();
        if self.lines.len() >= MOST_LINES || bytes > MOST_BYTES {
            return false;
        }
        self.bytes = bytes;
        self.lines.push_back(heard);
        true
    }

    /// Puts a line before all others, to be heard again.
    pub(crate) fn put_back(&mut self, heard: Heard) {
        self.bytes += heard.line.len();
        self.lines.push_front(heard);
    }

    /// The first line.
    pub(crate) fn pop(&mut self) -> Option<Heard> {
        let heard = self.lines.pop_front()?;
        self.bytes -= heard.line.len();
        Some(heard)
    }

    /// Takes the first line out that is as wanted.
    pub(crate) fn remove(&mut self, wanted: impl Fn(&str) -> bool) -> Option<Heard> {
        let place = self.lines.iter().position(|heard| wanted(&heard.line))?;
        let heard = self.lines.remove(place)?;
        self.bytes -= heard.line.len();
        Some(heard)
    }

    /// Whether a line waits that is as wanted.
    pub(crate) fn any(&self, wanted: impl Fn(&str) -> bool) -> bool {
        self.lines.iter().any(|heard| wanted(&heard.line))
    }

    /// Whether none wait.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(line: &str) -> Heard {
        Heard { line: line.to_owned(), at: Instant::now() }
    }

    #[test]
    fn neither_many_lines_nor_long_ones_pile_up() {
        let mut waiting = Waiting::default();
        let kept = (0..10_000).filter(|_| waiting.push(heard("TURN 1,1"))).count();
        assert_eq!(kept, MOST_LINES);
        let mut waiting = Waiting::default();
        let long = "x".repeat(MAX_LINE);
        assert_eq!((0..100).filter(|_| waiting.push(heard(&long))).count(), 4);
        while waiting.pop().is_some() {}
        assert!(waiting.push(heard(&long)) && waiting.bytes == MAX_LINE);
    }

    #[test]
    fn one_line_can_be_taken_out() {
        let mut waiting = Waiting::default();
        assert!(["a", "b", "a"].into_iter().all(|line| waiting.push(heard(line))));
        assert_eq!(
            waiting.remove(|line| line == "b").map(|heard| heard.line),
            Some("b".to_owned())
        );
        assert!(waiting.remove(|line| line == "b").is_none());
        assert_eq!(waiting.bytes, 2);
        assert!(waiting.pop().is_some() && waiting.pop().is_some() && waiting.is_empty());
    }
}
