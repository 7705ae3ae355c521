//! A game as people and programs meet it: names, parameters, notation, and the picture of a board.

use core::fmt;

use crate::error::{InputError, quote};
use crate::evaluator::Evaluator;
use crate::position::{Player, Position};
use crate::transcript::{FileFormat, Transcript};
use crate::view::View;

/// The cold half of a game: everything around the rules. With it, a game gets play, analysis,
/// tree pictures, solver and tests.
///
/// `Display` writes a position as the text that [`parse`](Game::parse) reads, on one line.
/// `Default` is the start position with default parameters.
pub trait Game: Position + fmt::Display + Default {
    /// Names and notation.
    const INFO: Info;

    // Required.

    /// A legal move as text.
    fn write(&self, m: Self::Move) -> String;

    /// Reads a position. `self` is the start position and gives the parameters.
    ///
    /// # Errors
    /// If the text is no position, or one that can't be searched.
    fn parse(&self, text: &str) -> Result<Self, InputError>;

    /// The evaluator that this game is played with.
    fn evaluator(&self) -> impl Evaluator<Self>;

    // Optional.

    /// The start position with these parameters, which were checked against
    /// [`INFO`](Game::INFO) one by one.
    ///
    /// # Errors
    /// If they don't go together.
    fn new(params: &Params) -> Result<Self, InputError> {
        let _ = params;
        Ok(Self::default())
    }

    /// [`INFO`](Game::INFO), unless these parameters make some of it read differently: what the
    /// sides are called, say.
    fn info(&self) -> &'static Info {
        const { &Self::INFO }
    }

    /// A legal move in another of the game's notations, one of [`Info::notations`].
    fn write_in(&self, notation: &str, m: Self::Move) -> String {
        let _ = notation;
        self.write(m)
    }

    /// Reads a legal move, in any of the game's notations. Without an override it is what [`write`](Game::write) gives, upper and
    /// lower case alike.
    ///
    /// # Errors
    /// If the text is no move, or not a legal one: with the reason as this game would say it.
    fn read(&self, text: &str) -> Result<Self::Move, InputError> {
        let mut moves = vec![];
        self.moves(&mut moves);
        let wanted = text.trim();
        let same = |m: &Self::Move| self.write(*m).eq_ignore_ascii_case(wanted);
        moves.iter().copied().find(same).ok_or_else(|| {
            let legal = moves.iter().map(|&m| self.write(m));
            InputError::new(format!("{} is not a legal move", quote(text)))
                .hint(format!("legal: {}", list(legal)))
        })
    }

    /// The moves in a word, each as text, for games whose records run them together (`f5d6c3`).
    /// The first is to be played here, each other one after those before it.
    ///
    /// # Errors
    /// If one of several is not legal. A word that is one move is not looked at.
    fn split(&self, word: &str) -> Result<Vec<String>, InputError> {
        Ok(vec![word.to_owned()])
    }

    /// The board, for pictures. Without an override, the text of the position.
    fn view(&self) -> View {
        View::text(self.to_string())
    }

    /// The cells to press one after the other to enter a move, as indices into
    /// [`View::cells`]. Where several moves share them (how many to take from a heap, what to
    /// promote to), a board asks which one is meant.
    fn clicks(&self, m: Self::Move) -> Vec<usize> {
        let _ = m;
        vec![]
    }

    /// Makes what searches of this game need and share, so that no clock runs meanwhile.
    fn warm_up(&self) {}

    /// Reads the games in the text of a file. `self` is the start position, and gives the
    /// parameters unless the file does.
    ///
    /// # Errors
    /// If the text is not in this format, which is one of [`Info::formats`], or if a move in it is
    /// not legal: with its line and column.
    fn read_file(&self, format: &str, text: &str) -> Result<Vec<Transcript>, InputError> {
        let _ = text;
        Err(no_format(&Self::INFO, format))
    }

    /// Writes games as the text of a file. `self` is the start position.
    ///
    /// # Errors
    /// If the format can't be written or can't hold them, or if a game is not one of this game's.
    fn write_file(&self, format: &str, games: &[Transcript]) -> Result<String, InputError> {
        let _ = games;
        Err(no_format(&Self::INFO, format))
    }

    /// What theory says about this unfinished position without any search.
    fn theory(&self) -> Option<Theory<Self::Move>> {
        None
    }
}

