//! The Gomocup (Piskvork) protocol: gomoku, renju and other games of stones in a row.
//!
//! Source: the protocol of Piskvork as the Gomocup publishes it (version 2, with `SWAP2BOARD` of
//! 2022), and the commands of Yixin-Board that engines commonly share. Points are `x,y` from the
//! top left, counted from 0. Each question gets one answer; `MESSAGE` lines may come before it.

mod block;
mod field;
mod game;
mod jobs;
mod rules;
mod settings;
mod swap2;
mod words;

use std::time::Instant;

use outplay::{InputError, MAX_THREADS, Stop, quote};

use crate::protocol::{JobId, News, Output, Protocol, Setup};
use crate::waiting::{Heard, Waiting};

use block::{Block, Purpose, numbers};
use field::Field;
use rules::Rules;
use settings::{Info, Settings};
use swap2::Opening;

/// The Gomocup (Piskvork) protocol.
///
/// While a move is searched or a table is made, lines wait in order; `END` and `YXSTOP` act at
/// once.
pub struct Gomocup {
    setup: Setup,
    rules: Rules,
    settings: Settings,
    /// Present once a game was started.
    field: Option<Field>,
    /// A command of several lines that has not come to its end.
    block: Option<Block>,
    /// Cells where not to move.
    blocked: Vec<usize>,
    busy: Option<Busy>,
    waiting: Waiting,
    /// Remarks on `INFO` lines, which may not be answered: said with the next question.
    notes: Vec<String>,
    /// What the table was made for.
    prepared: Option<(String, usize)>,
    next_job: JobId,
    /// There will be no more lines.
    ending: bool,
}

/// What is being waited for.
struct Busy {
    job: JobId,
    stop: Stop,
    errand: Errand,
    /// It would go on for long if nobody stopped it.
    endless: bool,
}

/// What is to be done with what a job finds.
#[derive(Debug)]
enum Errand {
    /// A game was started: say so.
    Start,
    /// Only a table.
    Table,
    /// Play the move; so many lines are wanted.
    Move(usize),
    /// A step of the swap2 opening.
    Opening(Opening),
}

/// Stands for a line that was too long to be kept.
const OVERLONG: &str = "\u{1}overlong";

/// What begins a line that is not part of a block.
const COMMANDS: [&str; 13] = [
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "PLAY",
    "TAKEBACK",
    "BOARD",
    "SWAP2BOARD",
    "ABOUT",
    "INFO",
    "END",
    "SUGGEST",
];

fn no_game() -> InputError {
    InputError::new("no game was started").hint("send START 15 first")
}

impl Gomocup {
    /// A conversation that begins with this setup.
    ///
    /// # Errors
    /// If the game is not one that the protocol can play.
    pub fn new(setup: Setup) -> Result<Gomocup, InputError> {
        let rules = Rules::of(&*outplay::open(&setup.games, &setup.game)?)?;
        Ok(Gomocup {
            setup,
            rules,
            settings: Settings::default(),
            field: None,
            block: None,
            blocked: vec![],
            busy: None,
            waiting: Waiting::default(),
            notes: vec![],
            prepared: None,
            next_job: 0,
            ending: false,
        })
    }

    fn field(&self) -> Result<&Field, InputError> {
        self.field.as_ref().ok_or_else(no_game)
    }

    /// Takes a line in its turn.
    fn hear(&mut self, heard: Heard, out: &mut Output) {
        let (line, asked) = (&heard.line[..], heard.at);
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_ascii_uppercase();
        if let Some(mut block) = self.block.take() {
            if word == "DONE" {
                let done = self.finish(block, out);
                return answer(done, out);
            }
            let is_command = COMMANDS.contains(&&word[..]) || word.starts_with("YX");
            if !is_command {
                block.take(line);
                self.block = Some(block);
                return;
            }
            if word == "INFO" {
                self.block = Some(block);
            } else {
                answer(Err(InputError::new("the stones did not end with DONE")), out);
            }
        }
        if word == "INFO" {
            return self.inform(rest, out);
        }
        if word.starts_with("YX") && self.rules.hear_yixin() {
            self.renew(out);
            if self.busy.is_some() {
                return self.waiting.put_back(heard);
            }
        }
        self.remark(out);
        let done = self.command(&word, rest, asked, out);
        answer(done, out);
    }

    fn command(
        &mut self,
        word: &str,
        rest: &str,
        asked: Instant,
        out: &mut Output,
    ) -> Result<(), InputError> {
        match word {
            "START" => self.start_game(rest, out),
            "RECTSTART" => self.start_game(rest, out),
            "RESTART" => self.restart(out),
            "BEGIN" => self.begin(asked, out),
            "TURN" => self.turn(rest, asked, out),
            "PLAY" => self.play(rest, out),
            "TAKEBACK" => self.take_back(rest, out),
            "BOARD" => self.open_block(Purpose::Move, asked),
            "YXBOARD" => self.open_block(Purpose::SetUp, asked),
            "SWAP2BOARD" => self.open_block(Purpose::Swap2, asked),
            "YXBLOCK" => self.open_block(Purpose::Block, asked),
            "YXBLOCKUNDO" => self.open_block(Purpose::Unblock, asked),
            "ABOUT" => {
                out.line(words::about(&self.setup));
                Ok(())
            }
            _ if word == OVERLONG.to_ascii_uppercase() => {
                Err(InputError::new("the line is too long"))
            }
            _ if word.starts_with("YX") => self.yixin(word, rest, asked, out),
            _ => {
                out.line(format!("UNKNOWN there is no command {}", quote(word)));
                Ok(())
            }
        }
    }

