//! What the game says: sentences to people, one JSON object a line to programs.

use std::io::Write;

use outplay::Session;
use serde_json::{Value, json};

use crate::commands::Context;
use crate::failure::Result;
use crate::render;

/// Says the same thing to people or to programs. `event` names it for programs, with `more`
/// beside the name.
pub(super) fn tell(context: &mut Context<'_>, text: &str, event: &str, more: Value) -> Result {
    if context.screen.json {
        let mut document = json!({ "event": event });
        if let (Some(document), Value::Object(more)) = (document.as_object_mut(), more) {
            document.extend(more);
        }
        return context.screen.document(&document);
    }
    if !text.is_empty() {
        writeln!(context.screen, "{text}")?;
        context.screen.flush()?;
    }
    Ok(())
}

/// Says what was wrong with what was typed.
pub(super) fn object(context: &mut Context<'_>, message: &str) -> Result {
    tell(context, message, "error", json!({ "message": message }))
}

/// Draws the board, with an empty line before and after. Programs have the position from every
/// move.
pub(super) fn board(context: &mut Context<'_>, session: &dyn Session) -> Result {
    if context.screen.json {
        return Ok(());
    }
    let lines = render::board(&session.view(), context.look());
    writeln!(context.screen)?;
    context.lines(&lines)?;
    writeln!(context.screen)?;
    context.screen.flush()?;
    Ok(())
}
