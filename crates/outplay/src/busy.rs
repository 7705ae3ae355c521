//! Where the threads of one search are, so that they part and meet again.
//!
//! They part at moves: who comes to a move that another thread is searching tries the others first.
//! The idea is ABDADA's (Weill, "The ABDADA distributed minimax search algorithm", 1996), without
//! marks in the transposition table, as in Kerrigan's "Simplified ABDADA"
//! (<https://www.chessprogramming.org/ABDADA>). It is only a hint: a lost or a false note costs
//! time, never a value.
//!
//! They meet at nodes: who is done with one recalls the threads that are still below it, and the
//! table tells them what was found. So all of them go on with the same windows, as if one thread had
//! searched.

use crate::random::mix;
use crate::sync::{AtomicU64, Ordering};

/// Groups of notes. Each thread has as many as its path is long.
const GROUPS: usize = 1 << 12;
const WAYS: usize = 4;
/// Nearer to the horizon a note costs more than it saves.
pub(crate) const FROM_DEPTH: u32 = 2;

/// Nodes deeper than so many plies recall nobody. The model checker wants few.
const PLIES: usize = if cfg!(loom) { 1 } else { 128 };

/// Where the threads of a search are.
pub(crate) struct Busy {
    /// The moves being searched, by the keys of their positions and their places there.
    groups: Box<[[AtomicU64; WAYS]]>,
    paths: Box<[Path]>,
}

/// The nodes that one thread is in, by ply; 0 where none is known. On memory of its own, since the
/// thread reads it at every node.
#[repr(align(128))]
struct Path {
    /// A node that is done; 0 for none.
    recall: AtomicU64,
    nodes: [AtomicU64; PLIES],
}

impl Path {
    /// A recall from further up is not lost.
    #[cold]
    fn recall_from(&self, place: Place) {
        let before = Place(self.recall.load(Ordering::Relaxed));
        if before.0 == 0 || before.ply() >= place.ply() {
            // What the table was told before is seen by whoever sees this.
            self.recall.store(place.0, Ordering::Release);
        }
    }

    /// Takes note of a recall. It came too late if the thread is elsewhere.
    #[cold]
    fn answer(&self) -> Option<u32> {
        let place = Place(self.recall.swap(0, Ordering::Acquire));
        let node = self.nodes[place.ply()].load(Ordering::Relaxed);
        (place.0 != 0 && node == place.0).then_some(place.ply() as u32)
    }
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

/// A node as the threads know it: what is searched there, and its ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place(u64);

impl Place {
    /// Nodes where something else is searched have another `what`.
    #[inline]
    pub(crate) fn new(what: u64, ply: u32) -> Place {
        debug_assert!((ply as usize) < PLIES);
        Place(mix(what) << 8 | 0x80 | u64::from(ply) & 0x7f)
    }

    /// Whether nodes of this ply can be told of.
    #[inline]
    pub(crate) fn is_known(ply: u32) -> bool {
        (ply as usize) < PLIES
    }

    #[inline]
    fn ply(self) -> usize {
        (self.0 & 0x7f) as usize
    }
}

impl Busy {
    /// For so many threads.
    pub(crate) fn new(threads: usize) -> Busy {
        Busy::with(GROUPS, threads)
    }

    /// `groups` is a power of two.
    fn with(groups: usize, threads: usize) -> Busy {
        let group = |_| core::array::from_fn(|_| AtomicU64::new(0));
        let path = |_| Path {
            recall: AtomicU64::new(0),
            nodes: core::array::from_fn(|_| AtomicU64::new(0)),
        };
        Busy { groups: (0..groups).map(group).collect(), paths: (0..threads).map(path).collect() }
    }

    /// The thread enters a node. What is to be given to [`depart`](Busy::depart).
    #[inline]
    pub(crate) fn arrive(&self, thread: usize, place: Place) -> u64 {
        let node = &self.paths[thread].nodes[place.ply()];
        let outer = node.load(Ordering::Relaxed);
        node.store(place.0, Ordering::Relaxed);
        outer
    }

    /// The thread leaves a node, which may lie within another at the same ply.
    #[inline]
    pub(crate) fn depart(&self, thread: usize, place: Place, outer: u64) {
        self.paths[thread].nodes[place.ply()].store(outer, Ordering::Relaxed);
    }

    /// The thread is done with a node: no other needs to go on there.
    #[inline]
    pub(crate) fn finish(&self, thread: usize, place: Place) {
        for (other, path) in self.paths.iter().enumerate() {
            if other != thread && path.nodes[place.ply()].load(Ordering::Relaxed) == place.0 {
                path.recall_from(place);
            }
        }
    }

