//! Engines as they are written on a command line.
//!
//! A specification is a list of fields between commas. One of ours is a
//! [profile](outplay::Profile), to which a name and a time control may be added:
//! `pvs:depth=6,name=deep`. Another program has the field `cmd`:
//! `cmd=stockfish,protocol=uci,option.Hash=64`.
//!
//! Where a value holds a comma or a quotation mark it is written as in tables of values between
//! commas: in quotation marks, those inside doubled: `option.Path="/a,b"`, or `"option.Path=/a,b"`
//! with the marks around the whole field. Blanks need nothing,
//! and a backslash is a letter like any other, for the sake of paths.

mod fields;
#[cfg(test)]
mod tests;

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use outplay::{InputError, Profile, quote, read};

use crate::time::TimeControl;
use fields::{Field, fields, write_field};

/// Who plays.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    /// What it is called; one line, never empty.
    pub name: String,
    /// What it is.
    pub kind: EngineKind,
    /// Limits of its own, in place of the match's.
    pub limits: EngineLimits,
}

/// One of ours, or another program.
#[derive(Clone, Debug)]
pub enum EngineKind {
    /// One of our engines.
    Own(Profile),
    /// Another program.
    External(ExternalSpec),
}

/// Another program, and how to talk to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalSpec {
    /// The program: a path, or a name that is looked up as the system does.
    pub cmd: String,
    /// Its arguments, as they are.
    pub args: Vec<String>,
    /// The directory to run it in; `None` is ours.
    pub dir: Option<String>,
    /// What it speaks.
    pub protocol: Dialect,
    /// What to set before the first game, in this order.
    pub options: Vec<(String, String)>,
    /// Start it again after a crash; otherwise a crash ends the match.
    pub restart: bool,
    /// A file to which all that is said is appended, and what the program complains about.
    pub log: Option<String>,
}

/// A protocol that engines speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The universal chess interface.
    Uci,
    /// The universal Chinese chess protocol.
    Ucci,
    /// The chess engine communication protocol of `xboard` and WinBoard.
    Xboard,
    /// The protocol of the Gomocup.
    Gomocup,
    /// The Go text protocol.
    Gtp,
    /// The protocol of NBoard.
    Nboard,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Dialect; 6] = [
        Dialect::Uci,
        Dialect::Ucci,
        Dialect::Xboard,
        Dialect::Gomocup,
        Dialect::Gtp,
        Dialect::Nboard,
    ];

    /// The name in specifications.
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Uci => "uci",
            Dialect::Ucci => "ucci",
            Dialect::Xboard => "xboard",
            Dialect::Gomocup => "gomocup",
            Dialect::Gtp => "gtp",
            Dialect::Nboard => "nboard",
        }
    }
}

impl FromStr for Dialect {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Dialect, InputError> {
        let known = Dialect::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(text));
        known.ok_or_else(|| {
            let all = Dialect::ALL.map(Dialect::name).join(", ");
            InputError::new(format!("there is no protocol {}", quote(text)))
                .hint(format!("there are {all}"))
        })
    }
}

/// Limits of one engine. What is given here stands in place of the same limit of the match; a
/// clock and a time for each move exclude each other, so that one replaces both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EngineLimits {
    /// Its clock.
    pub clock: Option<TimeControl>,
    /// Its time for each move.
    pub move_time: Option<Duration>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
}

