//! The words of a PGN file, each with its place.

use outplay::{InputError, quote};

use super::{OPEN, RESULTS, tidy};

/// A word of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// `[Name "value"]`.
    Tag(&'t str, String),
    /// In braces, or from a semicolon to the end of the line.
    Comment(String),
    /// `$n`, or `!`, `?` and their pairs.
    Nag(u8),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// How the game ended; `*` if it did not.
    Result(&'static str),
    /// A move.
    Move(&'t str),
}

/// A place in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    line: usize,
    /// Where the line starts, in bytes.
    line_start: usize,
    at: usize,
}

/// Reads a file word by word.
pub(super) struct Lexer<'t> {
    text: &'t str,
    here: Place,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        // A byte order mark is no part of the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Lexer { text, here: Place { line: 1, line_start: 0, at: 0 } }
    }

    /// An error at a place.
    pub(super) fn error(&self, place: Place, what: impl core::fmt::Display) -> InputError {
        let column = self.text[place.line_start..place.at].chars().count() + 1;
        InputError::new(format!("line {}, column {column}: {what}", place.line))
    }

    /// Where the next character stands.
    pub(super) fn place(&self) -> Place {
        self.here
    }

    fn rest(&self) -> &'t str {
        &self.text[self.here.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Passes over one character.
    fn pass(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.here.at += letter.len_utf8();
        if letter == '\n' {
            self.here.line += 1;
            self.here.line_start = self.here.at;
        }
        Some(letter)
    }

    /// Passes over the characters that fit, and returns them.
    fn pass_while(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let start = self.here.at;
        while self.peek().is_some_and(&fits) {
            self.pass();
        }
        &self.text[start..self.here.at]
    }

    /// Passes over what says nothing: blanks, lines that start with `%`, numbers of moves.
    fn skip(&mut self) {
        loop {
            let before = self.here.at;
            self.pass_while(|letter| letter.is_whitespace() || letter == '.');
            if self.here.at == self.here.line_start && self.peek() == Some('%') {
                self.pass_while(|letter| letter != '\n');
            }
            let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
            let is_number = digits > 0 && !self.rest()[digits..].starts_with(is_symbol);
            if is_number {
                self.here.at += digits;
            }
            if self.rest().starts_with("e.p.") {
                self.here.at += "e.p.".len();
            }
            if self.here.at == before {
                return;
            }
        }
    }

    /// The next word and where it starts; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<(Place, Token<'t>)>, InputError> {
        self.skip();
        let place = self.here;
        let Some(letter) = self.peek() else {
            return Ok(None);
        };
        let token = match letter {
            '[' => self.tag(place)?,
            '{' => self.comment(place)?,
            ';' => {
                self.pass();
                Token::Comment(tidy(self.pass_while(|letter| letter != '\n')))
            }
            '(' | ')' => {
                self.pass();
                if letter == '(' { Token::Open } else { Token::Close }
            }
            '$' | '!' | '?' => self.nag(place)?,
            '*' => {
                self.pass();
                Token::Result(OPEN)
            }
            _ => self.symbol(place)?,
        };
        Ok(Some((place, token)))
    }

    fn tag(&mut self, place: Place) -> Result<Token<'t>, InputError> {
        self.pass();
        let blank = |letter: char| letter.is_whitespace();
        self.pass_while(blank);
        let name = self.pass_while(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        self.pass_while(blank);
        if name.is_empty() || self.peek() != Some('"') {
            return Err(self.error(place, "this is no tag").hint("a tag is like [White \"Name\"]"));
        }
        self.pass();
        let mut value = String::new();
        loop {
            match self.pass() {
                Some('"') => break,
                Some('\\') if matches!(self.peek(), Some('"' | '\\')) => value.extend(self.pass()),
                Some('\n') | None => {
                    let what = format!("the value of tag {name} has no closing quote");
                    return Err(self.error(place, what));
                }
                Some(letter) => value.push(letter),
            }
        }
        self.pass_while(blank);
        if self.pass() != Some(']') {
            return Err(self.error(place, format!("tag {name} has no closing bracket")));
        }
        Ok(Token::Tag(name, value))
    }

    fn comment(&mut self, place: Place) -> Result<Token<'t>, InputError> {
        self.pass();
        let text = self.pass_while(|letter| letter != '}');
        match self.pass() {
            Some(_) => Ok(Token::Comment(tidy(text))),
            None => Err(self.error(place, "the comment has no closing brace")),
        }
    }

    fn nag(&mut self, place: Place) -> Result<Token<'t>, InputError> {
        if self.peek() == Some('$') {
            self.pass();
            let digits = self.pass_while(|letter| letter.is_ascii_digit());
            return digits.parse().map(Token::Nag).map_err(|_| {
                let what = format!("{} is no mark", quote(&format!("${digits}")));
                self.error(place, what).hint("marks are $0 to $255")
            });
        }
        let text = self.pass_while(|letter| matches!(letter, '!' | '?'));
        let nag = match text {
            "!" => 1,
            "?" => 2,
            "!!" => 3,
            "??" => 4,
            "!?" => 5,
            "?!" => 6,
            _ => return Err(self.error(place, format!("{} is no mark", quote(text)))),
        };
        Ok(Token::Nag(nag))
    }

    fn symbol(&mut self, place: Place) -> Result<Token<'t>, InputError> {
        let text = self.pass_while(is_symbol);
        if text.is_empty() {
            let letter = self.peek().map(String::from).unwrap_or_default();
            let what = format!("{} means nothing here", quote(&letter));
            return Err(self.error(place, what));
        }
        let even = matches!(text, "1/2" | "½-½" | "½");
        let same = |result: &&&str| **result == text || even && **result == "1/2-1/2";
        match RESULTS.iter().find(same) {
            Some(result) => Ok(Token::Result(result)),
            None => Ok(Token::Move(text)),
        }
    }
}

/// What moves and results are made of.
fn is_symbol(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || matches!(letter, '-' | '+' | '#' | '=' | '/' | ':' | '_' | '½')
}
