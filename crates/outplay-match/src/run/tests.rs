use std::sync::atomic::{AtomicUsize, Ordering};

use outplay::Player;

use super::*;
use crate::contender::{Action, Decision};
use crate::openings::RandomPlies;
use crate::own::Own;
use crate::record::{Faults, GameResult};
use crate::schedule::Pairing;

/// Plays the first legal move, until its habit shows.
struct Fake {
    habit: Habit,
    moves: u32,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Habit {
    Plain,
    Sleeps,
    Cheats,
    Crashes,
    Mumbles,
    Freezes,
    Resigns,
    ClaimsDraws,
    Despairs,
}

impl Fake {
    fn act(&self, board: &dyn Session) -> Result<Action, Fault> {
        let plain = || Ok(Action::Move(board.legal().remove(0)));
        if self.moves < 2 {
            return plain();
        }
        let what = || "as\nalways".to_owned();
        match self.habit {
            Habit::Plain | Habit::Despairs => plain(),
            Habit::Sleeps => {
                std::thread::sleep(Duration::from_millis(150));
                plain()
            }
            Habit::Cheats => Ok(Action::Move("z99".to_owned())),
            Habit::Crashes => Err(Fault::Crash(what())),
            Habit::Mumbles => Err(Fault::Nonsense(what())),
            Habit::Freezes => Err(Fault::Silence(what())),
            Habit::Resigns => Ok(Action::Resign),
            Habit::ClaimsDraws => Ok(Action::Draw),
        }
    }
}

impl Contender for Fake {
    fn new_game(&mut self, _: &dyn Session, _: Player, _: &Clocks, _: &Stop) -> Result<(), Fault> {
        self.moves = 0;
        Ok(())
    }

    fn decide(&mut self, board: &dyn Session, _: &Clocks, _: &Stop) -> Result<Decision, Fault> {
        self.moves += 1;
        let action = self.act(board)?;
        let score = if self.habit == Habit::Despairs { -50.0 } else { 0.0 };
        Ok(Decision { action, score: Some(score), depth: None, nodes: None })
    }
}

fn own(spec: &EngineSpec) -> Result<Box<dyn Contender>, InputError> {
    match &spec.kind {
        EngineKind::Own(profile) => Ok(Box::new(Own::new(profile.clone()))),
        EngineKind::External(_) => Err(InputError::new("no programs here")),
    }
}

fn setup<'a>(game: &str, engines: [&str; 2], games: u64, contender: Maker<'a>) -> Match<'a> {
    let mut engines = engines.map(|engine| engine.parse().unwrap()).to_vec();
    EngineSpec::tell_apart(&mut engines);
    let names = engines.iter().map(|engine| engine.name.clone()).collect();
    let scribe = Scribe {
        format: None,
        event: "test".to_owned(),
        names,
        time_controls: vec![String::new(); 2],
        timed: false,
    };
    Match {
        games: outplay_games::ALL,
        game: game.to_owned(),
        engines,
        schedule: Schedule::new(2, Pairing::RoundRobin, games),
        limits: EngineLimits::default(),
        rules: Rules { max_plies: Some(500), ..Rules::default() },
        sprt: None,
        seed: 0,
        concurrency: 1,
        scribe,
        contender,
    }
}

fn random(setup: &Match<'_>, plies: usize) -> Openings {
    let board = outplay::open(setup.games, &setup.game).unwrap();
    Openings::random(RandomPlies::new(board.as_ref(), plies, 1, None))
}

/// Plays it, and gives the records by their numbers.
fn played(setup: &Match<'_>, openings: Openings, done: &[Record]) -> (Vec<Record>, Standing, End) {
    let mut records = done.to_vec();
    let (standing, end) = setup
        .run(openings, done, &Stop::new(), |finished| -> Result<(), MatchError> {
            records.push(finished.record.clone());
            Ok(())
        })
        .unwrap();
    records.sort_by_key(|record| record.number);
    (records, standing, end)
}

