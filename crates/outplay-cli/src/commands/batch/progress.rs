//! How far a batch is, for a person at a terminal.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use super::Tally;
use super::source::Source;
use crate::format;
use crate::screen;

const OFTEN: Duration = Duration::from_millis(500);

/// How far it is. Shows nothing where nobody looks, or where the answers themselves are shown.
pub(super) struct Progress {
    shows: bool,
    started: Instant,
    shown: Instant,
    /// Answered before this run.
    earlier: Tally,
    tally: Tally,
    /// The bytes of the input that are done, and those that were before this run.
    done: u64,
    skipped: u64,
    size: Option<u64>,
}

impl Progress {
    pub(super) fn new(source: &Source, earlier: Tally, to_file: bool) -> Progress {
        let shows = io::stderr().is_terminal() && (to_file || !io::stdout().is_terminal());
        let now = Instant::now();
        Progress {
            shows,
            started: now,
            shown: now,
            earlier,
            tally: earlier,
            done: source.end,
            skipped: source.end,
            size: source.size,
        }
    }

    /// So much is done, up to this byte of the input.
    pub(super) fn count(&mut self, tally: Tally, end: u64) {
        self.tally = tally;
        self.done = end;
        self.show();
    }

    /// Shows it, not too often.
    pub(super) fn show(&mut self) {
        if self.shows && self.shown.elapsed() >= OFTEN {
            self.shown = Instant::now();
            screen::overwrite(&self.text(self.started.elapsed()));
        }
    }

    /// Makes room for what comes next on the terminal.
    pub(super) fn wipe(&self) {
        if self.shows {
            screen::overwrite("");
        }
    }

    /// Shows what was done altogether.
    pub(super) fn sum_up(&self, tally: Tally) {
        if self.shows {
            let new = tally.lines - self.earlier.lines;
            let time = format::duration(self.started.elapsed());
            screen::note(&format!("{} done in {time}", format::count(new, "line")));
        }
    }

    fn text(&self, elapsed: Duration) -> String {
        let Tally { lines, errors, judged, right } = self.tally;
        let new = (lines - self.earlier.lines) as f64;
        let rate = new / elapsed.as_secs_f64().max(0.001);
        let mut parts = vec![format!("{} done", format::count(lines, "line"))];
        if errors > 0 {
            parts.push(format::count(errors, "error"));
        }
        if judged > 0 {
            parts.push(format!("{right} of {judged} right"));
        }
        parts.push(format!("{rate:.1}/s"));
        if let Some((share, left)) = self.left(elapsed) {
            parts.push(format::percent(share));
            parts.push(format!("{} left", whole_seconds(left)));
        }
        parts.join(", ")
    }

    /// The share of the input that is done, and the time that the rest will take at this pace.
    fn left(&self, elapsed: Duration) -> Option<(f64, f64)> {
        let (size, done) = (self.size? as f64, self.done as f64);
        let new = done - self.skipped as f64;
        let pace = (new > 0.0 && size > 0.0).then(|| elapsed.as_secs_f64() / new)?;
        Some(((done / size).min(1.0), (size - done).max(0.0) * pace))
    }
}

/// `45 s`, `12 min`, `3.4 h`
fn whole_seconds(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_and_the_time_left_are_of_this_run() {
        let now = Instant::now();
        let earlier = Tally { lines: 1000, errors: 1, ..Tally::default() };
        let mut progress = Progress {
            shows: false,
            started: now,
            shown: now,
            earlier,
            tally: earlier,
            done: 5000,
            skipped: 5000,
            size: Some(20_000),
        };
        let elapsed = Duration::from_secs(10);
        assert_eq!(progress.text(elapsed), "1,000 lines done, 1 error, 0.0/s");
        progress.count(Tally { lines: 2000, errors: 1, ..Tally::default() }, 10_000);
        let text = "2,000 lines done, 1 error, 100.0/s, 50.0%, 20 s left";
        assert_eq!(progress.text(elapsed), text);
        progress.size = None;
        assert_eq!(progress.text(elapsed), "2,000 lines done, 1 error, 100.0/s");
    }
}
