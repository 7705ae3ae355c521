//! A protocol without threads: lines go in one after the other, jobs are done when the test says.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::VecDeque;

use outplay::{Engine, Update};
use outplay_protocols::{Answer, Job, News, Output, Protocol, Work, protocol};
use proptest::prelude::*;

use crate::script::setup;

/// No test needs a larger table.
const MOST_HASH: usize = 1 << 20;

pub(crate) struct Steps {
    protocol: Box<dyn Protocol>,
    engine: Engine,
    jobs: VecDeque<Job>,
    lines: Vec<String>,
    pub(crate) quit: bool,
}

impl Steps {
    pub(crate) fn new(name: &str, game: &str, profile: &str) -> Steps {
        let mut steps = Steps {
            protocol: protocol(name, setup(game, profile)).unwrap(),
            engine: Engine::new(outplay_games::ALL),
            jobs: VecDeque::new(),
            lines: vec![],
            quit: false,
        };
        steps.with(|protocol, out| protocol.greet(out));
        steps
    }

    fn with(&mut self, act: impl FnOnce(&mut dyn Protocol, &mut Output)) {
        if self.quit {
            return;
        }
        let mut out = Output::default();
        act(&mut *self.protocol, &mut out);
        self.lines.append(&mut out.lines);
        self.jobs.extend(out.jobs);
        self.quit = out.quit;
    }

    /// Sends a line; jobs wait.
    pub(crate) fn tell(&mut self, line: &str) {
        self.with(|protocol, out| protocol.receive(line, out));
    }

    /// The end of input.
    pub(crate) fn end(&mut self) {
        self.with(|protocol, out| protocol.end_of_input(out));
    }

    /// Does all jobs, and those that follow from them; what was said since.
    pub(crate) fn settle(&mut self) -> Vec<String> {
        while let Some(job) = self.jobs.pop_front() {
            let id = job.id;
            for news in perform(&mut self.engine, job) {
                self.with(|protocol, out| protocol.news(id, news, out));
            }
        }
        std::mem::take(&mut self.lines)
    }

    /// Sends a line, and waits for everything that it leads to.
    pub(crate) fn ask(&mut self, line: &str) -> Vec<String> {
        self.tell(line);
        self.settle()
    }
}

/// What the news of a job are, last first told last.
fn perform(engine: &mut Engine, mut job: Job) -> Vec<News> {
    let plan = &mut job.task.profile.plan;
    plan.hash_bytes = plan.hash_bytes.min(MOST_HASH);
    plan.threads = 1;
    let mut news = vec![];
    let mut watch = |update: Update<'_>| {
        if let Update::Report(analysis) = update {
            news.push(News::Report(Box::new(analysis.clone())));
        }
    };
    let result = match job.work {
        Work::Prepare => engine.prepare(&job.task).map(|()| Answer::Prepared),
        Work::Choose => engine
            .choose(&job.task, &job.stop, &mut watch)
            .map(|choice| Answer::Choice(Box::new(choice))),
        Work::Analyze => engine
            .analyze(&job.task, &job.stop, &mut watch)
            .map(|analysis| Answer::Analysis(Box::new(analysis))),
        Work::Perft(_) => unreachable!("nobody here counts"),
    };
    news.push(News::Done(result));
    news
}

/// One character of the line is another, or missing.
pub(crate) fn mutated(line: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    (line, any::<prop::sample::Index>(), prop::option::of(any::<char>())).prop_map(
        |(line, at, letter)| {
            let mut letters: Vec<char> = line.chars().collect();
            if !letters.is_empty() {
                let at = at.index(letters.len());
                match letter {
                    Some(letter) if !letter.is_control() => letters[at] = letter,
                    _ => drop(letters.remove(at)),
                }
            }
            letters.into_iter().collect()
        },
    )
}
