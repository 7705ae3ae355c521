//! Reading what comes from outside, never more than a bounded amount of it.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

use anyhow::Context;
use outplay::{InputError, quote};

use crate::failure::{Failure, Result};

/// The longest text or file that is read.
const MOST_BYTES: u64 = 1 << 20;
/// The longest file of recorded games that is read.
const MOST_GAME_BYTES: u64 = 64 << 20;
/// The longest line that is read from standard input; the rest of it is dropped.
const MOST_LINE: u64 = 1 << 16;

/// All of standard input as text.
pub(crate) fn all_of_stdin() -> Result<String> {
    bounded(io::stdin().lock(), "standard input", MOST_BYTES)
}

/// Recorded games on standard input.
pub(crate) fn games_on_stdin() -> Result<String> {
    bounded(io::stdin().lock(), "standard input", MOST_GAME_BYTES)
}

/// A file of recorded games.
pub(crate) fn games(path: &Path) -> Result<String> {
    open(path, MOST_GAME_BYTES)
}

/// The whole of a text file.
pub(crate) fn file(path: &Path) -> Result<String> {
    open(path, MOST_BYTES)
}

fn open(path: &Path, most: u64) -> Result<String> {
    let name = quote(&path.to_string_lossy());
    if path.is_dir() {
        return Err(Failure::Usage(format!("{name} is a directory; give a file")));
    }
    let file = File::open(path)
        .map_err(|error| Failure::Usage(format!("{name} can't be read: {error}")))?;
    bounded(file, &name, most)
}

/// Writes a whole text file, over what was there.
pub(crate) fn save(path: &Path, text: &str) -> Result {
    let name = quote(&path.to_string_lossy());
    std::fs::write(path, text).map_err(|error| {
        let message = format!("{name} can't be written: {error}");
        match error.kind() {
            // The name is wrong, and not the machine.
            io::ErrorKind::NotFound
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::PermissionDenied
            | io::ErrorKind::InvalidInput => Failure::Usage(message),
            _ => Failure::Other(anyhow::anyhow!(message)),
        }
    })
}

fn bounded(source: impl Read, name: &str, most: u64) -> Result<String> {
    let mut bytes = vec![];
    source
        .take(most + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("{name} can't be read"))?;
    if bytes.len() as u64 > most {
        return Err(InputError::new(format!("{name} is too long"))
            .hint(format!("at most {} KiB are read", most >> 10))
            .into());
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let error = InputError::new(format!("{name} is not UTF-8 text, from byte {}", place + 1));
        error.into()
    })
}

/// The next line of standard input without its end, `None` at the end of input.
pub(crate) fn line() -> io::Result<Option<String>> {
    let mut stdin = io::stdin().lock();
    let mut bytes = vec![];
    if stdin.by_ref().take(MOST_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') {
        stdin.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}
