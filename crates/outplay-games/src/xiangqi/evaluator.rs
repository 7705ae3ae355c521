//! What is known about xiangqi beyond the rules.

use outplay::{Evaluator, Player, Position, Score};

use super::Xiangqi;
use super::board::{Board, Kind, Move};
use super::tables::{self, HOME, POINTS};
use super::weights as w;
use crate::word::Word;

/// Counts material and its place, mobility, attacks on the general, and how it is guarded. A unit is
/// a soldier that has not crossed the river; the numbers stand in `weights`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judge;

/// The points of the palace at each side's end.
const PALACES: [u128; 2] = {
    let mut palaces = [0; 2];
    let mut at = 0;
    while at < POINTS as u8 {
        if tables::in_palace(0, at) {
            palaces[0] |= tables::bit(at);
        }
        if tables::in_palace(1, at) {
            palaces[1] |= tables::bit(at);
        }
        at += 1;
    }
    palaces
};

/// One side's view of the board.
struct View<'b> {
    board: &'b Board,
    side: Player,
    /// The palace of the other side.
    target: u128,
    /// Attacked points of that palace, weighed.
    attack: i32,
    attackers: i32,
}

impl<'b> View<'b> {
    fn new(board: &'b Board, side: Player) -> View<'b> {
        let target = PALACES[(!side).index()];
        View { board, side, target, attack: 0, attackers: 0 }
    }

    fn count(&self, side: Player, kind: Kind) -> i32 {
        self.board.set(side, kind).count() as i32
    }

    /// Everything that speaks for this side.
    fn standing(&mut self, pieces: i32) -> i32 {
        let crowd = w::CROWD * (pieces - w::FULL_BOARD);
        let screens = self.count(self.side, Kind::Cannon) - self.count(self.side, Kind::Horse);
        let kinds = self.pieces(Kind::General)
            + self.pieces(Kind::Advisor)
            + self.pieces(Kind::Elephant)
            + self.pieces(Kind::Horse)
            + self.pieces(Kind::Chariot)
            + self.pieces(Kind::Cannon)
            + self.pieces(Kind::Soldier);
        let together = self.assault() + self.cannons() + self.guard() + self.soldiers();
        kinds + crowd * screens + together
    }

    /// The pieces of one kind, each by itself. Compiled once for every kind, since half of a
    /// search's time is spent here.
    #[inline(always)]
    fn pieces(&mut self, kind: Kind) -> i32 {
        let mut sum = 0;
        for at in self.board.set(self.side, kind).cells() {
            let seen = if self.side == Player::First { at } else { POINTS as u32 - 1 - at };
            sum += w::PLACES[kind.index()][seen as usize];
            if !matches!(kind, Kind::General | Kind::Advisor | Kind::Elephant) {
                sum += self.activity(kind, at as u8);
            }
        }
        sum
    }

    /// Mobility of a piece, and what it attacks of the other palace.
    #[inline(always)]
    fn activity(&mut self, kind: Kind, at: u8) -> i32 {
        let reach = self.board.reach(self.side, kind, at);
        let hits = (reach & self.target).count() as i32;
        if hits > 0 {
            self.attack += w::ATTACK[kind.index()] * hits.min(4);
            self.attackers += 1;
        }
        if kind == Kind::Soldier {
            return 0;
        }
        let moves = (reach & !self.board.side(self.side)).count();
        match kind {
            Kind::Horse => w::HORSE_MOBILITY[moves as usize],
            Kind::Chariot => w::CHARIOT_MOBILITY * (moves as i32 - w::CHARIOT_USUAL),
            Kind::Cannon => w::CANNON_MOBILITY * (moves as i32 - w::CANNON_USUAL),
            _ => 0,
        }
    }

    /// The attack on the other general, worth more the fewer guards there are.
    fn assault(&self) -> i32 {
        let sum = self.attack + w::ATTACKER * (self.attackers - 1).max(0);
        let worth = (sum * sum / w::ATTACK_DIVISOR).min(w::ATTACK_MOST);
        let missing = |kind| 2 - self.count(!self.side, kind);
        let open = w::ATTACK_PER_ADVISOR * missing(Kind::Advisor)
            + w::ATTACK_PER_ELEPHANT * missing(Kind::Elephant);
        worth * (16 + open) / 16
    }

    /// Cannons that aim at the other general.
    fn cannons(&self) -> i32 {
        let general = self.board.general(!self.side);
        let aiming = self.board.set(self.side, Kind::Cannon) & tables::LINES[general as usize];
        let worth = |at: u32| {
            let on_path = tables::between(general, at as u8) & self.board.occupied().rows;
            match on_path.count() {
                0 if tables::file(general) == tables::file(at as u8) => w::BARE_CANNON,
                2 => w::PINNING_CANNON,
                _ => 0,
            }
        };
        aiming.cells().map(worth).sum()
    }

    /// The own general's guards against what the other side has.
    fn guard(&self) -> i32 {
        let [advisors, elephants] =
            [Kind::Advisor, Kind::Elephant].map(|kind| self.count(self.side, kind));
        let [chariots, cannons] =
            [Kind::Chariot, Kind::Cannon].map(|kind| self.count(!self.side, kind));
        let pairs = i32::from(advisors == 2) + i32::from(elephants == 2);
        w::PAIR * pairs
            - w::ADVISOR_AGAINST_CHARIOT * (2 - advisors) * chariots
            - w::ELEPHANT_AGAINST_CANNON * (2 - elephants) * cannons
    }

    /// Soldiers side by side beyond the river.
    fn soldiers(&self) -> i32 {
        let crossed = self.board.set(self.side, Kind::Soldier) & HOME[(!self.side).index()];
        let linked = crossed & crossed << 1 & !tables::FIRST_FILE;
        w::LINKED_SOLDIERS * linked.count() as i32
    }

    /// What is left of an advantage of this side, in sixteenths.
    fn winnable(&self) -> i32 {
        let own = |kind| self.count(self.side, kind);
        let strong = own(Kind::Chariot) + own(Kind::Soldier);
        let light = own(Kind::Horse) + own(Kind::Cannon);
        let guards = self.count(!self.side, Kind::Advisor) + self.count(!self.side, Kind::Elephant);
        match (strong, light) {
            (0, 0) => w::WITHOUT_ATTACKERS,
            (0, 1) if guards >= 2 => w::WITH_ONE_ATTACKER,
            _ => 16,
        }
    }
}

/// Good captures rank from here up, bad ones as far below 0.
const CAPTURE: i32 = 1 << 10;

impl Evaluator<Xiangqi> for Judge {
    const TABLE_DEPTH: u32 = 1;
    const SELECTIVE: bool = true;

