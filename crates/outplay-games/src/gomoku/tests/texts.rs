use outplay::{Mark, Player, Transcript, Turn};
use proptest::prelude::*;

use super::super::{files, notation};
use super::*;

fn error(start: &Gomoku, text: &str) -> String {
    start.parse(text).unwrap_err().to_string()
}

#[test]
fn moves_from_the_start_are_a_position() {
    let start = game("");
    let position = start.parse("h8h9i8").unwrap();
    assert_eq!(position.to_string(), "15/15/15/15/15/15/7o7/7xx6/15/15/15/15/15/15/15 o");
    for same in ["H8 H9 I8", " h8,h9, i8\n", "h8h9 I8"] {
        assert_eq!(start.parse(same).unwrap(), position, "{same}");
    }
    let free = |text: &str| start.parse(text).unwrap().to_string();
    // The last row is row 1, the last column o.
    assert!(free("a1o15").starts_with("14o/") && free("a1o15").ends_with("/x14 x"));
}

#[test]
fn what_is_wrong_with_a_position() {
    let start = game("size=5");
    for (text, message) in [
        (
            "",
            "the position is empty; write the moves from the start, like h8h9, or rows and the side to move",
        ),
        ("a1a1", "'a1' is taken by x (at character 3); choose an empty cell"),
        (
            "a1 f1",
            "'f1' is outside the board (at character 4); columns are a to e, rows 1 to 5 from the bottom",
        ),
        (
            "a1b",
            "'b' is no cell (at character 3); write a letter and a number, like a5; columns are a to e, rows 1 to 5 from the bottom",
        ),
        (
            "a1b1a2b2a3b3a4b4a5b5",
            "the game was over (first) after 9 moves (at character 19); end the moves there",
        ),
        (
            "a1white",
            "'white' is not a legal move here (at character 3); place a stone: a letter and a number",
        ),
        (
            "pass",
            "'pass' is not a legal move here (at character 1); Black passes only if every cell left is forbidden",
        ),
        ("5/5/5/5/5", "the side to move is missing (at character 10); end with a space and x or o"),
        ("5/5/5/5 x", "there are 4 rows instead of 5 (at character 8); separate rows by /"),
        ("5/5/5/5/6 x", "row 5 from the top is wider than 5 (at character 9)"),
        ("5/5/z4/5/5 x", "'z' is no cell (at character 5); write x, o, or a number of empty cells"),
        (
            "5/5/5/5/xxxxx x",
            "x has five in a row, which ended the game with x's move (at character 15); the side to move is o",
        ),
        (
            "ooooo/5/5/5/xxxxx x",
            "x and o both have five in a row; the game ends with the first such row",
        ),
        (
            "5/5/5/5/5 x open",
            "'open' belongs to the swap2 opening (at character 13); this game has none: leave the word out",
        ),
        (
            "5/5/5/5/5 x 5",
            "'5' is one word too many (at character 13); write rows and the side to move, like '5/5/5/5/5 x'",
        ),
    ] {
        assert_eq!(error(&start, text), message, "{text}");
    }
    let swap2 = game("size=5,opening=swap2");
    for (text, message) in [
        (
            "x4/5/5/5/5 o choose",
            "'choose' does not fit 1 stones with this side to move (at character 14); open has up to 2 stones, choose 3, more 3 or 4, choose2 5; x and o take turns",
        ),
        (
            "xx3/o4/5/5/5 x choose",
            "'choose' does not fit 3 stones with this side to move (at character 16); open has up to 2 stones, choose 3, more 3 or 4, choose2 5; x and o take turns",
        ),
        ("a1a2a3b1", "'b1' is not a legal move here (at character 7); choose white, black or more"),
        (
            "a1a2a3moreb1b2more",
            "'more' is not a legal move here (at character 15); choose white or black",
        ),
    ] {
        assert_eq!(error(&swap2, text), message, "{text}");
    }
    for long in ["x", "a1", "é", "/", "7/", " x", "🦀", "9", "white"] {
        for start in [&start, &swap2] {
            let message = error(start, &long.repeat(2_000_000 / long.len()));
            assert!(message.len() < 300 && !message.contains('\n'), "{message}");
        }
    }
}

