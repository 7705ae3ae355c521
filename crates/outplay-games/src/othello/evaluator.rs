//! What is known about Othello beyond the rules.

use outplay::{Evaluator, Forecast, Outcome, Player, Score};

use super::ending::{Ending, MOST, corners};
use super::forecast;
use super::patterns::Sums;
use super::stability::{around, settled, stable};
use super::weights::judge;
use super::{Othello, Place, bits, hash};

/// What an evaluation counts, for the side to move less for the other; at the end what is the same
/// for both.
pub(super) const FEATURES: usize = 15;
/// Numbers of empty squares, on 64, for which there are weights. Between them they go over.
pub(super) const KNOTS: [usize; 5] = [0, 15, 30, 45, 60];

/// Squares that are alike, as bits.
#[derive(Clone, Copy, Debug)]
struct Squares {
    corners: u64,
    /// The edge, but for the corners and the squares beside them.
    edge: u64,
    /// Next to the edge, but for the squares beside the corners.
    ring: u64,
    /// On the edge beside a corner: C squares.
    c: u64,
    /// Diagonally beside a corner: X squares.
    x: u64,
    quarters: [u64; 4],
}

/// The exact solver first looks ahead by evaluation, to so many empty squares.
const REHEARSED: u32 = 13;

impl Squares {
    const fn new(size: usize) -> Squares {
        let board = bits::board(size);
        let corners = corners(size);
        let rim = board & if size == 8 { 0xff81_8181_8181_81ff } else { around(!board) };
        let near = around(corners) & board;
        let quarter = 0x0f0f_0f0f;
        Squares {
            corners,
            edge: rim & !near & !corners,
            ring: around(rim) & board & !near,
            c: near & rim,
            x: near & !rim,
            quarters: [
                board & quarter,
                board & quarter << 4,
                board & quarter << 32,
                board & quarter << 36,
            ],
        }
    }
}

const SQUARES: [Squares; 3] = [Squares::new(4), Squares::new(6), Squares::new(8)];

/// Judges the large board by patterns, smaller ones by mobility, borders, corners and stable discs;
/// all weighed by how full the board is. Plays out the last squares.
#[derive(Clone, Debug)]
pub struct Judge {
    squares: Squares,
    size: usize,
    /// The sums of patterns for the positions from the root on.
    sums: Vec<Sums>,
    /// Patterns are looked at.
    patterns: bool,
    ending: Ending,
}

/// From so many empty squares on the exact solver leaves a position to [`Ending`].
const ENDING: u32 = 12;
const _: () = assert!(ENDING <= MOST);
/// From so many on, the exact solver's table knows mirror images.
pub(super) const MIRRORED: u32 = 28;
/// From so many on, the exact solver looks one ply further before it orders moves.
const REPLIES: u32 = 15;
/// With so few, the evaluation is the value: a search sees the end so many plies earlier.
const SEEN: u32 = 5;

/// How promising a move is without weights, from the position after it.
fn key(corners: u64, after: &Othello, m: Place) -> i32 {
    let empties = after.empties();
    let mobility = (after.open.count_ones() + (after.open & corners).count_ones()) as i32;
    let border = (around(after.other) & empties).count_ones() as i32;
    8 * i32::from(m.bit() & corners != 0) - 16 * mobility - 5 * border
}

/// The number of squares in `own` less those in `other`.
#[inline]
fn lead(own: u64, other: u64) -> i32 {
    own.count_ones() as i32 - other.count_ones() as i32
}

impl Judge {
    /// For positions on a board of this size: 8, 6 or 4.
    pub(super) fn new(size: usize) -> Judge {
        let squares = SQUARES[size / 2 - 2];
        Judge { squares, size, sums: vec![], patterns: size == 8, ending: Ending::default() }
    }

    /// The same, by its features alone.
    pub(super) fn plain(size: usize) -> Judge {
        Judge { patterns: false, ..Judge::new(size) }
    }

