//! Othello as people and programs meet it.

use core::fmt;

use outplay::{
    Alias, Evaluator, Game, Info, InputError, Kind, Outcome, Parameter, Params, Player, Position,
    Style, Transcript, View, quote,
};

use super::{Judge, Othello, Place, files};

pub(super) const INFO: Info = Info {
    id: "othello",
    name: "Othello",
    name_zh: "黑白棋",
    summary: "Put a disc so that it encloses a straight run of the other side's discs between it \
              and another of your own: they turn. Pass if, and only if, you can't. The game ends \
              when neither side can; who has more discs wins.",
    summary_zh: "落子须与己方另一枚棋子在一条直线上夹住对方棋子，被夹住的棋子全部翻转。无处可落时\
                 才停一手，双方都无处可落则终局，子多者胜。",
    players: ["black", "white"],
    parameters: &[Parameter {
        name: "size",
        help: "squares along an edge",
        kind: Kind::Choice { default: "8", among: &["8", "6", "4"] },
    }],
    aliases: &[
        Alias { id: "othello6", name: "Othello 6×6", name_zh: "六路黑白棋", sets: "size=6" },
        Alias { id: "othello4", name: "Othello 4×4", name_zh: "四路黑白棋", sets: "size=4" },
    ],
    move_notation: "the square, column and row counted from the top left (d3), or pass",
    position_notation: "the squares row by row from a1, the top left: X (black), O (white), - \
                        (empty); then the side to move, X or O. Or the moves from the start as \
                        one word: f5d6c3",
    formats: files::FORMATS,
    evaluator: "mobility, open borders, stable discs, corners and the squares beside them, parity",
    perft: &[(1, 4), (2, 12), (3, 56), (4, 244), (5, 1_396), (6, 8_200), (7, 55_092), (8, 390_216)],
    depth: 8,
    ..Info::NONE
};

/// The letter of a player's discs.
pub(super) const fn letter(player: Player) -> char {
    match player {
        Player::First => 'X',
        Player::Second => 'O',
    }
}

/// The column and the row on eight by eight where the board begins.
fn margin(size: usize) -> usize {
    (8 - size) / 2
}

impl Othello {
    /// The square in this column and row from the top left.
    fn place(&self, column: usize, row: usize) -> Place {
        let margin = margin(self.size());
        Place((8 * (row + margin) + column + margin) as u8)
    }

    /// The column and the row of a square from the top left.
    fn column_and_row(&self, m: Place) -> [usize; 2] {
        let margin = margin(self.size());
        [usize::from(m.0 % 8) - margin, usize::from(m.0 / 8) - margin]
    }

