//! UCI, the Universal Chess Interface (April 2006), with the extensions that its programs know:
//! `go perft`, `UCI_Variant`, `UCI_ShowWDL` and the usual options.

mod games;
pub(crate) mod go;
pub(crate) mod info;
mod options;
pub(crate) mod position;
pub(crate) mod spelling;
mod strength;
pub(crate) mod thinker;

use outplay::{Algorithm, InputError, Perft, Plan, Profile, Session, Task, quote};

use crate::protocol::{Answer, JobId, News, Output, Protocol, Setup, Work};

use games::{Games, Variant};
use go::{FOREVER, Go};
use info::{Chances, Telling};
use options::{Effect, Options};
use position::Wanted;
use spelling::Spelling;
use thinker::{Event, Thinker, Thought};

pub(crate) use options::check;

/// UCI, the Universal Chess Interface (April 2006), with the extensions that GUIs know.
///
/// Every `go` is answered with one `bestmove` (`go perft` with its counts); on a finished game it
/// is `(none)`, as engines of the last fifteen years have it. A `go` during a search stops that
/// search, whose answer comes first.
pub struct Uci {
    setup: Setup,
    games: Games,
    options: Options,
    /// As they were in the beginning.
    usual: Options,
    board: Box<dyn Session>,
    /// The text that the position was set up from; `None` is the start of the game.
    start: Option<String>,
    spelling: Spelling,
    thinker: Thinker<Telling>,
    /// Games begun: each is played with another seed.
    begun: u64,
    debug: bool,
    closing: bool,
    /// It was told to quit: nothing more is heard.
    left: bool,
}

impl Uci {
    /// A conversation that begins with this setup.
    ///
    /// # Errors
    /// If there is no such game, or its moves are not single words.
    pub fn new(setup: Setup) -> Result<Uci, InputError> {
        let games = Games::new(&setup.games, &setup.game)?;
        let options = Options::new(&setup.profile, games.first());
        let (board, spelling) = games.open(games.first())?;
        Ok(Uci {
            usual: options.clone(),
            setup,
            games,
            options,
            board,
            start: None,
            spelling,
            thinker: Thinker::new(),
            begun: 0,
            debug: false,
            closing: false,
            left: false,
        })
    }

    fn command(&mut self, line: &str, out: &mut Output) {
        // Words before the first that means something are skipped.
        let mut rest = line;
        loop {
            let (word, after) = next_word(rest);
            match word {
                "" => break,
                "uci" => self.introduce(out),
                "debug" => self.debug = next_word(after).0 != "off",
                "isready" => {
                    let task = self.task(self.profile());
                    if self.thinker.is_ready(task, out) {
                        out.line("readyok");
                    }
                }
                "setoption" => self.set_option(after, out),
                "ucinewgame" => {
                    self.begun += 1;
                    self.thinker.forget();
                }
                "position" => self.set_position(after, out),
                "go" => self.go(after, out),
                "stop" => self.thinker.stop(),
                "ponderhit" => {
                    self.thinker.hit();
                }
                "quit" => {
                    (0..self.thinker.take_waiting()).for_each(|_| out.line("readyok"));
                    self.thinker.stop();
                    (self.closing, self.left) = (true, true);
                }
                // There is nothing to register.
                "register" => {}
                _ => {
                    rest = after;
                    continue;
                }
            }
            return;
        }
        if self.debug && !line.trim().is_empty() {
            out.line(format!("info string unknown command {}", quote(line.trim())));
        }
    }

    fn introduce(&self, out: &mut Output) {
        out.line(format!("id name {}", self.setup.name));
        out.line("id author the Outplay authors");
        let about = format!("{}, an engine for many games", self.setup.name);
        self.usual.list(&self.games, &about).into_iter().for_each(|line| out.line(line));
        out.line("uciok");
    }

