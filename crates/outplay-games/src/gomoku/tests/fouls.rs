use super::super::{Foul, Rule};
use super::*;
use crate::grid;

use Foul::{DoubleFour, DoubleThree, Overline};

fn cell(name: &str) -> usize {
    grid::read_cell(name, 15, 15).unwrap()
}

/// A board of renju with these stones, Black to move.
fn board(black: &str, white: &str) -> Gomoku {
    let mut position = game("rule=renju");
    for (stones, colour) in [(black, Colour::Black), (white, Colour::White)] {
        for name in stones.split_whitespace() {
            position.next = colour;
            position.place(cell(name));
        }
    }
    (position.next, position.winner) = (Colour::Black, None);
    position
}

/// Black stones, white stones, a point, and what a black stone there is.
type Case = (&'static str, &'static str, &'static str, Option<Foul>);

const THREES: [Case; 22] = [
    // Two threes through h8, and what is wrong with one of them.
    ("g8 i8 h7 h9", "", "h8", Some(DoubleThree)),
    ("g7 i9 g9 i7", "", "h8", Some(DoubleThree)),
    ("g8 i8 h7 h9 g7 i9", "", "h8", Some(DoubleThree)),
    ("g8 i8 h7 h9", "f8", "h8", None),
    ("g8 i8 h7 h9", "e8", "h8", Some(DoubleThree)),
    ("g8 i8 h7 h9", "e8 k8", "h8", None),
    ("g8 i8 h7 h9", "e8 l8", "h8", Some(DoubleThree)),
    // With a gap.
    ("f8 i8 h7 h9", "", "h8", Some(DoubleThree)),
    ("f8 i8 h7 h9", "g8", "h8", None),
    ("f8 i8 h7 h9", "e8", "h8", None),
    ("f8 i8 h6 h9", "", "h8", Some(DoubleThree)),
    // Two gaps are no three.
    ("f8 j8 h7 h9", "", "h8", None),
    // At the border.
    ("b8 d8 c7 c9", "", "c8", Some(DoubleThree)),
    ("a8 c8 b7 b9", "", "b8", None),
    ("b1 d1 c2 c3", "", "c1", None),
    ("b14 d14 c13 c12", "", "c14", Some(DoubleThree)),
    // A fourth black stone two cells away leaves one way to a straight four, or none.
    ("d8 g8 i8 h7 h9", "", "h8", Some(DoubleThree)),
    ("d8 g8 i8 h7 h9", "k8", "h8", None),
    ("d8 g8 i8 l8 h7 h9", "", "h8", None),
    // A straight four with a three is four and three.
    ("f8 g8 i8 h7 h9", "", "h8", None),
    // A four and two threes are two threes.
    ("e8 f8 g8 h7 h9 g7 i9", "d8", "h8", Some(DoubleThree)),
    ("e8 f8 g8 h7 h9", "d8", "h8", None),
];

const FOURS_AND_MORE: [Case; 20] = [
    ("e8 f8 g8 h5 h6 h7", "", "h8", Some(DoubleFour)),
    ("e8 f8 g8 h5 h6 h7", "d8", "h8", Some(DoubleFour)),
    ("e8 f8 g8 h5 h6 h7", "d8 i8", "h8", None),
    ("d8 e8 g8 h5 h6 h7", "c8 i8", "h8", Some(DoubleFour)),
    ("a8 b8 c8 d5 d6 d7", "", "d8", Some(DoubleFour)),
    ("a8 b8 c8 d5 d6 d7", "e8", "d8", None),
    ("l12 m13 n14 o12 o13 o14", "", "o15", Some(DoubleFour)),
    // Both on one line.
    ("d8 f8 h8 j8", "", "g8", Some(DoubleFour)),
    ("d8 e8 g8 j8 k8", "", "h8", Some(DoubleFour)),
    ("c8 d8 e8 i8 j8 k8", "", "g8", Some(DoubleFour)),
    ("c8 d8 f8 h8 j8", "", "g8", None),
    ("d8 f8 h8 j8", "e8", "g8", None),
    // A four that would become six is none.
    ("e8 f8 i8 j8 g5 g6 g7", "", "g8", None),
    // Six and more.
    ("d8 e8 f8 h8 i8", "", "g8", Some(Overline)),
    ("a8 b8 c8 d8 f8 g8 h8 i8", "", "e8", Some(Overline)),
    ("a1 b2 c3 e5 f6", "", "d4", Some(Overline)),
    ("o1 n2 m3 k5 j6", "", "l4", Some(Overline)),
    // Five beats every foul.
    ("d8 e8 f8 h8 i8 g4 g5 g6 g7", "", "g8", None),
    ("h4 h5 h6 h7 e8 f8 g8 e5 f6 g7", "", "h8", None),
    ("h4 h5 h6 h7 g8 i8 g9 i7", "", "h8", None),
];

/// The three f8, h8, i8 can only become a straight four by g8; what if that is no legal move?
const RECURSION: [Case; 8] = [
    ("f8 i8 h7 h9", "", "h8", Some(DoubleThree)),
    // An overline.
    ("f8 i8 h7 h9 g5 g6 g7 g9 g10", "", "h8", None),
    // A double four.
    ("f8 i8 h7 h9 g4 g5 g6", "", "h8", None),
    // No four after all, so a three.
    ("f8 i8 h7 h9 g4 g5 g6", "g3 g7", "h8", Some(DoubleThree)),
    // A double three.
    ("f8 i8 h7 h9 g10 g11 f7", "", "h8", None),
    // One of its threes is shut in.
    ("f8 i8 h7 h9 g10 g11 f7", "g9", "h8", Some(DoubleThree)),
    // A five is not a straight four.
    ("f8 i8 h7 h9 g4 g5 g6 g7", "", "h8", None),
    ("f8 i8 h7 h9 g4 g5 g6 g7", "g3", "h8", None),
];

#[test]
fn what_is_forbidden_and_what_is_not() {
    for (black, white, point, foul) in THREES.iter().chain(&FOURS_AND_MORE).chain(&RECURSION) {
        let position = board(black, white);
        let what = format!("{black} / {white}: {point}");
        assert_eq!(position.foul(cell(point)), *foul, "{what}");
        let legal = moves(&position).contains(&Move::to(cell(point)));
        assert_eq!(legal, foul.is_none(), "{what}");
        // Not for White, and not by other rules.
        let mut white_next = position.clone();
        white_next.next = Colour::White;
        assert_eq!(white_next.foul(cell(point)), None);
        assert!(moves(&white_next).contains(&Move::to(cell(point))));
        let mut free = position.clone();
        free.setup.rule = Rule::Standard;
        assert_eq!(free.foul(cell(point)), None);
        // Nor does it matter how the board is turned.
        for turn in 0..8 {
            let turned = |names: &str| {
                let names = names.split_whitespace().map(|name| {
                    let (x, y) = (cell(name) % 15, cell(name) / 15);
                    let (x, y) = if turn & 1 > 0 { (14 - x, y) } else { (x, y) };
                    let (x, y) = if turn & 2 > 0 { (x, 14 - y) } else { (x, y) };
                    let (x, y) = if turn & 4 > 0 { (y, x) } else { (x, y) };
                    grid::cell_name(y * 15 + x, 15, 15)
                });
                names.collect::<Vec<_>>().join(" ")
            };
            let image = board(&turned(black), &turned(white));
            assert_eq!(image.foul(cell(&turned(point))), *foul, "{what}, turned by {turn}");
        }
    }
}

#[test]
fn a_five_wins_whatever_else_it_makes() {
    for (black, _, point, _) in &FOURS_AND_MORE[17..] {
        let mut position = board(black, "a1");
        position.play(Move::to(cell(point)));
        assert_eq!(position.winner, Some(Colour::Black));
    }
    // White wins with six, Black neither wins nor may.
    let mut position = board("", "d8 e8 f8 h8 i8");
    position.next = Colour::White;
    position.play(Move::to(cell("g8")));
    assert_eq!(position.winner, Some(Colour::White));
}

#[test]
fn refusals_say_why() {
    let error = |black: &str, point: &str| board(black, "").read(point).unwrap_err().to_string();
    let end = "; choose another cell";
    assert_eq!(
        error("g8 i8 h7 h9", "H8"),
        format!("'H8': Black may not make a double three there{end}")
    );
    assert_eq!(
        error("e8 f8 g8 h5 h6 h7", "h8"),
        format!("'h8': Black may not make a double four there{end}")
    );
    assert_eq!(
        error("d8 e8 f8 h8 i8", "g8"),
        format!("'g8': Black may not make an overline there{end}")
    );
}

/// Positions whose forbidden points several other programs agree on.
#[test]
fn known_forbidden_points() {
    let mut count = 0;
    for (text, forbidden) in known::FORBIDDEN {
        let position = game("rule=renju").parse(text).unwrap();
        let ours: Vec<_> = position
            .empty
            .cells()
            .filter_map(|at| {
                let kind = match position.foul(at)? {
                    Overline => '6',
                    DoubleFour => '4',
                    DoubleThree => '3',
                };
                Some(format!("{}:{kind}", position.write(Move::to(at))))
            })
            .collect();
        assert_eq!(ours.join(" "), forbidden, "{text}");
        count += ours.len();
    }
    assert!(count > 60, "{count}");
}

/// Black passes if there is nothing else; the game goes on.
#[test]
fn black_passes_with_only_forbidden_points_left() {
    // All but two cells of a board of 6 × 6 are taken; both would make six.
    let position =
        drawn("renju", 'x', &["xxx.xx", "ooxooo", "xoooxo", "oxxoxo", "oxoxxo", "xx.xxx"]);
    assert_eq!(position.foul(3), Some(Overline));
    assert_eq!(moves(&position), [Move::PASS]);
    assert_eq!(position.write(Move::PASS), "pass");
    assert_eq!(position.read("Pass").unwrap(), Move::PASS);
    let mut after = position.clone();
    let undo = after.play(Move::PASS);
    assert_eq!(after.next, Colour::White);
    assert!(after.read("pass").is_err());
    assert_eq!(moves(&after).len(), 2);
    assert_eq!(game("size=6,rule=renju").parse(&after.to_string()).unwrap(), after);
    after.undo(Move::PASS, undo);
    assert_eq!(after, position);
}
