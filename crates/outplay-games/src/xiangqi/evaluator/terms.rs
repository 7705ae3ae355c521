//! What is counted: material and places, mobility, attacks on the palace, guards, threats.

use outplay::Player;

use super::PALACES;
use super::sink::Sink;
use crate::word::Word;
use crate::xiangqi::board::{Board, Kind};
use crate::xiangqi::tables::{self, HOME, POINTS};
use crate::xiangqi::terms::*;
use crate::xiangqi::weights as w;

/// The place of a point, as its side sees it, in a table of half the board.
static HALF: [u8; POINTS] = {
    let mut table = [0; POINTS];
    let mut at = 0;
    while at < POINTS {
        let (rank, file) = (at / 9, at % 9);
        table[at] = (rank * 5 + if file > 4 { 8 - file } else { file }) as u8;
        at += 1;
    }
    table
};

/// One side's view of the board.
struct View<'b> {
    board: &'b Board,
    side: Player,
    /// The palace of the other side.
    target: u128,
    /// What the pieces of each kind attack or protect.
    attacks: [u128; 7],
    all: u128,
    /// Attacked points of the other palace, weighed.
    hits: i32,
    attackers: i32,
    numbers: [i32; 7],
    /// Soldiers beyond the river.
    crossed: u128,
}

/// Counts all terms but the right to move: for this side, less for the other.
#[inline]
pub(super) fn count(board: &Board, side: Player, sink: &mut impl Sink) {
    let [mut own, mut other] = [side, !side].map(|side| View::new(board, side));
    own.pieces(sink);
    sink.turn();
    other.pieces(sink);
    sink.turn();
    for (own, other) in [(&own, &other), (&other, &own)] {
        own.assault(other, sink);
        own.lines(sink);
        own.guards(other, sink);
        own.soldiers(sink);
        own.threats(other, sink);
        sink.turn();
    }
}

