//! What is known about m,n,k games beyond the rules.

use outplay::{Evaluator, Position, Score};

use super::{Cell, Mnk, Word};

/// The side to move completes a line at once.
const WON: i32 = 10_000;
/// The other side threatens to in two places, and only one can be blocked.
const LOST: i32 = -5_000;
/// It is worth something to have the move, and costs something to be forced to block.
const TEMPO: i32 = 5;
const FORCED: i32 = -20;
/// What each line through a cell adds to a stone there: centre before corners before edges.
const PLACE: i32 = 2;
/// In the misère game: a cell where a side can still go without losing.
const SAFE: i32 = 15;

/// Counts open lines: lines of k cells with stones of one side only.
///
/// A line is worth 0.1 with one stone and four times as much with each further one. Added are
/// the places of the stones (the number of lines through each: in tic-tac-toe 4 for the centre,
/// 3 for a corner, 2 for an edge), and what the threats say: a line that can be completed at
/// once, a double threat, a forced reply. In the misère game lines count against their owner,
/// and so does a lack of safe cells.
#[derive(Clone, Debug)]
pub struct OpenLines<W> {
    /// Lines through each cell, by its bit.
    lines_through: [u8; 128],
    /// 1, or -1 in the misère game, where many lines through a cell are a danger.
    sign: i32,
    symmetry: Symmetry<W>,
}

impl<W: Word> OpenLines<W> {
    /// For positions of the same size and rules as this one.
    pub(super) fn new(position: &Mnk<W>) -> OpenLines<W> {
        let shape = &position.shape;
        let mut lines_through = [0; 128];
        for bit in shape.board.cells() {
            let lines = shape.lines.through(shape.board, bit);
            lines_through[bit as usize] = lines as u8;
        }
        let symmetry = Symmetry::new(u32::from(shape.width), u32::from(shape.height));
        OpenLines { lines_through, sign: if shape.misere { -1 } else { 1 }, symmetry }
    }

    /// How many lines go through a cell, the fewest first in the misère game.
    #[inline]
    fn lines_through(&self, m: Cell) -> i32 {
        self.sign * i32::from(self.lines_through[usize::from(m.0) & 127])
    }

    fn places(&self, stones: W) -> i32 {
        let lines = |bit: u32| i32::from(self.lines_through[bit as usize]);
        PLACE * stones.cells().map(lines).sum::<i32>()
    }

    /// Open lines and places, ours less theirs.
    fn material(&self, p: &Mnk<W>) -> i32 {
        let (lines, board) = (&p.shape.lines, p.shape.board);
        lines.weigh(p.own, board & !p.other) - lines.weigh(p.other, board & !p.own)
            + self.places(p.own)
            - self.places(p.other)
    }
}

impl<W: Word> Evaluator<Mnk<W>> for OpenLines<W> {
    const SOLVE_LOOKS: bool = true;
    const SLOTS: usize = 512;
    const SOLVE_PROBE_PLIES: u32 = 8;
    const SOLVE_TABLE_PLIES: u32 = 4;

    fn evaluate(&mut self, p: &Mnk<W>) -> Score {
        let threats = Threats::new(p);
        let (mine, theirs) = (threats.mine.count() as i32, threats.theirs.count() as i32);
        let material = self.material(p);
        Score::from_hundredths(if p.shape.misere {
            let empty = p.empty().count() as i32;
            let despair = if mine == empty { LOST } else { 0 };
            despair + SAFE * (theirs - mine) - material
        } else {
            material
                + match (mine, theirs) {
                    (1.., _) => WON,
                    (_, 2..) => LOST,
                    (_, 1) => FORCED,
                    _ => TEMPO,
                }
        })
    }

    /// The number of lines through the cell, the fewest first in the misère game.
    #[inline]
    fn rank(&self, p: &Mnk<W>, m: Cell) -> i32 {
        debug_assert!(p.empty().has(u32::from(m.0)));
        self.lines_through(m)
    }

    #[inline]
    fn slot(&self, p: &Mnk<W>, m: Cell) -> usize {
        usize::from(m.0) << 1 | p.turn.index()
    }

    /// A line now or never. None of it holds in the misère game.
    #[inline]
    fn bounds(&self, p: &Mnk<W>) -> (Score, Score) {
        if p.shape.misere {
            return (-Score::INFINITY, Score::INFINITY);
        }
        let threats = Threats::new(p);
        if !threats.mine.is_empty() {
            return (Score::win_in(1), Score::win_in(1));
        }
        if threats.theirs.count() > 1 {
            return (Score::loss_in(2), Score::loss_in(2));
        }
        // Their one threat is blocked, so that they complete nothing before their second move.
        let empty = p.empty().count();
        (
            if empty >= 4 { Score::loss_in(4) } else { Score::DRAW },
            if empty >= 3 { Score::win_in(3) } else { Score::DRAW },
        )
    }

    /// A line that can't be open any more can't be won with.
    #[inline]
    fn prove(&mut self, p: &Mnk<W>, alpha: Score, beta: Score) -> (Score, Score) {
        let (lines, board) = (&p.shape.lines, p.shape.board);
        let (mut least, mut most) = (-Score::INFINITY, Score::INFINITY);
        if !p.shape.misere && alpha >= Score::DRAW && !lines.any(board & !p.other) {
            most = Score::DRAW;
        }
        if !p.shape.misere && beta <= Score::DRAW && !lines.any(board & !p.own) {
            least = Score::DRAW;
        }
        (least, most)
    }

