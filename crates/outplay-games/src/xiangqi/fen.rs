//! Positions as text: Forsyth-Edwards notation as the world of xiangqi writes it.

use core::fmt;

use outplay::{Game, InputError, Player, Position, quote};

use super::board::{Board, Kind, Piece};
use super::tables::{self, FILES, HOME, RANKS, bit, file, point, rank};
use super::{Rules, Xiangqi};
use crate::word::Word;

/// The usual start.
pub(super) const START: &str =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The largest number in a text: far beyond any game, and far from an overflow.
const MOST_PLIES: u32 = 1_000_000;

/// A point's name: the file's letter from Red's left and the rank from Red's side, from 0.
pub(super) fn name(at: u8) -> String {
    format!("{}{}", char::from(b'a' + file(at)), rank(at))
}

pub(super) fn letter(side: Player, kind: Kind) -> char {
    let letter = b"kabnrcp"[kind.index()];
    char::from(if side == Player::First { letter.to_ascii_uppercase() } else { letter })
}

fn piece(letter: char) -> Option<Piece> {
    let kind = match letter.to_ascii_lowercase() {
        'k' => Kind::General,
        'a' => Kind::Advisor,
        'b' | 'e' => Kind::Elephant,
        'n' | 'h' => Kind::Horse,
        'r' => Kind::Chariot,
        'c' => Kind::Cannon,
        'p' => Kind::Soldier,
        _ => return None,
    };
    let side = if letter.is_ascii_uppercase() { Player::First } else { Player::Second };
    Some(Piece::new(side, kind))
}

/// What a side and a kind are called in a message.
pub(super) fn noun(kind: Kind) -> &'static str {
    ["general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier"][kind.index()]
}

pub(super) fn side_name(side: Player) -> &'static str {
    ["Red", "Black"][side.index()]
}

/// How many of a kind a side starts with, and so has at most.
const fn most(kind: Kind) -> u32 {
    match kind {
        Kind::General => 1,
        Kind::Soldier => 5,
        _ => 2,
    }
}

/// Where a piece of a side can ever stand.
fn possible(side: Player, kind: Kind) -> u128 {
    let home = HOME[side.index()];
    let palace = (0..tables::POINTS as u8).filter(|&at| tables::in_palace(side.index(), at));
    let palace = palace.fold(0, |set, at| set | bit(at));
    // Files and ranks as Red sees them from its side; Black's are the same turned round.
    let on = |points: &[(u8, u8)]| {
        points.iter().fold(0, |set, &(rank, file)| {
            let at = point(rank, file);
            set | bit(if side == Player::First { at } else { tables::POINTS as u8 - 1 - at })
        })
    };
    match kind {
        Kind::General => palace,
        Kind::Advisor => on(&[(0, 3), (0, 5), (1, 4), (2, 3), (2, 5)]),
        Kind::Elephant => on(&[(0, 2), (0, 6), (2, 0), (2, 4), (2, 8), (4, 2), (4, 6)]),
        Kind::Horse | Kind::Chariot | Kind::Cannon => tables::BOARD,
        Kind::Soldier => {
            let files = [0, 2, 4, 6, 8].map(|file| [(3, file), (4, file)]);
            tables::BOARD & !home | on(files.as_flattened())
        }
    }
}

/// A piece of the text, with its place in characters.
struct Field<'t> {
    text: &'t str,
    place: usize,
}

/// The words of a text; at most one more than any position has.
fn fields(text: &str) -> Vec<Field<'_>> {
    const MOST: usize = 7;
    let (mut found, mut place, mut rest) = (vec![], 0, text);
    while found.len() < MOST {
        let word = rest.trim_start();
        place += rest[..rest.len() - word.len()].chars().count();
        if word.is_empty() {
            break;
        }
        let end = word.find(char::is_whitespace).unwrap_or(word.len());
        found.push(Field { text: &word[..end], place });
        place += word[..end].chars().count();
        rest = &word[end..];
    }
    found
}

