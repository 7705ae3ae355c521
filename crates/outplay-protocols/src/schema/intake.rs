//! From requests to tasks: defaults, limits, and the rules of the game.

use core::fmt::Display;
use core::time::Duration;

use outplay::{Entry, InputError, Limits, MAX_THREADS, Profile, Session, Task, result_text};

use super::{Code, Description, Fault, Kind, LimitsUsed, Request};
use crate::protocol::Work;

/// A request has at most so many moves, and the position is a text of at most so many bytes.
pub const MAX_MOVES: usize = 10_000;
const MAX_POSITION: usize = 1 << 16;

/// What holds where a request says nothing, and the most that it may ask for.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The games that can be asked for.
    pub games: Vec<Entry>,
    /// The game of a request that names none; `None` if it has to.
    pub game: Option<String>,
    /// How to search where a request does not say. Its limits hold if the request has none at all.
    pub profile: Profile,
    /// The limits if neither request nor profile have any. A level below 10 needs none.
    pub usual: Limits,
    /// The most that can be asked for.
    pub most: Most,
}

/// The most that a request may ask for; what it asks beyond that is cut, with a warning.
#[derive(Clone, Copy, Debug)]
pub struct Most {
    /// Limits that hold whatever is asked.
    pub limits: Limits,
    /// Threads of a search.
    pub threads: usize,
    /// Bytes of a transposition table.
    pub hash_bytes: usize,
}

impl Default for Most {
    fn default() -> Most {
        Most { limits: Limits::default(), threads: MAX_THREADS, hash_bytes: usize::MAX }
    }
}

impl Policy {
    /// These games; a second where nothing is limited; nothing is cut.
    pub fn new(games: &[Entry]) -> Policy {
        Policy {
            games: games.to_vec(),
            game: None,
            profile: Profile::default(),
            usual: Limits::time(Duration::from_secs(1)),
            most: Most::default(),
        }
    }
}

/// A request that can be done.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// What to search, and how.
    pub task: Task,
    /// What to do with it: [`Work::Choose`] or [`Work::Analyze`].
    pub work: Work,
    /// The limits that hold.
    pub limits: LimitsUsed,
    /// Which moves would be right, if the request says so.
    pub expected: Expected,
    /// What is not done as asked.
    pub warnings: Vec<String>,
}

/// The moves that would be right and those that would be wrong, in the game's own notation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expected {
    best: Vec<String>,
    avoid: Vec<String>,
}

impl Expected {
    /// Whether this move is right; `None` if nothing is expected.
    pub fn judge(&self, best: Option<&str>) -> Option<bool> {
        if self == &Expected::default() {
            return None;
        }
        let among = |moves: &[String]| best.is_some_and(|best| moves.iter().any(|m| m == best));
        Some(best.is_some() && (self.best.is_empty() || among(&self.best)) && !among(&self.avoid))
    }
}

/// Turns requests into tasks.
pub struct Intake {
    policy: Policy,
    /// The board that the last request was checked on.
    session: Option<Box<dyn Session>>,
}

impl Intake {
    /// One that follows this policy.
    pub fn new(policy: Policy) -> Intake {
        Intake { policy, session: None }
    }

    /// The policy it follows.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Checks the position, moves and settings of a request to [`Kind::Analyze`] or
    /// [`Kind::Move`].
    ///
    /// # Errors
    /// If the game is unknown, the position or a move is not right, or a move is asked for where
    /// the game is over.
    pub fn task(&mut self, request: &Request) -> Result<Accepted, Fault> {
        let mut warnings = vec![];
        let mut profile = profile(&self.policy, request, &mut warnings);
        let session = self.board(request)?;
        if let (Kind::Move, Some(outcome)) = (request.kind, session.outcome()) {
            let error = InputError::new("there is no move to choose")
                .hint(format!("the game is over: {}", result_text(session.info(), outcome)));
            return Err(Fault::new(Code::GameOver, error));
        }
        profile.plan.only = moves(session, "only", &request.only)?;
        let best = moves(session, "expect", &request.expect)?;
        let expected = Expected { best, avoid: moves(session, "avoid", &request.avoid)? };
        let work = match request.kind {
            Kind::Move => Work::Choose,
            _ => Work::Analyze,
        };
        let limits = LimitsUsed::from(&profile.plan.limits);
        let start = request.position.is_some().then(|| session.start());
        let (game, moves) = (session.name(), session.history());
        // An answer must not depend on what was asked before.
        let task = Task { game, start, moves, profile, fresh: true };
        Ok(Accepted { task, work, limits, expected, warnings })
    }

    /// The position of a request as it is.
    ///
    /// # Errors
    /// If the game is unknown, or the position or a move is not right.
    pub fn describe(&mut self, request: &Request) -> Result<Description, Fault> {
        Ok(Description::of(self.board(request)?))
    }

    /// A board with the position of a request.
    ///
    /// # Errors
    /// As [`describe`](Intake::describe).
    pub fn board(&mut self, request: &Request) -> Result<&mut dyn Session, Fault> {
        let Some(game) = request.game.as_deref().or(self.policy.game.as_deref()) else {
            let names = self.policy.games.iter().map(|entry| entry.info.id);
            let names = names.collect::<Vec<_>>().join(", ");
            let error = InputError::new("game: not given").hint(format!("there are {names}"));
            return Err(Fault::new(Code::Invalid, error).field("game"));
        };
        let session = match self.session.take() {
            Some(session) if session.name() == game => session,
            _ => outplay::open(&self.policy.games, game)
                .map_err(|error| Fault::new(Code::Unknown, error).field("game"))?,
        };
        let session = &mut **self.session.insert(session);
        set_up(session, request)?;
        Ok(session)
    }
}

