//! Files of positions from self-play.
//!
//! ```text
//! outplay-tune 1 chess seed=7 nodes=2000
//! game 1 1/2 2
//! 25 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! -13 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
//! ```
//!
//! The first line says how the games were made. Each game begins with its number, its result for
//! the player who moves first (`1`, `1/2`, `0`) and how many positions follow; each of these with
//! the score of the search for the side to move, in hundredths. A last game of which something is
//! missing was torn when the program was ended; it is played again.

use core::fmt::{self, Write as _};
use core::str::FromStr;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use outplay::{InputError, Outcome, Player, quote};

/// The first word of every file, with the version of the format.
const MAGIC: &str = "outplay-tune 1";

/// How the games of a file are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The game.
    pub game: String,
    /// All chance comes from it.
    pub seed: u64,
    /// Nodes a move.
    pub nodes: u64,
}

/// How a game ended, for the player who moves first in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points(Outcome);

/// A position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// What the search said, for the side to move in hundredths.
    pub score: i32,
    /// As the game writes it.
    pub position: String,
}

/// A game of which the quiet positions are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Counted from 1.
    pub number: u64,
    /// How it ended.
    pub points: Points,
    /// Its quiet positions.
    pub samples: Vec<Sample>,
}

/// What a file holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    /// How it was made.
    pub recipe: Recipe,
    /// Its whole games.
    pub games: Vec<Played>,
    /// How many bytes these take with the first line; what comes after was torn.
    pub whole: usize,
}

impl Points {
    /// The points of an outcome.
    pub fn new(outcome: Outcome) -> Points {
        Points(outcome)
    }

    /// Points of a player: 1, 0.5 or 0.
    pub fn of(self, player: Player) -> f64 {
        match self.0 {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) if winner == player => 1.0,
            Outcome::Win(_) => 0.0,
        }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Outcome::Draw => "1/2",
            Outcome::Win(Player::First) => "1",
            Outcome::Win(Player::Second) => "0",
        })
    }
}

impl FromStr for Points {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Points, InputError> {
        Ok(Points(match text {
            "1/2" => Outcome::Draw,
            "1" => Outcome::Win(Player::First),
            "0" => Outcome::Win(Player::Second),
            _ => return Err(InputError::new(format!("{} is no result", quote(text)))),
        }))
    }
}

/// The first line of a file.
impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recipe { game, seed, nodes } = self;
        write!(f, "{MAGIC} {game} seed={seed} nodes={nodes}")
    }
}

impl FromStr for Recipe {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> Result<Recipe> {
        let fields = line
            .strip_prefix(MAGIC)
            .ok_or_else(|| anyhow!("no file of positions: it should begin with '{MAGIC}'"))?;
        let mut fields = fields.split_whitespace();
        let game = fields.next().context("the game is missing")?.to_owned();
        let mut number = |name: &str| -> Result<u64> {
            let field = fields.next().and_then(|field| field.strip_prefix(name));
            let value = field.and_then(|field| field.strip_prefix('='));
            let value = value.with_context(|| format!("'{name}=' is missing"))?;
            value.parse().map_err(|_| anyhow!("{} is no number", quote(value)))
        };
        Ok(Recipe { game, seed: number("seed")?, nodes: number("nodes")? })
    }
}

/// The lines of a game.
impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game {} {} {}", self.number, self.points, self.samples.len())?;
        let mut lines = String::new();
        for Sample { score, position } in &self.samples {
            writeln!(lines, "{score} {position}")?;
        }
        f.write_str(&lines)
    }
}

/// Reads a file. A torn last game is left out.
///
/// # Errors
/// If it is no such file, or a line of it is damaged; the message gives the number of the line.
pub fn read(text: &str) -> Result<Contents> {
    let mut lines = Lines { text, at: 0, number: 0 };
    let first = lines.next().context("the file is empty")?;
    let recipe = first.parse().context("line 1")?;
    let (mut games, mut whole) = (vec![], lines.at);
    while let Some(line) = lines.next() {
        let number = lines.number;
        let (mut game, count) = heading(line).with_context(|| format!("line {number}"))?;
        let expected = games.last().map_or(1, |last: &Played| last.number + 1);
        ensure!(game.number == expected, "line {number}: game {expected} should come here");
        while game.samples.len() < count
            && let Some(line) = lines.next()
        {
            let number = lines.number;
            game.samples.push(sample(line).with_context(|| format!("line {number}"))?);
        }
        if game.samples.len() < count {
            break;
        }
        games.push(game);
        whole = lines.at;
    }
    Ok(Contents { recipe, games, whole })
}

