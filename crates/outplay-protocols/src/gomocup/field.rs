//! The board of the game: cells as the protocol writes them (`x,y` from the top left) on one side,
//! the game's own notation on the other.

use outplay::{Entry, InputError, Player, Profile, Session, Task, column_letters, result_text};

/// What a manager writes for no stone, where a side must pass.
const PASS: [i64; 2] = [-1, -1];

/// A place on the board, counted row by row from the top left, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Point {
    Cell(usize),
    Pass,
}

/// The board with its stones.
pub(super) struct Field {
    pub(super) session: Box<dyn Session>,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// In the order in which they came, and whose they are; the first player's are `x`.
    pub(super) stones: Vec<(usize, Player)>,
}

impl Field {
    /// An empty board of a game.
    ///
    /// # Errors
    /// If there is no such game.
    pub(super) fn open(games: &[Entry], name: &str) -> Result<Field, InputError> {
        let session = outplay::open(games, name)?;
        let view = session.view();
        let columns = view.columns;
        let rows = view.cells.len().checked_div(columns).unwrap_or(0);
        Ok(Field { session, columns, rows, stones: vec![] })
    }

    /// Takes all stones away.
    pub(super) fn clear(&mut self) {
        self.session.reset();
        self.stones.clear();
    }

    /// The point with these coordinates.
    ///
    /// # Errors
    /// If it is outside the board.
    pub(super) fn point(&self, xy: [i64; 2]) -> Result<Point, InputError> {
        if xy == PASS {
            return Ok(Point::Pass);
        }
        let [x, y] = xy.map(usize::try_from);
        match (x, y) {
            (Ok(x), Ok(y)) if x < self.columns && y < self.rows => {
                Ok(Point::Cell(y * self.columns + x))
            }
            _ => {
                let [x, y] = xy;
                Err(InputError::new(format!("{x},{y} is outside the board")).hint(format!(
                    "x is 0 to {}, y is 0 to {}",
                    self.columns.saturating_sub(1),
                    self.rows.saturating_sub(1)
                )))
            }
        }
    }

    /// A point as the protocol writes it.
    pub(super) fn write(&self, point: Point) -> String {
        match point {
            Point::Pass => format!("{},{}", PASS[0], PASS[1]),
            Point::Cell(cell) => format!("{},{}", cell % self.columns, cell / self.columns),
        }
    }

    /// A point as the game writes it.
    pub(super) fn text(&self, point: Point) -> String {
        let Point::Cell(cell) = point else { return "pass".to_owned() };
        let row = self.rows - cell / self.columns;
        format!("{}{row}", column_letters(cell % self.columns))
    }

    /// The point that the game's text means; `None` for words that are no point.
    pub(super) fn read(&self, text: &str) -> Option<Point> {
        if text == "pass" {
            return Some(Point::Pass);
        }
        let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let (letters, row) = text.split_at(letters);
        let column = (0..self.columns).find(|&column| column_letters(column) == letters)?;
        let row: usize = row.parse().ok()?;
        let down = self.rows.checked_sub(row).filter(|&down| down < self.rows)?;
        Some(Point::Cell(down * self.columns + column))
    }

    /// The game's moves as the protocol writes them.
    pub(super) fn spell(&self, moves: &[String]) -> String {
        let spelled: Vec<_> = moves
            .iter()
            .map(|text| self.read(text).map_or_else(|| text.clone(), |point| self.write(point)))
            .collect();
        spelled.join(" ")
    }

    /// The side to move, or that would be if the game went on.
    pub(super) fn turn(&self) -> Player {
        let after_last = || self.stones.last().map_or(Player::First, |&(_, owner)| !owner);
        self.session.turn().unwrap_or_else(after_last)
    }

    /// Why nobody can move any more, if that is so.
    pub(super) fn over(&self) -> Option<InputError> {
        let outcome = self.session.outcome()?;
        let how = result_text(self.session.info(), outcome);
        Some(InputError::new(format!("the game is over: {how}")))
    }

