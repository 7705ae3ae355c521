//! Ctrl-C: the first one ends a search with what it has found, the next one the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outplay::Stop;

/// The exit code of a program that was ended by Ctrl-C, as shells give it.
const INTERRUPTED: i32 = 130;

/// Knows whether something runs that Ctrl-C should stop.
pub(crate) struct Interrupt {
    stop: Stop,
    busy: Arc<AtomicBool>,
}

impl Interrupt {
    /// Takes over Ctrl-C. Without success (somebody else has it) Ctrl-C is theirs.
    pub(crate) fn install() -> Interrupt {
        let interrupt = Interrupt { stop: Stop::new(), busy: Arc::new(AtomicBool::new(false)) };
        let (stop, busy) = (interrupt.stop.clone(), Arc::clone(&interrupt.busy));
        let _ = ctrlc::set_handler(move || {
            if busy.load(Ordering::SeqCst) && !stop.is_raised() {
                stop.raise();
            } else {
                std::process::exit(INTERRUPTED);
            }
        });
        interrupt
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
