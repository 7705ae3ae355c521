//! `bench`: fixed positions under every algorithm; the node counts are a signature of the search.
//!
//! A signature file has a line for each game, algorithm and position: `game algorithm depth nodes
//! value`, the value last, since it may have blanks. A position other than the start is written
//! into the game's name as the moves that lead there: `connect4:4,4,3`. Lines that begin with `#`
//! are comments. The same program gives the same signatures on every machine.

use std::io::Write;
use std::path::Path;

use outplay::{
    Algorithm, Analysis, Entry, InputError, Limits, Plan, Random, Session, Stop, Stopped, quote,
};
use serde::Serialize;

use super::{Context, affordable_depth};
use crate::args::BenchArgs;
use crate::failure::{Failure, Result};
use crate::format::{self, Align};
use crate::{board, input};

/// Moves played by lot before a position is searched.
const OPENINGS: [usize; 3] = [0, 2, 5];
/// Plain minimax searches as deep as this many nodes allow, the others as deep as it would with so
/// many.
const MINIMAX_NODES: u64 = 300_000;
const OTHER_NODES: u64 = 10_000_000;

/// One position under one algorithm.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
struct Signature {
    game: String,
    algorithm: String,
    depth: u32,
    nodes: u64,
    value: String,
}

impl Signature {
    fn of(game: &str, analysis: &Analysis) -> Signature {
        Signature {
            game: game.to_owned(),
            algorithm: analysis.algorithm.to_owned(),
            depth: analysis.depth,
            nodes: analysis.nodes,
            value: analysis.score.to_string(),
        }
    }

    fn line(&self) -> String {
        let Signature { game, algorithm, depth, nodes, value } = self;
        format!("{game} {algorithm} {depth} {nodes} {value}")
    }

    fn read(line: &str) -> Option<Signature> {
        let mut words = line.splitn(5, ' ');
        Some(Signature {
            game: words.next()?.to_owned(),
            algorithm: words.next()?.to_owned(),
            depth: words.next()?.parse().ok()?,
            nodes: words.next()?.parse().ok()?,
            value: words.next()?.trim().to_owned(),
        })
    }

    fn is_about(&self, other: &Signature) -> bool {
        (&self.game, &self.algorithm) == (&other.game, &other.algorithm)
    }
}

/// The JSON document.
#[derive(Serialize)]
struct Benched<'a> {
    rows: &'a [Signature],
    nodes: u64,
    time_ms: f64,
    nodes_per_second: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    differences: Option<&'a [String]>,
}

/// What was searched, in all.
#[derive(Default)]
struct Total {
    rows: Vec<(Signature, f64)>,
    stopped: bool,
}

pub(super) fn run(args: &BenchArgs, context: &mut Context<'_>) -> Result {
    let known = args.check.as_deref().map(read).transpose()?;
    let sessions = sessions(context.games, args.game.as_deref())?;
    let total = context.interrupt.during(|stop| measure(sessions, stop))?;
    if total.stopped {
        return Err(anyhow::anyhow!("stopped before the bench was done").into());
    }
    let rows: Vec<_> = total.rows.iter().map(|(row, _)| row.clone()).collect();
    let differences = known.map(|known| differences(&known, &rows, args.game.is_none()));
    if let Some(path) = &args.write {
        write(path, &rows)?;
    }
    report(&total, differences.as_deref(), context)?;
    match differences.map_or(0, |found| found.len()) {
        0 => Ok(()),
        count => Err(anyhow::anyhow!(
            "{} from the signatures",
            format::count(count as u64, "difference")
        )
        .into()),
    }
}

/// The game that was named, or each game under each of its names.
fn sessions(games: &[Entry], game: Option<&str>) -> Result<Vec<Box<dyn Session>>> {
    if let Some(name) = game {
        return Ok(vec![board::open_game(games, Some(name))?]);
    }
    let mut sessions: Vec<Box<dyn Session>> = vec![];
    for name in board::names(games) {
        let session = outplay::open(games, name)?;
        // The plain name of a game may be one of its aliases.
        if sessions.iter().all(|other| other.name() != session.name()) {
            sessions.push(session);
        }
    }
    Ok(sessions)
}

fn measure(sessions: Vec<Box<dyn Session>>, stop: &Stop) -> Result<Total> {
    let mut total = Total::default();
    for mut session in sessions {
        for plies in OPENINGS {
            let Some(game) = opening(session.as_mut(), plies)? else { continue };
            if stop.is_raised() || bench(session.as_mut(), &game, &mut total, stop)?.is_err() {
                total.stopped = true;
                return Ok(total);
            }
        }
    }
    Ok(total)
}

