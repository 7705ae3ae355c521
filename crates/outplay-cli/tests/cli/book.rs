//! The commands that the book and the README files show, run as a reader would run them: each ends
//! well, and says what the page says that it says.
//!
//! A `console` block is a session of a shell. Where a page leaves something out it says `…`, but it
//! may begin later than the command and end sooner; lines may be broken anywhere, so that blanks and
//! line ends are not compared. Output that begins with
//! `error:` belongs to a command that fails. A file that is shown by `cat` is made first. A block
//! after `<!-- not run: why -->` is not run; there is a limit to how many there are.
#![cfg(unix)]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::examples::example;

/// No command of a page takes nearly as long; it is ended then.
const LONGEST: Duration = Duration::from_secs(60);
/// Blocks that are not run, in all pages of both languages.
const MOST_NOT_RUN: usize = 70;
/// Commands that are other programs' and are not run either.
const FOREIGN: [&str; 6] =
    ["cargo install", "cargo bench", "cargo test", "RUSTFLAGS=", "outplay-tune", "OUTPLAY_"];

/// The file that a page reads.
const GAME: &str = "[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 1-0\n";

/// A command with the output that its page shows.
#[derive(Debug)]
struct Shown {
    place: String,
    command: String,
    output: String,
}

/// What was found in the pages.
#[derive(Default, Debug)]
struct Pages {
    shown: Vec<Shown>,
    not_run: Vec<String>,
}

impl Pages {
    /// Reads a page.
    fn read(&mut self, name: &str, text: &str) {
        let mut lines = (1..).zip(text.lines());
        let mut before = "";
        while let Some((number, line)) = lines.next() {
            if !line.starts_with("```") {
                if !line.trim().is_empty() {
                    before = line;
                }
                continue;
            }
            let place = format!("{name}:{number}");
            let body: Vec<&str> =
                lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
            let is_console = line == "```console";
            let is_session = body.iter().any(|line| line.starts_with("$ "));
            assert!(is_console || !is_session, "{place}: a session that is not called console");
            if is_session && before.starts_with("<!-- not run: ") {
                self.not_run.push(place);
            } else if is_session {
                self.session(&place, &body);
            }
            before = "";
        }
    }

    /// The commands of a block.
    fn session(&mut self, place: &str, body: &[&str]) {
        let (mut is_command, mut first) = (false, true);
        for line in body {
            if let Some(command) = line.strip_prefix("$ ") {
                let (place, command) = (place.to_owned(), command.to_owned());
                self.shown.push(Shown { place, command, output: String::new() });
                is_command = true;
            } else if let Some(last) = self.shown.last_mut().filter(|_| !first) {
                let text = if is_command { &mut last.command } else { &mut last.output };
                text.push('\n');
                text.push_str(line);
            } else {
                panic!("{place}: output before the first command");
            }
            is_command &= line.ends_with('\\');
            first = false;
        }
    }
}

/// Every page with its name, in a fixed order.
fn pages() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![root.join("README.md"), root.join("README.zh-CN.md")];
    let mut folders = vec![root.join("book/src")];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let (inner, pages): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
        folders.extend(inner);
        files.extend(pages.into_iter().filter(|path| path.extension().is_some_and(|x| x == "md")));
    }
    files.sort();
    let name = |path: &PathBuf| path.strip_prefix(&root).unwrap().display().to_string();
    files.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

/// Runs a line of the shell in a folder; whether it succeeded, and all that it said.
fn run(command: &str, folder: &Path) -> (bool, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_outplay"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let auction = example("auction").display().to_string();
    let command = command.replace("cargo run -q --example auction --", &auction);
    let said = folder.join("said");
    let out = fs::File::create(&said).unwrap();
    let mut shell = Command::new("bash");
    shell.args(["-c", &command]).current_dir(folder).env("PATH", path).env("HOME", folder);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS"] {
        shell.env_remove(variable);
    }
    shell.stdin(Stdio::null()).stdout(out.try_clone().unwrap()).stderr(out);
    let (mut child, started) = (shell.spawn().unwrap(), Instant::now());
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if started.elapsed() > LONGEST {
            child.kill().unwrap();
        }
        thread::sleep(Duration::from_millis(2));
    };
    if std::env::var("OUTPLAY_BOOK").is_ok_and(|value| value == "times") {
        eprintln!("{:6.2} s  {command}", started.elapsed().as_secs_f64());
    }
    (status.success(), fs::read_to_string(&said).unwrap())
}

/// Whether the text is the pattern, in which `…` stands for anything; blanks aside.
fn is_like(text: &str, pattern: &str) -> bool {
    let dense = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let (text, pattern) = (dense(text), dense(pattern));
    let Some((head, rest)) = pattern.split_once('…') else { return text == pattern };
    let Some(text) = text.strip_prefix(head) else { return false };
    let (middle, tail) = rest.rsplit_once('…').unwrap_or(("", rest));
    let Some(mut text) = text.strip_suffix(tail) else { return false };
    for piece in middle.split('…') {
        let Some(at) = text.find(piece) else { return false };
        text = &text[at + piece.len()..];
    }
    true
}

#[test]
fn what_is_left_out_may_be_anything() {
    for (text, pattern) in [
        ("a b\nc", "ab c"),
        ("one two three", "one…three"),
        ("one two three", "…two…"),
        ("one two three", "one … two … three …"),
        ("aa", "a…a"),
    ] {
        assert!(is_like(text, pattern), "{text:?} {pattern:?}");
    }
    for (text, pattern) in [
        ("one two three", "one"),
        ("one two three", "…one two"),
        ("one two three", "two…"),
        ("one two three", "one…three…two…"),
        ("a", "a…a"),
    ] {
        assert!(!is_like(text, pattern), "{text:?} {pattern:?}");
    }
}

#[test]
fn commands_in_the_book_do_what_it_says() {
    let mut found = Pages::default();
    for (name, text) in pages() {
        found.read(&name, &text);
    }
    assert!(found.not_run.len() <= MOST_NOT_RUN, "{:#?}", found.not_run);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book");
    let _ = fs::remove_dir_all(&folder);
    // What a reader has at home.
    fs::create_dir_all(folder.join(".local/share/bash-completion/completions")).unwrap();
    fs::write(folder.join("games.pgn"), GAME).unwrap();
    // Pages in two languages show the same commands.
    let mut done = HashMap::new();
    let mut wrong = vec![];
    for Shown { place, command, output } in &found.shown {
        if FOREIGN.iter().any(|program| command.starts_with(program)) {
            continue;
        }
        if let Some(file) = command.strip_prefix("cat ") {
            fs::write(folder.join(file), output.trim_start_matches('\n').to_owned() + "\n")
                .unwrap();
            continue;
        }
        let (success, said) = done.entry(command.as_str()).or_insert_with(|| run(command, &folder));
        let fails = output.trim_start().starts_with("error:");
        // A page may begin later and end sooner, but not keep silent about a failure.
        if *success == fails || !is_like(said, &format!("…{output}…")) {
            wrong.push(format!("{place}: $ {command}\n{said}"));
        }
    }
    assert!(done.len() >= 100, "only {} commands", done.len());
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), done.len(), wrong.join("\n"));
}
