//! Laws of values: the evaluator and its hooks, and every search against plain minimax.

use super::audit::Auditor;
use super::{Checker, Law, LawError, broken};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::limits::Limits;
use crate::line::Line;
use crate::position::{MAX_PLY, Player, Position};
use crate::pvs::Features;
use crate::score::{Bound, Score};
use crate::search::Shared;
use crate::session::Algorithm;
use crate::stats::{Report, RootLine};
use crate::table::Table;
use core::fmt;

/// Plies up to which the searches are compared with a horizon.
const DEEPEST: u32 = 4;
/// Positions near the end of a game that are searched to the end.
const ENDGAMES: usize = 4;
/// The sizes of tables in bytes: none, one entry, a few, many.
const TABLES: [usize; 4] = [0, 16, 256, 1 << 16];
/// The searches held against minimax, the solver apart: `pvs` as it is, and without what guesses.
const SEARCHES: [Search; 6] = [
    Search::of(Algorithm::AlphaBeta),
    Search::of(Algorithm::AlphaBetaOrdered),
    Search::of(Algorithm::AlphaBetaTable),
    Search::of(Algorithm::Mtdf),
    Search::of(Algorithm::Pvs),
    Search { algorithm: Algorithm::Pvs, features: Features::EXACT },
];

/// A search with the features that matter to `pvs`.
#[derive(Clone, Copy)]
struct Search {
    algorithm: Algorithm,
    features: Features,
}

impl Search {
    const fn of(algorithm: Algorithm) -> Search {
        Search { algorithm, features: Features::ALL }
    }

    /// It may guess, or look beyond the horizon.
    fn is_free(self) -> bool {
        self.algorithm == Algorithm::Pvs && self.features != Features::EXACT
    }
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.features {
            Features::ALL => self.algorithm.fmt(f),
            features => write!(f, "{}:features={features}", self.algorithm),
        }
    }
}

