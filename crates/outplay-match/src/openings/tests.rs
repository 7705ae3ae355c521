use std::collections::HashSet;

use super::*;

fn board(name: &str) -> Box<dyn Session> {
    outplay::open(outplay_games::ALL, name).unwrap()
}

fn from(game: &str, extension: &str, text: &str) -> Result<Vec<Opening>, InputError> {
    let board = board(game);
    Openings::from_file(board.as_ref(), extension, text, 3, Order::Sequential)
        .map(|openings| openings.known)
}

#[test]
fn lines_are_positions_or_moves() {
    let text = "# a comment\n\nmoves e2e4 e7e5\n\
                rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; id \"x\";\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4\n\
                startpos moves d2d4\n";
    let openings = from("chess", "epd", text).unwrap();
    assert_eq!(openings.len(), 4);
    assert_eq!(openings[0], Opening { start: None, moves: vec!["e2e4".into(), "e7e5".into()] });
    let start = openings[1].start.as_deref().unwrap();
    assert!(start.starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"));
    assert_eq!(openings[2].moves, ["e2e4"]);
    assert_eq!(openings[3].start, None);
    let error = from("chess", "epd", "moves e2e4\nmoves e2e5\n").unwrap_err().to_string();
    assert!(error.starts_with("line 2: "), "{error}");
    assert!(from("chess", "epd", "nonsense").is_err());
    assert!(from("chess", "epd", "# nothing").unwrap_err().to_string().contains("no openings"));
    let over = from("tictactoe", "", "xxx/oo1/3 o").unwrap_err().to_string();
    assert!(over.contains("over"), "{over}");
}

#[test]
fn recorded_games_are_followed_for_some_plies() {
    let pgn =
        "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n[White \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let openings = from("chess", "pgn", pgn).unwrap();
    assert_eq!(openings.len(), 2);
    assert_eq!(openings[0].moves, ["e2e4", "e7e5", "g1f3"]);
    let board = board("chess");
    let all = Openings::from_file(board.as_ref(), "pgn", pgn, 9, Order::Sequential).unwrap();
    assert_eq!(all.known.len(), 1, "the second one is mate");
    // Othello and gomoku have a format whose files end in .txt.
    let words = from("othello", "txt", "f5d6c3d3c4\n").unwrap();
    assert_eq!(words[0].moves.len(), 3);
    let lines = from("othello", "txt", "moves f5 d6\n").unwrap();
    assert_eq!(lines[0].moves, ["f5", "d6"]);
}

#[test]
fn shuffled_openings_are_the_same_ones() {
    let text: String = ["a1", "b2", "c3", "a3", "b1"].map(|m| format!("moves {m}\n")).concat();
    let board = board("tictactoe");
    let shuffled = |seed| {
        let order = Order::Random(seed);
        Openings::from_file(board.as_ref(), "", &text, 9, order).unwrap().known
    };
    let plain = from("tictactoe", "", &text).unwrap();
    assert_eq!(shuffled(1), shuffled(1));
    assert!((0..5).any(|seed| shuffled(seed) != plain));
    assert!(shuffled(2).iter().all(|opening| plain.contains(opening)));
    let mut openings =
        Openings::from_file(board.as_ref(), "", &text, 9, Order::Sequential).unwrap();
    assert_eq!(openings.count(100), 5);
    assert_eq!(openings.get(7), (2, plain[2].clone()), "they begin again");
}

#[test]
fn random_openings_differ_and_are_open() {
    for game in ["connect4", "othello", "chess"] {
        let board = board(game);
        let make = |seed| Openings::random(RandomPlies::new(board.as_ref(), 4, seed, None));
        let (mut one, mut same, mut other) = (make(1), make(1), make(2));
        let mut seen = HashSet::new();
        let mut differ = false;
        for number in 0..20 {
            let (place, opening) = one.get(number);
            assert_eq!(place as u64, number);
            assert_eq!(same.get(number).1, opening);
            differ |= other.get(number).1 != opening;
            assert_eq!(opening.moves.len(), 4);
            let mut board = board.fork();
            opening.set_up(board.as_mut()).unwrap();
            assert!(board.outcome().is_none() && seen.insert(board.position()), "{game}");
        }
        assert!(differ, "{game}");
    }
}

#[test]
fn a_bound_keeps_one_sided_positions_out() {
    let board = board("chess");
    let mut openings = Openings::random(RandomPlies::new(board.as_ref(), 6, 3, Some(0.5)));
    for number in 0..10 {
        let mut board = board.fork();
        openings.get(number).1.set_up(board.as_mut()).unwrap();
        let plan = outplay::Plan {
            limits: outplay::Limits { depth: Some(4), nodes: Some(2_000), ..Default::default() },
            hash_bytes: 1 << 20,
            ..outplay::Plan::default()
        };
        let analysis = board.search(&plan, &outplay::Stop::new(), &mut |_| {}).unwrap();
        assert!(analysis.score.score.units().abs() < 0.5);
    }
}

#[test]
fn small_games_have_few_openings() {
    let of = |game: &str, plies| {
        let board = board(game);
        Openings::random(RandomPlies::new(board.as_ref(), plies, 1, None))
    };
    // Nine first moves; more are not made up.
    assert_eq!(of("tictactoe", 1).count(100), 9);
    // Every position of nim is decided, and yet there are openings.
    assert!(of("nim", 1).count(5) >= 2);
    assert!(of("tictactoe", 1).check().is_ok() && !of("tictactoe", 1).are_long());
}

#[test]
fn openings_that_can_not_be_are_told() {
    for (game, plies, bound, says) in [
        ("tictactoe", 9, None, "no game is open after 9 random plies; try fewer --random-plies"),
        ("connect4", 60, None, "no game is open after 60 random plies; try fewer --random-plies"),
        (
            "othello",
            1,
            Some(1e-7),
            "no balanced opening after 1 random ply; try fewer --random-plies or a larger \
             --balance",
        ),
    ] {
        let board = board(game);
        let mut openings = Openings::random(RandomPlies::new(board.as_ref(), plies, 1, bound));
        let error = openings.check().unwrap_err().to_string();
        assert_eq!(error, says);
        assert_eq!(openings.are_long(), bound.is_none(), "{game}");
    }
    assert!(Openings::start().check().is_ok());
}
