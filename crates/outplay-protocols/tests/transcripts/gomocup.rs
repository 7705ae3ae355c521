//! Gomocup: transcripts, whole games against a manager that keeps its own board, and random lines.

mod games;
mod random;
mod rules;

use crate::script::{converse, converse_in};
use crate::steps::Steps;

/// Quick, and sees what must be answered at once.
const QUICK: &str = "pvs:depth=1,hash=1";

#[test]
fn a_game_begins() {
    converse_in(
        "gomocup",
        "gomoku",
        QUICK,
        r#"
        > ABOUT
        < name="Outplay", version="0.0.0", author="*", country="*"
        > START 15
        < OK
        > INFO timeout_turn 1000
        > INFO timeout_match 100000
        > INFO time_left 2147483647
        > INFO max_memory 83886080
        > INFO game_type 1
        > INFO rule 1
        > INFO folder /tmp/some where
        > INFO evaluate 3,4
        > INFO
        > INFO unheard of
        =
        > BEGIN
        < MESSAGE depth * ev * n * n/s * tm * pv *,*
        < 7,7
        > TURN 0,0
        < MESSAGE *
        < *,*
        > START 20
        < OK
        > TURN 10,10
        < MESSAGE *
        < *,*
        > RESTART
        < OK
        > BEGIN
        < MESSAGE *
        < *,*
        > END
        !
        "#,
    );
}

#[test]
fn fours_are_made_and_stopped() {
    converse_in(
        "gomocup",
        "gomoku",
        QUICK,
        "
        > START 15
        < OK
        Own four, one end shut, the lines in no order:
        > BOARD
        > 7,10,1
        > 1,1,2
        > 7,6,2
        > 7,8,1
        > 3,12,2
        > 7,7,1
        > 12,3,2
        > 7,9,1
        > DONE
        < MESSAGE *
        < 7,11
        It has won: there is nothing to ask for any more.
        > TURN 0,0
        < ERROR the game is over: x wins
        > BOARD
        Theirs, one end at the edge, one more of theirs:
        > 0,4,2
        > 1,4,2
        > 7,7,1
        > 2,4,2
        > 9,9,1
        > 3,4,2
        > 12,12,1
        > DONE
        < MESSAGE *
        < 4,4
        ",
    );
}

#[test]
fn lines_may_be_odd() {
    converse_in(
        "gomocup",
        "gomoku",
        QUICK,
        "
        >
        >  start   15 \x20
        < OK
        > turn 7 , 7
        < MESSAGE *
        < *,*
        > TURN\t0,0
        < MESSAGE *
        < *,*
        > Play 14,14
        < 14,14
        > TakeBack 14 14
        < OK
        > yxboard
        > done
        > rectstart 9 9
        < OK
        > begin now
        < MESSAGE *
        < 4,4
        ",
    );
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    converse_in(
        "gomocup",
        "gomoku",
        QUICK,
        "
        > BEGIN
        < ERROR no game was started; send START 15 first
        > TURN 7,7
        < ERROR no game was started*
        > BOARD
        > 7,7,2
        > DONE
        < ERROR no game was started*
        > RESTART
        < ERROR no game was started*
        > START
        < ERROR '' is no size of a board*
        > START many
        < ERROR 'many' is no size of a board*
        > START 30
        < ERROR *5 to 22
        > START -1
        < ERROR *
        > START 99999999999999999999
        < ERROR *
        > RECTSTART 15,10
        < ERROR there is no board of 15 by 10; gomoku is played on square boards here
        > TURN 7,7
        < ERROR no game was started*
        > START 15
        < OK
        > TURN
        < ERROR '' is no point; points are such as 7,7
        > TURN 7
        < ERROR '7' is no point*
        > TURN a,b
        < ERROR 'a,b' is no point*
        > TURN 15,0
        < ERROR 15,0 is outside the board; x is 0 to 14, y is 0 to 14
        > TURN 0,-1
        < ERROR 0,-1 is outside the board*
        > TURN -1,-1
        < ERROR -1,-1: *
        > PLAY 3,3
        < 3,3
        > TURN 3,3
        < ERROR 3,3 is taken; choose an empty cell
        > BEGIN
        < ERROR there are stones on the board*
        > TAKEBACK 4,4
        < ERROR there is no stone on 4,4
        > BOARD
        > 1,1,1
        > 1,1,2
        > DONE
        < ERROR 1,1 is given twice
        > BOARD
        > 1,1,4
        > 2,2,1
        > DONE
        < ERROR '1,1,4' is no stone; stones are such as 7,7,1
        > BOARD
        > 1,99,1
        > DONE
        < ERROR 1,99 is outside the board*
        > BOARD
        > 1,1,1
        > ABOUT
        < ERROR the stones did not end with DONE
        < name=*
        > DONE
        < UNKNOWN there is no command 'DONE'
        > FROBNICATE 1
        < UNKNOWN there is no command 'FROBNICATE'
        > YXFROBNICATE
        < UNKNOWN there is no command 'YXFROBNICATE'
        > SUGGEST 7,7
        < UNKNOWN *
        The one stone is where it was, and the other side is to move.
        > TAKEBACK 3,3
        < OK
        > BEGIN
        < MESSAGE *
        < 7,7
        ",
    );
    let long = format!(
        "> START 15\n< OK\n> TURN {}\n< ERROR *too long\n> BEGIN\n< MESSAGE *\n< 7,7",
        "7".repeat(1 << 21)
    );
    converse_in("gomocup", "gomoku", QUICK, &long);
}

