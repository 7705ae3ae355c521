//! The transposition table: what was found out about positions that come back by other ways.
//!
//! An entry is two atomic words, the second the data and the first the key xor the data, so that
//! a torn write by another thread looks like a foreign key and is ignored: lock-free in safe code
//! (Hyatt and Mann, "A lock-less transposition table implementation for parallel search", 2002).
//! Entries stand in groups of up to four; the table can have any size, one entry included.

use core::any::Any;
use core::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::score::{Bound, Score};
use crate::sync::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

const WAYS: usize = 4;
const GENERATIONS: u8 = 32;

/// What the table says about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Counted from the position itself.
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// Plies searched below it.
    pub(crate) depth: u8,
    /// The score followed from the rules alone: no evaluation had a part in it.
    pub(crate) proven: bool,
    /// The best or refuting move as an index into the moves in generation order.
    pub(crate) index: u16,
}

impl Entry {
    /// No move is known.
    pub(crate) const NO_MOVE: u16 = u16::MAX;

    /// Whether a plain search of `depth` plies would have found the same, so that the entry may
    /// stand for it: it was searched to that depth, or to the end of the game in fewer plies. The
    /// entry's distances count from the root, and it is met at `ply`.
    #[inline]
    pub(crate) fn stands_for(&self, depth: u32, ply: u32) -> bool {
        let own = u32::from(self.depth);
        let within = |plies: u32| plies <= (ply + depth).min(ply + own);
        own == depth || (self.proven && own <= depth) || self.score.distance().is_some_and(within)
    }

    fn pack(self, generation: u8) -> u64 {
        // 32 score | 16 index | 8 depth | 2 bound (never 0) | 1 proven | 5 generation
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        u64::from(self.score.to_bits()) << 32
            | u64::from(self.index) << 16
            | u64::from(self.depth) << 8
            | bound << 6
            | u64::from(self.proven) << 5
            | u64::from(generation)
    }

    fn unpack(data: u64) -> Option<Entry> {
        let bound = match data >> 6 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(Entry {
            score: Score::from_bits((data >> 32) as u32),
            bound,
            depth: (data >> 8) as u8,
            proven: data >> 5 & 1 == 1,
            index: (data >> 16) as u16,
        })
    }
}

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The entries that a key can be in: one line of the processor's cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Group([Slot; WAYS]);

/// A transposition table, shared by all threads of a search and kept from search to search.
///
/// What it holds is true for one game, one evaluator and one algorithm: [`clear`](Table::clear)
/// it before it serves another.
pub struct Table {
    groups: Vec<Group>,
    /// Entries used in each group: fewer than there are only in the smallest tables.
    ways: usize,
    generation: AtomicU8,
    touched: Touched,
    learned: Learned,
}

/// What else a search has learned, for the next one: of a type that only that search knows.
type Learned = Mutex<Option<Box<dyn Any + Send>>>;

/// The groups that were stored to since the table was last clear, as long as they are few: to clear
/// the whole table takes longer than many a search.
#[derive(Default)]
struct Touched {
    count: AtomicUsize,
    groups: Box<[AtomicUsize]>,
}

impl Touched {
    /// More are not noted.
    const MOST: usize = 1 << 12;

    /// For a table of so many groups: where these are a good part of it, none are noted.
    fn of(groups: usize) -> Touched {
        let most = Touched::MOST.min(groups / 16);
        let groups = (0..most).map(|_| AtomicUsize::new(0)).collect();
        Touched { count: AtomicUsize::new(0), groups }
    }

    /// Notes a group; once they are many, it costs no write.
    #[inline]
    fn note(&self, group: usize) {
        if self.count.load(Ordering::Relaxed) <= self.groups.len() {
            let at = self.count.fetch_add(1, Ordering::Relaxed);
            if let Some(slot) = self.groups.get(at) {
                slot.store(group, Ordering::Relaxed);
            }
        }
    }

    /// Those noted, and from now on none; `None` if there are too many.
    fn take(&mut self) -> Option<impl Iterator<Item = usize>> {
        let count = self.count.swap(0, Ordering::Relaxed);
        let groups = self.groups.get(..count)?;
        Some(groups.iter().map(|group| group.load(Ordering::Relaxed)))
    }
}

/// The memory for a table could not be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableTooLarge {
    /// The bytes asked for.
    pub bytes: usize,
}

impl fmt::Display for TableTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} bytes; ask for fewer", self.bytes)
    }
}

impl std::error::Error for TableTooLarge {}

impl Table {
    /// The bytes of one entry.
    pub const ENTRY_BYTES: usize = 16;

    /// A table of at most `bytes`; under [`ENTRY_BYTES`](Table::ENTRY_BYTES) it holds nothing.
    ///
    /// # Errors
    /// If the memory can't be had.
    pub fn new(bytes: usize) -> Result<Table, TableTooLarge> {
        Table::new_while(bytes, || true)
    }