    fn evaluate(&mut self, position: &Xiangqi) -> Score {
        let board = &position.board;
        let side = position.turn();
        let pieces = board.occupied().rows.count() as i32;
        let (mut own, mut other) = (View::new(board, side), View::new(board, !side));
        let difference = w::TEMPO + own.standing(pieces) - other.standing(pieces);
        let ahead = if difference > 0 { own } else { other };
        Score::from_hundredths(difference * ahead.winnable() / 16)
    }

    /// Captures that do not lose first, the most valuable with the least valuable piece, then quiet
    /// moves, then captures that lose.
    fn rank(&self, position: &Xiangqi, m: Move) -> i32 {
        let board = &position.board;
        let Some((_, victim)) = board.piece(m.to).get() else {
            return 0;
        };
        let (gain, cost) = (w::value(victim), w::value(board.piece(m.from).kind()));
        if gain < cost {
            let exchange = board.exchange(m);
            if exchange < 0 {
                return exchange - CAPTURE;
            }
        }
        CAPTURE + 8 * gain - cost / 16
    }

    /// By piece and destination.
    fn slot(&self, position: &Xiangqi, m: Move) -> usize {
        position.board.piece(m.from).index() * POINTS + m.to()
    }

    /// Captures that do not lose material; in check, every move.
    fn noisy(&self, position: &Xiangqi, out: &mut Vec<Move>) {
        if position.is_over_limit() {
            return;
        }
        let board = &position.board;
        if position.in_check() {
            position.push_moves(out);
            return;
        }
        let others = board.side(!position.turn());
        board.each(position.turn(), |from, targets| {
            let captures = (targets & others).cells().map(|to| Move { from, to: to as u8 });
            out.extend(captures.filter(|&m| {
                let gain = w::value(board.piece(m.to).kind());
                gain >= w::value(board.piece(m.from).kind()) || board.exchange(m) >= 0
            }));
            false
        });
    }

    fn urgent(&self, position: &Xiangqi) -> bool {
        position.in_check()
    }

    /// Not without pieces that have room: there, having to move may be what loses.
    fn pass(&self, position: &Xiangqi) -> Option<Xiangqi> {
        let side = position.turn;
        let able = [Kind::Horse, Kind::Chariot, Kind::Cannon];
        if able.iter().all(|&kind| position.board.set(side, kind) == 0) {
            return None;
        }
        let passed = Xiangqi { turn: !side, clock: 0, ..position.clone() };
        // Nor where the other general could be taken.
        (!passed.in_check() && !position.in_check()).then_some(passed)
    }
}
