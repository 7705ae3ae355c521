//! The tree record: an observer that keeps a bounded part of the real search.

use core::marker::PhantomData;

use crate::game::Game;
use crate::observer::{Event, Observer};

/// How much of a search to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordLimits {
    /// Nodes kept in all; the first ones entered are kept.
    pub nodes: usize,
    /// Plies from the root kept.
    pub depth: u32,
}

/// Keeps a bounded part of a search.
pub struct Recorder<G: Game> {
    limits: RecordLimits,
    game: PhantomData<fn(G)>,
}

impl<G: Game> Recorder<G> {
    /// A recorder that keeps so much.
    pub fn new(limits: RecordLimits) -> Recorder<G> {
        Recorder { limits, game: PhantomData }
    }

    /// What was kept of the last walk from the root.
    pub fn into_tree(self) -> Tree {
        Tree { limits: self.limits }
    }
}

impl<G: Game> Observer<G> for Recorder<G> {
    fn event(&mut self, position: &G, event: Event<'_, G::Move>) {
        let _ = (position, event);
    }
}

/// A recorded search tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    limits: RecordLimits,
}
