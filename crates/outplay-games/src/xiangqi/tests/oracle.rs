//! The rules once more, plain and slow, on an array of letters: what the fast ones are held
//! against on random positions.

use outplay::{Game, Position, Random};

use super::*;

/// Letters as in FEN, `.` for an empty point; row 0 is Red's own.
#[derive(Clone)]
struct Mailbox {
    cells: [[u8; 9]; 10],
    red: bool,
}

type Point = (i32, i32);

impl Mailbox {
    fn new(fen: &str) -> Mailbox {
        let mut words = fen.split_whitespace();
        let mut cells = [[b'.'; 9]; 10];
        for (row, text) in words.next().unwrap().split('/').enumerate() {
            let mut column = 0;
            for letter in text.bytes() {
                if letter.is_ascii_digit() {
                    column += usize::from(letter - b'0');
                } else {
                    cells[9 - row][column] = letter;
                    column += 1;
                }
            }
        }
        Mailbox { cells, red: words.next() == Some("w") }
    }

    /// The letter on a point, `None` outside the board.
    fn on(&self, (row, column): Point) -> Option<u8> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn is_own(&self, letter: u8) -> bool {
        letter != b'.' && letter.is_ascii_uppercase() == self.red
    }

    fn points() -> impl Iterator<Item = Point> {
        (0..10).flat_map(|row| (0..9).map(move |column| (row, column)))
    }

    /// Pieces strictly between two points of a row or column.
    fn between(&self, (row, column): Point, (to_row, to_column): Point) -> usize {
        let step = ((to_row - row).signum(), (to_column - column).signum());
        let (mut at, mut found) = ((row + step.0, column + step.1), 0);
        while at != (to_row, to_column) {
            found += usize::from(self.on(at) != Some(b'.'));
            at = (at.0 + step.0, at.1 + step.1);
        }
        found
    }

    /// Whether the piece on `from` goes to `to` by its own way of moving. A general captures the
    /// other along an open file, which is to say that they may not face each other.
    fn goes(&self, from: Point, to: Point) -> bool {
        let (Some(piece), Some(target)) = (self.on(from), self.on(to)) else {
            return false;
        };
        let red = piece.is_ascii_uppercase();
        if piece == b'.' || target != b'.' && target.is_ascii_uppercase() == red {
            return false;
        }
        let (up, right) = (to.0 - from.0, to.1 - from.1);
        let palace = (3..=5).contains(&to.1) && if red { to.0 <= 2 } else { to.0 >= 7 };
        let straight = up == 0 || right == 0;
        match piece.to_ascii_lowercase() {
            b'k' if target.eq_ignore_ascii_case(&b'k') => right == 0 && self.between(from, to) == 0,
            b'k' => palace && up.abs() + right.abs() == 1,
            b'a' => palace && up.abs() == 1 && right.abs() == 1,
            b'b' => {
                let home = if red { to.0 <= 4 } else { to.0 >= 5 };
                let eye = (from.0 + up / 2, from.1 + right / 2);
                home && up.abs() == 2 && right.abs() == 2 && self.on(eye) == Some(b'.')
            }
            b'n' => {
                let leg = (from.0 + up / 2, from.1 + right / 2);
                up.abs() * right.abs() == 2 && self.on(leg) == Some(b'.')
            }
            b'r' => straight && self.between(from, to) == 0,
            b'c' => straight && self.between(from, to) == usize::from(target != b'.'),
            _ => {
                let forward = if red { 1 } else { -1 };
                let crossed = if red { from.0 >= 5 } else { from.0 <= 4 };
                (up, right) == (forward, 0) || crossed && up == 0 && right.abs() == 1
            }
        }
    }

    fn after(&self, from: Point, to: Point) -> Mailbox {
        let mut after = self.clone();
        after.cells[to.0 as usize][to.1 as usize] = self.on(from).unwrap();
        after.cells[from.0 as usize][from.1 as usize] = b'.';
        after.red = !self.red;
        after
    }

    /// Whether the side to move could capture the general.
    fn takes_general(&self) -> bool {
        let general = if self.red { b'k' } else { b'K' };
        let at = Mailbox::points().find(|&at| self.on(at) == Some(general)).unwrap();
        Mailbox::points().any(|from| self.is_own(self.on(from).unwrap()) && self.goes(from, at))
    }

    fn legal(&self) -> Vec<String> {
        let name = |(row, column): Point| format!("{}{row}", (b'a' + column as u8) as char);
        let mut moves = vec![];
        for from in Mailbox::points().filter(|&from| self.is_own(self.on(from).unwrap())) {
            for to in Mailbox::points().filter(|&to| to != from && self.goes(from, to)) {
                if !self.after(from, to).takes_general() {
                    moves.push(name(from) + &name(to));
                }
            }
        }
        moves.sort();
        moves
    }
}

fn legal(position: &Xiangqi) -> Vec<String> {
    let mut moves = vec![];
    position.moves(&mut moves);
    if let Some(count) = position.count() {
        assert_eq!(count, moves.len(), "{position}");
    }
    let mut texts: Vec<_> = moves.iter().map(|&m| position.write(m)).collect();
    texts.sort();
    texts
}

fn compare(position: &Xiangqi) {
    let plain = Mailbox::new(&position.to_string());
    assert_eq!(legal(position), plain.legal(), "{position}");
    let mut turned = plain.clone();
    turned.red = !plain.red;
    assert_eq!(position.in_check(), turned.takes_general(), "{position}");
}

#[test]
fn the_plain_rules_count_the_same() {
    assert_eq!(Mailbox::new(&Xiangqi::default().to_string()).legal().len(), 44);
    compare(&Xiangqi::default());
}

#[test]
fn positions_of_random_games() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut position = xiangqi("limit=0");
        for _ in 0..120 {
            compare(&position);
            let mut moves = vec![];
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
}

/// Pieces strewn about: pins, screens and checks that games hardly show.
#[test]
fn strewn_positions() {
    let mut random = Random::new(7);
    let mut compared = 0;
    while compared < 3_000 {
        let mut cells = [[b'.'; 9]; 10];
        cells[random.below(3)][3 + random.below(3)] = b'K';
        cells[7 + random.below(3)][3 + random.below(3)] = b'k';
        for &piece in b"RRNNCCPPrrnnccpp".iter().take(4 + random.below(13)) {
            // Near a palace more often than not.
            let row = if random.below(2) == 0 {
                random.below(10)
            } else {
                7 * random.below(2) + random.below(3)
            };
            let cell = &mut cells[row][1 + random.below(7)];
            if *cell == b'.' {
                *cell = piece;
            }
        }
        let rows = cells.iter().rev().map(|row| {
            let text = String::from_utf8_lossy(row).into_owned();
            text.split_inclusive(|c: char| c != '.')
                .map(|run| {
                    let dots = run.bytes().filter(|&byte| byte == b'.').count();
                    let number = if dots > 0 { dots.to_string() } else { String::new() };
                    number + run.trim_start_matches('.')
                })
                .collect::<String>()
        });
        let side = if random.below(2) == 0 { "w" } else { "b" };
        let fen = format!("{} {side}", rows.collect::<Vec<_>>().join("/"));
        if let Ok(position) = Xiangqi::default().parse(&fen) {
            compare(&position);
            compared += 1;
        } else {
            let plain = Mailbox::new(&fen);
            let possible = !fen.contains(['P', 'p']);
            assert!(!possible || plain.takes_general(), "{fen}");
        }
    }
}
