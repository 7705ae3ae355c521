//! NBoard: transcripts, whole games with passes, and random lines.

use proptest::prelude::*;

use crate::script::{converse, converse_in};
use crate::steps::{Steps, mutated};

const QUICK: &str = "pvs:depth=2,hash=1";

#[test]
fn the_session_of_the_description() {
    converse(
        "nboard",
        "
        > nboard 2
        < set myname Outplay 0.0.0
        > set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)
        > set depth 5
        > set contempt 0
        > ping 1
        < pong 1
        > go
        < status Outplay is thinking
        < search * 0 1
        < nodestats * *
        <*
        < search * 0 5
        <*
        < === */*/*
        > move D6//1.2
        > hint 2
        < status Outplay is analyzing
        <*
        < search * 0 5
        < search * 0 5
        <*
        <*
        < status
        > learn
        < learned
        > ping 2
        < pong 2
        > quit
        !
        ",
    );
}

#[test]
fn commands_that_are_not_known_are_passed_over() {
    converse_in(
        "nboard",
        "othello",
        QUICK,
        "
        > NBoard 1
        < set myname Outplay 0.0.0
        > frobnicate
        > set frob 12
        > set
        > set contempt
        >
        > e4e5
        =
        > depth 2
        > F5
        > d6/0.5/1
        > PING 7
        < pong 7
        > move a1
        < status move: a1 turns no disc; legal: *
        > move
        < status move: *
        > move f5
        < status move: f5 is taken; legal: *
        > ping
        < status ping: '' is not a number; send ping 1
        > set depth deep
        < status set depth: not a whole number*
        > set depth 0
        > hint 0
        < status Outplay is analyzing
        <*
        < search * 0 1
        <*
        < status
        > hint many
        < status hint: *
        > hint 99999999999999999999
        < status hint: *
        > go
        <*
        < === */*/*
        ",
    );
}

#[test]
fn games_that_cannot_be_read_leave_the_old_one() {
    converse_in(
        "nboard",
        "othello",
        QUICK,
        "
        > set game (;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)
        > set game
        < status set game: there is no game in it*
        > set game (;GM[Othello]
        < status set game: *
        > set game (;GM[Othello]TY[6]BO[6 --------------O*----*O-------------- *];)
        < status set game: only boards of 8 by 8 are played on
        > set game (;GM[Go]SZ[19];)
        < status set game: *another game*
        > set game (;GM[Othello]TY[8]B[F5]W[A1];)
        < status set game: *
        White still has three replies to f5.
        > move f6
        > ping 1
        < pong 1
        > move f6
        < status move: f6 is taken*
        ",
    );
}

/// Black must pass, then white ends the game with c1.
const PASS: &str = "(;GM[Othello]TI[5:00]TY[8]BO[8 O*-------------------------------------------------------------- *];)";

#[test]
fn passes_and_finished_games() {
    let transcript = format!(
        "
        > nboard 2
        < set myname *
        > set game {PASS}
        > go
        <*
        < === PA
        > hint 3
        <*
        < search PA* * 0 *
        <*
        < status
        > move PA
        > go
        <*
        < === C1/64.00/*
        > move C1/64/0.1
        > go
        < === PA
        > hint 1
        < status *
        <*
        < status
        > analyze
        < status Outplay is analyzing the game
        < analysis 2 -64.00
        < analysis 1 -64.00
        < analysis 0 -64.00
        < status
        > move a1
        < status move: *over*
        The pass may be left out.
        > set game {PASS}
        > move c1//3
        > go
        < === PA
        "
    );
    converse_in("nboard", "othello", QUICK, &transcript);
}

#[test]
fn a_ping_ends_a_search() {
    converse(
        "nboard",
        "
        > nboard 2
        < set myname *
        Without a depth a hint goes on until the next thing happens.
        > hint 1
        < status *
        < search *
        > ping 1
        <*
        < status
        < pong 1
        > set depth 60
        > go
        < status *
        < search *
        > ping 2
        <*
        < === */*/*
        < pong 2
        > hint 64
        < status *
        < search *
        > move f5
        <*
        < status
        > ping 3
        < pong 3
        > analyze
        < status *
        > ping 4
        <*
        < status
        < pong 4
        ",
    );
    // All at once: the ping is known of when the search begins.
    let mut steps = Steps::new("nboard", "othello", "pvs:hash=1");
    for line in ["hint 3", "hint 4", "go", "learn", "ping 5", "go"] {
        steps.tell(line);
    }
    steps.tell("ping 6");
    let said = steps.settle();
    let answers: Vec<&str> = said
        .iter()
        .map(|line| line.split(' ').next().unwrap())
        .filter(|word| ["===", "pong", "learned"].contains(word))
        .collect();
    assert_eq!(answers, ["===", "learned", "pong", "===", "pong"], "{said:?}");
    assert!(said.iter().filter(|line| line.starts_with("search")).count() >= 2, "{said:?}");
}

#[test]
fn a_clock_in_the_game_limits_the_move() {
    // Nine seconds were used of ten: the depth alone would take for ever.
    let mut steps = Steps::new("nboard", "othello", "pvs:hash=1");
    let start = "BO[8 ---------------------------O*------*O--------------------------- *]";
    steps.ask(&format!("set game (;GM[Othello]TI[0:10]{start}B[f5//9.5]W[d6//1];)"));
    steps.ask("set depth 60");
    let started = std::time::Instant::now();
    let said = steps.ask("go");
    assert!(said.iter().any(|line| line.starts_with("===")));
    assert!(started.elapsed() < std::time::Duration::from_secs(20));
}

#[test]
fn other_games_are_refused() {
    for (game, right) in [("othello", true), ("othello6", false), ("gomoku", false)] {
        let setup = outplay_protocols::Setup {
            games: outplay_games::ALL.to_vec(),
            game: game.to_owned(),
            profile: outplay::Profile::default(),
            workers: 1,
            name: String::new(),
            version: String::new(),
        };
        assert_eq!(outplay_protocols::protocol("nboard", setup).is_ok(), right, "{game}");
    }
}

/// Plays a whole game by the rules of our own session, all moves by the engine.
#[test]
fn whole_games_are_played_to_their_end() {
    for opening in ["f5", "f5d6c3d3c4", "f5f6e6f4e3"] {
        let mut board = outplay::open(outplay_games::ALL, "othello").unwrap();
        let mut steps = Steps::new("nboard", "othello", QUICK);
        for text in board.split(opening).unwrap() {
            board.play(&text).unwrap();
            assert_eq!(steps.ask(&format!("move {text}")), Vec::<String>::new());
        }
        while board.turn().is_some() {
            let said = steps.ask("go");
            let answers: Vec<_> =
                said.iter().filter_map(|line| line.strip_prefix("=== ")).collect();
            assert_eq!(answers.len(), 1, "{said:?}");
            let square = answers[0].split('/').next().unwrap();
            board.play(square).unwrap();
            assert_eq!(steps.ask(&format!("move {}", answers[0])), Vec::<String>::new());
        }
        assert_eq!(steps.ask("go"), ["=== PA"]);
        assert!(board.history().len() >= 55);
    }
}

fn check(lines: &[String], at_once: bool) -> Result<(), TestCaseError> {
    let mut steps = Steps::new("nboard", "othello", QUICK);
    let mut owed = [0; 3];
    let mut said = vec![];
    for line in lines {
        let mut words = line.trim_start_matches('\u{feff}').split_whitespace();
        let word = words.next().unwrap_or_default().to_ascii_lowercase();
        if word == "quit" {
            continue;
        }
        let rest: Vec<&str> = words.collect();
        owed[0] += usize::from(word == "go");
        owed[1] += usize::from(word == "learn");
        owed[2] += usize::from(word == "ping" && rest.join(" ").parse::<i64>().is_ok());
        if at_once {
            steps.tell(line);
        } else {
            said.extend(steps.ask(line));
        }
        prop_assert!(!steps.quit);
    }
    steps.end();
    said.extend(steps.settle());
    let count = |start: &str| said.iter().filter(|line| line.starts_with(start)).count();
    prop_assert_eq!([count("==="), count("learned"), count("pong")], owed, "{:?}", said);
    prop_assert!(steps.quit);
    Ok(())
}

fn some_line() -> impl Strategy<Value = String> {
    let whole = prop::sample::select(vec![
        "nboard 2",
        "go",
        "hint 2",
        "hint",
        "learn",
        "analyze",
        "set depth 1",
        "set contempt 5",
        "ping 4",
        "ping -1",
        "ping x",
        "move pa",
        "pa",
        "F5",
        "set game",
        "set",
        "unknown words",
        "set game (;GM[Othello]TY[8]B[f5]W[d6];)",
        "set game (;GM[Othello]TI[1]TY[8]B[f5//2];)",
        "set game (;GM[Othello]TY[6];)",
        PASS,
    ]);
    prop_oneof![
        6 => whole.prop_map(|line| match line {
            PASS => format!("set game {PASS}"),
            line => line.to_owned(),
        }),
        6 => ("[a-h]", 1..9).prop_map(|(column, row)| format!("move {column}{row}/0.1/0.2")),
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
fn a_flood_does_not_pile_up() {
    let mut steps = Steps::new("nboard", "othello", QUICK);
    steps.tell("go");
    (0..50_000).for_each(|_| steps.tell("learn"));
    let said = steps.settle();
    let count = |start: &str| said.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("learned") + count("status too many lines wait"), 50_000);
    assert_eq!(count("==="), 1);
}

/// The long form: as many lines as the protocol must stand in the end.
#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_lines() {
    let config = ProptestConfig { cases: 3_400, ..ProptestConfig::default() };
    let lines = prop::collection::vec(prop_oneof![some_line(), mutated(some_line())], 1..60);
    proptest!(config, |(lines in lines, at_once in any::<bool>())| check(&lines, at_once)?);
}
