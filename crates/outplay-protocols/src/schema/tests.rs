use core::time::Duration;

use outplay::Limits;
use serde_json::{Value, json};

use super::*;
use crate::protocol::Work;

fn parsed(line: &str) -> (Request, Vec<String>) {
    Request::parse(line).unwrap()
}

fn refused(line: &str) -> Refusal {
    Request::parse(line).unwrap_err()
}

fn intake() -> Intake {
    let usual = Policy::new(outplay_games::ALL);
    Intake::new(Policy { game: Some("tictactoe".to_owned()), ..usual })
}

fn fault(line: &str) -> Fault {
    intake().task(&parsed(line).0).unwrap_err()
}

#[test]
fn every_field_is_read() {
    let (request, warnings) = parsed(
        r#"{"id":"a","type":"move","game":"go","position":"x","moves":["A1","B2"],"depth":3,
            "nodes":18446744073709551615,"time_ms":250,"profile":"mtdf:hash=4","algorithm":"PVS",
            "level":4,"lines":"all","only":"C3, D4","threads":2,"hash":1,"seed":9,
            "random_ties":true,"priority":"batch","updates":100,"target":7}"#,
    );
    assert_eq!(warnings, [""; 0]);
    assert_eq!((request.id, request.kind), (Id::Text("a".to_owned()), Kind::Move));
    assert_eq!((request.game.as_deref(), request.position.as_deref()), (Some("go"), Some("x")));
    assert_eq!((request.moves, request.only), (words(["A1", "B2"]), words(["C3", "D4"])));
    assert_eq!((request.depth, request.nodes), (Some(3), Some(u64::MAX)));
    assert_eq!(request.time, Some(Duration::from_millis(250)));
    assert_eq!(request.profile.unwrap().to_string(), "mtdf:hash=4");
    assert_eq!(request.algorithm, Some(outplay::Algorithm::Pvs));
    assert_eq!(request.level.unwrap().number(), 4);
    assert_eq!((request.lines, request.threads), (Some(usize::MAX), Some(2)));
    assert_eq!((request.hash_bytes, request.seed), (Some(1 << 20), Some(9)));
    assert_eq!((request.random_ties, request.priority), (Some(true), -100));
    assert_eq!(request.updates, Updates::Every(Duration::from_millis(100)));
    assert_eq!(request.target, Some(Id::Number(7.into())));
    let (nothing, _) = parsed(r#" {"id":null,"type":null,"depth":null,"moves":null} "#);
    assert_eq!((nothing.id, nothing.kind, nothing.depth), (Id::None, Kind::Analyze, None));
}

fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

