//! A program with pipes to its input and output, and a thread for each, so that nobody here ever
//! waits for a program that does not read or write.

use core::time::Duration;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use outplay::{Stop, quote};
use outplay_protocols::{Line, Lines};

use crate::spec::ExternalSpec;

/// Lines that may wait to be read: a program that writes more has to wait.
const WAITING: usize = 4096;
/// A program that has been killed is gone by then, and its pipes with it.
const LAST_MOMENT: Duration = Duration::from_millis(500);
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// A program that was started.
pub(super) struct Process {
    child: Child,
    writer: Option<Sender<String>>,
    lines: Receiver<Line>,
    threads: Vec<JoinHandle<()>>,
}

impl Process {
    /// Starts a program. What it writes to its standard error is dropped, or goes to the log.
    ///
    /// # Errors
    /// What could not be done, and with what.
    pub(super) fn start(spec: &ExternalSpec) -> Result<Process, String> {
        let log = Log::open(spec.log.as_deref()).map_err(|error| {
            let log = quote(spec.log.as_deref().unwrap_or_default());
            format!("the log {log} can't be written: {error}")
        })?;
        if let Some(dir) = spec.dir.as_deref().filter(|dir| !Path::new(dir).is_dir()) {
            return Err(format!("dir: {} is no directory", quote(dir)));
        }
        Process::spawn(spec, log)
            .map_err(|error| format!("{} can't be started: {error}", quote(&spec.cmd)))
    }

    fn spawn(spec: &ExternalSpec, log: Log) -> io::Result<Process> {
        let mut command = Command::new(find(&spec.cmd, spec.dir.as_deref()));
        command.args(&spec.args).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(log.for_complaints()?);
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        apart(&mut command);
        let mut child = RUNNING.spawn(&mut command)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| io::Error::other("it has no pipes"))?;
        let (sender, lines) = mpsc::sync_channel(WAITING);
        let (writer, texts) = mpsc::channel();
        let heard = log.try_clone()?;
        let threads = vec![
            std::thread::spawn(move || read(output, &sender, heard)),
            std::thread::spawn(move || write(input, &texts, log)),
        ];
        Ok(Process { child, writer: Some(writer), lines, threads })
    }

    /// Sends text, line ends included.
    pub(super) fn write(&mut self, text: String) {
        if let Some(writer) = &self.writer {
            let _ = writer.send(text);
        }
    }

    /// The lines that come; disconnected when its output has ended.
    pub(super) fn lines(&self) -> &Receiver<Line> {
        &self.lines
    }

    /// Closes its input, gives it some time to end, and then kills it. How it ended, if by itself.
    pub(super) fn end(self, patience: Duration) -> Option<ExitStatus> {
        self.end_unless(&Stop::new(), patience)
    }

    /// The same; when the flag is raised, it is killed at once.
    pub(super) fn end_unless(mut self, stop: &Stop, patience: Duration) -> Option<ExitStatus> {
        self.finish(stop, patience)
    }

    fn finish(&mut self, stop: &Stop, patience: Duration) -> Option<ExitStatus> {
        self.writer = None;
        let until = Instant::now() + patience;
        let mut status = self.child.try_wait().ok().flatten();
        while status.is_none() && Instant::now() < until && !stop.is_raised() {
            // A program that still writes must not wait for us.
            while self.lines.try_recv().is_ok() {}
            std::thread::sleep(LOOK_EVERY);
            status = self.child.try_wait().ok().flatten();
        }
        if status.is_none() {
            kill_groups(&[self.child.id()]);
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        // A thread that cannot send any more ends.
        self.lines = mpsc::channel().1;
        if !self.threads_end_within(LAST_MOMENT) {
            // A child of its own still holds the pipes.
            kill_groups(&[self.child.id()]);
            self.threads_end_within(LAST_MOMENT);
        }
        RUNNING.forget(self.child.id());
        status
    }

    /// Waits for the threads, but not for ever: they end with the pipes, and these may be held by
    /// somebody who can't be reached.
    fn threads_end_within(&mut self, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        while self.threads.iter().any(|thread| !thread.is_finished()) {
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(LOOK_EVERY);
        }
        self.threads.drain(..).for_each(|thread| {
            let _ = thread.join();
        });
        true
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.threads.is_empty() {
            self.finish(&Stop::new(), Duration::ZERO);
        }
    }
}

/// Every program that runs.
static RUNNING: Registry = Registry::new();

/// Kills every program that was started here and still runs, with the children of its own; none can
/// be started afterwards. For whoever is about to leave without ending matches.
pub fn kill_all() {
    RUNNING.kill_all();
}

/// The groups of processes that run.
struct Registry(Mutex<Groups>);

struct Groups {
    ids: Vec<u32>,
    /// All have been killed, and none may follow.
    closed: bool,
}

impl Registry {
    const fn new() -> Registry {
        Registry(Mutex::new(Groups { ids: vec![], closed: false }))
    }

    fn groups(&self) -> MutexGuard<'_, Groups> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a program. No other thread can close the registry between that and the entry.
    fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        let mut groups = self.groups();
        if groups.closed {
            return Err(io::Error::other("all programs are being ended"));
        }
        let child = command.spawn()?;
        groups.ids.push(child.id());
        Ok(child)
    }

    fn forget(&self, id: u32) {
        self.groups().ids.retain(|&known| known != id);
    }

    fn kill_all(&self) {
        let mut groups = self.groups();
        groups.closed = true;
        kill_groups(&core::mem::take(&mut groups.ids));
    }
}

/// Where all that is said is kept, if it is.
struct Log(Option<File>);

impl Log {
    fn open(path: Option<&str>) -> io::Result<Log> {
        let open = |path| File::options().append(true).create(true).open(path);
        path.map(open).transpose().map(Log)
    }

