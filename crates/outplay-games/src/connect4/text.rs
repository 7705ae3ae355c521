//! Connect Four as people and programs meet it.

use core::fmt;

use outplay::{
    Evaluator, Game, Info, InputError, Kind, Mark, Parameter, Params, Player, Position, Style,
    View, quote,
};

use super::{Column, Connect4, Shape, Threats};
use crate::grid::{self, Grid};
use crate::word::Word;

pub(super) const INFO: Info = Info {
    id: "connect4",
    name: "Connect Four",
    name_zh: "四子棋",
    summary: "Drop discs into columns in turn; who first has four in a row, in any direction, wins.",
    summary_zh: "双方轮流向各列投子，棋子落到最低的空格，先在任一方向连成四子者胜。",
    players: ["x", "o"],
    parameters: &[
        Parameter {
            name: "width",
            help: "columns of the board",
            kind: Kind::Integer { default: 7, least: 1, most: Shape::WIDEST as i64 },
        },
        Parameter {
            name: "height",
            help: "rows of the board; width × (height + 1) is at most 64",
            kind: Kind::Integer { default: 6, least: 1, most: Shape::TALLEST as i64 },
        },
    ],
    move_notation: "the column's number from the left (4)",
    position_notation: "the columns played so far as one word (4453), or rows from the top joined \
                        by /, digits for empty cells, then the side to move",
    evaluator: "cells that complete four and the parity of their rows, open lines, centre",
    perft: &[
        (1, 7),
        (2, 49),
        (3, 343),
        (4, 2_401),
        (5, 16_807),
        (6, 117_649),
        (7, 823_536),
        (8, 5_673_234),
    ],
    depth: 8,
    ..Info::NONE
};

impl Connect4 {
    fn columns(&self) -> usize {
        usize::from(self.shape.width)
    }

    fn rows(&self) -> usize {
        usize::from(self.shape.height)
    }

    fn range(&self) -> String {
        format!("columns are 1 to {}", self.columns())
    }

    /// The column with this number, full or not.
    fn named(&self, number: char) -> Option<Column> {
        let column = number.to_digit(10)?.checked_sub(1)?;
        (column < u32::from(self.shape.width)).then(|| Column((column * self.shape.stride()) as u8))
    }

    fn is_full(&self, m: Column) -> bool {
        self.landing(m) & self.shape.board == 0
    }

    /// Plays the columns of a word one after the other; it starts at character `start`.
    fn play_word(&self, word: &str, start: usize) -> Result<Connect4, InputError> {
        let mut position = Connect4::new(self.shape);
        for (place, number) in (start..).zip(word.chars()) {
            let number_text = || quote(number.encode_utf8(&mut [0; 4]));
            if let Some(outcome) = position.outcome() {
                let what = format!("the game was over ({outcome}) after {} moves", position.plies);
                return Err(InputError::new(what).at(place).hint("end the moves there"));
            }
            let Some(column) = position.named(number) else {
                let error = InputError::new(format!("{} is no column", number_text()));
                return Err(error.at(place).hint(self.range()));
            };
            if position.is_full(column) {
                let error = InputError::new(format!("column {number} is full"));
                return Err(error.at(place));
            }
            position.play(column);
        }
        Ok(position)
    }

    /// Sets up rows of discs.
    fn set_up(&self, text: &Grid) -> Result<Connect4, InputError> {
        let mut position = Connect4::new(self.shape);
        for (index, owner) in text.cells.iter().enumerate() {
            let Some(owner) = owner else { continue };
            let cell = 1 << self.shape.bit(index);
            position.taken |= cell;
            if *owner == text.turn {
                position.own |= cell;
            }
        }
        position.survey();
        self.check_gravity(text)?;
        self.check_turn(text)?;
        position.check_end(text)?;
        Ok(position)
    }

    fn check_gravity(&self, text: &Grid) -> Result<(), InputError> {
        let columns = self.columns();
        for index in 0..text.cells.len() - columns {
            let (Some(owner), None) = (text.cells[index], text.cells[index + columns]) else {
                continue;
            };
            let (stone, column) = (grid::stone(owner), index % columns + 1);
            let what = format!("an {stone} of column {column} hangs in the air");
            return Err(InputError::new(what)
                .at(text.places[index])
                .hint("discs fall to the lowest empty cell"));
        }
        Ok(())
    }

