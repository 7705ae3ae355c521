//! Games to learn from.
//!
//! A game begins with random moves, goes on with moves chosen by a shallow search with the
//! evaluator's features alone (not its tables, so that the games do not depend on what is learnt
//! from them), and is solved as soon as few squares are empty. What was found is the label of the
//! positions before. Then it goes on with moves that look best one ply ahead, and each position is
//! solved for itself.

use outplay::{Evaluator, Position, Random, Score};

use super::super::Othello;
use super::super::ending::Ending;
use super::super::evaluator::Judge;

/// A position with what it is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Discs of the side to move, one bit a square.
    pub own: u64,
    /// Discs of the other side.
    pub other: u64,
    /// The difference of discs at the end.
    pub margin: i8,
}

impl Sample {
    /// The bytes of a sample in a file.
    pub const BYTES: usize = 17;

    /// The sample as bytes.
    pub fn to_bytes(self) -> [u8; Sample::BYTES] {
        let mut bytes = [0; Sample::BYTES];
        bytes[..8].copy_from_slice(&self.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.other.to_le_bytes());
        bytes[16] = self.margin as u8;
        bytes
    }

    /// The sample that some bytes stand for.
    pub fn from_bytes(bytes: &[u8; Sample::BYTES]) -> Sample {
        let word = |at: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(word)
        };
        Sample { own: word(0), other: word(8), margin: bytes[16] as i8 }
    }
}

/// Plies that a move is looked ahead before it is chosen.
const DEPTH: u32 = 3;
/// From so many empty squares on, positions are solved.
const SOLVED: u32 = 14;
/// With fewer there is nothing to learn.
const FEWEST: u32 = 4;
/// One move in so many is a random one.
const SLIPS: usize = 30;

/// A player of games with itself.
#[derive(Debug)]
pub struct Games {
    judge: Judge,
    ending: Ending,
}

impl Default for Games {
    fn default() -> Games {
        Games { judge: Judge::plain(8), ending: Ending::default() }
    }
}

impl Games {
    /// Plays the game with this seed, and appends its positions.
    pub fn play(&mut self, seed: u64, samples: &mut Vec<Sample>) {
        let mut random = Random::new(seed);
        let opening = 4 + random.below(36);
        let mut position = Othello::default();
        let mut seen = vec![];
        for ply in 0.. {
            let empties = position.empties().count_ones();
            if position.outcome().is_some() || (empties <= SOLVED && ply >= opening) {
                break;
            }
            let legal = position.legal();
            let m = if ply < opening || random.below(SLIPS) == 0 {
                // What came before says nothing about what comes now.
                seen.clear();
                legal[random.below(legal.len())]
            } else {
                seen.push(position);
                self.chosen(&position, DEPTH)
            };
            position.play(m);
        }
        let last = self.label(&position);
        let turn = position.turn();
        let label = |before: Othello| Sample {
            own: before.own,
            other: before.other,
            margin: if before.turn == turn { last } else { -last },
        };
        samples.extend(seen.into_iter().map(label));
        while position.outcome().is_none() && position.empties().count_ones() >= FEWEST {
            let Othello { own, other, .. } = position;
            samples.push(Sample { own, other, margin: self.label(&position) });
            position.play(self.chosen(&position, 1));
        }
    }

    fn label(&mut self, position: &Othello) -> i8 {
        self.ending.solve::<8>(position.own, position.other, -64, 64) as i8
    }

    fn chosen(&mut self, position: &Othello, depth: u32) -> super::super::Place {
        let mut best = (-Score::INFINITY, position.legal()[0]);
        for (m, after) in self.sorted(position) {
            let score = -self.search(&after, depth - 1, -Score::INFINITY, -best.0);
            if score > best.0 {
                best = (score, m);
            }
        }
        best.1
    }

    /// The moves and what they lead to, best first by rank.
    fn sorted(&self, position: &Othello) -> Vec<(super::super::Place, Othello)> {
        let mut moves = position.legal();
        moves.sort_by_cached_key(|&m| -self.judge.rank(position, m));
        let after = |m| {
            let mut after = *position;
            after.play(m);
            (m, after)
        };
        moves.into_iter().map(after).collect()
    }

    fn search(&mut self, position: &Othello, depth: u32, mut alpha: Score, beta: Score) -> Score {
        if position.outcome().is_some() {
            return Score::from(position.margin());
        }
        if depth == 0 {
            return self.judge.evaluate(position);
        }
        let mut best = -Score::INFINITY;
        let moves = if depth > 1 {
            self.sorted(position)
        } else {
            let after = |m| {
                let mut after = *position;
                after.play(m);
                (m, after)
            };
            position.legal().into_iter().map(after).collect()
        };
        for (_, after) in moves {
            best = best.max(-self.search(&after, depth - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