/// Brings a board to the position of a request.
fn set_up(session: &mut dyn Session, request: &Request) -> Result<(), Fault> {
    let too_long = |field: &str, most: String| {
        let error = InputError::new(format!("{field}: too long")).hint(format!("at most {most}"));
        Fault::new(Code::TooLong, error).field(field)
    };
    match &request.position {
        Some(position) if position.len() > MAX_POSITION => {
            return Err(too_long("position", format!("{MAX_POSITION} bytes")));
        }
        Some(position) => session
            .set(position)
            .map_err(|error| Fault::new(Code::Illegal, error).field("position"))?,
        None => session.reset(),
    }
    if request.moves.len() > MAX_MOVES {
        return Err(too_long("moves", format!("{MAX_MOVES} moves")));
    }
    let mut played = 0;
    for (index, word) in request.moves.iter().enumerate() {
        let fault = |error: InputError| {
            let error = error.within(&format!("move {}", index + 1));
            Fault::new(Code::Illegal, error).field(format!("moves[{index}]"))
        };
        for text in session.split(word).map_err(fault)? {
            // A word can hold many.
            if played == MAX_MOVES {
                return Err(too_long("moves", format!("{MAX_MOVES} moves")));
            }
            session.play(&text).map_err(fault)?;
            played += 1;
        }
    }
    Ok(())
}

/// The moves that a field names, in the game's own notation.
fn moves(session: &mut dyn Session, field: &str, texts: &[String]) -> Result<Vec<String>, Fault> {
    if texts.len() > MAX_MOVES {
        let error = InputError::new(format!("{field}: too long"))
            .hint(format!("at most {MAX_MOVES} moves"));
        return Err(Fault::new(Code::TooLong, error).field(field));
    }
    let mut moves: Vec<String> = vec![];
    for (index, text) in texts.iter().enumerate() {
        let played = session.play(text).map_err(|error| {
            let error = error.within(&format!("{field}[{index}]"));
            Fault::new(Code::Illegal, error).field(format!("{field}[{index}]"))
        })?;
        session.undo();
        if !moves.contains(&played) {
            moves.push(played);
        }
    }
    Ok(moves)
}

/// How a request is searched: what it says, over what holds anyway, within what is allowed.
fn profile(policy: &Policy, request: &Request, warnings: &mut Vec<String>) -> Profile {
    let mut profile = request.profile.as_ref().unwrap_or(&policy.profile).clone();
    let (most, plan) = (&policy.most, &mut profile.plan);
    plan.algorithm = request.algorithm.unwrap_or(plan.algorithm);
    plan.lines = request.lines.unwrap_or(plan.lines);
    plan.seed = request.seed.unwrap_or(plan.seed);
    plan.random_ties = request.random_ties.unwrap_or(plan.random_ties);
    profile.level = request.level.or(profile.level);
    let mut cuts = Cuts(warnings);
    let threads = request.threads.unwrap_or(plan.threads);
    plan.threads = cuts.at_most("threads", threads, most.threads, |threads| threads);
    let hash_bytes = request.hash_bytes.unwrap_or(plan.hash_bytes);
    plan.hash_bytes = cuts.at_most("hash", hash_bytes, most.hash_bytes, |bytes| bytes >> 20);
    let Request { depth, nodes, time, .. } = *request;
    if depth.is_some() || nodes.is_some() || time.is_some() {
        plan.limits = Limits { depth, nodes, time, ..Limits::default() };
    }
    let Limits { depth, nodes, time, .. } = plan.limits;
    plan.limits.depth = cuts.within("depth", depth, most.limits.depth, |depth| depth);
    plan.limits.nodes = cuts.within("nodes", nodes, most.limits.nodes, |nodes| nodes);
    plan.limits.time = cuts.within("time_ms", time, most.limits.time, |time| time.as_millis());
    let by_level = request.kind == Kind::Move && profile.level.is_some();
    if plan.limits == Limits::default() && !by_level {
        plan.limits = policy.usual;
    }
    profile
}

/// Cuts what is too much, and says so.
struct Cuts<'w>(&'w mut Vec<String>);

impl Cuts<'_> {
    fn at_most<T: PartialOrd + Copy, S: Display>(
        &mut self,
        name: &str,
        asked: T,
        most: T,
        show: impl Fn(T) -> S,
    ) -> T {
        if asked <= most {
            return asked;
        }
        let (asked, shown) = (show(asked), show(most));
        self.0.push(format!("{name}: {asked} is more than the most here, {shown}"));
        most
    }

    /// A limit that was not asked for holds anyway.
    fn within<T: PartialOrd + Copy, S: Display>(
        &mut self,
        name: &str,
        asked: Option<T>,
        most: Option<T>,
        show: impl Fn(T) -> S,
    ) -> Option<T> {
        match (asked, most) {
            (Some(asked), Some(most)) => Some(self.at_most(name, asked, most, show)),
            (asked, most) => asked.or(most),
        }
    }
}
