//! Go: stones are placed on the crossings of lines, chains without liberties are captured, and
//! who surrounds more wins.
//!
//! Area scoring as Tromp and Taylor state it: at the end, after two passes in a row, a side has
//! its stones and the empty points that only its stones reach; nothing is taken off as dead. What
//! differs between rule sets is a parameter: komi, suicide, and what happens if a position comes
//! back. [`Ko::Positional`], the rule of Tromp and Taylor, is the usual one.
//!
//! A position knows the ko point, where the side to move may not take back at once: that much a
//! board alone can tell, and every rule forbids it. Longer cycles are for the
//! [`Line`](outplay::Line) to see, which asks [`Position::repeat`].

mod board;
mod evaluator;
mod file;
mod life;
mod look;
mod parse;
mod playout;
mod text;
mod write;

#[cfg(test)]
mod file_tests;
#[cfg(test)]
mod life_tests;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod text_tests;

use outplay::{Entry, InputError, Outcome, Params, Player, Position, Repeat, Visit, mix};

pub use evaluator::Influence;

use board::{Board, EMPTY, NOWHERE, Placed, Point};

/// The game for the list of games.
pub const ENTRY: Entry = Entry::of::<Go>();

/// A point of the board where a stone goes, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(Point);

impl Move {
    /// No stone.
    pub const PASS: Move = Move(NOWHERE);

    /// Whether it is the pass.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == NOWHERE
    }
}

/// What the rules say when the stones on the board are as they were before, after a move that is
/// no pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ko {
    /// Such a move is illegal (positional superko).
    Positional,
    /// It is illegal if the same side was to move before (situational superko).
    Situational,
    /// Only to take back a single stone at once is illegal. A longer cycle ends the game without
    /// a winner as soon as it closes.
    Simple,
}

/// What does not change in the course of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rules {
    size: u8,
    ko: Ko,
    suicide: bool,
    /// Black stones on the board at the start.
    handicap: u8,
    /// In half points.
    komi: i16,
    /// Moves after which the game is over and counted; 0 if there is no such limit.
    cap: u16,
}

impl Rules {
    const USUAL: Rules =
        Rules { size: 9, ko: Ko::Positional, suicide: false, handicap: 0, komi: 15, cap: 0 };
}

/// A position of Go. Black is the first player, also in a handicap game, where White makes the
/// first move. Moves are generated row by row from the top left, the pass last.
#[derive(Clone, Debug)]
pub struct Go {
    board: Board,
    turn: Player,
    /// Where the side to move may not take back at once.
    ko: Point,
    /// In a row, up to this position.
    passes: u8,
    /// Moves since the start of the game. Counts only if the rules have a cap.
    plies: u32,
    /// A stone was taken off since this position was set up: before that, none can come back.
    captured: bool,
    rules: Rules,
}

/// The same for the rest of the game. How it came about may differ.
impl PartialEq for Go {
    fn eq(&self, other: &Go) -> bool {
        self.rules == other.rules
            && self.turn == other.turn
            && self.ko == other.ko
            && self.passes == other.passes
            && (self.rules.cap == 0 || self.plies == other.plies)
            && self.board.same_stones(&other.board)
    }
}

impl Eq for Go {}

/// What taking back a move needs.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// `None` for a pass.
    placed: Option<Placed>,
    ko: Point,
    passes: u8,
    captured: bool,
}

/// The number that a side's turn adds to a key.
const WHITE_TO_MOVE: u64 = mix(0x676f_0001);

impl Go {
    /// The start of a game with these rules.
    fn start(rules: Rules) -> Go {
        let mut go = Go {
            board: Board::new(usize::from(rules.size)),
            turn: Player::First,
            ko: NOWHERE,
            passes: 0,
            plies: 0,
            captured: false,
            rules,
        };
        for at in text::handicap_points(&go.board, rules.handicap) {
            go.board.place(at, board::BLACK, |_| {});
            go.turn = Player::Second;
        }
        go
    }

    /// An empty board with these parameters, or one with the handicap stones.
    ///
    /// # Errors
    /// If the board has no room for so many handicap stones.
    fn with(params: &Params) -> Result<Go, InputError> {
        // Each was checked to be in its range.
        let rules = Rules {
            size: params.integer("size") as u8,
            ko: match params.word("ko") {
                "situational" => Ko::Situational,
                "simple" => Ko::Simple,
                _ => Ko::Positional,
            },
            suicide: params.flag("suicide"),
            handicap: params.integer("handicap") as u8,
            komi: params.halves("komi") as i16,
            cap: params.integer("cap") as u16,
        };
        let most = text::most_handicap(usize::from(rules.size));
        if rules.handicap == 1 || rules.handicap > most {
            let what = format!("handicap can't be {} on this board", rules.handicap);
            return Err(InputError::new(what).hint(match most {
                0 => "a board this small has no points for it".to_owned(),
                _ => format!("it is 0, or 2 to {most}"),
            }));
        }
        Ok(Go::start(rules))
    }

    /// Rows of the board.
    pub fn size(&self) -> usize {
        usize::from(self.rules.size)
    }

    /// The rule for positions that come back.
    pub fn ko_rule(&self) -> Ko {
        self.rules.ko
    }

