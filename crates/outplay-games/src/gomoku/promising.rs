//! The moves that the selective search looks at.
//!
//! Where a five or an open four is at hand, few moves matter, and the others are proven to lose;
//! elsewhere the best by their shapes are a guess.

use outplay::{Position, Scope};

use super::bits::{Bits, MOST_CELLS};
use super::board::{DIRECTIONS, EMPTY, REACH, stone};
use super::classes::{Class, fours, shape_of};
use super::evaluator::forced;
use super::opening::Phase;
use super::shapes::Shape;
use super::{Gomoku, Move};

/// Moves looked at in a quiet position.
pub(super) const MOST_PROMISING: usize = 24;

/// See [`Evaluator::promising`](outplay::Evaluator::promising).
pub(super) fn promising(p: &Gomoku, out: &mut Vec<Move>) -> Scope {
    let (own, other) = (p.next, p.next.other());
    // The first stone has nothing near it; the last ones are searched in full.
    let few = p.left <= MOST_PROMISING || p.left == p.setup.cells();
    if p.phase != Phase::Play || p.outcome().is_some() || few {
        return Scope::Legal;
    }
    let before = out.len();
    let has = |colour, class| !p.set(colour, class).is_empty();
    if has(own, Class::Five) || has(other, Class::Five) {
        forced(p, out);
        return Scope::Proven;
    }
    if let Some(cell) = p.set(own, Class::OpenFour).lowest() {
        // Nobody wins sooner than with the five that follows.
        out.push(Move::to(cell));
        return Scope::Proven;
    }
    let open = p.open_cells();
    if has(other, Class::OpenFour) {
        out.extend(against_open_fours(p).both(&open).cells().map(Move::to));
        if out.len() == before {
            // All lose alike.
            out.extend(open.lowest().map(Move::to));
        }
        return if out.len() == before { Scope::Legal } else { Scope::Proven };
    }
    by_shapes(p, &open, out);
    if out.len() == before { Scope::Legal } else { Scope::Guess }
}

/// The best by their shapes near the stones.
fn by_shapes(p: &Gomoku, open: &Bits, out: &mut Vec<Move>) {
    let stones = Bits::first(p.setup.cells()).without(&p.empty);
    let near = p.geometry.near(&stones).both(open);
    let mut ranked = [0_u32; MOST_CELLS];
    let mut count = 0;
    for (cell, slot) in near.cells().zip(&mut ranked) {
        *slot = (p.promise(cell) as u32) << 9 | cell as u32;
        count += 1;
    }
    let ranked = &mut ranked[..count];
    if count > MOST_PROMISING {
        ranked.select_nth_unstable_by(MOST_PROMISING, |a, b| b.cmp(a));
    }
    let best = ranked.iter().take(MOST_PROMISING);
    out.extend(best.map(|&slot| Move::to(slot as usize % MOST_CELLS)));
}

/// The cells that may keep the other side, which threatens open fours, from winning with one: own
/// fours, and cells on the lines of every such four. A stone elsewhere leaves one as it is: the
/// other side plays it, and five after whatever answer.
pub(super) fn against_open_fours(p: &Gomoku) -> Bits {
    let (own, other) = (p.next, p.next.other());
    let mut cells = Bits::first(p.setup.cells());
    for four in p.set(other, Class::OpenFour).cells() {
        cells = cells.both(&around(p, four));
    }
    for class in [Class::Four, Class::FourThree] {
        cells = cells.either(p.set(own, class));
    }
    let suspects = p.set(own, Class::Suspect).cells();
    suspects.filter(|&cell| fours(p.code(own, cell)) > 0).for_each(|cell| cells.insert(cell));
    cells
}

/// A cell where the other side makes fours, and the empty cells that have a part in them.
fn around(p: &Gomoku, four: usize) -> Bits {
    let other = p.next.other();
    let mut cells = Bits::NONE;
    cells.insert(four);
    for direction in 0..DIRECTIONS {
        let shape = shape_of(p.code(other, four), direction);
        if !matches!(shape, Shape::Four | Shape::TwoFours | Shape::OpenFour) {
            continue;
        }
        let line = p.lines.through(p.geometry, four, direction);
        for way in [-1, 1] {
            // What lies behind a stone in the way never matters.
            for steps in (1..=REACH as isize).map(|steps| steps * way) {
                let state = line.state(steps);
                if state == EMPTY {
                    cells.insert((four as isize + steps * p.geometry.steps[direction]) as usize);
                } else if state != stone(other) {
                    break;
                }
            }
        }
    }
    cells
}
