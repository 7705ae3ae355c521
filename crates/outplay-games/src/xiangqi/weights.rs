//! Every number that the evaluator uses, in hundredths of a soldier that has not crossed the river.
//!
//! They are our own: round numbers after what books on the game say (a chariot is worth two horses
//! or cannons, a horse or a cannon two advisors or elephants, a soldier doubles beyond the river),
//! made to agree with each other by hand. None was fitted to games yet.

use super::board::Kind;

/// What a piece is worth by itself; the general only orders exchanges.
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

/// The side to move.
pub(super) const TEMPO: i32 = 10;

/// Added to each cannon, and taken from each horse, for every piece on the board above
/// `FULL_BOARD`; below, the reverse: screens disappear, and legs become free.
pub(super) const CROWD: i32 = 2;
/// See [`CROWD`].
pub(super) const FULL_BOARD: i32 = 20;

/// Added by place: rows from a side's own edge, files from the edge to the middle; the other half
/// of the board is its mirror image.
type Places = [[i32; 5]; 10];

/// A general is safest on its own edge.
const GENERAL: Places = {
    let mut table = [[0; 5]; 10];
    table[0] = [0, 0, 0, -5, 5];
    table[1] = [0, 0, 0, -20, -15];
    table[2] = [0, 0, 0, -40, -35];
    table
};

const ADVISOR: Places = {
    let mut table = [[0; 5]; 10];
    table[1][4] = 10;
    table[2][3] = -10;
    table
};

/// Best in the middle, where they protect each other.
const ELEPHANT: Places = {
    let mut table = [[0; 5]; 10];
    table[2][0] = -15;
    table[2][4] = 20;
    table
};

/// Away from the edge, towards the other palace.
const HORSE: Places = [
    [-30, -30, -10, -10, -20],
    [-15, 0, 0, 0, -30],
    [-5, 0, 20, 10, 0],
    [0, 10, 15, 20, 15],
    [0, 20, 20, 25, 25],
    [10, 25, 30, 35, 35],
    [10, 30, 40, 40, 40],
    [10, 40, 50, 50, 40],
    [5, 35, 50, 40, 20],
    [0, 5, 10, 10, 5],
];

/// Out of the corner, on the flank files and at the river.
const CHARIOT: Places = [
    [-25, 5, 5, 15, 0],
    [-5, 10, 10, 20, 5],
    [-5, 10, 5, 20, 10],
    [0, 10, 10, 20, 15],
    [10, 15, 15, 25, 25],
    [15, 20, 20, 30, 30],
    [15, 20, 20, 30, 35],
    [15, 20, 20, 35, 35],
    [15, 25, 25, 40, 40],
    [10, 15, 15, 30, 25],
];

/// In the middle at home, on the other side's edge abroad.
const CANNON: Places = [
    [0, 0, 5, 5, 0],
    [0, 5, 5, 10, 5],
    [5, 5, 10, 10, 30],
    [0, 0, 5, 5, 15],
    [0, 0, 5, 5, 20],
    [0, 0, 0, 5, 20],
    [0, 5, 5, 0, 15],
    [5, 10, 0, -10, -10],
    [10, 10, 0, -15, -20],
    [20, 20, 5, -10, -20],
];

/// Over the river, near the palace, not past it.
const SOLDIER: Places = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 10],
    [5, 0, 15, 0, 20],
    [40, 60, 70, 80, 90],
    [60, 90, 110, 120, 130],
    [70, 100, 130, 150, 155],
    [60, 90, 130, 160, 170],
    [5, 10, 20, 40, 40],
];

/// Value and place together, by kind and point as Red sees the board.
pub(super) static PLACES: [[i32; 90]; 7] = {
    let by_kind = [&GENERAL, &ADVISOR, &ELEPHANT, &HORSE, &CHARIOT, &CANNON, &SOLDIER];
    let mut table = [[0; 90]; 7];
    let mut at = 0;
    while at < 7 * 90 {
        let (kind, point) = (at / 90, at % 90);
        let (rank, file) = (point / 9, point % 9);
        let file = if file > 4 { 8 - file } else { file };
        let worth = if kind == 0 { 0 } else { value(Kind::ALL[kind]) };
        table[kind][point] = worth + by_kind[kind][rank][file];
        at += 1;
    }
    table
};

/// By how many points a horse can go to: one that can't move is a burden.
pub(super) const HORSE_MOBILITY: [i32; 9] = [-35, -20, -8, 0, 6, 12, 16, 20, 22];
/// For each point that a chariot can go to beyond `CHARIOT_USUAL`.
pub(super) const CHARIOT_MOBILITY: i32 = 3;
pub(super) const CHARIOT_USUAL: i32 = 8;
/// For each point that a cannon can go to beyond `CANNON_USUAL`.
pub(super) const CANNON_MOBILITY: i32 = 2;
pub(super) const CANNON_USUAL: i32 = 8;

/// Points of the other palace that a piece attacks count so much each towards the attack.
pub(super) const ATTACK: [i32; 7] = {
    let mut table = [0; 7];
    table[Kind::Horse.index()] = 4;
    table[Kind::Chariot.index()] = 5;
    table[Kind::Cannon.index()] = 4;
    table[Kind::Soldier.index()] = 4;
    table
};
/// Pieces that take part in an attack beyond the first add so much each.
pub(super) const ATTACKER: i32 = 6;
/// The sum is squared and divided by this: many attackers are worth more than their number.
pub(super) const ATTACK_DIVISOR: i32 = 16;
/// No attack is worth more.
pub(super) const ATTACK_MOST: i32 = 400;
/// Of sixteenths, for each advisor and elephant that the other side lacks.
pub(super) const ATTACK_PER_ADVISOR: i32 = 3;
pub(super) const ATTACK_PER_ELEPHANT: i32 = 2;

/// A cannon on the other general's file with nothing between: nothing may come between.
pub(super) const BARE_CANNON: i32 = 90;
/// A cannon on its file or row with two pieces between: each is bound to stay.
pub(super) const PINNING_CANNON: i32 = 25;

/// For each chariot of the other side, for each advisor missing.
pub(super) const ADVISOR_AGAINST_CHARIOT: i32 = 18;
/// For each cannon of the other side, for each elephant missing.
pub(super) const ELEPHANT_AGAINST_CANNON: i32 = 14;
/// Both advisors, and both elephants.
pub(super) const PAIR: i32 = 15;

/// Two soldiers side by side beyond the river.
pub(super) const LINKED_SOLDIERS: i32 = 15;

/// What is left of an advantage, in sixteenths, if the side ahead has nothing to attack with.
pub(super) const WITHOUT_ATTACKERS: i32 = 1;
/// And if it has one horse or cannon only, against two or more advisors and elephants.
pub(super) const WITH_ONE_ATTACKER: i32 = 4;
