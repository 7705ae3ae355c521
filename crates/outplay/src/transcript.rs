//! A recorded game with comments and variations, as files of many formats hold it (PGN, SGF, GGF).

/// A recorded game. All moves are text as [`Game::write`](crate::Game::write) gives it, and legal
/// where they stand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Transcript {
    /// The game with its parameters, such as `go(size=13,komi=6.5)`; `None` if the file does not
    /// say.
    pub game: Option<String>,
    /// What is known about the game, in the file's order: `White`, `Date`.
    pub tags: Vec<(String, String)>,
    /// The position where it began; `None` is the usual start.
    pub start: Option<String>,
    /// A comment before the first move.
    pub comment: String,
    /// The moves that were played.
    pub moves: Vec<Turn>,
    /// How it ended, in the format's own words: `1-0`, `B+3.5`.
    pub result: Option<String>,
}

/// One move of a [`Transcript`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Turn {
    /// The move.
    pub text: String,
    /// A comment in front of it.
    pub before: String,
    /// A comment behind it.
    pub comment: String,
    /// Numeric annotation glyphs: 1 for a good move, 2 for a mistake.
    pub nags: Vec<u8>,
    /// What else the file says of it, by the format's names: `("TR", ["dd"])`.
    pub properties: Vec<(String, Vec<String>)>,
    /// What could have been played instead: each begins with another move in place of this one.
    pub variations: Vec<Vec<Turn>>,
}

impl Turn {
    /// A move without any remarks.
    pub fn new(text: impl Into<String>) -> Turn {
        Turn { text: text.into(), ..Turn::default() }
    }
}

/// Variations inside variations are read so deep at most. It bounds the recursion over a
/// [`Transcript`], so that no file can overflow the stack, and keeps it within what readers of JSON
/// take (128 levels, three for each variation).
pub const MAX_NESTING: usize = 40;

/// A file format that a game can read, and perhaps write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileFormat {
    /// The name in commands: `pgn`.
    pub id: &'static str,
    /// The name in full.
    pub name: &'static str,
    /// What files of this format end in, without the dot.
    pub extension: &'static str,
    /// It can be written too.
    pub writes: bool,
}
