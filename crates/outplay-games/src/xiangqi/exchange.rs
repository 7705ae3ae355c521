//! What an exchange on one point is worth if both sides capture with their least piece first and
//! stop when it no longer pays (static exchange evaluation). Pins are not looked at.

use super::board::{Board, Kind, Move};
use super::tables::bit;
use super::weights::value;
use crate::word::Word;

/// From the cheapest capturer to the dearest.
const CHEAPEST_FIRST: [Kind; 7] = [
    Kind::Soldier,
    Kind::Advisor,
    Kind::Elephant,
    Kind::Horse,
    Kind::Cannon,
    Kind::Chariot,
    Kind::General,
];

impl Board {
    /// What a capture gains for who makes it, in the units of [`value`].
    pub(super) fn exchange(&self, m: Move) -> i32 {
        // An exchange has at most as many captures as there are pieces.
        let mut gains = [0; 32];
        let mut length = 0;
        let mut side = self.piece(m.from).side();
        let mut victim = value(self.piece(m.to).kind());
        let mut from = m.from;
        let mut occupied = *self.occupied();
        loop {
            gains[length] = victim;
            length += 1;
            victim = value(self.piece(from).kind());
            occupied.flip(from);
            side = !side;
            // The point itself counts as occupied: it always holds the last capturer.
            let attackers = self.attackers(m.to, &occupied) & self.side(side) & !bit(m.to);
            let cheapest = CHEAPEST_FIRST.into_iter().find_map(|kind| {
                let some = attackers & self.set(side, kind);
                (some != 0).then(|| some.first() as u8)
            });
            match cheapest {
                Some(next) if length < gains.len() => from = next,
                _ => break,
            }
        }
        // Backwards: each side takes only if it gains by it.
        let mut gain = 0;
        for &taken in gains[1..length].iter().rev() {
            gain = 0.max(taken - gain);
        }
        gains[0] - gain
    }
}