    fn set_option(&mut self, text: &str, out: &mut Output) {
        let (name, value) = named(text);
        match self.options.set(&name, &value) {
            Ok(Effect::None) => {}
            Ok(Effect::Table) => self.thinker.remake(),
            Ok(Effect::Forget) => self.thinker.forget(),
            Ok(Effect::Game(variant)) => {
                if let Err(error) = self.play(variant) {
                    complain(&error.within(&name), out);
                }
            }
            Err(error) => complain(&error, out),
        }
    }

    /// Turns to another game.
    fn play(&mut self, variant: Variant) -> Result<(), InputError> {
        if variant == self.options.variant {
            return Ok(());
        }
        let (board, spelling) = self.games.open(&variant)?;
        if board.name() != self.board.name() {
            (self.board, self.start) = (board, None);
            self.thinker.remake();
        }
        self.spelling = spelling;
        self.options.variant = variant;
        Ok(())
    }

    fn set_position(&mut self, text: &str, out: &mut Output) {
        let wanted = Wanted::read(text);
        let reached = wanted.and_then(|wanted| wanted.reach(&*self.board, &mut self.spelling));
        match reached {
            Ok(reached) => (self.start, self.board) = (reached.start, reached.board),
            Err(error) => {
                out.line(format!("info string {error}; the position is as it was before"));
            }
        }
    }

    fn go(&mut self, text: &str, out: &mut Output) {
        let go = Go::read(text.split_whitespace());
        if self.debug && !go.skipped.is_empty() {
            let words = go.skipped.join(" ");
            out.line(format!("info string go: {} means nothing", quote(&words)));
        }
        let mut profile = self.profile();
        let work = match (go.perft, self.board.turn()) {
            (Some(depth), _) => Work::Perft(depth.clamp(1, i64::from(outplay::MAX_PLY)) as u32),
            (None, None) => Work::Analyze,
            (None, Some(turn)) => {
                let limits = go.limits(turn, self.options.overhead);
                profile.plan.limits = go::within(limits, &profile.plan.limits);
                profile.plan.only = self.only(&go.only, out);
                if go.mate.is_some() {
                    // The usual search leaves moves out, and might miss the mate.
                    profile.plan.algorithm = Algorithm::Solve;
                    profile.level = None;
                }
                Work::Choose
            }
        };
        let endless = work == Work::Choose && go::is_endless(&profile.plan.limits);
        profile.plan.limits.time = profile.plan.limits.time.or(endless.then_some(FOREVER));
        let chances = self.options.shows_chances.then(|| Chances::in_game(self.board.info().id));
        let thought = Thought {
            root: self.board.fork(),
            work,
            infinite: go.perft.is_none() && (go.infinite || endless),
            ponder: go.perft.is_none() && go.ponder,
            about: Telling {
                spelling: self.spelling,
                lines: profile.plan.lines,
                chances,
                told: None,
            },
            task: self.task(profile),
        };
        if !self.thinker.ask(thought, true) {
            out.line("info string go: too many searches are waiting");
        }
    }

    /// The moves to consider, in the game's own notation; none for all.
    fn only(&self, words: &[String], out: &mut Output) -> Vec<String> {
        let mut board = self.board.fork();
        let mut only = vec![];
        for word in words {
            match board.play(&self.spelling.read(word)) {
                Ok(text) => {
                    board.undo();
                    if !only.contains(&text) {
                        only.push(text);
                    }
                }
                Err(error) => complain(&error.within("searchmoves"), out),
            }
        }
        only
    }

    /// How to search by the options, without the limits of a `go`.
    fn profile(&self) -> Profile {
        let options = &self.options;
        let limits_strength = options.limits_strength && !options.analyses;
        let level = limits_strength.then(|| strength::level(options.elo));
        let Profile { plan, level: usual } = self.setup.profile.clone();
        Profile {
            plan: Plan {
                threads: options.threads,
                hash_bytes: options.hash_bytes,
                lines: options.lines,
                seed: plan.seed.wrapping_add(self.begun),
                ..plan
            },
            level: level.or(usual),
        }
    }

    fn task(&self, profile: Profile) -> Task {
        Task::of(&*self.board, profile)
    }

