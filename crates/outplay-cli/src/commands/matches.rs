//! `match`: engines against each other.

mod report;
mod setup;

use std::path::{Path, PathBuf};

use outplay::{Session, quote};
use outplay_match::{Finished, Journal, JournalError, Match, MatchError, Openings, Paths, Record};

use super::Context;
use crate::args::MatchArgs;
use crate::board;
use crate::failure::{Failure, Result};
use crate::format;
use crate::gamefile;
use crate::screen;
use report::Reporter;

pub(super) fn run(args: &MatchArgs, context: &mut Context<'_>) -> Result {
    let board = board::open_game(context.games, args.game.as_deref())?;
    let scribe = setup::scribe(args, board.as_ref())?;
    let setup = setup::match_of(args, context.games, board.as_ref(), scribe)?;
    let (mut openings, source) = setup::openings(args, board.as_ref())?;
    let settings = setup::settings(args, &setup, &source);
    let files = args.output.as_deref().map(|path| paths(path, board.as_ref(), &setup));
    let (mut journal, done) = match files {
        Some(files) => {
            let layout = setup.scribe.layout();
            let (journal, done) = if args.resume {
                Journal::resume(files, layout, &settings)?
            } else {
                make_directory(args.output.as_deref(), board.as_ref())?;
                Journal::open(files, layout, &settings)?
            };
            (Some(journal), done)
        }
        None => (None, vec![]),
    };
    setup.check(&done)?;
    let warned = warn(args, &setup, &mut openings);
    if !done.is_empty() {
        let all = setup.schedule.games();
        screen::note(&format!("note: goes on after {} of {all} games", done.len()));
    }
    let advice = advice(args, &openings);
    play(&setup, (openings, warned, advice), &done, journal.as_mut(), context)
}

fn play(
    setup: &Match<'_>,
    (openings, warned, advice): (Openings, bool, &str),
    done: &[Record],
    mut journal: Option<&mut Journal>,
    context: &mut Context<'_>,
) -> Result {
    let interrupt = context.interrupt.clone();
    let mut reporter = Reporter::new(setup, context);
    let mut repeated = false;
    let (standing, end) = interrupt.during(|stop| {
        setup.run(openings, done, stop, |finished: &Finished<'_>| -> Result {
            if let Some(journal) = &mut journal {
                journal.add(finished.record, finished.text)?;
            }
            repeated |= finished.record.opening as u64 != finished.record.round;
            reporter.game(finished)
        })
    })?;
    if repeated && !warned && setup::all_deterministic(setup) {
        screen::note(&format!("note: there were not enough openings: {REPEATED}; {advice}"));
    }
    reporter.end(&standing, &end)
}

/// The files of a match: in a directory, or a file of games with the journal beside it.
fn paths(output: &Path, board: &dyn Session, setup: &Match<'_>) -> Paths {
    if setup::is_file(output, board) {
        let journal = output.with_extension("match.jsonl");
        return Paths { games: output.to_owned(), journal };
    }
    let extension = setup.scribe.format.map_or(gamefile::JSON, |format| format.extension);
    let games: PathBuf = output.join(format!("games.{extension}"));
    Paths { games, journal: output.join("match.jsonl") }
}

/// Makes the directory of a match, or the one that its file of games is in.
fn make_directory(output: Option<&Path>, board: &dyn Session) -> Result {
    let own = |output| if setup::is_file(output, board) { output.parent() } else { Some(output) };
    let directory = output.and_then(own);
    let Some(path) = directory.filter(|path| !path.as_os_str().is_empty()) else { return Ok(()) };
    std::fs::create_dir_all(path).map_err(|error| {
        let name = quote(&path.to_string_lossy());
        Failure::Usage(format!("{name} can't be made a directory: {error}"))
    })
}

/// Engines without any chance in them play the same game from the same opening. Making all openings
/// at once could take long: whether there are a few is seen now, and the rest in the end.
fn warn(args: &MatchArgs, setup: &Match<'_>, openings: &mut Openings) -> bool {
    const FEW: u64 = 50;
    let wanted = setup.schedule.rounds();
    let there = openings.count(wanted.min(FEW));
    let few = there < wanted.min(FEW) && setup::all_deterministic(setup);
    if few {
        let advice = advice(args, openings);
        let openings = format::count(there, "different opening");
        let pairs = format::count(wanted, "pair");
        screen::note(&format!("note: {openings} for {pairs} of games: {REPEATED}; {advice}"));
    }
    few
}

const REPEATED: &str = "engines that always play alike repeat their games, and the error bars are \
                        too narrow";

/// What makes more openings.
fn advice(args: &MatchArgs, openings: &Openings) -> &'static str {
    let given = &args.openings;
    match given.random_plies {
        Some(_) if openings.are_long() => "try fewer --random-plies",
        Some(_) if given.balance.is_some() => "try more --random-plies or a larger --balance",
        Some(_) => "try more --random-plies",
        None if given.openings.is_some() => "give a file with more --openings, or --random-plies",
        None => "give --random-plies or --openings",
    }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Failure {
        match error {
            JournalError::Input(error) => error.into(),
            error @ JournalError::Io(..) => Failure::Other(error.into()),
        }
    }
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Failure {
        match error {
            MatchError::Input(error) => error.into(),
            error @ MatchError::Engine(..) => Failure::Other(error.into()),
        }
    }
}