    /// Commands of Yixin-Board that are one line.
    fn yixin(
        &mut self,
        word: &str,
        rest: &str,
        asked: Instant,
        out: &mut Output,
    ) -> Result<(), InputError> {
        match word {
            "YXBLOCKRESET" => self.blocked.clear(),
            "YXHASHCLEAR" => {
                self.prepared = None;
                self.prepare(out);
            }
            "YXSHOWFORBID" => out.line(words::forbidden(self.field()?)),
            "YXSHOWINFO" => out.line(format!("MESSAGE INFO MAX_THREAD_NUM {MAX_THREADS}")),
            "YXNBEST" => match numbers(rest).as_deref() {
                Some(&[lines @ 1..=1000]) => return self.think(asked, 1, lines as usize, out),
                _ => {
                    let what = format!("{} is no number of moves", quote(rest));
                    return Err(InputError::new(what).hint("give 1 or more, such as YXNBEST 3"));
                }
            },
            _ => out.line(format!("UNKNOWN there is no command {}", quote(word))),
        }
        Ok(())
    }

    /// Says what could not be said when `INFO` came.
    fn remark(&mut self, out: &mut Output) {
        if self.rules.takes_continuous_for_single() {
            self.note("every game ends with the first five: continuous games are not played");
        }
        for note in self.notes.drain(..) {
            out.line(format!("MESSAGE {note}"));
        }
    }

    /// Takes an `INFO` line.
    fn inform(&mut self, rest: &str, out: &mut Output) {
        let changed = match self.settings.take(rest) {
            Info::Rule(number) => self.rules.name_rule(number),
            Info::Yixin => {
                self.rules.hear_yixin();
                true
            }
            Info::Set => true,
            Info::Ignored => false,
        };
        if changed {
            self.renew(out);
        }
    }

    fn note(&mut self, note: &str) {
        const MOST: usize = 8;
        if self.notes.len() < MOST {
            self.notes.push(note.to_owned());
        }
    }

    /// The manager's rule must be one that we know.
    fn check_rule(&self) -> Result<(), InputError> {
        let field = self.field()?;
        self.rules.game(field.columns, field.rows).map(drop)
    }

    /// Rule or memory may have changed: the stones stay where they are.
    fn renew(&mut self, out: &mut Output) {
        let Some(field) = &mut self.field else { return };
        // A rule that is not known is complained about when a move is asked for.
        let Ok(game) = self.rules.game(field.columns, field.rows) else { return };
        if let Ok(mut fresh) = Field::open(&self.setup.games, &game)
            && fresh.session.name() != field.session.name()
        {
            let fits = fresh.set(field.stones.clone(), field.turn()).is_ok();
            *field = fresh;
            if !fits {
                self.note("the stones on the board don't go with the new rule: it is empty now");
            }
        }
        self.prepare(out);
    }
}

/// Says what is wrong, if anything.
fn answer(done: Result<(), InputError>, out: &mut Output) {
    if let Err(error) = done {
        out.line(format!("ERROR {error}"));
    }
}

/// Whether a line tells a search to end.
fn is_stop(line: &str) -> bool {
    ["YXSTOP", "STOP"].iter().any(|word| line.eq_ignore_ascii_case(word))
}

impl Protocol for Gomocup {
    fn receive(&mut self, line: &str, out: &mut Output) {
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.eq_ignore_ascii_case("END") {
            out.quit();
            return;
        }
        let searches = match &self.busy {
            Some(Busy { errand: Errand::Move(_) | Errand::Opening(_), stop, .. }) => {
                if is_stop(line) {
                    stop.raise();
                }
                true
            }
            _ => false,
        };
        // With nothing to stop it has no meaning; but a question may wait behind a table.
        let is_idle = searches || self.waiting.is_empty();
        if line.is_empty() || (is_stop(line) && is_idle) {
            return;
        }
        if !self.waiting.push(Heard { line: line.to_owned(), at: Instant::now() }) {
            answer(Err(InputError::new("too many lines wait for an answer")), out);
        }
        self.go_on(out);
    }

    fn receive_overlong(&mut self, out: &mut Output) {
        self.receive(OVERLONG, out);
    }

    fn news(&mut self, job: JobId, news: News, out: &mut Output) {
        let Some(busy) = self.busy.take_if(|busy| busy.job == job) else { return };
        match news {
            News::Done(result) => {
                let done = self.done(busy.errand, result, out);
                answer(done, out);
                self.go_on(out);
            }
            News::Report(analysis) => {
                let lines = if let Errand::Move(lines) = busy.errand { lines } else { 1 };
                if let Some(field) = &self.field {
                    words::progress(field, &analysis, lines)
                        .into_iter()
                        .for_each(|line| out.line(line));
                }
                self.busy = Some(busy);
            }
            News::AtRoot { .. } => self.busy = Some(busy),
        }
    }

    fn end_of_input(&mut self, out: &mut Output) {
        self.ending = true;
        if let Some(busy) = self.busy.as_ref().filter(|busy| busy.endless) {
            busy.stop.raise();
        }
        self.go_on(out);
    }
}
