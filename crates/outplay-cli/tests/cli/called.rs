//! The program under other names.

use std::path::{Path, PathBuf};

use crate::{outplay, run_program, scratch};

/// The `outplay` program as a file of another name.
fn called(name: &str) -> PathBuf {
    let path = scratch(&format!("{name}{}", std::env::consts::EXE_SUFFIX));
    std::fs::hard_link(Path::new(env!("CARGO_BIN_EXE_outplay")), &path).unwrap();
    path
}

#[test]
fn a_name_that_ends_in_a_protocol_needs_no_arguments() {
    for name in ["outplay-uci", "outplay-gtp-go13", "pbrain-outplay"] {
        let help = run_program(&called(name), &["--help"], b"").success();
        assert!(help.contains(&format!("Usage: {name} speak")), "{help}");
        let ran = run_program(&called(name), &["--no-such-option"], b"");
        assert_eq!(ran.code, Some(2), "{}", ran.stdout);
    }
}

#[test]
fn other_names_change_nothing() {
    let other = run_program(&called("play-xiangqi"), &["games", "nim"], b"").success();
    assert_eq!(other, outplay(&["games", "nim"]).success());
}
