//! UCCI: whole conversations, odd but legal input, and lines at random.

use outplay_protocols::Setup;
use proptest::prelude::*;

use crate::script::converse;
use crate::uci::random::{Bench, events, happen};

#[test]
fn a_conversation_from_the_first_word_to_the_last() {
    converse(
        "ucci",
        "> ucci
         < id name Outplay 0.0.0
         < id version 0.0.0
         < id author *
         < option usemillisec type check default true
         < option batch type check default false
         < option debug type check default false
         < option ponder type check default false
         < option hashsize type spin min 1 max * default 16
         < option threads type spin min 1 max 256 default 1
         < option newgame type button
         < ucciok
         > setoption usemillisec true
         > setoption hashsize 1
         > setoption newgame
         > isready
         < readyok
         > position startpos moves h2e2
         > go depth 2
         < info time * nodes *
         < info depth 1 score * pv *
         < info time * nodes *
         < info depth 2 score * pv * *
         < bestmove * ponder *
         = nothing more
         > position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7
         > go time 1000 increment 0
         < *
         < bestmove *
         > quit
         < bye
         !",
    );
}

#[test]
fn what_can_not_be_done_is_said_in_a_message() {
    converse(
        "ucci",
        "> rubbish
         > setoption debug true
         > rubbish of all kinds
         < info message unknown command 'rubbish of all kinds'
         > setoption nonsense 3
         < info message there is no option 'nonsense'
         > setoption hashsize 0
         < info message hashsize: *
         > setoption usemillisec perhaps
         < info message usemillisec: *
         > setoption name threads value 2
         > setoption
         < info message there is no option ''
         > position startpos moves h2e3
         < info message move 1: 'h2e3' is not legal; *; the position is as it was before
         > position nowhere
         < info message position: *
         > banmoves a0a9
         < info message banmoves: *
         > stop
         < nobestmove
         > ponderhit
         > ponderhit draw
         = nothing is owed
         > isready
         < readyok
         > quit
         < bye
         !",
    );
}

#[test]
fn without_a_move_there_is_none() {
    converse(
        "ucci",
        "> position fen 3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 1
         > go depth 3
         < nobestmove
         > go infinite
         = it waits to be told
         > stop
         < nobestmove
         > position startpos
         > go depth 0
         < nobestmove
         > go depth -4
         < nobestmove
         > quit
         < bye",
    );
}

#[test]
fn banned_moves_are_not_played_until_the_next_position() {
    converse(
        "ucci",
        "> position fen 3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1
         > go depth 1
         < *
         < info depth 1 score 9999 pv e1e8
         < bestmove e1e8
         > banmoves e1e8
         > go depth 3
         < *
         < info depth 3 score 9997 pv *
         < bestmove *
         > position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1
         > banmoves d0d1
         > go depth 1
         < nobestmove
         > position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1
         > go depth 1
         < *
         < bestmove d0d1*
         > quit
         < bye",
    );
}

#[test]
fn infinite_and_ponder_wait_to_be_told() {
    converse(
        "ucci",
        "> position startpos
         > go infinite
         < *
         < info depth 2 *
         > isready
         < *
         < readyok
         > stop
         < *
         < bestmove *
         > go ponder depth 1
         < info time *
         < info depth 1 *
         = it could answer, but may not
         > ponderhit
         < bestmove *
         > go ponder time 200 increment 0
         < *
         < info depth 1 *
         > ponderhit draw
         < *
         < bestmove *
         > go ponder time 200 increment 0
         > stop
         < *
         < bestmove *
         > stop
         < nobestmove
         > quit
         < bye
         !",
    );
}

#[test]
fn a_draw_is_taken_by_who_stands_no_better() {
    converse(
        "ucci",
        "> position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1
         > go draw depth 1
         < *
         < bestmove d0d1* draw
         > position fen 4k4/4a4/9/9/9/9/9/9/R8/R2K5 w - - 0 1
         > go draw depth 1
         < *
         < bestmove a1a9 ponder e8d9
         > go depth 1 ponder
         < *
         < info depth 1 *
         > ponderhit draw
         < bestmove *
         > quit
         < bye",
    );
}

#[test]
fn a_probe_says_what_was_found_last() {
    converse(
        "ucci",
        "> probe startpos
         < pophash
         > position startpos
         > go depth 1
         < *
         < bestmove *
         > probe startpos
         < pophash bestmove * lowerbound * depth 1 upperbound * depth 1
         > probe startpos moves h2e2
         < pophash
         > probe fen rubbish
         < pophash
         > probe
         < pophash
         > quit
         < bye",
    );
}

#[test]
fn odd_limits_are_answered_once() {
    for limits in [
        "nodes 0",
        "nodes 99999999999999999999 depth 1",
        "time 0",
        "time -100 increment -5",
        "time x",
        "time 1 movestogo 1",
        "time 300 movestogo 40 opptime 5 oppmovestogo 1 oppincrement 2",
        "increment 3",
        "movetime 10",
        "draw time 100",
    ] {
        converse(
            "ucci",
            &format!(
                "> go {limits}
                 < *
                 < bestmove *
                 = once
                 > isready
                 < readyok"
            ),
        );
    }
}

#[test]
fn in_batch_mode_one_search_waits_for_the_other() {
    converse(
        "ucci",
        "> setoption batch true
         > position startpos
         > go depth 2
         > position startpos moves h2e2
         > go depth 1
         > quit
         < *
         < info depth 2 *
         < bestmove *
         < info time *
         < info depth 1 *
         < bestmove *
         < bye
         !",
    );
    converse(
        "ucci",
        "> go infinite
         > go depth 1
         < *
         < bestmove *
         < *
         < bestmove *
         > go infinite
         > quit
         < *
         < bye
         !",
    );
}

#[test]
fn moves_with_ranks_from_one_are_understood() {
    converse(
        "ucci",
        "> position startpos moves h3e3 h10g8
         > go depth 1
         < *
         < bestmove *
         > position startpos moves h2e2 h9g7 h0g2
         > banmoves b9c7
         > go depth 1
         < *
         < bestmove *
         > quit
         < bye",
    );
}

#[test]
fn only_xiangqi_is_played() {
    let setup = |game: &str| Setup {
        games: outplay_games::ALL.to_vec(),
        game: game.to_owned(),
        profile: outplay::Profile::default(),
        workers: 1,
        name: String::new(),
        version: String::new(),
    };
    for (game, says) in [("chess", "can't be played by UCCI"), ("nothing", "there is no game")] {
        let error = outplay_protocols::Ucci::new(setup(game)).err().unwrap().to_string();
        assert!(error.contains(says), "{error}");
    }
    assert!(outplay_protocols::Ucci::new(setup("xiangqi(repetition=simple)")).is_ok());
}

proptest! {
    #[test]
    fn lines_at_random_are_survived(events in events()) {
        let mut bench = Bench::new("ucci", "xiangqi");
        let asks = |line: &str| line.split_whitespace().next() == Some("go");
        let stops = |line: &str| line.split_whitespace().next() == Some("stop");
        let asked = happen(&mut bench, &events, asks);
        let quit = bench.has_quit();
        bench.finish();
        let answered = bench.count("bestmove") + bench.count("nobestmove");
        // A stop may be answered by itself.
        let stops = events.iter().flatten().filter(|line| stops(line)).count();
        prop_assert!(answered <= asked + stops && (answered >= asked || quit));
        prop_assert_eq!(bench.count("bye"), 1);
    }
}
