//! What `INFO` says about time, memory and effort, and the search that follows from it.

use core::time::Duration;

use outplay::{Clock, Limits, MAX_PLY, MAX_THREADS, Profile};

use crate::waiting::least;

/// What `time_left` says if there is no limit on the match.
const UNLIMITED: i64 = 2_147_483_647;
/// A move takes so long if neither the manager nor the profile says anything.
const USUAL_TIME: Duration = Duration::from_secs(5);
/// What the program needs beside the table, generously.
const PROGRAM_BYTES: i64 = 48 << 20;
/// A larger table takes longer to make than it is worth.
const LARGEST_TABLE: i64 = 1 << 30;
const SMALLEST_TABLE: i64 = 1 << 20;
/// Several times what a search writes in a millisecond, for a game has several moves.
const BYTES_PER_MILLI: i64 = 64 << 10;

/// What `INFO` said.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    /// Milliseconds for one move.
    turn: Option<i64>,
    /// Milliseconds for all moves of a game.
    game: Option<i64>,
    /// Milliseconds left of them.
    left: Option<i64>,
    increment: i64,
    depth: Option<u32>,
    nodes: Option<u64>,
    threads: Option<usize>,
    /// Bytes for the table that the memory has room for.
    memory: Option<usize>,
    /// Bytes for the table as Yixin-Board asks for them.
    hash: Option<usize>,
}

/// What an `INFO` line means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Info {
    /// The game goes by this rule.
    Rule(i64),
    /// A setting, taken over.
    Set,
    /// The same, in the dialect of Yixin-Board.
    Yixin,
    /// Nothing that matters here.
    Ignored,
}

impl Settings {
    /// Takes the words behind `INFO`.
    pub(super) fn take(&mut self, words: &str) -> Info {
        let mut words = words.split_whitespace();
        let key = words.next().unwrap_or_default().to_ascii_lowercase();
        let Some(number) = words.next().and_then(whole) else {
            return dialect(&key, Info::Ignored);
        };
        match &key[..] {
            "rule" => return Info::Rule(number),
            "timeout_turn" => self.turn = Some(number),
            "timeout_match" => {
                self.game = (number > 0).then_some(number);
                self.left = self.game;
            }
            "time_left" => self.left = (number != UNLIMITED).then_some(number),
            "time_increment" => self.increment = number,
            "max_memory" => {
                // Something is left for what was not thought of.
                let bytes = (number - PROGRAM_BYTES) / 4 * 3;
                self.memory = (number > 0).then(|| table_bytes(bytes));
            }
            "hash_size" => {
                let bytes = number.saturating_mul(1 << 10);
                self.hash = (number > 0).then(|| table_bytes(bytes));
            }
            "max_depth" => self.depth = u32::try_from(number).ok().filter(|&depth| depth > 0),
            "max_node" => self.nodes = u64::try_from(number).ok().filter(|&nodes| nodes > 0),
            "thread_num" => {
                self.threads = usize::try_from(number).ok().map(|n| n.clamp(1, MAX_THREADS));
            }
            _ => return dialect(&key, Info::Ignored),
        }
        dialect(&key, Info::Set)
    }

    /// A game begins: its clock is full.
    pub(super) fn begin_game(&mut self) {
        self.left = self.game;
    }

    /// A move took so many milliseconds. A manager that sends `time_left` knows better.
    pub(super) fn spend(&mut self, millis: f64) {
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(millis.clamp(0.0, 1e12) as i64);
        }
    }

    /// Bytes for the table: no more than the searches of a game fill, since to make a large one
    /// takes long.
    pub(super) fn hash_bytes(&self, usual: &Profile) -> usize {
        let usual = usual.plan.hash_bytes;
        let filled = self.turn.map_or(LARGEST_TABLE, |turn| {
            turn.max(0).saturating_mul(BYTES_PER_MILLI).min(LARGEST_TABLE)
        });
        let room = self.memory.map(|memory| memory.min(usual.max(filled as usize)));
        self.hash.or(room).unwrap_or(usual)
    }

    /// There is not so much memory.
    pub(super) fn forget_memory(&mut self) {
        (self.memory, self.hash) = (None, None);
    }

    /// How to play: as the profile says, within what `INFO` allows. `waited` was spent since the
    /// question was asked, and the answer may take `searches` searches.
    pub(super) fn profile(&self, usual: &Profile, waited: Duration, searches: u32) -> Profile {
        let mut profile = usual.clone();
        let plan = &mut profile.plan;
        plan.threads = self.threads.unwrap_or(plan.threads);
        plan.hash_bytes = self.hash_bytes(usual);
        let own = plan.limits;
        let clock = Clock {
            remaining: self.left.map(Clock::millis),
            increment: Clock::millis(self.increment),
            moves_to_go: None,
            per_move: self.turn.map(|turn| Clock::millis(turn) / searches.max(1)),
            overhead: Clock::OVERHEAD + waited,
        };
        let mut limits = clock.limits();
        limits.time = least(limits.time, own.time);
        limits.depth = least(own.depth, self.depth).map(|depth| depth.min(MAX_PLY));
        limits.nodes = least(own.nodes, self.nodes);
        if limits == Limits::default() && profile.level.is_none() {
            limits.time = Some(USUAL_TIME);
        }
        profile.plan.limits = limits;
        profile
    }
}

