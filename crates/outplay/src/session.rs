//! Where the type of a game is forgotten: sessions, plans and analyses as text.

mod algorithm;
mod board;

use crate::error::{InputError, quote};
use crate::game::{Game, Info, Params, list};
use crate::limits::{Limits, Stop, Stopped};
use crate::perft::{Census, CensusError, Perft};
use crate::position::{Outcome, Player};
use crate::pvs::Features;
use crate::record::{RecordLimits, Tree};
use crate::root::MAX_THREADS;
use crate::score::Value;
use crate::transcript::Transcript;
use crate::view::View;

pub use algorithm::Algorithm;

/// What to search, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The parts of [`pvs`](crate::pvs()) that are on. Other algorithms have none to switch.
    pub features: Features,
    /// When to end.
    pub limits: Limits,
    /// Threads, 1 to [`MAX_THREADS`](crate::MAX_THREADS).
    pub threads: usize,
    /// Bytes for the transposition table.
    pub hash_bytes: usize,
    /// For random choices.
    pub seed: u64,
    /// Choose at random among moves whose exact scores are equal to the best.
    pub random_ties: bool,
    /// Give so many moves, the best ones, their exact scores; `usize::MAX` for every legal move.
    pub lines: usize,
    /// Consider only these moves, as texts; empty for all that are legal.
    pub only: Vec<String>,
    /// Keep a part of the searched tree. On one thread.
    pub record: Option<RecordLimits>,
}

impl Plan {
    /// Looks at what does not depend on the game.
    ///
    /// # Errors
    /// If there are too many threads or none, or parts of `pvs` are switched off in another algorithm.
    pub fn check(&self) -> Result<(), InputError> {
        if !(1..=MAX_THREADS).contains(&self.threads) {
            return Err(InputError::new(format!("{} threads can't be used", self.threads))
                .hint(format!("threads: 1 to {MAX_THREADS}")));
        }
        if self.features != Features::ALL && self.algorithm != Algorithm::Pvs {
            return Err(InputError::new(format!("{} has no parts to switch off", self.algorithm))
                .hint("features are those of pvs"));
        }
        Ok(())
    }
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            algorithm: Algorithm::Pvs,
            features: Features::ALL,
            limits: Limits::default(),
            threads: 1,
            hash_bytes: 16 << 20,
            seed: 0,
            random_ties: false,
            lines: 1,
            only: vec![],
            record: None,
        }
    }
}

/// A report as text: what [`Report`](crate::Report) says, in the game's notation. Serialised (feature `serde`),
/// it is the JSON report of the command line.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Analysis {
    /// The game with its parameters.
    pub game: String,
    /// The position that was searched.
    pub position: String,
    /// 0 if who moves first in the game is to move, 1 the other; `None` if the game is over.
    pub turn: Option<u8>,
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// The best move; `None` only if the game is over.
    pub best: Option<String>,
    /// The value for the side to move.
    pub score: Value,
    /// The depth searched in full.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// See [`Stats::nodes`](crate::Stats::nodes).
    pub nodes: u64,
    /// See [`Stats::leaves`](crate::Stats::leaves).
    pub leaves: u64,
    /// See [`Stats::cutoffs`](crate::Stats::cutoffs).
    pub cutoffs: u64,
    /// See [`Stats::first_move_rate`](crate::Stats::first_move_rate).
    pub first_move_rate: Option<f64>,
    /// See [`Stats::table_probes`](crate::Stats::table_probes).
    pub table_probes: u64,
    /// See [`Stats::table_hits`](crate::Stats::table_hits).
    pub table_hits: u64,
    /// See [`Stats::table_cutoffs`](crate::Stats::table_cutoffs).
    pub table_cutoffs: u64,
    /// See [`Stats::effective_branching_factor`](crate::Stats::effective_branching_factor).
    pub effective_branching_factor: Option<f64>,
    /// Of a thousand entries of the table so many are used.
    pub hash_full: u32,
    /// Wall-clock milliseconds.
    pub time_ms: f64,
    /// See [`Stats::nodes_per_second`](crate::Stats::nodes_per_second).
    pub nodes_per_second: u64,
    /// The principal variation.
    pub pv: Vec<String>,
    /// The moves at the root that have a score, best first.
    pub lines: Vec<MoveLine>,
    /// Threads used.
    pub threads: usize,
    /// The seed given.
    pub seed: u64,
    /// Why it ended early: `nodes`, `time`, `asked`.
    pub stopped: Option<Stopped>,
    /// What gave the answer if it was not a search: the name of a theory.
    pub theory: Option<&'static str>,
    /// The recorded tree, if one was asked for.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub tree: Option<Tree>,
}

