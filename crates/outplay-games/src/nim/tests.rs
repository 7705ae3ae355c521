use outplay::{
    Limits, Line, Random, Shared, Stop, Table, alphabeta_table, minimax, perft, pvs, session, solve,
};
use proptest::prelude::*;

use super::*;

fn nim(text: &str, misere: bool) -> Nim {
    Nim { misere, ..Nim::default() }.parse(text).unwrap()
}

/// Whether the side to move wins, straight from the rules.
fn wins(heaps: &mut Vec<u32>, misere: bool) -> bool {
    if heaps.iter().all(|&size| size == 0) {
        return misere;
    }
    for heap in 0..heaps.len() {
        let size = heaps[heap];
        for left in 0..size {
            heaps[heap] = left;
            let opponent_wins = wins(heaps, misere);
            heaps[heap] = size;
            if !opponent_wins {
                return true;
            }
        }
    }
    false
}

fn small_games() -> impl Iterator<Item = Nim> {
    let sizes =
        (0..5u32).flat_map(|a| (0..5u32).flat_map(move |b| (0..5u32).map(move |c| [a, b, c])));
    sizes.flat_map(|heaps| {
        let game = move |misere| Nim::with(heaps.to_vec(), Player::First, misere);
        [game(false), game(true)]
    })
}

#[test]
fn theory_is_right_for_all_small_games() {
    let mut lost = 0;
    for mut game in small_games() {
        let Some(theory) = game.theory() else {
            assert_eq!(game.left, 0);
            continue;
        };
        let won = wins(&mut game.heaps.clone(), game.misere);
        assert_eq!(theory.winner == Some(game.turn), won, "{game}");
        lost += usize::from(!won);
        let mut legal = vec![];
        game.moves(&mut legal);
        assert!(legal.contains(&theory.best));
        game.play(theory.best);
        assert_eq!(!wins(&mut game.heaps.clone(), game.misere), won, "{game}");
    }
    // By hand: 18 with an XOR of 0 and an object left, in misère play 15 of these and 4 others.
    assert_eq!(lost, 18 + 15 + 4);
}

#[test]
fn the_winning_move_is_the_first() {
    for (heaps, misere, best, won) in [
        ("3 4 5", false, "1:2", true),
        ("3 4 5", true, "1:2", true),
        ("0 4 5", false, "3:1", true),
        ("1 1 2", false, "3:2", true),
        ("1 1 2", true, "3:1", true),
        ("1 1", true, "1:1", true),
        ("0 5 5", false, "2:1", false),
        ("100000 200000 300000", false, "3:133120", true),
        ("499999 0 499999", true, "1:1", false),
    ] {
        let game = nim(heaps, misere);
        let theory = game.theory().unwrap();
        let answer = (game.write(theory.best), theory.winner == Some(Player::First));
        assert_eq!(answer, (best.to_owned(), won), "{heaps} {misere}");
    }
}

/// The lengths of games too, which theory does not know.
#[test]
fn searches_agree_with_each_other() {
    let mut table = Table::new(1 << 16).unwrap();
    for game in small_games().filter(|game| game.left > 0 && game.left <= 7) {
        let line = Line::new(game.clone());
        let none = Table::none();
        let shared = Shared::new(Limits::default(), &none);
        let expected = minimax(&line, &Blank, &mut (), &shared).value;
        let (least, most) = Blank.bounds(&game);
        assert!(least <= expected.score && expected.score <= most, "{game}");
        for search in [alphabeta_table, pvs, solve] {
            table.clear();
            let shared = Shared::new(Limits::default(), &table);
            assert_eq!(search(&line, &Blank, &mut (), &shared).value, expected, "{game}");
        }
    }
}

#[test]
fn counts_of_sequences() {
    fn count(heaps: &[u32], depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut total = 0;
        for (at, &size) in heaps.iter().enumerate() {
            for left in 0..size {
                let mut next = heaps.to_vec();
                next[at] = left;
                total += count(&next, depth - 1);
            }
        }
        total
    }
    for &(depth, nodes) in Nim::INFO.perft {
        assert_eq!(perft(&Nim::default(), depth, &Stop::new()).unwrap().nodes, nodes);
        assert_eq!(count(&[3, 4, 5], depth), nodes);
    }
    assert_eq!(
        perft(&nim("1 2", false), 3, &Stop::new()).unwrap(),
        outplay::Perft { nodes: 3, finished: 2 }
    );
}

