use std::collections::HashMap;

use outplay::{
    Algorithm, Evaluator, Game, Limits, Line, Mark, Outcome, Params, Plan, Player, Position, Score,
    Shared, Stop, Table, alphabeta_table, open, perft,
};
use proptest::prelude::*;

use super::*;
use crate::testing::{hooks_are_sound, random_play};

fn connect4(width: u32, height: u32) -> Connect4 {
    let mut params = Params::defaults(&text::INFO);
    let settings = format!("width={width},height={height}");
    params.set(&text::INFO, &settings).unwrap();
    Connect4::with(&params).unwrap()
}

fn at(text: &str) -> Connect4 {
    Connect4::default().parse(text).unwrap()
}

fn error(text: &str) -> String {
    Connect4::default().parse(text).unwrap_err().to_string()
}

fn every_size() -> impl Iterator<Item = Connect4> {
    let sizes = (1..=Shape::WIDEST).flat_map(|x| (1..=Shape::TALLEST).map(move |y| (x, y)));
    sizes.filter(|&(x, y)| Shape::fits(x, y)).map(|(x, y)| connect4(x, y))
}

fn size(position: &Connect4) -> (usize, usize) {
    (usize::from(position.shape.width), usize::from(position.shape.height))
}

/// Whether a player has four in a row, cell by cell.
fn has_four(position: &Connect4, side: Player) -> bool {
    let (columns, rows) = size(position);
    let (columns, rows) = (columns as i32, rows as i32);
    let owns = |x: i32, y: i32| {
        (0..columns).contains(&x)
            && (0..rows).contains(&y)
            && position.owner((y * columns + x) as usize) == Some(side)
    };
    (0..columns * rows).any(|index| {
        let (x, y) = (index % columns, index / columns);
        [(1, 0), (0, 1), (1, 1), (-1, 1)]
            .iter()
            .any(|(dx, dy)| (0..4).all(|i| owns(x + i * dx, y + i * dy)))
    })
}

#[test]
fn perft_counts() {
    for &(depth, nodes) in text::INFO.perft {
        let count = perft(&Connect4::default(), depth, &Stop::new()).unwrap();
        assert_eq!(count.nodes, nodes, "depth {depth}");
    }
}

#[test]
fn text_keys_and_outcomes_on_random_play() {
    for start in every_size() {
        let mut keys = HashMap::new();
        for seed in 0..10 {
            random_play(&start, seed, |position| {
                let text = position.to_string();
                let read = start.parse(&text).unwrap();
                assert_eq!(&read, position, "{text}");
                assert_eq!(read.key(), position.key(), "{text}");
                assert_eq!(read.to_string(), text);
                assert_eq!(keys.entry(position.key()).or_insert(text.clone()), &text);
                let outcome = match [Player::First, Player::Second].map(|s| has_four(position, s)) {
                    [true, false] => Some(Outcome::Win(Player::First)),
                    [false, true] => Some(Outcome::Win(Player::Second)),
                    _ if text.contains(|c: char| c.is_ascii_digit()) => None,
                    _ => Some(Outcome::Draw),
                };
                assert_eq!(position.outcome(), outcome, "{text}");
                let mut moves = vec![];
                position.moves(&mut moves);
                assert!(moves.is_sorted_by_key(|m| m.0));
                for m in moves {
                    assert_eq!(position.read(&position.write(m)).unwrap(), m);
                    let cell = position.clicks(m)[0];
                    assert_eq!(position.owner(cell), None);
                    let mut child = position.clone();
                    child.play(m);
                    assert_eq!(child.owner(cell), Some(position.turn()));
                }
            });
        }
    }
}

#[test]
fn played_columns_and_rows_are_the_same() {
    let position = at("4453");
    assert_eq!(position, at("7/7/7/7/3o3/2oxx2 x"));
    assert_eq!(position.to_string(), "7/7/7/7/3o3/2oxx2 x");
    assert_eq!(position, at("  4453\n"));
    assert_eq!(connect4(1, 4).parse("1111").unwrap().outcome(), Some(Outcome::Draw));
}