/// One move at the root with its score.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MoveLine {
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub best: String,
    /// Its value for the side to move at the root.
    pub score: Value,
    /// The move and the best play after it.
    pub pv: Vec<String>,
    /// Nodes spent on it in the last iteration.
    pub nodes: u64,
}

/// How far a search is.
#[derive(Clone, Copy)]
pub enum Update<'a> {
    /// An iteration is done, or has shown a bound.
    Report(&'a Analysis),
    /// The search begins with a move at the root.
    AtRoot {
        /// Writes the move.
        text: &'a dyn Fn() -> String,
        /// Its place in this iteration, from 1.
        number: usize,
        /// The depth of this iteration.
        depth: u32,
    },
}

/// A game in progress and its engine, whatever the game. All positions and moves are text in the
/// game's own notation.
///
/// Written once for every [`Game`]; open one by [`Entry::open`] or [`session`].
pub trait Session: Send {
    /// Names and notation.
    fn info(&self) -> &'static Info;
    /// The game with its parameters: `mnk(width=5,height=5,k=4)`, or an alias.
    fn name(&self) -> String;

    /// Back to the start of the game.
    fn reset(&mut self);
    /// Sets up a position; it becomes the start of a new history.
    ///
    /// # Errors
    /// If the text is no position of this game. The session is as it was.
    fn set(&mut self, position: &str) -> Result<(), InputError>;
    /// The moves in a word, to be played one after the other, see [`Game::split`].
    ///
    /// # Errors
    /// As [`Game::split`].
    fn split(&self, word: &str) -> Result<Vec<String>, InputError>;
    /// Plays a move, and returns it in the game's own notation.
    ///
    /// # Errors
    /// If it is not a legal move. The session is as it was.
    fn play(&mut self, text: &str) -> Result<String, InputError>;
    /// Takes back the last move, and returns it; `None` at the start.
    fn undo(&mut self) -> Option<String>;

    /// The moves played since [`set`](Session::set) or [`reset`](Session::reset).
    fn history(&self) -> Vec<String>;
    /// The position where the history began.
    fn start(&self) -> String;
    /// The current position.
    fn position(&self) -> String;
    /// The side to move; `None` if the game is over.
    fn turn(&self) -> Option<Player>;
    /// How the game ended, repetitions included.
    fn outcome(&self) -> Option<Outcome>;
    /// Whether it ended by repetition: the position alone does not show that it is over.
    fn ended_by_repetition(&self) -> bool;
    /// How the game would end if a player claimed it now, as by the fifty-move rule of chess.
    fn claim(&self) -> Option<Outcome>;
    /// The legal moves, in generation order.
    fn legal(&self) -> Vec<String>;
    /// The position's key.
    fn key(&self) -> u64;
    /// The board, with the last move marked.
    fn view(&self) -> View;
    /// Moves that follow one another from the current position, in one of the game's
    /// [notations](Info::notations). From one that is not legal on, they are left as they are.
    fn spell(&self, moves: &[String], notation: &str) -> Vec<String>;
    /// The game so far.
    fn transcript(&self) -> Transcript;
    /// Reads the games in a file, see [`Game::read_file`]. Where the file does not say which
    /// parameters a game was played with, they are this session's.
    ///
    /// # Errors
    /// As [`Game::read_file`].
    fn read_file(&self, format: &str, text: &str) -> Result<Vec<Transcript>, InputError>;
    /// Writes games as a file, see [`Game::write_file`].
    ///
    /// # Errors
    /// As [`Game::write_file`].
    fn write_file(&self, format: &str, games: &[Transcript]) -> Result<String, InputError>;
    /// The cells to press to enter a legal move; empty if the game has no grid.
    fn clicks(&self, text: &str) -> Vec<usize>;
    /// A second session with the same position and history, and an empty table.
    fn fork(&self) -> Box<dyn Session>;

