//! What positions are worth: exact values, and play by the evaluator.

use outplay::{
    Evaluator, Features, Game, Limits, Line, Outcome, Player, Position, Random, Score, Shared,
    Table, pvs, pvs_with, solve,
};

use super::evaluator::MIRRORED;
use super::{Judge, Othello, Place, bits};
use crate::testing::{hooks_are_sound, random_play};

/// Endings with the score of every move, from two other solvers that agree.
const ENDINGS: &[&str] = &[
    "OOX-XOO-OOX-OOO-OOXOOOX-OOXXXXOXOOXOXOOOOXOXXXO-OOOOXXXOOOO--XXX X; H1:+2; H3:-2; H6:-10; \
     D2:-12; D8:-12",
    "O-OO-XXXOOOOOOOXOOOOOOOO-XOOOXOOX-OOXOXO--OXOXOOXXXXXXX--XXXXXXO X; E1:+14; H7:+14; B1:+8; \
     B5:-4; B6:-6",
    "OOO----OXOO--OO-XXOOOO--OOXOOOOOXOXXXOOOXOOOXOXOXOOXOXXXXOOOOOXX X; G1:+10; H3:+10; D2:+8; \
     F1:+6; E2:+6; G3:+6; D1:+4",
    "XXXXXOOOXOOXXXOOXOXOXOOOXOXOOOO-XXXOXO--XXXOOOO-XXXX----OOOOOO-- X; E7:+12; G7:+12; H7:+10; \
     G5:+8; H5:+8; H4:+2; F7:+0; H6:-2",
    "X-X-X--OOOXX-X-O--X-X-XO-OXXXXOOOOXXXXOOXXOXXOXOXXXOOXXXXXXXXXXO O; D3:+4; G2:-2; F3:-8; \
     E2:-14",
    "O---X-OOO-XXXXOXOXXXXXX-OXXXXXX-OXXXXX-OOXXOOXOX--XXOOOX-XXXX-OX X; H4:-8; F8:-16",
];

fn exact(position: &Othello, table: &mut Table) -> i32 {
    exact_by(position, &Judge::new(position.size()), table).0
}

/// The value, and how many nodes it took.
fn exact_by(position: &Othello, judge: &Judge, table: &mut Table) -> (i32, u64) {
    table.clear();
    let shared = Shared::new(Limits::default(), table);
    let report = solve(&Line::new(*position), judge, &mut (), &shared);
    assert!(report.value.proven && report.value.by_margin, "{position}");
    (report.value.score.hundredths() / Score::UNIT, report.stats.nodes)
}

/// Solves the position of a line of an OBF file, and after every move that it lists. Whether it
/// lists all.
fn solve_line(line: &str, table: &mut Table) -> bool {
    let line = line.split('%').next().unwrap();
    let position = Othello::default().parse(line).unwrap();
    let moves = line.split(';').skip(1).filter_map(|part| part.trim().split_once(':'));
    let moves: Vec<(&str, i32)> =
        moves.map(|(m, score)| (m, score.trim_start_matches('+').parse().unwrap())).collect();
    assert_eq!(exact(&position, table), moves[0].1, "{line}");
    let every = moves.len() == position.legal().len();
    for (m, score) in moves {
        let mut after = position;
        after.play(position.read(m).unwrap());
        let found = if after.outcome().is_some() { after.margin() } else { exact(&after, table) };
        assert_eq!(-found, score, "{line}: {m}");
    }
    every
}

#[test]
fn endings_are_solved() {
    let mut table = Table::new(1 << 22).unwrap();
    for line in ENDINGS {
        assert!(solve_line(line, &mut table), "{line}");
    }
}

/// Set `OUTPLAY_OBF` to a file of such lines to have it solved.
#[test]
#[ignore = "slow"]
fn endings_of_a_file_are_solved() {
    let Some(path) = std::env::var_os("OUTPLAY_OBF") else { return };
    let mut table = Table::new(1 << 24).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    for line in text.lines() {
        solve_line(line, &mut table);
    }
    println!("{} lines", text.lines().count());
}

