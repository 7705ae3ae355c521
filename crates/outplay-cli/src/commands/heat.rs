//! A heat map: the score of every move on the cell that it is entered by.

use anstyle::{Ansi256Color, Style};
use outplay::{Analysis, Bound, Mark, Score, Session};

use crate::render::{self, Look, Overlay};
use crate::words;

/// From the best to the worst: green, over yellow, to red.
const COLORS: [u8; 7] = [40, 76, 112, 178, 208, 202, 196];

/// The board with scores, if every move is entered by one cell of its own.
pub(super) fn lines(session: &dyn Session, analysis: &Analysis, look: Look) -> Option<Vec<String>> {
    if analysis.lines.is_empty() {
        return None;
    }
    let mut view = session.view();
    for cell in &mut view.cells {
        // Here brackets say which move is best.
        if cell.mark == Mark::Last {
            cell.mark = Mark::None;
        }
    }
    let ranking = ranking(analysis);
    let mut overlays: Vec<Option<Overlay>> = vec![None; view.cells.len()];
    for line in &analysis.lines {
        let clicks = session.clicks(&line.best);
        let &[cell] = &clicks[..] else { return None };
        let slot = overlays.get_mut(cell)?;
        if slot.is_some() {
            return None;
        }
        *slot = Some(Overlay {
            text: words::short(&line.score, look.ascii),
            style: color(&ranking, line.score.score),
            marked: Some(&line.best) == analysis.best.as_ref(),
        });
    }
    let mut lines = render::board_with(&view, look, &overlays);
    lines.push(String::new());
    lines.push(legend(analysis, look));
    Some(lines)
}

/// What is on the map.
fn legend(analysis: &Analysis, look: Look) -> String {
    let kinds: Vec<_> = analysis.lines.iter().map(|line| line.score.kind()).collect();
    let mut parts = vec!["[ ] the best move"];
    for (kind, words) in [
        ("win", "W3 a win in 3 plies"),
        ("loss", "L4 a loss in 4"),
        ("draw", "= a draw"),
        ("estimate", "numbers are estimates"),
        ("exact", "numbers are exact margins"),
    ] {
        if kinds.contains(&kind) {
            parts.push(words);
        }
    }
    if analysis.lines.iter().any(|line| line.score.bound != Bound::Exact) {
        parts.push(if look.ascii { ">= <= bounds" } else { "≥ ≤ bounds" });
    }
    parts.join(", ")
}

/// The different scores, best first.
fn ranking(analysis: &Analysis) -> Vec<Score> {
    let mut scores: Vec<_> = analysis.lines.iter().map(|line| line.score.score).collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    scores.dedup();
    scores
}

/// Green for the best of these scores, red for the worst.
fn color(ranking: &[Score], score: Score) -> Style {
    let rank = ranking.iter().take_while(|&&better| better > score).count();
    let at = rank * (COLORS.len() - 1) / (ranking.len() - 1).max(1);
    Style::new().bold().fg_color(Some(Ansi256Color(COLORS[at.min(COLORS.len() - 1)]).into()))
}