/// Studies may be out of balance.
#[test]
fn studies_are_read() {
    let start = game("rule=renju");
    for text in [
        "15/15/15/15/15/15/15/7xxx5/15/15/15/15/15/15/15 x",
        "ooo12/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x",
        "xxxxxx9/15/15/15/15/15/15/15/15/15/15/15/15/15/15 o",
    ] {
        assert_eq!(start.parse(text).unwrap().to_string(), text);
        assert_eq!(start.parse(text).unwrap().outcome(), None);
    }
    assert_eq!(
        start.parse("oooooo9/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x").unwrap().winner,
        Some(Colour::White)
    );
}

#[test]
fn the_board_as_a_picture() {
    let view = game("").parse("h8a1i8a2j8a3k8a4l8").unwrap().view();
    assert_eq!((view.columns, view.rows()), (15, 15));
    assert_eq!((&view.row_labels[0][..], &view.column_labels[14][..]), ("15", "o"));
    let won: Vec<_> = (0..225).filter(|&cell| view.cells[cell].mark == Mark::Win).collect();
    assert_eq!(won, [112, 113, 114, 115, 116]);
    let dots: Vec<_> = (0..225).filter(|&cell| view.cells[cell].dot).collect();
    assert_eq!(dots, [48, 56, 112, 168, 176]);
    let piece = view.cells[210].piece.as_ref().unwrap();
    assert_eq!((&piece.text[..], piece.symbol.as_deref()), ("o", Some("○")));
    assert_eq!(piece.owner, Some(Player::Second));
    let fouls = game("rule=renju").parse("g8a1i8a15h7o1h9o15").unwrap().view();
    assert_eq!(fouls.captions, ["forbidden for Black: h8"]);
    let swapped = game("opening=swap2").parse("h8h9i8black").unwrap().view();
    assert_eq!(swapped.captions, ["first plays White (o), second Black (x)"]);
    assert_eq!(swapped.cells[112].piece.as_ref().unwrap().owner, Some(Player::Second));
}

#[test]
fn piskvork_games_are_read_and_written() {
    let text = "Piskvorky 15x15, 11:11, 0\r\n8,8,1500\r\n8,7,0\r\n9,8,3\r\nbrain-a.exe\r\nbrain-b.exe\r\n-1\r\n0,Freestyle\r\n";
    let start = game("");
    let games = files::read(&start, "psq", text).unwrap();
    let [read] = &games[..] else { panic!("{games:?}") };
    let moves: Vec<_> = read.moves.iter().map(|turn| &turn.text[..]).collect();
    assert_eq!(moves, ["h8", "h9", "i8"]);
    assert_eq!(read.moves[0].properties, [("time".to_owned(), vec!["1500".to_owned()])]);
    assert_eq!(read.tags[1], ("White".to_owned(), "brain-b.exe".to_owned()));
    assert_eq!(read.game, None);
    let written = files::write(&start, "psq", &games).unwrap();
    assert_eq!(
        written,
        "Piskvorky 15x15, 0:0, 0\n8,8,1500\n8,7,0\n9,8,3\nbrain-a.exe\nbrain-b.exe\n-1\n"
    );
    assert_eq!(files::read(&start, "psq", &written).unwrap(), games);
    let large = "Piskvorky 20x20, 0:0, 0\n20,1,0\n-1\n";
    let read = &files::read(&game("rule=renju"), "psq", large).unwrap()[0];
    assert_eq!(read.game.as_deref(), Some("gomoku(size=20,rule=renju)"));
    assert_eq!((&read.moves[0].text[..], read.tags.len()), ("t20", 1));
}

