//! Gomoku as people and programs meet it.

use core::fmt;

use outplay::{
    Alias, Evaluator, FileFormat, Game, Info, InputError, Kind, Parameter, Params, Player,
    Position, Theory, Transcript, View, quote,
};

use super::opening::Phase;
use super::setup::{Colour, Rule, Setup};
use super::{Gomoku, Judge, Move, files, notation, threats};
use crate::grid::{self, Grid};

pub(super) const INFO: Info = Info {
    id: "gomoku",
    name: "Gomoku",
    name_zh: "五子棋",
    summary: "Place stones in turn; who first has five in a row, in any direction, wins. By the \
              rules of renju Black may not make an overline, a double four or a double three.",
    summary_zh: "双方轮流落子，先在任一方向连成五子者胜。连珠规则下黑方不得走长连、四四、三三禁手。",
    players: ["x", "o"],
    parameters: &[
        Parameter {
            name: "size",
            help: "rows and columns of the board",
            kind: Kind::Integer {
                default: 15,
                least: Setup::SMALLEST as i64,
                most: Setup::LARGEST as i64,
            },
        },
        Parameter {
            name: "rule",
            help: "what wins: five or more (freestyle), exactly five (standard), exactly five for \
                   Black, who has forbidden points (renju), five or more not shut in at both ends \
                   (caro)",
            kind: Kind::Choice { default: "freestyle", among: Rule::NAMES },
        },
        Parameter {
            name: "opening",
            help: "swap2: the first player places three stones, the second chooses a colour or \
                   places two more",
            kind: Kind::Choice { default: "none", among: &["none", "swap2"] },
        },
    ],
    aliases: &[Alias { id: "renju", name: "Renju", name_zh: "连珠", sets: "rule=renju" }],
    move_notation: "a cell: column letter, row number from the bottom (h8); white, black or more in \
                    the swap2 opening; pass where Black has only forbidden points",
    position_notation: "rows from the top joined by /, numbers for empty cells, then the side to \
                        move (x is Black), then open, choose, more, choose2 or swapped in a game \
                        with the swap2 opening; or the moves from the start as one word (h8h9i8)",
    formats: &[
        FileFormat { id: "txt", name: "moves as one word", extension: "txt", writes: true },
        FileFormat { id: "psq", name: "Piskvork game", extension: "psq", writes: true },
    ],
    evaluator: "what a stone on each empty cell would make (two, three, four, open or not) for both \
                sides, and who is to move; forced wins by fours",
    perft: &[(1, 225), (2, 50_400), (3, 11_239_200)],
    depth: 3,
    ..Info::NONE
};

/// With the swap2 opening a player is not a colour.
static SWAP2: Info = Info { players: ["first", "second"], ..INFO };

/// A position without the word of the opening, and that word with its place.
type Staged<'t> = (&'t str, Option<(&'t str, usize)>);

/// Behind a position whose colours are swapped.
const SWAPPED: &str = "swapped";
const PHASES: [Phase; 4] = [Phase::Open, Phase::Choose, Phase::More, Phase::ChooseAgain];

impl Gomoku {
    /// Reads rows of stones, the side to move and the word of the opening.
    fn read_rows(&self, text: &str) -> Result<Gomoku, InputError> {
        let (board, stage) = self.split_stage(text)?;
        let grid = grid::read(board, self.side(), self.side())?;
        let mut position = self.set_up(&grid);
        position.check_rows(&grid)?;
        let Some((word, place)) = stage else { return Ok(position) };
        if word == SWAPPED {
            position.swapped = true;
            return Ok(position);
        }
        let phase = PHASES.into_iter().find(|phase| phase.word() == word).unwrap_or(Phase::Play);
        position.phase = phase;
        let stones = position.stones();
        let turns = if stones.is_multiple_of(2) { Colour::Black } else { Colour::White };
        if phase.fits(stones) && turns == position.next && position.tempo() == 0 {
            return Ok(position);
        }
        let what = format!("{} does not fit {stones} stones with this side to move", quote(word));
        Err(InputError::new(what)
            .at(place)
            .hint("open has up to 2 stones, choose 3, more 3 or 4, choose2 5; x and o take turns"))
    }

    /// Takes the word of the opening, with its place, from the end of a position.
    fn split_stage<'t>(&self, text: &'t str) -> Result<Staged<'t>, InputError> {
        let whole = (text, None);
        let mut words = text.split_whitespace();
        let (Some(_), Some(_), Some(word), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Ok(whole);
        };
        if word != SWAPPED && !PHASES.iter().any(|phase| phase.word() == word) {
            return Ok(whole);
        }
        let start = text.trim_end().len() - word.len();
        let place = text[..start].chars().count();
        if self.setup.swap2 {
            return Ok((&text[..start], Some((word, place))));
        }
        let what = format!("{} belongs to the swap2 opening", quote(word));
        Err(InputError::new(what).at(place).hint("this game has none: leave the word out"))
    }

    fn set_up(&self, grid: &Grid) -> Gomoku {
        let mut position = Gomoku::start(self.setup);
        position.phase = Phase::Play;
        for (cell, owner) in grid.cells.iter().enumerate() {
            let Some(owner) = owner else { continue };
            position.next = colour_of(*owner);
            position.place(cell);
        }
        position.winner = None;
        position.next = colour_of(grid.turn);
        position
    }

    /// By how many stones Black is ahead of taking turns. Studies may be out of balance as they
    /// like, the opening may not.
    fn tempo(&self) -> i64 {
        let count = |colour| {
            (0..self.setup.cells()).filter(|&cell| self.owner(cell) == Some(colour)).count() as i64
        };
        count(Colour::Black) - count(Colour::White) - i64::from(self.next == Colour::White)
    }

    /// Notes who has won; refuses two winners, and one who is to move.
    fn check_rows(&mut self, grid: &Grid) -> Result<(), InputError> {
        let [black, white] = Colour::BOTH.map(|colour| !self.winning_cells(colour).is_empty());
        if black && white {
            return Err(InputError::new("x and o both have five in a row")
                .hint("the game ends with the first such row"));
        }
        let winner = match (black, white) {
            (true, _) => Colour::Black,
            (_, true) => Colour::White,
            _ => return Ok(()),
        };
        if winner == self.next {
            let [owner, next] = [winner, winner.other()].map(letter);
            return Err(InputError::new(format!(
                "{owner} has five in a row, which ended the game with {owner}'s move"
            ))
            .at(grid.turn_place)
            .hint(format!("the side to move is {next}")));
        }
        self.winner = Some(winner);
        Ok(())
    }

    /// Why a cell can't be played; the game goes on.
    pub(super) fn refusal(&self, cell: usize, text: &str) -> Option<InputError> {
        if let Some(owner) = self.owner(cell) {
            let what = format!("{} is taken by {}", quote(text), letter(owner));
            return Some(InputError::new(what).hint("choose an empty cell"));
        }
        let foul = self.foul(cell)?;
        let what = format!("Black may not make {} there", foul.name());
        Some(InputError::new(format!("{}: {what}", quote(text))).hint("choose another cell"))
    }

    /// What may be written here instead of a cell.
    fn read_word(&self, word: &str, m: Move) -> Result<Move, InputError> {
        let mut moves = vec![];
        if !matches!(self.phase, Phase::Open | Phase::More) {
            self.moves(&mut moves);
        }
        if moves.contains(&m) {
            return Ok(m);
        }
        let error = InputError::new(format!("{} is not a legal move here", quote(word)));
        Err(error.hint(match self.phase {
            Phase::Choose => "choose white, black or more",
            Phase::ChooseAgain => "choose white or black",
            _ if m == Move::PASS => "Black passes only if every cell left is forbidden",
            _ => "place a stone: a letter and a number",
        }))
    }
}

