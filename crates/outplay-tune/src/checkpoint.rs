//! A fit kept between two passes, so that it can go on after it was interrupted.
//!
//! A text file: a line that says which fit it is, one with the passes and steps made, then for each
//! weight its six numbers, bit for bit in hexadecimal.

use core::fmt::Write as _;

use anyhow::{Context as _, Result, ensure};

use crate::fit::State;

/// The text of a checkpoint of the fit with this name.
pub fn write(name: &str, state: &State) -> String {
    let mut text = format!("{name}\n{} {}\n", state.passes, state.steps);
    for ((weight, slope), square) in state.weights.iter().zip(&state.slopes).zip(&state.squares) {
        let numbers = [weight, slope, square].into_iter().flatten();
        let numbers: Vec<String> =
            numbers.map(|number| format!("{:016x}", number.to_bits())).collect();
        // Writing to a string can't fail.
        let _ = writeln!(text, "{}", numbers.join(" "));
    }
    text
}

/// Reads a checkpoint of the fit with this name and so many weights.
///
/// # Errors
/// If it is of another fit, or damaged; the message gives the number of the line.
pub fn read(text: &str, name: &str, weights: usize) -> Result<State> {
    let mut lines = text.lines();
    ensure!(lines.next() == Some(name), "it is of another fit; delete it to begin this one");
    let counts = lines.next().and_then(|line| line.split_once(' '));
    let counts =
        counts.and_then(|(passes, steps)| Some((passes.parse().ok()?, steps.parse().ok()?)));
    let (passes, steps) = counts.context("line 2: no numbers of passes and steps")?;
    let mut state = State { passes, steps, ..State::new(vec![]) };
    for (index, line) in lines.enumerate() {
        let number = |text| u64::from_str_radix(text, 16).ok().map(f64::from_bits);
        let numbers: Option<Vec<f64>> = line.split(' ').map(number).collect();
        let numbers = numbers.filter(|numbers| numbers.iter().all(|number| number.is_finite()));
        let Some(&[w0, w1, m0, m1, s0, s1]) = numbers.as_deref() else {
            anyhow::bail!("line {}: it should be six numbers", index + 3);
        };
        state.weights.push([w0, w1]);
        state.slopes.push([m0, m1]);
        state.squares.push([s0, s1]);
    }
    let found = state.weights.len();
    ensure!(found == weights, "it has {found} weights, not {weights}");
    Ok(state)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut state = State::new(vec![[1.0 / 3.0, -2e-300], [0.0, 5.0]]);
        state.passes = 7;
        state.steps = 99;
        state.slopes[1] = [0.1, -0.2];
        let text = write("fit", &state);
        assert_eq!(read(&text, "fit", 2).unwrap(), state);
        let error = |text: &str, name, count| read(text, name, count).unwrap_err().to_string();
        assert!(error(&text, "other", 2).contains("another fit"));
        assert!(error(&text, "fit", 3).contains("2 weights"));
        assert!(error(&text.replace("7 99", "7"), "fit", 2).contains("line 2"));
        assert!(error(&text.replace(' ', "x"), "fit", 2).contains("line 2"));
        let damaged = &text[..text.len() - 20];
        assert!(error(damaged, "fit", 2).contains("line 4"));
    }
}