/// Each line, its code, field, column, and a part of the message.
#[test]
fn what_is_wrong_is_said_with_field_and_place() {
    use Code::{Invalid, Malformed, Unknown};
    for (line, code, field, column, says) in [
        ("", Malformed, "", 1, "not a JSON object"),
        ("[]", Malformed, "", 1, "'[]' is not a JSON object"),
        ("null", Malformed, "", 1, "not a JSON object"),
        ("{", Malformed, "", 1, "EOF while parsing an object"),
        ("{\"a\":1}}", Malformed, "", 8, "trailing characters"),
        ("{\"é\":1,}", Malformed, "", 8, "trailing comma"),
        ("{'a':1}", Malformed, "", 2, "key must be a string"),
        (r#"{"depth":NaN}"#, Malformed, "", 10, "expected value"),
        (r#"{"depth":1,"depth":2}"#, Invalid, "depth", 20, "'depth' is given twice"),
        (r#"{"x":1,"x":2}"#, Invalid, "x", 12, "given twice"),
        (r#"{"depth":-1}"#, Invalid, "depth", 10, "-1: not a whole number"),
        (r#"{"depth":1.5}"#, Invalid, "depth", 10, "not a whole number"),
        (r#"{"depth":1e400}"#, Invalid, "depth", 10, "not a whole number"),
        (r#"{"depth":18446744073709551616}"#, Invalid, "depth", 10, "too large"),
        (r#"{"depth":10000}"#, Invalid, "depth", 10, "too deep"),
        (r#"{"é":0,"depth":"7"}"#, Invalid, "depth", 16, "without quotes"),
        (r#"{"depth":{"a":1}}"#, Invalid, "depth", 10, "give a number"),
        (r#"{"nodes":0}"#, Invalid, "nodes", 10, "no search without nodes"),
        (r#"{"time_ms":0}"#, Invalid, "time_ms", 12, "whole milliseconds"),
        (r#"{"time_ms":0.5}"#, Invalid, "time_ms", 12, "whole milliseconds"),
        (r#"{"level":11}"#, Invalid, "level", 10, "there is no level 11"),
        (r#"{"lines":0}"#, Invalid, "lines", 10, "at least 1"),
        (r#"{"lines":"some"}"#, Invalid, "lines", 10, "\"all\""),
        (r#"{"threads":257}"#, Invalid, "threads", 12, "1 to 256 threads"),
        (r#"{"seed":-1}"#, Invalid, "seed", 9, "not a whole number"),
        (r#"{"random_ties":1}"#, Invalid, "random_ties", 16, "true or false"),
        (r#"{"priority":1001}"#, Invalid, "priority", 13, "from -1000 to 1000"),
        (r#"{"priority":"high"}"#, Invalid, "priority", 13, "interactive"),
        (r#"{"updates":"yes"}"#, Invalid, "updates", 12, "true, false"),
        (r#"{"algorithm":"best"}"#, Invalid, "algorithm", 14, "no algorithm 'best'"),
        (r#"{"profile":"pvs:x=1"}"#, Invalid, "profile", 12, "no setting 'x'"),
        (r#"{"type":"solve"}"#, Unknown, "type", 9, "there are analyze, move"),
        (r#"{"type":"terminate"}"#, Invalid, "target", 0, "target: not given"),
        (r#"{"game":5}"#, Invalid, "game", 9, "'5' is not a text"),
        (r#"{"moves":5}"#, Invalid, "moves", 10, "give a list of texts"),
        (r#"{"moves":["a1",2]}"#, Invalid, "moves[1]", 16, "'2' is not a text"),
        (r#"{"moves":["\ud800"]}"#, Invalid, "moves[0]", 18, "moves[0]: unexpected end of hex"),
        ("{\n\"depth\":\n[}", Malformed, "", 13, "expected value"),
        (r#"{"id":{}}"#, Invalid, "id", 7, "an id is a whole number of 64 bits, or a text"),
        (r#"{"id":1e400}"#, Invalid, "id", 7, "an id is a whole number"),
        (r#"{"id":1e2}"#, Invalid, "id", 7, "id: '1e2' is not right; an id is a whole number"),
        (r#"{"id":-0}"#, Invalid, "id", 7, "an id is a whole number"),
        (r#"{"id":0.5}"#, Invalid, "id", 7, "an id is a whole number"),
        (r#"{"id":18446744073709551616}"#, Invalid, "id", 7, "an id is a whole number"),
        (r#"{"id":-9223372036854775809}"#, Invalid, "id", 7, "an id is a whole number"),
        (r#"{"type":"terminate","target":1.0}"#, Invalid, "target", 30, "an id is a whole number"),
    ] {
        let fault = refused(line).fault;
        let place = (fault.field.as_deref().unwrap_or(""), fault.column.unwrap_or(0));
        assert_eq!((fault.code, place), (code, (field, column)), "{line}: {fault}");
        assert!(fault.message.contains(says), "{line}: {fault}");
    }
    assert_eq!(refused(r#"{"depth":-1,"id":"me"}"#).id, Id::Text("me".to_owned()));
}

#[test]
fn an_id_comes_back_as_it_was_sent() {
    for id in ["0", "-1", "18446744073709551615", "-9223372036854775808", "\"1e2\"", "null"] {
        let (request, _) = parsed(&format!("{{\"id\":{id}}}"));
        let answer = Answer::error(request.id, Fault::new(Code::Failed, "")).to_line();
        assert!(answer.starts_with(&format!("{{\"id\":{id},")), "{answer}");
    }
}

#[test]
fn faults_stay_short_whatever_was_sent() {
    let long = "9".repeat(1 << 20);
    let deep = "[".repeat(100_000);
    for line in [
        format!("{{\"depth\":{long}}}"),
        format!("{{\"depth\":\"{long}\"}}"),
        format!("{{\"id\":\"{long}\"}}"),
        format!("{{\"{long}\":1,\"{long}\":2}}"),
        format!("{{\"type\":\"{long}\"}}"),
        format!("{{\"profile\":\"{long}\"}}"),
        format!("{{\"moves\":{deep}"),
        format!("{{\"moves\":{deep}{}}}", "]".repeat(100_000)),
        deep,
        long,
    ] {
        let message = refused(&line).fault.message;
        assert!(message.len() < 500, "{message}");
    }
    let unknown: Vec<String> = (0..1000).map(|number| format!("\"f{number}\":0")).collect();
    let (_, warnings) = parsed(&format!("{{{}}}", unknown.join(",")));
    assert_eq!(warnings.len(), 9);
    assert_eq!(warnings[8], "there are 992 more fields that nobody knows");
}

#[test]
fn rules_are_checked_move_by_move() {
    use Code::{GameOver, Illegal, Invalid, TooLong, Unknown};
    for (line, code, field, says) in [
        (r#"{"game":"tic"}"#, Unknown, "game", "there is no game 'tic'"),
        (r#"{"game":"go(size=99)"}"#, Unknown, "game", "size can't be '99'"),
        (r#"{"position":"xxx"}"#, Illegal, "position", "position: "),
        (r#"{"position":"\u0000"}"#, Illegal, "position", "position: "),
        (r#"{"moves":["b2","b2"]}"#, Illegal, "moves[1]", "move 2: "),
        (r#"{"moves":"b2 e2e4\n"}"#, Illegal, "moves[1]", "move 2: 'e2e4'"),
        (r#"{"only":["b2","z9"]}"#, Illegal, "only[1]", "only[1]: 'z9'"),
        (r#"{"type":"move","position":"xxx/oo1/3 o"}"#, GameOver, "", "the game is over: x wins"),
    ] {
        let fault = fault(line);
        assert_eq!(fault.code, code, "{line}: {fault}");
        assert_eq!(fault.field.as_deref().unwrap_or(""), field, "{line}");
        assert!(fault.message.contains(says), "{line}: {fault}");
    }
    let many = format!(r#"{{"moves":[{}"b2"]}}"#, "\"b2\",".repeat(MAX_MOVES));
    assert_eq!(fault(&many).code, TooLong);
    let huge = format!(r#"{{"position":"{}"}}"#, "x".repeat(1 << 17));
    assert_eq!(fault(&huge).code, TooLong);
    let mut nameless = Intake::new(Policy::new(outplay_games::ALL));
    let fault = nameless.task(&parsed("{}").0).unwrap_err();
    assert_eq!((fault.code, fault.field.as_deref()), (Invalid, Some("game")));
}

#[test]
fn tasks_are_in_the_games_own_words() {
    let line = r#"{"game":"chess","position":"startpos","moves":"e4 e5","only":["Nf3","g1f3"]}"#;
    let mut request = parsed(line).0;
    request.position = None;
    let mut intake = intake();
    let accepted = intake.task(&request).unwrap();
    assert_eq!(accepted.task.moves, ["e2e4", "e7e5"]);
    assert_eq!(accepted.task.profile.plan.only, ["g1f3"]);
    assert_eq!((accepted.task.start, accepted.work), (None, Work::Analyze));
    let line = r#"{"game":"othello","moves":"f5d6c3","type":"move"}"#;
    let accepted = intake.task(&parsed(line).0).unwrap();
    assert_eq!(accepted.task.moves, ["f5", "d6", "c3"]);
    assert_eq!(accepted.work, Work::Choose);
    let line = r#"{"position":"xo1/3/3 x","moves":["b2"]}"#;
    let task = intake.task(&parsed(line).0).unwrap().task;
    assert_eq!((task.game.as_str(), task.start.as_deref()), ("tictactoe", Some("xo1/3/3 x")));
}

/// The limits that hold for a line, and the warnings.
fn limits(policy: &Policy, line: &str) -> (Value, Vec<String>) {
    let accepted = Intake::new(policy.clone()).task(&parsed(line).0).unwrap();
    (serde_json::to_value(accepted.limits).unwrap(), accepted.warnings)
}

#[test]
fn limits_are_the_requests_then_the_profiles_then_the_usual() {
    let usual = Policy::new(outplay_games::ALL);
    let policy = Policy { game: Some("tictactoe".to_owned()), ..usual };
    let held = |line: &str| limits(&policy, line).0;
    assert_eq!(held("{}"), json!({"time_ms": 1000}));
    assert_eq!(held(r#"{"depth":3}"#), json!({"depth": 3}));
    assert_eq!(held(r#"{"profile":"pvs:nodes=9"}"#), json!({"nodes": 9}));
    assert_eq!(held(r#"{"profile":"pvs:nodes=9","depth":2}"#), json!({"depth": 2}));
    assert_eq!(held(r#"{"type":"move","level":3}"#), json!({}));
    assert_eq!(held(r#"{"level":3}"#), json!({"time_ms": 1000}));
    let profile = "pvs:depth=5".parse().unwrap();
    let policy = Policy { profile, ..policy };
    let held = |line: &str| limits(&policy, line).0;
    assert_eq!(held("{}"), json!({"depth": 5}));
    assert_eq!(held(r#"{"nodes":7}"#), json!({"nodes": 7}));
}

#[test]
fn too_much_is_cut_and_said() {
    let usual = Policy::new(outplay_games::ALL);
    let most = Most {
        limits: Limits { depth: Some(6), ..Limits::time(Duration::from_secs(2)) },
        threads: 2,
        hash_bytes: 8 << 20,
    };
    let policy = Policy { game: Some("tictactoe".to_owned()), most, ..usual };
    let (held, warnings) = limits(&policy, r#"{"depth":9,"threads":3,"nodes":5}"#);
    assert_eq!(held, json!({"depth": 6, "nodes": 5, "time_ms": 2000}));
    let cut =
        ["threads: 3 is more than the most here, 2", "hash: 16 is more than the most here, 8"];
    assert_eq!(warnings[..2], cut);
    assert_eq!(warnings[2], "depth: 9 is more than the most here, 6");
    let (held, warnings) = limits(&policy, r#"{"time_ms":5000,"hash":1}"#);
    assert_eq!(held, json!({"depth": 6, "time_ms": 2000}));
    assert_eq!(warnings, ["time_ms: 5000 is more than the most here, 2000"]);
    let (_, warnings) = parsed(r#"{"depth":300}"#);
    assert_eq!(warnings, ["depth: 300 is more than the most, 250"]);
}

#[test]
fn answers_are_flat() {
    let error = Answer::error(Id::None, Fault::new(Code::Busy, "later")).on_line(3);
    let expected =
        r#"{"id":null,"type":"error","line":3,"error":{"code":"busy","message":"later"}}"#;
    assert_eq!(error.to_line(), expected);
    let pong = Answer::result(Id::Number(7.into()), Body::Pong { pong: true });
    let pong = pong.warning(vec!["w".to_owned()]);
    assert_eq!(pong.to_line(), r#"{"id":7,"type":"result","pong":true,"warnings":["w"]}"#);
    let line = r#"{"moves":["b2"]}"#;
    let described = intake().describe(&parsed(line).0).unwrap();
    let answer = Answer::result(Id::Text("d".to_owned()), Body::Described(Box::new(described)));
    let answer: Value = serde_json::from_str(&answer.to_line()).unwrap();
    assert_eq!((&answer["position"], &answer["turn"]), (&json!("3/1x1/3 o"), &json!(1)));
    assert_eq!((&answer["history"], &answer["view"]["columns"]), (&json!(["b2"]), &json!(3)));
}