impl<G: Game> Checker<'_, G> {
    /// An evaluator that followed the game by push and pop says what a fresh one says.
    pub(super) fn check_evaluation(
        &self,
        evaluator: &mut impl Evaluator<G>,
        position: &G,
    ) -> Result<(), LawError> {
        if position.outcome().is_some() {
            return Ok(());
        }
        let mut fresh = position.evaluator();
        fresh.reset(position);
        let (expected, found) = (fresh.evaluate(position), evaluator.evaluate(position));
        if expected != found || fresh.evaluate(position) != expected {
            return Err(broken(Law::Evaluation, position, expected, found));
        }
        Ok(())
    }

    /// The hooks that need no search to be checked.
    pub(super) fn check_hooks(&self, position: &G, moves: &[G::Move]) -> Result<(), LawError> {
        let mut evaluator = position.evaluator();
        evaluator.reset(position);
        if let Ok(read) = self.start.parse(&position.to_string()) {
            let (one, other) = (evaluator.canonical_key(position), evaluator.canonical_key(&read));
            if one != other {
                return Err(broken(Law::CanonicalKeys, position, one, other));
            }
        }
        if moves.is_empty() {
            return Ok(());
        }
        let (mut candidates, mut noisy) = (vec![moves[0]], vec![moves[0]]);
        evaluator.candidates(position, &mut candidates);
        evaluator.noisy(position, &mut noisy);
        if candidates.len() < 2 {
            return Err(broken(Law::Candidates, position, "at least one, appended", "none"));
        }
        for (law, some) in [(Law::Candidates, candidates), (Law::Noisy, noisy)] {
            if let Some(foreign) = some.iter().find(|m| !moves.contains(m)) {
                return Err(broken(law, position, "legal moves", format!("{foreign:?}")));
            }
        }
        let (least, most) = evaluator.bounds(position);
        if least > most {
            return Err(broken(Law::Bounds, position, "least ≤ most", format!("{least} > {most}")));
        }
        for &m in moves {
            // Only to see that they can be asked.
            let _ = (evaluator.rank(position, m), evaluator.slot(position, m));
        }
        Ok(())
    }

    /// Compares the searches at one position of a game with a horizon, and at the last ones to the
    /// end.
    pub(super) fn check_path_values(&mut self, path: &[G]) -> Result<(), LawError> {
        let middle = &path[self.random.below(path.len())];
        self.check_horizons(middle)?;
        for position in path.iter().rev().take(ENDGAMES) {
            if !self.check_to_the_end(position)? {
                break;
            }
        }
        Ok(())
    }

    fn check_horizons(&mut self, position: &G) -> Result<(), LawError> {
        *self.place.borrow_mut() = position.to_string();
        let mut oracles = vec![];
        for depth in 0..=DEEPEST {
            let Some(oracle) = self.oracle(position, depth, self.laws.nodes)? else {
                break;
            };
            oracles.push(oracle);
        }
        self.check_searches(position, &oracles)?;
        self.check_stopped(position)
    }

    /// Whether minimax came to the end of the game in so many nodes.
    fn check_to_the_end(&mut self, position: &G) -> Result<bool, LawError> {
        *self.place.borrow_mut() = position.to_string();
        let nodes = self.laws.nodes.saturating_mul(4);
        let Some(oracle) = self.oracle(position, MAX_PLY, nodes)? else {
            return Ok(false);
        };
        if !oracle.report.value.proven {
            return Ok(false);
        }
        self.report.solved += 1;
        if position.outcome().is_none() {
            check_candidates(position, &oracle)?;
            check_theory(position, &oracle)?;
        }
        self.check_searches(position, core::slice::from_ref(&oracle))?;
        // Where repetitions are illegal, its table is asked for the position with its path.
        for bytes in TABLES.into_iter().filter(|&bytes| bytes == 0 || !G::REPEATS || G::BANS) {
            self.compare(
                position,
                Search::of(Algorithm::Solve),
                bytes,
                core::slice::from_ref(&oracle),
            )?;
        }
        Ok(true)
    }

    /// Minimax's word, unless it takes too many nodes.
    fn oracle(
        &mut self,
        position: &G,
        depth: u32,
        nodes: u64,
    ) -> Result<Option<Oracle<G::Move>>, LawError> {
        let evaluator = position.evaluator();
        let mut auditor = Auditor::new(evaluator.clone(), depth);
        let table = Table::none();
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::default() };
        let shared = Shared::new(limits, &table);
        let line = Line::new(position.clone());
        let report = crate::minimax(&line, &evaluator, &mut auditor, &shared);
        if let Some(error) = auditor.error {
            return Err(error);
        }
        self.check_line(&line, Algorithm::Minimax, &report)?;
        let (quiet, selective) = (!auditor.noisy, is_selective(&evaluator));
        Ok(report.stopped.is_none().then_some(Oracle { report, depth, quiet, selective }))
    }

    /// The sizes of tables to search with. Where positions repeat, the value hangs on the path, and
    /// what another path left in a table may rightly differ.
    fn tables(&self) -> impl Iterator<Item = usize> + use<G> {
        TABLES.into_iter().filter(|&bytes| bytes == 0 || !G::REPEATS)
    }

    fn check_searches(
        &mut self,
        position: &G,
        oracles: &[Oracle<G::Move>],
    ) -> Result<(), LawError> {
        for search in SEARCHES {
            let tabled = search.algorithm.uses_table();
            for bytes in self.tables().filter(|&bytes| bytes == 0 || tabled) {
                self.compare(position, search, bytes, oracles)?;
            }
        }
        Ok(())
    }

    /// One search with one table: with what shallower searches left in it, with its own result in
    /// it, and with nothing in it.
    fn compare(
        &mut self,
        position: &G,
        search: Search,
        bytes: usize,
        oracles: &[Oracle<G::Move>],
    ) -> Result<(), LawError> {
        let Ok(mut table) = Table::new(bytes) else {
            return Ok(());
        };
        let line = Line::new(position.clone());
        for oracle in oracles {
            for state in ["warm", "warmer", "cold"] {
                if state == "cold" {
                    table.clear();
                }
                let limits = Limits {
                    depth: Some(oracle.depth),
                    nodes: Some(self.laws.nodes.saturating_mul(100)),
                    ..Limits::default()
                };
                let report = run(search, &line, &Shared::new(limits, &table));
                self.report.searches += 1;
                let name = format_args!(
                    "{search} at depth {} with a {state} table of {bytes} bytes",
                    oracle.depth
                )
                .to_string();
                self.check_line(&line, search.algorithm, &report)?;
                if report.stopped.is_none() {
                    oracle.check(position, search, &name, &report)?;
                }
                if bytes == 0 {
                    break;
                }
            }
        }
        Ok(())
    }

    /// A search stopped early still returns a legal move and line.
    fn check_stopped(&mut self, position: &G) -> Result<(), LawError> {
        let (line, table) = (Line::new(position.clone()), Table::none());
        for algorithm in Algorithm::ALL {
            let limits = Limits::nodes(self.random.below(40) as u64);
            let report = run(Search::of(algorithm), &line, &Shared::new(limits, &table));
            self.report.searches += 1;
            self.check_line(&line, algorithm, &report)?;
        }
        Ok(())
    }

    /// The move returned and its line are legal.
    fn check_line(
        &self,
        line: &Line<G>,
        algorithm: Algorithm,
        report: &Report<G::Move>,
    ) -> Result<(), LawError> {
        let position = line.position();
        let wrong = |law, expected: &str, found: fmt::Arguments<'_>| {
            Err(broken(law, position, expected, format!("{algorithm}: {found}")))
        };
        if report.best.is_some() == line.outcome().is_some() {
            let found = format_args!("{:?}", report.best);
            return wrong(Law::BestMove, "a move if and only if the game goes on", found);
        }
        if report.pv.first() != report.best.as_ref() {
            let found = format_args!("{:?} and {:?}", report.best, report.pv);
            return wrong(Law::Variation, "a variation that starts with the best move", found);
        }
        let mut line = line.clone();
        for (&m, at) in report.pv.iter().zip(0..) {
            let mut moves = vec![];
            if line.outcome().is_none() {
                line.moves(&mut moves);
            }
            if !moves.contains(&m) {
                let law = if at == 0 { Law::BestMove } else { Law::Variation };
                let found = format_args!("{m:?} as move {} of {:?}", at + 1, report.pv);
                return wrong(law, "a legal move", found);
            }
            line.play(m);
        }
        Ok(())
    }
}

