//! The one implementation of a session, for every game.

use core::time::Duration;
use std::time::Instant;

use crate::error::{InputError, quote};
use crate::game::{Game, Info, Theory, list};
use crate::limits::{Limits, Stop, Stopped};
use crate::line::Line;
use crate::observer::Observer;
use crate::perft::{self, Census, CensusError, Perft};
use crate::position::{MAX_PLY, Outcome, Player};
use crate::pvs::Features;
use crate::record::Recorder;
use crate::score::{Bound, Score, Value};
use crate::search::Shared;
use crate::stats::{Report, RootLine, Stats};
use crate::table::Table;
use crate::transcript::{Transcript, Turn};
use crate::view::{Mark, View};

use super::{Algorithm, Analysis, MoveLine, Plan, Session, Update, result_text};

pub(super) struct Board<G: Game> {
    name: String,
    /// The start position of the game with its parameters.
    first: G,
    /// Where the history began.
    start: G,
    line: Line<G>,
    played: Vec<(G::Move, G::Undo)>,
    table: Table,
    /// What the table's contents and size are for.
    table_for: Option<(Algorithm, Features, usize)>,
}

impl<G: Game> Board<G> {
    pub(super) fn new(start: G, name: String) -> Board<G> {
        Board {
            name,
            first: start.clone(),
            start: start.clone(),
            line: Line::new(start),
            played: vec![],
            table: Table::none(),
            table_for: None,
        }
    }

    fn begin(&mut self, start: G) {
        self.start = start.clone();
        self.line = Line::new(start);
        self.played.clear();
    }

    fn read(&self, text: &str) -> Result<G::Move, InputError> {
        if let Some(outcome) = self.outcome() {
            return Err(InputError::new(format!("{} can't be played", quote(text)))
                .hint(format!("the game is over: {}", result_text(&G::INFO, outcome))));
        }
        let position = self.line.position();
        let m = position.read(text)?;
        let mut legal = vec![];
        position.moves(&mut legal);
        if legal.contains(&m) {
            if self.line.clone().allows(m) {
                return Ok(m);
            }
            let what = format!("{} would repeat an earlier position", quote(text));
            Err(InputError::new(what).hint("play elsewhere first"))
        } else {
            let legal = list(legal.iter().map(|&m| position.write(m)));
            Err(InputError::new(format!("{} is not a legal move", quote(text)))
                .hint(format!("legal: {legal}")))
        }
    }

    /// Moves from the current position as text.
    fn write_line(&self, moves: &[G::Move]) -> Vec<String> {
        let mut position = self.line.position().clone();
        let write = |&m: &G::Move| {
            let text = position.write(m);
            position.play(m);
            text
        };
        moves.iter().map(write).collect()
    }

    /// Makes the table fit for the plan. It counts as thinking time: of that, a tenth at most is
    /// spent on it, and the table is smaller if that does not do.
    fn prepare_table(&mut self, plan: &Plan, stop: &Stop) -> Result<(), InputError> {
        if !plan.algorithm.uses_table() {
            return Ok(());
        }
        let wanted = Some((plan.algorithm, plan.features, plan.hash_bytes));
        match self.table_for {
            _ if wanted == self.table_for => {}
            Some((.., bytes)) if bytes == plan.hash_bytes => self.table.clear(),
            _ => {
                // The old one first, so that there are never two.
                self.table = Table::none();
                let started = Instant::now();
                let patient = || {
                    let in_time = |time: Duration| started.elapsed() < time / 10;
                    !stop.is_raised() && plan.limits.time.is_none_or(in_time)
                };
                self.table = Table::new_while(plan.hash_bytes, patient)
                    .map_err(|error| InputError::new(error.to_string()))?;
            }
        }
        let whole = self.table.capacity() == Table::capacity_of(plan.hash_bytes);
        self.table_for = wanted.filter(|_| whole);
        Ok(())
    }

