//! What the commands print, word for word. `OUTPLAY_GOLDEN=write` writes it anew; times and the
//! like stand as `#`.

use std::fmt::Write;
use std::path::Path;

use crate::{outplay, outplay_reading};

fn check(name: &str, commands: &[&[&str]]) {
    let mut text = String::new();
    for args in commands {
        let ran = outplay(args);
        writeln!(text, "$ outplay {}", args.join(" ")).unwrap();
        text.push_str(&mask(&ran.success()));
        text.push('\n');
    }
    compare(name, &text);
}

fn compare(name: &str, text: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let file = folder.join(name);
    if std::env::var("OUTPLAY_GOLDEN").is_ok_and(|value| value == "write") {
        std::fs::write(file, text).unwrap();
        return;
    }
    let wanted = std::fs::read_to_string(&file).unwrap_or_default();
    let differing = wanted.lines().zip(text.lines()).find(|(wanted, found)| wanted != found);
    assert!(
        wanted == text,
        "{name} differs, first at {differing:?}; OUTPLAY_GOLDEN=write writes it anew\n{text}"
    );
}

/// Times, speeds and hash keys as `#`, and the blanks that align them as two.
fn mask(text: &str) -> String {
    text.lines().map(|line| mask_line(line) + "\n").collect()
}

fn mask_line(line: &str) -> String {
    // How a game hashes is its own affair.
    if line.starts_with("key ") {
        return "key       #".to_owned();
    }
    const UNITS: [&str; 5] = [" ms", " s", " k/s", " M/s", "/s"];
    let mut masked = line.to_owned();
    for unit in UNITS {
        let mut from = 0;
        while let Some(at) = masked[from..].find(unit).map(|at| at + from) {
            let end = at + unit.len();
            let ends_word = masked[end..].chars().next().is_none_or(|c| !c.is_alphanumeric());
            let is_number = |c: char| c.is_ascii_digit() || c == '.';
            let start = masked[..at].trim_end_matches(is_number).len();
            if ends_word && start < at {
                masked.replace_range(start..end, "#");
                from = start + 1;
            } else {
                from = end;
            }
        }
    }
    // The heading of a column of times is as wide as they are.
    if masked != line || line.trim_end().ends_with(" time") || line.contains(" speed ") {
        let words: Vec<_> = masked.split("  ").filter(|word| !word.is_empty()).collect();
        masked = words.iter().map(|word| word.trim()).collect::<Vec<_>>().join("  ");
    }
    masked
}

#[test]
fn times_are_masked() {
    assert_eq!(mask_line("a  1.25 ms, 3.4 M/s, 5/s in 1.2 s"), "a  #, #, # in #");
    assert_eq!(mask_line("5 squares"), "5 squares");
}

#[test]
fn games() {
    check("games.txt", &[&["games"], &["games", "tictactoe"], &["games", "connect4", "--ascii"]]);
}

#[test]
fn show() {
    check(
        "show.txt",
        &[
            &["show", "tictactoe"],
            &["show", "tictactoe", "--moves", "b2,a3,c3,a1", "--ascii"],
            &["show", "tictactoe", "--position", "xxx/oo1/3 o"],
            &["show", "mnk(width=10,height=11,k=5)", "--moves", "h8,i9,h9"],
            &["show", "connect4", "--moves", "4,4,3"],
            &["show", "kalah", "--moves", "3"],
            &["show", "nim", "--position", "3 4 5"],
            &["show", "tree"],
        ],
    );
}

/// Close to the end, so that no evaluation has a part in the values.
const KALAH: &str = "0 0 0 0 2 1 20 / 0 0 0 0 1 2 22 first";

