//! How well a shallow search foretells a deeper one, as measured by the example
//! `othello_tune`.

use outplay::Forecast;

/// From so many empty squares on, the first row of [`ERRORS`] holds; then the next.
pub(super) const PHASES: [u32; 3] = [38, 26, 0];
/// The least depth that is foretold.
pub(super) const SHALLOWEST: u32 = 3;
/// Depths that are foretold; greater ones are as the last.
pub(super) const DEPTHS: usize = 6;
/// A shallow value must be so many hundredths of its usual error beyond the window.
const SURE: i32 = 130;

/// The plies of the search that foretells one of so many plies: the parity is the same, since who
/// moves last matters.
pub(super) const fn shallow(depth: u32) -> u32 {
    let half = depth / 2;
    if half % 2 == depth % 2 { half } else { half - 1 }
}

/// The root of the mean square of the difference, in hundredths of a disc, by phase and depth from
/// [`SHALLOWEST`] on: `othello_tune errors 400`.
const ERRORS: [[i32; DEPTHS]; 3] = [
    [389, 297, 540, 427, 414, 356],
    [463, 342, 581, 478, 399, 376],
    [469, 369, 600, 507, 462, 344],
];

/// What foretells a search of so many plies.
pub(super) fn of(empties: u32, depth: u32) -> Option<Forecast> {
    let column = (depth.checked_sub(SHALLOWEST)? as usize).min(DEPTHS - 1);
    let phase = PHASES.iter().position(|&least| empties >= least)?;
    Some(Forecast { depth: shallow(depth), margin: ERRORS[phase][column] * SURE / 100 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forecasts_are_shallower_and_of_the_same_parity() {
        for empties in 0..=64 {
            assert_eq!(of(empties, SHALLOWEST - 1), None);
            for depth in SHALLOWEST..40 {
                let forecast = of(empties, depth).unwrap();
                assert!(forecast.depth < depth && forecast.depth % 2 == depth % 2, "{depth}");
                assert!(forecast.margin > 200, "{empties} {depth}");
            }
        }
    }
}