    /// A threat must be met.
    #[inline]
    fn forced(&self, p: &Mnk<W>) -> Option<Cell> {
        if p.shape.misere {
            return None;
        }
        let threats = Threats::new(p);
        let forced = threats.mine.is_empty() && !threats.theirs.is_empty();
        forced.then(|| Cell(threats.theirs.first() as u8))
    }

    #[inline]
    fn plies_left(&self, p: &Mnk<W>) -> u32 {
        p.empty().count()
    }

    /// Open lines and places after the move, a threat before all.
    #[inline]
    fn solve_rank(&mut self, p: &Mnk<W>, m: Cell) -> i32 {
        let mut after = p.clone();
        after.play(m);
        self.look_rank(&after, m)
    }

    #[inline]
    fn look_rank(&mut self, after: &Mnk<W>, m: Cell) -> i32 {
        if after.shape.misere {
            return self.lines_through(m);
        }
        -self.material(after)
    }

    /// A win takes an odd number of plies, a loss an even one; in the misère game it is the other
    /// way round.
    #[inline]
    fn attainable(&self, p: &Mnk<W>, score: Score) -> Score {
        let odd = u32::from(!p.shape.misere);
        match score.distance() {
            Some(plies) if score > Score::DRAW && plies & 1 != odd => score.next(),
            Some(plies) if score < Score::DRAW && plies & 1 == odd => score.next(),
            _ => score,
        }
    }

    /// A move that completes a line is best; else one that is forced is no worse than the others.
    #[inline]
    fn candidates(&self, p: &Mnk<W>, out: &mut Vec<Cell>) {
        if !p.shape.misere {
            let threats = Threats::new(p);
            for urgent in [threats.mine, threats.theirs] {
                if !urgent.is_empty() {
                    out.push(Cell(urgent.first() as u8));
                    return;
                }
            }
        }
        p.moves(out);
    }

    /// The least key of the mirror images and rotations of the board: eight if it is square,
    /// else four.
    fn canonical_key(&self, p: &Mnk<W>) -> u64 {
        let (own, other) = self.symmetry.least(p.own, p.other);
        Mnk { own, other, ..p.clone() }.key()
    }
}

/// The cells where either side completes a line, if it is its move.
struct Threats<W> {
    mine: W,
    theirs: W,
}

impl<W: Word> Threats<W> {
    #[inline]
    fn new(p: &Mnk<W>) -> Threats<W> {
        let empty = p.empty();
        Threats {
            mine: p.shape.lines.completions(p.own) & empty,
            theirs: p.shape.lines.completions(p.other) & empty,
        }
    }
}

/// The mirror images and rotations of a board.
#[derive(Clone, Debug)]
struct Symmetry<W> {
    height: u32,
    stride: u32,
    /// The top row.
    row: W,
    /// The last cell.
    last: u32,
    /// On a square board the diagonals that run down to the right, each with its place to the
    /// right of the main one.
    diagonals: Vec<(i32, W)>,
}

impl<W: Word> Symmetry<W> {
    fn new(width: u32, height: u32) -> Symmetry<W> {
        let stride = width + 1;
        let diagonal = |right: i32| {
            (0..height)
                .filter_map(|y| Some((y, y.checked_add_signed(right)?)))
                .filter(|&(_, x)| x < width)
                .fold(W::EMPTY, |set, (y, x)| set | W::cell(y * stride + x))
        };
        let side = width as i32;
        let all = if width == height { 1 - side..side } else { 0..0 };
        Symmetry {
            height,
            stride,
            row: (0..width).fold(W::EMPTY, |row, x| row | W::cell(x)),
            last: (height - 1) * stride + width - 1,
            diagonals: all.map(|right| (right, diagonal(right))).collect(),
        }
    }

    /// The least image of two sets together.
    fn least(&self, a: W, b: W) -> (W, W) {
        let (a2, b2) = (self.upside_down(a), self.upside_down(b));
        let upright = [
            (a, b),
            (a2, b2),
            (self.turned(a), self.turned(b)),
            (self.turned(a2), self.turned(b2)),
        ];
        let mut least = upright[0];
        for (a, b) in upright {
            least = least.min((a, b));
            if !self.diagonals.is_empty() {
                least = least.min((self.transposed(a), self.transposed(b)));
            }
        }
        least
    }

    fn upside_down(&self, set: W) -> W {
        (0..self.height).fold(W::EMPTY, |image, y| {
            let row = set >> (y * self.stride) & self.row;
            image | row << ((self.height - 1 - y) * self.stride)
        })
    }

    /// By half a turn.
    fn turned(&self, set: W) -> W {
        set.reversed() >> (W::BITS - 1 - self.last)
    }

    /// Mirrored at the main diagonal. A cell `right` of it moves down by as many rows and left by
    /// as many columns.
    fn transposed(&self, set: W) -> W {
        let step = self.stride as i32 - 1;
        self.diagonals.iter().fold(W::EMPTY, |image, &(right, diagonal)| {
            let (cells, by) = (set & diagonal, (right * step).unsigned_abs());
            image | if right > 0 { cells << by } else { cells >> by }
        })
    }
}
