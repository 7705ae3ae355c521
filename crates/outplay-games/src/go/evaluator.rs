//! What is guessed about a game of Go that is not over: whose area each point will be.

use outplay::{Evaluator, Outcome, Player, Position, Score};

use super::board::{BLACK, CELLS, EMPTY, Point, WHITE, stone_hash};
use super::life::safe_area;
use super::{Go, Ko, Move, Rules};

/// The influence on a point with a stone.
const STONE: i16 = 64;
/// From this influence on, an empty point counts in full as its side's area.
const SURE: i32 = 32;
/// Steps that influence spreads.
const SPREAD: usize = 5;
/// Each pseudo liberty of a chain, in hundredths of a point.
const LIBERTY: i32 = 2;
/// A stone of a chain whose liberties the other side dominates, in hundredths of a point.
const DOUBTFUL: i32 = 30;

/// For the order of moves.
const RANK_CAPTURE: i32 = 4_000;
const RANK_RESCUE: i32 = 3_000;
const RANK_ATARI: i32 = 600;
const RANK_WIN: i32 = 10_000;
const RANK_PASS: i32 = -2_000;
const RANK_EYE: i32 = -3_000;
const RANK_SELF_ATARI: i32 = -1_500;

/// The images of a board's points under its eight symmetries.
type Images = [[Point; CELLS]; 8];

/// Expects an area for each side: stones count, and empty points by the influence that spreads
/// from the stones around, step by step, each point taking on part of what is on its neighbours
/// (after Zobrist, "A model of visual organization for the game of Go", 1969). Stones in atari
/// are thought of as taken or saved, the largest first, by whose turn it is. Chains whose
/// liberties the other side dominates count for less; liberties count a little.
#[derive(Clone, Debug)]
pub struct Influence {
    images: Box<Images>,
}

impl Influence {
    /// For positions on a board of the same size.
    pub(super) fn new(position: &Go) -> Influence {
        let board = &position.board;
        let last = board.size() - 1;
        let mut images = Box::new([[0; CELLS]; 8]);
        for at in board.points() {
            let (row, column) = board.place_of(at);
            for (image, points) in images.iter_mut().enumerate() {
                let (mut r, mut c) = if image & 4 == 0 { (row, column) } else { (column, row) };
                if image & 1 != 0 {
                    r = last - r;
                }
                if image & 2 != 0 {
                    c = last - c;
                }
                points[usize::from(at)] = board.point(r, c);
            }
        }
        Influence { images }
    }

    /// By how many hundredths of a point Black is expected to be ahead on the board.
    fn estimate(p: &Go) -> i32 {
        let fates = Fates::new(p);
        let influence = spread(p, &fates);
        let mut total = 0;
        for at in p.board.points() {
            let here = i32::from(influence[usize::from(at)]);
            let colour = p.board.colour(at);
            if colour == EMPTY || fates.is_lost(p, at) {
                total += 100 * here.clamp(-SURE, SURE) / SURE;
            } else if p.board.chain(at) == at {
                total += chain_value(p, at, colour, &influence);
            }
        }
        total
    }
}

/// What a chain adds to Black's lead, in hundredths of a point.
fn chain_value(p: &Go, head: Point, colour: u8, influence: &[i16; CELLS]) -> i32 {
    let sign = if colour == BLACK { 1 } else { -1 };
    let mut around = 0;
    p.board.for_each_stone(head, |stone| {
        for n in p.board.neighbours(stone) {
            if p.board.colour(n) == EMPTY {
                around += sign * i32::from(influence[usize::from(n) & (CELLS - 1)]);
            }
        }
    });
    let each = if around < 0 { DOUBTFUL } else { 100 };
    let stones = i32::from(p.board.stones_in(head));
    sign * (stones * each + LIBERTY * i32::from(p.board.liberties(head)))
}

