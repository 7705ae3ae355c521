//! What results mean: Elo differences with error bars, and sequential tests.
//!
//! Two games of the same opening with changed colours are not independent: an opening that
//! favours one side gives each engine a win. A pair of games is therefore one observation, with
//! five values from 0 to 2 points ("pentanomial"); single games ("trinomial") are counted only
//! where pairs are not whole.

mod elo;
mod sprt;

pub use elo::{Elo, Estimate};
pub use sprt::{Model, Sprt, SprtState, Verdict as SprtVerdict};

use serde::Serialize;

/// The games of one engine against another, from its point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Whole pairs by points: 0, ½, 1, 1½ and 2.
    pub pairs: [u64; 5],
}

/// What one game was worth, in half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    /// Lost.
    Loss = 0,
    /// Drawn.
    Draw = 1,
    /// Won.
    Win = 2,
}

impl Points {
    /// What it was worth to the other.
    #[must_use]
    pub const fn other(self) -> Points {
        match self {
            Points::Loss => Points::Win,
            Points::Draw => Points::Draw,
            Points::Win => Points::Loss,
        }
    }
}

impl Score {
    /// Adds a game. Pairs are added by [`Score::add_pair`] beside that.
    pub fn add_game(&mut self, points: Points) {
        match points {
            Points::Loss => self.losses += 1,
            Points::Draw => self.draws += 1,
            Points::Win => self.wins += 1,
        }
    }

    /// Adds two games of one opening, which were added each.
    pub fn add_pair(&mut self, one: Points, other: Points) {
        self.pairs[one as usize + other as usize] += 1;
    }

    /// Adds the games of another score, against somebody else.
    pub fn merge(&mut self, other: &Score) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (own, other) in self.pairs.iter_mut().zip(other.pairs) {
            *own += other;
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Whole pairs.
    pub fn whole_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Points, 1 for a win.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The part of all games that was drawn.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// The same from the other's point of view.
    #[must_use]
    pub fn other(&self) -> Score {
        let mut pairs = self.pairs;
        pairs.reverse();
        Score { wins: self.losses, losses: self.wins, pairs, ..*self }
    }

    /// Values from 0 to 1 and how often each was seen: of pairs if every game is part of one, else
    /// of games.
    pub(crate) fn observations(&self) -> Observations {
        if self.whole_pairs() * 2 == self.games() {
            Observations::pairs(self)
        } else {
            Observations {
                values: vec![
                    (0.0, self.losses as f64),
                    (0.5, self.draws as f64),
                    (1.0, self.wins as f64),
                ],
                games_each: 1.0,
            }
        }
    }
}

/// A sample: values from 0 to 1 with their counts.
#[derive(Clone, Debug)]
pub(crate) struct Observations {
    pub(crate) values: Vec<(f64, f64)>,
    /// Games in each observation.
    pub(crate) games_each: f64,
}

impl Observations {
    pub(crate) fn pairs(score: &Score) -> Observations {
        let value = |(points, &count): (usize, &u64)| (points as f64 / 4.0, count as f64);
        let values = score.pairs.iter().enumerate().map(value).collect();
        Observations { values, games_each: 2.0 }
    }

    pub(crate) fn count(&self) -> f64 {
        self.values.iter().map(|(_, count)| count).sum()
    }

    pub(crate) fn mean(&self) -> f64 {
        let sum: f64 = self.values.iter().map(|(value, count)| value * count).sum();
        sum / self.count()
    }

    /// The variance of one observation.
    pub(crate) fn variance(&self) -> f64 {
        let mean = self.mean();
        let square = |&(value, count): &(f64, f64)| count * (value - mean) * (value - mean);
        self.values.iter().map(square).sum::<f64>() / self.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_pairs_are_counted() {
        use Points::{Draw, Loss, Win};
        let mut score = Score::default();
        for pair in [(Win, Loss), (Draw, Draw), (Win, Win), (Loss, Draw)] {
            score.add_game(pair.0);
            score.add_game(pair.1);
            score.add_pair(pair.0, pair.1);
        }
        assert_eq!((score.wins, score.draws, score.losses), (3, 3, 2));
        assert_eq!(score.pairs, [0, 1, 2, 0, 1]);
        assert_eq!(score.points(), 4.5);
        assert_eq!(score.observations().values.len(), 5);
        assert!((score.observations().mean() - 4.5 / 8.0).abs() < 1e-12);
        let other = score.other();
        assert_eq!((other.wins, other.pairs), (2, [1, 0, 2, 1, 0]));
        score.add_game(Win);
        assert_eq!(score.observations().values.len(), 3, "a game without its pair");
        assert!((score.observations().mean() - 5.5 / 9.0).abs() < 1e-12);
    }
}
