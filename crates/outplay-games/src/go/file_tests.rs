use outplay::{Game, InputError, Transcript, Turn};
use proptest::prelude::*;

use super::tests::{go, session};
use super::*;

fn read(text: &str) -> Result<Vec<Transcript>, InputError> {
    Go::default().read_file("sgf", text)
}

fn one(text: &str) -> Transcript {
    let mut games = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(games.len(), 1);
    games.remove(0)
}

fn write(games: &[Transcript]) -> String {
    Go::default().write_file("sgf", games).unwrap()
}

fn error(text: &str) -> String {
    let error = read(text).unwrap_err().to_string();
    assert!(error.len() < 250 && !error.contains('\n'), "{error}");
    error
}

fn moves(turns: &[Turn]) -> String {
    let texts: Vec<_> = turns.iter().map(|turn| &turn.text[..]).collect();
    texts.join(" ")
}

const GAME: &str = "junk before (;GM[1]FF[4]CA[UTF-8]AP[Test:1]ST[2]
SZ[9]KM[6.5]RU[Chinese]PB[A \\[black\\] one]PW[B\\\\]RE[W+R]DT[2020-01-02]GC[two
lines]C[Hello: it
begins]
;B[ee]C[tengen]TE[1];W[gc]BL[12.5]LB[gc:A][ee:B\\]];B[tt]TR[ee]
(;W[])(;C[or here];W[gg]C[better]
  (;B[cg])(;B[gg:])))";

#[test]
fn a_game_with_everything() {
    let broken = read(GAME).unwrap_err().to_string();
    assert_eq!(
        broken,
        "line 7, column 15: 'gg:' is no point of the board; points are two letters from a to i, \
         from the top left"
    );
    let game = one(&GAME.replace("(;B[gg:])", "(;B[gf])"));
    assert_eq!(game.game.as_deref(), Some("go(komi=6.5)"));
    assert_eq!(game.start, None);
    assert_eq!(game.comment, "Hello: it\nbegins");
    assert_eq!(game.result.as_deref(), Some("W+R"));
    let tags: Vec<_> = game.tags.iter().map(|(name, value)| (&name[..], &value[..])).collect();
    assert_eq!(
        tags,
        [("PB", "A [black] one"), ("PW", "B\\"), ("DT", "2020-01-02"), ("GC", "two\nlines")]
    );
    assert_eq!(moves(&game.moves), "E5 G7 pass pass");
    assert_eq!((&game.moves[0].comment[..], &game.moves[0].nags[..]), ("tengen", &[1][..]));
    let values = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    assert_eq!(
        game.moves[1].properties,
        [("BL".to_owned(), values(&["12.5"])), ("LB".to_owned(), values(&["gc:A", "ee:B\\]"]))]
    );
    assert_eq!(game.moves[2].properties, [("TR".to_owned(), values(&["ee"]))]);
    let variation = &game.moves[3].variations[0];
    assert_eq!(moves(variation), "G3 C3");
    assert_eq!(variation[0].before, "or here");
    assert_eq!(variation[0].comment, "better");
    assert_eq!(moves(&variation[1].variations[0]), "G4");
    // What was read is written so that it reads the same.
    assert_eq!(one(&write(std::slice::from_ref(&game))), game);
}

#[test]
fn what_is_written() {
    let mut game = session("size=5,komi=0.5,handicap=0");
    for m in ["C3", "B3", "B2", "pass", "pass"] {
        game.play(m).unwrap();
    }
    let mut transcript = game.transcript();
    assert_eq!(
        write(std::slice::from_ref(&transcript)),
        "(;GM[1]FF[4]CA[UTF-8]AP[Outplay]SZ[5]KM[0.5]RU[Chinese]RE[B+0.5];B[cc];W[bc];B[bd]\n\
         ;W[];B[])\n"
    );
    transcript.tags = vec![
        ("White".into(), "A]B\\".into()),
        ("Result".into(), "no".into()),
        ("KM".into(), "9".into()),
        ("TR".into(), "aa".into()),
        ("TR".into(), "bb".into()),
    ];
    transcript.result = Some("0-1".into());
    transcript.moves.truncate(1);
    transcript.moves[0].nags = vec![4, 99];
    transcript.moves[0].properties = vec![
        ("LB".into(), vec!["aa:x]".into(), "b\\".into()]),
        ("no name".into(), vec!["x".into()]),
    ];
    assert_eq!(
        write(&[transcript]),
        "(;GM[1]FF[4]CA[UTF-8]AP[Outplay]SZ[5]KM[0.5]RU[Chinese]PW[A\\]B\\\\]TR[aa][bb]RE[W+]\n\
         ;B[cc]BM[2]LB[aa:x\\]][b\\\\])\n"
    );
}

