//! The arguments: what each command takes.

mod batch;
mod called;
mod matches;
mod speak;

pub(crate) use batch::BatchArgs;
pub(crate) use matches::{MatchArgs, OpeningOrder};
pub(crate) use speak::SpeakArgs;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use outplay::{Algorithm, Entry, Features, Level};

use crate::board;
use crate::limits;
use crate::screen;

/// Finds the best move in two-player games of perfect information.
#[derive(Parser, Debug)]
#[command(version, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the games, or describe one
    Games(GamesArgs),
    /// Show a position: board, side to move, legal moves
    Show(BoardArgs),
    /// Play a game: a person against the engine, two people, or the engine against itself
    Play(PlayArgs),
    /// Find the best move of a position
    #[command(alias = "analyse")]
    Analyze(AnalyzeArgs),
    /// Search a position with several algorithms side by side
    Compare(CompareArgs),
    /// Draw the tree that a search walks, with its windows and cut-offs
    Tree(TreeArgs),
    /// Find the exact value of a position
    Solve(SolveArgs),
    /// Count the move sequences from a position
    Perft(PerftArgs),
    /// Turn a file of recorded games into another format, or list what is in it
    Convert(ConvertArgs),
    /// Let engines play against each other: Elo and SPRT
    Match(MatchArgs),
    /// Search many positions: JSON lines in, JSON lines out
    Batch(BatchArgs),
    /// Speak a protocol on standard input and output, for other programs
    Speak(SpeakArgs),
    /// Search fixed positions: node signatures and speed
    Bench(BenchArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// How to show results.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Print JSON, and nothing else, on standard output
    #[arg(long, global = true, help_heading = "Output")]
    pub(crate) json: bool,
    /// Draw with plain letters only
    #[arg(long, global = true, help_heading = "Output")]
    pub(crate) ascii: bool,
    /// Write moves like this: `games GAME` lists the notations; `plain` is what programs read
    #[arg(
        long,
        global = true,
        value_name = "NAME",
        help_heading = "Output",
        conflicts_with = "json"
    )]
    pub(crate) notation: Option<String>,
    /// Use colours
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Output"
    )]
    pub(crate) color: ColorWhen,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum ColorWhen {
    /// If the output is a terminal that wants them
    Auto,
    /// Even in files
    Always,
    /// Not at all
    Never,
}

/// Which game and which position.
#[derive(Args, Debug)]
pub(crate) struct BoardArgs {
    /// The game, with parameters if need be: tictactoe, "mnk(width=5,height=5,k=4)"
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The position to start from, `-` to read it from standard input [default: the game's start]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// A recorded game to take the position from: a saved game, or a file in one of the game's
    /// formats; `-` to read it from standard input
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) file: Option<PathBuf>,
    /// Which game of the file
    #[arg(long, value_name = "N", default_value = "1", requires = "file", value_parser = limits::number, allow_hyphen_values = true)]
    pub(crate) number: usize,
    /// How many plies of the recorded game to play [default: all]
    #[arg(long, value_name = "N", requires = "file", value_parser = limits::ply, allow_hyphen_values = true)]
    pub(crate) ply: Option<usize>,
    /// Moves to play from there, separated by commas; `-` to read them from standard input
    #[arg(long, value_name = "M1,M2,…", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

/// When a search ends.
#[derive(Args, Debug, Clone, Copy)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Look so many plies ahead
    #[arg(short, long, value_name = "N", value_parser = limits::depth, allow_hyphen_values = true)]
    pub(crate) depth: Option<u32>,
    /// Visit so many nodes
    #[arg(short, long, value_name = "N", value_parser = limits::nodes, allow_hyphen_values = true)]
    pub(crate) nodes: Option<u64>,
    /// Take so long: 500ms, 2s, 1.5s, 1m; a plain number is seconds
    #[arg(short, long, value_name = "TIME", value_parser = limits::time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
}

/// How a search runs, whichever algorithm it is.
#[derive(Args, Debug, Clone, Copy)]
#[command(next_help_heading = "Search")]
pub(crate) struct EngineArgs {
    /// Threads that share the search
    #[arg(long, value_name = "N", default_value = "1", value_parser = limits::threads, allow_hyphen_values = true)]
    pub(crate) threads: usize,
    /// Mebibytes for the transposition table
    #[arg(long, value_name = "MIB", default_value = "16", value_parser = limits::hash, allow_hyphen_values = true)]
    pub(crate) hash: usize,
    /// The seed of random choices [default: 0]
    #[arg(
        long,
        value_name = "N",
        value_parser = limits::seed,
        allow_hyphen_values = true
    )]
    pub(crate) seed: Option<u64>,
    /// Choose at random among moves that are proven or found to be equally good
    #[arg(long)]
    pub(crate) random_ties: bool,
    #[command(flatten)]
    pub(crate) parts: PartArgs,
}

