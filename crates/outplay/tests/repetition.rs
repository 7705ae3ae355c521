//! Searches in a game that can go round in circles: positions of a random directed graph.
//!
//! The truth comes from solving the graph backwards. Where a search proves something, it must be
//! true, whatever the table kept from other paths; without a table, every search must give what a
//! plain recursion over paths gives.

use outplay::{
    Bound, Limits, Line, Outcome, Player, Position, Random, Report, Score, Shared, Table, mix,
};
use std::sync::Arc;

/// A token walks over a graph; who can't move loses, unless the node says otherwise.
#[derive(Clone, Debug)]
struct Walk {
    graph: Arc<Vec<Vec<u8>>>,
    at: u8,
    turn: Player,
}

impl Walk {
    fn random(seed: u64) -> Walk {
        let mut random = Random::new(seed);
        let nodes = 3 + random.below(15);
        let out = |_| {
            let degree = [0, 1, 2, 2, 2, 2, 3][random.below(7)];
            let mut to: Vec<u8> = (0..degree).map(|_| random.below(nodes) as u8).collect();
            to.sort_unstable();
            to.dedup();
            to
        };
        let graph = Arc::new((0..nodes).map(out).collect());
        Walk { graph, at: 0, turn: Player::First }
    }
}

impl Position for Walk {
    type Move = u8;
    type Undo = u8;
    const ALTERNATES: bool = true;
    const REPEATS: bool = true;

    fn turn(&self) -> Player {
        self.turn
    }
    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(&self.graph[self.at as usize]);
    }
    fn outcome(&self) -> Option<Outcome> {
        self.graph[self.at as usize].is_empty().then_some(Outcome::Win(!self.turn))
    }
    fn play(&mut self, to: u8) -> u8 {
        self.turn = !self.turn;
        std::mem::replace(&mut self.at, to)
    }
    fn undo(&mut self, _: u8, from: u8) {
        self.turn = !self.turn;
        self.at = from;
    }
    fn key(&self) -> u64 {
        mix(u64::from(self.at) << 1 | self.turn.index() as u64)
    }
}

/// The recursion over paths: a position that was on the path is a draw.
fn on_path(position: &Walk, path: &mut Vec<(u8, Player)>, depth: u32, ply: u32) -> Score {
    let here = (position.at, position.turn);
    if path.contains(&here) {
        return Score::DRAW;
    }
    if position.outcome().is_some() {
        return Score::loss_in(ply);
    }
    if depth == 0 {
        return Score::from(0.25);
    }
    path.push(here);
    let mut best = -Score::INFINITY;
    for &to in &position.graph[position.at as usize] {
        let mut child = position.clone();
        child.play(to);
        best = best.max(-on_path(&child, path, depth - 1, ply + 1));
    }
    path.pop();
    best
}

/// Wins and losses with their distances for every node, by value iteration backwards; what stays
/// open is a draw. The turn does not matter: the graph is the same for both.
fn backwards(graph: &[Vec<u8>]) -> Vec<Score> {
    let mut value: Vec<Option<Score>> =
        graph.iter().map(|out| out.is_empty().then_some(Score::loss_in(0))).collect();
    for plies in 1..=graph.len() as u32 * 2 {
        let known = value.clone();
        for (node, out) in graph.iter().enumerate() {
            if known[node].is_some() {
                continue;
            }
            let child = |to: &u8| known[*to as usize];
            if out.iter().any(|to| child(to).is_some_and(|score| score < Score::DRAW)) {
                value[node] = Some(Score::win_in(plies));
            } else if out.iter().all(|to| child(to).is_some_and(|score| score > Score::DRAW)) {
                value[node] = Some(Score::loss_in(plies));
            }
        }
    }
    value.into_iter().map(|score| score.unwrap_or(Score::DRAW)).collect()
}

type Search =
    fn(&Line<Walk>, &fn(&Walk) -> f64, &mut (), &Shared<'_>) -> Report<<Walk as Position>::Move>;

const SEARCHES: [(&str, Search); 7] = [
    ("minimax", outplay::minimax),
    ("alphabeta", outplay::alphabeta),
    ("alphabeta-ordered", outplay::alphabeta_ordered),
    ("alphabeta-table", outplay::alphabeta_table),
    ("mtdf", outplay::mtdf),
    ("pvs", outplay::pvs),
    ("solve", outplay::solve),
];

#[test]
fn without_a_table_every_search_follows_the_paths() {
    for seed in 0..1500 {
        let walk = Walk::random(seed);
        let none = Table::none();
        for depth in 1..=7 {
            let truth = on_path(&walk, &mut vec![], depth, 0);
            for (name, search) in SEARCHES {
                let shared = Shared::new(Limits::depth(depth), &none);
                let estimate: fn(&Walk) -> f64 = |_| 0.25;
                let report = search(&Line::new(walk.clone()), &estimate, &mut (), &shared);
                assert_eq!(report.value.score, truth, "{name}, depth {depth}: {walk:?}");
            }
        }
    }
}

#[test]
fn what_is_proven_is_true_whatever_the_table_kept() {
    let mut proven = 0;
    for seed in 0..5_000 {
        let walk = Walk::random(seed);
        let truth = backwards(&walk.graph)[0];
        for entries in [0, 1, 4, 1 << 10] {
            let table = Table::new(entries * Table::ENTRY_BYTES).unwrap();
            // Warm from search to search and from depth to depth.
            for depth in [3, 6, 10, 14] {
                for (name, search) in SEARCHES {
                    if depth > 6 && matches!(name, "minimax" | "alphabeta" | "alphabeta-ordered") {
                        continue;
                    }
                    let shared = Shared::new(Limits::depth(depth), &table);
                    let estimate: fn(&Walk) -> f64 = |_| 0.25;
                    let report = search(&Line::new(walk.clone()), &estimate, &mut (), &shared);
                    let value = report.value;
                    if !value.proven || walk.outcome().is_some() {
                        continue;
                    }
                    proven += 1;
                    let sign = |score: Score| score.cmp(&Score::DRAW);
                    let what = format!("{name}, depth {depth}, {entries} entries: {walk:?}");
                    assert_eq!(value.bound, Bound::Exact, "{what}");
                    assert_eq!(sign(value.score), sign(truth), "{} {what}", value.score);
                    if truth.is_decided() {
                        assert_eq!(value.score, truth, "not the shortest: {what}");
                    }
                }
            }
        }
    }
    assert!(proven > 10_000, "only {proven} proofs");
}

#[test]
fn a_repetition_of_the_game_so_far_counts() {
    // 0 ⇄ 1, and 1 → 2 where the mover has lost.
    let graph = Arc::new(vec![vec![1], vec![0, 2], vec![]]);
    let mut line = Line::new(Walk { graph, at: 0, turn: Player::First });
    assert_eq!(line.outcome(), None);
    for to in [1, 0] {
        line.play(to);
    }
    assert_eq!(line.outcome(), Some(Outcome::Draw), "the start came back");
    let estimate: fn(&Walk) -> f64 = |_| 0.25;
    let none = Table::none();
    let report = outplay::pvs(&line, &estimate, &mut (), &Shared::new(Limits::depth(4), &none));
    assert_eq!((report.best, report.value.score), (None, Score::DRAW));
}
