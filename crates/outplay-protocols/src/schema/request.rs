//! What can be asked.

use core::time::Duration;

use outplay::{Algorithm, InputError, Level, MAX_PLY, Profile, quote, read};

use serde_json::Number;

use super::fields::{Field, Fields};
use super::{Code, Fault, Id, Refusal};

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kind {
    /// A report on a position.
    #[default]
    Analyze,
    /// A move, as strong as the profile plays.
    Move,
    /// The position as it is: board, side to move, legal moves.
    Describe,
    /// The list of games.
    Games,
    /// The end of another request.
    Terminate,
    /// The end of all requests.
    TerminateAll,
    /// A sign of life.
    Ping,
    /// Name, version and sizes of the program.
    Version,
}

impl Kind {
    /// All of them by name.
    pub const ALL: [(&'static str, Kind); 8] = [
        ("analyze", Kind::Analyze),
        ("move", Kind::Move),
        ("describe", Kind::Describe),
        ("games", Kind::Games),
        ("terminate", Kind::Terminate),
        ("terminate_all", Kind::TerminateAll),
        ("ping", Kind::Ping),
        ("version", Kind::Version),
    ];
}

/// Which intermediate reports are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Updates {
    /// None.
    #[default]
    None,
    /// Those that come at least so long after the one before; zero for all.
    Every(Duration),
}

/// One request. A field that is `None` was not given.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// What the answers carry, so that the client knows which request they are for.
    pub id: Id,
    /// What is asked for; in JSON `type`.
    pub kind: Kind,
    /// The game with its parameters.
    pub game: Option<String>,
    /// The position where the moves begin; the start of the game unless given.
    pub position: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// How long to search; in JSON `time_ms`, whole milliseconds.
    pub time: Option<Duration>,
    /// A way to play, such as `pvs:depth=6`; the other fields change it.
    pub profile: Option<Profile>,
    /// The algorithm.
    pub algorithm: Option<Algorithm>,
    /// Strength, 1 to 10; only for a move.
    pub level: Option<Level>,
    /// How many moves get a score and a line; `usize::MAX` for all, in JSON `"all"`.
    pub lines: Option<usize>,
    /// Consider only these moves.
    pub only: Vec<String>,
    /// Moves that would be right: the answer says whether the best one is among them.
    pub expect: Vec<String>,
    /// Moves that would be wrong.
    pub avoid: Vec<String>,
    /// Threads of this search.
    pub threads: Option<usize>,
    /// Bytes for the transposition table; in JSON `hash`, in mebibytes.
    pub hash_bytes: Option<usize>,
    /// For random choices.
    pub seed: Option<u64>,
    /// Choose at random among equally good moves.
    pub random_ties: Option<bool>,
    /// Requests of a higher priority begin first: 0 is `interactive`, -100 `batch`.
    pub priority: i32,
    /// Intermediate reports.
    pub updates: Updates,
    /// The request that [`Kind::Terminate`] is about.
    pub target: Option<Id>,
}

/// Priorities are from -`MOST_PRIORITY` to `MOST_PRIORITY`.
const MOST_PRIORITY: i32 = 1000;
const BATCH: i32 = -100;

impl Request {
    /// Reads a request from one JSON object, and says what in it is not understood.
    ///
    /// # Errors
    /// If it is not a JSON object, if a field is given twice, or has a type or a value that it
    /// can't have.
    pub fn parse(line: &str) -> Result<(Request, Vec<String>), Refusal> {
        let mut fields = Fields::read(line).map_err(|fault| Refusal { id: Id::None, fault })?;
        let id = match fields.take("id").map(|field| id(&field)).transpose() {
            Ok(id) => id.unwrap_or_default(),
            Err(fault) => return Err(Refusal { id: Id::None, fault }),
        };
        Request::from_fields(id.clone(), &mut fields).map_err(|fault| Refusal { id, fault })
    }

    fn from_fields(id: Id, fields: &mut Fields<'_>) -> Result<(Request, Vec<String>), Fault> {
        let mut request = Request { id, ..Request::default() };
        let mut warnings = vec![];
        if let Some(field) = fields.take("type") {
            request.kind = kind(&field)?;
        }
        request.target = fields.take("target").map(|field| self::id(&field)).transpose()?;
        request.read_position(fields)?;
        request.read_limits(fields, &mut warnings)?;
        request.read_search(fields)?;
        if let Some(field) = fields.take("priority") {
            request.priority = priority(&field)?;
        }
        if let Some(field) = fields.take("updates") {
            request.updates = updates(&field)?;
        }
        if request.kind == Kind::Terminate && request.target.is_none() {
            let error = InputError::new("target: not given").hint("say the id of what is to end");
            return Err(Fault::new(Code::Invalid, error).field("target"));
        }
        if request.kind != Kind::Move && request.level.is_some() {
            warnings.push("level: only a move is chosen at a level".to_owned());
        }
        warnings.extend(fields.warnings());
        Ok((request, warnings))
    }

    fn read_position(&mut self, fields: &mut Fields<'_>) -> Result<(), Fault> {
        self.game = fields.take("game").map(|field| field.text()).transpose()?;
        self.position = fields.take("position").map(|field| field.text()).transpose()?;
        self.moves = words(fields, "moves")?;
        Ok(())
    }

