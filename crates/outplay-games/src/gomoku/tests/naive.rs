//! The rules once more, plainly and slowly, by their words.

use std::collections::BTreeSet;

use outplay::{Outcome, Player, Position, Random};

use super::super::classes::{self, Class};
use super::super::{Foul, Rule};
use super::*;

#[derive(Clone)]
struct Plain {
    size: i32,
    rule: Rule,
    cells: Vec<Option<Colour>>,
}

const WAYS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

impl Plain {
    fn of(position: &Gomoku) -> Plain {
        let cells = (0..position.setup.cells()).map(|cell| position.owner(cell)).collect();
        Plain { size: position.side() as i32, rule: position.setup.rule, cells }
    }

    fn at(&self, x: i32, y: i32) -> Option<Option<Colour>> {
        let inside = (0..self.size).contains(&x) && (0..self.size).contains(&y);
        inside.then(|| self.cells[(y * self.size + x) as usize])
    }

    fn with(&self, cell: usize, colour: Colour) -> Plain {
        let mut after = self.clone();
        after.cells[cell] = Some(colour);
        after
    }

    /// The unbroken row through a stone, and what lies at its ends (`None` beyond the edge).
    fn row(&self, cell: usize, way: (i32, i32)) -> (BTreeSet<i32>, [Option<Option<Colour>>; 2]) {
        let colour = self.cells[cell];
        let (x, y) = (cell as i32 % self.size, cell as i32 / self.size);
        let mut row = BTreeSet::from([cell as i32]);
        let ends = [-1, 1].map(|sign| {
            let mut steps = 1;
            loop {
                let (x, y) = (x + sign * steps * way.0, y + sign * steps * way.1);
                let there = self.at(x, y);
                if there != Some(colour) {
                    return there;
                }
                row.insert(y * self.size + x);
                steps += 1;
            }
        });
        (row, ends)
    }

    fn wins_by(&self, cell: usize, way: (i32, i32)) -> bool {
        let colour = self.cells[cell].unwrap();
        let (row, ends) = self.row(cell, way);
        match (self.rule, colour) {
            (Rule::Freestyle, _) | (Rule::Renju, Colour::White) => row.len() >= 5,
            (Rule::Standard, _) | (Rule::Renju, Colour::Black) => row.len() == 5,
            (Rule::Caro, _) => {
                row.len() >= 5 && ends.iter().any(|end| *end != Some(Some(colour.other())))
            }
        }
    }

    fn wins(&self, cell: usize, colour: Colour) -> bool {
        let after = self.with(cell, colour);
        WAYS.into_iter().any(|way| after.wins_by(cell, way))
    }

    /// Cells of one line near a cell.
    fn near(&self, cell: usize, way: (i32, i32)) -> Vec<usize> {
        let (x, y) = (cell as i32 % self.size, cell as i32 / self.size);
        let steps = (-5..=5).map(|steps| (x + steps * way.0, y + steps * way.1));
        let empty = steps.filter(|&(x, y)| self.at(x, y) == Some(None));
        empty.map(|(x, y)| (y * self.size + x) as usize).collect()
    }

    /// Sets of four stones on a line, the cell's among them, that one more makes exactly five.
    fn fours(&self, cell: usize, way: (i32, i32)) -> usize {
        let colour = self.cells[cell].unwrap();
        let mut sets = BTreeSet::new();
        for gap in self.near(cell, way) {
            let (mut row, _) = self.with(gap, colour).row(gap, way);
            if row.len() == 5 && row.remove(&(gap as i32)) && row.contains(&(cell as i32)) {
                sets.insert(row);
            }
        }
        sets.len()
    }

    /// Whether the stone is part of an unbroken four that can become exactly five in two ways.
    fn is_straight_four(&self, cell: usize, way: (i32, i32)) -> bool {
        let colour = self.cells[cell].unwrap();
        let (row, _) = self.row(cell, way);
        let fives = |gap: &usize| {
            let (five, _) = self.with(*gap, colour).row(*gap, way);
            five.len() == 5 && row.is_subset(&five)
        };
        row.len() == 4 && self.near(cell, way).iter().filter(|gap| fives(gap)).count() == 2
    }

    fn has_three(&self, cell: usize, way: (i32, i32)) -> bool {
        self.near(cell, way).into_iter().any(|gap| {
            let after = self.with(gap, Colour::Black);
            let (row, _) = after.row(gap, way);
            row.contains(&(cell as i32))
                && after.is_straight_four(gap, way)
                && !self.wins(gap, Colour::Black)
                && self.foul(gap).is_none()
        })
    }

    fn foul(&self, cell: usize) -> Option<Foul> {
        if self.wins(cell, Colour::Black) {
            return None;
        }
        let after = self.with(cell, Colour::Black);
        if WAYS.into_iter().any(|way| after.row(cell, way).0.len() > 5) {
            return Some(Foul::Overline);
        }
        if WAYS.into_iter().map(|way| after.fours(cell, way)).sum::<usize>() > 1 {
            return Some(Foul::DoubleFour);
        }
        let threes = WAYS.into_iter().filter(|&way| after.has_three(cell, way)).count();
        (threes > 1).then_some(Foul::DoubleThree)
    }

    fn empty(&self) -> impl Iterator<Item = usize> {
        (0..self.cells.len()).filter(|&cell| self.cells[cell].is_none())
    }

    fn legal(&self, next: Colour) -> Vec<usize> {
        let bound = self.rule == Rule::Renju && next == Colour::Black;
        self.empty().filter(|&cell| !bound || self.foul(cell).is_none()).collect()
    }
}

