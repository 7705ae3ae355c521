//! Playing strength by a number of Elo.

use outplay::Level;

/// Elo numbers and the levels of chess that play like that, from the weakest to the strongest.
///
/// A rough measure: levels 3, 5, 7 and 9 took 15%, 20%, 75% and 75% of 20 games each from Stockfish
/// 15.1 held to 1350 (`UCI_LimitStrength`, 200 ms a move), which is an error of about 150 either
/// way; the levels between are put between. To measure again, with the level in question:
/// `outplay match chess --engine pvs:level=5 --engine
/// cmd=stockfish,protocol=uci,option.UCI_LimitStrength=true,option.UCI_Elo=1350,move-time=200ms
/// --games 20 --random-plies 4`.
const STRENGTHS: [(i64, u8); 9] = [
    (700, 1),
    (850, 2),
    (1000, 3),
    (1050, 4),
    (1150, 5),
    (1350, 6),
    (1500, 7),
    (1550, 8),
    (1600, 9),
];

pub(super) const LEAST_ELO: i64 = STRENGTHS[0].0;
pub(super) const MOST_ELO: i64 = STRENGTHS[STRENGTHS.len() - 1].0;
pub(super) const USUAL_ELO: i64 = 1150;

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
