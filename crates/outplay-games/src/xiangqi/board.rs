//! Pieces on points, and whether a general is attacked.

use outplay::Player;

use super::tables::{self, Occupied, POINTS, bit};
use crate::word::Word;

/// The seven kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// 帥 將: one step along a line of the palace; it also "attacks" the other general along an
    /// open file.
    General,
    /// 仕 士: one step along a diagonal of the palace.
    Advisor,
    /// 相 象: two steps along a diagonal whose middle is free, on its own side of the river.
    Elephant,
    /// 傌 馬: one step along a line over a free point, then one diagonally outwards.
    Horse,
    /// 俥 車: any distance along a free line.
    Chariot,
    /// 炮 砲: moves like a chariot, captures over exactly one piece.
    Cannon,
    /// 兵 卒: one step forward; beyond the river sideways too.
    Soldier,
}

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Kind; 7] = [
        Kind::General,
        Kind::Advisor,
        Kind::Elephant,
        Kind::Horse,
        Kind::Chariot,
        Kind::Cannon,
        Kind::Soldier,
    ];

    /// 0 for the general to 6 for the soldier.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A piece, or none: side × 7 + kind, 14 for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece(u8);

impl Piece {
    pub(super) const NONE: Piece = Piece(14);

    pub(super) const fn new(side: Player, kind: Kind) -> Piece {
        Piece(side.index() as u8 * 7 + kind as u8)
    }

    #[inline]
    pub(super) const fn is_none(self) -> bool {
        self.0 == Piece::NONE.0
    }

    /// 0 to 13 for a piece.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The kind of a piece; nonsense for none.
    #[inline]
    pub(super) const fn kind(self) -> Kind {
        Kind::ALL[(self.0 % 7) as usize]
    }

    /// The side of a piece; nonsense for none.
    #[inline]
    pub(super) const fn side(self) -> Player {
        if self.0 < 7 { Player::First } else { Player::Second }
    }

    #[inline]
    pub(super) const fn get(self) -> Option<(Player, Kind)> {
        if self.is_none() { None } else { Some((self.side(), self.kind())) }
    }
}

/// A move: from one point to another. Point 0 is Red's left corner, a0, point 8 is i0, point 9 a1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Move {
    /// Where the piece stands: `9 × rank + file`, from 0.
    pub const fn from(self) -> usize {
        self.from as usize
    }

    /// Where it goes.
    pub const fn to(self) -> usize {
        self.to as usize
    }
}

/// The pieces on the board, without the rules that need a history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    points: [Piece; POINTS],
    /// By side and kind.
    sets: [[u128; 7]; 2],
    sides: [u128; 2],
    occupied: Occupied,
    /// Of the pieces alone.
    key: u64,
}

impl Board {
    pub(super) fn empty() -> Board {
        Board {
            points: [Piece::NONE; POINTS],
            sets: [[0; 7]; 2],
            sides: [0; 2],
            occupied: Occupied::default(),
            key: 0,
        }
    }

    /// Puts a piece on a point that is empty.
    #[inline]
    pub(super) fn put(&mut self, at: u8, piece: Piece) {
        self.points[at as usize] = piece;
        self.flip(at, piece);
        self.occupied.flip(at);
    }

    /// Takes the piece from a point that has one.
    #[inline]
    pub(super) fn take(&mut self, at: u8) -> Piece {
        let piece = core::mem::replace(&mut self.points[at as usize], Piece::NONE);
        self.flip(at, piece);
        self.occupied.flip(at);
        piece
    }

    #[inline]
    fn flip(&mut self, at: u8, piece: Piece) {
        let side = piece.side().index();
        self.sets[side][piece.kind().index()] ^= bit(at);
        self.sides[side] ^= bit(at);
        self.key ^= tables::piece_key(piece.index(), at);
    }

    /// Moves a piece, and returns what it captured.
    #[inline]
    pub(super) fn play(&mut self, m: Move) -> Piece {
        let captured = self.points[m.to as usize];
        if !captured.is_none() {
            self.take(m.to);
        }
        let piece = self.take(m.from);
        self.put(m.to, piece);
        captured
    }

    #[inline]
    pub(super) fn undo(&mut self, m: Move, captured: Piece) {
        let piece = self.take(m.to);
        self.put(m.from, piece);
        if !captured.is_none() {
            self.put(m.to, captured);
        }
    }

    #[inline]
    pub(super) fn piece(&self, at: u8) -> Piece {
        self.points[at as usize]
    }

    /// The pieces of one kind.
    #[inline]
    pub(super) fn set(&self, side: Player, kind: Kind) -> u128 {
        self.sets[side.index()][kind.index()]
    }

    /// The pieces of one kind, Red's and Black's.
    #[inline]
    pub(super) fn both(&self, kind: Kind) -> [u128; 2] {
        [self.sets[0][kind.index()], self.sets[1][kind.index()]]
    }

