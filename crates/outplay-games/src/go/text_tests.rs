use outplay::{Game, Position, Style};
use proptest::prelude::*;

use super::tests::go;
use super::*;

fn at(settings: &str, text: &str) -> Go {
    go(settings).parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(settings: &str, text: &str) -> String {
    let error = go(settings).parse(text).unwrap_err().to_string();
    assert!(error.chars().count() < 250 && !error.contains('\n'), "{error}");
    error
}

#[test]
fn moves_and_rows_are_the_same_position() {
    for (settings, moves, rows) in [
        ("", "E5", "9/9/9/9/4x4/9/9/9/9 o"),
        ("", " e5,J9\nPASS", "8o/9/9/9/4x4/9/9/9/9 o pass"),
        ("", "E5J9passA1", "8o/9/9/9/4x4/9/9/9/o8 x"),
        (
            "size=19",
            "Q16 D4 T1 A19",
            "o18/18./18./15x3/19/19/19/19/19/19/19/19/19/19/19/3o15/19/19/18x x",
        ),
        ("size=3", "passpass", "3/3/3 X pass pass"),
        ("size=3,cap=9", "B2 pass", "3/1x1/3 x pass 2"),
        ("size=3,handicap=0", "B3 C3 A2 pass B1 pass C2", "1x1/x1x/1x1 o"),
        // A white stone in the middle is taken, and taken back only later.
        ("size=5", "B3 C3 A2 D2 B1 C1 E5 B2 C2", "4x/5/1xo2/x1xo1/1xo2 o B2"),
    ] {
        let (played, set) = (at(settings, moves), at(settings, rows));
        assert_eq!(played, set, "{moves}");
        assert_eq!(played.key(), set.key());
        assert_eq!(set.to_string(), played.to_string());
        assert_eq!(at(settings, &set.to_string()), set);
    }
    let handicap = at("size=9,handicap=2", "E5 A1");
    assert_eq!(handicap.to_string(), "9/9/6x2/9/4o4/9/2x6/9/x8 o");
}

#[test]
fn what_is_wrong_with_a_position() {
    let range = "columns are A to E, rows 1 to 5 from the bottom";
    let form = format!("write a letter and a number, like D4, or pass; {range}");
    for (text, message) in [
        ("", "the position is empty; write moves, like 'D4 pass', or rows and the side to move, like '5/5/5/5/5 x'".to_owned()),
        ("x", format!("'x' is no point (at character 1); {form}")),
        ("E5 5E", format!("'5E' is no point (at character 4); {form}")),
        ("E5 F5", format!("'F5' is outside the board (at character 4); {range}")),
        ("I5", format!("'I5' is outside the board (at character 1); {range}")),
        ("A0", format!("'A0' is outside the board (at character 1); {range}")),
        ("A99999999999999999999999", format!("'A99999999999999999999999' is outside the board (at character 1); {range}")),
        ("A1 é A2", format!("'é' is no point (at character 4); {form}")),
        ("A1A1", "a stone is already on A1 (at character 3); choose an empty point".into()),
        ("pass pass A1", "A1 can't be played (at character 11); the game is over: white wins by 7.5: black 0, white 0 and komi 7.5".into()),
        ("A2 pass B1 A1", "that would be suicide: a stone on A1 has no liberty (at character 12); a move must capture or leave its stones a liberty".into()),
        ("B3 C3 A2 D2 B1 C1 E5 B2 C2 B2", "ko: white may not take back on B2 at once (at character 28); play elsewhere first".into()),
        ("5/5/5/5 x", "there are 4 rows instead of 5 (at character 8); separate rows by /".into()),
        ("5/5/5/5/5/5 x", "there are more than 5 rows (at character 10)".into()),
        ("5/5/6/5/5 x", "row 3 from the top is wider than 5 (at character 5)".into()),
        ("5/5/5/5/5", "the side to move is missing (at character 10); end with a space and x or o".into()),
        ("5/5/5/5/5 w", "'w' is no side to move (at character 11); write x or o".into()),
        ("5/5/5/5/q4 x", "'q' is no cell (at character 9); write x, o, or a number of empty cells".into()),
        ("ox3/x4/5/5/5 x", "white's chain on A5 has no liberty (at character 1); captured stones are taken off".into()),
        ("5/5/5/5/5 x A1", "there is no ko on A1 (at character 13); a ko is where a lone stone in atari took one stone".into()),
        ("5/5/5/5/5 x Z1", format!("'Z1' is outside the board (at character 13); {range}")),
        ("5/5/5/5/5 x 17", format!("'17' is no point (at character 13); {form}")),
        ("5/5/5/5/5 x pass pass pass", "'pass' is one word too many (at character 23); after the side to move: a ko point, or up to two passes".into()),
        ("5/5/5/5/5 x pass A1", "'A1' is one word too many (at character 18); after the side to move: a ko point, or up to two passes".into()),
        ("4x/5/1xo2/x1xo1/1xo2 o B2 pass", "'pass' is one word too many (at character 27); after the side to move: a ko point, or up to two passes".into()),
        ("4x/5/1xo2/x1xo1/1xo2 x B2", "there is no ko on B2 (at character 24); a ko is where a lone stone in atari took one stone".into()),
    ] {
        assert_eq!(error("size=5", text), message, "{text}");
    }
    assert_eq!(
        error("size=2", "A1 B2 A2 B1 A1 A2 A1"),
        "'A1' repeats an earlier position (at character 19); the ko rule forbids it"
    );
    assert_eq!(
        error("size=3,cap=9", "3/3/3 x 10"),
        "'10' moves can't have been made (at character 9); the game ends after 9"
    );
    assert_eq!(
        error("size=3,suicide=true", "A2 pass B1 A1"),
        "the stone on A1 would take only itself off (at character 12); that would leave the \
         position as it is; pass instead"
    );
    for long in [
        "x",
        "/",
        "1",
        "9",
        "9/",
        "🦀",
        ".",
        " x",
        "A1",
        "pass ",
        "A1 pass ",
        "A1,",
        " ",
        "5/5/5/5/5 x ",
    ] {
        let text = long.repeat(10_000_000 / long.len());
        error("size=5", &text);
    }
}

#[test]
fn a_view_is_a_go_board() {
    let view = at("", "E5 C3").view();
    assert_eq!((view.style, view.columns, view.cells.len()), (Style::Points, 9, 81));
    assert_eq!(view.column_labels.join(""), "ABCDEFGHJ");
    assert_eq!((&view.row_labels[0][..], &view.row_labels[8][..]), ("9", "1"));
    let piece = view.cells[40].piece.as_ref().unwrap();
    assert_eq!((&piece.text[..], piece.symbol.as_deref()), ("X", Some("●")));
    assert_eq!(piece.owner, Some(Player::First));
    let piece = view.cells[6 * 9 + 2].piece.as_ref().unwrap();
    assert_eq!((&piece.text[..], piece.symbol.as_deref()), ("O", Some("○")));
    assert_eq!(view.captions, ["komi 7.5"]);
    let dots = |settings: &str| {
        let position = go(settings);
        let cells = position.view().cells;
        let dots = position.board.points().filter(|&at| cells[position.cell(at)].dot);
        dots.map(|at| position.point_name(at)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(dots(""), "C7 G7 E5 C3 G3");
    assert_eq!(dots("size=13"), "D10 K10 G7 D4 K4");
    assert_eq!(dots("size=19"), "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4");
    assert_eq!(dots("size=8"), "C6 F6 C3 F3");
    assert_eq!(dots("size=5"), "");
    let captions = |settings: &str, text: &str| at(settings, text).view().captions.join("|");
    assert_eq!(captions("size=5", "A1 pass"), "komi 7.5, white passed");
    assert_eq!(captions("size=5", "4x/5/1xo2/x1xo1/1xo2 o B2"), "komi 7.5, ko on B2");
    assert_eq!(captions("size=5,komi=0", "pass pass"), "draw: black 0, white 0");
    assert_eq!(
        captions("size=5", "A1 pass pass"),
        "black wins by 17.5: black 25, white 0 and komi 7.5"
    );
    assert_eq!(at("", "E5").clicks(Move::PASS), [0; 0]);
    let m = go("").read("e5").unwrap();
    assert_eq!(go("").clicks(m), [40]);
}

#[test]
fn names_of_games() {
    for (name, shown) in [
        ("go", "go9"),
        ("go9", "go9"),
        ("go(size=19)", "go19"),
        ("go19(komi=6.50)", "go(size=19,komi=6.5)"),
        ("go(size=13,komi=7)", "go(size=13,komi=7)"),
        ("go(komi=-0.5,ko=SIMPLE)", "go(komi=-0.5,ko=simple)"),
    ] {
        let session = outplay::open(&[ENTRY], name).unwrap();
        assert_eq!(session.name(), shown, "{name}");
    }
    let wrong = |name: &str| outplay::open(&[ENTRY], name).err().unwrap().to_string();
    assert_eq!(wrong("go(komi=7.3)"), "komi can't be '7.3'; it is -361 to 361 in steps of 0.5");
    assert_eq!(wrong("go(size=1)"), "size can't be '1'; it is 2 to 19");
    assert_eq!(wrong("go(size=20)"), "size can't be '20'; it is 2 to 19");
}

proptest! {
    #[test]
    fn no_text_panics_and_what_is_read_is_written(
        text in r"([xo.1-5/]{0,12}/){0,4}[xo.1-5/]{0,12} ?[xo]?( [A-Fa-fpasI0-9]{0,4}){0,3}",
        moves in r"([a-eA-E][1-5],? ?|pass ?){0,30}",
        vertex in r"\PC{0,5}",
    ) {
        for settings in ["size=4", "size=5,suicide=true,ko=situational", "size=3,cap=9"] {
            let start = go(settings);
            for text in [&text, &moves] {
                if let Ok(position) = start.parse(text) {
                    let written = position.to_string();
                    let again = start.parse(&written).unwrap();
                    prop_assert_eq!(&again, &position);
                    prop_assert_eq!(again.key(), position.key());
                }
            }
            let _ = start.read(&vertex);
        }
    }
}