    /// Plays for the side to move.
    ///
    /// # Errors
    /// If that is not legal. Nothing has changed then.
    pub(super) fn play(&mut self, point: Point) -> Result<(), InputError> {
        let Some(turn) = self.session.turn() else {
            return Err(self.over().unwrap_or_else(|| InputError::new("nobody is to move")));
        };
        if let Point::Cell(cell) = point
            && self.stones.iter().any(|&(taken, _)| taken == cell)
        {
            return Err(InputError::new(format!("{} is taken", self.write(point)))
                .hint("choose an empty cell"));
        }
        let text = self.text(point);
        self.session.play(&text).map_err(|error| error.within(&self.write(point)))?;
        if let Point::Cell(cell) = point {
            self.stones.push((cell, turn));
        }
        Ok(())
    }

    /// Takes one stone away: the side that it belongs to is to move then.
    ///
    /// # Errors
    /// If there is no stone. Nothing has changed then.
    pub(super) fn take_back(&mut self, point: Point) -> Result<(), InputError> {
        let nothing = InputError::new(format!("there is no stone on {}", self.write(point)));
        let Point::Cell(cell) = point else {
            let passed = self.session.history().last().is_some_and(|last| last == "pass");
            return passed.then(|| self.session.undo()).map(drop).ok_or(nothing);
        };
        let found = self.stones.iter().rposition(|&(taken, _)| taken == cell);
        let place = found.ok_or(nothing)?;
        let (_, owner) = self.stones[place];
        let text = self.text(point);
        if self.session.history().last() == Some(&text) {
            self.session.undo();
            self.stones.remove(place);
            return Ok(());
        }
        let mut left = self.stones.clone();
        left.remove(place);
        self.set(left, owner)
    }

    /// Sets up stones and the side to move.
    ///
    /// # Errors
    /// If that is no position of the game. Nothing has changed then.
    pub(super) fn set(
        &mut self,
        stones: Vec<(usize, Player)>,
        turn: Player,
    ) -> Result<(), InputError> {
        if self.set_by_moves(&stones, turn) {
            self.stones = stones;
            return Ok(());
        }
        let mut cells = vec!['.'; self.columns * self.rows];
        for &(cell, owner) in &stones {
            match cells.get_mut(cell) {
                Some(empty) if *empty == '.' => *empty = letter(owner),
                _ => {
                    let place = self.write(Point::Cell(cell));
                    return Err(InputError::new(format!("{place} is given twice")));
                }
            }
        }
        let rows: Vec<String> =
            cells.chunks(self.columns.max(1)).map(|row| row.iter().collect()).collect();
        self.session.set(&format!("{} {}", rows.join("/"), letter(turn)))?;
        self.stones = stones;
        Ok(())
    }

    /// Plays the stones from the start if they came in turns: then the moves stay known.
    fn set_by_moves(&mut self, stones: &[(usize, Player)], turn: Player) -> bool {
        let by_turns = [Player::First, Player::Second].into_iter().cycle();
        let owners = stones.iter().map(|&(_, owner)| owner).chain([turn]);
        if !owners.zip(by_turns).all(|(owner, due)| owner == due) {
            return false;
        }
        let mut played = self.session.fork();
        played.reset();
        for &(cell, _) in stones {
            if played.play(&self.text(Point::Cell(cell))).is_err() {
                return false;
            }
        }
        self.session = played;
        true
    }

    /// A search from here.
    pub(super) fn task(&self, profile: Profile) -> Task {
        Task::of(&*self.session, profile)
    }

    /// The empty cells where the side to move may not place a stone.
    pub(super) fn forbidden(&self) -> Vec<usize> {
        if self.session.outcome().is_some() {
            return vec![];
        }
        let legal = self.session.legal();
        let empty = |cell: &usize| self.stones.iter().all(|(taken, _)| taken != cell);
        (0..self.columns * self.rows)
            .filter(empty)
            .filter(|&cell| !legal.contains(&self.text(Point::Cell(cell))))
            .collect()
    }
}

/// How positions write a player's stone.
fn letter(player: Player) -> char {
    match player {
        Player::First => 'x',
        Player::Second => 'o',
    }
}
