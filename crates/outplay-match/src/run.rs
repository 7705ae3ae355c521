//! A whole match: several games at once, each on its own thread.

use core::fmt;
use core::time::Duration;
use std::collections::HashSet;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};

use outplay::{Entry, InputError, MAX_THREADS, Session, Stop, mix};
use outplay_protocols::client::Clocks;

use crate::contender::{Contender, Fault};
use crate::game::{Ended, Reason, Rules, Seat, play};
use crate::openings::Openings;
use crate::record::{Record, Standing};
use crate::save::Scribe;
use crate::schedule::{Fixture, Schedule};
use crate::spec::{EngineKind, EngineLimits, EngineSpec};
use crate::stats::{Sprt, SprtVerdict};

/// What makes a contender from its specification, such as [`contender`](crate::contender()).
pub type Maker<'a> = &'a (dyn Fn(&EngineSpec) -> Result<Box<dyn Contender>, InputError> + Sync);

/// What a match is.
pub struct Match<'a> {
    /// The games there are.
    pub games: &'a [Entry],
    /// The one that is played, with its parameters.
    pub game: String,
    /// Who plays.
    pub engines: Vec<EngineSpec>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Limits of engines that have none of their own.
    pub limits: EngineLimits,
    /// What ends games early.
    pub rules: Rules,
    /// What ends the match early; between two engines.
    pub sprt: Option<Sprt>,
    /// For engines that choose at random.
    pub seed: u64,
    /// Games at once, of as many as are left, up to [`MAX_THREADS`].
    pub concurrency: usize,
    /// How games are written.
    pub scribe: Scribe,
    /// Makes the contenders, one for each seat of each game at once.
    pub contender: Maker<'a>,
}

/// A game that has just ended.
pub struct Finished<'a> {
    /// What is kept of it.
    pub record: &'a Record,
    /// Its text for a file.
    pub text: &'a str,
    /// All results with this one.
    pub standing: &'a Standing,
}

/// Why a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// All games are played.
    Played,
    /// The test has found this.
    Sprt(SprtVerdict),
    /// It was stopped.
    Stopped,
    /// This engine crashed, and may not be started again.
    Lost(usize),
    /// This engine lost [`FAULTS`] games in a row by faults other than time; what the last one was.
    Faulty(usize, String),
}

/// Why a match can't be played.
#[derive(Debug)]
pub enum MatchError {
    /// Something in it is not right.
    Input(InputError),
    /// An engine can't play.
    Engine(String, Fault),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Input(error) => error.fmt(f),
            MatchError::Engine(name, fault) => {
                let what = match fault {
                    Fault::Crash(what) | Fault::Silence(what) | Fault::Nonsense(what) => what,
                    Fault::Stopped => "stopped",
                };
                write!(f, "{name} can't play: {what}")
            }
        }
    }
}

impl std::error::Error for MatchError {}

impl From<InputError> for MatchError {
    fn from(error: InputError) -> MatchError {
        MatchError::Input(error)
    }
}

/// An engine that loses so many games in a row by faults (time losses are none of them) can't play
/// this match.
pub const FAULTS: u32 = 5;

/// How often it is seen that somebody wants to stop.
const LOOK_EVERY: Duration = Duration::from_millis(30);

type Contenders = Vec<Option<Box<dyn Contender>>>;

/// What a worker has to tell.
type News = Result<(Record, String), InputError>;

