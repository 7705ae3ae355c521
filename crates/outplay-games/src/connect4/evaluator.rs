//! What is known about Connect Four beyond the rules.

use outplay::{Evaluator, Position, Score};

use super::proof::follow_up;
use super::{Column, Connect4, Shape, code};
use crate::word::Word;

/// The side to move completes four at once.
const WON: i32 = 10_000;
/// The other side will, whatever is played.
const LOST: i32 = -5_000;
/// A cell that completes four later on.
const THREAT: i32 = 60;
/// What it is worth more in a row that this side will have to fill if all else is filled.
const PARITY: i32 = 90;
/// One step from the edge towards the centre, for each disc.
const CENTRE: i32 = 4;

/// Ranks above all else: completing four, and keeping the other side from it.
const RANK_WIN: i32 = 1 << 12;
const RANK_BLOCK: i32 = 1 << 10;
/// Above every difference between columns.
const RANK_THREAT: i32 = 1 << 4;

/// In the exact solver: what threats count for that can be carried out next turn, the turn after
/// next, or at all; and a step towards the centre.
const NEXT: i32 = 12;
const SECOND_NEXT: i32 = 5;
const LATER: i32 = 3;
const CENTRAL: i32 = 1;

/// Counts threats: empty cells that complete four. A threat is worth more to the first player in
/// an odd row counted from the bottom, to the second in an even one: if all other columns fill
/// up, those are the cells that each will get (Allis, "A knowledge-based approach of
/// Connect-Four", 1988). Added are open lines by their discs, and the closeness to the centre.
#[derive(Clone, Debug)]
pub struct Threats {
    /// Odd rows, from the bottom.
    odd: u64,
    /// Every column with its number of steps from the nearer edge.
    columns: Vec<(u64, i32)>,
    /// The same by the bit of its lowest cell.
    centre: [i8; 64],
    /// The cells of each column with the move in it, from the centre outwards.
    outward: [(u64, Column); Shape::WIDEST as usize],
}

impl Threats {
    /// For positions on a board of the same size.
    pub(super) fn new(position: &Connect4) -> Threats {
        let shape = &position.shape;
        let mut threats = Threats {
            odd: 0x5555_5555_5555_5555 & ((1 << shape.height) - 1),
            columns: vec![],
            centre: [0; 64],
            outward: [(0, Column(0)); Shape::WIDEST as usize],
        };
        threats.odd *= shape.bottom;
        for (column, bottom) in (0..shape.width).zip(shape.bottom.cells()) {
            let steps = column.min(shape.width - 1 - column) as i8;
            let cells = ((1 << shape.height) - 1) << bottom;
            threats.columns.push((cells, i32::from(steps)));
            threats.centre[bottom as usize] = steps;
        }
        let mut outward: Vec<_> = threats.columns.iter().zip(shape.bottom.cells()).collect();
        outward.sort_by_key(|((_, steps), _)| -steps);
        for (place, (&(cells, _), bottom)) in threats.outward.iter_mut().zip(outward) {
            *place = (cells, Column(bottom as u8));
        }
        threats
    }

    /// The worth of one side's discs and threats for the long run.
    fn standing(&self, p: &Connect4, discs: u64, others: u64, threats: u64, rows: u64) -> i32 {
        let centre = |&(cells, steps): &(u64, i32)| steps * (discs & cells).count() as i32;
        THREAT * threats.count() as i32
            + PARITY * (threats & rows).count() as i32
            + CENTRE * self.columns.iter().map(centre).sum::<i32>()
            + p.shape.lines().weigh(discs, p.shape.board & !others)
    }
}

impl Evaluator<Connect4> for Threats {
    const SYMMETRIC: bool = true;
    const SOLVE_LOOKS: bool = true;
    const SLOTS: usize = 128;
    const SOLVE_PROBE_PLIES: u32 = 10;
    const SOLVE_LEARNS: bool = false;

    fn evaluate(&mut self, p: &Connect4) -> Score {
        let view = Forcing::new(p);
        if view.wins() != 0 {
            return Score::from_hundredths(WON);
        }
        let lost = if view.safe() == 0 { LOST } else { 0 };
        let (own, other) = (p.own, p.other());
        let (odd, even) = (self.odd, !self.odd);
        let rows = if p.plies & 1 == 0 { [odd, even] } else { [even, odd] };
        let ours = self.standing(p, own, other, view.mine, rows[0]);
        let theirs = self.standing(p, other, own, view.theirs, rows[1]);
        Score::from_hundredths(lost + ours - theirs)
    }

    /// A win, then a block, then by the number of threats that the move leaves (Pons), then
    /// centre columns first.
    #[inline]
    fn rank(&self, p: &Connect4, m: Column) -> i32 {
        let (cell, lines) = (p.landing(m), p.shape.lines());
        let own = p.own | cell;
        let threats = lines.completions(own) & p.shape.board & !(p.taken | cell);
        let mut rank = i32::from(self.centre[usize::from(m.0) & 63]);
        rank += RANK_THREAT * threats.count() as i32;
        if lines.any(p.other() | cell) {
            rank += RANK_BLOCK;
        }
        if lines.any(own) {
            rank += RANK_WIN;
        }
        rank
    }

    /// The cell where the disc comes to rest, and whose it is.
    #[inline]
    fn slot(&self, p: &Connect4, m: Column) -> usize {
        (p.landing(m).first() << 1 | p.plies & 1) as usize
    }

