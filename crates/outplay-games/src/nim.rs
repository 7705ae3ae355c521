//! Nim: heaps of objects; a move takes any number from one heap. Normally who takes the last
//! object wins; in misère play that player loses.
//!
//! The game is solved by theory for heaps of any size ([`Nim::theory`](outplay::Game::theory)).
//! The evaluator knows nothing of it, so that the game shows what searches can do.

use core::fmt;

use outplay::{
    Entry, Evaluator, Game, Info, InputError, Kind, Outcome, Parameter, Params, Player, Position,
    Score, Style, Theory, View, mix, quote,
};

/// Opens the game by name.
pub const ENTRY: Entry = Entry::of::<Nim>();

/// The most heaps.
pub const MAX_HEAPS: usize = 64;
/// The most objects in all heaps together: as many moves can a position have.
pub const MAX_OBJECTS: u32 = 1_000_000;

/// Heaps of objects, and who is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nim {
    /// Empty heaps keep their place, so that the others keep their numbers.
    heaps: Vec<u32>,
    /// Objects in all heaps.
    left: u32,
    turn: Player,
    misere: bool,
    /// Of heaps, turn and rule; updated move by move.
    key: u64,
}

/// Takes objects from a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Take {
    /// The heap, from 0.
    pub heap: u32,
    /// How many, at least 1.
    pub count: u32,
}

impl Nim {
    fn with(heaps: Vec<u32>, turn: Player, misere: bool) -> Nim {
        let left = heaps.iter().sum();
        let heap_keys = heaps.iter().zip(0..).map(|(&size, heap)| heap_key(heap, size));
        let key = heap_keys.fold(u64::from(misere), |key, heap| key ^ heap) ^ turn_key(turn);
        Nim { heaps, left, turn, misere, key }
    }

    fn resize(&mut self, heap: u32, size: u32) {
        let old = core::mem::replace(&mut self.heaps[heap as usize], size);
        self.key ^= heap_key(heap, old) ^ heap_key(heap, size);
        self.left = self.left - old + size;
        self.key ^= turn_key(self.turn) ^ turn_key(!self.turn);
        self.turn = !self.turn;
    }

    /// Whether the side to move wins: it can leave an XOR of 0 (Bouton, "Nim, a game with a
    /// complete mathematical theory", 1901). In misère play that holds as long as there is a heap
    /// of more than one; among heaps of one, who finds an even number of them wins.
    fn is_won(&self) -> bool {
        let xor = self.heaps.iter().fold(0, |xor, size| xor ^ size);
        let ones_only = self.heaps.iter().all(|&size| size <= 1);
        if self.misere && ones_only { xor == 0 } else { xor != 0 }
    }

    /// The only move in this heap that can win: where theory says so, it does.
    fn candidate(&self, heap: usize) -> Option<Take> {
        let size = self.heaps[heap];
        let others = self.heaps.iter().fold(size, |xor, size| xor ^ size);
        let ones_left = self.heaps.iter().zip(0..).all(|(&size, at)| at == heap || size <= 1);
        // A misère player who leaves only heaps of one leaves an odd number of them.
        let target = if self.misere && ones_left { others ^ 1 } else { others };
        (target < size).then(|| Take { heap: heap as u32, count: size - target })
    }

    fn nonempty(&self) -> u32 {
        self.heaps.iter().filter(|&&size| size > 0).count() as u32
    }
}

fn heap_key(heap: u32, size: u32) -> u64 {
    mix(u64::from(heap + 1) << 32 | u64::from(size))
}

fn turn_key(turn: Player) -> u64 {
    if turn == Player::First { 0 } else { mix(0x006e_696d) }
}

/// Three heaps of 3, 4 and 5.
impl Default for Nim {
    fn default() -> Nim {
        Nim::with(vec![3, 4, 5], Player::First, false)
    }
}

