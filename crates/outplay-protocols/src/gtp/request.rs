//! Lines as commands.

/// A command as it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Request {
    /// The number to answer with, as it was written.
    pub(super) id: Option<String>,
    /// Everything behind the number, with single spaces.
    pub(super) text: String,
}

/// Longer numbers are none.
const LONGEST_ID: usize = 20;

impl Request {
    /// Reads a line: control characters are dropped, tabs are spaces, `#` begins a comment. `None`
    /// if there is nothing in it.
    pub(super) fn read(line: &str) -> Option<Request> {
        let line = line.split('#').next().unwrap_or_default();
        let plain: String = line.chars().filter(|&c| c == '\t' || !c.is_control()).collect();
        let mut words = plain.split_whitespace().peekable();
        let is_id = |word: &&str| {
            word.len() <= LONGEST_ID && word.bytes().all(|byte| byte.is_ascii_digit())
        };
        words.peek()?;
        let id = words.next_if(is_id).map(str::to_owned);
        Some(Request { id, text: words.collect::<Vec<_>>().join(" ") })
    }

    /// The command's name; empty if there is only a number.
    pub(super) fn name(&self) -> &str {
        self.text.split(' ').next().unwrap_or_default()
    }

    /// What stands behind the name.
    pub(super) fn rest(&self) -> &str {
        self.text.split_once(' ').map_or("", |(_, rest)| rest)
    }

    /// The words behind the name.
    pub(super) fn words(&self) -> Vec<&str> {
        self.rest().split(' ').filter(|word| !word.is_empty()).collect()
    }

    /// The bytes that it takes to keep it.
    pub(super) fn bytes(&self) -> usize {
        self.text.len() + LONGEST_ID
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<(Option<String>, String)> {
        Request::read(line).map(|Request { id, text }| (id, text))
    }

    fn some(id: Option<&str>, text: &str) -> Option<(Option<String>, String)> {
        Some((id.map(str::to_owned), text.to_owned()))
    }

    #[test]
    fn lines_are_cleaned() {
        assert_eq!(read("play b D4"), some(None, "play b D4"));
        assert_eq!(read("  12\tplay\x07 b  D4 # a comment"), some(Some("12"), "play b D4"));
        assert_eq!(read("007 name"), some(Some("007"), "name"));
        assert_eq!(read("12"), some(Some("12"), ""));
        assert_eq!(read("123456789012345678901 name"), some(None, "123456789012345678901 name"));
        assert_eq!(read("-1 name"), some(None, "-1 name"));
        for empty in ["", " \t ", "# name", "\x01\x02", "  # 1 name"] {
            assert_eq!(read(empty), None, "{empty:?}");
        }
        let request = Request::read("3 play b D4").unwrap();
        assert_eq!((request.name(), request.words()), ("play", vec!["b", "D4"]));
        assert_eq!(Request::read("3").unwrap().words(), Vec::<&str>::new());
    }
}
