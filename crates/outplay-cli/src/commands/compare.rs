//! `compare`: one position, several algorithms, each with an empty table.

use std::io::Write;

use outplay::{Algorithm, Analysis, Features, InputError, Limits, Session, Stopped};
use serde::Serialize;

use super::{Context, affordable_depth, is_unlimited, limits, plan, show};
use crate::args::CompareArgs;
use crate::board;
use crate::failure::Result;
use crate::format::{self, Align};
use crate::render;

/// Without limits the depth is as great as plain minimax can search within so many nodes.
const DEFAULT_NODES: u64 = 3_000_000;
/// The longest bar of the chart, in columns.
const LONGEST_BAR: f64 = 40.0;

/// The JSON document.
#[derive(Serialize)]
struct Comparison<'a> {
    game: String,
    position: String,
    rows: &'a [Analysis],
}

pub(super) fn run(args: &CompareArgs, context: &mut Context<'_>) -> Result {
    let mut session = board::open(context.games, &args.board)?;
    let limits = chosen_limits(args, session.as_ref(), context);
    let algorithms = algorithms(args);
    if args.engine.parts.of(Features::ALL) != Features::ALL && !algorithms.contains(&Algorithm::Pvs)
    {
        let error = InputError::new("none of the algorithms has parts to switch off");
        return Err(error.hint("features are those of pvs").into());
    }
    let mut rows = vec![];
    let mut guessing = false;
    for algorithm in algorithms {
        session.forget();
        let mut plan = plan(algorithm, limits, args.engine);
        if algorithm != Algorithm::Pvs {
            plan.features = Features::ALL;
        }
        guessing |= session.guesses(&plan);
        let analysis = context.search(session.as_mut(), &plan)?;
        let stopped = analysis.stopped == Some(Stopped::Asked);
        rows.push(analysis);
        if stopped {
            break;
        }
    }
    if context.screen.json {
        return context.screen.document(&Comparison {
            game: session.name(),
            position: session.position(),
            rows: &rows,
        });
    }
    let spelled: Vec<_> = rows.iter().map(|row| context.spelled(session.as_ref(), row)).collect();
    report(session.as_ref(), &spelled, args.chart, context)?;
    if guessing {
        let what = "pvs leaves out moves here by guesses, so that its value may differ";
        writeln!(context.screen, "\n{what}; not so with --features exact")?;
        context.screen.flush()?;
    }
    Ok(())
}

fn algorithms(args: &CompareArgs) -> Vec<Algorithm> {
    if !args.algorithms.is_empty() {
        return args.algorithms.clone();
    }
    let all = Algorithm::ALL.into_iter();
    all.filter(|&algorithm| algorithm != Algorithm::Solve).collect()
}

/// The limits that were given, or else a depth that the slowest algorithm reaches in a moment.
fn chosen_limits(args: &CompareArgs, session: &dyn Session, context: &Context<'_>) -> Limits {
    let limits = limits(args.limits);
    if !is_unlimited(&limits) {
        return limits;
    }
    let most = session.info().depth;
    let depth = |stop: &outplay::Stop| affordable_depth(session, most, DEFAULT_NODES, stop);
    Limits::depth(context.interrupt.during(depth).unwrap_or(1))
}

fn report(
    session: &dyn Session,
    rows: &[Analysis],
    chart: bool,
    context: &mut Context<'_>,
) -> Result {
    context.draw(session)?;
    let heading = format!(
        "{}, {} to move, each algorithm with an empty table:",
        session.name(),
        show::to_move(session)
    );
    writeln!(context.screen, "{heading}\n")?;
    let lines = if chart { bars(rows, context.screen.ascii) } else { table(rows) };
    for (index, line) in lines.iter().enumerate() {
        let line = if index == 0 && !chart { context.screen.strong(line) } else { line.clone() };
        writeln!(context.screen, "{line}")?;
    }
    for row in rows {
        if let Some(reason) = row.stopped {
            writeln!(
                context.screen,
                "\n{}: {reason}; the last whole depth was {}",
                row.algorithm, row.depth
            )?;
        }
    }
    context.screen.flush()?;
    Ok(())
}

const HEADINGS: [&str; 12] = [
    "algorithm",
    "value",
    "best",
    "depth",
    "nodes",
    "ratio",
    "leaves",
    "cut-offs",
    "first move",
    "table hits",
    "branching",
    "time",
];

fn table(rows: &[Analysis]) -> Vec<String> {
    let first = rows.first().map_or(0, |row| row.nodes);
    let cells = |row: &Analysis| {
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        vec![
            row.algorithm.to_owned(),
            row.score.to_string(),
            or_dash(row.best.clone()),
            row.depth.to_string(),
            format::thousands(row.nodes),
            // Half a search compares with nothing.
            or_dash(row.stopped.is_none().then(|| ratio(row.nodes, first))),
            format::thousands(row.leaves),
            format::thousands(row.cutoffs),
            or_dash(row.first_move_rate.map(format::percent)),
            or_dash((row.table_probes > 0).then(|| format::thousands(row.table_hits))),
            or_dash(row.effective_branching_factor.map(|factor| format!("{factor:.2}"))),
            format::time(row.time_ms),
        ]
    };
    let heading = HEADINGS.map(str::to_owned).to_vec();
    let rows: Vec<_> = core::iter::once(heading).chain(rows.iter().map(cells)).collect();
    let mut align = [Align::Right; HEADINGS.len()];
    align[..3].fill(Align::Left);
    format::table(&align, &rows)
}

/// Nodes relative to the first row's.
fn ratio(nodes: u64, first: u64) -> String {
    match nodes as f64 / first.max(1) as f64 * 100.0 {
        percent if percent < 0.1 => format!("{percent:.3}%"),
        percent if percent < 10.0 => format!("{percent:.1}%"),
        percent => format!("{percent:.0}%"),
    }
}

/// Nodes as bars whose length is their logarithm.
fn bars(rows: &[Analysis], ascii: bool) -> Vec<String> {
    let names = rows.iter().map(|row| render::width(row.algorithm));
    let widest = names.max().unwrap_or(0);
    let most = rows.iter().map(|row| row.nodes).max().unwrap_or(1);
    let scale = LONGEST_BAR / (most.max(10) as f64).log10();
    let bar = |row: &Analysis| {
        let length = (row.nodes.max(1) as f64).log10() * scale;
        let bar = if ascii { "#" } else { "█" }.repeat((length.round() as usize).max(1));
        let name = format::pad(row.algorithm, widest, Align::Left);
        format!("{name}  {bar} {}", format::thousands(row.nodes))
    };
    let mut lines: Vec<_> = rows.iter().map(bar).collect();
    lines.push(String::new());
    lines.push("nodes, on a logarithmic scale".to_owned());
    lines
}