    fn run<O: Observer<G>>(
        &self,
        plan: &Plan,
        only: Option<&[usize]>,
        stop: &Stop,
        observer: &mut O,
    ) -> Report<G::Move> {
        let (line, evaluator) = (&self.line, &self.line.position().evaluator());
        let shared = &Shared {
            limits: plan.limits,
            stop: stop.clone(),
            table: &self.table,
            threads: plan.threads,
            lines: plan.lines,
            only,
            random_ties: plan.random_ties.then_some(plan.seed),
        };
        match plan.algorithm {
            Algorithm::Minimax => crate::minimax(line, evaluator, observer, shared),
            Algorithm::AlphaBeta => crate::alphabeta(line, evaluator, observer, shared),
            Algorithm::AlphaBetaOrdered => {
                crate::alphabeta_ordered(line, evaluator, observer, shared)
            }
            Algorithm::AlphaBetaTable => crate::alphabeta_table(line, evaluator, observer, shared),
            Algorithm::Pvs => crate::pvs_with(plan.features, line, evaluator, observer, shared),
            Algorithm::Mtdf => crate::mtdf(line, evaluator, observer, shared),
            Algorithm::Solve => crate::solve(line, evaluator, observer, shared),
        }
    }

    /// The places of the only moves to consider.
    fn places(&self, only: &[String]) -> Result<Option<Vec<usize>>, InputError> {
        if only.is_empty() {
            return Ok(None);
        }
        let mut moves = vec![];
        self.line.clone().moves(&mut moves);
        let place = |text: &String| {
            let m = self.read(text)?;
            let place = moves.iter().position(|&legal| legal == m);
            place.ok_or_else(|| InputError::new(format!("{} is not a legal move", quote(text))))
        };
        only.iter().map(place).collect::<Result<_, _>>().map(Some)
    }

    fn analysis(&self, plan: &Plan, report: &Report<G::Move>) -> Analysis {
        let stats = &report.stats;
        let move_line = |line: &RootLine<G::Move>| MoveLine {
            best: self.line.position().write(line.best),
            score: line.value,
            pv: self.write_line(&line.pv),
            nodes: line.nodes,
        };
        Analysis {
            game: self.name.clone(),
            position: self.position(),
            turn: self.turn().map(|turn| turn.index() as u8),
            algorithm: plan.algorithm.name(),
            best: report.best.map(|m| self.line.position().write(m)),
            score: report.value,
            depth: report.depth,
            selective_depth: stats.selective_depth,
            nodes: stats.nodes,
            leaves: stats.leaves,
            cutoffs: stats.cutoffs,
            first_move_rate: stats.first_move_rate(),
            table_probes: stats.table_probes,
            table_hits: stats.table_hits,
            table_cutoffs: stats.table_cutoffs,
            hash_full: self.table.fullness(),
            effective_branching_factor: stats.effective_branching_factor(report.depth),
            time_ms: (stats.time.as_secs_f64() * 1e6).round() / 1e3,
            nodes_per_second: stats.nodes_per_second(),
            pv: self.write_line(&report.pv),
            lines: report.lines.iter().map(move_line).collect(),
            threads: plan.threads,
            seed: plan.seed,
            stopped: report.stopped,
            theory: None,
            tree: None,
        }
    }

    /// Theory's answer, shaped as a report.
    fn by_theory(&self, theory: &Theory<G::Move>) -> Report<G::Move> {
        let turn = self.line.position().turn();
        let (score, bound) = match theory.winner {
            None => (Score::DRAW, Bound::Exact),
            // The game lasts at most so long: the win may come sooner, and the loss as well.
            Some(winner) if winner == turn => (Score::win_in(theory.plies), Bound::Lower),
            Some(_) => (Score::loss_in(theory.plies), Bound::Upper),
        };
        let value = Value { score, bound, proven: true, by_margin: false };
        Report {
            best: Some(theory.best),
            value,
            depth: 0,
            pv: if theory.line.is_empty() { vec![theory.best] } else { theory.line.clone() },
            lines: vec![],
            stats: Stats::default(),
            stopped: None,
        }
    }
}

/// Theory knows who wins but not how fast: if the position is small, a search of so many nodes may
/// still find out.
const NODES_BESIDE_THEORY: u64 = 2_000_000;
const MOVES_BESIDE_THEORY: usize = 64;

