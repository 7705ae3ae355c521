//! Moves and values as the protocol writes them.

use outplay::{Analysis, Bound, MoveLine, Score, Value};

/// No more discs than these can be won.
const ALL_DISCS: f64 = 64.0;

/// A move of the game: two characters.
pub(super) fn square(text: &str) -> String {
    if text == "pass" { "PA".to_owned() } else { text.to_ascii_uppercase() }
}

/// The answer to `go`.
pub(super) fn decision(best: &str, analysis: &Analysis) -> String {
    let square = square(best);
    if square == "PA" {
        return "=== PA".to_owned();
    }
    format!("=== {square}/{:.2}/{:.2}", discs(analysis.score.score), analysis.time_ms / 1e3)
}

/// The value after so many moves, from Black's point of view.
pub(super) fn looking_back(moves: usize, analysis: &Analysis) -> String {
    // A position ends with the side to move, in finished games too.
    let is_white = analysis.position.ends_with(['O', 'o']);
    let discs = discs(analysis.score.score);
    format!("analysis {moves} {:.2}", if is_white { 0.0 - discs } else { discs })
}

/// How many nodes were visited in how many seconds.
pub(super) fn statistics(analysis: &Analysis) -> String {
    format!("nodestats {} {:.2}", analysis.nodes, analysis.time_ms / 1e3)
}

/// What is thought of the best moves, at most so many.
pub(super) fn evaluations(analysis: &Analysis, lines: usize) -> Vec<String> {
    let exact = |line: &&MoveLine| line.score.bound == Bound::Exact || line.score.proven;
    let lines: Vec<_> = analysis.lines.iter().filter(exact).take(lines).collect();
    if lines.is_empty() && !analysis.pv.is_empty() {
        return vec![evaluation(&analysis.pv, &analysis.score, analysis.depth)];
    }
    lines.into_iter().map(|line| evaluation(&line.pv, &line.score, analysis.depth)).collect()
}

fn evaluation(pv: &[String], value: &Value, depth: u32) -> String {
    let pv: String = pv.iter().map(|text| square(text)).collect();
    format!("search {pv} {:.2} 0 {}", discs(value.score), reach(value, depth))
}

/// The depth; `100%` if the value is proven, `100%W` if only who wins is.
fn reach(value: &Value, depth: u32) -> String {
    let decides = match value.bound {
        Bound::Exact => true,
        Bound::Lower => value.score > Score::DRAW,
        Bound::Upper => value.score < Score::DRAW,
    };
    match (value.proven, value.bound) {
        (true, Bound::Exact) => "100%".to_owned(),
        (true, _) if decides => "100%W".to_owned(),
        _ => depth.to_string(),
    }
}

/// Discs for the side to move.
fn discs(score: Score) -> f64 {
    if score.is_decided() {
        return if score > Score::DRAW { ALL_DISCS } else { -ALL_DISCS };
    }
    // Without a minus before nothing.
    score.units() + 0.0
}
