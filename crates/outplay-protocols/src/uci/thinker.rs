//! One search at a time, each answered exactly once: what UCI and UCCI share.

use std::collections::VecDeque;

use outplay::{Analysis, InputError, Session, Stop, Task};

use crate::protocol::{Answer, Job, JobId, News, Output, Work};

/// So many searches may wait for one that has been told to stop; it takes a program that does not
/// wait for answers to come to two.
const MOST_WAITING: usize = 64;

/// A search that was asked for.
pub(crate) struct Thought<T> {
    /// The position at which it was asked, with its history.
    pub(crate) root: Box<dyn Session>,
    /// What is done with the task.
    pub(crate) work: Work,
    /// The position again, and how to search it.
    pub(crate) task: Task,
    /// Its answer is kept until it is stopped.
    pub(crate) infinite: bool,
    /// Its answer is kept until it is stopped or the move expected was played.
    pub(crate) ponder: bool,
    /// What the protocol needs to know when it answers.
    pub(crate) about: T,
}

struct Asked<T> {
    thought: Thought<T>,
    /// The job's number, once it has begun.
    job: Option<JobId>,
    stop: Stop,
    done: Option<Result<Answer, InputError>>,
}

impl<T> Asked<T> {
    fn stop(&mut self) {
        self.stop.raise();
        self.thought.infinite = false;
        self.thought.ponder = false;
    }

    fn is_held(&self) -> bool {
        self.thought.infinite || self.thought.ponder
    }
}

/// What [`Thinker::news`] makes of news.
pub(crate) enum Event<'t, T> {
    /// The running search has come to this.
    Report(&'t mut Thought<T>, Box<Analysis>),
    /// The running search begins with this move.
    AtRoot(&'t Thought<T>, String, usize, u32),
    /// The table is ready, or there was none to be had; so many wait to hear it.
    Prepared(usize, Result<(), InputError>),
    /// Nothing to tell.
    Nothing,
}

/// The searches of one conversation.
pub(crate) struct Thinker<T> {
    /// The first is running, or held back; the others wait for it.
    asked: VecDeque<Asked<T>>,
    next_job: JobId,
    /// The table is being made or emptied.
    preparing: Option<JobId>,
    /// Who asked meanwhile whether all is ready.
    waiting: usize,
    /// The table is of another size or game than will be needed.
    unmade: bool,
    /// The table holds something.
    used: bool,
    /// What it holds is to be forgotten.
    forget: bool,
}

impl<T> Thinker<T> {
    pub(crate) fn new() -> Thinker<T> {
        Thinker {
            asked: VecDeque::new(),
            next_job: 1,
            preparing: None,
            waiting: 0,
            unmade: true,
            used: false,
            forget: false,
        }
    }

    /// The next search is to begin with an empty table.
    pub(crate) fn forget(&mut self) {
        self.forget = self.used;
    }

    /// The next search will need another table.
    pub(crate) fn remake(&mut self) {
        self.unmade = true;
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.asked.is_empty()
    }

    /// Nothing is owed any more.
    pub(crate) fn is_quiet(&self) -> bool {
        self.asked.is_empty() && self.waiting == 0
    }

    /// Whether all is ready for this task. If not, it is being made ready, and
    /// [`Event::Prepared`] will tell.
    pub(crate) fn is_ready(&mut self, task: Task, out: &mut Output) -> bool {
        if self.asked.is_empty() && (self.unmade || self.forget) {
            self.prepare(task, out);
        }
        let ready = self.preparing.is_none();
        self.waiting += usize::from(!ready);
        ready
    }

    /// Takes in a search; [`next_answer`](Thinker::next_answer) begins it. Those asked for before
    /// it are stopped if `hurry` is set. False if there are too many already.
    pub(crate) fn ask(&mut self, thought: Thought<T>, hurry: bool) -> bool {
        if self.asked.len() > MOST_WAITING {
            return false;
        }
        if hurry {
            self.asked.iter_mut().for_each(Asked::stop);
        }
        self.asked.push_back(Asked { thought, job: None, stop: Stop::new(), done: None });
        true
    }

    /// Everything that was asked for is to be answered now.
    pub(crate) fn stop(&mut self) {
        self.asked.iter_mut().for_each(Asked::stop);
    }

    /// What would go on without end is to be answered now.
    pub(crate) fn stop_endless(&mut self) {
        self.asked.iter_mut().filter(|asked| asked.is_held()).for_each(Asked::stop);
    }

    /// The move that the last search ponders on was played; whether it did.
    pub(crate) fn hit(&mut self) -> Option<&mut Thought<T>> {
        let asked = self.asked.back_mut().filter(|asked| asked.thought.ponder)?;
        asked.stop.hit();
        asked.thought.ponder = false;
        Some(&mut asked.thought)
    }

    /// The next answer that is due; begins the next search if one waits for its turn. To be called
    /// until there is none, after everything else.
    pub(crate) fn next_answer(
        &mut self,
        out: &mut Output,
    ) -> Option<(Thought<T>, Result<Answer, InputError>)> {
        let first = self.asked.front_mut()?;
        if first.job.is_none() {
            let mut task = first.thought.task.clone();
            if self.forget {
                self.prepare(task.clone(), out);
            }
            let first = self.asked.front_mut()?;
            task.profile.plan.limits.ponder = first.thought.ponder;
            let (work, stop) = (first.thought.work, first.stop.clone());
            first.job = Some(self.next_job);
            out.start(Job { id: self.next_job, work, task, stop });
            self.next_job += 1;
            (self.unmade, self.used) = (false, true);
            return None;
        }
        if first.is_held() {
            return None;
        }
        let done = first.done.take()?;
        let asked = self.asked.pop_front()?;
        Some((asked.thought, done))
    }

    /// What a job's news mean.
    pub(crate) fn news(&mut self, job: JobId, news: News) -> Event<'_, T> {
        if Some(job) == self.preparing {
            let News::Done(result) = news else { return Event::Nothing };
            self.preparing = None;
            let waiting = self.take_waiting();
            return Event::Prepared(waiting, result.map(|_| ()));
        }
        let running = self.asked.front_mut().filter(|asked| asked.job == Some(job));
        let Some(asked) = running else { return Event::Nothing };
        match news {
            News::Report(analysis) => Event::Report(&mut asked.thought, analysis),
            News::AtRoot { text, number, depth } => {
                Event::AtRoot(&asked.thought, text, number, depth)
            }
            News::Done(result) => {
                asked.done = Some(result);
                Event::Nothing
            }
        }
    }

    /// How many times it was asked whether it is ready, and has not answered: it won't wait.
    pub(crate) fn take_waiting(&mut self) -> usize {
        core::mem::take(&mut self.waiting)
    }

    fn prepare(&mut self, task: Task, out: &mut Output) {
        let id = self.next_job;
        self.next_job += 1;
        self.preparing = Some(id);
        (self.unmade, self.used, self.forget) = (false, false, false);
        out.start(Job { id, work: Work::Prepare, task, stop: Stop::new() });
    }
}

/// The opponent's reply in a line that begins with `best`, if it has one.
pub(crate) fn reply(root: &dyn Session, best: &str, line: &[String]) -> Option<String> {
    let reply = line.get(1).filter(|_| line[0] == best)?;
    let mut board = root.fork();
    board.play(best).ok()?;
    // In some games the same player moves again.
    let others = board.turn().is_some() && board.turn() != root.turn();
    (others && board.play(reply).is_ok()).then(|| reply.clone())
}
