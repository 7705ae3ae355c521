//! Legal moves. What a side's general must fear is found first: in most positions few pieces are
//! concerned, and the rest need no test of their own.

use outplay::Player;

use super::board::{Board, Kind, Move};
use super::tables::{self, bit};
use crate::word::Word;

/// What limits the moves of the side to move.
struct Danger {
    /// The general is attacked now.
    check: bool,
    /// Pieces that may uncover an attack when they leave their point.
    pinned: u128,
    /// Points between the general and a cannon that nothing stands before: a piece there would be
    /// the cannon's screen.
    bare: u128,
    /// In check: where a piece may help, by capture or in the way.
    relief: u128,
    /// In check: pieces that may help by leaving, a cannon's screen.
    screens: u128,
}

impl Board {
    fn danger(&self, side: Player) -> Danger {
        let mut danger = Danger { check: false, pinned: 0, bare: 0, relief: 0, screens: 0 };
        let general = self.general(side);
        let occupied = self.occupied().rows;
        let on_lines = tables::LINES[general as usize];
        let them = !side;
        let straight = self.set(them, Kind::Chariot) | self.set(them, Kind::General);
        for at in (straight & on_lines).cells() {
            let path = tables::between(general, at as u8);
            let on_path = path & occupied;
            if on_path == 0 {
                danger.check = true;
                danger.relief |= path | u128::cell(at);
            } else if on_path & (on_path - 1) == 0 {
                danger.pinned |= on_path;
            }
        }
        for at in (self.set(them, Kind::Cannon) & on_lines).cells() {
            let path = tables::between(general, at as u8);
            let on_path = path & occupied;
            match on_path.count_ones() {
                0 => danger.bare |= path,
                1 => {
                    danger.check = true;
                    danger.relief |= path | u128::cell(at);
                    danger.screens |= on_path;
                }
                2 => danger.pinned |= on_path,
                _ => {}
            }
        }
        self.danger_by_horses(them, general, &mut danger);
        let soldiers =
            tables::SOLDIER_SOURCES[them.index()][general as usize] & self.set(them, Kind::Soldier);
        danger.check |= soldiers != 0;
        danger.relief |= soldiers;
        danger
    }

    fn danger_by_horses(&self, them: Player, general: u8, danger: &mut Danger) {
        let near = tables::free_horse_sources(general) & self.set(them, Kind::Horse);
        for at in near.cells() {
            let leg = bit(tables::horse_leg(at as u8, general));
            if self.occupied().rows & leg == 0 {
                danger.check = true;
                danger.relief |= leg | u128::cell(at);
            } else {
                danger.pinned |= leg;
            }
        }
    }

    /// Calls `visit` with each piece of a side that can move, and where among the `wanted` points it
    /// can legally go, until it says true. Always in the same order.
    #[inline]
    pub(super) fn each(
        &self,
        side: Player,
        wanted: u128,
        mut visit: impl FnMut(u8, u128) -> bool,
    ) -> bool {
        let danger = self.danger(side);
        let wanted = wanted & !self.side(side);
        let allowed = wanted & !danger.bare;
        let filter = |from: u8, targets: u128| {
            let targets = if danger.check && !danger.screens.has(from.into()) {
                targets & danger.relief
            } else {
                targets
            };
            if danger.check || danger.pinned.has(from.into()) {
                self.safe_targets(side, from, targets)
            } else {
                targets
            }
        };
        let kinds = [
            Kind::Chariot,
            Kind::Cannon,
            Kind::Horse,
            Kind::Soldier,
            Kind::Elephant,
            Kind::Advisor,
        ];
        for kind in kinds {
            for from in self.set(side, kind).cells() {
                let from = from as u8;
                let targets = filter(from, self.reach(side, kind, from) & allowed);
                if targets != 0 && visit(from, targets) {
                    return true;
                }
            }
        }
        let general = self.general(side);
        let targets = tables::GENERAL[general as usize] & wanted;
        let targets = self.safe_targets(side, general, targets);
        targets != 0 && visit(general, targets)
    }

    /// Those of the targets that leave the general safe.
    #[inline]
    fn safe_targets(&self, side: Player, from: u8, targets: u128) -> u128 {
        let safe = |&to: &u32| self.is_safe(side, Move { from, to: to as u8 });
        targets.cells().filter(safe).fold(0, |set, to| set | u128::cell(to))
    }
}
