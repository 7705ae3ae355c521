use std::collections::HashSet;
use std::time::Instant;

use outplay::{
    Evaluator, Game, Limits, Line, Outcome, Params, Player, Position, Random, Score, Session,
    Shared, Stop, Table, open, perft, pvs,
};

use super::board::{BLACK, Board, EMPTY};
use super::oracle::{Oracle, Verdict, is_legal};
use super::*;
use crate::testing::random_play;

pub(super) fn go(settings: &str) -> Go {
    let mut params = Params::defaults(&Go::INFO);
    params.set(&Go::INFO, settings).unwrap();
    Game::new(&params).unwrap()
}

pub(super) fn session(settings: &str) -> Box<dyn Session> {
    open(&[ENTRY], &format!("go({settings})")).unwrap()
}

fn oracle(start: &Go) -> Oracle {
    Oracle::new(start.size(), start.rules.ko, start.rules.suicide)
}

/// Plays random games beside the oracle and compares everything. Returns the moves made, and how
/// many the rule of repetition forbade.
fn beside_the_oracle(settings: &str, games: u64, passes: usize) -> (usize, usize) {
    let start = go(settings);
    let (mut moves_made, mut repeats) = (0, 0);
    for seed in 0..games {
        let mut random = Random::new(seed);
        let (mut line, mut oracle) = (Line::new(start.clone()), oracle(&start));
        for _ in 0..6 * start.size() * start.size() {
            let mut legal = vec![];
            line.moves(&mut legal);
            let mut expected = vec![];
            for at in line.position().board.points() {
                let (row, column) = line.position().board.place_of(at);
                match oracle.verdict(row, column) {
                    Verdict::Legal(grid) => expected.push((Move(at), grid)),
                    Verdict::Repeats => repeats += 1,
                    Verdict::Occupied | Verdict::Suicide => {}
                }
            }
            let points: Vec<_> = expected.iter().map(|(m, _)| *m).chain([Move::PASS]).collect();
            assert_eq!(legal, points, "{settings}: {}", line.position());
            assert_eq!(line.position().areas(), oracle.areas(), "{}", line.position());
            // A pass only now and then: games that end early show little.
            let pass = expected.is_empty() || random.below(passes) == 0;
            if pass {
                line.play(Move::PASS);
                oracle.pass();
            } else {
                let (m, grid) = expected.swap_remove(random.below(expected.len()));
                line.play(m);
                oracle.advance(grid);
            }
            moves_made += 1;
            let ended = line.position().outcome().is_some();
            assert_eq!(line.outcome().is_some(), {
                let simple = start.rules.ko == Ko::Simple;
                ended || simple && !pass && oracle.repeated()
            });
            if line.outcome().is_some() {
                break;
            }
        }
    }
    (moves_made, repeats)
}

#[test]
fn moves_and_areas_are_the_oracles() {
    for (settings, games) in [
        ("size=2", 200),
        ("size=2,suicide=true", 200),
        ("size=2,ko=situational", 200),
        ("size=2,ko=situational,suicide=true", 200),
        ("size=2,ko=simple", 200),
        ("size=2,ko=simple,suicide=true", 200),
        ("size=3", 60),
        ("size=3,suicide=true", 60),
        ("size=3,ko=situational,suicide=true", 60),
        ("size=4,ko=simple", 30),
        ("size=4,ko=situational", 30),
        ("size=5,suicide=true", 12),
        ("size=7", 10),
    ] {
        let (moves, repeats) = beside_the_oracle(settings, games, 12);
        // On two by two no single stone can be taken back.
        let none = settings == "size=2,ko=simple";
        assert!(moves > 300 && (repeats > 4) != none, "{settings}: {moves}, {repeats}");
    }
    let (moves, _) = beside_the_oracle("size=19", 1, 50);
    assert!(moves > 300);
}

