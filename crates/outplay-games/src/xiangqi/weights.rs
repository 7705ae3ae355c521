//! The weights of the evaluator, and the few numbers that are not weights.

use super::board::Kind;
use super::terms::{COUNT, TERMS};
use crate::chess::weights::{self, Pair};

/// What a piece is worth in exchanges, in hundredths of a soldier that has not crossed the river;
/// the general can't be given up.
pub(super) const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::General => 10_000,
        Kind::Advisor => 200,
        Kind::Elephant => 220,
        Kind::Horse => 430,
        Kind::Chariot => 960,
        Kind::Cannon => 460,
        Kind::Soldier => 100,
    }
}

/// What a piece counts for the phase of the game, by kind.
pub(super) const PHASE: [i32; 7] = [0, 0, 0, 2, 4, 2, 0];
/// The phase of the start position.
pub(super) const FULL_PHASE: i32 = 32;

/// Points of the other palace that a piece attacks count so much each towards the attack, by kind.
pub(super) const HITS: [i32; 7] = [0, 0, 0, 4, 5, 4, 4];
/// Pieces that take part in an attack beyond the first add so much each.
pub(super) const ATTACKER: i32 = 6;
/// One step in the table of attacks.
pub(super) const ATTACK_STEP: i32 = 6;

/// What is left of an advantage, in sixteenths, if the side ahead has nothing to attack with.
pub(super) const WITHOUT_ATTACKERS: i32 = 1;
/// And if it has one horse or cannon only, against two or more advisors and elephants.
pub(super) const WITH_ONE_ATTACKER: i32 = 4;

const TEXT: &str = include_str!("weights.txt");

/// The weights that the game is played with, as `outplay-tune` wrote them.
pub(super) static TUNED: [Pair; COUNT] = weights::read(TEXT);

/// The text of the file of weights.
pub(super) fn text(pairs: impl Iterator<Item = (i32, i32)>) -> String {
    weights::text(TERMS, pairs, |term| if term.count > 50 && term.count % 50 == 0 { 5 } else { 9 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file that is compiled in names all terms in their order, as it is written.
    #[test]
    fn the_file_is_as_the_tool_writes_it() {
        let written = text(TUNED.iter().map(|pair| (pair.early(), pair.late())));
        let kept: Vec<&str> = TEXT.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(written.lines().collect::<Vec<_>>(), kept);
    }
}
