//! The numbers of the evaluator, in one place.
//!
//! They are first guesses of our own, in round numbers, to be tuned by Outplay's own tool later.
//! Everything is in hundredths of a pawn, for the side that has the piece or the feature.

use core::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A weight in the middlegame and in the endgame; positions in between get a mean of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pair(pub i32, pub i32);

impl Add for Pair {
    type Output = Pair;
    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0, self.1 + other.1)
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0 - other.0, self.1 - other.1)
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline]
    fn neg(self) -> Pair {
        Pair(-self.0, -self.1)
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline]
    fn mul(self, times: i32) -> Pair {
        Pair(self.0 * times, self.1 * times)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

/// All weights. Arrays of pieces go from pawn to king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// What a piece is worth, from pawn to queen.
    pub material: [Pair; 5],
    /// Where a piece stands, from its own side's first rank up; four files from the edge to the
    /// centre, the other four are their mirror image.
    pub squares: [[Pair; 32]; 6],
    /// For each square a knight, bishop, rook or queen can go to, more than usual (or fewer). Own
    /// pieces and squares that enemy pawns attack do not count.
    pub mobility: [Pair; 4],
    /// The usual number of such squares.
    pub usual_mobility: [i32; 4],
    /// A pawn with another one of its side in front of it.
    pub doubled: Pair,
    /// A pawn without own pawns on the files beside it.
    pub isolated: Pair,
    /// A pawn that can't safely advance and that no own pawn can support any more.
    pub backward: Pair,
    /// A pawn beside another one or defended by one, by its rank.
    pub connected: [Pair; 8],
    /// A pawn that no enemy pawn can stop or take any more, by its rank.
    pub passed: [Pair; 8],
    /// An enemy piece stands right in front of a passed pawn; for each rank that it has advanced.
    pub passed_blocked: Pair,
    /// For each step that the enemy king is further from the square in front of a passed pawn
    /// than the own one; for each rank that the pawn has advanced.
    pub passed_kings: Pair,
    /// On each of the three files around the king: the nearest own pawn in front of it is one
    /// step away, two steps away, or there is none.
    pub shield: [Pair; 3],
    /// Such a file has no pawn at all.
    pub open_at_king: Pair,
    /// For each square around the enemy king that a knight, bishop, rook or queen attacks. Counts
    /// in full if five pieces attack there, by a quarter if two do, not if only one does.
    pub attack: [Pair; 4],
    /// Two bishops or more.
    pub bishop_pair: Pair,
    /// A rook on a file without pawns.
    pub rook_open: Pair,
    /// A rook on a file without own pawns.
    pub rook_half_open: Pair,
    /// A knight, bishop, rook or queen that an own pawn attacks.
    pub pawn_threat: Pair,
    /// The right to move.
    pub tempo: Pair,
    /// Against a bare king: for each step of it from the centre.
    pub drive_to_edge: i32,
    /// The same for each step between the kings.
    pub drive_kings: i32,
    /// With bishop and knight against a bare king: for each step of it from the corners of the
    /// bishop's colour.
    pub drive_to_corner: i32,
}

impl Weights {
    /// The weights that the game is played with.
    pub const DEFAULT: Weights = Weights {
        material: [Pair(90, 110), Pair(330, 320), Pair(345, 340), Pair(480, 560), Pair(1000, 1040)],
        squares: [
            squares(PAWN_EARLY, PAWN_LATE),
            squares(KNIGHT_EARLY, KNIGHT_LATE),
            squares(BISHOP_EARLY, BISHOP_LATE),
            squares(ROOK_EARLY, ROOK_LATE),
            squares(QUEEN_EARLY, QUEEN_LATE),
            squares(KING_EARLY, KING_LATE),
        ],
        mobility: [Pair(4, 4), Pair(5, 5), Pair(2, 4), Pair(1, 3)],
        usual_mobility: [4, 6, 7, 13],
        doubled: Pair(-10, -20),
        isolated: Pair(-12, -15),
        backward: Pair(-8, -10),
        connected: [
            Pair(0, 0),
            Pair(3, 0),
            Pair(6, 3),
            Pair(10, 6),
            Pair(20, 15),
            Pair(35, 35),
            Pair(60, 70),
            Pair(0, 0),
        ],
        passed: [
            Pair(0, 0),
            Pair(0, 10),
            Pair(0, 15),
            Pair(5, 35),
            Pair(25, 65),
            Pair(60, 110),
            Pair(110, 180),
            Pair(0, 0),
        ],
        passed_blocked: Pair(-4, -10),
        passed_kings: Pair(0, 2),
        shield: [Pair(12, 0), Pair(4, 0), Pair(-12, 0)],
        open_at_king: Pair(-12, 0),
        attack: [Pair(8, 0), Pair(8, 0), Pair(12, 0), Pair(16, 0)],
        bishop_pair: Pair(30, 50),
        rook_open: Pair(30, 10),
        rook_half_open: Pair(12, 5),
        pawn_threat: Pair(40, 30),
        tempo: Pair(15, 10),
        drive_to_edge: 10,
        drive_kings: 5,
        drive_to_corner: 10,
    };
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::DEFAULT
    }
}

