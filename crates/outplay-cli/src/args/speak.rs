//! The arguments of `speak`.

use std::path::PathBuf;

use clap::{Args, builder::PossibleValuesParser};
use outplay::Profile;

use crate::limits;

#[derive(Args, Debug)]
pub(crate) struct SpeakArgs {
    /// The protocol
    #[arg(value_name = "PROTOCOL", value_parser = PossibleValuesParser::new(outplay_protocols::NAMES))]
    pub(crate) protocol: String,
    /// The game [default: the one that the protocol was made for]
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// How to play: an algorithm, and after a colon depth, nodes, time, threads, hash, seed, level
    #[arg(long, value_name = "PROFILE", default_value = "pvs", value_parser = limits::read::<Profile>)]
    pub(crate) profile: Profile,
    /// Searches at the same time, in protocols that have more than one
    #[arg(long, value_name = "N", default_value = "1", value_parser = limits::workers, allow_hyphen_values = true)]
    pub(crate) workers: usize,
    /// Append every line that comes and goes to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
}
