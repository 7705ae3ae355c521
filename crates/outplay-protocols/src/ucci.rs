//! UCCI 3.0, the Universal Chinese Chess Protocol (xqbase.com, 2007).

mod go;
mod options;

use core::time::Duration;

use outplay::{
    Analysis, Bound, Choice, Clock, InputError, Plan, Profile, Score, Session, Task, open, quote,
};

use crate::protocol::{Answer, JobId, News, Output, Protocol, Setup, Work};
use crate::uci::go::{FOREVER, is_endless, within};
use crate::uci::info::{line_of, open_bound};
use crate::uci::next_word;
use crate::uci::position::Wanted;
use crate::uci::spelling::Spelling;
use crate::uci::thinker::{Event, Thinker, Thought, reply};

use go::Go;
use options::{Effect, Options};

/// UCCI 3.0, the Universal Chinese Chess Protocol.
///
/// Every `go` is answered with one `bestmove` or `nobestmove`.
pub struct Ucci {
    setup: Setup,
    options: Options,
    /// As they were in the beginning.
    usual: Options,
    board: Box<dyn Session>,
    /// The text that the position was set up from; `None` is the start of the game.
    start: Option<String>,
    spelling: Spelling,
    /// Moves that are not to be played from this position.
    banned: Vec<String>,
    thinker: Thinker<Talk>,
    /// What was found last, for `probe`.
    found: Option<Found>,
    /// Games begun: each is played with another seed.
    begun: u64,
    closing: bool,
    /// It was told to quit: nothing more is heard.
    left: bool,
}

/// What is needed to answer a search.
struct Talk {
    spelling: Spelling,
    /// The opponent offers a draw.
    draw: bool,
    /// The depth told last.
    told: Option<(u32, String)>,
}

/// The end of a search.
struct Found {
    position: String,
    best: String,
    depth: u32,
    score: Score,
}

/// A general that is lost in so many plies is worth so much less.
const MATE: i32 = 10_000;
/// Estimates stay below what looks like a mate.
const MOST_ESTIMATE: i32 = 9_000;

impl Ucci {
    /// A conversation that begins with this setup.
    ///
    /// # Errors
    /// If the game is not xiangqi.
    pub fn new(setup: Setup) -> Result<Ucci, InputError> {
        let board = open(&setup.games, &setup.game)?;
        if board.info().id != "xiangqi" {
            return Err(InputError::new(format!("{} can't be played by UCCI", quote(&setup.game)))
                .hint("it is for xiangqi"));
        }
        let options = Options::new(&setup.profile);
        Ok(Ucci {
            usual: options.clone(),
            setup,
            options,
            board,
            start: None,
            spelling: Spelling::Own,
            banned: vec![],
            thinker: Thinker::new(),
            found: None,
            begun: 0,
            closing: false,
            left: false,
        })
    }

    fn command(&mut self, line: &str, out: &mut Output) {
        let (word, rest) = next_word(line);
        match word {
            "ucci" => self.introduce(out),
            "isready" => {
                let task = self.task(self.profile());
                if self.thinker.is_ready(task, out) {
                    out.line("readyok");
                }
            }
            "setoption" => self.set_option(rest, out),
            "position" => self.set_position(rest, out),
            "banmoves" => self.ban(rest, out),
            "go" => self.go(rest, out),
            "ponderhit" => {
                if let Some(thought) = self.thinker.hit() {
                    thought.about.draw |= rest.split_whitespace().any(|word| word == "draw");
                }
            }
            "stop" if self.thinker.is_idle() => out.line("nobestmove"),
            "stop" => self.thinker.stop(),
            "probe" => self.probe(rest, out),
            "quit" if self.options.batch && !self.thinker.is_idle() => self.end_of_input(out),
            "quit" => {
                (0..self.thinker.take_waiting()).for_each(|_| out.line("readyok"));
                self.thinker.stop();
                (self.closing, self.left) = (true, true);
            }
            "" => {}
            _ if self.options.debug => complain(&format!("unknown command {}", quote(line)), out),
            _ => {}
        }
    }

    fn introduce(&self, out: &mut Output) {
        out.line(format!("id name {}", self.setup.name));
        out.line(format!("id version {}", self.setup.version));
        out.line("id author the Outplay authors");
        self.usual.list().into_iter().for_each(|line| out.line(line));
        out.line("ucciok");
    }