#[test]
fn nothing_that_comes_early_is_lost() {
    let mut steps = Steps::new("gomocup", "gomoku", "pvs:hash=1");
    for line in [
        "START 15",
        "INFO timeout_turn 600000",
        "INFO max_memory 100000000",
        "BEGIN",
        "ABOUT",
        "INFO timeout_turn 0",
        "TURN 0,0",
        "BOARD",
        "7,7,2",
        "DONE",
        "YXSTOP",
        "ABOUT",
    ] {
        steps.tell(line);
    }
    let mut said = steps.settle();
    said.retain(|line| !line.starts_with("MESSAGE"));
    assert_eq!(said.len(), 6, "{said:?}");
    assert_eq!([&said[0], &said[1]], ["OK", "7,7"]);
    assert!(said[2].starts_with("name=") && said[5].starts_with("name="), "{said:?}");
    assert!(points(&said[3]).is_some() && points(&said[4]).is_some(), "{said:?}");
    // With threads: a second question while the first is thought about, and the third at once
    // behind the second's answer.
    let transcript = "
        > START 15
        < OK
        > INFO timeout_turn 600000
        > BEGIN
        < MESSAGE *
        > INFO timeout_turn 0
        > TURN 0,0
        > ABOUT
        > YXSTOP
        <*
        < name=*
        > TURN 14,14
        > ABOUT
        <*
        < name=*
        > START 15
        < OK";
    converse("gomocup", transcript);
    // Ten minutes are not thought through when the input has ended, or on END.
    converse(
        "gomocup",
        "> START 15\n< OK\n> INFO timeout_turn 600000\n> BEGIN\n< MESSAGE *\n> END",
    );
    steps.tell("BEGIN");
    steps.tell("END");
    assert!(steps.quit);
    let mut steps = Steps::new("gomocup", "gomoku", "pvs:hash=1");
    for line in ["START 15", "INFO timeout_turn 600000", "BEGIN", "TURN 0,0"] {
        steps.tell(line);
    }
    steps.end();
    let said = steps.settle();
    assert!(steps.quit);
    assert_eq!(said.iter().filter(|line| !line.starts_with("MESSAGE")).count(), 3, "{said:?}");
}

/// The points of an answer.
fn points(answer: &str) -> Option<Vec<[usize; 2]>> {
    let point = |word: &str| {
        let (x, y) = word.split_once(',')?;
        Some([x.parse().ok()?, y.parse().ok()?])
    };
    answer.split(' ').map(point).collect()
}

/// The answer among the lines: there must be one.
fn answer(lines: &[String]) -> String {
    let answers: Vec<_> = lines.iter().filter(|line| !line.starts_with("MESSAGE")).collect();
    assert_eq!(answers.len(), 1, "{lines:?}");
    answers[0].clone()
}