impl Match<'_> {
    /// The limits of each engine.
    pub fn limits_of(&self, engine: usize) -> EngineLimits {
        self.engines[engine].limits.or(self.limits)
    }

    /// Plays all games but those that are `done`. `tell` hears of each as it ends, and may refuse
    /// to go on. Raising `stop` ends the match; games that are not over are dropped.
    ///
    /// # Errors
    /// If an engine can't play, an opening is not right, or a game can't be written.
    pub fn run<E: From<MatchError>>(
        &self,
        mut openings: Openings,
        done: &[Record],
        stop: &Stop,
        mut tell: impl FnMut(&Finished<'_>) -> Result<(), E>,
    ) -> Result<(Standing, End), E> {
        let mut standing = Standing::new(self.engines.len(), &self.schedule);
        for record in done {
            standing.add(record);
        }
        self.check(done)?;
        openings.check().map_err(MatchError::from)?;
        if let Some(end) = self.ended(&standing) {
            return Ok((standing, end));
        }
        let Some(first) = self.try_engines(openings.first(), stop)? else {
            return Ok((standing, End::Stopped));
        };
        let shared = Shared {
            setup: self,
            queue: Mutex::new(Queue {
                next: 0,
                done: done.iter().map(|record| record.number).collect(),
            }),
            openings: Mutex::new(openings),
            halt: Stop::new(),
        };
        let end = std::thread::scope(|scope| {
            let (sender, news) = mpsc::channel();
            let mut first = Some(first);
            let left = self.schedule.games().saturating_sub(done.len() as u64);
            let at_once = self.concurrency.min(usize::try_from(left).unwrap_or(MAX_THREADS));
            for _ in 0..at_once.clamp(1, MAX_THREADS) {
                let (sender, shared) = (sender.clone(), &shared);
                let contenders = first.take().unwrap_or_else(|| self.nobody());
                scope.spawn(move || shared.work(contenders, &sender));
            }
            drop(sender);
            let end = self.listen(&news, &shared.halt, stop, &mut standing, &mut tell);
            shared.halt.raise();
            end
        })?;
        Ok((standing, end))
    }

    /// Whether games that were played are in the schedule; [`Match::run`] asks first.
    ///
    /// # Errors
    /// If one is not.
    pub fn check(&self, done: &[Record]) -> Result<(), MatchError> {
        let fits = |record: &&Record| {
            let fixture = self.schedule.fixture(record.number);
            fixture.is_some_and(|fixture| {
                fixture.engines == record.engines && fixture.round == record.round
            })
        };
        match done.iter().find(|record| !fits(record)) {
            None => Ok(()),
            Some(record) => {
                let what = format!("game {} was played in another schedule", record.number + 1);
                let hint = "give as many games as before, or an even number that is larger";
                Err(InputError::new(what).hint(hint).into())
            }
        }
    }

    /// Hears of the games as they end, until there are no more.
    fn listen<E: From<MatchError>>(
        &self,
        news: &mpsc::Receiver<News>,
        halt: &Stop,
        stop: &Stop,
        standing: &mut Standing,
        tell: &mut impl FnMut(&Finished<'_>) -> Result<(), E>,
    ) -> Result<End, E> {
        let mut rows = vec![0; self.engines.len()];
        loop {
            if stop.is_raised() {
                // What has ended until then still comes.
                halt.raise();
            }
            let (record, text) = match news.recv_timeout(LOOK_EVERY) {
                Ok(news) => news.map_err(|error| E::from(error.into()))?,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            standing.add(&record);
            tell(&Finished { record: &record, text: &text, standing })?;
            if let Some(end) = self.ended(standing).or_else(|| self.lost(&record)) {
                return Ok(end);
            }
            if let Some(end) = faulty(&mut rows, &record) {
                return Ok(end);
            }
        }
        Ok(End::Stopped)
    }

    /// Whether there is nothing left to play.
    fn ended(&self, standing: &Standing) -> Option<End> {
        let score = standing.scores().first().map(|(_, score)| *score).unwrap_or_default();
        match self.sprt.map(|sprt| sprt.state(&score).verdict) {
            None | Some(SprtVerdict::Open) => {}
            Some(found) => return Some(End::Sprt(found)),
        }
        (standing.played() >= self.schedule.games()).then_some(End::Played)
    }

    /// Whether this game cost the match an engine that may not be started again.
    fn lost(&self, record: &Record) -> Option<End> {
        let engine = record.at_fault().filter(|_| record.reason == Reason::Crash)?;
        match &self.engines[engine].kind {
            EngineKind::External(external) if !external.restart => Some(End::Lost(engine)),
            _ => None,
        }
    }

    fn nobody(&self) -> Contenders {
        self.engines.iter().map(|_| None).collect()
    }

    /// Seats every engine once: one that can't even begin would lose every game. `None` if it was
    /// stopped.
    fn try_engines(
        &self,
        opening: Option<&crate::openings::Opening>,
        stop: &Stop,
    ) -> Result<Option<Contenders>, MatchError> {
        let mut board = outplay::open(self.games, &self.game)?;
        if let Some(opening) = opening {
            opening.set_up(board.as_mut())?;
        }
        let player = board.turn().unwrap_or(outplay::Player::First);
        let mut contenders = vec![];
        for (engine, spec) in self.engines.iter().enumerate() {
            let mut contender = (self.contender)(spec)?;
            let limits = self.limits_of(engine);
            let clocks = Clocks {
                left: limits.clock.map(|clock| [clock.base; 2]),
                increment: limits.clock.map_or([Duration::ZERO; 2], |clock| [clock.increment; 2]),
                moves_to_go: limits.clock.and_then(|clock| clock.moves),
                per_move: limits.move_time,
                depth: limits.depth,
                nodes: limits.nodes,
            };
            let begun = contender.new_game(board.as_ref(), player, &clocks, stop);
            if stop.is_raised() {
                return Ok(None);
            }
            begun.map_err(|fault| MatchError::Engine(spec.name.clone(), fault))?;
            contenders.push(Some(contender));
        }
        Ok(Some(contenders))
    }
}

/// Counts the games in a row that each engine lost by its faults; whether there are too many.
fn faulty(rows: &mut [u32], record: &Record) -> Option<End> {
    let at_fault = record.at_fault().filter(|_| record.reason != Reason::Time);
    for engine in record.engines {
        let row = rows.get_mut(engine)?;
        *row = if at_fault == Some(engine) { *row + 1 } else { 0 };
    }
    let engine = at_fault.filter(|&engine| rows[engine] >= FAULTS)?;
    let detail = if record.detail.is_empty() { "" } else { ": " };
    Some(End::Faulty(engine, format!("{}{detail}{}", record.reason.words(), record.detail)))
}

/// Games that are still to be played.
struct Queue {
    next: u64,
    done: HashSet<u64>,
}

/// What all workers share.
struct Shared<'m> {
    setup: &'m Match<'m>,
    queue: Mutex<Queue>,
    openings: Mutex<Openings>,
    /// Ends every game.
    halt: Stop,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared<'_> {
    fn next(&self) -> Option<Fixture> {
        let mut queue = locked(&self.queue);
        loop {
            let fixture = self.setup.schedule.fixture(queue.next)?;
            queue.next += 1;
            if !queue.done.remove(&fixture.number) {
                return Some(fixture);
            }
        }
    }

    /// Plays games until there are none left, or it is told to end.
    fn work(&self, mut contenders: Contenders, news: &mpsc::Sender<News>) {
        let mut board = match outplay::open(self.setup.games, &self.setup.game) {
            Ok(board) => board,
            Err(error) => {
                let _ = news.send(Err(error));
                return;
            }
        };
        while !self.halt.is_raised()
            && let Some(fixture) = self.next()
        {
            let Some(told) = self.game(&fixture, board.as_mut(), &mut contenders).transpose()
            else {
                return;
            };
            // Nobody listens once the match has ended.
            if news.send(told).is_err() {
                return;
            }
        }
    }

    /// Plays one game; `None` if it was stopped.
    fn game(
        &self,
        fixture: &Fixture,
        board: &mut dyn Session,
        contenders: &mut Contenders,
    ) -> Result<Option<(Record, String)>, InputError> {
        let setup = self.setup;
        let (place, opening) = locked(&self.openings).get(fixture.round);
        opening.set_up(board).map_err(|error| error.within(&format!("opening {}", place + 1)))?;
        let mut seated = vec![];
        for engine in fixture.engines {
            let mut contender = match contenders[engine].take() {
                Some(contender) => contender,
                None => (setup.contender)(&setup.engines[engine])?,
            };
            contender.number_game(mix(setup.seed) ^ fixture.number);
            seated.push(contender);
        }
        let ended = self.play(fixture, board, &mut seated);
        for (engine, contender) in fixture.engines.into_iter().zip(seated) {
            contenders[engine] = Some(contender);
        }
        let Some(ended) = ended else { return Ok(None) };
        let record = Record::new(fixture, place, &ended, board.history().len());
        let text = setup.scribe.write(board, &record, &ended)?;
        Ok(Some((record, text)))
    }

    fn play(
        &self,
        fixture: &Fixture,
        board: &mut dyn Session,
        seated: &mut [Box<dyn Contender>],
    ) -> Option<Ended> {
        let [first, second] = seated else { return None };
        let limits = fixture.engines.map(|engine| self.setup.limits_of(engine));
        let seats = [
            Seat { contender: first.as_mut(), limits: limits[0] },
            Seat { contender: second.as_mut(), limits: limits[1] },
        ];
        play(board, seats, &self.setup.rules, &self.halt)
    }
}

#[cfg(test)]
mod tests;