/// Which parts of `pvs` are on.
#[derive(Args, Debug, Clone, Copy)]
#[command(next_help_heading = "Search")]
pub(crate) struct PartArgs {
    /// Only these parts of pvs: names joined by +, or exact for those that don't guess
    #[arg(long, value_name = "FEATURES", value_parser = limits::read::<Features>, long_help = features_help())]
    pub(crate) features: Option<Features>,
    /// All parts of pvs but these: names joined by +, such as null-move+killers
    #[arg(long, value_name = "FEATURES", value_parser = limits::read::<Features>)]
    pub(crate) without: Option<Features>,
}

impl PartArgs {
    /// What is left of those that are on without these arguments.
    pub(crate) fn of(self, usual: Features) -> Features {
        self.features.unwrap_or(usual).less(self.without.unwrap_or(Features::NONE))
    }
}

fn features_help() -> String {
    let what = "Only these parts of pvs: names joined by +, or exact for those that don't guess.";
    format!("{what} The names: {}", Features::names())
}

/// Which algorithm.
#[derive(Args, Debug, Clone, Copy)]
#[command(next_help_heading = "Search")]
pub(crate) struct AlgorithmArgs {
    /// minimax, alphabeta, alphabeta-ordered, alphabeta-table, mtdf, pvs or solve [default: pvs]
    #[arg(short, long, value_name = "NAME", value_parser = limits::read::<Algorithm>)]
    pub(crate) algorithm: Option<Algorithm>,
}

#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    /// Describe this game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Whom you play: first, second, both, none, or a side's name such as x
    #[arg(short, long, value_name = "SIDE")]
    pub(crate) side: Option<String>,
    /// The engine's strength, 1 to 10
    #[arg(short, long, value_name = "N", value_parser = limits::read::<Level>, allow_hyphen_values = true, conflicts_with_all = ["algorithm", "depth", "nodes", "time"])]
    pub(crate) level: Option<Level>,
    /// Go on with a game that was saved
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "file"])]
    pub(crate) load: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) algorithm: AlgorithmArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Give every legal move its score
    #[arg(long)]
    pub(crate) all: bool,
    /// Say why: the best line, and what is wrong with each other move
    #[arg(long)]
    pub(crate) explain: bool,
    /// Give so many moves, the best ones, their scores and lines
    #[arg(long, value_name = "N", value_parser = limits::lines, allow_hyphen_values = true, conflicts_with_all = ["all", "explain"])]
    pub(crate) lines: Option<usize>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) algorithm: AlgorithmArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// The algorithms to compare, separated by commas [default: all but solve]
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = limits::read::<Algorithm>)]
    pub(crate) algorithms: Vec<Algorithm>,
    /// Draw the numbers of nodes as bars
    #[arg(long)]
    pub(crate) chart: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(Args, Debug)]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// How to draw it [default: text, or what FILE's name ends in]
    #[arg(short, long, value_name = "FORMAT")]
    pub(crate) format: Option<TreeFormat>,
    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Keep at most so many nodes
    #[arg(long, value_name = "N", default_value = "200", value_parser = limits::tree_nodes, allow_hyphen_values = true)]
    pub(crate) max_nodes: usize,
    /// Keep at most so many plies below the root [default: all]
    #[arg(long, value_name = "N", value_parser = limits::depth, allow_hyphen_values = true)]
    pub(crate) max_depth: Option<u32>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// minimax, alphabeta, alphabeta-ordered, alphabeta-table, mtdf, pvs or solve
    #[arg(short, long, value_name = "NAME", default_value = "alphabeta", value_parser = limits::read::<Algorithm>, help_heading = "Search")]
    pub(crate) algorithm: Algorithm,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// How a tree can be drawn.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TreeFormat {
    /// Indented lines
    Text,
    /// For Graphviz
    Dot,
    /// A picture
    Svg,
    /// For programs
    Json,
}