    /// All squares row by row from the top left.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        let (size, position) = (self.size(), *self);
        (0..size * size).map(move |index| position.place(index % size, index / size))
    }

    /// Whose disc stands on a square.
    fn owner(&self, m: Place) -> Option<Player> {
        match m.bit() {
            bit if self.own & bit != 0 => Some(self.turn),
            bit if self.other & bit != 0 => Some(!self.turn),
            _ => None,
        }
    }

    pub(super) fn legal(&self) -> Vec<Place> {
        let mut moves = vec![];
        self.moves(&mut moves);
        moves
    }

    /// What moves there are, to put right who tried another.
    fn hint(&self) -> String {
        let moves: Vec<_> = self.legal().into_iter().map(|m| self.write(m)).collect();
        format!("legal: {}", moves.join(", "))
    }

    /// Whether a move is legal, and if not, why.
    pub(super) fn check(&self, m: Place) -> Result<(), InputError> {
        let what = if self.outcome().is_some() {
            return Err(InputError::new("the game is over: no disc can be put down"));
        } else if self.must_pass() {
            if m == Place::PASS {
                return Ok(());
            }
            return Err(InputError::new("you must pass: no move turns a disc").hint("write pass"));
        } else if m == Place::PASS {
            "you may not pass while you can move".to_owned()
        } else if self.open & m.bit() != 0 {
            return Ok(());
        } else if self.owner(m).is_some() {
            format!("{} is taken", self.write(m))
        } else {
            format!("{} turns no disc", self.write(m))
        };
        Err(InputError::new(what).hint(self.hint()))
    }

    /// The move that a text begins with, and its length in bytes: a square, or a pass by any of its
    /// names.
    pub(super) fn first_move(&self, text: &str) -> Result<(Place, usize), InputError> {
        for pass in ["pass", "pa", "ps", "--"] {
            if text.get(..pass.len()).is_some_and(|start| start.eq_ignore_ascii_case(pass)) {
                return Ok((Place::PASS, pass.len()));
            }
        }
        let size = self.size();
        let last = (b'a' + size as u8 - 1) as char;
        let mut letters = text.chars();
        let (column, row) = (letters.next(), letters.next());
        let hint = format!("columns are a to {last}, rows 1 to {size} from the top; or pass");
        if let (Some(column), Some(row)) = (column, row)
            && column.is_ascii_alphabetic()
            && let Some(number) = row.to_digit(10)
        {
            let column = column.to_ascii_lowercase() as usize - 'a' as usize;
            let row = number as usize;
            if column < size && (1..=size).contains(&row) {
                return Ok((self.place(column, row - 1), 2));
            }
            let what = format!("{} is outside the board", quote(&text[..2]));
            return Err(InputError::new(what).hint(hint));
        }
        let word: String = text.chars().take(2).collect();
        Err(InputError::new(format!("{} is no square", quote(&word))).hint(hint))
    }

    /// Plays the moves of a transcript, `f5d6c3`, blanks allowed between them; passes may be left
    /// out. All moves, passes included, go to `played` with the position before them.
    pub(super) fn play_word(
        &mut self,
        text: &str,
        mut played: impl FnMut(&Othello, Place),
    ) -> Result<(), Wrong> {
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let byte = text.len() - rest.len();
            let (m, length) = self.first_move(rest).map_err(|error| (byte, error))?;
            if m != Place::PASS && self.must_pass() {
                played(self, Place::PASS);
                self.play(Place::PASS);
            }
            self.check(m).map_err(|error| (byte, error))?;
            played(self, m);
            self.play(m);
            rest = rest[length..].trim_start();
        }
        Ok(())
    }

    /// Reads squares and the side to move, `X`, `O` and `-`. What is wrong with them in number is
    /// only known at the end.
    pub(super) fn read_board(&self, text: &str) -> Result<Othello, Wrong> {
        let count = self.size() * self.size();
        let mut cells = Vec::with_capacity(count + 1);
        // Whether a blank separates the last of them from those before.
        let mut apart = false;
        let (mut blank, mut end) = (false, 0);
        for (byte, letter) in text.char_indices() {
            if letter.is_whitespace() {
                blank = true;
                continue;
            }
            let Some(cell) = cell(letter) else {
                let what = format!("{} is no square", quote(letter.encode_utf8(&mut [0; 4])));
                return Err((byte, InputError::new(what).hint("write X, O, or - for empty")));
            };
            if cells.len() > count {
                let what = format!("the board has more than {count} squares and a side to move");
                return Err((byte, InputError::new(what).hint(self.form())));
            }
            cells.push((cell, byte));
            (apart, blank, end) = (blank, false, byte + 1);
        }
        let Some(&(side, byte)) = cells.get(count) else {
            let squares = cells.len() - usize::from(apart);
            let what = match squares == count {
                true => "the side to move is missing".to_owned(),
                false => format!("the board has {squares} squares instead of {count}"),
            };
            return Err((end, InputError::new(what).hint(self.form())));
        };
        let no_side = || (byte, InputError::new("'-' is no side to move").hint("write X or O"));
        let turn = side.ok_or_else(no_side)?;
        let mut discs = [0, 0];
        for (m, (cell, _)) in self.places().zip(cells) {
            if let Some(owner) = cell {
                discs[owner.index()] |= m.bit();
            }
        }
        Ok(self.with(discs[turn.index()], discs[(!turn).index()], turn))
    }

    /// What a position looks like, for who wrote something else.
    fn form(&self) -> String {
        let size = self.size();
        format!(
            "write {size} times {size} squares row by row from a1, X, O or -, then the side to \
             move: '{}'",
            Othello::start(size)
        )
    }

    /// The discs of both, and what happens next.
    fn captions(&self) -> Vec<String> {
        let [x, o] = [Player::First, Player::Second].map(|side| self.discs(side).count_ones());
        let (side, lead) = (letter(self.turn), self.margin());
        let next = match self.outcome() {
            None if self.open == 0 => format!("{side} must pass"),
            None => format!("{side} to move"),
            Some(Outcome::Draw) => "a draw".to_owned(),
            Some(Outcome::Win(winner)) => {
                let empty = match self.empties().count_ones() {
                    0 => "",
                    _ => ", empty squares included",
                };
                format!("{} won by {}{empty}", letter(winner), lead.abs())
            }
        };
        vec![format!("X (black) {x}, O (white) {o}"), next]
    }
}