/// Every number that is kept move by move, found anew.
fn from_scratch(go: &Go) {
    let text = go.to_string();
    let read = Go::start(Rules { handicap: 0, ..go.rules }).parse(&text).unwrap();
    assert_eq!(&read, go, "{text}");
    assert_eq!(read.key(), go.key(), "{text}");
    assert_eq!(read.repetition_key(), go.repetition_key(), "{text}");
    for at in go.board.points() {
        if go.board.colour(at) == EMPTY {
            continue;
        }
        let (one, other) = (go.board.chain(at), read.board.chain(at));
        assert_eq!(go.board.stones_in(one), read.board.stones_in(other), "{text}");
        assert_eq!(go.board.liberties(one), read.board.liberties(other), "{text}");
        assert_eq!(go.board.last_liberty(one), read.board.last_liberty(other), "{text}");
        let mut chain = HashSet::new();
        go.board.for_each_stone(at, |stone| assert!(chain.insert(stone)));
        read.board.for_each_stone(at, |stone| assert!(chain.remove(&stone)));
        assert!(chain.is_empty());
    }
}

#[test]
fn what_is_kept_is_what_is_found_anew() {
    for settings in ["size=2", "size=3,suicide=true", "size=5", "size=9,cap=150", "size=13,cap=300"]
    {
        for seed in 0..6 {
            // Without superko some of these games do not end.
            let start = go(settings);
            let capped = Go { rules: Rules { cap: 400, ..start.rules }, ..start };
            random_play(&capped, seed, from_scratch);
        }
    }
}

#[test]
fn counts_by_reasoning() {
    let counted = |settings: &str, depth| perft(&go(settings), depth, &Stop::new()).unwrap().nodes;
    for size in [4_u64, 5, 9, 13, 19] {
        let (n, settings) = (size * size, format!("size={size}"));
        // A stone anywhere, or a pass.
        assert_eq!(counted(&settings, 1), n + 1);
        assert_eq!(counted(&settings, 2), n * n + n + 1);
        if size > 9 {
            continue;
        }
        // After two stones n - 1 moves; after a stone and a pass, n; two passes end it.
        assert_eq!(counted(&settings, 3), n * (n - 1) * (n - 1) + 2 * n * n);
        if size > 5 {
            continue;
        }
        // White's suicides in a corner between two black stones: with a third stone elsewhere, or
        // a white pass. If it was White's own stone that the two captured, the point is empty
        // instead.
        let stones = n * (n - 1) * (n - 2) * (n - 2) - 8 * (n - 3);
        let with_pass = 3 * n * (n - 1) * (n - 1) - 8 + n * n;
        assert_eq!(counted(&settings, 4), stones + with_pass);
    }
    for &(depth, nodes) in &Go::INFO.perft[..3] {
        assert_eq!(counted("", depth), nodes);
    }
}

/// Counts move sequences with the oracle.
fn slow_perft(oracle: &Oracle, passes: u32, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if passes == 2 {
        return 0;
    }
    let mut nodes = 0;
    for row in 0..oracle.grid.len() {
        for column in 0..oracle.grid.len() {
            if let Verdict::Legal(grid) = oracle.verdict(row, column) {
                let mut after = oracle.clone();
                after.advance(grid);
                nodes += slow_perft(&after, 0, depth - 1);
            }
        }
    }
    let mut after = oracle.clone();
    after.pass();
    nodes + slow_perft(&after, passes + 1, depth - 1)
}

#[test]
fn counts_are_the_oracles() {
    for (settings, depth) in [
        ("size=2", 7),
        ("size=2,suicide=true", 6),
        ("size=2,ko=situational", 6),
        ("size=2,ko=situational,suicide=true", 6),
        ("size=3", 4),
        ("size=3,suicide=true", 4),
    ] {
        let start = go(settings);
        for depth in 0..=depth {
            let count = perft(&start, depth, &Stop::new()).unwrap();
            assert_eq!(count.nodes, slow_perft(&oracle(&start), 0, depth), "{settings} {depth}");
        }
    }
}

#[test]
#[ignore = "slow"]
fn deep_counts() {
    let counted = |settings: &str, depth| perft(&go(settings), depth, &Stop::new()).unwrap().nodes;
    let (depth, nodes) = Go::INFO.perft[3];
    assert_eq!(counted("", depth), nodes);
    for (settings, depth) in [("size=2", 11), ("size=2,suicide=true", 9), ("size=3", 6)] {
        let start = go(settings);
        assert_eq!(counted(settings, depth), slow_perft(&oracle(&start), 0, depth), "{settings}");
    }
    assert_eq!(counted("size=19", 3), 361 * 360 * 360 + 2 * 361 * 361);
}

