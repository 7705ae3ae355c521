//! Ctrl-C: the first one ends a search with what it has found, the next one the program.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use outplay::Stop;

use crate::screen;

/// The exit code of a program that was ended by Ctrl-C, as shells give it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Knows whether something runs that Ctrl-C should stop.
#[derive(Clone)]
pub(crate) struct Interrupt {
    stop: Stop,
    busy: Arc<AtomicBool>,
}

impl Interrupt {
    /// Takes over Ctrl-C. Without success (somebody else has it) Ctrl-C is theirs.
    pub(crate) fn install() -> Interrupt {
        let interrupt = Interrupt::new();
        let handler = interrupt.clone();
        let _ = ctrlc::set_handler(move || {
            if !handler.stops_work() {
                // Nobody else ends them now.
                outplay_match::external::kill_all();
                // The shell's prompt should not stand behind ours.
                screen::note("");
                std::process::exit(INTERRUPTED.into());
            }
        });
        interrupt
    }

    fn new() -> Interrupt {
        Interrupt { stop: Stop::new(), busy: Arc::new(AtomicBool::new(false)) }
    }

    /// Ctrl-C: whether there was work to stop that had not been told yet.
    fn stops_work(&self) -> bool {
        let stops = self.busy.load(Ordering::SeqCst) && !self.stop.is_raised();
        if stops {
            self.stop.raise();
        }
        stops
    }

    /// Does some work that ends soon when the flag it is given is raised. A terminal sees the time
    /// pass.
    pub(crate) fn during<T>(&self, work: impl FnOnce(&Stop) -> T) -> T {
        self.quietly(|stop| match io::stderr().is_terminal() {
            true => ticking(|| work(stop)),
            false => work(stop),
        })
    }

    /// [`during`](Interrupt::during) for work that shows itself how far it is.
    pub(crate) fn quietly<T>(&self, work: impl FnOnce(&Stop) -> T) -> T {
        self.stop.lower();
        self.busy.store(true, Ordering::SeqCst);
        let result = work(&self.stop);
        self.busy.store(false, Ordering::SeqCst);
        result
    }

    /// Whether the work done last was stopped.
    pub(crate) fn was_raised(&self) -> bool {
        self.stop.is_raised()
    }
}

/// Shows the seconds that the work takes, from the second one on, on a line that is wiped again.
fn ticking<T>(work: impl FnOnce() -> T) -> T {
    let (done, wait) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut seconds = 0u64;
            while wait.recv_timeout(Duration::from_secs(1)) == Err(mpsc::RecvTimeoutError::Timeout)
            {
                seconds += 1;
                if seconds > 1 {
                    screen::overwrite(&format!("{seconds} s; Ctrl-C ends it with what is known"));
                }
            }
            if seconds > 1 {
                screen::overwrite("");
            }
        });
        let result = work();
        drop(done);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_one_stops_work_and_the_second_the_program() {
        let interrupt = Interrupt::new();
        assert!(!interrupt.stops_work(), "nothing runs");
        interrupt.during(|stop| {
            assert!(!stop.is_raised());
            assert!(interrupt.stops_work());
            assert!(stop.is_raised());
            assert!(!interrupt.stops_work(), "it was told already");
        });
        assert!(interrupt.was_raised());
        assert!(!interrupt.stops_work(), "the work is done");
        interrupt.during(|stop| assert!(!stop.is_raised(), "new work starts fresh"));
        assert!(!interrupt.was_raised());
    }
}
