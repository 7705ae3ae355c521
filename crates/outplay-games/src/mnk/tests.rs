use std::collections::HashMap;

use outplay::{
    Algorithm, Evaluator, Game, Limits, Line, Outcome, Params, Plan, Player, Position, Report,
    Score, Shared, Stop, Table, alphabeta, alphabeta_ordered, alphabeta_table, census, minimax,
    open, perft,
};

use super::*;
use crate::testing::{hooks_are_sound, random_play};

type Small = Mnk<u64>;

pub(super) fn mnk<W: Word>(settings: &str) -> Mnk<W> {
    let mut params = Params::defaults(&text::INFO);
    params.set(&text::INFO, settings).unwrap();
    Mnk::with(&params).unwrap()
}

pub(super) fn at(start: &Small, text: &str) -> Small {
    start.parse(text).unwrap()
}

fn cells<W: Word>(position: &Mnk<W>) -> Vec<Option<Player>> {
    (0..position.columns() * position.rows()).map(|index| position.owner(index)).collect()
}

/// Whether a player has a line, cell by cell.
pub(super) fn has_line<W: Word>(position: &Mnk<W>, side: Player) -> bool {
    let (columns, rows) = (position.columns() as i32, position.rows() as i32);
    let owns = |x: i32, y: i32| {
        (0..columns).contains(&x)
            && (0..rows).contains(&y)
            && position.owner((y * columns + x) as usize) == Some(side)
    };
    (0..columns * rows).any(|index| {
        let (x, y) = (index % columns, index / columns);
        [(1, 0), (0, 1), (1, 1), (-1, 1)].iter().any(|(dx, dy)| {
            (0..i32::from(position.shape.length)).all(|i| owns(x + i * dx, y + i * dy))
        })
    })
}

const SIZES: [&str; 12] = [
    "width=3,height=3,k=3",
    "width=1,height=1,k=1",
    "width=5,height=1,k=1",
    "width=4,height=3,k=3",
    "width=3,height=5,k=5,misere=true",
    "width=19,height=1,k=4",
    "width=2,height=19,k=7",
    "width=6,height=5,k=4",
    "width=7,height=8,k=5",
    "width=9,height=9,k=5",
    "width=10,height=10,k=10",
    "width=11,height=10,k=5,misere=true",
];

#[test]
fn perft_and_complete_games() {
    let start = Small::default();
    let count = |depth| perft(&start, depth, &Stop::new()).unwrap();
    for &(depth, nodes) in text::INFO.perft {
        assert_eq!(count(depth).nodes, nodes, "depth {depth}");
    }
    assert_eq!(count(9).nodes + count(9).finished, 255_168);
}

#[test]
fn distinct_positions() {
    let start = Small::default();
    let census = census(&start, &start.evaluator(), 9, &Stop::new()).unwrap();
    assert_eq!((census.positions, census.up_to_symmetry, census.finished), (5_478, 765, 958));
}

