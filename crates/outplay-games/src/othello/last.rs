//! The last few empty squares, played out without lists of moves.

use super::bits::{board, flips, neighbours};
use super::width::{Task, Width};

/// Marks that no move was found yet.
const NONE: i32 = -1000;

/// Discs turned along a full line of eight by a disc at each place, for every set of own discs on
/// it. All others are the other side's, or off the board at both ends, where nothing is turned.
static TURNED: [[u8; 256]; 8] = {
    let mut turned = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 {
        let mut own = 0;
        while own < 256 {
            let mut count = 0;
            let mut end = at + 1;
            while end < 8 && own >> end & 1 == 0 {
                end += 1;
            }
            if end < 8 {
                count += end - at - 1;
            }
            let mut end = at;
            while end > 0 && own >> (end - 1) & 1 == 0 {
                end -= 1;
            }
            if end > 0 {
                count += at - end;
            }
            turned[at][own] = count as u8;
            own += 1;
        }
        at += 1;
    }
    turned
};

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square as i32 % 8, square as i32 / 8);
        let mut column = 0;
        while column < 8 {
            let row = y + column - x;
            if row >= 0 && row < 8 {
                diagonals[square][0] |= 1 << (8 * row + column);
            }
            let row = y - column + x;
            if row >= 0 && row < 8 {
                diagonals[square][1] |= 1 << (8 * row + column);
            }
            column += 1;
        }
        square += 1;
    }
    diagonals
};

/// How many discs one of `own` turns on the only empty square. Each of the four lines is gathered
/// into a byte by a multiplication, and looked up.
#[inline(always)]
fn last_turned(square: u32, own: u64) -> i32 {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    let square = square & 63;
    let (x, y) = (square & 7, square >> 3);
    let [falling, rising] = DIAGONALS[square as usize];
    let along = &TURNED[x as usize];
    let row = own >> (8 * y) & 0xff;
    let column = ((own >> x) & A_FILE).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let falling = (own & falling).wrapping_mul(A_FILE) >> 56;
    let rising = (own & rising).wrapping_mul(A_FILE) >> 56;
    i32::from(along[row as usize])
        + i32::from(TURNED[y as usize][column as usize])
        + i32::from(along[falling as usize])
        + i32::from(along[rising as usize])
}

/// The squares of a board.
const fn total<const SIZE: usize>() -> i32 {
    (SIZE * SIZE) as i32
}

/// The result for `own` if nobody can move any more.
#[inline(always)]
pub(super) fn margin(own: u64, other: u64, total: i32) -> i32 {
    let (own, other) = (own.count_ones() as i32, other.count_ones() as i32);
    let lead = own - other;
    lead + lead.signum() * (total - own - other)
}

/// One empty square: the value for `own`, to move; if it is at most `alpha`, perhaps only a bound.
#[inline(always)]
pub(super) fn one<const SIZE: usize>(own: u64, square: u32, alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let total = total::<SIZE>();
    let lead = 2 * own.count_ones() as i32 - total;
    let turned = last_turned(square, own);
    if turned != 0 {
        return lead + 2 * turned + 2;
    }
    if lead + 2 <= alpha {
        return lead + 2;
    }
    let other = board(SIZE) & !own & !(1 << square);
    let turned = last_turned(square, other);
    if turned != 0 {
        lead - 2 * turned
    } else {
        // The square goes to who has more.
        if lead >= 0 { lead + 2 } else { lead }
    }
}