    fn try_clone(&self) -> io::Result<Log> {
        self.0.as_ref().map(File::try_clone).transpose().map(Log)
    }

    /// Where the program's standard error goes.
    fn for_complaints(&self) -> io::Result<Stdio> {
        Ok(self.try_clone()?.0.map_or_else(Stdio::null, Stdio::from))
    }

    /// A log that can't be written any more must not end a game.
    fn put(&mut self, mark: char, line: &str) {
        if let Some(file) = &mut self.0 {
            let _ = file.write_all(format!("{mark} {line}\n").as_bytes());
        }
    }

    fn sent(&mut self, text: &str) {
        text.lines().for_each(|line| self.put('>', line));
    }

    fn heard(&mut self, line: &Line) {
        match line {
            Line::Text(line) => self.put('<', line),
            Line::Overlong => self.put('<', "(a line that is too long)"),
        }
    }
}

/// The program's path: as it is in its directory, then as it is in ours; a plain name is left for
/// the system to look up.
fn find(cmd: &str, dir: Option<&str>) -> PathBuf {
    let path = Path::new(cmd);
    let in_dir = dir.map(|dir| Path::new(dir).join(path)).filter(|_| path.components().count() > 1);
    let found = in_dir.into_iter().chain([path.to_owned()]).find(|path| path.is_file());
    match found {
        // Relative paths must not depend on the directory that it is started in.
        Some(found) if path.components().count() > 1 => {
            found.canonicalize().unwrap_or_else(|_| found.clone())
        }
        _ => path.to_owned(),
    }
}

/// Reads lines until there are no more, or nobody wants them.
fn read(mut output: ChildStdout, lines: &SyncSender<Line>, mut log: Log) {
    let mut found = Lines::default();
    let mut bytes = [0; 8192];
    loop {
        match output.read(&mut bytes) {
            Ok(0) => break,
            Ok(read) => {
                for line in found.feed(&bytes[..read]) {
                    log.heard(&line);
                    if lines.send(line).is_err() {
                        return;
                    }
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    if let Some(line) = found.finish() {
        log.heard(&line);
        let _ = lines.send(line);
    }
}

fn write(mut input: ChildStdin, texts: &Receiver<String>, mut log: Log) {
    for text in texts {
        log.sent(&text);
        if input.write_all(text.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Puts the program into a group of its own: Ctrl-C is for us alone, and its own children can be
/// ended with it.
#[cfg(unix)]
fn apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

/// Kills programs and their children. The shell has a word for it; the standard library has none.
#[cfg(unix)]
fn kill_groups(ids: &[u32]) {
    if ids.is_empty() {
        return;
    }
    let mut kill = Command::new("sh");
    // One that has gone must not spare the others.
    kill.args(["-c", "for id; do kill -s KILL -- \"-$id\"; done", "kill"]);
    kill.args(ids.iter().map(u32::to_string));
    let _ = kill.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
}

#[cfg(not(unix))]
fn kill_groups(_: &[u32]) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::spec::Dialect;

    #[test]
    fn nothing_is_left_of_it() {
        for script in ["sleep 1000", "sleep 1000 & sleep 1000", "sleep 1000 & exit 3"] {
            let spec = ExternalSpec {
                cmd: "sh".to_owned(),
                args: ["-c", script].map(str::to_owned).to_vec(),
                dir: None,
                protocol: Dialect::Uci,
                options: vec![],
                restart: true,
                log: None,
            };
            let mut process = Process::start(&spec).unwrap();
            let status = process.finish(&Stop::new(), Duration::from_millis(300));
            assert_eq!(status.and_then(|status| status.code()), script.ends_with('3').then_some(3));
            // Whoever held the pipes has gone, or the threads would still read.
            assert!(process.threads.is_empty(), "{script}");
            assert!(process.child.try_wait().unwrap().is_some());
        }
    }

    #[test]
    fn all_that_run_are_killed_and_none_follows() {
        let registry = Registry::new();
        let start = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::piped());
            apart(&mut command);
            registry.spawn(&mut command)
        };
        let mut gone = start("exit 0").unwrap();
        gone.wait().unwrap();
        // The second one's child holds the pipe.
        let mut others =
            ["sleep 1000", "sleep 1000 & sleep 1000"].map(|script| start(script).unwrap());
        registry.kill_all();
        for other in &mut others {
            assert!(!other.wait().unwrap().success());
            let mut output = String::new();
            other.stdout.take().unwrap().read_to_string(&mut output).unwrap();
        }
        assert!(start("exit 0").is_err());
    }

    #[test]
    fn those_that_have_ended_are_forgotten() {
        let spec = ExternalSpec {
            cmd: "sh".to_owned(),
            args: ["-c", "sleep 1000"].map(str::to_owned).to_vec(),
            dir: None,
            protocol: Dialect::Uci,
            options: vec![],
            restart: true,
            log: None,
        };
        let process = Process::start(&spec).unwrap();
        let id = process.child.id();
        assert!(RUNNING.groups().ids.contains(&id));
        process.end(Duration::ZERO);
        assert!(!RUNNING.groups().ids.contains(&id));
    }

    #[test]
    fn programs_are_found_in_their_directory_first() {
        let here = env!("CARGO_MANIFEST_DIR");
        let found = |cmd, dir| find(cmd, dir).to_string_lossy().into_owned();
        assert!(found("./src/lib.rs", Some(here)).ends_with("src/lib.rs"));
        assert!(Path::new(&found("src/lib.rs", None)).is_absolute());
        assert_eq!(found("stockfish", Some(here)), "stockfish");
        assert_eq!(found("./no-such", Some(here)), "./no-such");
    }
}
