//! The options: what there is, and what it is set to.

use core::time::Duration;

use outplay::{Clock, InputError, MAX_THREADS, Profile, quote, read};

use super::games::{Games, Variant};
use super::go::number;
use super::strength::{LEAST_ELO, MOST_ELO, USUAL_ELO};

/// What the options are set to.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) hash_bytes: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    pub(super) overhead: Duration,
    pub(super) variant: Variant,
    /// Analysis wants the full strength whatever `elo` says.
    pub(super) analyses: bool,
    pub(super) limits_strength: bool,
    pub(super) elo: i64,
    pub(super) shows_chances: bool,
}

/// What follows from an option that was set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing yet.
    None,
    /// Another table is needed.
    Table,
    /// The table is to be emptied.
    Forget,
    /// Another game is to be played.
    Game(Variant),
}

/// The most that can be asked for, in mebibytes. What there is decides what can be had.
const MOST_HASH: usize = 1 << 20;
const MOST_LINES: i64 = 256;
const MOST_OVERHEAD: i64 = 5_000;

impl Options {
    pub(super) fn new(profile: &Profile, variant: &Variant) -> Options {
        Options {
            hash_bytes: profile.plan.hash_bytes,
            threads: profile.plan.threads,
            lines: profile.plan.lines.clamp(1, MOST_LINES as usize),
            overhead: Clock::OVERHEAD,
            variant: variant.clone(),
            analyses: false,
            limits_strength: false,
            elo: USUAL_ELO,
            shows_chances: false,
        }
    }

    /// The `option` lines, with these values as the defaults.
    pub(super) fn list(&self, games: &Games, about: &str) -> Vec<String> {
        let mut list = vec![
            format!(
                "Hash type spin default {} min 1 max {MOST_HASH}",
                (self.hash_bytes >> 20).max(1)
            ),
            format!("Threads type spin default {} min 1 max {MAX_THREADS}", self.threads),
            format!("MultiPV type spin default {} min 1 max {MOST_LINES}", self.lines),
            "Ponder type check default false".to_owned(),
            format!(
                "Move Overhead type spin default {} min 0 max {MOST_OVERHEAD}",
                self.overhead.as_millis()
            ),
            "Clear Hash type button".to_owned(),
            format!("UCI_AnalyseMode type check default {}", self.analyses),
        ];
        if games.have_chess() {
            list.push(format!("UCI_Chess960 type check default {}", self.variant.chess960));
        }
        let variants = games.names().join(" var ");
        list.push(format!("UCI_Variant type combo default {} var {variants}", self.variant.name));
        list.extend([
            format!("UCI_LimitStrength type check default {}", self.limits_strength),
            format!("UCI_Elo type spin default {} min {LEAST_ELO} max {MOST_ELO}", self.elo),
            format!("UCI_ShowWDL type check default {}", self.shows_chances),
            "UCI_Opponent type string default <empty>".to_owned(),
            format!("UCI_EngineAbout type string default {about}"),
        ]);
        list.into_iter().map(|option| format!("option name {option}")).collect()
    }

    /// Sets an option by the name in any case.
    ///
    /// # Errors
    /// If there is no such option, or the value is not right. It is then as it was.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Effect, InputError> {
        let within = |error: InputError| error.within(name);
        let range = |least, most| spin(value, least, most).map_err(within);
        let flag = || check(value).map_err(within);
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                range(1, MOST_HASH as i64)?;
                self.hash_bytes = read::hash(value).map_err(within)?;
                return Ok(Effect::Table);
            }
            "threads" => self.threads = range(1, MAX_THREADS as i64)? as usize,
            "multipv" => self.lines = range(1, MOST_LINES)? as usize,
            "move overhead" => self.overhead = Clock::millis(range(0, MOST_OVERHEAD)?),
            "clear hash" => return Ok(Effect::Forget),
            "uci_analysemode" => self.analyses = flag()?,
            "uci_chess960" => {
                let variant = Variant { chess960: flag()?, ..self.variant.clone() };
                return Ok(Effect::Game(variant));
            }
            "uci_variant" => return Ok(Effect::Game(Games::variant(value, &self.variant))),
            "uci_limitstrength" => self.limits_strength = flag()?,
            "uci_elo" => self.elo = range(LEAST_ELO, MOST_ELO)?,
            "uci_showwdl" => self.shows_chances = flag()?,
            // It ponders when it is told to, and plays the same against everybody.
            "ponder" => {
                flag()?;
            }
            "uci_opponent" | "uci_engineabout" => {}
            _ => return Err(InputError::new(format!("there is no option {}", quote(name)))),
        }
        Ok(Effect::None)
    }
}

fn spin(value: &str, least: i64, most: i64) -> Result<i64, InputError> {
    let fits = number(value).filter(|number| (least..=most).contains(number));
    fits.ok_or_else(|| {
        InputError::new(format!("{} can't be set", quote(value)))
            .hint(format!("give a number from {least} to {most}"))
    })
}

pub(crate) fn check(value: &str) -> Result<bool, InputError> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(InputError::new(format!("{} is neither true nor false", quote(value)))),
    }
}
