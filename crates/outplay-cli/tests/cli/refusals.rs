//! Unusable arguments: one line that says what was wrong and what would be right, exit code 2.

use crate::{outplay_reading, scratch};

/// Exit code 2, nothing on standard output, one short line on the error stream with these words.
fn refused(args: &[&str], words: &str) {
    refused_reading(args, b"", words);
}

fn refused_reading(args: &[&str], input: &[u8], words: &str) {
    let ran = outplay_reading(args, input);
    let stderr = &ran.stderr;
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{args:?}: {stderr}");
    let one_line = stderr.ends_with('\n') && stderr.trim_end().lines().count() == 1;
    assert!(stderr.starts_with("error: ") && one_line && stderr.len() < 700, "{args:?}: {stderr}");
    assert!(!stderr.trim_end().chars().any(char::is_control), "{args:?}: {stderr:?}");
    assert!(stderr.contains(words), "{args:?}: {stderr} does not say {words}");
}

#[test]
fn arguments() {
    for (args, words) in [
        (&[][..], "no command given"),
        (&["fly"], "unrecognized subcommand 'fly'"),
        (&["show"], "no game given; there are mnk, tictactoe"),
        (&["show", "tictactoe", "extra"], "unexpected argument 'extra'"),
        (&["show", "tictactoe", "--wings"], "--wings"),
        (&["analyze", "tictactoe", "--profile", "x"], "--profile"),
        (&["show", "tictactoe", "--color", "pink"], "auto, always, never"),
        (&["completions", "abacus"], "possible values"),
        (&["play", "tictactoe", "--level", "0"], "levels are 1"),
        (&["play", "tictactoe", "--level", "strong"], "levels are 1"),
        (&["play", "tictactoe", "--level", "3", "--depth", "2"], "cannot be used with"),
        (&["play", "tictactoe", "--side", "z"], "first (x), second (o), both or none"),
        (&["tree", "tictactoe", "--max-nodes", "0"], "1 to 1000000 nodes"),
        (&["tree", "tictactoe", "--json", "--format", "dot"], "--json prints JSON only"),
        (&["compare", "tictactoe", "--algorithms", "pvs,magic"], "there is no algorithm 'magic'"),
        (
            &["compare", "tictactoe", "--algorithms", "solve", "--without", "table"],
            "parts to switch off",
        ),
        (&["analyze", "tictactoe", "-a", "minimax", "--without", "table"], "minimax has no parts"),
        (&["solve", "tictactoe", "--features", "exact"], "solve has no parts to switch off"),
        (&["play", "tictactoe", "-a", "mtdf", "--without", "table"], "mtdf has no parts"),
        (&["batch", "tictactoe", "-a", "solve", "--without", "table"], "solve has no parts"),
        (&["batch", "tictactoe", "--workers", "0"], "give 1 to 256 workers"),
    ] {
        refused(args, words);
    }
}

#[test]
fn limits() {
    for (option, value, words) in [
        ("--depth", "deep", "a depth is 0 to 250 plies"),
        ("--depth", "-1", "a depth is 0 to 250 plies"),
        ("--depth", "1.5", "a depth is 0 to 250 plies"),
        ("--depth", "1000000", "a depth is 0 to 250 plies"),
        ("--depth", "99999999999999999999999", "a depth is 0 to 250 plies"),
        ("--nodes", "0", "no search without nodes"),
        ("--nodes", "18446744073709551616", "too large"),
        ("--time", "0", "no search without time; write a time like 500ms"),
        ("--time", "0ms", "no search without time"),
        ("--time", "-5s", "write a time like 500ms"),
        ("--time", "soon", "write a time like 500ms"),
        ("--time", "3 weeks", "there is no unit 'weeks'"),
        ("--threads", "0", "give 1 to 256 threads"),
        ("--threads", "1000000", "give 1 to 256 threads"),
        ("--hash", "99999999999", "more memory than there is"),
        ("--hash", "18446744073709551615", "more memory than there is"),
        ("--hash", "lots", "give mebibytes"),
        ("--seed", "x", "a seed is 0 to"),
        ("--without", "luck", "there is no feature 'luck'; all, exact, none, aspiration,"),
        ("--features", "exact+", "there is no feature ''"),
        ("--algorithm", "magic", "there is no algorithm 'magic'; there are minimax, alphabeta"),
        ("--algorithm", "", "there is no algorithm ''"),
    ] {
        refused(&["analyze", "tictactoe", option, value], words);
    }
    refused(&["perft", "tictactoe", "--depth", "1000000"], "a depth is 0 to 250 plies");
}

