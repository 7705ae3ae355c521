//! The order in which moves are tried.

use core::cmp::Reverse;

use crate::evaluator::Evaluator;
use crate::position::{MAX_PLY, Position};

/// A move of a node, as its place in generation order, with its sort key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ranked {
    key: i64,
    index: u32,
}

impl Ranked {
    /// The move at this place in generation order.
    #[inline]
    pub(crate) fn new(index: u32, key: i64) -> Ranked {
        Ranked { key, index }
    }

    /// The move's place in generation order.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.index as usize
    }

    /// The table's move, before all others.
    #[inline]
    pub(crate) fn hinted(hint: u16) -> Ranked {
        Ranked { key: i64::MAX, index: u32::from(hint) }
    }

    #[inline]
    pub(crate) fn key(self) -> i64 {
        self.key
    }

    /// The same move at another place in the order.
    #[inline]
    pub(crate) fn with_key(self, key: i64) -> Ranked {
        Ranked { key, ..self }
    }

    /// The same as the table keeps it; what does not fit there is not remembered.
    #[inline]
    pub(crate) fn hint(self) -> u16 {
        // `u16::MAX` stands for no move, so that a place beyond its range is none either.
        u16::try_from(self.index).unwrap_or(u16::MAX)
    }
}

/// Appends the moves to `out`, largest key first, equal keys in generation order; the move at
/// `hint` before all others.
#[inline]
pub(crate) fn rank_moves<M: Copy>(
    moves: &[M],
    hint: u16,
    out: &mut Vec<Ranked>,
    mut key: impl FnMut(M) -> i64,
) {
    let start = out.len();
    out.extend(moves.iter().zip(0u32..).map(|(&m, index)| Ranked { key: key(m), index }));
    let ranked = &mut out[start..];
    if let Some(hinted) = ranked.get_mut(usize::from(hint)) {
        hinted.key = i64::MAX;
    }
    sort_ranked(ranked);
}

/// Largest key first, equal keys in their order.
#[inline]
pub(crate) fn sort_ranked(ranked: &mut [Ranked]) {
    if ranked.len() > SMALL {
        sort(ranked);
        return;
    }
    // Insertion keeps equals in order, and costs next to nothing where most keys are equal.
    for next in 1..ranked.len() {
        let this = ranked[next];
        let mut at = next;
        while at > 0 && ranked[at - 1].key < this.key {
            ranked[at] = ranked[at - 1];
            at -= 1;
        }
        ranked[at] = this;
    }
}

/// Appends the moves but for the one at `hint` to `out` with their keys, in generation order.
#[inline]
pub(crate) fn list_moves<M: Copy>(
    moves: &[M],
    hint: u16,
    out: &mut Vec<Ranked>,
    mut key: impl FnMut(M) -> i64,
) {
    let others = moves.iter().zip(0u32..).filter(|&(_, index)| index != u32::from(hint));
    out.extend(others.map(|(&m, index)| Ranked { key: key(m), index }));
}

/// Exchanges the first of these with the one that goes before all others: that is cheaper than to
/// sort where few are tried.
#[inline]
pub(crate) fn pick(ranked: &mut [Ranked]) {
    let place = |ranked: &Ranked| (ranked.key, Reverse(ranked.index));
    let mut best = 0;
    for at in 1..ranked.len() {
        if place(&ranked[at]) > place(&ranked[best]) {
            best = at;
        }
    }
    ranked.swap(0, best);
}

/// Lists up to this long are sorted by insertion.
const SMALL: usize = 24;

/// Largest key first, equal ones in generation order. Not generic, so that there is one of it for
/// all games.
pub(crate) fn sort(moves: &mut [Ranked]) {
    moves.sort_unstable_by_key(|ranked| (Reverse(ranked.key), ranked.index));
}

/// What a search learns about moves while it runs: killers (the last two moves that made a
/// cut-off at each ply) and history (how often a kind of move did, anywhere).
#[derive(Clone)]
pub(crate) struct Experience<M> {
    /// Empty if killers are off.
    killers: Vec<[Option<M>; 2]>,
    use_history: bool,
    /// By side to move and slot; grows to the largest slot seen.
    history: [Vec<i32>; 2],
}