#[test]
fn analyze() {
    check(
        "analyze.txt",
        &[
            &["analyze", "tictactoe", "--position", "xx1/oo1/3 x"],
            &["analyze", "tictactoe", "--position", "xx1/oo1/3 x", "--all"],
            &["analyze", "tictactoe", "--all", "--depth", "3"],
            &["analyze", "tictactoe", "--lines", "3", "--depth", "3"],
            &["analyze", "tictactoe", "--position", "3/3/oo1 x", "--explain"],
            &["analyze", "tictactoe", "--position", "xxx/oo1/3 o", "--explain"],
            &["analyze", "kalah", "--position", KALAH, "--all", "--ascii"],
            &["analyze", "tictactoe", "--depth", "0", "--algorithm", "minimax"],
            &["analyze", "tictactoe", "--nodes", "30", "--algorithm", "alphabeta"],
        ],
    );
}

#[test]
fn compare_and_chart() {
    check(
        "compare.txt",
        &[
            &["compare", "tictactoe"],
            &["compare", "tictactoe", "--chart", "--ascii"],
            &["compare", "connect4", "--depth", "5", "--algorithms", "minimax,pvs"],
            &["compare", "chess", "--depth", "2", "--algorithms", "minimax,pvs"],
            &[
                "compare",
                "chess",
                "--depth",
                "2",
                "--algorithms",
                "minimax,pvs",
                "--features",
                "exact",
            ],
        ],
    );
}

#[test]
fn tree() {
    check(
        "tree.txt",
        &[
            &["tree", "tree"],
            &["tree", "tree", "--format", "dot", "--depth", "2"],
            &["tree", "tictactoe", "--position", "xo1/ox1/3 x", "--max-nodes", "10", "--ascii"],
        ],
    );
}

#[test]
fn solve() {
    check(
        "solve.txt",
        &[
            &["solve", "tictactoe"],
            &["solve", "mnk(width=4,height=3,k=3)"],
            &["solve", "nim", "--position", "3 4 5"],
            &["solve", "tree"],
            &["solve", "tictactoe", "--position", "xxx/oo1/3 o"],
            &["solve", "connect4", "--nodes", "1000"],
        ],
    );
}

#[test]
fn perft() {
    check(
        "perft.txt",
        &[
            &["perft", "tictactoe", "--depth", "9", "--unique"],
            &["perft", "connect4", "--depth", "6", "--divide"],
            &["perft", "tictactoe", "--depth", "0"],
            &["perft", "nim"],
        ],
    );
}

#[test]
fn play() {
    let script = "help\nb2\nhint\nb2\nz9\nscores\nundo\nundo\nredo\nmoves\nhistory\nresign\nb1\n";
    let args = ["play", "tictactoe", "--algorithm", "alphabeta", "--depth", "9"];
    let ran = outplay_reading(&args, script.as_bytes());
    compare("play.txt", &mask(&ran.success()));
}

#[test]
fn help() {
    let commands =
        ["games", "show", "play", "analyze", "compare", "tree", "solve", "perft", "bench"];
    let help: Vec<_> = commands.iter().map(|command| vec![*command, "--help"]).collect();
    let mut all: Vec<&[&str]> = vec![&["--help"]];
    all.extend(help.iter().map(Vec::as_slice));
    check("help.txt", &all);
}

#[test]
fn batch() {
    check("batch.txt", &[&["batch", "--help"]]);
}

#[test]
fn great_games() {
    check(
        "great.txt",
        &[
            &["show", "othello", "--moves", "f5d6c3"],
            &["show", "gomoku(size=9)", "--moves", "e5,f6", "--ascii"],
            &["show", "renju", "--moves", "h9,a1,h10,c1,i8,e1,j8,g1"],
            &["show", "chess", "--moves", "e4,e5,Qh5,Nc6,Bc4,Nf6,Qxf7#"],
            &["show", "chess", "--ascii", "--notation", "plain"],
            &["show", "xiangqi", "--moves", "炮二平五,马8进7"],
            &["show", "xiangqi", "--ascii", "--notation", "iccs"],
            &["show", "go(size=9,handicap=2)", "--moves", "C4"],
            &["solve", "chess", "--position", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"],
            &["analyze", "gomoku", "--position", "h8a1i8a3j8a5", "--depth", "2"],
        ],
    );
}
