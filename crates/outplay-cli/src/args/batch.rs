//! The arguments of `batch`.

use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct BatchArgs {}