    fn leave(&self, out: &mut Output) {
        out.line("bye");
        out.quit();
    }

    fn set_option(&mut self, text: &str, out: &mut Output) {
        match self.options.set(text) {
            Ok(Effect::None) => {}
            Ok(Effect::Table) => self.thinker.remake(),
            Ok(Effect::NewGame) => {
                self.begun += 1;
                self.found = None;
                self.thinker.forget();
            }
            Err(error) => complain(&error, out),
        }
    }

    fn set_position(&mut self, text: &str, out: &mut Output) {
        let wanted = Wanted::read(text);
        let reached = wanted.and_then(|wanted| wanted.reach(&*self.board, &mut self.spelling));
        match reached {
            Ok(reached) => {
                (self.start, self.board) = (reached.start, reached.board);
                self.banned.clear();
            }
            Err(error) => complain(&format!("{error}; the position is as it was before"), out),
        }
    }

    fn ban(&mut self, text: &str, out: &mut Output) {
        let mut board = self.board.fork();
        for word in text.split_whitespace() {
            match board.play(&self.spelling.read(word)) {
                Ok(text) => {
                    board.undo();
                    if !self.banned.contains(&text) {
                        self.banned.push(text);
                    }
                }
                Err(error) => complain(&error.within("banmoves"), out),
            }
        }
    }

    fn go(&mut self, text: &str, out: &mut Output) {
        let go = Go::read(text.split_whitespace());
        let mut profile = self.profile();
        let unit = Duration::from_millis(if self.options.milliseconds { 1 } else { 1_000 });
        let limits = within(go.limits(unit, Clock::OVERHEAD), &profile.plan.limits);
        let endless = is_endless(&limits);
        profile.plan.limits = limits;
        profile.plan.limits.time = limits.time.or(endless.then_some(FOREVER));
        let mut left = self.board.legal();
        left.retain(|text| !self.banned.contains(text));
        let nothing = left.is_empty() || go.depth.is_some_and(|depth| depth <= 0);
        if !self.banned.is_empty() {
            profile.plan.only = left;
        }
        let thought = Thought {
            root: self.board.fork(),
            // Nothing is to be found: only the turn to say so is waited for.
            work: if nothing { Work::Perft(1) } else { Work::Choose },
            infinite: go.infinite,
            ponder: go.ponder,
            about: Talk { spelling: self.spelling, draw: go.draw, told: None },
            task: self.task(profile),
        };
        if !self.thinker.ask(thought, !self.options.batch) {
            complain("too many searches are waiting", out);
        }
    }

    /// What is known of a position: no more than what the last search found there.
    fn probe(&mut self, text: &str, out: &mut Output) {
        let mut spelling = self.spelling;
        let reached =
            Wanted::read(text).and_then(|wanted| wanted.reach(&*self.board, &mut spelling));
        let position = match &reached {
            Ok(reached) => reached.board.position(),
            Err(_) => String::new(),
        };
        match self.found.as_ref().filter(|found| found.position == position) {
            Some(Found { best, depth, score, .. }) => {
                let (best, score) = (spelling.write(best), plain(*score));
                out.line(format!(
                    "pophash bestmove {best} lowerbound {score} depth {depth} upperbound {score} \
                     depth {depth}"
                ));
            }
            None => out.line("pophash"),
        }
    }

    /// How to search by the options, without the limits of a `go`.
    fn profile(&self) -> Profile {
        let Profile { plan, level } = self.setup.profile.clone();
        let seed = plan.seed.wrapping_add(self.begun);
        let Options { threads, hash_bytes, .. } = self.options;
        Profile { plan: Plan { threads, hash_bytes, seed, lines: 1, ..plan }, level }
    }

    fn task(&self, profile: Profile) -> Task {
        Task::of(&*self.board, profile)
    }

