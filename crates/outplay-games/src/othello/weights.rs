//! The weights of the patterns, by number of empty squares, and the file that they come in.

use std::sync::OnceLock;

use super::bits::reach;
use super::patterns::{ENTRIES, Sums, canonical};

/// Numbers of empty squares for which there are weights. Between them they go over.
pub(super) const KNOTS: [u32; 8] = [4, 10, 16, 22, 28, 36, 46, 60];
/// Inputs that are no patterns.
pub(super) const EXTRAS: usize = 4;
/// A weight of one step of a byte, in hundredths of a disc.
const STEP: i32 = 16;

/// The knot below a number of empty squares, and how far it is from there to the next, 0 to 1.
pub(super) fn along(empties: u32) -> (usize, f32) {
    let empties = empties.clamp(KNOTS[0], KNOTS[KNOTS.len() - 1]);
    let knot = (0..KNOTS.len() - 2).find(|&at| empties <= KNOTS[at + 1]).unwrap_or(KNOTS.len() - 2);
    let width = (KNOTS[knot + 1] - KNOTS[knot]) as f32;
    (knot, (empties - KNOTS[knot]) as f32 / width)
}

/// The inputs that are no patterns: a constant, an odd number of empty squares, moves of each side.
#[inline]
pub(super) fn extras(own: u64, other: u64, moves: u64) -> [i32; EXTRAS] {
    let empties = !(own | other);
    let theirs = reach(other, own);
    [
        16,
        16 * (empties.count_ones() & 1) as i32,
        moves.count_ones() as i32,
        theirs.count_ones() as i32,
    ]
}

/// Rounded weights: for every knot those of the patterns, one a group of places that mean the
/// same, then those of the rest in hundredths of a disc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    bytes: Vec<u8>,
}

impl Model {
    pub(super) fn round(weights: &[Vec<f32>], canonical: &[u32]) -> Model {
        let mut bytes = vec![];
        for weights in weights {
            for (place, &first) in canonical.iter().enumerate() {
                if place == first as usize {
                    let steps = (weights[place] * 100.0 / STEP as f32).round();
                    bytes.push(steps.clamp(-127.0, 127.0) as i8 as u8);
                }
            }
            for weight in &weights[ENTRIES..] {
                let hundredths = (weight * 100.0).round().clamp(-32000.0, 32000.0);
                bytes.extend((hundredths as i16).to_le_bytes());
            }
        }
        Model { bytes }
    }

    /// The file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The file as it was made last.
static FILE: &[u8] = include_bytes!("weights.bin");
/// Numbers of empty squares that share a table.
const SHARED: u32 = 2;

/// The weights for some numbers of empty squares, in hundredths of a disc.
#[derive(Debug)]
struct Tables {
    patterns: Vec<i16>,
    extras: [i32; EXTRAS],
}

impl Tables {
    fn new(empties: u32, file: &[u8]) -> Tables {
        let canonical = canonical();
        let kinds =
            canonical.iter().enumerate().filter(|&(at, &first)| at == first as usize).count();
        let knot_bytes = kinds + 2 * EXTRAS;
        let (knot, share) = along(empties);
        let [near, far] = [knot, knot + 1].map(|knot| &file[knot * knot_bytes..][..knot_bytes]);
        let mix =
            |near: i32, far: i32| (near as f32 * (1.0 - share) + far as f32 * share).round() as i32;
        let mut patterns: Vec<i16> = vec![];
        let mut read = 0;
        for (place, &first) in canonical.iter().enumerate() {
            let weight = if place == first as usize {
                let steps = [near[read], far[read]].map(|byte| STEP * i32::from(byte as i8));
                read += 1;
                mix(steps[0], steps[1]) as i16
            } else {
                patterns[first as usize]
            };
            patterns.push(weight);
        }
        let extras = core::array::from_fn(|at| {
            let of = |bytes: &[u8]| {
                i32::from(i16::from_le_bytes([bytes[kinds + 2 * at], bytes[kinds + 2 * at + 1]]))
            };
            mix(of(near), of(far))
        });
        Tables { patterns, extras }
    }

    /// For a number of empty squares: made when it is first asked for.
    fn of(empties: u32) -> &'static Tables {
        let at = (empties / SHARED).min(32);
        ALL[at as usize].get_or_init(|| Tables::new(SHARED * at + SHARED / 2, FILE))
    }
}

static ALL: [OnceLock<Tables>; 33] = [const { OnceLock::new() }; 33];

/// Makes the weights for all numbers of empty squares, which takes a while.
pub(super) fn unpack() {
    for empties in (0..=64).step_by(SHARED as usize) {
        Tables::of(empties);
    }
}

/// What a position on the large board is worth to the side to move, in hundredths of a disc.
/// `moves` are its squares to move to.
#[inline]
pub(super) fn judge(sums: &Sums, for_second: bool, own: u64, other: u64, moves: u64) -> i32 {
    let tables = Tables::of((!(own | other)).count_ones());
    let patterns = &tables.patterns[..ENTRIES];
    let mut score = 0;
    for place in sums.places(for_second) {
        score += i32::from(patterns[place]);
    }
    for (extra, weight) in extras(own, other, moves).into_iter().zip(tables.extras) {
        score += extra * weight;
    }
    score
}

#[cfg(test)]
mod tests {
    use outplay::Game;

    use super::super::Othello;
    use super::*;

    #[test]
    fn no_weights_are_left_to_be_made_on_the_clock() {
        Othello::default().warm_up();
        assert!(ALL.iter().all(|tables| tables.get().is_some()));
    }
}
