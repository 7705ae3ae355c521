//! Rules, positions out of balance, the dialect of Yixin-Board, other games.

use super::QUICK;
use crate::script::converse_in;

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