#[test]
fn what_is_wrong_with_the_columns_played() {
    for (text, message) in [
        ("4444444", "column 4 is full (at character 7)"),
        ("44 ", ""),
        ("448", "'8' is no column (at character 3); columns are 1 to 7"),
        ("0", "'0' is no column (at character 1); columns are 1 to 7"),
        ("  4a", "'a' is no column (at character 4); columns are 1 to 7"),
        ("12é", "'é' is no column (at character 3); columns are 1 to 7"),
        (
            "12121212",
            "the game was over (first) after 7 moves (at character 8); end the moves there",
        ),
        (
            " ",
            "the position is empty; write the columns played, like 12, or rows and the side to \
             move, like '7/7/7/7/7/7 x'",
        ),
    ] {
        if message.is_empty() {
            at(text);
        } else {
            assert_eq!(error(text), message);
        }
    }
    assert_eq!(error(""), error(" "));
    let columns = error(&"1234567".repeat(150_000));
    assert!(columns.contains("the game was over"), "{columns}");
    for long in ["é", "/", "7/", "x", " 1", "🦀"] {
        let message = error(&long.repeat(1_000_000 / long.len()));
        assert!(message.len() < 250 && !message.contains('\n'), "{message}");
    }
}

#[test]
fn impossible_boards_are_refused() {
    let first = "the game ends with the first four in a row";
    for (text, message) in [
        ("7/7/7/7/3x3/7 o", "an x of column 4 hangs in the air (at character 10); discs fall to the lowest empty cell".to_owned()),
        ("7/7/7/7/7/xxx4 o", "3 of x and 0 of o can't be; x moves first, and so has as many as o or one more".into()),
        ("7/7/7/7/7/o6 x", "0 of x and 1 of o can't be; x moves first, and so has as many as o or one more".into()),
        ("7/7/7/7/7/7 o", "with 0 of x and 0 of o it is x's turn (at character 13); write x".into()),
        ("7/7/7/7/7/x6 x", "with 1 of x and 0 of o it is o's turn (at character 14); write o".into()),
        ("7/7/7/7/oooo3/xxxx3 x", format!("x and o both have four in a row; {first}")),
        ("7/7/7/7/ooo4/xxxxo2 x", format!("x has four in a row but is to move (at character 21); {first}")),
        ("7/7/7/7/ooo4/xxxx3 o", String::new()),
        ("7/7/7/7/ooox3/xxxxo2 o", format!("x had four in a row before its last disc; {first}")),
        ("7/7/7/7/7/7", "the side to move is missing (at character 12); end with a space and x or o".into()),
        ("7/7/7/7/7 x", "there are 5 rows instead of 6 (at character 10); separate rows by /".into()),
        ("7/7/7/7/7/8 x", "row 6 from the top is wider than 7 (at character 11)".into()),
        ("7/7/7/7/7/z6 x", "'z' is no cell (at character 11); write x, o, or a number of empty cells".into()),
    ] {
        match Connect4::default().parse(text) {
            Ok(_) => assert_eq!(message, "", "{text}"),
            Err(error) => assert_eq!(error.to_string(), message, "{text}"),
        }
    }
}

#[test]
fn bad_sizes_are_refused() {
    let message = |name: &str| match open(crate::ALL, name) {
        Ok(_) => panic!("{name} was opened"),
        Err(error) => error.to_string(),
    };
    assert_eq!(message("connect4(width=0)"), "width can't be '0'; it is 1 to 9");
    assert_eq!(
        message("connect4(height=99999999999)"),
        "height can't be '99999999999'; it is 1 to 15"
    );
    assert_eq!(
        message("connect4(width=9,height=7)"),
        "a board of 9 by 7 is too large; width × (height + 1) is at most 64"
    );
    assert!(open(crate::ALL, "connect4(width=8,height=7)").is_ok());
}

