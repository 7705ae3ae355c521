//! What Black may not make in renju: an overline, a double four, a double three.
//!
//! Source: the International Rules of Renju of the Renju International Federation (1996, corrected
//! in 1998), sections 3 and 9. A five beats every foul. A four is a four, whatever completing it
//! would mean; but a three counts only if the stone that makes it a straight four is not itself a
//! foul, and does not make a five at the same time. To know that, the same question is asked of
//! that stone, with the first one on the board, and so on.

use super::board::{DIRECTIONS, EMPTY, Geometry, Line, Lines, stone};
use super::classes::{Code, count, fours, shape_of};
use super::setup::Colour;
use super::shapes::{Shape, Shapes};

/// A kind of foul.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foul {
    /// Six stones or more in a row.
    Overline,
    /// More than one four.
    DoubleFour,
    /// More than one real three.
    DoubleThree,
}

impl Foul {
    /// With its article.
    pub const fn name(self) -> &'static str {
        match self {
            Foul::Overline => "an overline",
            Foul::DoubleFour => "a double four",
            Foul::DoubleThree => "a double three",
        }
    }
}

/// The board that the question is asked of. Stones are put on it and taken away again.
pub(super) struct Referee<'g> {
    geometry: &'g Geometry,
    shapes: &'g Shapes,
    lines: Lines,
    /// Questions asked so far.
    asked: u32,
}

/// More questions than any game position needs: in positions made to be tangled, threes are
/// believed from there on.
const MOST_QUESTIONS: u32 = 20_000;

impl<'g> Referee<'g> {
    pub(super) fn new(geometry: &'g Geometry, shapes: &'g Shapes, lines: &Lines) -> Referee<'g> {
        Referee { geometry, shapes, lines: lines.clone(), asked: 0 }
    }

    /// The foul of a black stone on an empty cell. The board is as before.
    pub(super) fn foul(&mut self, cell: usize) -> Option<Foul> {
        self.asked += 1;
        let code = self.code(cell);
        if count(code, Shape::Five) > 0 {
            return None;
        }
        if count(code, Shape::Overline) > 0 {
            return Some(Foul::Overline);
        }
        if fours(code) > 1 {
            return Some(Foul::DoubleFour);
        }
        if count(code, Shape::OpenThree) < 2 {
            return None;
        }
        self.lines.flip(self.geometry, cell, Colour::Black);
        let mut real = 0;
        for direction in 0..DIRECTIONS {
            // Two are enough.
            if real < 2 && shape_of(code, direction) == Shape::OpenThree {
                real += usize::from(self.is_real_three(cell, direction));
            }
        }
        self.lines.flip(self.geometry, cell, Colour::Black);
        (real >= 2).then_some(Foul::DoubleThree)
    }

    /// Whether the three that the stone on `cell` just made can become a straight four by a legal
    /// move.
    fn is_real_three(&mut self, cell: usize, direction: usize) -> bool {
        let line = self.lines.through(self.geometry, cell, direction);
        // A straight four is unbroken: what makes it one is the first gap on either side.
        [-1, 1].into_iter().any(|way| {
            let Some(steps) = first_gap(line, way) else { return false };
            let gap = (cell as isize + steps * self.geometry.steps[direction]) as usize;
            let code = self.code(gap);
            shape_of(code, direction) == Shape::OpenFour
                && count(code, Shape::Five) == 0
                && (self.asked > MOST_QUESTIONS || self.foul(gap).is_none())
        })
    }

    /// The black shapes of an empty cell.
    fn code(&self, cell: usize) -> Code {
        (0..DIRECTIONS).fold(0, |code, direction| {
            let window = self.lines.through(self.geometry, cell, direction).window(0);
            code | Code::from(self.shapes.both(window) & 15) << (4 * direction)
        })
    }
}

/// Steps to the first cell without a black stone, if it is empty.
fn first_gap(line: Line, way: isize) -> Option<isize> {
    let steps = (1..=4).map(|steps| steps * way);
    let gap = steps.into_iter().find(|&steps| line.state(steps) != stone(Colour::Black))?;
    (line.state(gap) == EMPTY).then_some(gap)
}
