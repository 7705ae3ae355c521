//! Wins by continuous threats: fours, and threes that threaten a win by fours.
//!
//! Nothing is assumed about which answers matter. A threat is a move after which the side that
//! made it would win by fours if the other passed. Each legal answer is refuted either by that very
//! line, played out again with the answer on the board, or by a search of its own.

use super::super::bits::Bits;
use super::super::classes::{Class, fours};
use super::super::setup::Colour;
use super::super::{Gomoku, Rule};
use super::MOST_FOURS;
use super::fours::{Fours, Win, answers, finish};

/// Searches for wins by threats, with a fixed effort.
pub(super) struct Threes {
    left: u64,
    most: u64,
    /// Positions without a win in so many threats.
    failed: std::collections::HashMap<u64, u32>,
}

/// Effort for one search for fours.
const NODES_FOR_FOURS: u64 = 2_000;
/// Threats tried in a position at most.
const MOST_TRIED: usize = 16;

impl Threes {
    /// Spends so many nodes at most; a node is a position looked at for fours, or an answer refuted
    /// by the same line.
    pub(super) fn new(nodes: u64) -> Threes {
        Threes { left: nodes, most: nodes, failed: std::collections::HashMap::new() }
    }

    /// A win with at most so many threats in front of the final fours. The board is as
    /// before. In its line the other side holds out as long as the search has seen it do.
    pub(super) fn find(&mut self, board: &mut Gomoku, most: u32) -> Option<Win> {
        for threats in 1..=most {
            let win = self.wins(board, threats);
            if win.is_some() {
                return win;
            }
            if self.left == 0 {
                break;
            }
        }
        None
    }

    /// A win of the side to move.
    fn wins(&mut self, board: &mut Gomoku, threats: u32) -> Option<Win> {
        if let Some(win) = self.fours(board) {
            return Some(win);
        }
        let key = outplay::Position::key(board);
        let known = self.failed.get(&key).is_some_and(|&failed| failed >= threats);
        if threats == 0 || self.left == 0 || known {
            return None;
        }
        for cell in tries(board) {
            if board.foul(cell).is_some() {
                continue;
            }
            let changes = board.place(cell);
            let rest = self.threatens(board, threats);
            board.lift(cell, &changes);
            if let Some(mut win) = rest {
                win.line.insert(0, cell);
                win.plies += 1;
                return Some(win);
            }
        }
        if self.left > 0 {
            self.failed.insert(key, threats);
        }
        None
    }

    /// The longest that the side to move can hold out after a threat; `None` if it was none, or if
    /// there may be an answer to it.
    fn threatens(&mut self, board: &mut Gomoku, threats: u32) -> Option<Win> {
        let defender = board.next;
        if !board.set(defender, Class::Five).is_empty() {
            return None;
        }
        board.next = defender.other();
        let threat = self.fours(board);
        board.next = defender;
        let threat = threat?;
        let mut longest = Win { line: vec![], plies: threat.plies };
        for cell in replies(board, &threat.line, defender) {
            let changes = board.place(cell);
            let win = self.refutes(board, &threat, threats);
            board.lift(cell, &changes);
            let mut win = win?;
            if (win.plies, win.line.len() + 1) > (longest.plies, longest.line.len()) {
                win.line.insert(0, cell);
                longest = win;
            }
        }
        longest.plies += 1;
        Some(longest)
    }

    /// How an answer loses, if it does.
    fn refutes(&mut self, board: &mut Gomoku, threat: &Win, threats: u32) -> Option<Win> {
        self.left = self.left.saturating_sub(1);
        if let Some(line) = works_still(board, &threat.line) {
            return Some(Win { line, plies: threat.plies });
        }
        self.wins(board, threats - 1)
    }

    fn fours(&mut self, board: &mut Gomoku) -> Option<Win> {
        if self.left == 0 {
            return None;
        }
        let effort = NODES_FOR_FOURS.min(self.left);
        let mut fours = Fours::with_memory(effort, 1 << 10);
        let win = fours.find(board, MOST_FOURS);
        self.left = self.left.saturating_sub(fours.spent().max(1));
        debug_assert!(self.left <= self.most, "only spent");
        win
    }
}

/// The moves that may be threats, the most promising first.
fn tries(board: &Gomoku) -> Vec<usize> {
    let attacker = board.next;
    let fives = board.set(attacker.other(), Class::Five);
    if !fives.is_empty() {
        // A five must be stopped; where several are in sight there is no stopping them.
        return fives.cells().take(1).collect();
    }
    let classes = [Class::FourThree, Class::DoubleThree, Class::Three, Class::Suspect, Class::Four];
    let cells = classes.iter().flat_map(|&class| board.set(attacker, class).cells());
    let mut cells: Vec<usize> = cells.collect();
    cells.sort_by_key(|&cell| core::cmp::Reverse(board.promise(cell)));
    cells.truncate(MOST_TRIED);
    cells
}

/// All legal answers, those first that are most likely to be one: cells of the line that
/// threatens, then fours of the defender's own.
fn replies(board: &Gomoku, line: &[usize], defender: Colour) -> Vec<usize> {
    let open = board.open_cells();
    let mut first = Bits::NONE;
    line.iter().filter(|&&cell| open.has(cell)).for_each(|&cell| first.insert(cell));
    let has_four = |cell: &usize| fours(board.code(defender, *cell)) > 0;
    let (fours, rest): (Vec<usize>, Vec<usize>) = open.without(&first).cells().partition(has_four);
    first.cells().chain(fours).chain(rest).collect()
}

/// How a line of fours wins for the side to move although a stone has been added, if it does.
fn works_still(board: &mut Gomoku, line: &[usize]) -> Option<Vec<usize>> {
    let attacker = board.next;
    let mut placed = vec![];
    let mut end = None;
    for &cell in line.iter().step_by(2) {
        let class = board.class(attacker, cell);
        if !board.empty.has(cell) || board.setup.rule == Rule::Caro {
            break;
        }
        if class == Class::Five {
            end = Some(vec![cell]);
            break;
        }
        if fours(board.code(attacker, cell)) == 0 || board.foul(cell).is_some() {
            break;
        }
        let changes = board.place(cell);
        placed.push((cell, changes));
        if !board.set(attacker.other(), Class::Five).is_empty() {
            break;
        }
        let Some(answer) = answers(board).lowest() else {
            let mut last = vec![];
            finish(board, &mut last);
            end = Some(last);
            break;
        };
        let changes = board.place(answer);
        placed.push((answer, changes));
    }
    for (cell, changes) in placed.iter().rev() {
        board.lift(*cell, changes);
    }
    Some(placed.into_iter().map(|(cell, _)| cell).chain(end?).collect())
}
