//! What a search learns about moves and evaluations while it runs.

use core::array::from_fn;
use std::sync::{Arc, OnceLock};

use crate::evaluator::Evaluator;
use crate::position::{MAX_PLY, Player, Position};
use crate::random::mix;
use crate::score::Score;
use crate::sync::{AtomicI16, AtomicI32, Ordering};

use super::blocks::Blocks;
use super::node::is_quiet;
use super::{Feature, Features};

/// Tables of pairs of moves are kept for slots below this only: a row is as long as there are slots.
const MOST_PAIRED: usize = 1 << 12;
/// Every history value stays within ± this.
const LIMIT: i32 = 1 << 14;
/// A cut-off so many plies above the horizon counts so much for each, and so much at most.
const BONUS: i32 = 150;
const MOST_BONUS: i32 = 1500;
/// Places in the table of corrections.
const CORRECTIONS: usize = 1 << 14;
/// An evaluation that is further off than this is so for other reasons, and it is never corrected by
/// more than that, both in hundredths of a unit.
const MOST_MISSED: i32 = 250;
const MOST_CORRECTION: i32 = 60;

/// History: how often a kind of move was good, by slot. It takes memory once it is written to.
#[derive(Default)]
struct History(OnceLock<Box<[AtomicI16]>>);

impl History {
    #[inline]
    fn row(&self) -> &[AtomicI16] {
        self.0.get().map_or(&[], |row| row)
    }

    fn add(&self, slots: usize, slot: usize, bonus: i32) {
        let row = self.0.get_or_init(|| (0..slots).map(|_| AtomicI16::new(0)).collect());
        // Gravity: the nearer to the limit, the less is added. What another thread adds in between
        // is lost.
        let value = i32::from(row[slot].load(Ordering::Relaxed));
        let value = value + bonus - value * bonus.abs() / LIMIT;
        row[slot].store(value as i16, Ordering::Relaxed);
    }
}

/// What all threads of a search learn together.
struct Common {
    /// Every slot is below this.
    slots: usize,
    /// By side to move.
    history: [History; 2],
    /// By side to move, plies back (one or two) and the slot of the move then.
    continuation: [[Blocks<History, 64>; 2]; 2],
    /// By side to move and structure.
    corrections: [Blocks<AtomicI32, 256>; 2],
}

impl Common {
    fn new(slots: usize) -> Common {
        let paired = slots.min(MOST_PAIRED);
        Common {
            slots,
            history: Default::default(),
            continuation: from_fn(|_| from_fn(|_| Blocks::new(paired))),
            corrections: from_fn(|_| Blocks::new(CORRECTIONS)),
        }
    }
}

/// What a node's moves are judged by, beside the position.
#[derive(Clone, Copy, Default)]
pub(super) struct Trail {
    pub(super) ply: u32,
    /// The slots of the moves one and two plies before, if they are known.
    pub(super) before: [Option<usize>; 2],
}

/// Killers and counter-moves of one thread, histories and corrections of all: a clone shares them.
#[derive(Clone)]
pub(super) struct Experience<M> {
    features: Features,
    /// The last two moves that made a cut-off at each ply.
    killers: Vec<[Option<M>; 2]>,
    /// By side to move and the slot of the move before: what refuted it last.
    counters: [Vec<Option<M>>; 2],
    common: Arc<Common>,
}

impl<M: Copy + Eq> Experience<M> {
    /// With history tables of so many rows.
    pub(super) fn new(features: Features, slots: usize) -> Experience<M> {
        Experience {
            features,
            killers: vec![],
            counters: [vec![], vec![]],
            common: Arc::new(Common::new(slots.max(1))),
        }
    }

    /// Whether it was learned with these features and tables of this size.
    pub(super) fn is_for(&self, features: Features, slots: usize) -> bool {
        self.features == features && self.common.slots == slots
    }

    /// Forgets what concerned one root only.
    pub(super) fn rest(&mut self) {
        self.killers.clear();
    }

