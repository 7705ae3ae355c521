//! Runs a transcript: lines that begin with `>` are sent, lines that begin with `<` must come back
//! in this order, others are comments.
//!
//! In an expected line `*` stands for any text. `<*` alone skips all lines up to the one that the
//! next `<` expects, or the end. `=` says that nothing comes for a moment; `!` that the conversation
//! has ended.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use outplay_protocols::desk::Desk;
use outplay_protocols::{Setup, protocol, usual_game};

/// No answer takes so long, on however busy a machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// What would have come at once has come by then.
const MOMENT: Duration = Duration::from_millis(150);

/// Speaks `name` with its usual game.
pub(crate) fn converse(name: &str, transcript: &str) {
    converse_in(name, usual_game(name).unwrap_or("tictactoe"), "pvs", transcript);
}

/// Speaks `name` with this game and profile.
pub(crate) fn converse_in(name: &str, game: &str, profile: &str, transcript: &str) {
    let mut protocol = protocol(name, setup(game, profile)).unwrap();
    let (desk, mut input) = Desk::new();
    let read = |path: &str| {
        std::fs::read_to_string(path).map_err(|_| outplay::InputError::new("it can't be read"))
    };
    let desk = desk.with_files(read);
    let (sender, answers) = mpsc::channel::<String>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut write = |line: &str| sender.send(line.to_owned()).is_ok();
            desk.run(&mut *protocol, outplay_games::ALL, 1, &mut write);
        });
        let mut seen: Vec<String> = vec![];
        let mut skips = false;
        for (number, line) in transcript.lines().map(str::trim).enumerate() {
            let place = || format!("line {} of the transcript: {line}", number + 1);
            let Some((mark, rest)) = line.split_at_checked(1) else { continue };
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            match mark {
                ">" => {
                    seen.push(format!("> {rest}"));
                    assert!(input.line(rest), "{}: nobody listens\n{}", place(), seen.join("\n"));
                }
                "<" if rest == "*" => skips = true,
                "<" => loop {
                    let answer = answers.recv_timeout(PATIENCE).unwrap_or_else(|error| {
                        panic!("{}: {error} after\n{}", place(), seen.join("\n"))
                    });
                    seen.push(format!("< {answer}"));
                    if matches(rest, &answer) {
                        skips = false;
                        break;
                    }
                    assert!(skips, "{}: in place of it\n{}", place(), seen.join("\n"));
                },
                "=" => match answers.recv_timeout(MOMENT) {
                    Err(RecvTimeoutError::Timeout) => {}
                    other => panic!("{}: {other:?} after\n{}", place(), seen.join("\n")),
                },
                "!" => loop {
                    match answers.recv_timeout(PATIENCE) {
                        Err(RecvTimeoutError::Disconnected) => break,
                        Ok(_) if skips => {}
                        other => panic!("{}: {other:?} after\n{}", place(), seen.join("\n")),
                    }
                },
                _ => {}
            }
        }
        drop(input);
        // What runs without end would be waited for: it is stopped with the input.
        while answers.recv_timeout(PATIENCE).is_ok() {}
    });
}

/// What a conversation in a test begins with.
pub(crate) fn setup(game: &str, profile: &str) -> Setup {
    Setup {
        games: outplay_games::ALL.to_vec(),
        game: game.to_owned(),
        profile: profile.parse().unwrap(),
        workers: 1,
        name: "Outplay 0.0.0".to_owned(),
        version: "0.0.0".to_owned(),
    }
}

/// Whether a line is as the pattern, in which `*` stands for any text, says.
fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[test]
fn patterns_match() {
    for (pattern, line) in [("a", "a"), ("a*", "abc"), ("*c", "abc"), ("a*b*c", "axxbyc")] {
        assert!(matches(pattern, line), "{pattern} {line}");
    }
    for (pattern, line) in [("a", "ab"), ("a*d", "abc"), ("b*", "ab"), ("a*b*c", "axxyc")] {
        assert!(!matches(pattern, line), "{pattern} {line}");
    }
}
