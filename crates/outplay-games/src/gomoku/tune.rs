//! Fits the worth of shapes to games that the program plays with itself. Prints the weights in the
//! form that they have in `weights.rs`:
//!
//!     OUTPLAY_GAMES=4000 cargo test --release -p outplay-games --lib gomoku::tune -- --ignored --nocapture
//!
//! The games come from the weights that are there, so that a second run begins where the first one
//! ended. A position is a list of counts: cells by the two best shapes that a stone there would
//! make, for either side, and threats. The weights are those of a logistic regression of the
//! game's result on the counts (Buro, "Statistical feature combination for the evaluation of game
//! positions", 1995, and what chess calls Texel's method).

use outplay::{Game, Limits, Line, Position, Random, Score, Shared, Table, pvs};

use super::classes::{Class, pair_of};
use super::evaluator::{TEMPI, tempo};
use super::weights::{PAIRS, WORTH};
use super::{Gomoku, Move};

/// Nodes that choose a move.
const NODES: u64 = 400;
/// So many hundredths make a chance of e to 1.
const SCALE: f64 = 400.0;

/// What is counted in a position, and who won: 1 the side to move, 0 the other.
struct Sample {
    counts: Vec<(u16, f32)>,
    result: f64,
}

fn counts(p: &Gomoku) -> Vec<(u16, f32)> {
    let mut dense = [0_u16; 2 * PAIRS];
    for cell in p.empty.cells() {
        for (side, colour) in [p.next, p.next.other()].into_iter().enumerate() {
            dense[side * PAIRS + pair_of(p.code(colour, cell))] += 1;
        }
    }
    let mut counts = vec![];
    for (at, &count) in dense.iter().enumerate().filter(|(at, count)| at % PAIRS > 0 && **count > 0)
    {
        counts.push((at as u16, f32::from(count)));
    }
    for (at, &count) in tempo(p).iter().enumerate().filter(|(_, count)| **count != 0) {
        counts.push(((2 * PAIRS + at) as u16, count as f32));
    }
    counts
}

/// Positions that an evaluation is asked for: nobody makes five or an open four next.
fn is_quiet(p: &Gomoku) -> bool {
    let has = |colour, class| !p.set(colour, class).is_empty();
    let (own, other) = (p.next, p.next.other());
    !has(own, Class::Five) && !has(own, Class::OpenFour) && !has(other, Class::Five)
}

/// A game from a random opening, up to where the search sees its end: its quiet positions.
fn game(random: &mut Random, table: &mut Table) -> Vec<Sample> {
    let mut p = opening(random);
    let mut seen = vec![];
    table.clear();
    let mut winner = None;
    while p.outcome().is_none() && p.stones() < 100 {
        let limits = Limits::nodes(NODES + random.below(200) as u64);
        let shared = Shared::new(limits, table);
        let report = pvs(&Line::new(p.clone()), &p.evaluator(), &mut (), &shared);
        let score = report.value.score;
        if score.is_decided() {
            winner = Some(if score > Score::DRAW { p.next } else { p.next.other() });
            break;
        }
        if is_quiet(&p) {
            seen.push((p.next, counts(&p)));
        }
        let Some(m) = report.best else { break };
        p.play(m);
    }
    let result = |colour| winner.map_or(0.5, |winner| f64::from(u8::from(winner == colour)));
    let sample = |(colour, counts)| Sample { counts, result: result(colour) };
    seen.into_iter().map(sample).collect()
}

/// A few stones near the centre.
fn opening(random: &mut Random) -> Gomoku {
    let (stones, reach) = (2 + random.below(8) as u32, 3 + random.below(4));
    let mut p = Gomoku::default();
    while p.stones() < stones && p.outcome().is_none() {
        let mut at = || 7 - reach / 2 + random.below(reach + 1);
        let cell = at() * 15 + at();
        if p.empty.has(cell) {
            p.play(Move::to(cell));
        }
    }
    p
}

#[test]
#[ignore = "fits the weights"]
fn weights_from_games() {
    let number = |name, or| std::env::var(name).map_or(or, |text| text.parse().unwrap());
    let (games, seed) = (number("OUTPLAY_GAMES", 40), number("OUTPLAY_SEED", 1));
    let mut random = Random::new(seed);
    let mut table = Table::new(1 << 20).unwrap();
    let mut samples: Vec<Sample> = vec![];
    for at in 1..=games {
        samples.extend(game(&mut random, &mut table));
        if at % 100 == 0 {
            println!("{at} games, {} positions", samples.len());
        }
    }
    let weights = fit(&samples);
    println!("{}", weights.text());
    assert!(weights.pairs.iter().chain(&weights.tempi).all(|weight| weight.is_finite()));
}

/// What is fitted: the worth of pairs, how much less the other side's count, and of threats.
struct Weights {
    pairs: Vec<f64>,
    other: f64,
    tempi: Vec<f64>,
}

