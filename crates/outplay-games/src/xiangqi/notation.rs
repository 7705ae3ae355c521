//! Moves as people write them: WXF (`C2=5`), Chinese (`炮二平五`) and ICCS (`H2-E2`).
//!
//! WXF and Chinese say the same in other signs: which piece, its file as its side counts them from
//! the right, forward, back or sideways, and how far or to which file. Where several pieces of a
//! kind stand on one file, their order takes the place of the file.

use outplay::{Player, Position};

use super::board::{Kind, Move};
use super::tables::{self, FILES, file, rank};
use super::{Xiangqi, fen};
use crate::word::Word;

/// Which of the pieces of a kind is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    /// The one on this file, 1 to 9 from its side's right.
    File(u8),
    /// Of several on a file: the foremost.
    Front,
    /// The one between.
    Middle,
    /// The last.
    Rear,
    /// A soldier by its number, from 1: front to rear on the only file with several; if two files
    /// have several, right to left, then front to rear.
    Number(u8),
}

/// Where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Forward,
    Back,
    Sideways,
}

/// What WXF and Chinese notation say about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Description {
    pub(super) kind: Kind,
    pub(super) which: Which,
    pub(super) way: Way,
    /// Steps, for a piece that moves straight on its file; otherwise the file it goes to.
    pub(super) number: u8,
}

/// A file as a side counts it: 1 to 9 from its right.
pub(super) fn counted_file(side: Player, at: u8) -> u8 {
    if side == Player::First { FILES as u8 - file(at) } else { file(at) + 1 }
}

/// How far a point is from a side's own edge.
pub(super) fn advance(side: Player, at: u8) -> u8 {
    if side == Player::First { rank(at) } else { tables::RANKS as u8 - 1 - rank(at) }
}

/// Whether a kind moves straight, so that a number along the file is one of steps.
pub(super) fn is_straight(kind: Kind) -> bool {
    matches!(kind, Kind::General | Kind::Chariot | Kind::Cannon | Kind::Soldier)
}

impl Xiangqi {
    /// The pieces of the side to move of this kind on the files with several of them: file by file
    /// from the right, front to rear.
    pub(super) fn tandems(&self, kind: Kind) -> Vec<Vec<u8>> {
        let side = self.turn();
        let mut files: Vec<Vec<u8>> = vec![vec![]; FILES];
        for at in self.board.set(side, kind).cells().map(|at| at as u8) {
            files[usize::from(counted_file(side, at)) - 1].push(at);
        }
        files.retain(|file| file.len() > 1);
        for file in &mut files {
            file.sort_by_key(|&at| core::cmp::Reverse(advance(side, at)));
        }
        files
    }

    /// Which piece stands on this point.
    fn which(&self, kind: Kind, at: u8) -> Which {
        let usual = Which::File(counted_file(self.turn(), at));
        // Advisors and elephants on one file never have the same move: the way tells.
        if matches!(kind, Kind::Advisor | Kind::Elephant) {
            return usual;
        }
        let tandems = self.tandems(kind);
        let Some(own) = tandems.iter().find(|file| file.contains(&at)) else {
            return usual;
        };
        let place = own.iter().position(|&other| other == at);
        match (&tandems[..], own.len(), place) {
            ([_], 2 | 3, Some(0)) => Which::Front,
            ([_], 3, Some(1)) => Which::Middle,
            ([_], 2 | 3, _) => Which::Rear,
            _ => {
                let all = tandems.iter().flatten();
                Which::Number(all.take_while(|&&other| other != at).count() as u8 + 1)
            }
        }
    }

    pub(super) fn describe(&self, m: Move) -> Description {
        let side = self.turn();
        let kind = self.board.piece(m.from).kind();
        let (before, after) = (advance(side, m.from), advance(side, m.to));
        let way = match before.cmp(&after) {
            core::cmp::Ordering::Less => Way::Forward,
            core::cmp::Ordering::Equal => Way::Sideways,
            core::cmp::Ordering::Greater => Way::Back,
        };
        let number = if way != Way::Sideways && is_straight(kind) {
            before.abs_diff(after)
        } else {
            counted_file(side, m.to)
        };
        Description { kind, which: self.which(kind, m.from), way, number }
    }

    pub(super) fn write_wxf(&self, m: Move) -> String {
        let Description { kind, which, way, number } = self.describe(m);
        let letter = b"KAEHRCP"[kind.index()];
        let which = match which {
            Which::File(file) => char::from(b'0' + file),
            Which::Front => '+',
            Which::Middle => '.',
            Which::Rear => '-',
            Which::Number(number) => char::from(b'a' - 1 + number),
        };
        let way = match way {
            Way::Forward => '+',
            Way::Back => '-',
            Way::Sideways => '=',
        };
        format!("{}{which}{way}{number}", char::from(letter))
    }

