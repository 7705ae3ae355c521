//! Tests of chess.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod evaluation;
mod fen;
mod mates;
mod moves;
mod perft;
mod pgn;
mod rules;
mod see;

use outplay::Game;

use super::Chess;

/// A position of usual chess.
#[track_caller]
fn chess(fen: &str) -> Chess {
    Chess::default().parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A position with castling as in Chess960.
#[track_caller]
fn chess960(fen: &str) -> Chess {
    Chess::start(518, true).parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A position after moves in any notation, one after the other.
#[track_caller]
fn after(mut position: Chess, moves: &str) -> Chess {
    use outplay::Position;
    for text in moves.split_whitespace() {
        let m = position.read(text).unwrap_or_else(|error| panic!("{position}: {error}"));
        position.play(m);
    }
    position
}
