//! stub
use super::Context;
use crate::args::PlayArgs;
use crate::failure::Result;
pub(super) fn run(_args: &PlayArgs, _context: &mut Context<'_>) -> Result {
    Ok(())
}