/// What is wrong with a text, and the byte where.
pub(super) type Wrong = (usize, InputError);

/// A square of a position's text; `None` if the letter is none.
fn cell(letter: char) -> Option<Option<Player>> {
    match letter {
        'X' | 'x' | '*' => Some(Some(Player::First)),
        'O' | 'o' => Some(Some(Player::Second)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

fn no_format<T>(format: &str) -> Result<T, InputError> {
    let what = format!("othello has no format {}", quote(format));
    Err(InputError::new(what).hint("it has ggf and transcript"))
}

impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares: String = self.places().map(|m| self.owner(m).map_or('-', letter)).collect();
        write!(f, "{squares} {}", letter(self.turn))
    }
}

impl Game for Othello {
    const INFO: Info = INFO;

    fn new(params: &Params) -> Result<Othello, InputError> {
        // One of 8, 6 and 4: it was checked.
        Ok(Othello::start(params.word("size").parse().unwrap_or(8)))
    }

    fn warm_up(&self) {
        if self.size() == 8 {
            super::weights::unpack();
        }
    }

    fn write(&self, m: Place) -> String {
        if m == Place::PASS {
            return "pass".to_owned();
        }
        let [column, row] = self.column_and_row(m);
        format!("{}{}", (b'a' + column as u8) as char, row + 1)
    }

    fn read(&self, text: &str) -> Result<Place, InputError> {
        let wanted = text.trim();
        let (m, length) = self.first_move(wanted)?;
        if length < wanted.len() {
            return Err(InputError::new(format!("{} is more than a move", quote(wanted)))
                .hint("write one square, like d3, or pass"));
        }
        self.check(m)?;
        Ok(m)
    }

    /// A word of several squares, as transcripts have them, with passes left out or not.
    fn split(&self, word: &str) -> Result<Vec<String>, InputError> {
        let trimmed = word.trim();
        if self.first_move(trimmed).is_ok_and(|(_, length)| length < trimmed.len()) {
            let (mut position, mut moves) = (*self, vec![]);
            position
                .play_word(trimmed, |position, m| moves.push(position.write(m)))
                .map_err(|(byte, error)| error.at(trimmed[..byte].chars().count()))?;
            return Ok(moves);
        }
        Ok(vec![word.to_owned()])
    }

    /// A line of an OBF file, which may go on after `;`, or a transcript from the start position.
    fn parse(&self, text: &str) -> Result<Othello, InputError> {
        let text = text.split(';').next().unwrap_or_default();
        let mut position = *self;
        let read = match text.trim_start().chars().next() {
            None => return Err(InputError::new("the position is empty").hint(self.form())),
            Some('a'..='h' | 'A'..='H' | 'p' | 'P') => {
                position.play_word(text, |_, _| {}).map(|()| position)
            }
            Some(_) => self.read_board(text),
        };
        read.map_err(|(byte, error)| error.at(text[..byte].chars().count()))
    }

    fn evaluator(&self) -> impl Evaluator<Othello> {
        Judge::new(self.size())
    }

    fn view(&self) -> View {
        let size = self.size();
        let mut view = View::grid(Style::Squares, size, size);
        view.row_labels.reverse();
        for (cell, m) in self.places().enumerate() {
            if let Some(owner) = self.owner(m) {
                let symbol = if owner == Player::First { '●' } else { '○' };
                view.put_symbol(cell, letter(owner), symbol, Some(owner));
            }
        }
        view.captions = self.captions();
        view
    }

    fn read_file(&self, format: &str, text: &str) -> Result<Vec<Transcript>, InputError> {
        files::read(self, format, text).unwrap_or_else(|| no_format(format))
    }

    fn write_file(&self, format: &str, games: &[Transcript]) -> Result<String, InputError> {
        files::write(self, format, games).unwrap_or_else(|| no_format(format))
    }

    /// A pass has no square.
    fn clicks(&self, m: Place) -> Vec<usize> {
        if m == Place::PASS {
            return vec![];
        }
        let [column, row] = self.column_and_row(m);
        vec![row * self.size() + column]
    }
}
