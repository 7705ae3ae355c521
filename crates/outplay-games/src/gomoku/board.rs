//! The board as lines: every row, column and diagonal is one word with two bits a cell.
//!
//! Cells are counted row by row from the top left. Five walls lie in front of each line and at
//! least five behind it, so that the neighbourhood of any cell is one shift away.

use std::sync::OnceLock;

use super::bits::{Bits, MOST_CELLS};
use super::setup::{Colour, Setup};

/// What two bits of a line say.
pub(super) const EMPTY: u64 = 0;
pub(super) const WALL: u64 = 3;

/// How far a cell's neighbourhood reaches: a row of five through a cell and one cell beyond it.
pub(super) const REACH: usize = 5;

/// The four directions in which rows run: across, down, and both diagonals.
pub(super) const DIRECTIONS: usize = 4;

/// Rows, columns and the diagonals of both kinds.
const MOST_LINES: usize = 2 * Setup::LARGEST + 2 * (2 * Setup::LARGEST - 1);

/// A cell's place on the four lines through it.
#[derive(Clone, Copy, Default, Debug)]
struct Places {
    line: [u8; DIRECTIONS],
    at: [u8; DIRECTIONS],
}

/// Where the cells of a board of one size lie on their lines.
#[derive(Debug)]
pub(super) struct Geometry {
    places: [Places; MOST_CELLS],
    /// From a cell to the next on its line.
    pub(super) steps: [isize; DIRECTIONS],
    /// The lines of an empty board.
    empty: [u64; MOST_LINES],
    /// The first column with the cell after the board's last, and the last column.
    edges: [Bits; 2],
    /// How near each cell is to the centre, up to 15.
    pub(super) central: [u8; MOST_CELLS],
}

impl Geometry {
    /// The one for this size, which lies within the limits of [`Setup`].
    pub(super) fn of(size: u8) -> &'static Geometry {
        static SIZES: [OnceLock<Box<Geometry>>; Setup::LARGEST + 1] =
            [const { OnceLock::new() }; Setup::LARGEST + 1];
        SIZES[usize::from(size)].get_or_init(|| Box::new(Geometry::new(usize::from(size))))
    }

    fn new(size: usize) -> Geometry {
        let mut places = [Places::default(); MOST_CELLS];
        let mut lengths = [0usize; MOST_LINES];
        let (down, falling) = (Setup::LARGEST, 2 * Setup::LARGEST);
        let rising = falling + 2 * Setup::LARGEST - 1;
        for (cell, place) in places.iter_mut().enumerate().take(size * size) {
            let (x, y) = (cell % size, cell / size);
            let before = (x + y).saturating_sub(size - 1);
            let line = [y, down + x, falling + x + size - 1 - y, rising + x + y];
            let at = [x, y, x.min(y), y - before];
            for (line, at) in line.into_iter().zip(at) {
                lengths[line] = lengths[line].max(at + 1);
            }
            *place = Places { line: line.map(|n| n as u8), at: at.map(|n| n as u8) };
        }
        let empty = lengths.map(|length| !(((1u64 << (2 * length)) - 1) << (2 * REACH)));
        let mut edges = [Bits::NONE; 2];
        for row in 0..size {
            edges[0].insert(row * size);
            edges[1].insert(row * size + size - 1);
        }
        // Where the step from the last cell leads.
        edges[0].insert(size * size);
        let off = |at: usize| (2 * at + 1).abs_diff(size) / 2;
        let mut central = [0; MOST_CELLS];
        for (cell, near) in central.iter_mut().enumerate().take(size * size) {
            *near = 15 - off(cell % size).max(off(cell / size)) as u8;
        }
        let size = size as isize;
        Geometry { places, steps: [1, size, size + 1, size - 1], empty, edges, central }
    }

    /// The cells at most two columns and two rows away from one of these, and these; some beyond
    /// the last row.
    pub(super) fn near(&self, cells: &Bits) -> Bits {
        let [first, last] = &self.edges;
        let row = self.steps[1] as usize;
        let mut near = *cells;
        for _ in 0..2 {
            let sides = near.up(1).without(first).either(&near.down(1).without(last));
            near = near.either(&sides);
        }
        for _ in 0..2 {
            near = near.either(&near.up(row)).either(&near.down(row));
        }
        near
    }
}

/// The stones on the board, line by line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lines([u64; MOST_LINES]);

impl Lines {
    pub(super) fn empty(geometry: &Geometry) -> Lines {
        Lines(geometry.empty)
    }

    /// The line through a cell, with the cell's place on it.
    #[inline]
    pub(super) fn through(&self, geometry: &Geometry, cell: usize, direction: usize) -> Line {
        let places = &geometry.places[cell % MOST_CELLS];
        let line = usize::from(places.line[direction]) % MOST_LINES;
        Line { word: self.0[line], at: usize::from(places.at[direction]) }
    }

    /// Puts a stone on an empty cell, or takes it away again.
    #[inline]
    pub(super) fn flip(&mut self, geometry: &Geometry, cell: usize, colour: Colour) {
        let places = &geometry.places[cell % MOST_CELLS];
        for direction in 0..DIRECTIONS {
            let line = usize::from(places.line[direction]) % MOST_LINES;
            let at = usize::from(places.at[direction]);
            self.0[line] ^= stone(colour) << (2 * (at + REACH));
        }
    }

    /// Who has a stone on a cell.
    #[inline]
    pub(super) fn owner(&self, geometry: &Geometry, cell: usize) -> Option<Colour> {
        let line = self.through(geometry, cell, 0);
        match line.word >> (2 * (line.at + REACH)) & 3 {
            1 => Some(Colour::Black),
            2 => Some(Colour::White),
            _ => None,
        }
    }
}

/// The two bits of a stone.
#[inline]
pub(super) const fn stone(colour: Colour) -> u64 {
    match colour {
        Colour::Black => 1,
        Colour::White => 2,
    }
}

/// A line, and a place on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) word: u64,
    pub(super) at: usize,
}

impl Line {
    /// The two bits of the cell so many steps ahead (or back), at most [`REACH`].
    #[inline]
    pub(super) fn state(self, steps: isize) -> u64 {
        let place = (self.at + REACH) as isize + steps;
        self.word >> (2 * place) & 3
    }

    /// The neighbourhood of a cell on the board so many steps ahead: five cells, the cell, five
    /// cells, two bits each.
    #[inline]
    pub(super) fn window(self, steps: isize) -> u64 {
        let place = self.at as isize + steps;
        self.word >> (2 * place)
    }
}