    /// The slot of a move, in the range of all tables.
    #[inline]
    pub(super) fn slot<P: Position<Move = M>, E: Evaluator<P>>(
        evaluator: &E,
        position: &P,
        m: M,
    ) -> usize {
        let slot = evaluator.slot(position, m);
        if slot < E::SLOTS { slot } else { slot % E::SLOTS }
    }

    /// What concerns the moves of one node.
    #[inline]
    pub(super) fn lens(&self, turn: Player, trail: Trail) -> Lens<'_, M> {
        let turn = turn.index();
        let counter = || *self.counters[turn].get(trail.before[0]?)?;
        let paired = &self.common.continuation[turn];
        let row = |back: usize| match trail.before[back] {
            Some(before) => paired[back].get(before).map_or(&[][..], History::row),
            None => &[],
        };
        Lens {
            killers: self.killers.get(trail.ply as usize).copied().unwrap_or([None, None]),
            counter: counter(),
            learns: self.features.has(Feature::History),
            histories: [self.common.history[turn].row(), row(0), row(1)],
        }
    }

    /// The move `cutting` made a cut-off; those tried before it did not.
    pub(super) fn learn<P: Position<Move = M>, E: Evaluator<P>>(
        &mut self,
        evaluator: &E,
        position: &P,
        cutting: M,
        failed: impl Iterator<Item = M>,
        depth: u32,
        trail: Trail,
    ) {
        let turn = position.turn().index();
        if self.features.has(Feature::Killers) {
            let ply = trail.ply as usize;
            if self.killers.len() <= ply {
                self.killers.resize(MAX_PLY as usize + 1, [None, None]);
            }
            if self.killers[ply][0] != Some(cutting) {
                self.killers[ply] = [Some(cutting), self.killers[ply][0]];
            }
        }
        if self.features.has(Feature::CounterMoves)
            && let Some(before) = trail.before[0]
        {
            let counters = &mut self.counters[turn];
            if counters.len() <= before {
                counters.resize(before + 1, None);
            }
            counters[before] = Some(cutting);
        }
        if self.features.has(Feature::History) {
            let bonus = (BONUS * depth.min(1 << 8) as i32).min(MOST_BONUS);
            self.remember(turn, Self::slot(evaluator, position, cutting), bonus, trail);
            for m in failed {
                self.remember(turn, Self::slot(evaluator, position, m), -bonus, trail);
            }
        }
    }

    fn remember(&self, turn: usize, slot: usize, bonus: i32, trail: Trail) {
        let slots = self.common.slots;
        self.common.history[turn].add(slots, slot, bonus);
        if !self.features.has(Feature::ContinuationHistory) || slot >= MOST_PAIRED {
            return;
        }
        for (pairs, before) in self.common.continuation[turn].iter().zip(trail.before) {
            if let Some(before) = before.filter(|&before| before < MOST_PAIRED)
                && let Some(history) = pairs.at(before)
            {
                history.add(slots.min(MOST_PAIRED), slot, bonus);
            }
        }
    }

    /// The evaluation of a position, corrected by what searches of others of the same structure
    /// found.
    #[inline]
    pub(super) fn correct<P: Position<Move = M>, E: Evaluator<P>>(
        &self,
        evaluator: &E,
        position: &P,
        score: Score,
    ) -> Score {
        if !self.features.has(Feature::Correction) {
            return score;
        }
        let Some(structure) = evaluator.structure(position) else { return score };
        let corrections = &self.common.corrections[position.turn().index()];
        match corrections.get(place(structure)) {
            Some(kept) => score.offset(kept.load(Ordering::Relaxed) / 256).as_estimate(),
            None => score,
        }
    }

    /// A search of so many plies found this instead of the evaluation.
    pub(super) fn learn_correction<P: Position<Move = M>, E: Evaluator<P>>(
        &self,
        evaluator: &E,
        position: &P,
        evaluated: Score,
        found: Score,
        depth: u32,
    ) {
        if !self.features.has(Feature::Correction) {
            return;
        }
        let Some(structure) = evaluator.structure(position) else { return };
        let corrections = &self.common.corrections[position.turn().index()];
        let Some(kept) = corrections.at(place(structure)) else { return };
        let missed =
            (found.hundredths() - evaluated.hundredths()).clamp(-MOST_MISSED, MOST_MISSED) * 256;
        let weight = (depth as i32 + 1).min(16);
        let value = (kept.load(Ordering::Relaxed) * (256 - weight) + missed * weight) / 256;
        let value = value.clamp(-256 * MOST_CORRECTION, 256 * MOST_CORRECTION);
        kept.store(value, Ordering::Relaxed);
    }
}

