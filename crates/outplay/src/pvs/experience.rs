//! What a search learns about moves and evaluations while it runs.

use crate::evaluator::Evaluator;
use crate::position::{MAX_PLY, Player, Position};
use crate::random::mix;
use crate::score::Score;

use super::node::is_quiet;
use super::{Feature, Features};

/// Rows in a history table at most.
const MOST_SLOTS: usize = 1 << 16;
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

/// History: how often a kind of move was good, by slot. It grows to the largest slot seen.
#[derive(Clone, Default)]
struct History(Vec<i16>);

impl History {
    fn add(&mut self, slot: usize, bonus: i32) {
        if self.0.len() <= slot {
            self.0.resize(slot + 1, 0);
        }
        // Gravity: the nearer to the limit, the less is added.
        let value = i32::from(self.0[slot]);
        self.0[slot] = (value + bonus - value * bonus.abs() / LIMIT) as i16;
    }
}

/// What a node's moves are judged by, beside the position.
#[derive(Clone, Copy, Default)]
pub(super) struct Trail {
    pub(super) ply: u32,
    /// The slots of the moves one and two plies before, if they are known.
    pub(super) before: [Option<usize>; 2],
}

/// Killers, counter-moves, histories and corrections of one thread.
#[derive(Clone)]
pub(super) struct Experience<M> {
    features: Features,
    /// The last two moves that made a cut-off at each ply.
    killers: Vec<[Option<M>; 2]>,
    /// By side to move and the slot of the move before: what refuted it last.
    counters: [Vec<Option<M>>; 2],
    /// By side to move.
    history: [History; 2],
    /// By side to move, plies back (one or two) and the slot of the move then.
    continuation: [[Vec<History>; 2]; 2],
    /// By side to move and structure.
    corrections: [Vec<i32>; 2],
}

impl<M: Copy + Eq> Experience<M> {
    pub(super) fn new(features: Features) -> Experience<M> {
        Experience {
            features,
            killers: vec![],
            counters: [vec![], vec![]],
            history: Default::default(),
            continuation: Default::default(),
            corrections: [vec![], vec![]],
        }
    }

    /// Whether it was learned with these features.
    pub(super) fn is_for(&self, features: Features) -> bool {
        self.features == features
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
        evaluator.slot(position, m) % MOST_SLOTS
    }

    /// What concerns the moves of one node.
    #[inline]
    pub(super) fn lens(&self, turn: Player, trail: Trail) -> Lens<'_, M> {
        let turn = turn.index();
        let counter = || *self.counters[turn].get(trail.before[0]?)?;
        let row = |back: usize| match trail.before[back] {
            Some(before) => self.continuation[turn][back].get(before).map_or(&[][..], |row| &row.0),
            None => &[],
        };
        Lens {
            killers: self.killers.get(trail.ply as usize).copied().unwrap_or([None, None]),
            counter: counter(),
            learns: self.features.has(Feature::History),
            histories: [&self.history[turn].0, row(0), row(1)],
        }
    }

    /// The last of the moves `tried` made a cut-off; those before it did not.
    pub(super) fn learn<P: Position<Move = M>, E: Evaluator<P>>(
        &mut self,
        evaluator: &E,
        position: &P,
        tried: impl DoubleEndedIterator<Item = M>,
        depth: u32,
        trail: Trail,
    ) {
        let mut tried = tried.rev();
        let Some(cutting) = tried.next() else { return };
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
            for m in tried {
                self.remember(turn, Self::slot(evaluator, position, m), -bonus, trail);
            }
        }
    }

    fn remember(&mut self, turn: usize, slot: usize, bonus: i32, trail: Trail) {
        self.history[turn].add(slot, bonus);
        if !self.features.has(Feature::ContinuationHistory) || slot >= MOST_PAIRED {
            return;
        }
        for (pairs, before) in self.continuation[turn].iter_mut().zip(trail.before) {
            let Some(before) = before.filter(|&before| before < MOST_PAIRED) else { continue };
            if pairs.len() <= before {
                pairs.resize(before + 1, History::default());
            }
            pairs[before].add(slot, bonus);
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
        let corrections = &self.corrections[position.turn().index()];
        match corrections.get(place(structure)) {
            Some(&correction) => score.offset(correction / 256).as_estimate(),
            None => score,
        }
    }

    /// A search of so many plies found this instead of the evaluation.
    pub(super) fn learn_correction<P: Position<Move = M>, E: Evaluator<P>>(
        &mut self,
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
        let corrections = &mut self.corrections[position.turn().index()];
        if corrections.is_empty() {
            corrections.resize(CORRECTIONS, 0);
        }
        let missed =
            (found.hundredths() - evaluated.hundredths()).clamp(-MOST_MISSED, MOST_MISSED) * 256;
        let weight = (depth as i32 + 1).min(16);
        let kept = &mut corrections[place(structure)];
        *kept = (*kept * (256 - weight) + missed * weight) / 256;
        *kept = (*kept).clamp(-256 * MOST_CORRECTION, 256 * MOST_CORRECTION);
    }
}

/// What concerns the moves of one node, looked up once.
pub(super) struct Lens<'e, M> {
    killers: [Option<M>; 2],
    counter: Option<M>,
    learns: bool,
    histories: [&'e [i16]; 3],
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
            return Marks { rank, known: 0, history: 0 }.pack();
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
            let value = |table: &&[i16]| table.get(slot).map_or(0, |&value| i32::from(value));
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

#[cfg(test)]
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
        let mut history = History::default();
        for _ in 0..1000 {
            history.add(3, MOST_BONUS);
        }
        assert!((LIMIT - 200..=LIMIT).contains(&i32::from(history.0[3])));
        for _ in 0..2000 {
            history.add(3, -MOST_BONUS);
        }
        assert!((-LIMIT..=200 - LIMIT).contains(&i32::from(history.0[3])));
    }
}
