//! Whole games and openings, against a manager that believes nothing.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use outplay::Random;

use super::{answer, points};
use crate::steps::Steps;

#[test]
fn the_swap2_opening_is_played_from_both_sides() {
    for seed in 0..4 {
        for size in [5, 15, 20] {
            let profile = format!("pvs:depth=1,hash=1,seed={seed}");
            let mut steps = Steps::new("gomocup", "gomoku", &profile);
            steps.ask(&format!("START {size}"));
            steps.tell("SWAP2BOARD");
            let first = points(&answer(&steps.ask("DONE"))).unwrap();
            assert_eq!(first.len(), 3);
            steps.tell("SWAP2BOARD");
            for (place, [x, y]) in first.iter().enumerate() {
                steps.tell(&format!("{x},{y},{}", 1 + place % 2));
            }
            let mut stones = first.clone();
            match &answer(&steps.ask("DONE"))[..] {
                "SWAP" => {}
                more => stones.extend(points(more).unwrap()),
            }
            assert!([3, 4, 5].contains(&stones.len()));
            for (place, one) in stones.iter().enumerate() {
                assert!(!stones[..place].contains(one) && one.iter().all(|&at| at < size));
            }
            // Whoever has white moves next, and the game goes on from there.
            let free = (0..size).find(|&x| !stones.contains(&[x, 0])).unwrap();
            let reply = answer(&steps.ask(&format!("TURN {free},0")));
            assert_eq!(points(&reply).map(|reply| reply.len()), Some(1), "{reply}");
        }
    }
}

#[test]
fn a_swap2_choice_is_sensible() {
    let mut steps = Steps::new("gomocup", "gomoku", "pvs:depth=2,hash=1");
    steps.ask("START 15");
    // Three stones that are won for black: it takes black.
    for line in ["SWAP2BOARD", "7,7,1", "0,14,2", "7,8,1"] {
        steps.tell(line);
    }
    assert_eq!(answer(&steps.ask("DONE")), "SWAP");
    // Without colours, and with five stones: again.
    for line in ["SWAP2BOARD", "7,7", "0,14", "7,8", "14,14", "8,8"] {
        steps.tell(line);
    }
    assert_eq!(answer(&steps.ask("DONE")), "SWAP");
    for (lines, says) in [
        (&["7,7"][..], "1 stones are no swap2 opening"),
        (&["7,7,1", "8,8,1", "9,9,2", "6,6,2", "5,5,2"], ""),
        (&["7,7,1", "8,8,1", "9,9,1"], "take turns"),
        (&["7,7", "7,7", "9,9"], "taken"),
        (&["7,7", "-1,-1", "9,9"], "nobody passes"),
    ] {
        steps.tell("SWAP2BOARD");
        lines.iter().for_each(|line| steps.tell(line));
        let said = answer(&steps.ask("DONE"));
        assert!(said.starts_with("ERROR") && said.contains(says), "{lines:?}: {said}");
    }
}

/// Plays a whole game against random moves, as a manager that believes nothing. True if the engine
/// won.
fn whole_game(size: usize, rule: u32, engine_first: bool, seed: u64) -> bool {
    let mut steps = Steps::new("gomocup", "gomoku", "pvs:depth=2,hash=1");
    assert_eq!(answer(&steps.ask(&format!("START {size}"))), "OK");
    assert_eq!(steps.ask(&format!("INFO rule {rule}")), Vec::<String>::new());
    let mut board = vec![0; size * size];
    let mut random = Random::new(seed);
    let mut question = engine_first.then(|| "BEGIN".to_owned());
    for _ in 0..size * size {
        let asked = question.take().unwrap_or_else(|| {
            let free: Vec<usize> = (0..board.len()).filter(|&cell| board[cell] == 0).collect();
            let cell = free[(random.next_u64() % free.len() as u64) as usize];
            board[cell] = 2;
            format!("TURN {},{}", cell % size, cell / size)
        });
        let said = answer(&steps.ask(&asked));
        if said.starts_with("ERROR") {
            // In renju a random move may be forbidden; the engine says so.
            assert!(said.contains("Black may not") || said.contains("game is over"), "{said}");
            return said.contains("game is over");
        }
        let [x, y] = points(&said).unwrap()[0];
        assert!(x < size && y < size && board[y * size + x] == 0, "{asked}: {said}");
        board[y * size + x] = 1;
        let cell = |x: i32, y: i32| {
            let inside = (0..size as i32).contains(&x) && (0..size as i32).contains(&y);
            inside && board[y as usize * size + x as usize] == 1
        };
        let row = |(dx, dy): (i32, i32)| {
            let along = |way: i32| {
                let step = |n: &i32| cell(x as i32 + way * n * dx, y as i32 + way * n * dy);
                (1..9).take_while(step).count()
            };
            1 + along(1) + along(-1)
        };
        if [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|way| row(way) >= 5) {
            let over = answer(&steps.ask("YXNBEST 1"));
            assert!(over.starts_with("ERROR the game is over"), "{over}");
            return true;
        }
    }
    false
}

#[test]
fn whole_games_are_won_against_random_moves() {
    for rule in [0, 1, 4, 8] {
        for (seed, size) in [15, 20, 9].into_iter().enumerate() {
            for engine_first in [true, false] {
                let won = whole_game(size, rule, engine_first, seed as u64);
                assert!(won || rule == 4, "rule {rule}, size {size}, first {engine_first}");
            }
        }
    }
}
