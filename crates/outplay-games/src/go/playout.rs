//! Random games, as fast as they go: for Monte Carlo searches and for measuring.

use outplay::Random;

use super::board::{EMPTY, Point};
use super::{Go, Move};

/// Points of the largest board, rounded up to a power of two.
const ROOM: usize = 512;
const MASK: usize = ROOM - 1;

/// The empty points of a board in no order, with their places, so that one is drawn or taken
/// out in a step.
struct Empties {
    list: [Point; ROOM],
    /// Where each point stands on the list.
    slots: [u16; ROOM],
    count: usize,
}

impl Empties {
    fn of(go: &Go) -> Empties {
        let mut empties = Empties { list: [0; ROOM], slots: [0; ROOM], count: 0 };
        for at in go.board.points() {
            if go.board.colour(at) == EMPTY {
                empties.push(at);
            }
        }
        empties
    }

    #[inline]
    fn push(&mut self, at: Point) {
        self.list[self.count & MASK] = at;
        self.slots[usize::from(at) & MASK] = self.count as u16;
        self.count += 1;
    }

    #[inline]
    fn exchange(&mut self, one: usize, other: usize) {
        self.list.swap(one & MASK, other & MASK);
        for slot in [one, other] {
            self.slots[usize::from(self.list[slot & MASK]) & MASK] = slot as u16;
        }
    }

    #[inline]
    fn remove(&mut self, at: Point) {
        let slot = usize::from(self.slots[usize::from(at) & MASK]);
        self.count -= 1;
        self.exchange(slot, self.count);
    }
}

impl Go {
    /// Plays on at random to the end: each move drawn evenly from the legal ones that do not fill
    /// an own eye, a pass if there is none, two passes end it. Only the ko point is forbidden;
    /// longer cycles are cut by an end after three times as many moves as the board has points.
    ///
    /// Returns the moves played. [`margin_halves`](Go::margin_halves) then tells who won.
    pub fn play_out(&mut self, random: &mut Random) -> u32 {
        let mut empties = Empties::of(self);
        let most = 3 * (self.size() * self.size()) as u32;
        let mut played = 0;
        while played < most && !self.is_over() {
            let m = self.draw(&mut empties, random);
            if !m.is_pass() {
                empties.remove(m.0);
            }
            self.advance(m, |at| empties.push(at));
            played += 1;
        }
        played
    }

    /// A move drawn evenly: points that won't do are put aside until one does.
    #[inline]
    fn draw(&self, empties: &mut Empties, random: &mut Random) -> Move {
        let own = self.colour();
        let mut left = empties.count;
        while left > 0 {
            let slot = random.below(left);
            let at = empties.list[slot & MASK];
            if !self.board.is_eye(at, own) && self.allows(at) {
                return Move(at);
            }
            left -= 1;
            empties.exchange(slot, left);
        }
        Move::PASS
    }

    /// Plays out copies of this position and returns how many were won by Black, and all moves.
    pub fn play_outs(&self, games: u32, random: &mut Random) -> (u32, u64) {
        let (mut won, mut moves) = (0, 0);
        for _ in 0..games {
            let mut copy = self.clone();
            moves += u64::from(copy.play_out(random));
            won += u32::from(copy.margin_halves() > 0);
        }
        (won, moves)
    }
}
