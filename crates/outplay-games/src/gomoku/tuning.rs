//! What the tool that tunes the weights asks. It plays and counts on the free board of 15×15; the
//! other rules and sizes share the weights.

use core::fmt::Write as _;

use super::classes::{Class, pair_of};
use super::evaluator::{OTHER_PARTS, PARTS, TEMPI, tempo};
use super::weights::{PAIRS, TEMPO, WORTH};
use super::{Gomoku, Move};
use crate::tuning::{Sampled, Trace, Tuned, Weight};

/// The weights of cells are kept in so many parts of a hundredth.
const FINE: f64 = 16.0;
/// Openings stay so near to the centre.
const REACH: usize = 3;
/// Pairs come in rows of so many.
const ROW: usize = 12;

impl Sampled for Gomoku {
    const RANDOM_PLIES: usize = 4;

    fn start() -> Gomoku {
        Gomoku::default()
    }

    /// Nobody makes five or an open four next: there no sum is asked.
    fn is_quiet(&self, _: Move) -> bool {
        let has = |colour, class| !self.set(colour, class).is_empty();
        let (own, other) = (self.next, self.next.other());
        !has(own, Class::Five) && !has(own, Class::OpenFour) && !has(other, Class::Five)
    }

    /// Stones far from each other are no opening.
    fn may_open(&self, m: Move) -> bool {
        let middle = self.side() / 2;
        m.cell().is_some_and(|cell| {
            [cell % self.side(), cell / self.side()].iter().all(|at| at.abs_diff(middle) <= REACH)
        })
    }
}

impl Tuned for Gomoku {
    fn trace(&self) -> Trace {
        let mut counts = [0_i32; PAIRS];
        for cell in self.empty.cells() {
            counts[pair_of(self.code(self.next, cell))] += PARTS;
            counts[pair_of(self.code(self.next.other(), cell))] -= OTHER_PARTS;
        }
        let threats = tempo(self).map(|count| count * PARTS);
        let counted = counts.into_iter().chain(threats).enumerate();
        let terms = counted
            // A cell that no row passes is worth nothing.
            .filter(|&(at, count)| at > 0 && count != 0)
            .map(|(at, count)| (at as u16, count.clamp(i16::MIN.into(), i16::MAX.into()) as i16));
        let shares = [1.0 / f64::from(PARTS), 0.0];
        Trace { terms: terms.collect(), shares, ..Trace::default() }
    }

    fn weights() -> Vec<Weight> {
        let weight = |name, value| Weight { name, values: [value, 0.0] };
        let worth = WORTH.iter().map(|&worth| weight("WORTH", f64::from(worth) / FINE));
        worth.chain(TEMPO.iter().map(|&worth| weight("TEMPO", worth.into()))).collect()
    }

    /// No shape harms who makes it: what is below 0 becomes 0.
    fn weights_file(comment: &str, weights: &[[f64; 2]]) -> String {
        let (worth, tempo) = weights.split_at(PAIRS.min(weights.len()));
        let most = f64::from(i16::MAX);
        let worth = worth.iter().map(|[value, _]| (value * FINE).round().clamp(0.0, most) as i32);
        let tempo = tempo.iter().map(|[value, _]| value.round() as i32);
        text(comment, &worth.collect::<Vec<_>>(), &tempo.collect::<Vec<_>>())
    }
}

/// The text of `weights.rs`.
fn text(comment: &str, worth: &[i32], tempo: &[i32]) -> String {
    let mut text = "//! The weights of the evaluation.\n//!\n".to_owned();
    // Writing to a string can't fail.
    for line in comment.lines() {
        let _ = writeln!(text, "//! {line}");
    }
    let row = |row: &[i32]| {
        let row: Vec<_> = row.iter().map(i32::to_string).collect();
        format!("    {},\n", row.join(", "))
    };
    let [worth, tempo] = [worth, tempo].map(|list| list.chunks(ROW).map(row).collect::<String>());
    let _ = write!(
        text,
        "\n/// Pairs of shapes: the best that a stone would make, and the next best.\n\
         pub(super) const PAIRS: usize = {PAIRS};\n\n\
         /// What an empty cell is worth by its pair, in sixteenths of a hundredth of a unit.\n\
         #[rustfmt::skip]\n\
         pub(super) const WORTH: [i16; PAIRS] = [\n{worth}];\n\n\
         /// What each of the threats is worth, in hundredths; see `evaluator::tempo`.\n\
         #[rustfmt::skip]\n\
         pub(super) const TEMPO: [i32; {TEMPI}] = [\n{tempo}];\n",
    );
    text
}

#[cfg(test)]
mod tests {
    use outplay::{Evaluator, Game, Position, Random};

    use super::super::tests::crowded_move;
    use super::*;

    /// The tuner's account of a position and the evaluation are the same.
    #[test]
    fn traces_are_the_evaluation() {
        let weights: Vec<[f64; 2]> = Gomoku::weights().into_iter().map(|w| w.values).collect();
        let (mut checked, mut random) = (0, Random::new(1));
        for _ in 0..60 {
            let mut position = Gomoku::default();
            while position.outcome().is_none() {
                if position.is_quiet(Move::PASS) {
                    let value = f64::from(position.evaluator().evaluate(&position).hundredths());
                    let traced = position.trace().value(&weights);
                    assert!((value - traced).abs() <= 1.5, "{position}: {value} {traced}");
                    checked += 1;
                }
                position.play(crowded_move(&position, &mut random));
            }
        }
        assert!(checked > 500, "{checked}");
    }

    /// The file that is compiled in is as it is written, but for what is said above it.
    #[test]
    fn the_file_is_as_the_tool_writes_it() {
        let bare = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.starts_with("//!")).map(str::to_owned).collect()
        };
        let weights: Vec<[f64; 2]> = Gomoku::weights().into_iter().map(|w| w.values).collect();
        let written = Gomoku::weights_file("made by hand", &weights);
        assert_eq!(bare(&written), bare(include_str!("weights.rs")));
        assert!(written.contains("//! made by hand\n"));
    }

    #[test]
    fn openings_stay_in_the_middle() {
        let position = Gomoku::default();
        let mut moves = vec![];
        position.moves(&mut moves);
        assert_eq!(moves.into_iter().filter(|&m| position.may_open(m)).count(), 49);
    }
}
