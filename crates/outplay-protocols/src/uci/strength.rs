//! Playing strength by a number of Elo.

use outplay::Level;

/// Elo numbers and the levels that play like that, from the weakest to the strongest. Provisional:
/// even steps, until the levels are measured against one another and against an opponent of known
/// strength with `outplay match`, and this table is filled from the result.
const STRENGTHS: [(i64, u8); 9] = [
    (600, 1),
    (750, 2),
    (900, 3),
    (1050, 4),
    (1200, 5),
    (1350, 6),
    (1500, 7),
    (1650, 8),
    (1800, 9),
];

pub(super) const LEAST_ELO: i64 = STRENGTHS[0].0;
pub(super) const MOST_ELO: i64 = STRENGTHS[STRENGTHS.len() - 1].0;
pub(super) const USUAL_ELO: i64 = 1200;

/// The level that plays most nearly like that, the weaker of two.
pub(super) fn level(elo: i64) -> Level {
    let nearest = STRENGTHS.iter().min_by_key(|(known, _)| known.abs_diff(elo));
    nearest.and_then(|&(_, level)| Level::new(level).ok()).unwrap_or(Level::WEAKEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_elo_is_a_higher_level() {
        let levels: Vec<u8> = (LEAST_ELO..=MOST_ELO).map(|elo| level(elo).number()).collect();
        assert!(levels.is_sorted());
        assert_eq!((levels[0], levels[levels.len() - 1]), (1, 9));
        assert_eq!(level(USUAL_ELO).number(), 5);
        assert_eq!(level(i64::MIN).number(), 1);
    }
}