    fn answer(
        &mut self,
        thought: Thought<Talk>,
        result: Result<Answer, InputError>,
        out: &mut Output,
    ) {
        let Talk { spelling, draw, told } = thought.about;
        let choice = match result {
            Ok(Answer::Choice(choice)) => choice,
            Ok(_) => return out.line("nobestmove"),
            Err(error) => {
                complain(&error, out);
                let only = thought.task.profile.plan.only.first().cloned();
                let any = only.or_else(|| thought.root.legal().into_iter().next());
                let line = any.map(|best| format!("bestmove {}", spelling.write(&best)));
                return out.line(line.unwrap_or_else(|| "nobestmove".to_owned()));
            }
        };
        let Choice { best, analysis } = &*choice;
        let (value, line) = line_of(&choice);
        if told.is_none_or(|(depth, told)| told != *best || depth < analysis.depth) {
            tell(analysis, value.score, line, spelling, out);
        }
        let mut text = format!("bestmove {}", spelling.write(best));
        if let Some(reply) = reply(&*thought.root, best, line) {
            text += &format!(" ponder {}", spelling.write(&reply));
        }
        // Who stands no better is glad to take it.
        if draw && value.score <= Score::DRAW {
            text += " draw";
        }
        out.line(text);
        self.found = Some(Found {
            position: thought.root.position(),
            best: best.clone(),
            depth: analysis.depth,
            score: value.score,
        });
    }

    /// Gives the answers that are due.
    fn settle(&mut self, out: &mut Output) {
        while let Some((thought, result)) = self.thinker.next_answer(out) {
            self.answer(thought, result, out);
        }
        if self.closing && self.thinker.is_quiet() && !out.quit {
            self.leave(out);
        }
    }
}

impl Protocol for Ucci {
    fn receive(&mut self, line: &str, out: &mut Output) {
        if !self.left {
            self.command(line.trim(), out);
        }
        self.settle(out);
    }

    fn receive_overlong(&mut self, out: &mut Output) {
        complain("a line was too long, and dropped", out);
    }

    fn news(&mut self, job: JobId, news: News, out: &mut Output) {
        match self.thinker.news(job, news) {
            Event::Report(thought, analysis) => {
                let talk = &mut thought.about;
                if open_bound(analysis.score) == Bound::Exact {
                    tell(&analysis, analysis.score.score, &analysis.pv, talk.spelling, out);
                    talk.told = analysis.best.clone().map(|best| (analysis.depth, best));
                }
            }
            Event::AtRoot(thought, text, ..) => {
                out.line(format!("info currmove {}", thought.about.spelling.write(&text)));
            }
            Event::Prepared(waiting, result) => {
                if let Err(error) = result {
                    complain(&error, out);
                    // A search must not fail for the same reason.
                    self.options.hash_bytes = self.usual.hash_bytes;
                    self.thinker.remake();
                }
                (0..waiting).for_each(|_| out.line("readyok"));
            }
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

/// A score as a plain number: hundredths of a soldier, and what is decided beyond them.
fn plain(score: Score) -> i32 {
    match score.distance() {
        Some(plies) => {
            let far = MATE - i32::try_from(plies).unwrap_or(MATE).min(MATE - MOST_ESTIMATE - 1);
            if score > Score::DRAW { far } else { -far }
        }
        None => score.hundredths().clamp(-MOST_ESTIMATE, MOST_ESTIMATE),
    }
}

/// How far a search is, as `info` lines.
fn tell(analysis: &Analysis, score: Score, pv: &[String], spelling: Spelling, out: &mut Output) {
    let Analysis { depth, nodes, .. } = analysis;
    out.line(format!("info time {} nodes {nodes}", analysis.time_ms as u64));
    let mut line = format!("info depth {depth} score {}", plain(score));
    if !pv.is_empty() {
        line += " pv";
    }
    for text in pv {
        line.push(' ');
        line += &spelling.write(text);
    }
    out.line(line);
}

fn complain(what: &(impl core::fmt::Display + ?Sized), out: &mut Output) {
    out.line(format!("info message {what}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_plain_numbers() {
        assert_eq!(plain(Score::from_hundredths(-12)), -12);
        assert_eq!(plain(Score::win_in(3)), 9_997);
        assert_eq!(plain(Score::loss_in(2)), -9_998);
        assert_eq!(plain(Score::MAX_ESTIMATE), 9_000);
        assert_eq!(plain(Score::win_in(u32::MAX)), 9_001);
    }
}
