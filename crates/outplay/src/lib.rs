//! Finds the best move in any two-player, turn-based, perfect-information, zero-sum game.

pub mod doc;
pub mod laws;

mod alphabeta;
mod error;
mod evaluator;
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
mod pvs;
mod random;
mod record;
mod root;
mod score;
mod search;
mod session;
mod solve;
mod stats;
mod table;

pub use alphabeta::{alphabeta, alphabeta_ordered, alphabeta_table};
pub use error::{InputError, quote};
pub use evaluator::Evaluator;
pub use game::{
    Alias, Cell, Game, Info, Kind, Mark, Parameter, Params, Piece, Style, Theory, View,
    column_letters,
};
pub use level::{Choice, Level, choose};
pub use limits::{Limits, Stop, Stopped};
pub use line::{Line, Repeat, Visit};
pub use minimax::minimax;
pub use mtdf::mtdf;
pub use observer::{Event, Observer, Watch};
pub use perft::{Census, CensusError, MAX_CENSUS, Perft, census, perft};
pub use position::{MAX_PLY, Outcome, Player, Position};
pub use pvs::{PvsOptions, pvs, pvs_with};
pub use random::{Random, mix};
pub use record::{Cut, NodeKind, RecordLimits, Recorder, TableAnswer, Tree, TreeNode};
pub use root::MAX_THREADS;
pub use score::{Bound, Score, Value};
pub use search::Shared;
pub use session::{
    Algorithm, Analysis, Entry, MoveLine, Plan, Session, open, result_text, session,
};
pub use solve::solve;
pub use stats::{Report, RootLine, Stats};
pub use table::{Table, TableTooLarge};
