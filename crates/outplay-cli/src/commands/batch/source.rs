//! The lines of the input, one after the other.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use outplay::quote;
use outplay_protocols::{Line, Lines};

use crate::failure::{Failure, Result};

/// So many bytes without the end of a line are no text: `/dev/zero` has no end.
const ENDLESS: u64 = 256 << 20;

/// One line of the input that says something.
pub(super) struct Item {
    /// Its number among all lines, blank ones included, from 1.
    pub(super) number: u64,
    /// `None` if it is too long.
    pub(super) text: Option<String>,
    /// The bytes up to its end, as good as known.
    pub(super) end: u64,
}

/// Where lines come from.
pub(super) struct Source {
    reader: Box<dyn Read + Send>,
    lines: Lines,
    /// Lines that were read and not given away yet.
    ready: VecDeque<Line>,
    /// The line that was looked at and not given away yet.
    peeked: Option<Item>,
    number: u64,
    /// The bytes up to the end of the line found last.
    found: u64,
    /// The bytes up to the end of the line given away last.
    pub(super) end: u64,
    /// The bytes read since a line ended.
    unended: u64,
    at_end: bool,
    /// Bytes there are, if that is known.
    pub(super) size: Option<u64>,
    name: String,
}

impl Source {
    /// Opens a file, or standard input.
    pub(super) fn open(path: &Path) -> Result<Source> {
        if path == Path::new(super::STDIN) {
            return Ok(Source::new(Box::new(io::stdin()), None, "standard input".to_owned()));
        }
        let name = quote(&path.to_string_lossy());
        if path.is_dir() {
            return Err(Failure::Usage(format!("{name} is a directory; give a file")));
        }
        let file = File::open(path)
            .map_err(|error| Failure::Usage(format!("{name} can't be read: {error}")))?;
        let data = file.metadata().ok().filter(std::fs::Metadata::is_file);
        Ok(Source::new(Box::new(file), data.map(|data| data.len()), name))
    }

    fn new(reader: Box<dyn Read + Send>, size: Option<u64>, name: String) -> Source {
        Source {
            reader,
            lines: Lines::default(),
            ready: VecDeque::new(),
            peeked: None,
            number: 0,
            found: 0,
            end: 0,
            unended: 0,
            at_end: false,
            size,
            name,
        }
    }

    /// The next line that says something; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Item>> {
        self.peek()?;
        let item = self.peeked.take();
        self.end = item.as_ref().map_or(self.found, |item| item.end);
        Ok(item)
    }

    /// The same line, which is still to be given away.
    pub(super) fn peek(&mut self) -> io::Result<Option<&Item>> {
        if self.peeked.is_none() {
            self.peeked = self.find()?;
        }
        Ok(self.peeked.as_ref())
    }

    fn find(&mut self) -> io::Result<Option<Item>> {
        loop {
            let Some(line) = self.ready.pop_front() else {
                if self.at_end {
                    return Ok(None);
                }
                self.read()?;
                continue;
            };
            self.number += 1;
            let text = match line {
                Line::Overlong => None,
                Line::Text(text) if self.number == 1 => {
                    // A mark that some editors put in front of a file.
                    Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
                }
                Line::Text(text) => Some(text),
            };
            self.found += text.as_ref().map_or(outplay_protocols::MAX_LINE, String::len) as u64 + 1;
            // Comments are as good as blank.
            let says_nothing = |text: &str| text.is_empty() || text.starts_with('#');
            if text.as_ref().is_none_or(|text| !says_nothing(text.trim())) {
                return Ok(Some(Item { number: self.number, text, end: self.found }));
            }
        }
    }

    fn read(&mut self) -> io::Result<()> {
        let mut bytes = [0; 1 << 14];
        match self.reader.read(&mut bytes) {
            Ok(0) => {
                self.at_end = true;
                self.ready.extend(self.lines.finish());
            }
            Ok(count) => {
                self.ready.extend(self.lines.feed(&bytes[..count]));
                let unended = self.unended + count as u64;
                self.unended = if self.ready.is_empty() { unended } else { 0 };
                if self.unended > ENDLESS {
                    let what = format!("{} is no text: a line does not end", self.name);
                    return Err(io::Error::new(io::ErrorKind::InvalidData, what));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                let what = format!("{} can't be read: {error}", self.name);
                return Err(io::Error::new(error.kind(), what));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_an_end_is_not_read_for_ever() {
        let reader = (&b"1\n\n2\n"[..]).chain(io::repeat(0));
        let mut source = Source::new(Box::new(reader), None, "it".to_owned());
        for (number, end) in [(1, 2), (3, 5)] {
            assert_eq!(source.peek().unwrap().unwrap().number, number);
            assert!(source.end < end);
            assert_eq!(source.next().unwrap().unwrap().number, number);
            assert_eq!(source.end, end);
        }
        let error = source.next().err().unwrap();
        assert_eq!(error.to_string(), "it is no text: a line does not end");
    }
}
