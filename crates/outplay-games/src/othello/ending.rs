//! The game's own search of the last plies: null windows, in discs, with a small table.

use super::bits::{board, flips, reach_in_lanes as reach};
use super::last::{Three, four, margin, one, two};
use super::stability::{around, settled, stable};
use super::width::{Narrow, Task, Wide, Width, wide};

/// No more moves than this: with so many empty squares it can be asked.
pub(super) const MOST: u32 = 16;
/// From so many on, moves are sorted.
const SORTED: u32 = 6;
/// From so many on the table is used.
const TABLED: u32 = 8;
/// Entries of the table, a power of two.
const ENTRIES: usize = 1 << 15;

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

/// Solves positions with few empty squares. It remembers what it found, and all of that stays true.
///
/// A node is a position visited, the last with one empty square included; a move that is only
/// looked at, to be sorted, is none.
#[derive(Debug, Default)]
pub(super) struct Ending {
    table: Vec<Known>,
    /// What the processor has beyond the usual.
    wide: Option<Wide>,
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
            self.wide = wide();
        }
        // Halves the window until it is closed or left.
        loop {
            let middle = if beta - alpha <= 2 { alpha } else { (alpha + beta) / 4 * 2 };
            let score = match self.wide {
                Some(wide) => self.ask::<_, SIZE>(wide, own, other, middle),
                None => self.ask::<_, SIZE>(Narrow, own, other, middle),
            };
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
    fn ask<W: Width, const SIZE: usize>(
        &mut self,
        width: W,
        own: u64,
        other: u64,
        alpha: i32,
    ) -> i32 {
        let empties = board(SIZE) & !(own | other);
        let (count, odd) = (empties.count_ones(), odd_quarters(empties));
        let node = Node::<W, SIZE> { ending: self, width, own, other, empties, alpha, odd, count };
        match count {
            0 => margin(own, other, total(SIZE)),
            1..=4 => width.run(Last(node)),
            5..SORTED => width.run(Unsorted(node)),
            _ => width.run(Sorted(node)),
        }
    }
}

/// A position that is asked whether its value is above `alpha`.
struct Node<'a, W, const SIZE: usize> {
    ending: &'a mut Ending,
    width: W,
    own: u64,
    other: u64,
    empties: u64,
    alpha: i32,
    /// The set of quarters with an odd number of empty squares.
    odd: u32,
    /// How many squares are empty.
    count: u32,
}

impl<W: Width, const SIZE: usize> Node<'_, W, SIZE> {
    /// The position after a move, its window seen from there.
    #[inline(always)]
    fn after(&mut self, square: u32, turned: u64) -> Node<'_, W, SIZE> {
        let bit = 1 << square;
        Node {
            ending: self.ending,
            width: self.width,
            own: self.other ^ turned,
            other: self.own ^ turned ^ bit,
            empties: self.empties ^ bit,
            alpha: -self.alpha - 2,
            odd: self.odd ^ quarter(square),
            count: self.count - 1,
        }
    }

    /// The same after a pass.
    #[inline(always)]
    fn passed(self) -> Self {
        Node { own: self.other, other: self.own, alpha: -self.alpha - 2, ..self }
    }

    /// A bound at or below `alpha`, if the other side keeps enough discs for it.
    #[inline(always)]
    fn capped(&self) -> Option<i32> {
        let total = total(SIZE);
        if total - 2 * self.other.count_ones() as i32 > self.alpha {
            return None;
        }
        let kept = stable(self.other, &settled(self.empties, SIZE)).count_ones() as i32;
        let most = total - 2 * kept;
        (most <= self.alpha).then_some(most)
    }

    /// The squares to move to.
    #[inline(always)]
    fn moves(&self) -> u64 {
        reach(self.own, self.other) & self.empties
    }

    /// The value if neither side can move.
    #[inline(always)]
    fn over(&self) -> Option<i32> {
        let over = reach(self.other, self.own) & self.empties == 0;
        over.then(|| margin(self.own, self.other, total(SIZE)))
    }

    /// The squares of a set, those in odd quarters first.
    #[inline(always)]
    fn by_parity(&self, squares: u64) -> [u64; 2] {
        let odd = QUARTERS[self.odd as usize & 15];
        [squares & odd, squares & !odd]
    }
}

/// One to four empty squares.
struct Last<'a, W, const SIZE: usize>(Node<'a, W, SIZE>);

impl<W: Width, const SIZE: usize> Task for Last<'_, W, SIZE> {
    #[inline(always)]
    fn run(self) -> i32 {
        let node = self.0;
        let mut list = [0; 4];
        let mut count = 0;
        for mut part in node.by_parity(node.empties) {
            while part != 0 {
                list[count & 3] = part.trailing_zeros() as u8;
                count += 1;
                part &= part - 1;
            }
        }
        let Node { width, own, other, alpha, .. } = node;
        let nodes = &mut node.ending.nodes;
        let [a, b, c, _] = list;
        match count {
            4 => four::<SIZE>(width, own, other, alpha, list, nodes),
            3 => width.run(Three::<SIZE> { own, other, alpha, squares: [a, b, c], nodes }),
            2 => two::<SIZE>(own, other, alpha, [a.into(), b.into()], nodes),
            _ => one::<SIZE>(own, a.into(), alpha, nodes),
        }
    }
}

/// A few more: no table, and only parity orders the moves.
struct Unsorted<'a, W, const SIZE: usize>(Node<'a, W, SIZE>);

