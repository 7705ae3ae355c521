//! What a stone makes of all four lines through a cell together.

use std::sync::OnceLock;

use super::board::DIRECTIONS;
use super::setup::{Colour, Rule};
use super::shapes::Shape;
use super::weights::WORTH;

/// The four shapes of a cell for one colour, four bits each.
pub(super) type Code = u16;

/// The shape in one direction.
#[inline]
pub(super) fn shape_of(code: Code, direction: usize) -> Shape {
    Shape::from_bits((code >> (4 * direction)) as u8)
}

/// How many of the four shapes are this one.
#[inline]
pub(super) fn count(code: Code, shape: Shape) -> usize {
    (0..DIRECTIONS).filter(|&direction| shape_of(code, direction) == shape).count()
}

/// Fours in all four directions: more than one is a double four.
#[inline]
pub(super) fn fours(code: Code) -> usize {
    count(code, Shape::Four) + count(code, Shape::OpenFour) + 2 * count(code, Shape::TwoFours)
}

/// What a stone on a cell would do for its colour. Sets of cells are kept by class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Class {
    /// Nothing that must be answered.
    Quiet,
    /// An open three.
    Three,
    /// Two open threes or more.
    DoubleThree,
    /// A four that one stone stops.
    Four,
    /// A four together with an open three.
    FourThree,
    /// An open four, or two fours: it can't be stopped.
    OpenFour,
    /// The game.
    Five,
    /// For Black in renju: several threes, which may be a double three. They must be looked at.
    Suspect,
    /// For Black in renju: an overline or a double four.
    Foul,
}

impl Class {
    /// How many there are.
    pub(super) const COUNT: usize = 9;
    const ALL: [Class; Class::COUNT] = [
        Class::Quiet,
        Class::Three,
        Class::DoubleThree,
        Class::Four,
        Class::FourThree,
        Class::OpenFour,
        Class::Five,
        Class::Suspect,
        Class::Foul,
    ];

    /// The class of a cell, for a colour that is free to make anything.
    fn free(code: Code) -> Class {
        let threes = count(code, Shape::OpenThree);
        match (fours(code), threes) {
            _ if count(code, Shape::Five) > 0 => Class::Five,
            _ if count(code, Shape::OpenFour) > 0 => Class::OpenFour,
            (2.., _) => Class::OpenFour,
            (1, 1..) => Class::FourThree,
            (1, 0) => Class::Four,
            (0, 2..) => Class::DoubleThree,
            (0, 1) => Class::Three,
            (0, 0) => Class::Quiet,
        }
    }

    /// The class of a cell for Black in renju.
    fn bound(code: Code) -> Class {
        let free = Class::free(code);
        match free {
            Class::Five => free,
            _ if count(code, Shape::Overline) > 0 || fours(code) > 1 => Class::Foul,
            _ if count(code, Shape::OpenThree) > 1 => Class::Suspect,
            _ => free,
        }
    }
}

/// The two best shapes of a code, as a number below [`PAIRS`](super::weights::PAIRS).
pub(super) fn pair_of(code: Code) -> usize {
    let mut shapes = core::array::from_fn::<_, DIRECTIONS, _>(|at| shape_of(code, at) as usize);
    shapes.sort_unstable();
    shapes[DIRECTIONS - 1] * 12 + shapes[DIRECTIONS - 2]
}

/// The class of a code, how promising such a cell is, and what it is worth, in 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Judgement(u32);

impl Judgement {
    /// Of a cell that no row will ever pass.
    pub(super) const NOTHING: Judgement = Judgement(0);

    fn new(class: Class, promise: u16, worth: i16) -> Judgement {
        Judgement((worth as u32) << 16 | u32::from(promise) << 4 | class as u32)
    }

    #[inline]
    pub(super) fn class(self) -> Class {
        Class::ALL[(self.0 & 15) as usize % Class::COUNT]
    }

    /// The larger, the sooner a stone there is tried; up to 4,095.
    #[inline]
    pub(super) fn promise(self) -> i32 {
        (self.0 >> 4 & 0xfff) as i32
    }

    /// What the cell adds to an evaluation, in sixteenths of a hundredth of a unit.
    #[inline]
    pub(super) fn worth(self) -> i16 {
        (self.0 >> 16) as i16
    }
}

/// What a shape adds to the promise of a cell; our own values.
const PROMISE: [u16; 16] = [0, 1, 2, 4, 12, 14, 34, 40, 60, 120, 400, 0, 0, 0, 0, 0];

/// What a class adds.
const fn bonus(class: Class) -> u16 {
    match class {
        Class::Quiet | Class::Three | Class::Suspect | Class::Foul => 0,
        Class::DoubleThree => 60,
        Class::Four => 10,
        Class::FourThree => 130,
        Class::OpenFour => 160,
        Class::Five => 200,
    }
}

/// The judgements of all codes for one colour.
pub(super) type Judgements = [Judgement; 1 << (4 * DIRECTIONS)];

/// The table for a colour under a rule.
pub(super) fn judgements(rule: Rule, colour: Colour) -> &'static Judgements {
    static FREE: OnceLock<Box<Judgements>> = OnceLock::new();
    static BOUND: OnceLock<Box<Judgements>> = OnceLock::new();
    let bound = rule == Rule::Renju && colour == Colour::Black;
    let (table, class): (_, fn(Code) -> Class) =
        if bound { (&BOUND, Class::bound) } else { (&FREE, Class::free) };
    table.get_or_init(|| {
        let mut table = Box::new([Judgement::NOTHING; 1 << (4 * DIRECTIONS)]);
        for (code, entry) in (0..=Code::MAX).zip(table.iter_mut()) {
            *entry = judge(code, class(code));
        }
        table
    })
}

fn judge(code: Code, class: Class) -> Judgement {
    let shapes = (0..DIRECTIONS).map(|direction| PROMISE[shape_of(code, direction) as usize]);
    let worth = WORTH[pair_of(code)];
    let (promise, worth) = match class {
        Class::Foul => (0, 0),
        // Most often it is one, and then worth nothing.
        Class::Suspect => (shapes.sum::<u16>() / 4, worth / 4),
        _ => (shapes.sum::<u16>() + bonus(class), worth),
    };
    Judgement::new(class, promise, worth)
}
