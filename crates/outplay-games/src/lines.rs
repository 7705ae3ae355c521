//! Rows of stones, found many at a time.
//!
//! The cells of a board lie one after the other along its *minor* direction, with one bit left
//! empty after each such run. A line that would leave the board then always meets an empty bit,
//! so that shifting a whole board by a *stride* moves every stone one cell in one of the four
//! directions, and nothing wraps round. (For Connect Four the technique is John Tromp's.)

use crate::word::Word;

/// The longest line that is looked for.
pub(crate) const LONGEST: u32 = 19;

/// Enough binary digits to count to [`LONGEST`].
const DIGITS: usize = 5;

/// Where lines of a certain length can lie on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lines {
    strides: [u8; 4],
    /// All four directions count; else only the first: the board is too small for the others.
    all: bool,
    length: u8,
}

impl Lines {
    /// Lines of `length` on a board of `major` runs of `minor` cells, where at least one
    /// direction has room for it.
    #[inline]
    pub(crate) fn new(minor: u32, major: u32, length: u32) -> Lines {
        debug_assert!(0 < length && length <= minor.max(major) && length <= LONGEST);
        let (along, across) = (1, minor as u8 + 1);
        let (first, second) = if length <= minor { (along, across) } else { (across, along) };
        Lines {
            strides: [first, second, across - 1, across + 1],
            // No shift by a line's length then reaches the width of the word.
            all: length <= minor && length <= major,
            length: length as u8,
        }
    }

    /// The same in all four directions whatever the size, where the word is known to be wide
    /// enough to shift by a line's length.
    #[inline]
    pub(crate) const fn every_direction(minor: u32, length: u8) -> Lines {
        let across = minor as u8 + 1;
        Lines { strides: [1, across, across - 1, across + 1], all: true, length }
    }

    #[inline]
    fn length(self) -> u32 {
        u32::from(self.length)
    }

    /// The sum of `f` over the directions that count.
    #[inline]
    fn union<W: Word>(self, f: impl Fn(u32) -> W) -> W {
        let [first, rest @ ..] = self.strides;
        let mut union = f(u32::from(first));
        if self.all {
            for stride in rest {
                union = union | f(u32::from(stride));
            }
        }
        union
    }

    /// Whether the stones make a line.
    #[inline]
    pub(crate) fn any<W: Word>(self, stones: W) -> bool {
        // A constant length lets the compiler lay out every shift.
        let starts = match self.length {
            3 => self.union(|stride| starts(stones, stride, 3)),
            4 => self.union(|stride| starts(stones, stride, 4)),
            _ => self.union(|stride| starts(stones, stride, self.length())),
        };
        !starts.is_empty()
    }

    /// The stones that are part of a line.
    pub(crate) fn stones<W: Word>(self, stones: W) -> W {
        self.union(|stride| {
            let starts = starts(stones, stride, self.length());
            (0..self.length()).fold(W::EMPTY, |line, at| line | starts << (at * stride))
        })
    }

    /// The cells where one more stone would complete a line; also some that are taken or in a
    /// gap, which the caller must leave out.
    #[inline]
    pub(crate) fn completions<W: Word>(self, stones: W) -> W {
        match self.length {
            3 => self.union(|stride| completions::<W, 3>(stones, stride, 3)),
            4 => self.union(|stride| completions::<W, 4>(stones, stride, 4)),
            _ => self.union(|stride| {
                completions::<W, { LONGEST as usize }>(stones, stride, self.length())
            }),
        }
    }

    /// How many lines lie within `board` and contain `cell`.
    pub(crate) fn through<W: Word>(self, board: W, cell: u32) -> u32 {
        let directions = if self.all { 4 } else { 1 };
        let along = |stride: u8| {
            let starts = starts(board, u32::from(stride), self.length());
            (0..self.length())
                .filter_map(|at| cell.checked_sub(at * u32::from(stride)))
                .filter(|&start| starts.has(start))
                .count() as u32
        };
        self.strides[..directions].iter().map(|&s| along(s)).sum()
    }

    /// The worth of all lines within `open` by the number of `stones` in each: [`worth`].
    #[inline]
    pub(crate) fn weigh<W: Word>(self, stones: W, open: W) -> i32 {
        let directions = if self.all { 4 } else { 1 };
        let along = |&stride: &u8| match self.length {
            3 => weigh(stones, open, u32::from(stride), 3),
            4 => weigh(stones, open, u32::from(stride), 4),
            _ => weigh(stones, open, u32::from(stride), self.length()),
        };
        self.strides[..directions].iter().map(along).sum()
    }
}

/// What an open line with so many stones is worth, in hundredths: 10, 40, 160, …
const fn worth(stones: u32) -> i32 {
    const MOST: u32 = 6;
    let steps = if stones > MOST { MOST } else { stones } - 1;
    10 << (2 * steps)
}

/// The first cells of the lines that the stones make in one direction. Runs double in length, so
/// that a line of five takes three steps.
#[inline]
fn starts<W: Word>(stones: W, stride: u32, length: u32) -> W {
    let (mut run, mut reached) = (stones, 1);
    while reached < length {
        let step = reached.min(length - reached);
        run = run & run >> (step * stride);
        reached += step;
    }
    run
}

