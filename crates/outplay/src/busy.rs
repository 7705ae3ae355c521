//! Which moves the threads of one search are at, so that they part: who comes to a move that another
//! thread is searching tries the others first.
//!
//! The idea is ABDADA's (Weill, "The ABDADA distributed minimax search algorithm", 1996), without
//! marks in the transposition table, as in Kerrigan's "Simplified ABDADA"
//! (<https://www.chessprogramming.org/ABDADA>). It is only a hint: a lost or a false note costs
//! time, never a value.

use crate::random::mix;
use crate::sync::{AtomicU64, Ordering};

/// Groups of notes. Each thread has as many as its path is long.
const GROUPS: usize = 1 << 12;
const WAYS: usize = 4;
/// Nearer to the horizon a note costs more than it saves.
pub(crate) const FROM_DEPTH: u32 = 3;

/// The moves being searched, by the keys of their positions and their places there.
pub(crate) struct Busy {
    groups: Box<[[AtomicU64; WAYS]]>,
}

/// A move of a position, or 0 for one that is not noted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Note(u64);

impl Note {
    /// Nothing is noted.
    pub(crate) const NONE: Note = Note(0);

    #[inline]
    pub(crate) fn new(key: u64, index: usize) -> Note {
        Note(mix(key ^ index as u64).max(1))
    }
}

impl Busy {
    pub(crate) fn new() -> Busy {
        let group = |_| core::array::from_fn(|_| AtomicU64::new(0));
        Busy { groups: (0..GROUPS).map(group).collect() }
    }

    #[inline]
    fn group(&self, note: Note) -> &[AtomicU64; WAYS] {
        &self.groups[note.0 as usize % GROUPS]
    }

    /// Whether a thread is searching this move.
    #[inline]
    pub(crate) fn has(&self, note: Note) -> bool {
        self.group(note).iter().any(|slot| slot.load(Ordering::Relaxed) == note.0)
    }

    /// A thread begins with this move. What is to be given to [`end`](Busy::end).
    #[inline]
    pub(crate) fn begin(&self, note: Note) -> Note {
        for slot in self.group(note) {
            match slot.load(Ordering::Relaxed) {
                0 => {
                    slot.store(note.0, Ordering::Relaxed);
                    return note;
                }
                // The other thread's note will do.
                other if other == note.0 => return Note::NONE,
                _ => {}
            }
        }
        Note::NONE
    }

    /// A thread is done with a move.
    #[inline]
    pub(crate) fn end(&self, note: Note) {
        if note == Note::NONE {
            return;
        }
        for slot in self.group(note) {
            if slot.load(Ordering::Relaxed) == note.0 {
                slot.store(0, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_busy_from_begin_to_end() {
        let busy = Busy::new();
        let [one, two] = [Note::new(7, 0), Note::new(7, 1)];
        let begun = busy.begin(one);
        assert!(busy.has(one) && !busy.has(two));
        assert_eq!(busy.begin(one), Note::NONE, "noted already");
        busy.end(begun);
        assert!(!busy.has(one));
    }

    #[test]
    fn a_full_group_forgets_only_what_comes_later() {
        let busy = Busy::new();
        let notes: Vec<_> = (0..=WAYS as u64).map(|at| Note((at + 1) << 32 | 5)).collect();
        let begun: Vec<_> = notes.iter().map(|&note| busy.begin(note)).collect();
        assert_eq!(begun[WAYS], Note::NONE);
        assert!(busy.has(notes[0]) && !busy.has(notes[WAYS]));
        begun.into_iter().for_each(|note| busy.end(note));
        assert!(!notes.iter().any(|&note| busy.has(note)));
    }
}
