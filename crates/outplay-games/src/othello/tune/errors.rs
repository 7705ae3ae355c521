//! How far a search of fewer plies is from one of more plies.

use outplay::{Features, Limits, Line, Position, Random, Score, Shared, Table, mix, pvs_with};

use super::super::forecast::{DEPTHS, PHASES, SHALLOWEST, shallow};
use super::super::{Judge, Othello};

/// From so many plies of random opening on.
const OPENING: [usize; 2] = [6, 34];
/// Values beyond this, in hundredths of a disc, are of games that are decided.
const DECIDED: i32 = 3200;

/// The errors of forecasts, by phase of the game and depth.
#[derive(Debug)]
pub struct Errors {
    squares: [[f64; DEPTHS]; PHASES.len()],
    counts: [u32; PHASES.len()],
    table: Table,
}

impl Errors {
    /// None so far.
    ///
    /// # Errors
    /// When there is no memory for a table.
    pub fn new() -> Result<Errors, outplay::InputError> {
        let table =
            Table::new(1 << 24).map_err(|error| outplay::InputError::new(error.to_string()))?;
        Ok(Errors { squares: [[0.0; DEPTHS]; PHASES.len()], counts: [0; PHASES.len()], table })
    }

    /// Measures at a position: reached by random moves, then by some plies of play that make it one
    /// that a search may meet.
    pub fn measure(&mut self, seed: u64) {
        let mut random = Random::new(mix(seed));
        let opening = OPENING[0] + random.below(OPENING[1] - OPENING[0]);
        let mut position = Othello::default();
        for ply in 0..opening + 4 {
            if position.outcome().is_some() {
                return;
            }
            let mut legal = vec![];
            position.moves(&mut legal);
            let m = match ply < opening {
                true => legal[random.below(legal.len())],
                false => self.search(&position, 2).1.unwrap_or(legal[0]),
            };
            position.play(m);
        }
        let empties = position.empties().count_ones();
        if position.open == 0 || empties < 18 {
            return;
        }
        let deepest = SHALLOWEST + DEPTHS as u32;
        let values: Vec<i32> =
            (0..deepest).map(|depth| self.search(&position, depth).0.hundredths()).collect();
        if values[deepest as usize - 1].abs() > DECIDED {
            return;
        }
        let phase = PHASES.iter().position(|&least| empties >= least).unwrap_or(0);
        self.counts[phase] += 1;
        for (column, square) in self.squares[phase].iter_mut().enumerate() {
            let depth = SHALLOWEST + column as u32;
            let error = values[depth as usize] - values[shallow(depth) as usize];
            *square += f64::from(error).powi(2);
        }
    }

    fn search(&mut self, position: &Othello, depth: u32) -> (Score, Option<super::super::Place>) {
        let mut judge = Judge::new(8);
        if depth == 0 {
            return (outplay::Evaluator::evaluate(&mut judge, position), None);
        }
        self.table.clear();
        let shared = Shared::new(Limits::depth(depth), &self.table);
        let line = Line::new(*position);
        let report = pvs_with(Features::EXACT, &line, &judge, &mut (), &shared);
        (report.value.score, report.best)
    }

    /// The root of the mean square by phase and depth, in hundredths of a disc, with the number of
    /// positions.
    pub fn rows(&self) -> Vec<(u32, Vec<i32>)> {
        let rows = self.squares.iter().zip(self.counts);
        let root = |square: f64, count: u32| (square / f64::from(count.max(1))).sqrt() as i32;
        rows.map(|(squares, count)| (count, squares.iter().map(|&s| root(s, count)).collect()))
            .collect()
    }
}
