//! Gomoku: five in a row on a large board, free, standard, caro or by the rules of renju, and with
//! the swap2 opening if wanted.
//!
//! The position keeps, move by move, what a stone on each empty cell would make for either colour:
//! see `shapes.rs` for one line, `classes.rs` for all four. Evaluation, move ordering and the search
//! for forced wins (`threats.rs`) read it off.

mod bits;
mod board;
mod classes;
mod evaluator;
mod files;
mod notation;
mod opening;
mod promising;
mod renju;
mod setup;
mod shapes;
mod text;
mod threats;
mod tuning;
mod view;
mod weights;

#[cfg(test)]
mod tests;

use outplay::{Entry, Outcome, Params, Player, Position, mix};

pub use evaluator::Judge;
pub use renju::Foul;
pub use setup::{Colour, Rule};

use bits::{Bits, MOST_CELLS};
use board::{DIRECTIONS, EMPTY, Geometry, Lines, REACH, stone};
use classes::{Class, Code, Judgement, Judgements, judgements};
use opening::Phase;
use renju::Referee;
use setup::Setup;
use shapes::Shapes;

/// The game for the list of games.
pub const ENTRY: Entry = Entry::of::<Gomoku>();

/// A move: a cell, a choice of the swap2 opening, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

impl Move {
    /// Swap2: who chooses plays White.
    pub const WHITE: Move = Move(MOST_CELLS as u16);
    /// Swap2: who chooses plays Black.
    pub const BLACK: Move = Move(MOST_CELLS as u16 + 1);
    /// Swap2: who chooses places two more stones, and lets the other choose.
    pub const MORE: Move = Move(MOST_CELLS as u16 + 2);
    /// Renju: Black has only forbidden points left.
    pub const PASS: Move = Move(MOST_CELLS as u16 + 3);

    const fn to(cell: usize) -> Move {
        Move(cell as u16)
    }

    /// The cell of a stone, counted row by row from the top left.
    #[inline]
    pub fn cell(self) -> Option<usize> {
        let cell = usize::from(self.0);
        (cell < MOST_CELLS).then_some(cell)
    }
}

/// What [`undo`](Position::undo) needs: what a move may change beside the stones.
#[derive(Debug)]
pub struct Undo {
    winner: Option<Colour>,
    phase: Phase,
    swapped: bool,
    changes: Changes,
}

/// A position of Gomoku. Moves are generated row by row from the top left: those first that stop a
/// five or an open four, then those near a stone, then the rest. So the first of several equal
/// moves is one that looks sensible.
#[derive(Clone)]
pub struct Gomoku {
    setup: Setup,
    geometry: &'static Geometry,
    shapes: &'static Shapes,
    judgements: [&'static Judgements; 2],
    lines: Lines,
    /// Cells without a stone.
    empty: Bits,
    /// How many of them there are.
    left: usize,
    /// The colour of the next stone.
    next: Colour,
    winner: Option<Colour>,
    phase: Phase,
    /// The player who moved first plays White.
    swapped: bool,
    /// Of the stones alone.
    key: u64,
    /// What a stone on an empty cell would make of the lines through it: a byte for each direction,
    /// Black's shape in its lower four bits. A cell with a stone keeps what it had when the stone
    /// came: that is true again when it goes.
    made: [u32; MOST_CELLS],
    /// The same judged, for either colour.
    judged: [[Judgement; 2]; MOST_CELLS],
    /// What all empty cells are worth to either colour.
    scores: [i32; 2],
    /// How near the stones of either colour are to the centre, all together.
    central: [i32; 2],
    /// The empty cells of each class but the quiet ones, for either colour.
    sets: [[Bits; Class::COUNT]; 2],
}

impl Gomoku {
    /// An empty board with these parameters.
    fn with(params: &Params) -> Gomoku {
        Gomoku::start(Setup::of(params))
    }

    fn start(setup: Setup) -> Gomoku {
        let geometry = Geometry::of(setup.size);
        let mut position = Gomoku {
            setup,
            geometry,
            shapes: Shapes::of(setup.rule),
            judgements: Colour::BOTH.map(|colour| judgements(setup.rule, colour)),
            lines: Lines::empty(geometry),
            empty: Bits::first(setup.cells()),
            left: setup.cells(),
            next: Colour::Black,
            winner: None,
            phase: if setup.swap2 { Phase::Open } else { Phase::Play },
            swapped: false,
            key: 0,
            made: [0; MOST_CELLS],
            judged: [[Judgement::NOTHING; 2]; MOST_CELLS],
            scores: [0; 2],
            central: [0; 2],
            sets: [[Bits::NONE; Class::COUNT]; 2],
        };
        for cell in 0..setup.cells() {
            for direction in 0..DIRECTIONS {
                let window = position.lines.through(geometry, cell, direction).window(0);
                let both = position.shapes.both(window);
                position.note(cell, direction, both, &mut Changes::since([0; 2]));
            }
        }
        position
    }

