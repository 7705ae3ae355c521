//! Go as people and programs meet it.

use core::fmt;

use outplay::{
    Alias, Evaluator, FileFormat, Game, Info, InputError, Kind, Parameter, Params, Player,
    Position, Style, Transcript, View, quote,
};

use super::board::{BLACK, Board, EMPTY, LARGEST, Point, WHITE};
use super::evaluator::Influence;
use super::{Go, Move, file, write};
use crate::grid;

/// The largest komi either way, in half points: more than any board can make up for.
const MOST_KOMI: i64 = 2 * (LARGEST * LARGEST) as i64;
/// The most moves that a position may be given by.
pub(super) const MOST_MOVES: usize = 10_000;

pub(super) const INFO: Info = Info {
    id: "go",
    name: "Go",
    name_zh: "围棋",
    summary: "Place stones in turn; chains without liberties are captured. After two passes in a \
              row, who has the larger area of stones and surrounded points wins.",
    summary_zh: "双方轮流落子，无气之子被提。双方接连弃权后终局，子与所围空点合计多者胜（数子法）。",
    players: ["black", "white"],
    parameters: &[
        Parameter {
            name: "size",
            help: "rows of the board",
            kind: Kind::Integer { default: 9, least: 2, most: LARGEST as i64 },
        },
        Parameter {
            name: "komi",
            help: "points for White",
            kind: Kind::Halves { default: 15, least: -MOST_KOMI, most: MOST_KOMI },
        },
        Parameter {
            name: "ko",
            help: "what may not come back: the stones; the stones with the same side to move; \
                   or by a simple ko only, when a longer cycle is a draw",
            kind: Kind::Choice {
                default: "positional",
                among: &["positional", "situational", "simple"],
            },
        },
        Parameter {
            name: "suicide",
            help: "a move may take its own stones off, if more than itself",
            kind: Kind::FLAG,
        },
        Parameter {
            name: "handicap",
            help: "black stones on the star points at the start, 0 or 2 to 9; White then begins",
            kind: Kind::Integer { default: 0, least: 0, most: 9 },
        },
        Parameter {
            name: "cap",
            help: "moves after which the board is counted as it stands; 0 for no limit",
            kind: Kind::Integer { default: 0, least: 0, most: MOST_MOVES as i64 },
        },
    ],
    aliases: &[
        Alias { id: "go9", name: "Go, 9 by 9", name_zh: "九路围棋", sets: "size=9" },
        Alias { id: "go13", name: "Go, 13 by 13", name_zh: "十三路围棋", sets: "size=13" },
        Alias { id: "go19", name: "Go, 19 by 19", name_zh: "十九路围棋", sets: "size=19" },
    ],
    move_notation: "a point: column letter without I, row number from the bottom (D4), or pass",
    position_notation: "the moves so far (D4 Q16 pass), or rows from the top joined by /, x for \
                        black, o for white, digits for empty points, then the side to move and, \
                        if there is one, the ko point or the passes just made (…/… o D4)",
    evaluator: "expected area by distance to the stones of both sides, liberties, stones in atari",
    formats: &[FileFormat { id: "sgf", name: "Smart Game Format", extension: "sgf", writes: true }],
    dialects: &["gtp"],
    perft: &[(1, 82), (2, 6_643), (3, 531_522), (4, 42_002_809)],
    depth: 3,
    ..Info::NONE
};

/// The name of a column from 0: letters without I.
fn column_name(column: usize) -> char {
    let skipped = usize::from(column >= 8);
    (b'A' + (column + skipped) as u8) as char
}

/// The column of a letter, upper or lower case alike.
fn column_of(letter: char) -> Option<usize> {
    let letter = letter.to_ascii_lowercase();
    let column = (letter as usize).checked_sub('a' as usize)?;
    match letter {
        'a'..='h' => Some(column),
        'j'..='z' => Some(column - 1),
        _ => None,
    }
}

/// Lines from the edge to the star points, counted from 0; none on the smallest boards.
fn star_line(size: usize) -> Option<usize> {
    match size {
        0..7 => None,
        7..13 => Some(2),
        _ => Some(3),
    }
}

