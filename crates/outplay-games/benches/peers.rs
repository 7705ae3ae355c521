//! Our searches beside those of the crate `minimax`, in one run: the same rules (ours, through its
//! traits), the same evaluation, the same depth, in turn; medians and ratios.
//!
//!     cargo bench -p outplay-games --bench peers

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use core::cell::Cell;
use core::marker::PhantomData;
use core::time::Duration;
use std::time::Instant;

use minimax::{IterativeOptions, IterativeSearch, Negamax, Strategy};
use outplay::{Evaluator, Game, Limits, Line, Outcome, Position, Report, Score, Shared, Table};
use outplay_games::connect4::Connect4;
use outplay_games::mnk::Mnk;

const ROUNDS: usize = 15;
/// What suits both crates best at these depths: a larger one takes longer to make than it saves.
const TABLE_BYTES: usize = 1 << 20;

/// One of our games through the traits of the other crate.
struct Theirs<P>(PhantomData<P>);

thread_local! {
    /// Moves made by the other crate, while they are counted.
    static MOVES: Cell<Option<u64>> = const { Cell::new(None) };
}

/// How the other crate makes moves in our game: in place or on a copy, whichever is quicker.
trait Playable: Position {
    fn apply(&mut self, m: Self::Move) -> Option<Self>;
    fn take_back(&mut self, m: Self::Move);
}

impl Playable for Mnk<u64> {
    fn apply(&mut self, m: Self::Move) -> Option<Self> {
        self.play(m);
        None
    }
    fn take_back(&mut self, m: Self::Move) {
        self.undo(m, ());
    }
}

impl Playable for Connect4 {
    fn apply(&mut self, m: Self::Move) -> Option<Self> {
        let mut next = self.clone();
        next.play(m);
        Some(next)
    }
    fn take_back(&mut self, _: Self::Move) {}
}

impl<P: Playable> minimax::Game for Theirs<P> {
    type S = P;
    type M = P::Move;

    fn generate_moves(position: &P, moves: &mut Vec<P::Move>) -> Option<minimax::Winner> {
        position.expand(moves).map(|outcome| winner(position, outcome))
    }
    fn apply(position: &mut P, m: P::Move) -> Option<P> {
        if let Some(count) = MOVES.get() {
            MOVES.set(Some(count + 1));
        }
        position.apply(m)
    }
    fn undo(position: &mut P, m: P::Move) {
        position.take_back(m);
    }
    fn get_winner(position: &P) -> Option<minimax::Winner> {
        position.outcome().map(|outcome| winner(position, outcome))
    }
    fn zobrist_hash(position: &P) -> u64 {
        position.key()
    }
}

fn winner<P: Position>(position: &P, outcome: Outcome) -> minimax::Winner {
    match outcome {
        Outcome::Draw => minimax::Winner::Draw,
        Outcome::Win(winner) if winner == position.turn() => minimax::Winner::PlayerToMove,
        Outcome::Win(_) => minimax::Winner::PlayerJustMoved,
    }
}

/// A whole number from the position's key: cheap, the same for both, and different everywhere.
fn scatter<P: Position>(position: &P) -> i32 {
    (position.key() >> 40) as i32 % 101 - 50
}

/// The plain evaluation of textbooks: a disc counts as many as there are fours through its cell.
fn lines(position: &Connect4) -> i32 {
    const PLANES: [u64; 4] = planes();
    let (own, other) = (position.discs(position.turn()), position.discs(!position.turn()));
    let count =
        |discs: u64| -> u32 { (0..4).map(|at| (discs & PLANES[at]).count_ones() << at).sum() };
    count(own) as i32 - count(other) as i32
}

/// The numbers of fours through the cells of the usual board, digit by digit.
const fn planes() -> [u64; 4] {
    let (mut planes, mut column) = ([0; 4], 0);
    while column < 7 {
        let mut row = 0;
        while row < 6 {
            let (mut fours, mut way) = (0, 0);
            while way < 4 {
                let (x, y): (i32, i32) = [(1, 0), (0, 1), (1, 1), (1, -1)][way];
                let mut start = -3;
                while start <= 0 {
                    let (left, low) = (column + start * x, row + start * y);
                    let (right, high) = (left + 3 * x, low + 3 * y);
                    let across = left >= 0 && right < 7;
                    if across && low >= 0 && low < 6 && high >= 0 && high < 6 {
                        fours += 1;
                    }
                    start += 1;
                }
                way += 1;
            }
            let mut at = 0;
            while at < 4 {
                planes[at] |= ((fours >> at & 1) as u64) << (7 * column + row);
                at += 1;
            }
            row += 1;
        }
        column += 1;
    }
    planes
}

