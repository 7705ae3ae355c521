//! The commands: what each does to the board and the clocks, and what it answers.

mod clocks;
mod files;
mod moves;
mod others;
mod setup;

use outplay::{InputError, Limits, Player, Task, quote};

use super::board::{Board, Place};
use super::request::Request;
use super::stream::Wish;
use super::timer::Timer;
use crate::protocol::{Setup, Work};

/// What the conversation is about.
pub(super) struct Table {
    pub(super) setup: Setup,
    pub(super) board: Board,
    pub(super) timer: Timer,
}

/// What comes of a command.
#[derive(Debug)]
pub(super) enum Effect {
    /// This answer.
    Say(String),
    /// The answer follows when something is done.
    Begin(Box<Task>, Work, Purpose),
    /// The game in this file, as far as this move if it is given: that one is not made.
    Read(String, Option<usize>),
    /// An empty answer, and nothing more.
    Quit,
}

/// What a job is done for.
#[derive(Clone, Debug)]
pub(super) enum Purpose {
    /// The table is to be ready.
    Prepare,
    /// A game is loaded, as far as this move if it is given: that one is not made.
    Load(Option<usize>),
    /// A move is to be found.
    Move {
        /// Whose.
        side: Player,
        /// And made.
        plays: bool,
        /// How to tell of the search.
        stream: Option<Wish>,
    },
    /// Analysis until the next line.
    Analysis(Wish),
}

/// What a command answers: something, or why it fails.
pub(super) type Answer = Result<Effect, String>;

/// With which games there is a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum With {
    All,
    Go,
    Others,
    /// Games that have SGF files.
    Sgf,
}

struct Command {
    name: &'static str,
    with: With,
    run: fn(&mut Table, &Request) -> Answer,
}

const fn all(name: &'static str, run: fn(&mut Table, &Request) -> Answer) -> Command {
    Command { name, with: With::All, run }
}

const fn go(name: &'static str, run: fn(&mut Table, &Request) -> Answer) -> Command {
    Command { name, with: With::Go, run }
}

const fn others(name: &'static str, run: fn(&mut Table, &Request) -> Answer) -> Command {
    Command { name, with: With::Others, run }
}

const fn sgf(name: &'static str, run: fn(&mut Table, &Request) -> Answer) -> Command {
    Command { name, with: With::Sgf, run }
}

/// Every command, in the order in which they are listed.
const COMMANDS: &[Command] = &[
    all("protocol_version", |_, _| say("2")),
    all("name", |table, _| say(table.name())),
    all("version", |table, _| say(&table.setup.version)),
    all("known_command", known_command),
    all("list_commands", |table, _| say(table.commands().join("\n"))),
    all("quit", |_, _| Ok(Effect::Quit)),
    all("boardsize", setup::boardsize),
    all("clear_board", setup::clear_board),
    all("komi", setup::komi),
    go("get_komi", |table, _| say(table.board.parameter("komi"))),
    go("fixed_handicap", setup::fixed_handicap),
    go("place_free_handicap", setup::place_free_handicap),
    go("set_free_handicap", setup::set_free_handicap),
    all("play", moves::play),
    all("genmove", moves::genmove),
    all("reg_genmove", moves::reg_genmove),
    all("undo", moves::undo),
    all("lz-genmove_analyze", moves::lz_genmove_analyze),
    all("kata-genmove_analyze", moves::kata_genmove_analyze),
    all("genmove_analyze", moves::genmove_analyze),
    all("lz-analyze", moves::lz_analyze),
    all("kata-analyze", moves::kata_analyze),
    all("analyze", moves::analyze),
    all("time_settings", clocks::time_settings),
    all("time_left", clocks::time_left),
    all("kgs-time_settings", clocks::kgs_time_settings),
    all("kata-time_settings", clocks::kata_time_settings),
    all("kata-list_time_settings", |_, _| say(clocks::KINDS.join(" "))),
    go("kgs-rules", setup::kgs_rules),
    go("kata-get-rules", setup::kata_get_rules),
    go("kata-set-rules", setup::kata_set_rules),
    go("kgs-genmove_cleanup", moves::genmove_cleanup),
    all("kgs-game_over", |_, _| say("")),
    all("final_score", others::final_score),
    go("final_status_list", others::final_status_list),
    sgf("loadsgf", files::loadsgf),
    sgf("printsgf", files::printsgf),
    all("showboard", others::showboard),
    all("gogui-analyze_commands", others::analyze_commands),
    all("gogui-interrupt", |_, _| say("")),
    others("gogui-rules_game_id", others::game_id),
    others("gogui-rules_board_size", others::board_size),
    others("gogui-rules_board", others::board),
    others("gogui-rules_side_to_move", others::side_to_move),
    others("gogui-rules_legal_moves", others::legal_moves),
    others("gogui-rules_final_result", others::final_result),
];

