//! GTP 2, played by transcript.

use crate::script::converse_in;

/// Quick, and the same on every machine.
const QUICK: &str = "pvs:depth=1,hash=1";

fn go(transcript: &str) {
    converse_in("gtp", "go", QUICK, transcript);
}

/// Commands and the one line that each is answered with.
fn exchanges(pairs: &[(&str, &str)]) -> String {
    let exchange = |(line, answer): &(&str, &str)| format!("> {line}\n< {answer}\n<\n");
    pairs.iter().map(exchange).collect()
}

#[test]
fn the_engine_introduces_itself() {
    go("
        > protocol_version
        < = 2
        <
        > 1 name
        < =1 Outplay
        <
        > 2 version
        < =2 0.0.0
        <
        > 3 known_command genmove
        < =3 true
        <
        > 4 known_command genmoves
        < =4 false
        <
        > 5 known_command
        < =5 false
        <
        > known_command gogui-rules_game_id
        < = false
        <
        > 6 list_commands
        < =6 protocol_version
        < name
        < version
        < known_command
        < list_commands
        < quit
        < boardsize
        < clear_board
        < komi
        < get_komi
        < *
        < gogui-interrupt
        <
        > 7 quit
        < =7
        <
        !
    ");
}

#[test]
fn a_whole_game_of_go_is_played() {
    let mut transcript =
        exchanges(&[("boardsize 9", "="), ("komi 7.5", "="), ("clear_board", "=")]);
    for row in 1..=9 {
        // The engine looks at every position, and leaves it as it is.
        transcript += &exchanges(&[
            (&format!("play black D{row}"), "="),
            ("reg_genmove w", "= *"),
            (&format!("play white E{row}"), "="),
        ]);
    }
    transcript += "
        > showboard
        < =
        <    A B C D E F G H J
        <  9 . . . X O . . . . 9
        < *
        <  1 . . . X O . . . . 1
        <    A B C D E F G H J
        < komi 7.5
        < black to move
        <
    ";
    transcript += &exchanges(&[
        ("play b pass", "="),
        ("play w PASS", "="),
        ("8 genmove b", "=8 pass"),
        ("9 final_score", "=9 W+16.5"),
        ("final_status_list dead", "="),
        ("final_status_list seki", "="),
    ]);
    transcript += "
        > final_status_list alive
        < = D9 D8 D7 D6 D5 D4 D3 D2 D1
        < E9 E8 E7 E6 E5 E4 E3 E2 E1
        <
        > printsgf
        < = (;*SZ[9]*B[di];W[ei]*
        < *
        <
    ";
    transcript += &exchanges(&[
        ("komi -9.5", "="),
        ("final_score", "= B+0.5"),
        ("komi -9", "="),
        ("final_score", "= 0"),
    ]);
    go(&transcript);
}

#[test]
fn a_game_against_itself_comes_to_an_end() {
    let mut transcript = exchanges(&[("boardsize 3", "="), ("komi 0", "="), ("clear_board", "=")]);
    for _ in 0..60 {
        transcript += &exchanges(&[("genmove b", "= *"), ("genmove w", "= *")]);
    }
    transcript +=
        &exchanges(&[("genmove b", "= pass"), ("genmove w", "= pass"), ("final_score", "= *+*")]);
    converse_in("gtp", "go", "pvs:depth=3,hash=1", &transcript);
}

#[test]
fn what_is_wrong_is_refused_and_changes_nothing() {
    go(&exchanges(&[
        ("12", "?12 unknown command"),
        ("1 fly", "?1 unknown command"),
        ("gogui-rules_board", "? unknown command"),
        ("boardsize 20", "? unacceptable size"),
        ("boardsize 1", "? unacceptable size"),
        ("boardsize 99999999999999999999999", "? unacceptable size"),
        ("boardsize 9 7", "? unacceptable size"),
        ("boardsize x", "? syntax error: *"),
        ("boardsize", "? syntax error: *"),
        ("boardsize -9", "? syntax error: *"),
        ("komi", "? syntax error: *"),
        ("komi many", "? syntax error: *"),
        ("komi nan", "? syntax error: *"),
        ("komi 1e999", "? syntax error: *"),
        ("play b", "? syntax error: *"),
        ("play red D4", "? syntax error: 'red' is no color*"),
        ("play b I5", "? syntax error: 'I5' is no vertex*"),
        ("play b K1", "? syntax error: *"),
        ("play b A10", "? syntax error: *"),
        ("play b resign", "? syntax error: *"),
        ("play b D4 E5", "? syntax error: *"),
        ("genmove", "? syntax error: *"),
        ("genmove both", "? syntax error: *"),
        ("play b D4", "="),
        ("7 play w D4", "?7 illegal move: *"),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("time_settings 1 2", "? syntax error: *"),
        ("time_settings -1 0 0", "? syntax error: *"),
        ("time_left b soon 0", "? syntax error: *"),
        ("kgs-time_settings fischer 1 2", "? syntax error: *"),
        ("kata-time_settings canadian 1 2", "? syntax error: *"),
        ("final_status_list sleepy", "? syntax error: *"),
        ("kata-set-rules japanese", "? cannot play by the rules *"),
        ("lz-analyze b 10 maxmoves", "? syntax error: *"),
        ("loadsgf", "? syntax error: *"),
        ("loadsgf there/is/no/such.sgf", "? cannot load file: *"),
        ("loadsgf .", "? cannot load file: it can't be read"),
        ("printsgf out.sgf", "? cannot write files; *"),
    ]));
}

#[test]
fn ko_and_suicide_are_illegal() {
    go(&exchanges(&[
        ("boardsize 5", "="),
        ("clear_board", "="),
        ("play b B3", "="),
        ("play w C3", "="),
        ("play b A2", "="),
        ("play w D2", "="),
        ("play b B1", "="),
        ("play w C1", "="),
        ("play b C2", "="),
        ("play w B2", "="),
        ("play b C2", "? illegal move: ko: *"),
        ("play b E5", "="),
        ("play w A5", "="),
        ("play b C2", "="),
        // It comes back with the same stones later, too: superko.
        ("play w B2", "? illegal move: *"),
        ("clear_board", "="),
        ("play w A2", "="),
        ("play w B1", "="),
        ("play b A1", "? illegal move: that would be suicide*"),
    ]));
}

#[test]
fn odd_but_legal_lines_are_understood() {
    go("
        >
        > # only a comment
        > \t
        >   1\tname   # with a comment
        < =1 Outplay
        <
        > 0002 name
        < =0002 Outplay
        <
        > 18446744073709551615 name
        < =18446744073709551615 Outplay
        <
        > na\u{1}me\u{7f}
        < = Outplay
        <
        > PLAY b D4
        < ? unknown command
        <
        > play BLACK d4
        < =
        <
        > play White PaSs
        < =
        <
        > komi 6.500
        < =
        <
        > get_komi
        < = 6.5
        <
        > komi 3.75
        < =
        <
        > get_komi
        < = 3.5
        <
        > boardsize 9 9
        < =
        <
    ");
}

#[test]
fn a_side_may_move_out_of_turn() {
    go(&exchanges(&[
        ("boardsize 5", "="),
        ("clear_board", "="),
        ("play b B1", "="),
        ("play b B2", "="),
        ("play b B3", "="),
        ("play b B4", "="),
        ("play b B5", "="),
        ("genmove b", "= *"),
        ("undo", "="),
        ("play w A3", "="),
        ("play w pass", "="),
        ("play w C3", "="),
        ("genmove w", "= *"),
        ("undo", "="),
        ("play b pass", "="),
        ("play w pass", "="),
        ("genmove b", "= pass"),
        ("kgs-genmove_cleanup b", "= *"),
        ("undo", "="),
        ("undo", "="),
        ("play b D5", "="),
        (
            "printsgf",
            "= (;*;B[be];W[];B[bd];W[];B[bc]
< ;W[];B[bb];W[];B[ba];W[ac];B[];W[cc];B[da])",
        ),
    ]));
}

#[test]
fn handicap_stones_are_placed() {
    go(&exchanges(&[
        ("fixed_handicap 2", "= G7 C3"),
        ("fixed_handicap 2", "? board not empty"),
        ("genmove w", "= *"),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("clear_board", "="),
        ("fixed_handicap 10", "? invalid number of stones"),
        ("fixed_handicap 1", "? invalid number of stones"),
        ("fixed_handicap two", "? syntax error: *"),
        ("place_free_handicap 81", "? invalid number of stones"),
        ("place_free_handicap 20", "= C7 E7 G7 C5 E5 G5 C3 E3 G3"),
        ("clear_board", "="),
        ("set_free_handicap D4", "? bad vertex list*"),
        ("set_free_handicap D4 D4", "? bad vertex list*"),
        ("set_free_handicap D4 pass", "? bad vertex list*"),
        ("set_free_handicap D4 E5 F6", "="),
        ("set_free_handicap D4 E5", "? board not empty"),
        ("play w D4", "? illegal move: *"),
        ("komi 0.5", "="),
        ("final_score", "= B+80.5"),
        ("boardsize 8", "="),
        ("clear_board", "="),
        ("place_free_handicap 7", "= C6 F6 C3 F3"),
        ("boardsize 5", "="),
        ("clear_board", "="),
        ("place_free_handicap 2", "? invalid number of stones"),
    ]));
}

#[test]
fn times_are_set_in_every_way() {
    go(&exchanges(&[
        ("time_settings 300 30 5", "="),
        ("time_left black 120 0", "="),
        ("time_left w 29.5 4", "="),
        ("genmove b", "= *"),
        ("time_left w 0 1", "="),
        ("genmove w", "= *"),
        ("time_left b -3 0", "="),
        ("genmove b", "= *"),
        ("time_settings 0 1 0", "="),
        ("genmove w", "= *"),
        ("kgs-time_settings none", "="),
        ("kgs-time_settings absolute 300", "="),
        ("kgs-time_settings byoyomi 0 30 5", "="),
        ("time_left b 30 5", "="),
        ("genmove b", "= *"),
        ("kgs-time_settings canadian 300 30 25", "="),
        ("kata-list_time_settings", "= none absolute byoyomi canadian fischer fischer-capped"),
        ("kata-time_settings fischer 60.5 1.5", "="),
        ("kata-time_settings fischer-capped 60 1 -1 5", "="),
        ("genmove w", "= *"),
    ]));
}

#[test]
fn commands_wait_for_the_move_in_order() {
    go("
        > 1 genmove b
        > 2 play w A1
        > 3 name
        > 4 genmove b
        > 5 undo
        > 6 quit
        < =1 *
        <
        < =2
        <
        < =3 Outplay
        <
        < =4 *
        <
        < =5
        <
        < =6
        <
        !
    ");
}

#[test]
fn an_analysis_goes_on_until_the_next_line() {
    let endless = |transcript| converse_in("gtp", "go", "pvs:hash=1", transcript);
    endless(
        "
        > 1 lz-analyze b 1
        < =1
        < info move * visits * winrate * prior 0 lcb * order 0 pv * info move * order 1 pv *
        > 2 name
        < *
        <
        < =2 Outplay
        <
        > 3 kata-analyze 5 maxmoves 1 rootInfo true ownership true
        < =3
        < info move * winrate 0.* scoreMean * scoreLead * order 0 pv * rootInfo visits * winrate 0.*
        >
        < *
        <
        =
        > kata-analyze w interval 5 allow w D4,E5 10
        < =
        < info move * order 1 pv *
        > genmove w
        < *
        <
        < = *
        <
        > lz-analyze
        < =
        < info *
        > quit
        < *
        <
        < =
        <
        !
    ",
    );
    // One that has come to its end is silent, and its answer still ends with the next line.
    go("
        > 1 lz-analyze b
        < =1
        < info *
        =
        > play b D4
        <
        < =
        <
    ");
}

#[test]
fn a_search_for_a_move_can_be_watched() {
    go("
        > 5 lz-genmove_analyze b 10
        < =5
        < info move * visits * winrate * order 0 pv *
        < play *
        <
        > kata-genmove_analyze w interval 10 maxmoves 2
        < =
        < info move * scoreLead * order 0 pv * info move * order 1 pv *
        < play *
        <
        > play b pass
        < =
        <
        > play w pass
        < =
        <
        > kata-genmove_analyze b
        < =
        < play pass
        <
    ");
}

#[test]
fn rules_are_told_and_changed() {
    go(&exchanges(&[
        ("kata-get-rules", r#"= {*"ko":"POSITIONAL"*"suicide":false*}"#),
        ("kata-set-rules tromp-taylor", "="),
        ("kata-get-rules", r#"= {*"suicide":true*}"#),
        ("kata-set-rules {\"ko\":\"SIMPLE\",\"suicide\":false}", "="),
        ("kgs-rules chinese", "="),
        ("kgs-rules japanese", "? cannot play *"),
    ]));
}

#[test]
fn games_are_loaded_from_files() {
    let path = std::env::temp_dir().join(format!("outplay gtp {}.sgf", std::process::id()));
    std::fs::write(&path, "(;GM[1]SZ[5]KM[0.5];B[cc];W[bb];B[dd])").unwrap();
    let path = path.display().to_string();
    go(&format!(
        "
        > 1 loadsgf \"{path}\"
        < =1
        <
        > get_komi
        < = 0.5
        <
        > play b C3
        < ? illegal move: *
        <
        > loadsgf \"{path}\" 2
        < =
        <
        > play w D2
        < =
        <
        > undo
        < =
        <
        > undo
        < =
        <
        > undo
        < ? cannot undo
        <
    "
    ));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn othello_is_played_with_vertices() {
    let mut transcript = String::from(
        "
        > gogui-rules_game_id
        < = Othello
        <
        > gogui-rules_board_size
        < = 8
        <
        > gogui-rules_board
        < = . . . . . . . .
        < . . . . . . . .
        < . . . . . . . .
        < . . . X O . . .
        < . . . O X . . .
        < . . . . . . . .
        < . . . . . . . .
        < . . . . . . . .
        <
        > gogui-rules_side_to_move
        < = black
        <
        > gogui-rules_legal_moves
        < = D3 C4 F5 E6
        <
        > play b D6
        < ? illegal move: *
        <
        > play b pass
        < ? illegal move: *
        <
        > play b F5
        < =
        <
        > gogui-rules_final_result
        < = The game is not over
        <
        > final_score
        < ? cannot score: *
        <
        > fixed_handicap 2
        < ? unknown command
        <
        > boardsize 7
        < ? unacceptable size
        <
        > boardsize 4
        < =
        <
        > komi 7.5
        < =
        <
        > clear_board
        < =
        <
    ",
    );
    for _ in 0..12 {
        transcript += &exchanges(&[("genmove b", "= *"), ("genmove w", "= *")]);
    }
    transcript += &exchanges(&[
        ("gogui-rules_legal_moves", "="),
        ("genmove b", "= pass"),
        // Perfect play on four by four: 11 discs to 3, and two squares left for White.
        ("final_score", "= W+10"),
        ("gogui-rules_final_result", "= White wins: black 3, white 11"),
    ]);
    converse_in("gtp", "othello", "pvs:depth=12,hash=1", &transcript);
}

#[test]
fn gomoku_is_played_with_vertices() {
    let mut transcript = exchanges(&[
        ("gogui-rules_game_id", "= Gomoku"),
        ("boardsize 15", "="),
        ("clear_board", "="),
    ]);
    for (black, white) in [("H8", "H9"), ("J8", "J9"), ("K8", "K9"), ("L8", "L9")] {
        transcript +=
            &exchanges(&[(&format!("play b {black}"), "="), (&format!("play w {white}"), "=")]);
    }
    transcript += &exchanges(&[
        ("reg_genmove b", "= *8"),
        ("genmove w", "= *9"),
        ("gogui-rules_final_result", "= White wins"),
        ("final_score", "= W+1"),
        ("play b A1", "? illegal move: *"),
        ("undo", "="),
        ("genmove b", "= *8"),
        ("final_score", "= B+1"),
        ("gogui-rules_legal_moves", "="),
        ("genmove w", "= pass"),
        ("lz-analyze w", "? illegal move: the game is over"),
        ("boardsize 26", "? unacceptable size"),
    ]);
    converse_in("gtp", "gomoku", QUICK, &transcript);
}
