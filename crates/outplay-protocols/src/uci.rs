//! UCI, the Universal Chess Interface (1.0, 2006, with the extensions that GUIs know).

use outplay::InputError;

use crate::protocol::{JobId, News, Output, Protocol, Setup};

/// UCI, the Universal Chess Interface (1.0, 2006, with the extensions that GUIs know).
#[derive(Debug)]
pub struct Uci {
    setup: Setup,
}

impl Uci {
    /// A conversation that begins with this setup.
    ///
    /// # Errors
    /// If the game is not one that the protocol can play.
    pub fn new(setup: Setup) -> Result<Uci, InputError> {
        Ok(Uci { setup })
    }
}

impl Protocol for Uci {
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
