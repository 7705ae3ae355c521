//! Where each piece can go, worked out by the compiler.
//!
//! A set of points is a `u128`: point `9 × rank + file`, rank 0 and file a being Red's left corner.
//! Chariots and cannons look up their row and their column, each as the bits of a small number.

use outplay::mix;

pub(super) const FILES: usize = 9;
pub(super) const RANKS: usize = 10;
pub(super) const POINTS: usize = FILES * RANKS;

const ROWS: usize = 1 << FILES;
const COLUMNS: usize = 1 << RANKS;

/// The set of one point.
#[inline]
pub(super) const fn bit(point: u8) -> u128 {
    1 << point
}

#[inline]
pub(super) const fn file(point: u8) -> u8 {
    point % FILES as u8
}

#[inline]
pub(super) const fn rank(point: u8) -> u8 {
    point / FILES as u8
}

#[inline]
pub(super) const fn point(rank: u8, file: u8) -> u8 {
    rank * FILES as u8 + file
}

/// The point so many ranks and files away, if it is on the board.
pub(super) const fn step(from: u8, ranks: i8, files: i8) -> Option<u8> {
    let (rank, file) = (rank(from) as i8 + ranks, file(from) as i8 + files);
    if rank < 0 || rank >= RANKS as i8 || file < 0 || file >= FILES as i8 {
        return None;
    }
    Some(point(rank as u8, file as u8))
}

/// Whether a point is in the palace at this side's end (0 Red, 1 Black).
pub(super) const fn in_palace(side: usize, at: u8) -> bool {
    let (rank, file) = (rank(at), file(at));
    3 <= file && file <= 5 && if side == 0 { rank <= 2 } else { rank >= 7 }
}

/// Whether a point is on this side's own half of the board.
#[inline]
pub(super) const fn is_home(side: usize, at: u8) -> bool {
    (rank(at) <= 4) == (side == 0)
}

/// Every point.
pub(super) const BOARD: u128 = (1 << POINTS) - 1;

/// The points of file a.
pub(super) const FIRST_FILE: u128 = {
    let (mut set, mut rank) = (0, 0);
    while rank < RANKS as u8 {
        set |= bit(point(rank, 0));
        rank += 1;
    }
    set
};

/// The points of this side's own half.
pub(super) const HOME: [u128; 2] = [(1 << 45) - 1, BOARD & !((1 << 45) - 1)];

const DIAGONALS: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const ORTHOGONALS: [(i8, i8); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// The points that a chariot reaches on a line of `length` points, the first piece in each
/// direction included.
const fn slides(at: usize, occupied: usize, length: usize) -> u16 {
    let mut reached = 0;
    let mut next = at + 1;
    while next < length {
        reached |= 1 << next;
        if occupied >> next & 1 == 1 {
            break;
        }
        next += 1;
    }
    next = at;
    while next > 0 {
        next -= 1;
        reached |= 1 << next;
        if occupied >> next & 1 == 1 {
            break;
        }
    }
    reached
}

/// The pieces that a cannon can capture on a line: the second in each direction.
const fn jumps(at: usize, occupied: usize, length: usize) -> u16 {
    // What a chariot reaches when the pieces next to the cannon are taken off.
    let first = slides(at, occupied, length) as usize & occupied;
    slides(at, occupied & !first, length) & (occupied & !first) as u16
}

const fn line_table<const AT: usize, const SETS: usize>(jump: bool) -> [[u16; SETS]; AT] {
    let mut table = [[0; SETS]; AT];
    let mut at = 0;
    while at < AT {
        let mut set = 0;
        while set < SETS {
            table[at][set] = if jump { jumps(at, set, AT) } else { slides(at, set, AT) };
            set += 1;
        }
        at += 1;
    }
    table
}

static ROW_SLIDES: [[u16; ROWS]; FILES] = line_table(false);
static ROW_JUMPS: [[u16; ROWS]; FILES] = line_table(true);
static COLUMN_SLIDES: [[u16; COLUMNS]; RANKS] = line_table(false);
static COLUMN_JUMPS: [[u16; COLUMNS]; RANKS] = line_table(true);

/// The points of file a on these ranks.
static SPREAD: [u128; COLUMNS] = {
    let mut table = [0; COLUMNS];
    let mut set = 0;
    while set < COLUMNS {
        let mut rank = 0;
        while rank < RANKS {
            if set >> rank & 1 == 1 {
                table[set] |= 1 << (FILES * rank);
            }
            rank += 1;
        }
        set += 1;
    }
    table
};

/// All pieces on the board, by rows and by columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Occupied {
    pub(super) rows: u128,
    /// Point `10 × file + rank`, so that a file is the bits of a small number too.
    columns: u128,
}