/// Set `OUTPLAY_OBF` to a file of such lines to see how many nodes and how much time the scores of
/// the positions take; `OUTPLAY_PLAIN` to have them ordered without any weights.
#[test]
#[ignore = "slow"]
fn endings_of_a_file_are_counted() {
    let Some(path) = std::env::var_os("OUTPLAY_OBF") else { return };
    let plain = std::env::var_os("OUTPLAY_PLAIN").is_some();
    let mut table = Table::new(1 << 28).unwrap();
    let mut total = 0;
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let (line, position) = (line.split('%').next().unwrap(), Othello::default().parse(line));
        let position = position.unwrap();
        let judge = if plain { Judge::plain(8) } else { Judge::new(8) };
        let start = std::time::Instant::now();
        let (value, nodes) = exact_by(&position, &judge, &mut table);
        let empties = position.empties().count_ones();
        println!("{empties} empty: {value:+}, {nodes} nodes, {:.2?}", start.elapsed());
        let expected = line.split(';').nth(1).and_then(|part| part.split_once(':'));
        assert_eq!(expected.map(|(_, score)| score.trim().parse()), Some(Ok(value)), "{line}");
        total += nodes;
    }
    println!("{total} nodes in all");
}

/// Forecasts save nodes in the middle game; what is called proven stays true.
#[test]
fn forecasts_are_guesses() {
    let mut random = Random::new(33);
    let (mut with, mut without) = (0, 0);
    let mut tables = [Table::new(1 << 20).unwrap(), Table::new(1 << 20).unwrap()];
    for _ in 0..6 {
        let mut position = Othello::default();
        while position.outcome().is_none() && position.empties().count_ones() > 9 {
            if position.empties().count_ones() == 36 {
                for (features, nodes) in
                    [(Features::ALL, &mut with), (Features::EXACT, &mut without)]
                {
                    tables[0].clear();
                    let shared = Shared::new(Limits::depth(6), &tables[0]);
                    let line = Line::new(position);
                    let report = pvs_with(features, &line, &Judge::new(8), &mut (), &shared);
                    assert!(!report.value.proven);
                    *nodes += report.stats.nodes;
                }
            }
            let legal = position.legal();
            position.play(legal[random.below(legal.len())]);
        }
        if position.outcome().is_none() {
            tables[0].clear();
            let shared = Shared::new(Limits::depth(20), &tables[0]);
            let report = pvs(&Line::new(position), &Judge::new(8), &mut (), &shared);
            assert!(report.value.proven, "{position}");
            let value = report.value.score.hundredths() / Score::UNIT;
            assert_eq!(value, exact(&position, &mut tables[1]), "{position}");
        }
    }
    assert!(with * 10 < without * 9, "{with} {without}");
}

/// The value for the side to move by plain recursion.
fn by_recursion(position: &Othello) -> i32 {
    if position.outcome().is_some() {
        return position.margin();
    }
    let after = |m: Place| {
        let mut after = *position;
        after.play(m);
        -by_recursion(&after)
    };
    position.legal().into_iter().map(after).max().unwrap()
}

/// The second player wins on four by four, with two squares left empty.
#[test]
fn four_by_four_is_solved() {
    let mut table = Table::new(1 << 20).unwrap();
    let start = Othello::start(4);
    assert_eq!(exact(&start, &mut table), -10);
    let first = start.legal()[0];
    let mut after = start;
    after.play(first);
    assert_eq!(by_recursion(&after), 10);
}

/// Whatever the mover's colour, and however the board is turned.
fn images(position: &Othello) -> Vec<Othello> {
    let pairs = bits::images(position.own).into_iter().zip(bits::images(position.other));
    pairs
        .flat_map(|(own, other)| {
            [Player::First, Player::Second].map(|turn| position.with(own, other, turn))
        })
        .collect()
}