#[test]
fn rules_and_handicap_of_a_root() {
    for (root, name) in [
        ("", "go(size=19,komi=0)"),
        ("SZ[13:13]KM[-3.50]", "go(size=13,komi=-3.5)"),
        ("SZ[9]KM[3.75]RU[Chinese]", "go"),
        ("SZ[9]KM[2.75]", "go(komi=5.5)"),
        ("SZ[9]KM[7.5]RU[NZ]", "go(ko=situational,suicide=true)"),
        ("SZ[9]KM[7.5]RU[AGA]", "go(ko=situational)"),
        ("SZ[9]KM[7.5]RU[Japanese]", "go(ko=simple)"),
        ("SZ[9]KM[7.5]RU[Tromp-Taylor]", "go(suicide=true)"),
        ("SZ[9]KM[7.5]RU[area scoring, Beijing]", "go"),
        ("SZ[9]KM[0.5]HA[2]", "go(komi=0.5,handicap=2)"),
        ("SZ[9]KM[0.5]HA[3]AB[cg][gc][cc]", "go(komi=0.5,handicap=3)"),
        ("SZ[9]KM[0.5]HA[1]", "go(komi=0.5)"),
        ("SiZe[9]KoMi[7.5]", "go"),
    ] {
        let game = one(&format!("(;GM[1]{root})"));
        assert_eq!(game.game.as_deref(), Some(name), "{root}");
        assert_eq!(game.start, None, "{root}");
        let start = file::named(name).unwrap();
        assert_eq!(file::name(&start.rules), name);
        let again = one(&write(std::slice::from_ref(&game)));
        assert_eq!((again.game, again.start), (game.game, game.start), "{root}");
    }
    let free = one("(;SZ[9]KM[7.5]HA[2]AB[aa][bb];W[cc])");
    assert_eq!(free.start.as_deref(), Some("x8/1x7/9/9/9/9/9/9/9 o"));
    assert_eq!(one(&write(std::slice::from_ref(&free))).start, free.start);
    let set_up = one("(;SZ[5]AB[aa:ba][cc]AW[ea]AE[cc]PL[W];AB[ee];W[dd])");
    assert_eq!(set_up.start.as_deref(), Some("xx2o/5/5/5/4x o"));
}

#[test]
fn whose_turn_it_is_where_the_file_does_not_say() {
    let start = |text: &str| one(text).start;
    let stones = "(;SZ[3]AB[bb]AW[ca]";
    assert_eq!(start(&format!("{stones})")).as_deref(), Some("2o/1x1/3 x"));
    assert_eq!(start(&format!("{stones};W[aa])")).as_deref(), Some("2o/1x1/3 o"));
    assert_eq!(start("(;SZ[3];C[x];W[aa])").as_deref(), Some("3/3/3 o"));
    let game = one("(;SZ[9]HA[2];B[aa])");
    assert_eq!((game.start.as_deref(), moves(&game.moves)), (None, "A9".into()));
}

