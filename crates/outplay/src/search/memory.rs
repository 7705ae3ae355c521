//! What a value rests on, and what of it the table keeps.

use core::mem;

use crate::evaluator::Evaluator;
use crate::observer::{Event, Observer};
use crate::position::Position;
use crate::score::{Bound, Score};
use crate::table::Entry;

use super::{Frame, Worker};

impl<P: Position, E: Evaluator<P>, O: Observer<P>> Worker<'_, P, E, O> {
    /// Starts to watch what a node's value will rest on.
    #[inline]
    pub(crate) fn frame(&mut self) -> Frame {
        let leans_on =
            if P::REPEATS { mem::replace(&mut self.leans_on, i32::MAX) } else { i32::MAX };
        Frame { open: self.open, leans_on }
    }

    /// Ends a frame. `None` if the value leans on the path to the node, and so can't be kept; else
    /// whether it is proven.
    #[inline]
    pub(crate) fn close(&mut self, frame: &Frame, ply: u32, score: Score) -> Option<bool> {
        if P::REPEATS {
            let leaning = self.leans_on < ply as i32;
            self.leans_on = frame.leans_on.min(if leaning { self.leans_on } else { i32::MAX });
            if leaning {
                return None;
            }
        }
        // A win or loss seen beyond the horizon (by quiescence, or in the table) is true, but another
        // may be shorter.
        let seen_in_full = score.distance().is_some_and(|plies| plies <= self.full_depth());
        Some(seen_in_full || self.open == frame.open)
    }

    /// What values lean on so far, to be [restored](Worker::lean_again).
    #[inline]
    pub(crate) fn leaning(&self) -> i32 {
        self.leans_on
    }

    /// What was found since counts for nothing.
    pub(crate) fn lean_again(&mut self, before: i32) {
        self.leans_on = before;
    }

    /// Moves of a node are left out: its value is no proof.
    pub(crate) fn skip(&mut self) {
        self.open += 1;
    }

    /// Shorter wins and losses than this can't have been overlooked.
    pub(crate) fn full_depth(&self) -> u32 {
        if self.selective { self.horizon.min(1) } else { self.horizon }
    }

    /// Evaluations at the horizon so far; see [`Worker::open`].
    pub(crate) fn horizon_count(&self) -> u64 {
        self.open
    }

    /// Asks the table for the position; counts distances from the root. Where repetitions are
    /// illegal, what was found on another path proves nothing for this one.
    #[inline]
    pub(crate) fn probe(&mut self, key: u64, ply: u32) -> Option<Entry> {
        let entry = self.probe_exactly(key, ply)?;
        Some(Entry { proven: entry.proven && !P::BANS, ..entry })
    }

    /// The same for a key that tells the path as well, if the path matters.
    #[inline]
    pub(crate) fn probe_exactly(&mut self, key: u64, ply: u32) -> Option<Entry> {
        self.stats.table_probes += 1;
        let entry = self.table.probe(key)?;
        self.stats.table_hits += 1;
        Some(Entry { score: entry.score.node_to_root(ply), ..entry })
    }

    /// An entry settles the node: counts it, and what it rests on.
    #[inline]
    pub(crate) fn settle_by(&mut self, entry: &Entry) -> Score {
        self.stats.table_cutoffs += 1;
        if !entry.proven {
            self.open += 1;
        }
        self.event(Event::TableHit {
            score: entry.score,
            bound: entry.bound,
            depth: u32::from(entry.depth),
        });
        entry.score
    }

    /// Keeps what was found at a node, unless it leaned on the path.
    #[inline]
    pub(crate) fn store(&mut self, key: u64, frame: &Frame, ply: u32, found: Found) {
        if let Some(proven) = self.close(frame, ply, found.score) {
            self.put(key, ply, found, proven);
        }
    }

    /// Keeps what was found at a node, as a guess if it leaned on the path.
    #[inline]
    pub(crate) fn store_loosely(&mut self, key: u64, frame: &Frame, ply: u32, found: Found) {
        let proven = self.close(frame, ply, found.score).unwrap_or(false);
        self.put(key, ply, found, proven);
    }

    /// Keeps the value of a position at the horizon, as a guess.
    #[inline]
    pub(crate) fn store_guess(&mut self, key: u64, ply: u32, score: Score, bound: Bound) {
        self.put(key, ply, Found { depth: 0, score, bound, index: Entry::NO_MOVE }, false);
    }

    #[inline]
    fn put(&self, key: u64, ply: u32, found: Found, proven: bool) {
        let Found { depth, score, bound, index } = found;
        let score = score.root_to_node(ply);
        self.table.store(key, Entry { score, bound, depth: depth as u8, proven, index });
    }
}

/// By what the table knows a position.
#[derive(Clone, Copy)]
pub(crate) struct Name {
    pub(crate) key: u64,
    /// Entries count moves from here. The moves of mirror images stand in another order: where
    /// they share an entry, those of one are far out of the other's range.
    first: u16,
}

impl Name {
    /// Nobody else has the position's key.
    #[inline]
    pub(crate) fn of(key: u64) -> Name {
        Name { key, first: 0 }
    }

    /// All images of the position share this key.
    #[inline]
    pub(crate) fn shared(key: u64, own: u64) -> Name {
        Name { key, first: if key == own { 0 } else { 1 << 15 } }
    }

    /// A move's place as the table keeps it, and the other way round.
    #[inline]
    pub(crate) fn place(self, index: u16) -> u16 {
        index ^ self.first
    }
}

/// What a node is worth, for the table.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    /// Plies searched below it.
    pub(crate) depth: u32,
    /// Counted from the root.
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// See [`Entry::index`].
    pub(crate) index: u16,
}

impl Entry {
    /// Whether the entry's value makes a search with this window unnecessary.
    #[inline]
    pub(crate) fn settles(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}
