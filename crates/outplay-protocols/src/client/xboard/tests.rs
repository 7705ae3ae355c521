use super::super::testing::{Talk, moves};
use super::*;

fn clocks() -> Clocks {
    Clocks {
        left: Some([65_000, 64_000].map(Duration::from_millis)),
        increment: [Duration::from_millis(100); 2],
        ..Clocks::default()
    }
}

const FEATURES: &str = "feature ping=1 setboard=1 usermove=1 myname=\"Some Engine 1.0\" \
                        variants=\"normal, fischerandom,xiangqi\" done=1";

#[test]
fn a_game_with_features() {
    let mut talk = Talk::new("xboard", "chess");
    talk.open(&[("memory", "16"), ("Skill Level", "3"), ("Clear", "")], &["xboard"]);
    talk.hears("Chess");
    talk.sends(&["protover 2"]);
    talk.hears("feature done=0");
    talk.sends(&["accepted done"]);
    assert!(talk.is_patient());
    talk.hears("feature myname=\"A = B\" ping=1 nonsense=3 setboard=1 usermove=1");
    talk.sends(&[
        "accepted myname",
        "accepted ping",
        "rejected nonsense",
        "accepted setboard",
        "accepted usermove",
    ]);
    talk.hears("feature done=1");
    let options = ["memory 16", "option Skill Level=3", "option Clear"];
    talk.sends(&[&["accepted done", "easy", "post"], &options[..], &["ping 1"]].concat());
    talk.hears("pong 1");
    talk.replies(&[Reply::Ready]);
    // Some answer twice.
    talk.hears("pong 1");
    talk.new_game(
        Player::Second,
        &clocks(),
        &["new", "force", "level 0 1:04 0.1", "easy", "post", "ping 2"],
    );
    talk.hears("pong 1");
    talk.hears("pong 2");
    talk.replies(&[Reply::Ready]);
    talk.play("e2e4");
    talk.think(&clocks(), &["usermove e2e4", "time 6400", "otim 6500", "go"]);
    talk.hears("1. e2e4");
    talk.hears("5 +11 1 7917 Nc6 Nc3");
    talk.replies(&[Reply::Thought { depth: Some(5), score: Some(0.11), nodes: Some(7917) }]);
    talk.hears(" 6. -100004 1 7 Nc6");
    talk.replies(&[Reply::Thought { depth: Some(6), score: Some(-1000.0), nodes: Some(7) }]);
    talk.hears("Invalid move: nps 0");
    talk.hears("1. ... g8f6");
    talk.replies(&[moves("g8f6")]);
    talk.play("g8f6 e4e5");
    talk.think(&clocks(), &["time 6400", "otim 6500", "usermove e4e5"]);
    // The same again, but the next move is asked for already.
    talk.hears("My move is : g8f6");
    talk.hurries(&["?"]);
    talk.hears("2. ... f6d5");
    talk.replies(&[moves("f6d5")]);
    talk.quits(&["quit"]);
}

#[test]
fn who_knows_no_command_speaks_another_protocol() {
    let opening = |lines: &[&str]| {
        let mut talk = Talk::new("xboard", "chess");
        talk.open(&[], &["xboard"]);
        talk.hears("An engine 1.0");
        talk.sends(&["protover 2"]);
        for line in lines {
            talk.hears(line);
            talk.last_lines();
        }
        talk.waits();
        talk.last_lines();
        talk
    };
    let fault = "it knows no xboard commands; is the protocol right?".to_owned();
    opening(&["Unknown command: 'xboard'. Type help.", "Unknown command: 'protover 2'."])
        .replies(&[Reply::Fault(fault)]);
    // So says the protocol, of programs of its first version.
    opening(&["Error (unknown command): protover"]).replies(&[Reply::Ready]);
    opening(&["unknown command xboard", "feature setboard=1"]).replies(&[Reply::Ready]);
}

#[test]
fn no_answer_to_protover() {
    let mut talk = Talk::new("xboard", "chess");
    talk.open(&[], &["xboard"]);
    talk.waits();
    talk.sends(&["protover 2"]);
    for _ in 0..3 {
        talk.waits();
        talk.sends(&[""]);
    }
    talk.hears("Illegal move: protover 2");
    talk.waits();
    talk.sends(&["easy", "post"]);
    talk.replies(&[Reply::Ready]);
    let clocks = Clocks { per_move: Some(Duration::from_millis(1500)), ..Clocks::default() };
    talk.new_game(Player::First, &clocks, &["new", "force", "st 1.5", "easy", "post"]);
    talk.waits();
    talk.replies(&[Reply::Ready]);
    talk.think(&clocks, &["go"]);
    talk.hears("move Nf3");
    talk.replies(&[moves("g1f3")]);
    talk.play("g1f3 g8f6");
    talk.think(&clocks, &["g8f6"]);
    talk.hears("Illegal move: g8f6");
    talk.replies(&[Reply::Fault("it says 'Illegal move: g8f6'".to_owned())]);
    talk.set("6k1/8/8/8/8/8/8/K6R w - - 0 1");
    assert_eq!(
        talk.refuses(&clocks),
        "this engine can only play from the usual start; it has no setboard"
    );
}

#[test]
fn silence_from_the_start() {
    let mut talk = Talk::new("xboard", "chess");
    talk.open(&[], &["xboard"]);
    talk.waits();
    talk.sends(&["protover 2"]);
    for _ in 0..40 {
        talk.waits();
        talk.sends(&[""]);
    }
    talk.waits();
    talk.sends(&["easy", "post"]);
    talk.replies(&[Reply::Ready]);
}

