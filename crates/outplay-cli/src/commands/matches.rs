//! `match`: engines against each other.

use super::Context;
use crate::args::MatchArgs;
use crate::failure::Result;

pub(super) fn run(args: &MatchArgs, context: &mut Context<'_>) -> Result {
    let _ = (args, context);
    Ok(())
}
