//! Games played from scripts.

use crate::{outplay, outplay_reading, scratch};

fn script(args: &[&str], input: &str) -> String {
    outplay_reading(&[&["play"], args].concat(), input.as_bytes()).success()
}

#[test]
fn two_people_play_a_game() {
    let text = script(&["tictactoe", "--side", "both"], "a1\na2\nb1\nb2\nc1\nc2\n");
    assert!(text.contains("x plays c1") && text.contains("The game is over: x wins."), "{text}");
    assert!(text.contains("(x)│(x)│(x)"), "{text}");
    assert!(text.contains("the game is over: x wins"), "a move after the end is refused: {text}");
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    let text = script(&["tictactoe", "--side", "none", "--level", "10"], "");
    assert!(text.contains("The game is over: draw."), "{text}");
    let text = script(&["nim", "--side", "none", "--algorithm", "solve"], "");
    assert!(text.contains("The game is over: first wins."), "{text}");
}

#[test]
fn the_engine_begins_if_the_person_is_second() {
    for side in ["second", "o", "O"] {
        let text = script(&["tictactoe", "--side", side, "--level", "1"], "undo\nquit\n");
        assert!(text.contains("x (engine) against o (you)"), "{text}");
        assert!(text.contains("x plays ") && text.contains("nothing to take back"), "{text}");
    }
}

#[test]
fn extra_turns_are_the_same_sides() {
    let text = script(&["kalah", "--side", "both"], "3\n1\nundo\nhistory\n");
    assert!(text.contains("first plays 3") && text.contains("first plays 1"), "{text}");
    assert!(text.contains("taken back: 1") && text.contains("1. 3\n"), "{text}");
}

#[test]
fn the_end_of_input_ends_it_cleanly() {
    script(&["tictactoe"], "");
    script(&["tictactoe"], "b2");
    let odd = outplay_reading(&["play", "tictactoe"], b"\xff\xfe\n\x1b[2J\n\0\nquit\n");
    assert!(!odd.success().contains('\u{1b}'));
    let long = outplay_reading(&["play", "tictactoe"], &[b'a'; 3 << 20]);
    assert!(long.success().contains("no cell"));
}

#[test]
fn sides_and_levels_change() {
    let input = "b2\nswap\nlevel 3\nlevel 99\nside both\nside nobody\nnew\nhistory\n";
    let text = script(&["tictactoe", "--level", "2"], input);
    for part in [
        "x (engine) against o (you)",
        "the engine plays at level 3",
        "there is no level 99",
        "x against o",
        "there is no side 'nobody'",
        "no moves yet",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
}

#[test]
fn games_are_saved_and_loaded() {
    let file = scratch("saved-game.json");
    let name = file.to_str().unwrap();
    let text = script(&["tictactoe", "--side", "both"], &format!("b2\na1\nsave {name}\nc3\n"));
    assert!(text.contains("saved to "), "{text}");
    let text = script(&["connect4", "--side", "both"], &format!("load {name}\nhistory\nundo\n"));
    assert!(text.contains("tictactoe, 2 moves played") && text.contains("1. b2  2. a1"), "{text}");
    let loaded = outplay_reading(&["play", "--load", name, "--side", "both"], b"resign\n");
    assert!(loaded.success().contains("x resigns: o wins."));
    // It writes over saved games only.
    script(&["tictactoe", "--side", "both"], &format!("a1\nsave {name}\n"));
    let other = scratch("other-file.txt");
    std::fs::write(&other, "precious").unwrap();
    let name = other.to_str().unwrap();
    let text = script(&["tictactoe", "--side", "both"], &format!("save {name}\nload {name}\n"));
    assert!(text.contains("choose another name") && text.contains("no saved game"), "{text}");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "precious");
}

#[test]
fn a_finished_game_can_be_looked_at_and_taken_back() {
    let args = ["tictactoe", "--side", "both", "--position", "xxx/oo1/3 o"];
    let text = script(&args, "hint\nscores\nresign\nundo\nboard\n");
    assert!(text.contains("The game is over: x wins."), "{text}");
    assert_eq!(text.matches("the game is over; undo, new or quit").count(), 3, "{text}");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = |seed| {
        let args = ["play", "connect4", "--side", "none", "--level", "2", "--seed", seed, "--json"];
        outplay(&args).success()
    };
    assert_eq!(game("7"), game("7"));
    assert!(["8", "9", "10", "11"].iter().any(|seed| game(seed) != game("7")));
}

#[test]
fn recorded_games_are_read_and_written() {
    let folder = std::env::temp_dir().join(format!("outplay-files-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (pgn, json, saved) = (path("game.pgn"), path("game.json"), path("saved.pgn"));
    std::fs::write(&pgn, format!("[White \"A\"]\n[Black \"B\"]\n\n{MOVES} 1-0\n")).unwrap();
    // From PGN into JSON and back, nothing is lost.
    outplay(&["convert", "chess", &pgn, "--output", &json]).success();
    let games = outplay(&["convert", "chess", &pgn, "--json"]).json();
    assert_eq!(games, outplay(&["convert", "chess", &json, "--json"]).json());
    assert_eq!(games[0]["moves"][1]["variations"][0][0]["text"], "c7c5");
    assert_eq!(games[0]["moves"][1]["variations"][0][0]["comment"], "a {Sicilian");
    let again = outplay(&["convert", "chess", &json, "--to", "pgn"]).success();
    std::fs::write(&saved, &again).unwrap();
    assert_eq!(again, outplay(&["convert", "chess", &saved, "--to", "pgn"]).success());
    std::fs::remove_file(&saved).unwrap();
    // A place in it.
    let shown = outplay(&["show", "chess", "--file", &pgn, "--ply", "1", "--json"]).json();
    assert_eq!(shown["history"], serde_json::json!(["e2e4"]));
    // Played on, its names and its result stay.
    let said = script(&["chess", "--load", &pgn], &format!("save {saved}\nundo\nquit\n"));
    assert!(said.contains("black resigns: white wins"), "{said}");
    let kept = std::fs::read_to_string(&saved).unwrap();
    assert!(kept.contains("[White \"A\"]") && kept.contains("[Result \"1-0\"]"), "{kept}");
    // A brace begins a comment, unless a key follows it.
    std::fs::write(&pgn, "{first} 1. e4 *").unwrap();
    assert!(outplay(&["convert", "chess", &pgn]).success().contains("1 ply"));
    let _ = std::fs::remove_dir_all(&folder);
}

const MOVES: &str = "1. e4 $1 e5 (1... c5 {a {Sicilian}) 2. Nf3";

#[test]
fn a_draw_is_claimed() {
    let shuffle = "Nf3\nNf6\nNg1\nNg8\n".repeat(2);
    let said = script(&["chess", "--side", "both"], &format!("{shuffle}claim\nquit\n"));
    assert!(said.contains("You may claim the end of the game: draw"), "{said}");
    assert!(said.contains("over by a claim: draw"), "{said}");
}
