use std::collections::HashMap;

use outplay::{
    Evaluator, Features, Limits, Line, Outcome, Player, Random, Shared, Stop, Table, laws::Laws,
    perft,
};

use super::super::board::DIRECTIONS;
use super::super::classes::Class;
use super::*;
use crate::testing::{hooks_are_sound, random_play};

/// Everything kept move by move is what a board set up from nothing has.
fn same_as_fresh(position: &Gomoku) {
    let mut fresh = Gomoku::start(position.setup);
    for colour in Colour::BOTH {
        for cell in (0..position.setup.cells()).filter(|&cell| position.owner(cell) == Some(colour))
        {
            fresh.next = colour;
            fresh.place(cell);
        }
    }
    let what = position.to_string();
    assert_eq!(fresh.lines, position.lines, "{what}");
    assert_eq!((fresh.empty, fresh.left), (position.empty, position.left), "{what}");
    assert_eq!(fresh.key_of_stones(), position.key_of_stones(), "{what}");
    assert_eq!(fresh.scores, position.scores, "{what}");
    assert_eq!(fresh.sets, position.sets, "{what}");
    for cell in position.empty.cells() {
        assert_eq!(fresh.made[cell], position.made[cell], "{what}: {cell}");
        assert_eq!(fresh.judged[cell], position.judged[cell], "{what}: {cell}");
        for direction in 0..DIRECTIONS {
            let window = position.lines.through(position.geometry, cell, direction).window(0);
            let both = position.shapes.both(window);
            for colour in Colour::BOTH {
                let shape = (position.code(colour, cell) >> (4 * direction)) as u8 & 15;
                assert_eq!(shape, both >> (4 * colour.index()) & 15, "{what}: {cell}");
            }
        }
    }
    for colour in Colour::BOTH {
        let classes = |cell| position.class(colour, cell);
        for cell in position.empty.cells() {
            for class in [Class::Three, Class::Four, Class::OpenFour, Class::Five, Class::Suspect] {
                assert_eq!(position.set(colour, class).has(cell), classes(cell) == class, "{what}");
            }
        }
        let sum: i32 = position.empty.cells().map(|cell| worth(position, colour, cell)).sum();
        assert_eq!(sum, position.scores[colour.index()], "{what}");
    }
}

fn worth(position: &Gomoku, colour: Colour, cell: usize) -> i32 {
    let code = position.code(colour, cell);
    i32::from(position.judgements[colour.index()][usize::from(code)].worth())
}

/// The first answer is at the stone, not somewhere that spoils lines.
#[test]
fn the_first_answer_is_near() {
    for rule in ["freestyle", "renju"] {
        let position = game(&format!("rule={rule}")).parse("h8").unwrap();
        for depth in 1..=4 {
            let table = Table::new(1 << 20).unwrap();
            let shared = Shared::new(Limits::depth(depth), &table);
            let line = Line::new(position.clone());
            let report = outplay::pvs(&line, &position.evaluator(), &mut (), &shared);
            let cell = report.best.and_then(Move::cell).unwrap();
            let off = (cell % 15).abs_diff(7).max((cell / 15).abs_diff(7));
            assert!(off <= 2, "{rule} {depth}: {}", position.write(Move::to(cell)));
        }
    }
}