impl Position for Nim {
    type Move = Take;
    type Undo = ();
    const ALTERNATES: bool = true;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut Vec<Take>) {
        for (&size, heap) in self.heaps.iter().zip(0..) {
            out.extend((1..=size).map(|count| Take { heap, count }));
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        // The opponent has just taken the last object.
        let winner = if self.misere { self.turn } else { !self.turn };
        (self.left == 0).then_some(Outcome::Win(winner))
    }

    fn play(&mut self, Take { heap, count }: Take) {
        self.resize(heap, self.heaps[heap as usize] - count);
    }

    fn undo(&mut self, Take { heap, count }: Take, (): ()) {
        self.resize(heap, self.heaps[heap as usize] + count);
    }

    fn key(&self) -> u64 {
        self.key
    }
}

/// Knows no theory: every unfinished position is worth 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blank;

impl Evaluator<Nim> for Blank {
    const SLOTS: usize = 1 << 16;

    fn evaluate(&mut self, _: &Nim) -> Score {
        Score::DRAW
    }

    /// Large bites first: they leave the smallest games to look at.
    fn rank(&self, _: &Nim, m: Take) -> i32 {
        m.count as i32
    }

    fn slot(&self, _: &Nim, m: Take) -> usize {
        m.heap as usize * 1024 + m.count as usize % 1024
    }

    /// The game lasts a move for each heap at least, and it is known which player ends a game of
    /// an even number of moves.
    fn bounds(&self, nim: &Nim) -> (Score, Score) {
        let shortest = nim.nonempty();
        let (odd, even) = (shortest | 1, shortest.next_multiple_of(2));
        if nim.misere {
            (Score::loss_in(odd), Score::win_in(even))
        } else {
            (Score::loss_in(even), Score::win_in(odd))
        }
    }

    /// Of equal heaps only the first.
    fn candidates(&self, nim: &Nim, out: &mut Vec<Take>) {
        for (&size, heap) in nim.heaps.iter().zip(0..) {
            if !nim.heaps[..heap as usize].contains(&size) {
                out.extend((1..=size).map(|count| Take { heap, count }));
            }
        }
    }

    /// The same for all orders of the heaps, and for both players: each side has the same moves.
    fn canonical_key(&self, nim: &Nim) -> u64 {
        let nonempty = nim.heaps.iter().filter(|&&size| size > 0);
        mix(nonempty
            .fold(u64::from(nim.misere), |sum, &size| sum.wrapping_add(mix(u64::from(size)))))
    }
}

impl Game for Nim {
    const INFO: Info = Info {
        id: "nim",
        name: "Nim",
        name_zh: "尼姆",
        summary: "Take any number of objects from one heap. Who takes the last object wins, or \
                  loses in misère play.",
        summary_zh: "每次从一堆中取走任意多个。取走最后一个者胜；反常规则（misère）下则负。",
        parameters: &[Parameter {
            name: "misere",
            help: "who takes the last object loses",
            kind: Kind::FLAG,
        }],
        move_notation: "heap:count, such as 2:3 for three objects from the second heap",
        position_notation: "the heaps, such as 3 4 5; then second if the second player is to move",
        evaluator: "nothing: every unfinished position is worth 0",
        perft: &[(1, 12), (2, 113), (3, 810), (4, 4338), (5, 17496)],
        depth: 12,
        ..Info::NONE
    };

    fn new(params: &Params) -> Result<Nim, InputError> {
        Ok(Nim::with(vec![3, 4, 5], Player::First, params.flag("misere")))
    }

    fn write(&self, m: Take) -> String {
        format!("{}:{}", m.heap + 1, m.count)
    }

    fn read(&self, text: &str) -> Result<Take, InputError> {
        let wrong = |hint: String| {
            Err(InputError::new(format!("{} is not a legal move", quote(text))).hint(hint))
        };
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let parts = text.split_once(':').map(|(heap, count)| (number(heap), number(count)));
        let Some((Some(heap), Some(count))) = parts else {
            return wrong("write heap:count, such as 2:3".to_owned());
        };
        let size = heap.checked_sub(1).and_then(|heap| self.heaps.get(heap as usize));
        match size {
            None => wrong(format!("heaps are 1 to {}", self.heaps.len())),
            Some(0) => wrong(format!("heap {heap} is empty")),
            Some(1) if count != 1 => wrong(format!("from heap {heap} 1 can be taken")),
            Some(size) if !(1..=*size).contains(&count) => {
                wrong(format!("from heap {heap} 1 to {size} can be taken"))
            }
            Some(_) => Ok(Take { heap: heap - 1, count }),
        }
    }

