//! `speak`, from outside: standard input and output, files, the end of input.

use crate::{outplay, outplay_reading, scratch};

/// What the protocol says to these lines.
fn said(protocol: &str, lines: &str) -> String {
    outplay_reading(&["speak", protocol], lines.as_bytes()).success()
}

#[test]
fn what_was_asked_is_answered_before_the_end_of_input_ends_it() {
    let answer = said("uci", "uci\nposition startpos moves e2e4\ngo depth 3\n");
    assert!(answer.contains("\nuciok\n"), "{answer}");
    let last = answer.lines().last().unwrap();
    assert!(last.starts_with("bestmove "), "{answer}");
    let answer = said("uci", "position startpos\ngo wtime 50000 btime 50000\nstop\nquit\n");
    assert!(answer.lines().last().unwrap().starts_with("bestmove "), "{answer}");
    let answer = said("ucci", "position startpos\ngo infinite\nquit\n");
    assert!(answer.contains("bestmove ") && answer.ends_with("\nbye\n"), "{answer}");
    // The last line needs no end; what would go on for ever is stopped.
    for endless in ["go infinite", "go ponder", "go"] {
        let answer = said("uci", endless);
        assert!(answer.lines().last().unwrap().starts_with("bestmove "), "{endless}: {answer}");
    }
    for (protocol, lines, end) in [
        ("ucci", "ucci\r\nposition startpos\r\ngo depth 1\r\n", "bestmove "),
        ("gomocup", "START 15\r\nINFO timeout_turn 100\r\nBEGIN\r\n", "7,7"),
        ("nboard", "nboard 2\nset depth 1\ngo\n", "=== "),
    ] {
        let answer = said(protocol, lines);
        assert!(answer.lines().any(|line| line.starts_with(end)), "{protocol}: {answer}");
    }
}

#[test]
fn games_are_read_from_regular_files_only() {
    let file = scratch("a game.sgf");
    std::fs::write(&file, "(;SZ[9]KM[7];B[ee];W[cc])").unwrap();
    let load = format!("loadsgf \"{}\"\nundo\nundo\nundo\n", file.display());
    assert_eq!(said("gtp", &load), "=\n\n=\n\n=\n\n? cannot undo\n\n");
    let directory = file.parent().unwrap().display();
    for path in [&*directory.to_string(), "/dev/zero", "no/such/file.sgf"] {
        let answer = said("gtp", &format!("1 loadsgf {path}\n"));
        assert!(answer.starts_with("?1 cannot load file: "), "{answer}");
    }
}

#[test]
fn a_log_holds_both_sides() {
    let log = scratch("speak.log");
    let _ = std::fs::remove_file(&log);
    let path = log.display().to_string();
    outplay_reading(&["speak", "uci", "--log", &path], b"isready\nquit\n").success();
    let text = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = text.lines().filter_map(|line| line.get(11..)).collect();
    assert_eq!(lines, ["> isready", "> quit", "< readyok"]);
}

#[test]
fn what_can_not_be_spoken_is_refused() {
    for arguments in [
        &["speak", "esperanto"][..],
        &["speak", "uci", "no-such-game"],
        &["speak", "nboard", "chess"],
        &["speak", "gtp", "chess"],
        &["speak", "uci", "--json"],
        &["speak", "uci", "--profile", "pvs:deep=3"],
        &["speak", "uci", "--workers", "0"],
        &["speak", "uci", "--log", "/no/such/directory/log"],
    ] {
        let ran = outplay(arguments);
        assert_eq!(ran.stdout, "", "{arguments:?}");
        assert!(ran.code == Some(2) || ran.code == Some(1), "{arguments:?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{arguments:?}: {}", ran.stderr);
    }
}

#[cfg(unix)]
#[test]
fn nobody_searches_for_a_reader_who_has_left() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    for (protocol, line) in [
        ("json", r#"{"game":"chess","depth":250}"#),
        ("gtp", "time_settings 100000 0 0\ngenmove b"),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outplay"))
            .args(["speak", protocol])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        writeln!(child.stdin.take().unwrap(), "{line}").unwrap();
        drop(child.stdout.take());
        let patience = Instant::now() + Duration::from_secs(60);
        while child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < patience, "{protocol} goes on");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