/// Among equal moves the search takes the first: one that stops a five, else one near the stones.
#[test]
fn moves_near_stones_come_first() {
    let position = game("").parse("a15h8b14o1").unwrap();
    let names: Vec<String> = moves(&position).iter().map(|&m| position.write(m)).collect();
    assert_eq!(names.len(), 221);
    let near = |name: &str| {
        let (x, y) = (i32::from(name.as_bytes()[0] - b'a'), name[1..].parse::<i32>().unwrap());
        [(0, 15), (7, 8), (1, 14), (14, 1)]
            .iter()
            .any(|(a, b)| (x - a).abs() <= 2 && (y - b).abs() <= 2)
    };
    let count = names.iter().filter(|name| near(name)).count();
    assert_eq!(count, 24 + 14 + 8);
    assert!(names[..count].iter().all(|name| near(name)), "{names:?}");
    // Two fives are threatened: a search that sees everything lose plays one of the blocks.
    let lost = game("").parse("h8a1i8a15j8o1k8").unwrap();
    let names: Vec<String> = moves(&lost)[..3].iter().map(|&m| lost.write(m)).collect();
    assert_eq!(names[..2], ["g8", "l8"]);
    // The same where an open four is about to come from several threes.
    let lost =
        "h8f10i9g11e9g7i10f7h7i11f11h10j12e7f8g8g6d7c7e6h9g9g10i8e12d13e11e10h6h5f5d5c4e4e5c6b7d6";
    let later = game("").parse(lost).unwrap();
    let first = moves(&later)[0].cell().unwrap();
    assert!(later.set(later.next.other(), Class::OpenFour).has(first));
    let lost = game("").parse("h8a1i8a15j8o1k8").unwrap();
    let mut forced = vec![];
    lost.evaluator().candidates(&lost, &mut forced);
    assert_eq!(lost.write(forced[0]), "g8");
}

#[test]
fn what_is_kept_is_what_a_fresh_board_has() {
    for (kind, seed) in KINDS.iter().zip(7..) {
        let mut random = Random::new(seed);
        let mut position = game(kind);
        let mut played = vec![];
        while position.outcome().is_none() {
            let m = crowded_move(&position, &mut random);
            played.push((m, position.play(m)));
            if random.below(3) == 0 {
                same_as_fresh(&position);
            }
            // Back and forth, as a search does.
            if random.below(5) == 0 && played.len() > 3 {
                for _ in 0..3 {
                    let (m, undo) = played.pop().unwrap();
                    position.undo(m, undo);
                }
                same_as_fresh(&position);
            }
        }
        same_as_fresh(&position);
        while let Some((m, undo)) = played.pop() {
            position.undo(m, undo);
            if random.below(4) == 0 {
                same_as_fresh(&position);
            }
        }
        assert_eq!(position, game(kind));
        same_as_fresh(&position);
    }
}

#[test]
fn text_and_keys_on_random_play() {
    for kind in KINDS.into_iter().chain(["opening=swap2", "size=7,rule=renju,opening=swap2"]) {
        let start = game(kind);
        let mut keys = HashMap::new();
        for seed in 0..3 {
            random_play(&start, seed, |position| {
                let text = position.to_string();
                let read = start.parse(&text).unwrap();
                assert_eq!(&read, position, "{text}");
                assert_eq!(read.key(), position.key(), "{text}");
                assert_eq!(read.to_string(), text);
                assert_eq!(keys.entry(position.key()).or_insert(text.clone()), &text);
                for m in moves(position) {
                    assert_eq!(position.read(&position.write(m).to_uppercase()).unwrap(), m);
                }
            });
        }
    }
}

#[test]
fn perft_of_the_first_plies() {
    for &(depth, nodes) in text::INFO.perft {
        if depth < 3 {
            assert_eq!(perft(&game(""), depth, &Stop::new()).unwrap().nodes, nodes);
        }
    }
    for (settings, depth, nodes) in [
        ("size=5", 3, 13_800),
        ("size=5", 4, 303_600),
        ("rule=renju", 2, 50_400),
        ("size=6,opening=swap2", 3, 36 * 35 * 34),
        ("size=6,opening=swap2", 4, 36 * 35 * 34 * 3),
        // After a choice a stone is placed at once, also to let the other choose.
        ("size=6,opening=swap2", 5, 36 * 35 * 34 * 3 * 33),
    ] {
        let count = perft(&game(settings), depth, &Stop::new()).unwrap();
        assert_eq!(count.nodes, nodes, "{settings} {depth}");
    }
}

#[test]
#[ignore = "slow"]
fn perft_of_three_plies() {
    for settings in ["", "rule=standard", "rule=renju", "rule=caro"] {
        assert_eq!(perft(&game(settings), 3, &Stop::new()).unwrap().nodes, 11_239_200);
    }
    // The first fives on a board of 5 × 5 come with the ninth ply.
    assert_eq!(perft(&game("size=5"), 5, &Stop::new()).unwrap().nodes, 6_375_600);
}

