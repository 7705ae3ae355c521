use core::time::Duration;

use super::super::testing::{Talk, moves};
use super::*;

fn clocks() -> Clocks {
    Clocks { left: Some([60, 50].map(Duration::from_secs)), ..Clocks::default() }
}

/// Each command in turn is sent, and answered in this way.
fn exchange(talk: &mut Talk, commands: &[(&str, &str)]) {
    for (command, answer) in commands {
        talk.sends(&[command]);
        let lines: Vec<&str> = answer.split('\n').collect();
        for line in lines {
            talk.hears(line);
        }
        talk.hears("");
    }
}

fn open(talk: &mut Talk) {
    talk.open(&[], &["list_commands"]);
    talk.hears("Some banner");
    talk.hears("");
    talk.hears("= name");
    talk.hears("time_left");
    talk.hears("time_settings");
    talk.hears("");
    exchange(talk, &[("protocol_version", "=2")]);
    talk.replies(&[Reply::Ready]);
}

#[test]
fn a_game_of_go() {
    let mut talk = Talk::new("gtp", "go(komi=6.5)");
    open(&mut talk);
    talk.new_game(Player::First, &clocks(), &["boardsize 9"]);
    talk.hears("= ");
    talk.hears("");
    exchange(
        &mut talk,
        &[
            ("clear_board", "="),
            ("komi 6.5", "? don't know how"),
            ("time_settings 60 0 0", "="),
            ("protocol_version", "= 2"),
        ],
    );
    talk.replies(&[Reply::Ready]);
    talk.think(&clocks(), &["time_left black 60 0"]);
    talk.hears("=");
    talk.hears("");
    exchange(&mut talk, &[("time_left white 50 0", "="), ("genmove black", "= J9")]);
    talk.replies(&[moves("J9")]);
    talk.play("J9 pass");
    talk.think(&clocks(), &["play white pass"]);
    talk.hears("=");
    talk.hears("");
    exchange(
        &mut talk,
        &[
            ("time_left black 60 0", "="),
            ("time_left white 50 0", "="),
            ("genmove black", "=3 PASS"),
        ],
    );
    talk.replies(&[moves("pass")]);
    talk.quits(&["quit"]);
}

#[test]
fn handicap_resignation_and_refusal() {
    let mut talk = Talk::new("gtp", "go(size=9,handicap=2)");
    open(&mut talk);
    talk.new_game(Player::Second, &Clocks::default(), &["boardsize 9"]);
    talk.hears("=");
    talk.hears("");
    exchange(
        &mut talk,
        &[
            ("clear_board", "="),
            ("komi 7.5", "="),
            ("play black G7", "="),
            ("play black C3", "="),
            ("protocol_version", "= 2"),
        ],
    );
    talk.replies(&[Reply::Ready]);
    talk.think(&Clocks::default(), &["genmove white"]);
    talk.hears("= resign");
    talk.hears("");
    talk.replies(&[Reply::Resign]);
    talk.play("E5 A1");
    talk.think(&Clocks::default(), &["play white E5"]);
    talk.hears("? illegal move");
    talk.hears("");
    talk.replies(&[Reply::Fault("to play white E5 it says 'illegal move'".to_owned())]);
}

#[test]
fn gomoku_and_othello() {
    let mut talk = Talk::new("gtp", "gomoku");
    open(&mut talk);
    talk.play("h8 i8");
    talk.new_game(Player::First, &Clocks::default(), &["boardsize 15"]);
    talk.hears("=");
    talk.hears("");
    exchange(
        &mut talk,
        &[
            ("clear_board", "="),
            ("play black H8", "="),
            ("play white J8", "="),
            ("protocol_version", "= 2"),
        ],
    );
    talk.replies(&[Reply::Ready]);
    talk.think(&Clocks::default(), &["genmove black"]);
    talk.hears("= P15");
    talk.hears("");
    talk.replies(&[moves("o15")]);
    let mut talk = Talk::new("gtp", "othello");
    open(&mut talk);
    talk.new_game(Player::First, &Clocks::default(), &["boardsize 8"]);
    talk.hears("=");
    talk.hears("");
    exchange(&mut talk, &[("clear_board", "="), ("protocol_version", "= 2")]);
    talk.replies(&[Reply::Ready]);
    talk.think(&Clocks::default(), &["genmove black"]);
    talk.hears("= D3");
    talk.hears("");
    talk.replies(&[moves("d3")]);
    assert_eq!(
        Talk::new("gtp", "chess").refuses(&clocks()),
        "GTP has no way to play chess; it plays go, othello and gomoku"
    );
}

#[test]
fn times() {
    let left = Some([Duration::from_millis(90_500); 2]);
    let plain = Clocks { left, ..Clocks::default() };
    let increment = |millis| Clocks { increment: [Duration::from_millis(millis); 2], ..plain };
    let per_move =
        |millis| Clocks { per_move: Some(Duration::from_millis(millis)), ..Clocks::default() };
    for (clocks, wanted) in [
        (plain, "time_settings 90 0 0"),
        (increment(1000), "time_settings 90 1 1"),
        (increment(1999), "time_settings 90 1 1"),
        (increment(999), "time_settings 90 0 0"),
        (Clocks { moves_to_go: Some(40), ..plain }, "time_settings 0 90 40"),
        (per_move(2900), "time_settings 0 2 1"),
    ] {
        assert_eq!(time_settings(&clocks, Player::First).as_deref(), Some(wanted));
    }
    assert_eq!(time_settings(&Clocks::default(), Player::First), None);
}

#[test]
fn times_that_can_not_be_told_are_refused() {
    let short = Some(Duration::from_millis(50));
    let whole = Clocks { left: Some([Duration::from_millis(999); 2]), ..Clocks::default() };
    let per_move = Clocks { per_move: short, ..Clocks::default() };
    for (clocks, time) in [(whole, "999ms"), (per_move, "50ms")] {
        let mut talk = Talk::new("gtp", "go9");
        open(&mut talk);
        assert_eq!(
            talk.refuses(&clocks),
            format!("GTP tells whole seconds, and {time} is less than one; give a second or more")
        );
        // Who can't be told any time has to know it.
        let mut talk = Talk::new("gtp", "go9");
        talk.open(&[], &["list_commands"]);
        talk.hears("= name");
        talk.hears("");
        exchange(&mut talk, &[("protocol_version", "=2")]);
        talk.replies(&[Reply::Ready]);
        talk.new_game(Player::First, &clocks, &["boardsize 9"]);
    }
}