/// The usual session may read and write a game of any size.
#[test]
fn piskvork_games_keep_their_size() {
    let text = "Piskvorky 20x20, 11:11, 1\n8,8,0\n9,9,100\n8,9,5\n20,20,0\n1,20,7\n";
    for (session, name) in [
        ("", "gomoku(size=20)"),
        ("size=20", "gomoku(size=20)"),
        ("rule=caro,opening=swap2", "gomoku(size=20,rule=caro)"),
    ] {
        let start = game(session);
        let games = files::read(&start, "psq", text).unwrap();
        assert_eq!(games[0].game.as_deref(), Some(name));
        let moves: Vec<_> = games[0].moves.iter().map(|turn| &turn.text[..]).collect();
        assert_eq!(moves, ["h13", "i12", "h12", "t1", "a1"]);
        let written = files::write(&start, "psq", &games).unwrap();
        assert_eq!(
            written,
            "Piskvorky 20x20, 0:0, 0\n8,8,0\n9,9,100\n8,9,5\n20,20,0\n1,20,7\nBlack\nWhite\n-1\n"
        );
        assert_eq!(files::read(&start, "psq", &written).unwrap()[0].moves, games[0].moves);
        assert_eq!(files::write(&game("size=7"), "txt", &games).unwrap(), "h13i12h12t1a1\n");
        // A start that is the usual one is none of its own.
        let mut told = games[0].clone();
        told.start = Some(game("size=20").to_string());
        assert_eq!(files::write(&start, "psq", &[told.clone()]).unwrap(), written);
        told.start = Some(game("").to_string());
        let message = files::write(&start, "psq", &[told]).unwrap_err().to_string();
        assert!(message.ends_with("it must start with an empty board"), "{message}");
    }
    let words = &files::read(&game("size=19,opening=swap2"), "txt", "s19a1").unwrap()[0];
    assert_eq!(words.game.as_deref(), Some("gomoku(size=19,opening=swap2)"));
    assert_eq!(files::write(&game(""), "txt", core::slice::from_ref(words)).unwrap(), "s19a1\n");
    for (name, message) in [
        ("go(size=9)", "'go(size=9)' is not gomoku"),
        ("gomoku(size=99)", "size"),
        ("renju(rule", "rule"),
    ] {
        let odd = Transcript { game: Some(name.to_owned()), ..words.clone() };
        let said = files::write(&game(""), "psq", &[odd]).unwrap_err().to_string();
        assert!(said.contains(message), "{said}");
    }
    let numbered = Transcript {
        tags: vec![("Black".to_owned(), "7".to_owned()), ("White".to_owned(), "1,2".to_owned())],
        ..Transcript::default()
    };
    let written = files::write(&game(""), "psq", &[numbered]).unwrap();
    assert_eq!(written, "Piskvorky 15x15, 0:0, 0\nBlack\nWhite\n-1\n");
}

#[test]
fn damaged_stones_are_no_names() {
    let message = |stones: &str| {
        let text = format!("Piskvorky 15x15, 0:0, 0\n8,7,0\n{stones}");
        files::read(&game(""), "psq", &text).unwrap_err().to_string()
    };
    for (stones, wanted) in [
        ("\08,8,0\n9,9,0\nA\nB\n", "line 3: "),
        ("x8,8,0\n9,9,0\nA\nB\n", "line 4: '9,9,0' is out of place"),
        ("8,8,0\nA\n9,9\n", "line 5: '9,9' is out of place"),
        ("-8,8,0\n", "line 3: '-8,8,0' is out of place"),
        ("8,8,0\nA\nB\u{7f}\n-1\n", "line 5: "),
        ("8,8,0\nA\nB\n-1\n\n7,7,1\n", "line 8: '7,7,1' is out of place"),
    ] {
        let said = message(stones);
        assert!(said.starts_with(wanted), "{said}");
    }
    assert!(message("\08,8,0\n").ends_with("holds a control character; is the file damaged?"));
}

