//! How strong the engine plays: a level for people, or a plan with limits.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use outplay::{Algorithm, Analysis, InputError, Level, Limits, Plan, Session, Stop, choose};

use crate::args::PlayArgs;
use crate::commands::{is_unlimited, limits, plan};

/// How long a move takes if an algorithm was named and no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// How the engine chooses its moves.
#[derive(Clone, Debug)]
pub(super) struct Strength {
    /// The level, or no weakening at all.
    level: Option<Level>,
    plan: Plan,
}

impl Strength {
    /// What the arguments say, `None` if they leave it open. `varied`: games without a seed shall
    /// differ from each other.
    pub(super) fn of(args: &PlayArgs, varied: bool) -> Option<Strength> {
        if let Some(level) = args.level {
            return Some(Strength::level(level, args, varied));
        }
        let mut limits = limits(args.limits);
        if args.algorithm.algorithm.is_none() && is_unlimited(&limits) {
            return None;
        }
        if is_unlimited(&limits) {
            limits = Limits::time(DEFAULT_TIME);
        }
        let algorithm = args.algorithm.algorithm.unwrap_or(Algorithm::Pvs);
        let plan = Plan { seed: seed(args, varied), ..plan(algorithm, limits, args.engine) };
        Some(Strength { level: None, plan })
    }

    /// A level, with the seed and the threads of the arguments.
    pub(super) fn level(level: Level, args: &PlayArgs, varied: bool) -> Strength {
        let plan = plan(Algorithm::Pvs, Limits::default(), args.engine);
        let plan = Plan { seed: seed(args, varied), ..plan };
        Strength { level: Some(level), plan }
    }

    /// Looks at what does not depend on the game.
    pub(super) fn check(&self) -> Result<(), InputError> {
        self.plan.check()
    }

    /// The same seed and threads at another level.
    pub(super) fn at_level(&self, level: Level) -> Strength {
        Strength { level: Some(level), plan: self.plan.clone() }
    }

    /// The move that it plays, and the search behind it.
    pub(super) fn choose(
        &self,
        session: &mut dyn Session,
        stop: &Stop,
    ) -> Result<(Option<String>, Analysis), InputError> {
        match self.level {
            Some(level) => {
                let choice = choose(session, level, &self.plan, stop)?;
                Ok((Some(choice.best), choice.analysis))
            }
            None => {
                let analysis = session.search(&self.plan, stop, &mut |_| {})?;
                Ok((analysis.best.clone(), analysis))
            }
        }
    }

    /// A plan at full strength for hints, whatever the engine plays like.
    pub(super) fn adviser(&self) -> Plan {
        Plan {
            algorithm: Algorithm::Pvs,
            limits: Limits::time(DEFAULT_TIME),
            random_ties: false,
            record: None,
            ..self.plan.clone()
        }
    }
}

fn seed(args: &PlayArgs, varied: bool) -> u64 {
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    match args.engine.seed {
        Some(seed) => seed,
        None if varied => clock().as_nanos() as u64,
        None => 0,
    }
}
