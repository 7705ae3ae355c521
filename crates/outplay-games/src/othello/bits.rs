//! Sets of squares as bits: where a disc may go, what it turns, lines and symmetries.
//!
//! Bit 0 is the top left square of eight by eight, bit 7 the top right one, bit 63 the bottom right
//! one. Smaller boards lie in the middle, so that the same shifts, and the same symmetries, serve
//! all sizes: a step off a small board meets a square without a disc, as one off the large board
//! must, and a mask takes out what lies beyond.

/// All columns but the first and the last. A run of discs to be turned along a row or a diagonal
/// lies inside them, so that a shift never carries it round the edge.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares of a board of this size: 8, 6 or 4.
pub(super) const fn board(size: usize) -> u64 {
    match size {
        8 => !0,
        6 => 0x007e_7e7e_7e7e_7e00,
        _ => 0x0000_3c3c_3c3c_0000,
    }
}

/// The squares, empty or not on the board at all included, where a disc of `own` would turn some
/// of `other`. Runs in all eight directions grow in parallel, twice as far with each step
/// (<https://www.chessprogramming.org/Kogge-Stone_Algorithm>).
#[inline]
pub(super) const fn reach(own: u64, other: u64) -> u64 {
    let inner = other & INNER;
    let reached = beyond(own, inner, 1)
        | beyond(own, inner, 7)
        | beyond(own, other, 8)
        | beyond(own, inner, 9);
    reached & !(own | other)
}

/// What lies just beyond the runs of `through` that begin beside `from`, both ways along a line.
/// Runs are at most six long.
#[inline(always)]
const fn beyond(from: u64, through: u64, step: u32) -> u64 {
    let pairs = through & (through << step);
    let mut up = through & (from << step);
    up |= through & (up << step);
    up |= pairs & (up << (2 * step));
    up |= pairs & (up << (2 * step));
    let pairs = pairs >> step;
    let mut down = through & (from >> step);
    down |= through & (down >> step);
    down |= pairs & (down >> (2 * step));
    down |= pairs & (down >> (2 * step));
    (up << step) | (down >> step)
}

/// [`reach`] for code that may be run with registers of four lanes: a line is a lane.
#[inline(always)]
pub(super) fn reach_in_lanes(own: u64, other: u64) -> u64 {
    const STEPS: [u32; 4] = [1, 7, 8, 9];
    let inner = other & INNER;
    let through = [inner, inner, other, inner];
    let mut reached = [0; 4];
    for line in 0..4 {
        reached[line] = beyond(own, through[line], STEPS[line]);
    }
    (reached[0] | reached[1] | reached[2] | reached[3]) & !(own | other)
}

/// The squares in each direction from a square: four rays to higher bits, then four to lower ones.
const RAYS: [[u64; 8]; 64] = {
    let steps = [[1, 0], [-1, 1], [0, 1], [1, 1], [-1, 0], [1, -1], [0, -1], [-1, -1]];
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 8 {
            let [right, down] = steps[ray];
            let (mut column, mut row) = (square as i32 % 8 + right, square as i32 / 8 + down);
            while column >= 0 && column < 8 && row >= 0 && row < 8 {
                rays[square][ray] |= 1 << (8 * row + column);
                column += right;
                row += down;
            }
            ray += 1;
        }
        square += 1;
    }
    rays
};

/// The rays from each square as [`flips`] needs them.
struct Rays {
    /// To higher bits.
    up: [u64; 4],
    /// To lower bits but for the row, with the rows of the board exchanged: to higher bits, too.
    back: [u64; 4],
    /// The row to lower bits.
    left: u64,
}

static SWAPPED: [Rays; 64] = {
    let mut all = [const { Rays { up: [0; 4], back: [0; 4], left: 0 } }; 64];
    let mut square = 0;
    while square < 64 {
        let [a, b, c, d, left, e, f, g] = RAYS[square];
        let back = [0, e.swap_bytes(), f.swap_bytes(), g.swap_bytes()];
        all[square] = Rays { up: [a, b, c, d], back, left };
        square += 1;
    }
    all
};

/// The discs of `other` that a disc of `own` on a square turns.
#[inline(always)]
pub(super) fn flips(square: u32, own: u64, other: u64) -> u64 {
    let rays = &SWAPPED[square as usize & 63];
    let up = turned(&rays.up, own, other);
    let back = turned(&rays.back, own.swap_bytes(), other.swap_bytes()).swap_bytes();
    let end = (1 << 63 >> ((rays.left & !other) | 1).leading_zeros()) & rays.left & own;
    // All bits from the one above the end on; none if there is no end.
    up | back | (end << 1).wrapping_neg() & rays.left
}

/// The same along four rays to higher bits: the lowest square that is not `other`'s ends the run.
#[inline(always)]
fn turned(rays: &[u64; 4], own: u64, other: u64) -> u64 {
    let mut turned = [0; 4];
    for lane in 0..4 {
        let rest = rays[lane] & !other;
        let end = rest & rest.wrapping_neg() & own;
        turned[lane] = end.wrapping_sub(u64::from(end != 0)) & rays[lane];
    }
    turned[0] | turned[1] | turned[2] | turned[3]
}

/// The squares beside each square.
const NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        let rays = &RAYS[square];
        let mut ray = 0;
        while ray < 4 {
            // The lowest of a ray upwards, the highest of one downwards.
            neighbours[square] |= rays[ray] & rays[ray].wrapping_neg();
            if rays[ray + 4] != 0 {
                neighbours[square] |= 1 << (63 - rays[ray + 4].leading_zeros());
            }
            ray += 1;
        }
        square += 1;
    }
    neighbours
};

/// The squares beside a square.
#[inline(always)]
pub(super) fn neighbours(square: u32) -> u64 {
    NEIGHBOURS[square as usize & 63]
}

/// The board with columns and rows exchanged: a1 and h8 stay.
#[inline(always)]
const fn transpose(squares: u64) -> u64 {
    // Exchanges blocks of four squares, of two, of one across the diagonal.
    let mut s = squares;
    let t = 0x0000_0000_f0f0_f0f0 & (s ^ (s >> 28));
    s ^= t ^ (t << 28);
    let t = 0x0000_cccc_0000_cccc & (s ^ (s >> 14));
    s ^= t ^ (t << 14);
    let t = 0x00aa_00aa_00aa_00aa & (s ^ (s >> 7));
    s ^ t ^ (t << 7)
}

/// The board with the columns in the opposite order.
#[inline(always)]
const fn mirror(squares: u64) -> u64 {
    squares.reverse_bits().swap_bytes()
}

/// The images of a set of squares under the eight symmetries of the board, itself first.
#[inline(always)]
pub(super) const fn images(squares: u64) -> [u64; 8] {
    let (mirrored, turned) = (mirror(squares), transpose(squares));
    let both = mirror(turned);
    [
        squares,
        mirrored,
        turned,
        both,
        squares.swap_bytes(),
        mirrored.swap_bytes(),
        turned.swap_bytes(),
        both.swap_bytes(),
    ]
}

/// Of the eight images of two sets, the same for all eight.
#[inline(always)]
pub(super) fn least_image(own: u64, other: u64) -> (u64, u64) {
    let pairs = images(own).into_iter().zip(images(other));
    pairs.min().unwrap_or((own, other))
}
