//! Bytes into lines: any line end, any encoding, no line longer than is good.

/// The longest line that is taken, in bytes: a game of ten thousand moves fits.
pub const MAX_LINE: usize = 1 << 20;

/// What [`Lines`] finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A line without its end; bytes that are no UTF-8 are replaced.
    Text(String),
    /// A line of more than [`MAX_LINE`] bytes: dropped.
    Overlong,
}

/// Cuts bytes into lines as they arrive. Lines end with LF, CR or CR LF.
///
/// ```
/// use outplay_protocols::{Line, Lines};
/// let mut lines = Lines::default();
/// let text = |text: &str| Line::Text(text.to_owned());
/// assert_eq!(lines.feed(b"START 15\r\nBEG"), [text("START 15")]);
/// assert_eq!(lines.feed(b"IN\rEND"), [text("BEGIN")]);
/// assert_eq!(lines.finish(), Some(text("END")));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lines {
    part: Vec<u8>,
    overlong: bool,
    /// The last byte was CR: an LF now belongs to it.
    after_cr: bool,
}

impl Lines {
    /// The lines that these bytes complete.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Line> {
        let mut lines = vec![];
        for &byte in bytes {
            let after_cr = core::mem::replace(&mut self.after_cr, byte == b'\r');
            match byte {
                b'\n' if after_cr => {}
                b'\n' | b'\r' => lines.push(self.take()),
                _ if self.part.len() < MAX_LINE => self.part.push(byte),
                _ => self.overlong = true,
            }
        }
        lines
    }

    /// What is left when there are no more bytes.
    pub fn finish(&mut self) -> Option<Line> {
        (!self.part.is_empty()).then(|| self.take())
    }

    fn take(&mut self) -> Line {
        let part = core::mem::take(&mut self.part);
        match core::mem::take(&mut self.overlong) {
            true => Line::Overlong,
            false => Line::Text(String::from_utf8_lossy(&part).into_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8], portion: usize) -> Vec<Line> {
        let mut lines = Lines::default();
        let mut found: Vec<Line> =
            bytes.chunks(portion).flat_map(|bytes| lines.feed(bytes)).collect();
        found.extend(lines.finish());
        found
    }

    #[test]
    fn every_line_end_counts_once_however_it_arrives() {
        let expected = ["a", "b", "", "c", "", "d"].map(|text| Line::Text(text.to_owned()));
        for portion in 1..12 {
            assert_eq!(all(b"a\r\nb\n\nc\r\rd", portion), expected, "{portion}");
        }
    }

    #[test]
    fn long_lines_are_dropped_whole_and_the_next_is_read() {
        let mut bytes = vec![b'x'; MAX_LINE];
        bytes.extend(b"\n");
        assert!(matches!(&all(&bytes, 5000)[..], [Line::Text(text)] if text.len() == MAX_LINE));
        bytes.insert(0, b'x');
        bytes.extend(b"quit\n");
        assert_eq!(all(&bytes, 5000), [Line::Overlong, Line::Text("quit".to_owned())]);
    }

    #[test]
    fn foreign_bytes_are_replaced() {
        assert_eq!(all(b"a\xff\0b\n", 9), [Line::Text("a\u{fffd}\0b".to_owned())]);
    }
}