    /// From what can be forced at once, and the empty cells left.
    #[inline]
    fn bounds(&self, p: &Connect4) -> (Score, Score) {
        let view = Forcing::new(p);
        if view.wins() != 0 {
            return (Score::win_in(1), Score::win_in(1));
        }
        if view.safe() == 0 {
            // With one cell left nobody can win any more.
            let least = if p.left() > 1 { Score::loss_in(2) } else { Score::DRAW };
            return (least, least);
        }
        (
            if p.left() >= 4 { Score::loss_in(4) } else { Score::DRAW },
            if p.left() >= 3 { Score::win_in(3) } else { Score::DRAW },
        )
    }

    /// A win if there is one; else the moves after which the other side has none. If there are
    /// none of these either, every move loses as fast.
    #[inline]
    fn candidates(&self, p: &Connect4, out: &mut Vec<Column>) {
        let view = Forcing::new(p);
        let wanted = match (view.wins(), view.safe()) {
            (0, 0) => lowest(view.playable),
            (0, safe) => safe,
            (wins, _) => lowest(wins),
        };
        for &(cells, m) in &self.outward[..self.columns.len()] {
            if cells & wanted != 0 {
                out.push(m);
            }
        }
    }

    /// The one move after which the other side does not win at once.
    #[inline]
    fn forced(&self, p: &Connect4) -> Option<Column> {
        let view = Forcing::new(p);
        let safe = view.safe();
        (safe & safe.wrapping_sub(1) == 0 && safe != 0 && view.wins() == 0)
            .then(|| p.column_of(safe.first()))
    }

    #[inline]
    fn plies_left(&self, p: &Connect4) -> u32 {
        p.left()
    }

    #[inline]
    fn solve_rank(&mut self, p: &Connect4, m: Column) -> i32 {
        let mut after = p.clone();
        after.play(m);
        self.look_rank(&after, m)
    }

    /// By what the move threatens: cells that complete four, less those right above one of the
    /// other side's, which will never be free to take. The sooner a cell can be reached, the more
    /// it counts. Then centre columns first.
    #[inline]
    fn look_rank(&mut self, after: &Connect4, m: Column) -> i32 {
        let threats = after.theirs & !(after.mine << 1);
        let next = (after.taken + after.shape.bottom) << 1;
        let mut rank = CENTRAL * i32::from(self.centre[usize::from(m.0) & 63]);
        if threats != 0 {
            rank += NEXT * few(threats & next)
                + SECOND_NEXT * few(threats & next << 1)
                + LATER * few(threats);
        }
        rank
    }

    /// Whoever has no line left that could still be filled does not win; and what the second player
    /// can force by following up.
    #[inline]
    fn prove(&mut self, p: &Connect4, alpha: Score, beta: Score) -> (Score, Score) {
        let board = p.shape.board;
        let (mut least, mut most) = (-Score::INFINITY, Score::INFINITY);
        if p.plies & 1 == 0 && p.shape.height & 1 == 0 {
            most = follow_up(p, alpha);
        } else if alpha >= Score::DRAW && !p.has_four(board & !p.other()) {
            most = Score::DRAW;
        }
        if beta <= Score::DRAW && !p.has_four(board & !p.own) {
            least = Score::DRAW;
        }
        (least, most)
    }

    /// Wins come in an odd number of plies, losses in an even one.
    #[inline]
    fn attainable(&self, _: &Connect4, score: Score) -> Score {
        match score.distance() {
            Some(plies) if score > Score::DRAW && plies & 1 == 0 => score.next(),
            Some(plies) if score < Score::DRAW && plies & 1 == 1 => score.next(),
            _ => score,
        }
    }

    /// The lesser of the two mirror images.
    #[inline]
    fn canonical_key(&self, p: &Connect4) -> u64 {
        let code = code(p.own, p.taken);
        let image = match (p.shape.width, p.shape.stride()) {
            // On the usual board every shift is a constant.
            (7, 7) => mirrored(code, 7, 7),
            (width, stride) => mirrored(code, width, stride),
        };
        outplay::mix(code.min(image))
    }
}

/// The set of a set's first cell alone.
#[inline]
const fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}

/// The columns of a set or code in the opposite order.
#[inline(always)]
fn mirrored(code: u64, width: u8, stride: u32) -> u64 {
    let column = (1 << stride) - 1;
    (0..u32::from(width)).fold(0, |image, x| {
        let cells = code >> (x * stride) & column;
        image | cells << ((u32::from(width) - 1 - x) * stride)
    })
}

/// How many cells of a small set.
#[inline]
fn few(mut set: u64) -> i32 {
    let mut count = 0;
    while set != 0 {
        set &= set - 1;
        count += 1;
    }
    count
}

/// What can happen at once.
struct Forcing {
    playable: u64,
    /// Empty cells that complete four for the side to move, playable or not.
    mine: u64,
    /// The same for the other side.
    theirs: u64,
}

impl Forcing {
    #[inline]
    fn new(p: &Connect4) -> Forcing {
        Forcing { playable: p.playable(), mine: p.mine, theirs: p.theirs }
    }

    /// The cells that win at once.
    #[inline]
    fn wins(&self) -> u64 {
        self.playable & self.mine
    }

    /// If there is no win: the cells after which the other side does not win at once. They block
    /// a win that threatens already, and do not make a cell above playable that completes four.
    /// None means that the game is lost with the next two plies.
    #[inline]
    fn safe(&self) -> u64 {
        let forced = self.playable & self.theirs;
        let choice = match forced {
            0 => self.playable,
            one if lowest(one) == one => one,
            _ => 0,
        };
        choice & !(self.theirs >> 1)
    }
}
