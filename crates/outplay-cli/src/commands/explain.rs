//! `analyze --explain`: why the best move is best, in words.

use outplay::{Analysis, Bound, MoveLine, Player, Session, Value, result_text};
use serde::Serialize;

use super::{line_of, value_in_words};
use crate::format::{self, Align};
use crate::words;

/// The JSON report with the explanation beside it.
#[derive(Serialize)]
pub(super) struct Explained<'a> {
    #[serde(flatten)]
    analysis: &'a Analysis,
    explanation: Vec<String>,
    alternatives: Vec<Alternative<'a>>,
}

/// One move that was not chosen.
#[derive(Serialize)]
struct Alternative<'a> {
    #[serde(rename = "move")]
    written: &'a str,
    score: &'a Value,
    difference: String,
    /// The reply that shows what is wrong with it, and what follows.
    refutation: &'a [String],
}

pub(super) fn document<'a>(session: &dyn Session, analysis: &'a Analysis) -> Explained<'a> {
    Explained {
        analysis,
        explanation: match session.outcome() {
            Some(outcome) => {
                let result = result_text(session.info(), outcome);
                vec![format!("The game is over: {result}.")]
            }
            None => lines(session, analysis),
        },
        alternatives: alternatives(analysis).map(|line| alternative(line, analysis)).collect(),
    }
}

fn alternatives(analysis: &Analysis) -> impl Iterator<Item = &MoveLine> {
    let best = analysis.best.as_ref();
    analysis.lines.iter().filter(move |line| Some(&line.best) != best)
}

fn alternative<'a>(line: &'a MoveLine, analysis: &Analysis) -> Alternative<'a> {
    Alternative {
        written: &line.best,
        score: &line.score,
        difference: difference(&analysis.score, &line.score),
        refutation: line.pv.get(1..).unwrap_or_default(),
    }
}

/// The explanation of an unfinished position.
pub(super) fn lines(session: &dyn Session, analysis: &Analysis) -> Vec<String> {
    let mut lines = vec![opening(session, analysis)];
    lines.push(String::new());
    lines.push("The best line, move by move:".to_owned());
    lines.extend(walk(session, &analysis.pv));
    let others: Vec<_> = alternatives(analysis).collect();
    if others.is_empty() {
        if session.legal().len() == 1 {
            lines.push(String::new());
            lines.push("There is no other move.".to_owned());
        }
        return lines;
    }
    lines.push(String::new());
    lines.push("The other moves, and what answers them:".to_owned());
    lines.extend(refutations(session, analysis, &others));
    lines
}

fn opening(session: &dyn Session, analysis: &Analysis) -> String {
    let best = analysis.best.as_deref().unwrap_or("no move");
    let value = value_in_words(session, analysis);
    format!("Best is {best}: {value}.")
}

/// The line with who plays what, and how it ends.
fn walk(session: &dyn Session, pv: &[String]) -> Vec<String> {
    let mut board = session.fork();
    let mut lines = vec![];
    for (index, m) in pv.iter().enumerate() {
        let Some(turn) = board.turn() else { break };
        let legal = board.legal().len();
        if board.play(m).is_err() {
            break;
        }
        let name = words::name(board.info(), turn);
        let forced = if legal == 1 { " (the only move)" } else { "" };
        lines.push(format!("  {}. {name} {m}{forced}", index + 1));
    }
    lines.push(match board.outcome() {
        Some(outcome) => format!("  then the game is over: {}", result_text(board.info(), outcome)),
        None => "  as far as the search has looked".to_owned(),
    });
    lines
}

fn refutations(session: &dyn Session, analysis: &Analysis, others: &[&MoveLine]) -> Vec<String> {
    let mover = words::player(analysis.turn.unwrap_or(0));
    let row = |line: &&MoveLine| row(session, mover, alternative(line, analysis));
    let rows: Vec<_> = others.iter().map(row).collect();
    format::table(&[Align::Left; 4], &rows)
}

fn row(session: &dyn Session, mover: Player, other: Alternative<'_>) -> Vec<String> {
    let reply = match other.refutation {
        [] => String::new(),
        moves => format!("then {}", line_of(moves)),
    };
    vec![
        format!("  {}", other.written),
        words::verdict(session.info(), mover, other.score),
        other.difference,
        reply,
    ]
}

/// How much worse than the best a value is.
fn difference(best: &Value, other: &Value) -> String {
    if best.bound != Bound::Exact || other.bound != Bound::Exact {
        return "difference unknown: a bound".to_owned();
    }
    let lost = |best: u32, other: u32| format::plies(best.abs_diff(other));
    match (best.score.distance(), other.score.distance()) {
        _ if best.score == other.score => "just as good".to_owned(),
        (Some(own), Some(its)) if best.kind() == other.kind() => match best.kind() {
            "win" => format!("{} slower", lost(own, its)),
            _ => format!("loses {} sooner", lost(own, its)),
        },
        (None, None) => {
            let worse = best.score.units() - other.score.units();
            let worse = format!("{worse:.2}");
            format!("{} worse", worse.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => format!("gives away {}", what(best)),
    }
}

fn what(value: &Value) -> &'static str {
    match value.kind() {
        "win" => "the win",
        "draw" => "the draw",
        _ => "the game",
    }
}
