//! What is known about Gomoku beyond the rules.

use std::collections::HashMap;
use std::sync::Arc;

use outplay::{Evaluator, Position, Scope, Score, mix};

use super::bits::{Bits, MOST_CELLS};
use super::classes::Class;
use super::opening::Phase;
use super::promising::{MOST_PROMISING, promising};
use super::setup::{Colour, Rule};
use super::threats::{Fours, MOST_FOURS, answers};
use super::weights::TEMPO;
use super::{Gomoku, Move, stone_key};

/// In hundredths of a unit: the side to move makes five, or an open four that can't be answered.
const FIVE_NEXT: i32 = 50_000;
const OPEN_FOUR_NEXT: i32 = 30_000;
/// The other side will make two fives.
const LOST: i32 = -40_000;
/// A step nearer to the centre for one stone, and how slowly that fades as stones come. Without it
/// the first answer would be the cell that leaves the other side fewest ways to a row at all: far
/// from the stone that is to be stopped.
const CENTRAL: i32 = 192;
const CENTRAL_LASTS: i32 = 8;

/// Bits of a rank below the kind of threat that a move makes or meets.
const STEP: i32 = 14;

/// Positions looked at for a win by fours in front of every evaluation, and at the root.
const NODES_AT_LEAF: u64 = 20;
/// Positions without a win by fours that are remembered.
const MEMORY: usize = 1 << 14;
const NODES_AT_ROOT: u64 = 30_000;

/// Judges a position by what a stone on each empty cell would make for either side.
///
/// The values are our own. Wins by continuous fours are found in front of an evaluation as far as
/// a small effort goes; a win by fours at the root is looked for once, with a larger one, and its
/// positions are remembered.
#[derive(Clone, Debug)]
pub struct Judge {
    fours: Fours,
    /// Positions on the line of the root's win by fours, with the plies left.
    line: Arc<HashMap<u64, u32>>,
}

impl Judge {
    pub(super) fn new() -> Judge {
        Judge { fours: Fours::with_memory(NODES_AT_LEAF, MEMORY), line: Arc::default() }
    }
}

/// The worth of cells counts in so many parts for the side to move, so many for the other one.
pub(super) const PARTS: i32 = 32;
pub(super) const OTHER_PARTS: i32 = 27;

/// Threats that are counted beside the worth of cells.
pub(super) const TEMPI: usize = 15;

/// The counts, for the side to move; the last is in hundredths.
#[inline]
pub(super) fn tempo(p: &Gomoku) -> [i32; TEMPI] {
    let (own, other) = (p.next, p.next.other());
    let has = |colour, class| i32::from(!p.set(colour, class).is_empty());
    let open = has(other, Class::OpenFour);
    let [four, four_three] = [has(own, Class::Four), has(own, Class::FourThree)];
    let double = has(own, Class::DoubleThree);
    let central = CENTRAL * (p.central[own.index()] - p.central[other.index()])
        / (CENTRAL_LASTS + p.stones() as i32);
    let free = 1 - open;
    [
        1,
        free * four_three,
        free * double,
        free * four,
        free * has(own, Class::Three),
        open,
        open * four_three,
        open * four,
        open * double,
        free * has(other, Class::FourThree),
        free * has(other, Class::DoubleThree),
        free * has(other, Class::Four),
        free * has(other, Class::Three),
        free * four_three * has(other, Class::Four),
        central,
    ]
}

/// The value of a game in progress for the colour to move, in hundredths.
fn standing(p: &Gomoku) -> i32 {
    let (own, other) = (p.next, p.next.other());
    if !p.set(own, Class::Five).is_empty() {
        return FIVE_NEXT;
    }
    let fives = p.set(other, Class::Five).count();
    if fives > 1 {
        return LOST;
    }
    if fives == 0 && !p.set(own, Class::OpenFour).is_empty() {
        return OPEN_FOUR_NEXT;
    }
    let [own, other] = [own, other].map(|colour| i64::from(p.scores[colour.index()]));
    // The weights are in sixteenths.
    let cells = (i64::from(PARTS) * own - i64::from(OTHER_PARTS) * other) / (16 * i64::from(PARTS));
    let cells = cells as i32;
    let threats = tempo(p).into_iter().zip(TEMPO).map(|(count, worth)| count * worth);
    cells + threats.sum::<i32>()
}

