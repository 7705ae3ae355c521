//! What is kept of a finished game, and the standing that follows from all of them.

use std::collections::BTreeMap;

use outplay::{Outcome, Player};
use serde::{Deserialize, Serialize};

use crate::game::{Ended, Reason};
use crate::schedule::{Fixture, Schedule};
use crate::stats::{Points, Score};

/// One finished game: a line of the journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its number in the schedule, from 0.
    pub number: u64,
    /// The engines, who played first first, by their numbers.
    pub engines: [usize; 2],
    /// The round, from 0.
    pub round: u64,
    /// Which opening, from 0.
    pub opening: usize,
    /// The result: `1-0` if who played first has won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// More about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Plies, those of the opening included.
    pub plies: usize,
}

/// A result as tables of tournaments write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// The first player has won.
    #[serde(rename = "1-0")]
    First,
    /// The second.
    #[serde(rename = "0-1")]
    Second,
    /// Nobody.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// As it is written.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::First => "1-0",
            GameResult::Second => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// What it was worth to who played first.
    const fn points(self) -> Points {
        match self {
            GameResult::First => Points::Win,
            GameResult::Second => Points::Loss,
            GameResult::Draw => Points::Draw,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::Win(Player::First) => GameResult::First,
            Outcome::Win(Player::Second) => GameResult::Second,
            Outcome::Draw => GameResult::Draw,
        }
    }
}

impl Record {
    /// The record of a game that was played.
    pub fn new(fixture: &Fixture, opening: usize, ended: &Ended, plies: usize) -> Record {
        Record {
            number: fixture.number,
            engines: fixture.engines,
            round: fixture.round,
            opening,
            result: ended.outcome.into(),
            reason: ended.reason,
            detail: ended.detail.clone(),
            plies,
        }
    }

    /// The engine that won.
    pub fn winner(&self) -> Option<usize> {
        match self.result {
            GameResult::First => Some(self.engines[0]),
            GameResult::Second => Some(self.engines[1]),
            GameResult::Draw => None,
        }
    }

    /// The engine that did what an engine must not do.
    pub fn at_fault(&self) -> Option<usize> {
        let winner = self.winner().filter(|_| self.reason.is_fault())?;
        self.engines.into_iter().find(|&engine| engine != winner)
    }

    /// What it was worth to an engine that took part.
    fn points(&self, engine: usize) -> Points {
        let points = self.result.points();
        if self.engines[0] == engine { points } else { points.other() }
    }
}

/// What one engine did wrong, by kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Faults {
    /// Moves and claims that the rules do not allow.
    pub illegal: u64,
    /// Losses by the clock.
    pub time: u64,
    /// Programs that ended, or could not be started.
    pub crashes: u64,
    /// No answers, and such as make no sense.
    pub other: u64,
}

impl Faults {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.illegal + self.time + self.crashes + self.other
    }

    fn add(&mut self, reason: Reason) {
        match reason {
            Reason::Illegal => self.illegal += 1,
            Reason::Time => self.time += 1,
            Reason::Crash => self.crashes += 1,
            _ => self.other += 1,
        }
    }
}

/// The results of the games so far. The order in which they are added does not matter.
#[derive(Clone, Debug)]
pub struct Standing {
    schedule: Schedule,
    /// Of every two engines that meet, from the first one's point of view.
    scores: Vec<([usize; 2], Score)>,
    faults: Vec<Faults>,
    /// Games whose partner has not ended.
    halves: BTreeMap<u64, GameResult>,
    played: u64,
    plies: u64,
}

impl Standing {
    /// No games yet.
    pub fn new(engines: usize, schedule: &Schedule) -> Standing {
        let scores = schedule.pairings().iter().map(|&pairing| (pairing, Score::default()));
        Standing {
            scores: scores.collect(),
            schedule: schedule.clone(),
            faults: vec![Faults::default(); engines],
            halves: BTreeMap::new(),
            played: 0,
            plies: 0,
        }
    }

