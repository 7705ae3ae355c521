//! The order in which moves are tried.

use core::cmp::Reverse;

/// A move of a node, as its place in generation order, with its sort key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ranked {
    key: i64,
    index: u32,
}

impl Ranked {
    /// The move's place in generation order.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.index as usize
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
    out.extend(moves.iter().zip(0u32..).map(|(&m, index)| {
        let key = if index == u32::from(hint) {
            i64::MAX
        } else {
            key(m)
        };
        Ranked { key, index }
    }));
    out[start..].sort_unstable_by_key(|ranked| (Reverse(ranked.key), ranked.index));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hint_first_then_by_rank_then_as_generated() {
        let mut out = vec![];
        rank_moves(&[3i64, 9, 3, 9, 1], 4, &mut out, |m| m);
        assert_eq!(
            out.iter().map(|r| r.index).collect::<Vec<_>>(),
            [4, 1, 3, 0, 2]
        );
    }

    #[test]
    fn a_hint_out_of_range_is_ignored() {
        let mut out = vec![];
        rank_moves(&[1i64, 2], 77, &mut out, |m| m);
        assert_eq!(out.iter().map(|r| r.index).collect::<Vec<_>>(), [1, 0]);
    }
}
