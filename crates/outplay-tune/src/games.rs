//! The games that can be tuned, by name.

use anyhow::Result;
use outplay_games::chess::Chess;
use outplay_games::gomoku::Gomoku;
use outplay_games::tuning::Tuned;
use outplay_games::xiangqi::Xiangqi;

/// What is done with a game once its type is known.
pub trait Task {
    /// Does it.
    ///
    /// # Errors
    /// Whatever can go wrong.
    fn run<G: Tuned>(self) -> Result<()>;
}

/// The names of the games.
pub const NAMES: [&str; 3] = ["chess", "gomoku", "xiangqi"];

/// Runs a task for the game of that name; `None` if there is none.
pub fn with(name: &str, task: impl Task) -> Option<Result<()>> {
    Some(match name {
        "chess" => task.run::<Chess>(),
        "gomoku" => task.run::<Gomoku>(),
        "xiangqi" => task.run::<Xiangqi>(),
        _ => return None,
    })
}
