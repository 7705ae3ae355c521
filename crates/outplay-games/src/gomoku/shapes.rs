//! What a stone makes of its line: a five, a four, a three.
//!
//! The neighbourhood of an empty cell on one line, five cells to either side, decides what a stone
//! there would make. All neighbourhoods are looked at once, at the first use of a rule, and kept in
//! a table, so that a move costs a handful of look-ups.

use std::sync::OnceLock;

use super::board::{EMPTY, REACH, WALL};
use super::setup::Rule;

/// What a stone on an empty cell would make of one of the lines through it, weakest first.
///
/// Only rows through that very cell count. A shape is *open* if it grows into an open four, which
/// can't be stopped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Shape {
    /// No row of five will ever pass here.
    Dead,
    One,
    OpenOne,
    Two,
    OpenTwo,
    /// One more stone makes a four.
    Three,
    /// One more stone makes an open four.
    OpenThree,
    /// One more stone makes a five, on one cell only.
    Four,
    /// Two fours on one line that are not a straight four: only told apart for Black in renju,
    /// where they are a foul. Elsewhere they are as good as an open four.
    TwoFours,
    /// Whatever the other side plays on this line, one more stone makes a five. In renju a straight
    /// four.
    OpenFour,
    /// A row that wins.
    Five,
    /// Six or more, where that is a foul.
    Overline,
}

impl Shape {
    const ALL: [Shape; 16] = [
        Shape::Dead,
        Shape::One,
        Shape::OpenOne,
        Shape::Two,
        Shape::OpenTwo,
        Shape::Three,
        Shape::OpenThree,
        Shape::Four,
        Shape::TwoFours,
        Shape::OpenFour,
        Shape::Five,
        Shape::Overline,
        Shape::Dead,
        Shape::Dead,
        Shape::Dead,
        Shape::Dead,
    ];

    /// From the lower four bits.
    #[inline]
    pub(super) const fn from_bits(bits: u8) -> Shape {
        Shape::ALL[(bits & 15) as usize]
    }
}

/// What one colour's rows must be to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    FiveOrMore,
    ExactlyFive,
    /// Exactly five, and more is a foul.
    FiveNotMore,
    NotShutIn,
}

/// One side of a neighbourhood: ways to fill five cells, walls only at the outer end.
const SIDES: usize = 364;
const CODES: usize = 1 << (2 * REACH);
/// A left side in the upper bits, a right side in the lower nine.
const KEYS: usize = 1 << 18;

/// The shapes of all neighbourhoods under one rule.
pub(super) struct Shapes {
    /// The number of a left side, moved to its place in the key; of a right side.
    left: [u32; CODES],
    right: [u32; CODES],
    /// Black's shape in the lower four bits, White's in the upper.
    table: Box<[u8; KEYS]>,
}

impl Shapes {
    /// Those of a rule.
    pub(super) fn of(rule: Rule) -> &'static Shapes {
        static RULES: [OnceLock<Shapes>; Rule::ALL.len()] =
            [const { OnceLock::new() }; Rule::ALL.len()];
        RULES[rule as usize].get_or_init(|| Shapes::new(rule))
    }

    /// Both colours' shapes of a [neighbourhood](super::board::Line::window).
    #[inline]
    pub(super) fn both(&self, window: u64) -> u8 {
        let left = self.left[window as usize % CODES];
        let right = self.right[(window >> (2 * REACH + 2)) as usize % CODES];
        self.table[(left | right) as usize % KEYS]
    }

    fn new(rule: Rule) -> Shapes {
        let (black, white) = match rule {
            Rule::Freestyle => (Row::FiveOrMore, Row::FiveOrMore),
            Rule::Standard => (Row::ExactlyFive, Row::ExactlyFive),
            Rule::Renju => (Row::FiveNotMore, Row::FiveOrMore),
            Rule::Caro => (Row::NotShutIn, Row::NotShutIn),
        };
        let (left, right) = (sides(true), sides(false));
        let mut shapes = Shapes { left: [0; CODES], right: [0; CODES], table: Box::new([0; KEYS]) };
        let mut blacks = Solver::new(black);
        let mut other = (white != black).then(|| Solver::new(white));
        for (l, side) in left.iter().enumerate() {
            shapes.left[usize::from(side.code)] = (l as u32) << 9;
        }
        for (r, side) in right.iter().enumerate() {
            shapes.right[usize::from(side.code)] = r as u32;
        }
        for (l, left) in left.iter().enumerate() {
            for (r, right) in right.iter().enumerate() {
                let seen =
                    |by: usize| u32::from(left.seen[by]) | u32::from(right.seen[by]) << (2 * REACH);
                let whites = other.as_mut().unwrap_or(&mut blacks).shape(seen(1));
                let shape = blacks.shape(seen(0)) as u8 | (whites as u8) << 4;
                shapes.table[l << 9 | r] = shape;
            }
        }
        shapes
    }
}

