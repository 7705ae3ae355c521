//! Commands of several lines, which end with `DONE`.

use std::time::Instant;

use outplay::{InputError, Player, quote};

use super::field::{Field, Point};

/// No board has more cells; what comes beyond is not kept.
const MOST_LINES: usize = 1024;

/// What the lines are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// `BOARD`: set up the stones, and move.
    Move,
    /// `YXBOARD`: set up the stones.
    SetUp,
    /// `SWAP2BOARD`: the next step of the opening.
    Swap2,
    /// `YXBLOCK`: don't move there.
    Block,
    /// `YXBLOCKUNDO`: these again.
    Unblock,
}

/// A command of several lines of which a part has arrived.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) purpose: Purpose,
    pub(super) asked: Instant,
    lines: Vec<Stone>,
    error: Option<InputError>,
}

/// A line: where, and whose (1 own, 2 the opponent's); 0 if it does not say.
#[derive(Clone, Copy, Debug)]
struct Stone {
    xy: [i64; 2],
    whose: i64,
}

const OWN: i64 = 1;
const OTHER: i64 = 2;
/// In a continuous game, a stone of a row that has been counted.
const COUNTED: i64 = 3;

impl Block {
    pub(super) fn new(purpose: Purpose, asked: Instant) -> Block {
        Block { purpose, asked, lines: vec![], error: None }
    }

    /// Takes a line.
    pub(super) fn take(&mut self, line: &str) {
        if self.error.is_some() {
            return;
        }
        match self.read(line) {
            Ok(_) if self.lines.len() == MOST_LINES => {
                self.fail(InputError::new("too many stones"));
            }
            Ok(stone) => self.lines.push(stone),
            Err(error) => self.fail(error),
        }
    }

    /// The command can't be followed. The first reason is kept.
    pub(super) fn fail(&mut self, error: InputError) {
        self.error.get_or_insert(error);
    }

    fn read(&self, line: &str) -> Result<Stone, InputError> {
        let says_whose = matches!(self.purpose, Purpose::Move | Purpose::SetUp);
        let form = if says_whose { "stones are such as 7,7,1" } else { "stones are such as 7,7" };
        let wrong = || InputError::new(format!("{} is no stone", quote(line))).hint(form);
        match numbers(line).as_deref() {
            Some(&[x, y]) if !says_whose => Ok(Stone { xy: [x, y], whose: 0 }),
            Some(&[x, y, whose @ (OWN | OTHER)]) => Ok(Stone { xy: [x, y], whose }),
            Some(&[_, _, COUNTED]) => Err(InputError::new("continuous games can't be played")
                .hint("every game ends with the first five")),
            _ => Err(wrong()),
        }
    }

    /// The points, in order.
    ///
    /// # Errors
    /// If a line could not be read, or is outside the board.
    pub(super) fn points(self, field: &Field) -> Result<Vec<Point>, InputError> {
        let Block { lines, error, .. } = self;
        error.map_or(Ok(()), Err)?;
        lines.iter().map(|stone| field.point(stone.xy)).collect()
    }

    /// The stones with their colours, and the own colour, which is to move.
    ///
    /// # Errors
    /// As [`points`](Block::points).
    pub(super) fn stones(
        self,
        field: &Field,
    ) -> Result<(Vec<(usize, Player)>, Player), InputError> {
        let Block { lines, error, .. } = self;
        error.map_or(Ok(()), Err)?;
        let mut cells = vec![];
        for Stone { xy, whose } in lines {
            // Passes leave nothing on the board.
            if let Point::Cell(cell) = field.point(xy)? {
                cells.push((cell, whose));
            }
        }
        let own = own_colour(&cells);
        let owner = |whose| if whose == OWN { own } else { !own };
        Ok((cells.into_iter().map(|(cell, whose)| (cell, owner(whose))).collect(), own))
    }

    /// The cells of an opening's stones in the order in which they are played: black and white by
    /// turns, whatever the order of the lines.
    ///
    /// # Errors
    /// As [`points`](Block::points), or if the stones can't have been placed by turns.
    pub(super) fn opening(self, field: &Field) -> Result<Vec<usize>, InputError> {
        let whose: Vec<i64> = self.lines.iter().map(|stone| stone.whose).collect();
        let cells = self.points(field)?.into_iter().map(|point| match point {
            Point::Cell(cell) => Ok(cell),
            Point::Pass => Err(InputError::new("nobody passes in the opening")),
        });
        let cells: Vec<usize> = cells.collect::<Result<_, _>>()?;
        if whose.contains(&0) {
            return Ok(cells);
        }
        let black_is = whose.first().copied();
        let pairs: Vec<(usize, i64)> = cells.into_iter().zip(whose).collect();
        let of = |is_black: bool| {
            let own = move |&&(_, one): &&(usize, i64)| (Some(one) == black_is) == is_black;
            pairs.iter().filter(own).map(|&(cell, _)| cell)
        };
        let (mut black, mut white) = (of(true), of(false));
        if black.clone().count() != pairs.len().div_ceil(2) {
            return Err(InputError::new("black and white did not take turns"));
        }
        let turns = (0..pairs.len()).filter_map(|place| match place % 2 {
            0 => black.next(),
            _ => white.next(),
        });
        Ok(turns.collect())
    }
}

/// The colour of the own stones when it is one's own turn. Where the numbers of stones don't tell,
/// because they can't come from taking turns, the first line is Black's.
fn own_colour(cells: &[(usize, i64)]) -> Player {
    let count = |wanted| cells.iter().filter(|(_, whose)| *whose == wanted).count();
    let (own, other) = (count(OWN), count(OTHER));
    let first_is_own = cells.first().is_none_or(|&(_, whose)| whose == OWN);
    if own == other || (other != own + 1 && first_is_own) { Player::First } else { Player::Second }
}

/// Whole numbers with commas or spaces between; `None` if there is anything else.
pub(super) fn numbers(text: &str) -> Option<Vec<i64>> {
    text.split([',', ' ', '\t'])
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect()
}
