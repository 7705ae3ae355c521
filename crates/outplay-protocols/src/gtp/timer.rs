//! The clocks: main time and overtime, as `time_settings` and its relatives give them.

use core::time::Duration;

use outplay::{Clock, Limits, Player};

/// Without a clock and any limit of the profile's own, a move takes about this.
const USUAL: Duration = Duration::from_secs(1);
/// The main time is divided by so many moves to come, those of the overtime not counted.
const MAIN_MOVES: u32 = 25;

/// What follows when the main time is used up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Overtime {
    /// The game is lost.
    None,
    /// So many moves in this time, again and again (Canadian).
    Stones { time: Duration, stones: u32 },
    /// Each move within this time (Japanese byo-yomi).
    Period(Duration),
    /// This is added after each move, from the first one on (Fischer).
    Increment(Duration),
}

/// What a side has left.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Left {
    time: Duration,
    /// In overtime: the moves to be made in it, or periods. 0 in main time.
    stones: u32,
}

/// The clocks of both sides.
#[derive(Clone, Debug, Default)]
pub(super) struct Timer {
    /// Main time and overtime; `None` without clocks.
    settings: Option<(Duration, Overtime)>,
    left: [Option<Left>; 2],
    /// The most for any move.
    per_move: Option<Duration>,
}

impl Timer {
    /// Clocks with full time, or none.
    pub(super) fn new(settings: Option<(Duration, Overtime)>, per_move: Option<Duration>) -> Timer {
        Timer { settings, left: [None; 2], per_move }
    }

    /// Both sides have their full time: a new game.
    pub(super) fn reset(&mut self) {
        self.left = [None; 2];
    }

    /// Somebody else's clock says what a side has left.
    pub(super) fn set_left(&mut self, side: Player, time: Duration, stones: u32) {
        self.left[side.index()] = Some(Left { time, stones });
    }

    fn left(&self, side: Player) -> Option<Left> {
        let full = self.settings.map(|(time, _)| Left { time, stones: 0 });
        self.left[side.index()].or(full)
    }

    /// A side has thought for so long: what counts until somebody says better.
    pub(super) fn spend(&mut self, side: Player, spent: Duration) {
        let (Some(mut left), Some((_, overtime))) = (self.left(side), self.settings) else {
            return;
        };
        let over = spent.saturating_sub(left.time);
        left.time = left.time.saturating_sub(spent);
        match overtime {
            Overtime::None => {}
            Overtime::Increment(time) => left.time = left.time.saturating_add(time),
            Overtime::Period(time) if left.stones > 0 || left.time.is_zero() => {
                left = Left { time, stones: left.stones.max(1) };
            }
            Overtime::Stones { time, stones } if left.stones == 0 && left.time.is_zero() => {
                left = Left { time: time.saturating_sub(over), stones };
            }
            Overtime::Stones { time, stones } if left.stones > 0 => {
                left.stones -= 1;
                if left.stones == 0 {
                    left = Left { time, stones };
                }
            }
            Overtime::Stones { .. } | Overtime::Period(_) => {}
        }
        self.left[side.index()] = Some(left);
    }

    /// How the next move is timed; `None` if it is not.
    fn clock(&self, side: Player) -> Option<Clock> {
        let left = self.left(side)?;
        let overtime = self.settings.map_or(Overtime::None, |(_, overtime)| overtime);
        let clock = Clock { remaining: Some(left.time), ..Clock::default() };
        Some(match overtime {
            Overtime::Stones { time, stones } if left.stones == 0 => Clock {
                remaining: Some(left.time.saturating_add(time)),
                moves_to_go: Some(if left.time.is_zero() { stones } else { MAIN_MOVES + stones }),
                ..clock
            },
            Overtime::Period(time) if left.stones == 0 && left.time.is_zero() => {
                Clock { remaining: Some(time), moves_to_go: Some(1), ..clock }
            }
            Overtime::Period(time) if left.stones == 0 => {
                Clock { remaining: Some(left.time.saturating_add(time)), increment: time, ..clock }
            }
            // What the controller counts are the periods: this one move is in the current one.
            Overtime::Period(_) => Clock { moves_to_go: Some(1), ..clock },
            Overtime::Increment(increment) => Clock { increment, ..clock },
            Overtime::None | Overtime::Stones { .. } if left.stones > 0 => {
                Clock { moves_to_go: Some(left.stones), ..clock }
            }
            Overtime::None | Overtime::Stones { .. } => clock,
        })
    }

