//! A position together with the path that led to it.

use crate::position::{Outcome, Player, Position};

/// One position on the path, as the repetition rule sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// The position's key.
    pub key: u64,
    /// The position's tag.
    pub tag: u32,
    /// Who is to move in it.
    pub turn: Player,
}

/// What the rules say to a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeat {
    /// The game goes on.
    Allowed,
    /// The game is over, like this.
    Ends(Outcome),
}

/// A position and the path to it. It answers whether the game is over by repetition, which a
/// position alone can't know.
///
/// For games that can't repeat a position ([`Position::REPEATS`] is false) the path is not kept.
#[derive(Clone, Debug)]
pub struct Line<P> {
    position: P,
    /// Every position from the start of the game to the current one.
    visits: Vec<Visit>,
}

impl<P: Position> Line<P> {
    /// A line that starts here, with no past.
    pub fn new(position: P) -> Line<P> {
        let mut line = Line { position, visits: Vec::new() };
        line.visit();
        line
    }

    /// The position at the end of the line.
    #[inline]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, m: P::Move) -> P::Undo {
        let undo = self.position.play(m);
        self.visit();
        undo
    }

    /// Takes back the move played last.
    #[inline]
    pub fn undo(&mut self, m: P::Move, undo: P::Undo) {
        if P::REPEATS {
            self.visits.pop();
        }
        self.position.undo(m, undo);
    }

    /// How the game ended, repetitions included.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.repetition() {
            Some(Repetition { outcome: Some(outcome), .. }) => Some(outcome),
            _ => self.position.outcome(),
        }
    }

    /// What the path has to do with the current position, if it was there before.
    #[inline]
    pub(crate) fn repetition(&self) -> Option<Repetition> {
        if P::REPEATS { self.find_repetition() } else { None }
    }

    fn find_repetition(&self) -> Option<Repetition> {
        let now = self.visits.len() - 1;
        let key = self.visits[now].key;
        let from = now.saturating_sub(self.position.reversible());
        let (mut times, mut last, mut first) = (0, now, now);
        for at in (from..now).rev() {
            if self.visits[at].key == key {
                times += 1;
                first = at;
                if last == now {
                    last = at;
                }
            }
        }
        if times == 0 {
            return None;
        }
        let outcome = match self.position.repeat(times, &self.visits[last..=now]) {
            Repeat::Allowed => None,
            Repeat::Ends(outcome) => Some(outcome),
        };
        Some(Repetition { outcome, plies_back: now - first })
    }

    #[inline]
    fn visit(&mut self) {
        if P::REPEATS {
            self.visits.push(Visit {
                key: self.position.key(),
                tag: self.position.tag(),
                turn: self.position.turn(),
            });
        }
    }
}

/// A position that was on the path before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Repetition {
    /// How the game ends by it, if it does.
    pub(crate) outcome: Option<Outcome>,
    /// How many plies ago the position was there first. A value found here leans on the path that
    /// far back, and is not true for other paths.
    pub(crate) plies_back: usize,
}
