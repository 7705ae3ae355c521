//! Where the type of a game is forgotten: sessions, plans and analyses as text.

use core::fmt;
use core::str::FromStr;

use crate::error::{InputError, quote};
use crate::game::{Game, Info, Mark, Params, Theory, View, list};
use crate::limits::{Limits, Stop, Stopped};
use crate::line::Line;
use crate::observer::{Observer, Watch};
use crate::perft::{self, Census, CensusError, Perft};
use crate::position::{MAX_PLY, Outcome, Player};
use crate::record::{RecordLimits, Recorder, Tree};
use crate::root::MAX_THREADS;
use crate::score::{Bound, Score, Value};
use crate::search::Shared;
use crate::stats::{Report, RootLine, Stats};
use crate::table::Table;

/// A search algorithm, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Algorithm {
    /// [`minimax`](crate::minimax)
    Minimax,
    /// [`alphabeta`](crate::alphabeta)
    AlphaBeta,
    /// [`alphabeta_ordered`](crate::alphabeta_ordered)
    AlphaBetaOrdered,
    /// [`alphabeta_table`](crate::alphabeta_table)
    AlphaBetaTable,
    /// [`pvs`](crate::pvs)
    #[default]
    Pvs,
    /// [`mtdf`](crate::mtdf)
    Mtdf,
    /// [`solve`](crate::solve)
    Solve,
}

impl Algorithm {
    /// All of them, from the simplest to the strongest.
    pub const ALL: [Algorithm; 7] = [
        Algorithm::Minimax,
        Algorithm::AlphaBeta,
        Algorithm::AlphaBetaOrdered,
        Algorithm::AlphaBetaTable,
        Algorithm::Mtdf,
        Algorithm::Pvs,
        Algorithm::Solve,
    ];

    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Minimax => "minimax",
            Algorithm::AlphaBeta => "alphabeta",
            Algorithm::AlphaBetaOrdered => "alphabeta-ordered",
            Algorithm::AlphaBetaTable => "alphabeta-table",
            Algorithm::Pvs => "pvs",
            Algorithm::Mtdf => "mtdf",
            Algorithm::Solve => "solve",
        }
    }

    /// Whether it uses the transposition table.
    pub fn uses_table(self) -> bool {
        !matches!(self, Algorithm::Minimax | Algorithm::AlphaBeta | Algorithm::AlphaBetaOrdered)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Algorithm, InputError> {
        let named = |algorithm: &Algorithm| algorithm.name().eq_ignore_ascii_case(text.trim());
        Algorithm::ALL.into_iter().find(named).ok_or_else(|| {
            let names = list(Algorithm::ALL.iter().map(|algorithm| algorithm.name().to_owned()));
            InputError::new(format!("there is no algorithm {}", quote(text)))
                .hint(format!("there are {names}"))
        })
    }
}

/// What to search, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// When to end.
    pub limits: Limits,
    /// Threads, 1 to [`MAX_THREADS`].
    pub threads: usize,
    /// Bytes for the transposition table.
    pub hash_bytes: usize,
    /// For random choices.
    pub seed: u64,
    /// Choose at random among moves whose exact scores are equal to the best.
    pub random_ties: bool,
    /// Give every legal move its exact score.
    pub every_move: bool,
    /// Keep a part of the searched tree. On one thread.
    pub record: Option<RecordLimits>,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            algorithm: Algorithm::Pvs,
            limits: Limits::default(),
            threads: 1,
            hash_bytes: 16 << 20,
            seed: 0,
            random_ties: false,
            every_move: false,
            record: None,
        }
    }
}

