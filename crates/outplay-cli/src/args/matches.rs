//! The arguments of `match`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use outplay_match::stats::Sprt;
use outplay_match::{DrawRule, EngineSpec, ResignRule, TimeControl};

use crate::limits;

#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// The game, with parameters if need be
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// An engine, given twice or more: one of ours (pvs:depth=6,name=deep), or another program
    /// (cmd=stockfish,protocol=uci,option.Hash=64)
    #[arg(short, long = "engine", value_name = "SPEC", value_parser = limits::read::<EngineSpec>)]
    pub(crate) engines: Vec<EngineSpec>,
    /// Games between every two engines; each opening is played with both colours
    #[arg(short, long, value_name = "N", default_value = "100", value_parser = limits::games, allow_hyphen_values = true)]
    pub(crate) games: usize,
    /// Pairs of games between every two engines, instead of --games
    #[arg(long, value_name = "N", value_parser = limits::games, allow_hyphen_values = true, conflicts_with = "games")]
    pub(crate) rounds: Option<usize>,
    /// The first engine meets all others, which do not meet each other
    #[arg(long)]
    pub(crate) gauntlet: bool,
    /// Games at the same time
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = limits::at_once, allow_hyphen_values = true)]
    pub(crate) concurrency: usize,
    #[command(flatten)]
    pub(crate) openings: OpeningArgs,
    #[command(flatten)]
    pub(crate) clock: ClockArgs,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Stop when one of two hypotheses is clear: elo0=0,elo1=10,alpha=0.05,beta=0.05,
    /// model=logistic (or normalized)
    #[arg(long, value_name = "TEST", value_parser = limits::read::<Sprt>, help_heading = "Results")]
    pub(crate) sprt: Option<Sprt>,
    /// Keep the games in this directory, or in this file with its journal beside it; a match that
    /// is there goes on where it stopped
    #[arg(short, long, value_name = "PATH", help_heading = "Results")]
    pub(crate) output: Option<PathBuf>,
    /// Only go on with a match that is there
    #[arg(long, requires = "output", help_heading = "Results")]
    pub(crate) resume: bool,
    /// What the match is called in files of games
    #[arg(long, value_name = "NAME", default_value = "Outplay match", help_heading = "Results")]
    pub(crate) event: String,
}

/// Where games begin.
#[derive(Args, Debug)]
#[command(next_help_heading = "Openings")]
pub(crate) struct OpeningArgs {
    /// Openings in a file: positions (FEN, EPD) or `moves M1 M2 …` a line, or recorded games
    #[arg(long, value_name = "FILE", conflicts_with_all = ["random_plies", "balance"])]
    pub(crate) openings: Option<PathBuf>,
    /// Follow recorded games for so many plies
    #[arg(long, value_name = "N", default_value = "12", value_parser = limits::ply, allow_hyphen_values = true)]
    pub(crate) plies: usize,
    /// In which order to take them
    #[arg(long, value_name = "ORDER", default_value = "sequential")]
    pub(crate) order: OpeningOrder,
    /// Begin with so many random moves that leave the game about equal
    #[arg(long, value_name = "N", value_parser = limits::ply, allow_hyphen_values = true)]
    pub(crate) random_plies: Option<usize>,
    /// Leave out random openings so many units or more from equal [default: the worse half]
    #[arg(long, value_name = "SCORE", requires = "random_plies", allow_hyphen_values = true, value_parser = score)]
    pub(crate) balance: Option<f64>,
    /// The seed of the openings, and of engines that choose at random
    #[arg(long, value_name = "N", default_value = "0", value_parser = limits::seed, allow_hyphen_values = true)]
    pub(crate) seed: u64,
}

/// The order of openings in a file.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpeningOrder {
    /// As in the file
    Sequential,
    /// Shuffled by the seed
    Random,
}

/// What an engine may take, unless it has limits of its own.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct ClockArgs {
    /// A clock: 60+0.5 is a minute and half a second a move, 40/60 a minute for each 40 moves
    #[arg(long, value_name = "TC", value_parser = limits::read::<TimeControl>, conflicts_with = "move_time")]
    pub(crate) tc: Option<TimeControl>,
    /// Time for each move: 500ms, 2s
    #[arg(long, value_name = "TIME", value_parser = limits::time, allow_hyphen_values = true)]
    pub(crate) move_time: Option<Duration>,
    /// Look so many plies ahead
    #[arg(short, long, value_name = "N", value_parser = limits::depth, allow_hyphen_values = true)]
    pub(crate) depth: Option<u32>,
    /// Visit so many nodes
    #[arg(long, value_name = "N", value_parser = limits::nodes, allow_hyphen_values = true)]
    pub(crate) nodes: Option<u64>,
    /// How much a clock may be overstepped, in milliseconds
    #[arg(long, value_name = "MS", default_value = "20", value_parser = limits::milliseconds, allow_hyphen_values = true)]
    pub(crate) time_margin: u64,
}

/// What ends games early.
#[derive(Args, Debug)]
#[command(next_help_heading = "Adjudication")]
pub(crate) struct RuleArgs {
    /// A draw when both sides think so for a while: move=40,count=8,score=0.1
    #[arg(long, value_name = "RULE", value_parser = limits::read::<DrawRule>)]
    pub(crate) draw_rule: Option<DrawRule>,
    /// A loss when the loser thinks so for a while: count=3,score=6,both=off
    #[arg(long, value_name = "RULE", value_parser = limits::read::<ResignRule>)]
    pub(crate) resign_rule: Option<ResignRule>,
    /// A draw after so many plies, those of the opening included
    #[arg(long, value_name = "N", default_value = "2000", value_parser = limits::plies, allow_hyphen_values = true)]
    pub(crate) max_plies: usize,
}

/// `--balance`
fn score(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(score) if score > 0.0 && score.is_finite() => Ok(score),
        _ => Err("not a score; write one such as 0.5".to_owned()),
    }
}