    /// The same, but only as large as it gets while `patient` says so: to fill a large table takes
    /// seconds, and a search may have been told to end sooner.
    pub(crate) fn new_while(
        bytes: usize,
        mut patient: impl FnMut() -> bool,
    ) -> Result<Table, TableTooLarge> {
        /// Groups made at a time: a megabyte.
        const PORTION: usize = 1 << 14;
        let (count, ways) = Table::layout(bytes);
        let mut groups = Vec::new();
        groups.try_reserve_exact(count).map_err(|_| TableTooLarge { bytes })?;
        while groups.len() < count && (groups.is_empty() || patient()) {
            groups.resize_with(count.min(groups.len() + PORTION), Group::default);
        }
        let touched = Touched::of(groups.len());
        let learned = Learned::default();
        Ok(Table { groups, ways, generation: AtomicU8::new(0), touched, learned })
    }

    /// How many entries a whole table of so many bytes can hold.
    pub(crate) fn capacity_of(bytes: usize) -> usize {
        let (groups, ways) = Table::layout(bytes);
        groups * ways
    }

    /// Groups, and entries used in each.
    fn layout(bytes: usize) -> (usize, usize) {
        let entries = bytes / Table::ENTRY_BYTES;
        let ways = entries.min(WAYS);
        (entries.checked_div(ways).unwrap_or(0), ways)
    }

    /// A table that holds nothing.
    pub fn none() -> Table {
        let (generation, touched) = (AtomicU8::new(0), Touched::default());
        Table { groups: Vec::new(), ways: 0, generation, touched, learned: Learned::default() }
    }

    /// How many entries it can hold.
    pub fn capacity(&self) -> usize {
        self.groups.len() * self.ways
    }

    /// How many of a thousand entries are used, from a sample.
    pub fn fullness(&self) -> u32 {
        /// Groups looked at, spread over the table.
        const SAMPLE: usize = 256;
        let step = (self.groups.len() / SAMPLE).max(1);
        let (mut used, mut seen) = (0, 0);
        for group in self.groups.iter().step_by(step) {
            let slots = &group.0[..self.ways];
            used += slots.iter().filter(|slot| slot.data.load(Ordering::Relaxed) != 0).count();
            seen += slots.len();
        }
        (used * 1000).checked_div(seen).unwrap_or(0) as u32
    }

    /// Forgets everything. It takes the longer the more was kept.
    pub fn clear(&mut self) {
        match self.touched.take() {
            Some(touched) => touched.for_each(|at| self.groups[at] = Group::default()),
            None => self.groups.fill_with(Group::default),
        }
        self.generation.store(0, Ordering::Relaxed);
        *self.learned() = None;
    }

    fn learned(&self) -> MutexGuard<'_, Option<Box<dyn Any + Send>>> {
        self.learned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what a search has learned until the table is cleared. A table without memory keeps
    /// nothing.
    pub(crate) fn keep<T: Any + Send>(&self, learned: T) {
        if !self.groups.is_empty() {
            *self.learned() = Some(Box::new(learned));
        }
    }

    /// What was kept last, if it is of this type.
    pub(crate) fn recall<T: Any + Clone>(&self) -> Option<T> {
        self.learned().as_deref()?.downcast_ref::<T>().cloned()
    }