/// The cells that complete a line in one direction: with i stones before and the rest after.
#[inline]
fn completions<W: Word, const MOST: usize>(stones: W, stride: u32, length: u32) -> W {
    let length = (length as usize).min(MOST);
    // after[i]: the cells followed by at least i stones.
    let mut after = [!W::EMPTY; MOST];
    for i in 1..length {
        after[i] = (after[i - 1] & stones) >> stride;
    }
    let (mut before, mut found) = (!W::EMPTY, after[length - 1]);
    for i in 1..length {
        before = (before & stones) << stride;
        found = found | before & after[length - 1 - i];
    }
    found
}

/// The worth of the lines in one direction. The stones of all lines are counted at once, the
/// binary digits of the counts standing in one word each.
#[inline]
fn weigh<W: Word>(stones: W, open: W, stride: u32, length: u32) -> i32 {
    let lines = starts(open, stride, length);
    let mut digits = [W::EMPTY; DIGITS];
    for at in 0..length {
        let mut carry = lines & stones >> (at * stride);
        for digit in &mut digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
    let holding = |count: u32| {
        let agrees = |set: W, (place, &digit): (usize, &W)| {
            set & if count >> place & 1 == 1 { digit } else { !digit }
        };
        digits.iter().enumerate().fold(lines, agrees)
    };
    (1..length).map(|count| worth(count) * holding(count).count() as i32).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay::Random;

    /// A board as it is, for doing the same the slow way.
    struct Slow {
        minor: i32,
        major: i32,
        length: i32,
    }

    impl Slow {
        fn bit(&self, x: i32, y: i32) -> u32 {
            (y * (self.minor + 1) + x) as u32
        }

        fn board<W: Word>(&self) -> W {
            (0..self.major).fold(W::EMPTY, |board, y| {
                (0..self.minor).fold(board, |board, x| board | W::cell(self.bit(x, y)))
            })
        }

        /// Every line as its cells.
        fn lines<W: Word>(&self) -> Vec<W> {
            let mut lines = vec![];
            let directions = [(1, 0), (0, 1), (1, 1), (-1, 1)];
            // A line of one cell is the same in every direction, but is counted in each.
            for (dx, dy) in directions {
                for y in 0..self.major {
                    for x in 0..self.minor {
                        let at = |i: i32| (x + i * dx, y + i * dy);
                        let inside = |(x, y): (i32, i32)| {
                            (0..self.minor).contains(&x) && (0..self.major).contains(&y)
                        };
                        if inside(at(self.length - 1)) {
                            let cells = (0..self.length).map(at);
                            lines.push(
                                cells.fold(W::EMPTY, |set, (x, y)| set | W::cell(self.bit(x, y))),
                            );
                        }
                    }
                }
            }
            lines
        }
    }

    fn agrees_with_slow<W: Word>(minor: u32, major: u32, length: u32, random: &mut Random) {
        let slow = Slow { minor: minor as i32, major: major as i32, length: length as i32 };
        let (fast, board, lines) =
            (Lines::new(minor, major, length), slow.board::<W>(), slow.lines::<W>());
        for density in [2, 3, 5, 9] {
            let mut pick = |from: W| {
                from.cells()
                    .filter(|_| random.below(10) < density)
                    .fold(W::EMPTY, |set, cell| set | W::cell(cell))
            };
            let stones = pick(board);
            let open = stones | pick(board);
            let made: Vec<W> =
                lines.iter().copied().filter(|&line| line & stones == line).collect();
            assert_eq!(fast.any(stones), !made.is_empty());
            let union = made.iter().fold(W::EMPTY, |set, &line| set | line);
            assert_eq!(fast.stones(stones), union);
            let free = board & !stones;
            let completing = free
                .cells()
                .filter(|&c| {
                    let with = stones | W::cell(c);
                    lines.iter().any(|&l| l.has(c) && l & with == l)
                })
                .fold(W::EMPTY, |set, cell| set | W::cell(cell));
            assert_eq!(fast.completions(stones) & free, completing);
            let weight: i32 = lines
                .iter()
                .filter(|&&l| l & open == l)
                .map(|&l| (l & stones).count())
                .filter(|&n| 0 < n && n < length)
                .map(worth)
                .sum();
            assert_eq!(fast.weigh(stones, open), weight, "{minor}×{major}, {length}");
            for cell in board.cells() {
                let through = lines.iter().filter(|&&l| l.has(cell)).count() as u32;
                assert_eq!(fast.through(board, cell), through);
            }
        }
    }

    #[test]
    fn all_sizes_agree_with_the_slow_way() {
        let mut random = Random::new(1);
        for minor in 1..=LONGEST {
            for major in 1..=LONGEST {
                for length in 1..=minor.max(major) {
                    if (minor + 1) * major <= 64 {
                        agrees_with_slow::<u64>(minor, major, length, &mut random);
                    } else if (minor + 1) * major <= 128 {
                        agrees_with_slow::<u128>(minor, major, length, &mut random);
                    }
                }
            }
        }
    }
}