/// An answer from theory: a proof, but perhaps without the length of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Theory<M> {
    /// Who wins; `None` is a draw.
    pub winner: Option<Player>,
    /// The game is over after at most so many plies of best play.
    pub plies: u32,
    /// A move that keeps the value.
    pub best: M,
    /// The game from here, with the best defence as far as the theory knows one: it starts with
    /// [`best`](Theory::best). Empty if the theory gives no more than a move.
    pub line: Vec<M>,
    /// The theory's name, as in "Sprague-Grundy".
    pub name: &'static str,
}

/// The game has no files of this format.
pub(crate) fn no_format(info: &Info, format: &str) -> InputError {
    let error = InputError::new(format!("{} has no format {}", info.id, quote(format)));
    match info.formats {
        [] => error,
        formats => {
            let known = list(formats.iter().map(|format| format.id.to_owned()));
            error.hint(format!("it has {known}"))
        }
    }
}

/// Texts joined by commas, the rest of a long list as a count.
pub(crate) fn list(items: impl Iterator<Item = String>) -> String {
    const LONGEST: usize = 24;
    let mut items = items.peekable();
    let shown: Vec<_> = items.by_ref().take(LONGEST).collect();
    let rest = if items.peek().is_some() { ", …" } else { "" };
    format!("{}{rest}", shown.join(", "))
}

/// What there is to know about a game. Build it on [`Info::NONE`].
#[derive(Clone, Debug)]
pub struct Info {
    /// The name in commands: lower-case letters, digits and underscores.
    pub id: &'static str,
    /// The name in English.
    pub name: &'static str,
    /// The name in Chinese.
    pub name_zh: &'static str,
    /// The rules in one or two sentences.
    pub summary: &'static str,
    /// The same in Chinese.
    pub summary_zh: &'static str,
    /// What the two sides are called, who moves first first.
    pub players: [&'static str; 2],
    /// What can be set: `id(name=value,…)`.
    pub parameters: &'static [Parameter],
    /// Short names for certain parameters.
    pub aliases: &'static [Alias],
    /// How moves are written.
    pub move_notation: &'static str,
    /// How positions are written.
    pub position_notation: &'static str,
    /// Other notations for moves, which people choose by name: `san`. The first is what they see
    /// unless they do. Programs always get [`Game::write`].
    pub notations: &'static [&'static str],
    /// Files that hold games.
    pub formats: &'static [FileFormat],
    /// What the evaluator looks at.
    pub evaluator: &'static str,
    /// Protocols that this game can be spoken in, besides `json`.
    pub dialects: &'static [&'static str],
    /// Known counts of leaf positions from the start, depth and number.
    pub perft: &'static [(u32, u64)],
    /// Plies for commands that search a fixed depth and are not told which: a second or so of
    /// plain alpha-beta.
    pub depth: u32,
}

impl Info {
    /// An empty description, to build on.
    pub const NONE: Info = Info {
        id: "",
        name: "",
        name_zh: "",
        summary: "",
        summary_zh: "",
        players: ["first", "second"],
        parameters: &[],
        aliases: &[],
        move_notation: "",
        position_notation: "",
        notations: &[],
        formats: &[],
        evaluator: "",
        dialects: &[],
        perft: &[],
        depth: 6,
    };
}

/// A short name: `tictactoe4` for `mnk(width=4,height=4,k=4)`.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The short name.
    pub id: &'static str,
    /// Its name in English.
    pub name: &'static str,
    /// Its name in Chinese.
    pub name_zh: &'static str,
    /// What it sets, in the order of the game's parameters: `width=4,height=4,k=4`.
    pub sets: &'static str,
}

