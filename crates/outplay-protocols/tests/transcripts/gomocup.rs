//! Gomocup: transcripts, whole games against a manager that keeps its own board, and random lines.

use outplay::Random;
use proptest::prelude::*;

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
fn the_rule_decides_what_wins() {
    let six = |rule: &str, answer: &str| {
        let message = if answer.starts_with("ERROR") { "" } else { "< MESSAGE *\n" };
        format!(
            "
            > {rule}
            > RESTART
            < OK
            > YXBOARD
            > 3,7,1
            > 4,7,1
            > 5,7,1
            > 6,7,1
            > 8,7,1
            > 3,1,2
            > 5,1,2
            > 7,1,2
            > 9,1,2
            > 11,1,2
            > DONE
            > PLAY 7,7
            < 7,7
            > TURN 0,0
            {message}< {answer}"
        )
    };
    let mut transcript = "> START 15\n< OK".to_owned();
    transcript += &six("INFO rule 0", "ERROR the game is over: x wins");
    transcript += &six("INFO rule 1", "*,*");
    transcript += &six("INFO rule 0", "ERROR the game is over: x wins");
    transcript += &six("INFO rule 8", "ERROR the game is over: x wins");
    // In renju six in a row is not even allowed.
    let renju = six("INFO rule 4", "").replace("< 7,7", "< ERROR 7,7: *overline*");
    transcript += renju.split("> TURN").next().unwrap();
    transcript += "\n> INFO rule 9\n=\n> TURN 0,0\n< ERROR rule 9 can't be played*";
    transcript += "\n> INFO rule 0\n> TURN 0,0\n< MESSAGE *\n< *,*";
    converse_in("gomocup", "gomoku", QUICK, &transcript);
}

#[test]
fn renju_has_forbidden_points() {
    let position = "
        > YXBOARD
        > 6,7,1
        > 0,14,2
        > 8,7,1
        > 0,0,2
        > 7,8,1
        > 14,14,2
        > 7,6,1
        > 14,0,2
        > DONE
        > YXSHOWFORBID
        < FORBID 0707.
        > TURN 7,7
        < ERROR 7,7: *double three*
        > TURN 7,3
        < MESSAGE *
        < *,*
        > YXSHOWFORBID
        < FORBID *.";
    let by_rule = format!("> START 15\n< OK\n> INFO rule 4\n{position}");
    converse_in("gomocup", "gomoku", QUICK, &by_rule);
    converse_in("gomocup", "renju", QUICK, &format!("> START 15\n< OK\n{position}"));
    // In the dialect of Yixin-Board 2 is renju.
    let dialect = format!("> START 15\n< OK\n> INFO rule 2\n{position}");
    converse_in("gomocup", "gomoku", QUICK, &dialect);
    let freely = "> START 15\n< OK\n> YXSHOWFORBID\n< FORBID .";
    converse_in("gomocup", "gomoku", QUICK, freely);
}

#[test]
fn continuous_games_are_single_games() {
    converse_in(
        "gomocup",
        "gomoku",
        QUICK,
        "
        > START 15
        < OK
        > INFO rule 3
        =
        > BEGIN
        < MESSAGE every game ends with the first five: continuous games are not played
        < MESSAGE *
        < 7,7
        > BOARD
        > 7,7,1
        > 8,8,2
        > 1,1,3
        > DONE
        < ERROR continuous games can't be played; every game ends with the first five
        ",
    );
}

