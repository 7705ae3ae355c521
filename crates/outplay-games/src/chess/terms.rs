//! The terms of the evaluator: which there are, and where their weights stand.

/// Weights of one kind, side by side among all weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) name: &'static str,
    pub(crate) at: usize,
    pub(crate) count: usize,
}

impl Term {
    /// The place of one of them.
    #[inline(always)]
    pub(crate) const fn at(self, index: usize) -> usize {
        self.at + index
    }
}

/// Gives each term its place after the one before, and lists them all.
macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident: $count:expr;)*) => {
        terms!(@ 0; $($(#[$doc])* $name: $count;)*);
        /// All terms in their order.
        pub(super) const TERMS: &[Term] = &[$($name),*];
    };
    (@ $at:expr; $(#[$doc:meta])* $name:ident: $count:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub(super) const $name: Term =
            Term { name: stringify!($name), at: $at, count: $count };
        terms!(@ $name.at + $name.count; $($rest)*);
    };
    (@ $at:expr;) => {
        /// How many weights there are.
        pub(super) const COUNT: usize = $at;
    };
}

pub(crate) use terms;

// Arrays of pieces go from pawn to king, or from knight to queen if there are four; arrays of ranks
// from the own first rank up.
terms! {
    /// What a piece is worth, from pawn to queen.
    MATERIAL: 5;
    /// Where a piece stands: for each piece four files from the edge to the centre of each rank; the
    /// other four are their mirror image.
    SQUARES: 6 * 32;
    /// By the squares that a piece can go to. Squares that enemy pawns attack don't count, nor those
    /// of the own king, queen, and pawns that can't move or have hardly done so.
    MOBILITY_KNIGHT: 9;
    MOBILITY_BISHOP: 14;
    MOBILITY_ROOK: 15;
    MOBILITY_QUEEN: 28;
    /// A pawn with another one of its side in front of it.
    DOUBLED: 1;
    /// A pawn without own pawns on the files beside it: with an enemy pawn in front, and without.
    ISOLATED: 2;
    /// A pawn that can't safely advance and that no own pawn can support any more.
    BACKWARD: 2;
    /// A pawn beside another one, by its rank.
    PHALANX: 8;
    /// A pawn defended by another one.
    SUPPORTED: 8;
    /// A pawn with no enemy pawn in front that has enough help to become passed.
    CANDIDATE: 8;
    /// A pawn that no enemy pawn can stop or take any more.
    PASSED: 8;
    /// For each step of the own king from the square in front of a passed pawn.
    PASSED_OWN_KING: 8;
    /// The same for the enemy king.
    PASSED_OTHER_KING: 8;
    /// Nothing stands in front of a passed pawn.
    PASSED_FREE: 8;
    /// The enemy does not attack the square in front of it.
    PASSED_SAFE: 8;
    /// No square up to the last rank is occupied by the enemy or attacked by it.
    PASSED_PATH: 8;
    /// An own rook behind a passed pawn, an enemy one.
    PASSED_ROOK: 2;
    /// The enemy has only pawns, and its king comes too late to stop a passed pawn.
    UNSTOPPABLE: 1;
    /// On the king's file, then on each file beside it: the rank of the own pawn that is nearest in
    /// front of the king, 0 for none.
    SHELTER: 16;
    /// On each of these files the rank of the enemy pawn that has come nearest, 0 for none: free,
    /// then stopped by an own pawn.
    STORM: 16;
    /// Two bishops or more.
    BISHOP_PAIR: 1;
    /// For each own pawn on squares of a bishop's colour.
    BISHOP_PAWNS: 1;
    /// A bishop that looks at two squares of the centre, past all but pawns.
    BISHOP_CENTRE: 1;
    /// A knight, then a bishop, on the fourth to sixth rank where no enemy pawn can attack it any
    /// more: without an own pawn that defends it, and with one.
    OUTPOST: 4;
    /// A knight, a bishop, right behind a pawn.
    BEHIND_PAWN: 2;
    /// A rook on a file without pawns, without own pawns.
    ROOK_FILE: 2;
    /// A rook on the seventh rank, with pawns there or the enemy king on the eighth.
    ROOK_SEVENTH: 1;
    /// For each knight and own pawn more than five.
    KNIGHT_PAWNS: 1;
    /// For each rook and own pawn more than five.
    ROOK_PAWNS: 1;
    /// A pawn attacks a piece.
    THREAT_PAWN: 4;
    /// A knight or bishop attacks a badly defended pawn, or a piece.
    THREAT_MINOR: 5;
    /// A rook attacks a badly defended pawn or piece, or a queen.
    THREAT_ROOK: 5;
    /// The king attacks something badly defended.
    THREAT_KING: 1;
    /// Something that is attacked and not defended.
    HANGING: 1;
    /// A piece that a pawn could attack by a safe step.
    PUSH_THREAT: 1;
    /// Safe squares behind the pawns in the centre, times pieces, in 16ths.
    SPACE: 1;
    /// The right to move.
    TEMPO: 1;
    // The danger to the enemy king: these are summed, and the sum is squared.
    /// Always.
    DANGER: 1;
    /// For each piece that attacks the king's surroundings.
    DANGER_ATTACKER: 4;
    /// For each attack on a square there.
    DANGER_HIT: 1;
    /// For each square there that is attacked, and defended by nothing but king and queen.
    DANGER_WEAK: 1;
    /// A piece could give check and not be taken.
    DANGER_CHECK: 4;
    /// The attacker has no queen.
    DANGER_QUEENLESS: 1;
    /// For each of the three files at the king without a pawn of its own.
    DANGER_OPEN: 1;
}
