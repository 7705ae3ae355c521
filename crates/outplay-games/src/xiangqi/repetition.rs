//! What a repetition means: the Asian rules as far as they can be told from one cycle, or a draw.
//!
//! The position is there for the third time. The line keeps no moves, but the keys of its
//! positions, and two keys in a row differ by one piece on two points: so the moves of the cycle
//! are found again, and each is judged on the board. That costs nothing where nothing repeats.

use outplay::{Outcome, Player, Position, Repeat, Visit};

use super::board::{Board, Kind, Move};
use super::tables::{self, BLACK_TO_MOVE, HOME, POINTS};
use super::{Repetition, Xiangqi};
use crate::word::Word;

/// Earlier occurrences that make the third.
const EARLIER: usize = 2;

/// The key of a position without the count of plies.
#[inline]
pub(super) fn key(board: &Board, turn: Player) -> u64 {
    board.key() ^ if turn == Player::Second { BLACK_TO_MOVE } else { 0 }
}

/// What the rules say to a position that was there `times` times before.
pub(super) fn repeat(position: &Xiangqi, times: usize, cycle: &[Visit]) -> Repeat {
    if times < EARLIER || position.rules.repetition == Repetition::Free {
        return Repeat::Allowed;
    }
    let loser = match find_moves(&position.board, cycle) {
        Some(moves) => Cycle::judge(position, &moves).loser(position.rules.repetition),
        None => None,
    };
    Repeat::Ends(match loser {
        Some(loser) => Outcome::Win(!loser),
        None => Outcome::Draw,
    })
}

/// The moves of a cycle that ends in this position, found from its keys, in order.
fn find_moves(end: &Board, cycle: &[Visit]) -> Option<Vec<Move>> {
    let mut board = end.clone();
    let mut moves = Vec::with_capacity(cycle.len());
    for pair in cycle.windows(2).rev() {
        let change = pair[0].key ^ pair[1].key ^ BLACK_TO_MOVE;
        let m = find_move(&board, pair[0].turn, change)?;
        let piece = board.take(m.to);
        board.put(m.from, piece);
        moves.push(m);
    }
    moves.reverse();
    Some(moves)
}

/// The move without capture that led to this board and changed the pieces' key so.
fn find_move(after: &Board, mover: Player, change: u64) -> Option<Move> {
    after.side(mover).cells().find_map(|to| {
        let to = to as u8;
        let piece = after.piece(to).index();
        let source = change ^ tables::piece_key(piece, to);
        let is_source =
            |&from: &u8| after.piece(from).is_none() && tables::piece_key(piece, from) == source;
        let from = (0..POINTS as u8).find(is_source)?;
        Some(Move { from, to })
    })
}

/// What each side did all through a cycle.
struct Cycle {
    /// Every move of this side gave check.
    checks: [bool; 2],
    /// The pieces of the other side that every move of this side attacked anew.
    chased: [u128; 2],
}

impl Cycle {
    fn judge(position: &Xiangqi, moves: &[Move]) -> Cycle {
        // A cycle starts where it ends.
        let mut board = position.board.clone();
        let mut cycle = Cycle { checks: [true; 2], chased: [tables::BOARD; 2] };
        let mut side = position.turn();
        for &m in moves {
            cycle.add(&mut board, side, m);
            side = !side;
        }
        cycle
    }

    /// Plays a move of the cycle and takes note of it.
    fn add(&mut self, board: &mut Board, side: Player, m: Move) {
        // A chased piece that moves is the same piece elsewhere.
        let followed = &mut self.chased[(!side).index()];
        if followed.has(m.from.into()) {
            *followed = *followed & !tables::bit(m.from) | tables::bit(m.to);
        } else {
            *followed &= !tables::bit(m.to);
        }
        let chased = &mut self.chased[side.index()];
        if *chased == 0 {
            board.play(m);
        } else {
            let before = board.clone();
            board.play(m);
            *chased &= Chase { before: &before, after: board, m, side }.victims(*chased);
        }
        self.checks[side.index()] &= board.in_check(!side);
    }

