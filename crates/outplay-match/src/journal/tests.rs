use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::game::Reason;
use crate::record::GameResult;

/// A directory of its own for each test.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("outplay-journal-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn paths(&self) -> Paths {
        Paths { games: self.0.join("games"), journal: self.0.join("match.jsonl") }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn settings(depth: u32) -> Settings {
    vec![
        ("game".to_owned(), "nim".to_owned()),
        ("engine 1".to_owned(), format!("pvs:depth={depth}")),
    ]
}

fn record(number: u64) -> Record {
    Record {
        number,
        engines: [0, 1],
        round: number / 2,
        opening: 3,
        result: GameResult::Draw,
        reason: Reason::Length,
        detail: String::new(),
        plies: 9,
    }
}

fn text(number: u64, layout: Layout) -> String {
    match layout {
        Layout::Texts => format!("game {number}: ü\n\n"),
        Layout::Array => format!("{{\"game\":\"{number}\"}}"),
    }
}

/// Plays the games that are missing from four.
fn finish(paths: &Paths, layout: Layout) -> Vec<u64> {
    let (mut journal, done) = Journal::open(paths.clone(), layout, &settings(1)).unwrap();
    for number in 0..4 {
        if done.iter().all(|record| record.number != number) {
            journal.add(&record(number), &text(number, layout)).unwrap();
        }
    }
    done.iter().map(|record| record.number).collect()
}

#[test]
fn killed_at_any_byte_it_ends_as_if_it_never_was() {
    for layout in [Layout::Texts, Layout::Array] {
        let whole = Scratch::new();
        assert!(finish(&whole.paths(), layout).is_empty());
        let games = std::fs::read(whole.paths().games).unwrap();
        let journal = std::fs::read(whole.paths().journal).unwrap();
        if layout == Layout::Array {
            let value: serde_json::Value = serde_json::from_slice(&games).unwrap();
            assert_eq!(value.as_array().unwrap().len(), 4);
        }
        let scratch = Scratch::new();
        let mut most = 0;
        for length in 0..=journal.len() {
            // The games are there at least as far as the journal says, perhaps with more.
            let lines = journal[..length].iter().filter(|&&byte| byte == b'\n').count();
            let known = lines.saturating_sub(1);
            for extra in [&b""[..], b"torn [game"] {
                let kept = if lines == 0 { vec![] } else { kept(&journal, &games, known, layout) };
                let torn = if lines == 0 { &b""[..] } else { extra };
                std::fs::write(scratch.paths().journal, &journal[..length]).unwrap();
                std::fs::write(scratch.paths().games, [&kept, torn].concat()).unwrap();
                assert_eq!(finish(&scratch.paths(), layout).len(), known, "byte {length}");
                assert_eq!(std::fs::read(scratch.paths().journal).unwrap(), journal);
                assert_eq!(std::fs::read(scratch.paths().games).unwrap(), games);
            }
            most = most.max(known);
        }
        assert_eq!(most, 4);
    }
}

/// The file of games with so many of them, a new one in place of an array's end.
fn kept(journal: &[u8], games: &[u8], known: usize, layout: Layout) -> Vec<u8> {
    if known == 0 {
        return vec![];
    }
    let line = std::str::from_utf8(journal).unwrap().lines().nth(known).unwrap();
    let line: Line = serde_json::from_str(line).unwrap();
    let length = line.bytes as usize;
    match layout {
        Layout::Texts => games[..length].to_vec(),
        // As it is while the next game is being written.
        Layout::Array => [&games[..length - CLOSE.len()], b",\n{"].concat(),
    }
}

#[test]
fn other_settings_are_refused_and_told() {
    let scratch = Scratch::new();
    finish(&scratch.paths(), Layout::Texts);
    let error =
        Journal::open(scratch.paths(), Layout::Texts, &settings(2)).unwrap_err().to_string();
    assert!(error.contains("engine 1 was pvs:depth=1, not pvs:depth=2"), "{error}");
    let mut more = settings(1);
    more.push(("rules".to_owned(), "draw".to_owned()));
    let error = Journal::open(scratch.paths(), Layout::Texts, &more).unwrap_err().to_string();
    assert!(error.contains("rules was nothing, not draw"), "{error}");
    assert_eq!(finish(&scratch.paths(), Layout::Texts), [0, 1, 2, 3], "nothing was touched");
}

