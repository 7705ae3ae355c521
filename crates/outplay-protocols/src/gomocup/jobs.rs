//! Searches and tables: how they begin, and what comes of them.

use std::time::{Duration, Instant};

use outplay::{InputError, Stop, Task};

use super::field::Point;
use super::{Busy, Errand, Gomocup, is_stop, no_game};
use crate::protocol::{Answer, Job, Output, Work};
use crate::waiting::is_endless;

impl Gomocup {
    /// Makes a table now if another one is needed than there is.
    pub(super) fn prepare(&mut self, out: &mut Output) {
        let Some(field) = &self.field else { return };
        let bytes = self.settings.hash_bytes(&self.setup.profile);
        if self.prepared != Some((field.session.name(), bytes)) {
            // There is a game, so that this can't fail.
            let _ = self.prepare_for(Errand::Table, out);
        }
    }

    pub(super) fn prepare_for(
        &mut self,
        errand: Errand,
        out: &mut Output,
    ) -> Result<(), InputError> {
        let profile = self.settings.profile(&self.setup.profile, Duration::ZERO, 1);
        let bytes = profile.plan.hash_bytes;
        let task = self.field()?.task(profile);
        self.prepared = Some((task.game.clone(), bytes));
        self.start(Work::Prepare, task, errand, out);
        Ok(())
    }

    /// Searches a move for the side to move. `asked` is when the question came, which may take so
    /// many searches; so many lines are wanted.
    pub(super) fn think(
        &mut self,
        asked: Instant,
        searches: u32,
        lines: usize,
        out: &mut Output,
    ) -> Result<(), InputError> {
        self.check_rule()?;
        let field = self.field()?;
        field.over().map_or(Ok(()), Err)?;
        let mut profile = self.settings.profile(&self.setup.profile, asked.elapsed(), searches);
        profile.plan.lines = lines;
        if !self.blocked.is_empty() {
            let blocked: Vec<String> =
                self.blocked.iter().map(|&cell| field.text(Point::Cell(cell))).collect();
            let mut open = field.session.legal();
            open.retain(|text| !blocked.contains(text));
            if open.is_empty() {
                return Err(InputError::new("every move is blocked").hint("send YXBLOCKRESET"));
            }
            profile.plan.only = open;
        }
        let task = field.task(profile);
        self.start(Work::Choose, task, Errand::Move(lines), out);
        Ok(())
    }

    pub(super) fn start(&mut self, work: Work, task: Task, errand: Errand, out: &mut Output) {
        let stop = Stop::new();
        let endless = is_endless(work, &task);
        let told = work != Work::Prepare && self.waiting.remove(is_stop).is_some();
        if told || (self.ending && endless) {
            stop.raise();
        }
        let job = self.next_job;
        self.next_job += 1;
        self.busy = Some(Busy { job, stop: stop.clone(), errand, endless });
        out.start(Job { id: job, work, task, stop });
    }

    /// A job is done.
    pub(super) fn done(
        &mut self,
        errand: Errand,
        result: Result<Answer, InputError>,
        out: &mut Output,
    ) -> Result<(), InputError> {
        let choice = match (&errand, result) {
            (Errand::Start, Ok(_)) => {
                out.line("OK");
                return Ok(());
            }
            (Errand::Start, Err(error)) => {
                self.field = None;
                return Err(error);
            }
            (Errand::Table, result) => {
                if let Err(error) = result {
                    self.settings.forget_memory();
                    self.note(&error.to_string());
                }
                return Ok(());
            }
            (_, Ok(Answer::Choice(choice))) => choice,
            (_, Ok(_)) => return Err(InputError::new("the search found no move")),
            (_, Err(error)) => return Err(error),
        };
        self.settings.spend(choice.analysis.time_ms);
        if let Errand::Opening(opening) = errand {
            return self.swap2_found(opening, &choice.best, out);
        }
        let field = self.field.as_mut().ok_or_else(no_game)?;
        let point = field.read(&choice.best);
        let point = point.ok_or_else(|| InputError::new(format!("{} is no move", choice.best)))?;
        field.play(point)?;
        out.line(field.write(point));
        Ok(())
    }

    /// Takes the lines that have waited, as far as they don't have to wait again.
    pub(super) fn go_on(&mut self, out: &mut Output) {
        while self.busy.is_none() && !out.quit {
            let Some(heard) = self.waiting.pop() else { break };
            if !is_stop(&heard.line) {
                self.hear(heard, out);
            }
        }
        if self.ending && self.busy.is_none() {
            out.quit();
        }
    }
}
