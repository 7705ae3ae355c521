//! The arguments of `batch`.

use std::path::PathBuf;

use clap::Args;
use outplay::{Algorithm, Profile};

use super::{LimitArgs, PartArgs};
use crate::limits;

#[derive(Args, Debug)]
pub(crate) struct BatchArgs {
    /// The game of the lines that name none
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The file to read, `-` for standard input [default: standard input]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUTPUT")]
    pub(crate) output: Option<PathBuf>,
    /// Go on where an earlier run stopped writing to OUTPUT
    #[arg(long, requires = "output")]
    pub(crate) resume: bool,
    /// Positions searched at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = limits::workers, allow_hyphen_values = true)]
    pub(crate) workers: Option<usize>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

/// How the lines are searched that do not say.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    /// An algorithm, and after a colon depth, nodes, time, threads, hash, seed, level, features, without; the other
    /// options change it
    #[arg(long, value_name = "PROFILE", default_value = "pvs", value_parser = limits::read::<Profile>)]
    pub(crate) profile: Profile,
    /// minimax, alphabeta, alphabeta-ordered, alphabeta-table, mtdf, pvs or solve
    #[arg(short, long, value_name = "NAME", value_parser = limits::read::<Algorithm>)]
    pub(crate) algorithm: Option<Algorithm>,
    /// Give every legal move its score
    #[arg(long)]
    pub(crate) all: bool,
    /// Give so many moves, the best ones, their scores and lines
    #[arg(long, value_name = "N", value_parser = limits::lines, allow_hyphen_values = true, conflicts_with = "all")]
    pub(crate) lines: Option<usize>,
    /// Threads that share a search
    #[arg(long, value_name = "N", value_parser = limits::threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<usize>,
    /// Mebibytes for the transposition table of each worker
    #[arg(long, value_name = "MIB", value_parser = limits::hash, allow_hyphen_values = true)]
    pub(crate) hash: Option<usize>,
    /// The seed of random choices
    #[arg(long, value_name = "N", value_parser = limits::seed, allow_hyphen_values = true)]
    pub(crate) seed: Option<u64>,
    /// Choose at random among moves that are proven or found to be equally good
    #[arg(long)]
    pub(crate) random_ties: bool,
    #[command(flatten)]
    pub(crate) parts: PartArgs,
}