impl<W: Width, const SIZE: usize> Task for Unsorted<'_, W, SIZE> {
    #[inline(always)]
    fn run(self) -> i32 {
        let mut node = self.0;
        node.ending.nodes += 1;
        if let Some(most) = node.capped() {
            return most;
        }
        let moves = node.moves();
        if moves == 0 {
            return match node.over() {
                Some(value) => value,
                None => -node.width.run(Unsorted(node.passed())),
            };
        }
        let mut best = -1000;
        for mut part in node.by_parity(moves) {
            while part != 0 {
                let square = part.trailing_zeros();
                part &= part - 1;
                let turned = flips(square, node.own, node.other);
                let after = node.after(square, turned);
                let width = after.width;
                let score = match after.count {
                    4 => width.run(Last(after)),
                    _ => width.run(Unsorted(after)),
                };
                best = best.max(-score);
                if best > node.alpha {
                    return best;
                }
            }
        }
        best
    }
}

/// Moves sorted by [`key`], and the table further from the end.
struct Sorted<'a, W, const SIZE: usize>(Node<'a, W, SIZE>);

/// Places for moves.
const PLACES: usize = MOST as usize;
/// The key of a move that was tried, or of none.
const TRIED: i32 = i32::MIN;

/// Moves to be tried, the one with the largest key first.
struct Moves {
    /// What a move promises; below that how far its place is from the last, and its square.
    keys: [i32; PLACES],
    turned: [u64; PLACES],
}

impl Moves {
    /// The best that is left: its square and what it turns.
    #[inline(always)]
    fn next(&mut self) -> Option<(u32, u64)> {
        let mut best = TRIED;
        for key in self.keys {
            best = best.max(key);
        }
        let place = PLACES - 1 - (best >> 6) as usize % PLACES;
        self.keys[place] = TRIED;
        (best != TRIED).then(|| (best as u32 & 63, self.turned[place]))
    }
}

impl<W: Width, const SIZE: usize> Node<'_, W, SIZE> {
    /// Sorts the moves to these squares; none if one of them turns all discs.
    #[inline(always)]
    fn sort(&self, mut squares: u64, hint: u8) -> Option<Moves> {
        debug_assert!(squares.count_ones() <= MOST);
        let mut moves = Moves { keys: [TRIED; PLACES], turned: [0; PLACES] };
        let [odd, _] = self.by_parity(squares);
        let mut place = 0;
        while squares != 0 {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            let turned = flips(square, self.own, self.other);
            if turned == self.other {
                return None;
            }
            let bit = 1 << square;
            let key = if square as u8 == hint {
                i32::MAX >> 10
            } else {
                let (own, other) = (self.other ^ turned, self.own ^ turned ^ bit);
                key::<SIZE>(own, other, self.empties ^ bit, odd & bit != 0, bit)
            };
            moves.keys[place % PLACES] =
                key << 10 | ((PLACES - 1 - place) << 6) as i32 | square as i32;
            moves.turned[place % PLACES] = turned;
            place += 1;
        }
        Some(moves)
    }
}

impl<W: Width, const SIZE: usize> Task for Sorted<'_, W, SIZE> {
    #[inline(always)]
    fn run(self) -> i32 {
        let mut node = self.0;
        node.ending.nodes += 1;
        let total = total(SIZE);
        if let Some(most) = node.capped() {
            return most;
        }
        let at = place(node.own, node.other);
        let tabled = node.count >= TABLED;
        let mut known = Known { least: -total as i8, most: total as i8, ..UNKNOWN };
        if tabled {
            let found = &node.ending.table[at];
            if found.own == node.own && found.other == node.other {
                known = *found;
                if i32::from(known.least) > node.alpha {
                    return known.least.into();
                }
                if i32::from(known.most) <= node.alpha {
                    return known.most.into();
                }
            }
        }
        let moves = node.moves();
        if moves == 0 {
            return match node.over() {
                Some(value) => value,
                None => -node.width.run(Sorted(node.passed())),
            };
        }
        let Some(mut moves) = node.sort(moves, known.best) else { return total };
        let (mut best, mut best_square) = (-1000, 64);
        while let Some((square, turned)) = moves.next() {
            let after = node.after(square, turned);
            let width = after.width;
            let score = -match after.count {
                ..SORTED => width.run(Unsorted(after)),
                _ => width.run(Sorted(after)),
            };
            if score > best {
                (best, best_square) = (score, square as u8);
                if best > node.alpha {
                    break;
                }
            }
        }
        if tabled {
            let (least, most) = (i32::from(known.least), i32::from(known.most));
            let (least, most) = match best > node.alpha {
                true => (least.max(best), most),
                false => (least, most.min(best)),
            };
            let (own, other) = (node.own, node.other);
            let (least, most) = (least as i8, most as i8);
            node.ending.table[at] = Known { own, other, least, most, best: best_square };
        }
        best
    }
}

/// How promising a move is, from the position after it, seen by the other side: few moves for it
/// (corners count double), few empty squares beside one's own discs for moves to come, the last
/// move in a quarter, a corner.
#[inline(always)]
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
        // With the instructions that there are always, and with those that there are here.
        for width in [None, wide()] {
            ending.table.clear();
            ending.solve::<SIZE>(own, other, total - 2, total);
            ending.wide = width;
            assert_eq!(ending.solve::<SIZE>(own, other, -total, total), value, "{position}");
        }
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
    fn lanes_reach_the_same_squares() {
        let mut random = Random::new(42);
        for _ in 0..10_000 {
            let (some, more, mask) = (random.next_u64(), random.next_u64(), random.next_u64());
            let (own, other) = (some & !more & mask, more & mask);
            assert_eq!(reach(own, other), crate::othello::bits::reach(own, other));
        }
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