    /// A new search begins: what earlier ones left may be overwritten first.
    pub(crate) fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// The high half of the product spreads the key evenly over any number of groups.
    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.groups.len() as u128) >> 64) as usize
    }

    #[inline]
    fn group(&self, key: u64) -> &[Slot] {
        match self.groups.get(self.place(key)) {
            Some(group) => &group.0[..self.ways],
            None => &[],
        }
    }

    /// Asks the memory for what is known of this position: it comes while something else is done.
    /// (A prefetch would be better, but has no safe form.)
    #[inline]
    pub(crate) fn touch(&self, key: u64) {
        if let Some(group) = self.groups.get(self.place(key)) {
            core::hint::black_box(group.0[0].data.load(Ordering::Relaxed));
        }
    }

    /// What is known of the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        for slot in self.group(key) {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Entry::unpack(data);
            }
        }
        None
    }

    /// Keeps an entry: over an older one of the same position, else over the least useful of the
    /// group, that is the one from the oldest search and then of the least depth.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut victim: Option<&Slot> = None;
        let mut least = i32::MAX;
        for slot in self.group(key) {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 || slot.check.load(Ordering::Relaxed) ^ data == key {
                victim = Some(slot);
                break;
            }
            let age = (generation + GENERATIONS - (data & 31) as u8) % GENERATIONS;
            let worth = (data >> 8 & 0xff) as i32 - 256 * i32::from(age);
            if worth < least {
                least = worth;
                victim = Some(slot);
            }
        }
        if let Some(slot) = victim {
            let data = entry.pack(generation);
            self.touched.note(self.place(key));
            slot.data.store(data, Ordering::Relaxed);
            slot.check.store(key ^ data, Ordering::Relaxed);
        }
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("capacity", &self.capacity()).finish_non_exhaustive()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn entry(score: Score, depth: u8) -> Entry {
        Entry { score, bound: Bound::Lower, depth, proven: depth % 2 == 1, index: 7 }
    }

    #[test]
    fn keeps_what_it_is_given_at_every_size() {
        for entries in [0, 1, 2, 3, 4, 5, 7, 8, 1000] {
            let table = Table::new(entries * Table::ENTRY_BYTES).unwrap();
            assert!(table.capacity() <= entries);
            for key in [0, 1, u64::MAX, 0x1234_5678_9abc_def0] {
                let kept = entry(Score::loss_in(12), 9);
                table.store(key, kept);
                assert_eq!(table.probe(key), (entries > 0).then_some(kept));
            }
        }
    }

    #[test]
    fn unknown_keys_are_not_found() {
        let table = Table::new(1 << 12).unwrap();
        for key in 0..100u64 {
            table.store(key << 56, entry(Score::from(key as i32), 3));
            assert_eq!(table.probe(key << 56 | 1), None);
        }
    }

    #[test]
    fn a_clear_table_holds_nothing_however_much_was_kept() {
        for bytes in [0, 16, 64, 1 << 10, 1 << 16, 1 << 20] {
            let mut table = Table::new(bytes).unwrap();
            let most = table.touched.groups.len();
            for count in [0, 1, most.saturating_sub(1), most, most + 1, most + 2, 3 * most + 9] {
                let key = |number: usize| (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                for number in 0..count {
                    table.store(key(number), entry(Score::DRAW, 2));
                }
                table.age();
                table.clear();
                let slots = || table.groups.iter().flat_map(|group| &group.0);
                let is_clear = |slot: &Slot| {
                    slot.data.load(Ordering::Relaxed) == 0
                        && slot.check.load(Ordering::Relaxed) == 0
                };
                assert!(slots().all(is_clear), "{bytes} bytes, {count} kept");
                assert_eq!(table.generation.load(Ordering::Relaxed), 0);
            }
        }
    }

    #[test]
    fn a_full_group_loses_the_oldest_then_the_shallowest() {
        let table = Table::new(4 * Table::ENTRY_BYTES).unwrap();
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
            table.store(key, entry(Score::DRAW, depth));
        }
        table.store(5, entry(Score::DRAW, 1));
        assert_eq!(table.probe(2), None, "the shallowest");
        table.age();
        table.store(1, entry(Score::DRAW, 2));
        table.store(6, entry(Score::DRAW, 2));
        assert_eq!(table.probe(5), None, "the shallowest of the old ones");
        assert!(table.probe(1).is_some(), "new, though shallow");
    }

    #[test]
    fn stands_for_the_same_depth_or_what_was_decided_within_it() {
        let estimate = |depth, proven| Entry { proven, ..entry(Score::from(2), depth) };
        assert!(estimate(4, false).stands_for(4, 0));
        assert!(!estimate(4, false).stands_for(5, 0));
        assert!(!estimate(6, false).stands_for(5, 0));
        assert!(estimate(4, true).stands_for(9, 0));
        assert!(!estimate(9, true).stands_for(4, 0), "a plain search of 4 plies would not see it");
        let win = Entry { score: Score::win_in(3), ..estimate(8, false) };
        assert!(win.stands_for(3, 0) && win.stands_for(20, 0));
        assert!(!win.stands_for(2, 0));
    }

    #[test]
    fn an_impatient_table_is_smaller_and_works() {
        let mut portions = 3;
        let patient = || {
            portions -= 1;
            portions > 0
        };
        let table = Table::new_while(1 << 30, patient).unwrap();
        assert_eq!(table.capacity() * Table::ENTRY_BYTES, 3 << 20);
        table.store(7, entry(Score::DRAW, 1));
        assert!(table.probe(7).is_some());
    }

    #[test]
    fn too_large_is_an_error() {
        assert!(Table::new(usize::MAX).is_err());
    }
}

/// Every order in which threads can come to the table, tried one after the other.
#[cfg(all(test, loom))]
mod models {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    fn entry(index: u16) -> Entry {
        let score = Score::from(i32::from(index));
        Entry { score, bound: Bound::Exact, depth: index as u8, proven: false, index }
    }

    /// Two write to the same place, a third reads: it finds what one of them wrote of its
    /// position, whole, or nothing.
    #[test]
    fn a_torn_entry_is_not_believed() {
        for keys in [[1, 1], [1, 2]] {
            loom::model(move || {
                let table = Arc::new(Table::new(Table::ENTRY_BYTES).unwrap());
                let writers = [1, 2].map(|number| {
                    let table = Arc::clone(&table);
                    let key = keys[usize::from(number) - 1];
                    thread::spawn(move || table.store(key, entry(number)))
                });
                if let Some(found) = table.probe(1) {
                    let own = |number: u16| keys[usize::from(number) - 1] == 1;
                    assert!([1, 2].into_iter().any(|number| own(number) && found == entry(number)));
                }
                for writer in writers {
                    writer.join().unwrap();
                }
            });
        }
    }
}