/// Only Yixin-Board and the engines made for it have these keys.
fn dialect(key: &str, otherwise: Info) -> Info {
    const KEYS: [&str; 15] = [
        "max_depth",
        "max_node",
        "time_increment",
        "hash_size",
        "thread_num",
        "thread_split_depth",
        "caution_factor",
        "pondering",
        "show_detail",
        "checkmate",
        "nbestsym",
        "vcthread",
        "usedatabase",
        "strength",
        "swapable",
    ];
    if KEYS.contains(&key) { Info::Yixin } else { otherwise }
}

fn whole(word: &str) -> Option<i64> {
    // Some write milliseconds with a fraction.
    let whole = word.split_once('.').map_or(word, |(whole, _)| whole);
    whole.parse().ok()
}

fn table_bytes(wanted: i64) -> usize {
    wanted.clamp(SMALLEST_TABLE, LARGEST_TABLE) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(lines: &[&str]) -> Settings {
        let mut settings = Settings::default();
        for line in lines {
            settings.take(line);
        }
        settings
    }

    fn time(lines: &[&str]) -> Option<Duration> {
        with(lines).profile(&Profile::default(), Duration::ZERO, 1).plan.limits.time
    }

    #[test]
    fn clocks_limit_the_time() {
        let ms = |millis| Some(Duration::from_millis(millis));
        assert_eq!(time(&[]), Some(USUAL_TIME));
        assert_eq!(time(&["timeout_turn 0"]), ms(1));
        assert_eq!(time(&["timeout_turn -5"]), ms(1));
        assert_eq!(time(&["timeout_turn 1000"]), ms(980));
        assert_eq!(time(&["Timeout_Turn  1000", "time_left 2147483647"]), ms(980));
        assert_eq!(time(&["timeout_turn 1000", "time_left -1"]), ms(1));
        assert!(time(&["timeout_turn 1000", "time_left 100"]) < ms(51));
        assert_eq!(time(&["timeout_match 0"]), Some(USUAL_TIME));
        assert!(time(&["timeout_match 100000"]) < ms(50_000));
        assert_eq!(time(&["timeout_turn x", "timeout_turn", ""]), Some(USUAL_TIME));
    }

    #[test]
    fn what_was_spent_and_waited_is_gone() {
        let mut settings = with(&["timeout_match 10000"]);
        let limits = |settings: &Settings, waited| {
            settings.profile(&Profile::default(), waited, 1).plan.limits.time
        };
        let fresh = limits(&settings, Duration::ZERO);
        settings.spend(9_500.0);
        let later = limits(&settings, Duration::ZERO);
        assert!(later < fresh);
        assert!(limits(&settings, Duration::from_millis(400)) < later);
        settings.begin_game();
        assert_eq!(limits(&settings, Duration::ZERO), fresh);
    }

    #[test]
    fn memory_threads_depth_and_nodes() {
        let profile = |lines: &[&str]| {
            with(lines).profile(&"pvs:depth=6,hash=2".parse().unwrap(), Duration::ZERO, 1).plan
        };
        assert_eq!(profile(&["max_memory 0"]).hash_bytes, 2 << 20);
        assert_eq!(profile(&["max_memory 1000"]).hash_bytes, 1 << 20);
        let tournament = profile(&["max_memory 367001600"]).hash_bytes;
        assert!((200 << 20..302 << 20).contains(&tournament), "{tournament}");
        assert_eq!(profile(&["max_memory 9223372036854775807"]).hash_bytes, 1 << 30);
        assert_eq!(profile(&["hash_size 65536", "timeout_turn 5"]).hash_bytes, 64 << 20);
        // Quick moves need no large table, and have no time to make one.
        let quick = profile(&["max_memory 367001600", "timeout_turn 200"]).hash_bytes;
        assert!((8 << 20..16 << 20).contains(&quick), "{quick}");
        assert_eq!(profile(&["max_memory 367001600", "timeout_turn 0"]).hash_bytes, 2 << 20);
        assert_eq!(profile(&["thread_num 0"]).threads, 1);
        assert_eq!(profile(&["thread_num 3"]).threads, 3);
        assert_eq!(profile(&["max_depth 4"]).limits.depth, Some(4));
        assert_eq!(profile(&["max_depth 99"]).limits.depth, Some(6));
        assert_eq!(profile(&["max_depth -1"]).limits.depth, Some(6));
        assert_eq!(profile(&["max_node 500"]).limits.nodes, Some(500));
    }
}
