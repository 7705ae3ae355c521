//! The board of the conversation: a game, its parameters, and the moves as they were told.
//!
//! GTP lets a side move twice in a row, and play on after two passes; a game of ours alternates
//! and ends. Between the two stands the *line*, a legal game that leads to the same stones: a
//! move out of turn follows a pass of the other side, or takes back the pass before it.

use outplay::{Entry, InputError, Params, Player, Session, Transcript, follow};

use super::count;
use super::vertex::Vertices;

/// The most moves that are kept of a game.
const MOST_MOVES: usize = 10_000;

/// The board.
pub(super) struct Board {
    entry: Entry,
    params: Params,
    session: Box<dyn Session>,
    pub(super) vertices: Vertices,
    /// Where the game began, if that is not its usual start: after handicap stones, say.
    base: Option<String>,
    /// Where the line began: the base, or further on.
    start: Option<String>,
    moves: Vec<Step>,
}

/// A move as it was told.
#[derive(Debug)]
struct Step {
    /// What had to be done to the line first.
    change: Change,
    /// It is in the line. A pass out of turn is not: it changes nothing.
    played: bool,
}

/// What was done to the line so that a side may move.
#[derive(Debug, Default)]
struct Change {
    /// Passes taken back.
    popped: usize,
    /// Passes made.
    padded: usize,
    /// The line began anew here; this was the old one.
    turned: Option<(Option<String>, Vec<String>)>,
}

/// A position to search for a side.
#[derive(Default, Debug)]
pub(super) struct Place {
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
    /// The moves that are legal there.
    pub(super) legal: Vec<String>,
    /// The moves to choose among; empty for all.
    pub(super) only: Vec<String>,
}

impl Board {
    /// The start of a game by its name.
    ///
    /// # Errors
    /// If there is no such game, or GTP has no words for its moves.
    pub(super) fn open(games: &[Entry], name: &str) -> Result<Board, InputError> {
        let session = outplay::open(games, name)?;
        let info = session.info();
        let name = session.name();
        let (id, settings) = name.split_once('(').unwrap_or((&name, ""));
        let known = |entry: &&Entry| entry.info.id == info.id;
        let entry = games
            .iter()
            .find(known)
            .ok_or_else(|| InputError::new(format!("{} is not in the list of games", info.id)))?;
        let mut params = Params::defaults(info);
        if let Some(alias) = info.aliases.iter().find(|alias| alias.id == id) {
            params.set(info, alias.sets)?;
        }
        params.set(info, settings.trim_end_matches(')'))?;
        let vertices = Vertices::of(&*session)?;
        let mut board = Board {
            entry: *entry,
            params,
            vertices,
            session,
            base: None,
            start: None,
            moves: vec![],
        };
        board.free_handicap_parameter()?;
        Ok(board)
    }

    /// The start of the same game with other parameters.
    ///
    /// # Errors
    /// As [`open`](Board::open).
    pub(super) fn another(&self, name: &str) -> Result<Board, InputError> {
        Board::open(&[self.entry], name)
    }

    /// Handicap stones are a start position here, not a parameter: an empty board must be empty.
    fn free_handicap_parameter(&mut self) -> Result<(), InputError> {
        let has = self.entry.info.parameters.iter().any(|known| known.name == "handicap");
        if !has || self.params.word("handicap") == "0" {
            return Ok(());
        }
        let start = self.session.position();
        self.params.set(self.entry.info, "handicap=0")?;
        self.session = self.entry.open(&self.params)?;
        self.set_base(&start)
    }

    /// Whether it is Go: that has komi, handicap stones and free passes.
    pub(super) fn is_go(&self) -> bool {
        self.entry.info.id == "go"
    }

    pub(super) fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The game with its parameters.
    pub(super) fn name(&self) -> String {
        self.session.name()
    }

    /// A parameter's value; empty if the game has none of that name.
    pub(super) fn parameter(&self, name: &str) -> &str {
        let has = self.entry.info.parameters.iter().any(|known| known.name == name);
        if has { self.params.word(name) } else { "" }
    }

