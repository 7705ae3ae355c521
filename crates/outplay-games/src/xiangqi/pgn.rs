//! Game files in the PGN of the world of xiangqi: `[Game "Chinese Chess"]`, tags, an optional
//! `[FEN "…"]`, moves in any of the notations.
//!
//! Read as files are found: `{}` and `;` comments, `%` lines, nested variations, marks as `$n` or
//! `!?`, several games one after the other. Written with moves in ICCS, which no two programs read
//! differently. What is read and written again loses nothing but line breaks.

mod lexer;
mod reader;
mod writer;

pub(super) use reader::read;
pub(super) use writer::write;

/// How a game can end, in the words of the format.
const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];
/// A game that has not ended, or whose end is not known.
const OPEN: &str = "*";
/// What the tag `Game` says.
const GAME: &str = "Chinese Chess";
/// Our own tag for the parameters, where they are not the usual ones.
const RULES: &str = "Rules";

/// One space in place of every run of white space, none at the ends.
fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Appends a comment to another.
fn join(comment: &mut String, more: &str) {
    if !comment.is_empty() && !more.is_empty() {
        comment.push(' ');
    }
    comment.push_str(more);
}
