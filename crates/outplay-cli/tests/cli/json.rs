//! The JSON that programs rely on.

use serde_json::{Value, json};

use crate::{outplay, outplay_reading, scratch};

/// The fields of a report that the contract names.
const REPORT: [&str; 17] = [
    "game",
    "position",
    "turn",
    "algorithm",
    "best",
    "score",
    "depth",
    "selective_depth",
    "nodes",
    "leaves",
    "cutoffs",
    "table_hits",
    "time_ms",
    "nodes_per_second",
    "pv",
    "lines",
    "threads",
];

fn is_report(value: &Value) {
    for field in REPORT {
        assert!(value.get(field).is_some(), "no {field} in {value}");
    }
    assert!(value["seed"].is_u64());
}

#[test]
fn show_gives_the_position() {
    let shown = outplay(&["show", "tictactoe", "--moves", "b2,a3", "--json"]).json();
    assert_eq!(shown["game"], "tictactoe");
    assert_eq!(shown["position"], "o2/1x1/3 x");
    assert_eq!(shown["turn"], 0);
    assert_eq!(shown["legal"].as_array().unwrap().len(), 7);
    assert_eq!(shown["outcome"], Value::Null);
    assert_eq!(shown["key"].as_str().unwrap().len(), 16);
    assert_eq!(shown["view"]["columns"], 3);
    let over = outplay(&["show", "tictactoe", "--position", "xxx/oo1/3 o", "--json"]).json();
    assert_eq!((&over["turn"], &over["outcome"]), (&Value::Null, &json!("first")));
    assert_eq!(over["legal"], json!([]));
}

#[test]
fn analyze_gives_a_report() {
    let won = outplay(&["analyze", "tictactoe", "--position", "xx1/oo1/3 x", "--json"]).json();
    is_report(&won);
    assert_eq!((&won["best"], &won["score"]), (&json!("c3"), &json!({"kind": "win", "plies": 1})));
    let lost = outplay(&["analyze", "tictactoe", "--position", "3/3/oo1 x", "--json"]).json();
    assert_eq!((&lost["best"], &lost["score"]), (&json!("c1"), &json!({"kind":"loss","plies":4})));
    let every = outplay(&["analyze", "tictactoe", "--all", "--depth", "2", "--json"]).json();
    assert_eq!(every["lines"].as_array().unwrap().len(), 9);
    assert!(
        every["lines"][0]["move"].is_string() && every["lines"][0]["score"]["kind"].is_string()
    );
    let args = ["analyze", "tictactoe", "--position", "xo1/3/3 x", "--explain", "--json"];
    let explained = outplay(&args).json();
    is_report(&explained);
    assert_eq!(explained["alternatives"].as_array().unwrap().len(), 6);
    let over = outplay(&["analyze", "tictactoe", "--position", "xxx/oo1/3 o", "--json"]).json();
    assert_eq!((&over["best"], &over["score"]), (&Value::Null, &json!({"kind":"loss","plies":0})));
}

#[test]
fn compare_gives_the_published_counts() {
    let compared = outplay(&["compare", "tictactoe", "--json"]).json();
    assert_eq!(compared["game"], "tictactoe");
    let rows = compared["rows"].as_array().unwrap();
    let nodes = |name: &str| {
        let row = rows.iter().find(|row| row["algorithm"] == name).unwrap();
        row["nodes"].as_u64().unwrap()
    };
    for row in rows {
        is_report(row);
        assert_eq!(row["score"], json!({"kind": "draw"}));
    }
    assert_eq!(nodes("minimax"), 549_946);
    assert_eq!(nodes("alphabeta"), 20_866);
    assert_eq!(nodes("alphabeta-ordered"), 7_865);
    assert!(nodes("alphabeta-table") < 3_000);
    assert!(nodes("mtdf") > 0 && nodes("pvs") > 0);
}

#[test]
fn solve_gives_proven_scores() {
    for (args, kind, best) in [
        (&["solve", "tictactoe4"][..], "draw", None),
        (&["solve", "mnk(width=4,height=3,k=3)"], "win", None),
        (&["solve", "nim", "--position", "3 4 5"], "win", Some("1:2")),
        (&["solve", "nim", "--position", "100000 90000 70001"], "win", None),
        (&["solve", "tictactoe", "--position", "xxx/oo1/3 o"], "loss", None),
    ] {
        let report = outplay(&[args, &["--json"]].concat()).json();
        is_report(&report);
        assert_eq!(report["score"]["kind"], kind, "{report}");
        if let Some(best) = best {
            assert_eq!(report["best"], best);
        }
    }
    let open = outplay(&["solve", "connect4", "--nodes", "1000", "--json"]).json();
    assert_eq!(open["stopped"], "nodes");
}

