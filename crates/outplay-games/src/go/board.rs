//! The stones on the board: chains and liberties kept move by move, and taken back exactly.
//!
//! Stones of a chain lie on a circular list, and each knows its chain by the point of one of its
//! stones, the head. A chain counts its liberties once for every stone they touch: such *pseudo
//! liberties* are zero exactly when the liberties are, and cost one addition to keep, where real
//! ones would need sets. (The idea is an old one of fast playout programs; libego made it known.)
//! With the sum and the sum of squares of the points beside the count, a chain also knows whether
//! all of them are the same point: it is in atari.

use outplay::mix;

/// The largest board.
pub(super) const LARGEST: usize = 19;
/// Cells of the largest board with its border, rounded up to a power of two: an index is masked
/// with one less, so that no bounds need checking.
pub(super) const CELLS: usize = 512;
pub(super) const MASK: usize = CELLS - 1;

/// What is on a cell: a stone of Black or White, nothing, or it is beyond the edge.
pub(super) const BLACK: u8 = 0;
pub(super) const WHITE: u8 = 1;
pub(super) const EMPTY: u8 = 2;
pub(super) const BORDER: u8 = 3;

/// A cell. Rows lie one after the other from the top, with one cell of border between them and
/// a row of border above and below.
pub(super) type Point = u16;

/// Beyond the edge on every board: the point that is none.
pub(super) const NOWHERE: Point = 0;

/// A random number for a stone on each cell.
static STONES: [[u64; CELLS]; 2] = {
    let mut table = [[0; CELLS]; 2];
    let mut at = 0;
    while at < CELLS {
        table[0][at] = mix(at as u64 + 1);
        table[1][at] = mix(at as u64 + 1 + CELLS as u64);
        at += 1;
    }
    table
};

/// The number that a stone adds to the hash of the board.
#[inline]
pub(super) fn stone_hash(at: Point, colour: u8) -> u64 {
    STONES[usize::from(colour & 1)][usize::from(at) & MASK]
}

/// What is kept of a chain, at the cell of its head.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Chain {
    /// The sum of all pseudo liberties' points, and of their squares.
    pub(super) sum: u32,
    pub(super) squares: u32,
    /// Pseudo liberties.
    pub(super) liberties: u16,
    stones: u16,
}

impl Chain {
    #[inline]
    fn gain(&mut self, at: Point) {
        let at = u32::from(at);
        self.liberties += 1;
        self.sum += at;
        self.squares += at * at;
    }

    #[inline]
    fn lose(&mut self, at: Point) {
        let at = u32::from(at);
        self.liberties -= 1;
        self.sum -= at;
        self.squares -= at * at;
    }
}

/// Up to four chains by their heads: no stone touches more.
#[derive(Clone, Copy, Default, Debug)]
struct Heads {
    heads: [Point; 4],
    count: u8,
}

impl Heads {
    #[inline]
    fn push(&mut self, head: Point) {
        self.heads[usize::from(self.count) & 3] = head;
        self.count += 1;
    }

    #[inline]
    fn iter(&self) -> impl DoubleEndedIterator<Item = Point> + use<> {
        let heads = self.heads;
        (0..usize::from(self.count)).map(move |at| heads[at & 3])
    }
}

/// What taking back a stone needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    /// What its cell held before.
    chain: Chain,
    head: Point,
    next: Point,
    /// The chains that it joined, each by the head that lost its rank.
    joined: Heads,
    /// The enemy chains that it captured.
    captured: Heads,
    /// Stones captured, its own chain not counted.
    pub(super) stones: u16,
    /// It took its own chain off the board.
    pub(super) suicide: bool,
}

/// Stones, chains and liberties.
#[derive(Clone, Debug)]
pub(super) struct Board {
    colour: [u8; CELLS],
    head: [Point; CELLS],
    next: [Point; CELLS],
    pub(super) chain: [Chain; CELLS],
    /// Of the stones.
    hash: u64,
    size: u8,
}

impl Board {
    /// An empty board of `size` rows, at most [`LARGEST`].
    pub(super) fn new(size: usize) -> Board {
        let mut board = Board {
            colour: [BORDER; CELLS],
            head: [0; CELLS],
            next: [0; CELLS],
            chain: [Chain::default(); CELLS],
            hash: 0,
            size: size as u8,
        };
        for at in board.points() {
            board.colour[usize::from(at) & MASK] = EMPTY;
        }
        board
    }