/// Reads a position with these rules.
pub(super) fn read(text: &str, rules: Rules) -> Result<Xiangqi, InputError> {
    let fields = fields(text);
    let Some(rows) = fields.first() else {
        let hint = format!("write rows from the top and the side to move, like '{START}'");
        return Err(InputError::new("the position is empty").hint(hint));
    };
    let (board, places) = read_rows(rows)?;
    let turn = read_turn(fields.get(1), rows)?;
    for field in fields.iter().skip(2).take(2) {
        if field.text != "-" {
            let what = format!("{} has no meaning here", quote(field.text));
            return Err(InputError::new(what).at(field.place).hint("write -"));
        }
    }
    if let Some(extra) = fields.get(6) {
        let what = format!("{} is one field too many", quote(extra.text));
        return Err(InputError::new(what).at(extra.place));
    }
    let clock = read_number(fields.get(4), "the plies since the last capture", 0)?;
    let number = read_number(fields.get(5), "the number of the move", 1)?;
    check_counts(&board, &places)?;
    let plies = 2 * (number - 1) + turn.index() as u32;
    let position = Xiangqi { board, turn, clock, plies, rules };
    check_turn(&position, fields.get(1))?;
    Ok(position)
}

/// The place of each piece in the text.
type Places = [usize; tables::POINTS];

fn read_rows(rows: &Field<'_>) -> Result<(Board, Places), InputError> {
    let mut board = Board::empty();
    let mut places = [0; tables::POINTS];
    let (mut row, mut column) = (0, 0);
    // One character more than the last for the end of the last row.
    let letters = rows.text.chars().chain(['/']);
    for (place, letter) in (rows.place..).zip(letters) {
        if row == RANKS {
            let error = InputError::new(format!("there are more than {RANKS} rows"));
            return Err(error.at(place - 1));
        }
        match letter {
            '/' if column == FILES => (row, column) = (row + 1, 0),
            '/' => {
                let what = format!("row {} from the top has {column} points", row + 1);
                return Err(InputError::new(what).at(place).hint(format!("a row has {FILES}")));
            }
            '1'..='9' => column += letter as usize - '0' as usize,
            _ => {
                let Some(piece) = piece(letter) else {
                    let what = format!("{} is no piece", quote(letter.encode_utf8(&mut [0; 4])));
                    let hint = "pieces are K A B N R C P for Red and k a b n r c p for Black";
                    return Err(InputError::new(what).at(place).hint(hint));
                };
                if column < FILES {
                    let at = point((RANKS - 1 - row) as u8, column as u8);
                    put(&mut board, at, piece).map_err(|error| error.at(place))?;
                    places[usize::from(at)] = place;
                }
                column += 1;
            }
        }
        if column > FILES {
            let what = format!("row {} from the top is too long", row + 1);
            return Err(InputError::new(what).at(place).hint(format!("a row has {FILES} points")));
        }
    }
    if row < RANKS {
        let end = rows.place + rows.text.chars().count();
        let what = format!("there are {row} rows");
        return Err(InputError::new(what).at(end).hint(format!("the board has {RANKS}")));
    }
    Ok((board, places))
}

/// Puts a piece where it can stand, and not more of a kind than there are.
fn put(board: &mut Board, at: u8, piece: Piece) -> Result<(), InputError> {
    let (side, kind) = (piece.side(), piece.kind());
    if possible(side, kind) & bit(at) == 0 {
        let what = format!("{}'s {} can't be on {}", side_name(side), noun(kind), name(at));
        let hint = match kind {
            Kind::General => "it stays in its palace",
            Kind::Advisor => "it stays on the five points of its palace's diagonals",
            Kind::Elephant => "there are seven points that it can reach",
            _ => "before the river it stays on its file, and it never moves back",
        };
        return Err(InputError::new(what).hint(hint));
    }
    let count = board.set(side, kind).count() + 1;
    if count > most(kind) {
        let what = format!("{} has more than {} {}", side_name(side), most(kind), noun(kind));
        let plural = if most(kind) == 1 { "" } else { "s" };
        return Err(InputError::new(what + plural));
    }
    board.put(at, piece);
    Ok(())
}

