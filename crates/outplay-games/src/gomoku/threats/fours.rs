//! Wins by continuous fours.

use super::super::Gomoku;
use super::super::bits::Bits;
use super::super::board::{DIRECTIONS, EMPTY, REACH, stone};
use super::super::classes::{Class, fours, shape_of};
use super::super::setup::{Colour, Rule};
use super::super::shapes::Shape;

/// A forced win of the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Win {
    /// Cells: attack, answer, attack …, the last one makes five. Where the other side has a choice
    /// of equal answers, one of them; where it has no legal move at all, the line ends early.
    pub(in super::super) line: Vec<usize>,
    /// The game is over after at most so many plies.
    pub(in super::super) plies: u32,
}

/// Searches for wins by fours, with a fixed number of positions to look at.
#[derive(Clone, Debug)]
pub(in super::super) struct Fours {
    left: u64,
    most: u64,
    /// Positions without a win in so many attacking moves, by the lower bits of their keys.
    failed: Vec<(u64, u32)>,
}

impl Fours {
    /// Looks at so many positions at most.
    pub(in super::super) fn new(nodes: u64) -> Fours {
        Fours::with_memory(nodes, nodes.clamp(16, 1 << 16).next_power_of_two() as usize)
    }

    /// The same with room for so many positions, a power of two.
    pub(in super::super) fn with_memory(nodes: u64, room: usize) -> Fours {
        Fours { left: nodes, most: nodes, failed: vec![(0, 0); room] }
    }

    /// Looks at so many positions more.
    pub(in super::super) fn renew(&mut self, nodes: u64) {
        (self.left, self.most) = (nodes, nodes);
    }

    /// Positions looked at so far.
    pub(in super::super) fn spent(&self) -> u64 {
        self.most - self.left
    }

    /// A win in the fewest attacking moves, five included, if there is one in at most so many. The
    /// board is as before.
    pub(in super::super) fn find(&mut self, board: &mut Gomoku, most: u32) -> Option<Win> {
        self.deepen(board, 1..=most)
    }

    /// A win in at most so many attacking moves; there may be a shorter one.
    pub(in super::super) fn find_any(&mut self, board: &mut Gomoku, most: u32) -> Option<Win> {
        self.deepen(board, [2, 4, 8, most])
    }

    /// What was found out about positions stays true from one call to the next.
    fn deepen(&mut self, board: &mut Gomoku, steps: impl IntoIterator<Item = u32>) -> Option<Win> {
        for moves in steps {
            let mut line = vec![];
            let before = self.left;
            if self.wins(board, moves, &mut line) {
                let most = 2 * moves - 1;
                let plies = match board.setup.rule {
                    Rule::Freestyle | Rule::Standard => most.min(line.len() as u32),
                    Rule::Renju | Rule::Caro => most,
                };
                return Some(Win { line, plies });
            }
            if self.left == 0 || (moves > 1 && before == self.left) {
                // Out of effort, or not one four to try.
                return None;
            }
        }
        None
    }

    /// Whether the side to move wins by fours in at most so many moves. On success the line lies
    /// behind what was in `line`.
    fn wins(&mut self, board: &mut Gomoku, moves: u32, line: &mut Vec<usize>) -> bool {
        let attacker = board.next;
        if let Some(five) = board.set(attacker, Class::Five).lowest() {
            line.push(five);
            return true;
        }
        if moves < 2 || !has_fours(board, attacker) || self.left == 0 {
            return false;
        }
        self.left -= 1;
        let key = outplay::Position::key(board);
        let slot = key as usize & (self.failed.len() - 1);
        if self.failed[slot].0 == key && self.failed[slot].1 >= moves {
            return false;
        }
        let threatened = board.set(attacker.other(), Class::Five);
        let threatened = (!threatened.is_empty()).then_some(*threatened);
        for class in [Class::OpenFour, Class::FourThree, Class::Suspect, Class::Four] {
            let cells = *board.set(attacker, class);
            for cell in cells.cells() {
                let answers = threatened.is_none_or(|fives| may_stop(board, &fives, cell));
                if answers && self.attack(board, cell, moves, line) {
                    return true;
                }
            }
        }
        if self.left > 0 {
            self.failed[slot] = (key, moves);
        }
        false
    }