    /// Adds a game.
    pub fn add(&mut self, record: &Record) {
        self.played += 1;
        self.plies += record.plies as u64;
        if let Some(engine) = record.at_fault()
            && let Some(faults) = self.faults.get_mut(engine)
        {
            faults.add(record.reason);
        }
        let pairing = self.scores.iter_mut().find(|(engines, _)| {
            engines.contains(&record.engines[0]) && engines.contains(&record.engines[1])
        });
        let Some(([one, _], score)) = pairing else { return };
        let points = record.points(*one);
        score.add_game(points);
        let Some(partner) = self.schedule.partner(record.number) else { return };
        match self.halves.remove(&partner) {
            // Colours are changed: who was first there is second here.
            Some(result) if record.engines[0] == *one => {
                score.add_pair(points, result.points().other());
            }
            Some(result) => score.add_pair(points, result.points()),
            None => {
                self.halves.insert(record.number, record.result);
            }
        }
    }

    /// Games so far.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Plies of all games.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// Every two engines that meet, and the results from the first one's point of view.
    pub fn scores(&self) -> &[([usize; 2], Score)] {
        &self.scores
    }

    /// One engine against all others.
    pub fn total(&self, engine: usize) -> Score {
        let mut total = Score::default();
        for ([one, other], score) in &self.scores {
            if *one == engine {
                total.merge(score);
            } else if *other == engine {
                total.merge(&score.other());
            }
        }
        total
    }

    /// What an engine did wrong.
    pub fn faults(&self, engine: usize) -> Faults {
        self.faults.get(engine).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Pairing;

    fn record(schedule: &Schedule, number: u64, result: GameResult, reason: Reason) -> Record {
        let fixture = schedule.fixture(number).unwrap();
        let detail = String::new();
        Record {
            number,
            engines: fixture.engines,
            round: fixture.round,
            opening: 0,
            result,
            reason,
            detail,
            plies: 10,
        }
    }

    #[test]
    fn pairs_are_counted_whichever_game_ends_first() {
        use GameResult::{Draw, First, Second};
        let schedule = Schedule::new(2, Pairing::RoundRobin, 6);
        // Engines 0-1, 1-0 | 1-0, 0-1 | 0-1, 1-0.
        let results = [First, Second, Draw, First, Second, Second];
        let records: Vec<_> = (0..6)
            .map(|number| record(&schedule, number, results[number as usize], Reason::Rules))
            .collect();
        for order in [[0, 1, 2, 3, 4, 5], [5, 2, 1, 3, 0, 4]] {
            let mut standing = Standing::new(2, &schedule);
            for index in order {
                standing.add(&records[index]);
            }
            // Engine 0: win, win; draw, win; loss, win.
            let (pairing, score) = standing.scores()[0];
            assert_eq!(pairing, [0, 1]);
            assert_eq!((score.wins, score.draws, score.losses), (4, 1, 1));
            assert_eq!(score.pairs, [0, 0, 1, 1, 1]);
            assert_eq!(standing.total(1), score.other());
            assert_eq!((standing.played(), standing.plies()), (6, 60));
        }
    }

    #[test]
    fn faults_are_the_losers() {
        let schedule = Schedule::new(2, Pairing::RoundRobin, 4);
        let mut standing = Standing::new(2, &schedule);
        standing.add(&record(&schedule, 0, GameResult::First, Reason::Crash));
        standing.add(&record(&schedule, 1, GameResult::First, Reason::Time));
        standing.add(&record(&schedule, 2, GameResult::Second, Reason::Rules));
        assert_eq!(standing.faults(1).crashes, 1);
        assert_eq!(standing.faults(0), Faults { time: 1, ..Faults::default() });
    }

    #[test]
    fn a_record_is_one_line_that_reads_back() {
        let schedule = Schedule::new(2, Pairing::RoundRobin, 4);
        let mut record = record(&schedule, 1, GameResult::Draw, Reason::DrawRule);
        record.detail = "two\nlines".to_owned();
        let line = serde_json::to_string(&record).unwrap();
        assert!(
            !line.contains('\n') && line.contains(r#""result":"1/2-1/2","reason":"draw-rule""#)
        );
        assert_eq!(serde_json::from_str::<Record>(&line).unwrap(), record);
    }
}