/// Plays moves by lot, always the same ones; `None` if the game is over by then.
fn opening(session: &mut dyn Session, plies: usize) -> Result<Option<String>> {
    session.reset();
    let mut random = Random::new(plies as u64);
    for _ in 0..plies {
        let legal = session.legal();
        match legal.get(random.below(legal.len())) {
            Some(m) => session.play(m)?,
            None => return Ok(None),
        };
    }
    let game = match &session.history()[..] {
        [] => session.name(),
        moves => format!("{}:{}", session.name(), moves.join(",")),
    };
    // A signature's words are separated by blanks.
    let game = game.replace(char::is_whitespace, "_");
    Ok(session.outcome().is_none().then_some(game))
}

fn bench(
    session: &mut dyn Session,
    game: &str,
    total: &mut Total,
    stop: &Stop,
) -> Result<core::result::Result<(), Stopped>> {
    let most = session.info().depth;
    let affordable = |nodes| affordable_depth(session, most, nodes, stop);
    let (shallow, deep) = match (affordable(MINIMAX_NODES), affordable(OTHER_NODES)) {
        (Ok(shallow), Ok(deep)) => (shallow, deep),
        (Err(stopped), _) | (_, Err(stopped)) => return Ok(Err(stopped)),
    };
    for algorithm in Algorithm::ALL {
        let depth = match algorithm {
            Algorithm::Solve => continue,
            Algorithm::Minimax => shallow,
            _ => deep,
        };
        session.forget();
        let plan = Plan { algorithm, limits: Limits::depth(depth), ..Plan::default() };
        let analysis = session.search(&plan, stop, &mut |_| {})?;
        if let Some(stopped) = analysis.stopped {
            return Ok(Err(stopped));
        }
        total.rows.push((Signature::of(game, &analysis), analysis.time_ms));
    }
    Ok(Ok(()))
}

fn read(path: &Path) -> Result<Vec<Signature>> {
    let text = input::file(path)?;
    let mut known = vec![];
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        known.push(Signature::read(line).ok_or_else(|| {
            let name = quote(&path.to_string_lossy());
            InputError::new(format!("{name}, line {}: {} is no signature", index + 1, quote(line)))
                .hint("a line is: game algorithm depth nodes value")
        })?);
    }
    Ok(known)
}

fn write(path: &Path, rows: &[Signature]) -> Result {
    let mut text = "# Written by `bench --write`: game algorithm depth nodes value\n".to_owned();
    for row in rows {
        text.push_str(&row.line());
        text.push('\n');
    }
    input::save(path, &text)
}

/// What is not as it was. With `whole`, what is known but was not searched counts too.
fn differences(known: &[Signature], rows: &[Signature], whole: bool) -> Vec<String> {
    let mut found = vec![];
    for row in rows {
        match known.iter().find(|known| known.is_about(row)) {
            None => found.push(format!("new: {}", row.line())),
            Some(known) if known != row => {
                found.push(format!("was: {}; is: {}", known.line(), row.line()));
            }
            Some(_) => {}
        }
    }
    let missing = known.iter().filter(|known| whole && !rows.iter().any(|row| row.is_about(known)));
    found.extend(missing.map(|known| format!("gone: {}", known.line())));
    found
}

fn report(total: &Total, differences: Option<&[String]>, context: &mut Context<'_>) -> Result {
    let rows: Vec<_> = total.rows.iter().map(|(row, _)| row.clone()).collect();
    let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
    let time_ms: f64 = total.rows.iter().map(|(_, time)| time).sum();
    let rate = (nodes as f64 / (time_ms / 1000.0).max(1e-9)) as u64;
    if context.screen.json {
        let rows = &rows[..];
        return context.screen.document(&Benched {
            rows,
            nodes,
            time_ms,
            nodes_per_second: rate,
            differences,
        });
    }
    context.lines(&table(total))?;
    writeln!(context.screen)?;
    let (nodes, time) = (format::count(nodes, "node"), format::time(time_ms));
    writeln!(context.screen, "{nodes} in {time}, {}", format::rate(rate))?;
    for difference in differences.unwrap_or_default() {
        writeln!(context.screen, "{difference}")?;
    }
    if differences.is_some_and(<[String]>::is_empty) {
        writeln!(context.screen, "all signatures as they were")?;
    }
    context.screen.flush().map_err(Failure::from)
}

fn table(total: &Total) -> Vec<String> {
    let cells = |(row, time): &(Signature, f64)| {
        let rate = row.nodes as f64 / (time / 1000.0).max(1e-9);
        vec![
            row.game.clone(),
            row.algorithm.clone(),
            row.depth.to_string(),
            format::thousands(row.nodes),
            format::rate(rate as u64),
            row.value.clone(),
        ]
    };
    let heading = ["game", "algorithm", "depth", "nodes", "speed", "value"].map(str::to_owned);
    let rows: Vec<_> =
        core::iter::once(heading.to_vec()).chain(total.rows.iter().map(cells)).collect();
    let (left, right) = (Align::Left, Align::Right);
    format::table(&[left, left, right, right, right, left], &rows)
}