/// What is kept move by move against the words of the rules.
fn compare(position: &Gomoku, plain: &Plain) {
    for cell in plain.empty() {
        for colour in Colour::BOTH {
            let what = format!("{position}: {} for {colour:?}", position.write(Move::to(cell)));
            let class = position.class(colour, cell);
            assert_eq!(class == Class::Five, plain.wins(cell, colour), "{what}");
            if class == Class::Five {
                continue;
            }
            let code = position.code(colour, cell);
            let after = plain.with(cell, colour);
            if plain.rule == Rule::Renju && colour == Colour::Black {
                let fours: usize = WAYS.into_iter().map(|way| after.fours(cell, way)).sum();
                assert_eq!(classes::fours(code), fours, "{what}");
                let foul = plain.foul(cell);
                assert_eq!(position.referee().foul(cell), foul, "{what}");
                assert!(foul.is_none() || matches!(class, Class::Foul | Class::Suspect), "{what}");
                continue;
            }
            // A new four: some five through the cell that was not there before.
            let fives = |board: &Plain| -> BTreeSet<usize> {
                board.empty().filter(|&five| board.wins(five, colour)).collect()
            };
            let new = fives(&after).len() > fives(plain).len();
            if plain.rule != Rule::Caro {
                assert_eq!(
                    classes::fours(code) > 0,
                    new || adds_to_old(plain, cell, colour),
                    "{what}"
                );
            }
            if class == Class::OpenFour {
                let holds = after.empty().all(|answer| {
                    let answered = after.with(answer, colour.other());
                    answered.empty().any(|five| answered.wins(five, colour))
                });
                assert!(holds, "{what}");
            }
        }
    }
}

/// Whether a stone makes a four with a five where there was one already.
fn adds_to_old(plain: &Plain, cell: usize, colour: Colour) -> bool {
    let after = plain.with(cell, colour);
    WAYS.into_iter().any(|way| {
        after.near(cell, way).into_iter().any(|five| {
            let with = after.with(five, colour);
            let (row, _) = with.row(five, way);
            row.contains(&(cell as i32)) && with.wins_by(five, way)
        })
    })
}

#[test]
fn random_games_follow_the_words_of_the_rules() {
    let (mut fouls, mut passes) = (0, 0);
    for (kind, seed) in KINDS.iter().zip(100..) {
        let start = game(kind);
        let large = start.side() > 9;
        let games = if large { 2 } else { 8 };
        for game in 0..games {
            let mut random = Random::new(seed * 1000 + game);
            let (mut position, mut plain) = (start.clone(), Plain::of(&start));
            let mut plies = 0;
            loop {
                if plies % (if large { 12 } else { 4 }) == 0 || position.outcome().is_some() {
                    compare(&position, &plain);
                }
                let legal = plain.legal(position.next);
                let over = position.outcome();
                let mut ours: Vec<_> = moves(&position).iter().filter_map(|m| m.cell()).collect();
                ours.sort_unstable();
                if over.is_some() {
                    assert!(ours.is_empty());
                    break;
                }
                assert_eq!(ours, legal, "{position}");
                fouls += plain.empty().count() - legal.len();
                let m = if game % 2 == 0 {
                    crowded_move(&position, &mut random)
                } else {
                    let moves = moves(&position);
                    moves[random.below(moves.len())]
                };
                let colour = position.next;
                position.play(m);
                let Some(cell) = m.cell() else {
                    passes += 1;
                    assert!(legal.is_empty());
                    continue;
                };
                plain = plain.with(cell, colour);
                let expected = if WAYS.into_iter().any(|way| plain.wins_by(cell, way)) {
                    let winner =
                        if colour == Colour::Black { Player::First } else { Player::Second };
                    Some(Outcome::Win(winner))
                } else {
                    plain.empty().next().is_none().then_some(Outcome::Draw)
                };
                assert_eq!(position.outcome(), expected, "{position}");
                plies += 1;
            }
        }
    }
    assert!(fouls > 100, "only {fouls} forbidden points");
    println!("{fouls} forbidden points, {passes} passes");
}

/// Boards filled at random, as no game would: fouls inside fouls.
fn compare_boards(boards: u64, seed: u64) -> [usize; 3] {
    let mut found = [0; 3];
    for board in 0..boards {
        let mut random = Random::new(seed + board);
        let size = [9, 11, 15, 15, 15][random.below(5)];
        let mut position = game(&format!("size={size},rule=renju"));
        let blacks = size + random.below(size * size / 3);
        for _ in 0..blacks {
            let free: Vec<_> = position.empty.cells().collect();
            position.next = Colour::Black;
            position.place(free[random.below(free.len())]);
            if random.below(3) == 0 {
                let free: Vec<_> = position.empty.cells().collect();
                position.next = Colour::White;
                position.place(free[random.below(free.len())]);
            }
        }
        position.next = Colour::Black;
        let plain = Plain::of(&position);
        for cell in plain.empty() {
            let foul = plain.foul(cell);
            let what = || format!("{position}: {}", position.write(Move::to(cell)));
            assert_eq!(position.foul(cell), foul, "{}", what());
            if let Some(foul) = foul {
                found[foul as usize] += 1;
            }
        }
    }
    found
}

#[test]
fn fouls_on_random_boards_follow_the_words_of_the_rules() {
    let found = compare_boards(200, 0);
    assert!(found.iter().all(|&count| count > 100), "{found:?}");
}

#[test]
#[ignore = "slow"]
fn fouls_on_very_many_random_boards() {
    println!("{:?}", compare_boards(5_000, 1_000_000));
}
