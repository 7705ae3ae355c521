//! Fits the evaluator's weights to games that it plays with itself. Prints them in the form that
//! they have in `evaluator.rs`:
//!
//!     OUTPLAY_GAMES=25000 cargo test --release -p outplay-games --lib othello::tune_features -- --ignored --nocapture
//!
//! The games come from the weights that are there, so that a second run begins where the first one
//! ended.

use outplay::{Limits, Line, Player, Position, Random, Shared, Table, pvs};

use super::evaluator::{FEATURES, Judge, KNOTS};
use super::{Othello, Place};

/// Weights to be found: each feature at each knot.
const UNKNOWNS: usize = FEATURES * KNOTS.len();
/// So many plies of search choose a move, and the last squares are played exactly.
const DEPTH: u32 = 2;
const EXACT: u32 = 8;

#[test]
#[ignore = "fits the weights"]
fn weights_from_games() {
    let games = std::env::var("OUTPLAY_GAMES").map_or(500, |games| games.parse().unwrap());
    let judge = Judge::new(8);
    let mut random = Random::new(77);
    let mut fit = Fit::new();
    for _ in 0..games {
        let (positions, margin) = game(&judge, &mut random);
        for position in positions {
            let sign = if position.turn == Player::First { 1 } else { -1 };
            fit.add(&position, &judge.features(&position), f64::from(100 * sign * margin));
        }
    }
    let weights = fit.solve();
    for at_knot in weights.chunks(FEATURES) {
        // The share of all moves is counted in 128ths.
        let unit = |feature| if feature == 1 { 128.0 } else { 1.0 };
        let rounded = at_knot.iter().enumerate().map(|(at, weight)| (weight * unit(at)).round());
        println!("    {:?},", rounded.map(|weight| weight as i32).collect::<Vec<_>>());
    }
    assert!(weights.iter().all(|weight| weight.is_finite()));
}

/// A game from a random opening with a slip now and then: the positions after the last random move,
/// and the first player's margin.
fn game(judge: &Judge, random: &mut Random) -> (Vec<Othello>, i32) {
    let opening = 2 + random.below(22);
    let mut position = Othello::default();
    let mut seen = vec![];
    for ply in 0.. {
        if position.outcome().is_some() {
            break;
        }
        let m = if ply < opening || random.below(25) == 0 {
            seen.clear();
            let legal = position.legal();
            legal[random.below(legal.len())]
        } else {
            seen.push(position);
            chosen(&position, judge)
        };
        position.play(m);
    }
    let margin = position.margin();
    (seen, if position.turn == Player::First { margin } else { -margin })
}

fn chosen(position: &Othello, judge: &Judge) -> Place {
    let table = Table::none();
    let depth = if position.empties().count_ones() <= EXACT { 20 } else { DEPTH };
    let shared = Shared::new(Limits::depth(depth), &table);
    pvs(&Line::new(*position), judge, &mut (), &shared).best.unwrap()
}

/// Least squares by the normal equations.
struct Fit {
    products: Vec<[f64; UNKNOWNS]>,
    results: [f64; UNKNOWNS],
}

impl Fit {
    fn new() -> Fit {
        Fit { products: vec![[0.0; UNKNOWNS]; UNKNOWNS], results: [0.0; UNKNOWNS] }
    }

    /// One position, and the margin that its mover ended with.
    fn add(&mut self, position: &Othello, features: &[i32; FEATURES], result: f64) {
        let empties = position.empties().count_ones() as usize;
        let knot = (0..KNOTS.len() - 2).find(|&at| empties <= KNOTS[at + 1]).unwrap_or(3);
        let width = (KNOTS[knot + 1] - KNOTS[knot]) as f64;
        let along = (empties - KNOTS[knot]) as f64 / width;
        let share = |(at, &feature): (usize, &i32)| {
            let feature = f64::from(feature);
            [
                (knot * FEATURES + at, feature * (1.0 - along)),
                ((knot + 1) * FEATURES + at, feature * along),
            ]
        };
        let row = features.iter().enumerate().flat_map(share);
        let row: Vec<_> = row.filter(|&(_, share)| share != 0.0).collect();
        for &(i, a) in &row {
            self.results[i] += a * result;
            for &(j, b) in &row {
                self.products[i][j] += a * b;
            }
        }
    }

    /// The weights, drawn a little to zero; at the start of the game, where there is little to
    /// learn from, to those of the next stage.
    fn solve(mut self) -> Vec<f64> {
        const RIDGE: f64 = 200.0;
        const TIE: f64 = 0.05;
        for at in 0..UNKNOWNS {
            self.products[at][at] += RIDGE;
        }
        for feature in 0..FEATURES {
            let (near, far) = (3 * FEATURES + feature, 4 * FEATURES + feature);
            let pull = TIE * self.products[near][near];
            self.products[near][near] += pull;
            self.products[far][far] += pull;
            self.products[near][far] -= pull;
            self.products[far][near] -= pull;
        }
        eliminate(self.products, self.results.to_vec())
    }
}

/// Solves a system of linear equations by elimination with pivots.
fn eliminate(mut rows: Vec<[f64; UNKNOWNS]>, mut right: Vec<f64>) -> Vec<f64> {
    for at in 0..UNKNOWNS {
        let larger = |&a: &usize, &b: &usize| rows[a][at].abs().total_cmp(&rows[b][at].abs());
        let pivot = (at..UNKNOWNS).max_by(larger).unwrap();
        rows.swap(at, pivot);
        right.swap(at, pivot);
        let (top, below) = rows.split_at_mut(at + 1);
        let top = &top[at];
        for (row, value) in below.iter_mut().zip(at + 1..) {
            let factor = row[at] / top[at];
            for (entry, &above) in row.iter_mut().zip(top).skip(at) {
                *entry -= factor * above;
            }
            right[value] -= factor * right[at];
        }
    }
    for at in (0..UNKNOWNS).rev() {
        let known: f64 = (at + 1..UNKNOWNS).map(|later| rows[at][later] * right[later]).sum();
        right[at] = (right[at] - known) / rows[at][at];
    }
    right
}
