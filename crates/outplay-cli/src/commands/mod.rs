//! The commands, a file each, and what they share.

mod analyze;
mod batch;
mod bench;
mod compare;
mod convert;
mod explain;
mod games;
mod heat;
mod matches;
mod perft;
mod play;
mod show;
mod solve;
mod speak;
mod tree;

use std::io::{self, IsTerminal, Write};

use outplay::{
    Algorithm, Analysis, Entry, Features, InputError, Limits, Plan, Session, Stop, Stopped, Update,
    quote,
};

use crate::args::{self, Command, EngineArgs, LimitArgs, OutputArgs};
use crate::board;
use crate::failure::{Failure, Result};
use crate::format;
use crate::render::{self, Look};
use crate::screen::{self, Screen};
use crate::signal::Interrupt;
use crate::words;

/// The notation that programs read, as people call it.
const PLAIN: &str = "plain";

/// What every command needs.
pub(crate) struct Context<'g> {
    pub(crate) games: &'g [Entry],
    pub(crate) program: &'g str,
    pub(crate) screen: Screen,
    pub(crate) interrupt: Interrupt,
}

impl<'g> Context<'g> {
    pub(crate) fn new(games: &'g [Entry], program: &'g str, output: &OutputArgs) -> Context<'g> {
        Context { games, program, screen: Screen::new(output), interrupt: Interrupt::install() }
    }

    /// Searches, telling a terminal how far it has come. Ctrl-C ends it with what it has.
    fn search(&self, session: &mut dyn Session, plan: &Plan) -> Result<Analysis> {
        let tell = io::stderr().is_terminal();
        let notation = self.notation(session)?.map(str::to_owned);
        let (board, ascii) = (session.fork(), self.screen.ascii);
        let mut watch = move |update: Update<'_>| {
            if let (true, Update::Report(analysis)) = (tell, update) {
                let pv = match &notation {
                    Some(notation) => spelled(board.as_ref(), &analysis.pv, notation, ascii),
                    None => analysis.pv.clone(),
                };
                // Over the time that passes, see `signal`.
                screen::overwrite("");
                screen::note(&progress(analysis, &pv));
            }
        };
        let search = |stop: &Stop| session.search(plan, stop, &mut watch);
        Ok(self.interrupt.during(search)?)
    }

    /// The notation that people see in this game; `None` is the one that programs do.
    fn notation(&self, session: &dyn Session) -> core::result::Result<Option<&str>, InputError> {
        let info = session.info();
        if self.screen.json {
            return Ok(None);
        }
        let Some(name) = self.screen.notation.as_deref() else {
            return Ok(info.notations.first().copied());
        };
        if name.eq_ignore_ascii_case(PLAIN) {
            return Ok(None);
        }
        let known = info.notations.iter().find(|known| known.eq_ignore_ascii_case(name));
        known.copied().map(Some).ok_or_else(|| {
            let all = info.notations.iter().chain([&PLAIN]).copied().collect::<Vec<_>>().join(", ");
            InputError::new(format!("{} has no notation {}", info.id, quote(name)))
                .hint(format!("it has {all}"))
        })
    }

    /// Moves that follow one another from the session's position, as people see them.
    fn spell(&self, session: &dyn Session, moves: &[String]) -> Vec<String> {
        match self.notation(session) {
            Ok(Some(notation)) => spelled(session, moves, notation, self.screen.ascii),
            _ => moves.to_vec(),
        }
    }

    /// One move as people see it.
    fn spell_one(&self, session: &dyn Session, m: &str) -> String {
        self.spell(session, &[m.to_owned()]).concat()
    }

    /// The analysis with its moves as people see them.
    fn spelled(&self, session: &dyn Session, analysis: &Analysis) -> Analysis {
        let mut analysis = analysis.clone();
        if !matches!(self.notation(session), Ok(Some(_))) {
            return analysis;
        }
        analysis.best = analysis.best.map(|best| self.spell_one(session, &best));
        analysis.pv = self.spell(session, &analysis.pv);
        for line in &mut analysis.lines {
            line.best = self.spell_one(session, &line.best);
            line.pv = self.spell(session, &line.pv);
        }
        analysis
    }

    fn look(&self) -> Look {
        Look { color: self.screen.color, ascii: self.screen.ascii }
    }

    /// Draws the board, with an empty line after it.
    fn draw(&mut self, session: &dyn Session) -> Result {
        let lines = render::board(&session.view(), self.look());
        self.lines(&lines)?;
        writeln!(self.screen)?;
        Ok(())
    }

    fn lines(&mut self, lines: &[String]) -> Result {
        for line in lines {
            writeln!(self.screen, "{line}")?;
        }
        Ok(())
    }

    /// Rows of a word and what it says, the words aligned.
    fn facts(&mut self, facts: &[(&str, String)]) -> Result {
        let widest = facts.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
        for (word, text) in facts {
            let word = self.screen.faint(&format!("{word:<widest$}"));
            writeln!(self.screen, "{word}  {text}")?;
        }
        Ok(())
    }
}

