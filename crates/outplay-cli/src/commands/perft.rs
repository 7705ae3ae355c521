//! `perft`: counts move sequences, the classic test of a game's rules.

use std::io::Write;
use std::time::Instant;

use outplay::{Census, CensusError, Entry, MAX_CENSUS, Perft, Session, Stop};
use serde::Serialize;

use super::{Context, affordable_depth};
use crate::args::PerftArgs;
use crate::board;
use crate::failure::{Failure, Result};
use crate::format::{self, Align};

/// Without a depth it is as great as this many sequences allow.
const DEFAULT_NODES: u64 = 5_000_000;

/// The JSON document.
#[derive(Serialize, Default)]
struct Counted {
    game: String,
    position: String,
    depth: u32,
    /// Sequences of exactly so many moves.
    nodes: u64,
    /// Sequences that ended the game before.
    finished: u64,
    /// Both together.
    leaves: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Share>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to_symmetry: Option<u64>,
    /// Whether the game's known count agrees, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    as_known: Option<bool>,
}

/// What begins with one move.
#[derive(Serialize)]
struct Share {
    #[serde(rename = "move")]
    written: String,
    nodes: u64,
    finished: u64,
}

pub(super) fn run(args: &PerftArgs, context: &mut Context<'_>) -> Result {
    let session = board::open(context.games, &args.board)?;
    let started = Instant::now();
    let count = |stop: &Stop| count(context.games, session.as_ref(), args, stop);
    let counted = context.interrupt.during(count)?;
    let seconds = started.elapsed();
    if context.screen.json {
        context.screen.document(&counted)?;
    } else {
        for line in lines(&counted) {
            writeln!(context.screen, "{line}")?;
        }
        let rate = counted.leaves as f64 / seconds.as_secs_f64().max(1e-9);
        let (time, rate) = (format::duration(seconds), format::rate(rate as u64));
        writeln!(context.screen, "{time}, {rate}")?;
        context.screen.flush()?;
    }
    match counted.as_known {
        Some(false) => Err(Failure::Other(anyhow::anyhow!(
            "{} counts differently from what is known of it",
            counted.game
        ))),
        _ => Ok(()),
    }
}

fn count(games: &[Entry], session: &dyn Session, args: &PerftArgs, stop: &Stop) -> Result<Counted> {
    let stopped = |_| Failure::Other(anyhow::anyhow!("stopped before the count was done"));
    let depth = match args.depth {
        Some(depth) => board::reachable(depth),
        None => {
            let most = session.info().depth;
            affordable_depth(session, most, DEFAULT_NODES, stop).map_err(stopped)?
        }
    };
    let divide = match args.divide && depth > 0 {
        true => Some(session.divide(depth, stop).map_err(stopped)?),
        false => None,
    };
    let total = match &divide {
        Some(shares) if !shares.is_empty() => sum(shares),
        _ => session.perft(depth, stop).map_err(stopped)?,
    };
    let census = match args.unique {
        true => Some(census(session, depth, stop)?),
        false => None,
    };
    let share = |(written, count): (String, Perft)| Share {
        written,
        nodes: count.nodes,
        finished: count.finished,
    };
    Ok(Counted {
        game: session.name(),
        position: session.position(),
        depth,
        nodes: total.nodes,
        finished: total.finished,
        leaves: total.nodes + total.finished,
        divide: divide.map(|shares| shares.into_iter().map(share).collect()),
        positions: census.map(|census| census.positions),
        up_to_symmetry: census.map(|census| census.up_to_symmetry),
        as_known: known(games, session, depth).map(|known| known == total.nodes),
    })
}

fn sum(shares: &[(String, Perft)]) -> Perft {
    let add = |sum: Perft, (_, share): &(String, Perft)| Perft {
        nodes: sum.nodes + share.nodes,
        finished: sum.finished + share.finished,
    };
    shares.iter().fold(Perft::default(), add)
}

fn census(session: &dyn Session, depth: u32, stop: &Stop) -> Result<Census> {
    session.census(depth, stop).map_err(|error| {
        Failure::Other(match error {
            CensusError::Stopped(_) => anyhow::anyhow!("stopped before the count was done"),
            CensusError::TooMany => anyhow::anyhow!(
                "more than {} positions: too many to tell apart; give a smaller depth",
                format::thousands(MAX_CENSUS as u64)
            ),
        })
    })
}

/// The known count, from the start of the game with its usual parameters.
fn known(games: &[Entry], session: &dyn Session, depth: u32) -> Option<u64> {
    let info = session.info();
    let usual = outplay::open(games, info.id).ok()?;
    if usual.name() != session.name() || usual.position() != session.position() {
        return None;
    }
    let known = info.perft.iter().find(|(known, _)| *known == depth);
    known.map(|&(_, nodes)| nodes)
}

fn lines(counted: &Counted) -> Vec<String> {
    let mut lines = vec![];
    if let Some(shares) = &counted.divide {
        let row = |share: &Share| {
            let leaves = share.nodes + share.finished;
            vec![share.written.clone(), format::thousands(leaves)]
        };
        let rows: Vec<_> = shares.iter().map(row).collect();
        lines.extend(format::table(&[Align::Left, Align::Right], &rows));
        lines.push(String::new());
    }
    let leaves = format::thousands(counted.leaves);
    let plies = format::plies(counted.depth);
    lines.push(match counted.finished {
        0 => format!(
            "{} after {plies}",
            format::count(counted.leaves, "leaf").replace("leafs", "leaves")
        ),
        finished => format!(
            "{leaves} leaves: {} of {plies}, {} that ended before",
            format::thousands(counted.nodes),
            format::count(finished, "game"),
        ),
    });
    if let (Some(positions), Some(classes)) = (counted.positions, counted.up_to_symmetry) {
        lines.push(format!(
            "{} within {plies}, {} up to symmetry",
            format::count(positions, "distinct position"),
            format::thousands(classes),
        ));
    }
    match counted.as_known {
        Some(true) => lines.push("as is known of this game".to_owned()),
        Some(false) => lines.push("NOT as is known of this game".to_owned()),
        None => {}
    }
    lines
}
