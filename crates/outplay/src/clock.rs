//! Game clocks: how much of the time left a move may take.

use core::time::Duration;

use crate::limits::Limits;

/// The clock of the side to move, and how many moves it must last for.
///
/// ```
/// use core::time::Duration;
/// use outplay::Clock;
/// let clock = Clock { remaining: Some(Duration::from_secs(60)), ..Clock::default() };
/// let limits = clock.limits();
/// assert!(limits.soft_time < limits.time && limits.time < clock.remaining);
/// // However little there is, there is a move.
/// let flagging = Clock { remaining: Some(Duration::ZERO), ..Clock::default() };
/// assert_eq!(flagging.limits().time, Some(Duration::from_millis(1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left for the moves to come; `None` if only single moves are timed.
    pub remaining: Option<Duration>,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until time is added to the clock, this one included; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// The most that this move may take, whatever is left.
    pub per_move: Option<Duration>,
    /// What passes between the search's end and the clock's stop: set aside for every move.
    pub overhead: Duration,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock {
            remaining: None,
            increment: Duration::ZERO,
            moves_to_go: None,
            per_move: None,
            overhead: Clock::OVERHEAD,
        }
    }
}

/// A game is expected to last so many more moves.
const MOVES_TO_COME: u32 = 25;
/// The part of an increment, less the overhead, that may be used up at once: what each move loses
/// on the way must come back, or a long game ends without any reserve.
const OF_INCREMENT: f64 = 0.75;
/// How many times the soft time a difficult move may take.
const STRETCH: f64 = 4.0;
/// No move but the last before the control takes more than this part of what is left.
const LARGEST_PART: f64 = 0.5;
const LAST_PART: f64 = 0.9;
/// A search of no time at all would not even look at the moves.
const LEAST: Duration = Duration::from_millis(1);
/// Longer clocks need not be told apart: 30 years.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

impl Clock {
    /// The usual overhead of an engine that talks to another program on the same machine.
    pub const OVERHEAD: Duration = Duration::from_millis(20);

    /// Milliseconds as protocols give them: below zero there is no time left.
    pub fn millis(millis: i64) -> Duration {
        Duration::from_millis(millis.max(0) as u64).min(LONGEST)
    }

    /// How long to think about this move: the hard limit, and the soft one after which only a
    /// difficult choice is thought about further.
    ///
    /// Always leaves something on a clock that has more than the overhead, and is never less than
    /// a millisecond.
    pub fn limits(&self) -> Limits {
        let less_overhead = |time: Duration| time.min(LONGEST).saturating_sub(self.overhead);
        let per_move = self.per_move.map(less_overhead);
        let Some(remaining) = self.remaining else {
            return Limits { time: per_move.map(|time| time.max(LEAST)), ..Limits::default() };
        };
        let usable = less_overhead(remaining);
        let moves = self.moves_to_go.unwrap_or(MOVES_TO_COME).clamp(1, 2 * MOVES_TO_COME);
        let largest = usable.mul_f64(if moves == 1 { LAST_PART } else { LARGEST_PART });
        let largest = per_move.map_or(largest, |time| time.min(largest)).max(LEAST);
        let share = usable / moves + less_overhead(self.increment).mul_f64(OF_INCREMENT);
        let hard = share.mul_f64(STRETCH).min(largest).max(LEAST);
        let soft = share.min(hard.mul_f64(0.8));
        Limits { time: Some(hard), soft_time: Some(soft), ..Limits::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_share_of_the_clock_and_most_of_the_increment() {
        let clock = Clock { remaining: Some(ms(60_020)), increment: ms(1_000), ..Clock::default() };
        let limits = clock.limits();
        assert_eq!(limits.soft_time, Some(ms(2_400 + 735)));
        assert_eq!(limits.time, Some(ms(4 * 3_135)));
    }

    #[test]
    fn the_last_move_before_the_control_may_take_what_is_left() {
        let clock = |moves| Clock {
            remaining: Some(ms(1_020)),
            moves_to_go: Some(moves),
            ..Clock::default()
        };
        assert_eq!(clock(1).limits().time, Some(ms(900)));
        assert_eq!(clock(2).limits().time, Some(ms(500)));
        assert_eq!(clock(0).limits(), clock(1).limits());
    }

    #[test]
    fn one_move_alone_is_timed_by_its_own_limit() {
        let clock = Clock { per_move: Some(ms(100)), ..Clock::default() };
        assert_eq!(clock.limits(), Limits::time(ms(80)));
        let both = Clock { remaining: Some(ms(100_000)), ..clock };
        assert_eq!(both.limits().time, Some(ms(80)));
        assert_eq!(Clock::default().limits(), Limits::default());
    }

    proptest! {
        #[test]
        fn no_clock_is_overdrawn(
            remaining in any::<i64>(),
            increment in any::<i64>(),
            moves_to_go in proptest::option::of(any::<u32>()),
            per_move in proptest::option::of(any::<i64>()),
            overhead in 0u64..5_000,
        ) {
            let clock = Clock {
                remaining: Some(Clock::millis(remaining)),
                increment: Clock::millis(increment),
                moves_to_go,
                per_move: per_move.map(Clock::millis),
                overhead: ms(overhead),
            };
            let limits = clock.limits();
            let (hard, soft) = (limits.time.unwrap(), limits.soft_time.unwrap());
            prop_assert!(hard >= LEAST && soft <= hard);
            let left = clock.remaining.unwrap().saturating_sub(clock.overhead);
            prop_assert!(hard <= left.max(LEAST));
        }
    }
}
