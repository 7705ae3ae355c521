//! A named way to play: algorithm, limits, level, in one line of text.

use core::fmt;
use core::str::FromStr;

use crate::error::{InputError, quote};
use crate::level::Level;
use crate::limits::Limits;
use crate::position::MAX_PLY;
use crate::pvs::Features;
use crate::read;
use crate::session::Plan;

/// An engine's configuration: `pvs`, `pvs:depth=6`, `alphabeta-table:nodes=100000,hash=64`,
/// `pvs:level=3,seed=7`.
///
/// An algorithm, and after a colon settings with commas between: `depth` (plies), `nodes`, `time`
/// (`500ms`, `2s`), `threads`, `hash` (mebibytes), `seed`, `level` (1 to 10), `random-ties`
/// (`true` or `false`), and of `pvs` `features` and `without` (the parts that are on, or not, see
/// [`Features`]).
///
/// ```
/// use outplay::{Algorithm, Profile};
/// let profile: Profile = "pvs:depth=6,hash=4".parse()?;
/// assert_eq!(profile.plan.algorithm, Algorithm::Pvs);
/// assert_eq!(profile.plan.limits.depth, Some(6));
/// assert_eq!(profile.to_string(), "pvs:depth=6,hash=4");
/// assert!("pvs:deep=6".parse::<Profile>().is_err());
/// # Ok::<(), outplay::InputError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// What to search and how.
    pub plan: Plan,
    /// Play like this, see [`choose`](crate::choose()); `None` for the plan's best move.
    pub level: Option<Level>,
}

const SETTINGS: &str =
    "depth, nodes, time, threads, hash, seed, level, random-ties, features, without";

impl Profile {
    /// Changes one setting.
    ///
    /// # Errors
    /// If there is no such setting, or the value is not right for it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), InputError> {
        let within = |error: InputError| error.within(name);
        let Profile { plan, level } = self;
        match name {
            "depth" => plan.limits.depth = Some(read::depth(value).map_err(within)?.min(MAX_PLY)),
            "nodes" => plan.limits.nodes = Some(read::nodes(value).map_err(within)?),
            "time" => plan.limits.time = Some(read::time(value).map_err(within)?),
            "threads" => plan.threads = read::threads(value).map_err(within)?,
            "hash" => plan.hash_bytes = read::hash(value).map_err(within)?,
            "seed" => plan.seed = read::seed(value).map_err(within)?,
            "features" => plan.features = value.parse().map_err(within)?,
            "without" => {
                let without: Features = value.parse().map_err(within)?;
                plan.features = plan.features.less(without);
            }
            "level" => *level = Some(value.parse().map_err(within)?),
            "random-ties" => {
                plan.random_ties = value.parse().map_err(|_| {
                    InputError::new(format!("{} is neither true nor false", quote(value)))
                        .within(name)
                })?;
            }
            _ => {
                return Err(InputError::new(format!("there is no setting {}", quote(name)))
                    .hint(format!("there are {SETTINGS}")));
            }
        }
        Ok(())
    }
}

impl FromStr for Profile {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Profile, InputError> {
        let (algorithm, settings) = text.split_once(':').unwrap_or((text, ""));
        let mut profile = Profile::default();
        profile.plan.algorithm = algorithm.parse()?;
        let mut pairs: Vec<(&str, &str)> = vec![];
        for setting in settings.split(',').map(str::trim).filter(|setting| !setting.is_empty()) {
            let (name, value) = setting.split_once('=').ok_or_else(|| {
                InputError::new(format!("{} has no value", quote(setting)))
                    .hint("write NAME=VALUE, such as depth=6")
            })?;
            let (name, value) = (name.trim(), value.trim());
            if pairs.iter().any(|&(earlier, _)| earlier == name) {
                return Err(InputError::new(format!("{name} is given twice")).hint("give it once"));
            }
            pairs.push((name, value));
        }
        // What is left out is left out of the features named, wherever these stand.
        pairs.sort_by_key(|&(name, _)| name == "without");
        for (name, value) in pairs {
            profile.set(name, value)?;
        }
        profile.plan.check()?;
        Ok(profile)
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Profile { plan, level } = self;
        let Limits { depth, nodes, time, .. } = plan.limits;
        let usual = Plan::default();
        let settings = [
            depth.map(|depth| format!("depth={depth}")),
            nodes.map(|nodes| format!("nodes={nodes}")),
            time.map(|time| format!("time={}ms", time.as_millis())),
            (plan.threads != usual.threads).then(|| format!("threads={}", plan.threads)),
            (plan.hash_bytes != usual.hash_bytes)
                .then(|| format!("hash={}", plan.hash_bytes >> 20)),
            (plan.seed != usual.seed).then(|| format!("seed={}", plan.seed)),
            level.map(|level| format!("level={level}")),
            features(plan.features),
            plan.random_ties.then(|| "random-ties=true".to_owned()),
        ];
        let settings: Vec<String> = settings.into_iter().flatten().collect();
        let colon = if settings.is_empty() { "" } else { ":" };
        write!(f, "{}{colon}{}", plan.algorithm, settings.join(","))
    }
}

/// The setting for these features, the shorter way round.
fn features(set: Features) -> Option<String> {
    let missing = Features::ALL.less(set);
    match missing.iter().count() {
        0 => None,
        1..=4 => Some(format!("without={missing}")),
        _ => Some(format!("features={set}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        for text in [
            "pvs",
            "solve:nodes=1000",
            "minimax:depth=3,seed=9",
            "pvs:depth=6,nodes=5,time=250ms,threads=2,hash=1,seed=3,level=4,random-ties=true",
            "pvs:without=killers+null-move",
            "pvs:features=exact+quiescence",
        ] {
            assert_eq!(text.parse::<Profile>().unwrap().to_string(), text);
        }
        let spaced: Profile = " pvs : depth = 6 , ".parse().unwrap();
        assert_eq!(spaced.to_string(), "pvs:depth=6");
    }

    #[test]
    fn features_are_left_out_in_either_order() {
        let read = |text: &str| text.parse::<Profile>().unwrap().plan.features;
        let one = read("pvs:without=table,features=exact");
        assert_eq!(one, read("pvs:features=exact,without=table"));
        assert_ne!(one, read("pvs:features=exact"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, says) in [
            ("", "there is no algorithm ''"),
            ("best", "there are minimax"),
            ("pvs:depth", "'depth' has no value; write NAME=VALUE"),
            ("pvs:deep=6", "there is no setting 'deep'; there are depth"),
            ("pvs:depth=x", "depth: not a whole number"),
            ("pvs:level=11", "level: "),
            ("pvs:depth=3,depth=4", "depth is given twice"),
            ("solve:without=table", "solve has no parts to switch off"),
            ("pvs:without=luck", "without: there is no feature 'luck'"),
            ("pvs:random-ties=2", "neither true nor false"),
        ] {
            let error = text.parse::<Profile>().unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