/// The most handicap stones that a board has places for.
pub(super) fn most_handicap(size: usize) -> u8 {
    match size {
        0..7 => 0,
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => 9,
    }
}

/// Where handicap stones stand, by the usual order: corners, then the sides, and the centre last
/// when their number is odd.
pub(super) fn handicap_points(board: &Board, handicap: u8) -> Vec<Point> {
    let size = board.size();
    let Some(line) = star_line(size) else {
        return vec![];
    };
    let (near, middle, far) = (line, size / 2, size - 1 - line);
    let order = [
        (far, near),
        (near, far),
        (near, near),
        (far, far),
        (middle, near),
        (middle, far),
        (far, middle),
        (near, middle),
    ];
    let centre = handicap >= 5 && handicap % 2 == 1;
    let others = usize::from(handicap) - usize::from(centre);
    let mut points: Vec<_> =
        order.iter().take(others).map(|&(row, column)| board.point(row, column)).collect();
    if centre {
        points.push(board.point(middle, middle));
    }
    points
}

/// The points with a dot: the corners' star points, the centre of an odd board, and the middles
/// of the sides where there is room.
fn star_points(board: &Board) -> Vec<Point> {
    let size = board.size();
    match star_line(size) {
        None => vec![],
        Some(_) if size.is_multiple_of(2) || size == 7 => handicap_points(board, 4),
        Some(_) if size < 15 => handicap_points(board, 5),
        Some(_) => handicap_points(board, 9),
    }
}

/// Half points as people write them: `7.5`.
pub(super) fn halves(value: i32) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let half = if value % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{half}", value.unsigned_abs() / 2)
}

pub(super) const fn colour_name(side: Player) -> &'static str {
    INFO.players[side.index()]
}

impl Go {
    /// A point as GTP writes it.
    pub(super) fn point_name(&self, at: Point) -> String {
        let (row, column) = self.board.place_of(at);
        format!("{}{}", column_name(column), self.size() - row)
    }

    fn range(&self) -> String {
        let size = self.size();
        let without = if size > 8 { " without I" } else { "" };
        let last = column_name(size - 1);
        format!("columns are A to {last}{without}, rows 1 to {size} from the bottom")
    }

    /// Reads a point or a pass, legal or not.
    pub(super) fn read_vertex(&self, text: &str) -> Result<Move, InputError> {
        let wanted = text.trim();
        if wanted.eq_ignore_ascii_case("pass") {
            return Ok(Move::PASS);
        }
        let mut letters = wanted.chars();
        let column = letters.next().filter(char::is_ascii_alphabetic);
        let number = letters.as_str();
        let is_point = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        let (Some(column), true) = (column, is_point) else {
            return Err(InputError::new(format!("{} is no point", quote(wanted)))
                .hint(format!("write a letter and a number, like D4, or pass; {}", self.range())));
        };
        match (column_of(column), number.parse::<usize>()) {
            (Some(column), Ok(row)) if column < self.size() && (1..=self.size()).contains(&row) => {
                Ok(Move(self.board.point(self.size() - row, column)))
            }
            _ => Err(InputError::new(format!("{} is outside the board", quote(wanted)))
                .hint(self.range())),
        }
    }

    /// Why a move can't be played, as far as the position tells.
    pub(super) fn refusal(&self, m: Move) -> Option<InputError> {
        if self.outcome().is_some() {
            let what = format!("{} can't be played", self.write(m));
            return Some(
                InputError::new(what).hint(format!("the game is over: {}", self.result())),
            );
        }
        if m.is_pass() || self.board.colour(m.0) == EMPTY && self.allows(m.0) {
            return None;
        }
        let (name, side) = (self.point_name(m.0), colour_name(self.turn));
        if self.board.colour(m.0) != EMPTY {
            let what = format!("a stone is already on {name}");
            return Some(InputError::new(what).hint("choose an empty point"));
        }
        if m.0 == self.ko {
            let what = format!("ko: {side} may not take back on {name} at once");
            return Some(InputError::new(what).hint("play elsewhere first"));
        }
        Some(if self.rules.suicide {
            InputError::new(format!("the stone on {name} would take only itself off"))
                .hint("that would leave the position as it is; pass instead")
        } else {
            InputError::new(format!("that would be suicide: a stone on {name} has no liberty"))
                .hint("a move must capture or leave its stones a liberty")
        })
    }