/// A report as text: what [`Report`] says, in the game's notation. Serialised (feature `serde`),
/// it is the JSON report of the command line.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Analysis {
    /// The game with its parameters.
    pub game: String,
    /// The position that was searched.
    pub position: String,
    /// 0 if who moves first in the game is to move, 1 the other; `None` if the game is over.
    pub turn: Option<u8>,
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// The best move; `None` only if the game is over.
    pub best: Option<String>,
    /// The value for the side to move.
    pub score: Value,
    /// The depth searched in full.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// See [`Stats::nodes`].
    pub nodes: u64,
    /// See [`Stats::leaves`].
    pub leaves: u64,
    /// See [`Stats::cutoffs`].
    pub cutoffs: u64,
    /// See [`Stats::first_move_rate`].
    pub first_move_rate: Option<f64>,
    /// See [`Stats::table_probes`].
    pub table_probes: u64,
    /// See [`Stats::table_hits`].
    pub table_hits: u64,
    /// See [`Stats::table_cutoffs`].
    pub table_cutoffs: u64,
    /// See [`Stats::effective_branching_factor`].
    pub effective_branching_factor: Option<f64>,
    /// Wall-clock milliseconds.
    pub time_ms: f64,
    /// See [`Stats::nodes_per_second`].
    pub nodes_per_second: u64,
    /// The principal variation.
    pub pv: Vec<String>,
    /// The moves at the root that have a score, best first.
    pub lines: Vec<MoveLine>,
    /// Threads used.
    pub threads: usize,
    /// The seed given.
    pub seed: u64,
    /// Why it ended early: `nodes`, `time`, `asked`.
    pub stopped: Option<Stopped>,
    /// What gave the answer if it was not a search: the name of a theory.
    pub theory: Option<&'static str>,
    /// The recorded tree, if one was asked for.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub tree: Option<Tree>,
}

/// One move at the root with its score.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MoveLine {
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub best: String,
    /// Its value for the side to move at the root.
    pub score: Value,
    /// The move and the best play after it.
    pub pv: Vec<String>,
    /// Nodes spent on it in the last iteration.
    pub nodes: u64,
}

/// A game in progress and its engine, whatever the game. All positions and moves are text in the
/// game's own notation.
///
/// Written once for every [`Game`]; open one by [`Entry::open`] or [`session`].
pub trait Session: Send {
    /// Names and notation.
    fn info(&self) -> &'static Info;
    /// The game with its parameters: `mnk(width=5,height=5,k=4)`, or an alias.
    fn name(&self) -> String;

    /// Back to the start of the game.
    fn reset(&mut self);
    /// Sets up a position; it becomes the start of a new history.
    ///
    /// # Errors
    /// If the text is no position of this game. The session is as it was.
    fn set(&mut self, position: &str) -> Result<(), InputError>;
    /// Plays a move, and returns it in the game's own notation.
    ///
    /// # Errors
    /// If it is not a legal move. The session is as it was.
    fn play(&mut self, text: &str) -> Result<String, InputError>;
    /// Takes back the last move, and returns it; `None` at the start.
    fn undo(&mut self) -> Option<String>;

    /// The moves played since [`set`](Session::set) or [`reset`](Session::reset).
    fn history(&self) -> Vec<String>;
    /// The position where the history began.
    fn start(&self) -> String;
    /// The current position.
    fn position(&self) -> String;
    /// The side to move; `None` if the game is over.
    fn turn(&self) -> Option<Player>;
    /// How the game ended, repetitions included.
    fn outcome(&self) -> Option<Outcome>;
    /// The legal moves, in generation order.
    fn legal(&self) -> Vec<String>;
    /// The position's key.
    fn key(&self) -> u64;
    /// The board, with the last move marked.
    fn view(&self) -> View;
    /// The cells to press to enter a legal move; empty if the game has no grid.
    fn clicks(&self, text: &str) -> Vec<usize>;
    /// A second session with the same position and history, and an empty table.
    fn fork(&self) -> Box<dyn Session>;

    /// Searches the position. `watch` is called after every iteration.
    ///
    /// The transposition table stays from one search to the next as long as algorithm and size
    /// are the same, and the counts of nodes depend on it; [`forget`](Session::forget) makes the
    /// next search independent of earlier ones.
    ///
    /// # Errors
    /// If the plan can't be followed: no memory for the table, too many threads.
    fn search(
        &mut self,
        plan: &Plan,
        stop: &Stop,
        watch: &mut (dyn FnMut(&Analysis) + Send),
    ) -> Result<Analysis, InputError>;
    /// Empties the transposition table.
    fn forget(&mut self);

