//! Time controls, and the clock of one side in a game.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use outplay::{InputError, quote, read};

/// How much time a side has: `60+0.5` is a minute and half a second for each move made, `40/60` a
/// minute for each forty moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// So many moves must be made in [`base`](TimeControl::base), which is then added again;
    /// `None` is the whole game.
    pub moves: Option<u32>,
    /// What is on the clock at first.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

const RIGHT: &str = "write TIME or TIME+INCREMENT, such as 60+0.5, or MOVES/TIME, such as 40/60";

impl FromStr for TimeControl {
    type Err = InputError;

    fn from_str(text: &str) -> Result<TimeControl, InputError> {
        let wrong = || InputError::new(format!("{} is no time control", quote(text))).hint(RIGHT);
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves = read::whole(moves, RIGHT).map_err(|_| wrong())?;
                let moves = u32::try_from(moves).map_err(|_| wrong())?;
                (Some(moves).filter(|&moves| moves > 0), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let increment = match increment.trim() {
            "0" | "0.0" | "0s" => Duration::ZERO,
            increment => read::time(increment).map_err(|_| wrong())?,
        };
        let base = match base.trim() {
            "0" if increment > Duration::ZERO => Duration::ZERO,
            base => read::time(base).map_err(|_| wrong())?,
        };
        Ok(TimeControl { moves, base, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", seconds(self.base))?;
        if self.increment > Duration::ZERO {
            write!(f, "+{}", seconds(self.increment))?;
        }
        Ok(())
    }
}

/// Seconds with as many digits as it takes.
fn seconds(time: Duration) -> String {
    let text = format!("{:.9}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The clock of one side in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    control: TimeControl,
    left: Duration,
    moves_made: u32,
}

impl GameClock {
    /// A clock at the start of a game.
    pub fn new(control: TimeControl) -> GameClock {
        GameClock { control, left: control.base, moves_made: 0 }
    }

    /// What is left.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// Added after each move.
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Moves to the next control, the one to come included.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.control.moves.map(|moves| moves - self.moves_made % moves)
    }

    /// A move was made that took so long; `false` if it was too long, by more than the margin.
    #[must_use]
    pub fn spend(&mut self, took: Duration, margin: Duration) -> bool {
        let in_time = took <= self.left.saturating_add(margin);
        self.left = self.left.saturating_sub(took).saturating_add(self.control.increment);
        self.moves_made += 1;
        if self.control.moves.is_some_and(|moves| self.moves_made.is_multiple_of(moves)) {
            self.left = self.left.saturating_add(self.control.base);
        }
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn controls_are_read_and_written() {
        for (text, moves, base, increment, written) in [
            ("1+0.01", None, 1_000, 10, "1+0.01"),
            ("40/60+0.5", Some(40), 60_000, 500, "40/60+0.5"),
            ("5m+2s", None, 300_000, 2_000, "300+2"),
            ("60+0", None, 60_000, 0, "60"),
            ("0+1", None, 0, 1_000, "0+1"),
            ("250ms", None, 250, 0, "0.25"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            let right = TimeControl { moves, base: ms(base), increment: ms(increment) };
            assert_eq!(control, right, "{text}");
            assert_eq!(control.to_string(), written);
            assert_eq!(written.parse(), Ok(control));
        }
        for text in ["", "0", "fast", "-1", "1+", "/5", "x/5", "1+x", "1++1", "99999999999/1"] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.contains("60+0.5") && error.contains("40/60"), "{text}: {error}");
        }
    }

    #[test]
    fn a_clock_runs_and_is_filled_again() {
        let mut clock = GameClock::new("2/1+0.1".parse().unwrap());
        assert_eq!(clock.moves_to_go(), Some(2));
        assert!(clock.spend(ms(400), ms(0)));
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(700), Some(1)));
        assert!(clock.spend(ms(700), ms(0)));
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(1_100), Some(2)));
        assert!(!clock.spend(ms(1_101), ms(0)));
        let mut clock = GameClock::new("1".parse().unwrap());
        assert!(clock.spend(ms(1_050), ms(50)), "within the margin");
        assert_eq!(clock.left(), ms(0));
    }
}
