//! What the tool that tunes the weights asks.

use super::terms::TERMS;
use super::{Chess, Judge, Move, Weights};
use crate::tuning::{Sampled, Trace, Tuned, Weight};

impl Sampled for Chess {
    const RANDOM_PLIES: usize = 8;

    fn start() -> Chess {
        Chess::default()
    }

    /// Neither in check nor about to take or promote.
    fn is_quiet(&self, best: Move) -> bool {
        !self.is_check() && !self.is_capture(best) && best.promotion.is_none()
    }
}

impl Tuned for Chess {
    fn trace(&self) -> Trace {
        Judge::default().trace(self)
    }

    fn weights() -> Vec<Weight> {
        let tuned = Weights::tuned();
        let weight = |name, at| {
            let pair = tuned.at(at);
            Weight { name, values: [f64::from(pair.early()), f64::from(pair.late())] }
        };
        let all = TERMS
            .iter()
            .flat_map(|term| (0..term.count).map(|index| weight(term.name, term.at(index))));
        all.collect()
    }

    fn weights_file(comment: &str, weights: &[[f64; 2]]) -> String {
        let comment = comment.lines().map(|line| format!("# {line}\n"));
        let rounded = weights.iter().map(|pair| pair.map(|value| value.round() as i32));
        let text = Weights::text(rounded.map(|[early, late]| (early, late)));
        comment.collect::<String>() + &text
    }
}
