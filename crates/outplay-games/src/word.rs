//! Sets of cells as the bits of a word.

use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use outplay::mix;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// A set of cells as the bits of one word: `u64` or `u128`.
pub trait Word:
    sealed::Sealed
    + Copy
    + Ord
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No cell.
    const EMPTY: Self;
    /// How many cells fit.
    const BITS: u32;

    /// The set of one cell.
    fn cell(index: u32) -> Self;
    /// The first cell of a set that is not empty.
    fn first(self) -> u32;
    /// How many cells are in the set.
    fn count(self) -> u32;
    /// The bits in the opposite order.
    fn reversed(self) -> Self;
    /// A hash of two sets of a board with `cells` bits, and of a flag; without collisions where
    /// all three fit into 64 bits.
    fn hash(self, other: Self, flag: bool, cells: u32) -> u64;

    /// Whether a cell is in the set.
    #[inline]
    fn has(self, index: u32) -> bool {
        self & Self::cell(index) != Self::EMPTY
    }

    /// Whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The cells of the set, in order.
    #[inline]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

impl Word for u64 {
    const EMPTY: u64 = 0;
    const BITS: u32 = u64::BITS;

    #[inline]
    fn cell(index: u32) -> u64 {
        1 << index
    }

    #[inline]
    fn first(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn reversed(self) -> u64 {
        self.reverse_bits()
    }

    #[inline]
    fn hash(self, other: u64, flag: bool, cells: u32) -> u64 {
        if 2 * cells < u64::BITS {
            mix((self << cells | other) << 1 | u64::from(flag))
        } else {
            // The highest bit is only in use on a board that fills the word to the last bit, and
            // then it stands for a gap.
            mix(mix(self << 1 | u64::from(flag)) ^ other)
        }
    }
}

impl Word for u128 {
    const EMPTY: u128 = 0;
    const BITS: u32 = u128::BITS;

    #[inline]
    fn cell(index: u32) -> u128 {
        1 << index
    }

    #[inline]
    fn first(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn reversed(self) -> u128 {
        self.reverse_bits()
    }

    #[inline]
    fn hash(self, other: u128, flag: bool, _cells: u32) -> u64 {
        let halves = |word: u128| (word as u64, (word >> 64) as u64);
        let ((a, b), (c, d)) = (halves(self), halves(other));
        // As above, the highest bit is free.
        mix(mix(mix(mix(a) ^ b ^ u64::from(flag) << 63).wrapping_add(c)) ^ d)
    }
}

/// The cells of a set, in order.
#[derive(Clone, Copy, Debug)]
pub struct Cells<W>(W);

impl<W: Word> Iterator for Cells<W> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.first();
        self.0 = self.0 ^ W::cell(cell);
        Some(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay::Random;

    #[test]
    fn hashes_tell_sets_apart() {
        let mut random = Random::new(2);
        let mut seen = std::collections::HashMap::new();
        for cells in [12, 31, 32, 64] {
            for _ in 0..20_000 {
                let keep = if cells == 64 { !0 >> 1 } else { (1 << cells) - 1 };
                let own = random.next_u64() & random.next_u64() & keep;
                let other = random.next_u64() & random.next_u64() & keep & !own;
                let flag = random.below(2) == 1;
                let what = (cells, own, other, flag);
                let before = seen.insert((cells, own.hash(other, flag, cells)), what);
                assert!(before.is_none_or(|before| before == what));
                let (own, other) = (u128::from(own) << 60, u128::from(other) << 60);
                let before = seen.insert((128 + cells, own.hash(other, flag, 128)), what);
                assert!(before.is_none_or(|before| before == what));
            }
        }
    }
}