    /// Counts move sequences, see [`perft`](crate::perft()).
    ///
    /// # Errors
    /// If `stop` was raised.
    fn perft(&self, depth: u32, stop: &Stop) -> Result<Perft, Stopped>;
    /// The same below each legal move.
    ///
    /// # Errors
    /// If `stop` was raised.
    fn divide(&self, depth: u32, stop: &Stop) -> Result<Vec<(String, Perft)>, Stopped>;
    /// Counts distinct positions, see [`census`](crate::census).
    ///
    /// # Errors
    /// If `stop` was raised, or there are too many.
    fn census(&self, depth: u32, stop: &Stop) -> Result<Census, CensusError>;
}

/// A game that can be opened by name: one line of the list of games.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Names and notation.
    pub info: &'static Info,
    open: fn(&Params) -> Result<Box<dyn Session>, InputError>,
}

impl Entry {
    /// The entry of a game.
    pub const fn of<G: Game>() -> Entry {
        Entry { info: const { &G::INFO }, open: |params| Ok(session(G::new(params)?, params)) }
    }

    /// An entry that chooses among several types by the parameters.
    pub const fn new(
        info: &'static Info,
        open: fn(&Params) -> Result<Box<dyn Session>, InputError>,
    ) -> Entry {
        Entry { info, open }
    }

    /// Opens the game with these parameters.
    ///
    /// # Errors
    /// If the parameters don't go together.
    pub fn open(&self, params: &Params) -> Result<Box<dyn Session>, InputError> {
        (self.open)(params)
    }
}

/// Opens one of `games` by its name with parameters, such as `mnk(width=5,height=5,k=4)`, or by
/// an alias, which takes further parameters too.
///
/// # Errors
/// If there is no such game, or the parameters are not right.
pub fn open(games: &[Entry], name: &str) -> Result<Box<dyn Session>, InputError> {
    let name = name.trim();
    let (id, settings) = match name.split_once('(') {
        None => (name, ""),
        Some((id, rest)) => {
            let settings = rest.trim_end().strip_suffix(')').ok_or_else(|| {
                InputError::new(format!("{} has no closing parenthesis", quote(name)))
                    .hint("write name(parameter=value,…)")
            })?;
            (id.trim(), settings)
        }
    };
    for entry in games {
        let alias = entry.info.aliases.iter().find(|alias| alias.id == id);
        if alias.is_some() || entry.info.id == id {
            let mut params = Params::defaults(entry.info);
            if let Some(alias) = alias {
                params.set(entry.info, alias.sets)?;
            }
            params.set(entry.info, settings)?;
            return entry.open(&params);
        }
    }
    let names = games.iter().flat_map(|entry| {
        let aliases = entry.info.aliases.iter().map(|alias| alias.id.to_owned());
        core::iter::once(entry.info.id.to_owned()).chain(aliases)
    });
    Err(InputError::new(format!("there is no game {}", quote(id)))
        .hint(format!("there are {}", list(names))))
}

/// A session of one game, from its start position with these parameters.
pub fn session<G: Game>(start: G, params: &Params) -> Box<dyn Session> {
    Box::new(Board {
        name: params.name(&G::INFO),
        first: start.clone(),
        start: start.clone(),
        line: Line::new(start),
        played: vec![],
        table: Table::none(),
        table_for: None,
    })
}

struct Board<G: Game> {
    name: String,
    /// The start position of the game with its parameters.
    first: G,
    /// Where the history began.
    start: G,
    line: Line<G>,
    played: Vec<(G::Move, G::Undo)>,
    table: Table,
    /// What the table's contents and size are for.
    table_for: Option<(Algorithm, usize)>,
}

impl<G: Game> Board<G> {
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
            Ok(m)
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

    fn prepare_table(&mut self, plan: &Plan) -> Result<(), InputError> {
        if !plan.algorithm.uses_table() {
            return Ok(());
        }
        match self.table_for {
            Some((algorithm, bytes)) if bytes == plan.hash_bytes => {
                if algorithm != plan.algorithm {
                    self.table.clear();
                }
            }
            _ => {
                self.table = Table::new(plan.hash_bytes)
                    .map_err(|error| InputError::new(error.to_string()))?;
            }
        }
        self.table_for = Some((plan.algorithm, plan.hash_bytes));
        Ok(())
    }