/// The influence on each point, positive for Black. Stones keep theirs.
fn spread(p: &Go, fates: &Fates) -> [i16; CELLS] {
    let stride = usize::from(p.board.stride());
    let (first, end) = (stride, stride * (p.size() + 1));
    let mut stones = [0; CELLS];
    // All bits set where influence comes and goes; none on stones and beyond the edge.
    let mut open = [0; CELLS];
    for at in p.board.points() {
        let index = usize::from(at);
        match p.board.colour(at) {
            colour @ (BLACK | WHITE) if !fates.is_lost(p, at) => {
                stones[index] = if colour == BLACK { STONE } else { -STONE };
            }
            _ => open[index] = -1,
        }
    }
    let mut now = stones;
    for _ in 0..SPREAD {
        let before = now;
        let (above, below) = (&before[first - stride..], &before[first + stride..]);
        let (left, right) = (&before[first - 1..], &before[first + 1..]);
        let sides = above.iter().zip(below).zip(left.iter().zip(right));
        let fixed = stones[first..end].iter().zip(&open[first..end]);
        for ((point, (stone, open)), ((a, b), (l, r))) in
            now[first..end].iter_mut().zip(fixed).zip(sides)
        {
            let sum: i16 = (a + b + l + r) * 5 / 16;
            *point = stone + (sum & open);
        }
    }
    now
}

/// The two largest chains in atari: the side to move settles the one, then the other side the
/// other.
struct Fates {
    lost: [Option<Point>; 2],
}

impl Fates {
    fn new(p: &Go) -> Fates {
        let mut largest: [Option<(u16, Point)>; 2] = [None; 2];
        for at in p.board.points() {
            if p.board.colour(at) >= EMPTY || p.board.chain(at) != at {
                continue;
            }
            let Some(liberty) = p.board.last_liberty(at) else { continue };
            let own = p.board.colour(at) == p.colour();
            // A single stone in a ko can't be taken at once; and a chain that gains no liberty
            // by running can't be saved like that.
            let settled =
                if own { p.board.outlook(liberty, p.colour()).flees() } else { liberty != p.ko };
            if own && !settled {
                // The other side takes it at leisure.
                largest[1] = largest[1].max(Some((p.board.stones_in(at), at)));
                continue;
            }
            if !settled {
                continue;
            }
            let this = Some((p.board.stones_in(at), at));
            if this > largest[0] {
                largest = [this, largest[0].max(largest[1])];
            } else {
                largest[1] = largest[1].max(this);
            }
        }
        let own = |at: Point| p.board.colour(at) == p.colour();
        let head = |largest: Option<(u16, Point)>| largest.map(|(_, head)| head);
        // The side to move saves an own chain and takes an enemy one; then it is the other way
        // round.
        Fates {
            lost: [head(largest[0]).filter(|&at| !own(at)), head(largest[1]).filter(|&at| own(at))],
        }
    }

    #[inline]
    fn is_lost(&self, p: &Go, at: Point) -> bool {
        p.board.colour(at) < EMPTY && self.lost.contains(&Some(p.board.chain(at)))
    }
}

impl Evaluator<Go> for Influence {
    const BY_MARGIN: bool = true;
    // An evaluation costs more than a look-up.
    const TABLE_DEPTH: u32 = 1;
    const SLOTS: usize = 2 * CELLS;

    fn evaluate(&mut self, p: &Go) -> Score {
        let lead = Influence::estimate(p) - 50 * p.komi_halves();
        Score::from_hundredths(if p.turn == Player::First { lead } else { -lead })
    }

    /// Points by the count; nothing for a game that ended by repetition.
    fn terminal(&self, p: &Go, outcome: Outcome, _ply: u32) -> Score {
        if outcome == Outcome::Draw {
            return Score::DRAW;
        }
        let lead = 50 * p.margin_halves();
        Score::from_hundredths(if p.turn == Player::First { lead } else { -lead })
    }

