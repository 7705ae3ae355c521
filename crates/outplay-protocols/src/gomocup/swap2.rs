//! The swap2 opening: `SWAP2BOARD` with none, three or five stones on the board.
//!
//! The first player places three stones, black, white and black; the second answers `SWAP` and
//! takes black, or moves with white, or places a white and a black stone and lets the first choose
//! in the same way. The choice is left to a search of the game with this opening.

use std::time::Instant;

use outplay::{InputError, Player, Task};

use super::block::Block;
use super::field::{Field, Point};
use super::{Errand, Gomocup};
use crate::protocol::{Output, Work};

/// Openings to offer, from the centre: of forty tried at random, those that a search of five plies
/// finds nearest to even.
const OFFERS: [[[isize; 2]; 3]; 4] = [
    [[2, 0], [0, 2], [-2, 1]],
    [[-1, 1], [2, -2], [2, -1]],
    [[0, -1], [0, 0], [2, -2]],
    [[0, 1], [1, -1], [-2, -2]],
];
/// Searches that an answer may take: for the choice, and for two stones.
const SEARCHES: u32 = 3;

/// An opening that is being searched.
#[derive(Debug)]
pub(super) struct Opening {
    asked: Instant,
    /// The cells of the stones in order, black first; those that are being placed come last.
    cells: Vec<usize>,
    /// Two more stones have been, or are being, placed after the third.
    more: bool,
}

impl Gomocup {
    /// Answers `SWAP2BOARD … DONE`.
    pub(super) fn swap2(&mut self, block: Block, out: &mut Output) -> Result<(), InputError> {
        let asked = block.asked;
        let field = self.field()?;
        let cells = block.opening(field)?;
        self.rules.swap2(field.columns)?;
        match cells.len() {
            0 => {
                let cells = offer(field, self.setup.profile.plan.seed);
                self.settle(&cells)?;
                self.answer_stones(&cells, out)
            }
            3 | 5 => {
                let more = cells.len() == 5;
                self.search_opening(Opening { asked, cells, more }, out)
            }
            count => Err(InputError::new(format!("{count} stones are no swap2 opening"))
                .hint("there are none, three or five when it is time to choose")),
        }
    }

    /// Goes on after a search of the opening has given a move: a choice or a stone.
    pub(super) fn swap2_found(
        &mut self,
        mut opening: Opening,
        best: &str,
        out: &mut Output,
    ) -> Result<(), InputError> {
        match best {
            "more" => {
                opening.more = true;
                self.search_opening(opening, out)
            }
            "black" => {
                self.settle(&opening.cells)?;
                out.line("SWAP");
                Ok(())
            }
            "white" => {
                self.settle(&opening.cells)?;
                self.think(opening.asked, SEARCHES, 1, out)
            }
            stone => {
                let Some(Point::Cell(cell)) = self.field()?.read(stone) else {
                    return Err(InputError::new(format!("{stone} is no stone")));
                };
                opening.cells.push(cell);
                if opening.cells.len() < 5 {
                    return self.search_opening(opening, out);
                }
                self.settle(&opening.cells)?;
                self.answer_stones(&opening.cells[3..], out)
            }
        }
    }

    /// Asks for the next choice or stone.
    fn search_opening(&mut self, opening: Opening, out: &mut Output) -> Result<(), InputError> {
        let field = self.field()?;
        let game = outplay::open(&self.setup.games, &self.rules.swap2(field.columns)?)?.name();
        let texts = opening.cells.iter().map(|&cell| field.text(Point::Cell(cell)));
        let mut moves: Vec<String> = texts.collect();
        if opening.more {
            moves.insert(3, "more".to_owned());
        }
        let mut checked = outplay::open(&self.setup.games, &game)?;
        outplay::follow(&mut *checked, None, &moves)?;
        let profile = self.settings.profile(&self.setup.profile, opening.asked.elapsed(), SEARCHES);
        let task = Task { game, start: None, moves, profile, fresh: false };
        self.start(Work::Choose, task, Errand::Opening(opening), out);
        Ok(())
    }

    /// Makes these stones the position. White is to move after three stones and after five, which
    /// ever side has it now.
    fn settle(&mut self, cells: &[usize]) -> Result<(), InputError> {
        let turns = [Player::First, Player::Second].into_iter().cycle();
        let stones = cells.iter().copied().zip(turns).collect();
        let field = self.field.as_mut().ok_or_else(super::no_game)?;
        field.set(stones, Player::Second)
    }

    fn answer_stones(&self, cells: &[usize], out: &mut Output) -> Result<(), InputError> {
        let field = self.field()?;
        let points: Vec<_> = cells.iter().map(|&cell| field.write(Point::Cell(cell))).collect();
        out.line(points.join(" "));
        Ok(())
    }
}

/// One of the openings, by the seed.
fn offer(field: &Field, seed: u64) -> Vec<usize> {
    let offer = OFFERS[(seed % OFFERS.len() as u64) as usize];
    let from = |centre: usize, step: isize| centre.saturating_add_signed(step);
    offer
        .into_iter()
        .map(|[x, y]| from(field.rows / 2, y) * field.columns + from(field.columns / 2, x))
        .collect()
}
