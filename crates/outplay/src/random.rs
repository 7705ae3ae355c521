//! A small seeded generator: for choices that must be the same on every run.

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
/// Not for secrets.
///
/// ```
/// use outplay::Random;
/// assert_eq!(Random::new(7).next_u64(), Random::new(7).next_u64());
/// assert!(Random::new(7).below(10) < 10);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator that always gives the same numbers for the same seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        scramble(self.0)
    }

    /// A number from 0 to `bound` - 1, or 0 for an empty range.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// A number from 0 (included) to 1 (not).
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A bijection of 64 bits that leaves no trace of structure: for hash keys.
///
/// ```
/// assert_ne!(outplay::mix(0), 0);
/// ```
#[inline]
pub const fn mix(x: u64) -> u64 {
    // The scrambling alone would leave 0 as it is.
    scramble(x.wrapping_add(STEP))
}

#[inline]
const fn scramble(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