    fn read_limits(
        &mut self,
        fields: &mut Fields<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<(), Fault> {
        if let Some(field) = fields.take("depth") {
            let depth = field.number(read::depth)?;
            if depth > MAX_PLY {
                warnings.push(format!("depth: {depth} is more than the most, {MAX_PLY}"));
            }
            self.depth = Some(depth.min(MAX_PLY));
        }
        self.nodes = number(fields, "nodes", read::nodes)?;
        self.time = number(fields, "time_ms", millis)?;
        Ok(())
    }

    fn read_search(&mut self, fields: &mut Fields<'_>) -> Result<(), Fault> {
        let profile = fields.take("profile");
        self.profile = profile.map(|field| field.named(str::parse)).transpose()?;
        let algorithm = fields.take("algorithm");
        self.algorithm = algorithm.map(|field| field.named(str::parse)).transpose()?;
        self.level = number(fields, "level", str::parse)?;
        self.lines = fields.take("lines").map(|field| lines(&field)).transpose()?;
        self.only = words(fields, "only")?;
        self.expect = words(fields, "expect")?;
        self.avoid = words(fields, "avoid")?;
        self.threads = number(fields, "threads", read::threads)?;
        self.hash_bytes = number(fields, "hash", read::hash)?;
        self.seed = number(fields, "seed", read::seed)?;
        self.random_ties = fields.take("random_ties").map(|field| field.flag()).transpose()?;
        Ok(())
    }
}

fn number<T>(
    fields: &mut Fields<'_>,
    name: &'static str,
    read: impl Fn(&str) -> Result<T, InputError>,
) -> Result<Option<T>, Fault> {
    fields.take(name).map(|field| field.number(&read)).transpose()
}

fn words(fields: &mut Fields<'_>, name: &'static str) -> Result<Vec<String>, Fault> {
    fields.take(name).map_or(Ok(vec![]), |field| field.words())
}

fn millis(text: &str) -> Result<Duration, InputError> {
    let right = "give whole milliseconds, at least 1";
    match read::whole(text, right)? {
        0 => Err(InputError::new("no search without time").hint(right)),
        millis => Ok(Duration::from_millis(millis)),
    }
}

fn id(field: &Field<'_>) -> Result<Id, Fault> {
    /// Each is kept, and comes back with every answer.
    const LONGEST: usize = 1000;
    let right = "an id is a whole number of 64 bits, or a text of at most 1000 bytes";
    if field.raw().len() > LONGEST {
        return Err(field.wrong_type(right));
    }
    if field.is_text() {
        return field.text().map(Id::Text);
    }
    // Any other number would be rounded, and would come back as one that was not sent.
    let number = serde_json::from_str(field.raw()).ok();
    let whole = number.filter(|number: &Number| number.is_u64() || number.is_i64());
    whole.map(Id::Number).ok_or_else(|| field.wrong_type(right))
}

fn kind(field: &Field<'_>) -> Result<Kind, Fault> {
    let text = field.text()?;
    let known = Kind::ALL.iter().find(|(name, _)| *name == text);
    known.map(|&(_, kind)| kind).ok_or_else(|| {
        let names = Kind::ALL.map(|(name, _)| name).join(", ");
        let error = InputError::new(format!("there is no type {}", quote(&text)));
        let fault = field.fault(error.hint(format!("there are {names}")));
        Fault { code: Code::Unknown, ..fault }
    })
}

fn lines(field: &Field<'_>) -> Result<usize, Fault> {
    let right = "give a number, at least 1, or \"all\"";
    if field.is_text() {
        return match field.text()?.as_str() {
            "all" => Ok(usize::MAX),
            _ => Err(field.wrong_type(right)),
        };
    }
    field.number(|text| match read::whole(text, right)? {
        0 => Err(InputError::new("no report without a line").hint(right)),
        lines => Ok(usize::try_from(lines).unwrap_or(usize::MAX)),
    })
}

fn priority(field: &Field<'_>) -> Result<i32, Fault> {
    let right = "it is \"interactive\" (0), \"batch\" (-100), or a number from -1000 to 1000";
    if field.is_text() {
        return match field.text()?.as_str() {
            "interactive" => Ok(0),
            "batch" => Ok(BATCH),
            _ => Err(field.wrong_type(right)),
        };
    }
    match field.raw().parse() {
        Ok(priority) if (-MOST_PRIORITY..=MOST_PRIORITY).contains(&priority) => Ok(priority),
        _ => Err(field.wrong_type(right)),
    }
}

fn updates(field: &Field<'_>) -> Result<Updates, Fault> {
    let right = "it is true, false, or the least number of milliseconds between two";
    match field.raw() {
        "true" => Ok(Updates::Every(Duration::ZERO)),
        "false" => Ok(Updates::None),
        _ if field.is_number() => field
            .number(|text| read::whole(text, right))
            .map(|millis| Updates::Every(Duration::from_millis(millis))),
        _ => Err(field.wrong_type(right)),
    }
}
