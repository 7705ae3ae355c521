//! What the tool that tunes the weights asks.

use super::board::Move;
use super::terms::TERMS;
use super::weights::{self, TUNED};
use super::{Judge, Xiangqi};
use crate::tuning::{Sampled, Trace, Tuned, Weight};

impl Sampled for Xiangqi {
    const RANDOM_PLIES: usize = 8;

    fn start() -> Xiangqi {
        Xiangqi::default()
    }

    /// Neither in check nor about to take.
    fn is_quiet(&self, best: Move) -> bool {
        !self.in_check() && self.board.piece(best.to).is_none()
    }
}

impl Tuned for Xiangqi {
    fn trace(&self) -> Trace {
        Judge::trace(self)
    }

    fn weights() -> Vec<Weight> {
        let weight = |name, at: usize| {
            let pair = TUNED[at];
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
        comment.collect::<String>() + &weights::text(rounded.map(|[early, late]| (early, late)))
    }
}
