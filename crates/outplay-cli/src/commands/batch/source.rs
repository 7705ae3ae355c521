//! The lines of the input, one after the other.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use outplay::quote;
use outplay_protocols::{Line, Lines};

use crate::failure::{Failure, Result};

/// One line of the input that is not blank.
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
    number: u64,
    /// The bytes up to the end of the line given away last.
    pub(super) end: u64,
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
        let (lines, ready) = (Lines::default(), VecDeque::new());
        Source { reader, lines, ready, number: 0, end: 0, at_end: false, size, name }
    }

    /// The next line that is not blank; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Item>> {
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
            self.end += text.as_ref().map_or(outplay_protocols::MAX_LINE, String::len) as u64 + 1;
            if text.as_ref().is_none_or(|text| !text.trim().is_empty()) {
                return Ok(Some(Item { number: self.number, text, end: self.end }));
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
            Ok(count) => self.ready.extend(self.lines.feed(&bytes[..count])),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                let what = format!("{} can't be read: {error}", self.name);
                return Err(io::Error::new(error.kind(), what));
            }
        }
        Ok(())
    }
}
