//! The arguments of `match`.

use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct MatchArgs {}
