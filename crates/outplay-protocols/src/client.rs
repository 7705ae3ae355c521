//! The other side: what a match runner says to an engine, and what it makes of the answers. State
//! machines without input or output, one a protocol.

use core::time::Duration;

use outplay::{InputError, Player, Session};

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
    /// It has started, and can be asked to play.
    Ready,
    /// It plays this move, in the game's own notation.
    Move(String),
    /// It resigns.
    Resign,
    /// It claims or offers a draw.
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
pub trait Client: Send {
    /// The first lines; some time after them [`Reply::Ready`] comes. `options` are set in the way
    /// that the protocol has for it.
    fn open(&mut self, options: &[(String, String)]) -> Vec<String>;

    /// A new game begins at the board's position, in which the engine plays for `player`.
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

    /// The engine should move at once.
    fn hurry(&mut self) -> Vec<String>;

    /// What a line from the engine means. `board` is the one it was last asked about.
    fn receive(&mut self, line: &str, board: &dyn Session) -> Vec<Reply>;

    /// What is to be sent now because of lines received since: the answer to a question of the
    /// engine's, the next line of a handshake.
    fn pending(&mut self) -> Vec<String> {
        vec![]
    }

    /// The last lines.
    fn quit(&mut self) -> Vec<String>;
}