impl Evaluator<Gomoku> for Judge {
    const SELECTIVE: bool = true;
    const SLOTS: usize = 512;
    const SWING: i32 = 200;
    const QUIET: i32 = (1 << STEP) - 1;

    /// In the opening the colours are open: who chooses gets the better one.
    fn evaluate(&mut self, p: &Gomoku) -> Score {
        Score::from_hundredths(match p.phase {
            Phase::Play => standing(p),
            Phase::Choose | Phase::ChooseAgain => standing(p).abs(),
            Phase::Open | Phase::More => 0,
        })
    }

    /// Looks for a win by fours at the root.
    fn reset(&mut self, root: &Gomoku) {
        let mut line = HashMap::new();
        if root.phase == Phase::Play && root.outcome().is_none() {
            let mut board = root.clone();
            if let Some(win) = Fours::new(NODES_AT_ROOT).find(&mut board, MOST_FOURS) {
                for (at, &cell) in (0..).zip(&win.line) {
                    if at % 2 == 0 {
                        line.insert(board.key(), win.plies - at);
                    }
                    board.place(cell);
                }
            }
        }
        self.line = Arc::new(line);
    }

    /// By what the stone would make, and what it would keep the other side from making.
    #[inline]
    fn rank(&self, p: &Gomoku, m: Move) -> i32 {
        let Some(cell) = m.cell() else { return 0 };
        let (own, other) = (p.class(p.next, cell), p.class(p.next.other(), cell));
        let step = match (own, other) {
            (Class::Five, _) => 9,
            (_, Class::Five) => 8,
            (Class::OpenFour, _) => 7,
            (Class::FourThree, _) => 6,
            (_, Class::OpenFour) => 5,
            (Class::DoubleThree | Class::Four, _) => 4,
            (Class::Three, _) | (_, Class::FourThree | Class::DoubleThree | Class::Four) => 3,
            _ => 0,
        };
        let central = i32::from(p.geometry.central[cell % MOST_CELLS]);
        step << STEP | p.promise(cell).min(1023) << 4 | central
    }

    #[inline]
    fn slot(&self, _: &Gomoku, m: Move) -> usize {
        usize::from(m.0)
    }

    /// A five, or what stops the other side's.
    fn noisy(&self, p: &Gomoku, out: &mut Vec<Move>) {
        if p.phase == Phase::Play {
            forced(p, out);
        }
    }

    /// The other side threatens to make five.
    fn urgent(&self, p: &Gomoku) -> bool {
        p.phase == Phase::Play && !p.set(p.next.other(), Class::Five).is_empty()
    }

    fn forced_win(&mut self, p: &Gomoku) -> Option<u32> {
        if p.phase != Phase::Play || p.outcome().is_some() {
            return None;
        }
        if !p.set(p.next, Class::Five).is_empty() {
            return Some(1);
        }
        let free = p.set(p.next.other(), Class::Five).is_empty();
        if free && !p.set(p.next, Class::OpenFour).is_empty() && p.left >= 3 {
            return Some(3);
        }
        if let Some(&plies) = self.line.get(&p.key()) {
            return Some(plies);
        }
        if !super::threats::has_fours(p, p.next) {
            return None;
        }
        self.fours.renew(NODES_AT_LEAF);
        self.fours.find_any(&mut p.clone(), MOST_FOURS).map(|win| win.plies)
    }

    /// A five or what stops one; what may stop an open four, or is a four; else the best by their
    /// shapes near the stones.
    fn promising(&mut self, p: &Gomoku, out: &mut Vec<Move>) -> Scope {
        promising(p, out)
    }

