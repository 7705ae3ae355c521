//! `show`: one position, as it is.

use std::io::Write;

use outplay::{Outcome, Session, View, result_text};
use serde::Serialize;

use super::Context;
use crate::args::BoardArgs;
use crate::board;
use crate::failure::Result;
use crate::format;
use crate::words;

/// More moves than this are not shown to people, only counted.
const MOST_MOVES: usize = 400;
/// Columns that the list of moves takes.
const LINE: usize = 68;

/// The JSON document.
#[derive(Serialize)]
struct Shown {
    game: String,
    position: String,
    turn: Option<u8>,
    legal: Vec<String>,
    outcome: Option<Outcome>,
    /// What a player may claim.
    claim: Option<Outcome>,
    /// In hexadecimal: JSON numbers are not exact beyond 2⁵³.
    key: String,
    history: Vec<String>,
    view: View,
}

pub(super) fn run(args: &BoardArgs, context: &mut Context<'_>) -> Result {
    let session = board::open(context.games, args)?;
    let session = session.as_ref();
    if context.screen.json {
        return context.screen.document(&Shown {
            game: session.name(),
            position: session.position(),
            turn: session.turn().map(|turn| turn.index() as u8),
            legal: session.legal(),
            outcome: session.outcome(),
            claim: session.claim(),
            key: key(session),
            history: session.history(),
            view: session.view(),
        });
    }
    context.notation(session)?;
    context.draw(session)?;
    let mut facts = vec![("game", session.name()), ("position", session.position())];
    facts.push(match session.outcome() {
        Some(outcome) => ("result", words::result(session, outcome)),
        None => ("to move", to_move(session)),
    });
    if let Some(claim) = session.claim() {
        facts.push(("claim", format!("{} may be claimed", result_text(session.info(), claim))));
    }
    let legal = session.legal();
    if !legal.is_empty() {
        let shown = legal.iter().take(MOST_MOVES).map(|m| context.spell_one(session, m));
        let shown = format::wrap(&shown.collect::<Vec<_>>(), LINE, "\n          ");
        let rest = if legal.len() > MOST_MOVES { " …" } else { "" };
        facts.push(("moves", format!("{shown}{rest} ({})", format::thousands(legal.len() as u64))));
    }
    facts.push(("key", key(session)));
    context.facts(&facts)?;
    context.screen.flush()?;
    Ok(())
}

fn key(session: &dyn Session) -> String {
    format!("{:016x}", session.key())
}

/// The side to move by the game's name for it, and whether it is who began.
pub(super) fn to_move(session: &dyn Session) -> String {
    let Some(turn) = session.turn() else {
        return "nobody".to_owned();
    };
    let name = words::name(session.info(), turn);
    match turn.to_string() {
        same if same == name => format!("{name} player"),
        number => format!("{name} ({number} player)"),
    }
}
