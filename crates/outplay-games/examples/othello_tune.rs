//! Makes Othello's tables of patterns:
//!
//!     othello_tune games DIRECTORY GAMES
//!     othello_tune fit DIRECTORY PASSES FILE
//!     othello_tune errors POSITIONS
//!
//! The first plays games with itself into files of a thousand each, and leaves those alone that
//! are there. The second learns from them all. The third says how well shallow searches foretell
//! deeper ones, from 3 plies on, in hundredths of a disc, from early to late. All give the same on
//! every run.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use outplay::Random;
use outplay_games::othello::tune::{Fit, ForecastErrors, Games, Sample};

type Failure = Box<dyn std::error::Error>;

/// Games in a file.
const PORTION: u64 = 1000;
/// One sample in so many is kept back, to measure by.
const KEPT_BACK: usize = 40;
/// The rate of the first pass and of the last.
const RATES: [f32; 2] = [0.3, 0.03];

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["games", directory, games] => play(Path::new(directory), games.parse()?),
        ["fit", directory, passes, file] => {
            fit(Path::new(directory), passes.parse()?, Path::new(file))
        }
        ["errors", positions] => errors(positions.parse()?),
        _ => Err("usage: othello_tune games DIRECTORY GAMES | fit DIRECTORY PASSES FILE | \
                  errors POSITIONS"
            .into()),
    }
}

fn errors(positions: u64) -> Result<(), Failure> {
    let mut errors = ForecastErrors::new()?;
    for seed in 0..positions {
        errors.measure(seed);
    }
    let mut out = std::io::stdout().lock();
    for (count, row) in errors.rows() {
        writeln!(out, "{row:?} from {count} positions")?;
    }
    Ok(())
}

fn play(directory: &Path, games: u64) -> Result<(), Failure> {
    fs::create_dir_all(directory)?;
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
        let mut file = std::io::BufWriter::new(fs::File::create(&unfinished)?);
        for sample in &samples {
            file.write_all(&sample.to_bytes())?;
        }
        file.into_inner()?;
        fs::rename(unfinished, path)?;
        let seconds = start.elapsed().as_secs_f64();
        eprintln!("{} of {portions}: {} samples, {seconds:.1} s", portion + 1, samples.len());
    }
    Ok(())
}

fn fit(directory: &Path, passes: u32, file: &Path) -> Result<(), Failure> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<Result<_, Failure>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "samples"));
    paths.sort();
    let mut samples: Vec<Sample> = vec![];
    for path in paths {
        let bytes = fs::read(path)?;
        samples.extend(bytes.as_chunks().0.iter().map(Sample::from_bytes));
    }
    // Whole games, so that nothing near them was learnt from.
    let kept_back = samples.split_off(samples.len() - samples.len() / KEPT_BACK);
    eprintln!("{} samples, {} kept back", samples.len(), kept_back.len());
    let (mut fit, mut random) = (Fit::default(), Random::new(1));
    for pass in 0..passes {
        let along = pass as f32 / passes.saturating_sub(1).max(1) as f32;
        let rate = RATES[0] * (RATES[1] / RATES[0]).powf(along);
        let [seen, unseen] = [fit.pass(&mut samples, rate, &mut random), fit.errors(&kept_back)]
            .map(|errors| errors.square.sqrt());
        eprintln!("pass {}: error {seen:.2}, on what was kept back {unseen:.2}", pass + 1);
        fs::write(file, fit.model().bytes())?;
    }
    Ok(())
}
