//! `batch` and `speak json`, from outside.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{Ran, command, outplay, outplay_reading, scratch};

/// Nothing takes so long, on however busy a machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The answers without what depends on the clock.
fn answers(text: &str) -> Vec<Value> {
    let answer = |line: &str| {
        let mut answer: Value = serde_json::from_str(line).unwrap();
        for field in ["time_ms", "nodes_per_second"] {
            answer.as_object_mut().unwrap().remove(field);
        }
        answer
    };
    text.lines().map(answer).collect()
}

/// Runs `batch` on an input, and gives its answers.
fn batch(args: &[&str], input: &str) -> Vec<Value> {
    answers(&outplay_reading(&[&["batch"], args].concat(), input.as_bytes()).success())
}

/// Positions that take very different times.
fn mixed() -> String {
    let line = |number: usize| {
        let depth = if number.is_multiple_of(7) { 7 } else { 1 + number % 3 };
        let game = ["connect4", "tictactoe", "kalah"][number % 3];
        json!({ "id": number, "game": game, "depth": depth }).to_string() + "\n"
    };
    (0..60).map(line).collect()
}

#[test]
fn answers_come_in_order_and_do_not_depend_on_the_workers() {
    let input = mixed();
    let alone = batch(&["--workers", "1", "--hash", "1"], &input);
    assert_eq!(alone.len(), 60);
    for (number, answer) in alone.iter().enumerate() {
        assert_eq!((&answer["id"], &answer["line"]), (&json!(number), &json!(number + 1)));
        assert_eq!(answer["type"], "result");
    }
    for workers in ["2", "5"] {
        assert!(
            batch(&["--workers", workers, "--hash", "1"], &input) == alone,
            "{workers} workers"
        );
    }
}

#[test]
fn a_bad_line_is_an_error_and_the_rest_goes_on() {
    let long = "x".repeat((1 << 20) + 1);
    let lines = [
        "\u{feff}{\"id\":1,\"game\":\"nim\",\"depth\":1}\r",
        "",
        "nonsense",
        "{\"id\":\"a\",\"game\":\"nim\",\"depth\":1e400}",
        "  ",
        &long,
        "{\"id\":\"b\",\"game\":\"chess\",\"moves\":[\"e5\"]}",
        "{\"id\":\"c\",\"type\":\"terminate_all\"}",
        "{\"id\":\"d\"}",
        "{\"id\":2,\"game\":\"nim\",\"depth\":1,\"depht\":2}",
    ];
    let ran = outplay_reading(&["batch", "--workers", "3"], lines.join("\n").as_bytes());
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.stderr, "error: 6 of 8 lines could not be done; the answers say why\n");
    let answers = answers(&ran.stdout);
    let said: Vec<Value> = answers
        .iter()
        .map(|answer| json!([answer["line"], answer["id"], answer["error"]["code"]]))
        .collect();
    let expected = json!([
        [1, 1, null],
        [3, null, "malformed"],
        [4, "a", "invalid"],
        [6, null, "too_long"],
        [7, "b", "illegal"],
        [8, "c", "invalid"],
        [9, "d", "invalid"],
        [10, 2, null],
    ]);
    assert_eq!(json!(said), expected);
    assert_eq!(answers[2]["error"]["field"], "depth");
    assert_eq!(answers[7]["warnings"], json!(["there is no field 'depht'"]));
}