/// The colour that a letter of a position stands for.
fn colour_of(owner: Player) -> Colour {
    match owner {
        Player::First => Colour::Black,
        Player::Second => Colour::White,
    }
}

/// The letter that stands for a colour.
pub(super) fn letter(colour: Colour) -> char {
    grid::stone(letter_owner(colour))
}

/// The player whose letter stands for a colour.
pub(super) const fn letter_owner(colour: Colour) -> Player {
    match colour {
        Colour::Black => Player::First,
        Colour::White => Player::Second,
    }
}

impl fmt::Display for Gomoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = |cell| self.owner(cell).map(letter_owner);
        grid::write(f, self.side(), self.side(), owner, letter_owner(self.next))?;
        match self.phase {
            Phase::Play if self.swapped => write!(f, " {SWAPPED}"),
            Phase::Play => Ok(()),
            phase => write!(f, " {}", phase.word()),
        }
    }
}

impl Game for Gomoku {
    const INFO: Info = INFO;

    fn info(&self) -> &'static Info {
        if self.setup.swap2 { &SWAP2 } else { const { &INFO } }
    }

    fn write(&self, m: Move) -> String {
        match m.cell() {
            Some(cell) => grid::cell_name(cell, self.side(), self.side()),
            None => notation::word(m).to_owned(),
        }
    }

    fn parse(&self, text: &str) -> Result<Gomoku, InputError> {
        if text.trim().is_empty() {
            return Err(InputError::new("the position is empty")
                .hint("write the moves from the start, like h8h9, or rows and the side to move"));
        }
        if text.contains('/') || text.trim().starts_with(|c: char| !c.is_ascii_alphabetic()) {
            return self.read_rows(text);
        }
        let start = Gomoku::start(self.setup);
        let moves = notation::read_moves(&start, text)?;
        Ok(notation::follow(&start, &moves))
    }

    fn evaluator(&self) -> impl Evaluator<Gomoku> {
        Judge::new()
    }

    fn new(params: &Params) -> Result<Gomoku, InputError> {
        Ok(Gomoku::with(params))
    }

    fn read(&self, text: &str) -> Result<Move, InputError> {
        let wanted = text.trim();
        if let Some(outcome) = self.outcome() {
            let what = format!("{} can't be played", quote(wanted));
            return Err(InputError::new(what).hint(format!("the game is over: {outcome}")));
        }
        if let Some(m) = notation::read_word(wanted) {
            return self.read_word(wanted, m);
        }
        if matches!(self.phase, Phase::Choose | Phase::ChooseAgain) {
            return self.read_word(wanted, Move::PASS);
        }
        let cell = grid::read_cell(text, self.side(), self.side())?;
        match self.refusal(cell, wanted) {
            Some(error) => Err(error),
            None => Ok(Move::to(cell)),
        }
    }

    fn read_file(&self, format: &str, text: &str) -> Result<Vec<Transcript>, InputError> {
        files::read(self, format, text)
    }

    fn write_file(&self, format: &str, games: &[Transcript]) -> Result<String, InputError> {
        files::write(self, format, games)
    }

    fn view(&self) -> View {
        self.picture()
    }

    fn clicks(&self, m: Move) -> Vec<usize> {
        m.cell().into_iter().collect()
    }

    fn theory(&self) -> Option<Theory<Move>> {
        threats::theory(self)
    }
}
