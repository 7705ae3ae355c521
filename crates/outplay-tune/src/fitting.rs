//! `outplay-tune fit`: from files of positions to a file of weights.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use outplay::Stop;
use outplay_games::tuning::Tuned;
use outplay_tune::data::{self, Recipe};
use outplay_tune::fit::{Fit, Options, State};
use outplay_tune::samples::Split;
use outplay_tune::{checkpoint, games};

/// Fit the weights to the results of games
///
/// Every tenth game is not learned from; how well the weights do there is shown beside. Ctrl-C ends
/// it after the pass under way; the same command continues. The first lines of the weights file
/// say how it was made.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = games::NAMES)]
    pub(crate) game: String,
    /// Files made by 'play'
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = 10)]
    passes: u32,
    /// All chance comes from it
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How much the results count, 0 to 1; the rest is the score of the search
    #[arg(long, value_name = "SHARE", default_value_t = 0.7, value_parser = share)]
    results: f64,
    /// The size of the first steps, in hundredths
    #[arg(long, value_name = "SIZE", default_value_t = 1.0, value_parser = positive)]
    step: f64,
    /// How strongly weights are held where they were
    #[arg(long, value_name = "STRENGTH", default_value_t = 1e-6, value_parser = positive)]
    hold: f64,
    /// The file of weights to write; what is to be continued stands beside it
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    positive(text).and_then(|share| match share <= 1.0 {
        true => Ok(share),
        false => Err("it should be at most 1".to_owned()),
    })
}

/// A number from 0 on.
fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "it should be a number, at least 0".to_owned())
}

/// To do.
pub(crate) struct Task {
    pub(crate) args: Args,
    pub(crate) stop: Stop,
}

impl games::Task for Task {
    fn run<G: Tuned>(self) -> Result<()> {
        let Task { args, stop } = self;
        let options = Options {
            passes: args.passes,
            seed: args.seed,
            results: args.results,
            step: args.step,
            hold: args.hold,
        };
        let (split, recipes) = read::<G>(&args)?;
        let start: Vec<_> = G::weights().into_iter().map(|weight| weight.values).collect();
        let fit = Fit::new(&split.learned, start.clone(), options);
        let errors = |weights: &[[f64; 2]]| {
            [&split.learned, &split.checked].map(|samples| fit.error(samples, weights))
        };
        let before = errors(&start);
        let (learned, checked) = (split.learned.len(), split.checked.len());
        eprintln!(
            "{} games, {learned} positions, {checked} to check, k {:.6}",
            split.games,
            fit.k()
        );
        eprintln!("{}", shown("start", before));
        let place = args.out.with_extension("part");
        let name = format!("{} {options:?} {learned} {checked} {before:?}", args.game);
        let mut state = begun(&place, &name, start)?;
        while state.passes < args.passes && !stop.is_raised() {
            fit.pass(&mut state);
            eprintln!("{}", shown(&format!("pass {}", state.passes), errors(&state.weights)));
            fs::write(&place, checkpoint::write(&name, &state))
                .with_context(|| format!("{}", place.display()))?;
        }
        if state.passes < args.passes {
            return Ok(());
        }
        let made = [
            format!("Made by: {}", command(&args)),
            format!("from {} games, {learned} positions to learn from and {checked}", split.games),
            format!("to check. k = {:.6}. {}.", fit.k(), shown("Error before", before)),
            format!("{}.", shown("Error after", errors(&state.weights))),
        ];
        let comment = [&made[..], &recipes].concat().join("\n");
        fs::write(&args.out, G::weights_file(&comment, &state.weights))
            .with_context(|| format!("{}", args.out.display()))?;
        // What is left to continue is of no use any more.
        let _ = fs::remove_file(&place);
        Ok(())
    }
}

/// The errors on the positions learned from, and on those to check.
fn shown(what: &str, [learned, checked]: [f64; 2]) -> String {
    format!("{what}: {learned:.6}, where not learned from {checked:.6}")
}

/// All positions of the files, and the commands that made these.
fn read<G: Tuned>(args: &Args) -> Result<(Split, Vec<String>)> {
    let (mut split, mut recipes) = (Split::default(), vec![]);
    for path in &args.data {
        let name = || format!("{}", path.display());
        let text = fs::read_to_string(path).with_context(name)?;
        let contents = data::read(&text).with_context(name)?;
        let found = &contents.recipe.game;
        ensure!(*found == args.game, "{}: it is of {found}, not {}", name(), args.game);
        split.add::<G>(&contents).with_context(name)?;
        let Recipe { game, seed, nodes } = &contents.recipe;
        let (name, games) = (file_name(path), contents.games.len());
        recipes.push(format!(
            "{name}: outplay-tune play {game} --games {games} --seed {seed} --nodes {nodes}"
        ));
    }
    ensure!(!split.learned.is_empty() && !split.checked.is_empty(), "too few games to learn from");
    Ok((split, recipes))
}

/// The state to go on from.
fn begun(place: &Path, name: &str, start: Vec<[f64; 2]>) -> Result<State> {
    if !place.exists() {
        return Ok(State::new(start));
    }
    let within = || format!("{}", place.display());
    let text = fs::read_to_string(place).with_context(within)?;
    let state = checkpoint::read(&text, name, start.len()).with_context(within)?;
    eprintln!("continued after pass {}", state.passes);
    Ok(state)
}

/// The command, for the file that it makes.
fn command(args: &Args) -> String {
    let data: Vec<String> = args.data.iter().map(|path| file_name(path)).collect();
    format!(
        "outplay-tune fit {} --data {} --passes {} --seed {} --results {} --step {} --hold {:e}",
        args.game,
        data.join(" "),
        args.passes,
        args.seed,
        args.results,
        args.step,
        args.hold
    )
}

/// Without its folder.
fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
