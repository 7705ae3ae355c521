//! Games other than plain chess over UCI: Chess960, xiangqi, and the rest of ours.

use crate::script::{converse, converse_in};

#[test]
fn chess960_castles_onto_the_rook() {
    converse(
        "uci",
        "> position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6
         > isready
         < readyok
         > setoption name UCI_Chess960 value true
         > position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1 g8f6
         > position fen rk6/8/8/8/8/8/8/RK5R w HAa - 0 1
         > go depth 1 searchmoves b1h1
         < info depth 1 * pv b1h1
         < bestmove b1h1
         > position fen rk6/8/8/8/8/8/8/RK5R w KQq - 0 1 moves b1h1
         > go depth 1 searchmoves b8a8
         < info depth 1 * pv b8a8*
         < bestmove b8a8*
         > setoption name UCI_Chess960 value false
         > position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1
         > go depth 1 searchmoves e1g1
         < info depth 1 * pv e1g1*
         < bestmove e1g1*
         > setoption name UCI_Variant value fischerandom
         > position startpos moves g1f3 a7a6 g2g3 a6a5 f1g2 a5a4 e1h1
         > isready
         < readyok
         > quit",
    );
}

#[test]
fn xiangqi_has_ranks_from_one_or_from_nought() {
    converse(
        "uci",
        "> setoption name UCI_Variant value xiangqi
         > position startpos
         > go depth 1 searchmoves h3e3
         < info depth 1 * pv h3e3
         < bestmove h3e3
         > position startpos moves h3e3 h10g8
         > go depth 1 searchmoves h1g3
         < info depth 1 * pv h1g3
         < bestmove h1g3
         > go perft 1
         < *
         < b3b10: 1
         < *
         < Nodes searched: *
         A rank 0 gives it away.
         > position startpos moves h2e2 h9g7 h0g2
         > go depth 1 searchmoves b9c7
         < info depth 1 * pv b9c7
         < bestmove b9c7
         And so does a 10.
         > position startpos moves h3e3 h10g8 h1g3
         > go depth 1 searchmoves b10c8
         < info depth 1 * pv b10c8
         < bestmove b10c8
         Without either, only one of them is legal.
         > position startpos moves h2e2
         > go depth 1 searchmoves h9g7
         < info depth 1 * pv h9g7
         < bestmove h9g7
         > position startpos moves h3h10 h1h0
         < info string move 2: *
         > quit",
    );
    converse_in(
        "uci",
        "xiangqi",
        "pvs",
        "> position startpos
         > go depth 1 searchmoves h2e2
         < info depth 1 * pv h2e2
         < bestmove h2e2
         > position fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r
         > go depth 1 searchmoves b2e2
         < info depth 1 * pv b2e2
         < bestmove b2e2
         > quit",
    );
}

#[test]
fn other_games_have_their_own_texts() {
    converse(
        "uci",
        "> setoption name UCI_Variant value tictactoe
         > position startpos moves a1 b2 c3
         > go
         < *
         > stop
         < *
         < bestmove *
         > position startpos moves a1 b1 a2 b2
         > go depth 9
         < info depth 1 * score mate 1 * pv a3
         < bestmove a3
         > setoption name UCI_Variant value kalah
         > position fen 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 first moves 3
         > go depth 3
         < *
         < bestmove *
         > setoption name UCI_Variant value go(size=5)
         > position startpos moves C3 pass
         > go nodes 100
         < *
         < bestmove *
         > setoption name UCI_Variant value bughouse
         < info string UCI_Variant: there is no game 'bughouse'*
         > go nodes 100
         < *
         < bestmove *
         > quit",
    );
}

#[test]
fn a_move_of_the_same_player_is_not_pondered_on() {
    converse_in(
        "uci",
        "kalah",
        "pvs",
        "> go depth 1 searchmoves 3
         < info depth 1 * pv 3*
         < bestmove 3
         > quit",
    );
}