    fn run<O: Observer<G>>(&self, plan: &Plan, stop: &Stop, observer: &mut O) -> Report<G::Move> {
        let (line, evaluator) = (&self.line, &self.line.position().evaluator());
        let shared = &Shared {
            limits: plan.limits,
            stop: stop.clone(),
            table: &self.table,
            threads: plan.threads,
            every_move: plan.every_move,
            random_ties: plan.random_ties.then_some(plan.seed),
        };
        match plan.algorithm {
            Algorithm::Minimax => crate::minimax(line, evaluator, observer, shared),
            Algorithm::AlphaBeta => crate::alphabeta(line, evaluator, observer, shared),
            Algorithm::AlphaBetaOrdered => {
                crate::alphabeta_ordered(line, evaluator, observer, shared)
            }
            Algorithm::AlphaBetaTable => crate::alphabeta_table(line, evaluator, observer, shared),
            Algorithm::Pvs => crate::pvs(line, evaluator, observer, shared),
            Algorithm::Mtdf => crate::mtdf(line, evaluator, observer, shared),
            Algorithm::Solve => crate::solve(line, evaluator, observer, shared),
        }
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
            pv: vec![theory.best],
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
        const { &G::INFO }
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

    fn legal(&self) -> Vec<String> {
        let mut moves = vec![];
        if self.outcome().is_none() {
            self.line.position().moves(&mut moves);
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

    fn clicks(&self, text: &str) -> Vec<usize> {
        self.read(text).map(|m| self.line.position().clicks(m)).unwrap_or_default()
    }

    fn fork(&self) -> Box<dyn Session> {
        let mut fork = Board {
            name: self.name.clone(),
            first: self.first.clone(),
            start: self.start.clone(),
            line: Line::new(self.start.clone()),
            played: vec![],
            table: Table::none(),
            table_for: None,
        };
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
        watch: &mut (dyn FnMut(&Analysis) + Send),
    ) -> Result<Analysis, InputError> {
        if !(1..=MAX_THREADS).contains(&plan.threads) {
            return Err(InputError::new(format!("{} threads can't be used", plan.threads))
                .hint(format!("threads: 1 to {MAX_THREADS}")));
        }
        self.prepare_table(plan)?;
        let board = &*self;
        if let Some(limits) = plan.record {
            let mut recorder = Recorder::new(limits);
            let report = board.run(plan, stop, &mut recorder);
            let tree = Some(recorder.into_tree());
            return Ok(Analysis { tree, ..board.analysis(plan, &report) });
        }
        let mut progress = Watch(|report: &Report<G::Move>| watch(&board.analysis(plan, report)));
        let over = board.outcome().is_some();
        let theory = match plan.algorithm {
            Algorithm::Solve if !over => board.line.position().theory(),
            _ => None,
        };
        let Some(theory) = theory else {
            return Ok(board.analysis(plan, &board.run(plan, stop, &mut progress)));
        };
        let mut moves = vec![];
        board.line.position().moves(&mut moves);
        if moves.len() <= MOVES_BESIDE_THEORY {
            let nodes = plan.limits.nodes.unwrap_or(u64::MAX).min(NODES_BESIDE_THEORY);
            let limits = Limits { nodes: Some(nodes), ..plan.limits };
            let report = board.run(&Plan { limits, ..plan.clone() }, stop, &mut ());
            if report.stopped.is_none() && report.value.proven {
                let theory = Some(theory.name);
                return Ok(Analysis { theory, ..board.analysis(plan, &report) });
            }
        }
        let report = board.by_theory(&theory);
        Ok(Analysis { theory: Some(theory.name), ..board.analysis(plan, &report) })
    }

    fn forget(&mut self) {
        self.table.clear();
    }

    fn perft(&self, depth: u32, stop: &Stop) -> Result<Perft, Stopped> {
        perft::perft(self.line.position(), depth.min(MAX_PLY), stop)
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

/// How a game ended, in words: `x wins`, `draw`.
pub fn result_text(info: &Info, outcome: Outcome) -> String {
    match outcome {
        Outcome::Draw => "draw".to_owned(),
        Outcome::Win(player) => format!("{} wins", info.players[player.index()]),
    }
}
