//! Ctrl-C: the first one ends a search with what it has found, the next one the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outplay::Stop;

/// The exit code of a program that was ended by Ctrl-C, as shells give it.
const INTERRUPTED: i32 = 130;

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
                std::process::exit(INTERRUPTED);
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

    /// Does some work that ends soon when the flag it is given is raised.
    pub(crate) fn during<T>(&self, work: impl FnOnce(&Stop) -> T) -> T {
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
