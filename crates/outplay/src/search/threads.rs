//! How the threads of a search tell each other where they are.

use crate::busy::{self, Note};
use crate::evaluator::Evaluator;
use crate::observer::Observer;
use crate::position::Position;

use super::Worker;

impl<P: Position, E: Evaluator<P>, O: Observer<P>> Worker<'_, P, E, O> {
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
