//! Forced wins: by fours alone, and by fours and threes.
//!
//! A four leaves the other side one answer, so a win by continuous fours (VCF, in renju's words)
//! is a line and not a tree, and can be searched far deeper than other play. An open three leaves
//! several answers; a win by continuous threats (VCT) is a small tree.
//!
//! Source of the ideas: Allis, van den Herik and Huntjens, "Go-Moku solved by new search
//! techniques", 1996 (threat-space search); Thomsen, "Lambda-search in game trees", 2000 (an
//! answer is refuted by showing that the same threat still works).

mod fours;
mod threes;

use outplay::{Position, Theory};

pub(super) use fours::{Fours, answers, has_fours};

use super::opening::Phase;
use super::{Gomoku, Move, Rule};
use threes::Threes;

/// Attacking moves of a win by fours at most.
pub(super) const MOST_FOURS: u32 = 24;
/// Positions looked at for a proof before a search. No clock stops it: it must be soon over.
const NODES_FOR_FOURS: u64 = 20_000;
const NODES_FOR_THREES: u64 = 15_000;
/// In caro a four has more answers than one, and a position takes so many times longer.
const CARO: u64 = 3;
/// Attacking moves that are no part of a win by fours at most, for such a proof.
const MOST_THREES: u32 = 6;

/// A proof that the side to move wins, if there is one by threats within a fixed effort.
pub(super) fn theory(position: &Gomoku) -> Option<Theory<Move>> {
    if position.phase != Phase::Play || position.outcome().is_some() {
        return None;
    }
    let share = if position.setup.rule == Rule::Caro { CARO } else { 1 };
    let mut board = position.clone();
    let fours = Fours::new(NODES_FOR_FOURS / share).find(&mut board, MOST_FOURS);
    let (win, name) = match fours {
        Some(win) => (win, "continuous fours"),
        None => (
            Threes::new(NODES_FOR_THREES / share).find(&mut board, MOST_THREES)?,
            "continuous threats",
        ),
    };
    Some(Theory {
        winner: Some(position.turn()),
        plies: win.plies,
        best: Move::to(*win.line.first()?),
        line: win.line.into_iter().map(Move::to).collect(),
        name,
    })
}
