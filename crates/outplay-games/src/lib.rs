//! The games that come with Outplay. Each is a plug-in: it implements the traits of `outplay`, and
//! nothing else in the project knows it but [`ALL`].

mod grid;
mod lines;
mod sgf;
mod word;

pub mod chess;
pub mod connect4;
pub mod go;
pub mod gomoku;
pub mod kalah;
pub mod mnk;
pub mod nim;
pub mod othello;
pub mod tree;
pub mod tuning;
pub mod xiangqi;

#[cfg(test)]
mod testing;

use outplay::Entry;

/// Every game, in the order in which they are listed to people.
// A static, so that the searches of every game are compiled here, once.
pub static ALL: &[Entry] = &[
    mnk::ENTRY,
    connect4::ENTRY,
    nim::ENTRY,
    kalah::ENTRY,
    tree::ENTRY,
    othello::ENTRY,
    gomoku::ENTRY,
    chess::ENTRY,
    xiangqi::ENTRY,
    go::ENTRY,
];
