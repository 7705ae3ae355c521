//! A complete small game for the examples of this documentation.

use crate::position::{Outcome, Player, Position};
use crate::random::mix;

/// A heap of matches: take one to three in turn; who takes the last one wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Takeaway(pub u32, pub Player);

impl Position for Takeaway {
    type Move = u32;
    type Undo = ();
    const ALTERNATES: bool = true;

    fn turn(&self) -> Player {
        self.1
    }

    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(1..=self.0.min(3));
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then_some(Outcome::Win(!self.1))
    }

    fn play(&mut self, taken: u32) {
        self.0 -= taken;
        self.1 = !self.1;
    }

    fn undo(&mut self, taken: u32, (): ()) {
        self.0 += taken;
        self.1 = !self.1;
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.0) << 1 | self.1.index() as u64)
    }
}
