//! `outplay-tune play`: into a file.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use outplay::Stop;
use outplay_games::tuning::Tuned;
use outplay_tune::data::{self, Recipe};
use outplay_tune::progress::Progress;
use outplay_tune::{games, play};

/// Play games and keep their quiet positions
///
/// The same game, seed and nodes give the same file, whatever the threads. Ctrl-C ends it with the
/// games that are done; the same command continues.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = games::NAMES)]
    pub(crate) game: String,
    /// How many games there are to be in the file
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
    /// All chance comes from it
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games that are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// The file; if it is there, it is continued
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// To do.
pub(crate) struct Task {
    pub(crate) args: Args,
    pub(crate) stop: Stop,
}

impl games::Task for Task {
    fn run<G: Tuned>(self) -> Result<()> {
        let Args { game, games, seed, nodes, threads, out } = self.args;
        let recipe = Recipe { game, seed, nodes };
        let name = out.display();
        let (mut file, next) = continued(&out, &recipe).with_context(|| format!("{name}"))?;
        let mut progress = Progress::new();
        play::play::<G>(&recipe, (next, games), threads, &self.stop, |played| {
            file.write_all(played.to_string().as_bytes()).with_context(|| format!("{name}"))?;
            progress.show(|| format!("{} of {games} games", played.number), played.number == games);
            Ok(())
        })
    }
}

/// Opens a file at the end of its whole games, and says which game comes next.
fn continued(path: &Path, recipe: &Recipe) -> Result<(File, u64)> {
    let text = if path.exists() { fs::read_to_string(path)? } else { String::new() };
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    // It may have been ended in its first line.
    if !text.contains('\n') && format!("{recipe}\n").starts_with(&text) {
        file.set_len(0)?;
        writeln!(file, "{recipe}")?;
        return Ok((file, 1));
    }
    let contents = data::read(&text)?;
    ensure!(contents.recipe == *recipe, "it was made by '{}', not '{recipe}'", contents.recipe);
    file.set_len(contents.whole as u64)?;
    Ok((file, contents.games.len() as u64 + 1))
}
