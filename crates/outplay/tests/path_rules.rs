//! Rules that look at the path: repetitions that are illegal, ends that may be claimed, and rules
//! about the third occurrence of a position.

use std::sync::Arc;

use outplay::doc::Takeaway;
use outplay::{
    Evaluator, Limits, Line, Outcome, Player, Position, Random, Repeat, Report, Score, Shared,
    Stop, Table, Visit, alphabeta, alphabeta_ordered, alphabeta_table, minimax, mix, mtdf, perft,
    pvs, solve,
};

/// A token walks over a random graph and may not come back to where it was, whoever is to move.
/// Either side may stop the walk instead, which ends the game: who stops on an even node wins.
#[derive(Clone, Debug)]
struct Walk {
    graph: Arc<Vec<Vec<u8>>>,
    at: u8,
    turn: Player,
    stopped: bool,
}

const STOP: u8 = u8::MAX;

impl Walk {
    fn random(seed: u64) -> Walk {
        let mut random = Random::new(seed);
        let nodes = 3 + random.below(9);
        let out = |_| {
            let mut to: Vec<u8> =
                (0..1 + random.below(3)).map(|_| random.below(nodes) as u8).collect();
            to.sort_unstable();
            to.dedup();
            to
        };
        let graph = Arc::new((0..nodes).map(out).collect());
        Walk { graph, at: 1, turn: Player::First, stopped: false }
    }
}

impl Position for Walk {
    type Move = u8;
    type Undo = u8;
    const ALTERNATES: bool = true;
    const REPEATS: bool = true;
    const BANS: bool = true;

