//! UCI: whole conversations, odd but legal input, and lines at random.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod games;
pub(crate) mod random;

use crate::script::{converse, converse_in};

#[test]
fn a_conversation_from_the_first_word_to_the_last() {
    converse(
        "uci",
        "> uci
         < id name Outplay 0.0.0
         < id author *
         < option name Hash type spin default 16 min 1 max *
         < option name Threads type spin default 1 min 1 max 256
         < option name MultiPV type spin default 1 min 1 max *
         < option name Ponder type check default false
         < option name Move Overhead type spin default 20 min 0 max 5000
         < option name Clear Hash type button
         < option name UCI_AnalyseMode type check default false
         < option name UCI_Chess960 type check default false
         < option name UCI_Variant type combo default chess var chess var *xiangqi*
         < option name UCI_LimitStrength type check default false
         < option name UCI_Elo type spin default * min * max *
         < option name UCI_ShowWDL type check default false
         < option name UCI_Opponent type string default <empty>
         < option name UCI_EngineAbout type string default *
         < uciok
         > setoption name Hash value 1
         > isready
         < readyok
         > ucinewgame
         > isready
         < readyok
         > position startpos moves e2e4
         > go depth 3
         < info depth 1 seldepth * multipv 1 score cp * nodes * nps * hashfull * time * pv *
         < info depth 2 *
         < info depth 3 * pv * * *
         < bestmove * ponder *
         = nothing more
         > quit
         !",
    );
}

#[test]
fn words_that_mean_nothing_are_skipped() {
    converse(
        "uci",
        "> joho isready
         < readyok
         > 
         >    isready   now
         < readyok
         > register later
         > debug on
         > gibberish of all kinds
         < info string unknown command 'gibberish of all kinds'
         > debug off
         > gibberish of all kinds
         > setoption name UCI_Opponent value GM 2800 human Gary Kasparov
         > setoption name Nonsense value 3
         < info string there is no option 'Nonsense'
         > setoption name Hash value 0
         < info string Hash: '0' can't be set*
         > setoption name UCI_ShowWDL value maybe
         < info string UCI_ShowWDL: *
         > setoption name move   OVERHEAD value 0
         > stop
         > ponderhit
         = nothing is owed
         > go rubbish depth 1 nonsense
         < info depth 1 *
         < bestmove *
         > quit
         !",
    );
}

#[test]
fn a_position_that_is_wrong_leaves_the_last_one() {
    converse(
        "uci",
        "> position startpos moves f2f3 e7e5 g2g4
         > position startpos moves e2e4 e7e5 e4e5
         < info string move 3: 'e4e5': *; the position is as it was before
         > position fen rubbish
         < info string position: *
         > position fen
         < info string position: *
         > position
         < info string position: neither *
         > go depth 2
         < *
         < bestmove d8h4
         > position fen 7k/8/8/8/8/8/8/KR6 w - - 0 1 moves b1b8 h8h7 b8b7
         > go depth 1
         < *
         < bestmove h7*
         > quit",
    );
}

#[test]
fn a_finished_game_has_no_move() {
    converse(
        "uci",
        "> position startpos moves f2f3 e7e5 g2g4 d8h4
         > go movetime 1000
         < info depth 0 score mate 0
         < bestmove (none)
         > position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
         > go wtime 1000 btime 1000
         < info depth 0 score cp 0
         < bestmove (none)
         > go infinite
         = it waits to be told
         > stop
         < info depth 0 score cp 0
         < bestmove (none)
         > go ponder wtime 1000 btime 1000
         = here too
         > ponderhit
         < *
         < bestmove (none)
         > go perft 3
         < 
         < Nodes searched: 0
         > position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
         > go depth 2
         < info depth 1 * score mate 1 * pv f7*
         < bestmove f7*
         > quit",
    );
}