#[test]
fn options_are_for_lines_that_do_not_say() {
    let input = "{\"moves\":\"b2\"}\n{\"depth\":1}\n{\"game\":\"nim\",\"algorithm\":\"minimax\"}\n";
    let found = batch(&["tictactoe", "--depth", "3", "-a", "mtdf", "--all", "--json"], input);
    assert_eq!(
        (&found[0]["limits"], &found[0]["algorithm"]),
        (&json!({"depth": 3}), &json!("mtdf"))
    );
    assert_eq!(found[0]["lines"].as_array().unwrap().len(), 8);
    assert_eq!(found[1]["limits"], json!({"depth": 1}));
    assert_eq!(found[2]["game"], "nim");
    assert_eq!(found[2]["algorithm"], "minimax");
    let positions = "xx1/oo1/3 x\n3/1x1/3 o\n";
    let args = ["tictactoe", "-", "--profile", "pvs:nodes=50", "--lines", "2"];
    let found = batch(&args, positions);
    assert_eq!((&found[0]["best"], &found[0]["limits"]), (&json!("c3"), &json!({"nodes": 50})));
    assert_eq!(found[1]["position"], "3/1x1/3 o");
    let more = "{\"type\":\"move\",\"level\":1}\n{\"type\":\"describe\"}\n";
    let found = batch(&["nim"], more);
    assert!(found[0]["move"].is_string());
    assert!(found[1]["view"].is_object() && found[1]["legal"].is_array());
}

/// A file with this text.
fn file(name: &str, text: &str) -> PathBuf {
    let path = scratch(name);
    fs::write(&path, text).unwrap();
    path
}

fn resume(input: &Path, output: &Path) -> Ran {
    let (input, output) = (input.to_str().unwrap(), output.to_str().unwrap());
    outplay(&["batch", "tictactoe", input, "-o", output, "--resume", "--depth", "1", "--hash", "1"])
}

#[test]
fn a_cut_output_is_gone_on_with() {
    let input = file("batch-cut.in", "{\"id\":1}\n\nbad\n{\"id\":2,\"moves\":\"b2\"}\n3/1x1/3 o\n");
    let output = scratch("batch-cut.out");
    let first = resume(&input, &output);
    assert_eq!((first.code, first.stdout.as_str()), (Some(1), ""), "the bad line");
    let whole = fs::read_to_string(&output).unwrap();
    let expected = answers(&whole);
    assert_eq!(expected.len(), 4);
    // Every byte is tried where no program need be started for it.
    for cut in (0..=whole.len()).step_by(61).chain([whole.len() - 1, whole.len()]) {
        fs::write(&output, &whole[..cut]).unwrap();
        assert_eq!(resume(&input, &output).code, Some(1), "{cut}");
        let text = fs::read_to_string(&output).unwrap();
        let kept = whole[..cut].rfind('\n').map_or(0, |end| end + 1);
        assert_eq!(text[..kept], whole[..kept], "{cut}: what was done is left alone");
        assert_eq!(answers(&text), expected, "{cut}");
    }
}

#[test]
fn what_belongs_to_another_input_is_left_alone() {
    let input = file("batch-other.in", "{\"id\":1}\n{\"id\":2,\"moves\":\"b2\"}\n");
    let output = scratch("batch-other.out");
    assert_eq!(resume(&input, &output).code, Some(0));
    let text = fs::read_to_string(&output).unwrap();
    for (other, says) in [
        ("{\"id\":1}\n{\"id\":3,\"moves\":\"b2\"}\n", "line 2 of"),
        ("{\"id\":1}\n{\"id\":2,\"moves\":\"a1\"}\n", "it is about another position"),
        ("{\"id\":1,\"game\":\"nim\"}\n", "line 1 of"),
        ("{\"id\":1}\n", "the input has fewer lines"),
        ("{\"id\":1}\n\n{\"id\":2,\"moves\":\"b2\"}\n", "it answers line 2, here is 3"),
        ("{\"id\":1}\n{\"id\":2,\"moves\":5}\n", "the input is not right there"),
    ] {
        let input = file("batch-other-2.in", other);
        let ran = resume(&input, &output);
        assert_eq!(ran.code, Some(2), "{other}");
        assert!(ran.stderr.contains(says), "{other}: {}", ran.stderr);
        assert_eq!(fs::read_to_string(&output).unwrap(), text);
    }
    let ran = resume(&input, &file("batch-other-2.out", "hello\n"));
    assert!(ran.code == Some(2) && ran.stderr.contains("no answer of ours"), "{}", ran.stderr);
    for foreign in ["precious, no newline", "{\"id\":1,\"name\":\"x\"}", &format!("{text}\"id\"")] {
        let output = file("batch-other-3.out", foreign);
        let ran = resume(&input, &output);
        assert!(ran.code == Some(2) && ran.stderr.contains("nothing was changed"), "{foreign}");
        assert_eq!(fs::read_to_string(&output).unwrap(), foreign);
    }
    let output = output.to_str().unwrap();
    let ran = outplay(&["batch", input.to_str().unwrap(), "-o", output]);
    assert!(ran.code == Some(2) && ran.stderr.contains("--resume goes on"), "{}", ran.stderr);
    for args in [
        &["batch", "nogame"][..],
        &["batch", "nim", "nofile"],
        &["batch", "--resume"],
        &["batch", "nim", ".."],
        &["batch", "nim", "-o", "no/such/folder"],
    ] {
        assert_eq!(outplay(args).code, Some(2), "{args:?}");
    }
}

