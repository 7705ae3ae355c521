//! Every search against the definition, on ten thousand random trees of odd shapes.
//!
//! The oracle is a recursion of its own over the rules, a few lines long. Held against it are
//! value, best move and principal variation of every algorithm at every depth; with tables that are
//! off, tiny, full and warm; with one thread and several; and stopped after every number of nodes.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use outplay::{
    Bound, Evaluator, Feature, Features, Limits, Line, Outcome, Position, Report, Score, Shared,
    Table,
};
use outplay_games::tree::{Shape, Tree};

type M = <Tree as Position>::Move;

/// The definition.
fn oracle(position: &Tree, depth: u32) -> Score {
    let mut evaluator = outplay::Game::evaluator(position);
    if let Some(outcome) = position.outcome() {
        return evaluator.terminal(position, outcome, 0);
    }
    if depth == 0 {
        return evaluator.evaluate(position);
    }
    children(position).map(|(_, child)| for_mover(position, &child, depth)).max().unwrap()
}

/// A child's value for whoever moved to it.
fn for_mover(position: &Tree, child: &Tree, depth: u32) -> Score {
    let score = oracle(child, depth - 1);
    if child.turn() == position.turn() { score } else { -score }
}

fn children(position: &Tree) -> impl Iterator<Item = (M, Tree)> {
    let mut moves = vec![];
    position.moves(&mut moves);
    let position = position.clone();
    moves.into_iter().map(move |m| {
        let mut child = position.clone();
        child.play(m);
        (m, child)
    })
}

/// The plies to the end on the longest way.
fn height(position: &Tree) -> u32 {
    children(position).map(|(_, child)| 1 + height(&child)).max().unwrap_or(0)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Search {
    Minimax,
    AlphaBeta,
    Ordered,
    Tabled,
    Mtdf,
    Pvs(Features),
    Solve,
}

const ALL: [Search; 9] = [
    Search::Minimax,
    Search::AlphaBeta,
    Search::Ordered,
    Search::Tabled,
    Search::Mtdf,
    Search::Pvs(Features::EXACT),
    Search::Pvs(Features::NONE),
    Search::Pvs(Features::EXACT.without(Feature::Scouts)),
    Search::Pvs(Features::EXACT.without(Feature::Aspiration).without(Feature::Killers)),
];

impl Search {
    fn run(self, position: &Tree, shared: &Shared<'_>) -> Report<M> {
        let (line, evaluator) = (&Line::new(position.clone()), &outplay::Game::evaluator(position));
        let report = match self {
            Search::Minimax => outplay::minimax(line, evaluator, &mut (), shared),
            Search::AlphaBeta => outplay::alphabeta(line, evaluator, &mut (), shared),
            Search::Ordered => outplay::alphabeta_ordered(line, evaluator, &mut (), shared),
            Search::Tabled => outplay::alphabeta_table(line, evaluator, &mut (), shared),
            Search::Mtdf => outplay::mtdf(line, evaluator, &mut (), shared),
            Search::Pvs(options) => outplay::pvs_with(options, line, evaluator, &mut (), shared),
            Search::Solve => outplay::solve(line, evaluator, &mut (), shared),
        };
        assert_eq!(line.position(), position, "{self:?} changed the position");
        report
    }

    /// Among equals it takes the first in generation order.
    fn takes_the_first(self) -> bool {
        matches!(self, Search::Minimax | Search::AlphaBeta | Search::Pvs(_))
    }
}

/// What the oracle says about one position at one depth.
struct Truth<'p> {
    position: &'p Tree,
    depth: u32,
    value: Score,
    moves: Vec<(M, Score)>,
}