#[test]
fn moves_as_text() {
    let position = at("444444");
    let message = |text: &str| position.read(text).unwrap_err().to_string();
    assert_eq!(position.write(position.read(" 7 ").unwrap()), "7");
    assert_eq!(position.clicks(position.read("7").unwrap()), [41]);
    assert_eq!(message("4"), "column 4 is full; choose another");
    for text in ["", "0", "8", "44", "-1", "a", "４", "\u{202e}4"] {
        assert!(message(text).ends_with(" is no column; columns are 1 to 7"), "{text}");
    }
    let over = at("1212121");
    assert_eq!(
        over.read("3").unwrap_err().to_string(),
        "'3' can't be played; the game is over: first"
    );
}

fn value(position: &Connect4, bytes: usize) -> outplay::Value {
    let table = Table::new(bytes).unwrap();
    let shared = Shared::new(Limits::default(), &table);
    let line = Line::new(position.clone());
    alphabeta_table(&line, &position.evaluator(), &mut (), &shared).value
}

/// From sets of positions with exact scores, given there as stones left at the end.
#[test]
fn known_values() {
    for (moves, wanted) in [
        ("24651541716752717557752233621662146", "win in 5"),
        ("36436712636312262747564435354221157155417", "draw"),
        ("6213724444421524673215767767233", "draw"),
        ("3575316255751336464276636772271112", "loss in 4"),
        ("11617255152412223243461443755", "win in 9"),
        ("753776461373521661217257661445", "loss in 4"),
        ("65775172135327537715112626523361", "win in 3"),
        ("37762641173731771122216332344465246", "loss in 4"),
        ("44514461434227131577116276232276376356", "win in 3"),
        ("6274476136716665132411555412333345", "draw"),
    ] {
        assert_eq!(value(&at(moves), 1 << 20).to_string(), wanted, "{moves}");
    }
    assert_eq!(value(&connect4(4, 4), 8 << 20).to_string(), "draw");
    assert_eq!(value(&connect4(3, 4), 1 << 20).to_string(), "draw");
    assert_eq!(value(&connect4(1, 8), 1 << 20).to_string(), "draw");
}

fn solved(position: &Connect4, table: &Table) -> outplay::Report<Column> {
    let shared = Shared::new(Limits::default(), table);
    outplay::solve(&Line::new(position.clone()), &position.evaluator(), &mut (), &shared)
}

/// With `OUTPLAY_CONNECT4_SETS` naming a folder of such sets, all their positions with 15 discs or
/// more: lines of the columns played and the score, 22 less the winner's discs at the end, negative
/// for a loss. (The benchmark `connect4` takes the rest as well.)
#[test]
#[allow(clippy::print_stdout, reason = "the figures are asked for")]
fn sets_of_known_values() {
    let Ok(folder) = std::env::var("OUTPLAY_CONNECT4_SETS") else {
        return;
    };
    let mut table = Table::new(16 << 20).unwrap();
    let mut total = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let (mut checked, mut nodes) = (0u32, 0);
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let mut words = line.split_whitespace();
            let (Some(moves), Some(score)) = (words.next(), words.next()) else {
                continue;
            };
            let (Ok(score), plies) = (score.parse::<i32>(), moves.len() as i32) else {
                continue;
            };
            if plies < 15 {
                continue;
            }
            let left = |played: i32| (22 - score.abs() - played) as u32;
            let wanted = match score {
                0 => Score::DRAW,
                1.. => Score::win_in(2 * left(plies / 2) - 1),
                _ => Score::loss_in(2 * left((plies + 1) / 2)),
            };
            table.clear();
            let report = solved(&at(moves), &table);
            assert_eq!((report.value.score, report.value.proven), (wanted, true), "{line}");
            checked += 1;
            nodes += report.stats.nodes;
        }
        let mean = nodes as f64 / f64::from(checked.max(1));
        println!("{}: {checked} positions, {mean:.1} nodes in the mean", path.display());
        total += checked;
    }
    assert!(total > 0, "no such positions there");
}

