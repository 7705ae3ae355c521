//! The command as it is used.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder that is deleted in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("outplay-tune-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(arguments: &str, out: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_outplay-tune"))
        .args(arguments.split(' '))
        .arg("--out")
        .arg(out)
        .output()
        .unwrap()
}

#[track_caller]
fn done(arguments: &str, out: &Path) {
    let output = run(arguments, out);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// What it complains about.
#[track_caller]
fn refused(arguments: &str, out: &Path) -> (i32, String) {
    let output = run(arguments, out);
    assert!(!output.status.success());
    (output.status.code().unwrap(), String::from_utf8_lossy(&output.stderr).into_owned())
}

const PLAY: &str = "play chess --games 12 --nodes 100 --seed 5";

#[test]
fn games_do_not_depend_on_threads_or_interruptions() {
    let folder = Folder::new("play");
    let [whole, torn, threads] = ["whole", "torn", "threads"].map(|name| folder.file(name));
    done(PLAY, &whole);
    let text = fs::read(&whole).unwrap();
    done(&format!("{PLAY} --threads 3"), &threads);
    assert_eq!(fs::read(&threads).unwrap(), text);
    for share in [0, 1, 40, 77] {
        fs::write(&torn, &text[..text.len() * share / 100]).unwrap();
        done(PLAY, &torn);
        assert!(fs::read(&torn).unwrap() == text, "torn after {share}%");
    }
    // More games are added; another seed is another file.
    done(&PLAY.replace("12", "13"), &torn);
    assert!(fs::read(&torn).unwrap().starts_with(&text));
    let (code, error) = refused(&PLAY.replace("seed 5", "seed 6"), &torn);
    assert!(code == 1 && error.contains("seed=5"), "{error}");
}

#[test]
fn weights_come_out_the_same_after_an_interruption() {
    let folder = Folder::new("fit");
    let [data, once, again] = ["data", "once.txt", "again.txt"].map(|name| folder.file(name));
    done(PLAY, &data);
    let fit = format!("fit chess --data {} --passes 3", data.display());
    done(&fit, &once);
    done(&fit, &again);
    let text = fs::read_to_string(&once).unwrap();
    assert_eq!(fs::read_to_string(&again).unwrap(), text);
    assert!(text.starts_with("# Made by: outplay-tune fit chess --data data --passes 3"), "{text}");
    // What an interrupted fit of other data left is not taken for its own.
    fs::write(folder.file("again.part"), "something else\n").unwrap();
    let (code, error) = refused(&fit, &again);
    assert!(code == 1 && error.contains("another fit"), "{error}");
}

#[test]
fn damaged_files_are_told_with_their_line() {
    let folder = Folder::new("damage");
    let (data, weights) = (folder.file("data"), folder.file("weights"));
    let fit = format!("fit chess --data {}", data.display());
    let told = |text: &str, wanted: &str| {
        fs::write(&data, text).unwrap();
        let (code, error) = refused(&fit, &weights);
        assert!(code == 1 && error.contains(wanted), "{error}; not {wanted}");
    };
    let first = "outplay-tune 1 chess seed=1 nodes=1\n";
    told("nonsense\n", "line 1");
    told("outplay-tune 1 go seed=1 nodes=1\n", "it is of go");
    told(&format!("{first}game 1 2 0\n"), "line 2: '2' is no result");
    told(&format!("{first}game 1 1 1\n5 nothing\n"), "game 1: nothing");
    told(first, "too few games");
    let (code, _) = refused("fit chess --data nowhere", &weights);
    assert_eq!(code, 1);
    let (code, _) = refused("play ludo", &weights);
    assert_eq!(code, 2);
    let (code, _) = refused("fit chess --results 2 --data x", &weights);
    assert_eq!(code, 2);
}