impl Weights {
    /// The worth of the cells of either side, and the value of the position.
    fn value(&self, counts: &[(u16, f32)]) -> ([f64; 2], f64) {
        let (mut sides, mut threats) = ([0.0; 2], 0.0);
        for &(at, count) in counts {
            let (at, count) = (usize::from(at), f64::from(count));
            match at / PAIRS {
                side @ 0..=1 => sides[side] += self.pairs[at % PAIRS] * count,
                _ => threats += self.tempi[at - 2 * PAIRS] * count,
            }
        }
        (sides, sides[0] - self.other * sides[1] + threats)
    }

    /// As they stand in `weights.rs`.
    fn text(&self) -> String {
        let list = |weights: &[f64], unit: f64| {
            let line = |line: &[f64]| {
                let line: Vec<_> = line.iter().map(|w| format!("{:.0}", w * unit)).collect();
                format!("    {},\n", line.join(", "))
            };
            weights.chunks(12).map(line).collect::<String>()
        };
        format!(
            "pub(super) const WORTH: [i16; PAIRS] = [\n{}];\n\
             pub(super) const OTHER: i64 = {:.0};\n\
             pub(super) const TEMPO: [i32; TEMPI] = [\n{}];\n",
            list(&self.pairs, 16.0),
            self.other * 256.0,
            list(&self.tempi, 1.0),
        )
    }
}

/// How much the pull to the weights that are there counts: it holds those of rare shapes.
const PULL: f64 = 3e-7;
const STEPS: i32 = 300;

/// Logistic regression by Adam's method over all samples at once (Kingma and Ba, 2015), from the
/// weights that are there. One of eight stretches of samples is held out, to see how well the
/// weights do on games that they were not fitted to.
fn fit(samples: &[Sample]) -> Weights {
    let start = || WORTH.iter().map(|&worth| f64::from(worth) / 16.0).collect::<Vec<_>>();
    let mut weights = Weights { pairs: start(), other: 0.8, tempi: vec![0.0; TEMPI] };
    let mut adam = vec![(0.0, 0.0); PAIRS + 1 + TEMPI];
    for step in 1..=STEPS {
        let (slope, losses) = slope(samples, &weights);
        if step % 100 == 0 {
            println!("step {step}: loss {:.5}, held out {:.5}", losses[0], losses[1]);
        }
        let pull = |at: usize, weight: f64| match at {
            1..PAIRS => PULL * (weight - f64::from(WORTH[at]) / 16.0),
            _ => 0.0,
        };
        let rate = 3.0 * (1.0 - f64::from(step) / f64::from(STEPS + 1));
        let all = weights.pairs.iter_mut().chain([&mut weights.other]).chain(&mut weights.tempi);
        for (at, weight) in all.enumerate() {
            let slope = slope[at] + pull(at, *weight);
            let (mean, spread) = &mut adam[at];
            *mean = 0.9 * *mean + 0.1 * slope;
            *spread = 0.999 * *spread + 0.001 * slope * slope;
            let even = |kept: f64, value: f64| value / (1.0 - kept.powi(step));
            let rate = if at == PAIRS { rate / 1000.0 } else { rate };
            *weight -= rate * even(0.9, *mean) / (even(0.999, *spread).sqrt() + 1e-12);
        }
        // No shape harms who makes it, and a cell that no row passes is worth nothing.
        weights.pairs.iter_mut().for_each(|weight| *weight = weight.max(0.0));
        weights.pairs[0] = 0.0;
    }
    weights
}

/// The slope of the loss a sample, and the losses of the samples fitted and held out.
fn slope(samples: &[Sample], weights: &Weights) -> (Vec<f64>, [f64; 2]) {
    let mut slope = vec![0.0; PAIRS + 1 + TEMPI];
    let (mut losses, mut numbers) = ([0.0; 2], [0.0_f64; 2]);
    for (at, sample) in samples.iter().enumerate() {
        let (sides, value) = weights.value(&sample.counts);
        let chance = 1.0 / (1.0 + (-value / SCALE).exp());
        let right = |chance: f64| chance.max(1e-9).ln();
        let held = usize::from(at / 64 % 8 == 0);
        losses[held] -= sample.result * right(chance) + (1.0 - sample.result) * right(1.0 - chance);
        numbers[held] += 1.0;
        if held == 1 {
            continue;
        }
        let error = (chance - sample.result) / SCALE;
        for &(at, count) in &sample.counts {
            let (at, count) = (usize::from(at), f64::from(count));
            match at / PAIRS {
                0 => slope[at] += error * count,
                1 => slope[at - PAIRS] -= error * count * weights.other,
                _ => slope[at - PAIRS + 1] += error * count,
            }
        }
        slope[PAIRS] -= error * sides[1];
    }
    slope.iter_mut().for_each(|slope| *slope /= numbers[0].max(1.0));
    (slope, core::array::from_fn(|at| losses[at] / numbers[at].max(1.0)))
}