impl<'p> Truth<'p> {
    fn of(position: &'p Tree, depth: u32) -> Truth<'p> {
        let mut moves = vec![];
        if depth > 0 {
            moves.extend(children(position).map(|(m, c)| (m, for_mover(position, &c, depth))));
        }
        Truth { position, depth, value: oracle(position, depth), moves }
    }

    fn value_of(&self, m: M) -> Score {
        self.moves.iter().find(|(known, _)| *known == m).expect("a legal move").1
    }

    /// Holds a whole search against the truth.
    fn hold(&self, search: Search, report: &Report<M>, what: &str) {
        let context = || format!("{search:?}, depth {}, {what}: {}", self.depth, self.position);
        assert_eq!(report.stopped, None, "{}", context());
        assert_eq!(report.value.score, self.value, "{}", context());
        assert_eq!(report.value.bound, Bound::Exact, "{}", context());
        let Some(best) = report.best else {
            assert!(self.position.outcome().is_some(), "no move: {}", context());
            return;
        };
        if self.depth == 0 {
            return;
        }
        assert_eq!(self.value_of(best), self.value, "best {best:?}: {}", context());
        if search.takes_the_first() {
            let first = self.moves.iter().find(|(_, score)| *score == self.value);
            assert_eq!(first.map(|(m, _)| *m), Some(best), "{}", context());
        }
        for line in &report.lines {
            let value = self.value_of(line.best);
            match line.value.bound {
                Bound::Exact => assert_eq!(line.value.score, value, "{}", context()),
                Bound::Lower => assert!(line.value.score <= value, "{}", context()),
                Bound::Upper => assert!(line.value.score >= value, "{}", context()),
            }
        }
        assert_eq!(report.pv.first(), Some(&best), "{}", context());
        assert_eq!(self.follow(&report.pv), self.value, "pv {:?}: {}", report.pv, context());
        if report.value.proven {
            assert_eq!(self.value, oracle(self.position, 300), "a false proof: {}", context());
        }
    }

    /// The value at the end of a line, which must be legal and reach a leaf or the horizon.
    fn follow(&self, pv: &[M]) -> Score {
        let mut position = self.position.clone();
        for &m in pv {
            assert!(children(&position).any(|(legal, _)| legal == m), "illegal line {pv:?}");
            position.play(m);
        }
        assert!(
            position.outcome().is_some() || pv.len() as u32 == self.depth,
            "the line {pv:?} ends early: {}, depth {}",
            self.position,
            self.depth
        );
        let score = oracle(&position, 0);
        if position.turn() == self.position.turn() { score } else { -score }
    }
}

fn table(entries: usize) -> Table {
    Table::new(entries * Table::ENTRY_BYTES).unwrap()
}

/// So many trees, of all shapes in turn, each with its seed.
fn trees(count: u64) -> impl Iterator<Item = (u64, Tree)> {
    let shapes = Shape::ALL;
    (0..count).map(move |seed| {
        (seed, Tree::random(seed, &shapes[(seed % shapes.len() as u64) as usize].1))
    })
}

#[test]
fn every_search_is_minimax_at_every_depth() {
    for (seed, tree) in trees(10_000) {
        let height = height(&tree);
        // All depths of a deep tree would take long; the first, the last and one between do.
        let mut depths = vec![0, 1, 2, height / 2, height.saturating_sub(1), height, height + 1];
        depths.sort_unstable();
        depths.dedup();
        let tables = [table(0), table(1), table(5), table(1 << 10)];
        for depth in depths {
            let truth = Truth::of(&tree, depth);
            for search in ALL {
                // The tables stay warm from depth to depth and from search to search: what one
                // wrote must serve the others.
                let table = &tables[(seed as usize + depth as usize) % tables.len()];
                let report = search.run(&tree, &Shared::new(Limits::depth(depth), table));
                truth.hold(search, &report, &format!("table of {}", table.capacity()));
            }
        }
        let truth = Truth::of(&tree, height);
        for search in [Search::Solve, Search::Minimax, Search::Mtdf, Search::Pvs(Features::ALL)] {
            let table = table([0, 1, 3, 1 << 10][seed as usize % 4]);
            let report = search.run(&tree, &Shared::new(Limits::default(), &table));
            truth.hold(search, &report, "to the end");
            assert!(report.value.proven, "{search:?} proved nothing: {tree}");
        }
    }
}

#[test]
fn threads_change_nothing() {
    for (seed, tree) in trees(600) {
        let depth = 1 + (seed % 6) as u32;
        let truth = Truth::of(&tree, depth);
        let table = table([0, 1, 7, 1 << 12][(seed / 7 % 4) as usize]);
        for search in ALL {
            let threads = 2 + (seed % 7) as usize;
            let shared = Shared { threads, ..Shared::new(Limits::depth(depth), &table) };
            truth.hold(search, &search.run(&tree, &shared), &format!("{threads} threads"));
        }
        let truth = Truth::of(&tree, height(&tree));
        let shared = Shared { threads: 3, ..Shared::new(Limits::default(), &table) };
        truth.hold(Search::Solve, &Search::Solve.run(&tree, &shared), "3 threads");
    }
}

#[test]
fn every_move_gets_its_exact_score() {
    for (seed, tree) in trees(1000) {
        let depth = 1 + (seed % 5) as u32;
        let truth = Truth::of(&tree, depth);
        let table = table([0, 1, 1 << 10][(seed % 3) as usize]);
        for search in ALL {
            let threads = if seed % 5 == 0 { 2 } else { 1 };
            let shared =
                Shared { lines: usize::MAX, threads, ..Shared::new(Limits::depth(depth), &table) };
            let report = search.run(&tree, &shared);
            truth.hold(search, &report, "every move");
            assert_eq!(report.lines.len(), truth.moves.len(), "{search:?}: {tree}");
            assert!(report.lines.iter().all(|line| line.value.bound == Bound::Exact));
            assert!(report.lines.is_sorted_by(|a, b| a.value.score >= b.value.score));
        }
    }
}

#[test]
fn the_best_lines_are_exact_and_no_others_are_better() {
    for (seed, tree) in trees(1500) {
        let depth = 1 + (seed % 5) as u32;
        let truth = Truth::of(&tree, depth);
        let table = table([0, 1, 1 << 10][(seed % 3) as usize]);
        let mut scores: Vec<Score> = truth.moves.iter().map(|&(_, score)| score).collect();
        scores.sort_by_key(|&score| core::cmp::Reverse(score));
        for (search, lines) in ALL.into_iter().zip([2, 3].into_iter().cycle()) {
            let threads = if seed % 5 == 0 { 2 } else { 1 };
            let shared = Shared { lines, threads, ..Shared::new(Limits::depth(depth), &table) };
            let report = search.run(&tree, &shared);
            truth.hold(search, &report, "best lines");
            let found: Vec<Score> = report.lines.iter().map(|line| line.value.score).collect();
            // Minimax knows them all anyway.
            let wanted = lines.min(scores.len());
            assert_eq!(found[..wanted], scores[..wanted], "{search:?}, {lines} lines: {tree}");
            assert!(report.lines.iter().all(|line| line.value.bound == Bound::Exact));
            for line in &report.lines {
                assert_eq!(truth.value_of(line.best), line.value.score, "{search:?}: {tree}");
            }
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    for (seed, tree) in trees(1000) {
        let depth = 1 + (seed % 5) as u32;
        let truth = Truth::of(&tree, depth);
        let table = table([0, 1, 1 << 10][(seed % 3) as usize]);
        for search in ALL {
            for (place, (m, score)) in truth.moves.iter().enumerate() {
                let only = Some(&[place][..]);
                let shared = Shared { only, ..Shared::new(Limits::depth(depth), &table) };
                let report = search.run(&tree, &shared);
                assert_eq!(report.best, Some(*m), "{search:?}: {tree}");
                assert_eq!(report.value.score, *score, "{search:?}: {tree}");
            }
        }
    }
}

#[test]
fn random_ties_choose_among_exact_equals_only() {
    let mut chosen = std::collections::HashSet::new();
    for (seed, tree) in trees(2000) {
        let depth = 1 + (seed % 4) as u32;
        let truth = Truth::of(&tree, depth);
        let table = table(64);
        for search in ALL {
            let random_ties = Some(seed);
            let shared = Shared { random_ties, ..Shared::new(Limits::depth(depth), &table) };
            let report = search.run(&tree, &shared);
            let Some(best) = report.best else { continue };
            assert_eq!(truth.value_of(best), truth.value, "{search:?}: {tree}");
            assert_eq!(truth.follow(&report.pv), truth.value, "{search:?}: {tree}");
            assert_eq!(search.run(&tree, &shared).best, Some(best), "not reproducible");
            let equal = truth.moves.iter().filter(|(_, score)| *score == truth.value);
            if equal.clone().count() > 1 {
                chosen.insert(equal.clone().position(|(m, _)| *m == best));
            }
        }
    }
    assert!(chosen.len() > 2, "never anything but the first");
}

#[test]
fn stopped_after_every_number_of_nodes() {
    for (seed, tree) in trees(120) {
        let depth = 2 + (seed % 4) as u32;
        let tree_height = height(&tree);
        for search in ALL.into_iter().chain([Search::Solve]) {
            let search_depth = if search == Search::Solve { tree_height } else { depth };
            let truth = Truth::of(&tree, search_depth);
            let fresh = || table([0, 1, 256][(seed % 3) as usize]);
            let whole_table = fresh();
            let limits = Limits::depth(search_depth);
            let whole = search.run(&tree, &Shared::new(limits, &whole_table)).stats.nodes;
            for nodes in (0..=whole.min(150)).chain([whole.saturating_sub(1), whole]) {
                let table = fresh();
                let limits = Limits { nodes: Some(nodes), ..limits };
                let report = search.run(&tree, &Shared::new(limits, &table));
                let context = format!("{search:?} stopped after {nodes} of {whole}: {tree}");
                assert!(report.stats.nodes <= nodes, "{context}");
                if nodes >= whole {
                    truth.hold(search, &report, "just enough nodes");
                    continue;
                }
                hold_stopped(&tree, &report, search_depth, &context);
                // The table that a stopped search leaves must serve the next one.
                let shared = Shared::new(Limits::depth(search_depth), &table);
                truth.hold(search, &search.run(&tree, &shared), "after a stopped search");
            }
        }
    }
}

/// A stopped search has a legal move, and its claim is true for the depth it names.
fn hold_stopped(tree: &Tree, report: &Report<M>, asked: u32, context: &str) {
    if tree.outcome().is_some() {
        assert_eq!(report.best, None, "{context}");
        return;
    }
    let best = report.best.expect("a move");
    assert!(children(tree).any(|(m, _)| m == best), "{context}");
    assert_eq!(report.pv.first(), Some(&best), "{context}");
    assert!(report.depth <= asked, "{context}");
    let truth = Truth::of(tree, report.depth);
    match report.value.bound {
        Bound::Exact => assert_eq!(report.value.score, truth.value, "{context}"),
        Bound::Lower => assert!(report.value.score <= truth.value, "{context}"),
        Bound::Upper => assert!(report.value.score >= truth.value, "{context}"),
    }
    if report.depth > 0 && report.value.bound != Bound::Upper {
        assert!(truth.value_of(best) >= report.value.score, "{context}");
    }
}

#[test]
fn outcomes_agree_with_the_sign_of_the_value() {
    for (_, tree) in trees(200) {
        if let Some(outcome) = tree.outcome() {
            let score = oracle(&tree, 0);
            let winner = match outcome {
                Outcome::Draw => None,
                Outcome::Win(player) => Some(player == tree.turn()),
            };
            let sign = (score != Score::DRAW).then_some(score > Score::DRAW);
            assert_eq!(winner, sign, "{tree}");
        }
    }
}

/// The tree's own estimates, with some moves declared noisy.
#[derive(Clone)]
struct Noisy;

impl Noisy {
    fn is_noisy(position: &Tree, m: M) -> bool {
        let mut child = position.clone();
        child.play(m);
        child.key().is_multiple_of(3)
    }
}

impl Evaluator<Tree> for Noisy {
    const BY_MARGIN: bool = true;

    fn evaluate(&mut self, position: &Tree) -> Score {
        outplay::Game::evaluator(position).evaluate(position)
    }
    fn terminal(&self, position: &Tree, outcome: Outcome, ply: u32) -> Score {
        outplay::Game::evaluator(position).terminal(position, outcome, ply)
    }
    fn noisy(&self, position: &Tree, out: &mut Vec<M>) {
        out.extend(children(position).map(|(m, _)| m).filter(|&m| Noisy::is_noisy(position, m)));
    }
}

/// The definition with quiescence: at the horizon, stand pat or play a noisy move.
fn quiet_oracle(position: &Tree, depth: u32) -> Score {
    if position.outcome().is_some() {
        return oracle(position, 0);
    }
    let mut best = if depth == 0 { oracle(position, 0) } else { -Score::INFINITY };
    for (m, child) in children(position) {
        if depth > 0 || Noisy::is_noisy(position, m) {
            let score = quiet_oracle(&child, depth.saturating_sub(1));
            best = best.max(if child.turn() == position.turn() { score } else { -score });
        }
    }
    best
}

#[test]
fn quiescence_stands_pat_or_plays_noisy_moves() {
    let mut differs = 0;
    for (seed, tree) in trees(1400) {
        let table = table([0, 1, 1 << 10][(seed % 3) as usize]);
        for depth in 1..=4 {
            let truth = quiet_oracle(&tree, depth);
            differs += u32::from(truth != oracle(&tree, depth));
            for threads in [1, 2] {
                let shared = Shared { threads, ..Shared::new(Limits::depth(depth), &table) };
                let report = outplay::pvs(&Line::new(tree.clone()), &Noisy, &mut (), &shared);
                assert_eq!(report.value.score, truth, "depth {depth}: {tree}");
                if report.value.proven {
                    assert_eq!(truth, oracle(&tree, 300), "a false proof: {tree}");
                }
            }
        }
    }
    assert!(differs > 300, "quiescence mattered only {differs} times");
}

/// The same trees for win or loss, with distances: who is ahead at the leaf has won there.
#[derive(Clone)]
struct NoisyWins;

impl Evaluator<Tree> for NoisyWins {
    fn evaluate(&mut self, position: &Tree) -> Score {
        Noisy.evaluate(position)
    }
    fn noisy(&self, position: &Tree, out: &mut Vec<M>) {
        Noisy.noisy(position, out);
    }
}

/// The value to the end of the game, with the distance from `ply` 0.
fn distance_oracle(position: &Tree, ply: u32) -> Score {
    if let Some(outcome) = position.outcome() {
        return NoisyWins.terminal(position, outcome, ply);
    }
    let value = |(_, child): (M, Tree)| {
        let score = distance_oracle(&child, ply + 1);
        if child.turn() == position.turn() { score } else { -score }
    };
    children(position).map(value).max().unwrap()
}

/// What is called proven must be true, and an exact distance the shortest.
fn hold_claim(value: outplay::Value, truth: Score, what: &str) -> bool {
    if value.proven {
        match value.bound {
            Bound::Exact => assert_eq!(value.score, truth, "{what}"),
            Bound::Lower => assert!(truth >= value.score, "{} {truth} {what}", value.score),
            Bound::Upper => assert!(truth <= value.score, "{} {truth} {what}", value.score),
        }
    }
    value.proven
}

#[test]
fn distances_beyond_the_depth_are_only_bounds() {
    let (mut proven, mut bounds) = (0, 0);
    for (seed, tree) in trees(2000) {
        let truth = distance_oracle(&tree, 0);
        let line = Line::new(tree.clone());
        for search in [Search::Pvs(Features::ALL), Search::Solve] {
            // Warm from depth to depth, and solved in between.
            let table = table([0, 1, 4, 1 << 10][(seed % 4) as usize]);
            for limits in [1, 3, 2, 250, 1, 4, 3, 250].map(Limits::depth) {
                let lines = [usize::MAX, 1, 2][seed as usize % 3];
                let threads = 1 + (seed % 2) as usize;
                let shared = Shared { lines, threads, ..Shared::new(limits, &table) };
                let report = match search {
                    Search::Solve => outplay::solve(&line, &NoisyWins, &mut (), &shared),
                    _ => outplay::pvs(&line, &NoisyWins, &mut (), &shared),
                };
                let what = format!("{search:?}, {limits:?}: {tree}");
                proven += u32::from(hold_claim(report.value, truth, &what));
                bounds += u32::from(report.value.bound != Bound::Exact);
                for (m, child) in children(&tree) {
                    let Some(line) = report.lines.iter().find(|line| line.best == m) else {
                        continue;
                    };
                    let score = distance_oracle(&child, 1);
                    let score = if child.turn() == tree.turn() { score } else { -score };
                    hold_claim(line.value, score, &what);
                }
                if limits.depth == Some(250) {
                    assert!(
                        report.value.proven && report.value.bound == Bound::Exact,
                        "{:?} depth {} {what}",
                        report.value,
                        report.depth
                    );
                }
            }
        }
    }
    assert!(proven > 12_000 && bounds > 100, "{proven} proofs, {bounds} bounds");
}
