//! `analyze`: the best move, its value, and why.

use std::io::Write;
use std::time::Duration;

use outplay::{Algorithm, Analysis, Limits, Plan, Session};

use super::value_in_words;
use super::{Context, effort, explain, heat, is_unlimited, limits, line_of, plan, show};
use crate::args::AnalyzeArgs;
use crate::board;
use crate::failure::Result;
use crate::format::{self, Align};
use crate::words;

/// How long it takes unless told otherwise.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

pub(super) fn run(args: &AnalyzeArgs, context: &mut Context<'_>) -> Result {
    let mut session = board::open(context.games, &args.board)?;
    let mut limits = limits(args.limits);
    if is_unlimited(&limits) {
        limits = Limits::time(DEFAULT_TIME);
    }
    let algorithm = args.algorithm.algorithm.unwrap_or(Algorithm::Pvs);
    let every = args.all || args.explain;
    let lines = if every { usize::MAX } else { args.lines.unwrap_or(1) };
    let plan = Plan { lines, ..plan(algorithm, limits, args.engine) };
    let analysis = context.search(session.as_mut(), &plan)?;
    if context.screen.json {
        return if args.explain {
            let explained = explain::document(session.as_ref(), &analysis);
            context.screen.document(&explained)
        } else {
            context.screen.document(&analysis)
        };
    }
    let spelled = context.spelled(session.as_ref(), &analysis);
    report(session.as_ref(), &spelled, args, context)?;
    context.screen.flush()?;
    Ok(())
}

fn report(
    session: &dyn Session,
    analysis: &Analysis,
    args: &AnalyzeArgs,
    context: &mut Context<'_>,
) -> Result {
    let heat_map = if args.all { heat::lines(session, analysis, context.look()) } else { None };
    match &heat_map {
        Some(lines) => {
            context.lines(lines)?;
            writeln!(context.screen)?;
        }
        None => context.draw(session)?,
    }
    if let Some(outcome) = session.outcome() {
        let result = words::result(session, outcome);
        writeln!(context.screen, "The game is over: {result}.")?;
        return Ok(());
    }
    summary(session, analysis, context)?;
    if args.explain {
        writeln!(context.screen)?;
        let lines = explain::lines(session, analysis);
        context.lines(&lines)?;
    } else if args.all || args.lines.is_some() {
        writeln!(context.screen)?;
        let lines =
            if args.all { every_move(session, analysis) } else { scored(session, analysis) };
        context.lines(&lines)?;
    }
    Ok(())
}

/// The facts that everybody wants.
pub(super) fn summary(
    session: &dyn Session,
    analysis: &Analysis,
    context: &mut Context<'_>,
) -> Result {
    let best = analysis.best.as_deref().unwrap_or("none");
    let facts = [
        ("to move", show::to_move(session)),
        ("best", context.screen.strong(best)),
        ("value", value_in_words(session, analysis)),
        ("line", line_of(&analysis.pv)),
        ("search", format!("{}, {}", analysis.algorithm, effort(analysis))),
    ];
    context.facts(&facts)
}

/// The moves that have a score, with it and the play after them.
fn scored(session: &dyn Session, analysis: &Analysis) -> Vec<String> {
    let mover = words::player(analysis.turn.unwrap_or(0));
    let row = |line: &outplay::MoveLine| {
        vec![
            line.best.clone(),
            words::verdict(session.info(), mover, &line.score),
            line_of(&line.pv),
        ]
    };
    let heading = ["move", "value", "line"].map(str::to_owned).to_vec();
    let rows: Vec<_> = core::iter::once(heading).chain(analysis.lines.iter().map(row)).collect();
    format::table(&[Align::Left; 3], &rows)
}

/// Every move with its score and the play after it.
pub(super) fn every_move(session: &dyn Session, analysis: &Analysis) -> Vec<String> {
    let mut lines = scored(session, analysis);
    let missing = session.legal().len().saturating_sub(analysis.lines.len());
    if missing > 0 {
        let moves = format::count(missing as u64, "move");
        lines.push(format!("{moves} not searched: stopped too early"));
    }
    lines
}