fn nothing<P: Position>(_: &P) -> i32 {
    0
}

struct TheirEvaluator<P>(fn(&P) -> i32);

impl<P: Playable> minimax::Evaluator for TheirEvaluator<P> {
    type G = Theirs<P>;
    fn evaluate(&self, position: &P) -> i16 {
        (self.0)(position) as i16
    }
}

/// Connect Four with any evaluation, and the columns tried from the centre outwards.
#[derive(Clone)]
struct CentreFirst<E, const SYMMETRIC: bool>(fn(&Connect4) -> i32, E);

impl<E: Evaluator<Connect4>, const SYMMETRIC: bool> Evaluator<Connect4>
    for CentreFirst<E, SYMMETRIC>
{
    const SYMMETRIC: bool = SYMMETRIC;

    fn canonical_key(&self, position: &Connect4) -> u64 {
        self.1.canonical_key(position)
    }
    fn evaluate(&mut self, position: &Connect4) -> Score {
        Score::from((self.0)(position))
    }
    fn rank(&self, position: &Connect4, m: <Connect4 as Position>::Move) -> i32 {
        let column = (position.cell(m) / 7) as i32;
        -(column - 3).abs()
    }
    fn slot(&self, position: &Connect4, m: <Connect4 as Position>::Move) -> usize {
        position.cell(m) as usize
    }
}

/// Connect Four with any evaluation, and else all that the game knows: forced moves, proofs, an
/// order by threats, mirror images.
#[derive(Clone)]
struct Knowing<E>(fn(&Connect4) -> i32, E);

type Column = <Connect4 as Position>::Move;

impl<E: Evaluator<Connect4>> Evaluator<Connect4> for Knowing<E> {
    const SOLVE_LOOKS: bool = E::SOLVE_LOOKS;
    const SOLVE_PROBE_PLIES: u32 = E::SOLVE_PROBE_PLIES;
    const SOLVE_LEARNS: bool = E::SOLVE_LEARNS;

    fn evaluate(&mut self, position: &Connect4) -> Score {
        Score::from((self.0)(position))
    }
    fn bounds(&self, p: &Connect4) -> (Score, Score) {
        self.1.bounds(p)
    }
    fn prove(&mut self, p: &Connect4, alpha: Score, beta: Score) -> (Score, Score) {
        self.1.prove(p, alpha, beta)
    }
    fn candidates(&self, p: &Connect4, out: &mut Vec<Column>) {
        self.1.candidates(p, out);
    }
    fn forced(&self, p: &Connect4) -> Option<Column> {
        self.1.forced(p)
    }
    fn plies_left(&self, p: &Connect4) -> u32 {
        self.1.plies_left(p)
    }
    fn attainable(&self, p: &Connect4, score: Score) -> Score {
        self.1.attainable(p, score)
    }
    fn solve_rank(&mut self, p: &Connect4, m: Column) -> i32 {
        self.1.solve_rank(p, m)
    }
    fn look_rank(&mut self, after: &Connect4, m: Column) -> i32 {
        self.1.look_rank(after, m)
    }
    fn canonical_key(&self, p: &Connect4) -> u64 {
        self.1.canonical_key(p)
    }
}

/// What one search came to: win, loss or a number; nodes; time.
struct Run {
    value: String,
    nodes: u64,
    time: Duration,
}