/// History values stay within ± this.
const HISTORY_LIMIT: i32 = 1 << 14;

impl<M> Experience<M> {
    pub(crate) fn new(use_killers: bool, use_history: bool) -> Experience<M> {
        let plies = if use_killers { MAX_PLY as usize + 1 } else { 0 };
        Experience {
            killers: (0..plies).map(|_| [None, None]).collect(),
            use_history,
            history: [vec![], vec![]],
        }
    }
}

impl<M: Copy + Eq> Experience<M> {
    /// The sort key of a move: the evaluator's rank, then killers, then history.
    #[inline]
    pub(crate) fn key<P: Position<Move = M>, E: Evaluator<P>>(
        &self,
        evaluator: &E,
        position: &P,
        m: M,
        ply: u32,
    ) -> i64 {
        self.key_with(evaluator.rank(position, m), evaluator, position, m, ply)
    }

    /// The same with another rank than the evaluator's.
    #[inline]
    pub(crate) fn key_with<P: Position<Move = M>, E: Evaluator<P>>(
        &self,
        rank: i32,
        evaluator: &E,
        position: &P,
        m: M,
        ply: u32,
    ) -> i64 {
        let killer = match self.killers.get(ply as usize) {
            Some([Some(first), _]) if *first == m => 2,
            Some([_, Some(second)]) if *second == m => 1,
            _ => 0,
        };
        let history = if self.use_history {
            let slot = evaluator.slot(position, m) % E::SLOTS;
            self.history[position.turn().index()].get(slot).copied().unwrap_or(0)
        } else {
            0
        };
        i64::from(rank) << 20 | killer << 16 | i64::from(history + HISTORY_LIMIT)
    }

    /// The last of the moves `tried` made a cut-off; those before it did not.
    #[inline]
    pub(crate) fn learn<P: Position<Move = M>, E: Evaluator<P>>(
        &mut self,
        evaluator: &E,
        position: &P,
        tried: impl DoubleEndedIterator<Item = M>,
        depth: u32,
        ply: u32,
    ) {
        let mut tried = tried.rev();
        let Some(cutting) = tried.next() else { return };
        if let Some(killers) = self.killers.get_mut(ply as usize)
            && killers[0] != Some(cutting)
        {
            *killers = [Some(cutting), killers[0]];
        }
        if self.use_history {
            let bonus = (depth * depth).min(400) as i32;
            self.remember(evaluator, position, cutting, bonus);
            for m in tried {
                self.remember(evaluator, position, m, -bonus);
            }
        }
    }

    fn remember<P: Position<Move = M>, E: Evaluator<P>>(
        &mut self,
        evaluator: &E,
        position: &P,
        m: M,
        bonus: i32,
    ) {
        let slot = evaluator.slot(position, m) % E::SLOTS;
        let history = &mut self.history[position.turn().index()];
        if history.len() <= slot {
            history.resize(slot + 1, 0);
        }
        // Gravity: the nearer to the limit, the less is added.
        let value = &mut history[slot];
        *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn order(keys: &[i64], hint: u16) -> Vec<u32> {
        let mut out = vec![];
        rank_moves(keys, hint, &mut out, |key| key);
        out.iter().map(|ranked| ranked.index).collect()
    }

    #[test]
    fn hint_first_then_by_rank_then_as_generated() {
        assert_eq!(order(&[3, 9, 3, 9, 1, 3], 4), [4, 1, 3, 0, 2, 5]);
    }

    #[test]
    fn a_hint_out_of_range_is_ignored() {
        assert_eq!(order(&[1, 2], 77), [1, 0]);
        assert_eq!(order(&[1, 1, 1], u16::MAX), [0, 1, 2]);
        assert!(order(&[], 0).is_empty());
    }

    #[test]
    fn short_and_long_lists_are_sorted_alike() {
        let mut random = Random::new(1);
        for length in 0..3 * SMALL {
            let keys: Vec<i64> = (0..length).map(|_| random.below(9) as i64).collect();
            let mut sorted: Vec<u32> = (0..length as u32).collect();
            sorted.sort_by_key(|&index| Reverse(keys[index as usize]));
            assert_eq!(order(&keys, u16::MAX), sorted);
        }
    }
}