/// A text as an answer.
fn say(text: impl Into<String>) -> Answer {
    Ok(Effect::Say(text.into()))
}

fn known_command(table: &mut Table, request: &Request) -> Answer {
    let wanted = request.words();
    say(match wanted[..] {
        [name] => table.commands().contains(&name).to_string(),
        _ => "false".to_owned(),
    })
}

/// A side by its name.
///
/// # Errors
/// If it is none.
pub(super) fn side_of(word: &str) -> Result<Player, String> {
    match &*word.to_ascii_lowercase() {
        "b" | "black" => Ok(Player::First),
        "w" | "white" => Ok(Player::Second),
        _ => Err(format!("syntax error: {} is no color; write black or white", quote(word))),
    }
}

/// So many words, no more and no less.
fn exactly<'r, const N: usize>(request: &'r Request, usage: &str) -> Result<[&'r str; N], String> {
    let wrong = |_| format!("syntax error: write {} {usage}", request.name());
    request.words().try_into().map_err(wrong)
}

impl Table {
    /// The table of a setup.
    ///
    /// # Errors
    /// If the game can't be played in GTP.
    pub(super) fn new(setup: Setup) -> Result<Table, InputError> {
        let board = Board::open(&setup.games, &setup.game)?;
        Ok(Table { setup, board, timer: Timer::default() })
    }

    /// Does what a command asks.
    ///
    /// # Errors
    /// The message of failure.
    pub(super) fn obey(&mut self, request: &Request) -> Answer {
        let wanted = |command: &&Command| command.name == request.name() && self.has(command.with);
        match COMMANDS.iter().find(wanted) {
            Some(command) => (command.run)(self, request),
            None => Err("unknown command".to_owned()),
        }
    }

    fn has(&self, with: With) -> bool {
        match with {
            With::All => true,
            With::Go => self.board.is_go(),
            With::Others => !self.board.is_go(),
            With::Sgf => {
                self.board.session().info().formats.iter().any(|format| format.id == "sgf")
            }
        }
    }

    /// The names of the commands that there are.
    fn commands(&self) -> Vec<&'static str> {
        COMMANDS.iter().filter(|command| self.has(command.with)).map(|c| c.name).collect()
    }

    /// The engine's name without its version.
    fn name(&self) -> String {
        let Setup { name, version, .. } = &self.setup;
        name.strip_suffix(&**version).unwrap_or(name).trim_end().to_owned()
    }

    /// A task for the searches.
    fn task(&self, place: Place, limits: Limits) -> Box<Task> {
        let mut profile = self.setup.profile.clone();
        profile.plan.limits = limits;
        profile.plan.only = place.only;
        let Place { start, moves, .. } = place;
        Box::new(Task { game: self.board.name(), start, moves, profile, fresh: false })
    }

    /// Has the table made for the game as it is now, so that it is not made on the clock.
    pub(super) fn prepare(&self) -> Effect {
        let task = self.task(Place::default(), self.setup.profile.plan.limits);
        Effect::Begin(task, Work::Prepare, Purpose::Prepare)
    }
}
