//! The weights of the patterns, by number of empty squares, and the file that they come in.

use super::bits::reach;
use super::patterns::{ENTRIES, Sums, canonical};

/// Numbers of empty squares for which there are weights. Between them they go over.
pub(super) const KNOTS: [u32; 9] = [2, 8, 14, 20, 26, 32, 40, 50, 60];
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
