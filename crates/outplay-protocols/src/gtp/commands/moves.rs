//! Commands that make moves, find them, or tell of the search for them.

use outplay::{Player, quote};

use super::super::board::Place;
use super::super::request::Request;
use super::super::stream::{Dialect, Wish};
use super::{Answer, Effect, Purpose, Table, exactly, say, side_of};
use crate::protocol::Work;

pub(super) fn play(table: &mut Table, request: &Request) -> Answer {
    let [side, vertex] = exactly(request, "COLOR VERTEX")?;
    let (side, cell) = (side_of(side)?, table.board.vertices.read(vertex)?);
    table.board.play(side, cell)?;
    say("")
}

pub(super) fn undo(table: &mut Table, _: &Request) -> Answer {
    table.board.undo()?;
    say("")
}

pub(super) fn genmove(table: &mut Table, request: &Request) -> Answer {
    let [side] = exactly(request, "COLOR")?;
    table.find_move(side_of(side)?, true, None)
}

pub(super) fn reg_genmove(table: &mut Table, request: &Request) -> Answer {
    let [side] = exactly(request, "COLOR")?;
    table.find_move(side_of(side)?, false, None)
}

/// After two passes the game goes on until all that is dead has been taken off.
pub(super) fn genmove_cleanup(table: &mut Table, request: &Request) -> Answer {
    let [side] = exactly(request, "COLOR")?;
    let side = side_of(side)?;
    // A game that did not end by passes has ended for good.
    table.search_move(side, true, None).or_else(|_| table.find_move(side, true, None))
}

pub(super) fn lz_genmove_analyze(table: &mut Table, request: &Request) -> Answer {
    let wish = wish(table, request, Dialect::Leela)?;
    table.find_move(wish.side, true, Some(wish))
}

pub(super) fn kata_genmove_analyze(table: &mut Table, request: &Request) -> Answer {
    let wish = wish(table, request, Dialect::Kata)?;
    table.find_move(wish.side, true, Some(wish))
}

/// What Sabaki asks for first.
pub(super) fn genmove_analyze(table: &mut Table, request: &Request) -> Answer {
    let wish = wish(table, request, Dialect::Sabaki)?;
    table.find_move(wish.side, true, Some(wish))
}

pub(super) fn lz_analyze(table: &mut Table, request: &Request) -> Answer {
    watch(table, wish(table, request, Dialect::Leela)?)
}

pub(super) fn kata_analyze(table: &mut Table, request: &Request) -> Answer {
    watch(table, wish(table, request, Dialect::Kata)?)
}

/// What Sabaki asks for first.
pub(super) fn analyze(table: &mut Table, request: &Request) -> Answer {
    watch(table, wish(table, request, Dialect::Sabaki)?)
}

fn wish(table: &Table, request: &Request, dialect: Dialect) -> Result<Wish, String> {
    let turn = table.board.session().turn().unwrap_or(Player::First);
    Wish::read(dialect, &request.words(), turn, &table.board.vertices)
}

fn watch(table: &mut Table, wish: Wish) -> Answer {
    let place = table.wished(wish.side, Some(&wish))?;
    let mut task = table.task(place, table.setup.profile.plan.limits);
    task.profile.plan.lines = wish.lines();
    Ok(Effect::Begin(task, Work::Analyze, Purpose::Analysis(wish)))
}

impl Table {
    /// A move, unless the game is over.
    fn find_move(&mut self, side: Player, plays: bool, stream: Option<Wish>) -> Answer {
        if self.board.session().turn().is_some() {
            return self.search_move(side, plays, stream);
        }
        if plays {
            self.board.play(side, None)?;
        }
        say(if stream.is_some() { "\nplay pass" } else { "pass" })
    }

    fn search_move(&mut self, side: Player, plays: bool, stream: Option<Wish>) -> Answer {
        let place = self.wished(side, stream.as_ref())?;
        let own = &self.setup.profile;
        let limits = self.timer.limits(side, &own.plan.limits, own.level.is_none());
        let mut task = self.task(place, limits);
        if let Some(most) = stream.as_ref().and_then(|wish| wish.most) {
            task.profile.plan.lines = most;
        }
        Ok(Effect::Begin(task, Work::Choose, Purpose::Move { side, plays, stream }))
    }

    /// The position to search, with the moves that are wanted.
    fn wished(&mut self, side: Player, wish: Option<&Wish>) -> Result<Place, String> {
        let mut place = self.board.place_for(side)?;
        if let Some(wish) = wish {
            let chosen = wish.choose(&place.legal, &self.board.vertices)?;
            if !chosen.is_empty() {
                place.only = chosen;
            }
        }
        Ok(place)
    }

    /// The move that was found: makes it, if it is to be made, and says it in GTP's words.
    ///
    /// # Errors
    /// If it can't be made.
    pub(in super::super) fn found(
        &mut self,
        side: Player,
        plays: bool,
        best: &str,
    ) -> Result<String, String> {
        let cell = self.board.vertices.cell_of(best);
        if cell.is_none() && best != "pass" {
            return Err(format!("cannot tell of the move {}", quote(best)));
        }
        if plays {
            self.board.play(side, cell)?;
        }
        Ok(self.board.vertices.in_gtp(best))
    }
}