impl Occupied {
    /// Puts a piece on an empty point, or takes one away.
    #[inline]
    pub(super) fn flip(&mut self, at: u8) {
        self.rows ^= bit(at);
        self.columns ^= 1 << (file(at) * RANKS as u8 + rank(at));
    }

    #[inline]
    fn row(&self, rank: u8) -> usize {
        (self.rows >> (rank * FILES as u8)) as usize & (ROWS - 1)
    }

    #[inline]
    fn column(&self, file: u8) -> usize {
        (self.columns >> (file * RANKS as u8)) as usize & (COLUMNS - 1)
    }

    /// Where a chariot goes from here, or captures, a piece of either side.
    #[inline]
    pub(super) fn chariot(&self, at: u8) -> u128 {
        let (rank, file) = (rank(at), file(at));
        let row = ROW_SLIDES[file as usize][self.row(rank)];
        let column = COLUMN_SLIDES[rank as usize][self.column(file)];
        u128::from(row) << (rank * FILES as u8) | SPREAD[column as usize] << file
    }

    /// Where a cannon goes from here, or captures, a piece of either side.
    #[inline]
    pub(super) fn cannon(&self, at: u8) -> u128 {
        let (rank, file) = (rank(at), file(at));
        let (row, column) = (self.row(rank), self.column(file));
        let along = ROW_SLIDES[file as usize][row] & !(row as u16) | ROW_JUMPS[file as usize][row];
        let across = COLUMN_SLIDES[rank as usize][column] & !(column as u16)
            | COLUMN_JUMPS[rank as usize][column];
        u128::from(along) << (rank * FILES as u8) | SPREAD[across as usize] << file
    }

    /// The pieces that a cannon here captures, of either side.
    #[inline]
    pub(super) fn cannon_captures(&self, at: u8) -> u128 {
        let (rank, file) = (rank(at), file(at));
        let row = ROW_JUMPS[file as usize][self.row(rank)];
        let column = COLUMN_JUMPS[rank as usize][self.column(file)];
        u128::from(row) << (rank * FILES as u8) | SPREAD[column as usize] << file
    }
}

/// The occupied ones of the four neighbours below, left, right and above, as four bits in this
/// order; a neighbour beyond the edge is arbitrary.
#[inline]
fn orthogonal(at: u8, occupied: u128) -> usize {
    let near = ((occupied << 9) >> at) as usize;
    near & 1 | near >> 7 & 2 | near >> 8 & 4 | near >> 15 & 8
}

/// The same for the diagonal neighbours: below left, below right, above left, above right.
#[inline]
fn diagonal(at: u8, occupied: u128) -> usize {
    let near = ((occupied << 10) >> at) as usize;
    near & 1 | near >> 1 & 2 | near >> 16 & 4 | near >> 17 & 8
}

/// A set for each point and each of the sixteen ways in which four neighbours may be occupied.
type ByNeighbours = [[u128; 16]; POINTS];

const fn with(set: u128, at: Option<u8>) -> u128 {
    match at {
        Some(at) => set | bit(at),
        None => set,
    }
}