impl<G: Game> Session for Board<G> {
    fn info(&self) -> &'static Info {
        self.first.info()
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn reset(&mut self) {
        self.begin(self.first.clone());
    }

    fn set(&mut self, position: &str) -> Result<(), InputError> {
        let position = self.first.parse(position).map_err(|error| error.within("position"))?;
        self.begin(position);
        Ok(())
    }

    fn split(&self, word: &str) -> Result<Vec<String>, InputError> {
        self.line.position().split(word)
    }

    fn play(&mut self, text: &str) -> Result<String, InputError> {
        let m = self.read(text)?;
        let written = self.line.position().write(m);
        let undo = self.line.play(m);
        self.played.push((m, undo));
        Ok(written)
    }

    fn undo(&mut self) -> Option<String> {
        let (m, undo) = self.played.pop()?;
        self.line.undo(m, undo);
        Some(self.line.position().write(m))
    }

    fn history(&self) -> Vec<String> {
        let mut position = self.start.clone();
        let write = |(m, _): &(G::Move, G::Undo)| {
            let text = position.write(*m);
            position.play(*m);
            text
        };
        self.played.iter().map(write).collect()
    }

    fn start(&self) -> String {
        self.start.to_string()
    }

    fn position(&self) -> String {
        self.line.position().to_string()
    }

    fn turn(&self) -> Option<Player> {
        self.outcome().is_none().then(|| self.line.position().turn())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.line.outcome()
    }

    fn ended_by_repetition(&self) -> bool {
        self.line.ended_by_repetition()
    }

    fn claim(&self) -> Option<Outcome> {
        self.line.claim()
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = vec![];
        if self.outcome().is_none() {
            self.line.clone().moves(&mut moves);
        }
        moves.into_iter().map(|m| self.line.position().write(m)).collect()
    }

    fn key(&self) -> u64 {
        self.line.position().key()
    }

    fn view(&self) -> View {
        let mut view = self.line.position().view();
        if let Some(&(m, _)) = self.played.last() {
            // The move's own position says which cells it touched.
            let mut before = self.start.clone();
            for &(m, _) in &self.played[..self.played.len() - 1] {
                before.play(m);
            }
            for cell in before.clicks(m) {
                if let Some(cell) = view.cells.get_mut(cell)
                    && cell.mark == Mark::None
                {
                    cell.mark = Mark::Last;
                }
            }
        }
        view
    }

    fn spell(&self, moves: &[String], notation: &str) -> Vec<String> {
        let mut position = self.line.position().clone();
        let mut spelled = vec![];
        for text in moves {
            let Ok(m) = position.read(text) else { break };
            let mut legal = vec![];
            position.moves(&mut legal);
            if position.outcome().is_some() || !legal.contains(&m) {
                break;
            }
            spelled.push(position.write_in(notation, m));
            position.play(m);
        }
        spelled.extend(moves[spelled.len()..].iter().cloned());
        spelled
    }

    fn transcript(&self) -> Transcript {
        let usual = self.first.to_string() == self.start.to_string();
        let result = self.outcome().map(|outcome| match outcome {
            Outcome::Win(Player::First) => "1-0",
            Outcome::Win(Player::Second) => "0-1",
            Outcome::Draw => "1/2-1/2",
        });
        Transcript {
            game: Some(self.name.clone()),
            start: (!usual).then(|| self.start()),
            moves: self.history().into_iter().map(Turn::new).collect(),
            result: result.map(str::to_owned),
            ..Transcript::default()
        }
    }

    fn read_file(&self, format: &str, text: &str) -> Result<Vec<Transcript>, InputError> {
        let mut games = self.first.read_file(format, text)?;
        for game in &mut games {
            game.game.get_or_insert_with(|| self.name.clone());
        }
        Ok(games)
    }

    fn write_file(&self, format: &str, games: &[Transcript]) -> Result<String, InputError> {
        self.first.write_file(format, games)
    }

    fn clicks(&self, text: &str) -> Vec<usize> {
        self.read(text).map(|m| self.line.position().clicks(m)).unwrap_or_default()
    }