    /// Searches the position, and tells `watch` how far it is.
    ///
    /// The transposition table stays from one search to the next as long as algorithm and size
    /// are the same, and the counts of nodes depend on it; [`forget`](Session::forget) makes the
    /// next search independent of earlier ones.
    ///
    /// # Errors
    /// If the plan can't be followed: no memory for the table, what [`Plan::check`] finds, a move in
    /// [`Plan::only`] that is not legal.
    fn search(
        &mut self,
        plan: &Plan,
        stop: &Stop,
        watch: &mut (dyn FnMut(Update<'_>) + Send),
    ) -> Result<Analysis, InputError>;
    /// Whether a search by this plan leaves moves out by guesses in this game, so that its value at a
    /// depth may differ from plain minimax's.
    fn guesses(&self, plan: &Plan) -> bool;
    /// Makes the transposition table for the searches of this plan now, and what the game
    /// [needs](crate::Game::warm_up), so that the first of them need not.
    ///
    /// # Errors
    /// If there is no memory for it.
    fn prepare(&mut self, plan: &Plan) -> Result<(), InputError>;
    /// Empties the transposition table.
    fn forget(&mut self);

    /// Counts move sequences, see [`perft`](crate::perft()).
    ///
    /// # Errors
    /// If `stop` was raised.
    fn perft(&self, depth: u32, stop: &Stop) -> Result<Perft, Stopped>;
    /// The same below each legal move.
    ///
    /// # Errors
    /// If `stop` was raised.
    fn divide(&self, depth: u32, stop: &Stop) -> Result<Vec<(String, Perft)>, Stopped>;
    /// Counts distinct positions, see [`census`](crate::census).
    ///
    /// # Errors
    /// If `stop` was raised, or there are too many.
    fn census(&self, depth: u32, stop: &Stop) -> Result<Census, CensusError>;
}

/// A game that can be opened by name: one line of the list of games.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Names and notation.
    pub info: &'static Info,
    open: fn(&Params) -> Result<Box<dyn Session>, InputError>,
}

impl Entry {
    /// The entry of a game.
    pub const fn of<G: Game>() -> Entry {
        Entry { info: const { &G::INFO }, open: |params| Ok(session(G::new(params)?, params)) }
    }

    /// An entry that chooses among several types by the parameters.
    pub const fn new(
        info: &'static Info,
        open: fn(&Params) -> Result<Box<dyn Session>, InputError>,
    ) -> Entry {
        Entry { info, open }
    }

    /// Opens the game with these parameters.
    ///
    /// # Errors
    /// If the parameters don't go together.
    pub fn open(&self, params: &Params) -> Result<Box<dyn Session>, InputError> {
        (self.open)(params)
    }
}

/// Opens one of `games` by its name with parameters, such as `mnk(width=5,height=5,k=4)`, or by
/// an alias, which takes further parameters too.
///
/// # Errors
/// If there is no such game, or the parameters are not right.
pub fn open(games: &[Entry], name: &str) -> Result<Box<dyn Session>, InputError> {
    let name = name.trim();
    let (id, settings) = match name.split_once('(') {
        None => (name, ""),
        Some((id, rest)) => {
            let settings = rest.trim_end().strip_suffix(')').ok_or_else(|| {
                InputError::new(format!("{} has no closing parenthesis", quote(name)))
                    .hint("write name(parameter=value,…)")
            })?;
            (id.trim(), settings)
        }
    };
    for entry in games {
        let is_alias = entry.info.aliases.iter().any(|alias| alias.id == id);
        if is_alias || entry.info.id == id {
            return entry.open(&Params::of(entry.info, id, settings)?);
        }
    }
    let names = games.iter().flat_map(|entry| {
        let aliases = entry.info.aliases.iter().map(|alias| alias.id.to_owned());
        core::iter::once(entry.info.id.to_owned()).chain(aliases)
    });
    Err(InputError::new(format!("there is no game {}", quote(id)))
        .hint(format!("there are {}", list(names))))
}

/// A session of one game, from its start position with these parameters.
pub fn session<G: Game>(start: G, params: &Params) -> Box<dyn Session> {
    Box::new(board::Board::new(start, params.name(&G::INFO)))
}

/// How a game ended, in words: `x wins`, `draw`.
pub fn result_text(info: &Info, outcome: Outcome) -> String {
    match outcome {
        Outcome::Draw => "draw".to_owned(),
        Outcome::Win(player) => format!("{} wins", info.players[player.index()]),
    }
}