    /// Captures, escapes, ataris, then points near stones and away from the edge; own eyes and
    /// the pass last, unless it wins at once.
    fn rank(&self, p: &Go, m: Move) -> i32 {
        if m.is_pass() {
            let ahead = |p: &Go| p.margin_halves() * if p.turn == Player::First { 1 } else { -1 };
            return if p.passes == 1 && ahead(p) > 0 { RANK_WIN } else { RANK_PASS };
        }
        let own = p.colour();
        if p.board.is_eye(m.0, own) {
            return RANK_EYE;
        }
        let mut rank = place_rank(p, m.0);
        let neighbours = p.board.neighbours(m.0);
        let outlook = p.board.outlook(m.0, own);
        for (i, &n) in neighbours.iter().enumerate() {
            let colour = p.board.colour(n);
            if colour >= EMPTY {
                continue;
            }
            let chain = p.board.chain(n);
            let counted = neighbours[..i]
                .iter()
                .any(|&other| p.board.colour(other) < EMPTY && p.board.chain(other) == chain);
            if counted {
                continue;
            }
            let stones = i32::from(p.board.stones_in(chain));
            match (colour == own, p.board.last_liberty(chain)) {
                (false, Some(_)) => rank += RANK_CAPTURE + 100 * stones,
                (true, Some(_)) if outlook.flees() => rank += RANK_RESCUE + 100 * stones,
                (false, None) if p.board.in_atari_without(chain, m.0) => {
                    rank += RANK_ATARI + 20 * stones;
                }
                _ => {}
            }
        }
        if !outlook.captures && !outlook.flees() {
            rank += RANK_SELF_ATARI;
        }
        rank
    }

    /// The point, and whose move it is.
    #[inline]
    fn slot(&self, p: &Go, m: Move) -> usize {
        usize::from(m.0) << 1 | usize::from(p.colour())
    }

    /// The whole board is the most that there is to win, less what can't be taken from the other
    /// side any more.
    fn bounds(&self, p: &Go) -> (Score, Score) {
        let board = (p.size() * p.size()) as i32;
        let [black, white] = match p.rules {
            // The game may end, or come back, before that area is counted.
            Rules { ko: Ko::Simple, .. } | Rules { suicide: true, .. } | Rules { cap: 1.., .. } => {
                [0; 2]
            }
            _ => [BLACK, WHITE].map(|side| safe_area(&p.board, side)),
        };
        let least = 2 * (2 * black - board) - p.komi_halves();
        let most = 2 * (board - 2 * white) - p.komi_halves();
        let (mut least, mut most) = (least, most);
        if p.rules.ko == Ko::Simple {
            (least, most) = (least.min(0), most.max(0));
        }
        if p.turn == Player::Second {
            (least, most) = (-most, -least);
        }
        (Score::from_hundredths(50 * least), Score::from_hundredths(50 * most))
    }

    /// The least key of the eight images of the board, as long as it is small or nearly empty:
    /// later on, hardly any two positions of a search are images of each other.
    fn canonical_key(&self, p: &Go) -> u64 {
        const MOST_STONES: usize = 10;
        const LARGEST: usize = 5;
        let stones: Vec<_> = p.board.points().filter(|&at| p.board.colour(at) < EMPTY).collect();
        if stones.len() > MOST_STONES && p.size() > LARGEST {
            return p.key();
        }
        let key = |image: &[Point; CELLS]| {
            let hash = stones
                .iter()
                .fold(0, |hash, &at| hash ^ stone_hash(image[usize::from(at)], p.board.colour(at)));
            p.key_with(hash, image[usize::from(p.ko)])
        };
        self.images.iter().map(key).min().unwrap_or_default()
    }
}

/// Away from the edge, and near to stones.
fn place_rank(p: &Go, at: Point) -> i32 {
    let (row, column) = p.board.place_of(at);
    let last = p.size() - 1;
    let line = row.min(last - row).min(column.min(last - column));
    let by_line = [-150, 0, 60, 70, 50];
    let mut rank = by_line[line.min(4)];
    for n in p.board.neighbours(at).into_iter().chain(p.board.diagonals(at)) {
        if p.board.colour(n) < EMPTY {
            rank += 25;
        }
    }
    rank
}
