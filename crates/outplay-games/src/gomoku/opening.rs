//! The swap2 opening: the first player places three stones, Black, White, Black. The second then
//! takes White, or takes Black, or places one more stone of each colour and leaves the choice to
//! the first.

use super::{Gomoku, Move};

/// Where a game is in its opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Play in turns.
    Play,
    /// The first player places three stones.
    Open,
    /// The second player chooses a colour, or to place two more stones.
    Choose,
    /// The second player places two more stones.
    More,
    /// The first player chooses a colour.
    ChooseAgain,
}

/// Stones after which the second player chooses.
pub(super) const FEW: u32 = 3;
/// Stones after which the first player chooses.
pub(super) const MANY: u32 = 5;

impl Phase {
    /// After a stone of the opening, when there are so many on the board.
    pub(super) fn after_stone(self, stones: u32) -> Phase {
        match self {
            Phase::Open if stones >= FEW => Phase::Choose,
            Phase::More if stones >= MANY => Phase::ChooseAgain,
            same => same,
        }
    }

    /// The word behind a position: none where play goes on with Black as the first player.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Phase::Play => "",
            Phase::Open => "open",
            Phase::Choose => "choose",
            Phase::More => "more",
            Phase::ChooseAgain => "choose2",
        }
    }

    /// Whether the opening can be here with so many stones.
    pub(super) const fn fits(self, stones: u32) -> bool {
        match self {
            Phase::Play => true,
            Phase::Open => stones < FEW,
            Phase::Choose => stones == FEW,
            Phase::More => FEW <= stones && stones < MANY,
            Phase::ChooseAgain => stones == MANY,
        }
    }
}

impl Gomoku {
    /// Plays a move that is no stone.
    pub(super) fn choose(&mut self, m: Move) {
        match m {
            Move::PASS => self.next = self.next.other(),
            Move::MORE => self.phase = Phase::More,
            colour => {
                // The first player has White if the second takes Black, or takes White itself.
                let second_chooses = self.phase == Phase::Choose;
                self.swapped = second_chooses == (colour == Move::BLACK);
                self.phase = Phase::Play;
            }
        }
    }
}
