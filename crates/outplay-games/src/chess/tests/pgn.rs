//! Files of games.

use outplay::{Game, MAX_NESTING, Transcript, Turn};
use proptest::prelude::*;

use crate::chess::Chess;

fn read(text: &str) -> Vec<Transcript> {
    match Chess::default().read_file("pgn", text) {
        Ok(games) => games,
        Err(error) => panic!("{error}\n{text}"),
    }
}

fn write(games: &[Transcript]) -> String {
    Chess::default().write_file("pgn", games).unwrap()
}

fn error(text: &str) -> String {
    match Chess::default().read_file("pgn", text) {
        Ok(games) => panic!("{text} is read as {games:?}"),
        Err(error) => error.to_string(),
    }
}

fn moves(turns: &[Turn]) -> Vec<&str> {
    turns.iter().map(|turn| &turn.text[..]).collect()
}

const TWO_GAMES: &str = r#"% a line for programs
[Event "A \"quoted\" name"]
[Site "?"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[WhiteElo "2785"]
[Result "1/2-1/2"]

{The opening.} 1. e4 e5 2. Nf3! Nc6 {Natural.} 3.Bb5 $14 $22 a6 (3... Nf6 {Berlin} 4. O-O (4. d3 Bc5)
4... Nxe4) ({or} 3... d6 ; the old way
4. d4) 4. Ba4 {} Nf6 1/2-1/2

[Event "Second"]
[White "A"]
[Black "B"]
[Result "0-1"]

1.f3 e5 2.g4?? Qh4# 0-1
"#;

#[test]
fn everything_in_a_file_is_read() {
    let games = read(TWO_GAMES);
    assert_eq!(games.len(), 2);
    let first = &games[0];
    assert_eq!(first.tags[0], ("Event".into(), "A \"quoted\" name".into()));
    assert_eq!(first.tags.last().unwrap(), &("WhiteElo".into(), "2785".into()));
    assert_eq!((first.result.as_deref(), &first.comment[..]), (Some("1/2-1/2"), "The opening."));
    assert_eq!(
        moves(&first.moves),
        ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"]
    );
    assert_eq!((&first.moves[2].nags[..], &first.moves[4].nags[..]), (&[1][..], &[14, 22][..]));
    assert_eq!(first.moves[3].comment, "Natural.");
    let [berlin, old] = &first.moves[5].variations[..] else { panic!("{first:?}") };
    assert_eq!(moves(berlin), ["g8f6", "e1g1", "f6e4"]);
    assert_eq!(berlin[0].comment, "Berlin");
    assert_eq!(moves(&berlin[1].variations[0]), ["d2d3", "f8c5"]);
    assert_eq!((&old[0].before[..], &old[0].comment[..]), ("or", "the old way"));
    assert_eq!(moves(&games[1].moves), ["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!((&games[1].moves[2].nags[..], games[1].result.as_deref()), (&[4][..], Some("0-1")));
    assert_eq!((&games[0].game, &games[0].start), (&None, &None));
}

#[test]
fn the_export_form() {
    let games = read(TWO_GAMES);
    assert_eq!(
        write(&games[..1]),
        r#"[Event "A \"quoted\" name"]
[Site "?"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]
[WhiteElo "2785"]

{The opening.} 1. e4 e5 2. Nf3 $1 Nc6 {Natural.} 3. Bb5 $14 $22 a6 (3... Nf6
{Berlin} 4. O-O (4. d3 Bc5) 4... Nxe4) ({or} 3... d6 {the old way} 4. d4) 4.
Ba4 Nf6 1/2-1/2
"#
    );
    // Missing tags of the seven are filled in.
    let second = write(&games[1..]);
    assert!(
        second.starts_with(
            "[Event \"Second\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
        )
    );
    assert!(second.ends_with("\n\n1. f3 e5 2. g4 $4 Qh4# 0-1\n"));
}

#[test]
fn nothing_is_lost_on_the_way() {
    let games = read(TWO_GAMES);
    let text = write(&games);
    let again = read(&text);
    for (game, again) in games.iter().zip(&again) {
        assert_eq!(game.moves, again.moves);
        assert_eq!((&game.comment, &game.result), (&again.comment, &again.result));
        assert!(game.tags.iter().all(|tag| again.tags.contains(tag)));
    }
    assert_eq!(write(&again), text);
    assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
}

#[test]
fn long_comments_are_wrapped_and_braces_survive() {
    let long = "word % ".repeat(60).trim().to_owned();
    let moves = vec![Turn::new("e2e4"), Turn::new("e7e5"), Turn::new("g1f3")];
    let mut game =
        Transcript { moves, comment: "} at the start".to_owned(), ..Transcript::default() };
    game.moves[0].comment = format!("a }} brace {{ {long}");
    game.moves[1].comment = long;
    game.moves[1].variations = vec![vec![Turn::new("c7c5")]];
    game.moves[1].variations[0][0].before = "x } y".to_owned();
    game.moves[1].variations[0][0].comment = "} at the end".to_owned();
    let text = write(std::slice::from_ref(&game));
    assert!(text.lines().all(|line| line.chars().count() < 80 && !line.starts_with('%')), "{text}");
    let again = &read(&text)[0];
    assert_eq!((&again.moves, &again.comment), (&game.moves, &game.comment), "{text}");
}

#[test]
fn other_starts_and_variants() {
    let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 40\"]\n[SetUp \"1\"]\n\n40... Kd7 41. e4 *\n";
    let game = &read(text)[0];
    assert_eq!(game.start.as_deref(), Some("4k3/8/8/8/8/8/4P3/4K3 b - - 5 40"));
    assert_eq!((moves(&game.moves), &game.result), (vec!["e8d7", "e2e4"], &None));
    let written = write(std::slice::from_ref(game));
    assert!(written.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 40\"]"));
    assert!(written.ends_with("\n40... Kd7 41. e4 *\n"), "{written}");

    let text = "[Variant \"Fischerandom\"]\n[FEN \"4k3/p7/8/8/8/8/8/1RK5 w B - 0 1\"]\n1. O-O-O *";
    let game = &read(text)[0];
    assert_eq!(game.game.as_deref(), Some("chess960"));
    assert_eq!(moves(&game.moves), ["c1b1"]);
    let written = write(std::slice::from_ref(game));
    assert!(written.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4k3/"), "{written}");
    assert_eq!(&read(&written)[0].moves, &game.moves);
    assert_eq!(read(&written)[0].start, game.start);
    // The session's own start, if the file says nothing.
    let start = Chess::start(0, true);
    let game = &start.read_file("pgn", "1. Ne3 *").unwrap()[0];
    assert_eq!((moves(&game.moves), &game.start), (vec!["d1e3"], &None));
    let written = start.write_file("pgn", std::slice::from_ref(game)).unwrap();
    assert!(written.contains("[FEN \"bbqnnrkr/"), "{written}");
}

#[test]
fn files_are_read_as_they_are_found() {
    for (text, wanted) in [
        ("", vec![]),
        (" \n\n", vec![]),
        ("\u{feff}1. e4", vec![vec!["e2e4"]]),
        ("1.e4 e5 2.Nf3", vec![vec!["e2e4", "e7e5", "g1f3"]]),
        ("1 e4 1... e5\r\n2 Nf3 Nc6 *", vec![vec!["e2e4", "e7e5", "g1f3", "b8c6"]]),
        ("e4 e5 1-0 d4 d5 0-1", vec![vec!["e2e4", "e7e5"], vec!["d2d4", "d7d5"]]),
        ("[Event \"x\"]\n*\n[Event \"y\"]\n1. d4 *", vec![vec![], vec!["d2d4"]]),
        ("1. e2e4 e7-e5 2. Ng1f3 ½-½", vec![vec!["e2e4", "e7e5", "g1f3"]]),
        ("1. e4 ( 1. d4 1-0 ) e5 *", vec![vec!["e2e4", "e7e5"]]),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p. *", vec![vec!["e2e4", "a7a6", "e4e5", "d7d5", "e5d6"]]),
        ("1. e4 {a {nested brace} e5 *", vec![vec!["e2e4", "e7e5"]]),
    ] {
        let games = read(text);
        let found: Vec<_> = games.iter().map(|game| moves(&game.moves)).collect();
        assert_eq!(found, wanted, "{text}");
    }
    assert_eq!(read("[Result \"1-0\"]\n1. e4 e5")[0].result.as_deref(), Some("1-0"));
    assert_eq!(read("{before} [Event \"x\"]\n{after} 1. e4")[0].comment, "before after");
    assert_eq!(read("1. e4 (1. d4) {late} *")[0].moves[0].comment, "late");
    assert_eq!(read("1. e4 (1. d4) {late} e5 *")[0].moves[1].before, "late");
}

#[test]
fn errors_name_line_and_column() {
    for (text, what) in [
        ("1. e4 e5\n2. Nf6 *", "line 2, column 4: 'Nf6': no knight of yours can go to f6"),
        ("1. e5", "line 1, column 4: 'e5': a pawn can't move like that"),
        ("1. e4 (1. d4", "line 1, column 7: the variation has no closing parenthesis"),
        ("1. e4 )", "line 1, column 7: ')' closes nothing"),
        ("1. e4 ()", "line 1, column 7: the variation has no move"),
        ("(1. e4)", "line 1, column 1: a variation stands before any move"),
        ("$1 e4", "line 1, column 1: a mark stands before any move"),
        ("1. e4 $256", "line 1, column 7: '$256' is no mark; marks are $0 to $255"),
        ("1. e4 !!!!", "line 1, column 7: '!!!!' is no mark"),
        ("é 1. e4\n{é} 1. é", "line 1, column 1: 'é' means nothing here"),
        ("{é} 1. é", "line 1, column 8: 'é' means nothing here"),
        ("1. e4 {never\nclosed", "line 1, column 7: the comment has no closing brace"),
        ("[Event \"x]\n", "line 1, column 1: the value of tag Event has no closing quote"),
        ("[Event \"x\"\n1. e4", "line 1, column 1: tag Event has no closing bracket"),
        ("[Event x]", "line 1, column 1: this is no tag; a tag is like [White \"Name\"]"),
        (
            "\n[FEN \"k7/8/8/8/8/8/8/8 w - - 0 1\"]",
            "line 2, column 1: FEN: White has no king; each side has one",
        ),
        (
            "[Variant \"Atomic\"]",
            "line 1, column 1: variant 'Atomic' is not played here; there are Standard and Chess960",
        ),
        (
            "1. f3 e5 2. g4 Qh4# 3. a3",
            "line 1, column 24: 'a3' can't be played; the game is over: Black has mated",
        ),
        ("1. e4 -- 2. d4", "line 1, column 7: a move is left out here; that can't be read"),
    ] {
        assert!(error(text).starts_with(what), "{text}\n{}\nwanted {what}", error(text));
    }
}

#[test]
fn nesting_is_bounded() {
    let nested = |depth: usize| format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let games = read(&nested(MAX_NESTING));
    assert_eq!(read(&write(&games))[0].moves, games[0].moves);
    assert!(error(&nested(MAX_NESTING + 1)).ends_with("variations are nested more than 40 deep"));
    assert!(error(&nested(100_000)).ends_with("variations are nested more than 40 deep"));
    let mut deep = Turn::new("e2e4");
    for _ in 0..MAX_NESTING + 1 {
        let mut turn = Turn::new("e2e4");
        turn.variations.push(vec![deep]);
        deep = turn;
    }
    let game = Transcript { moves: vec![deep], ..Transcript::default() };
    let refused = Chess::default().write_file("pgn", &[game]).unwrap_err();
    assert_eq!(refused.to_string(), "variations are nested more than 40 deep");
}

#[test]
fn what_pgn_can_not_hold_is_refused() {
    let game = |change: fn(&mut Transcript)| {
        let mut game = Transcript { moves: vec![Turn::new("e2e4")], ..Transcript::default() };
        change(&mut game);
        Chess::default().write_file("pgn", &[Transcript::default(), game]).unwrap_err().to_string()
    };
    assert!(game(|g| g.result = Some("B+3.5".into())).starts_with("game 2: 'B+3.5' is no result"));
    assert!(
        game(|g| g.game = Some("go".into())).starts_with("game 2: 'go' is not a game of chess")
    );
    assert!(game(|g| g.start = Some("x".into())).starts_with("game 2: start: 'x' is no piece"));
    assert!(game(|g| g.moves[0].text = "e2e5".into()).contains("a pawn can't move like that"));
    assert!(
        game(|g| g.tags = vec![("a b".into(), String::new())]).contains("can't be a tag's name")
    );
    assert!(
        game(|g| g.moves[0].properties = vec![("TR".into(), vec![])])
            .contains("can't hold property 'TR'")
    );
    assert!(
        Chess::default().read_file("sgf", "").unwrap_err().to_string().contains("has no format")
    );
}

#[test]
fn ten_megabytes_are_read_or_refused() {
    let game =
        "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O {comment} Be7 1-0\n\n";
    let many = game.repeat(2_000);
    assert_eq!(read(&many).len(), 2_000);
    for long in ["(", "[", "{", "x", "1", "!", "\n", "e4 ", ";", "%", "$", "\""] {
        let text = long.repeat(10_000_000 / long.len());
        if let Err(error) = Chess::default().read_file("pgn", &text) {
            assert!(error.to_string().len() < 300, "{error}");
        }
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,60}") {
        let _ = Chess::default().read_file("pgn", &text);
    }

    #[test]
    fn what_looks_like_a_game_reads_back(text in "(1\\. |e4 |e5 |d4 |Nf3 |\\(|\\)|\\{x\\}|\\$1 |! |; y\n|\\* |\\[A \"b\"\\]\n){0,20}") {
        if let Ok(games) = Chess::default().read_file("pgn", &text) {
            let written = write(&games);
            let again = read(&written);
            prop_assert_eq!(games.len(), again.len());
            for (game, again) in games.iter().zip(&again) {
                prop_assert_eq!(&game.moves, &again.moves, "{}", &written);
                prop_assert_eq!(&game.comment, &again.comment, "{}", &written);
            }
            prop_assert_eq!(write(&again), written);
        }
    }
}