/// One way to fill a side of a neighbourhood.
struct Side {
    code: u16,
    /// As Black and White see it: see [`seen`].
    seen: [u16; 2],
}

/// All ways to fill one side of a neighbourhood.
fn sides(left: bool) -> Vec<Side> {
    // The cells from the middle outwards.
    let place = |step: usize| place(left, step);
    let fits = |code: &u16| {
        let cell = |step| u64::from(*code) >> (2 * place(step)) & 3;
        (1..REACH).all(|step| cell(step - 1) != WALL || cell(step) == WALL)
    };
    let seen = |code: u16| Side { code, seen: [seen(code, left), seen(swapped(code), left)] };
    let sides: Vec<Side> = (0..CODES as u16).filter(fits).map(seen).collect();
    debug_assert_eq!(sides.len(), SIDES, "1 + 3 + 9 + … + 243");
    sides
}

/// Where a side keeps the cell so many steps from the middle, 0 being next to it.
fn place(left: bool, step: usize) -> usize {
    if left { REACH - 1 - step } else { step }
}

/// A side as far as the first colour cares: what lies behind a stone of the other never matters,
/// and is walled up. So few sides are left that the table is soon made.
fn seen(code: u16, left: bool) -> u16 {
    let mut shut = false;
    (0..REACH).fold(0, |seen, step| {
        let at = 2 * place(left, step);
        let state = if shut { WALL } else { u64::from(code) >> at & 3 };
        shut |= state == OTHER;
        seen | (state as u16) << at
    })
}

/// The same side with the colours swapped.
fn swapped(code: u16) -> u16 {
    const LOW: u16 = 0x5555;
    (code & LOW) << 1 | code >> 1 & LOW
}

/// Finds the shapes of a stone of the first colour amid a neighbourhood of ten cells: the middle,
/// which holds the stone, is left out.
struct Solver {
    row: Row,
    known: Vec<u8>,
}

const UNKNOWN: u8 = u8::MAX;
const OWN: u64 = 1;
const OTHER: u64 = 2;

impl Solver {
    fn new(row: Row) -> Solver {
        Solver { row, known: vec![UNKNOWN; CODES * CODES] }
    }

    fn shape(&mut self, window: u32) -> Shape {
        let known = self.known[window as usize];
        if known != UNKNOWN {
            return Shape::from_bits(known);
        }
        let shape = self.find(window);
        self.known[window as usize] = shape as u8;
        shape
    }

