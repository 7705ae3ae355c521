//! `match`: results, files, interruption.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{command, outplay, scratch};

/// An empty directory that no other test uses.
fn scratch_dir(name: &str) -> PathBuf {
    let path = scratch(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// The lines that programs read: of games, and of the match.
fn lines(args: &[&str]) -> (Vec<Value>, Value) {
    let args = [&["match"], args, &["--json"]].concat();
    let stdout = outplay(&args).success();
    let mut lines: Vec<Value> =
        stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = lines.pop().unwrap();
    assert_eq!(last["type"], "match");
    assert!(lines.iter().all(|line| line["type"] == "game"));
    (lines, last)
}

const QUICK: [&str; 7] =
    ["connect4", "-e", "pvs:depth=2,hash=1", "-e", "pvs:depth=1,hash=1", "--random-plies", "4"];

#[test]
fn equal_engines_are_equal_within_the_error_bars() {
    let engine = "pvs:depth=2,hash=1,random-ties=true";
    let args = ["connect4", "-e", engine, "-e", engine, "--games", "100", "--random-plies", "4"];
    let (games, last) = lines(&args);
    assert_eq!(games.len(), 100);
    let elo = &last["pairings"][0]["elo"];
    let (low, high) = (elo["low"].as_f64().unwrap(), elo["high"].as_f64().unwrap());
    assert!(low < 0.0 && 0.0 < high && high - low > 20.0, "{elo}");
    let firsts = games.iter().filter(|game| game["first"] == engine).count();
    assert_eq!(firsts, 50);
}

#[test]
fn a_weaker_engine_is_found_out() {
    let engines = ["connect4", "-e", "pvs:depth=5,hash=1", "-e", "pvs:depth=3,hash=1"];
    let rest = ["--games", "1000", "--random-plies", "6", "--sprt", "elo0=0,elo1=50"];
    let (games, last) = lines(&[&engines[..], &rest].concat());
    assert_eq!((&last["ended"], &last["sprt"]["verdict"]), (&"sprt".into(), &"h1".into()));
    assert!(games.len() < 500, "{}", games.len());
}

#[test]
fn the_same_seed_is_the_same_match() {
    let args = [&QUICK[..], &["--games", "10", "--seed", "3"]].concat();
    let first = lines(&args);
    assert_eq!(first, lines(&args));
    let other = lines(&[&QUICK[..], &["--games", "10", "--seed", "4"]].concat());
    assert_ne!(first.0, other.0);
}

/// The numbers of the games in a journal, each of which must be there once.
fn journal(path: &Path) -> BTreeSet<u64> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut numbers = BTreeSet::new();
    for line in text[..whole].lines().skip(1) {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(numbers.insert(line["game"]["number"].as_u64().unwrap()), "{line}");
    }
    numbers
}

#[test]
fn a_killed_match_goes_on_and_loses_nothing() {
    let dir = scratch_dir("match-killed");
    let output = dir.to_str().unwrap();
    let args = [&QUICK[..], &["--games", "300", "--output", output, "--concurrency", "2"]].concat();
    let mut known = BTreeSet::new();
    for goal in [20, 90, 150] {
        let mut program = command(Path::new(env!("CARGO_BIN_EXE_outplay")));
        program.arg("match").args(&args).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = program.spawn().unwrap();
        let patience = Instant::now() + Duration::from_secs(120);
        while journal(&dir.join("match.jsonl")).len() < goal && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let after = journal(&dir.join("match.jsonl"));
        assert!(after.len() >= goal, "only {} games", after.len());
        assert!(after.is_superset(&known));
        known = after;
    }
    let (games, last) = lines(&[&args[..], &["--resume"]].concat());
    assert_eq!(games.len() + known.len(), 300);
    assert_eq!(last["games"], 300);
    assert_eq!(journal(&dir.join("match.jsonl")), (0..300).collect());
    let saved = std::fs::read_to_string(dir.join("games.json")).unwrap();
    let saved: Vec<Value> = serde_json::from_str(&saved).unwrap();
    let rounds: BTreeSet<String> =
        saved.iter().map(|game| game["tags"][2][1].as_str().unwrap().to_owned()).collect();
    assert_eq!((saved.len(), rounds.len()), (300, 300));
    // The same games as if it had never been killed.
    let (alone, whole) = lines(&[&QUICK[..], &["--games", "300"]].concat());
    assert_eq!(whole["pairings"], last["pairings"]);
    assert_eq!(alone.len(), 300);
}

#[test]
fn another_match_is_not_overwritten() {
    let dir = scratch_dir("match-other");
    let output = dir.to_str().unwrap();
    let files = ["--games", "4", "--output", output];
    lines(&[&QUICK[..], &files].concat());
    let args = [&["match"], &QUICK[..], &files, &["--seed", "9"]].concat();
    let refused = outplay(&args);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("seed was 0, not 9"), "{}", refused.stderr);
    let (games, last) = lines(&[&QUICK[..], &["--games", "6", "--output", output]].concat());
    assert_eq!((games.len(), &last["games"]), (2, &6.into()), "a match may be made longer");
    let resume = [&["match"], &QUICK[..], &["--resume", "--output", "nothing-there.json"]].concat();
    let refused = outplay(&resume);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("is not there"), "{}", refused.stderr);
    assert!(!Path::new("nothing-there.json").exists());
    let shorter = [&["match"], &QUICK[..], &["--games", "2", "--output", output]].concat();
    let refused = outplay(&shorter);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("another schedule"), "{}", refused.stderr);
    assert!(!refused.stderr.contains("goes on"), "{}", refused.stderr);
}