#[test]
fn two_batches_do_not_write_to_one_file() {
    let input = file("batch-two.in", "{\"id\":1,\"depth\":1}\n");
    let output = scratch("batch-two.out");
    let to = output.to_str().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_outplay"));
    // It waits for a second line until its input is closed.
    let mut first = command(program).args(["batch", "tictactoe", "-", "-o", to]).spawn().unwrap();
    first.stdin.as_mut().unwrap().write_all(b"{\"id\":1,\"depth\":1}\n").unwrap();
    let whole = || fs::read_to_string(&output).unwrap_or_default().ends_with('\n');
    let started = Instant::now();
    while !whole() {
        assert!(started.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(10));
    }
    let fresh = outplay(&["batch", "tictactoe", input.to_str().unwrap(), "-o", to]);
    for ran in [resume(&input, &output), fresh] {
        assert_eq!(ran.code, Some(2));
        assert!(ran.stderr.contains("is being written by another program"), "{}", ran.stderr);
    }
    drop(first.stdin.take());
    assert!(first.wait().unwrap().success());
    assert_eq!(resume(&input, &output).code, Some(0), "it is free again");
    assert_eq!(fs::read_to_string(&output).unwrap().lines().count(), 1);
}

#[test]
fn no_more_workers_than_can_run() {
    let input = "{\"depth\":1}\n".repeat(20);
    let ran = outplay_reading(&["batch", "nim", "--workers", "256"], input.as_bytes());
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let says = format!("{} workers do the work of 256", 2 * processors);
    assert_eq!(ran.stderr.contains(&says), processors < 128, "{}", ran.stderr);
    assert_eq!(ran.success().lines().count(), 20);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_finished() {
    let quick = "{\"id\":1,\"depth\":1}\n{\"id\":2,\"depth\":1}\n";
    let slow = "{\"id\":3,\"game\":\"chess\",\"depth\":200}\n";
    let input = file("batch-stop.in", &format!("{quick}{slow}{quick}"));
    let output = scratch("batch-stop.out");
    let (from, to) = (input.to_str().unwrap(), output.to_str().unwrap());
    let program = Path::new(env!("CARGO_BIN_EXE_outplay"));
    let args = ["batch", "tictactoe", from, "-o", to, "--workers", "2"];
    let child = command(program).args(args).spawn().unwrap();
    let lines = || fs::read_to_string(&output).unwrap_or_default().lines().count();
    let started = Instant::now();
    while lines() < 2 {
        assert!(started.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(10));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(said, "stopped after 2 lines; --resume goes on from there\n");
    assert_eq!(lines(), 2, "a search that was stopped has not done what was asked for");
    let easier = file("batch-stop.in", &format!("{quick}{quick}"));
    assert_eq!(resume(&easier, &output).code, Some(0));
    assert_eq!(lines(), 4);
}

#[test]
fn nobody_reading_is_no_reason_to_complain() {
    let program = Path::new(env!("CARGO_BIN_EXE_outplay"));
    let input = file("batch-unheard.in", &"{\"depth\":1}\n".repeat(100));
    let args = ["batch", "tictactoe", input.to_str().unwrap(), "--hash", "1"];
    let mut child = command(program).args(args).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn json_lines_say_what_the_commands_say() {
    let input = "{\"id\":1,\"type\":\"games\"}\n\
        {\"id\":2,\"type\":\"describe\",\"game\":\"chess\",\"moves\":\"e4\"}\n\
        {\"id\":3,\"game\":\"nim\",\"position\":\"3 4 5\",\"algorithm\":\"minimax\",\"depth\":2}\n\
        {\"id\":4}\n";
    let said = answers(&outplay_reading(&["speak", "json"], input.as_bytes()).success());
    let of = |id: u64| said.iter().find(|answer| answer["id"] == id).unwrap();
    assert_eq!(said.len(), 4);
    assert_eq!(of(1)["games"], outplay(&["games", "--json"]).json());
    let shown = outplay(&["show", "chess", "--moves", "e4", "--json"]).json();
    for (field, value) in shown.as_object().unwrap() {
        assert_eq!(of(2)[field], *value, "{field}");
    }
    let args = ["analyze", "nim", "--position", "3 4 5", "-a", "minimax", "-d", "2", "--json"];
    let report = outplay(&args).json();
    for (field, value) in report.as_object().unwrap() {
        if !["time_ms", "nodes_per_second"].contains(&field.as_str()) {
            assert_eq!(of(3)[field], *value, "{field}");
        }
    }
    assert_eq!(of(4)["error"]["field"], "game", "no game was named");
}

/// Test suites: records of EPD say which moves are right.
#[test]
fn answers_say_whether_the_move_is_right() {
    let suite = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Re8#; id \"back; rank\";\n\
                 6k1/5ppp/8/8/8/8/8/4R1K1 w - - am Re8#; c0 \"x\";\n\
                 6k1/5ppp/8/8/8/8/8/4R1K1 w - - c0 \"nothing is expected\";\n\
                 6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Rd9; id \"no such move\";\n";
    let ran = outplay_reading(&["batch", "chess", "--depth", "3"], suite.as_bytes());
    let answers = answers(&ran.stdout);
    let field = |name: &str| answers.iter().map(|answer| answer[name].clone()).collect::<Vec<_>>();
    assert_eq!(field("right"), [json!(true), json!(false), Value::Null, Value::Null]);
    assert_eq!(field("id"), [json!("back; rank"), Value::Null, Value::Null, json!("no such move")]);
    assert_eq!(answers[3]["error"]["field"], "expect[0]");
    assert!(ran.stderr.contains("1 of 2 moves right"), "{}", ran.stderr);
}

#[test]
fn a_suite_that_goes_on_counts_what_was_right_before() {
    let (input, output) = (scratch("suite.epd"), scratch("suite.jsonl"));
    let record = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Re8#;\n";
    fs::write(&input, record).unwrap();
    let args = |more: &[&str]| -> Vec<String> {
        let path = |path: &Path| path.to_str().unwrap().to_owned();
        let fixed = ["batch".into(), "chess".into(), path(&input), "-o".into(), path(&output)];
        let more = more.iter().map(|&word| word.to_owned());
        fixed.into_iter().chain(["--depth".into(), "3".into()]).chain(more).collect()
    };
    let run = |more: &[&str]| outplay(&args(more).iter().map(String::as_str).collect::<Vec<_>>());
    assert!(run(&[]).stderr.contains("1 of 1 move right"));
    fs::write(&input, record.repeat(3)).unwrap();
    assert!(run(&["--resume"]).stderr.contains("3 of 3 moves right"));
}
