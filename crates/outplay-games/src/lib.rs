//! The games that come with Outplay. Each is a plug-in: it implements the traits of `outplay`, and
//! nothing else in the project knows it but [`ALL`].

mod grid;
mod lines;

pub mod kalah;
pub mod mnk;
pub mod nim;
pub mod tree;

use outplay::Entry;

/// Every game, in the order in which they are listed to people.
pub const ALL: &[Entry] = &[mnk::ENTRY, nim::ENTRY, kalah::ENTRY, tree::ENTRY];
