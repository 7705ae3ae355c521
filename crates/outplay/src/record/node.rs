//! One node of a recorded tree, and how it is put into words.

use crate::position::{Outcome, Player};
use crate::score::{Bound, Score};

/// Skipped moves kept by name at one node; of more than these only the number is known.
pub(super) const MOST_NAMES: usize = 64;

/// One visit to a node.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeNode {
    /// The move that led here; `None` at the root.
    pub by: Option<String>,
    /// Who is to move.
    pub turn: Player,
    /// The distance from the root.
    pub ply: u32,
    /// The plies that were left to the horizon; 0 in quiescence.
    pub depth: u32,
    /// The lower end of the window on entry.
    pub alpha: Score,
    /// The upper end of the window on entry.
    pub beta: Score,
    /// The value and how it is meant; `None` if the search was stopped below.
    pub value: Option<(Score, Bound)>,
    /// How the game ended, if it is over here.
    pub outcome: Option<Outcome>,
    /// The evaluator's estimate, if it was asked.
    pub evaluation: Option<Score>,
    /// What the transposition table answered, if that settled the node.
    pub table: Option<TableAnswer>,
    /// What is proven about the position without a search, if that settled the node.
    pub proven: Option<(Score, Bound)>,
    /// Why moves were skipped, if they were.
    pub cut: Option<Cut>,
    /// The moves without an alternative that were played within the node, without nodes of their
    /// own; its children follow them. Not known at the last ply that is kept.
    pub forced: Vec<String>,
    /// The move that raised the best value last.
    pub best: Option<String>,
    /// This visit raised its parent's best value.
    pub raised: bool,
    /// Part of the principal variation.
    pub pv: bool,
    /// The kept visits to its children in their order, as indices into
    /// [`Tree::nodes`](super::Tree::nodes).
    pub children: Vec<usize>,
    /// Visits to children that were not kept because of the limits.
    pub left_out: u64,
    /// The child behind `best`, if it was kept.
    pub(super) best_child: Option<usize>,
}

/// An answer of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableAnswer {
    /// What it says.
    pub score: Score,
    /// How it is meant.
    pub bound: Bound,
    /// How deep it was searched.
    pub depth: u32,
}

/// A cut-off: the value reached beta, and the remaining moves were skipped.
#[derive(Clone, PartialEq, Debug)]
pub struct Cut {
    /// The value.
    pub score: Score,
    /// The beta that it reached.
    pub beta: Score,
    /// The moves not looked at; of very many, the first ones.
    pub skipped: Vec<String>,
    /// How many there were.
    pub count: usize,
}

impl Cut {
    /// Why the moves were skipped: `value 5 ≥ beta 3`.
    pub fn reason(&self) -> String {
        format!("value {} ≥ beta {}", self.score, self.beta)
    }

    /// The names of the first skipped moves, and how many more there are.
    pub(super) fn shown(&self, most: usize) -> (&[String], usize) {
        let named = self.skipped.len().min(most);
        (&self.skipped[..named], self.count - named)
    }
}

/// How a node came by its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum NodeKind {
    /// From its children.
    Searched,
    /// The game is over.
    Terminal,
    /// The evaluator estimated it.
    Evaluated,
    /// The transposition table answered.
    Table,
    /// By what is proven about the game.
    Proven,
    /// Not at all: the search was stopped.
    Unfinished,
}

impl TreeNode {
    pub(super) fn new(
        by: Option<String>,
        turn: Player,
        ply: u32,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> TreeNode {
        TreeNode {
            by,
            turn,
            ply,
            depth,
            alpha,
            beta,
            value: None,
            outcome: None,
            evaluation: None,
            table: None,
            proven: None,
            cut: None,
            forced: vec![],
            best: None,
            raised: false,
            pv: false,
            children: vec![],
            left_out: 0,
            best_child: None,
        }
    }

    /// How it came by its value.
    pub fn kind(&self) -> NodeKind {
        if self.value.is_none() {
            NodeKind::Unfinished
        } else if !self.children.is_empty() || self.left_out > 0 {
            NodeKind::Searched
        } else if self.outcome.is_some() {
            NodeKind::Terminal
        } else if self.table.is_some() {
            NodeKind::Table
        } else if self.proven.is_some() {
            NodeKind::Proven
        } else if self.evaluation.is_some() || self.depth == 0 {
            NodeKind::Evaluated
        } else {
            NodeKind::Searched
        }
    }

    /// The move that led here, or `root`.
    pub(super) fn name(&self) -> &str {
        self.by.as_deref().unwrap_or("root")
    }

    /// `= 3`, `≥ 5`, `≤ loss in 4`, `?`.
    pub(super) fn value_text(&self) -> String {
        match self.value {
            Some((score, bound)) => format!("{} {score}", bound.sign()),
            None => "?".to_owned(),
        }
    }

    /// What is to be said about the way it came by its value; empty if its children gave it.
    pub(super) fn kind_text(&self) -> String {
        match self.kind() {
            NodeKind::Searched => String::new(),
            NodeKind::Terminal => {
                let decided = self.value.is_some_and(|(score, _)| score.is_decided());
                match self.outcome {
                    Some(Outcome::Win(player)) if decided => {
                        format!("game over: {player} player won")
                    }
                    Some(Outcome::Draw) => "game over: draw".to_owned(),
                    // By how much says the value.
                    _ => "game over".to_owned(),
                }
            }
            NodeKind::Evaluated => "evaluated".to_owned(),
            NodeKind::Table => match self.table {
                Some(answer) => format!(
                    "from the table: {} {}, depth {}",
                    answer.bound.sign(),
                    answer.score,
                    answer.depth
                ),
                None => String::new(),
            },
            NodeKind::Proven => match self.proven {
                Some((score, bound)) => format!("proven: {} {score}", bound.sign()),
                None => String::new(),
            },
            NodeKind::Unfinished => "not finished".to_owned(),
        }
    }

    /// Everything about the node but its children, in lines.
    pub(super) fn details(&self) -> Vec<String> {
        let mut lines = vec![
            format!("{}: {} player to move", self.name(), self.turn),
            format!("ply {}, depth {}", self.ply, self.depth),
            format!("window ({}, {})", self.alpha, self.beta),
            format!("value {}", self.value_text()),
        ];
        let kind = self.kind_text();
        if !kind.is_empty() {
            lines.push(kind);
        }
        if let (NodeKind::Searched, Some(score)) = (self.kind(), self.evaluation) {
            lines.push(format!("evaluation {score}"));
        }
        if !self.forced.is_empty() {
            lines.push(format!("forced: {}", self.forced.join(", ")));
        }
        if let Some(best) = &self.best {
            lines.push(format!("best move {best}"));
        }
        if let Some(cut) = &self.cut {
            let (names, more) = cut.shown(MOST_NAMES);
            let more = match more {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            lines.push(format!("{}: skipped {}{more}", cut.reason(), names.join(", ")));
        }
        if self.left_out > 0 {
            lines.push(format!("{} children not kept", self.left_out));
        }
        lines
    }
}
