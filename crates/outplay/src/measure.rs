//! Parts of the searches that are not public, for the benchmarks only.

use crate::order;
use crate::score::{Bound, Score};
use crate::table::{Entry, Table};

/// Keeps an entry for each key.
pub fn store(table: &Table, keys: &[u64]) {
    for (&key, depth) in keys.iter().zip(0u8..) {
        let (score, bound) = (Score::from(i32::from(depth)), Bound::Exact);
        table.store(key, Entry { score, bound, depth, proven: false, index: 0 });
    }
}

/// How many of the keys the table knows.
pub fn probe(table: &Table, keys: &[u64]) -> usize {
    keys.iter().filter(|&&key| table.probe(key).is_some()).count()
}

/// Picks the first few of these sort keys one by one, and says where the last of them was.
pub fn pick(keys: &[i64], count: usize) -> usize {
    let mut ranked = vec![];
    order::list_moves(keys, Entry::NO_MOVE, &mut ranked, |key| key);
    let count = count.min(ranked.len());
    for at in 0..count {
        order::pick(&mut ranked[at..]);
    }
    ranked.get(count.wrapping_sub(1)).map_or(0, |last| last.index())
}

/// Sorts all of these sort keys, and says where the largest was.
pub fn sort(keys: &[i64]) -> usize {
    let mut ranked = vec![];
    order::list_moves(keys, Entry::NO_MOVE, &mut ranked, |key| key);
    order::sort(&mut ranked);
    ranked.first().map_or(0, |first| first.index())
}
