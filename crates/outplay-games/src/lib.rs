//! The games that come with Outplay. Each is a plug-in: it implements the traits of `outplay`, and
//! nothing else in the project knows it but [`ALL`].

mod grid;
mod lines;
#[cfg(test)]
mod testing;
mod word;

pub mod connect4;
pub mod mnk;

use outplay::Entry;

/// Every game, in the order in which they are listed to people.
pub const ALL: &[Entry] = &[mnk::ENTRY, connect4::ENTRY];
