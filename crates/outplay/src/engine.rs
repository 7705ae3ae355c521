//! An engine that is told everything as text: game, position, moves, plan. What protocols, batches
//! and services search with.

use crate::error::InputError;
use crate::level::{Choice, choose};
use crate::limits::Stop;
use crate::profile::Profile;
use crate::session::{Analysis, Entry, Session, Update, open};

/// A position to search, and how.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// The game with its parameters.
    pub game: String,
    /// Where the history begins; `None` is the start of the game.
    pub start: Option<String>,
    /// The moves played from there, repetitions counting.
    pub moves: Vec<String>,
    /// What to search and how.
    pub profile: Profile,
    /// Begin with an empty table: the answer does not depend on what was searched before.
    pub fresh: bool,
}

impl Task {
    /// The position of a session with its history, to be searched like this.
    pub fn of(session: &dyn Session, profile: Profile) -> Task {
        Task {
            game: session.name(),
            start: Some(session.start()),
            moves: session.history(),
            profile,
            fresh: false,
        }
    }
}

/// Searches [tasks](Task), and keeps the transposition table from one to the next of the same
/// game.
pub struct Engine {
    games: Vec<Entry>,
    /// The game that was asked for last, by the name it was asked for.
    open: Option<(String, Box<dyn Session>)>,
}

impl Engine {
    /// An engine for these games.
    pub fn new(games: &[Entry]) -> Engine {
        Engine { games: games.to_vec(), open: None }
    }

    /// Makes the table for this task's game and plan, empty.
    ///
    /// # Errors
    /// If there is no such game, or no memory.
    pub fn prepare(&mut self, task: &Task) -> Result<(), InputError> {
        let session = self.opened(&task.game)?;
        session.forget();
        session.prepare(&task.profile.plan)
    }

    /// The session of this task's game, at its position.
    ///
    /// # Errors
    /// If the game, the position or a move is not right.
    pub fn session(&mut self, task: &Task) -> Result<&mut dyn Session, InputError> {
        let session = self.opened(&task.game)?;
        follow(session, task.start.as_deref(), &task.moves)?;
        if task.fresh {
            session.forget();
        }
        Ok(session)
    }

    /// Finds a move, as well as the task's profile plays.
    ///
    /// # Errors
    /// If the position is not right, the game is over, or the plan can't be followed.
    pub fn choose(
        &mut self,
        task: &Task,
        stop: &Stop,
        watch: &mut (dyn FnMut(Update<'_>) + Send),
    ) -> Result<Choice, InputError> {
        let session = self.session(task)?;
        if let Some(level) = task.profile.level {
            return choose(session, level, &task.profile.plan, stop);
        }
        let analysis = session.search(&task.profile.plan, stop, watch)?;
        let best = analysis.best.clone().or_else(|| session.legal().into_iter().next());
        let best = best.ok_or_else(|| {
            InputError::new("there is no move to choose").hint("the game is over")
        })?;
        Ok(Choice { best, analysis })
    }

    /// Searches the position, finished games included: those have no best move.
    ///
    /// # Errors
    /// If the position is not right, or the plan can't be followed.
    pub fn analyze(
        &mut self,
        task: &Task,
        stop: &Stop,
        watch: &mut (dyn FnMut(Update<'_>) + Send),
    ) -> Result<Analysis, InputError> {
        self.session(task)?.search(&task.profile.plan, stop, watch)
    }

    fn opened(&mut self, game: &str) -> Result<&mut dyn Session, InputError> {
        let open = match self.open.take() {
            Some((name, session)) if name == game => (name, session),
            _ => (game.to_owned(), open(&self.games, game)?),
        };
        Ok(&mut *self.open.insert(open).1)
    }
}

/// Brings a session to the position after these moves, from the start of the game or from a given
/// position. A session that has come a part of the way goes on from there.
///
/// # Errors
/// If the position or a move is not right. The session is then somewhere on the way.
pub fn follow(
    session: &mut dyn Session,
    start: Option<&str>,
    moves: &[String],
) -> Result<(), InputError> {
    let history = session.history();
    let same_start = match start {
        Some(start) => session.start() == start,
        None => {
            let mut first = session.fork();
            first.reset();
            first.position() == session.start()
        }
    };
    let common = history.iter().zip(moves).take_while(|(one, other)| one == other).count();
    if same_start && common > 0 {
        for _ in common..history.len() {
            session.undo();
        }
    } else {
        match start {
            Some(start) => session.set(start)?,
            None => session.reset(),
        }
    }
    let done = session.history().len();
    for (number, text) in moves.iter().enumerate().skip(done) {
        session.play(text).map_err(|error| error.within(&format!("move {}", number + 1)))?;
    }
    Ok(())
}