    fn answer(
        &self,
        mut thought: Thought<Telling>,
        result: Result<Answer, InputError>,
        out: &mut Output,
    ) {
        let telling = &mut thought.about;
        let best = match result {
            Ok(Answer::Choice(choice)) => {
                telling.last_word(&choice, &mut |line| out.line(line));
                let (_, line) = info::line_of(&choice);
                let reply = thinker::reply(&*thought.root, &choice.best, line);
                Some((choice.best.clone(), reply))
            }
            Ok(Answer::Analysis(analysis)) => {
                out.line(telling.finished(&analysis));
                None
            }
            Ok(Answer::Perft(counts)) => return perft(&counts, telling.spelling, out),
            Ok(Answer::Prepared) => None,
            Err(error) => {
                complain(&error, out);
                if matches!(thought.work, Work::Perft(_)) {
                    return;
                }
                let only = thought.task.profile.plan.only.first().cloned();
                only.or_else(|| thought.root.legal().into_iter().next()).map(|best| (best, None))
            }
        };
        let Some((best, reply)) = best else { return out.line("bestmove (none)") };
        let best = thought.about.spelling.write(&best);
        match reply {
            Some(reply) => {
                let reply = thought.about.spelling.write(&reply);
                out.line(format!("bestmove {best} ponder {reply}"));
            }
            None => out.line(format!("bestmove {best}")),
        }
    }

    /// Gives the answers that are due.
    fn settle(&mut self, out: &mut Output) {
        while let Some((thought, result)) = self.thinker.next_answer(out) {
            self.answer(thought, result, out);
        }
        if self.closing && self.thinker.is_quiet() {
            out.quit();
        }
    }

    fn prepared(&mut self, waiting: usize, result: Result<(), InputError>, out: &mut Output) {
        if let Err(error) = result {
            complain(&error, out);
            // A search must not fail for the same reason.
            self.options.hash_bytes = self.usual.hash_bytes;
            self.thinker.remake();
        }
        (0..waiting).for_each(|_| out.line("readyok"));
    }
}

impl Protocol for Uci {
    fn receive(&mut self, line: &str, out: &mut Output) {
        if !self.left {
            self.command(line, out);
        }
        self.settle(out);
    }

    fn receive_overlong(&mut self, out: &mut Output) {
        out.line("info string a line was too long, and dropped");
    }

    fn news(&mut self, job: JobId, news: News, out: &mut Output) {
        match self.thinker.news(job, news) {
            // All there is to say of a finished game is said with its answer.
            Event::Report(thought, analysis) if thought.work == Work::Choose => {
                thought.about.report(&analysis, &mut |line| out.line(line));
            }
            Event::Report(..) => {}
            Event::AtRoot(thought, text, number, depth) => {
                let text = thought.about.spelling.write(&text);
                let line = format!("info depth {depth} currmove {text} currmovenumber {number}");
                out.line(line);
            }
            Event::Prepared(waiting, result) => self.prepared(waiting, result, out),
            Event::Nothing => {}
        }
        self.settle(out);
    }

    fn end_of_input(&mut self, out: &mut Output) {
        self.closing = true;
        self.thinker.stop_endless();
        self.settle(out);
    }
}

/// The first word of a text, empty if there is none, and what comes after it.
pub(crate) fn next_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// The name and the value in `name … value …`, single spaces between words.
fn named(text: &str) -> (String, String) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let value = words.iter().position(|&word| word == "value");
    let (name, value) = words.split_at(value.unwrap_or(words.len()));
    let name = name.strip_prefix(&["name"]).unwrap_or(name);
    (name.join(" "), value.get(1..).unwrap_or_default().join(" "))
}

fn complain(error: &InputError, out: &mut Output) {
    out.line(format!("info string {error}"));
}

fn perft(counts: &[(String, Perft)], spelling: Spelling, out: &mut Output) {
    for (text, count) in counts {
        out.line(format!("{}: {}", spelling.write(text), count.nodes));
    }
    let total: u64 = counts.iter().map(|(_, count)| count.nodes).sum();
    out.line("");
    out.line(format!("Nodes searched: {total}"));
}
