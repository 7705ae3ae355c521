mod data;
mod forced;
mod fouls;
mod known;
mod naive;
mod play;
mod promising;
mod speed;
mod texts;

use outplay::{Game, Params, Position};

use super::setup::Setup;
use super::{Colour, Gomoku, Move, text};

/// An empty board.
fn game(settings: &str) -> Gomoku {
    let mut params = Params::defaults(&text::INFO);
    params.set(&text::INFO, settings).unwrap();
    Gomoku::with(&params)
}

/// A position from rows drawn from the top, `x` and `o` and anything else for empty; the board is
/// square. Spaces between the cells are left out.
fn drawn(rule: &str, turn: char, rows: &[&str]) -> Gomoku {
    let mut text = vec![];
    for row in rows {
        let cells = row.chars().filter(|c| !c.is_whitespace());
        text.push(cells.map(|c| if matches!(c, 'x' | 'o') { c } else { '.' }).collect::<String>());
    }
    let start = game(&format!("size={},rule={rule}", rows.len()));
    start.parse(&format!("{} {turn}", text.join("/"))).unwrap()
}

/// Every rule on small, usual and large boards.
const KINDS: [&str; 12] = [
    "size=5",
    "size=6,rule=standard",
    "size=7,rule=renju",
    "size=8,rule=caro",
    "size=9",
    "size=9,rule=renju",
    "size=15",
    "size=15,rule=standard",
    "size=15,rule=renju",
    "size=15,rule=caro",
    "size=22,rule=renju",
    "size=22,rule=standard",
];

fn moves(position: &Gomoku) -> Vec<Move> {
    let mut moves = vec![];
    position.moves(&mut moves);
    moves
}

/// Plays near the middle and near other stones, so that shapes come about.
pub(super) fn crowded_move(position: &Gomoku, random: &mut outplay::Random) -> Move {
    let moves = moves(position);
    let mut best = moves[random.below(moves.len())];
    for _ in 0..4 {
        let other = moves[random.below(moves.len())];
        let worth = |m: Move| m.cell().map_or(0, |cell| position.promise(cell));
        if worth(other) > worth(best) {
            best = other;
        }
    }
    best
}

#[test]
fn setups_are_as_asked() {
    let setup = |rule, size, swap2| Setup { size, rule, swap2 };
    assert_eq!(game("").setup, setup(super::Rule::Freestyle, 15, false));
    assert_eq!(game("rule=renju,size=22").setup, setup(super::Rule::Renju, 22, false));
    assert_eq!(game("rule=caro,opening=swap2").setup, setup(super::Rule::Caro, 15, true));
    assert_eq!(game("size=5").next, Colour::Black);
}