impl EngineLimits {
    /// These limits, and the match's where there are none.
    #[must_use]
    pub fn or(self, whole: EngineLimits) -> EngineLimits {
        let own_time = self.clock.is_some() || self.move_time.is_some();
        let time = if own_time { self } else { whole };
        EngineLimits {
            clock: time.clock,
            move_time: time.move_time,
            depth: self.depth.or(whole.depth),
            nodes: self.nodes.or(whole.nodes),
        }
    }

    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        *self == EngineLimits::default()
    }

    /// Takes a field that is a limit; says whether it was one.
    fn take(&mut self, name: &str, value: &str) -> Result<bool, InputError> {
        let within = |error: InputError| error.within(name);
        match name {
            "tc" => self.clock = Some(value.parse().map_err(within)?),
            "move-time" => self.move_time = Some(read::time(value).map_err(within)?),
            "depth" => self.depth = Some(read::depth(value).map_err(within)?),
            "nodes" => self.nodes = Some(read::nodes(value).map_err(within)?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

const EXTERNAL_FIELDS: &str = "cmd, protocol, arg, args, dir, name, option.NAME, restart, log, \
                               tc, move-time, depth, nodes";
const LONGEST_NAME: usize = 60;

impl EngineSpec {
    /// What can be said of an engine in one line, as [`EngineSpec::from_str`] reads it.
    fn write(&self) -> Vec<String> {
        let mut fields = vec![];
        match &self.kind {
            EngineKind::Own(profile) => fields.push(profile.to_string()),
            EngineKind::External(external) => external.write(&mut fields),
        }
        let EngineLimits { clock, move_time, depth, nodes } = self.limits;
        let limits = [
            ("tc", clock.map(|clock| clock.to_string())),
            ("move-time", move_time.map(|time| format!("{}ms", time.as_millis()))),
            ("depth", depth.map(|depth| depth.to_string())),
            ("nodes", nodes.map(|nodes| nodes.to_string())),
        ];
        for (name, value) in limits {
            fields.extend(value.map(|value| write_field(name, &value)));
        }
        if self.name != self.usual_name() {
            fields.push(write_field("name", &self.name));
        }
        fields
    }

    /// What it is called if nothing is said: the profile, or the program's file name.
    fn usual_name(&self) -> String {
        match &self.kind {
            EngineKind::Own(profile) => profile.to_string(),
            EngineKind::External(external) => {
                let file = external.cmd.rsplit(['/', '\\']).find(|part| !part.is_empty());
                shorten(file.unwrap_or(&external.cmd))
            }
        }
    }

    /// Gives engines of the same name different ones.
    pub fn tell_apart(engines: &mut [EngineSpec]) {
        for index in 1..engines.len() {
            let (before, rest) = engines.split_at_mut(index);
            let taken = |name: &str| before.iter().any(|other| other.name == name);
            let name = rest[0].name.clone();
            let mut number = 2;
            while taken(&rest[0].name) {
                rest[0].name = format!("{name} ({number})");
                number += 1;
            }
        }
    }

    fn own(fields: Vec<Field>) -> Result<EngineSpec, InputError> {
        let (mut limits, mut name, mut algorithm, mut settings) =
            (EngineLimits::default(), None, None, vec![]);
        for Field { name: key, value } in fields {
            match (key.as_deref(), value) {
                (None, value) if algorithm.is_none() => algorithm = Some(value),
                (None, value) => settings.push(value),
                (Some("name"), value) => name = Some(checked_name(&value)?),
                (Some(key @ ("tc" | "move-time")), value) => {
                    limits.take(key, &value)?;
                }
                (Some(key), value) => settings.push(format!("{key}={value}")),
            }
        }
        let algorithm = algorithm.ok_or_else(|| {
            InputError::new("neither an algorithm nor a cmd=")
                .hint("write pvs:depth=6, or cmd=PROGRAM,protocol=uci")
        })?;
        let kind = EngineKind::Own(format!("{algorithm}:{}", settings.join(",")).parse()?);
        Ok(EngineSpec::named(name, kind, limits))
    }

    fn external(fields: Vec<Field>) -> Result<EngineSpec, InputError> {
        let (mut limits, mut name, mut protocol) = (EngineLimits::default(), None, None);
        let mut external = ExternalSpec {
            cmd: String::new(),
            args: vec![],
            dir: None,
            protocol: Dialect::Uci,
            options: vec![],
            restart: true,
            log: None,
        };
        let mut seen = vec![];
        for Field { name: key, value } in fields {
            let Some(key) = key else {
                return Err(InputError::new(format!("{} has no value", quote(&value)))
                    .hint("write NAME=VALUE; commas in a value go into quotation marks"));
            };
            if seen.contains(&key) {
                return Err(InputError::new(format!("{} is given twice", quote(&key))));
            }
            // Of arguments there may be many.
            if !matches!(key.as_str(), "arg" | "args") {
                seen.push(key.clone());
            }
            if limits.take(&key, &value)? {
                continue;
            }
            match key.as_str() {
                "name" => name = Some(checked_name(&value)?),
                "protocol" => protocol = Some(value.parse()?),
                _ => external.take(&key, value)?,
            }
        }
        if external.cmd.is_empty() {
            return Err(InputError::new("cmd: no program").hint("write cmd=PROGRAM"));
        }
        external.protocol = protocol.ok_or_else(|| {
            let all = Dialect::ALL.map(Dialect::name).join(", ");
            InputError::new("no protocol is given").hint(format!("write protocol=, one of {all}"))
        })?;
        Ok(EngineSpec::named(name, EngineKind::External(external), limits))
    }

    fn named(name: Option<String>, kind: EngineKind, limits: EngineLimits) -> EngineSpec {
        let mut spec = EngineSpec { name: String::new(), kind, limits };
        spec.name = name.unwrap_or_else(|| spec.usual_name());
        spec
    }
}

impl ExternalSpec {
    /// Takes a field about the program itself.
    fn take(&mut self, key: &str, value: String) -> Result<(), InputError> {
        match key {
            "cmd" => self.cmd = value,
            "arg" => self.args.push(value),
            "args" => self.args.extend(value.split_whitespace().map(str::to_owned)),
            "dir" => self.dir = Some(value),
            "log" => self.log = Some(value),
            "restart" => {
                self.restart = match value.as_str() {
                    "on" => true,
                    "off" => false,
                    _ => {
                        let what = format!("restart: {} is neither on nor off", quote(&value));
                        return Err(InputError::new(what));
                    }
                }
            }
            _ => match key.strip_prefix("option.").filter(|option| !option.is_empty()) {
                Some(option) => self.options.push((option.to_owned(), value)),
                None => {
                    return Err(InputError::new(format!("there is no field {}", quote(key)))
                        .hint(format!("there are {EXTERNAL_FIELDS}")));
                }
            },
        }
        Ok(())
    }

    fn write(&self, fields: &mut Vec<String>) {
        fields.push(write_field("cmd", &self.cmd));
        fields.push(write_field("protocol", self.protocol.name()));
        fields.extend(self.args.iter().map(|arg| write_field("arg", arg)));
        fields.extend(self.dir.iter().map(|dir| write_field("dir", dir)));
        fields.extend(self.log.iter().map(|log| write_field("log", log)));
        let option =
            |(name, value): &(String, String)| write_field(&format!("option.{name}"), value);
        fields.extend(self.options.iter().map(option));
        if !self.restart {
            fields.push(write_field("restart", "off"));
        }
    }
}

impl FromStr for EngineSpec {
    type Err = InputError;

    fn from_str(text: &str) -> Result<EngineSpec, InputError> {
        let fields = fields(text)?;
        let is_external = fields.iter().any(|field| field.name.as_deref() == Some("cmd"));
        if is_external { EngineSpec::external(fields) } else { EngineSpec::own(fields) }
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write().join(","))
    }
}

/// A name that fits into one line of any file.
fn checked_name(name: &str) -> Result<String, InputError> {
    let name = name.trim();
    if name.is_empty() || name.chars().any(char::is_control) {
        return Err(
            InputError::new(format!("name: {} is none", quote(name))).hint("give one line of text")
        );
    }
    Ok(shorten(name))
}

fn shorten(name: &str) -> String {
    let short: String = name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    if short.trim().is_empty() { "engine".to_owned() } else { short.trim().to_owned() }
}