    fn fork(&self) -> Box<dyn Session> {
        let mut fork = Board::new(self.first.clone(), self.name.clone());
        fork.begin(self.start.clone());
        for &(m, _) in &self.played {
            let undo = fork.line.play(m);
            fork.played.push((m, undo));
        }
        Box::new(fork)
    }

    fn search(
        &mut self,
        plan: &Plan,
        stop: &Stop,
        watch: &mut (dyn FnMut(Update<'_>) + Send),
    ) -> Result<Analysis, InputError> {
        plan.check()?;
        let started = Instant::now();
        self.prepare_table(plan, stop)?;
        let time = plan.limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let plan = &Plan { limits: Limits { time, ..plan.limits }, ..plan.clone() };
        let board = &*self;
        let only = board.places(&plan.only)?;
        let only = only.as_deref();
        if let Some(limits) = plan.record {
            let mut recorder = Recorder::new(limits);
            let report = board.run(plan, only, stop, &mut recorder);
            let tree = Some(recorder.into_tree());
            return Ok(Analysis { tree, ..board.analysis(plan, &report) });
        }
        let mut progress = Progress { board, plan, watch };
        let over = board.outcome().is_some();
        let theory = match plan.algorithm {
            Algorithm::Solve if !over && only.is_none() => board.line.position().theory(),
            _ => None,
        };
        let Some(theory) = theory else {
            return Ok(board.analysis(plan, &board.run(plan, only, stop, &mut progress)));
        };
        let mut moves = vec![];
        board.line.position().moves(&mut moves);
        if moves.len() <= MOVES_BESIDE_THEORY {
            let nodes = plan.limits.nodes.unwrap_or(u64::MAX).min(NODES_BESIDE_THEORY);
            let limits = Limits { nodes: Some(nodes), ..plan.limits };
            let report = board.run(&Plan { limits, ..plan.clone() }, only, stop, &mut ());
            if report.stopped.is_none() && report.value.proven {
                let theory = Some(theory.name);
                return Ok(Analysis { theory, ..board.analysis(plan, &report) });
            }
        }
        let report = board.by_theory(&theory);
        Ok(Analysis { theory: Some(theory.name), ..board.analysis(plan, &report) })
    }

    fn guesses(&self, plan: &Plan) -> bool {
        plan.algorithm == Algorithm::Pvs
            && plan.features.guess_by(&self.line.position().evaluator())
    }

    fn prepare(&mut self, plan: &Plan) -> Result<(), InputError> {
        let limits = Limits::default();
        self.line.position().warm_up();
        self.prepare_table(&Plan { limits, ..plan.clone() }, &Stop::new())
    }

    fn forget(&mut self) {
        self.table.clear();
    }

    fn perft(&self, depth: u32, stop: &Stop) -> Result<Perft, Stopped> {
        perft::perft_after(&mut self.line.clone(), depth.min(MAX_PLY), stop)
    }

    fn divide(&self, depth: u32, stop: &Stop) -> Result<Vec<(String, Perft)>, Stopped> {
        let moves = perft::divide(&self.line, depth.min(MAX_PLY), stop)?;
        let write = |(m, count)| (self.line.position().write(m), count);
        Ok(moves.into_iter().map(write).collect())
    }

    fn census(&self, depth: u32, stop: &Stop) -> Result<Census, CensusError> {
        let position = self.line.position();
        perft::census(position, &position.evaluator(), depth, stop)
    }
}

/// Turns what the search tells into text.
struct Progress<'b, G: Game> {
    board: &'b Board<G>,
    plan: &'b Plan,
    watch: &'b mut (dyn FnMut(Update<'_>) + Send),
}

impl<G: Game> Observer<G> for Progress<'_, G> {
    const WATCHES: bool = false;

    fn progress(&mut self, report: &Report<G::Move>) {
        (self.watch)(Update::Report(&self.board.analysis(self.plan, report)));
    }

    fn at_root(&mut self, m: G::Move, number: usize, depth: u32) {
        let text = &|| self.board.line.position().write(m);
        (self.watch)(Update::AtRoot { text, number, depth });
    }
}
