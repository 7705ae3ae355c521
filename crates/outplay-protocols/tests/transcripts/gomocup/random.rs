//! Random and mutated lines: each question is answered once.

use proptest::prelude::*;

use super::QUICK;
use crate::steps::{Steps, mutated};

/// How many answers a line is owed, by the protocol alone.
fn owed(line: &str, block: &mut Option<bool>) -> std::ops::RangeInclusive<usize> {
    let line = line.trim_start_matches('\u{feff}').trim();
    let word = line.split(char::is_whitespace).next().unwrap_or_default().to_ascii_uppercase();
    if line.is_empty() || ["STOP", "YXSTOP"].contains(&&line.to_ascii_uppercase()[..]) {
        return 0..=0;
    }
    const ASKING: [&str; 9] =
        ["START", "RECTSTART", "RESTART", "BEGIN", "TURN", "PLAY", "TAKEBACK", "ABOUT", "SUGGEST"];
    const OPENING: [&str; 5] = ["BOARD", "YXBOARD", "SWAP2BOARD", "YXBLOCK", "YXBLOCKUNDO"];
    let mut before = 0;
    if let Some(answers) = *block {
        if word == "DONE" {
            *block = None;
            return if answers { 1..=1 } else { 0..=1 };
        }
        let is_command = ASKING.contains(&&word[..])
            || OPENING.contains(&&word[..])
            || word.starts_with("YX")
            || word == "END";
        if !is_command {
            return 0..=0;
        }
        *block = None;
        before = 1;
    }
    let now = match &word[..] {
        "INFO" | "YXBLOCKRESET" | "YXHASHCLEAR" | "YXSHOWINFO" => 0,
        _ if OPENING.contains(&&word[..]) => {
            *block = Some(["BOARD", "SWAP2BOARD"].contains(&&word[..]));
            0
        }
        _ => 1,
    };
    before + now..=before + now
}

fn check(lines: &[String], at_once: bool) -> Result<(), TestCaseError> {
    let mut steps = Steps::new("gomocup", "gomoku", QUICK);
    let (mut block, mut least, mut most, mut given) = (None, 0, 0, 0);
    let count = |said: Vec<String>| said.iter().filter(|line| !line.starts_with("MESSAGE")).count();
    for line in lines {
        if line.trim_start_matches('\u{feff}').trim().eq_ignore_ascii_case("END") {
            continue;
        }
        let now = owed(line, &mut block);
        (least, most) = (least + now.start(), most + now.end());
        if at_once {
            steps.tell(line);
        } else {
            given += count(steps.ask(line));
            prop_assert!((least..=most).contains(&given), "{line:?}: {given} of {least} to {most}");
        }
        prop_assert!(!steps.quit);
    }
    steps.end();
    given += count(steps.settle());
    prop_assert!((least..=most).contains(&given), "{given} of {least} to {most}");
    prop_assert!(steps.quit);
    Ok(())
}

fn some_line() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "START 9",
        "START 5",
        "START 15",
        "RECTSTART 7,7",
        "RESTART",
        "BEGIN",
        "TURN",
        "TURN",
        "TURN",
        "PLAY",
        "TAKEBACK",
        "BOARD",
        "YXBOARD",
        "SWAP2BOARD",
        "DONE",
        "DONE",
        "YXBLOCK",
        "YXBLOCKUNDO",
        "YXBLOCKRESET",
        "YXNBEST 2",
        "YXSHOWFORBID",
        "YXHASHCLEAR",
        "YXSTOP",
        "ABOUT",
        "SUGGEST",
        "",
        "INFO rule 4",
        "INFO rule 1",
        "INFO rule 2",
        "INFO rule 9",
        "INFO max_depth 1",
        "INFO max_memory 9000000",
        "INFO timeout_turn 0",
        "INFO time_left -3",
        "7,7,1",
        "2,3",
        "FOO",
    ]);
    let point = prop_oneof![
        6 => (0..9, 0..9).prop_map(|(x, y)| format!(" {x},{y}")),
        2 => (0..9, 0..9, 1..4).prop_map(|(x, y, who)| format!("{x},{y},{who}")),
        3 => Just(String::new()),
        1 => any::<i64>().prop_map(|number| format!(" {number},0")),
    ];
    prop_oneof![
        8 => (word, point.clone()).prop_map(|(word, point)| format!("{word}{point}")),
        4 => (0..9, 0..9, 1..3).prop_map(|(x, y, who)| format!("{x},{y},{who}")),
        1 => any::<String>().prop_map(|text| text.replace(['\n', '\r'], " ")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn each_question_is_answered_once(
        lines in prop::collection::vec(prop_oneof![3 => some_line(), 1 => mutated(some_line())], 1..60),
        at_once in any::<bool>(),
    ) {
        check(&lines, at_once)?;
    }
}

#[test]
fn a_flood_is_answered_line_by_line() {
    let mut steps = Steps::new("gomocup", "gomoku", QUICK);
    steps.ask("START 15");
    steps.tell("BEGIN");
    // More than may wait: what is too much is refused at once.
    (0..50_000).for_each(|_| steps.tell("ABOUT"));
    let said = steps.settle();
    let count = |start: &str| said.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("name=") + count("ERROR too many lines wait"), 50_000);
    assert!(count("name=") > 1_000 && count("7,7") == 1);
    // A block without end is not kept.
    steps.tell("BOARD");
    (0..50_000).for_each(|_| steps.tell("3,3,1"));
    assert_eq!(steps.ask("DONE"), ["ERROR too many stones"]);
}

/// The long form: as many lines as the protocol must stand in the end.
#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_lines() {
    let config = ProptestConfig { cases: 3_400, ..ProptestConfig::default() };
    let lines = prop::collection::vec(prop_oneof![some_line(), mutated(some_line())], 1..60);
    proptest!(config, |(lines in lines, at_once in any::<bool>())| check(&lines, at_once)?);
}