/// The images of a position under the symmetries of the square.
fn images(position: &Gomoku) -> Vec<Gomoku> {
    let (side, last) = (position.side(), position.side() - 1);
    let image = |turn: usize| {
        let mut copy = Gomoku::start(position.setup);
        copy.phase = super::super::opening::Phase::Play;
        for cell in 0..side * side {
            let (mut x, mut y) = (cell % side, cell / side);
            if turn & 1 > 0 {
                x = last - x;
            }
            if turn & 2 > 0 {
                y = last - y;
            }
            if turn & 4 > 0 {
                (x, y) = (y, x);
            }
            if let Some(colour) = position.owner(cell) {
                copy.next = colour;
                copy.place(y * side + x);
            }
        }
        copy.next = position.next;
        copy.winner = position.winner;
        copy
    };
    (0..8).map(image).collect()
}

#[test]
fn everything_is_the_same_for_all_images() {
    for kind in KINDS {
        let start = game(kind);
        let mut evaluator = start.evaluator();
        let mut seen = HashMap::new();
        for seed in 0..3 {
            let mut random = Random::new(seed);
            let mut position = start.clone();
            while position.outcome().is_none() && position.stones() < 60 {
                let m = crowded_move(&position, &mut random);
                position.play(m);
                let images = images(&position);
                let key = evaluator.canonical_key(&position);
                let least = images.iter().map(ToString::to_string).min().unwrap();
                assert_eq!(seen.entry(key).or_insert(least.clone()), &least);
                let over = position.outcome().is_some();
                let score = if over { None } else { Some(evaluator.evaluate(&position)) };
                let count = moves(&position).len();
                for image in &images {
                    assert_eq!(evaluator.canonical_key(image), key, "{position}");
                    assert_eq!(image.scores, position.scores, "{position}");
                    assert_eq!(moves(image).len(), count, "{position}");
                    if !over {
                        assert_eq!(Some(evaluator.evaluate(image)), score, "{position}");
                    }
                }
            }
        }
    }
}

/// Counts of leaf positions do not change when the board is turned.
#[test]
fn perft_is_the_same_for_all_images() {
    for (kind, plies) in [("size=6", 20), ("size=7,rule=renju", 24), ("size=7,rule=caro", 20)] {
        let mut random = Random::new(5);
        let mut position = game(kind);
        for _ in 0..plies {
            let m = crowded_move(&position, &mut random);
            let before = position.clone();
            position.play(m);
            if position.outcome().is_some() {
                position = before;
                break;
            }
        }
        let count = |position: &Gomoku| perft(position, 3, &Stop::new()).unwrap().nodes;
        let nodes = count(&position);
        assert!(images(&position).iter().all(|image| count(image) == nodes), "{position}");
    }
}

#[test]
fn hooks_are_sound_at_the_end_of_games() {
    for kind in [
        "size=5",
        "size=5,rule=standard",
        "size=5,rule=renju",
        "size=5,rule=caro",
        "size=6,rule=renju",
    ] {
        let start = game(kind);
        for seed in 0..60 {
            random_play(&start, seed, |position| {
                if position.outcome().is_none() && position.empty.count() <= 7 {
                    hooks_are_sound(position);
                }
            });
        }
    }
}

#[test]
fn lawful() {
    for kind in ["size=5,rule=standard", "size=7,rule=caro", "size=6,opening=swap2,rule=renju"] {
        let laws = Laws { games: 2, ..Laws::default() };
        let report = laws.check(&game(kind)).unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert!(report.games > 0 && report.unfinished == 0, "{kind}: {report:?}");
    }
}