    /// What a parameter may be.
    pub(super) fn kind(&self, name: &str) -> Option<outplay::Kind> {
        let mut parameters = self.entry.info.parameters.iter();
        parameters.find(|known| known.name == name).map(|known| known.kind)
    }

    /// No move was made, and no stone set.
    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty() && count::stones(self).iter().all(Option::is_none)
    }

    /// An empty board with the same parameters.
    pub(super) fn clear(&mut self) {
        self.session.reset();
        self.moves.clear();
        (self.base, self.start) = (None, None);
    }

    /// An empty board of another size.
    ///
    /// # Errors
    /// If the game has none of that size. The board is as it was.
    pub(super) fn resize(&mut self, columns: usize, rows: usize) -> Result<(), InputError> {
        let has = |name: &str| self.entry.info.parameters.iter().any(|known| known.name == name);
        let square = columns == rows;
        let settings = if has("width") && has("height") {
            format!("width={columns},height={rows}")
        } else if has("size") && square {
            format!("size={columns}")
        } else if (columns, rows) == (self.vertices.columns, self.vertices.rows) {
            String::new()
        } else {
            return Err(InputError::new("the game has no such board"));
        };
        let mut params = self.params.clone();
        params.set(self.entry.info, &settings)?;
        let session = self.entry.open(&params)?;
        let vertices = Vertices::of(&*session)?;
        (self.params, self.session, self.vertices) = (params, session, vertices);
        self.clear();
        Ok(())
    }

    /// Changes parameters in the middle of the game.
    ///
    /// # Errors
    /// If they can't be so, or a move made would be illegal. The board is as it was.
    pub(super) fn adjust(&mut self, settings: &str) -> Result<(), InputError> {
        let mut params = self.params.clone();
        params.set(self.entry.info, settings)?;
        if params == self.params {
            return Ok(());
        }
        let mut session = self.entry.open(&params)?;
        follow(&mut *session, self.start.as_deref(), &self.session.history())?;
        (self.params, self.session) = (params, session);
        Ok(())
    }

    /// A game begins at this position.
    ///
    /// # Errors
    /// If it is none. The board is as it was.
    pub(super) fn set_base(&mut self, position: &str) -> Result<(), InputError> {
        self.session.set(position)?;
        self.moves.clear();
        self.base = Some(position.to_owned());
        self.start.clone_from(&self.base);
        Ok(())
    }

    /// The first `count` moves of a recorded game.
    ///
    /// # Errors
    /// If it is a record of another game, or can't be followed. The board is as it was.
    pub(super) fn load(&mut self, game: &Transcript, count: usize) -> Result<(), InputError> {
        let name = game.game.clone().unwrap_or_else(|| self.name());
        let mut board = self.another(&name)?;
        if let Some(start) = &game.start {
            board.set_base(start)?;
        }
        for turn in game.moves.iter().take(count.min(MOST_MOVES)) {
            board.session.play(&turn.text)?;
            board.moves.push(Step { change: Change::default(), played: true });
        }
        *self = board;
        Ok(())
    }

    /// A stone on a cell, or a pass, in or out of turn.
    ///
    /// # Errors
    /// If it can't be played: why. The board is as it was.
    pub(super) fn play(&mut self, side: Player, cell: Option<usize>) -> Result<(), String> {
        if self.moves.len() >= MOST_MOVES {
            return Err(format!("illegal move: a game has {MOST_MOVES} moves at most"));
        }
        let step = match cell {
            None => self.pass(side)?,
            Some(cell) => {
                let change = self.turn_to(side)?;
                if let Err(error) = self.session.play(&self.vertices.in_game(cell)) {
                    self.turn_back(change);
                    return Err(format!("illegal move: {error}"));
                }
                Step { change, played: true }
            }
        };
        self.moves.push(step);
        Ok(())
    }

    /// A pass. Out of turn, or after the end, it changes nothing.
    fn pass(&mut self, side: Player) -> Result<Step, String> {
        let over = self.session.turn().is_none();
        let idle = self.is_go() && self.session.turn() != Some(side);
        if over || idle {
            return Ok(Step { change: Change::default(), played: false });
        }
        let change = self.turn_to(side)?;
        match self.session.play("pass") {
            Ok(_) => Ok(Step { change, played: true }),
            Err(error) => {
                self.turn_back(change);
                Err(format!("illegal move: {error}"))
            }
        }
    }

    /// Takes back the last move.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn undo(&mut self) -> Result<(), String> {
        let step = self.moves.pop().ok_or("cannot undo")?;
        if step.played {
            self.session.undo();
        }
        self.turn_back(step.change);
        Ok(())
    }

    /// The position in which a side is to move, whether it is its turn or not.
    ///
    /// # Errors
    /// If it can't be made.
    pub(super) fn place_for(&mut self, side: Player) -> Result<Place, String> {
        let change = self.turn_to(side)?;
        let legal = self.session.legal();
        let place = if change.padded > 0 && self.is_go() {
            // The pass is ours, not the opponent's: who sees it might pass and win. So the stones
            // are set up; which moves would repeat a position is known only here.
            let position = self.session.position();
            let words = position.split(' ').filter(|word| *word != "pass");
            let start = Some(words.collect::<Vec<_>>().join(" "));
            Place { start, moves: vec![], only: legal.clone(), legal }
        } else {
            let (start, moves) = (self.start.clone(), self.session.history());
            Place { start, moves, legal, only: vec![] }
        };
        self.turn_back(change);
        Ok(place)
    }

    /// Brings the line to where a side may place a stone.
    fn turn_to(&mut self, side: Player) -> Result<Change, String> {
        let mut change = Change::default();
        if self.session.turn() == Some(side) {
            return Ok(change);
        }
        let passes = |board: &Board| board.session.history().last().is_some_and(|m| m == "pass");
        while self.is_go() && self.session.turn() != Some(side) && passes(self) {
            self.session.undo();
            change.popped += 1;
        }
        let turn = self.session.turn();
        if turn.is_some() && turn != Some(side) {
            let legal = self.session.legal();
            if (self.is_go() || legal == ["pass"]) && self.session.play("pass").is_ok() {
                change.padded += 1;
            } else {
                change.turned = self.exchange_sides(side);
            }
        }
        if self.session.turn() == Some(side) {
            return Ok(change);
        }
        self.turn_back(change);
        Err("illegal move: the game is over".to_owned())
    }

    /// Undoes what [`turn_to`](Board::turn_to) did.
    fn turn_back(&mut self, change: Change) {
        if let Some((start, moves)) = change.turned {
            // It was there before.
            let _ = follow(&mut *self.session, start.as_deref(), &moves);
            self.start = start;
        }
        for _ in 0..change.padded {
            self.session.undo();
        }
        for _ in 0..change.popped {
            let _ = self.session.play("pass");
        }
    }

    /// The same stones with this side to move, for games in which nothing else matters. Returns
    /// the line before.
    fn exchange_sides(&mut self, side: Player) -> Option<(Option<String>, Vec<String>)> {
        let old = (self.start.clone(), self.session.history());
        let position = self.session.position();
        let mut words: Vec<&str> = position.split(' ').collect();
        let letter = words.iter_mut().skip(1).find(|word| word.len() == 1)?;
        *letter = match (side, *letter) {
            (Player::First, "o") => "x",
            (Player::First, "O") => "X",
            (Player::Second, "x") => "o",
            (Player::Second, "X") => "O",
            _ => return None,
        };
        let position = words.join(" ");
        self.session.set(&position).ok()?;
        self.start = Some(position);
        Some(old)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn board(game: &str) -> Board {
        Board::open(outplay_games::ALL, game).unwrap()
    }

    fn play(board: &mut Board, side: Player, vertex: &str) -> Result<(), String> {
        let cell = board.vertices.read(vertex).unwrap();
        board.play(side, cell)
    }

    const B: Player = Player::First;
    const W: Player = Player::Second;

    #[test]
    fn who_moves_twice_lets_the_other_pass() {
        let mut go = board("go(size=5)");
        play(&mut go, B, "C3").unwrap();
        play(&mut go, B, "D3").unwrap();
        assert_eq!(go.session.history(), ["C3", "pass", "D3"]);
        // A pass before it is no second pass: the game goes on.
        play(&mut go, W, "pass").unwrap();
        play(&mut go, W, "B2").unwrap();
        assert_eq!(go.session.history(), ["C3", "pass", "D3", "B2"]);
        for _ in 0..4 {
            go.undo().unwrap();
        }
        assert!(go.is_empty() && go.undo().is_err());
    }

    #[test]
    fn the_game_goes_on_after_two_passes() {
        let mut go = board("go(size=5)");
        for (side, vertex) in [(B, "C3"), (W, "pass"), (B, "pass"), (W, "pass")] {
            play(&mut go, side, vertex).unwrap();
        }
        assert!(go.session.turn().is_none());
        play(&mut go, W, "C4").unwrap();
        assert_eq!(go.session.history(), ["C3", "C4"]);
        go.undo().unwrap();
        assert!(go.session.turn().is_none());
    }

    #[test]
    fn a_position_out_of_turn_has_no_pass() {
        let mut go = board("go(size=5)");
        play(&mut go, B, "C3").unwrap();
        let place = go.place_for(B).unwrap();
        assert_eq!(place.start.as_deref(), Some("5/5/2x2/5/5 x"));
        assert!(place.moves.is_empty() && place.only.len() == 25);
        assert_eq!(go.session.history(), ["C3"]);
        let place = go.place_for(W).unwrap();
        assert_eq!((place.start, place.moves), (None, vec!["C3".to_owned()]));
    }

    #[test]
    fn gomoku_is_set_up_colour_by_colour() {
        let mut gomoku = board("gomoku");
        for (side, vertex) in [(B, "H8"), (B, "H9"), (W, "J8"), (W, "J9"), (B, "K8")] {
            play(&mut gomoku, side, vertex).unwrap();
        }
        let stones = count::stones(&gomoku);
        assert_eq!(stones.iter().filter(|stone| **stone == Some(B)).count(), 3);
        assert_eq!(stones.iter().filter(|stone| **stone == Some(W)).count(), 2);
        for _ in 0..5 {
            gomoku.undo().unwrap();
        }
        assert!(gomoku.is_empty() && gomoku.start.is_none());
    }

    #[test]
    fn handicap_as_a_parameter_becomes_a_start() {
        let mut go = board("go(size=9,handicap=2,komi=0.5)");
        assert!(!go.is_empty());
        assert_eq!((go.session.turn(), go.name()), (Some(W), "go(komi=0.5)".to_owned()));
        go.clear();
        assert!(go.is_empty());
    }

    proptest! {
        /// Undo leads back the way that was come, whatever it was.
        #[test]
        fn undo_is_exact(
            game in prop::sample::select(vec!["go(size=3)", "go(size=4,ko=simple)", "othello4", "gomoku(size=5)"]),
            moves in prop::collection::vec((any::<bool>(), 0..20usize), 0..60),
        ) {
            let mut board = board(game);
            let seen = |board: &Board| (board.session.position(), board.session.history());
            let mut before = vec![];
            for (black, cell) in moves {
                let side = if black { B } else { W };
                let cells = board.vertices.columns * board.vertices.rows;
                let cell = (cell < cells).then_some(cell);
                let state = seen(&board);
                let place = board.place_for(side);
                prop_assert_eq!(seen(&board), state.clone());
                if let Ok(place) = place {
                    let mut session = outplay::open(outplay_games::ALL, &board.name()).unwrap();
                    follow(&mut *session, place.start.as_deref(), &place.moves).unwrap();
                    prop_assert_eq!(session.turn(), Some(side));
                    let legal = session.legal();
                    prop_assert!(place.only.iter().all(|text| legal.contains(text)));
                }
                match board.play(side, cell) {
                    Ok(()) => before.push(state),
                    Err(_) => prop_assert_eq!(seen(&board), state),
                }
            }
            while let Some(state) = before.pop() {
                board.undo().unwrap();
                prop_assert_eq!(seen(&board), state);
            }
            prop_assert!(board.undo().is_err());
        }
    }
}