#[test]
fn studies_need_not_come_from_taking_turns() {
    converse_in(
        "gomocup",
        "gomoku",
        QUICK,
        "
        > START 15
        < OK
        > BOARD
        > 7,7,1
        > 7,8,1
        > 7,9,1
        > 7,10,1
        > 7,6,2
        > DONE
        < MESSAGE *
        < 7,11
        > BOARD
        > 3,3,2
        > 4,4,2
        > 5,5,2
        > 6,6,2
        > 7,7,1
        > 10,10,1
        > DONE
        < MESSAGE *
        < 2,2
        Any stone can be taken back: its side is to move then.
        > TAKEBACK 5,5
        < OK
        > TURN 5,5
        < MESSAGE *
        < *,*
        > BOARD
        > DONE
        < MESSAGE *
        < 7,7
        > YXBOARD
        > 1,1,2
        > 2,2,2
        > 3,3,2
        > 4,4,2
        > 5,5,2
        > DONE
        > YXNBEST 1
        < ERROR the game is over: x wins
        > BOARD
        > 1,1,1
        > 2,2,1
        > 3,3,1
        > 4,4,1
        > 5,5,1
        > DONE
        < ERROR *
        ",
    );
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

#[test]
fn the_board_of_yixin_is_spoken_to() {
    converse_in(
        "gomocup",
        "gomoku",
        QUICK,
        "
        > START 15
        < OK
        > INFO thread_num 1
        > INFO hash_size 2048
        > INFO max_depth 1
        > INFO max_node 100000
        > INFO caution_factor 3
        > YXSTOP
        > STOP
        =
        > YXSHOWINFO
        < MESSAGE INFO MAX_THREAD_NUM *
        > YXBOARD
        > 7,7,2
        > DONE
        =
        > YXNBEST 3
        < MESSAGE * multipv 1 *
        < MESSAGE * multipv 2 *
        < MESSAGE * multipv 3 *
        < *,*
        > YXNBEST none
        < ERROR 'none' is no number of moves*
        > YXHASHCLEAR
        =
        Of two ways to make five one is blocked.
        > YXBOARD
        > 7,7,1
        > 7,8,1
        > 7,9,1
        > 7,10,1
        > DONE
        > YXBLOCK
        > 7,6
        > DONE
        > YXNBEST 1
        < MESSAGE *
        < 7,11
        > TAKEBACK 7,11
        < OK
        > YXBLOCK
        > 7,11
        > 99,99
        > DONE
        < ERROR 99,99 is outside the board*
        > YXBLOCK
        > 7,11
        > DONE
        > YXBLOCKUNDO
        > 7,6
        > DONE
        > YXNBEST 1
        < MESSAGE *
        < 7,6
        > YXBLOCKRESET
        =
        > RECTSTART 5,5
        < OK
        > YXBOARD
        > 0,0,1
        > 4,0,2
        > DONE
        > YXNBEST 1
        < MESSAGE *
        < *,*
        ",
    );
}

#[test]
fn other_rows_are_played_too() {
    converse_in(
        "gomocup",
        "tictactoe",
        "pvs:depth=1",
        "
        > START 3
        < OK
        > TURN 1,1
        < MESSAGE *
        < *,*
        > START 15
        < ERROR *
        > RECTSTART 5,3
        < OK
        > BOARD
        > 0,0,1
        > 1,0,1
        > 0,2,2
        > 1,2,2
        > DONE
        < MESSAGE *
        < 2,0
        > SWAP2BOARD
        > DONE
        < ERROR this game has no swap2 opening
        ",
    );
    let full = "
        > START 3
        < OK
        > YXBOARD
        > 0,0,1
        > 1,0,2
        > 2,0,1
        > 1,1,1
        > 0,1,2
        > 2,2,2
        > 2,1,1
        > 0,2,2
        > DONE
        > PLAY 1,2
        < 1,2
        > YXNBEST 1
        < ERROR the game is over: draw";
    converse_in("gomocup", "tictactoe", "pvs", full);
    let setup_fails = |game: &str| {
        let setup = outplay_protocols::Setup {
            games: outplay_games::ALL.to_vec(),
            game: game.to_owned(),
            profile: outplay::Profile::default(),
            workers: 1,
            name: String::new(),
            version: String::new(),
        };
        outplay_protocols::protocol("gomocup", setup).is_err()
    };
    assert!(setup_fails("kalah") && setup_fails("connect4") && !setup_fails("renju"));
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

#[test]
fn the_swap2_opening_is_played_from_both_sides() {
    for seed in 0..4 {
        for size in [5, 15, 20] {
            let profile = format!("pvs:depth=1,hash=1,seed={seed}");
            let mut steps = Steps::new("gomocup", "gomoku", &profile);
            steps.ask(&format!("START {size}"));
            steps.tell("SWAP2BOARD");
            let first = points(&answer(&steps.ask("DONE"))).unwrap();
            assert_eq!(first.len(), 3);
            steps.tell("SWAP2BOARD");
            for (place, [x, y]) in first.iter().enumerate() {
                steps.tell(&format!("{x},{y},{}", 1 + place % 2));
            }
            let mut stones = first.clone();
            match &answer(&steps.ask("DONE"))[..] {
                "SWAP" => {}
                more => stones.extend(points(more).unwrap()),
            }
            assert!([3, 4, 5].contains(&stones.len()));
            for (place, one) in stones.iter().enumerate() {
                assert!(!stones[..place].contains(one) && one.iter().all(|&at| at < size));
            }
            // Whoever has white moves next, and the game goes on from there.
            let free = (0..size).find(|&x| !stones.contains(&[x, 0])).unwrap();
            let reply = answer(&steps.ask(&format!("TURN {free},0")));
            assert_eq!(points(&reply).map(|reply| reply.len()), Some(1), "{reply}");
        }
    }
}

#[test]
fn a_swap2_choice_is_sensible() {
    let mut steps = Steps::new("gomocup", "gomoku", "pvs:depth=2,hash=1");
    steps.ask("START 15");
    // Three stones that are won for black: it takes black.
    for line in ["SWAP2BOARD", "7,7,1", "0,14,2", "7,8,1"] {
        steps.tell(line);
    }
    assert_eq!(answer(&steps.ask("DONE")), "SWAP");
    // Without colours, and with five stones: again.
    for line in ["SWAP2BOARD", "7,7", "0,14", "7,8", "14,14", "8,8"] {
        steps.tell(line);
    }
    assert_eq!(answer(&steps.ask("DONE")), "SWAP");
    for (lines, says) in [
        (&["7,7"][..], "1 stones are no swap2 opening"),
        (&["7,7,1", "8,8,1", "9,9,2", "6,6,2", "5,5,2"], ""),
        (&["7,7,1", "8,8,1", "9,9,1"], "take turns"),
        (&["7,7", "7,7", "9,9"], "taken"),
        (&["7,7", "-1,-1", "9,9"], "nobody passes"),
    ] {
        steps.tell("SWAP2BOARD");
        lines.iter().for_each(|line| steps.tell(line));
        let said = answer(&steps.ask("DONE"));
        assert!(said.starts_with("ERROR") && said.contains(says), "{lines:?}: {said}");
    }
}

/// Plays a whole game against random moves, as a manager that believes nothing. True if the engine
/// won.
fn whole_game(size: usize, rule: u32, engine_first: bool, seed: u64) -> bool {
    let mut steps = Steps::new("gomocup", "gomoku", "pvs:depth=2,hash=1");
    assert_eq!(answer(&steps.ask(&format!("START {size}"))), "OK");
    assert_eq!(steps.ask(&format!("INFO rule {rule}")), Vec::<String>::new());
    let mut board = vec![0; size * size];
    let mut random = Random::new(seed);
    let mut question = engine_first.then(|| "BEGIN".to_owned());
    for _ in 0..size * size {
        let asked = question.take().unwrap_or_else(|| {
            let free: Vec<usize> = (0..board.len()).filter(|&cell| board[cell] == 0).collect();
            let cell = free[(random.next_u64() % free.len() as u64) as usize];
            board[cell] = 2;
            format!("TURN {},{}", cell % size, cell / size)
        });
        let said = answer(&steps.ask(&asked));
        if said.starts_with("ERROR") {
            // In renju a random move may be forbidden; the engine says so.
            assert!(said.contains("Black may not") || said.contains("game is over"), "{said}");
            return said.contains("game is over");
        }
        let [x, y] = points(&said).unwrap()[0];
        assert!(x < size && y < size && board[y * size + x] == 0, "{asked}: {said}");
        board[y * size + x] = 1;
        let cell = |x: i32, y: i32| {
            let inside = (0..size as i32).contains(&x) && (0..size as i32).contains(&y);
            inside && board[y as usize * size + x as usize] == 1
        };
        let row = |(dx, dy): (i32, i32)| {
            let along = |way: i32| {
                let step = |n: &i32| cell(x as i32 + way * n * dx, y as i32 + way * n * dy);
                (1..9).take_while(step).count()
            };
            1 + along(1) + along(-1)
        };
        if [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|way| row(way) >= 5) {
            let over = answer(&steps.ask("YXNBEST 1"));
            assert!(over.starts_with("ERROR the game is over"), "{over}");
            return true;
        }
    }
    false
}

#[test]
fn whole_games_are_won_against_random_moves() {
    for rule in [0, 1, 4, 8] {
        for (seed, size) in [15, 20, 9].into_iter().enumerate() {
            for engine_first in [true, false] {
                let won = whole_game(size, rule, engine_first, seed as u64);
                assert!(won || rule == 4, "rule {rule}, size {size}, first {engine_first}");
            }
        }
    }
}

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

/// One character of the line is another, or missing.
fn mutated() -> impl Strategy<Value = String> {
    (some_line(), any::<prop::sample::Index>(), prop::option::of(any::<char>())).prop_map(
        |(line, at, letter)| {
            let mut letters: Vec<char> = line.chars().collect();
            if !letters.is_empty() {
                let at = at.index(letters.len());
                match letter {
                    Some(letter) if !letter.is_control() => letters[at] = letter,
                    _ => drop(letters.remove(at)),
                }
            }
            letters.into_iter().collect()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn each_question_is_answered_once(
        lines in prop::collection::vec(prop_oneof![3 => some_line(), 1 => mutated()], 1..60),
        at_once in any::<bool>(),
    ) {
        check(&lines, at_once)?;
    }
}

/// The long form: as many lines as the protocol must stand in the end.
#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_lines() {
    let config = ProptestConfig { cases: 3_400, ..ProptestConfig::default() };
    let lines = prop::collection::vec(prop_oneof![some_line(), mutated()], 1..60);
    proptest!(config, |(lines in lines, at_once in any::<bool>())| check(&lines, at_once)?);
}