#[test]
fn random_play_round_trips_and_undoes() {
    let mut random = Random::new(3);
    for start in ["3 4 5", "1 0 9 2", "7 7 7 second", "1"] {
        for misere in [false, true] {
            let start = nim(start, misere);
            let (mut game, mut path, mut legal) = (start.clone(), vec![], vec![]);
            while game.outcome().is_none() {
                assert_eq!(start.parse(&game.to_string()), Ok(game.clone()));
                legal.clear();
                game.moves(&mut legal);
                for &m in &legal {
                    assert_eq!(game.read(&game.write(m)), Ok(m));
                }
                let m = legal[random.below(legal.len())];
                game.play(m);
                path.push(m);
            }
            let winner = if misere { game.turn } else { !game.turn };
            assert_eq!(game.outcome(), Some(Outcome::Win(winner)));
            for m in path.into_iter().rev() {
                game.undo(m, ());
            }
            assert_eq!(game, start);
        }
    }
}

#[test]
fn keys_tell_games_apart() {
    let distinct = ["3 4 5", "4 3 5", "3 4 5 second", "3 4 5 0", "0 3 4 5", "3 4"];
    for (at, a) in distinct.iter().enumerate() {
        assert_ne!(nim(a, false).key(), nim(a, true).key());
        for b in &distinct[..at] {
            assert_ne!(nim(a, false).key(), nim(b, false).key(), "{a} {b}");
        }
    }
    let canonical = |text| Blank.canonical_key(&nim(text, false));
    assert_eq!(canonical("3 4 5"), canonical("5 0 4 3 second"));
    assert_ne!(canonical("3 4 5"), canonical("3 4 4"));
    assert_ne!(canonical("1 1"), canonical("2"));
}

#[test]
fn texts_that_are_no_positions() {
    let many = "1 ".repeat(65);
    for (text, error) in [
        ("", "there are no heaps; write them such as 3 4 5"),
        (" first", "there are no heaps; write them such as 3 4 5"),
        ("3 x 5", "'x' is not a heap (at character 3); write heaps as numbers, such as 3 4 5"),
        ("3 -4", "'-4' is not a heap (at character 3); write heaps as numbers, such as 3 4 5"),
        ("é 3", "'é' is not a heap (at character 1); write heaps as numbers, such as 3 4 5"),
        (
            "3 1000000",
            "heap '1000000' is too large (at character 3); at most 1000000 objects in all",
        ),
        (
            "99999999999999999999",
            "heap '99999999999999999999' is too large (at character 1); at most 1000000 objects in all",
        ),
        ("3 first 4", "'4' follows the side to move (at character 9); first or second comes last"),
        (&many, "there are too many heaps (at character 129); at most 64"),
    ] {
        assert_eq!(Nim::default().parse(text).unwrap_err().to_string(), error, "{text}");
    }
    assert_eq!(nim("3,4, 5", false), Nim::default());
    assert_eq!(nim("0", false).outcome(), Some(Outcome::Win(Player::Second)));
}

#[test]
fn texts_that_are_no_moves() {
    let game = nim("3 0 1", false);
    for (text, hint) in [
        ("", "write heap:count, such as 2:3"),
        ("1-2", "write heap:count, such as 2:3"),
        ("1:x", "write heap:count, such as 2:3"),
        ("0:1", "heaps are 1 to 3"),
        ("4:1", "heaps are 1 to 3"),
        ("2:1", "heap 2 is empty"),
        ("3:2", "from heap 3 1 can be taken"),
        ("1:4", "from heap 1 1 to 3 can be taken"),
        ("1:0", "from heap 1 1 to 3 can be taken"),
    ] {
        let error = game.read(text).unwrap_err().to_string();
        assert_eq!(error, format!("'{text}' is not a legal move; {hint}"));
    }
}

#[test]
fn a_session_answers_huge_heaps_by_theory() {
    let params = Params::defaults(&Nim::INFO);
    let mut session = session(Nim::default(), &params);
    session.set("300000 400000 50000").unwrap();
    let plan = outplay::Plan { algorithm: outplay::Algorithm::Solve, ..outplay::Plan::default() };
    let analysis = session.search(&plan, &Stop::new(), &mut |_| ()).unwrap();
    assert_eq!(analysis.theory, Some("Sprague-Grundy"));
    assert_eq!(analysis.score.kind(), "win");
}

#[test]
fn the_picture() {
    let view = nim("3 0 12", true).view();
    let texts: Vec<_> =
        view.cells.iter().map(|cell| cell.piece.as_ref().unwrap().text.as_str()).collect();
    assert_eq!(texts, ["3", "0", "12"]);
    assert_eq!((view.columns, &view.row_labels[..]), (1, &["1", "2", "3"].map(String::from)[..]));
    assert_eq!(view.captions, ["who takes the last object loses"]);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[0-9 ,first:-]{0,30}|\\PC{0,30}") {
        match Nim::default().parse(&text) {
            Ok(game) => prop_assert_eq!(Nim::default().parse(&game.to_string()), Ok(game)),
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
        }
        let _ = Nim::default().read(&text);
    }
}
