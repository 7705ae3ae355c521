//! The files of a match: every game as it ends, and a journal from which an interrupted match goes
//! on.
//!
//! The journal is a line of JSON for the settings, and one for each finished game. A game is
//! written to the file of games first and to the journal then, with the lengths that the file of
//! games has before and afterwards. So whenever the program is killed, what lies beyond the last whole line
//! of the journal, in both files, was not finished, and is cut off when the match goes on.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use outplay::{InputError, quote};
use serde::{Deserialize, Serialize};

use crate::record::Record;

/// What a match is played with: names and values. A match goes on only with the same ones.
pub type Settings = Vec<(String, String)>;

const FORMAT: &str = "outplay-match";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    settings: Settings,
}

#[derive(Serialize, Deserialize)]
struct Line {
    game: Record,
    /// The length of the file of games without this one, as the line before has it.
    from: u64,
    /// The length of the file of games with this one.
    bytes: u64,
}

/// Where a match is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paths {
    /// The file of games.
    pub games: PathBuf,
    /// The journal.
    pub journal: PathBuf,
}

/// How games stand in their file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// One after the other.
    Texts,
    /// As a JSON array.
    Array,
}

/// Why a journal can't be used.
#[derive(Debug)]
pub enum JournalError {
    /// What is there is not this match.
    Input(InputError),
    /// A file can't be read or written.
    Io(PathBuf, io::Error),
}

impl From<InputError> for JournalError {
    fn from(error: InputError) -> JournalError {
        JournalError::Input(error)
    }
}

impl core::fmt::Display for JournalError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            JournalError::Input(error) => error.fmt(f),
            JournalError::Io(path, error) => write!(f, "{}: {error}", shown(path)),
        }
    }
}

impl std::error::Error for JournalError {}

/// The open files of a match.
#[derive(Debug)]
pub struct Journal {
    paths: Paths,
    journal: File,
    games: File,
    layout: Layout,
    /// The length of the file of games.
    bytes: u64,
}

/// The end of a JSON array.
const CLOSE: &str = "\n]\n";

impl Journal {
    /// Begins a match, or goes on with the one that is there: then its games are returned. Nobody
    /// else can write it as long as it is open.
    ///
    /// # Errors
    /// If something else is there, the settings differ, or the files can't be used.
    pub fn open(
        paths: Paths,
        layout: Layout,
        settings: &Settings,
    ) -> Result<(Journal, Vec<Record>), JournalError> {
        Journal::open_or_begin(paths, layout, settings, true)
    }

    /// Goes on with a match; where none is there, nothing is made or changed.
    ///
    /// # Errors
    /// As [`Journal::open`], and if there is no match yet.
    pub fn resume(
        paths: Paths,
        layout: Layout,
        settings: &Settings,
    ) -> Result<(Journal, Vec<Record>), JournalError> {
        Journal::open_or_begin(paths, layout, settings, false)
    }

    fn open_or_begin(
        paths: Paths,
        layout: Layout,
        settings: &Settings,
        may_begin: bool,
    ) -> Result<(Journal, Vec<Record>), JournalError> {
        if !may_begin && !paths.journal.exists() {
            return Err(nothing_there(format!("{} is not there", shown(&paths.journal))).into());
        }
        let mut journal = open(&paths.journal, may_begin)?;
        lock(&journal, &paths.journal)?;
        let mut text = String::new();
        let read = journal.read_to_string(&mut text);
        read.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => JournalError::Input(no_journal(&paths.journal)),
            _ => JournalError::Io(paths.journal.clone(), error),
        })?;
        let found =
            read_journal(&text, settings).map_err(|error| error.within(&shown(&paths.journal)))?;
        let fresh = found.is_none();
        if fresh && !may_begin {
            return Err(nothing_there(format!("{} has no match", shown(&paths.journal))).into());
        }
        let found = found.unwrap_or_default();
        let length = length(&paths.games)?;
        if length < found.bytes || (fresh && length > 0) {
            return Err(other_games(&paths, fresh).into());
        }
        let (games, bytes) = (open(&paths.games, true)?, found.bytes);
        let mut opened = Journal { paths, journal, games, layout, bytes };
        opened.cut(found.whole)?;
        if fresh {
            opened.begin(settings)?;
        }
        Ok((opened, found.records))
    }

    /// Cuts off what was not finished.
    fn cut(&mut self, whole: u64) -> Result<(), JournalError> {
        let cut = |file: &mut File, length: u64| {
            file.set_len(length)?;
            file.seek(SeekFrom::Start(length)).map(|_| ())
        };
        cut(&mut self.journal, whole).map_err(|error| io_error(&self.paths.journal, error))?;
        let close = self.layout == Layout::Array && self.bytes > 0;
        let tail = if close { CLOSE } else { "" };
        cut(&mut self.games, self.bytes - tail.len() as u64)
            .and_then(|()| self.games.write_all(tail.as_bytes()))
            .map_err(|error| io_error(&self.paths.games, error))
    }

    fn begin(&mut self, settings: &Settings) -> Result<(), JournalError> {
        let settings = settings.clone();
        let header = Header { format: FORMAT.to_owned(), version: VERSION, settings };
        self.line(&header)
    }

    fn line(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let written = serde_json::to_string(value)
            .map_err(io::Error::from)
            // In one piece: a line is either there or not whole.
            .and_then(|line| self.journal.write_all((line + "\n").as_bytes()))
            .and_then(|()| self.journal.flush());
        written.map_err(|error| io_error(&self.paths.journal, error))
    }

    /// Adds a finished game and its text.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn add(&mut self, record: &Record, text: &str) -> Result<(), JournalError> {
        let added = match self.layout {
            Layout::Texts => text.to_owned(),
            Layout::Array if self.bytes == 0 => format!("[\n{}{CLOSE}", text.trim_end()),
            Layout::Array => format!(",\n{}{CLOSE}", text.trim_end()),
        };
        let closing = self.layout == Layout::Array && self.bytes > 0;
        let from = self.bytes - if closing { CLOSE.len() as u64 } else { 0 };
        let written = self
            .games
            .seek(SeekFrom::Start(from))
            .and_then(|_| self.games.write_all(added.as_bytes()))
            .and_then(|()| self.games.flush());
        written.map_err(|error| io_error(&self.paths.games, error))?;
        let before = core::mem::replace(&mut self.bytes, from + added.len() as u64);
        self.line(&Line { game: record.clone(), from: before, bytes: self.bytes })
    }

    /// Where it is.
    pub fn paths(&self) -> &Paths {
        &self.paths
    }
}

