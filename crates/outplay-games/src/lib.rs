//! Games.

pub mod tree;
