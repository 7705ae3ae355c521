//! The game's own search of the last plies: null windows, in discs, with a small table.

use super::bits::{board, flips, neighbours, reach};
use super::last::{four, margin, three, two};
use super::stability::{settled, stable};

/// From so many empty squares on, moves are sorted and the table is used.
const SORTED: u32 = 6;
/// From so many on the table is used.
const TABLED: u32 = 8;
/// Entries of the table, a power of two.
const ENTRIES: usize = 1 << 16;

/// The four quarters of the board, by the bit that stands for each in a set of quarters.
const fn quarter(square: u32) -> u32 {
    1 << ((square >> 2 & 1) | (square >> 4 & 2))
}

/// The squares of every set of quarters.
const QUARTERS: [u64; 16] = {
    let mut squares = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut at = 0;
        while at < 64 {
            if set as u32 & quarter(at) != 0 {
                squares[set] |= 1 << at;
            }
            at += 1;
        }
        set += 1;
    }
    squares
};

/// The set of quarters with an odd number of empty squares.
#[inline]
fn odd_quarters(empties: u64) -> u32 {
    let mut odd = 0;
    for at in 0..4 {
        odd |= ((empties & QUARTERS[1 << at]).count_ones() & 1) << at;
    }
    odd
}

/// What was found about a position: its value lies between the bounds.
#[derive(Clone, Copy, Debug)]
struct Known {
    own: u64,
    other: u64,
    least: i8,
    most: i8,
    /// The best or refuting move; 64 if there is none.
    best: u8,
}

const UNKNOWN: Known = Known { own: 0, other: 0, least: 0, most: 0, best: 64 };

/// A move with the position after it, from the other side.
#[derive(Clone, Copy)]
struct Child {
    own: u64,
    other: u64,
    key: i32,
    square: u8,
}

/// Solves positions with few empty squares. It remembers what it found, and all that stays true.
#[derive(Debug, Default)]
pub(super) struct Ending {
    table: Vec<Known>,
    pub(super) nodes: u64,
}

/// A clone begins with nothing remembered: each thread has its own.
impl Clone for Ending {
    fn clone(&self) -> Ending {
        Ending::default()
    }
}

#[inline]
fn place(own: u64, other: u64) -> usize {
    let mixed = (own ^ other.rotate_left(29).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed >> 48) as usize % ENTRIES
}

