//! Tests of xiangqi.

use outplay::{Game, Params, Stop, perft};

use super::{Xiangqi, fen};

mod evaluation;
mod fens;
mod games;
mod mates;
mod notations;
mod oracle;
mod perft_counts;
mod pgns;
mod repetitions;

/// The usual start with these parameters.
fn xiangqi(settings: &str) -> Xiangqi {
    let mut params = Params::defaults(&Xiangqi::INFO);
    params.set(&Xiangqi::INFO, settings).unwrap();
    Xiangqi::new(&params).unwrap()
}

/// A position with the usual parameters.
fn at(fen: &str) -> Xiangqi {
    Xiangqi::default().parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}