    fn check_turn(&self, text: &Grid) -> Result<(), InputError> {
        let [x, o] = text.counts();
        if x != o && x != o + 1 {
            return Err(InputError::new(format!("{x} of x and {o} of o can't be"))
                .hint("x moves first, and so has as many as o or one more"));
        }
        let turn = if x == o { Player::First } else { Player::Second };
        if turn == text.turn {
            return Ok(());
        }
        let what = format!("with {x} of x and {o} of o it is {}'s turn", grid::stone(turn));
        Err(InputError::new(what).at(text.turn_place).hint(format!("write {}", grid::stone(turn))))
    }

    /// The game ends with the first four: only the last disc can have made it.
    fn check_end(&self, text: &Grid) -> Result<(), InputError> {
        let (own, other) = (self.has_four(self.own), self.has_four(self.other()));
        let next = grid::stone(text.turn);
        let last = grid::stone(!text.turn);
        let error = match (own, other) {
            (false, false) => return Ok(()),
            (true, true) => InputError::new("x and o both have four in a row"),
            (true, false) => InputError::new(format!("{next} has four in a row but is to move"))
                .at(text.turn_place),
            (false, true) if self.last_disc_made_four() => return Ok(()),
            (false, true) => {
                InputError::new(format!("{last} had four in a row before its last disc"))
            }
        };
        Err(error.hint("the game ends with the first four in a row"))
    }

    /// Whether some disc on top of a column is part of every four.
    fn last_disc_made_four(&self) -> bool {
        let other = self.other();
        // The cell above each column's top disc, moved down by one.
        let tops = (self.taken + self.shape.bottom) >> 1;
        (tops & other).cells().any(|top| !self.has_four(other ^ (1 << top)))
    }
}

impl fmt::Display for Connect4 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = |index| self.owner(index);
        grid::write(f, self.columns(), self.rows(), owner, self.turn())
    }
}

impl Game for Connect4 {
    const INFO: Info = INFO;

    fn write(&self, m: Column) -> String {
        (self.shape.column(u32::from(m.0)) + 1).to_string()
    }

    fn parse(&self, text: &str) -> Result<Connect4, InputError> {
        let word = text.trim();
        if word.is_empty() {
            return Err(InputError::new("the position is empty").hint(format!(
                "write the columns played, like 12, or rows and the side to move, like '{}'",
                Connect4::new(self.shape)
            )));
        }
        if word.contains(|c: char| c == '/' || c.is_whitespace()) {
            return self.set_up(&grid::read(text, self.columns(), self.rows())?);
        }
        let start = text.chars().take_while(|c| c.is_whitespace()).count();
        self.play_word(word, start)
    }

    fn evaluator(&self) -> impl Evaluator<Connect4> {
        Threats::new(self)
    }

    fn new(params: &Params) -> Result<Connect4, InputError> {
        Connect4::with(params)
    }

    fn read(&self, text: &str) -> Result<Column, InputError> {
        let wanted = text.trim();
        let mut numbers = wanted.chars();
        let column = numbers
            .next()
            .and_then(|number| self.named(number))
            .filter(|_| numbers.next().is_none())
            .ok_or_else(|| {
                InputError::new(format!("{} is no column", quote(text))).hint(self.range())
            })?;
        if self.is_full(column) {
            let what = format!("column {} is full", self.write(column));
            return Err(InputError::new(what).hint("choose another"));
        }
        if let Some(outcome) = self.outcome() {
            let what = format!("{} can't be played", quote(wanted));
            return Err(InputError::new(what).hint(format!("the game is over: {outcome}")));
        }
        Ok(column)
    }

    fn view(&self) -> View {
        let mut view = View::grid(Style::Squares, self.columns(), self.rows());
        view.column_labels = (1..=self.columns()).map(|column| column.to_string()).collect();
        view.row_labels.clear();
        for index in 0..view.cells.len() {
            if let Some(owner) = self.owner(index) {
                view.put(index, grid::stone(owner), Some(owner));
            }
        }
        for side in [Player::First, Player::Second] {
            for bit in self.shape.lines().stones(self.discs(side)).cells() {
                view.cells[self.shape.index(bit)].mark = Mark::Win;
            }
        }
        view
    }

    /// The cell where the disc will come to rest.
    fn clicks(&self, m: Column) -> Vec<usize> {
        vec![self.shape.index(self.landing(m).first())]
    }
}
