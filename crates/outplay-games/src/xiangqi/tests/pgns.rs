//! Game files.

use outplay::{Game, Transcript, Turn};
use proptest::prelude::*;

use super::*;

const SAMPLE: &str = r#"
[Game "Chinese Chess"]
[Event "A \"small\" cup"]
[Red "甲"]
[Black "乙"]
[Result "1-0"]
[Format "Chinese"]

{A beginning} 1. 炮二平五 {the centre} 马8进7 $1 2. 马二进三! (2. 兵七进一 卒７进１
{solid} (2... 炮2平5?! ) 3. 马八进七) {back to the game} 2... 车9平8
% a line for programs
3. 车一平二 ; to the end
1-0

[Game "Xiangqi"]
[FEN "3k5/9/9/9/9/9/9/9/R8/4K4 b - - 3 20"]

20... K4+1 21. R9=5 *
"#;

fn read(text: &str) -> Vec<Transcript> {
    Xiangqi::default().read_file("pgn", text).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(text: &str) -> String {
    Xiangqi::default().read_file("pgn", text).unwrap_err().to_string()
}

fn texts(turns: &[Turn]) -> Vec<&str> {
    turns.iter().map(|turn| &turn.text[..]).collect()
}

#[test]
fn everything_in_a_file_is_read() {
    let games = read(SAMPLE);
    let [first, second] = &games[..] else { panic!("{games:?}") };
    assert_eq!(texts(&first.moves), ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"]);
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let tags = [tag("Event", "A \"small\" cup"), tag("Red", "甲"), tag("Black", "乙")];
    assert_eq!(first.tags, tags);
    assert_eq!(first.result.as_deref(), Some("1-0"));
    assert_eq!(first.comment, "A beginning");
    assert_eq!(first.moves[0].comment, "the centre");
    assert_eq!((first.moves[1].nags[0], first.moves[2].nags[0]), (1, 1));
    assert_eq!(first.moves[3].before, "back to the game");
    assert_eq!(first.moves[4].comment, "to the end");
    let variation = &first.moves[2].variations[0];
    assert_eq!(texts(variation), ["c3c4", "g6g5", "b0c2"]);
    assert_eq!(variation[1].comment, "solid");
    assert_eq!(texts(&variation[1].variations[0]), ["b7e7"]);
    assert_eq!(variation[1].variations[0][0].nags, [6]);
    assert_eq!(second.start.as_deref(), Some("3k5/9/9/9/9/9/9/9/R8/4K4 b - - 3 20"));
    assert_eq!(texts(&second.moves), ["d9d8", "a1e1"]);
    assert_eq!(second.result, None);
}

#[test]
fn what_is_read_is_written_and_read_again() {
    let games = read(SAMPLE);
    let text = Xiangqi::default().write_file("pgn", &games).unwrap();
    assert_eq!(read(&text), games, "{text}");
    assert!(text.contains("20... D9-D8 21. A1-E1 *"), "{text}");
    assert!(text.contains("[Format \"ICCS\"]"));
    assert!(text.lines().all(|line| line.chars().count() < 80));
    assert_eq!(Xiangqi::default().write_file("pgn", &read(&text)).unwrap(), text);
}

#[test]
fn comments_of_both_kinds_come_back() {
    let games = read("{a {b} C2=5 ; c } d\n(C8=5 ;}\n) {e} *");
    assert_eq!(games[0].comment, "a {b");
    assert_eq!(games[0].moves[0].comment, "c } d e");
    let text = Xiangqi::default().write_file("pgn", &games).unwrap();
    assert_eq!(read(&text), games, "{text}");
}

#[test]
fn rules_travel_with_the_game() {
    let mut game = Transcript { moves: vec![Turn::new("a0a1")], ..Transcript::default() };
    let fen = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 130 80";
    game.start = Some(fen.to_owned());
    assert!(Xiangqi::default().write_file("pgn", std::slice::from_ref(&game)).is_err());
    let free = xiangqi("limit=0");
    game.game = Some("xiangqi(limit=0)".to_owned());
    let text = free.write_file("pgn", std::slice::from_ref(&game)).unwrap();
    assert_eq!(read(&text), [game]);
}

#[test]
fn refusals_name_line_and_column() {
    for (text, reason) in [
        ("", "the file has no game"),
        ("% nothing", "the file has no game"),
        ("[Red \"x\"", "line 1, column 1: this is no tag"),
        ("[Red x]", "line 1, column 1: this is no tag"),
        ("[Game \"Chess\"]", "this is a game of 'Chess'"),
        ("[Result \"2-0\"]", "'2-0' is no result"),
        ("\n[FEN \"9/9 w\"]\n1. C2=5", "line 2, column 1: there are 2 rows"),
        ("1. C2=5 C2=5\n2. C2=5 *", "line 2, column 4: 'C2=5' is not legal"),
        ("1. foo", "line 1, column 4: 'foo' is no move"),
        ("( C2=5 )", "line 1, column 1: there is no move to vary"),
        ("C2=5 ( )", "line 1, column 6: the variation has no move"),
        ("C2=5 )", "line 1, column 6: there is no variation to end"),
        ("C2=5 ( C8=5", "never ends"),
        ("C2=5 ( C8=5 1-0 )", "a variation has no result"),
        ("{ no end", "line 1, column 1: the comment never ends"),
        ("$1", "there is no move to mark"),
        ("C2=5 $256", "a mark is"),
        ("C2=5 !!!", "'!!!' is no mark"),
        ("C2=5 }", "line 1, column 6: there is nothing for } to end"),
        ("[Result \"1-0\"] C2=5 0-1", "the result is 0-1 here, 1-0 in the tag"),
        ("C2=5 1-0 C8=5", "the game has ended before this"),
    ] {
        let error = refusal(text);
        assert!(error.contains(reason), "{text}: {error}");
        assert!(!error.contains('\n'));
    }
    let deep = format!("C2=5 {}", "(C8=5 ".repeat(1_000_000));
    assert!(refusal(&deep).contains("nested more than 40 deep"));
    assert!(refusal(&"(".repeat(10 << 20)).contains("no move to vary"));
    let start = Xiangqi::default();
    assert!(start.read_file("sgf", "").unwrap_err().to_string().contains("no format 'sgf'"));
    let wrong = |game: Transcript| start.write_file("pgn", &[game]).unwrap_err().to_string();
    let turn = |change: fn(&mut Turn)| {
        let mut turn = Turn::new("h2e2");
        change(&mut turn);
        wrong(Transcript { moves: vec![turn], ..Transcript::default() })
    };
    assert!(
        turn(|turn| turn.properties.push(("TR".to_owned(), vec![]))).contains("no place for 'TR'")
    );
    assert!(turn(|turn| turn.text = "h2e4".to_owned()).contains("a cannon moves along a line"));
    let tags = vec![("a b".to_owned(), String::new())];
    assert!(wrong(Transcript { tags, ..Transcript::default() }).contains("'a b'"));
    let result = Some("B+3".to_owned());
    assert!(wrong(Transcript { result, ..Transcript::default() }).contains("'B+3'"));
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>(), like in "(\\[Red \"x\"\\]|\\{c\\}|;x\n|C2=5|H8\\+7|C8=5|h9g7|\\(|\\)|\\$3|!|1\\.|1-0|\\*| ){0,30}") {
        for text in [&text, &like] {
            let start = Xiangqi::default();
            if let Ok(games) = start.read_file("pgn", text) {
                let written = start.write_file("pgn", &games);
                let written = match written {
                    Ok(written) => written,
                    Err(error) => return Err(TestCaseError::fail(error.to_string())),
                };
                prop_assert_eq!(start.read_file("pgn", &written).unwrap(), games, "{}", written);
            }
        }
    }
}