#[test]
fn what_is_no_match_is_left_alone() {
    for (journal, games) in [
        ("my diary\n", ""),
        ("my diary", ""),
        ("{\"a\":1}\n", ""),
        ("", "my games"),
        ("{\"format\":\"outplay-ma", "my games"),
    ] {
        let scratch = Scratch::new();
        std::fs::write(scratch.paths().journal, journal).unwrap();
        std::fs::write(scratch.paths().games, games).unwrap();
        let opened = Journal::open(scratch.paths(), Layout::Texts, &settings(1));
        assert!(matches!(opened, Err(JournalError::Input(_))), "{journal:?}");
        assert_eq!(std::fs::read_to_string(scratch.paths().journal).unwrap(), journal);
        assert_eq!(std::fs::read_to_string(scratch.paths().games).unwrap(), games);
    }
    let scratch = Scratch::new();
    finish(&scratch.paths(), Layout::Texts);
    std::fs::write(scratch.paths().games, "short").unwrap();
    let error = Journal::open(scratch.paths(), Layout::Texts, &settings(1)).unwrap_err();
    assert!(error.to_string().contains("shorter"), "{error}");
}

#[test]
fn lines_that_contradict_each_other_are_refused() {
    let scratch = Scratch::new();
    finish(&scratch.paths(), Layout::Texts);
    let journal = std::fs::read_to_string(scratch.paths().journal).unwrap();
    let last = journal.lines().last().unwrap();
    std::fs::write(scratch.paths().journal, format!("{journal}{last}\n")).unwrap();
    let error = Journal::open(scratch.paths(), Layout::Texts, &settings(1)).unwrap_err();
    assert!(error.to_string().contains("line 6: it does not follow"), "{error}");
    std::fs::write(scratch.paths().journal, format!("{journal}oops\n")).unwrap();
    assert!(Journal::open(scratch.paths(), Layout::Texts, &settings(1)).is_err());
}

#[test]
fn lines_that_were_changed_or_taken_out_are_refused() {
    for layout in [Layout::Texts, Layout::Array] {
        let scratch = Scratch::new();
        finish(&scratch.paths(), layout);
        let journal = std::fs::read_to_string(scratch.paths().journal).unwrap();
        let games = std::fs::read(scratch.paths().games).unwrap();
        let refused = |text: &str, says: &str| {
            std::fs::write(scratch.paths().journal, text).unwrap();
            let error = Journal::open(scratch.paths(), layout, &settings(1)).unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
            assert_eq!(std::fs::read_to_string(scratch.paths().journal).unwrap(), text);
            assert_eq!(std::fs::read(scratch.paths().games).unwrap(), games);
        };
        let lines: Vec<&str> = journal.lines().collect();
        for out in 1..4 {
            let mut lines = lines.clone();
            lines.remove(out);
            let says = format!("line {}: it does not follow from the lines before", out + 1);
            refused(&(lines.join("\n") + "\n"), &says);
        }
        for changed in 1..5 {
            for bytes in [0, 1, 1_000_000] {
                let mut line: Line = serde_json::from_str(lines[changed]).unwrap();
                line.bytes = bytes;
                let line = serde_json::to_string(&line).unwrap();
                let mut lines = lines.clone();
                lines[changed] = &line;
                // The first game may well be a byte long; then the second does not follow.
                let at =
                    if changed == 1 && bytes == 1 || bytes > 1 { changed + 2 } else { changed + 1 };
                let says = match at {
                    6 => "is shorter than its journal says".to_owned(),
                    at => format!("line {at}: it does not follow from the lines before"),
                };
                refused(&(lines.join("\n") + "\n"), &says);
            }
        }
    }
}

#[test]
fn who_only_goes_on_begins_nothing() {
    let scratch = Scratch::new();
    let resumed = || Journal::resume(scratch.paths(), Layout::Texts, &settings(1));
    let error = resumed().unwrap_err().to_string();
    assert!(error.contains("is not there; leave out --resume"), "{error}");
    assert_eq!(std::fs::read_dir(&scratch.0).unwrap().count(), 0);
    for torn in ["", "{\"format\":\"outplay-ma"] {
        std::fs::write(scratch.paths().journal, torn).unwrap();
        let error = resumed().unwrap_err().to_string();
        assert!(error.contains("has no match; leave out --resume"), "{error}");
        assert_eq!(std::fs::read_to_string(scratch.paths().journal).unwrap(), torn);
        assert!(!scratch.paths().games.exists());
    }
    finish(&scratch.paths(), Layout::Texts);
    let (_, done) = resumed().unwrap();
    assert_eq!(done.len(), 4);
}

#[test]
fn two_programs_do_not_write_one_match() {
    let scratch = Scratch::new();
    let (first, _) = Journal::open(scratch.paths(), Layout::Texts, &settings(1)).unwrap();
    let second = Journal::open(scratch.paths(), Layout::Texts, &settings(1));
    assert!(second.unwrap_err().to_string().contains("another program"));
    drop(first);
    assert!(Journal::open(scratch.paths(), Layout::Texts, &settings(1)).is_ok());
}