#[test]
fn to_go_on_makes_nothing() {
    let dir = scratch_dir("match-nothing");
    let output = dir.to_str().unwrap();
    let args = [&["match"], &QUICK[..], &["--resume", "--output", output]].concat();
    let refused = outplay(&args);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("is not there"), "{}", refused.stderr);
    assert!(!dir.exists());
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("match.jsonl"), "").unwrap();
    let refused = outplay(&args);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("has no match"), "{}", refused.stderr);
    assert_eq!(std::fs::read_dir(&dir).unwrap().count(), 1);
}

/// Engines that have to be killed, and one or two interrupts: nothing is left.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_no_engine_behind() {
    use std::process::Command;

    let send = |signal: &str, id: &str| {
        let sent = Command::new("kill").args([signal, id]).stderr(Stdio::null()).status();
        sent.unwrap().success()
    };
    for (name, interrupts) in [("once", 1), ("twice", 2)] {
        let script = scratch(&format!("match-silent-{name}.sh"));
        let told = scratch(&format!("match-silent-{name}.pid"));
        let _ = std::fs::remove_file(&told);
        let told = told.to_str().unwrap();
        // It never answers, and its child would outlive it.
        let text = format!("sleep 1000 &\necho $$ $! > {told}.new\nmv {told}.new {told}\nwait\n");
        std::fs::write(&script, text).unwrap();
        let silent = format!("cmd=sh,arg={},protocol=uci", script.to_str().unwrap());
        let mut program = command(Path::new(env!("CARGO_BIN_EXE_outplay")));
        program.args(["match", "chess", "--depth", "1", "-e", &silent, "-e", "pvs"]);
        let mut child = program.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let patience = Instant::now() + Duration::from_secs(60);
        while !Path::new(told).exists() {
            assert!(Instant::now() < patience);
            std::thread::sleep(Duration::from_millis(5));
        }
        for _ in 0..interrupts {
            send("-INT", &child.id().to_string());
        }
        assert!(matches!(child.wait().unwrap().code(), Some(1 | 130)));
        let ids = std::fs::read_to_string(told).unwrap();
        for id in ids.split_whitespace() {
            // Killed ones may take a moment to be buried.
            let gone = |id: &str| {
                let stat = std::fs::read_to_string(format!("/proc/{id}/stat"));
                !send("-0", id) || stat.is_ok_and(|stat| stat.contains(") Z "))
            };
            let patience = Instant::now() + Duration::from_secs(5);
            while !gone(id) && Instant::now() < patience {
                std::thread::sleep(Duration::from_millis(5));
            }
            assert!(gone(id), "{id} of {ids} was left, {name}");
        }
    }
}

#[test]
fn games_of_chess_are_a_file_that_reads_back() {
    let file = scratch("match-games.pgn");
    let _ = std::fs::remove_file(file.with_extension("match.jsonl"));
    let output = file.to_str().unwrap();
    let engines = ["chess", "-e", "pvs:nodes=50,hash=1,name=A", "-e", "pvs:nodes=10,hash=1,name=B"];
    let rest = ["--games", "4", "--random-plies", "4", "--max-plies", "60", "--output", output];
    let (games, _) = lines(&[&engines[..], &rest].concat());
    let listed = outplay(&["convert", "chess", output, "--json"]).json();
    let listed = listed.as_array().unwrap();
    assert_eq!(listed.len(), 4);
    for (game, saved) in games.iter().zip(listed) {
        assert_eq!(
            saved["moves"].as_array().unwrap().len() as u64,
            game["plies"].as_u64().unwrap()
        );
        assert_eq!(saved["result"], game["result"]);
        let tag = |name: &str| {
            let tags = saved["tags"].as_array().unwrap();
            tags.iter().find(|tag| tag[0] == name).unwrap()[1].clone()
        };
        assert_eq!((tag("White"), tag("Black")), (game["first"].clone(), game["second"].clone()));
    }
}

#[test]
fn openings_come_from_a_file_with_both_colours() {
    let file = scratch("match-openings.txt");
    std::fs::write(&file, "moves 4 4\nmoves 1 2 3\n").unwrap();
    let openings = ["--openings", file.to_str().unwrap(), "--games", "4"];
    let (games, _) = lines(&[&QUICK[..5], &openings].concat());
    let seen: Vec<_> = games.iter().map(|game| game["opening"].as_u64().unwrap()).collect();
    assert_eq!(seen, [1, 1, 2, 2]);
    assert_eq!(games[0]["first"], games[1]["second"]);
    assert_eq!(games[2]["first"], games[3]["second"]);
}

