//! JSON lines.

use std::collections::HashMap;

use outplay::{Engine, InputError, Profile};
use outplay_protocols::{
    Answer, Job, JobId, Json, MAX_QUEUED, MAX_QUEUED_BYTES, News, Output, Protocol, Setup, Work,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::script::converse;

#[test]
fn questions_are_answered() {
    converse(
        "json",
        r#"
        > {"id":1,"type":"ping"}
        < {"id":1,"type":"result","pong":true}
        > {"type":"version"}
        < {"id":null,"type":"result","name":"Outplay 0.0.0","version":"0.0.0","workers":1,"queue":1024}
        > {"id":"g","type":"games"}
        < {"id":"g","type":"result","games":[{"id":"mnk",*"parameters":[{"name":*"aliases":[{"id":*}
        > {"id":2,"position":"xx1/oo1/3 x"}
        < {"id":2,"type":"result","limits":{"time_ms":1000},"game":"tictactoe","position":"xx1/oo1/3 x","turn":0,"algorithm":"pvs","best":"c3","score":{"kind":"win","plies":1},*}
        > {"id":3,"type":"move","game":"nim","position":"3 4 5","level":10}
        < {"id":3,"type":"result","move":"1:2","limits":{},"game":"nim",*"theory":*}
        > {"id":4,"moves":"b2","depth":2,"lines":"all","only":["a1","c3"]}
        < {"id":4,"type":"result","limits":{"depth":2},*"lines":[{"move":"*},{"move":"*}],"threads":1*}
        > {"id":5,"position":"xxx/oo1/3 o"}
        < {"id":5,"type":"result",*"turn":null,*"best":null,"score":{"kind":"loss","plies":0},*}
        "#,
    );
}

#[test]
fn positions_are_described() {
    converse(
        "json",
        r#"
        > {"id":1,"type":"describe","moves":["b2"]}
        < {"id":1,"type":"result","game":"tictactoe","position":"3/1x1/3 o","turn":1,"legal":["a3",*],"outcome":null,"claim":null,"key":"*","history":["b2"],"view":{"style":"squares","columns":3,"cells":[*]*},"players":["x","o"],"move_notation":"*","position_notation":"*","notations":[]}
        > {"id":2,"type":"describe","game":"chess","moves":"e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#"}
        < {"id":2,"type":"result","game":"chess",*"legal":[],"outcome":"first",*"history":["e2e4",*"h5f7"],*"notations":["san"*]}
        > {"id":3,"type":"describe","game":"chess","moves":"e4 e9"}
        < {"id":3,"type":"error","line":3,"error":{"code":"illegal","message":"move 2: *'e9'*","field":"moves[1]"}}
        "#,
    );
}

#[test]
fn what_is_wrong_gets_an_error_and_the_next_is_answered() {
    converse(
        "json",
        r#"
        > hello
        < {"id":null,"type":"error","line":1,"error":{"code":"malformed","message":"'hello' is not a JSON object; *","column":1}}
        >
        > {"id":1
        < {"id":null,"type":"error","line":3,"error":{"code":"malformed","message":"not JSON: *","column":7}}
        > {"id":"a","depth":-1}
        < {"id":"a","type":"error","line":4,"error":{"code":"invalid","message":"depth: -1: not a whole number; *","field":"depth","column":19}}
        > {"id":"a","moves":["b2","b2"]}
        < {"id":"a","type":"error","line":5,"error":{"code":"illegal","message":"move 2: *","field":"moves[1]"}}
        > {"id":"a","type":"move","position":"xxx/oo1/3 o"}
        < {"id":"a","type":"error","line":6,"error":{"code":"game_over","message":"*the game is over: x wins"}}
        > {"id":"a","depth":1,"threads":300}
        < {"id":"a","type":"error","line":7,"error":{"code":"invalid",*"field":"threads"*}}
        > {"id":"a","depth":1,"deep":5}
        < {"id":"a","type":"result",*,"warnings":["there is no field 'deep'"]}
        "#,
    );
}

#[test]
fn updates_come_before_the_one_result() {
    converse(
        "json",
        r#"
        > {"id":1,"game":"connect4","depth":3,"updates":true}
        < {"id":1,"type":"update","limits":{"depth":3},*"depth":1,*}
        < *
        < {"id":1,"type":"update",*"depth":3,*}
        < *
        < {"id":1,"type":"result",*"depth":3,*}
        > {"id":2,"game":"connect4","depth":3,"updates":1000000}
        < {"id":2,"type":"update",*}
        < {"id":2,"type":"result",*}
        > {"id":3,"game":"connect4","depth":3}
        < {"id":3,"type":"result",*}
        =
        "#,
    );
}

#[test]
fn what_runs_and_what_waits_can_be_terminated() {
    converse(
        "json",
        r#"
        > {"id":1,"game":"chess","depth":200,"updates":true}
        < {"id":1,"type":"update",*}
        > {"id":2,"game":"chess","depth":200}
        > {"id":1,"depth":1}
        < *
        < {"id":1,"type":"error","line":3,"error":{"code":"duplicate",*"field":"id"}}
        > {"type":"terminate","target":2,"id":"t"}
        < *
        < {"id":2,"type":"error","error":{"code":"terminated","message":"terminated before it had begun"}}
        < *
        < {"id":"t","type":"result","terminated":1}
        > {"type":"terminate","target":"nobody","id":"t"}
        < *
        < {"id":"t","type":"result","terminated":0}
        > {"type":"terminate","target":1}
        < *
        < {"id":null,"type":"result","terminated":1}
        < *
        < {"id":1,"type":"result",*"stopped":"asked",*}
        =
        > {"id":1,"game":"chess","depth":200}
        > {"game":"chess","depth":200}
        > {"game":"chess","depth":200}
        > {"type":"terminate_all","id":"all"}
        < {"id":null,"type":"error","error":{"code":"terminated",*
        < {"id":null,"type":"error","error":{"code":"terminated",*
        < {"id":"all","type":"result","terminated":3}
        < {"id":1,"type":"result",*"stopped":"asked",*}
        =
        "#,
    );
}

fn setup(workers: usize, profile: &str) -> Setup {
    Setup {
        games: outplay_games::ALL.to_vec(),
        game: "tictactoe".to_owned(),
        profile: profile.parse::<Profile>().unwrap(),
        workers,
        name: "Outplay 0.0.0".to_owned(),
        version: "0.0.0".to_owned(),
    }
}

/// The protocol with jobs that wait until they are told to run.
struct Held {
    json: Json,
    engine: Engine,
    jobs: Vec<Job>,
    answers: Vec<Value>,
    over: bool,
}

impl Held {
    fn new(workers: usize) -> Held {
        let json = Json::new(setup(workers, "pvs")).unwrap();
        let engine = Engine::new(outplay_games::ALL);
        Held { json, engine, jobs: vec![], answers: vec![], over: false }
    }

    fn tell(&mut self, tell: impl FnOnce(&mut Json, &mut Output)) {
        let mut out = Output::default();
        tell(&mut self.json, &mut out);
        assert!(!self.over || (out.lines.is_empty() && out.jobs.is_empty()));
        self.answers
            .extend(out.lines.iter().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        self.jobs.extend(out.jobs);
        self.over |= out.quit;
    }

    fn send(&mut self, line: &str) {
        self.tell(|json, out| json.receive(line, out));
    }

    /// Runs the job that began first, within limits that suit a test.
    fn work(&mut self) {
        let Job { id, work, mut task, stop } = self.jobs.remove(0);
        let limits = &mut task.profile.plan.limits;
        limits.nodes = Some(limits.nodes.unwrap_or(200).min(200));
        task.profile.plan.hash_bytes = 1 << 10;
        task.profile.plan.threads = 1;
        let mut reports = vec![];
        let mut watch = |update: outplay::Update<'_>| {
            if let outplay::Update::Report(report) = update {
                reports.push(report.clone());
            }
        };
        let done = match work {
            Work::Choose => self
                .engine
                .choose(&task, &stop, &mut watch)
                .map(|choice| Answer::Choice(Box::new(choice))),
            _ => self
                .engine
                .analyze(&task, &stop, &mut watch)
                .map(|report| Answer::Analysis(Box::new(report))),
        };
        for report in reports {
            self.tell(|json, out| json.news(id, News::Report(Box::new(report)), out));
        }
        self.finish(id, done);
    }

    fn finish(&mut self, id: JobId, done: Result<Answer, InputError>) {
        self.tell(|json, out| json.news(id, News::Done(done), out));
    }

    /// The ids of the answers so far.
    fn ids(&mut self) -> Vec<Value> {
        self.answers.drain(..).map(|answer| answer["id"].clone()).collect()
    }
}

#[test]
fn the_most_urgent_begins_first_and_equals_in_order() {
    let mut held = Held::new(2);
    for line in [
        r#"{"id":"a","priority":"batch"}"#,
        r#"{"id":"b"}"#,
        r#"{"id":"c","priority":"batch"}"#,
        r#"{"id":"d"}"#,
        r#"{"id":"e","priority":5}"#,
        r#"{"id":"f"}"#,
        r#"{"id":"g","priority":-101}"#,
    ] {
        held.send(line);
    }
    assert_eq!(held.jobs.len(), 2, "one for each worker");
    while !held.jobs.is_empty() {
        held.work();
        assert!(held.jobs.len() <= 2);
    }
    assert_eq!(held.ids(), ["a", "b", "e", "d", "f", "c", "g"].map(Value::from));
}

#[test]
fn the_queue_is_bounded() {
    let mut held = Held::new(1);
    for number in 0..=MAX_QUEUED {
        held.send(&json!({ "id": number }).to_string());
    }
    assert_eq!((held.jobs.len(), held.answers.len()), (1, 0));
    held.send(r#"{"id":"late","priority":1000}"#);
    assert_eq!(held.answers[0]["id"], "late");
    assert_eq!(held.answers[0]["error"]["code"], "busy");
    held.send(r#"{"id":"ping","type":"ping"}"#);
    assert_eq!(held.answers[1]["pong"], true);
    held.answers.clear();
    held.work();
    assert_eq!(held.ids(), [json!(0)]);
    held.send(r#"{"id":"late"}"#);
    assert_eq!(held.ids(), [Value::Null; 0], "there is room again");
    held.tell(Json::end_of_input);
    held.send(r#"{"type":"terminate_all"}"#);
    assert_eq!(held.ids().len(), MAX_QUEUED + 1);
    assert!(!held.over, "one still runs");
    held.work();
    assert!(held.over);
    assert_eq!(held.answers[0]["stopped"], "asked");
}

#[test]
fn the_queue_is_bounded_in_bytes_too() {
    let mut held = Held::new(1);
    let long = format!(r#"{{"moves":["b2"],"note":"{}"}}"#, "x".repeat(1 << 19));
    let fit = MAX_QUEUED_BYTES / long.len() + 1;
    for _ in 0..=fit {
        held.send(&long);
    }
    assert_eq!(held.answers.len(), 0);
    held.send(&long);
    assert_eq!(held.answers[0]["error"]["code"], "busy");
    held.work();
    held.answers.clear();
    held.send(r#"{"type":"terminate_all"}"#);
    for _ in 0..fit {
        held.send(&long);
    }
    assert!(held.answers.iter().all(|answer| answer["error"]["code"] != "busy"), "all is counted");
}

#[test]
fn a_profile_caps_what_is_asked_and_a_failure_is_answered() {
    let mut held = Held::new(1);
    held.json = Json::new(setup(1, "pvs:depth=2")).unwrap();
    held.send(r#"{"id":1,"depth":9}"#);
    held.work();
    assert_eq!(held.answers[0]["limits"], json!({"depth": 2}));
    assert_eq!(held.answers[0]["warnings"][0], "depth: 9 is more than the most here, 2");
    held.send(r#"{"id":2}"#);
    let job = held.jobs.remove(0);
    held.finish(job.id, Err(InputError::new("no memory")));
    assert_eq!(held.answers[1]["error"], json!({"code": "failed", "message": "no memory"}));
    held.tell(Json::receive_overlong);
    assert_eq!(held.answers[2]["error"]["code"], "too_long");
    assert_eq!(held.answers[2]["line"], 3);
}

#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let line = |id: &str| format!(r#"{{"id":"{id}","game":"connect4","depth":6}}"#);
    let nodes = |lines: &[String]| {
        let (desk, mut input) = outplay_protocols::desk::Desk::new();
        let mut json = Json::new(setup(2, "pvs")).unwrap();
        lines.iter().for_each(|line| assert!(input.line(line)));
        drop(input);
        let mut nodes: HashMap<String, u64> = HashMap::new();
        let mut write = |line: &str| {
            let answer: Value = serde_json::from_str(line).unwrap();
            let id = answer["id"].as_str().unwrap().to_owned();
            assert!(nodes.insert(id, answer["nodes"].as_u64().unwrap()).is_none());
            true
        };
        desk.run(&mut json, outplay_games::ALL, 2, &mut write);
        nodes
    };
    let alone = nodes(&[line("a")])["a"];
    let many: Vec<String> = (0..40).map(|number| line(&format!("n{number}"))).collect();
    let many = nodes(&many);
    assert_eq!(many.len(), 40, "all that was accepted is answered after the end of input");
    assert!(many.values().all(|&nodes| nodes == alone));
}

/// Lines that are close to requests.
fn line() -> impl Strategy<Value = String> {
    const VALUES: [&str; 30] = [
        "1",
        "0",
        "-1",
        "1.5",
        "1e400",
        "7",
        "\"7\"",
        "null",
        "true",
        "\"all\"",
        "[]",
        "{}",
        "\"b2\"",
        "[\"b2\",\"a1\"]",
        "\"3/3/3 x\"",
        "\"tictactoe\"",
        "\"nim\"",
        "\"x\"",
        "\"move\"",
        "\"analyze\"",
        "\"describe\"",
        "\"terminate\"",
        "\"terminate_all\"",
        "\"\\ud800\"",
        "\"\\u0000\"",
        "[[[[]]]]",
        "\"batch\"",
        "99999999999999999999",
        "\"pvs:depth=1\"",
        "\"minimax\"",
    ];
    const NAMES: [&str; 20] = [
        "id",
        "type",
        "game",
        "position",
        "moves",
        "depth",
        "nodes",
        "time_ms",
        "profile",
        "algorithm",
        "level",
        "lines",
        "only",
        "threads",
        "seed",
        "priority",
        "updates",
        "target",
        "other",
        "random_ties",
    ];
    let value = proptest::sample::select(&VALUES[..]);
    let field = (proptest::sample::select(&NAMES[..]), value)
        .prop_map(|(name, value)| format!("\"{name}\":{value}"));
    let object = proptest::collection::vec(field, 0..5)
        .prop_map(|fields| format!("{{{}}}", fields.join(",")));
    let mutated = (object.clone(), any::<proptest::sample::Index>(), any::<char>()).prop_map(
        |(object, at, with)| {
            let mut chars: Vec<char> = object.chars().collect();
            let at = at.index(chars.len());
            chars[at] = with;
            chars.into_iter().filter(|c| !"\r\n".contains(*c)).collect()
        },
    );
    let valid =
        (0..4u8, proptest::sample::select(&["", ",\"updates\":true", ",\"priority\":3"][..]))
            .prop_map(|(id, more)| format!("{{\"id\":{id},\"depth\":2{more}}}"));
    prop_oneof![4 => object, 2 => mutated, 3 => valid, 1 => "[^\r\n]{0,40}"]
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

proptest! {
    #[test]
    fn every_line_gets_exactly_one_last_answer(
        steps in proptest::collection::vec((line(), 0..3usize), 0..40),
        workers in 1..4usize,
    ) {
        let mut held = Held::new(workers);
        for (line, work) in &steps {
            held.send(line);
            prop_assert!(held.jobs.len() <= workers);
            for _ in 0..(*work).min(held.jobs.len()) {
                held.work();
            }
        }
        held.tell(Json::end_of_input);
        while !held.jobs.is_empty() {
            prop_assert!(!held.over);
            held.work();
        }
        prop_assert!(held.over);
        let last = |answer: &&Value| answer["type"] != "update";
        let asked = steps.iter().filter(|(line, _)| !is_blank(line)).count();
        prop_assert_eq!(held.answers.iter().filter(last).count(), asked);
        for (place, answer) in held.answers.iter().enumerate() {
            // Whatever gave an update gives a result later.
            let result = |later: &Value| later["type"] == "result" && later["id"] == answer["id"];
            let ends = answer["type"] != "update" || held.answers[place..].iter().any(result);
            prop_assert!(ends, "{}", answer);
            prop_assert!(["update", "result", "error"].contains(&answer["type"].as_str().unwrap()));
            prop_assert!(answer.get("id").is_some());
            prop_assert_eq!(answer["type"] == "error", answer.get("error").is_some());
        }
    }
}