    pub(super) fn write_chinese(&self, m: Move) -> String {
        let side = self.turn();
        let Description { kind, which, way, number } = self.describe(m);
        let piece = PIECES[side.index()][kind.index()];
        let digit = |number: u8| match side {
            Player::First => NUMERALS[usize::from(number) - 1],
            Player::Second => char::from(b'0' + number),
        };
        let way = match way {
            Way::Forward => '进',
            Way::Back => '退',
            Way::Sideways => '平',
        };
        let (first, second) = match which {
            Which::File(file) => (piece, digit(file)),
            Which::Front => ('前', piece),
            Which::Middle => ('中', piece),
            Which::Rear => ('后', piece),
            Which::Number(number) => (NUMERALS[usize::from(number) - 1], piece),
        };
        [first, second, way, digit(number)].into_iter().collect()
    }
}

/// The pieces in simplified characters, as moves are written.
const PIECES: [[char; 7]; 2] =
    [['帅', '仕', '相', '马', '车', '炮', '兵'], ['将', '士', '象', '马', '车', '炮', '卒']];

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A move as `H2-E2`.
pub(super) fn write_iccs(m: Move) -> String {
    format!("{}-{}", fen::name(m.from), fen::name(m.to)).to_ascii_uppercase()
}

/// What one character of a description can mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    Piece(Kind),
    Number(u8),
    Which(Which),
    Way(Way),
}

fn chinese_sign(sign: char) -> Option<Sign> {
    Some(match sign {
        '帅' | '帥' | '将' | '將' => Sign::Piece(Kind::General),
        '仕' | '士' => Sign::Piece(Kind::Advisor),
        '相' | '象' => Sign::Piece(Kind::Elephant),
        '马' | '馬' | '傌' => Sign::Piece(Kind::Horse),
        '车' | '車' | '俥' => Sign::Piece(Kind::Chariot),
        '炮' | '砲' | '包' => Sign::Piece(Kind::Cannon),
        '兵' | '卒' => Sign::Piece(Kind::Soldier),
        '前' => Sign::Which(Which::Front),
        '中' => Sign::Which(Which::Middle),
        '后' | '後' => Sign::Which(Which::Rear),
        '进' | '進' => Sign::Way(Way::Forward),
        '退' => Sign::Way(Way::Back),
        '平' => Sign::Way(Way::Sideways),
        _ => {
            let number = NUMERALS.iter().position(|&numeral| numeral == sign)?;
            Sign::Number(number as u8 + 1)
        }
    })
}

/// The ASCII character of which this one is the full-width form, or another dash.
fn narrow(sign: char) -> char {
    match sign {
        '！'..='～' => char::from((u32::from(sign) - 0xff00 + 0x20) as u8),
        '−' | '–' | '—' => '-',
        _ => sign,
    }
}

/// The sign at a place of the description, from 0: `+` means the front one in the first two, and
/// forward in the third.
fn sign(sign: char, place: usize) -> Option<Sign> {
    let sign = narrow(sign);
    let which = place < 2;
    Some(match sign.to_ascii_uppercase() {
        'K' => Sign::Piece(Kind::General),
        'A' => Sign::Piece(Kind::Advisor),
        'E' | 'B' => Sign::Piece(Kind::Elephant),
        'H' | 'N' => Sign::Piece(Kind::Horse),
        'R' => Sign::Piece(Kind::Chariot),
        'C' => Sign::Piece(Kind::Cannon),
        'P' => Sign::Piece(Kind::Soldier),
        '+' if which => Sign::Which(Which::Front),
        '-' if which => Sign::Which(Which::Rear),
        '.' | '=' if which => Sign::Which(Which::Middle),
        '+' => Sign::Way(Way::Forward),
        '-' => Sign::Way(Way::Back),
        '.' | '=' => Sign::Way(Way::Sideways),
        digit @ '1'..='9' => Sign::Number(digit as u8 - b'0'),
        _ => return chinese_sign(sign),
    })
}

/// Reads a description; `None` if the text is none.
pub(super) fn read_description(text: &str) -> Option<Description> {
    let mut signs = text.chars().filter(|sign| !sign.is_whitespace());
    let letters = [signs.next()?, signs.next()?, signs.next()?, signs.next()?];
    if signs.next().is_some() {
        return None;
    }
    let [first, second, third, fourth] = {
        let mut place = 0..;
        letters.map(|letter| sign(letter, place.next().unwrap_or(3)))
    };
    let (Sign::Way(way), Sign::Number(number)) = (third?, fourth?) else {
        return None;
    };
    // A soldier's letter is no sign of its own: `d` is nothing else, the others are pieces too.
    let numbered = match narrow(letters[1]).to_ascii_lowercase() {
        letter @ 'a'..='e' => Some(letter as u8 - b'a' + 1),
        _ => None,
    };
    let (kind, which) = match (first?, second, numbered) {
        (Sign::Piece(Kind::Soldier), _, Some(number)) => (Kind::Soldier, Which::Number(number)),
        (Sign::Piece(kind), Some(Sign::Number(file)), _) => (kind, Which::File(file)),
        (Sign::Piece(kind), Some(Sign::Which(which)), _) => (kind, which),
        (Sign::Number(number), Some(Sign::Piece(kind)), _) => (kind, Which::Number(number)),
        (Sign::Which(which), Some(Sign::Piece(kind)), _) => (kind, which),
        _ => return None,
    };
    Some(Description { kind, which, way, number })
}