    #[inline]
    fn side(&self) -> usize {
        self.setup.side()
    }

    /// Who has a stone on a cell.
    fn owner(&self, cell: usize) -> Option<Colour> {
        self.lines.owner(self.geometry, cell)
    }

    /// Stones on the board.
    fn stones(&self) -> u32 {
        (self.setup.cells() - self.left) as u32
    }

    /// The player of a colour; while the opening lasts, the first player's stones are Black's.
    #[inline]
    fn seat(&self, colour: Colour) -> Player {
        if (colour == Colour::Black) != self.swapped { Player::First } else { Player::Second }
    }

    /// The cells of a class for a colour.
    #[inline]
    fn set(&self, colour: Colour, class: Class) -> &Bits {
        &self.sets[colour.index()][class as usize]
    }

    #[inline]
    fn code(&self, colour: Colour, cell: usize) -> Code {
        code_of(self.made[cell % MOST_CELLS], colour.index())
    }

    #[inline]
    fn class(&self, colour: Colour, cell: usize) -> Class {
        self.judged[cell % MOST_CELLS][colour.index()].class()
    }

    /// Whether there is a cell that a row of five of this colour may still pass.
    fn has_rows(&self, colour: Colour) -> bool {
        self.empty.cells().any(|cell| self.code(colour, cell) != 0)
    }

    /// How promising an empty cell is to both colours together.
    #[inline]
    fn promise(&self, cell: usize) -> i32 {
        let [black, white] = self.judged[cell % MOST_CELLS];
        black.promise() + white.promise()
    }

    /// Whether fouls matter for this colour.
    #[inline]
    fn is_bound(&self, colour: Colour) -> bool {
        self.setup.rule == Rule::Renju && colour == Colour::Black
    }

    /// Why the next stone may not be placed on an empty cell.
    pub fn foul(&self, cell: usize) -> Option<Foul> {
        if !self.is_bound(self.next) || self.phase != Phase::Play {
            return None;
        }
        match self.class(Colour::Black, cell) {
            Class::Suspect | Class::Foul => self.referee().foul(cell),
            _ => None,
        }
    }

    fn referee(&self) -> Referee<'static> {
        Referee::new(self.geometry, self.shapes, &self.lines)
    }

    /// The empty cells where the next stone may be placed.
    fn open_cells(&self) -> Bits {
        let mut open = self.empty;
        if !self.is_bound(self.next) {
            return open;
        }
        open = open.without(self.set(Colour::Black, Class::Foul));
        let suspects = self.set(Colour::Black, Class::Suspect);
        if !suspects.is_empty() {
            let mut referee = self.referee();
            for cell in suspects.cells() {
                if referee.foul(cell).is_some() {
                    open.remove(cell);
                }
            }
        }
        open
    }

    /// Cells parted in the order in which they are generated as moves.
    fn in_order(&self, cells: &Bits) -> [Bits; 3] {
        let [fives, fours] = [Class::Five, Class::OpenFour]
            .map(|class| cells.both(self.set(self.next.other(), class)));
        let stops = if fives.is_empty() { fours } else { fives };
        let rest = cells.without(&stops);
        let stones = Bits::first(self.setup.cells()).without(&self.empty);
        let near = rest.both(&self.geometry.near(&stones));
        [stops, near, rest.without(&near)]
    }

    /// Places a stone of the next colour, whether that is legal or not; says what to give to
    /// [`lift`](Gomoku::lift).
    #[inline]
    fn place(&mut self, cell: usize) -> Changes {
        let colour = self.next;
        if self.class(colour, cell) == Class::Five && self.winner.is_none() {
            self.winner = Some(colour);
        }
        let mut changes = Changes::since(self.scores);
        self.leave(cell);
        self.empty.remove(cell);
        self.left -= 1;
        self.central[colour.index()] += i32::from(self.geometry.central[cell % MOST_CELLS]);
        self.lines.flip(self.geometry, cell, colour);
        self.key ^= stone_key(cell, colour);
        self.review(cell, &mut changes);
        self.next = colour.other();
        changes
    }