#[test]
fn a_game_that_goes_on_after_a_repetition_is_played_on() {
    let there_and_back = |count| "g1f3 g8f6 f3g1 f6g8 ".repeat(count);
    let (four, nine) = (there_and_back(4), there_and_back(9));
    converse(
        "uci",
        &format!(
            "> position startpos moves {four}
             > go depth 1
             < *
             < bestmove *
             > position startpos moves {nine} e2e4 e7e5
             > go depth 1 searchmoves f1c4
             < *
             < bestmove f1c4*
             > position startpos moves {nine} e2e4 e2e4
             < info string move 38: *
             > quit"
        ),
    );
    converse_in(
        "uci",
        "xiangqi",
        "pvs",
        "> position startpos moves b0c2 b9c7 c2b0 c7b9 b0c2 b9c7 c2b0 c7b9 b0c2 b9c7 c2b0 c7b9
         > go depth 1
         < *
         < bestmove *
         > quit",
    );
}

#[test]
fn infinite_is_until_stop() {
    converse(
        "uci",
        "> position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
         > go infinite
         < info depth 1 * score mate 1 *
         = the mate is found
         > isready
         < readyok
         > ponderhit
         = that was not it
         > stop
         < bestmove f7*
         > stop
         = it is answered
         > position startpos
         > go infinite
         < *
         < info depth 3 *
         > isready
         < *
         < readyok
         > stop
         < *
         < bestmove *
         > go
         < *
         < info depth 3 *
         > stop
         < *
         < bestmove *
         = once
         > quit",
    );
}

#[test]
fn pondering_is_until_the_move_is_played_or_not() {
    converse(
        "uci",
        "> position startpos moves e2e4 e7e5
         > go ponder wtime 500 btime 500 depth 2
         < *
         < info depth 2 *
         = it could answer, but may not
         > ponderhit
         < bestmove *
         > go ponder movetime 50
         < *
         < info depth 2 *
         > ponderhit
         < *
         < bestmove *
         > position startpos moves e2e4 e7e5 g1f3
         > go ponder wtime 500 btime 500
         < *
         < info depth 2 *
         > stop
         < *
         < bestmove *
         > position startpos moves d2d4
         > go wtime 100 btime 100
         < *
         < bestmove *
         > go infinite ponder
         > ponderhit
         < *
         < info depth 2 *
         > stop
         < *
         < bestmove *
         = once
         > quit",
    );
}

#[test]
fn every_search_is_answered_once_whatever_comes_meanwhile() {
    converse(
        "uci",
        "> position startpos
         > go infinite
         > position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
         > ucinewgame
         > setoption name Hash value 2
         > setoption name Threads value 2
         > go depth 1
         < *
         < bestmove *
         < *
         < bestmove f7*
         > position startpos
         > go infinite
         > stop
         > position startpos moves e2e4
         > go infinite
         > stop
         > position startpos moves d2d4
         > go infinite
         < *
         < bestmove *
         < *
         < bestmove *
         > isready
         < *
         < readyok
         > stop
         < *
         < bestmove *
         > isready
         < readyok
         > quit",
    );
    converse(
        "uci",
        "> go infinite
         > go infinite
         > go infinite
         > go nodes 1
         < *
         < bestmove *
         < *
         < bestmove *
         < *
         < bestmove *
         < *
         < bestmove *
         = all four
         > go infinite
         > quit
         < *
         !",
    );
}

