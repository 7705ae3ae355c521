//! Where games begin: the start, positions from a file, or random moves.

mod file;
mod random;

use outplay::{InputError, Random, Session};

pub use file::split_line;
pub use random::RandomPlies;

/// How a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// The position; `None` is the start of the game.
    pub start: Option<String>,
    /// The moves played from there, as the game writes them.
    pub moves: Vec<String>,
}

impl Opening {
    /// Brings a board there.
    ///
    /// # Errors
    /// If the position or a move is not right.
    pub fn set_up(&self, board: &mut dyn Session) -> Result<(), InputError> {
        match &self.start {
            Some(start) => board.set(start)?,
            None => board.reset(),
        }
        for (number, text) in self.moves.iter().enumerate() {
            board.play(text).map_err(|error| error.within(&format!("move {}", number + 1)))?;
        }
        Ok(())
    }
}

/// The order of openings from a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As they are.
    Sequential,
    /// Shuffled, by a seed.
    Random(u64),
}

/// A supply of openings, one for each number; in the end it begins again.
pub struct Openings {
    known: Vec<Opening>,
    random: Option<RandomPlies>,
}

impl Openings {
    /// All games begin at the start of the game.
    pub fn start() -> Openings {
        Openings { known: vec![Opening::default()], random: None }
    }

    /// Openings in the text of a file: what its name ends in says what it holds, see
    /// [`Openings::from_file`]'s formats in the manual. Games are followed for so many plies.
    ///
    /// # Errors
    /// If it can't be read, or holds none.
    pub fn from_file(
        board: &dyn Session,
        extension: &str,
        text: &str,
        plies: usize,
        order: Order,
    ) -> Result<Openings, InputError> {
        let mut known = file::read(board, extension, text, plies)?;
        if known.is_empty() {
            return Err(InputError::new("it holds no openings")
                .hint("write a position a line, or 'moves' and a list of moves"));
        }
        if let Order::Random(seed) = order {
            let mut random = Random::new(seed);
            for last in (1..known.len()).rev() {
                known.swap(last, random.below(last + 1));
            }
        }
        Ok(Openings { known, random: None })
    }

    /// Random moves; made when they are asked for.
    pub fn random(plies: RandomPlies) -> Openings {
        Openings { known: vec![], random: Some(plies) }
    }

    /// Makes the first one, so that it is known that there is one.
    ///
    /// # Errors
    /// If random moves lead to no position to begin from.
    pub fn check(&mut self) -> Result<(), InputError> {
        self.fill(1);
        match &self.random {
            Some(random) if self.known.is_empty() => Err(random.none()),
            _ => Ok(()),
        }
    }

    /// Whether so many random moves mostly end the game: with fewer there are more openings.
    pub fn are_long(&self) -> bool {
        self.random.as_ref().is_some_and(RandomPlies::are_long)
    }

    /// Makes openings until there are so many, or no more.
    fn fill(&mut self, wanted: usize) {
        while self.known.len() < wanted
            && let Some(opening) = self.random.as_mut().and_then(RandomPlies::next)
        {
            self.known.push(opening);
        }
    }

    /// The opening of this number: its place among the different ones, and itself.
    pub fn get(&mut self, number: u64) -> (usize, Opening) {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        self.fill(number.saturating_add(1));
        if self.known.is_empty() {
            // See `check`.
            self.known.push(Opening::default());
        }
        let place = number % self.known.len();
        (place, self.known[place].clone())
    }

    /// One that is there without looking for it.
    pub(crate) fn first(&self) -> Option<&Opening> {
        self.known.first()
    }

    /// How many different ones there are, up to this many.
    pub fn count(&mut self, most: u64) -> u64 {
        self.get(most.saturating_sub(1));
        (self.known.len() as u64).min(most)
    }
}

#[cfg(test)]
mod tests;
