//! Search settings as text, the same wherever they are typed: on the command line, in a
//! [profile](crate::Profile), in a protocol. Each is checked as it is read, with a word on what
//! would be right.

use core::time::Duration;

use crate::error::{InputError, quote};
use crate::position::MAX_PLY;
use crate::root::MAX_THREADS;

/// Depths beyond [`MAX_PLY`] up to this are capped; greater ones are a mistake.
const MOST_DEPTH: u32 = 9_999;
/// What can't be addressed can't be asked for, whatever the machine.
const MOST_HASH: usize = usize::MAX >> 20;

fn wrong(what: &str, right: impl Into<String>) -> InputError {
    InputError::new(what).hint(right)
}

/// A whole number, in which underscores may stand; `right` says what would be one here.
///
/// # Errors
/// If it is not a number, or too large for 64 bits.
pub fn whole(text: &str, right: &str) -> Result<u64, InputError> {
    let digits = text.trim().replace('_', "");
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match digits.parse() {
        Ok(number) if is_number => Ok(number),
        _ if is_number => Err(wrong("too large", right)),
        _ => Err(wrong("not a whole number", right)),
    }
}

/// A depth in plies, 0 for a static evaluation. A little more than [`MAX_PLY`] is meant as that.
///
/// # Errors
/// If it is not a number, or absurd.
pub fn depth(text: &str) -> Result<u32, InputError> {
    let right = format!("a depth is 0 to {MAX_PLY} plies");
    match u32::try_from(whole(text, &right)?) {
        Ok(depth) if depth <= MOST_DEPTH => Ok(depth),
        _ => Err(wrong("too deep", right)),
    }
}

/// A number of nodes, at least 1.
///
/// # Errors
/// If it is not such a number.
pub fn nodes(text: &str) -> Result<u64, InputError> {
    let right = "give at least 1, such as 1000000";
    match whole(text, right)? {
        0 => Err(wrong("no search without nodes", right)),
        nodes => Ok(nodes),
    }
}

/// A number of threads, 1 to [`MAX_THREADS`].
///
/// # Errors
/// If it is not such a number.
pub fn threads(text: &str) -> Result<usize, InputError> {
    let right = format!("give 1 to {MAX_THREADS} threads");
    match usize::try_from(whole(text, &right)?) {
        Ok(threads) if (1..=MAX_THREADS).contains(&threads) => Ok(threads),
        _ => Err(wrong("not so many", right)),
    }
}

/// A seed for random choices.
///
/// # Errors
/// If it is not a number.
pub fn seed(text: &str) -> Result<u64, InputError> {
    whole(text, "a seed is 0 to 18446744073709551615")
}

/// The size of a transposition table in mebibytes, no more than there is memory; in bytes.
///
/// # Errors
/// If it is not a number, or too much.
pub fn hash(text: &str) -> Result<usize, InputError> {
    let right = "give mebibytes, such as 64";
    let mib = usize::try_from(whole(text, right)?).unwrap_or(usize::MAX);
    let too_much = "more memory than there is";
    match free_memory_mib() {
        Some(free) if mib > free => Err(wrong(too_much, format!("give at most {free} mebibytes"))),
        _ if mib > MOST_HASH => Err(wrong(too_much, right)),
        _ => Ok(mib << 20),
    }
}

/// The memory that can be had without swapping, in mebibytes, where the system tells. Others find
/// out when the table is made.
pub fn free_memory_mib() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib >> 10)
}

/// A time: a number with `ms`, `s`, `m` or `h`, in seconds without; at least a millisecond.
///
/// # Errors
/// If it is not a time, or none at all.
pub fn time(text: &str) -> Result<Duration, InputError> {
    let right = "write a time like 500ms, 2s or 1.5m";
    let trimmed = text.trim();
    let end = trimmed.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(trimmed.len());
    let (number, unit) = trimmed.split_at(end);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong(&format!("there is no unit {}", quote(unit)), right)),
    };
    let number = number.trim_end();
    let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let amount: f64 = match number.parse() {
        Ok(amount) if plain => amount,
        _ => return Err(wrong("not a time", right)),
    };
    match Duration::try_from_secs_f64(amount * seconds) {
        Ok(time) if time < Duration::from_millis(1) => Err(wrong("no search without time", right)),
        Ok(time) => Ok(time),
        Err(_) => Err(wrong("too long", right)),
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
        assert_eq!(hash("1"), Ok(1 << 20));
        for text in ["", "-1", "+1", "1.5", "x", "99999999999999999999999", "_"] {
            assert!(depth(text).is_err() && nodes(text).is_err() && threads(text).is_err());
            assert!(seed(text).is_err() && hash(text).is_err());
        }
        assert!(depth("10000").is_err() && nodes("0").is_err() && threads("257").is_err());
        assert!(hash("18446744073709551615").is_err());
    }
}