/// Something about a game that can be set.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name in `id(name=value)`.
    pub name: &'static str,
    /// What it means.
    pub help: &'static str,
    /// What it can be.
    pub kind: Kind,
}

/// What a parameter can be.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number.
    Integer {
        /// Unless told otherwise.
        default: i64,
        /// The smallest.
        least: i64,
        /// The largest.
        most: i64,
    },
    /// A number of halves, written as a decimal: 7.5.
    Halves {
        /// Unless told otherwise, in halves.
        default: i64,
        /// The smallest, in halves.
        least: i64,
        /// The largest, in halves.
        most: i64,
    },
    /// One of some words.
    Choice {
        /// Unless told otherwise.
        default: &'static str,
        /// The words.
        among: &'static [&'static str],
    },
}

impl Kind {
    /// `false` or `true`, false by default.
    pub const FLAG: Kind = Kind::Choice { default: "false", among: &["false", "true"] };

    /// What it is unless told otherwise.
    pub fn default(&self) -> String {
        match self {
            Kind::Integer { default, .. } => default.to_string(),
            Kind::Halves { default, .. } => halves(*default),
            Kind::Choice { default, .. } => (*default).to_owned(),
        }
    }

    /// What it can be, for people: `1 to 22`, `false or true`.
    pub fn range(&self) -> String {
        match self {
            Kind::Integer { least, most, .. } => format!("{least} to {most}"),
            Kind::Halves { least, most, .. } => {
                format!("{} to {} in steps of 0.5", halves(*least), halves(*most))
            }
            Kind::Choice { among, .. } => among.join(" or "),
        }
    }

    /// The value in its one form, if it is allowed.
    fn check(&self, text: &str) -> Option<String> {
        match self {
            Kind::Integer { least, most, .. } => {
                let value: i64 = text.parse().ok()?;
                (*least..=*most).contains(&value).then(|| value.to_string())
            }
            Kind::Halves { least, most, .. } => {
                let value = read_halves(text)?;
                (*least..=*most).contains(&value).then(|| halves(value))
            }
            Kind::Choice { among, .. } => among
                .iter()
                .find(|word| word.eq_ignore_ascii_case(text))
                .map(|&word| word.to_owned()),
        }
    }
}

/// A number of halves as a decimal: `7`, `-0.5`.
fn halves(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let half = if value % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{half}", value.unsigned_abs() / 2)
}

/// Reads what [`halves`] writes; zeros at the end and a plus sign do no harm.
fn read_halves(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let half = match part.trim_end_matches('0') {
        "" if !part.is_empty() => 0,
        "5" => 1,
        _ => return None,
    };
    let twice = whole.parse::<i64>().ok()?.checked_mul(2)?;
    if whole.starts_with('-') { twice.checked_sub(half) } else { twice.checked_add(half) }
}

/// The parameters of a game, each with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Params {
    values: Vec<(&'static str, String)>,
}

impl Params {
    /// The defaults.
    pub fn defaults(info: &Info) -> Params {
        let values = info.parameters.iter().map(|p| (p.name, p.kind.default())).collect();
        Params { values }
    }

    /// The parameters of a game that is called by its name or an alias, with these settings.
    ///
    /// # Errors
    /// As [`Params::set`].
    pub fn of(info: &Info, id: &str, settings: &str) -> Result<Params, InputError> {
        let mut params = Params::defaults(info);
        if let Some(alias) = info.aliases.iter().find(|alias| alias.id == id) {
            params.set(info, alias.sets)?;
        }
        params.set(info, settings)?;
        Ok(params)
    }

