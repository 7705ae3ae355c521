//! The commands that start games and move stones.

use std::time::Instant;

use outplay::{InputError, quote};

use super::block::{Block, Purpose, numbers};
use super::field::{Field, Point};
use super::{Errand, Gomocup, no_game};
use crate::protocol::Output;

impl Gomocup {
    pub(super) fn start_game(&mut self, rest: &str, out: &mut Output) -> Result<(), InputError> {
        self.field = None;
        self.settings.begin_game();
        self.blocked.clear();
        let (columns, rows) = match numbers(rest).as_deref() {
            Some(&[side]) => (side, side),
            Some(&[columns, rows]) => (columns, rows),
            _ => {
                let what = format!("{} is no size of a board", quote(rest));
                return Err(InputError::new(what).hint("send START 15 or RECTSTART 15,15"));
            }
        };
        let side = |side: i64| {
            usize::try_from(side)
                .map_err(|_| InputError::new(format!("a board can't be {side} wide")))
        };
        let game = self.rules.game(side(columns)?, side(rows)?)?;
        self.field = Some(Field::open(&self.setup.games, &game)?);
        self.prepare_for(Errand::Start, out)
    }

    pub(super) fn restart(&mut self, out: &mut Output) -> Result<(), InputError> {
        self.field.as_mut().ok_or_else(no_game)?.clear();
        self.settings.begin_game();
        self.blocked.clear();
        self.prepare_for(Errand::Start, out)
    }

    pub(super) fn begin(&mut self, asked: Instant, out: &mut Output) -> Result<(), InputError> {
        if !self.field()?.stones.is_empty() {
            let error = InputError::new("there are stones on the board");
            return Err(error.hint("send RESTART first, or BOARD"));
        }
        self.think(asked, 1, 1, out)
    }

    pub(super) fn turn(
        &mut self,
        rest: &str,
        asked: Instant,
        out: &mut Output,
    ) -> Result<(), InputError> {
        self.check_rule()?;
        self.place(rest)?;
        self.think(asked, 1, 1, out)
    }

    pub(super) fn play(&mut self, rest: &str, out: &mut Output) -> Result<(), InputError> {
        let point = self.place(rest)?;
        out.line(self.field()?.write(point));
        Ok(())
    }

    /// Plays the point that these words name.
    pub(super) fn place(&mut self, rest: &str) -> Result<Point, InputError> {
        let field = self.field.as_mut().ok_or_else(no_game)?;
        let point = read_point(field, rest)?;
        field.play(point)?;
        Ok(point)
    }

    pub(super) fn take_back(&mut self, rest: &str, out: &mut Output) -> Result<(), InputError> {
        let field = self.field.as_mut().ok_or_else(no_game)?;
        let point = read_point(field, rest)?;
        field.take_back(point)?;
        out.line("OK");
        Ok(())
    }

    pub(super) fn open_block(
        &mut self,
        purpose: Purpose,
        asked: Instant,
    ) -> Result<(), InputError> {
        self.block = Some(Block::new(purpose, asked));
        Ok(())
    }

    /// A block has come to its end.
    pub(super) fn finish(&mut self, block: Block, out: &mut Output) -> Result<(), InputError> {
        let (purpose, asked) = (block.purpose, block.asked);
        let field = self.field.as_mut().ok_or_else(no_game)?;
        match purpose {
            Purpose::Move | Purpose::SetUp => {
                let (stones, turn) = block.stones(field)?;
                field.set(stones, turn)?;
                if purpose == Purpose::Move { self.think(asked, 1, 1, out) } else { Ok(()) }
            }
            Purpose::Swap2 => {
                self.check_rule()?;
                self.swap2(block, out)
            }
            Purpose::Block | Purpose::Unblock => {
                for point in block.points(field)? {
                    let Point::Cell(cell) = point else { continue };
                    self.blocked.retain(|&blocked| blocked != cell);
                    if purpose == Purpose::Block {
                        self.blocked.push(cell);
                    }
                }
                Ok(())
            }
        }
    }
}

fn read_point(field: &Field, words: &str) -> Result<Point, InputError> {
    match numbers(words).as_deref() {
        Some(&[x, y]) => field.point([x, y]),
        _ => Err(InputError::new(format!("{} is no point", quote(words.trim())))
            .hint("points are such as 7,7")),
    }
}