fn read_turn(field: Option<&Field<'_>>, rows: &Field<'_>) -> Result<Player, InputError> {
    const HINT: &str = "write w for Red or b for Black after the rows";
    let Some(field) = field else {
        let end = rows.place + rows.text.chars().count();
        return Err(InputError::new("the side to move is missing").at(end).hint(HINT));
    };
    match field.text {
        "w" | "r" | "W" | "R" => Ok(Player::First),
        "b" | "B" => Ok(Player::Second),
        other => {
            let what = format!("{} is no side", quote(other));
            Err(InputError::new(what).at(field.place).hint(HINT))
        }
    }
}

fn read_number(field: Option<&Field<'_>>, what: &str, least: u32) -> Result<u32, InputError> {
    let Some(field) = field else { return Ok(least) };
    let digits = field.text.bytes().all(|byte| byte.is_ascii_digit());
    let number = field.text.parse().ok().filter(|_| digits);
    match number {
        // Some programs count moves from 0.
        Some(0) => Ok(least),
        Some(number) if number <= MOST_PLIES => Ok(number),
        _ => {
            let what = format!("{} is not {what}", quote(field.text));
            Err(InputError::new(what)
                .at(field.place)
                .hint(format!("write a number up to {MOST_PLIES}")))
        }
    }
}

fn check_counts(board: &Board, places: &Places) -> Result<(), InputError> {
    for side in [Player::First, Player::Second] {
        if board.set(side, Kind::General) == 0 {
            let what = format!("{} has no general", side_name(side));
            let hint = format!("write {} in its palace", letter(side, Kind::General));
            return Err(InputError::new(what).hint(hint));
        }
        check_soldiers(board, places, side)?;
    }
    Ok(())
}

/// On each file of its own half a side has one soldier at most.
fn check_soldiers(board: &Board, places: &Places, side: Player) -> Result<(), InputError> {
    let home = board.set(side, Kind::Soldier) & HOME[side.index()];
    let mut files = 0u16;
    for at in home.cells().map(|at| at as u8) {
        if files >> file(at) & 1 == 1 {
            let letter = char::from(b'a' + file(at));
            let what = format!("{} has two soldiers on file {letter}", side_name(side));
            return Err(InputError::new(what)
                .at(places[usize::from(at)])
                .hint("before the river each stays on its own file"));
        }
        files |= 1 << file(at);
    }
    Ok(())
}

/// The side to move must not be able to capture the general.
fn check_turn(position: &Xiangqi, turn: Option<&Field<'_>>) -> Result<(), InputError> {
    let (board, mover) = (&position.board, position.turn());
    if !board.in_check(!mover) {
        return Ok(());
    }
    let [own, other] = [mover, !mover].map(|side| board.general(side));
    let facing =
        file(own) == file(other) && tables::between(own, other) & board.occupied().rows == 0;
    let what = if facing {
        "the generals face each other".to_owned()
    } else {
        let (mover, other) = (side_name(mover), side_name(!mover));
        format!("{mover} is to move and could capture {other}'s general")
    };
    let error = InputError::new(what);
    Err(match turn {
        Some(field) if !facing => error.at(field.place),
        _ => error,
    })
}

impl fmt::Display for Xiangqi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..RANKS as u8).rev() {
            let mut empty = 0;
            for column in 0..FILES as u8 {
                let Some((side, kind)) = self.board.piece(point(row, column)).get() else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{}", letter(side, kind))?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if row > 0 {
                f.write_str("/")?;
            }
        }
        let turn = if self.turn == Player::First { 'w' } else { 'b' };
        write!(f, " {turn} - - {} {}", self.clock, self.plies / 2 + 1)
    }
}

impl Default for Xiangqi {
    /// The usual start with the usual rules.
    fn default() -> Xiangqi {
        let params = outplay::Params::defaults(&Xiangqi::INFO);
        start(Rules::new(&params))
    }
}

/// The usual start with these rules.
pub(super) fn start(rules: Rules) -> Xiangqi {
    match read(START, rules) {
        Ok(position) => position,
        Err(error) => unreachable!("the start is a position: {error}"),
    }
}