/// What minimax found.
struct Oracle<M> {
    report: Report<M>,
    depth: u32,
    /// No leaf had noisy moves: a quiescence search has nothing to add.
    quiet: bool,
    /// The selective search may overlook the shortest win, or take what it has not seen to be drawn.
    selective: bool,
}

fn is_selective<P: Position, E: Evaluator<P>>(_: &E) -> bool {
    E::SELECTIVE || E::FORECASTS
}

impl<M: Copy + Eq + fmt::Debug> Oracle<M> {
    fn check<G: Game<Move = M>>(
        &self,
        position: &G,
        search: Search,
        name: &str,
        report: &Report<M>,
    ) -> Result<(), LawError> {
        let (wanted, got) = (self.report.value, report.value);
        if search.is_free() && !self.quiet && !wanted.proven {
            return Ok(());
        }
        if search.is_free() && self.selective {
            let right = match got.bound {
                Bound::Exact => got.score == wanted.score,
                Bound::Lower => got.score <= wanted.score,
                Bound::Upper => got.score >= wanted.score,
            };
            if got.proven && !right {
                let found = format!("{} {} by {name}", got.bound.sign(), got.score);
                return Err(broken(
                    Law::SearchValue,
                    position,
                    format!("= {}", wanted.score),
                    found,
                ));
            }
            return Ok(());
        }
        if wanted.score != got.score || got.bound != Bound::Exact {
            let found = format!("{} {} by {name}", got.bound.sign(), got.score);
            return Err(broken(Law::SearchValue, position, format!("= {}", wanted.score), found));
        }
        let line = |best: M| self.report.lines.iter().find(|line| line.best == best);
        match report.best.map(|best| (best, line(best))) {
            Some((best, Some(line))) if line.value.score != wanted.score => {
                let expected = format!("a move worth {}", wanted.score);
                let found = format!("one worth {} by {name}", line.value.score);
                Err(broken(Law::BestMove, position, expected, found).by(position.write(best)))
            }
            _ => Ok(()),
        }
    }
}

