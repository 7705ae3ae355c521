//! A storm of lines: right ones, nearly right ones and nonsense, against a running engine of each
//! protocol. It must neither panic nor hang nor grow, and still answer at the end.
//!
//! `OUTPLAY_STORM=100000 cargo test -p outplay-protocols --test storm` sends so many lines a
//! protocol instead of the usual few.
#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod lines;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use outplay::Profile;
use outplay_protocols::desk::Desk;
use outplay_protocols::{Setup, protocol, usual_game};

use lines::Weather;

/// No line keeps an engine busy for so long, on however slow a machine.
const PATIENCE: Duration = Duration::from_secs(120);
/// The least memory held in the second half of the storm may be so many bytes above the most held in
/// the first: tables come and go, but what is lost stays.
const GROWTH: usize = 16 << 20;

fn count() -> usize {
    let given = std::env::var("OUTPLAY_STORM").ok().and_then(|text| text.parse().ok());
    given.unwrap_or(2_000)
}

/// Sends the storm to one protocol. Conversations that a line ended are begun anew.
fn storm(name: &str) {
    let sent = AtomicUsize::new(0);
    let mut weather = Weather::new(name, 1);
    let (mut held, mut talks) = (Held::default(), 0);
    while sent.load(Ordering::Relaxed) < count() {
        talks += 1;
        talk(name, &mut weather, &sent, &mut held);
    }
    if let (Some(early), Some(late)) = (held.most_early, held.least_late) {
        assert!(late < early + GROWTH, "{name} grew from {early} to {late} bytes in {talks} talks");
    }
}

/// The memory held in the course of a storm.
#[derive(Default)]
struct Held {
    most_early: Option<usize>,
    least_late: Option<usize>,
}

impl Held {
    fn look(&mut self, sent: usize) {
        let now = memory();
        if sent < count() / 2 {
            self.most_early = self.most_early.max(now);
        } else {
            self.least_late = self.least_late.map_or(now, |least| now.map(|now| now.min(least)));
        }
    }
}

/// One conversation, until it ends or the storm is over.
fn talk(name: &str, weather: &mut Weather, sent: &AtomicUsize, held: &mut Held) {
    // Each search is short: it is the lines that matter.
    let profile: Profile = "pvs:nodes=300,hash=1".parse().unwrap();
    let setup = Setup {
        games: outplay_games::ALL.to_vec(),
        game: usual_game(name).unwrap_or("tictactoe").to_owned(),
        profile,
        workers: 2,
        name: "Outplay 0.0.0".to_owned(),
        version: "0.0.0".to_owned(),
    };
    let mut protocol = protocol(name, setup).unwrap();
    let (desk, mut input) = Desk::new();
    let (sender, answers) = mpsc::channel::<usize>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut write = |line: &str| {
                assert!(!line.contains(['\n', '\r']), "a line of several: {line:?}");
                sender.send(line.len()).is_ok()
            };
            desk.run(&mut *protocol, outplay_games::ALL, 2, &mut write);
        });
        scope.spawn(move || {
            // Bytes, so that line ends and foreign ones are part of it.
            while sent.load(Ordering::Relaxed) < count() {
                let portion = weather.portion();
                sent.fetch_add(1, Ordering::Relaxed);
                if !input.feed(&portion) {
                    return;
                }
            }
            for line in weather.farewell() {
                input.line(line);
            }
        });
        let mut answered = 0;
        loop {
            match answers.recv_timeout(PATIENCE) {
                Ok(_) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    // A panic would wait for the threads for ever.
                    eprintln!("{name}: silent after {} lines", sent.load(Ordering::Relaxed));
                    std::process::abort();
                }
            }
            answered += 1;
            if answered % 100 == 0 {
                held.look(sent.load(Ordering::Relaxed));
            }
        }
    });
    held.look(sent.load(Ordering::Relaxed));
}

/// The memory that this process holds, where the system tells.
fn memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    text.split_whitespace().nth(1)?.parse::<usize>().ok().map(|pages| pages * 4096)
}

#[test]
fn every_protocol_stands_the_storm() {
    // One after the other: memory is measured.
    for name in outplay_protocols::NAMES {
        storm(name);
    }
}
