//! Portable Game Notation: files with any number of games, with comments, variations and marks.
//!
//! Read as files are found: tags in any order, `{}` and `;` comments, `%` lines, nested variations,
//! marks as `$n` or `!?`. Written in the standard's export form: the seven tags that must be there
//! first, lines under 80 characters. What is read and written again loses nothing but line breaks.

mod lexer;
mod reader;
mod tags;
mod writer;

pub(super) use reader::read;
pub(super) use writer::write;

/// How a game can end, in the words of the format.
const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];
/// A game that has not ended, or whose end is not known.
const OPEN: &str = "*";
/// Tags that a transcript has fields of its own for.
const OWN_TAGS: [&str; 4] = ["Result", "FEN", "SetUp", "Variant"];

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