/// Two empty squares, null window above `alpha`: fail-soft.
#[inline(always)]
pub(super) fn two<const SIZE: usize>(
    own: u64,
    other: u64,
    alpha: i32,
    [first, second]: [u32; 2],
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let mut best = NONE;
    if neighbours(first) & other != 0 {
        let turned = flips(first, own, other);
        if turned != 0 {
            best = -one::<SIZE>(other ^ turned, second, -alpha - 2, nodes);
            if best > alpha {
                return best;
            }
        }
    }
    if neighbours(second) & other != 0 {
        let turned = flips(second, own, other);
        if turned != 0 {
            return best.max(-one::<SIZE>(other ^ turned, first, -alpha - 2, nodes));
        }
    }
    if best != NONE {
        return best;
    }
    // A pass: the other side takes the least for `own`.
    let mut least = -NONE;
    if neighbours(first) & own != 0 {
        let turned = flips(first, other, own);
        if turned != 0 {
            least = one::<SIZE>(own ^ turned, second, alpha, nodes);
            if least <= alpha {
                return least;
            }
        }
    }
    if neighbours(second) & own != 0 {
        let turned = flips(second, other, own);
        if turned != 0 {
            return least.min(one::<SIZE>(own ^ turned, first, alpha, nodes));
        }
    }
    if least != -NONE { least } else { margin(own, other, total::<SIZE>()) }
}

/// Three empty squares in the order to be tried, as [`two`].
pub(super) struct Three<'a, const SIZE: usize> {
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) alpha: i32,
    pub(super) squares: [u8; 3],
    pub(super) nodes: &'a mut u64,
}

impl<const SIZE: usize> Task for Three<'_, SIZE> {
    #[inline(always)]
    fn run(self) -> i32 {
        let Three { own, other, alpha, squares: [a, b, c], nodes } = self;
        *nodes += 1;
        let [a, b, c] = [a.into(), b.into(), c.into()];
        let order = [[a, b, c], [b, a, c], [c, a, b]];
        let mut best = NONE;
        for [square, rest @ ..] in order {
            if neighbours(square) & other != 0 {
                let turned = flips(square, own, other);
                if turned != 0 {
                    let after = (other ^ turned, own ^ turned ^ 1 << square);
                    best = best.max(-two::<SIZE>(after.0, after.1, -alpha - 2, rest, nodes));
                    if best > alpha {
                        return best;
                    }
                }
            }
        }
        if best != NONE {
            return best;
        }
        let mut least = -NONE;
        for [square, rest @ ..] in order {
            if neighbours(square) & own != 0 {
                let turned = flips(square, other, own);
                if turned != 0 {
                    let after = (own ^ turned, other ^ turned ^ 1 << square);
                    least = least.min(two::<SIZE>(after.0, after.1, alpha, rest, nodes));
                    if least <= alpha {
                        return least;
                    }
                }
            }
        }
        if least != -NONE { least } else { margin(own, other, total::<SIZE>()) }
    }
}

/// Four empty squares in the order to be tried, as [`two`].
#[inline(always)]
pub(super) fn four<const SIZE: usize>(
    width: impl Width,
    own: u64,
    other: u64,
    alpha: i32,
    [a, b, c, d]: [u8; 4],
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let order = [[a, b, c, d], [b, a, c, d], [c, a, b, d], [d, a, b, c]];
    let mut best = NONE;
    for [square, squares @ ..] in order {
        let square = u32::from(square);
        if neighbours(square) & other != 0 {
            let turned = flips(square, own, other);
            if turned != 0 {
                let three = Three::<SIZE> {
                    own: other ^ turned,
                    other: own ^ turned ^ 1 << square,
                    alpha: -alpha - 2,
                    squares,
                    nodes: &mut *nodes,
                };
                best = best.max(-width.run(three));
                if best > alpha {
                    return best;
                }
            }
        }
    }
    if best != NONE {
        return best;
    }
    let mut least = -NONE;
    for [square, squares @ ..] in order {
        let square = u32::from(square);
        if neighbours(square) & own != 0 {
            let turned = flips(square, other, own);
            if turned != 0 {
                let three = Three::<SIZE> {
                    own: own ^ turned,
                    other: other ^ turned ^ 1 << square,
                    alpha,
                    squares,
                    nodes: &mut *nodes,
                };
                least = least.min(width.run(three));
                if least <= alpha {
                    return least;
                }
            }
        }
    }
    if least != -NONE { least } else { margin(own, other, total::<SIZE>()) }
}