#[test]
fn games_and_parameters() {
    for (game, words) in [
        ("chess9", "there is no game 'chess9'; there are mnk, tictactoe"),
        ("", "there is no game ''"),
        ("mnk(", "no closing parenthesis"),
        ("mnk(width=0)", "width can't be '0'; it is 1 to"),
        ("mnk(width=1000000000)", "width can't be '1000000000'"),
        ("mnk(width=99999999999999999999999999)", "width can't be"),
        ("mnk(width)", "write name=value"),
        ("mnk(wings=2)", "mnk has no 'wings'; it has width, height"),
        ("mnk(width=3,height=3,k=9)", "k"),
        ("connect4(width=0)", "width can't be '0'"),
        ("tictactoe\u{1b}[2J", "there is no game"),
    ] {
        refused(&["show", game], words);
        refused(&["solve", game], words);
    }
    refused(&["show", &"z".repeat(100_000)], "there is no game 'zzz");
}

#[test]
fn positions_and_moves() {
    for (position, moves, words) in [
        ("", "", "position: "),
        ("garbage", "", "position: "),
        ("3/3/3", "", "position: "),
        ("xxx/xx1/o2 o", "", "position: "),
        ("xxx/ooo/3 x", "", "position: "),
        ("9999999999999999999999/3/3 x", "", "position: "),
        ("♔♔♔/3/3 x", "", "position: "),
        ("\u{1b}[2J", "", "position: "),
        ("3/3/3 x", "d4", "move 1: "),
        ("3/3/3 x", "b2,b2", "move 2: "),
        ("3/3/3 x", "b2,,a1", "move 2: "),
        ("3/3/3 x", ",", "move 1: "),
        ("3/3/3 x", "a1,a2,b1,b2,c1,c2", "the game is over: x wins"),
        ("3/3/3 x", "９", "move 1: "),
    ] {
        let mut args = vec!["analyze", "tictactoe", "--position", position];
        if !moves.is_empty() {
            args.extend(["--moves", moves]);
        }
        refused(&args, words);
    }
    refused(&["show", "tictactoe", "--position", &"x".repeat(100_000)], "position: ");
}

#[test]
fn standard_input() {
    let stdin = ["show", "tictactoe", "--position", "-"];
    refused_reading(&stdin, b"", "position: ");
    refused_reading(&stdin, b"3/3/3 x \xff", "standard input is not UTF-8 text, from byte 9");
    refused_reading(&stdin, &[b'x'; 2 << 20], "standard input is too long");
    refused(&["show", "tictactoe", "--position", "-", "--moves", "-"], "give one of them as text");
    let shown = outplay_reading(&stdin, b"x2/3/3 o\n").success();
    assert!(shown.contains("x2/3/3 o"));
    let moves = ["show", "tictactoe", "--json", "--moves", "-"];
    assert_eq!(outplay_reading(&moves, b"b2,a1\nc3\n").json()["position"], "2x/1x1/o2 o");
}

#[test]
fn files() {
    refused(&["bench", "--check", "no/such/file"], "'no/such/file' can't be read");
    refused(&["play", "tictactoe", "--load", "no/such/file"], "'no/such/file' can't be read");
    let file = scratch("not-a-game.json");
    std::fs::write(&file, "{\"format\":\"other\"}").unwrap();
    refused(&["play", "tictactoe", "--load", file.to_str().unwrap()], "no saved game");
    std::fs::write(&file, "tictactoe pvs nine 12 draw").unwrap();
    refused(&["bench", "--check", file.to_str().unwrap()], "line 1");
    refused(&["tree", "tree", "--output", "no/such/folder/tree.svg"], "can't be written");
    refused(&["tree", "tree", "--output", "."], "can't be written");
    refused(&["tree", "tree", "--output", "tree.png"], "names no format");
    refused(&["play", "tictactoe", "--load", "."], "is a directory");
    refused(&["man", "--json"], "--json is for results");
    refused(&["show", "mnk(width=3,width=4)"], "'width' is given twice");
}