#[test]
fn perft_counts() {
    let args = ["perft", "tictactoe", "--depth", "9", "--unique", "--divide", "--json"];
    let counted = outplay(&args).json();
    let numbers = ["depth", "nodes", "finished", "leaves", "positions", "up_to_symmetry"];
    let numbers = numbers.map(|field| counted[field].as_u64().unwrap());
    assert_eq!(numbers, [9, 127_872, 127_296, 255_168, 5_478, 765]);
    let divide = counted["divide"].as_array().unwrap();
    assert_eq!(divide.len(), 9);
    assert_eq!(divide[0]["move"], "a3");
    let sum: u64 = divide.iter().map(|share| share["nodes"].as_u64().unwrap()).sum();
    assert_eq!(sum, 127_872);
    for (depth, nodes) in [(0, 1), (1, 7), (2, 49), (5, 16_807), (7, 823_536)] {
        let args = ["perft", "connect4", "--depth", &depth.to_string(), "--json"];
        assert_eq!(outplay(&args).json()["nodes"], nodes);
    }
    let over =
        ["perft", "tictactoe", "--position", "xxx/oo1/3 o", "--depth", "3", "--divide", "--json"];
    let over = outplay(&over).json();
    assert_eq!((&over["nodes"], &over["leaves"]), (&json!(0), &json!(1)));
}

#[test]
fn tree_gives_the_tree() {
    let tree = outplay(&["tree", "tree", "--json", "--depth", "1"]).json();
    is_report(&tree);
    assert!(tree["tree"]["root"]["children"].as_array().unwrap().len() > 1, "{tree}");
    let file = scratch("tree.svg");
    outplay(&["tree", "tree", "--output", file.to_str().unwrap()]).success();
    assert!(std::fs::read_to_string(file).unwrap().starts_with("<svg"));
}

#[test]
fn games_lists_all() {
    let games = outplay(&["games", "--json"]).json();
    let ids: Vec<_> = games.as_array().unwrap().iter().map(|game| &game["id"]).collect();
    for id in ["mnk", "connect4", "nim", "kalah", "tree"] {
        assert!(ids.contains(&&json!(id)), "{ids:?}");
    }
    let one = outplay(&["games", "tictactoe4", "--json"]).json();
    assert_eq!((&one["game"], &one["id"]), (&json!("tictactoe4"), &json!("mnk")));
}

#[test]
fn bench_keeps_its_signature() {
    let file = scratch("signatures.txt");
    let path = file.to_str().unwrap();
    let written = outplay(&["bench", "tree", "--write", path, "--json"]).json();
    assert!(written["rows"].as_array().unwrap().len() > 5);
    let checked = outplay(&["bench", "tree", "--check", path, "--json"]).json();
    assert_eq!(checked["differences"], json!([]));
    assert_eq!(checked["rows"], written["rows"]);
    let text = std::fs::read_to_string(&file).unwrap();
    let row = text.lines().find(|line| line.starts_with("tree minimax")).unwrap();
    std::fs::write(&file, text.replace(row, "tree minimax 1 1 draw")).unwrap();
    let differing = outplay(&["bench", "tree", "--check", path]);
    assert_eq!(differing.code, Some(1));
    assert!(differing.stdout.contains("was: tree minimax 1 1 draw"), "{}", differing.stdout);
}

#[test]
fn a_depth_beyond_reach_is_capped_with_a_note() {
    let ran = outplay(&["analyze", "tictactoe", "--depth", "300", "--json"]);
    assert!(ran.stderr.contains("depth 300 is more than the most, 250"), "{}", ran.stderr);
    assert_eq!(ran.json()["score"], json!({"kind": "draw"}));
}

#[test]
fn random_ties_follow_the_seed() {
    let best = |seed: &str| {
        let args =
            ["analyze", "tictactoe", "--depth", "9", "--random-ties", "--seed", seed, "--json"];
        outplay(&args).json()["best"].clone()
    };
    assert_eq!(best("1"), best("1"));
    let seeds = ["0", "1", "2", "3", "4", "5", "6", "7"];
    let first = best("0");
    assert!(seeds.iter().any(|seed| best(seed) != first));
}

#[test]
fn play_tells_a_line_an_event() {
    let args = ["play", "tictactoe", "--depth", "9", "--json"];
    let ran = outplay_reading(&args, b"b2\nb2\nmoves\nresign\nquit\n");
    let events: Vec<Value> =
        ran.success().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<_> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(names, ["start", "move", "move", "error", "moves", "result"]);
    assert_eq!((&events[1]["by"], &events[2]["by"]), (&json!("person"), &json!("engine")));
    assert_eq!(events[2]["score"], json!({"kind": "draw"}));
    assert_eq!((&events[5]["outcome"], &events[5]["resigned"]), (&json!("second"), &json!(true)));
}