#[test]
fn what_is_wrong_with_a_file() {
    for (text, message) in [
        ("", "there is no game in this file; a game in SGF begins with (;"),
        ("(GM[1])", "there is no game in this file; a game in SGF begins with (;"),
        ("(;GM[2]SZ[8])", "line 1, column 2: this is a game of Othello (GM[2]), not of Go"),
        ("(;GM[99])", "line 1, column 2: this is a game of another game (GM[99]), not of Go"),
        ("(;GM[1];B[aa]", "line 1, column 1: the game that begins here has no closing )"),
        ("(;GM[1];\nB[aa", "line 2, column 2: the value that begins here has no closing ]"),
        ("(;C[a\\]", "line 1, column 4: the value that begins here has no closing ]"),
        ("(;C[a\\", "line 1, column 4: the value that begins here has no closing ]"),
        ("(;GM[1];B)", "line 1, column 9: 'B' has no value in [ ]"),
        ("(;GM[1]()", "line 1, column 9: a ; is missing after ("),
        ("(;GM[1]\n é)", "line 2, column 2: 'é' does not belong here"),
        ("(;SZ[9:8])", "line 1, column 6: a board of '9:8' is not square"),
        ("(;SZ[20])", "line 1, column 6: size can't be '20'; it is 2 to 19"),
        ("(;SZ[9,komi=5])", "line 1, column 6: size can't be '?'; it is 2 to 19"),
        ("(;KM[x])", "line 1, column 6: komi can't be 'x'; it is -361 to 361 in steps of 0.5"),
        ("(;HA[x])", "line 1, column 6: 'x' is no handicap"),
        ("(;PL[x])", "line 1, column 6: 'x' is no side to move"),
        (
            "(;SZ[3]AB[aa][ab][bb][ba]AW[cc:cz])",
            "line 1, column 29: 'cz' is no point of the board; points are two letters from a to c, from the top left",
        ),
        (
            "(;SZ[2]AB[aa:bb])",
            "line 1, column 2: black's chain on A2 has no liberty; captured stones are taken off",
        ),
        (
            "(;SZ[5];B[aa];B[bb])",
            "line 1, column 17: black moves, but it is white's turn; a pass is written as a move with [ ]",
        ),
        ("(;SZ[5];B[aa]W[bb])", "line 1, column 8: black and white both move here"),
        (
            "(;SZ[5];B[aa];W[aa])",
            "line 1, column 17: a stone is already on A5; choose an empty point",
        ),
        (
            "(;SZ[5];B[aa];AW[bb])",
            "line 1, column 14: stones are set up after the game has begun; only moves can be read from there on",
        ),
        (
            "(;SZ[5];B[];W[];B[aa])",
            "line 1, column 19: A5 can't be played; the game is over: draw: black 0, white 0",
        ),
        (
            "(;SZ[2];B[ab];W[ba];B[aa];W[bb];B[ab];W[aa];B[ab])",
            "line 1, column 47: A1 repeats an earlier position; the ko rule of this game forbids it",
        ),
        (
            "(;SZ[2]RU[simple ko];B[ab];W[ba];B[aa];W[bb];B[ab];W[aa];B[ab];W[])",
            "line 1, column 66: the game was over by repetition",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
    assert!(Go::default().read_file("pgn", "").is_err());
}

#[test]
fn a_third_pass_is_left_out_and_collections_are_read() {
    let game = one("(;SZ[9];B[];W[];B[]C[thanks])");
    assert_eq!(moves(&game.moves), "pass pass");
    assert_eq!(game.moves[1].comment, "thanks");
    let games = read("(;SZ[9];B[aa]) rubbish ( (;SZ[5];B[bb];W[cc])").unwrap();
    assert_eq!(games.iter().map(|game| moves(&game.moves)).collect::<Vec<_>>(), ["A9", "B4 C3"]);
    assert_eq!(read(&write(&games)).unwrap(), games);
}

/// Nested so that each variation begins inside the one before: `depth` times.
fn nested(depth: usize) -> String {
    let branch = |at: usize| {
        let point = |n: usize| {
            let letter = |n: usize| (b'a' + n as u8) as char;
            format!("{}{}", letter(n % 18), letter(n / 18))
        };
        let side = if at.is_multiple_of(2) { 'B' } else { 'W' };
        format!("(;{side}[{}])(;{side}[{}]", point(2 * at), point(2 * at + 1))
    };
    let branches: String = (0..depth).map(branch).collect();
    format!("(;SZ[19]{branches}{}", ")".repeat(depth + 1))
}

#[test]
fn nesting_is_bounded_and_nothing_hangs() {
    let game = one(&nested(40));
    assert_eq!(one(&write(std::slice::from_ref(&game))), game);
    assert!(error(&nested(41)).contains("variations lie more than 40 deep in one another"));
    let deep = (0_u32..70).fold(Turn::new("A1"), |turn, at| {
        let other = if at.is_multiple_of(2) { "B1" } else { "C1" };
        Turn { variations: vec![vec![turn]], ..Turn::new(other) }
    });
    let transcript = Transcript { moves: vec![deep], ..Transcript::default() };
    let refused = Go::default().write_file("sgf", &[transcript]).unwrap_err().to_string();
    assert_eq!(refused, "game 1: variations lie more than 40 deep in one another");
    // Parentheses along the main line are no variations.
    let main: String = (0_u32..300)
        .map(|at| {
            let (column, row) =
                ((b'a' + (at % 18) as u8) as char, (b'a' + (at / 18) as u8) as char);
            format!("(;{}[{column}{row}]", if at.is_multiple_of(2) { 'B' } else { 'W' })
        })
        .collect();
    let game = one(&format!("(;SZ[19]{main}{})", ")".repeat(300)));
    assert_eq!(game.moves.len(), 300);
    for long in ["(", "(;", "((;", ";", ")", "[", "(;B[", "(;C[]", "(;C[\\", "A[]", "(;A", "é"] {
        let text = long.repeat(3_000_000 / long.len());
        assert!(error(&text).len() < 200);
        if let Err(error) = read(&format!("(;GM[1];B[aa]{text}")) {
            assert!(error.to_string().len() < 200);
        }
    }
    let open = "(;C[".to_owned() + &"x".repeat(10_000_000);
    assert!(error(&open).contains("no closing ]"));
    let names = (0..2_000).fold("(;".to_owned(), |text, at| {
        let letter = |n: usize| (b'A' + (n % 26) as u8) as char;
        format!("{text}{}{}{}[]", letter(at), letter(at / 26), letter(at / 676))
    });
    assert!(error(&names).contains("more than 200 properties"));
}

#[test]
fn what_a_node_says_twice_is_refused() {
    for (text, message) in [
        (
            "(;SZ[9]\n;B[ee][dd])",
            "line 2, column 8: 'dd' is a second move in one node; begin a new node with ;",
        ),
        (
            "(;SZ[9];W[ee]W[dd])",
            "line 1, column 16: 'dd' is a second move in one node; begin a new node with ;",
        ),
        (
            "(;SZ[9]\nAB[aa][bb]AW[cc][bb])",
            "line 2, column 18: 'bb' sets up a point that this node has set; AB and AW may not share a point",
        ),
        (
            "(;SZ[9]AB[aa:cc]AW[bb])",
            "line 1, column 20: 'bb' sets up a point that this node has set; AB and AW may not share a point",
        ),
        (
            "(;SZ[9]b[ee])",
            "line 1, column 8: 'b' is no property: their names are upper-case letters",
        ),
        (
            "(;SZ[9];B[aa];w2[ee])",
            "line 1, column 15: 'w2' is no property: their names are upper-case letters",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
    // The same twice does no harm, nor does a later node that sets the point anew; old files have
    // small letters beside the capitals.
    let game = one("(;SZ[9]AB[aa:bb][bb];AW[bb];Black[ee])");
    assert!(game.start.unwrap().starts_with("xx7/xo7/"));
    assert_eq!(moves(&game.moves), "E5");
}

proptest! {
    #[test]
    fn no_text_panics(text in r#"[ ()\[\];:\\BWCAELPSZa-et0-9é\n]{0,80}"#) {
        let _ = read(&text);
        let _ = read(&format!("(;SZ[3];B[aa]{text}"));
        let _ = read(&format!("(;SZ[3]{text})"));
    }

    #[test]
    fn random_games_come_back(
        seed in 0_u64..1_000,
        comments in prop::collection::vec(r#"[a-c\]\\:é\n ]{0,6}[a-z]"#, 8),
        ko in prop::sample::select(vec!["positional", "situational", "simple"]),
        suicide: bool,
    ) {
        let start = go(&format!("size=4,komi=0.5,ko={ko},suicide={suicide}"));
        let mut random = outplay::Random::new(seed);
        let game = Transcript {
            game: Some(file::name(&start.rules)),
            comment: comments[0].trim().to_owned(),
            moves: random_turns(&mut outplay::Line::new(start), &mut random, &comments, 3),
            ..Transcript::default()
        };
        let text = Go::default().write_file("sgf", std::slice::from_ref(&game)).unwrap();
        prop_assert_eq!(one(&text), game, "{}", text);
    }
}

/// Random moves with comments and variations.
fn random_turns(
    line: &mut outplay::Line<Go>,
    random: &mut outplay::Random,
    comments: &[String],
    nesting: usize,
) -> Vec<Turn> {
    let (mut turns, mut played) = (vec![], vec![]);
    for _ in 0..=random.below(12) {
        if line.outcome().is_some() {
            break;
        }
        let mut moves = vec![];
        line.moves(&mut moves);
        let m = moves[random.below(moves.len())];
        let mut turn = Turn::new(line.position().write(m));
        turn.comment = comments[random.below(comments.len())].trim().to_owned();
        // Beside the first move of a variation there is no room for others: they are beside it.
        while nesting > 0 && (nesting == 3 || !turns.is_empty()) && random.below(4) == 0 {
            let variation = random_turns(line, random, comments, nesting - 1);
            turn.variations.extend((!variation.is_empty()).then_some(variation));
        }
        turns.push(turn);
        played.push((m, line.play(m)));
    }
    while let Some((m, undo)) = played.pop() {
        line.undo(m, undo);
    }
    turns
}