#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Count sequences of so many moves [default: what takes a moment]
    #[arg(short, long, value_name = "N", value_parser = limits::depth, allow_hyphen_values = true)]
    pub(crate) depth: Option<u32>,
    /// Count below each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Also count the distinct positions, and those distinct up to symmetry
    #[arg(long)]
    pub(crate) unique: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The file to read, `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The format to write: json, or one that `games GAME` lists [default: what OUTPUT ends in;
    /// without either, the games are listed]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUTPUT")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Only this game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Compare with the signatures in this file; a difference exits with 1
    #[arg(long, value_name = "FILE")]
    pub(crate) check: Option<PathBuf>,
    /// Write the signatures to this file
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    pub(crate) write: Option<PathBuf>,
}

/// The name this program was called by: a user's own program has its own.
pub(crate) fn program_name() -> String {
    let called = std::env::args_os().next().unwrap_or_default();
    let stem = Path::new(&called).file_stem().and_then(OsStr::to_str);
    let fits = |stem: &&str| {
        !stem.is_empty() && stem.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
    };
    stem.filter(fits).unwrap_or("outplay").to_owned()
}

/// The whole command, for parsing, completions and the manual page.
pub(crate) fn command(program: &str, games: &[Entry]) -> clap::Command {
    let names = board::names(games);
    let about = match games {
        [only] => format!("{}: {}", only.info.name, only.info.summary),
        _ => "Finds the best move in two-player games of perfect information.".to_owned(),
    };
    Cli::command()
        .name(program.to_owned())
        .bin_name(program.to_owned())
        .about(about)
        .after_help(format!("Games: {}", names.join(", ")))
}

/// Reads the arguments; what is said instead of running is said here.
pub(crate) fn parse(program: &str, games: &[Entry]) -> Result<Cli, ExitCode> {
    let mut arguments = std::env::args_os();
    let called = arguments.next().unwrap_or_default();
    let arguments = [called].into_iter().chain(called::words(program, games)).chain(arguments);
    let matches = command(program, games).try_get_matches_from(arguments);
    matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|error| refuse(&error))
}

/// Help goes to standard output as it is, an error to the error stream on one line.
fn refuse(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // A closed pipe is no reason to complain.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            screen::complain("no command given; try --help");
            ExitCode::from(2)
        }
        _ => {
            screen::complain(&one_line(&error.render().to_string()));
            ExitCode::from(2)
        }
    }
}

/// The gist of a message from the parser: its first paragraph and its tips on one line, with
/// nothing in it that could disturb a terminal.
fn one_line(message: &str) -> String {
    const LONGEST: usize = 300;
    let gist = message.split("\n\nUsage:").next().unwrap_or_default();
    let gist = gist.split("\n\nFor more information").next().unwrap_or_default();
    let gist = gist.strip_prefix("error: ").unwrap_or(gist);
    let words: Vec<_> = gist.split_whitespace().collect();
    let line: String = words.join(" ").replace(" tip: ", "; ");
    let mut line: String = line.chars().flat_map(printable).collect();
    if !line.contains(';') {
        line.push_str("; try --help");
    }
    if let Some((end, _)) = line.char_indices().nth(LONGEST) {
        line.truncate(end);
        line.push('…');
    }
    line
}

fn printable(c: char) -> impl Iterator<Item = char> {
    let escaped = c.is_control().then(|| c.escape_default());
    let plain = escaped.is_none().then_some(c);
    escaped.into_iter().flatten().chain(plain)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Text of all kinds, often close to what is right.
    fn word() -> impl Strategy<Value = String> {
        const NEAR: [&str; 17] = [
            "analyze",
            "play",
            "tictactoe",
            "nim",
            "mnk(width=4",
            "--position",
            "--moves",
            "-",
            "--depth",
            "3/3/3 x",
            "b2,a1",
            "--time",
            "1s",
            "--json",
            "--hash",
            "9",
            "--side",
        ];
        prop_oneof![proptest::sample::select(&NEAR[..]).prop_map(str::to_owned), ".{0,20}"]
    }

    proptest! {
        #[test]
        fn any_arguments_are_read_or_refused_on_one_line(
            words in proptest::collection::vec(word(), 0..6)
        ) {
            let words = core::iter::once("outplay".to_owned()).chain(words);
            let parsed = command("outplay", outplay_games::ALL).try_get_matches_from(words);
            if let Err(error) = parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
                let line = one_line(&error.render().to_string());
                prop_assert!(!line.chars().any(char::is_control), "{line:?}");
                prop_assert!(line.chars().count() <= 320);
            }
        }

        #[test]
        fn any_board_is_opened_or_refused(
            game in word(),
            position in proptest::option::of(word()),
            moves in proptest::option::of(word()),
        ) {
            // Nothing here may wait for standard input.
            let given = |text: Option<String>| text.filter(|text| text != "-");
            let (position, moves) = (given(position), given(moves));
            let (file, number, ply) = (None, 1, None);
            let args = BoardArgs { game: Some(game), position, file, number, ply, moves };
            let _ = board::open(outplay_games::ALL, &args);
        }
    }

    #[test]
    fn the_command_is_well_formed() {
        command("outplay", outplay_games::ALL).debug_assert();
        command("own-game", &outplay_games::ALL[..1]).debug_assert();
    }
}
