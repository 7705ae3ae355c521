//! Commands about time.

use core::time::Duration;

use outplay::quote;

use super::super::request::Request;
use super::super::timer::{Overtime, Timer};
use super::{Answer, Table, exactly, say, side_of};

/// What `kata-time_settings` knows.
pub(super) const KINDS: [&str; 6] =
    ["none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped"];
/// Longer times need not be told apart: 30 years.
const LONGEST: f64 = 1e9;

pub(super) fn time_settings(table: &mut Table, request: &Request) -> Answer {
    let [main, time, stones] = exactly(request, "MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES")?;
    let (main, time, stones) = (seconds(main)?, seconds(time)?, count(stones)?);
    let settings = match (time.is_zero(), stones) {
        // The standard's way to say that there is no limit; a clock without any time on it can't
        // be meant otherwise.
        (false, 0) => None,
        (true, _) if main.is_zero() => None,
        (true, _) => Some((main, Overtime::None)),
        (false, stones) => Some((main, Overtime::Stones { time, stones })),
    };
    table.timer = Timer::new(settings, None);
    say("")
}

pub(super) fn time_left(table: &mut Table, request: &Request) -> Answer {
    let [side, time, stones] = exactly(request, "COLOR TIME STONES")?;
    // Who has overstepped the time, and is not told to stop, plays on without any.
    let time = time.strip_prefix('-').map_or(time, |_| "0");
    table.timer.set_left(side_of(side)?, seconds(time)?, count(stones)?);
    say("")
}

pub(super) fn kgs_time_settings(table: &mut Table, request: &Request) -> Answer {
    if request.rest().starts_with("fischer") {
        return Err("syntax error: there are none, absolute, byoyomi and canadian".to_owned());
    }
    kata_time_settings(table, request)
}

pub(super) fn kata_time_settings(table: &mut Table, request: &Request) -> Answer {
    let words = request.words();
    let mut cap = None;
    let settings = match words[..] {
        ["none"] => None,
        ["absolute", main] => Some((seconds(main)?, Overtime::None)),
        ["canadian", main, time, stones] => {
            let (time, stones) = (seconds(time)?, count(stones)?);
            let overtime = match stones {
                0 => Overtime::None,
                stones => Overtime::Stones { time, stones },
            };
            Some((seconds(main)?, overtime))
        }
        ["byoyomi" | "byo-yomi", main, time, periods] => {
            let overtime = match count(periods)? {
                0 => Overtime::None,
                _ => Overtime::Period(seconds(time)?),
            };
            Some((seconds(main)?, overtime))
        }
        ["fischer", main, increment] => {
            Some((seconds(main)?, Overtime::Increment(seconds(increment)?)))
        }
        ["fischer-capped", main, increment, most, per_move] => {
            if !most.starts_with('-') {
                seconds(most)?;
            }
            if !per_move.starts_with('-') {
                cap = Some(seconds(per_move)?);
            }
            Some((seconds(main)?, Overtime::Increment(seconds(increment)?)))
        }
        _ => {
            let kinds = KINDS.join(", ");
            return Err(format!("syntax error: write a kind and its numbers; there are {kinds}"));
        }
    };
    table.timer = Timer::new(settings, cap);
    say("")
}

/// A time in seconds, whole or not.
fn seconds(word: &str) -> Result<Duration, String> {
    match word.parse::<f64>() {
        Ok(time) if time >= 0.0 => Ok(Duration::from_secs_f64(time.min(LONGEST))),
        _ => Err(format!("syntax error: {} is no time", quote(word))),
    }
}

fn count(word: &str) -> Result<u32, String> {
    let wrong = |_| format!("syntax error: {} is no number of stones", quote(word));
    word.parse::<u32>().map(|count| count.min(1_000)).map_err(wrong)
}
