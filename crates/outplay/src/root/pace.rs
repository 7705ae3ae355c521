//! When a search on a clock has thought enough: between iterations, by how settled its choice is.

use core::time::Duration;

use crate::limits::Budget;
use crate::score::{Bound, Score};
use crate::stats::Report;

/// Judges after each iteration whether another one is worth its time.
///
/// The soft time is stretched when the best move has just changed or the score has fallen, and
/// shortened when the same move has stood for several iterations. A single legal move is not
/// thought about at all. The factors are this project's own, in the manner of what chess engines
/// do (chessprogramming.org, "Time Management").
pub(super) struct Pace<M> {
    soft: Option<Duration>,
    forced: bool,
    best: Option<M>,
    score: Option<Score>,
    /// Iterations since the best move changed.
    steady: u32,
    /// How restless the choice was: 1 for a change, halved by each iteration.
    changes: f64,
}

/// A choice that has stood for so many iterations is clear.
const CLEAR_AFTER: u32 = 4;
/// What a clear choice, a change, and a fall by one unit do to the time.
const CLEAR: f64 = 0.6;
const PER_CHANGE: f64 = 0.6;
const PER_UNIT: f64 = 0.8;
/// The time is stretched so far at most.
const MOST: f64 = 3.0;

impl<M: Copy + PartialEq> Pace<M> {
    pub(super) fn new(soft: Option<Duration>, moves: usize) -> Pace<M> {
        // What is longer than any game need not be multiplied.
        let soft = soft.map(|soft| soft.min(Duration::from_secs(1 << 32)));
        Pace { soft, forced: moves == 1, best: None, score: None, steady: 0, changes: 0.0 }
    }

    /// Whether the search should end here with what it has.
    pub(super) fn is_enough(&mut self, report: &Report<M>, budget: &Budget) -> bool {
        let Some(soft) = self.soft else { return false };
        let factor = self.factor(report);
        if budget.is_pondering() {
            return false;
        }
        self.forced || budget.elapsed() >= soft.mul_f64(factor)
    }

    /// What the soft time is multiplied by after this iteration.
    fn factor(&mut self, report: &Report<M>) -> f64 {
        let changed = self.best.is_some() && self.best != report.best;
        self.steady = if changed { 0 } else { self.steady + 1 };
        self.changes = self.changes / 2.0 + f64::from(u8::from(changed));
        let score = report.value.score;
        let fall = match self.score {
            Some(before) if report.value.bound == Bound::Exact => before.units() - score.units(),
            _ => 0.0,
        };
        self.best = report.best;
        self.score = Some(score);
        let mut factor = 1.0 + PER_CHANGE * self.changes + PER_UNIT * fall.clamp(0.0, 1.5);
        if self.steady >= CLEAR_AFTER && fall <= 0.0 {
            factor *= CLEAR;
        }
        factor.min(MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Value;
    use crate::stats::Stats;

    fn report(best: char, hundredths: i32) -> Report<char> {
        let score = Score::from_hundredths(hundredths);
        let value = Value { score, bound: Bound::Exact, proven: false, by_margin: false };
        Report {
            best: Some(best),
            value,
            depth: 1,
            pv: vec![best],
            lines: vec![],
            stats: Stats::default(),
            stopped: None,
        }
    }

    fn pace() -> Pace<char> {
        Pace::new(Some(Duration::from_secs(1)), 20)
    }

    #[test]
    fn a_steady_choice_needs_less_time() {
        let mut pace = pace();
        assert_eq!(pace.factor(&report('a', 10)), 1.0);
        for _ in 0..2 {
            assert_eq!(pace.factor(&report('a', 10)), 1.0);
        }
        assert_eq!(pace.factor(&report('a', 10)), CLEAR);
    }

    #[test]
    fn a_change_and_a_fall_need_more_up_to_a_limit() {
        let mut pace = pace();
        pace.factor(&report('a', 10));
        assert!(pace.factor(&report('b', 10)) > 1.5);
        assert!(pace.factor(&report('b', -60)) > 1.5);
        for turn in 0..20 {
            let best = if turn % 2 == 0 { 'c' } else { 'd' };
            assert!(pace.factor(&report(best, -100 * turn)) <= MOST);
        }
    }
}
