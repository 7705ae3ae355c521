//! Counting: leaf positions by depth (perft), and distinct positions.

use std::collections::HashSet;

use crate::evaluator::Evaluator;
use crate::limits::{Budget, Limits, Meter, Stop, Stopped};
use crate::line::Line;
use crate::position::Position;

/// What a perft counted below one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Sequences of exactly as many moves as were asked for.
    pub nodes: u64,
    /// Sequences that ended the game in fewer moves.
    pub finished: u64,
}

/// Counts the move sequences of `depth` moves from a position, and those that end before. The
/// classic test of a move generator (<https://www.chessprogramming.org/Perft>).
///
/// A sequence that ends the game with its last move counts under `nodes`. Repetitions do not end
/// a game here: what counts are the moves of a position, less those that would repeat one illegally.
///
/// # Errors
/// If `stop` was raised.
pub fn perft<P: Position>(position: &P, depth: u32, stop: &Stop) -> Result<Perft, Stopped> {
    perft_after(&mut Line::new(position.clone()), depth, stop)
}

/// A perft from the end of a line.
pub(crate) fn perft_after<P: Position>(
    line: &mut Line<P>,
    depth: u32,
    stop: &Stop,
) -> Result<Perft, Stopped> {
    let budget = Budget::new(&Limits::default(), stop);
    let mut counter =
        Counter { meter: Meter::new(&budget), moves: vec![], count: Perft::default() };
    if P::BANS {
        counter.walk_line(line, depth)?;
    } else {
        counter.walk(&mut line.position().clone(), depth)?;
    }
    Ok(counter.count)
}

struct Counter<'s, M> {
    meter: Meter<'s>,
    moves: Vec<M>,
    count: Perft,
}

impl<M: Copy> Counter<'_, M> {
    fn walk<P: Position<Move = M>>(&mut self, position: &mut P, depth: u32) -> Result<(), Stopped> {
        self.meter.tick()?;
        if depth == 0 {
            self.count.nodes += 1;
            return Ok(());
        }
        if depth == 1
            && let Some(count @ 1..) = position.count()
        {
            self.count.nodes += count as u64;
            return Ok(());
        }
        let start = self.moves.len();
        if position.expand(&mut self.moves).is_some() {
            self.moves.truncate(start);
            self.count.finished += 1;
            return Ok(());
        }
        let end = self.moves.len();
        if depth == 1 {
            // Every move is a leaf: no need to play it.
            self.count.nodes += (end - start) as u64;
        } else {
            for at in start..end {
                let m = self.moves[at];
                let undo = position.play(m);
                let result = self.walk(position, depth - 1);
                position.undo(m, undo);
                result?;
            }
        }
        self.moves.truncate(start);
        Ok(())
    }

    /// The same where the path matters.
    fn walk_line<P: Position<Move = M>>(
        &mut self,
        line: &mut Line<P>,
        depth: u32,
    ) -> Result<(), Stopped> {
        self.meter.tick()?;
        if depth == 0 {
            self.count.nodes += 1;
            return Ok(());
        }
        if line.position().outcome().is_some() {
            self.count.finished += 1;
            return Ok(());
        }
        let start = self.moves.len();
        line.moves(&mut self.moves);
        let end = self.moves.len();
        if depth == 1 {
            self.count.nodes += (end - start) as u64;
        } else {
            for at in start..end {
                let m = self.moves[at];
                let undo = line.play(m);
                let result = self.walk_line(line, depth - 1);
                line.undo(m, undo);
                result?;
            }
        }
        self.moves.truncate(start);
        Ok(())
    }
}

/// Distinct positions within some plies of a position, itself included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// Positions with different keys.
    pub positions: u64,
    /// Positions with different [canonical keys](Evaluator::canonical_key): mirror images and the
    /// like counted once.
    pub up_to_symmetry: u64,
    /// Of `positions`, those where the game is over.
    pub finished: u64,
}

/// Why a census ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CensusError {
    /// It was stopped.
    Stopped(Stopped),
    /// There are more positions than [`MAX_CENSUS`].
    TooMany,
}

/// The most positions that a [`census`] counts: it must remember each.
pub const MAX_CENSUS: usize = 50_000_000;

/// Counts the distinct positions within `depth` plies.
///
/// # Errors
/// If `stop` was raised, or if there are too many.
pub fn census<P: Position, E: Evaluator<P>>(
    position: &P,
    evaluator: &E,
    depth: u32,
    stop: &Stop,
) -> Result<Census, CensusError> {
    let mut seen = HashSet::from([position.key()]);
    let mut canonical = HashSet::new();
    let mut count = Census::default();
    let mut level = vec![position.clone()];
    let mut moves = vec![];
    for ply in 0..=depth {
        let mut next = vec![];
        for position in &level {
            if stop.is_raised() {
                return Err(CensusError::Stopped(Stopped::Asked));
            }
            canonical.insert(evaluator.canonical_key(position));
            moves.clear();
            if position.expand(&mut moves).is_some() {
                count.finished += 1;
                continue;
            }
            if ply == depth {
                continue;
            }
            for &m in &moves {
                let mut child = position.clone();
                child.play(m);
                if seen.insert(child.key()) {
                    next.push(child);
                }
            }
            if seen.len() > MAX_CENSUS {
                return Err(CensusError::TooMany);
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    count.positions = seen.len() as u64;
    count.up_to_symmetry = canonical.len() as u64;
    Ok(count)
}

/// A perft below each legal move.
///
/// # Errors
/// If `stop` was raised.
pub(crate) fn divide<P: Position>(
    line: &Line<P>,
    depth: u32,
    stop: &Stop,
) -> Result<Vec<(P::Move, Perft)>, Stopped> {
    let mut line = line.clone();
    let mut moves = vec![];
    if depth > 0 && line.position().outcome().is_none() {
        line.moves(&mut moves);
    }
    moves
        .into_iter()
        .map(|m| {
            let undo = line.play(m);
            let count = perft_after(&mut line, depth - 1, stop);
            line.undo(m, undo);
            Ok((m, count?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc::Takeaway;
    use crate::position::Player;

    #[test]
    fn counts_by_hand() {
        // Three matches: 1+1+1, 1+2, 2+1, 3.
        let start = Takeaway(3, Player::First);
        let count = |depth| perft(&start, depth, &Stop::new()).unwrap();
        assert_eq!(count(0), Perft { nodes: 1, finished: 0 });
        assert_eq!(count(1), Perft { nodes: 3, finished: 0 });
        assert_eq!(count(2), Perft { nodes: 3, finished: 1 });
        assert_eq!(count(3), Perft { nodes: 1, finished: 3 });
        assert_eq!(count(4), Perft { nodes: 0, finished: 4 });
    }

    #[test]
    fn a_raised_flag_stops_it() {
        let stop = Stop::new();
        stop.raise();
        let start = Takeaway(100, Player::First);
        assert_eq!(perft(&start, 50, &stop), Err(Stopped::Asked));
    }
}