/// The seats of the swap2 opening: who has which colour, who moves, who wins.
#[test]
fn swap2_gives_colours_to_players() {
    let start = game("opening=swap2");
    let after = |text: &str| start.parse(text).unwrap();
    let [first, second] = [Player::First, Player::Second];
    for (text, turn, next, black) in [
        ("h8", first, Colour::White, first),
        ("h8 h9", first, Colour::Black, first),
        ("h8h9i8", second, Colour::White, first),
        ("h8h9i8white", second, Colour::White, first),
        ("h8h9i8black", first, Colour::White, second),
        ("h8h9i8blacka1", second, Colour::Black, second),
        ("h8h9i8more", second, Colour::White, first),
        ("h8h9i8morea1", second, Colour::Black, first),
        ("h8h9i8morea1a2", first, Colour::White, first),
        ("h8h9i8morea1a2white", first, Colour::White, second),
        ("h8h9i8morea1a2black", second, Colour::White, first),
    ] {
        let position = after(text);
        assert_eq!(position.turn(), turn, "{text}");
        assert_eq!(position.next, next, "{text}");
        assert_eq!(position.seat(Colour::Black), black, "{text}");
        assert_eq!(start.parse(&position.to_string()).unwrap(), position);
    }
    assert_eq!(after("h8h9i8").write(Move::MORE), "more");
    // Black makes five; who that is hangs on the choice.
    let rest = "a1j8a2k8a3l8";
    let won = |choice: &str| after(&format!("h8h9i8{choice}{rest}")).outcome();
    assert_eq!(won("white"), Some(Outcome::Win(first)));
    assert_eq!(won("black"), Some(Outcome::Win(second)));
}

fn best(position: &Gomoku, depth: u32) -> (String, outplay::Value) {
    let table = Table::new(1 << 20).unwrap();
    let shared = Shared::new(Limits::depth(depth), &table);
    let line = Line::new(position.clone());
    let report = outplay::pvs_with(Features::ALL, &line, &position.evaluator(), &mut (), &shared);
    (position.write(report.best.unwrap()), report.value)
}

#[test]
fn engine_plays_sensibly() {
    for (settings, centre) in [("", "h8"), ("size=9", "e5"), ("size=22,rule=renju", "k12")] {
        for depth in [1, 3] {
            let (m, value) = best(&game(settings), depth);
            assert_eq!((m.as_str(), value.proven), (centre, false), "{settings}");
        }
    }
    // Five at once; a block; an open four made, and an open three stopped.
    let start = game("");
    let at = |text: &str| start.parse(text).unwrap();
    let (m, value) = best(&at("h8h9i8i9j8j9k8k9"), 1);
    assert_eq!((m.as_str(), value.to_string().as_str()), ("g8", "win in 1"));
    let (m, _) = best(&at("h8g8i8i7j8a1k8"), 2);
    assert_eq!(m, "l8");
    let (m, value) = best(&at("h8a1i8a2j8o15"), 2);
    assert!(["g8", "k8"].contains(&m.as_str()), "{m}");
    assert!(value.to_string().starts_with("win in"), "{value}");
    let (m, _) = best(&at("h8a1i8a15j8"), 2);
    assert!(["f8", "g8", "k8", "l8"].contains(&m.as_str()), "{m}");
}

/// One-move probes of the rules, as tournaments use them.
#[test]
fn the_rule_decides_the_best_move() {
    let everywhere =
        ["", "rule=standard", "rule=renju", "rule=caro", "size=20,rule=caro", "size=20"];
    for settings in everywhere {
        let position = game(settings).parse("h8h9i8i9j8j9k8k9").unwrap();
        for depth in [1, 2, 3] {
            let (m, _) = best(&position, depth);
            assert!(["g8", "l8"].contains(&m.as_str()), "{settings}: {m}");
        }
    }
    for (rule, moves, accepted) in [
        // White's four with a gap would become six: it is no threat, and Black's three is one.
        ("standard", "h8h9i8h10g8h11j13h12g14h14i15", ["f8", "j8", "", ""]),
        // Black's four is shut in at both ends; White's three must be met.
        ("caro", "h8f8g8f9i8f7j8l8", ["f5", "f6", "f10", "f11"]),
    ] {
        let position = game(&format!("rule={rule}")).parse(moves).unwrap();
        for depth in [2, 3, 4] {
            let (m, value) = best(&position, depth);
            assert!(accepted.contains(&m.as_str()), "{rule} at depth {depth}: {m} {value}");
        }
    }
    let renju = game("rule=renju").parse("h8h9i7i9h10i6i11i12").unwrap();
    assert!(renju.read("g9").unwrap_err().to_string().contains("Black may not make"));
}
