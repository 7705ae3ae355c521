//! What the tags say about rules and start.

use outplay::Game;
use outplay::{InputError, Params, quote};

use crate::chess::Chess;

/// Whether a variant's name means castling as in Chess960.
pub(super) fn free_castling(variant: &str) -> Result<bool, InputError> {
    let plain: String =
        variant.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    match &plain[..] {
        "" | "standard" | "chess" | "normal" | "orthodox" | "fromposition" => Ok(false),
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerrandomchess"
        | "freestyle" | "freestylechess" => Ok(true),
        _ => Err(InputError::new(format!("variant {} is not played here", quote(variant)))
            .hint("there are Standard and Chess960")),
    }
}

/// The start position of a game by its name with parameters, `chess960(start=12)` say.
pub(super) fn named(name: &str) -> Result<Chess, InputError> {
    let wrong = || InputError::new(format!("{} is not a game of chess", quote(name)));
    let (id, settings) = match name.trim().split_once('(') {
        None => (name.trim(), ""),
        Some((id, rest)) => (id.trim(), rest.strip_suffix(')').ok_or_else(wrong)?),
    };
    let info = &Chess::INFO;
    let mut params = Params::defaults(info);
    match info.aliases.iter().find(|alias| alias.id == id) {
        Some(alias) => params.set(info, alias.sets)?,
        None if id == info.id => {}
        None => return Err(wrong()),
    }
    params.set(info, settings)?;
    Chess::new(&params)
}
