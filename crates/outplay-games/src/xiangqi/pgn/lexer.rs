//! A file as a row of tokens, each with its place.

use outplay::{InputError, quote};

/// A line and a column, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    /// The error, with the place in front.
    pub(super) fn error(self, error: InputError) -> InputError {
        error.within(&format!("line {}, column {}", self.line, self.column))
    }

    pub(super) fn wrong(self, what: impl Into<String>) -> InputError {
        self.error(InputError::new(what))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// `[Name "value"]`.
    Tag(&'t str, String),
    Comment(&'t str),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `$5`, `!?`.
    Mark(u8),
    /// A move, a result, or the number of a move.
    Word(&'t str),
}

pub(super) struct Lexer<'t> {
    rest: &'t str,
    place: Place,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        // Some programs put a byte order mark at the beginning.
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        Lexer { rest, place: Place { line: 1, column: 1 } }
    }

    /// Takes so many bytes.
    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        for letter in taken.chars() {
            if letter == '\n' {
                self.place = Place { line: self.place.line + 1, column: 1 };
            } else {
                self.place.column += 1;
            }
        }
        self.rest = rest;
        taken
    }

    fn skip_blanks(&mut self) {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start().len();
            self.take(blanks);
            if !(self.rest.starts_with('%') && self.place.column == 1) {
                return;
            }
            let line = self.rest.find('\n').unwrap_or(self.rest.len());
            self.take(line);
        }
    }

    /// The next token and where it begins; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(Place, Token<'t>)>, InputError> {
        self.skip_blanks();
        let place = self.place;
        let Some(first) = self.rest.chars().next() else {
            return Ok(None);
        };
        let token = match first {
            '[' => self.tag()?,
            '{' => {
                let end =
                    self.rest.find('}').ok_or_else(|| place.wrong("the comment never ends"))?;
                let comment = self.take(end + 1);
                Token::Comment(&comment[1..end])
            }
            ';' => {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                Token::Comment(&self.take(end)[1..])
            }
            '(' | ')' => {
                self.take(1);
                if first == '(' { Token::Open } else { Token::Close }
            }
            '$' => {
                self.take(1);
                let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
                let number = self.take(digits).parse();
                Token::Mark(number.map_err(|_| place.wrong("a mark is $ and a number up to 255"))?)
            }
            '!' | '?' => {
                let signs = self.rest.bytes().take_while(|byte| b"!?".contains(byte)).count();
                let signs = self.take(signs);
                let mark =
                    ["!", "?", "!!", "??", "!?", "?!"].iter().position(|&mark| mark == signs);
                let wrong = || place.wrong(format!("{} is no mark", quote(signs)));
                Token::Mark(mark.ok_or_else(wrong)? as u8 + 1)
            }
            ']' | '}' => return Err(place.wrong(format!("there is nothing for {first} to end"))),
            _ => Token::Word(self.word()),
        };
        Ok(Some((place, token)))
    }

    fn word(&mut self) -> &'t str {
        let ends = |letter: char| letter.is_whitespace() || "[]{}();$!?".contains(letter);
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        self.take(end)
    }

    fn tag(&mut self) -> Result<Token<'t>, InputError> {
        let place = self.place;
        let wrong =
            || place.error(InputError::new("this is no tag").hint("write [Name \"value\"]"));
        self.take(1);
        self.skip_blanks();
        let name = self.word();
        self.skip_blanks();
        if name.is_empty() || !self.rest.starts_with('"') || name.contains('"') {
            return Err(wrong());
        }
        self.take(1);
        let (mut value, mut escaped, mut end) = (String::new(), false, None);
        for (at, letter) in self.rest.char_indices() {
            match letter {
                '\n' => break,
                '\\' if !escaped => escaped = true,
                '"' if !escaped => {
                    end = Some(at);
                    break;
                }
                _ => {
                    escaped = false;
                    value.push(letter);
                }
            }
        }
        self.take(end.ok_or_else(wrong)? + 1);
        self.skip_blanks();
        if !self.rest.starts_with(']') {
            return Err(wrong());
        }
        self.take(1);
        Ok(Token::Tag(name, value))
    }
}
