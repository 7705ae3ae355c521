//! A program with pipes to its input and output, and a thread for each, so that nobody here ever
//! waits for a program that does not read or write.

use core::time::Duration;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread::JoinHandle;
use std::time::Instant;

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
    pub(super) fn start(spec: &ExternalSpec) -> io::Result<Process> {
        let mut command = Command::new(find(&spec.cmd, spec.dir.as_deref()));
        let log = Log::open(spec.log.as_deref())?;
        command.args(&spec.args).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(log.for_complaints()?);
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        apart(&mut command);
        let mut child = command.spawn()?;
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
    pub(super) fn end(mut self, patience: Duration) -> Option<ExitStatus> {
        self.finish(patience)
    }

    fn finish(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.writer = None;
        let until = Instant::now() + patience;
        let mut status = self.child.try_wait().ok().flatten();
        while status.is_none() && Instant::now() < until {
            // A program that still writes must not wait for us.
            while self.lines.try_recv().is_ok() {}
            std::thread::sleep(LOOK_EVERY);
            status = self.child.try_wait().ok().flatten();
        }
        if status.is_none() {
            kill_group(&self.child);
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        // A thread that cannot send any more ends.
        self.lines = mpsc::channel().1;
        if !self.threads_end_within(LAST_MOMENT) {
            // A child of its own still holds the pipes.
            kill_group(&self.child);
            self.threads_end_within(LAST_MOMENT);
        }
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
            self.finish(Duration::ZERO);
        }
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

/// Kills the program and its children. The shell has a word for it; the standard library has none.
#[cfg(unix)]
fn kill_group(child: &Child) {
    let mut kill = Command::new("sh");
    kill.args(["-c", "kill -s KILL -- \"-$0\"", &child.id().to_string()]);
    let _ = kill.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

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
            let status = process.finish(Duration::from_millis(300));
            assert_eq!(status.and_then(|status| status.code()), script.ends_with('3').then_some(3));
            // Whoever held the pipes has gone, or the threads would still read.
            assert!(process.threads.is_empty(), "{script}");
            assert!(process.child.try_wait().unwrap().is_some());
        }
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