    pub(super) fn owner(&self, at: Point) -> Option<Player> {
        match self.board.colour(at) {
            BLACK => Some(Player::First),
            WHITE => Some(Player::Second),
            _ => None,
        }
    }

    /// A cell of the view, counted from the top left.
    pub(super) fn cell(&self, at: Point) -> usize {
        let (row, column) = self.board.place_of(at);
        row * self.size() + column
    }

    /// Komi and what a player should know of the position, and the count at the end.
    fn captions(&self) -> Vec<String> {
        let komi = halves(self.komi_halves());
        if self.outcome().is_some() {
            return vec![self.result()];
        }
        let mut captions = vec![format!("komi {komi}")];
        if self.ko != super::NOWHERE {
            captions.push(format!("ko on {}", self.point_name(self.ko)));
        }
        if self.passes > 0 {
            captions.push(format!("{} passed", colour_name(!self.turn)));
        }
        vec![captions.join(", ")]
    }

    /// The count in words: `black wins by 3.5: 46 to 35 and komi 7.5`.
    fn result(&self) -> String {
        let ([black, white], margin) = (self.areas(), self.margin_halves());
        let komi = match self.komi_halves() {
            0 => String::new(),
            komi => format!(" and komi {}", halves(komi)),
        };
        let count = format!("black {black}, white {white}{komi}");
        match margin {
            0 => format!("draw: {count}"),
            _ => {
                let winner = if margin > 0 { Player::First } else { Player::Second };
                format!("{} wins by {}: {count}", colour_name(winner), halves(margin.abs()))
            }
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let owner = |index| self.owner(self.board.point(index / size, index % size));
        grid::write(f, size, size, owner, self.turn)?;
        if self.ko != super::NOWHERE {
            write!(f, " {}", self.point_name(self.ko))?;
        }
        for _ in 0..self.passes {
            f.write_str(" pass")?;
        }
        if self.rules.cap > 0 {
            write!(f, " {}", self.plies)?;
        }
        Ok(())
    }
}

impl Game for Go {
    const INFO: Info = INFO;

    fn write(&self, m: Move) -> String {
        if m.is_pass() { "pass".to_owned() } else { self.point_name(m.0) }
    }

    fn parse(&self, text: &str) -> Result<Go, InputError> {
        self.read_position(text)
    }

    fn evaluator(&self) -> impl Evaluator<Go> {
        Influence::new(self)
    }

    fn new(params: &Params) -> Result<Go, InputError> {
        Go::with(params)
    }

    fn read(&self, text: &str) -> Result<Move, InputError> {
        let m = self.read_vertex(text)?;
        match self.refusal(m) {
            Some(refusal) => Err(refusal),
            None => Ok(m),
        }
    }

    fn view(&self) -> View {
        let size = self.size();
        let mut view = View::grid(Style::Points, size, size);
        view.column_labels = (0..size).map(|column| column_name(column).to_string()).collect();
        for at in self.board.points() {
            if let Some(owner) = self.owner(at) {
                let letter = if owner == Player::First { "X" } else { "O" };
                let disc = if owner == Player::First { "●" } else { "○" };
                view.put_symbol(self.cell(at), letter, disc, Some(owner));
            }
        }
        for at in star_points(&self.board) {
            view.cells[self.cell(at)].dot = true;
        }
        view.captions = self.captions();
        view
    }

    fn read_file(&self, format: &str, text: &str) -> Result<Vec<Transcript>, InputError> {
        match format {
            "sgf" => file::read(self, text),
            _ => {
                Err(InputError::new(format!("go has no format {}", quote(format)))
                    .hint("it has sgf"))
            }
        }
    }

    fn write_file(&self, format: &str, games: &[Transcript]) -> Result<String, InputError> {
        match format {
            "sgf" => write::write(self, games),
            _ => {
                Err(InputError::new(format!("go has no format {}", quote(format)))
                    .hint("it has sgf"))
            }
        }
    }

    fn clicks(&self, m: Move) -> Vec<usize> {
        if m.is_pass() { vec![] } else { vec![self.cell(m.0)] }
    }
}
