//! `batch`: JSON lines of positions in, JSON lines of reports out.

use super::Context;
use crate::args::BatchArgs;
use crate::failure::Result;

pub(super) fn run(args: &BatchArgs, context: &mut Context<'_>) -> Result {
    let _ = (args, context);
    Ok(())
}