    /// All pieces of a side.
    #[inline]
    pub(super) fn side(&self, side: Player) -> u128 {
        self.sides[side.index()]
    }

    #[inline]
    pub(super) fn occupied(&self) -> &Occupied {
        &self.occupied
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// Where the general of a side stands.
    #[inline]
    pub(super) fn general(&self, side: Player) -> u8 {
        self.set(side, Kind::General).first() as u8
    }

    /// Where a piece of this kind and side goes from a point, own pieces not left out.
    #[inline(always)]
    pub(super) fn reach(&self, side: Player, kind: Kind, from: u8) -> u128 {
        let at = from as usize;
        match kind {
            Kind::General => tables::GENERAL[at],
            Kind::Advisor => tables::ADVISOR[at],
            Kind::Elephant => tables::elephant(from, self.occupied.rows),
            Kind::Horse => tables::horse(from, self.occupied.rows),
            Kind::Chariot => self.occupied.chariot(from),
            Kind::Cannon => self.occupied.cannon(from),
            Kind::Soldier => tables::SOLDIER[side.index()][at],
        }
    }

    /// Whether the general of `side` at this point would be attacked, or face the other general,
    /// if just these points were occupied and of the other side's pieces just those in `alive`
    /// were there.
    pub(super) fn exposed(&self, side: Player, general: u8, occupied: u128, alive: u128) -> bool {
        let them = &self.sets[(!side).index()];
        let on_lines = tables::LINES[general as usize] & alive;
        let straight = (them[Kind::Chariot.index()] | them[Kind::General.index()]) & on_lines;
        for at in straight.cells() {
            // The other general can't share a row.
            if tables::between(general, at as u8) & occupied == 0 {
                return true;
            }
        }
        for at in (them[Kind::Cannon.index()] & on_lines).cells() {
            let screens = tables::between(general, at as u8) & occupied;
            if screens != 0 && screens & (screens - 1) == 0 {
                return true;
            }
        }
        let horses = tables::horse_sources(general, occupied) & them[Kind::Horse.index()];
        let soldiers = tables::SOLDIER_SOURCES[(!side).index()][general as usize]
            & them[Kind::Soldier.index()];
        (horses | soldiers) & alive != 0
    }

    /// Whether a side's general is attacked, or faces the other.
    #[inline]
    pub(super) fn in_check(&self, side: Player) -> bool {
        self.exposed(side, self.general(side), self.occupied.rows, self.side(!side))
    }

    /// Whether a move by this side, right in all else, leaves its general safe.
    #[inline]
    pub(super) fn is_safe(&self, side: Player, m: Move) -> bool {
        let (from, to) = (bit(m.from), bit(m.to));
        let general = self.general(side);
        let general = if m.from == general { m.to } else { general };
        let occupied = self.occupied.rows & !from | to;
        !self.exposed(side, general, occupied, self.side(!side) & !to)
    }

    /// Whether a legal move attacks the other general, or uncovers an attack on it.
    pub(super) fn gives_check(&self, side: Player, m: Move) -> bool {
        let (from, to) = (bit(m.from), bit(m.to));
        let general = self.general(!side);
        let occupied = self.occupied.rows & !from | to;
        let screens = || {
            let on_line = tables::LINES[general as usize] & to != 0;
            on_line.then(|| (tables::between(general, m.to) & occupied).count())
        };
        let direct = match self.piece(m.from).kind() {
            Kind::Chariot => screens() == Some(0),
            Kind::Cannon => screens() == Some(1),
            Kind::Horse => tables::horse_sources(general, occupied) & to != 0,
            Kind::Soldier => tables::SOLDIER_SOURCES[side.index()][general as usize] & to != 0,
            Kind::General | Kind::Advisor | Kind::Elephant => false,
        };
        direct || self.exposed(!side, general, occupied, self.side(side) & !from)
    }

    /// The pieces of both sides that could capture on a point if just these points were occupied.
    /// Generals count within their palace, not along the file.
    pub(super) fn attackers(&self, to: u8, occupied: &Occupied) -> u128 {
        let either = |kind: Kind| self.sets[0][kind.index()] | self.sets[1][kind.index()];
        let mut found = occupied.chariot(to) & either(Kind::Chariot)
            | occupied.cannon_captures(to) & either(Kind::Cannon)
            | tables::horse_sources(to, occupied.rows) & either(Kind::Horse)
            | tables::ADVISOR[to as usize] & either(Kind::Advisor)
            | tables::GENERAL[to as usize] & either(Kind::General)
            | tables::elephant(to, occupied.rows) & either(Kind::Elephant);
        for side in 0..2 {
            let sources = tables::SOLDIER_SOURCES[side][to as usize];
            found |= sources & self.sets[side][Kind::Soldier.index()];
        }
        found & occupied.rows
    }
}