impl Ending {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.table.clear();
    }

    /// The value for `own`, to move, fail-soft, within `alpha` and `beta`, all in discs and even.
    pub(super) fn solve<const SIZE: usize>(
        &mut self,
        own: u64,
        other: u64,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        if self.table.is_empty() {
            self.table = vec![UNKNOWN; ENTRIES];
        }
        let empties = board(SIZE) & !(own | other);
        // Halves the window until it is closed or left.
        loop {
            let middle = if beta - alpha <= 2 { alpha } else { (alpha + beta) / 4 * 2 };
            let score = self.any::<SIZE>(own, other, middle, empties, odd_quarters(empties));
            if score > middle {
                if score >= beta {
                    return score;
                }
                alpha = score;
            } else {
                if score <= alpha {
                    return score;
                }
                beta = score;
            }
            if alpha == beta {
                return alpha;
            }
        }
    }

    fn any<const SIZE: usize>(&mut self, own: u64, other: u64, alpha: i32, empties: u64, odd: u32) -> i32 {
        let count = empties.count_ones();
        match count {
            0 => margin(own, other, (SIZE * SIZE) as i32),
            1..=4 => self.last::<SIZE>(own, other, alpha, empties, odd),
            5..SORTED => self.unsorted::<SIZE>(own, other, alpha, empties, odd, count),
            _ => self.sorted::<SIZE>(own, other, alpha, empties, odd, count),
        }
    }

    #[inline]
    fn last<const SIZE: usize>(&mut self, own: u64, other: u64, alpha: i32, empties: u64, odd: u32) -> i32 {
        let mut list = [0; 4];
        let mut count = 0;
        let odd = QUARTERS[odd as usize];
        for mut part in [empties & odd, empties & !odd] {
            while part != 0 {
                list[count] = part.trailing_zeros();
                count += 1;
                part &= part - 1;
            }
        }
        let [a, b, c, d] = list;
        match count {
            4 => four::<SIZE>(own, other, alpha, list, &mut self.nodes),
            3 => three::<SIZE>(own, other, alpha, [a, b, c], &mut self.nodes),
            2 => two::<SIZE>(own, other, alpha, [a, b], &mut self.nodes),
            _ => {
                let _ = d;
                // One: rare, and asked only from outside.
                let (mine, theirs) = (flips(a, own, other), flips(a, other, own));
                self.nodes += 1;
                let total = (SIZE * SIZE) as i32;
                if mine != 0 {
                    margin(own ^ mine ^ 1 << a, other ^ mine, total)
                } else if theirs != 0 {
                    margin(own ^ theirs, other ^ theirs ^ 1 << a, total)
                } else {
                    margin(own, other, total)
                }
            }
        }
    }

    #[inline]
    fn capped<const SIZE: usize>(other: u64, alpha: i32, empties: u64) -> Option<i32> {
        const MARGIN: i32 = 0;
        let total = (SIZE * SIZE) as i32;
        if total - 2 * other.count_ones() as i32 + MARGIN > alpha {
            return None;
        }
        let most = total - 2 * stable(other, &settled(empties, SIZE)).count_ones() as i32;
        (most <= alpha).then_some(most)
    }

    fn unsorted<const SIZE: usize>(
        &mut self,
        own: u64,
        other: u64,
        alpha: i32,
        empties: u64,
        odd: u32,
        count: u32,
    ) -> i32 {
        self.nodes += 1;
        if let Some(most) = Self::capped::<SIZE>(other, alpha, empties) {
            return most;
        }
        let moves = reach(own, other) & empties;
        if moves == 0 {
            if reach(other, own) & empties == 0 {
                return margin(own, other, (SIZE * SIZE) as i32);
            }
            return -self.unsorted::<SIZE>(other, own, -alpha - 2, empties, odd, count);
        }
        let mut best = -1000;
        let first = QUARTERS[odd as usize];
        for mut part in [moves & first, moves & !first] {
            while part != 0 {
                let square = part.trailing_zeros();
                part &= part - 1;
                let turned = flips(square, own, other);
                let bit = 1 << square;
                let after = (other ^ turned, own ^ turned ^ bit);
                let (empties, odd) = (empties ^ bit, odd ^ quarter(square));
                let score = if count == 5 {
                    self.last::<SIZE>(after.0, after.1, -alpha - 2, empties, odd)
                } else {
                    self.unsorted::<SIZE>(after.0, after.1, -alpha - 2, empties, odd, count - 1)
                };
                best = best.max(-score);
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    fn sorted<const SIZE: usize>(
        &mut self,
        own: u64,
        other: u64,
        alpha: i32,
        empties: u64,
        odd: u32,
        count: u32,
    ) -> i32 {
        self.nodes += 1;
        let total = (SIZE * SIZE) as i32;
        if let Some(most) = Self::capped::<SIZE>(other, alpha, empties) {
            return most;
        }
        let at = place(own, other);
        let (mut least, mut most, mut hint) = (-total, total, 64);
        let tabled = count >= TABLED;
        let known = if tabled { self.table[at] } else { UNKNOWN };
        if tabled && known.own == own && known.other == other {
            (least, most, hint) = (known.least.into(), known.most.into(), known.best);
            if least > alpha {
                return least;
            }
            if most <= alpha {
                return most;
            }
        }
        let mut moves = reach(own, other) & empties;
        if moves == 0 {
            if reach(other, own) & empties == 0 {
                return margin(own, other, total);
            }
            return -self.sorted::<SIZE>(other, own, -alpha - 2, empties, odd, count);
        }
        let mut children = [Child { own: 0, other: 0, key: 0, square: 0 }; 32];
        let mut length = 0;
        let odd_squares = QUARTERS[odd as usize];
        while moves != 0 {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            let turned = flips(square, own, other);
            if turned == other {
                return total;
            }
            let bit = 1 << square;
            let child = (other ^ turned, own ^ turned ^ bit);
            let key = if square as u8 == hint {
                i32::MAX
            } else {
                key::<SIZE>(child.0, child.1, empties ^ bit, odd_squares & bit != 0, bit)
            };
            children[length] = Child { own: child.0, other: child.1, key, square: square as u8 };
            length += 1;
        }
        let children = &mut children[..length];
        let mut best = -1000;
        let mut best_square = 64;
        for tried in 0..length {
            let mut first = tried;
            for at in tried + 1..length {
                if children[at].key > children[first].key {
                    first = at;
                }
            }
            children.swap(tried, first);
            let child = children[tried];
            let square = u32::from(child.square);
            let (empties, odd) = (empties ^ 1 << square, odd ^ quarter(square));
            let score = if count == SORTED {
                self.unsorted::<SIZE>(child.own, child.other, -alpha - 2, empties, odd, count - 1)
            } else {
                self.sorted::<SIZE>(child.own, child.other, -alpha - 2, empties, odd, count - 1)
            };
            if -score > best {
                best = -score;
                best_square = child.square;
                if best > alpha {
                    break;
                }
            }
        }
        if best > alpha { least = least.max(best) } else { most = most.min(best) }
        if tabled {
            self.table[at] =
                Known { own, other, least: least as i8, most: most as i8, best: best_square };
        }
        best
    }
}

/// How promising a move is, from the position after it, seen by the other side.
#[inline]
fn key<const SIZE: usize>(own: u64, other: u64, empties: u64, odd: bool, bit: u64) -> i32 {
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    const X: u64 = 0x0042_0000_0000_4200;
    const C: u64 = 0x4281_0000_0000_8142;
    const W: [i32; 8] = [16, 16, 8, 8, 0, 0, 5, 0];
    let moves = reach(own, other) & empties;
    let mut key = -W[0] * moves.count_ones() as i32 - W[1] * (moves & CORNERS).count_ones() as i32;
    if odd {
        key += W[2];
    }
    if bit & CORNERS != 0 {
        key += W[3];
    } else if bit & X != 0 {
        key -= W[4];
    } else if bit & C != 0 {
        key -= W[5];
    }
    if W[6] != 0 {
        key -= W[6] * (super::stability::around(other) & empties).count_ones() as i32;
    }
    if W[7] != 0 {
        key -= W[7] * own.count_ones() as i32;
    }
    key
}
