//! What does not change in the course of a game: size, rule, opening.

use outplay::Params;

/// The colour of a stone. Black is `x` in texts, White `o`.
///
/// With the swap2 opening a colour is not the same as a seat: the [`Player`](outplay::Player) who
/// moved first in the game may play White.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Places the first stone.
    Black,
    /// Places the second one.
    White,
}

impl Colour {
    /// Both.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// 0 for Black, 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// As people call it at the start of a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Black => "Black",
            Colour::White => "White",
        }
    }
}

/// Which rows win, and what Black may not make.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five win; six or more are nothing.
    Standard,
    /// Black wins with exactly five and may not make an overline, a double four or a double three;
    /// White is free, and wins with five or more.
    Renju,
    /// Five or more win unless stones of the other side stand at both ends.
    Caro,
}

impl Rule {
    pub(super) const NAMES: &'static [&'static str] = &["freestyle", "standard", "renju", "caro"];
    pub(super) const ALL: [Rule; 4] = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro];
}

/// Size, rule and opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Setup {
    /// Rows and columns.
    pub(super) size: u8,
    pub(super) rule: Rule,
    /// The game starts with the swap2 opening.
    pub(super) swap2: bool,
}

impl Setup {
    /// The smallest and the largest board.
    pub(super) const SMALLEST: usize = 5;
    pub(super) const LARGEST: usize = 22;

    /// From checked parameters.
    pub(super) fn of(params: &Params) -> Setup {
        let word = params.word("rule");
        let at = Rule::NAMES.iter().position(|name| *name == word).unwrap_or(0);
        let size = params.integer("size").clamp(Setup::SMALLEST as i64, Setup::LARGEST as i64);
        Setup { size: size as u8, rule: Rule::ALL[at], swap2: params.word("opening") == "swap2" }
    }

    #[inline]
    pub(super) const fn side(self) -> usize {
        self.size as usize
    }

    /// Cells of the board.
    #[inline]
    pub(super) const fn cells(self) -> usize {
        self.side() * self.side()
    }
}