    /// Tries one four.
    fn attack(
        &mut self,
        board: &mut Gomoku,
        cell: usize,
        moves: u32,
        line: &mut Vec<usize>,
    ) -> bool {
        let (attacker, length) = (board.next, line.len());
        if fours(board.code(attacker, cell)) == 0 || board.foul(cell).is_some() {
            return false;
        }
        let changes = board.place(cell);
        line.push(cell);
        let won =
            board.set(attacker.other(), Class::Five).is_empty() && self.holds(board, moves, line);
        board.lift(cell, &changes);
        if !won {
            line.truncate(length);
        }
        won
    }

    /// Whether the four just made wins against every answer; the other side has no five.
    fn holds(&mut self, board: &mut Gomoku, moves: u32, line: &mut Vec<usize>) -> bool {
        let answers = answers(board);
        if answers.is_empty() {
            finish(board, line);
            return true;
        }
        if moves <= 2 {
            return false;
        }
        // In caro there can be several answers: the line kept is that of the last.
        let length = line.len();
        answers.cells().all(|cell| {
            line.truncate(length);
            let changes = board.place(cell);
            line.push(cell);
            let won = self.wins(board, moves - 1, line);
            board.lift(cell, &changes);
            won
        })
    }
}

/// Whether there is a cell that might make a four.
pub(in super::super) fn has_fours(board: &Gomoku, attacker: Colour) -> bool {
    [Class::OpenFour, Class::FourThree, Class::Suspect, Class::Four]
        .into_iter()
        .any(|class| !board.set(attacker, class).is_empty())
}

/// Whether a stone here may stop these fives: what certainly does not need not be tried.
fn may_stop(board: &Gomoku, fives: &Bits, cell: usize) -> bool {
    board.setup.rule == Rule::Caro || (fives.count() == 1 && fives.has(cell))
}

/// The legal cells after which the other side, which has just made a four, has no five. The side
/// to move has none itself.
pub(in super::super) fn answers(board: &mut Gomoku) -> Bits {
    let attacker = board.next.other();
    let fives = *board.set(attacker, Class::Five);
    let mut answers = Bits::NONE;
    if board.setup.rule != Rule::Caro {
        if let Some(cell) = fives.lowest()
            && fives.count() == 1
            && board.foul(cell).is_none()
        {
            answers.insert(cell);
        }
        return answers;
    }
    // A stone at the end of a row can shut it in.
    let Some(five) = fives.lowest() else { return answers };
    for cell in around(board, five).cells() {
        let changes = board.place(cell);
        if board.set(attacker, Class::Five).is_empty() {
            answers.insert(cell);
        }
        board.lift(cell, &changes);
    }
    answers
}

/// A cell where a five can be made, and the empty cells at the ends of one row that would make it:
/// nothing else can stop that row.
fn around(board: &Gomoku, five: usize) -> Bits {
    let attacker = board.next.other();
    let mut cells = Bits::NONE;
    cells.insert(five);
    let code = board.code(attacker, five);
    let rows = |&direction: &usize| shape_of(code, direction) == Shape::Five;
    let Some(direction) = (0..DIRECTIONS).find(rows) else { return cells };
    let line = board.lines.through(board.geometry, five, direction);
    for way in [-1, 1] {
        let end = (1..=REACH as isize)
            .map(|steps| steps * way)
            .find(|&steps| line.state(steps) != stone(attacker));
        if let Some(steps) = end.filter(|&steps| line.state(steps) == EMPTY) {
            cells.insert((five as isize + steps * board.geometry.steps[direction]) as usize);
        }
    }
    cells
}

/// Adds an answer that does not help, and the five.
pub(super) fn finish(board: &mut Gomoku, line: &mut Vec<usize>) {
    let attacker = board.next.other();
    let open = board.open_cells();
    let fives = *board.set(attacker, Class::Five);
    let block = fives.cells().find(|&cell| open.has(cell));
    let Some(answer) = block.or_else(|| open.lowest()) else {
        // Not one legal move: the other side passes.
        return;
    };
    let changes = board.place(answer);
    let five = board.set(attacker, Class::Five).lowest();
    board.lift(answer, &changes);
    line.push(answer);
    line.extend(five);
}