/// The best of the candidates is as good as the best of all moves.
fn check_candidates<G: Game>(position: &G, oracle: &Oracle<G::Move>) -> Result<(), LawError> {
    let mut evaluator = position.evaluator();
    evaluator.reset(position);
    let mut candidates = vec![];
    evaluator.candidates(position, &mut candidates);
    let longest = oracle.report.stats.selective_depth;
    let plies_left = evaluator.plies_left(position);
    if plies_left < longest {
        let expected = format!("a game of at most {plies_left} plies");
        return Err(broken(Law::Bounds, position, expected, longest));
    }
    // A forced move is a candidate that makes all others needless.
    if let Some(m) = evaluator.forced(position) {
        candidates = vec![m];
    }
    let kept = |line: &&RootLine<G::Move>| candidates.contains(&line.best);
    let best = oracle.report.lines.iter().filter(kept).map(|line| line.value.score).max();
    let expected = oracle.report.value.score;
    if best != Some(expected) {
        let found = format!("{best:?} among {candidates:?}");
        return Err(broken(Law::Candidates, position, format!("a move worth {expected}"), found));
    }
    Ok(())
}

fn check_theory<G: Game>(position: &G, oracle: &Oracle<G::Move>) -> Result<(), LawError> {
    let Some(theory) = position.theory() else {
        return Ok(());
    };
    let turn = position.turn();
    let winner = |score: Score| match score.cmp(&Score::DRAW) {
        core::cmp::Ordering::Greater => Some(turn),
        core::cmp::Ordering::Equal => None,
        core::cmp::Ordering::Less => Some(!turn),
    };
    let name = |winner: Option<Player>| winner.map_or("a draw".to_owned(), |w| format!("{w} wins"));
    let wanted = winner(oracle.report.value.score);
    if wanted != theory.winner {
        let (expected, found) = (name(wanted), name(theory.winner));
        return Err(broken(Law::Theory, position, expected, found));
    }
    let line = oracle.report.lines.iter().find(|line| line.best == theory.best);
    let best = line.map(|line| winner(line.value.score));
    if best != Some(wanted) {
        let found = format!("{:?}, which does not", theory.best);
        return Err(broken(Law::Theory, position, "a move that keeps the value", found));
    }
    match oracle.report.value.score.distance() {
        Some(plies) if plies > theory.plies => {
            let found = format!("at most {}", theory.plies);
            Err(broken(Law::Theory, position, format!("{plies} plies to the end"), found))
        }
        _ => Ok(()),
    }
}

fn run<G: Game>(search: Search, line: &Line<G>, shared: &Shared<'_>) -> Report<G::Move> {
    let evaluator = line.position().evaluator();
    let nobody = &mut ();
    match search.algorithm {
        Algorithm::Minimax => crate::minimax(line, &evaluator, nobody, shared),
        Algorithm::AlphaBeta => crate::alphabeta(line, &evaluator, nobody, shared),
        Algorithm::AlphaBetaOrdered => crate::alphabeta_ordered(line, &evaluator, nobody, shared),
        Algorithm::AlphaBetaTable => crate::alphabeta_table(line, &evaluator, nobody, shared),
        Algorithm::Pvs => crate::pvs_with(search.features, line, &evaluator, nobody, shared),
        Algorithm::Mtdf => crate::mtdf(line, &evaluator, nobody, shared),
        Algorithm::Solve => crate::solve(line, &evaluator, nobody, shared),
    }
}