    /// Recalls all threads from whatever they are at below the root.
    pub(crate) fn recall_all(&self) {
        for path in &self.paths {
            match path.nodes[0].load(Ordering::Relaxed) {
                0 => {}
                node => path.recall_from(Place(node)),
            }
        }
    }

    /// The ply of a node that the thread is in, and that another is done with.
    #[inline]
    pub(crate) fn recalled(&self, thread: usize) -> Option<u32> {
        let path = &self.paths[thread];
        if path.recall.load(Ordering::Relaxed) == 0 { None } else { path.answer() }
    }

    #[inline]
    fn group(&self, note: Note) -> &[AtomicU64; WAYS] {
        &self.groups[note.0 as usize & (self.groups.len() - 1)]
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
        let busy = Busy::new(2);
        let [one, two] = [Note::new(7, 0), Note::new(7, 1)];
        let begun = busy.begin(one);
        assert!(busy.has(one) && !busy.has(two));
        assert_eq!(busy.begin(one), Note::NONE, "noted already");
        busy.end(begun);
        assert!(!busy.has(one));
    }

    #[test]
    fn a_full_group_forgets_only_what_comes_later() {
        let busy = Busy::new(2);
        let notes: Vec<_> = (0..=WAYS as u64).map(|at| Note((at + 1) << 32 | 5)).collect();
        let begun: Vec<_> = notes.iter().map(|&note| busy.begin(note)).collect();
        assert_eq!(begun[WAYS], Note::NONE);
        assert!(busy.has(notes[0]) && !busy.has(notes[WAYS]));
        begun.into_iter().for_each(|note| busy.end(note));
        assert!(!notes.iter().any(|&note| busy.has(note)));
    }

    #[test]
    fn who_is_in_a_node_that_is_done_is_recalled_once() {
        let busy = Busy::new(3);
        let [node, other] = [Place::new(7, 4), Place::new(8, 4)];
        for thread in [0, 1] {
            busy.arrive(thread, node);
        }
        busy.arrive(2, other);
        busy.depart(0, node, 0);
        busy.finish(0, node);
        assert_eq!([0, 1, 2].map(|thread| busy.recalled(thread)), [None, Some(4), None]);
        assert_eq!(busy.recalled(1), None, "told once");
    }

    #[test]
    fn a_recall_that_comes_late_is_dropped() {
        let busy = Busy::new(2);
        let [node, next] = [Place::new(7, 4), Place::new(8, 4)];
        let outer = busy.arrive(1, node);
        busy.finish(0, node);
        busy.depart(1, node, outer);
        busy.arrive(1, next);
        assert_eq!(busy.recalled(1), None);
    }

    #[test]
    fn of_two_recalls_the_one_from_further_up_counts() {
        let busy = Busy::new(2);
        let [upper, lower, root] = [Place::new(7, 4), Place::new(8, 6), Place::new(9, 0)];
        let inner = Place::new(10, 4);
        for place in [root, upper, lower] {
            busy.arrive(1, place);
        }
        busy.finish(0, upper);
        busy.finish(0, lower);
        assert_eq!(busy.recalled(1), Some(4));
        busy.finish(0, upper);
        busy.recall_all();
        assert_eq!(busy.recalled(1), Some(0));
        // A node within another at the same ply hides it, until it is left.
        let outer = busy.arrive(1, inner);
        busy.finish(0, upper);
        assert_eq!(busy.recalled(1), None);
        busy.depart(1, inner, outer);
        busy.finish(0, upper);
        assert_eq!(busy.recalled(1), Some(4));
    }
}

/// Every order in which threads can meet, tried one after the other.
#[cfg(all(test, loom))]
mod models {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    /// Whoever is recalled to a node is in it, and sees what was found there.
    #[test]
    fn a_recall_brings_what_was_found() {
        loom::model(|| {
            let busy = Arc::new(Busy::with(1, 2));
            let found = Arc::new(AtomicU64::new(0));
            let node = Place::new(7, 0);
            let finisher = {
                let (busy, found) = (Arc::clone(&busy), Arc::clone(&found));
                thread::spawn(move || {
                    found.store(5, Ordering::Relaxed);
                    busy.finish(0, node);
                })
            };
            let outer = busy.arrive(1, node);
            if let Some(ply) = busy.recalled(1) {
                assert_eq!(ply, 0);
                assert_eq!(found.load(Ordering::Relaxed), 5);
            }
            busy.depart(1, node, outer);
            assert_eq!(busy.recalled(1), None, "it is in no node");
            finisher.join().unwrap();
        });
    }
}