    /// Takes the stone away that was placed last, with the changes that it made; the winner is not
    /// looked at.
    fn lift(&mut self, cell: usize, changes: &Changes) {
        let colour = self.next.other();
        self.next = colour;
        self.lines.flip(self.geometry, cell, colour);
        self.key ^= stone_key(cell, colour);
        self.empty.insert(cell);
        self.left += 1;
        self.central[colour.index()] -= i32::from(self.geometry.central[cell % MOST_CELLS]);
        for change in changes.of.iter().take(changes.count) {
            self.restore(change);
        }
        self.scores = changes.scores;
        for (colour, judgement) in self.judged[cell % MOST_CELLS].into_iter().enumerate() {
            if judgement.class() != Class::Quiet {
                self.sets[colour][judgement.class() as usize].insert(cell);
            }
        }
    }

    /// An empty cell is again what it was.
    #[inline]
    fn restore(&mut self, change: &Change) {
        let cell = usize::from(change.cell);
        self.made[cell % MOST_CELLS] = change.made;
        let is = core::mem::replace(&mut self.judged[cell % MOST_CELLS], change.judged);
        if is == change.judged {
            return;
        }
        for (colour, (is, was)) in is.into_iter().zip(change.judged).enumerate() {
            self.reclass(cell, colour, is.class(), was.class());
        }
    }

    /// Moves an empty cell from one set to another.
    #[inline]
    fn reclass(&mut self, cell: usize, colour: usize, from: Class, to: Class) {
        if from != to {
            self.sets[colour][from as usize].remove(cell);
            if to != Class::Quiet {
                self.sets[colour][to as usize].insert(cell);
            }
        }
    }

    /// Looks anew at the empty cells in reach of one that has changed. On each side of it the walk
    /// ends behind the first two stones of different colour, or at the edge: no row of either
    /// colour comes from beyond.
    #[inline]
    fn review(&mut self, cell: usize, changes: &mut Changes) {
        for direction in 0..DIRECTIONS {
            let line = self.lines.through(self.geometry, cell, direction);
            let step = self.geometry.steps[direction];
            for way in [-1, 1] {
                let mut seen = 0;
                for steps in (1..=REACH as isize).map(|steps| steps * way) {
                    let state = line.state(steps);
                    if state == EMPTY {
                        let near = (cell as isize + steps * step) as usize;
                        let both = self.shapes.both(line.window(steps));
                        self.note(near, direction, both, changes);
                        continue;
                    }
                    seen |= state;
                    if seen == stone(Colour::Black) | stone(Colour::White) {
                        break;
                    }
                }
            }
        }
    }

    /// Keeps what an empty cell's shapes in one direction have become.
    #[inline]
    fn note(&mut self, cell: usize, direction: usize, both: u8, changes: &mut Changes) {
        let (old, shift) = (self.made[cell % MOST_CELLS], 8 * direction);
        let new = old & !(0xff << shift) | u32::from(both) << shift;
        if old == new {
            return;
        }
        let judged = self.judged[cell % MOST_CELLS];
        changes.add(Change { cell: cell as u16, judged, made: old });
        self.made[cell % MOST_CELLS] = new;
        for (colour, was) in judged.into_iter().enumerate() {
            if (old ^ new) >> (shift + 4 * colour) & 15 == 0 {
                continue;
            }
            let is = self.judgements[colour][usize::from(code_of(new, colour))];
            self.judged[cell % MOST_CELLS][colour] = is;
            self.scores[colour] += i32::from(is.worth()) - i32::from(was.worth());
            self.reclass(cell, colour, was.class(), is.class());
        }
    }

    /// A cell is no longer empty: it counts for nobody.
    fn leave(&mut self, cell: usize) {
        for (colour, judgement) in self.judged[cell % MOST_CELLS].into_iter().enumerate() {
            self.scores[colour] -= i32::from(judgement.worth());
            self.sets[colour][judgement.class() as usize].remove(cell);
        }
    }

    /// The part of the key that the stones make.
    fn key_of_stones(&self) -> u64 {
        self.key
    }
}

/// What an empty cell had before a stone came near it.
#[derive(Clone, Copy, Debug)]
struct Change {
    cell: u16,
    judged: [Judgement; 2],
    made: u32,
}