    /// What the side to move has after its best move.
    fn after_reply(&self, p: &Othello) -> i32 {
        if p.open == 0 {
            return self.by_patterns(p);
        }
        let sums = self.sums_of(p);
        let for_second = p.turn == Player::Second;
        let (mut best, mut open) = (i32::MIN, p.open);
        while open != 0 {
            let square = open.trailing_zeros();
            open &= open - 1;
            let (disc, flips) = (1 << square, bits::flips(square, p.own, p.other));
            let mut after = sums;
            after.play(disc, flips, for_second);
            let (own, other) = (p.other ^ flips, p.own ^ flips ^ disc);
            best = best.max(-judge(&after, !for_second, own, other, bits::reach(own, other)));
        }
        best
    }

    /// The sums of patterns, kept or counted.
    #[inline]
    fn sums_of(&self, p: &Othello) -> Sums {
        let (first, second) = (p.discs(Player::First), p.discs(Player::Second));
        match self.sums.last() {
            Some(sums) if sums.stand_for(first, second) => *sums,
            _ => Sums::of(first, second),
        }
    }

    fn by_patterns(&self, p: &Othello) -> i32 {
        let for_second = p.turn == Player::Second;
        let (first, second) = if for_second { (p.other, p.own) } else { (p.own, p.other) };
        match self.sums.last() {
            Some(sums) if sums.stand_for(first, second) => {
                judge(sums, for_second, p.own, p.other, p.open)
            }
            _ => judge(&Sums::of(first, second), for_second, p.own, p.other, p.open),
        }
    }

    /// The features in the order of the weights.
    #[inline]
    pub(super) fn features(&self, p: &Othello) -> [i32; FEATURES] {
        let Squares { corners, edge, ring, c, x, quarters } = self.squares;
        let (own, other, empties) = (p.own, p.other, p.empties());
        let (mine, theirs) = (p.open, p.squares(other, own));
        let moves = lead(mine, theirs);
        let all = (mine.count_ones() + theirs.count_ones()) as i32;
        let [mut safe, mut theirs_safe] = [0, 0];
        if corners & !empties != 0 {
            let settled = settled(empties, self.size);
            (safe, theirs_safe) = (stable(own, &settled), stable(other, &settled));
        }
        let border = around(empties);
        let beside_empty = around(corners & empties);
        let odd = quarters.map(|quarter| (quarter & empties).count_ones() & 1);
        [
            // Moves, as they are and as a share of all; moves to a corner.
            moves,
            128 * moves / (all + 2),
            lead(mine & corners, theirs & corners),
            // Borders: squares for moves to come, and discs to turn.
            lead(around(other) & empties, around(own) & empties),
            lead(other & border, own & border),
            // Where discs stand: corners, C and X squares, the rest of the edge, the ring inside.
            lead(own & corners, other & corners),
            lead(own & c & beside_empty, other & c & beside_empty),
            lead(own & x & beside_empty, other & x & beside_empty),
            lead(own & edge, other & edge),
            lead(own & ring, other & ring),
            // Stable discs, and all.
            lead(safe, theirs_safe),
            lead(own, other),
            // Being to move; an odd number of empty squares, in all and in each quarter.
            1,
            (empties.count_ones() & 1) as i32,
            odd.iter().sum::<u32>() as i32,
        ]
    }
}

/// Hundredths of a disc for each feature, in the order of [`Judge::features`], at each of the
/// [`KNOTS`].
// Fitted by least squares to how 25,000 games ended that two plies of search played from random
// openings, the last eight squares exactly: `tune_features.rs` says by which command. Against weights set by hand they score 61% of 800 games
// at two plies and again at four. Tables of patterns did not pay: fitted to 15,000 games, one for
// edges scored 52% and 54% of 400 games at these depths, with one for corners besides 46% and 43%.
const ANCHORS: [[i32; FEATURES]; KNOTS.len()] = [
    [145, 1075, 109, -224, 60, -25, -38, 61, -33, -4, 101, 11, -175, 96, 172],
    [55, 1328, 754, -50, 71, 505, -146, 45, -23, -16, 95, 3, -228, -73, 41],
    [-26, 1583, 704, 7, 118, 930, -247, -375, 28, -67, 125, 14, -175, -28, -5],
    [-54, 2217, 321, 30, 74, 690, -468, -845, -100, -45, 338, 13, -92, -113, -21],
    [-52, 2679, 228, 30, 49, 364, -293, -595, -164, -105, 297, 23, 30, -476, 82],
];

