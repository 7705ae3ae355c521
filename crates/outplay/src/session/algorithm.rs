//! The algorithms by name.

use core::fmt;
use core::str::FromStr;

use crate::error::{InputError, quote};
use crate::game::list;

/// A search algorithm, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Algorithm {
    /// [`minimax`](crate::minimax)
    Minimax,
    /// [`alphabeta`](crate::alphabeta)
    AlphaBeta,
    /// [`alphabeta_ordered`](crate::alphabeta_ordered)
    AlphaBetaOrdered,
    /// [`alphabeta_table`](crate::alphabeta_table)
    AlphaBetaTable,
    /// [`pvs`](crate::pvs)
    #[default]
    Pvs,
    /// [`mtdf`](crate::mtdf)
    Mtdf,
    /// [`solve`](crate::solve)
    Solve,
}

impl Algorithm {
    /// All of them, from the simplest to the strongest.
    pub const ALL: [Algorithm; 7] = [
        Algorithm::Minimax,
        Algorithm::AlphaBeta,
        Algorithm::AlphaBetaOrdered,
        Algorithm::AlphaBetaTable,
        Algorithm::Mtdf,
        Algorithm::Pvs,
        Algorithm::Solve,
    ];

    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Minimax => "minimax",
            Algorithm::AlphaBeta => "alphabeta",
            Algorithm::AlphaBetaOrdered => "alphabeta-ordered",
            Algorithm::AlphaBetaTable => "alphabeta-table",
            Algorithm::Pvs => "pvs",
            Algorithm::Mtdf => "mtdf",
            Algorithm::Solve => "solve",
        }
    }

    /// Whether it uses the transposition table.
    pub fn uses_table(self) -> bool {
        !matches!(self, Algorithm::Minimax | Algorithm::AlphaBeta | Algorithm::AlphaBetaOrdered)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Algorithm, InputError> {
        let named = |algorithm: &Algorithm| algorithm.name().eq_ignore_ascii_case(text.trim());
        Algorithm::ALL.into_iter().find(named).ok_or_else(|| {
            let names = list(Algorithm::ALL.iter().map(|algorithm| algorithm.name().to_owned()));
            InputError::new(format!("there is no algorithm {}", quote(text)))
                .hint(format!("there are {names}"))
        })
    }
}