#[test]
fn people_see_a_table_and_are_warned() {
    let args = ["match", "tictactoe", "-e", "pvs:depth=9,name=deep", "-e", "pvs:depth=9,name=too"];
    let ran = outplay(&[&args[..], &["--games", "4"]].concat());
    assert!(ran.stderr.contains("1 different opening for 2 pairs of games"), "{}", ran.stderr);
    assert!(ran.stderr.contains("give --random-plies or --openings"), "{}", ran.stderr);
    let text = ran.success();
    assert!(text.contains("    1  deep – too  1/2-1/2  by the rules, 9 plies"), "{text}");
    assert!(text.contains("deep – too: Elo +0.0 ± ∞, stronger with 50.0%"), "{text}");
    assert!(text.contains("4 of 4 games") && text.ends_with("36 moves\n"), "{text}");
    assert!(text.contains("pairs of 0, ½, 1, 1½, 2 points: 0 0 2 0 0"), "{text}");
}

#[test]
fn a_summary_is_said_once() {
    let ran = outplay(&[&["match"], &QUICK[..], &["--games", "100"]].concat());
    let text = ran.success();
    assert_eq!(text.matches("100 of 100 games").count(), 1, "{text}");
    let one = outplay(&[&["match"], &QUICK[..], &["--games", "1"]].concat()).success();
    assert!(one.contains("1 of 1 game\n"), "{one}");
    assert!(!one.contains("stronger with 100") && !one.contains("stronger with 0.0"), "{one}");
}

#[test]
fn a_file_may_be_in_a_new_directory() {
    let dir = scratch_dir("match-parent");
    let file = dir.join("sub").join("games.json");
    let args = [&QUICK[..], &["--games", "2", "--output", file.to_str().unwrap()]].concat();
    lines(&args);
    assert!(file.is_file());
    // What was played before is not told as played now.
    let again = outplay(&[&["match"], &args[..]].concat()).success();
    assert!(again.contains("all games were played before"), "{again}");
}

/// A program that answers in UCI, and plays what is no move.
#[cfg(unix)]
#[test]
fn who_always_fails_ends_the_match() {
    let script = scratch("match-faulty.sh");
    let text = "while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; \
                go) echo bestmove a9a9;; quit) exit;; esac; done\n";
    std::fs::write(&script, text).unwrap();
    let faulty = format!("cmd=sh,arg={},protocol=uci,name=faulty", script.display());
    let ran = outplay(&["match", "chess", "-e", "pvs:depth=1", "-e", &faulty, "--depth", "1"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let says = "faulty lost 5 games in a row by its own fault (illegal move";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
    assert!(ran.stderr.contains("stopped after 5 of 100 games"), "{}", ran.stderr);
}

#[test]
fn what_can_not_be_played_is_refused() {
    for (args, says) in [
        (&["chess", "-e", "pvs:depth=1"][..], "two engines or more"),
        (&["chess", "-e", "pvs", "-e", "pvs:depth=1"], "would think for ever"),
        (&["chess", "-e", "best", "-e", "pvs:depth=1"], "there is no algorithm"),
        (&["chess", "-e", "cmd=a", "-e", "pvs:depth=1"], "no protocol"),
        (&["nothing", "-e", "pvs:depth=1", "-e", "pvs:depth=1"], "there is no game"),
        (&["chess", "-e", "pvs", "-e", "pvs", "--tc", "x"], "tc"),
        (&["chess", "-e", "pvs", "-e", "pvs", "--depth", "1", "--openings", "/nowhere"], "read"),
    ] {
        let ran = outplay(&[&["match"], args].concat());
        assert_eq!(ran.code, Some(2), "{args:?}");
        assert!(ran.stderr.contains(says), "{args:?}: {}", ran.stderr);
    }
    for (args, says) in [
        (&["--games", "0"][..], "give at least 1"),
        (&["-c", "0"], "give 1 to 256 games"),
        (&["--time-margin", "-1"], "give milliseconds"),
        (&["--max-plies", "0"], "give at least 1 ply"),
        (&["-c", "1000000000000"], "give 1 to 256 games"),
        (&["--tc", "abc"], "60+0.5"),
        (&["--random-plies", "60"], "no game is open after 60 random plies"),
        (&["-e", "cmd=no-such-program,protocol=uci"], "there is no program 'no-such-program'"),
        (&["--output", "a.pgn"], "games of connect4 can't be written as .pgn files"),
        (&["--output", "a.txt"], "a file that ends in"),
    ] {
        let ran = outplay(&[&["match"], &QUICK[..5], args].concat());
        assert_eq!(ran.code, Some(2), "{args:?}");
        assert!(ran.stderr.contains(says), "{args:?}: {}", ran.stderr);
    }
    assert!(!Path::new("a.pgn").exists() && !Path::new("a.txt").exists());
    let absent = ["match", "chess", "-e", "pvs:depth=1", "-e", "cmd=/no/program,protocol=uci"];
    let ran = outplay(&[&absent[..], &["--depth", "1"]].concat());
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("can't play"), "{}", ran.stderr);
}