/// What concerns the moves of one node, looked up once.
pub(super) struct Lens<'e, M> {
    killers: [Option<M>; 2],
    counter: Option<M>,
    learns: bool,
    histories: [&'e [AtomicI16]; 3],
}

impl<M: Copy + Eq> Lens<'_, M> {
    /// The sort key of a move: the evaluator's rank, then killers and the counter-move, then
    /// history. In selective games noisy moves go by their ranks alone.
    #[inline]
    pub(super) fn key<P: Position<Move = M>, E: Evaluator<P>>(
        &self,
        evaluator: &E,
        position: &P,
        m: M,
    ) -> i64 {
        let rank = evaluator.rank(position, m);
        if E::SELECTIVE && !is_quiet::<P, E>(rank) {
            return Marks::of(rank).pack();
        }
        let known = match (self.killers, self.counter) {
            ([Some(first), _], _) if first == m => 3,
            ([_, Some(second)], _) if second == m => 2,
            (_, Some(counter)) if counter == m => 1,
            _ => 0,
        };
        let mut history = 0;
        if self.learns {
            let slot = Experience::slot(evaluator, position, m);
            let value = |row: &&[AtomicI16]| match row.get(slot) {
                Some(value) => i32::from(value.load(Ordering::Relaxed)),
                None => 0,
            };
            history = self.histories.iter().map(value).sum();
        }
        Marks { rank, known, history }.pack()
    }
}

#[inline]
fn place(structure: u64) -> usize {
    mix(structure) as usize % CORRECTIONS
}

/// What a move's sort key was made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Marks {
    /// The evaluator's.
    pub(super) rank: i32,
    /// 3 and 2 for a killer, 1 for the counter-move.
    pub(super) known: i32,
    /// The sum of all histories.
    pub(super) history: i32,
}

impl Marks {
    /// Three histories fit.
    const OFFSET: i32 = 1 << 16;

    /// Nothing but the evaluator's rank.
    #[inline]
    pub(super) fn of(rank: i32) -> Marks {
        Marks { rank, known: 0, history: 0 }
    }

    #[inline]
    pub(super) fn pack(self) -> i64 {
        i64::from(self.rank) << 20
            | i64::from(self.known) << 18
            | i64::from(self.history + Marks::OFFSET)
    }

    /// Takes a key apart. Of no use for the table's move.
    #[inline]
    pub(super) fn unpack(key: i64) -> Marks {
        Marks {
            rank: (key >> 20) as i32,
            known: (key >> 18 & 3) as i32,
            history: (key & 0x3_ffff) as i32 - Marks::OFFSET,
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_key_comes_apart_again() {
        for rank in [i32::MIN >> 1, -3, 0, 7, i32::MAX >> 1] {
            for (known, history) in [(0, 3 * LIMIT), (3, -3 * LIMIT), (1, 0)] {
                let marks = Marks { rank, known, history };
                assert_eq!(Marks::unpack(marks.pack()), marks);
            }
        }
    }

    #[test]
    fn history_stays_within_its_limit() {
        let history = History::default();
        for _ in 0..1000 {
            history.add(9, 3, MOST_BONUS);
        }
        assert!(
            (LIMIT - 200..=LIMIT).contains(&i32::from(history.row()[3].load(Ordering::Relaxed)))
        );
        for _ in 0..2000 {
            history.add(9, 3, -MOST_BONUS);
        }
        assert!(
            (-LIMIT..=200 - LIMIT).contains(&i32::from(history.row()[3].load(Ordering::Relaxed)))
        );
    }
}