/// A few of each kind, with at most so many nodes: the order of moves and what is known of the
/// game without a search keep them low.
#[test]
fn solves_with_few_nodes() {
    let table = Table::new(1 << 20).unwrap();
    for (moves, wanted, most) in [
        ("24651541716752717557752233621662146", "win in 5", 30),
        ("5554224333234511764415115", "win in 11", 150),
        ("32164625", "win in 13", 10_000),
        ("2531276566711153", "win in 23", 60_000),
    ] {
        let report = solved(&at(moves), &table);
        assert_eq!(report.value.to_string(), wanted, "{moves}");
        assert!(report.stats.nodes <= most, "{moves}: {} nodes", report.stats.nodes);
    }
}

/// The same value with any table, or none, as plain alpha-beta, on boards of every kind.
#[test]
fn solves_as_alphabeta_does() {
    for start in [connect4(4, 4), connect4(5, 4), connect4(4, 5), connect4(7, 6), connect4(3, 6)] {
        for seed in 0..30 {
            random_play(&start, seed, |position| {
                if position.outcome().is_some() || position.left() > 11 {
                    return;
                }
                let wanted = value(position, 1 << 16);
                for bytes in [0, 64, 1 << 16] {
                    let table = Table::new(bytes).unwrap();
                    let cold = solved(position, &table).value;
                    assert_eq!((cold.score, cold.proven), (wanted.score, true), "{position}");
                    assert_eq!(solved(position, &table).value, cold, "{position}, again");
                }
            });
        }
    }
}

/// Watched or not, it is the same search.
#[test]
fn a_watched_solver_counts_the_same_nodes() {
    use outplay::{RecordLimits, Recorder};
    let mut forced = 0;
    for moves in ["5554224333234511764415115", "24651541716752717557752233621662146"] {
        let position = at(moves);
        let (table, line) = (Table::none(), Line::new(position.clone()));
        let shared = Shared::new(Limits::default(), &table);
        let evaluator = position.evaluator();
        let mut recorder = Recorder::new(RecordLimits { nodes: 100, depth: 9 });
        let watched = outplay::solve(&line, &evaluator, &mut recorder, &shared);
        assert_eq!(watched.stats.nodes, solved(&position, &table).stats.nodes);
        let tree = recorder.into_tree();
        assert!(tree.is_complete());
        forced += tree.nodes().iter().filter(|node| !node.forced.is_empty()).count();
    }
    assert!(forced > 0, "no forced move was recorded");
}

#[test]
fn bounds_and_candidates_are_sound() {
    for start in [connect4(4, 4), connect4(5, 4), connect4(4, 5), connect4(7, 6), connect4(3, 6)] {
        for seed in 0..300 {
            random_play(&start, seed, |position| {
                let empty = position.shape.board.count() - position.plies;
                if position.outcome().is_none() && empty <= 9 {
                    hooks_are_sound(position);
                }
            });
        }
    }
}

#[test]
fn canonical_keys_are_those_of_the_mirror_images() {
    for start in every_size() {
        let mut evaluator = start.evaluator();
        let mut seen = HashMap::new();
        for seed in 0..10 {
            random_play(&start, seed, |position| {
                let (text, image) = (position.to_string(), mirror(position));
                let key = evaluator.canonical_key(position);
                assert_eq!(evaluator.canonical_key(&image), key, "{text}");
                assert_eq!(evaluator.evaluate(&image), evaluator.evaluate(position), "{text}");
                let least = text.min(image.to_string());
                assert_eq!(seen.entry(key).or_insert(least.clone()), &least);
            });
        }
    }
}

