//! How the threads of a search tell each other where they are.

use crate::busy::{self, Note, Place};
use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::Observer;
use crate::position::Position;

use super::Worker;

/// What a search returns that was recalled from a node: its worker
/// [knows which](Worker::recalled).
pub(crate) const RECALLED: Stopped = Stopped::Asked;

impl<P: Position, E: Evaluator<P>, O: Observer<P>> Worker<'_, P, E, O> {
    /// Fails if another thread is done with a node above.
    #[inline]
    pub(super) fn heed(&mut self) -> Result<(), Stopped> {
        match self.busy {
            Some(busy) => {
                self.recalled = busy.recalled(self.thread);
                if self.recalled.is_some() { Err(RECALLED) } else { Ok(()) }
            }
            None => Ok(()),
        }
    }

    /// Whether the search below was given up for what another thread found at this ply.
    pub(crate) fn is_recalled_to(&mut self, ply: u32) -> bool {
        let this = self.recalled == Some(ply);
        if this {
            self.recalled = None;
        }
        this
    }

    /// Ends what the other threads are at below the root.
    pub(crate) fn recall_all(&self) {
        if let Some(busy) = self.busy {
            busy.recall_all();
        }
    }

    /// Tells the other threads of the node while `walk` is in it, and of its end.
    #[inline]
    pub(crate) fn within<T>(
        &mut self,
        place: Place,
        walk: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let Some(busy) = self.busy else { return walk(self) };
        let outer = busy.arrive(self.thread, place);
        let found = walk(self);
        busy.depart(self.thread, place, outer);
        if found.is_ok() {
            busy.finish(self.thread, place);
        }
        found
    }

    /// The note by which threads tell each other that they are at a move of this node, if they do.
    #[inline]
    pub(crate) fn note(&self, depth: u32, index: usize) -> Note {
        match self.busy {
            Some(_) if depth >= busy::FROM_DEPTH => Note::new(self.line.position().key(), index),
            _ => Note::NONE,
        }
    }

    /// Whether another thread is at this move.
    #[inline]
    pub(crate) fn is_busy(&self, note: Note) -> bool {
        note != Note::NONE && self.busy.is_some_and(|busy| busy.has(note))
    }

    /// This thread begins with the move; what is to be given to [`Worker::end`].
    #[inline]
    pub(crate) fn begin(&self, note: Note) -> Note {
        match self.busy {
            Some(busy) if note != Note::NONE => busy.begin(note),
            _ => Note::NONE,
        }
    }

    /// This thread is done with the move.
    #[inline]
    pub(crate) fn end(&self, note: Note) {
        if let Some(busy) = self.busy {
            busy.end(note);
        }
    }
}
