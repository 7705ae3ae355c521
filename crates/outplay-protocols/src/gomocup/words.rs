//! What is said beside the answers.

use outplay::{Analysis, Bound, MoveLine, Score};

use super::field::Field;
use crate::protocol::Setup;

/// The answer to `ABOUT`.
pub(super) fn about(setup: &Setup) -> String {
    let Setup { name, version, .. } = setup;
    let name = name.strip_suffix(&version[..]).unwrap_or(name).trim();
    let plain = |text: &str| text.replace('"', "'");
    format!(
        "name=\"{}\", version=\"{}\", author=\"the Outplay authors\", country=\"-\"",
        plain(name),
        plain(version)
    )
}

/// How far a search is: a line for each of the best moves that were asked for.
pub(super) fn progress(field: &Field, analysis: &Analysis, lines: usize) -> Vec<String> {
    if analysis.score.bound != Bound::Exact && !analysis.score.score.is_decided() {
        return vec![];
    }
    let Analysis { depth, selective_depth, nodes, nodes_per_second, .. } = analysis;
    let line = |number: String, score: Score, pv: &[String]| {
        format!(
            "MESSAGE depth {depth}-{selective_depth}{number} ev {} n {nodes} n/s \
             {nodes_per_second} tm {:.0} pv {}",
            evaluation(score),
            analysis.time_ms,
            field.spell(pv)
        )
    };
    if lines <= 1 {
        return vec![line(String::new(), analysis.score.score, &analysis.pv)];
    }
    let exact =
        |found: &&MoveLine| found.score.bound == Bound::Exact || found.score.score.is_decided();
    analysis
        .lines
        .iter()
        .filter(exact)
        .take(lines)
        .zip(1..)
        .map(|(found, number)| line(format!(" multipv {number}"), found.score.score, &found.pv))
        .collect()
}

/// Units, or the plies to the end: `0.35`, `+M5`, `-M4`.
fn evaluation(score: Score) -> String {
    match score.distance() {
        Some(plies) if score > Score::DRAW => format!("+M{plies}"),
        Some(plies) => format!("-M{plies}"),
        None => score.to_string(),
    }
}

/// The forbidden points: two digits for each coordinate.
pub(super) fn forbidden(field: &Field) -> String {
    let cells = field.forbidden().into_iter();
    let points: String = cells
        .map(|cell| format!("{:02}{:02}", cell % field.columns, cell / field.columns))
        .collect();
    format!("FORBID {points}.")
}
