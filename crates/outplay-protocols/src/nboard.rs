//! The NBoard protocol for Othello.

use outplay::InputError;

use crate::protocol::{JobId, News, Output, Protocol, Setup};

/// The NBoard protocol for Othello.
#[derive(Debug)]
pub struct NBoard {
    setup: Setup,
}

impl NBoard {
    /// A conversation that begins with this setup.
    ///
    /// # Errors
    /// If the game is not one that the protocol can play.
    pub fn new(setup: Setup) -> Result<NBoard, InputError> {
        Ok(NBoard { setup })
    }
}

impl Protocol for NBoard {
    fn receive(&mut self, line: &str, out: &mut Output) {
        let _ = (line, &self.setup);
        out.quit();
    }

    fn receive_overlong(&mut self, out: &mut Output) {
        out.quit();
    }

    fn news(&mut self, job: JobId, news: News, out: &mut Output) {
        let _ = (job, news, out);
    }

    fn end_of_input(&mut self, out: &mut Output) {
        out.quit();
    }
}
