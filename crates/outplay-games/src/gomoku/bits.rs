//! Sets of cells.

/// As many words hold the cells of the largest board, 484.
const WORDS: usize = 8;
/// More than any cell's number.
pub(super) const MOST_CELLS: usize = WORDS * 64;

/// A set of cells, counted row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Bits([u64; WORDS]);

impl Bits {
    pub(super) const NONE: Bits = Bits([0; WORDS]);

    /// The first `count` cells.
    pub(super) fn first(count: usize) -> Bits {
        let mut set = Bits::NONE;
        (0..count.min(MOST_CELLS)).for_each(|cell| set.insert(cell));
        set
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / 64 % WORDS] |= 1 << (cell % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: usize) {
        self.0[cell / 64 % WORDS] &= !(1 << (cell % 64));
    }

    #[inline]
    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64 % WORDS] >> (cell % 64) & 1 != 0
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    #[must_use]
    pub(super) fn without(&self, other: &Bits) -> Bits {
        Bits(core::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline]
    #[must_use]
    pub(super) fn both(&self, other: &Bits) -> Bits {
        Bits(core::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline]
    #[must_use]
    pub(super) fn either(&self, other: &Bits) -> Bits {
        Bits(core::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Every cell's number so much larger, by less than a word; what leaves the set is lost.
    #[inline]
    #[must_use]
    pub(super) fn up(&self, by: usize) -> Bits {
        let carry = |i: usize| if i == 0 { 0 } else { self.0[i - 1] >> 1 >> (63 - by) };
        Bits(core::array::from_fn(|i| self.0[i] << by | carry(i)))
    }

    /// Every cell's number so much smaller, by less than a word.
    #[inline]
    #[must_use]
    pub(super) fn down(&self, by: usize) -> Bits {
        let carry = |i: usize| if i + 1 == WORDS { 0 } else { self.0[i + 1] << 1 << (63 - by) };
        Bits(core::array::from_fn(|i| self.0[i] >> by | carry(i)))
    }

    /// The lowest cell.
    #[inline]
    pub(super) fn lowest(&self) -> Option<usize> {
        self.cells().next()
    }

    /// The cells in order.
    #[inline]
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        let words = self.0;
        words.into_iter().enumerate().flat_map(|(at, word)| {
            let mut rest = word;
            core::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(at * 64 + bit)
            })
        })
    }
}
