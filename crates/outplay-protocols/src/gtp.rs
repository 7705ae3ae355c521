//! GTP 2, the Go Text Protocol.

use outplay::InputError;

use crate::protocol::{JobId, News, Output, Protocol, Setup};

/// GTP 2, the Go Text Protocol.
#[derive(Debug)]
pub struct Gtp {
    setup: Setup,
}

impl Gtp {
    /// A conversation that begins with this setup.
    ///
    /// # Errors
    /// If the game is not one that the protocol can play.
    pub fn new(setup: Setup) -> Result<Gtp, InputError> {
        Ok(Gtp { setup })
    }
}

impl Protocol for Gtp {
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