/// Joins the tables of both phases.
const fn squares(early: [[i32; 4]; 8], late: [[i32; 4]; 8]) -> [Pair; 32] {
    let mut pairs = [Pair(0, 0); 32];
    let mut at = 0;
    while at < 32 {
        pairs[at] = Pair(early[at / 4][at % 4], late[at / 4][at % 4]);
        at += 1;
    }
    pairs
}

// The first line is the own first rank, the first column the a-file and the h-file.

const PAWN_EARLY: [[i32; 4]; 8] = [
    [0, 0, 0, 0],
    [-5, 5, 0, -10],
    [-5, 0, 0, 0],
    [-5, 0, 5, 15],
    [0, 5, 10, 20],
    [10, 15, 20, 25],
    [40, 40, 40, 40],
    [0, 0, 0, 0],
];
const PAWN_LATE: [[i32; 4]; 8] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [5, 5, 5, 5],
    [10, 10, 10, 10],
    [20, 20, 20, 20],
    [40, 40, 40, 40],
    [0, 0, 0, 0],
];
const KNIGHT_EARLY: [[i32; 4]; 8] = [
    [-60, -25, -20, -15],
    [-30, -20, -5, 0],
    [-20, 0, 10, 15],
    [-15, 5, 15, 20],
    [-10, 10, 20, 30],
    [-15, 10, 20, 25],
    [-30, -10, 5, 10],
    [-80, -40, -25, -20],
];
const KNIGHT_LATE: [[i32; 4]; 8] = [
    [-50, -30, -20, -15],
    [-30, -15, -10, -5],
    [-20, -10, 0, 10],
    [-15, 0, 10, 20],
    [-15, 0, 10, 20],
    [-20, -10, 5, 10],
    [-30, -20, -10, -5],
    [-60, -40, -30, -20],
];
const BISHOP_EARLY: [[i32; 4]; 8] = [
    [-20, -10, -15, -10],
    [-5, 15, 5, 5],
    [0, 5, 10, 10],
    [-5, 5, 10, 20],
    [-5, 5, 10, 20],
    [-5, 5, 10, 10],
    [-10, 0, 0, 0],
    [-20, -10, -10, -10],
];
const BISHOP_LATE: [[i32; 4]; 8] = [
    [-20, -10, -10, -5],
    [-10, -5, 0, 0],
    [-5, 0, 5, 5],
    [-5, 0, 5, 10],
    [-5, 0, 5, 10],
    [-5, 0, 5, 5],
    [-10, -5, 0, 0],
    [-20, -10, -10, -5],
];
const ROOK_EARLY: [[i32; 4]; 8] = [
    [-5, -5, 5, 10],
    [-15, -5, 0, 5],
    [-15, -5, 0, 5],
    [-10, -5, 0, 5],
    [-10, -5, 0, 5],
    [-5, 0, 5, 10],
    [10, 15, 20, 20],
    [5, 5, 5, 10],
];
const ROOK_LATE: [[i32; 4]; 8] = [
    [-5, -5, 0, 0],
    [-5, -5, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [5, 5, 5, 5],
    [5, 5, 5, 5],
    [15, 15, 15, 15],
    [10, 10, 10, 10],
];
const QUEEN_EARLY: [[i32; 4]; 8] = [
    [-10, -10, -5, 5],
    [-10, -5, 5, 5],
    [-5, 0, 0, 0],
    [-5, -5, -5, -5],
    [-5, -5, -5, -5],
    [0, 0, 0, 5],
    [-5, -15, 0, 0],
    [0, 5, 5, 10],
];
const QUEEN_LATE: [[i32; 4]; 8] = [
    [-30, -25, -20, -15],
    [-20, -15, -10, -5],
    [-15, -5, 5, 10],
    [-5, 5, 15, 25],
    [-5, 10, 20, 30],
    [-10, 5, 15, 25],
    [-10, 0, 10, 15],
    [-15, -5, 0, 5],
];
const KING_EARLY: [[i32; 4]; 8] = [
    [25, 35, 10, 0],
    [15, 15, -15, -25],
    [-15, -20, -35, -45],
    [-30, -40, -55, -65],
    [-40, -50, -65, -75],
    [-50, -60, -75, -80],
    [-60, -70, -80, -80],
    [-70, -80, -80, -80],
];
const KING_LATE: [[i32; 4]; 8] = [
    [-45, -25, -20, -15],
    [-25, -10, 0, 5],
    [-15, 0, 10, 20],
    [-10, 10, 20, 30],
    [-5, 15, 25, 35],
    [-5, 15, 25, 30],
    [-20, 5, 10, 15],
    [-45, -25, -15, -10],
];