/// What a stone has changed, so that it need not be found out again when the stone goes.
#[derive(Debug)]
struct Changes {
    scores: [i32; 2],
    count: usize,
    of: [Change; Changes::MOST],
}

impl Changes {
    /// As many cells are in reach of a stone.
    const MOST: usize = 2 * REACH * DIRECTIONS;

    /// Nothing yet.
    #[inline]
    fn since(scores: [i32; 2]) -> Changes {
        let nothing = Change { cell: 0, judged: [Judgement::NOTHING; 2], made: 0 };
        Changes { scores, count: 0, of: [nothing; Changes::MOST] }
    }

    #[inline]
    fn add(&mut self, change: Change) {
        if let Some(free) = self.of.get_mut(self.count) {
            *free = change;
            self.count += 1;
        }
    }
}

/// The four shapes of one colour: every other half byte.
#[inline]
fn code_of(made: u32, colour: usize) -> Code {
    let spread = made >> (4 * colour) & 0x0f0f_0f0f;
    let pairs = (spread | spread >> 4) & 0x00ff_00ff;
    (pairs | pairs >> 8) as Code
}

#[inline]
fn stone_key(cell: usize, colour: Colour) -> u64 {
    mix((cell as u64 + 1) << 1 | colour as u64)
}

impl Default for Gomoku {
    /// Freestyle on 15 by 15.
    fn default() -> Gomoku {
        Gomoku::start(Setup { size: 15, rule: Rule::Freestyle, swap2: false })
    }
}

/// What the rest of the game hangs on; the rest follows from it.
impl PartialEq for Gomoku {
    fn eq(&self, other: &Gomoku) -> bool {
        self.setup == other.setup
            && self.lines == other.lines
            && self.next == other.next
            && self.winner == other.winner
            && self.phase == other.phase
            && self.swapped == other.swapped
    }
}

impl Eq for Gomoku {}

impl core::fmt::Debug for Gomoku {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Gomoku({self})")
    }
}

impl Position for Gomoku {
    type Move = Move;
    type Undo = Undo;
    /// In the swap2 opening one player places several stones.
    const ALTERNATES: bool = false;

    #[inline]
    fn turn(&self) -> Player {
        match self.phase {
            Phase::Open | Phase::ChooseAgain => Player::First,
            Phase::Choose | Phase::More => Player::Second,
            Phase::Play => self.seat(self.next),
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.outcome().is_some() {
            return;
        }
        match self.phase {
            Phase::Choose => out.extend([Move::WHITE, Move::BLACK, Move::MORE]),
            Phase::ChooseAgain => out.extend([Move::WHITE, Move::BLACK]),
            Phase::Open | Phase::More => out.extend(self.empty.cells().map(Move::to)),
            Phase::Play => {
                let before = out.len();
                for part in self.in_order(&self.open_cells()) {
                    out.extend(part.cells().map(Move::to));
                }
                if out.len() == before {
                    out.push(Move::PASS);
                }
            }
        }
    }

    fn count(&self) -> Option<usize> {
        let playing = self.phase == Phase::Play && self.outcome().is_none();
        playing.then(|| {
            if self.is_bound(self.next) { self.open_cells().count() as usize } else { self.left }
        })
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.winner {
            Some(colour) => Some(Outcome::Win(self.seat(colour))),
            None => (self.left == 0).then_some(Outcome::Draw),
        }
    }

    #[inline]
    fn play(&mut self, m: Move) -> Undo {
        let (winner, phase, swapped) = (self.winner, self.phase, self.swapped);
        let changes = match m.cell() {
            Some(cell) => {
                let changes = self.place(cell);
                if self.phase != Phase::Play {
                    self.phase = self.phase.after_stone(self.stones());
                }
                changes
            }
            None => {
                self.choose(m);
                Changes::since(self.scores)
            }
        };
        Undo { winner, phase, swapped, changes }
    }

    #[inline]
    fn undo(&mut self, m: Move, undo: Undo) {
        match m.cell() {
            Some(cell) => self.lift(cell, &undo.changes),
            None if m == Move::PASS => self.next = self.next.other(),
            None => {}
        }
        (self.winner, self.phase, self.swapped) = (undo.winner, undo.phase, undo.swapped);
    }

    #[inline]
    fn key(&self) -> u64 {
        let rest = (self.phase as u64) << 2 | u64::from(self.swapped) << 1 | self.next as u64;
        // Above all stones' numbers.
        self.key ^ mix(rest + 0x1_0000)
    }
}
