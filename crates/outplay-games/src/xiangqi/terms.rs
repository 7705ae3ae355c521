//! The terms of the evaluator: which there are, and where their weights stand.

use crate::chess::terms::{Term, terms};

// Arrays of kinds go from general to soldier.
terms! {
    /// What a piece is worth, the general apart.
    MATERIAL: 7;
    /// Where a piece stands: for each kind, rows from the own edge, files from the edge to the
    /// middle; the other half of the board is the mirror image.
    PLACES: 7 * 50;
    /// By how many points a horse, a chariot or a cannon can go to.
    MOBILITY_HORSE: 9;
    MOBILITY_CHARIOT: 18;
    MOBILITY_CANNON: 18;
    /// By the number of horses (0 to 2), then cannons: what they are worth together.
    MINORS: 9;
    /// By the number of advisors (0 to 2), then elephants.
    GUARDS: 9;
    /// For each advisor missing and chariot, cannon, horse, crossed soldier of the other side.
    LESS_ADVISORS: 4;
    /// The same for elephants.
    LESS_ELEPHANTS: 4;
    /// The attack on the other palace: by its guards missing (0 to 4), then how strong it is.
    ATTACK: 5 * 12;
    /// A cannon on the other general's file, by the pieces between (0 to 3): the side has no
    /// chariot, or one.
    CANNON_FILE: 2 * 4;
    /// The same on its row.
    CANNON_ROW: 2 * 4;
    /// A chariot on the other general's file, by the pieces between (0 to 2), then on its row.
    CHARIOT_LINE: 6;
    /// A piece that can't leave the file between the generals.
    HELD: 1;
    /// A chariot on a file without soldiers, without own soldiers.
    CHARIOT_OPEN: 2;
    /// Two soldiers side by side beyond the river.
    LINKED: 1;
    /// By the number of soldiers beyond the river.
    CROSSED: 6;
    /// A soldier attacks an advisor, elephant, horse, chariot, cannon.
    THREAT_SOLDIER: 5;
    /// A horse, then a cannon, attacks a chariot; a cannon attacks a horse, a horse a cannon.
    THREAT_MINOR: 4;
    /// Something attacked and not protected, by kind.
    HANGING: 7;
    /// Something protected, by kind.
    PROTECTED: 7;
    /// The right to move.
    TEMPO: 1;
}