/// The one fault of a plain engine's opponent, in four games.
fn of_habit(habit: Habit, change: impl FnOnce(&mut Match<'_>)) -> (Vec<Record>, Standing) {
    let contender = move |spec: &EngineSpec| -> Result<Box<dyn Contender>, InputError> {
        let habit = if spec.name == "odd" { habit } else { Habit::Plain };
        Ok(Box::new(Fake { habit, moves: 0 }))
    };
    let mut setup = setup("othello", ["pvs,name=plain", "pvs,name=odd"], 4, &contender);
    change(&mut setup);
    let (records, standing, end) = played(&setup, Openings::start(), &[]);
    assert_eq!((records.len(), end), (4, End::Played));
    (records, standing)
}

#[test]
fn faults_lose_and_are_counted() {
    let none = Faults::default();
    for (habit, reason, faults) in [
        (Habit::Cheats, Reason::Illegal, Faults { illegal: 4, ..none }),
        (Habit::ClaimsDraws, Reason::Illegal, Faults { illegal: 4, ..none }),
        (Habit::Crashes, Reason::Crash, Faults { crashes: 4, ..none }),
        (Habit::Mumbles, Reason::Nonsense, Faults { other: 4, ..none }),
        (Habit::Freezes, Reason::Silence, Faults { other: 4, ..none }),
        (Habit::Resigns, Reason::Resignation, none),
    ] {
        let (records, standing) = of_habit(habit, |_| ());
        assert_eq!(standing.faults(1), faults, "{habit:?}");
        assert_eq!(standing.faults(0), none);
        assert_eq!(standing.total(0).wins, 4, "{habit:?}");
        for record in records {
            assert_eq!((record.winner(), record.reason), (Some(0), reason));
            assert!(!record.detail.contains('\n'), "{record:?}");
            // At its second move.
            assert_eq!(record.plies, if record.engines[1] == 1 { 3 } else { 2 });
        }
    }
}

#[test]
fn who_is_late_loses() {
    let clock = |setup: &mut Match<'_>| {
        setup.limits.clock = Some("0.1".parse().unwrap());
        setup.rules.margin = Duration::from_millis(10);
    };
    let (records, standing) = of_habit(Habit::Sleeps, clock);
    assert_eq!(standing.faults(1), Faults { time: 4, ..Faults::default() });
    assert!(records[0].detail.contains("ms taken of"), "{}", records[0].detail);
    let (_, standing) = of_habit(Habit::Sleeps, |setup| {
        setup.limits.move_time = Some(Duration::from_millis(100));
    });
    assert_eq!(standing.faults(1).time, 4);
    let (_, standing) = of_habit(Habit::Freezes, clock);
    assert_eq!(standing.faults(1).time, 4, "no answer in time is a loss on time");
    let (_, standing) = of_habit(Habit::Sleeps, |setup| {
        setup.limits.move_time = Some(Duration::from_millis(100));
        setup.rules.margin = Duration::from_secs(60);
    });
    assert_eq!(standing.faults(1).total(), 0, "within the margin");
}

#[test]
fn scores_and_length_end_games() {
    let (records, standing) = of_habit(Habit::Despairs, |setup| {
        setup.rules.resign = Some("count=3,score=10".parse().unwrap());
    });
    assert!(records.iter().all(|record| record.reason == Reason::ResignRule && record.plies < 8));
    assert_eq!(standing.total(0).wins, 4);
    let (records, _) = of_habit(Habit::Plain, |setup| {
        setup.rules.draw = Some("move=5,count=2,score=0.1".parse().unwrap());
    });
    assert!(records.iter().all(|record| record.reason == Reason::DrawRule && record.plies == 10));
    let (records, standing) = of_habit(Habit::Plain, |setup| setup.rules.max_plies = Some(7));
    assert!(records.iter().all(|record| record.reason == Reason::Length && record.plies == 7));
    assert_eq!(standing.scores()[0].1.pairs, [0, 0, 2, 0, 0]);
}

