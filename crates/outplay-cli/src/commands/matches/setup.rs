//! From the arguments to a match.

use std::path::Path;
use std::time::Duration;

use outplay::{Entry, FileFormat, InputError, Session, mix, quote};
use outplay_match::{
    Dialect, EngineKind, EngineLimits, EngineSpec, Match, Openings, Order, Pairing, RandomPlies,
    Rules, Schedule, Scribe, Settings,
};

use crate::args::{MatchArgs, OpeningOrder};
use crate::board;
use crate::failure::Result;
use crate::{gamefile, input};

/// The match; its openings are apart from it.
pub(super) fn match_of<'g>(
    args: &MatchArgs,
    games: &'g [Entry],
    board: &dyn Session,
    scribe: Scribe,
) -> Result<Match<'g>> {
    let engines = engines(args)?;
    if args.sprt.is_some() && engines.len() != 2 {
        return Err(InputError::new("--sprt tests two engines")
            .hint(format!("{} are given", engines.len()))
            .into());
    }
    let pairing = if args.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin };
    let each = args.rounds.map_or(args.games, |rounds| rounds.saturating_mul(2)) as u64;
    let setup = Match {
        games,
        game: board.name(),
        schedule: Schedule::new(engines.len(), pairing, each),
        engines,
        limits: limits(args),
        rules: rules(args),
        sprt: args.sprt,
        seed: args.openings.seed,
        concurrency: args.concurrency,
        scribe,
        contender: &outplay_match::contender,
    };
    (0..setup.engines.len()).try_for_each(|engine| check_limits(&setup, engine))?;
    Ok(setup)
}

fn engines(args: &MatchArgs) -> Result<Vec<EngineSpec>> {
    if args.engines.len() < 2 {
        return Err(InputError::new("a match takes two engines or more")
            .hint("write --engine pvs:depth=6 --engine cmd=PROGRAM,protocol=uci")
            .into());
    }
    let mut engines = args.engines.clone();
    EngineSpec::tell_apart(&mut engines);
    Ok(engines)
}

fn limits(args: &MatchArgs) -> EngineLimits {
    EngineLimits {
        clock: args.clock.tc,
        move_time: args.clock.move_time,
        depth: args.clock.depth.map(board::reachable),
        nodes: args.clock.nodes,
    }
}

fn rules(args: &MatchArgs) -> Rules {
    Rules {
        draw: args.rules.draw_rule,
        resign: args.rules.resign_rule,
        max_plies: u32::try_from(args.rules.max_plies).ok(),
        margin: Duration::from_millis(args.clock.time_margin),
    }
}

/// An engine without any limit would think for ever; programs of some protocols have their own.
fn check_limits(setup: &Match<'_>, engine: usize) -> Result {
    let spec = &setup.engines[engine];
    let has_own = match &spec.kind {
        EngineKind::Own(profile) => {
            let own = profile.plan.limits;
            profile.level.is_some()
                || own.depth.is_some()
                || own.nodes.is_some()
                || own.time.is_some()
        }
        EngineKind::External(external) => {
            !matches!(external.protocol, Dialect::Uci | Dialect::Ucci)
        }
    };
    if has_own || !setup.limits_of(engine).is_none() {
        return Ok(());
    }
    if let EngineKind::External(external) = &spec.kind
        && !is_there(&external.cmd, external.dir.as_deref())
    {
        let cmd = quote(&external.cmd);
        return Err(InputError::new(format!("there is no program {cmd}")).into());
    }
    Err(InputError::new(format!("{} would think for ever", quote(&spec.name)))
        .hint("give it a limit: --tc 10+0.1, --move-time 100ms, --depth 6 or --nodes 100000")
        .into())
}

/// Whether there is such a program: at its path, from its directory or ours, or where the system
/// looks for plain names.
fn is_there(cmd: &str, dir: Option<&str>) -> bool {
    let path = Path::new(cmd);
    if path.components().count() > 1 {
        return path.is_file() || dir.is_some_and(|dir| Path::new(dir).join(path).is_file());
    }
    let program = format!("{cmd}{}", std::env::consts::EXE_SUFFIX);
    let there = |dir: std::path::PathBuf| dir.join(cmd).is_file() || dir.join(&program).is_file();
    std::env::var_os("PATH").is_some_and(|paths| std::env::split_paths(&paths).any(there))
}

/// Whether all engines play alike from the same position, as far as can be known.
pub(super) fn all_deterministic(setup: &Match<'_>) -> bool {
    (0..setup.engines.len()).all(|engine| is_deterministic(setup, engine))
}

fn is_deterministic(setup: &Match<'_>, engine: usize) -> bool {
    let limits = setup.limits_of(engine);
    let timed = limits.clock.is_some() || limits.move_time.is_some();
    match &setup.engines[engine].kind {
        EngineKind::Own(profile) => {
            let plan = &profile.plan;
            let by_chance = profile.level.is_some() || plan.random_ties || plan.threads > 1;
            !timed && !by_chance && plan.limits.time.is_none()
        }
        // Of a program that thinks by depth or nodes it is likely.
        EngineKind::External(_) => !timed && !limits.is_none(),
    }
}

/// Whether the output is named as a file of games, and not as a directory.
pub(super) fn is_file(output: &Path, board: &dyn Session) -> bool {
    let extension = output.extension().and_then(|extension| extension.to_str());
    let known = |extension: &str| {
        extension.eq_ignore_ascii_case(gamefile::JSON)
            || gamefile::by_extension(board.info().formats, output).is_some()
    };
    !output.is_dir() && extension.is_some_and(known)
}

/// Extensions of files, of games and otherwise: nobody calls a directory so.
const EXTENSIONS: [&str; 10] =
    ["pgn", "sgf", "ggf", "psq", "json", "jsonl", "txt", "epd", "fen", "csv"];