/// The image of a position under one of the symmetries of the square.
fn image(go: &Go, symmetry: usize) -> (Go, impl Fn(Move) -> Move + use<>) {
    let (last, board) = (go.size() - 1, go.board.clone());
    let turn = move |at| {
        if at == NOWHERE {
            return at;
        }
        let (row, column) = board.place_of(at);
        let (row, column) = if symmetry & 4 == 0 { (row, column) } else { (column, row) };
        let row = if symmetry & 1 == 0 { row } else { last - row };
        let column = if symmetry & 2 == 0 { column } else { last - column };
        board.point(row, column)
    };
    let mut stones = Board::new(go.size());
    for at in go.board.points().filter(|&at| go.board.colour(at) != EMPTY) {
        stones.place(turn(at), go.board.colour(at), |_| {});
    }
    let turned = Go { board: stones, ko: turn(go.ko), ..go.clone() };
    (turned, move |m| Move(turn(m.0)))
}

#[test]
fn images_have_the_same_moves_counts_and_values() {
    for (settings, plies) in
        [("size=3", 4), ("size=5", 18), ("size=9", 60), ("size=9,suicide=true", 90)]
    {
        for seed in 0..4 {
            let mut random = Random::new(seed);
            let mut position = go(settings);
            for _ in 0..plies {
                let mut moves = vec![];
                position.moves(&mut moves);
                let stones = moves.len() - 1;
                position.play(moves[random.below(stones.max(1))]);
            }
            let count = |go: &Go| perft(go, 2, &Stop::new()).unwrap();
            let evaluator = position.evaluator();
            for symmetry in 0..8 {
                let (turned, turn) = image(&position, symmetry);
                assert_eq!(count(&turned), count(&position), "{position} {symmetry}");
                let (mut moves, mut others) = (vec![], vec![]);
                position.moves(&mut moves);
                turned.moves(&mut others);
                let turned_moves: HashSet<_> = moves.iter().map(|&m| turn(m)).collect();
                assert_eq!(turned_moves, others.into_iter().collect());
                if position.size() <= 5 {
                    let keys = [&position, &turned].map(|go| evaluator.canonical_key(go));
                    assert_eq!(keys[0], keys[1], "{position} {symmetry}");
                }
                assert_eq!(turned.areas(), position.areas());
                let ranks = |go: &Go, m| go.evaluator().rank(go, m);
                for m in moves {
                    assert_eq!(ranks(&position, m), ranks(&turned, turn(m)), "{position}");
                }
            }
        }
    }
}

/// How many boards have a liberty for every chain (Tromp and Farnebäck, "Combinatorics of Go",
/// 2006): 57 of 2×2, 12,675 of 3×3.
#[test]
fn legal_positions_of_small_boards() {
    for (size, legal) in [(2, 57), (3, 12_675)] {
        let start = go(&format!("size={size}"));
        let (mut by_us, mut by_oracle) = (0, 0);
        for code in 0..3_usize.pow((size * size) as u32) {
            let digit = |at: usize| code / 3_usize.pow(at as u32) % 3;
            let row = |row: usize| -> String {
                (0..size).map(|column| ['.', 'x', 'o'][digit(row * size + column)]).collect()
            };
            let rows: Vec<_> = (0..size).map(row).collect();
            by_us += u32::from(start.parse(&format!("{} x", rows.join("/"))).is_ok());
            let owner = |c| match c {
                'x' => Some(Player::First),
                'o' => Some(Player::Second),
                _ => None,
            };
            let grid = rows.iter().map(|row| row.chars().map(owner).collect()).collect();
            by_oracle += u32::from(is_legal(&grid));
        }
        assert_eq!((by_us, by_oracle), (legal, legal), "size {size}");
    }
}

