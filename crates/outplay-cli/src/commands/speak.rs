//! `speak`: a protocol on standard input and output.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use outplay::{InputError, quote};
use outplay_protocols::desk::{Desk, Input};
use outplay_protocols::{Setup, protocol, usual_game};

use super::Context;
use crate::args::SpeakArgs;
use crate::failure::{Failure, Result};
use crate::input;

pub(super) fn run(args: &SpeakArgs, context: &mut Context<'_>) -> Result {
    if context.screen.json {
        return Err(Failure::Usage(
            "--json is for results; `speak json` is the protocol that is JSON".to_owned(),
        ));
    }
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let setup = Setup {
        games: context.games.to_vec(),
        game: game(args, context)?,
        profile: args.profile.clone(),
        workers: args.workers,
        name: format!("Outplay {version}"),
        version,
    };
    let mut protocol = protocol(&args.protocol, setup)?;
    let log = args.log.as_deref().map(Log::open).transpose()?;
    let (desk, input) = Desk::new();
    let desk = desk.with_files(read_file);
    let heard = log.clone();
    // It may wait for input for ever: the program does not wait for it.
    std::thread::spawn(move || {
        read(input, heard.as_ref());
        leave_with_the_reader();
    });
    let mut stdout = io::stdout();
    let mut failed = None;
    let mut write = |line: &str| {
        if let Some(log) = &log {
            log.write('<', line.as_bytes());
        }
        let written = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
        failed = written.err();
        failed.is_none()
    };
    desk.run(&mut *protocol, context.games, args.workers, &mut write);
    match failed {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

/// Searches asked for before the end of input are finished, unless nobody is there any more to read
/// what they find: without a line to write, that would not be noticed until their end.
#[cfg(unix)]
fn leave_with_the_reader() {
    use rustix::event::{PollFd, PollFlags, poll};
    let stdout = io::stdout();
    loop {
        let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
        match poll(&mut watched, None) {
            Ok(_) if watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => {
                std::process::exit(0);
            }
            Err(error) if error == rustix::io::Errno::INTR => {}
            // A file or a terminal is always there.
            _ => return,
        }
    }
}

#[cfg(not(unix))]
fn leave_with_the_reader() {}

/// The game that was named, or the protocol's own, or the only one there is; empty if every
/// request has to name its own.
fn game(args: &SpeakArgs, context: &Context<'_>) -> Result<String> {
    if let Some(game) = &args.game {
        return Ok(outplay::open(context.games, game)?.name());
    }
    let usual = usual_game(&args.protocol);
    match (context.games, usual) {
        ([only], _) => Ok(only.info.id.to_owned()),
        (games, Some(usual)) => Ok(outplay::open(games, usual)?.name()),
        (_, None) => Ok(String::new()),
    }
}

/// The text of a file that a protocol names: a regular one, since others might wait for ever.
fn read_file(path: &str) -> std::result::Result<String, InputError> {
    let refuse = |why: String| Err(InputError::new(why));
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() => return refuse("it is not a regular file".to_owned()),
        Err(error) => return refuse(error.to_string()),
        Ok(_) => {}
    }
    input::games(Path::new(path)).or_else(|failure| match failure {
        Failure::Usage(message) => refuse(message),
        _ => refuse("it can't be read".to_owned()),
    })
}

/// Passes standard input on until it ends.
fn read(mut input: Input, log: Option<&Log>) {
    let mut stdin = io::stdin().lock();
    let mut bytes = [0; 1 << 14];
    loop {
        match stdin.read(&mut bytes) {
            Ok(0) => return,
            Ok(count) => {
                if let Some(log) = log {
                    log.write('>', &bytes[..count]);
                }
                if !input.feed(&bytes[..count]) {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// What comes (`>`) and goes (`<`), with the seconds since the start.
#[derive(Clone)]
struct Log {
    file: Arc<Mutex<File>>,
    started: Instant,
}

impl Log {
    fn open(path: &Path) -> Result<Log> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let name = quote(&path.to_string_lossy());
        let file =
            file.map_err(|error| Failure::Usage(format!("{name} can't be written: {error}")))?;
        Ok(Log { file: Arc::new(Mutex::new(file)), started: Instant::now() })
    }

    fn write(&self, direction: char, bytes: &[u8]) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = self.started.elapsed().as_secs_f64();
        for line in String::from_utf8_lossy(bytes).lines() {
            // A log that can't be written is no reason to stop playing.
            let _ = writeln!(file, "{seconds:10.3} {direction} {line}");
        }
    }
}
