//! Positions as text, right and wrong, and the board as a picture.

use outplay::{Game, Mark, Outcome, Player, Position, Style};
use proptest::prelude::*;

use super::*;

fn refusal(text: &str) -> String {
    xiangqi("").parse(text).unwrap_err().to_string()
}

#[test]
fn forms_that_are_read() {
    let start = Xiangqi::default();
    assert_eq!(start.to_string(), fen::START);
    let rows = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    for (text, expected) in [
        (format!("{rows} w"), format!("{rows} w - - 0 1")),
        (format!("  {rows}\tr - -  "), format!("{rows} w - - 0 1")),
        (format!("{rows} b - - 7 12"), format!("{rows} b - - 7 12")),
        (format!("{rows} b - - 7 0"), format!("{rows} b - - 7 1")),
        (rows.replace('n', "h").replace('b', "e") + " w", format!("{rows} w - - 0 1")),
        (rows.replace('N', "H").replace('B', "E") + " w", format!("{rows} w - - 0 1")),
        (rows.replace("/9/", "/135/") + " w", format!("{rows} w - - 0 1")),
    ] {
        assert_eq!(at(&text).to_string(), expected);
    }
}

#[test]
fn refusals_name_the_place() {
    for (text, reason) in [
        ("", "the position is empty"),
        (" \n ", "the position is empty"),
        (
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
            "the side to move is missing (at character 60)",
        ),
        ("4k4/9/9/9/9/9/9/9/9/3K5 x", "'x' is no side (at character 25)"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w KQ", "'KQ' has no meaning here (at character 27)"),
        (
            "4k4/9/9/9/9/9/9/9/9/3K5 w - - x",
            "'x' is not the plies since the last capture (at character 31)",
        ),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - -1", "is not the plies"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - +1", "is not the plies"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 99999999999999999999", "is not the plies"),
        (
            "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1000001",
            "is not the number of the move (at character 33)",
        ),
        (
            "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 more",
            "'more' is one field too many (at character 35)",
        ),
        ("4k4/9/9/9/9/9/9/9/9 w", "there are 9 rows (at character 20)"),
        ("4k4/9/9/9/9/9/9/9/9/3K5/9 w", "there are more than 10 rows (at character 24)"),
        ("4k4/9/9/9/9/8/9/9/9/3K5 w", "row 6 from the top has 8 points (at character 14)"),
        ("4k4/9/9/9/9/91/9/9/9/3K5 w", "row 6 from the top is too long (at character 14)"),
        ("4k4/9/9/9/9/9r/9/9/9/3K5 w", "row 6 from the top is too long"),
        ("4k4/9/9/9/9/0/9/9/9/3K5 w", "'0' is no piece (at character 13)"),
        ("4k4/9/9/9/9/xx7/9/9/9/3K5 w", "'x' is no piece (at character 13)"),
        ("4k4/9/9/9/9/帥8/9/9/9/3K5 w", "'帥' is no piece (at character 13)"),
        ("4k4/9/9/9/9/9/9/9/9/9 w", "Red has no general"),
        ("9/9/9/9/9/9/9/9/9/3K5 w", "Black has no general"),
        ("4k4/9/9/9/9/9/9/9/3K5/3K5 w", "Red has more than 1 general (at character 24)"),
        ("KKKKKKKKK/K8/9/9/9/9/9/9/9/9 w", "Red's general can't be on a9 (at character 1)"),
        ("4k4/9/9/9/9/9/9/2K6/9/9 w", "Red's general can't be on c2"),
        ("3K5/9/9/9/9/9/9/9/9/4k4 w", "Red's general can't be on d9"),
        ("4k4/9/9/9/9/9/9/9/3A5/3K5 w", "Red's advisor can't be on d1"),
        ("4k4/9/9/9/9/9/9/9/B8/3K5 w", "Red's elephant can't be on a1"),
        ("2B1k4/9/9/9/9/9/9/9/9/3K5 w", "Red's elephant can't be on c9"),
        ("4k4/9/9/9/9/9/9/P8/9/3K5 w", "Red's soldier can't be on a2"),
        ("4k4/9/9/9/9/9/1P7/9/9/3K5 w", "Red's soldier can't be on b3"),
        ("4k4/9/9/1p7/9/9/9/9/9/3K5 w", "Black's soldier can't be on b6"),
        ("4k4/9/9/9/9/P8/P8/9/9/3K5 w", "Red has two soldiers on file a"),
        ("RRRk5/9/9/9/9/9/9/9/9/4K4 w", "Red has more than 2 chariots (at character 3)"),
        ("4k4/PPPPPP3/9/9/9/9/9/9/9/3K5 w", "Red has more than 5 soldiers"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "the generals face each other"),
        ("4k4/9/9/9/4R4/9/9/9/9/3K5 w", "Red is to move and could capture Black's general"),
    ] {
        let error = refusal(text);
        assert!(error.contains(reason), "{text}: {error}");
        assert!(!error.contains('\n') && error.len() < 300, "{error}");
    }
}

#[test]
fn long_texts_are_refused_quickly() {
    const LONG: usize = 10 << 20;
    for text in ["9/", "k", " ", "w ", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 ", "1", "帥"] {
        let text = text.repeat(LONG / text.len());
        assert!(refusal(&text).len() < 300);
        assert!(Xiangqi::default().read(&text).unwrap_err().to_string().len() < 300);
    }
}

#[test]
fn what_a_player_sees() {
    let view = Xiangqi::default().view();
    assert_eq!((view.style, view.columns, view.rows()), (Style::River, 9, 10));
    assert_eq!(view.row_labels.concat(), "9876543210");
    assert_eq!(view.column_labels.concat(), "abcdefghi");
    assert_eq!(view.captions, ["Red to move"]);
    let piece = |cell: usize| {
        let piece = view.cells[cell].piece.clone().unwrap();
        (piece.text, piece.symbol.unwrap(), piece.owner.unwrap())
    };
    let row = |row: usize| (0..9).map(|file| piece(9 * row + file).1).collect::<String>();
    assert_eq!(row(0), "車馬象士將士象馬車");
    assert_eq!(row(9), "俥傌相仕帥仕相傌俥");
    assert_eq!(piece(9 * 7 + 1), ("C".to_owned(), "炮".to_owned(), Player::First));
    assert_eq!(piece(9 * 3), ("p".to_owned(), "卒".to_owned(), Player::Second));
    let cannon = Xiangqi::default().read("h2e2").unwrap();
    assert_eq!(Xiangqi::default().clicks(cannon), [70, 67]);

    let check = at("4k4/9/9/9/4R4/9/9/9/9/3K5 b - - 41 30");
    let view = check.view();
    assert_eq!(view.cells[4].mark, Mark::Alert);
    assert_eq!(view.captions[0], "Black to move, in check");
    assert_eq!(view.captions[1], "20 moves without a capture; a draw at 60");
    assert_eq!(view.cells.iter().filter(|cell| cell.mark == Mark::Alert).count(), 1);
}

#[test]
fn ends() {
    let mated = at("R3k4/R8/9/9/9/9/9/9/9/3K5 b");
    assert_eq!(mated.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(mated.view().captions, ["Black is checkmated"]);
    // The soldier holds the rank, the general the file.
    let stalemated = at("3k5/4P4/9/9/9/9/9/9/9/4K4 b");
    assert_eq!(stalemated.outcome(), Some(Outcome::Win(Player::First)));
    assert!(!stalemated.in_check());
    assert_eq!(stalemated.view().captions, ["Black has no legal move, and has lost"]);

    // The limit comes after a mate, and there need not be one.
    let text = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 119 80";
    let mut drawn = at(text);
    drawn.play(drawn.read("a1b1").unwrap());
    assert_eq!(drawn.outcome(), Some(Outcome::Draw));
    assert_eq!(drawn.view().captions, ["a draw: 60 moves without a capture"]);
    assert!(drawn.read("e9e8").unwrap_err().to_string().contains("the game is over"));
    let mut goes_on = xiangqi("limit=0").parse(text).unwrap();
    goes_on.play(goes_on.read("a1b1").unwrap());
    assert_eq!(goes_on.outcome(), None);
    let mut mates = at("4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 119 80");
    mates.play(mates.read("b1b9").unwrap());
    assert_eq!(mates.outcome(), Some(Outcome::Win(Player::First)));
}

proptest! {
    #[test]
    fn no_text_panics(
        text in any::<String>(),
        like in "[kabnrcpKABNRCP1-9/]{1,60}( [wb])?( -)?( -)?( [0-9]{0,3})?",
    ) {
        for text in [&text, &like] {
            if let Ok(position) = Xiangqi::default().parse(text) {
                prop_assert_eq!(&at(&position.to_string()), &position);
            }
        }
    }

    /// Ten rows of nine: read, or refused for what stands in them.
    #[test]
    fn random_boards(rows in proptest::collection::vec("[rnc.]{2}[.]{1}[kar.]{1}[.bR]{1}[A.]{1}[pP.]{2}[.]", 10)) {
        let text = rows.join("/").replace('.', "1") + " b";
        match Xiangqi::default().parse(&text) {
            Ok(position) => prop_assert_eq!(&at(&position.to_string()), &position),
            Err(error) => prop_assert!(!error.to_string().contains("rows")),
        }
    }
}
