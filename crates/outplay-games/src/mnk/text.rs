//! m,n,k games as people and programs meet them.

use core::fmt;

use outplay::{
    Alias, Evaluator, Game, Info, InputError, Kind, Mark, Parameter, Params, Player, Position,
    Style, View, quote,
};

use super::{Cell, Mnk, OpenLines, Shape, Word};
use crate::grid;

const SIZE: Kind = Kind::Integer { default: 3, least: 1, most: Shape::<u64>::LARGEST as i64 };

pub(super) const INFO: Info = Info {
    id: "mnk",
    name: "m,n,k game",
    name_zh: "m,n,k 棋",
    summary: "Place stones in turn; who first has k in a row, in any direction, wins.",
    summary_zh: "双方轮流落子，先在任一方向连成 k 子者胜。",
    players: ["x", "o"],
    parameters: &[
        Parameter { name: "width", help: "columns of the board", kind: SIZE },
        Parameter {
            name: "height",
            help: "rows of the board; (width + 1) × height is at most 128",
            kind: SIZE,
        },
        Parameter {
            name: "k",
            help: "stones in a row that end the game, at most the larger side",
            kind: SIZE,
        },
        Parameter { name: "misere", help: "who has k in a row loses", kind: Kind::FLAG },
    ],
    aliases: &[
        Alias {
            id: "tictactoe",
            name: "tic-tac-toe",
            name_zh: "井字棋",
            sets: "width=3,height=3,k=3",
        },
        Alias {
            id: "tictactoe4",
            name: "tic-tac-toe, four in a row",
            name_zh: "四连井字棋",
            sets: "width=4,height=4,k=4",
        },
    ],
    move_notation: "a cell: column letter, row number from the bottom (b2); on 3×3 also 0 to 8 from \
                    the top left",
    position_notation: "rows from the top joined by /, digits for empty cells, then the side to \
                        move (x1o/1x1/2o x); one side may be up to two stones ahead",
    evaluator: "open lines by their stones, threats, centre and corners, who is to move",
    dialects: &[],
    perft: &[
        (1, 9),
        (2, 72),
        (3, 504),
        (4, 3_024),
        (5, 15_120),
        (6, 54_720),
        (7, 148_176),
        (8, 200_448),
        (9, 127_872),
    ],
    depth: 9,
    ..Info::NONE
};

impl<W: Word> Mnk<W> {
    /// Where a move would go, counted row by row from the top left.
    fn read_index(&self, text: &str) -> Result<usize, InputError> {
        let wanted = text.trim();
        let by_number = self.columns() == 3 && self.rows() == 3;
        if !by_number || wanted.is_empty() || !wanted.bytes().all(|b| b.is_ascii_digit()) {
            return grid::read_cell(text, self.columns(), self.rows());
        }
        match wanted.parse() {
            Ok(index) if index < 9 => Ok(index),
            _ => Err(InputError::new(format!("{} is outside the board", quote(text)))
                .hint("cells are 0 to 8 from the top left, or a1 to c3")),
        }
    }

    /// Refuses what can't have come about, nor be meant as a study.
    fn check(&self, text: &grid::Grid) -> Result<(), InputError> {
        /// By so many stones one side may be ahead of the other.
        const MOST_AHEAD: usize = 2;
        let [x, o] = text.counts();
        if x.abs_diff(o) > MOST_AHEAD {
            return Err(InputError::new(format!(
                "{x} of x and {o} of o are too far out of balance"
            ))
            .hint(format!("one side is at most {MOST_AHEAD} ahead")));
        }
        let length = self.shape.length;
        let has_line = |side| self.shape.lines.any(self.stones(side));
        if has_line(self.turn) && has_line(!self.turn) {
            return Err(InputError::new(format!("x and o both have {length} in a row"))
                .hint("the game ends with the first such line"));
        }
        if has_line(self.turn) {
            let (owner, next) = (grid::stone(self.turn), grid::stone(!self.turn));
            return Err(InputError::new(format!(
                "{owner} has {length} in a row, which ended the game with {owner}'s move"
            ))
            .at(text.turn_place)
            .hint(format!("the side to move is {next}")));
        }
        Ok(())
    }
}

impl<W: Word> fmt::Display for Mnk<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = |index| self.owner(index);
        grid::write(f, self.columns(), self.rows(), owner, self.turn)
    }
}

impl<W: Word> Game for Mnk<W> {
    const INFO: Info = INFO;

    fn write(&self, m: Cell) -> String {
        let index = self.shape.index(u32::from(m.0));
        grid::cell_name(index, self.columns(), self.rows())
    }

    fn parse(&self, text: &str) -> Result<Mnk<W>, InputError> {
        let read = grid::read(text, self.columns(), self.rows())?;
        let mut position = Mnk::new(self.shape);
        position.turn = read.turn;
        for (index, owner) in read.cells.iter().enumerate() {
            let cell = W::cell(self.shape.bit(index));
            match owner {
                Some(owner) if *owner == read.turn => position.own = position.own | cell,
                Some(_) => position.other = position.other | cell,
                None => {}
            }
        }
        position.check(&read)?;
        Ok(position)
    }

    fn evaluator(&self) -> impl Evaluator<Mnk<W>> {
        OpenLines::new(self)
    }

    fn new(params: &Params) -> Result<Mnk<W>, InputError> {
        Mnk::with(params)
    }

    fn read(&self, text: &str) -> Result<Cell, InputError> {
        let index = self.read_index(text)?;
        if let Some(owner) = self.owner(index) {
            let what = format!("{} is taken by {}", quote(text.trim()), grid::stone(owner));
            return Err(InputError::new(what).hint("choose an empty cell"));
        }
        if let Some(outcome) = self.outcome() {
            let what = format!("{} can't be played", quote(text.trim()));
            return Err(InputError::new(what).hint(format!("the game is over: {outcome}")));
        }
        Ok(Cell(self.shape.bit(index) as u8))
    }

    fn view(&self) -> View {
        let mut view = View::grid(Style::Squares, self.columns(), self.rows());
        for index in 0..view.cells.len() {
            if let Some(owner) = self.owner(index) {
                view.put(index, grid::stone(owner), Some(owner));
            }
        }
        for side in [Player::First, Player::Second] {
            for bit in self.shape.lines.stones(self.stones(side)).cells() {
                view.cells[self.shape.index(bit)].mark = Mark::Win;
            }
        }
        view
    }

    fn clicks(&self, m: Cell) -> Vec<usize> {
        vec![self.shape.index(u32::from(m.0))]
    }
}
