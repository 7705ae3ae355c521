//! Games and positions as they are, without any search.

use outplay::{Info, Outcome, Session, View};
use serde::Serialize;

/// A position: what `outplay show --json` says, and the game's notation.
#[derive(Clone, Debug, Serialize)]
pub struct Description {
    /// The game with its parameters.
    pub game: String,
    /// The position.
    pub position: String,
    /// 0 if who moves first in the game is to move, 1 the other; `null` if the game is over.
    pub turn: Option<u8>,
    /// The legal moves, in generation order.
    pub legal: Vec<String>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// How it would end if a player claimed it now.
    pub claim: Option<Outcome>,
    /// The position's key in hexadecimal: JSON numbers are not exact beyond 2⁵³.
    pub key: String,
    /// The moves since the start or the position given.
    pub history: Vec<String>,
    /// The board.
    pub view: View,
    /// What the two sides are called, who moves first first.
    pub players: [&'static str; 2],
    /// How moves are written.
    pub move_notation: &'static str,
    /// How positions are written.
    pub position_notation: &'static str,
    /// Further notations for moves, which are read too.
    pub notations: &'static [&'static str],
}

impl Description {
    /// The position of a session.
    pub fn of(session: &dyn Session) -> Description {
        let info = session.info();
        Description {
            game: session.name(),
            position: session.position(),
            turn: session.turn().map(|turn| turn.index() as u8),
            legal: session.legal(),
            outcome: session.outcome(),
            claim: session.claim(),
            key: format!("{:016x}", session.key()),
            history: session.history(),
            view: session.view(),
            players: info.players,
            move_notation: info.move_notation,
            position_notation: info.position_notation,
            notations: info.notations,
        }
    }
}

/// A game: what `outplay games --json` says.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "the fields of `outplay::Info`, which documents them")]
pub struct GameInfo {
    pub id: &'static str,
    pub name: &'static str,
    pub name_zh: &'static str,
    pub summary: &'static str,
    pub summary_zh: &'static str,
    pub players: [&'static str; 2],
    pub parameters: Vec<ParameterInfo>,
    pub aliases: Vec<AliasInfo>,
    pub move_notation: &'static str,
    pub position_notation: &'static str,
    pub notations: &'static [&'static str],
    pub formats: Vec<FormatInfo>,
    pub evaluator: &'static str,
    pub dialects: &'static [&'static str],
}

/// What can be set in a game.
#[derive(Clone, Debug, Serialize)]
pub struct ParameterInfo {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub help: &'static str,
    /// What it is unless told otherwise.
    pub default: String,
    /// What it can be.
    pub range: String,
}

/// A short name for a game with certain parameters.
#[derive(Clone, Debug, Serialize)]
pub struct AliasInfo {
    /// The short name.
    pub id: &'static str,
    /// The name in English.
    pub name: &'static str,
    /// The name in Chinese.
    pub name_zh: &'static str,
    /// The game with the parameters.
    pub game: String,
}

/// A format of recorded games.
#[derive(Clone, Debug, Serialize)]
pub struct FormatInfo {
    /// The name in commands.
    pub id: &'static str,
    /// The name in full.
    pub name: &'static str,
    /// What files end in, without the dot.
    pub extension: &'static str,
    /// It can be written too.
    pub writes: bool,
}

impl From<&Info> for GameInfo {
    fn from(info: &Info) -> GameInfo {
        let parameters = info.parameters.iter().map(|parameter| ParameterInfo {
            name: parameter.name,
            help: parameter.help,
            default: parameter.kind.default(),
            range: parameter.kind.range(),
        });
        let aliases = info.aliases.iter().map(|alias| AliasInfo {
            id: alias.id,
            name: alias.name,
            name_zh: alias.name_zh,
            game: format!("{}({})", info.id, alias.sets),
        });
        let formats = info.formats.iter().map(|format| FormatInfo {
            id: format.id,
            name: format.name,
            extension: format.extension,
            writes: format.writes,
        });
        GameInfo {
            id: info.id,
            name: info.name,
            name_zh: info.name_zh,
            summary: info.summary,
            summary_zh: info.summary_zh,
            players: info.players,
            parameters: parameters.collect(),
            aliases: aliases.collect(),
            move_notation: info.move_notation,
            position_notation: info.position_notation,
            notations: info.notations,
            formats: formats.collect(),
            evaluator: info.evaluator,
            dialects: info.dialects,
        }
    }
}