#[test]
fn what_is_wrong_with_a_file() {
    let start = game("");
    let message =
        |format: &str, text: &str| files::read(&start, format, text).unwrap_err().to_string();
    let header = "; it is such as 'Piskvorky 15x15, 0:0, 0'";
    for text in ["", "hello", "Piskvorky", "Piskvorky x, 1", "Gomoku 15x15, 0"] {
        assert!(message("psq", text).ends_with(header), "{text}");
    }
    assert_eq!(
        message("psq", "Piskvorky 40x30, 0:0, 0\n1,1,0"),
        "line 1: a board of 40 by 30 can't be used; it must be a square of 5 to 22"
    );
    assert_eq!(
        message("psq", "Piskvorky 15x15, 0:0, 0\n8,8,0\n16,1,0"),
        "line 3: 16,1 is outside the board; columns and rows are 1 to 15"
    );
    assert_eq!(
        message("psq", "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0"),
        "line 3: 'h8' is taken by x; choose an empty cell"
    );
    assert_eq!(message("txt", "\n# none\n"), "there are no moves; write them such as h8h9i8");
    assert_eq!(
        message("txt", "h8h9\nh8h9h8"),
        "line 2: 'h8' is taken by x (at character 5); choose an empty cell"
    );
    assert_eq!(message("pgn", ""), "gomoku has no format 'pgn'; it has txt, psq");
    let huge = "Piskvorky 15x15, 0:0, 0\n".to_owned() + &"8,8,0\n".repeat(1_000_000);
    assert!(message("psq", &huge).starts_with("line 3: "));
    let far = Transcript { start: Some("15/15 x".to_owned()), ..Transcript::default() };
    assert!(files::write(&start, "txt", core::slice::from_ref(&far)).is_err());
    assert!(files::write(&start, "psq", &[]).is_err());
    let wrong =
        Transcript { moves: vec![Turn::new("h8"), Turn::new("h8")], ..Transcript::default() };
    let message = files::write(&start, "psq", &[wrong]).unwrap_err().to_string();
    assert_eq!(message, "move 2: 'h8' is taken by x; choose an empty cell");
}

#[test]
fn words_hold_the_choices_of_the_opening() {
    let start = game("opening=swap2");
    let text = "h8h9i8moreg7g8blacka1\nh8h9i8whitea1a2\n";
    let games = files::read(&start, "txt", text).unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!(files::write(&start, "txt", &games).unwrap(), text);
    assert!(files::write(&start, "psq", &games[..1]).is_err());
    let moves = notation::read_moves(&start, "h8h9i8more").unwrap();
    assert_eq!(moves[3], Move::MORE);
}

proptest! {
    #[test]
    fn no_text_panics(
        text in any::<String>(),
        like in "[xo1-9/. ]{0,60}( [xo])?( open| choose| more| swapped)?",
        moves in "([a-h][1-9]|white|black|more|pass|,| ){0,30}",
    ) {
        for start in [game("size=5"), game("size=7,rule=renju"), game("size=9,opening=swap2,rule=caro")] {
            for text in [&text, &like, &moves] {
                if let Ok(position) = start.parse(text) {
                    prop_assert_eq!(&start.parse(&position.to_string()).unwrap(), &position);
                }
                if let Ok(m) = start.read(text) {
                    prop_assert_eq!(start.read(&start.write(m)).unwrap(), m);
                }
            }
        }
    }

    #[test]
    fn no_file_panics(text in any::<String>(), like in "(Piskvorky [0-9]{1,2}x[0-9]{1,2}, 0:0, 0\n)?([0-9]{1,2},[0-9]{1,2},[0-9]\n){0,20}.{0,20}") {
        for start in [game("size=5"), game("rule=renju,opening=swap2")] {
            for text in [&text, &like] {
                for format in ["txt", "psq", "sgf"] {
                    if let Ok(games) = files::read(&start, format, text)
                        && !games[0].moves.is_empty()
                    {
                        let written = files::write(&start, format, &games).unwrap();
                        let again = files::read(&start, format, &written).unwrap();
                        prop_assert_eq!(&again[0].moves, &games[0].moves);
                    }
                }
            }
        }
    }
}