    /// How long a side may think, within its profile's own limits.
    pub(super) fn limits(&self, side: Player, own: &Limits, usual: bool) -> Limits {
        let clock = match (self.clock(side), self.per_move) {
            (Some(clock), per_move) => Some(Clock { per_move, ..clock }),
            (None, Some(most)) => Some(Clock { per_move: Some(most), ..Clock::default() }),
            (None, None) => None,
        };
        let Some(clock) = clock else {
            let unlimited = own.depth.is_none() && own.nodes.is_none() && own.time.is_none();
            let time = if unlimited && usual { Some(USUAL) } else { own.time };
            return Limits { time, ..*own };
        };
        let given = clock.limits();
        let least = |one: Option<Duration>, other: Option<Duration>| match (one, other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        Limits { time: least(given.time, own.time), soft_time: given.soft_time, ..*own }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn hard(timer: &Timer) -> Duration {
        timer.limits(Player::First, &Limits::default(), true).time.unwrap()
    }

    #[test]
    fn without_clocks_the_profile_counts() {
        let timer = Timer::default();
        assert_eq!(hard(&timer), USUAL);
        let depth = Limits::depth(3);
        assert_eq!(timer.limits(Player::First, &depth, true), depth);
        assert_eq!(timer.limits(Player::First, &Limits::default(), false), Limits::default());
        let own = Limits::time(s(1));
        let timer = Timer::new(Some((s(3600), Overtime::None)), None);
        assert_eq!(timer.limits(Player::First, &own, true).time, Some(s(1)));
    }

    #[test]
    fn overtime_without_main_time_is_kept() {
        let stones = Overtime::Stones { time: s(10), stones: 5 };
        let timer = Timer::new(Some((s(0), stones)), None);
        assert!(hard(&timer) > s(1) && hard(&timer) <= s(8), "{:?}", hard(&timer));
        let period = Overtime::Period(s(10));
        let timer = Timer::new(Some((s(0), period)), None);
        assert!(hard(&timer) > s(5) && hard(&timer) < s(10));
        let last = Overtime::Stones { time: s(10), stones: 1 };
        let timer = Timer::new(Some((s(0), last)), None);
        assert!(hard(&timer) > s(5) && hard(&timer) < s(10));
    }

    #[test]
    fn main_time_lasts_for_a_game() {
        let soft = |overtime| {
            let timer = Timer::new(Some((s(600), overtime)), None);
            timer.limits(Player::Second, &Limits::default(), true).soft_time.unwrap()
        };
        let alone = soft(Overtime::None);
        assert!(alone > s(15) && alone < s(40), "{alone:?}");
        assert!(soft(Overtime::Increment(s(10))) > alone);
        assert!(soft(Overtime::Period(s(30))) > alone);
    }

    #[test]
    fn time_told_counts_for_its_side_only() {
        let mut timer = Timer::new(Some((s(600), Overtime::None)), None);
        timer.set_left(Player::First, s(0), 0);
        assert_eq!(hard(&timer), Duration::from_millis(1));
        let other = timer.limits(Player::Second, &Limits::default(), true);
        assert!(other.time.unwrap() > s(10));
        // Even if nothing was set before.
        let mut timer = Timer::default();
        timer.set_left(Player::First, s(10), 10);
        assert!(hard(&timer) < s(5));
        timer.reset();
        assert_eq!(hard(&timer), USUAL);
    }

    #[test]
    fn thinking_goes_from_main_time_into_overtime_and_on() {
        let stones = Overtime::Stones { time: s(10), stones: 2 };
        let mut timer = Timer::new(Some((s(5), stones)), None);
        let mut left = |spent| {
            timer.spend(Player::First, s(spent));
            timer.left(Player::First).map(|left| (left.time.as_secs(), left.stones)).unwrap()
        };
        assert_eq!([left(2), left(4), left(3), left(1)], [(3, 0), (9, 2), (6, 1), (10, 2)]);
        let mut timer = Timer::new(Some((s(5), Overtime::Period(s(3)))), None);
        timer.spend(Player::First, s(6));
        assert_eq!(timer.left(Player::First), Some(Left { time: s(3), stones: 1 }));
        timer.spend(Player::First, s(2));
        assert_eq!(timer.left(Player::First), Some(Left { time: s(3), stones: 1 }));
        let mut timer = Timer::new(Some((s(5), Overtime::Increment(s(3)))), None);
        timer.spend(Player::First, s(1));
        assert_eq!(timer.left(Player::First), Some(Left { time: s(7), stones: 0 }));
    }

    #[test]
    fn a_cap_for_each_move_holds() {
        let capped = Timer::new(Some((s(6000), Overtime::None)), Some(s(2)));
        assert!(hard(&capped) < s(2));
    }

    #[test]
    fn no_clock_is_overdrawn() {
        let overtimes = [
            Overtime::None,
            Overtime::Stones { time: s(3), stones: 4 },
            Overtime::Period(s(2)),
            Overtime::Increment(s(1)),
        ];
        for overtime in overtimes {
            let mut timer = Timer::new(Some((s(20), overtime)), None);
            for _ in 0..200 {
                let left = timer.left(Player::First).unwrap();
                let limit = hard(&timer);
                // In overtime the whole of it is there, in main time the overtime behind it too.
                let allowed = match overtime {
                    Overtime::Stones { time, .. } | Overtime::Period(time) if left.stones == 0 => {
                        left.time + time
                    }
                    _ => left.time,
                };
                assert!(limit <= allowed.max(Duration::from_millis(1)), "{overtime:?} {left:?}");
                timer.spend(Player::First, limit);
            }
        }
    }
}