    /// What White gets for moving second, in half points.
    pub fn komi_halves(&self) -> i32 {
        i32::from(self.rules.komi)
    }

    /// The side to move's colour on the board.
    #[inline]
    fn colour(&self) -> u8 {
        self.turn.index() as u8
    }

    /// Black's area and White's: stones, and empty regions next to stones of one side only.
    pub fn areas(&self) -> [i32; 2] {
        self.board.areas()
    }

    /// By how many half points Black is ahead if the board is counted as it stands, komi included.
    pub fn margin_halves(&self) -> i32 {
        let [black, white] = self.areas();
        2 * (black - white) - self.komi_halves()
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.passes >= 2 || (self.rules.cap > 0 && self.plies >= u32::from(self.rules.cap))
    }

    /// Whether the side to move may put a stone on this empty point, as far as the board tells.
    #[inline]
    fn allows(&self, at: Point) -> bool {
        if at == self.ko {
            return false;
        }
        if !self.rules.suicide {
            return self.board.survives(at, self.colour());
        }
        let outlook = self.board.outlook(at, self.colour());
        // A stone that takes only itself off repeats the position at once. That is illegal under
        // positional superko; by the simple rule it would let anyone end the game.
        outlook.breathes || outlook.captures || outlook.joins || self.rules.ko == Ko::Situational
    }

    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        for at in self.board.points() {
            if self.board.colour(at) == EMPTY && self.allows(at) {
                visit(Move(at));
            }
        }
        visit(Move::PASS);
    }

    /// Plays a move and calls `removed` with every stone taken off.
    #[inline]
    fn advance(&mut self, m: Move, removed: impl FnMut(Point)) -> Undo {
        let mut undo =
            Undo { placed: None, ko: self.ko, passes: self.passes, captured: self.captured };
        self.ko = NOWHERE;
        if m.is_pass() {
            self.passes += 1;
        } else {
            self.passes = 0;
            let placed = self.board.place(m.0, self.colour(), removed);
            self.captured |= placed.stones > 0 || placed.suicide;
            if placed.stones == 1 {
                self.ko = self.ko_after(m.0);
            }
            undo.placed = Some(placed);
        }
        self.turn = !self.turn;
        self.plies = self.plies.wrapping_add(1);
        undo
    }

    /// After a stone captured one stone: where it could be taken back at once. A lone stone whose
    /// only liberty is where it captured.
    #[inline]
    fn ko_after(&self, at: Point) -> Point {
        let alone = self.board.stones_in(self.board.chain(at)) == 1;
        match self.board.last_liberty(self.board.chain(at)) {
            Some(liberty) if alone => liberty,
            _ => NOWHERE,
        }
    }

    /// The key with these stones and ko point in place of the position's own.
    #[inline]
    fn key_with(&self, stones: u64, ko: Point) -> u64 {
        let turn = if self.turn == Player::Second { WHITE_TO_MOVE } else { 0 };
        let plies = if self.rules.cap > 0 { self.plies } else { 0 };
        // Stones and turn are mixed already.
        let rest = u64::from(ko) | u64::from(self.passes) << 16 | u64::from(plies) << 32;
        stones ^ turn ^ if rest == 0 { 0 } else { mix(rest) }
    }
}

/// Nine by nine, komi 7.5.
impl Default for Go {
    fn default() -> Go {
        Go::start(Rules::USUAL)
    }
}

impl Position for Go {
    type Move = Move;
    type Undo = Undo;
    const ALTERNATES: bool = true;
    const REPEATS: bool = true;
    const BANS: bool = true;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if !self.is_over() {
            self.for_each_move(|m| out.push(m));
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        Some(match self.margin_halves() {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Player::First),
            _ => Outcome::Win(Player::Second),
        })
    }

    fn play(&mut self, m: Move) -> Undo {
        self.advance(m, |_| {})
    }

    fn undo(&mut self, m: Move, undo: Undo) {
        self.turn = !self.turn;
        self.plies = self.plies.wrapping_sub(1);
        if let Some(placed) = &undo.placed {
            self.board.take_back(m.0, self.colour(), placed);
        }
        (self.ko, self.passes, self.captured) = (undo.ko, undo.passes, undo.captured);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key_with(self.board.hash(), self.ko)
    }

    /// The stones, and under situational superko the side to move: what must not come back.
    #[inline]
    fn repetition_key(&self) -> u64 {
        match (self.rules.ko, self.turn) {
            (Ko::Situational, Player::Second) => self.board.hash() ^ WHITE_TO_MOVE,
            _ => self.board.hash(),
        }
    }

    /// Until the first capture there are more stones with every move but the pass. After it, a
    /// stone is where none was before; unless a move may take its own stones off again.
    #[inline]
    fn reversible(&self) -> usize {
        if self.captured || self.rules.suicide { usize::MAX } else { 0 }
    }

    fn repeat(&self, _times: usize, _cycle: &[Visit]) -> Repeat {
        if self.passes > 0 {
            return Repeat::Allowed;
        }
        match self.rules.ko {
            Ko::Positional | Ko::Situational => Repeat::Illegal,
            Ko::Simple => Repeat::Ends(Outcome::Draw),
        }
    }
}