    fn parse(&self, text: &str) -> Result<Nim, InputError> {
        let (mut heaps, mut turn) = (vec![], None);
        let mut room = MAX_OBJECTS;
        for (word, place) in words(text) {
            if turn.is_some() {
                let what = format!("{} follows the side to move", quote(word));
                return Err(InputError::new(what).at(place).hint("first or second comes last"));
            }
            turn = match word {
                "first" => Some(Player::First),
                "second" => Some(Player::Second),
                _ => None,
            };
            if turn.is_none() {
                let size = heap(word, room).map_err(|error| error.at(place))?;
                room -= size;
                heaps.push(size);
            }
            if heaps.len() > MAX_HEAPS {
                return Err(InputError::new("there are too many heaps")
                    .at(place)
                    .hint(format!("at most {MAX_HEAPS}")));
            }
        }
        if heaps.is_empty() {
            return Err(InputError::new("there are no heaps").hint("write them such as 3 4 5"));
        }
        Ok(Nim::with(heaps, turn.unwrap_or(Player::First), self.misere))
    }

    fn evaluator(&self) -> impl Evaluator<Nim> {
        Blank
    }

    /// A row for each heap.
    fn view(&self) -> View {
        let mut view = View::grid(Style::Holes, 1, self.heaps.len());
        view.column_labels.clear();
        view.row_labels.reverse();
        for (cell, size) in self.heaps.iter().enumerate() {
            view.put(cell, size.to_string(), None);
        }
        let verb = if self.misere { "loses" } else { "wins" };
        view.captions.push(format!("who takes the last object {verb}"));
        view
    }

    /// The heap: it does not say how many are taken.
    fn clicks(&self, m: Take) -> Vec<usize> {
        vec![m.heap as usize]
    }

    /// Who wins by XOR, for heaps of any size. The best move in a lost position is to take one
    /// object, which keeps the game long.
    fn theory(&self) -> Option<Theory<Take>> {
        let won = self.is_won();
        let winning = || (0..self.heaps.len()).find_map(|heap| self.candidate(heap));
        let first = || {
            let heap = self.heaps.iter().position(|&size| size > 0)?;
            Some(Take { heap: heap as u32, count: 1 })
        };
        let best = if won { winning().or_else(first) } else { first() };
        Some(Theory {
            winner: Some(if won { self.turn } else { !self.turn }),
            plies: self.left,
            best: best?,
            line: vec![],
            name: "Sprague-Grundy",
        })
    }
}

/// Reads the size of a heap, at most `room`.
fn heap(word: &str, room: u32) -> Result<u32, InputError> {
    if word.bytes().any(|b| !b.is_ascii_digit()) {
        return Err(InputError::new(format!("{} is not a heap", quote(word)))
            .hint("write heaps as numbers, such as 3 4 5"));
    }
    word.parse().ok().filter(|&size| size <= room).ok_or_else(|| {
        InputError::new(format!("heap {} is too large", quote(word)))
            .hint(format!("at most {MAX_OBJECTS} objects in all"))
    })
}

/// The words of a text, separated by blanks or commas, each with its place in characters.
fn words(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    let mut place = 0;
    text.split_inclusive(is_gap).filter_map(move |piece| {
        let start = place;
        place += piece.chars().count();
        let word = piece.trim_end_matches(is_gap);
        (!word.is_empty()).then_some((word, start))
    })
}

/// The heaps; the side to move only if it is the second.
impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, size) in self.heaps.iter().enumerate() {
            let gap = if at == 0 { "" } else { " " };
            write!(f, "{gap}{size}")?;
        }
        match self.turn {
            Player::First => Ok(()),
            Player::Second => f.write_str(" second"),
        }
    }
}

#[cfg(test)]
mod tests;
