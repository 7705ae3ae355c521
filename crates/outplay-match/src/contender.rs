//! Who plays: one of our engines, or another program.

use outplay::{Player, Session, Stop};
use outplay_protocols::client::Clocks;

/// What a contender does in its turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// What it plays.
    pub action: Action,
    /// What it thinks of the position, in units of the game, for its own side; a win or loss
    /// seen is ±1000.
    pub score: Option<f64>,
    /// How deep it searched.
    pub depth: Option<u32>,
    /// How many nodes it searched.
    pub nodes: Option<u64>,
}

/// What can be done in one's turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A move, as the engine says it: not yet known to be legal.
    Move(String),
    /// It gives up.
    Resign,
    /// It claims a draw.
    Draw,
}

/// What went wrong with a contender.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The program ended, or could not be started.
    Crash(String),
    /// It did not answer in any sensible time.
    Silence(String),
    /// What it said makes no sense.
    Nonsense(String),
    /// The match was stopped.
    Stopped,
}

/// Somebody who plays.
pub trait Contender: Send {
    /// A number that tells the game about to begin from all others of the match: who chooses at
    /// random may choose differently in each, and the same in the same one.
    fn number_game(&mut self, number: u64) {
        let _ = number;
    }

    /// A new game begins on this board, in which it plays for `player`. Starts the program again
    /// if it is not running. Raising `stop` ends it soon, with [`Fault::Stopped`] if it waited.
    ///
    /// # Errors
    /// If it can't play.
    fn new_game(
        &mut self,
        board: &dyn Session,
        player: Player,
        clocks: &Clocks,
        stop: &Stop,
    ) -> Result<(), Fault>;

    /// Its move. It may overstep the clocks by a generous margin before that is a
    /// [`Fault::Silence`]; who asks judges by the clock.
    ///
    /// # Errors
    /// If it fails.
    fn decide(
        &mut self,
        board: &dyn Session,
        clocks: &Clocks,
        stop: &Stop,
    ) -> Result<Decision, Fault>;
}
