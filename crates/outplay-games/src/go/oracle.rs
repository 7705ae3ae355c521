//! The rules once more for the tests, as plainly as they can be said: flood fill on a grid, and
//! the history as a list of whole boards.

use outplay::Player;

use super::Ko;

/// Rows of points; `None` is empty.
pub(super) type Grid = Vec<Vec<Option<Player>>>;

#[derive(Clone)]
pub(super) struct Oracle {
    pub(super) grid: Grid,
    pub(super) turn: Player,
    /// Every board so far with the side to move.
    history: Vec<(Grid, Player)>,
    ko: Ko,
    suicide: bool,
}

/// What becomes of a stone.
pub(super) enum Verdict {
    Occupied,
    Suicide,
    Repeats,
    Legal(Grid),
}

impl Oracle {
    pub(super) fn new(size: usize, ko: Ko, suicide: bool) -> Oracle {
        let grid = vec![vec![None; size]; size];
        let history = vec![(grid.clone(), Player::First)];
        Oracle { grid, turn: Player::First, history, ko, suicide }
    }

    fn size(&self) -> usize {
        self.grid.len()
    }

    /// What superko forbids is legal for [`Ko::Simple`], unless it takes back at once.
    pub(super) fn verdict(&self, row: usize, column: usize) -> Verdict {
        if self.grid[row][column].is_some() {
            return Verdict::Occupied;
        }
        let mut grid = self.grid.clone();
        grid[row][column] = Some(self.turn);
        for (r, c) in near(self.size(), row, column) {
            if grid[r][c] == Some(!self.turn) {
                take_if_dead(&mut grid, r, c);
            }
        }
        let before = grid.clone();
        let stones = take_if_dead(&mut grid, row, column);
        if stones > 0 && !self.suicide {
            return Verdict::Suicide;
        }
        // A pass repeats nothing by itself, and so the present board is looked at only here.
        let seen = |grid: &Grid| self.history.iter().any(|(seen, _)| seen == grid);
        let forbidden = match self.ko {
            Ko::Positional => seen(&grid),
            Ko::Situational => self.history.contains(&(grid.clone(), !self.turn)),
            Ko::Simple => {
                // The board before the last move, if that took one stone and this takes it back.
                let two_ago = self.history.len().checked_sub(2).map(|at| &self.history[at].0);
                let taken = count(&self.grid, !self.turn) - count(&before, !self.turn);
                grid == self.grid || taken == 1 && two_ago == Some(&grid)
            }
        };
        if forbidden { Verdict::Repeats } else { Verdict::Legal(grid) }
    }

    /// Whether the board was there before, the present one apart.
    pub(super) fn repeated(&self) -> bool {
        self.history[..self.history.len() - 1].iter().any(|(seen, _)| *seen == self.grid)
    }

    pub(super) fn advance(&mut self, grid: Grid) {
        self.turn = !self.turn;
        self.history.push((grid.clone(), self.turn));
        self.grid = grid;
    }

    pub(super) fn pass(&mut self) {
        self.advance(self.grid.clone());
    }

    /// Stones, and empty points from which one only gets to stones of one side.
    pub(super) fn areas(&self) -> [i32; 2] {
        let mut areas = [0; 2];
        for row in 0..self.size() {
            for column in 0..self.size() {
                let reaches = |side| {
                    let (region, _) = region(&self.grid, row, column);
                    region
                        .iter()
                        .flat_map(|&(r, c)| near(self.size(), r, c))
                        .any(|(r, c)| self.grid[r][c] == Some(side))
                };
                let owner = self.grid[row][column];
                let (black, white) = match owner {
                    None => (reaches(Player::First), reaches(Player::Second)),
                    Some(side) => (side == Player::First, side == Player::Second),
                };
                areas[0] += i32::from(black && !white);
                areas[1] += i32::from(white && !black);
            }
        }
        areas
    }
}

fn count(grid: &Grid, side: Player) -> usize {
    grid.iter().flatten().filter(|&&owner| owner == Some(side)).count()
}

fn near(size: usize, row: usize, column: usize) -> Vec<(usize, usize)> {
    let mut points = vec![];
    if row > 0 {
        points.push((row - 1, column));
    }
    if row + 1 < size {
        points.push((row + 1, column));
    }
    if column > 0 {
        points.push((row, column - 1));
    }
    if column + 1 < size {
        points.push((row, column + 1));
    }
    points
}

/// All points of the same kind that hang together, and whether an empty one is next to them.
fn region(grid: &Grid, row: usize, column: usize) -> (Vec<(usize, usize)>, bool) {
    let kind = grid[row][column];
    let (mut all, mut at, mut free) = (vec![(row, column)], 0, false);
    while at < all.len() {
        let (r, c) = all[at];
        at += 1;
        for (r, c) in near(grid.len(), r, c) {
            free |= grid[r][c].is_none();
            if grid[r][c] == kind && !all.contains(&(r, c)) {
                all.push((r, c));
            }
        }
    }
    (all, free)
}

/// Takes a chain off if it has no liberty; how many stones it had.
fn take_if_dead(grid: &mut Grid, row: usize, column: usize) -> usize {
    let (chain, free) = region(grid, row, column);
    if free {
        return 0;
    }
    for &(r, c) in &chain {
        grid[r][c] = None;
    }
    chain.len()
}

/// Whether every chain of a board has a liberty.
pub(super) fn is_legal(grid: &Grid) -> bool {
    let size = grid.len();
    (0..size).all(|row| {
        (0..size).all(|column| grid[row][column].is_none() || region(grid, row, column).1)
    })
}