fn mirror(position: &Connect4) -> Connect4 {
    let mut image = Connect4::new(position.shape);
    let (columns, rows) = size(position);
    for index in 0..columns * rows {
        let mirrored = index / columns * columns + columns - 1 - index % columns;
        if let Some(owner) = position.owner(index) {
            let cell = 1 << image.shape.bit(mirrored);
            image.taken |= cell;
            if owner == position.turn() {
                image.own |= cell;
            }
        }
    }
    image.survey();
    image
}

#[test]
fn evaluation_is_the_same_for_mirror_images() {
    let start = Connect4::default();
    let mut evaluator = start.evaluator();
    for seed in 0..50 {
        random_play(&start, seed, |position| {
            let image = mirror(position);
            assert_eq!(evaluator.evaluate(position), evaluator.evaluate(&image), "{position}");
        });
    }
}

#[test]
fn wins_come_before_blocks_before_threats_before_the_centre() {
    let ranked = |text: &str| {
        let position = at(text);
        let evaluator = position.evaluator();
        let mut moves = vec![];
        position.moves(&mut moves);
        moves.sort_by_key(|&m| -evaluator.rank(&position, m));
        moves.into_iter().map(|m| position.write(m)).collect::<String>()
    };
    assert_eq!(ranked(&Connect4::default().to_string()), "4352617");
    // x has three in column 1 and o three in column 2, x to move; then o to move elsewhere.
    assert!(ranked("121212").starts_with("12"));
    assert!(ranked("1212127").starts_with("21"));
    // x holds 3 and 4 of the bottom row: 2 and 5 make two threats each or one.
    assert!(ranked("3344").starts_with('2') || ranked("3344").starts_with('5'));
}

#[test]
fn evaluation_sees_what_happens_at_once() {
    let score = |text: &str| {
        let position = at(text);
        position.evaluator().evaluate(&position)
    };
    assert!(score("121212") > Score::from(50));
    // x has three in the bottom row, open at both ends.
    assert!(score("33445") < Score::from(-20));
    // The first disc is worth most in the centre.
    assert!(score("4") < score("3") && score("3") < score("1"));
}

#[test]
fn the_board_as_a_picture() {
    let view = at("1212121").view();
    assert_eq!((view.columns, view.rows()), (7, 6));
    assert_eq!(view.column_labels.join(""), "1234567");
    let won: Vec<_> = (0..42).filter(|&cell| view.cells[cell].mark == Mark::Win).collect();
    assert_eq!(won, [14, 21, 28, 35]);
    let piece = view.cells[36].piece.as_ref().unwrap();
    assert_eq!((piece.text.as_str(), piece.owner), ("o", Some(Player::Second)));
}

#[test]
fn opens_by_name_and_finds_a_win() {
    let mut session = open(crate::ALL, "connect4").unwrap();
    session.set("33445").unwrap();
    let plan =
        Plan { algorithm: Algorithm::AlphaBeta, limits: Limits::depth(4), ..Plan::default() };
    let analysis = session.search(&plan, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(analysis.score.to_string(), "loss in 2");
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>(), like in "[xo1-9/. ]{0,60}", columns in "[0-9]{0,50}") {
        for start in [Connect4::default(), connect4(9, 6), connect4(1, 1)] {
            for text in [&text, &like, &columns] {
                if let Ok(position) = start.parse(text) {
                    prop_assert_eq!(&start.parse(&position.to_string()).unwrap(), &position);
                }
                if let Ok(m) = start.read(text) {
                    prop_assert_eq!(start.read(&start.write(m)).unwrap(), m);
                }
            }
        }
    }

    /// Rows of the right size are read, or refused for what stands in them.
    #[test]
    fn random_boards(cells in "[xo.]{4}/[xo.]{4}/[xo]{4}/[xo]{4} [xo]") {
        match connect4(4, 4).parse(&cells) {
            Ok(position) => {
                prop_assert!(!has_four(&position, position.turn()));
                prop_assert_eq!(&connect4(4, 4).parse(&position.to_string()).unwrap(), &position);
            }
            Err(error) => prop_assert!(!error.to_string().contains("rows")),
        }
    }
}