/// What a journal says.
#[derive(Default, Debug)]
struct Found {
    records: Vec<Record>,
    /// Its length without a line that is not whole.
    whole: u64,
    /// The length of the file of games.
    bytes: u64,
}

/// Reads a journal; `None` if not even its first line is whole.
fn read_journal(text: &str, settings: &Settings) -> Result<Option<Found>, InputError> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    let Some(first) = lines.next() else {
        let torn = text.is_empty() || text.starts_with('{');
        return if torn { Ok(None) } else { Err(InputError::new("this is no journal of a match")) };
    };
    let header: Header = serde_json::from_str(first).map_err(|_| {
        InputError::new("this is no journal of a match").hint("choose another name")
    })?;
    if header.format != FORMAT || header.version != VERSION {
        let found = format!("{} version {}", quote(&header.format), header.version);
        return Err(InputError::new(format!("{found} is not known"))
            .hint(format!("this program writes {FORMAT} version {VERSION}")));
    }
    agree(&header.settings, settings)?;
    let mut found = Found { whole: whole as u64, ..Found::default() };
    let mut seen = HashSet::new();
    for (index, line) in lines.enumerate() {
        let wrong = |what: String| InputError::new(what).within(&format!("line {}", index + 2));
        let Line { game, from, bytes } =
            serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        if from != found.bytes || bytes <= from || !seen.insert(game.number) {
            return Err(wrong("it does not follow from the lines before".to_owned()));
        }
        found.bytes = bytes;
        found.records.push(game);
    }
    Ok(Some(found))
}

/// Refuses settings that are not those of the match.
fn agree(old: &Settings, new: &Settings) -> Result<(), InputError> {
    let value = |settings: &Settings, name: &str| {
        let found = settings.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.clone())
    };
    let names = old.iter().chain(new).map(|(name, _)| name);
    let mut differences = vec![];
    for name in names {
        let (was, is) = (value(old, name), value(new, name));
        let say = |value: Option<String>| value.unwrap_or_else(|| "nothing".to_owned());
        if was != is && !differences.iter().any(|(known, _)| known == name) {
            differences.push((name.clone(), format!("{name} was {}, not {}", say(was), say(is))));
        }
    }
    if differences.is_empty() {
        return Ok(());
    }
    let all = differences.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("; ");
    Err(InputError::new(format!("another match is there: {all}"))
        .hint("give the same settings, or another output"))
}

fn open(path: &Path, create: bool) -> Result<File, JournalError> {
    let file = OpenOptions::new().read(true).write(true).create(create).truncate(false).open(path);
    file.map_err(|error| io_error(path, error))
}

/// How long a file is; one that is not there has no bytes.
fn length(path: &Path) -> Result<u64, JournalError> {
    match path.metadata() {
        Ok(metadata) => Ok(metadata.len()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(io_error(path, error)),
    }
}

fn nothing_there(what: String) -> InputError {
    InputError::new(what).hint("leave out --resume")
}

fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let what = format!("{} is being written by another program", shown(path));
            Err(InputError::new(what).hint("wait for it, or choose another name").into())
        }
        // Where files can't be locked, people take care.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

fn other_games(paths: &Paths, fresh: bool) -> InputError {
    let games = shown(&paths.games);
    let what = match fresh {
        true => format!("{games} is there already and is no match that could go on"),
        false => format!("{games} is shorter than its journal says"),
    };
    InputError::new(what).hint("choose another output")
}

fn no_journal(path: &Path) -> InputError {
    InputError::new(format!("{} is no journal of a match", shown(path))).hint("choose another name")
}

fn io_error(path: &Path, error: io::Error) -> JournalError {
    JournalError::Io(path.to_owned(), error)
}

fn shown(path: &Path) -> String {
    quote(&path.to_string_lossy())
}

#[cfg(test)]
mod tests;