/// The weights for each number of empty squares on 64, in 256ths of a hundredth.
static WEIGHTS: [[i32; FEATURES]; 65] = {
    let mut weights = [[0; FEATURES]; 65];
    let mut empties = 0;
    while empties <= 64 {
        let mut knot = 0;
        while knot < KNOTS.len() - 2 && KNOTS[knot + 1] < empties {
            knot += 1;
        }
        let width = (KNOTS[knot + 1] - KNOTS[knot]) as i32;
        let along = if empties > 60 { width } else { (empties - KNOTS[knot]) as i32 };
        let mut feature = 0;
        while feature < FEATURES {
            let [from, to] = [ANCHORS[knot][feature], ANCHORS[knot + 1][feature]];
            let unit = if feature == 1 { 2 } else { 256 };
            weights[empties][feature] = unit * (from * (width - along) + to * along) / width;
            feature += 1;
        }
        empties += 1;
    }
    weights
};

impl Evaluator<Othello> for Judge {
    const BY_MARGIN: bool = true;
    const SLOTS: usize = 256;
    const SOLVE_TABLE_PLIES: u32 = 2 * ENDING;
    const SOLVE_PROBE_PLIES: u32 = 2 * ENDING + 2;
    const SOLVE_LOOKS: bool = true;
    const SOLVE_LEARNS: bool = false;
    const FORECASTS: bool = true;

    fn evaluate(&mut self, p: &Othello) -> Score {
        if self.patterns {
            if p.empties().count_ones() <= SEEN {
                return Score::from(self.ending.solve::<8>(p.own, p.other, -64, 64));
            }
            return Score::from_hundredths(self.by_patterns(p));
        }
        let features = self.features(p);
        // As if the board had 64 squares.
        let empties = (64 * p.empties().count_ones() / p.board.count_ones()) as usize;
        let weighed = features.iter().zip(&WEIGHTS[empties]).map(|(count, weight)| count * weight);
        Score::from_hundredths(weighed.sum::<i32>() / 256)
    }

    fn reset(&mut self, root: &Othello) {
        self.ending.clear();
        self.sums.clear();
        if self.patterns {
            self.sums.push(Sums::of(root.discs(Player::First), root.discs(Player::Second)));
        }
    }

    #[inline]
    fn push(&mut self, p: &Othello, m: Place) {
        if self.patterns {
            let mut sums = match self.sums.last() {
                Some(sums) => *sums,
                None => Sums::of(p.discs(Player::First), p.discs(Player::Second)),
            };
            let flips =
                if m == Place::PASS { 0 } else { bits::flips(u32::from(m.0), p.own, p.other) };
            sums.play(m.bit(), flips, p.turn == Player::Second);
            self.sums.push(sums);
        }
    }

    #[inline]
    fn pop(&mut self) {
        self.sums.pop();
    }

    /// The difference of discs, however far it is.
    fn terminal(&self, p: &Othello, _: Outcome, _: u32) -> Score {
        Score::from(p.margin())
    }

    /// Corners first, then what leaves the other side few moves, corners counted double, then what
    /// goes where the number of empty squares is odd: there one may move last.
    fn rank(&self, p: &Othello, m: Place) -> i32 {
        let disc = m.bit();
        if disc == 0 {
            return 0;
        }
        let Squares { corners, c, x, quarters, .. } = self.squares;
        let flips = bits::flips(u32::from(m.0), p.own, p.other);
        let theirs = p.squares(p.other ^ flips, p.own ^ flips ^ disc);
        let mobility = theirs.count_ones() + (theirs & corners).count_ones();
        let empties = p.empties();
        let odd = |quarter: &u64| quarter & disc != 0 && (quarter & empties).count_ones() & 1 == 1;
        let odd = i32::from(quarters.iter().any(odd));
        let place = match disc {
            _ if disc & corners != 0 => 200,
            _ if disc & x != 0 => -12,
            _ if disc & c != 0 => -6,
            _ => 0,
        };
        place + 8 * odd - 16 * mobility as i32
    }

