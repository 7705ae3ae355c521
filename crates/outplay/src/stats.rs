//! What a search did and what it found.

use core::time::Duration;

use crate::limits::Stopped;
use crate::score::Value;

/// What a search counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Calls of the search function, the root included, quiescence included.
    pub nodes: u64,
    /// Nodes where the game was over, or that were evaluated at the horizon.
    pub leaves: u64,
    /// Nodes left early because the value reached beta.
    pub cutoffs: u64,
    /// Cut-offs by the first move tried: the measure of move ordering.
    pub first_move_cutoffs: u64,
    /// Look-ups in the transposition table.
    pub table_probes: u64,
    /// Look-ups that found the position.
    pub table_hits: u64,
    /// Nodes answered from the table alone.
    pub table_cutoffs: u64,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// Wall-clock time.
    pub time: Duration,
}

impl Stats {
    /// Nodes a second of wall-clock time.
    pub fn nodes_per_second(&self) -> u64 {
        let nanos = self.time.as_nanos().max(1);
        (u128::from(self.nodes) * 1_000_000_000 / nanos) as u64
    }

    /// The share of cut-offs made by the first move tried, from 0 to 1; `None` without cut-offs.
    pub fn first_move_rate(&self) -> Option<f64> {
        (self.cutoffs > 0).then(|| self.first_move_cutoffs as f64 / self.cutoffs as f64)
    }

    /// The branching factor of a uniform tree of this depth with as many nodes: the b with
    /// nodes = 1 + b + b² + … + b^depth (Russell and Norvig). `None` for depth 0.
    ///
    /// ```
    /// let stats = outplay::Stats { nodes: 1 + 3 + 9 + 27, ..Default::default() };
    /// assert!((stats.effective_branching_factor(3).unwrap() - 3.0).abs() < 1e-6);
    /// ```
    pub fn effective_branching_factor(&self, depth: u32) -> Option<f64> {
        if depth == 0 || self.nodes < 2 {
            return None;
        }
        let nodes = |b: f64| (0..depth).fold(1.0, |sum, _| sum * b + 1.0);
        let (mut low, mut high) = (0.0, self.nodes as f64);
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            if nodes(middle) < self.nodes as f64 { low = middle } else { high = middle }
        }
        // As many digits as mean something.
        Some((low * 1e6).round() / 1e6)
    }

    /// Adds another thread's counts.
    pub(crate) fn add(&mut self, other: &Stats) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.cutoffs += other.cutoffs;
        self.first_move_cutoffs += other.first_move_cutoffs;
        self.table_probes += other.table_probes;
        self.table_hits += other.table_hits;
        self.table_cutoffs += other.table_cutoffs;
        self.selective_depth = self.selective_depth.max(other.selective_depth);
    }
}

/// What was found out about one move at the root.
#[derive(Clone, PartialEq, Debug)]
pub struct RootLine<M> {
    /// The move.
    pub best: M,
    /// Its value for the side to move at the root, perhaps only a bound.
    pub value: Value,
    /// The move and the best play after it, as far as it is known.
    pub pv: Vec<M>,
    /// Nodes spent on it in the last iteration.
    pub nodes: u64,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The best move; `None` only if the game is over.
    pub best: Option<M>,
    /// The value of the position for the side to move.
    pub value: Value,
    /// The depth searched in full; 0 for a bare evaluation.
    pub depth: u32,
    /// The principal variation. It starts with `best`, and is legal to its end.
    pub pv: Vec<M>,
    /// The moves at the root, best first; those whose value is only a bound come last. Holds the
    /// best move alone, unless every move was asked for.
    pub lines: Vec<RootLine<M>>,
    /// What was counted.
    pub stats: Stats,
    /// Why the search ended early, if it did.
    pub stopped: Option<Stopped>,
}