/// Whole lines, counted. A last line without its end is left out.
struct Lines<'t> {
    text: &'t str,
    /// Where the next line begins.
    at: usize,
    /// The number of the line given last.
    number: usize,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Option<&'t str> {
        let rest = &self.text[self.at..];
        let length = rest.find('\n')?;
        self.at += length + 1;
        self.number += 1;
        Some(rest[..length].trim_end_matches('\r'))
    }
}

/// Reads `game 1 1/2 2`.
fn heading(line: &str) -> Result<(Played, usize)> {
    let mut fields = line.split(' ');
    if fields.next() != Some("game") {
        bail!("{} should begin a game", quote(line));
    }
    let mut field = || fields.next().context("something is missing after 'game'");
    let (number, points, count) = (field()?, field()?, field()?);
    let whole = |text: &str| text.parse().map_err(|_| anyhow!("{} is no number", quote(text)));
    let game = Played { number: whole(number)?, points: points.parse()?, samples: vec![] };
    let count = count.parse().map_err(|_| anyhow!("{} is no number", quote(count)))?;
    Ok((game, count))
}

/// Reads a score and a position.
fn sample(line: &str) -> Result<Sample> {
    let (score, position) = line.split_once(' ').context("no score and position")?;
    let score = score.parse().map_err(|_| anyhow!("{} is no score", quote(score)))?;
    Ok(Sample { score, position: position.to_owned() })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use super::*;

    const FILE: &str = "outplay-tune 1 chess seed=7 nodes=2000\n\
        game 1 1/2 2\n25 one w\n-13 two b\ngame 2 0 0\ngame 3 1 1\n7 three w\n";

    #[test]
    fn what_is_written_is_read() {
        let contents = read(FILE).unwrap();
        let games: String = contents.games.iter().map(Played::to_string).collect();
        assert_eq!(format!("{}\n{games}", contents.recipe), FILE);
        assert_eq!(contents.whole, FILE.len());
        assert_eq!(contents.games[0].samples[1], Sample { score: -13, position: "two b".into() });
        let points = |at: usize| contents.games[at].points.of(Player::First);
        assert_eq!([points(0), points(1), points(2)], [0.5, 0.0, 1.0]);
    }

    /// Wherever a file ends, its whole games are read.
    #[test]
    fn a_torn_last_game_is_left_out() {
        let whole = read(FILE).unwrap();
        let first = FILE.find('\n').unwrap() + 1;
        for end in first..=FILE.len() {
            let contents = read(&FILE[..end]).unwrap();
            // Behind the last line of each game, there is one more.
            let ends = ["two b\n", "2 0 0\n", "three w\n"];
            let games = ends.iter().filter(|last| FILE[..end].contains(*last)).count();
            assert_eq!(contents.games, whole.games[..games], "{end}");
            let text: String = contents.games.iter().map(Played::to_string).collect();
            assert_eq!(contents.whole, first + text.len(), "{end}");
        }
    }

    #[test]
    fn damage_is_told_with_its_line() {
        let error = |from: &str, to: &str| {
            assert!(FILE.contains(from), "{from}");
            format!("{:#}", read(&FILE.replacen(from, to, 1)).unwrap_err())
        };
        for (from, to, told) in [
            ("outplay-tune 1", "outplay-tune 2", "line 1: no file of positions"),
            ("seed=7", "seed=x", "line 1: 'x' is no number"),
            ("seed=7 ", "", "line 1: 'seed=' is missing"),
            ("game 1 ", "game 9 ", "line 2: game 1 should come here"),
            ("1/2", "1/3", "line 2: '1/3' is no result"),
            ("1/2 2", "1/2", "line 2: something is missing after 'game'"),
            ("25 one w", "one w", "line 3: 'one' is no score"),
            ("25 one w", "25", "line 3: no score and position"),
            ("game 2 0 0", "gone 2 0 0", "line 5: 'gone 2 0 0' should begin a game"),
        ] {
            let error = error(from, to);
            assert!(error.contains(told), "{error}; not {told}");
        }
        assert!(read("").is_err() && read("outplay-tune 1 chess").is_err());
    }
}