    fn turn(&self) -> Player {
        self.turn
    }
    fn moves(&self, out: &mut Vec<u8>) {
        if !self.stopped {
            out.extend(&self.graph[self.at as usize]);
            out.push(STOP);
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        let stopper = !self.turn;
        let winner = if self.at.is_multiple_of(2) { stopper } else { !stopper };
        self.stopped.then_some(Outcome::Win(winner))
    }
    fn play(&mut self, to: u8) -> u8 {
        self.turn = !self.turn;
        if to == STOP {
            self.stopped = true;
            return self.at;
        }
        std::mem::replace(&mut self.at, to)
    }
    fn undo(&mut self, to: u8, from: u8) {
        self.turn = !self.turn;
        self.stopped = false;
        if to != STOP {
            self.at = from;
        }
    }
    fn key(&self) -> u64 {
        let turn = self.turn.index() as u64;
        mix(u64::from(self.at) << 2 | turn << 1 | u64::from(self.stopped))
    }
    fn repetition_key(&self) -> u64 {
        mix(u64::from(self.at))
    }
    fn repeat(&self, _: usize, _: &[Visit]) -> Repeat {
        if self.stopped { Repeat::Allowed } else { Repeat::Illegal }
    }
}

/// The recursion over paths.
fn on_path(walk: &Walk, path: &mut Vec<u8>, depth: u32, ply: u32) -> Score {
    if let Some(Outcome::Win(winner)) = walk.outcome() {
        return if winner == walk.turn { Score::win_in(ply) } else { Score::loss_in(ply) };
    }
    if depth == 0 {
        return Score::from(0.25);
    }
    path.push(walk.at);
    let mut moves = vec![];
    walk.moves(&mut moves);
    let mut best = -Score::INFINITY;
    moves.retain(|m| !path.contains(m));
    for m in moves {
        let mut child = walk.clone();
        child.play(m);
        best = best.max(-on_path(&child, path, depth - 1, ply + 1));
    }
    path.pop();
    best
}

type Search =
    fn(&Line<Walk>, &fn(&Walk) -> f64, &mut (), &Shared<'_>) -> Report<<Walk as Position>::Move>;

const SEARCHES: [(&str, Search); 7] = [
    ("minimax", minimax),
    ("alphabeta", alphabeta),
    ("alphabeta-ordered", alphabeta_ordered),
    ("alphabeta-table", alphabeta_table),
    ("mtdf", mtdf),
    ("pvs", pvs),
    ("solve", solve),
];

fn quarter(_: &Walk) -> f64 {
    0.25
}

#[test]
fn banned_moves_are_not_searched() {
    for seed in 0..300 {
        let line = Line::new(Walk::random(seed));
        let table = Table::none();
        for depth in [1, 2, 3, 5, 8, 20] {
            let expected = on_path(line.position(), &mut vec![], depth, 0);
            for (name, search) in SEARCHES {
                let report = search(
                    &line,
                    &(quarter as fn(&Walk) -> f64),
                    &mut (),
                    &Shared::new(Limits::depth(depth), &table),
                );
                assert_eq!(report.value.score, expected, "{name}, seed {seed}, depth {depth}");
            }
        }
    }
}

#[test]
fn every_best_line_is_legal_with_a_table() {
    for seed in 0..300 {
        let table = Table::new(1 << 16).unwrap();
        let line = Line::new(Walk::random(seed));
        for (name, search) in SEARCHES {
            let report = search(
                &line,
                &(quarter as fn(&Walk) -> f64),
                &mut (),
                &Shared::new(Limits::depth(12), &table),
            );
            let mut line = line.clone();
            for m in report.pv {
                let mut legal = vec![];
                line.moves(&mut legal);
                assert!(legal.contains(&m), "{name}, seed {seed}: {m} of {legal:?}");
                line.play(m);
            }
        }
    }
}

#[test]
fn perft_leaves_banned_moves_out() {
    // 1 → 1, 2; 2 → 1; 0 is never reached. Paths: stop, or to 2 and stop there.
    let graph = Arc::new(vec![vec![], vec![1, 2], vec![1]]);
    let walk = Walk { graph, at: 1, turn: Player::First, stopped: false };
    let count = |depth| perft(&walk, depth, &Stop::new()).unwrap();
    assert_eq!((count(1).nodes, count(1).finished), (2, 0));
    assert_eq!((count(2).nodes, count(2).finished), (1, 1));
    assert_eq!((count(3).nodes, count(3).finished), (0, 2));
    let mut line = Line::new(walk);
    assert!(!line.allows(1) && line.allows(2) && line.allows(STOP));
}

/// A counter that both sides step up or down by one. The third time that a number comes up, a
/// player may claim a draw, the fifth time the game is over; so it is at ten steps, and at six a
/// draw may be claimed.
#[derive(Clone, Debug)]
struct Stairs {
    height: i32,
    steps: u32,
    turn: Player,
}

impl Position for Stairs {
    type Move = i32;
    type Undo = ();
    const ALTERNATES: bool = true;
    const REPEATS: bool = true;

    fn turn(&self) -> Player {
        self.turn
    }
    fn moves(&self, out: &mut Vec<i32>) {
        if self.outcome().is_none() {
            out.extend([1, -1]);
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.steps >= 10).then_some(Outcome::Draw)
    }
    fn play(&mut self, step: i32) {
        self.height += step;
        self.steps += 1;
        self.turn = !self.turn;
    }
    fn undo(&mut self, step: i32, (): ()) {
        self.height -= step;
        self.steps -= 1;
        self.turn = !self.turn;
    }
    fn key(&self) -> u64 {
        mix(self.height as u64) ^ mix(1 << 32 | u64::from(self.steps)) ^ self.turn.index() as u64
    }
    fn repetition_key(&self) -> u64 {
        mix(self.height as u64) ^ self.turn.index() as u64
    }
    fn claim(&self) -> Option<Outcome> {
        (self.steps >= 6).then_some(Outcome::Draw)
    }
    fn repeat(&self, times: usize, _: &[Visit]) -> Repeat {
        match times {
            4.. => Repeat::Ends(Outcome::Draw),
            2.. => Repeat::Claimable(Outcome::Draw),
            _ => Repeat::Allowed,
        }
    }
}

fn after(steps: &[i32]) -> Line<Stairs> {
    let mut line = Line::new(Stairs { height: 0, steps: 0, turn: Player::First });
    for &step in steps {
        line.play(step);
    }
    line
}

#[test]
fn ends_may_be_claimed_before_they_come() {
    assert_eq!(after(&[1, -1]).claim(), None);
    assert_eq!(after(&[1, -1, 1, -1]).claim(), Some(Outcome::Draw));
    assert_eq!(after(&[1, -1, 1, -1]).outcome(), None);
    assert_eq!(after(&[1, -1, 1, -1, 1, -1, 1, -1]).outcome(), Some(Outcome::Draw));
    assert_eq!(after(&[1, -1, 1, -1, 1, -1, 1, -1]).claim(), None);
    assert_eq!(after(&[1, 1, 1, 1, 1, 1]).claim(), Some(Outcome::Draw));
    assert_eq!(after(&[1; 10]).outcome(), Some(Outcome::Draw));
}

/// High is good for the first player.
fn height(position: &Stairs) -> f64 {
    let height = f64::from(position.height);
    if position.turn == Player::First { height } else { -height }
}

#[test]
fn a_search_takes_a_claim_as_the_end() {
    let table = Table::none();
    let value = |line: &Line<Stairs>, depth| {
        let shared = Shared::new(Limits::depth(depth), &table);
        let plain = minimax(line, &height, &mut (), &shared).value.score;
        assert_eq!(pvs(line, &height, &mut (), &shared).value.score, plain);
        plain
    };
    // One step before six: whatever is played, a draw may be claimed.
    assert_eq!(value(&after(&[1, 1, 1, 1, 1]), 1), Score::DRAW);
    // At six itself the search goes on, to positions where it may be claimed again.
    assert_eq!(value(&after(&[1, 1, 1, 1, 1, 1]), 1), Score::DRAW);
    // From 3 with one step: up for the first player, no repetition.
    assert_eq!(value(&after(&[1, 1, 1, 1]), 1), Score::from(5.0));
    // A position of the game comes back once: that is no draw yet.
    assert_eq!(value(&after(&[1, -1, -1]), 1), Score::from(2.0));
    // Up, down, and up again: the second time that 1 comes up beyond the root is a draw, as the
    // third would be. The root itself may come back once.
    assert_eq!(value(&after(&[]), 3), Score::DRAW);
    assert_eq!(value(&after(&[]), 2), Score::DRAW);
    assert_eq!(value(&after(&[]), 1), Score::from(1.0));
}

/// Of the matches of [`Takeaway`] it knows that up to three are a forced win, and that four are
/// urgent.
#[derive(Clone)]
struct Knows;

impl Evaluator<Takeaway> for Knows {
    fn evaluate(&mut self, position: &Takeaway) -> Score {
        assert!(position.0 > 4, "{position:?} is known, and never evaluated");
        Score::from(0.5)
    }
    fn forced_win(&mut self, position: &Takeaway) -> Option<u32> {
        (1..=3).contains(&position.0).then_some(1)
    }
    fn urgent(&self, position: &Takeaway) -> bool {
        position.0 == 4
    }
    fn noisy(&self, position: &Takeaway, out: &mut Vec<u32>) {
        if position.0 == 4 {
            position.moves(out);
        }
    }
}

#[test]
fn forced_wins_and_urgent_positions_are_seen_beyond_the_horizon() {
    let table = Table::none();
    let at = |matches| {
        let shared = Shared::new(Limits::depth(1), &table);
        pvs(&Line::new(Takeaway(matches, Player::First)), &Knows, &mut (), &shared)
    };
    // One step ahead are four: each answer to that loses to a win in one.
    let report = at(5);
    assert_eq!((report.best, report.value.score), (Some(1), Score::win_in(3)));
    assert_eq!(report.pv.first(), Some(&1));
    assert_eq!(at(6).best, Some(2));
    assert_eq!(at(4).value.score, Score::loss_in(2));
    assert!(!at(9).value.score.is_decided());
}