#[test]
fn symmetric_positions_are_worth_the_same() {
    let mut random = Random::new(31);
    for size in [8, 6, 4] {
        let mut judge = Judge::new(size);
        for _ in 0..10 {
            random_play(&Othello::start(size), random.next_u64(), |position| {
                let images = images(position);
                assert!(images.contains(position));
                let (key, score) = (judge.canonical_key(position), judge.evaluate(position));
                for image in images {
                    assert_eq!(image.board & (image.own | image.other), image.own | image.other);
                    assert_eq!(image.legal().len(), position.legal().len());
                    if position.empties().count_ones() >= MIRRORED {
                        assert_eq!(judge.canonical_key(&image), key, "{position} {image}");
                    }
                    assert_eq!(judge.evaluate(&image), score, "{position} {image}");
                    assert_eq!(judge.bounds(&image), judge.bounds(position));
                }
            });
        }
    }
    // The start looks the same from four sides; its first moves are one up to symmetry.
    let start = Othello::default();
    let after = start.legal().into_iter().map(|m| {
        let mut after = start;
        after.play(m);
        (after.key(), Judge::new(8).canonical_key(&after))
    });
    let (keys, canonical): (Vec<_>, Vec<_>) = after.unzip();
    assert!(canonical.iter().all(|&key| key == canonical[0]));
    assert!(keys.iter().skip(1).all(|&key| key != keys[0]));
}

#[test]
fn bounds_hold_and_say_something() {
    let mut random = Random::new(32);
    let (mut narrower, mut settled) = (0, 0);
    for size in [8, 6, 4] {
        for _ in 0..25 {
            random_play(&Othello::start(size), random.next_u64(), |position| {
                if position.empties().count_ones() > 7 || position.outcome().is_some() {
                    return;
                }
                hooks_are_sound(position);
                let (least, most) = position.evaluator().bounds(position);
                let all = Score::from((size * size) as i32);
                narrower += u32::from(least > -all || most < all);
                settled += u32::from(least > Score::DRAW || most < Score::DRAW);
            });
        }
    }
    assert!(narrower > 250 && settled > 60, "{narrower} {settled}");
}

/// Moves in order of promise: a corner first, an X square beside an empty corner last.
#[test]
fn corners_come_first() {
    let position = Othello::default()
        .parse("---------O------XXX-O------XO------OX-------OX------------------ X")
        .unwrap();
    let judge = position.evaluator();
    let mut moves = position.legal();
    moves.sort_by_key(|&m| core::cmp::Reverse(judge.rank(&position, m)));
    assert_eq!(position.write(moves[0]), "a1");
}

/// Twice as many points as games, as far as the first evaluator won or drew.
fn points<A: Evaluator<Othello>, B: Evaluator<Othello>>(ours: &A, theirs: &B, depth: u32) -> u32 {
    fn choose(position: &Othello, evaluator: &impl Evaluator<Othello>, depth: u32) -> Place {
        let table = Table::none();
        let shared = Shared::new(Limits::depth(depth), &table);
        pvs(&Line::new(*position), evaluator, &mut (), &shared).best.unwrap()
    }
    let mut points = 0;
    for seed in 0..GAMES / 2 {
        for side in [Player::First, Player::Second] {
            let mut random = Random::new(u64::from(seed));
            let mut position = Othello::default();
            for ply in 0.. {
                if position.outcome().is_some() {
                    break;
                }
                let m = if ply < 8 {
                    let legal = position.legal();
                    legal[random.below(legal.len())]
                } else if position.turn() == side {
                    choose(&position, ours, depth)
                } else {
                    choose(&position, theirs, depth)
                };
                position.play(m);
            }
            points += match position.outcome() {
                Some(Outcome::Win(winner)) if winner == side => 2,
                Some(Outcome::Draw) => 1,
                _ => 0,
            };
        }
    }
    points
}

const GAMES: u32 = 40;

#[test]
fn beats_who_takes_most_discs() {
    let greedy = |position: &Othello| position.margin();
    let points = points(&Judge::new(8), &greedy, 3);
    assert!(points >= 2 * GAMES * 9 / 10, "{points} points of {}", 2 * GAMES);
}

/// The usual table of what each square is worth.
#[test]
fn beats_who_weighs_squares() {
    const ROWS: [[i32; 4]; 4] =
        [[100, -20, 10, 5], [-20, -50, -2, -2], [10, -2, 1, 1], [5, -2, 1, 1]];
    let squares = |position: &Othello| {
        let mut sum = 0;
        for square in 0..64 {
            let fold = |at: usize| at.min(7 - at);
            let weight = ROWS[fold(square / 8)][fold(square % 8)];
            sum += weight
                * ((position.own >> square & 1) as i32 - (position.other >> square & 1) as i32);
        }
        sum
    };
    let points = points(&Judge::new(8), &squares, 3);
    assert!(points >= 2 * GAMES * 8 / 10, "{points} points of {}", 2 * GAMES);
}