/// Where a horse goes: one step over a free neighbour, then diagonally outwards.
static HORSE: ByNeighbours = {
    let mut table = [[0; 16]; POINTS];
    let mut at = 0;
    while at < POINTS * 16 * 4 {
        let (from, legs, way) = (at / 64, at / 4 % 16, at % 4);
        if legs >> way & 1 == 0 {
            let (ranks, files) = ORTHOGONALS[way];
            let set = &mut table[from][legs];
            // Twice as far along, and to either side.
            *set = with(*set, step(from as u8, 2 * ranks + files, 2 * files + ranks));
            *set = with(*set, step(from as u8, 2 * ranks - files, 2 * files - ranks));
        }
        at += 1;
    }
    table
};

/// From where a horse comes: its leg is a diagonal neighbour of where it goes.
static HORSE_SOURCES: ByNeighbours = {
    let mut table = [[0; 16]; POINTS];
    let mut at = 0;
    while at < POINTS * 16 * 4 {
        let (to, legs, way) = (at / 64, at / 4 % 16, at % 4);
        if legs >> way & 1 == 0 {
            let (ranks, files) = DIAGONALS[way];
            let set = &mut table[to][legs];
            *set = with(*set, step(to as u8, 2 * ranks, files));
            *set = with(*set, step(to as u8, ranks, 2 * files));
        }
        at += 1;
    }
    table
};

/// Where an elephant goes: two steps diagonally over a free point, on its own side of the river.
static ELEPHANT: ByNeighbours = {
    let mut table = [[0; 16]; POINTS];
    let mut at = 0;
    while at < POINTS * 16 * 4 {
        let (from, eyes, way) = (at / 64, at / 4 % 16, at % 4);
        if eyes >> way & 1 == 0 {
            let (ranks, files) = DIAGONALS[way];
            if let Some(to) = step(from as u8, 2 * ranks, 2 * files)
                && is_home(0, from as u8) == is_home(0, to)
            {
                table[from][eyes] |= bit(to);
            }
        }
        at += 1;
    }
    table
};

/// One step in some directions, within the palaces.
const fn palace_steps(ways: [(i8, i8); 4]) -> [u128; POINTS] {
    let mut table = [0; POINTS];
    let mut at = 0;
    while at < POINTS * 4 {
        let (from, (ranks, files)) = ((at / 4) as u8, ways[at % 4]);
        if let Some(to) = step(from, ranks, files) {
            let red = in_palace(0, from) && in_palace(0, to);
            let black = in_palace(1, from) && in_palace(1, to);
            if red || black {
                table[from as usize] |= bit(to);
            }
        }
        at += 1;
    }
    table
}

/// Where a general goes.
pub(super) static GENERAL: [u128; POINTS] = palace_steps(ORTHOGONALS);
/// Where an advisor goes.
pub(super) static ADVISOR: [u128; POINTS] = palace_steps(DIAGONALS);

/// Where a soldier of each side goes.
pub(super) static SOLDIER: [[u128; POINTS]; 2] = soldier_steps(false);
/// From where a soldier of each side comes.
pub(super) static SOLDIER_SOURCES: [[u128; POINTS]; 2] = soldier_steps(true);

const fn soldier_steps(sources: bool) -> [[u128; POINTS]; 2] {
    let mut table = [[0; POINTS]; 2];
    let mut at = 0;
    while at < 2 * POINTS * 3 {
        let (side, from, way) = (at / (3 * POINTS), (at / 3 % POINTS) as u8, at % 3);
        let forward = if side == 0 { (1, 0) } else { (-1, 0) };
        let (ranks, files) = [forward, (0, -1), (0, 1)][way];
        let crossed = !is_home(side, from);
        if let Some(to) = step(from, ranks, files)
            && (way == 0 || crossed)
        {
            let (row, mark) = if sources { (to, from) } else { (from, to) };
            table[side][row as usize] |= bit(mark);
        }
        at += 1;
    }
    table
}