/// The counts that are published for the textbook algorithms.
#[test]
fn nodes_of_the_textbook_searches() {
    type Search = fn(&Line<Small>, &OpenLines<u64>, &mut (), &Shared<'_>) -> Report<Cell>;
    let start = Small::default();
    let table = Table::new(1 << 20).unwrap();
    let shared = Shared::new(Limits::default(), &table);
    let nodes = |search: Search| {
        let report = search(&Line::new(start.clone()), &OpenLines::new(&start), &mut (), &shared);
        assert_eq!(report.value.to_string(), "draw");
        report.stats.nodes
    };
    assert_eq!(nodes(minimax), 549_946);
    assert_eq!(nodes(alphabeta), 20_866);
    assert_eq!(nodes(alphabeta_ordered), 7_865);
    let with_table = nodes(alphabeta_table);
    assert!(with_table < 3_000, "{with_table}");
}

#[test]
fn text_and_keys_on_random_play() {
    fn check<W: Word>(settings: &str) {
        let start = mnk::<W>(settings);
        let mut keys = HashMap::new();
        for seed in 0..20 {
            random_play(&start, seed, |position| {
                let text = position.to_string();
                let read = start.parse(&text).unwrap();
                assert_eq!(&read, position, "{text}");
                assert_eq!(read.key(), position.key(), "{text}");
                assert_eq!(read.to_string(), text);
                assert_eq!(keys.entry(position.key()).or_insert(text.clone()), &text);
                let lines = [Player::First, Player::Second].map(|side| has_line(position, side));
                let outcome = match lines {
                    [false, false] if cells(position).contains(&None) => None,
                    [false, false] => Some(Outcome::Draw),
                    [first, _] if first != start.shape.misere => Some(Outcome::Win(Player::First)),
                    _ => Some(Outcome::Win(Player::Second)),
                };
                assert_eq!(position.outcome(), outcome, "{text}");
                let mut moves = vec![];
                position.moves(&mut moves);
                let order: Vec<_> = moves.iter().map(|&m| position.clicks(m)[0]).collect();
                assert!(order.is_sorted(), "{text}: {order:?}");
                for m in moves {
                    assert_eq!(position.read(&position.write(m).to_uppercase()).unwrap(), m);
                    let mut child = position.clone();
                    child.play(m);
                    assert_ne!(child.key(), position.key());
                    let owner = child.owner(position.clicks(m)[0]);
                    assert_eq!(owner, Some(position.turn()));
                }
            });
        }
    }
    for settings in SIZES {
        let mut params = Params::defaults(&text::INFO);
        params.set(&text::INFO, settings).unwrap();
        if Shape::<u64>::fits(&params) {
            check::<u64>(settings);
        }
        check::<u128>(settings);
    }
}

#[test]
fn the_side_to_move_is_part_of_the_key() {
    for start in [mnk::<u64>("width=3"), mnk("width=7,height=7")] {
        let text = start.to_string();
        let other = start.parse(&text.replace('x', "o")).unwrap();
        assert_ne!(start.key(), other.key());
    }
}

/// The best move by a whole search.
fn best(position: &Small) -> (String, String) {
    let table = Table::new(1 << 20).unwrap();
    let shared = Shared::new(Limits::default(), &table);
    let line = Line::new(position.clone());
    let report = alphabeta_table(&line, &position.evaluator(), &mut (), &shared);
    (position.write(report.best.unwrap()), report.value.to_string())
}

#[test]
fn wins_blocks_and_holds_out() {
    let start = Small::default();
    let of = |text| best(&at(&start, text));
    assert_eq!(of("xx1/oo1/3 x"), ("c3".into(), "win in 1".into()));
    assert_eq!(of("3/3/oo1 x").0, "c1");
    // Lost either way: the reply that blocks lasts longest.
    assert_eq!(of("x1x/1o1/o1x o").1, "loss in 2");
    assert_eq!(of("x2/1x1/2o x").1, "win in 3");
}

#[test]
fn known_values() {
    let solve = |name: &str| {
        let mut session = open(crate::ALL, name).unwrap();
        let plan =
            Plan { algorithm: Algorithm::AlphaBetaTable, hash_bytes: 64 << 20, ..Plan::default() };
        let analysis = session.search(&plan, &Stop::new(), &mut |_| {}).unwrap();
        assert!(analysis.score.proven);
        analysis.score.score.cmp(&Score::DRAW) as i32
    };
    assert_eq!(solve("mnk(width=4,height=3,k=3)"), 1);
    assert_eq!(solve("mnk(width=3,height=4,k=3)"), 1);
    assert_eq!(solve("tictactoe4"), 0);
    assert_eq!(solve("tictactoe(misere=true)"), 0);
    assert_eq!(solve("mnk(width=2,height=2,k=2)"), 1);
    assert_eq!(solve("mnk(width=2,height=2,k=2,misere=true)"), -1);
    assert_eq!(solve("mnk(width=1,height=1,k=1)"), 1);
}

/// Forced moves and threats keep the exact solver's trees small.
#[test]
fn solves_with_few_nodes() {
    for (name, wanted, most) in [
        ("tictactoe", "draw", 300),
        ("tictactoe4", "draw", 40_000),
        ("mnk(width=4,height=3,k=3)", "win in 7", 300),
        ("mnk(width=5,height=4,k=4)", "draw", 250_000),
    ] {
        let mut session = open(crate::ALL, name).unwrap();
        let plan = Plan { algorithm: Algorithm::Solve, hash_bytes: 8 << 20, ..Plan::default() };
        let analysis = session.search(&plan, &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(analysis.score.to_string(), wanted, "{name}");
        assert!(analysis.nodes <= most, "{name}: {} nodes", analysis.nodes);
    }
}

/// What the solver is told holds against the definition: on every kind of small game.
#[test]
fn bounds_and_candidates_are_sound() {
    for settings in [
        "width=3",
        "width=3,misere=true",
        "width=4,height=3,k=3",
        "width=5,height=2,k=4",
        "width=9,height=1,k=3",
        "width=2,height=5,k=2",
    ] {
        let start = mnk::<u64>(settings);
        for seed in 0..100 {
            random_play(&start, seed, |position| {
                if position.outcome().is_some() || position.empty().count() > 8 {
                    return;
                }
                hooks_are_sound(position);
            });
        }
    }
}

/// The images of a position, cell by cell.
fn images<W: Word>(position: &Mnk<W>) -> Vec<Mnk<W>> {
    let (columns, rows) = (position.columns(), position.rows());
    let mut images = vec![];
    for image in 0..if columns == rows { 8 } else { 4 } {
        let mut copy = position.clone();
        (copy.own, copy.other) = (W::EMPTY, W::EMPTY);
        for index in 0..columns * rows {
            let (mut x, mut y) = (index % columns, index / columns);
            if image & 1 > 0 {
                x = columns - 1 - x;
            }
            if image & 2 > 0 {
                y = rows - 1 - y;
            }
            if image & 4 > 0 {
                (x, y) = (y, x);
            }
            let cell = W::cell(position.shape.bit(y * columns + x));
            match position.owner(index) {
                Some(owner) if owner == position.turn => copy.own = copy.own | cell,
                Some(_) => copy.other = copy.other | cell,
                None => {}
            }
        }
        images.push(copy);
    }
    images
}

#[test]
fn canonical_keys_are_those_of_the_images() {
    fn check<W: Word>(settings: &str) {
        let start = mnk::<W>(settings);
        let evaluator = start.evaluator();
        let mut seen = HashMap::new();
        for seed in 0..50 {
            random_play(&start, seed, |position| {
                let images = images(position);
                let key = evaluator.canonical_key(position);
                for image in &images {
                    assert_eq!(evaluator.canonical_key(image), key, "{position} {image}");
                }
                // Nothing but an image has the same.
                let least = images.iter().map(ToString::to_string).min();
                assert_eq!(seen.entry(key).or_insert(least.clone()), &least);
            });
        }
    }
    for settings in SIZES {
        check::<u128>(settings);
    }
    for settings in ["width=3", "width=4,height=4,k=4", "width=7,height=7", "width=12,height=4"] {
        check::<u64>(settings);
    }
}

#[test]
fn every_cell_gets_a_graded_value() {
    let start = Small::default();
    let mut session = open(crate::ALL, "tictactoe").unwrap();
    let plan = Plan {
        algorithm: Algorithm::Minimax,
        limits: Limits::depth(1),
        lines: usize::MAX,
        ..Plan::default()
    };
    let mut scores = |position: &str| -> HashMap<String, Score> {
        session.set(position).unwrap();
        let analysis = session.search(&plan, &Stop::new(), &mut |_| {}).unwrap();
        analysis.lines.into_iter().map(|line| (line.best, line.score.score)).collect()
    };
    let empty = scores(&start.to_string());
    assert_eq!(empty.len(), 9);
    assert!(empty["b2"] > empty["a1"] && empty["a1"] > empty["a2"], "{empty:?}");
    for (one, other) in [("a1", "c3"), ("a1", "a3"), ("b1", "a2"), ("b3", "c2")] {
        assert_eq!(empty[one], empty[other]);
    }
    // A block before everything, and a double threat before a single one.
    let block = scores("3/1x1/oo1 x");
    assert!(block.iter().all(|(m, score)| m == "c1" || *score < block["c1"]), "{block:?}");
    let fork = scores("x2/1o1/2x x");
    assert!(fork["c3"] > fork["b3"] && fork["c3"] > fork["c2"], "{fork:?}");
}

#[test]
fn ranks_are_the_lines_through_a_cell() {
    let ranks = |start: &Small| {
        let mut moves = vec![];
        start.moves(&mut moves);
        let evaluator = start.evaluator();
        moves.iter().map(|&m| evaluator.rank(start, m)).collect::<Vec<_>>()
    };
    assert_eq!(ranks(&Small::default()), [3, 2, 3, 2, 4, 2, 3, 2, 3]);
    assert_eq!(ranks(&mnk("misere=true"))[..3], [-3, -2, -3]);
    assert_eq!(ranks(&mnk("width=5,height=1,k=3")), [1, 2, 3, 2, 1]);
}

#[test]
fn misere_evaluation_shuns_lines() {
    let misere = mnk("misere=true");
    let score = |text| misere.evaluator().evaluate(&at(&misere, text));
    // The same stones, once in line and once not, with the other side to move.
    assert!(score("xx1/2o/o2 x") < score("x2/o1x/1o1 x"));
    // The only cells left complete a line of the side to move.
    assert!(score("oxx/oxx/1oo x") < Score::from(-40));
}

/// Evaluation looks at the board only: not at colours or at how it is turned.
#[test]
fn evaluation_is_the_same_for_all_images() {
    let start = mnk::<u128>("width=5,height=5,k=4");
    let mut evaluator = start.evaluator();
    for seed in 0..20 {
        random_play(&start, seed, |position| {
            let score = evaluator.evaluate(position);
            for image in images(position) {
                assert_eq!(evaluator.evaluate(&image), score, "{position}");
            }
            let mut swapped = position.clone();
            swapped.turn = !swapped.turn;
            assert_eq!(evaluator.evaluate(&swapped), score, "{position}");
        });
    }
}
