//! Standard output, and what it can show: colours, characters, or JSON alone.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::args::{ColorWhen, OutputArgs};
use crate::failure::Result;

/// Standard output.
pub(crate) struct Screen {
    stdout: AutoStream<io::Stdout>,
    /// Colours are shown.
    pub(crate) color: bool,
    /// Only plain letters are shown.
    pub(crate) ascii: bool,
    /// Programs read it, not people.
    pub(crate) json: bool,
    /// The notation of moves that was asked for.
    pub(crate) notation: Option<String>,
}

impl Screen {
    /// Standard output as the user wants it.
    pub(crate) fn new(args: &OutputArgs) -> Screen {
        match args.color {
            ColorWhen::Always => ColorChoice::Always,
            ColorWhen::Never => ColorChoice::Never,
            ColorWhen::Auto => ColorChoice::Auto,
        }
        .write_global();
        let stdout = io::stdout();
        // Looks at the terminal, NO_COLOR, CLICOLOR, CLICOLOR_FORCE and TERM if it is `auto`.
        let choice = AutoStream::choice(&stdout);
        Screen {
            stdout: AutoStream::new(stdout, choice),
            color: choice != ColorChoice::Never,
            ascii: args.ascii || (io::stdout().is_terminal() && !shows_unicode(&locale())),
            json: args.json,
            notation: args.notation.clone(),
        }
    }

    /// The text in this style, where there are colours.
    pub(crate) fn paint(&self, style: Style, text: &str) -> String {
        if self.color && style != Style::new() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    /// The text as a heading.
    pub(crate) fn strong(&self, text: &str) -> String {
        self.paint(Style::new().bold(), text)
    }

    /// The text in the background.
    pub(crate) fn faint(&self, text: &str) -> String {
        self.paint(Style::new().dimmed(), text)
    }

    /// Writes one JSON document, on one line.
    pub(crate) fn document(&mut self, value: &impl Serialize) -> Result {
        let text = serde_json::to_string(value)?;
        writeln!(self, "{text}")?;
        self.flush()?;
        Ok(())
    }

    /// Writes the text of a file as it is, whatever is in it.
    pub(crate) fn raw(&mut self, text: &str) -> Result {
        self.flush()?;
        let mut stdout = io::stdout().lock();
        stdout.write_all(text.as_bytes())?;
        stdout.flush()?;
        Ok(())
    }

    /// Whether a person looks at it.
    pub(crate) fn is_terminal(&self) -> bool {
        !self.json && io::stdout().is_terminal()
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match core::str::from_utf8(bytes) {
            // Everything is written as whole texts; JSON is left as it is.
            Ok(text) if self.ascii && !self.json && !text.is_ascii() => {
                self.stdout.write_all(plain_letters(text).as_bytes())?;
                Ok(bytes.len())
            }
            _ => self.stdout.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// The terminal's locale, empty if nothing is said.
fn locale() -> String {
    let named =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    named.into_iter().find(|value| !value.is_empty()).unwrap_or_default()
}

/// Where nothing is said, terminals of today do.
fn shows_unicode(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.is_empty() || locale.contains("utf-8") || locale.contains("utf8")
}

/// The text with the signs that we use written in ASCII.
fn plain_letters(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        plain.push_str(match c {
            '≥' => ">=",
            '≤' => "<=",
            '…' => "...",
            '×' => "x",
            '−' | '–' | '─' | '╌' => "-",
            '│' | '┆' => "|",
            '\u{2500}'..='\u{257f}' => "+",
            '█' => "#",
            '·' => ".",
            '↑' => "^",
            '∞' => "inf",
            '±' => "+-",
            '½' => ".5",
            c if c.is_ascii() => {
                plain.push(c);
                continue;
            }
            _ => "?",
        });
    }
    plain
}

/// Says something beside the result, on the error stream. If that is closed, nobody minds.
pub(crate) fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Shows a text on the error stream's current line, over what was there.
pub(crate) fn overwrite(text: &str) {
    let mut stderr = anstream::stderr();
    let _ = write!(stderr, "\r\x1b[K{text}");
    let _ = stderr.flush();
}

/// Says what went wrong, on one line.
pub(crate) fn complain(message: &str) {
    let style = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    let line: String = message.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
    note(&format!("{style}error:{style:#} {line}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unicode_is_shown_where_the_locale_has_it() {
        for (locale, shows) in [
            ("", true),
            ("C", false),
            ("POSIX", false),
            ("C.UTF-8", true),
            ("zh_CN.utf8", true),
            ("en_US.ISO-8859-1", false),
        ] {
            assert_eq!(shows_unicode(locale), shows, "{locale}");
        }
    }
}
