//! Makes Othello's tables of patterns. See the book, "Othello".
//!
//!     othello_tune games DIRECTORY GAMES
//!
//! plays games with itself into files of a thousand each, and leaves those alone that are there.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use outplay_games::othello::tune::Games;

type Failure = Box<dyn std::error::Error>;

/// Games in a file.
const PORTION: u64 = 1000;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["games", directory, games] => play(Path::new(directory), games.parse()?),
        _ => Err("usage: othello_tune games DIRECTORY GAMES".into()),
    }
}

fn play(directory: &Path, games: u64) -> Result<(), Failure> {
    std::fs::create_dir_all(directory)?;
    let portions = games.div_ceil(PORTION);
    for portion in 0..portions {
        let path = directory.join(format!("{portion:05}.samples"));
        if path.exists() {
            continue;
        }
        let start = Instant::now();
        let (mut player, mut samples) = (Games::default(), vec![]);
        for game in 0..PORTION {
            player.play(outplay::mix(portion * PORTION + game), &mut samples);
        }
        // Whole or not at all.
        let unfinished = path.with_extension("unfinished");
        let mut file = std::io::BufWriter::new(std::fs::File::create(&unfinished)?);
        for sample in &samples {
            file.write_all(&sample.to_bytes())?;
        }
        file.into_inner()?;
        std::fs::rename(unfinished, path)?;
        let seconds = start.elapsed().as_secs_f64();
        eprintln!("{} of {portions}: {} samples, {seconds:.1} s", portion + 1, samples.len());
    }
    Ok(())
}
