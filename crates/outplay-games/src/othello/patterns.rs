//! Patterns: groups of squares whose every filling has a weight of its own (Buro, "Improving
//! heuristic mini-max search by supervised learning", 2002).
//!
//! A square counts 1 for a disc of the first player, −1 for one of the second and 0 without, times
//! a power of three that is its own within the pattern. The sum is the place in the pattern's table;
//! for the other side it is the negative of that. Sums are kept up to date by adding a row of
//! numbers for each square that changes.

/// Instances of patterns, with two to spare, so that rows are added in whole steps.
const LANES: usize = 48;
/// Patterns that differ by more than a symmetry of the board.
pub(super) const SHAPES: usize = 11;
/// What the tables of all shapes hold together.
pub(super) const ENTRIES: usize = 3 * 59049 - 59049 + 19683 + 4 * 6561 + 2187 + 729 + 243 + 81;

/// The squares of each shape in the upper left.
const BASES: [&[u8]; SHAPES] = [
    &[9, 0, 1, 2, 3, 4, 5, 6, 7, 14],   // an edge with both X squares
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], // two by five in a corner
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],   // three by three in a corner
    &[8, 9, 10, 11, 12, 13, 14, 15],    // the second row
    &[16, 17, 18, 19, 20, 21, 22, 23],  // the third
    &[24, 25, 26, 27, 28, 29, 30, 31],  // the fourth
    &[0, 9, 18, 27, 36, 45, 54, 63],    // diagonals
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31],
];

/// A square's image under one of the eight symmetries.
const fn image(square: u8, symmetry: u32) -> u8 {
    let (mut x, mut y) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        x = 7 - x;
    }
    if symmetry & 2 != 0 {
        y = 7 - y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    8 * y + x
}

const fn set(base: &[u8], symmetry: u32) -> u64 {
    let (mut set, mut at) = (0, 0);
    while at < base.len() {
        set |= 1 << image(base[at], symmetry);
        at += 1;
    }
    set
}

/// Where the instances of patterns lie, and where their tables.
struct Layout {
    /// What each square adds to each instance.
    rows: [[i16; LANES]; 64],
    /// The middle of each instance's table among those of all shapes.
    middles: [u32; LANES],
    shapes: [u8; LANES],
    instances: usize,
    /// Where the tables begin, and the end of the last.
    starts: [usize; SHAPES + 1],
}

static LAYOUT: Layout = {
    let mut layout = Layout {
        rows: [[0; LANES]; 64],
        middles: [0; LANES],
        shapes: [0; LANES],
        instances: 0,
        starts: [0; SHAPES + 1],
    };
    let mut shape = 0;
    while shape < SHAPES {
        let base = BASES[shape];
        let size = 3usize.pow(base.len() as u32);
        layout.starts[shape + 1] = layout.starts[shape] + size;
        let mut symmetry = 0;
        while symmetry < 8 {
            // Symmetries that give the same squares again give no new instance.
            let mut before = 0;
            while before < symmetry && set(base, before) != set(base, symmetry) {
                before += 1;
            }
            if before == symmetry {
                let mut at = 0;
                while at < base.len() {
                    let square = image(base[at], symmetry) as usize;
                    layout.rows[square][layout.instances] = 3i16.pow(at as u32);
                    at += 1;
                }
                layout.middles[layout.instances] = (layout.starts[shape] + size / 2) as u32;
                layout.shapes[layout.instances] = shape as u8;
                layout.instances += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    layout
};

/// Instances of patterns on the board.
pub(super) const INSTANCES: usize = 46;

/// For every place in the tables, the first place that means the same: patterns that are mirrored
/// in themselves share weights.
pub(super) fn canonical() -> Vec<u32> {
    let mut canonical = vec![];
    for (shape, base) in BASES.iter().enumerate() {
        let start = LAYOUT.starts[shape];
        let same = |symmetry: &u32| set(base, *symmetry) == set(base, 0);
        let twin = (1..8).find(same);
        let count = 3usize.pow(base.len() as u32);
        // Where each digit goes.
        let moved: Vec<usize> = base
            .iter()
            .map(|&square| {
                let to = twin.map_or(square, |symmetry| image(square, symmetry));
                base.iter().position(|&at| at == to).unwrap_or(0)
            })
            .collect();
        for place in 0..count {
            let mut other = 0;
            let mut rest = place;
            for &to in &moved {
                other += rest % 3 * 3usize.pow(to as u32);
                rest /= 3;
            }
            canonical.push((start + place.min(other)) as u32);
        }
    }
    canonical
}

/// The sums of all instances for a position, with the position they stand for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums {
    lanes: [i16; LANES],
    discs: [u64; 2],
}

impl Sums {
    /// For these discs of the first and of the second player.
    pub(super) fn of(first: u64, second: u64) -> Sums {
        let mut sums = Sums { lanes: [0; LANES], discs: [first, second] };
        sums.add(first, 1);
        sums.add(second, -1);
        sums
    }

    /// Whether they are the sums of a position with these discs.
    #[inline]
    pub(super) fn stand_for(&self, first: u64, second: u64) -> bool {
        self.discs == [first, second]
    }

    /// A player puts a disc down and turns some.
    #[inline]
    pub(super) fn play(&mut self, disc: u64, turned: u64, by_second: bool) {
        let sign = if by_second { -1 } else { 1 };
        self.add(disc, sign);
        self.add(turned, 2 * sign);
        let mover = usize::from(by_second);
        self.discs[mover] ^= disc | turned;
        self.discs[1 - mover] ^= turned;
    }

    /// Adds so much for each of some squares.
    #[inline]
    fn add(&mut self, mut squares: u64, times: i16) {
        while squares != 0 {
            let row = &LAYOUT.rows[squares.trailing_zeros() as usize & 63];
            squares &= squares - 1;
            for (lane, add) in self.lanes.iter_mut().zip(row) {
                *lane += add * times;
            }
        }
    }

    /// The places in the tables of all shapes, for the first player or the second.
    #[inline]
    pub(super) fn places(&self, for_second: bool) -> impl Iterator<Item = usize> {
        let sign = if for_second { -1 } else { 1 };
        let lanes = self.lanes.iter().zip(&LAYOUT.middles).take(INSTANCES);
        lanes.map(move |(&lane, &middle)| (middle as i32 + sign * i32::from(lane)) as usize)
    }
}