#[test]
fn the_same_seed_is_the_same_match_wherever_it_was_interrupted() {
    let setup = setup("connect4", ["pvs:depth=2,hash=1", "pvs:level=3,hash=1"], 12, &own);
    let (records, standing, end) = played(&setup, random(&setup, 4), &[]);
    assert_eq!((records.len(), end), (12, End::Played));
    assert_eq!(played(&setup, random(&setup, 4), &[]).0, records);
    for known in 1..12 {
        let (again, resumed, _) = played(&setup, random(&setup, 4), &records[..known]);
        assert_eq!(again, records);
        assert_eq!(resumed.scores(), standing.scores());
    }
    // Whatever was finished first.
    let some: Vec<_> = records.iter().rev().step_by(3).cloned().collect();
    assert_eq!(played(&setup, random(&setup, 4), &some).0, records);
}

#[test]
fn several_games_at_once_are_the_same_games() {
    let mut setup = setup("connect4", ["pvs:depth=2,hash=1", "pvs:depth=3,hash=1"], 20, &own);
    let alone = played(&setup, random(&setup, 4), &[]);
    // More than there are games.
    setup.concurrency = 1_000_000_000_000;
    let together = played(&setup, random(&setup, 4), &[]);
    assert_eq!(alone.0, together.0);
    assert_eq!(alone.1.scores(), together.1.scores());
}

#[test]
fn a_stopped_match_keeps_what_is_finished() {
    let mut setup = setup("connect4", ["pvs:depth=1,hash=1", "pvs:depth=2,hash=1"], 1000, &own);
    setup.concurrency = 3;
    let (stop, count) = (Stop::new(), AtomicUsize::new(0));
    let told = |_: &Finished<'_>| -> Result<(), MatchError> {
        if count.fetch_add(1, Ordering::Relaxed) == 4 {
            stop.raise();
        }
        Ok(())
    };
    let (standing, end) = setup.run(random(&setup, 4), &[], &stop, told).unwrap();
    assert_eq!(end, End::Stopped);
    assert_eq!(standing.played(), count.load(Ordering::Relaxed) as u64);
    assert!((5..1000).contains(&standing.played()));
}

#[test]
fn a_clear_difference_ends_the_test() {
    let mut setup = setup("connect4", ["pvs:depth=4,hash=1", "pvs:depth=1,hash=1"], 1000, &own);
    setup.sprt = Some("elo0=0,elo1=100".parse().unwrap());
    let (records, standing, end) = played(&setup, random(&setup, 6), &[]);
    assert_eq!(end, End::Sprt(SprtVerdict::H1));
    assert!(standing.played() < 400, "{}", standing.played());
    // A test that is decided is not played on.
    assert_eq!(played(&setup, random(&setup, 6), &records).0, records);
}

#[test]
fn who_always_fails_ends_the_match() {
    for (habit, ends) in [
        (Habit::Cheats, true),
        (Habit::Crashes, true),
        (Habit::Mumbles, true),
        (Habit::Freezes, true),
        (Habit::Resigns, false),
        (Habit::Sleeps, false),
    ] {
        let contender = move |spec: &EngineSpec| -> Result<Box<dyn Contender>, InputError> {
            let habit = if spec.name == "odd" { habit } else { Habit::Plain };
            Ok(Box::new(Fake { habit, moves: 0 }))
        };
        let mut setup = setup("othello", ["pvs,name=plain", "pvs,name=odd"], 7, &contender);
        if habit == Habit::Sleeps {
            setup.limits.move_time = Some(Duration::from_millis(100));
        }
        let (records, standing, end) = played(&setup, Openings::start(), &[]);
        if ends {
            assert_eq!(records.len(), FAULTS as usize, "{habit:?}");
            assert!(matches!(&end, End::Faulty(1, what) if !what.is_empty()), "{end:?}");
        } else {
            assert_eq!((records.len(), end), (7, End::Played), "{habit:?}");
        }
        assert_eq!(standing.total(0).wins, standing.played());
    }
    // Not in a row.
    let mut rows = [0; 2];
    let schedule = Schedule::new(2, Pairing::RoundRobin, 20);
    for number in 0..20 {
        let fixture = schedule.fixture(number).unwrap();
        let illegal = number % 5 != 4;
        let ended = Ended {
            outcome: outplay::Outcome::Win(Player::First),
            reason: if illegal { Reason::Illegal } else { Reason::Rules },
            detail: String::new(),
            thoughts: vec![],
        };
        let mut record = Record::new(&fixture, 0, &ended, 3);
        record.engines = [0, 1];
        assert_eq!(faulty(&mut rows, &record), None, "{number}");
    }
}

