//! Numbers on the command line: each is checked as it is read, with a word on what would be right.

use std::str::FromStr;
use std::time::Duration;

use outplay::{InputError, MAX_THREADS, read};

type Checked<T> = Result<T, String>;

fn checked<T>(result: Result<T, InputError>) -> Checked<T> {
    result.map_err(|error| error.to_string())
}

/// `--depth`: plies, 0 for a static evaluation.
pub(crate) fn depth(text: &str) -> Checked<u32> {
    checked(read::depth(text))
}

/// `--nodes`
pub(crate) fn nodes(text: &str) -> Checked<u64> {
    checked(read::nodes(text))
}

/// `--threads`
pub(crate) fn threads(text: &str) -> Checked<usize> {
    checked(read::threads(text))
}

/// `--workers`: searches at the same time.
pub(crate) fn workers(text: &str) -> Checked<usize> {
    read::threads(text).map_err(|_| format!("give 1 to {MAX_THREADS} workers"))
}

/// `--seed`
pub(crate) fn seed(text: &str) -> Checked<u64> {
    checked(read::seed(text))
}

/// `--hash`: bytes, from mebibytes.
pub(crate) fn hash(text: &str) -> Checked<usize> {
    checked(read::hash(text))
}

/// `--time`
pub(crate) fn time(text: &str) -> Checked<Duration> {
    checked(read::time(text))
}

/// `--number` of a game in a file.
pub(crate) fn number(text: &str) -> Checked<usize> {
    let right = "games are counted from 1";
    match usize::try_from(checked(read::whole(text, right))?) {
        Ok(0) | Err(_) => Err(format!("no such game; {right}")),
        Ok(number) => Ok(number),
    }
}

/// `--concurrency` of a match.
pub(crate) fn at_once(text: &str) -> Checked<usize> {
    read::threads(text).map_err(|_| format!("give 1 to {MAX_THREADS} games"))
}

/// `--time-margin` of a match.
pub(crate) fn milliseconds(text: &str) -> Checked<u64> {
    checked(read::whole(text, "give milliseconds, 0 or more"))
}

/// `--max-plies` of a match.
pub(crate) fn plies(text: &str) -> Checked<usize> {
    let right = "give at least 1 ply";
    match usize::try_from(checked(read::whole(text, right))?) {
        Ok(0) | Err(_) => Err(right.to_owned()),
        Ok(plies) => Ok(plies),
    }
}

/// `--games` and `--rounds` of a match.
pub(crate) fn games(text: &str) -> Checked<usize> {
    let right = "give at least 1";
    match usize::try_from(checked(read::whole(text, right))?) {
        Ok(0) | Err(_) => Err(right.to_owned()),
        Ok(games) => Ok(games),
    }
}

/// `--lines` of an analysis.
pub(crate) fn lines(text: &str) -> Checked<usize> {
    let right = "give at least 1 line";
    match usize::try_from(checked(read::whole(text, right))?) {
        Ok(0) | Err(_) => Err(right.to_owned()),
        Ok(lines) => Ok(lines),
    }
}

/// `--ply` of a recorded game.
pub(crate) fn ply(text: &str) -> Checked<usize> {
    let right = "0 is the start of the game";
    usize::try_from(checked(read::whole(text, right))?).map_err(|_| format!("too large; {right}"))
}

/// `--max-nodes` of a tree.
pub(crate) fn tree_nodes(text: &str) -> Checked<usize> {
    const MOST: u64 = 1_000_000;
    let right = format!("a tree keeps 1 to {MOST} nodes");
    match checked(read::whole(text, &right))? {
        nodes @ 1..=MOST => Ok(nodes as usize),
        _ => Err(right),
    }
}

/// What the library reads itself: an algorithm, a level.
pub(crate) fn read<T: FromStr<Err = InputError>>(text: &str) -> Checked<T> {
    checked(text.parse())
}
