//! How far it is, on the error stream.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Says how far it is: on one line of a terminal, else now and then.
pub struct Progress {
    started: Instant,
    shown: Option<Instant>,
    terminal: bool,
}

impl Progress {
    /// Begins to count the time.
    pub fn new() -> Progress {
        Progress { started: Instant::now(), shown: None, terminal: io::stderr().is_terminal() }
    }

    /// Shows the text if it is time to, or if it is the `last` one.
    pub fn show(&mut self, text: impl Fn() -> String, last: bool) {
        let pause = Duration::from_secs(if self.terminal { 1 } else { 30 });
        if !last && self.shown.is_some_and(|shown| shown.elapsed() < pause) {
            return;
        }
        self.shown = Some(Instant::now());
        let (text, seconds) = (text(), self.started.elapsed().as_secs());
        match self.terminal {
            true => eprint!("\r{text}, {seconds} s{}", if last { "\n" } else { "" }),
            false => eprintln!("{text}, {seconds} s"),
        }
    }
}

impl Default for Progress {
    fn default() -> Progress {
        Progress::new()
    }
}