#[test]
fn a_crash_ends_the_match_where_it_is_not_to_be_repeated() {
    let contender = |spec: &EngineSpec| -> Result<Box<dyn Contender>, InputError> {
        let habit = if spec.name == "odd" { Habit::Crashes } else { Habit::Plain };
        Ok(Box::new(Fake { habit, moves: 0 }))
    };
    let odd = "cmd=x,protocol=uci,restart=off,name=odd";
    let setup = setup("othello", ["pvs,name=plain", odd], 10, &contender);
    let (records, _, end) = played(&setup, Openings::start(), &[]);
    assert_eq!((records.len(), end), (1, End::Lost(1)));
    assert_eq!(records[0].result, GameResult::First);
}

#[test]
fn an_engine_that_can_not_play_is_told_at_once() {
    struct Dead;
    impl Contender for Dead {
        fn new_game(
            &mut self,
            _: &dyn Session,
            _: Player,
            _: &Clocks,
            _: &Stop,
        ) -> Result<(), Fault> {
            Err(Fault::Crash("it is not there".to_owned()))
        }
        fn decide(&mut self, _: &dyn Session, _: &Clocks, _: &Stop) -> Result<Decision, Fault> {
            Err(Fault::Crash("nor is this".to_owned()))
        }
    }
    let contender =
        |_: &EngineSpec| -> Result<Box<dyn Contender>, InputError> { Ok(Box::new(Dead)) };
    let setup = setup("othello", ["pvs,name=dead", "pvs"], 10, &contender);
    let told = |_: &Finished<'_>| -> Result<(), MatchError> { panic!("no game was played") };
    let error = setup.run(Openings::start(), &[], &Stop::new(), told).unwrap_err();
    assert_eq!(error.to_string(), "dead can't play: it is not there");
}

#[test]
fn games_of_another_schedule_are_refused() {
    let setup = setup("connect4", ["pvs:depth=1,hash=1", "pvs:depth=2,hash=1"], 4, &own);
    let (mut records, ..) = played(&setup, random(&setup, 4), &[]);
    records[1].engines.reverse();
    let told = |_: &Finished<'_>| -> Result<(), MatchError> { Ok(()) };
    assert!(setup.run(random(&setup, 4), &records, &Stop::new(), told).is_err());
}

#[test]
fn a_match_can_be_stopped_while_engines_begin() {
    /// Is told to stop while it starts.
    struct Slow(Stop);
    impl Contender for Slow {
        fn new_game(
            &mut self,
            _: &dyn Session,
            _: Player,
            _: &Clocks,
            stop: &Stop,
        ) -> Result<(), Fault> {
            self.0.raise();
            assert!(stop.is_raised(), "it is not the match's own");
            Err(Fault::Stopped)
        }
        fn decide(&mut self, _: &dyn Session, _: &Clocks, _: &Stop) -> Result<Decision, Fault> {
            panic!("the match goes on");
        }
    }
    let stop = Stop::new();
    let contender = |_: &EngineSpec| -> Result<Box<dyn Contender>, InputError> {
        Ok(Box::new(Slow(stop.clone())))
    };
    let setup = setup("othello", ["pvs,name=slow", "pvs"], 10, &contender);
    let told = |_: &Finished<'_>| -> Result<(), MatchError> { panic!("no game was played") };
    let (standing, end) = setup.run(Openings::start(), &[], &stop, told).unwrap();
    assert_eq!((standing.played(), end), (0, End::Stopped));
}
