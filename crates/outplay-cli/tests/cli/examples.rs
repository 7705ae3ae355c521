//! The programs in `examples/`: their own tests, and what they do when they run.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run_program;

#[path = "../../../../examples/auction.rs"]
#[allow(dead_code, reason = "a test has no use for its main function")]
mod auction;
#[path = "../../../../examples/search_only.rs"]
#[allow(dead_code, reason = "a test has no use for its main function")]
mod search_only;

/// The built program. `cargo test` builds the examples; if this test was picked alone, it has to.
pub(crate) fn example(name: &str) -> PathBuf {
    let outplay = Path::new(env!("CARGO_BIN_EXE_outplay"));
    let path = outplay.parent().unwrap().join("examples").join(name);
    let path = path.with_extension(std::env::consts::EXE_EXTENSION);
    if !path.exists() {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--package", "outplay-cli", "--example", name]);
        assert!(cargo.status().unwrap().success());
    }
    path
}

#[test]
fn a_game_of_ones_own_has_the_whole_command_line() {
    let program = example("auction");
    let run = |args: &[&str]| run_program(&program, args, b"");
    let shown = run(&["show", "--moves", "raise,pass", "--json"]).json();
    assert_eq!((&shown["game"], &shown["position"]), (&"auction".into(), &"1 0 7 8 3 0 0".into()));
    // The name may be given too.
    let solved = run(&["solve", "auction", "--json"]).json();
    assert_eq!(solved["score"], serde_json::json!({"kind": "loss", "plies": 17}));
    assert_eq!(run(&["compare", "--json"]).json()["rows"].as_array().unwrap().len(), 6);
    assert!(run(&["games"]).success().contains("Auction"));
    assert!(run(&["--help"]).success().contains("Auction"));
    assert!(run(&["analyze", "--explain", "--depth", "4"]).success().contains("Best is "));
    assert!(run(&["tree", "--depth", "2"]).success().contains("raise"));
    let played = run_program(&program, &["play", "--level", "10"], b"raise\npass\nfly\n");
    let played = played.success();
    assert!(played.contains("first plays raise") && played.contains("'fly'"), "{played}");
    let refused = run(&["show", "--position", "1 2 3"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("is no auction; sold, bid"), "{}", refused.stderr);
}

#[test]
fn the_search_alone_prints_the_best_moves() {
    let printed = run_program(&example("search_only"), &[], b"").success();
    let lines: Vec<_> = printed.lines().collect();
    assert_eq!(
        lines,
        [
            "25, 7: take 14, win in 5 plies",
            "34, 21: take 21, win in 7 plies",
            "144, 89: take 89, loss in 10 plies",
            "200, 17: take 187, win in 5 plies",
        ]
    );
}
