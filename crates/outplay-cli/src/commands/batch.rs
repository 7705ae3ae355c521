//! `batch`: JSON lines of positions in, JSON lines of reports out, in the same order.

mod pool;
mod progress;
mod resume;
mod source;
mod worker;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use outplay::{InputError, Profile, quote};
use outplay_protocols::schema::{Intake, Policy};

use super::Context;
use crate::args::BatchArgs;
use crate::board;
use crate::failure::{Failure, Result};
use crate::format;
use crate::screen::{self, Screen};
use progress::Progress;
use source::Source;

const STDIN: &str = "-";

/// What an answer says.
#[derive(Clone, Copy)]
enum Verdict {
    Error,
    Done,
    /// Whether the move is the one expected.
    Judged {
        right: bool,
    },
}

/// How many lines are answered, how many of them by an error, how many by a move that the input
/// says something about, and how many of those by a right one.
#[derive(Clone, Copy, Default)]
struct Tally {
    lines: u64,
    errors: u64,
    judged: u64,
    right: u64,
}

impl Tally {
    fn count(&mut self, verdict: Verdict) {
        self.lines += 1;
        match verdict {
            Verdict::Error => self.errors += 1,
            Verdict::Done => {}
            Verdict::Judged { right } => {
                self.judged += 1;
                self.right += u64::from(right);
            }
        }
    }
}

pub(super) fn run(args: &BatchArgs, context: &mut Context<'_>) -> Result {
    let (game, file) = game_and_file(args, context)?;
    let policy = Policy { game, profile: profile(args)?, ..Policy::new(context.games) };
    let mut source = Source::open(&file)?;
    let mut sink = Sink::open(args)?;
    let mut tally = Tally::default();
    if let (true, Sink::File(output, path)) = (args.resume, &sink) {
        tally = resume::pass_over(output, path, &mut source, &mut Intake::new(policy.clone()))?;
    }
    let mut progress = Progress::new(&source, tally, args.output.is_some());
    let workers = workers(args.workers);
    let screen = &mut context.screen;
    let done = context.interrupt.quietly(|stop| {
        let pool = pool::Pool { policy, workers, stop };
        pool.run(source, &mut progress, &mut |done: &pool::Done| {
            tally.count(done.verdict);
            sink.write(&done.line, screen)?;
            Ok(tally)
        })
    });
    progress.wipe();
    done?;
    if context.interrupt.was_raised() {
        let hint = if args.output.is_some() { "; --resume goes on from there" } else { "" };
        screen::note(&format!("stopped after {}{hint}", format::count(tally.lines, "line")));
        return Err(Failure::Interrupted);
    }
    progress.sum_up(tally);
    if tally.judged > 0 {
        let right = format::thousands(tally.right);
        screen::note(&format!("{right} of {} right", format::count(tally.judged, "move")));
    }
    match tally {
        Tally { errors: 0, .. } => Ok(()),
        Tally { lines, errors, .. } => {
            let lines = format::count(lines, "line");
            let errors = format::thousands(errors);
            let what = format!("{errors} of {lines} could not be done; the answers say why");
            Err(Failure::Other(anyhow::anyhow!(what)))
        }
    }
}

/// The game of lines that name none, and where to read. One name alone can be either.
fn game_and_file(args: &BatchArgs, context: &Context<'_>) -> Result<(Option<String>, PathBuf)> {
    let stdin = || PathBuf::from(STDIN);
    let opened = |name: &str| outplay::open(context.games, name).map(|session| session.name());
    let only = match context.games {
        [only] => Some(opened(only.info.id)?),
        _ => None,
    };
    match (args.game.as_deref(), &args.file) {
        (None, _) => Ok((only, stdin())),
        (Some(STDIN), None) => Ok((only, stdin())),
        (Some(game), Some(file)) => Ok((Some(opened(game)?), file.clone())),
        (Some(name), None) => match opened(name) {
            Ok(game) => Ok((Some(game), stdin())),
            Err(_) if Path::new(name).exists() => Ok((only, PathBuf::from(name))),
            Err(_) => {
                let names = board::names(context.games).join(", ");
                let what = format!("{} is neither a game nor a file", quote(name));
                Err(InputError::new(what).hint(format!("there are {names}")).into())
            }
        },
    }
}

/// How many positions are searched at the same time: more than can run only take each other's time
/// and memory.
fn workers(asked: Option<usize>) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    let (asked, most) = (asked.unwrap_or(processors), 2 * processors);
    if asked > most {
        let processors = format::count(processors as u64, "processor");
        screen::note(&format!("{most} workers do the work of {asked}: there are {processors}"));
    }
    asked.min(most)
}

/// How lines are searched that do not say.
fn profile(args: &BatchArgs) -> Result<Profile> {
    let (search, given) = (&args.search, super::limits(args.limits));
    let mut profile = search.profile.clone();
    let plan = &mut profile.plan;
    plan.algorithm = search.algorithm.unwrap_or(plan.algorithm);
    plan.threads = search.threads.unwrap_or(plan.threads);
    plan.hash_bytes = search.hash.unwrap_or(plan.hash_bytes);
    plan.seed = search.seed.unwrap_or(plan.seed);
    plan.random_ties |= search.random_ties;
    plan.features = search.parts.of(plan.features);
    plan.lines = if search.all { usize::MAX } else { search.lines.unwrap_or(plan.lines) };
    plan.limits.depth = given.depth.or(plan.limits.depth);
    plan.limits.nodes = given.nodes.or(plan.limits.nodes);
    plan.limits.time = given.time.or(plan.limits.time);
    plan.check()?;
    Ok(profile)
}

/// Where the answers go.
enum Sink {
    Stdout,
    /// The file is locked as long as it is open.
    File(File, PathBuf),
}

impl Sink {
    fn open(args: &BatchArgs) -> Result<Sink> {
        let Some(path) = &args.output else { return Ok(Sink::Stdout) };
        let name = quote(&path.to_string_lossy());
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).read(args.resume).open(path);
        let file =
            file.map_err(|error| Failure::Usage(format!("{name} can't be written: {error}")))?;
        let data = file.metadata().ok().filter(std::fs::Metadata::is_file);
        // Devices and pipes are anybody's. Where files can't be locked, people take care.
        if data.is_some() && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(InputError::new(format!("{name} is being written by another program"))
                .hint("wait for it, or choose another name")
                .into());
        }
        // Hours of work are not to be lost to a forgotten option.
        let used = data.is_some() && file.metadata().is_ok_and(|data| data.len() > 0);
        if used && !args.resume {
            return Err(InputError::new(format!("there is something in {name}"))
                .hint("--resume goes on with it; or remove it")
                .into());
        }
        Ok(Sink::File(file, path.clone()))
    }

    /// Writes one line, in one piece and at once: whatever happens next, all lines but the last
    /// are whole.
    fn write(&mut self, line: &str, screen: &mut Screen) -> Result {
        let line = format!("{line}\n");
        match self {
            Sink::Stdout => screen.raw(&line),
            Sink::File(file, path) => file.write_all(line.as_bytes()).map_err(|error| {
                let name = quote(&path.to_string_lossy());
                let what =
                    io::Error::new(error.kind(), format!("{name} can't be written: {error}"));
                Failure::Other(what.into())
            }),
        }
    }
}
