//! The words after `go`, and the limits that they mean.

use core::time::Duration;

use outplay::{Clock, Limits, MAX_PLY, Player};

/// What `go` asks for. Numbers as they were given, also below zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    pub(super) only: Vec<String>,
    pub(super) ponder: bool,
    pub(super) infinite: bool,
    /// What is left on the clocks, in milliseconds.
    pub(super) time: [Option<i64>; 2],
    /// What each move adds to the clocks, in milliseconds.
    pub(super) increment: [Option<i64>; 2],
    pub(super) moves_to_go: Option<i64>,
    pub(super) depth: Option<i64>,
    pub(super) nodes: Option<i64>,
    pub(super) mate: Option<i64>,
    pub(super) move_time: Option<i64>,
    pub(super) perft: Option<i64>,
    /// Words that mean nothing here.
    pub(super) skipped: Vec<String>,
}

const WORDS: [&str; 14] = [
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
    "go",
];

/// So many words that mean nothing are worth telling.
const MOST_SKIPPED: usize = 8;

/// A time that no search lasts. Unlike no time at all, it lets every algorithm deepen step by
/// step.
pub(crate) const FOREVER: Duration = Duration::from_secs(1_000_000_000);

/// A whole number; one that is too large for the type is the largest or smallest.
pub(crate) fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let huge = if word.starts_with('-') { i64::MIN } else { i64::MAX };
    is_number.then(|| word.parse().unwrap_or(huge))
}

impl Go {
    pub(super) fn read<'l>(words: impl Iterator<Item = &'l str>) -> Go {
        let mut go = Go::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|word| !WORDS.contains(word)) {
                        go.only.push(text.to_owned());
                    }
                }
                _ => {
                    if let Some(field) = go.field(word) {
                        // What is no number limits the most: an answer is owed in any case.
                        let value = words.next_if(|word| !WORDS.contains(word));
                        *field = Some(value.and_then(number).unwrap_or(0));
                    } else if go.skipped.len() < MOST_SKIPPED {
                        go.skipped.push(word.to_owned());
                    }
                }
            }
        }
        go
    }

    fn field(&mut self, word: &str) -> Option<&mut Option<i64>> {
        Some(match word {
            "wtime" => &mut self.time[0],
            "btime" => &mut self.time[1],
            "winc" => &mut self.increment[0],
            "binc" => &mut self.increment[1],
            "movestogo" => &mut self.moves_to_go,
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            "movetime" => &mut self.move_time,
            "perft" => &mut self.perft,
            _ => return None,
        })
    }

    /// The clock of the side to move. If only the opponent's is known, it is taken for both.
    fn clock(&self, turn: Player, overhead: Duration) -> Clock {
        let own = turn.index();
        let time = self.time[own].or(self.time[1 - own]);
        let increment = self.increment[own].unwrap_or(0);
        let clocked = time.is_some() || self.increment != [None; 2] || self.moves_to_go.is_some();
        let moves_to_go = self.moves_to_go.filter(|&moves| moves > 0);
        Clock {
            remaining: clocked.then(|| Clock::millis(time.unwrap_or(0))),
            increment: Clock::millis(increment),
            moves_to_go: moves_to_go.map(|moves| u32::try_from(moves).unwrap_or(u32::MAX)),
            per_move: self.move_time.map(Clock::millis),
            overhead,
        }
    }

    /// When the search ends. An infinite one knows no clock.
    pub(super) fn limits(&self, turn: Player, overhead: Duration) -> Limits {
        let clock =
            if self.infinite { Limits::default() } else { self.clock(turn, overhead).limits() };
        let plies = |plies: i64| plies.clamp(1, i64::from(MAX_PLY)) as u32;
        let depth = self.depth.map(plies);
        // The last of the moves that mate is followed by none of the opponent's.
        let mate = self.mate.map(|moves| plies(moves.saturating_mul(2).saturating_sub(1)));
        Limits {
            depth: least(depth, mate),
            nodes: self.nodes.map(|nodes| nodes.max(1) as u64),
            ponder: self.ponder,
            ..clock
        }
    }
}

/// The stricter of two limits.
fn least<L: Ord>(one: Option<L>, other: Option<L>) -> Option<L> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// Limits within others, those of the profile.
pub(crate) fn within(limits: Limits, bounds: &Limits) -> Limits {
    let soft_time = limits.soft_time.map(|soft| bounds.time.map_or(soft, |time| soft.min(time)));
    Limits {
        depth: least(limits.depth, bounds.depth),
        nodes: least(limits.nodes, bounds.nodes),
        time: least(limits.time, bounds.time),
        soft_time: least(soft_time, bounds.soft_time),
        ponder: limits.ponder,
    }
}

/// Whether nothing but a stop ends such a search.
pub(crate) fn is_endless(limits: &Limits) -> bool {
    limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Go {
        Go::read(text.split_whitespace())
    }

    fn limits(text: &str) -> Limits {
        read(text).limits(Player::First, Duration::ZERO)
    }

    #[test]
    fn words_are_read_in_any_order() {
        let go = read("wtime 1000 searchmoves e2e4 d2d4 btime 900 rubbish ponder binc 5");
        assert_eq!(go.time, [Some(1000), Some(900)]);
        assert_eq!(go.increment, [None, Some(5)]);
        assert_eq!(go.only, ["e2e4", "d2d4"]);
        assert_eq!(go.skipped, ["rubbish"]);
        assert!(go.ponder && !go.infinite);
    }

    #[test]
    fn odd_numbers_still_limit() {
        assert_eq!(limits("depth -1").depth, Some(1));
        assert_eq!(limits("depth").depth, Some(1));
        assert_eq!(limits("depth x").depth, Some(1));
        assert_eq!(limits("depth 99999999999999999999").depth, Some(MAX_PLY));
        assert_eq!(limits("nodes 18446744073709551615").nodes, Some(i64::MAX as u64));
        assert_eq!(limits("nodes 0").nodes, Some(1));
        assert_eq!(limits("movetime depth 3"), Limits { depth: Some(3), ..limits("movetime 0") });
        assert_eq!(limits("movetime -5").time, Some(Duration::from_millis(1)));
        for text in ["wtime 0", "wtime -100", "winc 100", "movestogo 3", "btime 0"] {
            assert_eq!(limits(text).time, Some(Duration::from_millis(1)), "{text}");
        }
        assert!(is_endless(&limits("infinite wtime 5")) && is_endless(&limits("")));
    }

    #[test]
    fn mate_in_moves_is_twice_as_many_plies_less_one() {
        assert_eq!(limits("mate 1").depth, Some(1));
        assert_eq!(limits("mate 3").depth, Some(5));
        assert_eq!(limits("mate 3 depth 2").depth, Some(2));
        assert_eq!(limits("mate -9223372036854775808").depth, Some(1));
    }

    #[test]
    fn the_own_clock_counts() {
        let go = read("wtime 100000 btime 2000");
        let times = [Player::First, Player::Second].map(|turn| go.limits(turn, Duration::ZERO));
        assert!(times[0].time > times[1].time);
        assert_eq!(limits("btime 2000"), times[1]);
    }
}