impl<'b> View<'b> {
    #[inline]
    fn new(board: &'b Board, side: Player) -> View<'b> {
        let target = PALACES[(!side).index()];
        let numbers = Kind::ALL.map(|kind| board.set(side, kind).count() as i32);
        let crossed = board.set(side, Kind::Soldier) & HOME[(!side).index()];
        let (attacks, all) = ([0; 7], 0);
        View { board, side, target, attacks, all, hits: 0, attackers: 0, numbers, crossed }
    }

    #[inline]
    fn number(&self, kind: Kind) -> usize {
        self.numbers[kind.index()] as usize
    }

    /// Pieces of one kind by kind, each by itself.
    #[inline(always)]
    fn pieces(&mut self, sink: &mut impl Sink) {
        self.each(Kind::General, sink);
        self.each(Kind::Advisor, sink);
        self.each(Kind::Elephant, sink);
        self.each(Kind::Horse, sink);
        self.each(Kind::Chariot, sink);
        self.each(Kind::Cannon, sink);
        self.each(Kind::Soldier, sink);
        self.all = self.attacks.iter().fold(0, |all, set| all | set);
    }

    /// The pieces of one kind. Compiled once for every kind, since a good part of a search's time is
    /// spent here.
    #[inline(always)]
    fn each(&mut self, kind: Kind, sink: &mut impl Sink) {
        let (board, index) = (self.board, kind.index());
        let own = board.side(self.side);
        for at in board.set(self.side, kind).cells() {
            let seen = if self.side == Player::First { at } else { POINTS as u32 - 1 - at };
            sink.add(PLACES.at(50 * index + usize::from(HALF[seen as usize])), 1);
            let at = at as u8;
            let reach = board.reach(self.side, kind, at);
            let attacked = match kind {
                Kind::Cannon => reach & board.occupied().rows,
                _ => reach,
            };
            self.attacks[index] |= attacked;
            let moves = (reach & !own).count() as usize;
            match kind {
                Kind::Horse => sink.add(MOBILITY_HORSE.at(moves), 1),
                Kind::Chariot => sink.add(MOBILITY_CHARIOT.at(moves), 1),
                Kind::Cannon => sink.add(MOBILITY_CANNON.at(moves.min(17)), 1),
                _ => {}
            }
            if w::HITS[index] > 0 {
                let hits = (reach & self.target).count() as i32;
                self.hits += w::HITS[index] * hits.min(4);
                self.attackers += i32::from(hits > 0);
            }
        }
        sink.add(MATERIAL.at(index), self.numbers[index]);
    }

    /// The attack on the other palace.
    #[inline]
    fn assault(&self, other: &View<'_>, sink: &mut impl Sink) {
        let strength = self.hits + w::ATTACKER * (self.attackers - 1).max(0);
        let step = (strength / w::ATTACK_STEP).min(11) as usize;
        let missing = 4 - (other.number(Kind::Advisor) + other.number(Kind::Elephant)).min(4);
        sink.add(ATTACK.at(12 * missing + step), 1);
    }

    /// Chariots and cannons that aim at the other general.
    #[inline]
    fn lines(&self, sink: &mut impl Sink) {
        let board = self.board;
        let (own, general) = (board.general(self.side), board.general(!self.side));
        let lines = tables::LINES[usize::from(general)];
        let occupied = board.occupied().rows;
        let between = |at: u32| (tables::between(general, at as u8) & occupied).count() as usize;
        let on_file = |at: u32| tables::file(general) == tables::file(at as u8);
        let armed = usize::from(self.number(Kind::Chariot) > 0);
        for at in (board.set(self.side, Kind::Cannon) & lines).cells() {
            let term = if on_file(at) { CANNON_FILE } else { CANNON_ROW };
            let pieces = between(at);
            sink.add(term.at(4 * armed + pieces.min(3)), i32::from(pieces < 4));
        }
        for at in (board.set(self.side, Kind::Chariot) & lines).cells() {
            let pieces = between(at);
            let term = CHARIOT_LINE.at(if on_file(at) { 0 } else { 3 } + pieces.min(2));
            sink.add(term, i32::from(pieces < 3));
        }
        // What stands alone between the generals.
        if tables::file(own) == tables::file(general) {
            let path = tables::between(general, own) & occupied;
            let held = path & path.wrapping_sub(1) == 0 && path & board.side(self.side) != 0;
            sink.add(HELD.at(0), i32::from(held));
        }
        let soldiers = [self.side, !self.side].map(|side| board.set(side, Kind::Soldier));
        for at in board.set(self.side, Kind::Chariot).cells() {
            let file = tables::FIRST_FILE << tables::file(at as u8);
            if soldiers[0] & file == 0 {
                sink.add(CHARIOT_OPEN.at(usize::from(soldiers[1] & file != 0)), 1);
            }
        }
    }

    /// The own general's guards against what the other side has.
    #[inline]
    fn guards(&self, other: &View<'_>, sink: &mut impl Sink) {
        let [horses, cannons] = [Kind::Horse, Kind::Cannon].map(|kind| self.number(kind).min(2));
        sink.add(MINORS.at(3 * horses + cannons), 1);
        let [advisors, elephants] =
            [Kind::Advisor, Kind::Elephant].map(|kind| self.number(kind).min(2));
        sink.add(GUARDS.at(3 * advisors + elephants), 1);
        let less = [2 - advisors as i32, 2 - elephants as i32];
        let crossed = other.crossed.count() as i32;
        let [chariots, cannons, horses] =
            [Kind::Chariot, Kind::Cannon, Kind::Horse].map(|kind| other.numbers[kind.index()]);
        for (index, attackers) in [chariots, cannons, horses, crossed].into_iter().enumerate() {
            sink.add(LESS_ADVISORS.at(index), less[0] * attackers);
            sink.add(LESS_ELEPHANTS.at(index), less[1] * attackers);
        }
    }

    #[inline]
    fn soldiers(&self, sink: &mut impl Sink) {
        let linked = self.crossed & self.crossed << 1 & !tables::FIRST_FILE;
        sink.add(LINKED.at(0), linked.count() as i32);
        sink.add(CROSSED.at(self.crossed.count().min(5) as usize), 1);
    }

    /// What is attacked, and what is protected.
    #[inline]
    fn threats(&self, other: &View<'_>, sink: &mut impl Sink) {
        let board = self.board;
        let theirs = |kind: Kind| board.set(!self.side, kind);
        let by = |kind: Kind| self.attacks[kind.index()];
        let soldiers = by(Kind::Soldier);
        for (index, kind) in Kind::ALL.into_iter().enumerate().skip(1) {
            if index < 6 {
                let hit = soldiers & theirs(kind);
                sink.add(THREAT_SOLDIER.at(index - 1), hit.count() as i32);
            }
            let hanging = self.all & theirs(kind) & !other.all;
            sink.add(HANGING.at(index), hanging.count() as i32);
            let protected = self.all & board.set(self.side, kind);
            sink.add(PROTECTED.at(index), protected.count() as i32);
        }
        let minor = [
            by(Kind::Horse) & theirs(Kind::Chariot),
            by(Kind::Cannon) & theirs(Kind::Chariot),
            by(Kind::Cannon) & theirs(Kind::Horse),
            by(Kind::Horse) & theirs(Kind::Cannon),
        ];
        for (index, hit) in minor.into_iter().enumerate() {
            sink.add(THREAT_MINOR.at(index), hit.count() as i32);
        }
    }
}

/// What is left of an advantage of this side, in sixteenths.
#[inline]
pub(super) fn winnable(board: &Board, side: Player) -> i32 {
    let own = |kind| board.set(side, kind).count();
    let strong = own(Kind::Chariot) + own(Kind::Soldier);
    let light = own(Kind::Horse) + own(Kind::Cannon);
    let guards = (board.set(!side, Kind::Advisor) | board.set(!side, Kind::Elephant)).count();
    match (strong, light) {
        (0, 0) => w::WITHOUT_ATTACKERS,
        (0, 1) if guards >= 2 => w::WITH_ONE_ATTACKER,
        _ => 16,
    }
}