    fn find(&mut self, window: u32) -> Shape {
        let (back, ahead) = runs(window);
        let length = back + 1 + ahead;
        if self.wins(window) {
            return Shape::Five;
        }
        if length > 5 && self.row == Row::FiveNotMore {
            return Shape::Overline;
        }
        let mut fives = 0;
        // The shapes that one more stone makes, a bit each.
        let mut grown = 0_u16;
        for place in empty_cells(window) {
            let shape = self.shape(filled(window, place, OWN));
            fives += usize::from(shape == Shape::Five);
            grown |= 1 << shape as u16;
        }
        if fives > 0 {
            return self.four(window, fives, length);
        }
        let best = |wanted: &[Shape]| wanted.iter().any(|&shape| grown >> shape as u16 & 1 == 1);
        let steps = [
            (&[Shape::OpenFour][..], Shape::OpenThree),
            (&[Shape::Four, Shape::TwoFours], Shape::Three),
            (&[Shape::OpenThree], Shape::OpenTwo),
            (&[Shape::Three], Shape::Two),
            (&[Shape::OpenTwo], Shape::OpenOne),
            (&[Shape::Two], Shape::One),
        ];
        let step = steps.into_iter().find(|(from, _)| best(from));
        step.map_or(Shape::Dead, |(_, to)| to)
    }

    /// The kind of a four that can be completed on so many cells.
    fn four(&self, window: u32, fives: usize, length: usize) -> Shape {
        match self.row {
            Row::FiveNotMore if fives > 1 && length != 4 => Shape::TwoFours,
            // A stone of the other side at one end may shut in the five at the other.
            Row::NotShutIn if fives < 2 || !self.holds(window) => Shape::Four,
            _ if fives > 1 => Shape::OpenFour,
            _ => Shape::Four,
        }
    }

    /// Whether some five can be completed after every answer on this line.
    fn holds(&self, window: u32) -> bool {
        empty_cells(window).all(|place| {
            let answered = filled(window, place, OTHER);
            empty_cells(answered).any(|place| self.wins(filled(answered, place, OWN)))
        })
    }

    fn wins(&self, window: u32) -> bool {
        let (back, ahead) = runs(window);
        let length = back + 1 + ahead;
        match self.row {
            Row::FiveOrMore => length >= 5,
            Row::ExactlyFive | Row::FiveNotMore => length == 5,
            Row::NotShutIn => {
                // Beyond the neighbourhood there is none: five in front of an empty cell have won.
                let shut =
                    |side: usize, run: usize| run < REACH && cell(window, side, run) == OTHER;
                length >= 5 && !(shut(0, back) && shut(1, ahead))
            }
        }
    }
}

/// The cell so many steps from the middle, 0 being next to it, to the left (0) or right (1).
fn cell(window: u32, side: usize, steps: usize) -> u64 {
    let place = if side == 0 { REACH - 1 - steps } else { REACH + steps };
    u64::from(window) >> (2 * place) & 3
}

/// Own stones next to the middle on either side.
fn runs(window: u32) -> (usize, usize) {
    let run = |side| (0..REACH).take_while(|&steps| cell(window, side, steps) == OWN).count();
    (run(0), run(1))
}

fn empty_cells(window: u32) -> impl Iterator<Item = usize> {
    (0..2 * REACH).filter(move |place| u64::from(window) >> (2 * place) & 3 == EMPTY)
}

fn filled(window: u32, place: usize, state: u64) -> u32 {
    window | (state as u32) << (2 * place)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is walled up does not matter: sampled, since the whole is slow.
    #[test]
    fn shapes_do_not_hang_on_what_lies_behind_a_stone() {
        let rows = [Row::FiveOrMore, Row::ExactlyFive, Row::FiveNotMore, Row::NotShutIn];
        for row in rows {
            let (mut whole, mut cut) = (Solver::new(row), Solver::new(row));
            for (l, left) in sides(true).iter().enumerate() {
                for right in sides(false).iter().skip(l % 3).step_by(3) {
                    let window =
                        |left: u16, right: u16| u32::from(left) | u32::from(right) << (2 * REACH);
                    let plain = whole.shape(window(left.code, right.code));
                    let seen = cut.shape(window(left.seen[0], right.seen[0]));
                    assert_eq!(plain, seen, "{row:?} {:b} {:b}", left.code, right.code);
                    let plain = whole.shape(window(swapped(left.code), swapped(right.code)));
                    let seen = cut.shape(window(left.seen[1], right.seen[1]));
                    assert_eq!(plain, seen, "{row:?} {:b} {:b}", left.code, right.code);
                }
            }
        }
    }
}
