//! What is wrong with a text that came from outside.

use core::fmt;

/// A text that can't be used: what is wrong, where, and what would be right. One line.
///
/// ```
/// use outplay::InputError;
/// let error = InputError::new("'z9' is not a cell").at(4).hint("columns are a to c");
/// assert_eq!(error.to_string(), "'z9' is not a cell (at character 5); columns are a to c");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    what: String,
    place: Option<usize>,
    hint: String,
}

impl InputError {
    /// Says what is wrong. Quote what was given through [`quote`], so that it stays short.
    pub fn new(what: impl Into<String>) -> InputError {
        InputError { what: what.into(), place: None, hint: String::new() }
    }

    /// Where in the text, in characters from 0.
    #[must_use]
    pub fn at(mut self, place: usize) -> InputError {
        self.place = Some(place);
        self
    }

    /// What would be right.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> InputError {
        self.hint = hint.into();
        self
    }

    /// The same, within a larger text: `position: …`.
    #[must_use]
    pub fn within(mut self, what: &str) -> InputError {
        self.what = format!("{what}: {}", self.what);
        self
    }

    /// Where in the text, in characters from 0.
    pub fn place(&self) -> Option<usize> {
        self.place
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if let Some(place) = self.place {
            write!(f, " (at character {})", place + 1)?;
        }
        if !self.hint.is_empty() {
            write!(f, "; {}", self.hint)?;
        }
        Ok(())
    }
}

impl std::error::Error for InputError {}

/// Quotes a text that came from outside, for an error message: on one line, control characters
/// escaped, and cut if it is long.
///
/// ```
/// assert_eq!(outplay::quote("a\nb"), r"'a\nb'");
/// assert_eq!(outplay::quote(&"x".repeat(1000)).chars().count(), 43);
/// ```
pub fn quote(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut quoted: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if quoted.len() > 4 * LONGEST || text.chars().nth(LONGEST).is_some() {
        quoted = quoted.chars().take(LONGEST).collect();
        quoted.push('…');
    }
    format!("'{quoted}'")
}