    #[inline]
    pub(super) fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// Cells from one row to the next.
    #[inline]
    pub(super) fn stride(&self) -> u16 {
        u16::from(self.size) + 1
    }

    /// The point in a row and column, both from 0 at the top left.
    #[inline]
    pub(super) fn point(&self, row: usize, column: usize) -> Point {
        ((row + 1) * (self.size() + 1) + column + 1) as Point
    }

    /// The row and column of a point of the board.
    #[inline]
    pub(super) fn place_of(&self, at: Point) -> (usize, usize) {
        let (at, stride) = (usize::from(at), self.size() + 1);
        (at / stride - 1, at % stride - 1)
    }

    /// Every point, row by row from the top left.
    #[inline]
    pub(super) fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (size, stride) = (u16::from(self.size), self.stride());
        (1..=size).flat_map(move |row| (1..=size).map(move |column| row * stride + column))
    }

    #[inline]
    pub(super) fn colour(&self, at: Point) -> u8 {
        self.colour[usize::from(at) & MASK]
    }

    #[inline]
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    /// The points next to one: above, left, right, below.
    #[inline]
    pub(super) fn neighbours(&self, at: Point) -> [Point; 4] {
        let stride = self.stride();
        [at.wrapping_sub(stride), at.wrapping_sub(1), at + 1, at + stride]
    }

    /// The points diagonally next to one of the board.
    #[inline]
    pub(super) fn diagonals(&self, at: Point) -> [Point; 4] {
        let stride = self.stride();
        [at - stride - 1, at - stride + 1, at + stride - 1, at + stride + 1]
    }

    /// The head of the chain that has a stone here.
    #[inline]
    pub(super) fn chain(&self, at: Point) -> Point {
        self.head[usize::from(at) & MASK]
    }

    /// How many stones a chain has, given by its head.
    #[inline]
    pub(super) fn stones_in(&self, head: Point) -> u16 {
        self.chain[usize::from(head) & MASK].stones
    }

    /// A chain's liberties, each counted once for every stone that it touches.
    #[inline]
    pub(super) fn liberties(&self, head: Point) -> u16 {
        self.chain[usize::from(head) & MASK].liberties
    }

    /// The only liberty of a chain in atari.
    #[inline]
    pub(super) fn last_liberty(&self, head: Point) -> Option<Point> {
        let Chain { sum, squares, liberties, .. } = self.chain[usize::from(head) & MASK];
        let count = u32::from(liberties);
        // Equal by Cauchy and Schwarz if and only if all points are the same.
        let same = count > 0 && u64::from(count) * u64::from(squares) == u64::from(sum).pow(2);
        same.then(|| (sum / count) as Point)
    }

    /// Calls `visit` with each stone of the chain that this one belongs to.
    #[inline]
    pub(super) fn for_each_stone(&self, of: Point, mut visit: impl FnMut(Point)) {
        let mut at = of;
        loop {
            visit(at);
            at = self.next[usize::from(at) & MASK];
            if at == of {
                return;
            }
        }
    }

    #[inline]
    fn set(&mut self, at: Point, colour: u8) {
        self.colour[usize::from(at) & MASK] = colour;
    }

    #[inline]
    fn chain_mut(&mut self, head: Point) -> &mut Chain {
        &mut self.chain[usize::from(head) & MASK]
    }

    /// Puts a stone on an empty point, takes off what has no liberty left, the other side's
    /// chains first, and calls `removed` with every stone that leaves.
    #[inline]
    pub(super) fn place(&mut self, at: Point, own: u8, mut removed: impl FnMut(Point)) -> Placed {
        let index = usize::from(at) & MASK;
        let mut placed = Placed {
            chain: self.chain[index],
            head: self.head[index],
            next: self.next[index],
            joined: Heads::default(),
            captured: Heads::default(),
            stones: 0,
            suicide: false,
        };
        self.set(at, own);
        self.head[index] = at;
        self.next[index] = at;
        self.hash ^= stone_hash(at, own);
        let mut chain = Chain { stones: 1, ..Chain::default() };
        let neighbours = self.neighbours(at);
        for n in neighbours {
            match self.colour(n) {
                EMPTY => chain.gain(n),
                BORDER => {}
                _ => {
                    let head = self.chain(n);
                    self.chain_mut(head).lose(at);
                }
            }
        }
        self.chain[index] = chain;
        for n in neighbours {
            if self.colour(n) == own ^ 1 && self.liberties(self.chain(n)) == 0 {
                let head = self.chain(n);
                placed.captured.push(head);
                placed.stones += self.stones_in(head);
                self.remove(head, own ^ 1, &mut removed);
            }
        }
        for n in neighbours {
            if self.colour(n) == own && self.chain(n) != self.chain(at) {
                let lesser = self.join(self.chain(at), self.chain(n));
                placed.joined.push(lesser);
            }
        }
        let head = self.chain(at);
        if self.liberties(head) == 0 {
            placed.suicide = true;
            self.remove(head, own, &mut removed);
        }
        placed
    }

    /// Takes back what [`place`](Board::place) did last.
    #[inline]
    pub(super) fn take_back(&mut self, at: Point, own: u8, placed: &Placed) {
        if placed.suicide {
            self.restore(self.chain(at), own);
        }
        for lesser in placed.joined.iter().rev() {
            self.part(self.chain(at), lesser);
        }
        for head in placed.captured.iter().rev() {
            self.restore(head, own ^ 1);
        }
        for n in self.neighbours(at) {
            if self.colour(n) < EMPTY {
                let head = self.chain(n);
                self.chain_mut(head).gain(at);
            }
        }
        let index = usize::from(at) & MASK;
        self.set(at, EMPTY);
        self.hash ^= stone_hash(at, own);
        self.chain[index] = placed.chain;
        self.head[index] = placed.head;
        self.next[index] = placed.next;
    }

    /// Takes a chain off. Its list, its heads and what is kept of it stay where they are, for
    /// [`restore`](Board::restore): whoever plays on one of its points saves them first.
    fn remove(&mut self, head: Point, colour: u8, removed: &mut impl FnMut(Point)) {
        let mut at = head;
        loop {
            self.set(at, EMPTY);
            self.hash ^= stone_hash(at, colour);
            removed(at);
            at = self.next[usize::from(at) & MASK];
            if at == head {
                break;
            }
        }
        // Only after all are off: its own stones must not gain liberties.
        loop {
            for n in self.neighbours(at) {
                if self.colour(n) < EMPTY {
                    let other = self.chain(n);
                    self.chain_mut(other).gain(at);
                }
            }
            at = self.next[usize::from(at) & MASK];
            if at == head {
                break;
            }
        }
    }

    /// Puts a chain back that was taken off last.
    fn restore(&mut self, head: Point, colour: u8) {
        let mut at = head;
        loop {
            for n in self.neighbours(at) {
                if self.colour(n) < EMPTY {
                    let other = self.chain(n);
                    self.chain_mut(other).lose(at);
                }
            }
            at = self.next[usize::from(at) & MASK];
            if at == head {
                break;
            }
        }
        loop {
            self.set(at, colour);
            self.hash ^= stone_hash(at, colour);
            at = self.next[usize::from(at) & MASK];
            if at == head {
                break;
            }
        }
    }

    /// Makes two chains one: the lesser takes the greater one's head. Returns the head that is
    /// none any more.
    #[inline]
    fn join(&mut self, one: Point, other: Point) -> Point {
        let (greater, lesser) =
            if self.stones_in(one) < self.stones_in(other) { (other, one) } else { (one, other) };
        self.rename(lesser, greater);
        let Chain { sum, squares, liberties, stones } = self.chain[usize::from(lesser) & MASK];
        let chain = self.chain_mut(greater);
        chain.sum += sum;
        chain.squares += squares;
        chain.liberties += liberties;
        chain.stones += stones;
        self.next.swap(usize::from(greater) & MASK, usize::from(lesser) & MASK);
        lesser
    }

    /// Undoes [`join`](Board::join): the same exchange cuts the list in two again.
    #[inline]
    fn part(&mut self, greater: Point, lesser: Point) {
        self.next.swap(usize::from(greater) & MASK, usize::from(lesser) & MASK);
        let Chain { sum, squares, liberties, stones } = self.chain[usize::from(lesser) & MASK];
        let chain = self.chain_mut(greater);
        chain.sum -= sum;
        chain.squares -= squares;
        chain.liberties -= liberties;
        chain.stones -= stones;
        self.rename(lesser, lesser);
    }

    /// Gives the stones on a list this head.
    #[inline]
    fn rename(&mut self, list: Point, head: Point) {
        let mut at = list;
        loop {
            self.head[usize::from(at) & MASK] = head;
            at = self.next[usize::from(at) & MASK];
            if at == list {
                return;
            }
        }
    }

    /// Whether these are the same stones on boards of the same size.
    pub(super) fn same_stones(&self, other: &Board) -> bool {
        self.size == other.size && self.colour == other.colour
    }
}