#[test]
fn odd_limits_are_answered_once() {
    for limits in [
        "depth 0",
        "depth -1",
        "depth",
        "nodes 0",
        "nodes 1",
        "nodes -7",
        "nodes 18446744073709551615 depth -1",
        "movetime 0",
        "movetime -100",
        "movetime abc",
        "mate 0",
        "mate -3",
        "wtime 1 btime 1",
        "wtime -5000 btime -5000 winc -1 binc -1",
        "winc 100 binc 100",
        "wtime 0",
        "btime 300",
        "movestogo 0",
        "wtime 50 btime 50 movestogo 1",
        "wtime 99999999999999999999 btime 1 depth 1",
        "searchmoves depth 1",
        "searchmoves e2e5 xyzzy depth 1",
    ] {
        converse(
            "uci",
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
fn one_legal_move_is_played_at_once() {
    converse(
        "uci",
        "> position fen 7k/8/8/8/8/8/1q6/K7 w - - 0 1
         > go wtime 36000000 btime 36000000
         < info depth 1 *
         < bestmove a1b2
         > quit",
    );
}

#[test]
fn several_lines_come_together_best_first() {
    converse(
        "uci",
        "> setoption name MultiPV value 3
         > position fen 6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1
         > go depth 4
         < info depth 1 seldepth * multipv 1 *
         < info depth 1 seldepth * multipv 2 *
         < info depth 1 seldepth * multipv 3 *
         < *
         < info depth 3 seldepth * multipv 1 score mate 1 * pv b1b8
         < info depth 3 seldepth * multipv 2 score cp *
         < info depth 3 seldepth * multipv 3 score cp *
         < *
         < bestmove b1b8
         > position fen 7k/8/8/8/8/8/1q6/K7 w - - 0 1
         > go depth 1
         < info depth 1 * multipv 1 * pv a1b2
         < bestmove a1b2
         > quit",
    );
}

#[test]
fn only_the_moves_given_are_searched() {
    converse(
        "uci",
        "> position fen 6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1
         > go searchmoves h2h3 h2h4 h2h5 depth 3
         < info string searchmoves: 'h2h5': *
         < info depth 1 * pv h2*
         < *
         < bestmove h2* ponder *
         > setoption name MultiPV value 5
         > go depth 1 searchmoves b1b8 a1a1
         < info string searchmoves: 'a1a1': *
         < info depth 1 * multipv 1 score mate 1 * pv b1b8
         < bestmove b1b8
         > quit",
    );
}

#[test]
fn a_mate_is_found_in_so_many_moves() {
    converse(
        "uci",
        "> position fen k7/8/8/1K6/8/8/8/7R w - - 0 1
         > go mate 2
         < *
         < info depth 3 * score mate 2 * pv b5b6 a8b8 h1h8
         < bestmove b5b6 ponder a8b8
         > position fen 8/8/8/8/8/2k5/7r/1K6 w - - 0 1
         > go depth 5
         < *
         < info depth 5 * score mate -2 * pv b1a1 c3b3 a1b1 h2h1
         < bestmove b1a1 ponder c3b3
         > quit",
    );
}

#[test]
fn perft_counts() {
    converse(
        "uci",
        "> position startpos
         > go perft 3
         < a2a3: 380
         < a2a4: 420
         < *
         < 
         < Nodes searched: 8902
         > position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
         > go perft 2
         < *
         < e1g1: 43
         < *
         < Nodes searched: 2039
         > go perft 60
         > stop
         < info string *
         = no move is owed
         > quit",
    );
}

#[test]
fn strength_can_be_limited() {
    converse(
        "uci",
        "> setoption name UCI_LimitStrength value true
         > setoption name UCI_Elo value 700
         > setoption name UCI_ShowWDL value true
         > go wtime 60000 btime 60000
         < info depth 1 * multipv 1 score cp * wdl * * * nodes *
         < bestmove *
         > position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
         > go infinite
         = even the weakest waits
         > stop
         < info depth 1 * score mate 1 wdl 1000 0 0 nodes * pv f7*
         < bestmove f7*
         > setoption name UCI_AnalyseMode value true
         > go depth 3
         < info depth 1 * score mate 1 *
         < bestmove *
         > quit",
    );
}

#[test]
fn a_profile_gives_what_is_not_said() {
    converse_in(
        "uci",
        "chess",
        "alphabeta:depth=2,hash=4",
        "> uci
         < *
         < option name Hash type spin default 4 *
         < *
         < uciok
         > go
         < *
         < info depth 2 *
         < bestmove *
         > go wtime 100000 btime 100000
         < *
         < info depth 2 *
         < bestmove *
         > go infinite
         < info depth 2 *
         = it has seen all it may, and waits
         > stop
         < bestmove *
         > quit
         !",
    );
}
