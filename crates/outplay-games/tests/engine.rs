//! The engine that is told everything as text, and searches on a clock.

use std::time::{Duration, Instant};

use outplay::{Engine, Level, Limits, Plan, Profile, Stop, Stopped, Task, Update, follow, open};
use outplay_games::ALL;

fn task(game: &str, moves: &[&str], limits: Limits) -> Task {
    let mut profile = Profile::default();
    profile.plan = Plan { limits, hash_bytes: 1 << 20, ..profile.plan };
    let moves = moves.iter().map(|&m| m.to_owned()).collect();
    Task { game: game.to_owned(), start: None, moves, profile, fresh: false }
}

#[test]
fn a_session_follows_from_wherever_it_is() {
    let mut session = open(ALL, "chess").unwrap();
    let start = session.position();
    let other = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let steps: [(Option<&str>, &[&str]); 8] = [
        (None, &["e2e4"]),
        (None, &["e2e4", "e7e5"]),
        (None, &["e2e4", "c7c5", "g1f3"]),
        (None, &[]),
        (Some(other), &["e2e4"]),
        (Some(other), &["e2e3", "e8e7"]),
        (None, &["e2e3", "e7e6"]),
        (Some(&start), &["e2e3", "e7e5"]),
    ];
    for (from, moves) in steps {
        let moves: Vec<String> = moves.iter().map(|&m| m.to_owned()).collect();
        follow(session.as_mut(), from, &moves).unwrap();
        assert_eq!(session.history(), moves);
        let mut fresh = open(ALL, "chess").unwrap();
        if let Some(from) = from {
            fresh.set(from).unwrap();
        }
        for m in &moves {
            fresh.play(m).unwrap();
        }
        assert_eq!((session.position(), session.key()), (fresh.position(), fresh.key()));
    }
    let moves = ["e2e4".to_owned(), "e2e4".to_owned()];
    let error = follow(session.as_mut(), None, &moves).unwrap_err().to_string();
    assert!(error.starts_with("move 2: 'e2e4'"), "{error}");
}

#[test]
fn the_table_stays_from_one_task_to_the_next() {
    let mut engine = Engine::new(ALL);
    let limits = Limits::depth(8);
    let first = engine.analyze(&task("othello", &[], limits), &Stop::new(), &mut |_| {}).unwrap();
    let again = engine.analyze(&task("othello", &[], limits), &Stop::new(), &mut |_| {}).unwrap();
    assert!(again.nodes < first.nodes / 2, "{} of {}", again.nodes, first.nodes);
    assert_eq!(again.score, first.score);
    engine.prepare(&task("othello", &[], limits)).unwrap();
    let fresh = engine.analyze(&task("othello", &[], limits), &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(fresh.nodes, first.nodes);
}

#[test]
fn what_is_wrong_with_a_task_is_said() {
    let mut engine = Engine::new(ALL);
    let mut ask = |task: &Task| {
        engine.choose(task, &Stop::new(), &mut |_| {}).map(|choice| choice.best).unwrap_err()
    };
    let none = Limits::depth(1);
    assert!(ask(&task("chees", &[], none)).to_string().contains("there is no game 'chees'"));
    assert!(ask(&task("chess", &["e2e5"], none)).to_string().starts_with("move 1: "));
    let mate = task("chess", &["f2f3", "e7e5", "g2g4", "d8h4"], none);
    assert!(ask(&mate).to_string().contains("the game is over"));
    let mut only = task("chess", &[], none);
    only.profile.plan.only = vec!["e2e5".to_owned()];
    assert!(ask(&only).to_string().contains("'e2e5'"));
}

#[test]
fn pondering_ends_neither_by_time_nor_by_itself_until_the_move_is_played() {
    let mut engine = Engine::new(ALL);
    let limits = Limits {
        time: Some(Duration::from_millis(20)),
        soft_time: Some(Duration::from_millis(5)),
        ponder: true,
        ..Limits::default()
    };
    let (stop, started) = (Stop::new(), Instant::now());
    let wait = Duration::from_millis(150);
    let analysis = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(wait);
            stop.hit();
        });
        engine.analyze(&task("chess", &[], limits), &stop, &mut |_| {}).unwrap()
    });
    assert!(started.elapsed() >= wait);
    assert!(analysis.best.is_some() && analysis.depth > 0);
}

#[test]
fn one_legal_move_is_not_thought_about() {
    let limits = Limits {
        time: Some(Duration::from_secs(3600)),
        soft_time: Some(Duration::from_secs(1800)),
        ..Limits::default()
    };
    let mut task = task("chess", &[], limits);
    // In the corner, with one square to go to.
    task.start = Some("8/8/8/8/8/k7/7r/K7 w - - 0 1".to_owned());
    let mut engine = Engine::new(ALL);
    assert_eq!(engine.session(&task).unwrap().legal(), ["a1b1"]);
    let analysis = engine.analyze(&task, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!((analysis.best.as_deref(), analysis.depth), (Some("a1b1"), 1));
}

#[test]
fn a_soft_time_ends_a_search_between_iterations() {
    let mut engine = Engine::new(ALL);
    let limits = Limits {
        time: Some(Duration::from_secs(3600)),
        soft_time: Some(Duration::from_millis(30)),
        ..Limits::default()
    };
    let mut depths = vec![];
    let mut watch = |update: Update<'_>| {
        if let Update::Report(analysis) = update {
            depths.push(analysis.depth);
        }
    };
    let analysis = engine.analyze(&task("chess", &[], limits), &Stop::new(), &mut watch).unwrap();
    assert_eq!(analysis.stopped, None);
    assert_eq!(depths.last(), Some(&analysis.depth));
}

#[test]
fn a_level_keeps_to_the_time() {
    let mut engine = Engine::new(ALL);
    let mut task = task("chess", &[], Limits::time(Duration::from_millis(1)));
    for level in [9, 10] {
        task.profile.level = Some(Level::new(level).unwrap());
        let choice = engine.choose(&task, &Stop::new(), &mut |_| {}).unwrap();
        assert!(choice.analysis.nodes < 100_000, "{}", choice.analysis.nodes);
    }
}

#[test]
fn no_time_at_all_is_time_for_a_legal_move() {
    let mut engine = Engine::new(ALL);
    for game in ["chess", "xiangqi", "othello", "gomoku", "go", "tictactoe"] {
        let task = task(game, &[], Limits::time(Duration::ZERO));
        let choice = engine.choose(&task, &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(choice.analysis.stopped, Some(Stopped::Time), "{game}");
        assert!(open(ALL, game).unwrap().legal().contains(&choice.best), "{game}");
    }
}