/// The points strictly between a point of a palace (see [`between`]) and another on the same line.
static BETWEEN: [[u128; POINTS]; 18] = {
    let mut table = [[0; POINTS]; 18];
    let mut at = 0;
    while at < 18 * 4 {
        let (from, (ranks, files)) = (PALACE_POINTS[at / 4], ORTHOGONALS[at % 4]);
        let (mut passed, mut distance) = (0, 1);
        while let Some(to) = step(from, distance * ranks, distance * files) {
            table[at / 4][to as usize] = passed;
            passed |= bit(to);
            distance += 1;
        }
        at += 1;
    }
    table
};

const PALACE_POINTS: [u8; 18] = {
    let mut points = [0; 18];
    let mut found = 0;
    let mut at = 0;
    while at < POINTS as u8 {
        if in_palace(0, at) || in_palace(1, at) {
            points[found] = at;
            found += 1;
        }
        at += 1;
    }
    points
};

/// The place of a point in `PALACE_POINTS`.
static PALACE_INDEX: [u8; POINTS] = {
    let mut table = [0; POINTS];
    let mut at = 0;
    while at < 18 {
        table[PALACE_POINTS[at] as usize] = at as u8;
        at += 1;
    }
    table
};

/// The points strictly between a point of a palace and another on the same row or column.
#[inline]
pub(super) fn between(palace: u8, other: u8) -> u128 {
    BETWEEN[PALACE_INDEX[palace as usize] as usize][other as usize]
}

/// The other points of the row and the column.
pub(super) static LINES: [u128; POINTS] = {
    let mut table = [0; POINTS];
    let mut at = 0;
    while at < POINTS {
        let row = 0x1ff << (at / FILES * FILES);
        let column = SPREAD[COLUMNS - 1] << (at % FILES);
        table[at] = (row | column) & !bit(at as u8);
        at += 1;
    }
    table
};

#[inline]
pub(super) fn horse(from: u8, occupied: u128) -> u128 {
    HORSE[from as usize][orthogonal(from, occupied)]
}

/// From where a horse attacks a point.
#[inline]
pub(super) fn horse_sources(to: u8, occupied: u128) -> u128 {
    HORSE_SOURCES[to as usize][diagonal(to, occupied)]
}

/// From where a horse would attack a point with nothing in its way.
#[inline]
pub(super) fn free_horse_sources(to: u8) -> u128 {
    HORSE_SOURCES[to as usize][0]
}

/// The point that must be free for a horse to go from one point to another it reaches.
pub(super) const fn horse_leg(from: u8, to: u8) -> u8 {
    let (ranks, files) = (rank(to) as i8 - rank(from) as i8, file(to) as i8 - file(from) as i8);
    if ranks == 2 || ranks == -2 {
        point((rank(from) as i8 + ranks / 2) as u8, file(from))
    } else {
        point(rank(from), (file(from) as i8 + files / 2) as u8)
    }
}

#[inline]
pub(super) fn elephant(from: u8, occupied: u128) -> u128 {
    ELEPHANT[from as usize][diagonal(from, occupied)]
}

/// Keys of pieces (side × 7 + kind) on points.
static KEYS: [[u64; POINTS]; 14] = {
    let mut table = [[0; POINTS]; 14];
    let mut at = 0;
    while at < 14 * POINTS {
        // Any start will do.
        table[at / POINTS][at % POINTS] = mix(0x7869_616e_6771_6900 + at as u64);
        at += 1;
    }
    table
};

/// The part of a position's key that a piece on a point gives.
#[inline]
pub(super) fn piece_key(piece: usize, at: u8) -> u64 {
    KEYS[piece][at as usize]
}

/// The part that the side to move gives if it is Black.
pub(super) const BLACK_TO_MOVE: u64 = mix(0x626c_6163_6b00_0000);