#[test]
fn limits_that_it_does_not_know() {
    let depth = Clocks { depth: Some(4), ..Clocks::default() };
    let mut talk = Talk::new("xboard", "chess");
    talk.start(&["", FEATURES, "pong 1"], &clocks(), &["pong 2"]);
    talk.new_game(Player::First, &depth, &["new", "force", "sd 4", "easy", "post", "ping 3"]);
    talk.hears("Invalid move: sd 4");
    talk.replies(&[Reply::Fault("it says 'Invalid move: sd 4'".to_owned())]);
    let nodes = Clocks { nodes: Some(4), ..Clocks::default() };
    assert_eq!(talk.refuses(&nodes), "XBoard has no way to limit nodes; give a time or a depth");
}

#[test]
fn positions_openings_and_results() {
    let fen = "6k1/8/8/8/8/8/8/K6R w - - 0 1";
    let mut talk = Talk::new("xboard", "chess");
    talk.set(fen);
    talk.play("a1b1 g8f8");
    talk.start(&["", FEATURES, "pong 1"], &clocks(), &["pong 2"]);
    assert_eq!(talk.game_lines()[..3], ["new", "force", &format!("setboard {fen}")]);
    let lines = ["usermove a1b1", "usermove g8f8", "time 6500", "otim 6400", "go"];
    for (line, reply) in [
        ("1/2-1/2 {repetition}", Reply::Draw),
        ("0-1 {White resigns}", Reply::Resign),
        ("resign", Reply::Resign),
        ("1-0 {I win}", Reply::Fault("it says '1-0 {I win}' but has no move".to_owned())),
    ] {
        let mut talk = Talk::new("xboard", "chess");
        talk.set(fen);
        talk.play("a1b1 g8f8");
        talk.start(&["", FEATURES, "pong 1"], &clocks(), &["pong 2"]);
        talk.think(&clocks(), &lines);
        talk.hears("offer draw");
        talk.hears(line);
        talk.replies(&[reply]);
    }
    // Another move than its own was played for it: from the start.
    talk.think(&clocks(), &lines);
    talk.hears("move h1h2");
    talk.replies(&[moves("h1h2")]);
    talk.play("h1h3 f8g7");
    talk.think_any(&clocks());
    let lines = talk.last_lines();
    assert_eq!(lines[..4], ["force", "new", "force", &format!("setboard {fen}")]);
    assert_eq!(lines[6..10], ["a1b1", "g8f8", "h1h3", "f8g7"].map(|m| format!("usermove {m}")));
    assert_eq!(lines.last().map(String::as_str), Some("go"));
}

#[test]
fn variants() {
    let mut talk = Talk::new("xboard", "chess960");
    talk.set("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    talk.play("e1h1");
    talk.start(&["", FEATURES, "pong 1"], &clocks(), &["pong 2"]);
    assert_eq!(talk.game_lines()[1], "variant fischerandom");
    talk.think_any(&clocks());
    assert_eq!(talk.last_lines()[0], "usermove O-O");
    // Fairy-Stockfish knows another way to write it.
    talk.hears("Error (unkown command): O-O");
    talk.sends(&["usermove e1h1"]);
    talk.hears("Error (unkown command): e1h1");
    talk.replies(&[Reply::Fault("it says 'Error (unkown command): e1h1'".to_owned())]);
    talk.hears("move O-O-O");
    talk.replies(&[moves("e8a8")]);

    let mut talk = Talk::new("xboard", "xiangqi");
    talk.start(&["", FEATURES, "pong 1"], &clocks(), &["pong 2"]);
    assert_eq!(talk.game_lines()[..3], ["new", "variant xiangqi", "force"]);
    talk.think_any(&clocks());
    talk.last_lines();
    talk.hears("move h2e2");
    talk.replies(&[moves("h2e2")]);

    let mut talk = Talk::new("xboard", "xiangqi");
    talk.open(&[], &["xboard"]);
    assert_eq!(
        talk.refuses(&clocks()),
        "this engine can't play xiangqi; it has no variant xiangqi"
    );
    assert_eq!(
        Talk::new("xboard", "go").refuses(&clocks()),
        "XBoard has no way to play go9; it plays chess and xiangqi"
    );
}

#[test]
fn a_clock_below_a_second_is_told_exactly_or_not_at_all() {
    let clocks = Clocks { left: Some([Duration::from_millis(800); 2]), ..Clocks::default() };
    for (time, refused) in [(1, false), (0, true)] {
        let mut talk = Talk::new("xboard", "chess");
        talk.open(&[], &["xboard"]);
        talk.sends(&[]);
        talk.waits();
        talk.sends(&["protover 2"]);
        talk.hears(&format!("feature time={time} ping=1 done=1"));
        talk.last_lines();
        talk.hears("pong 1");
        talk.replies(&[Reply::Ready]);
        if refused {
            let said = talk.refuses(&clocks);
            assert!(said.contains("tells whole seconds, and 800ms is less than one"), "{said}");
        } else {
            let lines = ["new", "force", "level 0 0:01 0", "easy", "post", "ping 2"];
            talk.new_game(Player::First, &clocks, &lines);
            talk.hears("pong 2");
            talk.replies(&[Reply::Ready]);
            talk.think_any(&clocks);
            assert!(talk.last_lines().contains(&"time 80".to_owned()));
        }
    }
}
