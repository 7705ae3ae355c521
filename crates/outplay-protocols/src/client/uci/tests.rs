use super::super::testing::{Talk, moves};
use super::*;
use core::time::Duration;

fn seconds(time: u64) -> Clocks {
    Clocks { left: Some([Duration::from_secs(time); 2]), ..Clocks::default() }
}

#[test]
fn a_game_of_chess_with_options() {
    let mut talk = Talk::new("uci", "chess");
    talk.open(&[("hash", "64"), ("Clear Hash", "")], &["uci"]);
    talk.hears("Someengine 3.1 by its authors");
    talk.hears("id name Someengine 3.1");
    talk.hears("option name Hash type spin default 16 min 1 max 1024");
    talk.hears("option name Clear Hash type button");
    talk.hears("uciok");
    talk.sends(&["setoption name Hash value 64", "setoption name Clear Hash", "isready"]);
    talk.hears("readyok");
    talk.replies(&[Reply::Ready]);
    talk.new_game(Player::First, &seconds(60), &["ucinewgame", "isready"]);
    talk.hears("bestmove a7a6");
    talk.hears("readyok");
    talk.replies(&[Reply::Ready]);
    let clocks =
        Clocks { increment: [Duration::from_millis(500); 2], moves_to_go: Some(40), ..seconds(60) };
    let go = "go wtime 60000 btime 60000 winc 500 binc 500 movestogo 40";
    talk.think(&clocks, &["position startpos", go]);
    talk.hears("info string NNUE evaluation using something");
    talk.hears("info depth 7 seldepth 9 multipv 1 score cp -13 nodes 2073 pv e2e4 e7e5");
    talk.replies(&[Reply::Thought { depth: Some(7), score: Some(-0.13), nodes: Some(2073) }]);
    talk.hears("info depth 7 multipv 2 score cp -20 nodes 2073 pv d2d4");
    talk.hears("info depth 8 score mate -3 nodes 3000");
    talk.replies(&[Reply::Thought { depth: Some(8), score: Some(-1000.0), nodes: Some(3000) }]);
    talk.hears("  bestmove e2e4 ponder e7e5");
    talk.replies(&[moves("e2e4")]);
    talk.play("e2e4 e7e5");
    let clocks = Clocks { depth: Some(3), nodes: Some(500), ..Clocks::default() };
    talk.think(&clocks, &["position startpos moves e2e4 e7e5", "go depth 3 nodes 500"]);
    talk.hurries(&["stop"]);
    talk.hears("bestmove a1a5");
    talk.replies(&[moves("a1a5")]);
    talk.hurries(&[]);
    talk.quits(&["quit"]);
}

#[test]
fn what_is_no_move_is_a_fault() {
    for line in ["bestmove (none)", "bestmove", "bestmove 0000", "bestmove null"] {
        let mut talk = Talk::new("uci", "chess");
        talk.start(&["uciok", "readyok"], &seconds(1), &["readyok"]);
        talk.think_any(&seconds(1));
        talk.last_lines();
        talk.hears(line);
        talk.replies(&[Reply::Fault("it sees no move".to_owned())]);
    }
}

#[test]
fn unknown_options_are_told() {
    let mut talk = Talk::new("uci", "chess");
    talk.open(&[("Hsah", "64")], &["uci"]);
    talk.hears("option name Hash type spin default 16 min 1 max 1024");
    talk.hears("uciok");
    talk.replies(&[Reply::Fault("it has no option 'Hsah'; it has Hash".to_owned())]);
}

#[test]
fn castling_either_way() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let mut talk = Talk::new("uci", "chess");
    talk.set(fen);
    talk.start(&["uciok", "readyok"], &seconds(1), &["readyok"]);
    talk.think_any(&seconds(1));
    talk.sends(&[&format!("position fen {fen}"), "go wtime 1000 btime 1000 winc 0 binc 0"]);
    talk.hears("bestmove e1h1");
    talk.replies(&[moves("e1g1")]);
    let mut talk = Talk::new("uci", "chess960");
    talk.set(fen);
    let offer = "option name UCI_Chess960 type check default false";
    talk.start(&[offer, "uciok", "readyok"], &seconds(1), &["readyok"]);
    assert_eq!(talk.game_lines()[0], "setoption name UCI_Chess960 value true");
    talk.play("e1h1");
    talk.think_any(&seconds(1));
    talk.sends(&[
        &format!("position fen {fen} moves e1h1"),
        "go wtime 1000 btime 1000 winc 0 binc 0",
    ]);
    talk.hears("bestmove e8c8");
    talk.replies(&[moves("e8a8")]);
}

#[test]
fn xiangqi_with_ranks_from_one_where_there_are_variants() {
    let mut talk = Talk::new("uci", "xiangqi");
    let offer = "option name UCI_Variant type combo default chess var chess var xiangqi";
    talk.start(&[offer, "uciok", "readyok"], &seconds(1), &["readyok"]);
    assert_eq!(talk.game_lines()[0], "setoption name UCI_Variant value xiangqi");
    talk.play("h2e2");
    talk.think_any(&seconds(1));
    assert_eq!(talk.last_lines()[0], "position startpos moves h3e3");
    talk.hears("bestmove b10c8 ponder c4c5");
    talk.replies(&[moves("b9c7")]);
    talk.play("b9c7 a3a4");
    talk.think_any(&seconds(1));
    assert_eq!(talk.last_lines()[0], "position startpos moves h3e3 b10c8 a4a5");
    // Legal with either count: as the variants count.
    talk.hears("bestmove h8h7");
    talk.replies(&[moves("h7h6")]);
}

#[test]
fn xiangqi_with_ranks_from_zero_elsewhere() {
    let mut talk = Talk::new("uci", "xiangqi");
    talk.start(&["uciok", "readyok"], &seconds(1), &["readyok"]);
    talk.play("h2e2");
    talk.think_any(&seconds(1));
    assert_eq!(talk.last_lines()[0], "position startpos moves h2e2");
    talk.hears("bestmove h9g7");
    talk.replies(&[moves("h9g7")]);
    // An engine that counts otherwise gives itself away.
    talk.think_any(&seconds(1));
    talk.last_lines();
    talk.hears("bestmove h10g8");
    talk.replies(&[moves("h9g7")]);
}

#[test]
fn games_that_it_can_not_play() {
    for (game, options, wanted) in [
        ("othello", "", "this engine plays chess, not othello; it has no option UCI_Variant"),
        ("chess960", "", "this engine can't play Chess960; it has no option UCI_Chess960"),
        (
            "othello",
            "option name UCI_Variant type combo default chess var chess var xiangqi",
            "this engine does not offer othello; its UCI_Variant has other games",
        ),
    ] {
        let mut talk = Talk::new("uci", game);
        talk.open(&[], &["uci"]);
        talk.hears(options);
        talk.hears("uciok");
        assert_eq!(talk.refuses(&seconds(1)), wanted);
    }
    let mut talk = Talk::new("uci", "chess");
    assert_eq!(
        talk.refuses(&Clocks::default()),
        "nothing says how long the engine may think; give a clock, a depth or nodes"
    );
}
