//! A position together with the path that led to it.

use crate::position::{Outcome, Player, Position};
use crate::random::mix;

/// One position on the path, as the repetition rule sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// The position's [repetition key](Position::repetition_key).
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
    /// A player may claim that the game is over, like this. Searches take it as the end.
    Claimable(Outcome),
    /// The game is over, like this.
    Ends(Outcome),
    /// The move that led here is not legal. Only for games with [`Position::BANS`].
    Illegal,
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
    /// Where a search began: cycles beyond it count once more.
    root: usize,
    /// Of all visits, in any order. Kept only for games with [`Position::BANS`].
    trail: u64,
}

impl<P: Position> Line<P> {
    /// A line that starts here, with no past.
    pub fn new(position: P) -> Line<P> {
        let mut line = Line { position, visits: Vec::new(), root: usize::MAX, trail: 0 };
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
        if P::REPEATS
            && let Some(visit) = self.visits.pop()
            && P::BANS
        {
            self.trail = self.trail.wrapping_sub(mix(visit.key));
        }
        self.position.undo(m, undo);
    }

    /// Goes to another position by a null move; what comes before is not repeated there. Returns
    /// what [`leap_back`](Line::leap_back) needs.
    pub(crate) fn leap(&mut self, to: P) -> Leap<P> {
        let from = core::mem::replace(&mut self.position, to);
        let visits = core::mem::take(&mut self.visits);
        let (root, trail) = (self.root, self.trail);
        self.root = 0;
        self.visit();
        Leap { from, visits, root, trail }
    }

    /// Undoes a null move.
    pub(crate) fn leap_back(&mut self, leap: Leap<P>) {
        let Leap { from, visits, root, trail } = leap;
        *self = Line { position: from, visits, root, trail };
    }

    /// How the game ended, repetitions included.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.repetition() {
            Some(Repetition { verdict: Repeat::Ends(outcome), .. }) => Some(outcome),
            _ => self.position.outcome(),
        }
    }

    /// Whether the game is over by repetition alone.
    pub fn ended_by_repetition(&self) -> bool {
        self.position.outcome().is_none() && self.outcome().is_some()
    }

    /// How an unfinished game would end if a player claimed it: by the rule of
    /// [`claim`](Position::claim), or by a repetition.
    pub fn claim(&self) -> Option<Outcome> {
        if self.outcome().is_some() {
            return None;
        }
        match self.repetition() {
            Some(Repetition { verdict: Repeat::Claimable(outcome), .. }) => Some(outcome),
            _ => self.position.claim(),
        }
    }

    /// Appends the legal moves of an unfinished game: the position's, less those that the
    /// repetition rule forbids.
    pub fn moves(&mut self, out: &mut Vec<P::Move>) {
        let start = out.len();
        self.position.moves(out);
        self.drop_banned(out, start);
    }

    /// Whether the repetition rule lets this move of the position be played.
    pub fn allows(&mut self, m: P::Move) -> bool {
        self.banned_by(m).is_none()
    }

    /// Drops the moves from `start` on that the repetition rule forbids. How many plies before this
    /// position the first of those was that forbade one.
    #[inline]
    pub(crate) fn drop_banned(&mut self, moves: &mut Vec<P::Move>, start: usize) -> Option<usize> {
        if !P::BANS || self.position.reversible() == 0 {
            return None;
        }
        let (mut kept, mut back) = (start, None);
        for at in start..moves.len() {
            match self.banned_by(moves[at]) {
                Some(plies) => back = back.max(Some(plies)),
                None => {
                    moves[kept] = moves[at];
                    kept += 1;
                }
            }
        }
        moves.truncate(kept);
        back
    }

    /// How many plies before this position the one was that forbids the move, if one does.
    fn banned_by(&mut self, m: P::Move) -> Option<usize> {
        if !P::BANS {
            return None;
        }
        let undo = self.play(m);
        let repetition = self.repetition();
        self.undo(m, undo);
        let Repetition { verdict, plies_back } = repetition?;
        (verdict == Repeat::Illegal).then(|| plies_back - 1)
    }

    /// A key of the position together with every position before it. Where a repetition is
    /// illegal, the way here decides what may be played, and so what the position is worth.
    pub(crate) fn key_with_path(&self) -> u64 {
        mix(self.position.key() ^ self.trail)
    }

    /// A search begins at the end of the line.
    pub(crate) fn set_root(&mut self) {
        self.root = self.visits.len().saturating_sub(1);
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
        if last > self.root {
            times += 1;
        }
        let verdict = self.position.repeat(times, &self.visits[last..=now]);
        Some(Repetition { verdict, plies_back: now - first })
    }

    #[inline]
    fn visit(&mut self) {
        if P::REPEATS {
            self.visits.push(Visit {
                key: self.position.repetition_key(),
                tag: self.position.tag(),
                turn: self.position.turn(),
            });
        }
        if P::BANS {
            self.trail = self.trail.wrapping_add(mix(self.position.repetition_key()));
        }
    }
}

/// What a null move leaves behind.
pub(crate) struct Leap<P> {
    from: P,
    visits: Vec<Visit>,
    root: usize,
    trail: u64,
}

/// A position that was on the path before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Repetition {
    /// What the rules say to it.
    pub(crate) verdict: Repeat,
    /// How many plies ago the position was there first. A value found here leans on the path that
    /// far back, and is not true for other paths.
    pub(crate) plies_back: usize,
}
