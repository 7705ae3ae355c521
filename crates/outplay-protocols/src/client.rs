//! The other side: what a match runner says to an engine, and what it makes of the answers. State
//! machines without input or output, one a protocol.
//!
//! Engines are not always what their protocol's text says. What is told here was learned from
//! programs that people use: banners before the first answer, questions that are never answered,
//! the same move told in several ways, ranks counted from 0 or from 1.

mod gomocup;
mod gtp;
mod nboard;
#[cfg(test)]
mod testing;
mod ucci;
mod uci;
mod xboard;

use core::time::Duration;

use outplay::{InputError, Params, Player, Session, quote};

pub use gomocup::Gomocup;
pub use gtp::Gtp;
pub use nboard::NBoard;
pub use ucci::Ucci;
pub use uci::Uci;
pub use xboard::Xboard;

/// The protocols by name that engines can be asked in.
pub const NAMES: [&str; 6] = ["uci", "ucci", "xboard", "gomocup", "gtp", "nboard"];

/// A conversation in the protocol of this name, see [`NAMES`].
///
/// # Errors
/// If there is no such protocol.
pub fn client(name: &str) -> Result<Box<dyn Client>, InputError> {
    Ok(match name {
        "uci" => Box::new(Uci::default()),
        "ucci" => Box::new(Ucci::default()),
        "xboard" => Box::new(Xboard::default()),
        "gomocup" => Box::new(Gomocup::default()),
        "gtp" => Box::new(Gtp::default()),
        "nboard" => Box::new(NBoard::default()),
        _ => {
            let what = format!("no engine can be asked in {}", quote(name));
            return Err(InputError::new(what).hint(format!("there are {}", NAMES.join(", "))));
        }
    })
}

/// What limits an engine's thinking. What is `None` is not limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// What each side has left, first player first; `None` without clocks.
    pub left: Option<[Duration; 2]>,
    /// Added after each move, for each side.
    pub increment: [Duration; 2],
    /// Moves to the next time control, this one included, of the side to move.
    pub moves_to_go: Option<u32>,
    /// The most for this move.
    pub per_move: Option<Duration>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
}

/// What an engine's line means.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// It has started, or has set up the new game, and can be asked to move.
    Ready,
    /// It plays this move, in the game's own notation; as it was written if it is not legal.
    Move(String),
    /// It resigns.
    Resign,
    /// It claims a draw.
    Draw,
    /// What it thinks of the position, for its own side.
    Thought {
        /// Plies searched.
        depth: Option<u32>,
        /// In units of the game (pawns, discs, points); a win or loss seen is ±1000 and nearer
        /// wins count no more.
        score: Option<f64>,
        /// Nodes searched.
        nodes: Option<u64>,
    },
    /// It says that something is wrong, or what it says can't be right.
    Fault(String),
}

/// A conversation with an engine, from the side of who asks.
///
/// Whoever holds the pipes sends what these methods return, hands over each line that comes, and
/// after each line sends what is [`pending`](Client::pending).
pub trait Client: Send {
    /// The first lines; some time after them [`Reply::Ready`] comes. `options` are set in the way
    /// that the protocol has for it.
    fn open(&mut self, options: &[(String, String)]) -> Vec<String>;

    /// A new game begins at the board's position, in which the engine plays for `player`.
    /// [`Reply::Ready`] says when it can be asked to move.
    ///
    /// # Errors
    /// If the protocol, or an engine of this kind, can't play it.
    fn new_game(
        &mut self,
        board: &dyn Session,
        player: Player,
        clocks: &Clocks,
    ) -> Result<Vec<String>, InputError>;

    /// The engine is to move on this board, which holds all the moves of the game so far.
    fn think(&mut self, board: &dyn Session, clocks: &Clocks) -> Vec<String>;

    /// The engine should move at once. Nothing if the protocol has no word for it.
    fn hurry(&mut self) -> Vec<String>;

    /// What a line from the engine means. `board` is the one it was last asked about.
    fn receive(&mut self, line: &str, board: &dyn Session) -> Vec<Reply>;

    /// What is to be sent now because of lines received since: the answer to a question of the
    /// engine's, the next line of a handshake.
    fn pending(&mut self) -> Vec<String> {
        vec![]
    }

    /// How long to wait for the next line, if it is one that may never come. When so much time has
    /// gone by without a line, [`overdue`](Client::overdue) says what that means.
    fn patience(&self) -> Option<Duration> {
        None
    }

    /// The line that [`patience`](Client::patience) waited for has not come.
    fn overdue(&mut self) -> Vec<Reply> {
        vec![]
    }

    /// The word that it must say before it is ready, if one is waited for.
    fn awaited(&self) -> Option<&'static str> {
        None
    }

    /// Whether the same process can play another game.
    fn is_reusable(&self) -> bool {
        true
    }

    /// What ends each line that is sent.
    fn line_end(&self) -> &'static str {
        "\n"
    }

    /// How long after an answer the next line may be sent: some programs are not listening yet.
    fn pause(&self) -> Duration {
        Duration::ZERO
    }

    /// The last lines.
    fn quit(&mut self) -> Vec<String> {
        let mut lines = self.hurry();
        lines.push("quit".to_owned());
        lines
    }
}

/// A score that says that the game is won.
const WON: f64 = 1000.0;

/// The parameters of the game on a board.
fn params(board: &dyn Session) -> Result<Params, InputError> {
    let name = board.name();
    let (id, settings) = match name.split_once('(') {
        Some((id, rest)) => (id, rest.strip_suffix(')').unwrap_or(rest)),
        None => (&*name, ""),
    };
    Params::of(board.info(), id, settings)
}

/// The move in the game's own notation if it is legal in any.
fn legal(board: &dyn Session, text: &str) -> Option<String> {
    board.fork().play(text).ok()
}

/// The move in the game's own notation, or as it was written if it is not legal.
fn own(board: &dyn Session, text: &str) -> String {
    legal(board, text).unwrap_or_else(|| text.to_owned())
}

/// A game at the position where the board's history began.
fn at_start(board: &dyn Session) -> Box<dyn Session> {
    let mut start = board.fork();
    while start.undo().is_some() {}
    start
}

/// That a protocol has no way to play this game.
fn cannot(protocol: &str, board: &dyn Session) -> InputError {
    InputError::new(format!("{protocol} has no way to play {}", board.name()))
}

/// Refuses times too short for a protocol that tells them in whole seconds: rounded up, the engine
/// would lose on time and not know why.
fn check_seconds(protocol: &str, clocks: &Clocks, player: Player) -> Result<(), InputError> {
    let left = clocks.left.map(|left| left[player.index()]);
    let shortest = left.into_iter().chain(clocks.per_move).min();
    match shortest.filter(|time| time.as_secs() == 0) {
        None => Ok(()),
        Some(time) => {
            let what = format!("{protocol} tells whole seconds, and {time:?} is less than one");
            Err(InputError::new(what).hint("give a second or more"))
        }
    }
}

/// A number of milliseconds; a clock never stands at zero while its owner is asked.
fn millis(time: Duration) -> u128 {
    time.as_millis().max(1)
}

/// A thought, if there is one.
fn thought(depth: Option<u32>, score: Option<f64>, nodes: Option<u64>) -> Option<Reply> {
    let any = depth.is_some() || score.is_some() || nodes.is_some();
    any.then_some(Reply::Thought { depth, score, nodes })
}
