//! What a Kalah position looks worth.

use outplay::{Evaluator, Outcome, Player, Score};

use super::Kalah;

/// Counts stores, seeds at home, and what the next move can do, in hundredths of a seed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judge;

// Tuned one at a time by games of fixed depth from random openings. Against the difference of the
// stores alone they score 59% of 2,000 games at depth 6, and as much of 600 at depth 9.

/// A seed in one's own houses: some of them will be stored at the end.
const SEED_AT_HOME: i32 = 20;
/// A house whose last seed would fall into the store: for the side to move, and for the other.
const EXTRA_TURN: [i32; 2] = [150, 60];
/// A seed of the largest capture at hand, likewise.
const CAPTURE: [i32; 2] = [60, 40];

/// What sowing a house does.
pub(super) struct Sowing {
    pub(super) extra_turn: bool,
    /// Seeds captured, the capturing one included.
    pub(super) captured: i32,
}

impl Kalah {
    /// What sowing a house that is not empty would do, without doing it.
    #[inline]
    pub(super) fn sowing(&self, player: Player, house: usize) -> Sowing {
        let (own, other) = (self.side(player), self.side(!player));
        let (houses, seeds) = (own.len(), usize::from(own[house]));
        // All pits but the opponent's store, counted from the player's left.
        let round = 2 * houses + 1;
        let mut last = house + seeds;
        // Seldom more than once round: cheaper than a division.
        while last >= round {
            last -= round;
        }
        let mut captured = 0;
        let was_empty = last < houses && (own[last] == 0 || last == house);
        if was_empty && seeds <= round {
            // If the seeds went round, one fell into the opposite house.
            let passed = house + seeds > round - 1;
            let opposite = i32::from(other[houses - 1 - last]) + i32::from(passed);
            captured = if opposite > 0 { opposite + 1 } else { 0 };
        }
        Sowing { extra_turn: last == houses, captured }
    }

    /// The seeds at home and the chances of a player.
    #[inline]
    fn prospects(&self, player: Player) -> i32 {
        let mut extra_turns = 0;
        let mut capture = 0;
        for (house, &seeds) in self.side(player).iter().enumerate() {
            if seeds > 0 {
                let sowing = self.sowing(player, house);
                extra_turns += i32::from(sowing.extra_turn);
                capture = capture.max(sowing.captured);
            }
        }
        let waits = usize::from(player != self.turn);
        self.on_side(player) as i32 * SEED_AT_HOME
            + extra_turns * EXTRA_TURN[waits]
            + capture * CAPTURE[waits]
    }
}

impl Evaluator<Kalah> for Judge {
    const BY_MARGIN: bool = true;
    const SLOTS: usize = 32;

    fn evaluate(&mut self, kalah: &Kalah) -> Score {
        let prospects = kalah.prospects(kalah.turn) - kalah.prospects(!kalah.turn);
        Score::from_hundredths(kalah.lead(kalah.turn) * Score::UNIT + prospects)
    }

    /// The difference of the stores, however far it is.
    fn terminal(&self, kalah: &Kalah, _: Outcome, _: u32) -> Score {
        Score::from(kalah.lead(kalah.turn))
    }

    /// Extra turns first, of these the house nearest to the store; then captures by size; then
    /// again from the store, where sowing gives least away.
    #[inline]
    fn rank(&self, kalah: &Kalah, m: u8) -> i32 {
        let sowing = kalah.sowing(kalah.turn, usize::from(m));
        i32::from(m) + 16 * sowing.captured + if sowing.extra_turn { 1 << 13 } else { 0 }
    }

    #[inline]
    fn slot(&self, kalah: &Kalah, m: u8) -> usize {
        16 * kalah.turn.index() + usize::from(m)
    }

    /// All seeds that are not stored yet could go to one side.
    #[inline]
    fn bounds(&self, kalah: &Kalah) -> (Score, Score) {
        let lead = kalah.lead(kalah.turn);
        let open = (kalah.on_side(Player::First) + kalah.on_side(Player::Second)) as i32;
        (Score::from(lead - open), Score::from(lead + open))
    }
}