#[test]
fn handicap_stones_stand_where_gtp_has_them() {
    for (settings, points) in [
        ("size=19,handicap=2", "D4 Q16"),
        ("size=19,handicap=3", "D4 Q16 D16"),
        ("size=19,handicap=4", "D4 Q16 D16 Q4"),
        ("size=19,handicap=5", "D4 Q16 D16 Q4 K10"),
        ("size=19,handicap=6", "D4 Q16 D16 Q4 D10 Q10"),
        ("size=19,handicap=7", "D4 Q16 D16 Q4 D10 Q10 K10"),
        ("size=19,handicap=8", "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        ("size=19,handicap=9", "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
        ("size=13,handicap=6", "D4 K10 D10 K4 D7 K7"),
        ("size=9,handicap=3", "C3 G7 C7"),
        ("size=9,handicap=9", "C3 G7 C7 G3 C5 G5 E3 E7 E5"),
        ("size=7,handicap=4", "C3 E5 C5 E3"),
        ("size=8,handicap=2", "C3 F6"),
    ] {
        let position = go(settings);
        let mut expected =
            Go { turn: Player::First, ..Go::start(Rules { handicap: 0, ..position.rules }) };
        for point in points.split(' ') {
            let m = expected.read(point).unwrap();
            expected.board.place(m.0, BLACK, |_| {});
        }
        assert_eq!(position.board.hash(), expected.board.hash(), "{settings}");
        assert_eq!(position.turn(), Player::Second);
    }
    let refused = |settings: &str| {
        let error = open(&[ENTRY], &format!("go({settings})")).err().unwrap();
        error.to_string()
    };
    assert_eq!(refused("handicap=1"), "handicap can't be 1 on this board; it is 0, or 2 to 9");
    assert_eq!(
        refused("size=8,handicap=5"),
        "handicap can't be 5 on this board; it is 0, or 2 to 4"
    );
    assert_eq!(
        refused("size=6,handicap=2"),
        "handicap can't be 2 on this board; a board this small has no points for it"
    );
}

#[test]
fn superko_is_refused_in_words() {
    // Black takes on B4, White plays far away, and so on: a plain ko.
    let mut ko = session("size=5");
    for m in ["B5", "C5", "A4", "D4", "B3", "C3", "E1", "B4", "C4"] {
        ko.play(m).unwrap();
    }
    let error = ko.play("b4").unwrap_err().to_string();
    assert_eq!(error, "ko: white may not take back on B4 at once; play elsewhere first");
    ko.play("E2").unwrap();
    ko.play("D1").unwrap();
    assert_eq!(ko.play("B4").unwrap(), "B4");
    // Black's last stone takes three and stands alone again, as after the first move.
    for rule in ["positional", "situational"] {
        let mut cycle = session(&format!("size=2,ko={rule}"));
        for m in ["A1", "B2", "A2", "B1", "A1", "A2"] {
            cycle.play(m).unwrap();
        }
        let error = cycle.play("a1").unwrap_err().to_string();
        assert_eq!(error, "'a1' would repeat an earlier position; play elsewhere first");
        assert_eq!(cycle.legal(), ["pass"]);
    }
    let mut cycle = session("size=2,ko=simple");
    for m in ["A1", "B2", "A2", "B1", "A1", "A2", "A1"] {
        cycle.play(m).unwrap();
    }
    assert_eq!(cycle.outcome(), Some(Outcome::Draw));
}

#[test]
fn two_passes_end_it_and_one_does_not() {
    let mut game = session("komi=7");
    game.play("E5").unwrap();
    game.play("PASS").unwrap();
    assert_eq!(game.outcome(), None);
    game.play("pass").unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(game.view().captions, ["black wins by 74: black 81, white 0 and komi 7"]);
    assert_eq!(game.position(), "9/9/9/9/4x4/9/9/9/9 o pass pass");
    game.undo().unwrap();
    game.play("C3").unwrap();
    assert_eq!(game.outcome(), None);
    let drawn = go("size=2,komi=0").parse("pass pass").unwrap();
    assert_eq!(drawn.outcome(), Some(Outcome::Draw));
}

/// Plays a game of a search against random moves, and returns who won.
fn against_random(searcher: Player, depth: u32, seed: u64) -> Option<Outcome> {
    let mut random = Random::new(seed);
    let mut line = Line::new(go("size=7,komi=0.5"));
    for _ in 0..200 {
        if line.outcome().is_some() {
            break;
        }
        let mut moves = vec![];
        line.moves(&mut moves);
        let m = if line.position().turn() == searcher {
            let (evaluator, table) = (line.position().evaluator(), Table::none());
            let shared = Shared::new(Limits::depth(depth), &table);
            pvs(&line, &evaluator, &mut (), &shared).best.unwrap()
        } else {
            // Passing early would end the game before it has begun.
            moves[random.below(moves.len().max(2) - 1)]
        };
        line.play(m);
    }
    line.outcome()
}

#[test]
fn the_evaluator_beats_random_play() {
    for (seed, searcher) in (0..6).zip([Player::First, Player::Second].into_iter().cycle()) {
        assert_eq!(against_random(searcher, 1, seed), Some(Outcome::Win(searcher)), "{seed}");
    }
}

#[test]
fn the_evaluator_sees_ataris_and_territory() {
    let value = |settings: &str, text: &str| {
        let position = go(settings).parse(text).unwrap();
        position.evaluator().evaluate(&position)
    };
    let settings = "size=9,komi=0";
    // Who owns more of the board is ahead, whoever is to move.
    let wall = "9/9/9/9/ooooooooo/xxxxxxxxx/9/9/9";
    assert!(value(settings, &format!("{wall} o")) > Score::DRAW);
    assert!(value(settings, &format!("{wall} x")) < Score::DRAW);
    // The same with colours and sides exchanged, without komi.
    let start = "9/2x6/9/4o4/9/6x2/2o6/9/9 x";
    let other = start.replace('x', "#").replace('o', "x").replace('#', "o");
    assert_eq!(value(settings, start), value(settings, &other));
    // A stone in atari is as good as taken if it is the other side's turn, and worth something
    // if it is its own.
    let [atari, taken] = ["9/9/4x4/3xo4/4x4/9/9/9/9", "9/9/4x4/3x5/4x4/9/9/9/9"];
    let values = |turn: &str| [atari, taken].map(|b| value(settings, &format!("{b} {turn}")));
    let [[now, then], [saved, lost]] = [values("x"), values("o")];
    assert!((now.hundredths() - then.hundredths()).abs() < 20, "{now} {then}");
    assert!(saved > lost, "{saved} {lost}");
    // The order of moves: taking before saving before anything quiet, own eyes and passes last.
    let position = go("size=5").parse("1x1xo/xxxx1/3ox/3o1/5 x").unwrap();
    let (evaluator, mut moves) = (position.evaluator(), vec![]);
    position.moves(&mut moves);
    moves.sort_by_key(|&m| -evaluator.rank(&position, m));
    let order: Vec<_> = moves.iter().map(|&m| position.write(m)).collect();
    assert_eq!(order[0], "E4");
    let last: HashSet<_> = order[order.len() - 3..].iter().map(|text| &text[..]).collect();
    assert_eq!(last, HashSet::from(["A5", "C5", "pass"]), "{order:?}");
}

/// Random games a second, one core: `cargo test --release -p outplay-games playout_speed --
/// --ignored --nocapture`.
#[test]
#[ignore = "measures"]
fn playout_speed() {
    for (size, games) in [(9, 200_000), (13, 80_000), (19, 30_000)] {
        let start = go(&format!("size={size}"));
        let began = Instant::now();
        let (won, moves) = start.play_outs(games, &mut Random::new(1));
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "{size}×{size}: {:.0} games a second, {:.0} moves a game, Black wins {:.1} %",
            f64::from(games) / seconds,
            moves as f64 / f64::from(games),
            100.0 * f64::from(won) / f64::from(games),
        );
    }
}

#[test]
fn playouts_fill_the_board_and_end() {
    for (settings, games) in [
        ("size=2", 50),
        ("size=5", 50),
        ("size=9", 50),
        ("size=19", 3),
        ("size=9,suicide=true", 20),
    ] {
        let mut random = Random::new(7);
        for _ in 0..games {
            let mut position = go(settings);
            let moves = position.play_out(&mut random);
            let points = position.size() * position.size();
            assert!(moves as usize <= 3 * points);
            if (moves as usize) < 3 * points {
                assert!(position.outcome().is_some());
            }
            from_scratch(&position);
        }
    }
    // Close to even with a komi that is fair for random play.
    let (won, _) = go("komi=0.5").play_outs(2_000, &mut Random::new(3));
    assert!((900..1_500).contains(&won), "{won}");
}