    /// Who must lose, if anybody.
    fn loser(&self, rule: Repetition) -> Option<Player> {
        let alone = |by: [bool; 2]| match by {
            [true, false] => Some(Player::First),
            [false, true] => Some(Player::Second),
            _ => None,
        };
        if self.checks[0] || self.checks[1] || rule == Repetition::Simple {
            return alone(self.checks);
        }
        alone(self.chased.map(|pieces| pieces != 0))
    }
}

/// A move, looked at as an attack on pieces of the other side.
struct Chase<'b> {
    before: &'b Board,
    after: &'b Board,
    m: Move,
    side: Player,
}

impl Chase<'_> {
    /// Those of the `wanted` pieces that the move attacks anew.
    fn victims(&self, wanted: u128) -> u128 {
        let (board, side) = (self.after, self.side);
        // Soldiers that have not crossed may be chased; attacking a general is check.
        let fresh = board.set(!side, Kind::Soldier) & HOME[(!side).index()];
        let general = board.set(!side, Kind::General);
        let wanted = wanted & board.side(!side) & !fresh & !general;
        let mut found = 0;
        // Generals and soldiers may chase.
        for kind in [Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Chariot, Kind::Cannon] {
            for from in board.set(side, kind).cells() {
                let from = from as u8;
                for to in (board.reach(side, kind, from) & wanted & !found).cells() {
                    if self.is_new(Move { from, to: to as u8 }) {
                        found |= u128::cell(to);
                    }
                }
            }
        }
        found
    }

    /// Whether the move threatens this capture, and did not find the threat there.
    fn is_new(&self, capture: Move) -> bool {
        if !is_threat(self.after, self.side, capture, Back::Legal) {
            return false;
        }
        // Where the attacker stood before.
        let from = if capture.from == self.m.to { self.m.from } else { capture.from };
        let kind = self.after.piece(capture.from).kind();
        if !self.before.reach(self.side, kind, from).has(capture.to.into()) {
            return true;
        }
        // The attack is old; what can be new is that capturing back would leave the general attacked.
        let earlier = Move { from, to: capture.to };
        !is_threat(self.after, self.side, capture, Back::EvenExposed)
            && !is_threat(self.before, self.side, earlier, Back::Legal)
    }
}

/// Which captures by the threatened side count as an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Back {
    /// The legal ones.
    Legal,
    /// Also those that would leave the general attacked.
    EvenExposed,
}

/// Whether a capture is legal, and would win something.
fn is_threat(board: &Board, side: Player, m: Move, back: Back) -> bool {
    let (attacker, victim) = (board.piece(m.from).kind(), board.piece(m.to).kind());
    if !board.is_safe(side, m) {
        return false;
    }
    let worth_more = match attacker {
        Kind::Horse | Kind::Cannon => victim == Kind::Chariot,
        Kind::Advisor | Kind::Elephant => {
            matches!(victim, Kind::Chariot | Kind::Cannon | Kind::Horse)
        }
        _ => false,
    };
    worth_more || !offers_exchange(board, side, m, back) && !is_protected(board, side, m, back)
}

/// Whether the attacked piece is of the same kind, and could as well capture the attacker.
fn offers_exchange(board: &Board, side: Player, m: Move, back: Back) -> bool {
    let (attacker, victim) = (board.piece(m.from).kind(), board.piece(m.to).kind());
    attacker == victim
        && board.reach(!side, victim, m.to).has(m.from.into())
        && (back == Back::EvenExposed || board.is_safe(!side, Move { from: m.to, to: m.from }))
}

/// Whether the other side could capture back.
fn is_protected(board: &Board, side: Player, m: Move, back: Back) -> bool {
    let mut after = board.clone();
    after.play(m);
    let protectors = after.attackers(m.to, after.occupied()) & after.side(!side);
    let legal = |from: u32| after.is_safe(!side, Move { from: from as u8, to: m.to });
    protectors.cells().any(|from| back == Back::EvenExposed || legal(from))
}