type Search<P, E> = fn(&Line<P>, &E, &mut (), &Shared<'_>) -> Report<<P as Position>::Move>;

/// Each crate makes its table within its time; a search without one gets none.
fn ours<P: Position, E: Evaluator<P>>(
    search: Search<P, E>,
    table_bytes: usize,
    p: &P,
    e: &E,
    depth: u32,
) -> Run {
    let started = Instant::now();
    let table = Table::new(table_bytes).expect("memory");
    let report =
        search(&Line::new(p.clone()), e, &mut (), &Shared::new(Limits::depth(depth), &table));
    let time = started.elapsed();
    let value = match report.value.kind() {
        kind @ ("win" | "loss") => kind.to_owned(),
        _ => report.value.score.to_string(),
    };
    Run { value, nodes: report.stats.nodes, time }
}

fn theirs<P: Playable, S: Strategy<Theirs<P>>>(
    mut make: impl FnMut() -> S,
    value: impl Fn(&S) -> i16,
    position: &P,
) -> Run {
    // Counted in a run of its own, so that counting costs nothing when it is timed.
    MOVES.set(Some(1));
    make().choose_move(position);
    let nodes = MOVES.take().unwrap_or(0);
    let started = Instant::now();
    let mut strategy = make();
    strategy.choose_move(position);
    let time = started.elapsed();
    let value = match value(&strategy) {
        minimax::BEST_EVAL => "win".to_owned(),
        minimax::WORST_EVAL => "loss".to_owned(),
        value => value.to_string(),
    };
    Run { value, nodes, time }
}

fn compare(what: &str, mut ours: impl FnMut() -> Run, mut theirs: impl FnMut() -> Run) {
    let (mut own, mut other) = (vec![], vec![]);
    for _ in 0..ROUNDS {
        own.push(ours());
        other.push(theirs());
    }
    for run in own.iter().chain(&other) {
        assert_eq!(run.value, own[0].value, "{what}: the values differ");
    }
    let median = |runs: &[Run], of: fn(&Run) -> f64| {
        let mut all: Vec<f64> = runs.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    let millis = |runs: &[Run]| median(runs, |run| run.time.as_secs_f64() * 1e3);
    let speed = |runs: &[Run]| median(runs, |run| run.nodes as f64 / run.time.as_secs_f64() / 1e6);
    let nodes = |runs: &[Run]| median(runs, |run| run.nodes as f64);
    println!(
        "{what:<68} {:>6} │ {:>9.0} {:>9.2} {:>7.1} │ {:>9.0} {:>9.2} {:>7.1} │ {:>6.2} {:>6.2}",
        own[0].value,
        nodes(&own),
        millis(&own),
        speed(&own),
        nodes(&other),
        millis(&other),
        speed(&other),
        millis(&own) / millis(&other),
        speed(&own) / speed(&other),
    );
}

fn main() {
    println!("{:<68} {:>6} │ {:^27} │ {:^27} │ {:^13}", "", "", "outplay", "minimax 0.6", "ratio");
    println!(
        "{:<68} {:>6} │ {:>9} {:>9} {:>7} │ {:>9} {:>9} {:>7} │ {:>6} {:>6}",
        "search", "value", "nodes", "ms", "M/s", "nodes", "ms", "M/s", "time", "M/s"
    );
    tictactoe();
    connect4();
}

fn tictactoe() {
    let board = Mnk::<u64>::default();
    let evaluator: &fn(&Mnk<u64>) -> i32 = &(nothing as fn(&_) -> i32);
    let negamax = || Negamax::new(TheirEvaluator(nothing), 9);
    let negamax = || theirs(negamax, Negamax::root_value, &board);
    compare(
        "tic-tac-toe, minimax : Negamax",
        || ours(outplay::minimax, 0, &board, evaluator, 9),
        negamax,
    );
    compare(
        "tic-tac-toe, alphabeta : Negamax",
        || ours(outplay::alphabeta, 0, &board, evaluator, 9),
        negamax,
    );
}

fn connect4() {
    let board = Connect4::default();
    for (name, evaluate) in [
        ("evaluation 0", nothing as fn(&Connect4) -> i32),
        ("fours through each cell", lines),
        ("scattered evaluation", scatter),
    ] {
        let ordered = CentreFirst::<_, false>(evaluate, board.evaluator());
        for depth in [12, 14] {
            let options = IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
            let make = || {
                let mut search = IterativeSearch::new(TheirEvaluator(evaluate), options);
                search.set_max_depth(depth);
                search
            };
            let iterative = || theirs(make, IterativeSearch::root_value, &board);
            let depth = u32::from(depth);
            let what = format!("Connect Four, {name}, depth {depth}");
            compare(
                &format!("{what}, alphabeta-table"),
                || ours(outplay::alphabeta_table, TABLE_BYTES, &board, &evaluate, depth),
                iterative,
            );
            compare(
                &format!("{what}, alphabeta-table, centre first"),
                || ours(outplay::alphabeta_table, TABLE_BYTES, &board, &ordered, depth),
                iterative,
            );
            compare(
                &format!("{what}, pvs, centre first"),
                || ours(outplay::pvs, TABLE_BYTES, &board, &ordered, depth),
                iterative,
            );
            if name != "scattered evaluation" {
                // Mirror images are worth the same only to an evaluation that agrees.
                let symmetric = CentreFirst::<_, true>(evaluate, board.evaluator());
                compare(
                    &format!("{what}, pvs, centre first, mirror images"),
                    || ours(outplay::pvs, TABLE_BYTES, &board, &symmetric, depth),
                    iterative,
                );
                let knowing = Knowing(evaluate, board.evaluator());
                compare(
                    &format!("{what}, solve, all that is known"),
                    || ours(outplay::solve, TABLE_BYTES, &board, &knowing, depth),
                    iterative,
                );
            }
        }
    }
}
