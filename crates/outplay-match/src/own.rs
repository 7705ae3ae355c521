//! Our own engine as a contender.

use core::time::Duration;

use outplay::{Clock, Limits, Player, Profile, Session, Stop, Value, mix};
use outplay_protocols::client::Clocks;

use crate::contender::{Action, Contender, Decision, Fault};

/// One of our engines, in this process.
pub struct Own {
    profile: Profile,
    /// Follows the game; its table stays from move to move.
    session: Option<Box<dyn Session>>,
    /// Moves played in `session`.
    moves: usize,
    seed: u64,
}

/// What passes between the end of a search and the clock's stop: no other program is asked, but
/// other threads may be at work.
const OVERHEAD: Duration = Duration::from_millis(10);
/// What stands for a win that is seen.
const WIN: f64 = 1000.0;

impl Own {
    /// An engine that plays by this profile.
    pub fn new(profile: Profile) -> Own {
        let seed = profile.plan.seed;
        Own { profile, session: None, moves: 0, seed }
    }

    /// Brings the engine's own board to where the game is.
    fn follow(&mut self, board: &dyn Session) -> Result<(), Fault> {
        let lost = || Fault::Nonsense("the engine's board is not the game's".to_owned());
        let session = self.session.as_mut().ok_or_else(lost)?;
        for text in board.history().iter().skip(self.moves) {
            session.play(text).map_err(|_| lost())?;
            self.moves += 1;
        }
        if session.key() == board.key() { Ok(()) } else { Err(lost()) }
    }
}

/// Not longer, deeper or more than the profile says.
fn limits(profile: &Limits, clocks: &Clocks, player: Player) -> Limits {
    fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
        one.into_iter().chain(other).min()
    }
    let clock = Clock {
        remaining: clocks.left.map(|left| left[player.index()]),
        increment: clocks.increment[player.index()],
        moves_to_go: clocks.moves_to_go,
        per_move: clocks.per_move,
        overhead: OVERHEAD,
    };
    let timed = clock.limits();
    Limits {
        depth: least(profile.depth, clocks.depth),
        nodes: least(profile.nodes, clocks.nodes),
        time: least(profile.time, timed.time),
        soft_time: timed.soft_time,
        ..Limits::default()
    }
}

fn units(value: &Value) -> f64 {
    match value.score.is_decided() {
        true => WIN.copysign(value.score.units()),
        false => value.score.units(),
    }
}

impl Contender for Own {
    fn number_game(&mut self, number: u64) {
        self.profile.plan.seed = mix(self.seed ^ mix(number));
    }

    fn new_game(
        &mut self,
        board: &dyn Session,
        _player: Player,
        _clocks: &Clocks,
        _stop: &Stop,
    ) -> Result<(), Fault> {
        let nonsense = |error: outplay::InputError| Fault::Nonsense(error.to_string());
        match &mut self.session {
            Some(session) if session.name() == board.name() => {
                session.set(&board.start()).map_err(nonsense)?;
                // The next game must not depend on the last one.
                session.forget();
            }
            session => {
                let fork = session.insert(board.fork());
                fork.set(&board.start()).map_err(nonsense)?;
            }
        }
        self.moves = 0;
        let plan = &self.profile.plan;
        if let (Some(session), None) = (&mut self.session, self.profile.level) {
            session.prepare(plan).map_err(nonsense)?;
        }
        self.follow(board)
    }

    fn decide(
        &mut self,
        board: &dyn Session,
        clocks: &Clocks,
        stop: &Stop,
    ) -> Result<Decision, Fault> {
        self.follow(board)?;
        let (Some(session), Some(player)) = (&mut self.session, board.turn()) else {
            return Err(Fault::Nonsense("the game is over".to_owned()));
        };
        let mut plan = self.profile.plan.clone();
        plan.limits = limits(&plan.limits, clocks, player);
        let chosen = match self.profile.level {
            Some(level) => outplay::choose(&mut **session, level, &plan, stop)
                .map(|choice| (Some(choice.best), choice.analysis)),
            None => session.search(&plan, stop, &mut |_| {}).map(|analysis| {
                let first = || session.legal().into_iter().next();
                (analysis.best.clone().or_else(first), analysis)
            }),
        };
        if stop.is_raised() {
            return Err(Fault::Stopped);
        }
        let (best, analysis) = chosen.map_err(|error| Fault::Nonsense(error.to_string()))?;
        let best = best.ok_or_else(|| Fault::Nonsense("it has found no move".to_owned()))?;
        Ok(Decision {
            action: Action::Move(best),
            score: Some(units(&analysis.score)),
            depth: Some(analysis.depth),
            nodes: Some(analysis.nodes),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(profile: &str) -> Own {
        Own::new(profile.parse().unwrap())
    }

    #[test]
    fn it_follows_the_game_and_sees_the_win() {
        let mut board = outplay::open(outplay_games::ALL, "tictactoe").unwrap();
        let clocks = Clocks::default();
        let mut engine = own("pvs:depth=9,hash=1");
        for text in ["a1", "b1"] {
            board.play(text).unwrap();
        }
        for _ in 0..2 {
            engine.new_game(board.as_ref(), Player::First, &clocks, &Stop::new()).unwrap();
            let decision = engine.decide(board.as_ref(), &clocks, &Stop::new()).unwrap();
            assert_eq!(decision.score, Some(WIN));
            let Action::Move(text) = decision.action else { panic!("it does not resign") };
            board.play(&text).unwrap();
            let reply = board.legal().pop().unwrap();
            board.play(&reply).unwrap();
            assert!(engine.decide(board.as_ref(), &clocks, &Stop::new()).is_ok());
            board.undo();
            board.undo();
        }
    }

    #[test]
    fn it_stops_when_told() {
        let board = outplay::open(outplay_games::ALL, "chess").unwrap();
        let mut engine = own("pvs:hash=1");
        engine.new_game(board.as_ref(), Player::First, &Clocks::default(), &Stop::new()).unwrap();
        let stop = Stop::new();
        stop.raise();
        let decision = engine.decide(board.as_ref(), &Clocks::default(), &stop);
        assert_eq!(decision, Err(Fault::Stopped));
    }

    #[test]
    fn the_profile_caps_what_the_clock_gives() {
        let clocks = Clocks {
            left: Some([Duration::from_secs(100), Duration::ZERO]),
            depth: Some(5),
            ..Clocks::default()
        };
        let profile = Limits { depth: Some(8), nodes: Some(9), ..Limits::default() };
        let first = limits(&profile, &clocks, Player::First);
        assert_eq!((first.depth, first.nodes), (Some(5), Some(9)));
        assert!(first.time > Some(Duration::from_secs(1)));
        let second = limits(&profile, &clocks, Player::Second);
        assert_eq!(second.time, Some(Duration::from_millis(1)));
    }
}
