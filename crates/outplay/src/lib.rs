//! Finds the best move in any two-player, turn-based, perfect-information, zero-sum game.
//!
//! A game implements [`Position`]: the rules, as the searches see them. Any function is an
//! [`Evaluator`]. A search takes a [`Line`] (a position and the path to it), an evaluator, an
//! [`Observer`] (`&mut ()` if nobody watches) and what it is told beside ([`Shared`]: limits, a stop
//! flag, the transposition table), and gives a [`Report`].
//!
//! ```
//! use outplay::{Limits, Line, Outcome, Player, Position, Score, Shared, Table, mix};
//!
//! /// A heap of matches: take one to three in turn; who takes the last one wins.
//! #[derive(Clone)]
//! struct Matches {
//!     left: u32,
//!     turn: Player,
//! }
//!
//! impl Position for Matches {
//!     type Move = u32;
//!     type Undo = ();
//!
//!     fn turn(&self) -> Player {
//!         self.turn
//!     }
//!     fn moves(&self, out: &mut Vec<u32>) {
//!         out.extend(1..=self.left.min(3));
//!     }
//!     fn outcome(&self) -> Option<Outcome> {
//!         (self.left == 0).then_some(Outcome::Win(!self.turn))
//!     }
//!     fn play(&mut self, taken: u32) {
//!         self.left -= taken;
//!         self.turn = !self.turn;
//!     }
//!     fn undo(&mut self, taken: u32, (): ()) {
//!         self.left += taken;
//!         self.turn = !self.turn;
//!     }
//!     fn key(&self) -> u64 {
//!         mix(u64::from(self.left) << 1 | self.turn.index() as u64)
//!     }
//! }
//!
//! let line = Line::new(Matches { left: 10, turn: Player::First });
//! let estimate = |_: &Matches| 0.0;
//! let table = Table::new(1 << 20)?;
//! let report = outplay::pvs(&line, &estimate, &mut (), &Shared::new(Limits::default(), &table));
//! assert_eq!(report.best, Some(2)); // It leaves 8, and later 4: the opponent can't escape.
//! assert_eq!(report.value.score, Score::win_in(5));
//! assert!(report.value.proven);
//! # Ok::<(), outplay::TableTooLarge>(())
//! ```
//!
//! The searches, from the definition to the strongest: [`minimax()`], [`alphabeta()`],
//! [`alphabeta_ordered`], [`alphabeta_table`], [`mtdf()`], [`pvs()`], and [`solve()`] for exact
//! values. Each says in its documentation what its value means.
//!
//! With [`Game`] a game also has names, notation and a board, and with it a [`Session`]: play,
//! analysis and perft as text, the same for every game. [`laws`] checks a game in one line.

pub mod doc;
pub mod laws;
#[doc(hidden)]
pub mod measure;
pub mod read;

mod alphabeta;
mod busy;
mod clock;
mod engine;
mod error;
mod evaluator;
mod forecast;
mod game;
mod level;
mod limits;
mod line;
mod minimax;
mod mtdf;
mod observer;
mod order;
mod perft;
mod position;
mod profile;
mod pvs;
mod random;
mod record;
mod root;
mod score;
mod search;
mod session;
mod solve;
mod stats;
mod sync;
mod table;
mod transcript;
mod view;

pub use alphabeta::{alphabeta, alphabeta_ordered, alphabeta_table};
pub use clock::Clock;
pub use engine::{Engine, Task, follow};
pub use error::{InputError, quote};
pub use evaluator::{Evaluator, Scope};
pub use forecast::Forecast;
pub use game::{Alias, Game, Info, Kind, Parameter, Params, Theory};
pub use level::{Choice, Level, choose};
pub use limits::{Limits, Stop, Stopped};
pub use line::{Line, Repeat, Visit};
pub use minimax::minimax;
pub use mtdf::mtdf;
pub use observer::{Event, Observer, Watch};
pub use perft::{Census, CensusError, MAX_CENSUS, Perft, census, perft};
pub use position::{MAX_PLY, Outcome, Player, Position};
pub use profile::Profile;
pub use pvs::{Feature, Features, pvs, pvs_with};
pub use random::{Random, mix};
pub use record::{Cut, NodeKind, RecordLimits, Recorder, TableAnswer, Tree, TreeNode};
pub use root::MAX_THREADS;
pub use score::{Bound, Score, Value};
pub use search::Shared;
pub use session::{
    Algorithm, Analysis, Entry, MoveLine, Plan, Session, Update, open, result_text, session,
};
pub use solve::solve;
pub use stats::{Report, RootLine, Stats};
pub use table::{Table, TableTooLarge};
pub use transcript::{FileFormat, MAX_NESTING, Transcript, Turn};
pub use view::{Cell, Mark, Piece, Style, View, column_letters};