    /// The square, and whose disc.
    fn slot(&self, p: &Othello, m: Place) -> usize {
        128 * p.turn.index() + usize::from(m.0)
    }

    /// From the discs that can't be turned: each side keeps at least its own.
    fn bounds(&self, p: &Othello) -> (Score, Score) {
        let all = p.board.count_ones() as i32;
        if self.squares.corners & !p.empties() == 0 {
            return (Score::from(-all), Score::from(all));
        }
        let settled = settled(p.empties(), self.size);
        let [own, other] =
            [p.own, p.other].map(|discs| stable(discs, &settled).count_ones() as i32);
        (Score::from(2 * own - all), Score::from(all - 2 * other))
    }

    /// Before every disc there may be a pass.
    fn plies_left(&self, p: &Othello) -> u32 {
        2 * p.empties().count_ones()
    }

    /// A pass.
    fn forced(&self, p: &Othello) -> Option<Place> {
        p.must_pass().then_some(Place::PASS)
    }

    /// Margins are even: the squares left empty go to the winner.
    fn attainable(&self, _: &Othello, score: Score) -> Score {
        let hundredths = score.hundredths();
        Score::from_hundredths((hundredths + 199).div_euclid(200) * 200)
    }

    fn guess(&mut self, p: &Othello) -> Score {
        self.evaluate(p)
    }

    fn rehearsal(&self, p: &Othello) -> u32 {
        if self.patterns { p.empties().count_ones().saturating_sub(REHEARSED) } else { 0 }
    }

    /// Only while the end is out of sight, and evaluations are compared with evaluations.
    fn forecast(&self, p: &Othello, depth: u32) -> Option<Forecast> {
        let empties = p.empties().count_ones();
        if !self.patterns || p.open == 0 || depth + SEEN >= empties {
            return None;
        }
        forecast::of(empties, depth)
    }

    /// What is good for the other side is bad, and so are many moves for it.
    fn look_rank(&mut self, after: &Othello, m: Place) -> i32 {
        if !self.patterns {
            return key(self.squares.corners, after, m);
        }
        let corners = after.open & self.squares.corners;
        let mobility = (after.open.count_ones() + corners.count_ones()) as i32;
        let theirs = match after.empties().count_ones() {
            REPLIES.. => self.after_reply(after),
            _ => self.by_patterns(after),
        };
        -theirs / 4 - 50 * mobility
    }

    fn finish(&mut self, p: &Othello, alpha: Score, beta: Score, nodes: &mut u64) -> Option<Score> {
        if p.empties().count_ones() > ENDING {
            return None;
        }
        let all = p.board.count_ones() as i32;
        let discs = |score: Score| score.hundredths().clamp(-100 * all - 200, 100 * all + 200);
        // The even margins just below and just above the window.
        let alpha = discs(alpha).div_euclid(200) * 2;
        let beta = (discs(beta) + 199).div_euclid(200) * 2;
        let score = match self.size {
            8 => self.ending.solve::<8>(p.own, p.other, alpha, beta),
            6 => self.ending.solve::<6>(p.own, p.other, alpha, beta),
            _ => self.ending.solve::<4>(p.own, p.other, alpha, beta),
        };
        *nodes += core::mem::take(&mut self.ending.nodes);
        Some(Score::from(score))
    }

    /// Boards with the colours exchanged have the same value, and so have turned and mirrored ones:
    /// near enough to the start for two to come up.
    fn canonical_key(&self, p: &Othello) -> u64 {
        if p.empties().count_ones() < MIRRORED {
            return hash(p.own, p.other, 2);
        }
        let (own, other) = bits::least_image(p.own, p.other);
        hash(own, other, 2)
    }
}