/// Refuses an output that is named as a file that the game can't be written to.
fn check_output(args: &MatchArgs, board: &dyn Session) -> Result {
    let Some(output) = args.output.as_deref().filter(|output| !output.is_dir()) else {
        return Ok(());
    };
    let extension = output.extension().and_then(|extension| extension.to_str());
    let is_extension = |text: &&str| EXTENSIONS.iter().any(|one| one.eq_ignore_ascii_case(text));
    let Some(extension) = extension.filter(is_extension).filter(|_| !is_file(output, board)) else {
        return Ok(());
    };
    let written = board.info().formats.iter().filter(|format| can_hold(format));
    let mut known: Vec<_> = written.map(|format| format!(".{}", format.extension)).collect();
    known.push(format!(".{}", gamefile::JSON));
    let what = format!("games of {} can't be written as .{extension} files", board.info().id);
    let hint = format!("name a directory, or a file that ends in {}", known.join(" or "));
    Err(InputError::new(what).hint(hint).into())
}

/// Whether a file in this format can hold a match.
fn can_hold(format: &FileFormat) -> bool {
    format.writes && format.id != "psq"
}

/// How the games are written: as the output's name ends, or as is usual.
pub(super) fn scribe(args: &MatchArgs, board: &dyn Session) -> Result<Scribe> {
    check_output(args, board)?;
    let named = args.output.as_deref().filter(|path| is_file(path, board));
    let format = match named {
        None => Scribe::usual_format(board),
        Some(path) => gamefile::by_extension(board.info().formats, path),
    };
    if let Some(format) = format.filter(|format| !can_hold(format)) {
        return Err(InputError::new(format!("{} files can't hold a match", format.id))
            .hint("name a directory, or a file that ends in .json")
            .into());
    }
    let engines = engines(args)?;
    let of = |spec: &EngineSpec| spec.limits.or(limits(args));
    let limits: Vec<_> = engines.iter().map(of).collect();
    Ok(Scribe {
        format,
        event: args.event.chars().filter(|c| !c.is_control()).collect(),
        names: engines.iter().map(|engine| engine.name.clone()).collect(),
        timed: limits.iter().any(|limits| limits.clock.is_some() || limits.move_time.is_some()),
        time_controls: limits.iter().map(time_control).collect(),
    })
}

/// As files of games write it.
fn time_control(limits: &EngineLimits) -> String {
    match (limits.clock, limits.move_time) {
        (Some(clock), _) => clock.to_string(),
        (None, Some(time)) => format!("{} s a move", time.as_secs_f64()),
        (None, None) => String::new(),
    }
}

/// The openings, and what they are made from.
pub(super) fn openings(args: &MatchArgs, board: &dyn Session) -> Result<(Openings, String)> {
    let given = &args.openings;
    if let Some(path) = &given.openings {
        let text = input::games(path)?;
        let extension = path.extension().and_then(|extension| extension.to_str());
        let order = match given.order {
            OpeningOrder::Sequential => Order::Sequential,
            OpeningOrder::Random => Order::Random(given.seed),
        };
        let name = quote(&path.to_string_lossy());
        let extension = extension.unwrap_or_default();
        let openings = Openings::from_file(board, extension, &text, given.plies, order)
            .map_err(|error| error.within(&name))?;
        let order = format!("{order:?}").to_lowercase();
        let source = format!("a file with sum {:016x}, {} plies, {order}", sum(&text), given.plies);
        return Ok((openings, source));
    }
    let Some(plies) = given.random_plies else {
        return Ok((Openings::start(), "the start".to_owned()));
    };
    let made = RandomPlies::new(board, plies, given.seed, given.balance);
    let mut openings = Openings::random(made);
    openings.check()?;
    let balance = given.balance.map_or("the better half".to_owned(), |most| format!("to {most}"));
    Ok((openings, format!("{plies} random plies, {balance}, seed {}", given.seed)))
}

/// Tells a file that was changed from the one that the match began with.
fn sum(text: &str) -> u64 {
    text.bytes().fold(text.len() as u64, |sum, byte| mix(sum ^ u64::from(byte)))
}

/// All that the games and the results depend on. The number of games is left out: a match may be
/// made longer.
pub(super) fn settings(args: &MatchArgs, setup: &Match<'_>, openings: &str) -> Settings {
    let mut settings = vec![("game".to_owned(), setup.game.clone())];
    let mut set = |name: &str, value: String| settings.push((name.to_owned(), value));
    for (number, engine) in (1..).zip(&setup.engines) {
        set(&format!("engine {number}"), engine.to_string());
    }
    set("pairing", if args.gauntlet { "gauntlet" } else { "round robin" }.to_owned());
    set("openings", openings.to_owned());
    set("seed", args.openings.seed.to_string());
    let EngineLimits { clock, move_time, depth, nodes } = setup.limits;
    let none = || "none".to_owned();
    set("clock", clock.map_or_else(none, |clock| clock.to_string()));
    set("move time", move_time.map_or_else(none, |time| format!("{} ms", time.as_millis())));
    set("depth", depth.map_or_else(none, |depth| depth.to_string()));
    set("nodes", nodes.map_or_else(none, |nodes| nodes.to_string()));
    set("time margin", format!("{} ms", args.clock.time_margin));
    set("draw rule", args.rules.draw_rule.map_or_else(none, |rule| rule.to_string()));
    set("resign rule", args.rules.resign_rule.map_or_else(none, |rule| rule.to_string()));
    set("longest game", format!("{} plies", args.rules.max_plies));
    set("test", args.sprt.map_or_else(none, |sprt| sprt.to_string()));
    let format = setup.scribe.format.map_or(gamefile::JSON, |format| format.id);
    set("format", format.to_owned());
    settings
}