/// Moves in a notation, or plain ones if it needs more than the plain letters that are wanted.
fn spelled(session: &dyn Session, moves: &[String], notation: &str, ascii: bool) -> Vec<String> {
    let spelled = session.spell(moves, notation);
    if ascii && !spelled.iter().all(|m| m.is_ascii()) { moves.to_vec() } else { spelled }
}

/// Does what was asked.
pub(crate) fn run(command: &Command, context: &mut Context<'_>) -> Result {
    match command {
        Command::Games(args) => games::run(args, context),
        Command::Show(args) => show::run(args, context),
        Command::Play(args) => play::run(args, context),
        Command::Analyze(args) => analyze::run(args, context),
        Command::Compare(args) => compare::run(args, context),
        Command::Tree(args) => tree::run(args, context),
        Command::Solve(args) => solve::run(args, context),
        Command::Perft(args) => perft::run(args, context),
        Command::Convert(args) => convert::run(args, context),
        Command::Match(args) => matches::run(args, context),
        Command::Batch(args) => batch::run(args, context),
        Command::Speak(args) => speak::run(args, context),
        Command::Bench(args) => bench::run(args, context),
        Command::Completions { .. } | Command::Man if context.screen.json => Err(Failure::Usage(
            "--json is for results; completions and man print what shells and man read".to_owned(),
        )),
        Command::Completions { shell } => completions(*shell, context),
        Command::Man => manual(context),
    }
}

fn completions(shell: clap_complete::Shell, context: &mut Context<'_>) -> Result {
    let mut command = args::command(context.program, context.games);
    // It would panic on a closed pipe if it wrote there itself.
    let mut script = vec![];
    clap_complete::generate(shell, &mut command, context.program, &mut script);
    context.screen.write_all(&script)?;
    Ok(())
}

/// One page: the program, and below it every command with its options.
fn manual(context: &mut Context<'_>) -> Result {
    let command = args::command(context.program, context.games);
    let subcommands: Vec<_> = command.get_subcommands().cloned().collect();
    let mut page = vec![];
    clap_mangen::Man::new(command).render(&mut page)?;
    for subcommand in subcommands {
        let name = subcommand.get_name().to_uppercase();
        writeln!(page, ".SH \"{name}\"")?;
        let mut section = vec![];
        let man = clap_mangen::Man::new(subcommand.bin_name(context.program));
        man.render_description_section(&mut section)?;
        man.render_options_section(&mut section)?;
        let section = String::from_utf8_lossy(&section);
        page.extend(
            section.replace(".SH DESCRIPTION\n", "").replace(".SH OPTIONS", ".SS Options").bytes(),
        );
    }
    context.screen.write_all(&page)?;
    Ok(())
}

/// The limits that were given, depths cut to what can be reached.
fn limits(args: LimitArgs) -> Limits {
    Limits {
        depth: args.depth.map(board::reachable),
        nodes: args.nodes,
        time: args.time,
        ..Limits::default()
    }
}

fn is_unlimited(limits: &Limits) -> bool {
    *limits == Limits::default()
}

fn plan(algorithm: Algorithm, limits: Limits, engine: EngineArgs) -> Plan {
    Plan {
        algorithm,
        features: engine.parts.of(Features::ALL),
        limits,
        threads: engine.threads,
        hash_bytes: engine.hash,
        seed: engine.seed.unwrap_or(0),
        random_ties: engine.random_ties,
        ..Plan::default()
    }
}

/// The greatest depth up to `most` at which plain minimax visits no more than `nodes` nodes, but
/// at least 1.
fn affordable_depth(
    session: &dyn Session,
    most: u32,
    nodes: u64,
    stop: &Stop,
) -> core::result::Result<u32, Stopped> {
    let mut visited = 1u64;
    for depth in 1..=most {
        let below = session.perft(depth, stop)?.nodes;
        visited = visited.saturating_add(below);
        if visited > nodes || below == 0 {
            return Ok((depth - 1).max(1));
        }
    }
    Ok(most.max(1))
}

/// One line on an iteration that was done.
fn progress(analysis: &Analysis, pv: &[String]) -> String {
    format!(
        "depth {:>3}  {:<16} {:>14} nodes  {:>9}  {}",
        analysis.depth,
        analysis.score.to_string(),
        format::thousands(analysis.nodes),
        format::time(analysis.time_ms),
        line_of(pv),
    )
}

/// Moves on one line, a long list cut.
fn line_of(moves: &[String]) -> String {
    const LONGEST: usize = 16;
    let shown = moves.iter().take(LONGEST).map(String::as_str);
    let mut text = shown.collect::<Vec<_>>().join(" ");
    if moves.len() > LONGEST {
        text.push_str(" …");
    }
    text
}

/// What was counted, on one line.
fn effort(analysis: &Analysis) -> String {
    format!(
        "{} in {} ({}), depth {}, deepest ply {}",
        format::count(analysis.nodes, "node"),
        format::time(analysis.time_ms),
        format::rate(analysis.nodes_per_second),
        analysis.depth,
        analysis.selective_depth,
    )
}

/// The value in words and how sure it is.
fn value_in_words(session: &dyn Session, analysis: &Analysis) -> String {
    let info = session.info();
    let mover = words::player(analysis.turn.unwrap_or(0));
    format!("{} ({})", words::verdict(info, mover, &analysis.score), words::standing(analysis))
}
