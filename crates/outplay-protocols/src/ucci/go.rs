//! The words after `go`, and the limits that they mean.

use core::time::Duration;

use outplay::{Clock, Limits, MAX_PLY};

use crate::uci::go::number;

/// What `go` asks for. Numbers as they were given, also below zero; times in the unit that is set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    pub(super) ponder: bool,
    /// The opponent offers a draw.
    pub(super) draw: bool,
    pub(super) infinite: bool,
    pub(super) depth: Option<i64>,
    pub(super) nodes: Option<i64>,
    pub(super) time: Option<i64>,
    pub(super) moves_to_go: Option<i64>,
    pub(super) increment: Option<i64>,
    /// Not UCCI's own, but some programs send it, in milliseconds.
    pub(super) move_time: Option<i64>,
}

impl Go {
    /// Words that mean nothing, and what is said of the opponent's clock, are skipped.
    pub(super) fn read<'l>(words: impl Iterator<Item = &'l str>) -> Go {
        let mut go = Go::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let field = match word {
                "ponder" => {
                    go.ponder = true;
                    continue;
                }
                "draw" => {
                    go.draw = true;
                    continue;
                }
                "infinite" => {
                    go.infinite = true;
                    continue;
                }
                "depth" => &mut go.depth,
                "nodes" => &mut go.nodes,
                "time" => &mut go.time,
                "movestogo" => &mut go.moves_to_go,
                "increment" => &mut go.increment,
                "movetime" => &mut go.move_time,
                _ => continue,
            };
            // What is no number limits the most: an answer is owed in any case.
            let value = words.peek().copied().and_then(number);
            if value.is_some() {
                words.next();
            }
            *field = Some(value.unwrap_or(0));
        }
        // In depth as far as it will go.
        if words_mean_no_end(&go) {
            go.infinite = true;
        }
        go
    }

    /// When the search ends; `unit` is how long a unit of time is.
    pub(super) fn limits(&self, unit: Duration, overhead: Duration) -> Limits {
        let long = |units: i64| {
            let units = u32::try_from(units.max(0)).unwrap_or(u32::MAX);
            unit.saturating_mul(units)
        };
        let clocked = self.time.is_some() || self.moves_to_go.is_some() || self.increment.is_some();
        let clock = Clock {
            remaining: clocked.then(|| long(self.time.unwrap_or(0))),
            increment: long(self.increment.unwrap_or(0)),
            moves_to_go: self
                .moves_to_go
                .filter(|&moves| moves > 0)
                .map(|moves| u32::try_from(moves).unwrap_or(u32::MAX)),
            per_move: self.move_time.map(Clock::millis),
            overhead,
        };
        let timed = if self.infinite { Limits::default() } else { clock.limits() };
        Limits {
            depth: self.depth.map(|depth| depth.clamp(1, i64::from(MAX_PLY)) as u32),
            nodes: self.nodes.map(|nodes| nodes.max(1) as u64),
            ponder: self.ponder,
            ..timed
        }
    }
}

fn words_mean_no_end(go: &Go) -> bool {
    let limits = [go.depth, go.nodes, go.time, go.moves_to_go, go.increment, go.move_time];
    limits.iter().all(Option::is_none)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn read(text: &str) -> Go {
        Go::read(text.split_whitespace())
    }

    #[test]
    fn all_forms_are_read() {
        let go = read("ponder draw time 300 increment 2 opptime 100 oppincrement 7 oppmovestogo 9");
        assert!(go.ponder && go.draw && !go.infinite);
        assert_eq!((go.time, go.increment, go.moves_to_go), (Some(300), Some(2), None));
        assert!(read("infinite").infinite && read("").infinite && read("ponder").infinite);
        assert_eq!(read("depth time 5"), Go { depth: Some(0), time: Some(5), ..Go::default() });
    }

    #[test]
    fn the_unit_of_time_counts() {
        let seconds = read("time 60").limits(Duration::from_secs(1), Duration::ZERO);
        assert_eq!(seconds, read("time 60000").limits(MS, Duration::ZERO));
        for text in ["time 0", "time -3", "increment 5 time x", "movestogo 4"] {
            let time = read(text).limits(MS, Duration::ZERO).time;
            assert!(time.is_some_and(|time| time <= 20 * MS), "{text}");
        }
        let huge = read("time 99999999999999999999").limits(Duration::from_secs(1), MS);
        assert!(huge.time.is_some());
    }
}
