//! The game's own search of the last plies: null windows, in discs, with a small table.

use super::bits::{board, flips, reach};
use super::last::{four, margin, one, three, two};
use super::stability::{around, settled, stable};

/// From so many empty squares on, moves are sorted and the table is used.
const SORTED: u32 = 6;
/// From so many on the table is used.
const TABLED: u32 = 8;
/// Entries of the table, a power of two.
const ENTRIES: usize = 1 << 16;

/// The squares of a board.
const fn total(size: usize) -> i32 {
    (size * size) as i32
}

/// The corners of a board.
pub(super) const fn corners(size: usize) -> u64 {
    let (low, high) = ((8 - size) as u32 / 2, (7 + size) as u32 / 2);
    1 << (9 * low) | 1 << (8 * low + high) | 1 << (8 * high + low) | 1 << (9 * high)
}

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

/// Solves positions with few empty squares. It remembers what it found, and all of that stays true.
///
/// A node is a position visited, the last with one empty square included; a move that is only
/// looked at, to be sorted, is none.
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

    /// The value in the null window above `alpha`, fail-soft; so are those that follow.
    fn any<const SIZE: usize>(
        &mut self,
        own: u64,
        other: u64,
        alpha: i32,
        empties: u64,
        odd: u32,
    ) -> i32 {
        let count = empties.count_ones();
        match count {
            0 => margin(own, other, total(SIZE)),
            1..=4 => self.last::<SIZE>(own, other, alpha, empties, odd),
            5..SORTED => self.unsorted::<SIZE>(own, other, alpha, empties, odd, count),
            _ => self.sorted::<SIZE>(own, other, alpha, empties, odd, count),
        }
    }

    /// At most four empty squares, those in odd quarters first.
    #[inline]
    fn last<const SIZE: usize>(
        &mut self,
        own: u64,
        other: u64,
        alpha: i32,
        empties: u64,
        odd: u32,
    ) -> i32 {
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
        let [a, b, c, _] = list;
        match count {
            4 => four::<SIZE>(own, other, alpha, list, &mut self.nodes),
            3 => three::<SIZE>(own, other, alpha, [a, b, c], &mut self.nodes),
            2 => two::<SIZE>(own, other, alpha, [a, b], &mut self.nodes),
            _ => one::<SIZE>(own, a, alpha, &mut self.nodes),
        }
    }

    /// A bound at or below `alpha`, if the other side keeps enough discs for it.
    #[inline]
    fn capped<const SIZE: usize>(other: u64, alpha: i32, empties: u64) -> Option<i32> {
        let total = total(SIZE);
        if total - 2 * other.count_ones() as i32 > alpha {
            return None;
        }
        let most = total - 2 * stable(other, &settled(empties, SIZE)).count_ones() as i32;
        (most <= alpha).then_some(most)
    }

    /// A few more: no table, and only parity orders the moves.
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
                return margin(own, other, total(SIZE));
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

    /// Moves sorted by [`key`], and the table further from the end.
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
        let total = total(SIZE);
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
        if best > alpha {
            least = least.max(best);
        } else {
            most = most.min(best);
        }
        if tabled {
            self.table[at] =
                Known { own, other, least: least as i8, most: most as i8, best: best_square };
        }
        best
    }
}

/// How promising a move is, from the position after it, seen by the other side: few moves for it
/// (corners count double), few empty squares beside one's own discs for moves to come, the last
/// move in a quarter, a corner.
#[inline]
fn key<const SIZE: usize>(own: u64, other: u64, empties: u64, odd: bool, bit: u64) -> i32 {
    let corners = const { corners(SIZE) };
    let moves = reach(own, other) & empties;
    let mobility = (moves.count_ones() + (moves & corners).count_ones()) as i32;
    let border = (around(other) & empties).count_ones() as i32;
    8 * i32::from(odd) + 8 * i32::from(bit & corners != 0) - 16 * mobility - 5 * border
}

#[cfg(test)]
mod tests {
    use outplay::{Position, Random};

    use super::*;
    use crate::othello::Othello;

    /// The value by the definition.
    fn by_recursion(position: &Othello) -> i32 {
        let value = |m| {
            let mut after = *position;
            after.play(m);
            -by_recursion(&after)
        };
        position.legal().into_iter().map(value).max().unwrap_or_else(|| position.margin())
    }

    fn holds<const SIZE: usize>(ending: &mut Ending, position: &Othello, windows: &mut Random) {
        let (own, other, total) = (position.own, position.other, total(SIZE));
        let value = by_recursion(position);
        assert_eq!(ending.solve::<SIZE>(own, other, -total, total), value, "{position}");
        for _ in 0..3 {
            let alpha = 2 * windows.below(total as usize) as i32 - total;
            let beta = alpha + 2 + 2 * windows.below(4) as i32;
            let score = ending.solve::<SIZE>(own, other, alpha, beta);
            let right = match score {
                score if score <= alpha => value <= score,
                score if score >= beta => value >= score,
                score => value == score,
            };
            assert!(right, "{position}: {value}, not {score} in {alpha} {beta}");
        }
    }

    /// In random games, from the last squares on, and with early ends.
    #[test]
    fn values_are_those_of_plain_recursion() {
        let mut random = Random::new(41);
        let mut solved = 0;
        for size in [4, 6, 8] {
            let mut ending = Ending::default();
            for game in 0..120 {
                let mut position = Othello::start(size);
                while position.outcome().is_none() {
                    let legal = position.legal();
                    position.play(legal[random.below(legal.len())]);
                    let most = if game % 12 == 0 { 8 } else { 6 };
                    if position.empties().count_ones() > most {
                        continue;
                    }
                    solved += 1;
                    match size {
                        4 => holds::<4>(&mut ending, &position, &mut random),
                        6 => holds::<6>(&mut ending, &position, &mut random),
                        _ => holds::<8>(&mut ending, &position, &mut random),
                    }
                }
            }
        }
        assert!(solved > 1_500, "{solved}");
    }

    #[test]
    fn what_it_remembers_changes_no_value() {
        let mut random = Random::new(43);
        let mut kept = Ending::default();
        for _ in 0..20 {
            let mut position = Othello::start(8);
            while position.empties().count_ones() > 10 && position.outcome().is_none() {
                let legal = position.legal();
                position.play(legal[random.below(legal.len())]);
            }
            let solve = |ending: &mut Ending| {
                ending.nodes = 0;
                (ending.solve::<8>(position.own, position.other, -64, 64), ending.nodes)
            };
            let first = solve(&mut Ending::default());
            assert_eq!(solve(&mut Ending::default()), first, "the same nodes each time");
            assert_eq!(solve(&mut kept).0, first.0);
            assert_eq!(solve(&mut kept.clone()), first, "a clone knows nothing");
        }
    }
}