    /// Sets what a text like `width=4,k=4` says.
    ///
    /// # Errors
    /// If a name or a value is not one of this game's.
    pub fn set(&mut self, info: &Info, text: &str) -> Result<(), InputError> {
        if text.trim().is_empty() {
            return Ok(());
        }
        let mut seen: Vec<&str> = vec![];
        for setting in text.split(',') {
            let (name, value) = setting.split_once('=').ok_or_else(|| {
                InputError::new(format!("{} is not a setting", quote(setting)))
                    .hint("write name=value")
            })?;
            let (name, value) = (name.trim(), value.trim());
            if seen.contains(&name) {
                let what = format!("{} is given twice", quote(name));
                return Err(InputError::new(what).hint("give each parameter once"));
            }
            seen.push(name);
            let known = || list(info.parameters.iter().map(|p| p.name.to_owned()));
            let parameter = info.parameters.iter().find(|p| p.name == name).ok_or_else(|| {
                let error = InputError::new(format!("{} has no {}", info.id, quote(name)));
                match info.parameters {
                    [] => error.hint("it takes no parameters"),
                    _ => error.hint(format!("it has {}", known())),
                }
            })?;
            let value = parameter.kind.check(value).ok_or_else(|| {
                InputError::new(format!("{name} can't be {}", quote(value)))
                    .hint(format!("it is {}", parameter.kind.range()))
            })?;
            if let Some(slot) = self.values.iter_mut().find(|(known, _)| *known == name) {
                slot.1 = value;
            }
        }
        Ok(())
    }

    /// The value of a whole-number parameter.
    ///
    /// # Panics
    /// If the game has none of that name: the game's own mistake.
    pub fn integer(&self, name: &str) -> i64 {
        match self.word(name).parse() {
            Ok(value) => value,
            Err(_) => panic!("{name} is not a whole-number parameter"),
        }
    }

    /// The value of a parameter in halves.
    ///
    /// # Panics
    /// If the game has none of that name: the game's own mistake.
    pub fn halves(&self, name: &str) -> i64 {
        match read_halves(self.word(name)) {
            Some(value) => value,
            None => panic!("{name} is not a number of halves"),
        }
    }

    /// The value of a parameter as a word.
    ///
    /// # Panics
    /// If the game has none of that name: the game's own mistake.
    pub fn word(&self, name: &str) -> &str {
        match self.values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => value,
            None => panic!("the game declares no parameter {name}"),
        }
    }

    /// Whether a [`Kind::FLAG`] is set.
    ///
    /// # Panics
    /// If the game has none of that name: the game's own mistake.
    pub fn flag(&self, name: &str) -> bool {
        self.word(name) == "true"
    }

    /// The shortest name of a game with these parameters: an alias, or the id with whatever is
    /// not as usual.
    pub(crate) fn name(&self, info: &Info) -> String {
        for alias in info.aliases {
            let mut params = Params::defaults(info);
            if params.set(info, alias.sets).is_ok() && params == *self {
                return alias.id.to_owned();
            }
        }
        let defaults = Params::defaults(info);
        let unusual = self.values.iter().zip(&defaults.values).filter(|(own, usual)| own != usual);
        let settings: Vec<_> =
            unusual.map(|((name, value), _)| format!("{name}={value}")).collect();
        match &settings[..] {
            [] => info.id.to_owned(),
            settings => format!("{}({})", info.id, settings.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_have_one_form() {
        let kind = Kind::Halves { default: 15, least: -9, most: 30 };
        assert_eq!(kind.default(), "7.5");
        assert_eq!(kind.range(), "-4.5 to 15 in steps of 0.5");
        for (text, form) in [
            ("7.5", "7.5"),
            ("7.50", "7.5"),
            ("07", "7"),
            ("+7.0", "7"),
            ("-0.5", "-0.5"),
            ("-0", "0"),
            ("-4.5", "-4.5"),
            ("15", "15"),
        ] {
            assert_eq!(kind.check(text).as_deref(), Some(form), "{text}");
            assert_eq!(kind.check(form).as_deref(), Some(form));
        }
        for text in ["", ".", ".5", "7.", "7.25", "7.55", "1e1", "15.5", "-5", "7.5.5", "nan"] {
            assert_eq!(kind.check(text), None, "{text}");
        }
        assert_eq!(kind.check("9223372036854775807"), None);
        assert_eq!(kind.check("-9223372036854775808.5"), None);
    }
}
