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
    /// Whether a move, a capture or not, gains at least so much by what is captured on its point, in
    /// the units of [`value`]; a negative number: loses no more.
    pub(super) fn pays(&self, m: Move, least: i32) -> bool {
        let taken = self.piece(m.to).get().map_or(0, |(_, kind)| value(kind));
        // What the mover is beyond `least` if the exchange ends now: first with the capture made,
        // then with the capturer lost for nothing.
        let mut balance = taken - least;
        if balance < 0 {
            return false;
        }
        balance = value(self.piece(m.from).kind()) - balance;
        if balance <= 0 {
            return true;
        }
        let mut side = self.piece(m.from).side();
        let mut occupied = *self.occupied();
        occupied.flip(m.from);
        if taken == 0 {
            // The point itself counts as occupied: it always holds the last capturer.
            occupied.flip(m.to);
        }
        let mut pays = true;
        loop {
            side = !side;
            let attackers = self.attackers(m.to, &occupied) & !bit(m.to);
            let Some((kind, from)) = self.cheapest(side, attackers) else { return pays };
            occupied.flip(from);
            // A general can't take what is still protected once it has left its point.
            if kind == Kind::General
                && self.attackers(m.to, &occupied) & self.side(!side) & !bit(m.to) != 0
            {
                return pays;
            }
            pays = !pays;
            // For who captures: what it stands to lose beyond what it needs.
            balance = value(kind) - balance;
            if balance < i32::from(pays) {
                return pays;
            }
        }
    }

    /// The least valuable piece of a side among these, and where it stands.
    #[inline]
    fn cheapest(&self, side: outplay::Player, among: u128) -> Option<(Kind, u8)> {
        let own = among & self.side(side);
        if own == 0 {
            return None;
        }
        CHEAPEST_FIRST.into_iter().find_map(|kind| {
            let some = own & self.set(side, kind);
            (some != 0).then(|| (kind, some.first() as u8))
        })
    }
}