    /// The best by their shapes: they are enough to stop a three as well. The first stone goes to the
    /// centre.
    fn breadth(&self, p: &Gomoku) -> usize {
        if p.left == p.setup.cells() {
            return 1;
        }
        if is_lost(p) {
            return usize::MAX;
        }
        // Towards the end all moves: what is proven then is proven with its distance.
        if p.left <= MOST_PROMISING { usize::MAX } else { MOST_PROMISING }
    }

    /// From what happens within three plies, and from who can still make a row at all.
    fn bounds(&self, p: &Gomoku) -> (Score, Score) {
        if p.phase != Phase::Play {
            return (-Score::INFINITY, Score::INFINITY);
        }
        let (own, other) = (p.next, p.next.other());
        if !p.set(own, Class::Five).is_empty() {
            return (Score::win_in(1), Score::win_in(1));
        }
        if !p.set(other, Class::Five).is_empty() {
            if answers(&mut p.clone()).is_empty() {
                return (Score::loss_in(2), Score::loss_in(2));
            }
            return (Score::loss_in(4), Score::win_in(3));
        }
        if !p.set(own, Class::OpenFour).is_empty() && p.empty.count() >= 3 {
            return (Score::win_in(3), Score::win_in(3));
        }
        (
            if can_win(p, other) { Score::loss_in(4) } else { Score::DRAW },
            if can_win(p, own) { Score::win_in(3) } else { Score::DRAW },
        )
    }

    /// A five; or what stops the other side's; otherwise every move.
    fn candidates(&self, p: &Gomoku, out: &mut Vec<Move>) {
        let before = out.len();
        if p.phase == Phase::Play {
            forced(p, out);
        }
        if out.len() == before {
            p.moves(out);
        }
    }

    /// The least of the images under the symmetries of the square.
    fn canonical_key(&self, p: &Gomoku) -> u64 {
        let mut images = [0; 8];
        let last = p.side() - 1;
        for cell in (0..p.setup.cells()).filter(|&cell| !p.empty.has(cell)) {
            let Some(colour) = p.owner(cell) else { continue };
            let (x, y) = (cell % p.side(), cell / p.side());
            let turned = [(x, y), (last - x, y), (x, last - y), (last - x, last - y)];
            for (at, (x, y)) in turned.into_iter().enumerate() {
                images[2 * at] ^= stone_key(y * p.side() + x, colour);
                images[2 * at + 1] ^= stone_key(x * p.side() + y, colour);
            }
        }
        let least = images.into_iter().min().unwrap_or(0);
        mix(least ^ p.key() ^ p.key_of_stones())
    }
}

/// Whether the other side makes five next, whatever is played. There all moves are looked at: a
/// search then knows that this is the whole truth.
fn is_lost(p: &Gomoku) -> bool {
    let fives = p.set(p.next.other(), Class::Five).count();
    let one_stops = matches!(p.setup.rule, Rule::Freestyle | Rule::Standard);
    fives > 1 && one_stops || fives > 0 && !one_stops && answers(&mut p.clone()).is_empty()
}

/// Whether a colour can still make a row of five: a cell on one is worth something, or is at least
/// a foul.
fn can_win(p: &Gomoku, colour: Colour) -> bool {
    let has = |class| !p.set(colour, class).is_empty();
    p.has_rows(colour) || has(Class::Suspect) || has(Class::Foul)
}

/// The moves that matter where a five is at hand: one that makes it, or those that stop the other
/// side's. If none stops it, some legal move: all lose as fast. Nothing if there is no five.
pub(super) fn forced(p: &Gomoku, out: &mut Vec<Move>) {
    if let Some(five) = p.set(p.next, Class::Five).lowest() {
        out.push(Move::to(five));
    } else if !p.set(p.next.other(), Class::Five).is_empty() {
        let stops = answers(&mut p.clone());
        let open = if stops.is_empty() {
            let parts = p.in_order(&p.open_cells());
            parts.iter().find_map(Bits::lowest).into_iter().collect()
        } else {
            stops.cells().collect::<Vec<_>>()
        };
        match open[..] {
            [] => out.push(Move::PASS),
            _ => out.extend(open.into_iter().map(Move::to)),
        }
    }
}
