//! Colours, pipes, and other things about where the output goes.

use std::path::Path;

use crate::{command, outplay};

const ESCAPE: char = '\u{1b}';
const HEAT: [&str; 5] = ["analyze", "tictactoe", "--all", "--depth", "2"];

#[test]
fn a_pipe_gets_no_colours_unless_asked() {
    for args in [&HEAT[..], &["games"], &["tree", "tree"], &["play", "tictactoe", "--side", "none"]]
    {
        assert!(!outplay(args).success().contains(ESCAPE), "{args:?}");
    }
    let always = [&HEAT[..], &["--color", "always"]].concat();
    assert!(outplay(&always).success().contains(ESCAPE));
    let never = [&HEAT[..], &["--color", "never"]].concat();
    assert!(!outplay(&never).success().contains(ESCAPE));
}

#[test]
fn the_environment_decides_where_the_arguments_do_not() {
    let with = |variable: &str, more: &[&str]| {
        let program = Path::new(env!("CARGO_BIN_EXE_outplay"));
        let output = command(program).args(HEAT).args(more).env(variable, "1").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(with("CLICOLOR_FORCE", &[]).contains(ESCAPE));
    assert!(!with("CLICOLOR_FORCE", &["--color", "never"]).contains(ESCAPE));
    assert!(!with("NO_COLOR", &[]).contains(ESCAPE));
    assert!(with("NO_COLOR", &["--color", "always"]).contains(ESCAPE));
}

#[test]
fn colours_change_nothing_but_colours() {
    let plain = outplay(&HEAT).success();
    let colored = outplay(&[&HEAT[..], &["--color", "always"]].concat()).success();
    let mut bare = String::new();
    let mut inside = false;
    for c in colored.chars() {
        match (inside, c) {
            (false, ESCAPE) => inside = true,
            (false, c) => bare.push(c),
            (true, c) => inside = !c.is_ascii_alphabetic(),
        }
    }
    let board = |text: &str| text.lines().take(7).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(board(&plain), board(&bare));
}

#[test]
fn plain_letters_are_plain() {
    for args in [
        &["analyze", "tictactoe", "--all", "--depth", "3", "--ascii"][..],
        &["analyze", "tictactoe", "--explain", "--nodes", "40", "--ascii"],
        &["tree", "tictactoe", "--ascii"],
        &["show", "mnk(width=10,height=11,k=5)", "--ascii"],
        &["compare", "nim", "--chart", "--ascii"],
        &["games", "--ascii"],
    ] {
        let text = outplay(args).success();
        let foreign: String = text.chars().filter(|c| !c.is_ascii()).collect();
        assert_eq!(foreign, "", "{args:?}");
    }
}

#[test]
fn a_closed_pipe_is_no_reason_to_complain() {
    for args in [
        &["games"][..],
        &["--help"],
        &["man"],
        &["completions", "bash"],
        &["play", "tictactoe", "--side", "none", "--level", "1"],
        &["show", "tictactoe", "--json"],
    ] {
        let program = Path::new(env!("CARGO_BIN_EXE_outplay"));
        let mut child = command(program).args(args).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[test]
fn completions_and_the_manual_know_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = outplay(&["completions", shell]).success();
        assert!(script.contains("analyze") && script.contains("random-ties"), "{shell}");
    }
    let page = outplay(&["man"]).success();
    for word in ["COMPARE", "random\\-ties", "max\\-nodes"] {
        assert!(page.contains(word), "no {word}");
    }
}
