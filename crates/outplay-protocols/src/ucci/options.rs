//! The options: what there is, and what it is set to.

use outplay::{InputError, MAX_THREADS, Profile, quote, read};

use crate::uci::{check, next_word};

/// What the options are set to.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// Times are in milliseconds, else in seconds.
    pub(super) milliseconds: bool,
    /// What comes during a search waits for it.
    pub(super) batch: bool,
    pub(super) debug: bool,
    pub(super) hash_bytes: usize,
    pub(super) threads: usize,
}

/// What follows from an option that was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing yet.
    None,
    /// Another table is needed.
    Table,
    /// What was found is to be forgotten.
    NewGame,
}

/// The most that can be asked for, in mebibytes. What there is decides what can be had.
const MOST_HASH: usize = 1 << 20;

impl Options {
    pub(super) fn new(profile: &Profile) -> Options {
        Options {
            // A program that does not know the option counts in seconds: it is then too fast, but
            // never loses on time.
            milliseconds: true,
            batch: false,
            debug: false,
            hash_bytes: profile.plan.hash_bytes,
            threads: profile.plan.threads,
        }
    }

    /// The `option` lines, with these values as the defaults.
    pub(super) fn list(&self) -> Vec<String> {
        let hash = (self.hash_bytes >> 20).max(1);
        let threads = self.threads;
        [
            format!("usemillisec type check default {}", self.milliseconds),
            format!("batch type check default {}", self.batch),
            format!("debug type check default {}", self.debug),
            "ponder type check default false".to_owned(),
            format!("hashsize type spin min 1 max {MOST_HASH} default {hash}"),
            format!("threads type spin min 1 max {MAX_THREADS} default {threads}"),
            "newgame type button".to_owned(),
        ]
        .map(|option| format!("option {option}"))
        .to_vec()
    }

    /// Sets an option: `NAME VALUE`, or as in UCI `name NAME value VALUE`.
    ///
    /// # Errors
    /// If there is no such option, or the value is not right. It is then as it was.
    pub(super) fn set(&mut self, text: &str) -> Result<Effect, InputError> {
        let (mut name, mut value) = next_word(text);
        if name == "name" {
            (name, value) = next_word(value);
            value = value.trim_start().strip_prefix("value").unwrap_or(value);
        }
        let value = value.trim();
        let within = |error: InputError| error.within(name);
        let flag = || check(value).map_err(within);
        match name.to_ascii_lowercase().as_str() {
            "usemillisec" => self.milliseconds = flag()?,
            "batch" => self.batch = flag()?,
            "debug" => self.debug = flag()?,
            // It ponders when it is told to.
            "ponder" => {
                flag()?;
            }
            // Some xiangqi GUIs call it as UCI does.
            "hashsize" | "hash" => {
                self.hash_bytes = match read::hash(value).map_err(within)? {
                    0 => return Err(InputError::new("it can't be nothing").within(name)),
                    bytes => bytes,
                };
                return Ok(Effect::Table);
            }
            "threads" => self.threads = read::threads(value).map_err(within)?,
            "newgame" => return Ok(Effect::NewGame),
            _ => return Err(InputError::new(format!("there is no option {}", quote(name)))),
        }
        Ok(Effect::None)
    }
}
