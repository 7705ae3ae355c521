//! Numbers on the command line: each is checked as it is read, with a word on what would be right.

use std::str::FromStr;
use std::time::Duration;

use outplay::{InputError, MAX_PLY, MAX_THREADS, quote};

/// Depths beyond [`MAX_PLY`] up to this are capped; greater ones are a mistake.
const MOST_DEPTH: u32 = 9_999;
/// What can't be addressed can't be asked for, whatever the machine.
const MOST_HASH: usize = usize::MAX >> 20;

type Checked<T> = Result<T, String>;

fn whole(text: &str, right: &str) -> Checked<u64> {
    let digits = text.trim().replace('_', "");
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match digits.parse() {
        Ok(number) if is_number => Ok(number),
        _ if is_number => Err(format!("too large; {right}")),
        _ => Err(format!("not a whole number; {right}")),
    }
}

/// `--depth`: plies, 0 for a static evaluation. Commands cap it at [`MAX_PLY`].
pub(crate) fn depth(text: &str) -> Checked<u32> {
    let right = format!("a depth is 0 to {MAX_PLY} plies");
    match u32::try_from(whole(text, &right)?) {
        Ok(depth) if depth <= MOST_DEPTH => Ok(depth),
        _ => Err(format!("too deep; {right}")),
    }
}

/// `--nodes`
pub(crate) fn nodes(text: &str) -> Checked<u64> {
    let right = "give at least 1, such as 1000000";
    match whole(text, right)? {
        0 => Err(format!("no search without nodes; {right}")),
        nodes => Ok(nodes),
    }
}

/// `--number` of a game in a file.
pub(crate) fn number(text: &str) -> Checked<usize> {
    let right = "games are counted from 1";
    match usize::try_from(whole(text, right)?) {
        Ok(0) | Err(_) => Err(format!("no such game; {right}")),
        Ok(number) => Ok(number),
    }
}

/// `--ply` of a recorded game.
pub(crate) fn ply(text: &str) -> Checked<usize> {
    let right = "0 is the start of the game";
    usize::try_from(whole(text, right)?).map_err(|_| format!("too large; {right}"))
}

/// `--max-nodes` of a tree.
pub(crate) fn tree_nodes(text: &str) -> Checked<usize> {
    const MOST: u64 = 1_000_000;
    let right = format!("a tree keeps 1 to {MOST} nodes");
    match whole(text, &right)? {
        nodes @ 1..=MOST => Ok(nodes as usize),
        _ => Err(right),
    }
}

/// `--threads`
pub(crate) fn threads(text: &str) -> Checked<usize> {
    let right = format!("give 1 to {MAX_THREADS} threads");
    match usize::try_from(whole(text, &right)?) {
        Ok(threads) if (1..=MAX_THREADS).contains(&threads) => Ok(threads),
        _ => Err(right),
    }
}

/// `--seed`
pub(crate) fn seed(text: &str) -> Checked<u64> {
    whole(text, "a seed is 0 to 18446744073709551615")
}

/// What the library reads itself: an algorithm, a level.
pub(crate) fn read<T: FromStr<Err = InputError>>(text: &str) -> Checked<T> {
    text.parse().map_err(|error: InputError| error.to_string())
}

/// `--hash`: mebibytes, no more than there is memory.
pub(crate) fn hash(text: &str) -> Checked<usize> {
    let right = "give mebibytes, such as 64";
    let mib = usize::try_from(whole(text, right)?).unwrap_or(usize::MAX);
    match free_memory_mib() {
        Some(free) if mib > free => {
            Err(format!("more memory than there is; give at most {free} mebibytes"))
        }
        _ if mib > MOST_HASH => Err(format!("more memory than there is; {right}")),
        _ => Ok(mib),
    }
}

/// The memory that can be had without swapping, where the system tells. Others find out when the
/// table is made.
fn free_memory_mib() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib >> 10)
}

/// `--time`: a number with `ms`, `s`, `m` or `h`, in seconds without.
pub(crate) fn time(text: &str) -> Checked<Duration> {
    let right = "write a time like 500ms, 2s or 1.5m";
    let trimmed = text.trim();
    let end = trimmed.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(trimmed.len());
    let (number, unit) = trimmed.split_at(end);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("there is no unit {}; {right}", quote(unit))),
    };
    let number = number.trim_end();
    let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let amount: f64 = match number.parse() {
        Ok(amount) if plain => amount,
        _ => return Err(format!("not a time; {right}")),
    };
    match Duration::try_from_secs_f64(amount * seconds) {
        Ok(time) if time < Duration::from_millis(1) => {
            Err(format!("no search without time; {right}"))
        }
        Ok(time) => Ok(time),
        Err(_) => Err(format!("too long; {right}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, millis) in [
            ("500ms", 500),
            ("2s", 2_000),
            ("1.5s", 1_500),
            ("1m", 60_000),
            ("0.5 h", 1_800_000),
            ("3", 3_000),
            ("1ms", 1),
        ] {
            assert_eq!(time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in [
            "", "0", "0s", "0.0001s", "-1s", "1e9", "2 weeks", "s", "1..5s", "inf", "NaN", "٣s",
            "1s1",
        ] {
            assert!(time(text).is_err(), "{text}");
        }
        assert!(time(&"9".repeat(400)).is_err());
    }

    #[test]
    fn numbers_are_checked() {
        assert_eq!(depth("0"), Ok(0));
        assert_eq!(depth("300"), Ok(300));
        assert_eq!(nodes("1_000"), Ok(1000));
        assert_eq!(nodes("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(threads("256"), Ok(256));
        for text in ["", "-1", "+1", "1.5", "x", "99999999999999999999999", "_"] {
            assert!(depth(text).is_err() && nodes(text).is_err() && threads(text).is_err());
            assert!(seed(text).is_err() && hash(text).is_err());
        }
        assert!(depth("10000").is_err() && nodes("0").is_err() && threads("257").is_err());
        assert!(hash("18446744073709551615").is_err());
    }
}
