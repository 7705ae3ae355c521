//! Othello's texts, files and picture.

use outplay::{Game, Player, Position, Random, Transcript, open};
use proptest::prelude::*;

use super::{Othello, Place};
use crate::testing::random_play;

fn at(text: &str) -> Othello {
    Othello::default().parse(text).unwrap()
}

/// A position of size 4 from its rows.
fn small(rows: &str) -> Othello {
    Othello::start(4).parse(rows).unwrap()
}

fn error(start: &Othello, text: &str) -> String {
    match start.parse(text) {
        Ok(position) => panic!("{text:?} is {position}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_start_has_its_discs_where_the_world_has_them() {
    let start = "---------------------------OX------XO--------------------------- X";
    assert_eq!(Othello::default().to_string(), start);
    assert_eq!(Othello::start(6).to_string(), "--------------OX----XO-------------- X");
    assert_eq!(Othello::start(4).to_string(), "-----OX--XO----- X");
    let legal: Vec<_> = Othello::default().legal();
    let legal: Vec<_> = legal.iter().map(|&m| Othello::default().write(m)).collect();
    assert_eq!(legal, ["d3", "c4", "f5", "e6"]);
}

#[test]
fn positions_in_several_forms() {
    let line = "------------------XX------OOOO-----XX---------------------------";
    let position = at(&format!("{line} O"));
    for text in [
        format!("  {line}   O\n"),
        format!("{line}O"),
        format!("{} o; B5:+62; % 18 empties", line.to_lowercase().replace('-', ".")),
        format!("{}\n{} O", &line[..8], &line[8..]),
        line.replace('X', "*") + " O;",
    ] {
        assert_eq!(at(&text), position, "{text}");
    }
    assert_eq!(at("f5d6c3"), at("F5 d6\nC3"));
    assert_eq!(at("f5"), at("--------------------------- OX------XXX-------------------------- O"));
    assert_eq!(at("f5;d6"), at("f5"));
}

#[test]
fn what_is_wrong_with_a_position() {
    let eight = Othello::default();
    let line = "-".repeat(64);
    let form = format!(
        "write 8 times 8 squares row by row from a1, X, O or -, then the side to move: '{eight}'"
    );
    let columns = "columns are a to h, rows 1 to 8 from the top; or pass";
    for (text, message) in [
        (String::new(), format!("the position is empty; {form}")),
        (" \n;X".into(), format!("the position is empty; {form}")),
        (line.clone(), format!("the side to move is missing (at character 65); {form}")),
        (
            format!("{} X", &line[1..]),
            format!("the board has 63 squares instead of 64 (at character 66); {form}"),
        ),
        (
            format!(" {line}--- X"),
            format!(
                "the board has more than 64 squares and a side to move (at character 67); {form}"
            ),
        ),
        (
            format!("{line} XX"),
            format!(
                "the board has more than 64 squares and a side to move (at character 67); {form}"
            ),
        ),
        (format!("{line} -"), "'-' is no side to move (at character 66); write X or O".into()),
        (
            format!("--é{line} X"),
            "'é' is no square (at character 3); write X, O, or - for empty".into(),
        ),
        ("f5d7".into(), "d7 turns no disc (at character 3); legal: f4, d6, f6".into()),
        ("f5 d6 z3".into(), format!("'z3' is outside the board (at character 7); {columns}")),
        ("f5dé".into(), format!("'dé' is no square (at character 3); {columns}")),
        ("f".into(), format!("'f' is no square (at character 1); {columns}")),
        (
            "pass".into(),
            "you may not pass while you can move (at character 1); legal: d3, c4, f5, e6".into(),
        ),
    ] {
        assert_eq!(error(&eight, &text), message, "{text:?}");
    }
    let found = error(&Othello::start(6), &eight.to_string());
    assert!(found.starts_with("the board has more than 36 squares"), "{found}");
}

#[test]
fn huge_texts_are_refused_in_one_line() {
    for text in
        ["-", "X", " ", "f5", "f5d6", "pass", "é", "🦀", "(;", "(;B[", "[", "\n", "f5\n", ";"]
    {
        let text = text.repeat(10_000_000 / text.len());
        for start in [Othello::default(), Othello::start(4)] {
            let mut messages = vec![error(&start, &text)];
            messages.extend(start.read(&text).map_err(|error| error.to_string()).err());
            let read = start.read_file("ggf", &text).unwrap_err();
            messages.push(read.to_string());
            for message in messages {
                assert!(message.len() < 300 && !message.contains('\n'), "{message}");
            }
        }
    }
}

#[test]
fn moves_are_refused_with_the_reason() {
    let position = at("f5d6c3");
    for (text, message) in [
        ("d1", "d1 turns no disc; legal: d3, f3, f4, g5"),
        ("d5", "d5 is taken; legal: "),
        ("pass", "you may not pass while you can move; legal: "),
        ("f4f3", "'f4f3' is more than a move; write one square, like d3, or pass"),
        ("i4", "'i4' is outside the board; columns are a to h"),
        ("a9", "'a9' is outside the board; columns are a to h"),
        ("", "'' is no square; columns are a to h"),
        ("44", "'44' is no square; columns are a to h"),
    ] {
        let found = position.read(text).unwrap_err().to_string();
        assert!(found.starts_with(message), "{text}: {found}");
    }
    let must_pass = small("XO-- X--- ---- ---- O");
    assert_eq!(must_pass.legal(), [Place::PASS]);
    let found = must_pass.read("d4").unwrap_err().to_string();
    assert_eq!(found, "you must pass: no move turns a disc; write pass");
    for pass in ["pass", "PA", " ps\n", "--"] {
        assert_eq!(must_pass.read(pass), Ok(Place::PASS));
    }
    let over = small("XX-- ---- ---- ---O O");
    let found = over.read("a1").unwrap_err().to_string();
    assert_eq!(found, "the game is over: no disc can be put down");
}

#[test]
fn a_word_of_several_moves_is_split() {
    let start = Othello::default();
    assert_eq!(start.split(" F5d6C3 ").unwrap(), ["f5", "d6", "c3"]);
    for one in ["f5", "pass", "z9", ""] {
        assert_eq!(start.split(one).unwrap(), [one]);
    }
    let found = start.split("f5;").unwrap_err().to_string();
    assert!(found.starts_with("';' is no square (at character 3); "), "{found}");
    let found = start.split("f5d7").unwrap_err().to_string();
    assert_eq!(found, "d7 turns no disc (at character 3); legal: f4, d6, f6");
    // Passes are put in.
    let must_pass = small("XO-- ---- XO-- ---- O");
    assert_eq!(must_pass.split("c1c3").unwrap(), ["pass", "c1", "pass", "c3"]);
}

#[test]
fn texts_read_back() {
    let mut random = Random::new(3);
    for size in [8, 6, 4] {
        let start = Othello::start(size);
        for _ in 0..30 {
            random_play(&start, random.next_u64(), |position| {
                assert_eq!(start.parse(&position.to_string()), Ok(*position));
                for m in position.legal() {
                    assert_eq!(position.read(&position.write(m)), Ok(m));
                    assert_eq!(position.read(&position.write(m).to_uppercase()), Ok(m));
                }
            });
        }
    }
}

#[test]
fn the_picture() {
    let view = at("f5").view();
    assert_eq!((view.columns, view.rows()), (8, 8));
    assert_eq!((view.column_labels[0].as_str(), view.row_labels[0].as_str()), ("a", "1"));
    let piece = view.cells[27].piece.clone().unwrap();
    assert_eq!((piece.text.as_str(), piece.symbol.as_deref()), ("O", Some("○")));
    assert_eq!(piece.owner, Some(Player::Second));
    let piece = view.cells[37].piece.clone().unwrap();
    assert_eq!((piece.text.as_str(), piece.symbol.as_deref()), ("X", Some("●")));
    assert_eq!(view.captions, ["X (black) 4, O (white) 1", "O to move"]);
    assert_eq!(at("f5").clicks(at("f5").read("d6").unwrap()), [43]);
    assert_eq!(Othello::start(4).clicks(Othello::start(4).read("b1").unwrap()), [1]);
    for (rows, caption) in [
        ("XO-- X--- ---- ---- O", "O must pass"),
        ("XX-- ---- ---- ---O O", "X won by 14, empty squares included"),
        ("XXXX XXXX XXXX XXXO O", "X won by 14"),
        ("XXXX XXXX OOOO OOOO X", "a draw"),
    ] {
        assert_eq!(small(rows).view().captions[1], caption);
    }
}

#[test]
fn opens_by_its_names() {
    for (name, size) in [("othello", 8), ("othello6", 6), ("othello(size=4)", 4)] {
        let session = open(crate::ALL, name).unwrap();
        let squares = session.view().cells.len();
        assert_eq!(squares, size * size);
    }
    let error = open(crate::ALL, "othello(size=5)").err().unwrap().to_string();
    assert!(error.contains("8 or 6 or 4"), "{error}");
}

/// The moves of a file's games, each as one text.
fn moves(games: &[Transcript]) -> Vec<String> {
    let word = |game: &Transcript| game.moves.iter().map(|turn| turn.text.as_str()).collect();
    games.iter().map(word).collect()
}

const GAMES: &str = "1 (;GM[Othello]PC[a\\]b]DT[2026-01-02]PB[ann]PW[ bob ]RE[+4.000]TI[15:00//02:00]
TY[8]BO[8 ---------------------------O*------*O--------------------------- *]
B[f5//1.0]W[D6/-2.5]C[well]B[c3];)
noise (;GM[Reversi]TY[6r8]B[b3];)(; TY[4] BO[4 *O-- ---- ---- ---- *] LT[x]B[c1]PS[1];PS[2]W[PA]B[PA];)";

#[test]
fn ggf_is_read() {
    let games = Othello::default().read_file("ggf", GAMES).unwrap();
    assert_eq!(moves(&games), ["f5d6c3", "b3", "c1"]);
    let [first, second, third] = &games[..] else { panic!("{games:?}") };
    let tags = [
        ("PC", "a]b"),
        ("DT", "2026-01-02"),
        ("PB", "ann"),
        ("PW", " bob "),
        ("TI", "15:00//02:00"),
    ];
    assert_eq!(first.tags, tags.map(|(tag, value)| (tag.to_owned(), value.to_owned())));
    assert_eq!((first.game.as_deref(), first.start.as_deref()), (Some("othello"), None));
    assert_eq!(first.result.as_deref(), Some("+4.000"));
    assert_eq!(first.moves[0].properties, [("time".to_owned(), vec!["1.0".to_owned()])]);
    assert_eq!(first.moves[1].properties, [("eval".to_owned(), vec!["-2.5".to_owned()])]);
    assert_eq!(first.moves[1].comment, "well");
    assert_eq!(second.game.as_deref(), Some("othello6"));
    assert_eq!(third.start.as_deref(), Some("XO-------------- X"));
    let properties = [("PS", "1"), ("PS", "2")];
    let properties = properties.map(|(name, value)| (name.to_owned(), vec![value.to_owned()]));
    assert_eq!(third.moves[0].properties, properties);
}

#[test]
fn ggf_is_written_and_reads_back() {
    let eight = Othello::default();
    let games = eight.read_file("ggf", GAMES).unwrap();
    let text = eight.write_file("ggf", &games).unwrap();
    assert_eq!(
        text.lines().next().unwrap(),
        "(;GM[Othello]PC[a\\]b]DT[2026-01-02]PB[ann]PW[ bob ]TI[15:00//02:00]RE[+4.000]TY[8]BO[8 \
         ---------------------------O*------*O--------------------------- *]B[f5//1.0]W[d6/-2.5]\
         C[well]B[c3];)"
    );
    let again = eight.read_file("ggf", &text).unwrap();
    // A result that was not said is worked out once the game is over.
    let games: Vec<_> = games
        .into_iter()
        .map(|game| Transcript {
            result: game.result.or(again[2].result.clone().filter(|_| game.start.is_some())),
            ..game
        })
        .collect();
    assert_eq!(again, games);
    assert_eq!(again[2].result.as_deref(), Some("+16"));
}

#[test]
fn what_is_wrong_with_ggf() {
    for (text, message) in [
        ("", "there is no game in it; a GGF game is written (;GM[Othello]…B[f5]W[d6]…;)"),
        ("(;GM[Othello]B[f5]", "line 1, column 19: the game does not end; write ;) at the end"),
        ("(;GM[chess];)", "line 1, column 6: 'chess' is another game; this is Othello"),
        ("(;GM[Othello\n;)", "line 1, column 3: the value of 'GM' does not end; write ] behind it"),
        (
            "(;GM[Othello]\n B;)",
            "line 2, column 2: 'B' has no value; properties are written NAME[value]",
        ),
        (
            "(;é;)",
            "line 1, column 3: 'é' begins no property; properties are written NAME[value], and ;) \
             ends the game",
        ),
        (
            "(;TY[10];)",
            "line 1, column 6: '10' is no size of a board here; boards are 8, 6 or 4 squares wide",
        ),
        (
            "(;TY[8a];)",
            "line 1, column 6: '8a' is anti-Othello, where fewer discs win; only Othello is played \
             here",
        ),
        ("(;BO[4 --*?];)", "line 1, column 11: '?' is no square; write X, O, or - for empty"),
        ("(;B[f5]BO[8 *];)", "line 1, column 8: BO comes after the first move"),
        ("(;W[f5];)", "line 1, column 3: W moves, but it is the other side's turn"),
        (
            "(;\nB[f5]W[é\nf5];)",
            "line 2, column 8: 'é\\n' is no square; columns are a to h, rows 1 to 8 from the top; or \
             pass",
        ),
        ("(;B[f5]W[d7];)", "line 1, column 10: d7 turns no disc; legal: f4, d6, f6"),
        ("(;B[f5d6];)", "line 1, column 5: 'f5d6' is more than a move"),
    ] {
        let found = Othello::default().read_file("ggf", text).unwrap_err().to_string();
        assert_eq!(found, message, "{text}");
    }
}

#[test]
fn transcripts_are_read_and_written() {
    let eight = Othello::default();
    let text = "# two games on a line, then one in pieces\n\nf5d6c3  F5f6\nf5 d6\tc3 d3\nc4\n";
    let games = eight.read_file("transcript", text).unwrap();
    assert_eq!(moves(&games), ["f5d6c3", "f5f6", "f5d6c3d3", "c4"]);
    let written = eight.write_file("transcript", &games).unwrap();
    assert_eq!(written, "f5d6c3\nf5f6\nf5d6c3d3\nc4\n");
    assert_eq!(eight.read_file("transcript", &written), Ok(games));
    for (text, message) in [
        ("f5d6\n  é f5", "line 2, column 3: 'é' is no square; columns are"),
        ("f5d6 f5d7", "line 1, column 8: d7 turns no disc; legal: f4, d6, f6"),
        ("f5 d6\nf5 d7", "line 2, column 4: d7 turns no disc; legal: f4, d6, f6"),
    ] {
        let found = eight.read_file("transcript", text).unwrap_err().to_string();
        assert!(found.starts_with(message), "{found}");
    }
}

#[test]
fn whole_random_games_go_through_both_formats() {
    for size in [8, 6, 4] {
        let (start, mut passes) = (Othello::start(size), 0);
        for seed in 0..60 {
            let mut texts: Vec<String> = vec![];
            random_play(&start, seed, |position| texts.push(position.to_string()));
            // The moves, found again from the positions.
            let (mut position, mut game) = (start, Transcript::default());
            for text in &texts[1..] {
                let next = start.parse(text).unwrap();
                let leads = |m: &Place| {
                    let mut after = position;
                    after.play(*m);
                    after == next
                };
                let m = position.legal().into_iter().find(leads).unwrap();
                passes += u32::from(m == Place::PASS);
                game.moves.push(outplay::Turn::new(position.write(m)));
                position = next;
            }
            let games = [game];
            let written = start.write_file("transcript", &games).unwrap();
            assert_eq!(start.read_file("transcript", &written).as_deref(), Ok(&games[..]));
            assert_eq!(start.parse(&written), Ok(position));
            let written = start.write_file("ggf", &games).unwrap();
            let read = start.read_file("ggf", &written).unwrap();
            assert_eq!(read[0].moves, games[0].moves);
            // Without the passes as well.
            let written = written.replace("B[PA]", "").replace("W[PA]", "");
            assert_eq!(start.read_file("ggf", &written), Ok(read));
        }
        assert!(passes > 20, "{passes}");
    }
}

#[test]
fn what_can_not_be_written() {
    let eight = Othello::default();
    let game = |moves: &[&str]| Transcript {
        moves: moves.iter().map(|&m| outplay::Turn::new(m)).collect(),
        ..Transcript::default()
    };
    let fine = game(&["f5"]);
    let elsewhere = Transcript { start: Some(at("f5").to_string()), ..game(&["d6"]) };
    let chess = Transcript { game: Some("chess".into()), ..fine.clone() };
    for (format, bad, message) in [
        ("transcript", &elsewhere, "game 2: a transcript holds no start position; write it as ggf"),
        ("transcript", &game(&[]), "game 2: a transcript of no moves is nothing; write it as ggf"),
        ("ggf", &chess, "game 2: 'chess' is another game; this is othello, othello6 or othello4"),
        ("ggf", &game(&["f5", "d7"]), "game 2: move 2: d7 turns no disc; legal: f4, d6, f6"),
        ("sgf", &fine, "othello has no format 'sgf'; it has ggf and transcript"),
    ] {
        let found = eight.write_file(format, &[fine.clone(), bad.clone()]).unwrap_err();
        assert_eq!(found.to_string(), message);
    }
    assert!(eight.write_file("ggf", &[elsewhere]).unwrap().contains("O]W[d6];)"));
}

proptest! {
    #[test]
    fn no_text_panics(
        text in any::<String>(),
        board in "[-XO.*xo ]{14,70}( [XO-])?",
        word in "([a-h][1-8]|pa|pass|--){0,20}",
        ggf in "\\(;(GM\\[Othello\\])?(TY\\[8?\\])?(BO\\[4 [-*O]{16} [*O]\\])?([BWCZ]\\[[a-d1-4/\\\\]{0,4}\\]){0,9};?\\)?",
    ) {
        for start in [Othello::default(), Othello::start(6), Othello::start(4)] {
            for text in [&text, &board, &word, &ggf] {
                if let Ok(position) = start.parse(text) {
                    prop_assert_eq!(start.parse(&position.to_string()), Ok(position));
                }
                if let Ok(m) = start.read(text) {
                    prop_assert_eq!(start.read(&start.write(m)), Ok(m));
                }
                for format in ["ggf", "transcript"] {
                    let Ok(games) = start.read_file(format, text) else { continue };
                    let written = start.write_file(format, &games).unwrap();
                    let again = start.read_file(format, &written).unwrap();
                    prop_assert_eq!(moves(&again), moves(&games));
                }
            }
        }
    }
}
