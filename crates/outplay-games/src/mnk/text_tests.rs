use outplay::{Game, Mark, Outcome, Player, Position, open};
use proptest::prelude::*;

use super::tests::{at, has_line, mnk};
use super::*;

type Small = Mnk<u64>;
type Large = Mnk<u128>;

fn error(start: &Small, text: &str) -> String {
    start.parse(text).unwrap_err().to_string()
}

#[test]
fn moves_as_text() {
    let position = at(&Small::default(), "x1o/1x1/2o x");
    for (text, cell) in [("b3", 1), ("1", 1), (" C2 ", 5), ("5", 5), ("a1", 6), ("b1", 7)] {
        assert_eq!(position.clicks(position.read(text).unwrap()), [cell], "{text}");
    }
    let message = |text: &str| position.read(text).unwrap_err().to_string();
    assert_eq!(message("a3"), "'a3' is taken by x; choose an empty cell");
    assert_eq!(message(" 8"), "'8' is taken by o; choose an empty cell");
    assert_eq!(
        message("9"),
        "'9' is outside the board; cells are 0 to 8 from the top left, or a1 to c3"
    );
    assert_eq!(
        message("d1"),
        "'d1' is outside the board; columns are a to c, rows 1 to 3 from the bottom"
    );
    for text in ["", "hello", "b", "-1", "1.5", "b2b2", "é2", "b２", "\u{202e}b2", "e2e4\n go"] {
        assert!(message(text).contains("is no cell; write a letter and a number"), "{text}");
    }
    let long = "9".repeat(1_000_000);
    assert!(message(&long).len() < 200);
    let over = at(&Small::default(), "xxx/oo1/3 o");
    assert_eq!(
        over.read("a1").unwrap_err().to_string(),
        "'a1' can't be played; the game is over: first"
    );
    assert!(mnk::<u64>("width=4").read("5").is_err());
}

#[test]
fn impossible_positions_are_refused() {
    let start = Small::default();
    for (text, message) in [
        (
            "xxx/xx1/o2 o",
            "5 of x and 1 of o are too far out of balance; one side is at most 2 ahead",
        ),
        ("xxx/ooo/3 x", "x and o both have 3 in a row; the game ends with the first such line"),
        (
            "xxx/oo1/3 x",
            "x has 3 in a row, which ended the game with x's move (at character 11); the side to move is o",
        ),
        (
            "1ox/ox1/x2 x",
            "x has 3 in a row, which ended the game with x's move (at character 12); the side to move is o",
        ),
    ] {
        assert_eq!(error(&start, text), message);
    }
    let misere = mnk("misere=true");
    assert!(error(&misere, "xxx/oo1/3 x").starts_with("x has 3 in a row"));
    assert_eq!(at(&misere, "xxx/oo1/3 o").outcome(), Some(Outcome::Win(Player::Second)));
    for text in ["", "garbage", "🦀/🦀/🦀 🦀", "3/3/3", "2/3/3 x", "3/3 x"] {
        assert!(!error(&start, text).contains('\n'));
    }
}

#[test]
fn bad_parameters_are_refused() {
    let message = |name: &str| match open(crate::ALL, name) {
        Ok(_) => panic!("{name} was opened"),
        Err(error) => error.to_string(),
    };
    assert_eq!(message("mnk(width=0)"), "width can't be '0'; it is 1 to 19");
    assert_eq!(message("mnk(width=1000000000)"), "width can't be '1000000000'; it is 1 to 19");
    assert_eq!(
        message("mnk(k=4)"),
        "k can't be 4 on a board of 3 by 3; it is at most the larger side"
    );
    assert_eq!(
        message("mnk(width=19,height=19)"),
        "a board of 19 by 19 is too large; (width + 1) × height is at most 128"
    );
    for name in ["mnk", "tictactoe4", "mnk(width=10,height=11,k=5)", "tictactoe(misere=true)"] {
        assert!(open(crate::ALL, name).is_ok(), "{name}");
    }
}

#[test]
fn the_board_as_a_picture() {
    let view = at(&mnk("width=4"), "xxx1/oo2/4 o").view();
    assert_eq!((view.columns, view.rows()), (4, 3));
    assert_eq!(view.column_labels, ["a", "b", "c", "d"]);
    assert_eq!(view.row_labels, ["3", "2", "1"]);
    let won: Vec<_> = (0..12).filter(|&cell| view.cells[cell].mark == Mark::Win).collect();
    assert_eq!(won, [0, 1, 2]);
    let piece = view.cells[4].piece.as_ref().unwrap();
    assert_eq!((piece.text.as_str(), piece.owner), ("o", Some(Player::Second)));
    assert_eq!(view.cells[3].piece, None);
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>(), like in "[xo1-9/._ -]{0,30}", cell in "[a-zA-Z]?[0-9]{0,4}") {
        for start in [Small::default(), mnk("width=7,height=4,k=4")] {
            for text in [&text, &like, &cell] {
                if let Ok(position) = start.parse(text) {
                    prop_assert_eq!(&start.parse(&position.to_string()).unwrap(), &position);
                }
                if let Ok(m) = start.read(text) {
                    prop_assert_eq!(start.read(&start.write(m)).unwrap(), m);
                }
            }
        }
    }

    /// Rows of the right size are read, or refused for what stands in them.
    #[test]
    fn random_boards(cells in "[xo.]{3}/[xo.]{3}/[xo.]{3} [xo]") {
        let start = Large::default();
        match start.parse(&cells) {
            Ok(position) => {
                prop_assert!(!has_line(&position, position.turn()));
                prop_assert_eq!(&start.parse(&position.to_string()).unwrap(), &position);
            }
            Err(error) => {
                let message = error.to_string();
                prop_assert!(message.contains("in a row") || message.contains("balance"), "{}", message);
            }
        }
    }
}
