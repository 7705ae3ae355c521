//! Every game obeys the laws, from its usual start and with other parameters.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use outplay::laws::{LawReport, Laws};
use outplay::{Game, Params};
use outplay_games::chess::Chess;
use outplay_games::connect4::Connect4;
use outplay_games::go::Go;
use outplay_games::gomoku::Gomoku;
use outplay_games::kalah::Kalah;
use outplay_games::mnk::Mnk;
use outplay_games::nim::Nim;
use outplay_games::tree::{Shape, Tree};

/// The game with these parameters, written as in its name.
fn with<G: Game>(settings: &str) -> G {
    let mut params = Params::defaults(&G::INFO);
    params.set(&G::INFO, settings).unwrap();
    G::new(&params).unwrap()
}

fn lawful<G: Game>(start: &G) -> LawReport {
    let report = Laws::default().check(start).unwrap_or_else(|error| panic!("{error}"));
    assert!(report.games > 0 && report.unfinished == 0, "{report:?}");
    assert!(report.searches > 100, "{report:?}");
    report
}

fn lawful_with<G: Game>(settings: &[&str]) {
    for settings in settings {
        let report = lawful(&with::<G>(settings));
        assert!(report.solved > 0, "{settings}: {report:?}");
    }
}

#[test]
fn mnk() {
    lawful_with::<Mnk<u64>>(&["", "misere=true", "width=4,height=4,k=4", "width=5,height=3,k=3"]);
    lawful_with::<Mnk<u128>>(&["width=10,height=9,k=5"]);
}

#[test]
fn connect4() {
    lawful_with::<Connect4>(&["", "width=4,height=4", "width=5,height=6"]);
}

#[test]
fn gomoku() {
    lawful_with::<Gomoku>(&["size=5", "size=5,rule=renju", "size=6,rule=caro,opening=swap2"]);
    for settings in ["", "rule=standard", "rule=renju,opening=swap2"] {
        let laws = Laws { games: 1, ..Laws::default() };
        laws.check(&with::<Gomoku>(settings)).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn nim() {
    lawful_with::<Nim>(&["", "misere=true"]);
}

#[test]
fn kalah() {
    lawful_with::<Kalah>(&[""]);
}

#[test]
fn chess() {
    lawful_with::<Chess>(&["", "chess960=true,start=119"]);
}

#[test]
fn trees() {
    lawful(&Tree::default());
    for seed in 0..20 {
        let laws = Laws { games: 3, ..Laws::default() };
        let tree = Tree::random(seed, &Shape::MIXED);
        laws.check(&tree).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn go() {
    lawful_with::<Go>(&[
        "size=2",
        "size=2,ko=situational,suicide=true",
        "size=2,ko=simple",
        "size=3",
        "size=3,suicide=true,komi=0",
        "size=3,ko=simple,suicide=true",
        "size=4,cap=20",
    ]);
    for (settings, games) in [("", 3), ("size=7,handicap=3,ko=situational", 3), ("size=13", 1)] {
        let laws = Laws { games, ..Laws::default() };
        let report = laws.check(&with::<Go>(settings)).unwrap_or_else(|error| panic!("{error}"));
        assert!(report.unfinished == 0 && report.solved > 0, "{settings}: {report:?}");
    }
}
