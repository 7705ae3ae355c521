//! What is known about xiangqi beyond the rules.
//!
//! The value is a mean of an early and a late value by the pieces left (tapered evaluation). Every
//! term is counted for both sides alike and subtracted. The terms are listed in
//! [`terms`](super::terms), their weights in `weights.txt`, made by the tool `outplay-tune`.

mod sink;
mod terms;

use outplay::{Evaluator, Score, mix};

use super::Xiangqi;
use super::board::{Kind, Move};
use super::tables::{self, POINTS};
use super::terms::TEMPO;
use super::weights as w;
use crate::tuning::Trace;
use crate::word::Word;

use sink::{Sink, Sum, Tally};

/// Counts material and its place, mobility, attacks on the palace, how it is guarded, and threats.
/// A unit is about a soldier that has not crossed the river.
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

impl Judge {
    /// What the evaluation counts in a position. The value comes from it up to rounding.
    pub(super) fn trace(position: &Xiangqi) -> Trace {
        let mut tally = Tally::default();
        tally.add(TEMPO.at(0), 1);
        terms::count(&position.board, position.turn, &mut tally);
        let (phase, whole) = shares(position, sum(position).0);
        let late = w::FULL_PHASE - phase;
        let share = |part: i32| f64::from(part * whole) / f64::from(w::FULL_PHASE * 16);
        Trace { terms: tally.terms, shares: [share(phase), share(late)], ..Trace::default() }
    }
}

#[inline]
fn sum(position: &Xiangqi) -> Sum {
    let mut sum = Sum::default();
    sum.add(TEMPO.at(0), 1);
    terms::count(&position.board, position.turn, &mut sum);
    sum
}

/// The share of the early values, of [`w::FULL_PHASE`], and what the whole is worth in sixteenths.
#[inline]
fn shares(position: &Xiangqi, sum: crate::chess::weights::Pair) -> (i32, i32) {
    let board = &position.board;
    let phase = |kind: Kind| {
        let pieces = board.set(position.turn, kind) | board.set(!position.turn, kind);
        w::PHASE[kind.index()] * pieces.count() as i32
    };
    let phase = phase(Kind::Horse) + phase(Kind::Chariot) + phase(Kind::Cannon);
    let phase = phase.min(w::FULL_PHASE);
    let value = sum.early() * phase + sum.late() * (w::FULL_PHASE - phase);
    let ahead = if value > 0 { position.turn } else { !position.turn };
    (phase, terms::winnable(board, ahead))
}

/// Captures rank from here up.
const CAPTURE: i32 = 1 << 10;

impl Evaluator<Xiangqi> for Judge {
    const TABLE_DEPTH: u32 = 1;
    const SELECTIVE: bool = true;
    const SLOTS: usize = 14 * POINTS;
    // A soldier is less of the game than a pawn is of chess.
    const SWING: i32 = 180;

    fn evaluate(&mut self, position: &Xiangqi) -> Score {
        let sum = sum(position).0;
        let (phase, whole) = shares(position, sum);
        let value = sum.early() * phase + sum.late() * (w::FULL_PHASE - phase);
        Score::from_hundredths(value * whole / (w::FULL_PHASE * 16))
    }

    /// Captures, the most valuable with the least valuable piece first, then quiet moves.
    #[inline]
    fn rank(&self, position: &Xiangqi, m: Move) -> i32 {
        let board = &position.board;
        let Some((_, victim)) = board.piece(m.to).get() else {
            return 0;
        };
        CAPTURE + 8 * w::value(victim) - w::value(board.piece(m.from).kind()) / 16
    }

    /// By static exchange.
    #[inline]
    fn pays(&self, position: &Xiangqi, m: Move, least: i32) -> bool {
        position.board.pays(m, least)
    }

    /// Soldiers and guards.
    #[inline]
    fn structure(&self, position: &Xiangqi) -> Option<u64> {
        let set = |kind| {
            let [red, black] = position.board.both(kind);
            let fold = |set: u128| set as u64 ^ (set >> 64) as u64;
            fold(red) ^ fold(black).rotate_left(7)
        };
        let guards = set(Kind::Advisor) ^ set(Kind::Elephant).rotate_left(3);
        Some(mix(set(Kind::Soldier)) ^ guards)
    }

    /// By piece and destination.
    #[inline]
    fn slot(&self, position: &Xiangqi, m: Move) -> usize {
        position.board.piece(m.from).index() * POINTS + m.to()
    }

    /// Captures; in check, every move.
    fn noisy(&self, position: &Xiangqi, out: &mut Vec<Move>) {
        if position.is_over_limit() {
            return;
        }
        if position.in_check() {
            position.push_moves(out);
            return;
        }
        let others = position.board.side(!position.turn);
        position.board.each(position.turn, others, |from, targets| {
            out.extend(targets.cells().map(|to| Move { from, to: to as u8 }));
            false
        });
    }

    #[inline]
    fn urgent(&self, position: &Xiangqi) -> bool {
        position.in_check()
    }

    #[inline]
    fn threatens(&self, position: &Xiangqi, m: Move) -> bool {
        position.board.gives_check(position.turn, m)
    }

    /// Not without pieces that have room: there, having to move may be what loses. Nor where either
    /// general is attacked.
    fn pass(&self, position: &Xiangqi) -> Option<Xiangqi> {
        let (board, side) = (&position.board, position.turn);
        let able = [Kind::Horse, Kind::Chariot, Kind::Cannon];
        if able.iter().all(|&kind| board.set(side, kind) == 0) || position.in_check() {
            return None;
        }
        Some(Xiangqi { turn: !side, clock: 0, ..position.clone() })
    }
}
