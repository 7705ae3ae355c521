//! A thousand small positions solved by 1, 2, 4 and 8 threads, which share a table: nothing that is
//! called proven depends on how many there were, and all of it is what one thread finds with no
//! table and no knowledge.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use outplay::{
    Bound, Features, Game, Limits, Line, Params, Random, Report, Shared, Table, alphabeta,
    pvs_with, solve,
};
use outplay_games::connect4::Connect4;
use outplay_games::gomoku::Gomoku;
use outplay_games::kalah::Kalah;
use outplay_games::mnk::Mnk;
use outplay_games::nim::Nim;
use outplay_games::othello::Othello;

const THREADS: [usize; 4] = [1, 2, 4, 8];
/// So small that entries are lost all the time, and threads meet in the same group.
const TABLE_BYTES: usize = 1 << 14;
/// Plain search looks at so many positions at most; what takes more is not small.
const SMALL: u64 = 20_000;

/// What was held against each other.
#[derive(Default, Debug)]
struct Tally {
    positions: usize,
    /// Positions that took enough nodes for threads to meet.
    large: usize,
    /// Values proven, by way and number of threads.
    proven: [usize; 3],
}

impl Tally {
    /// Solves this position in every way, if it is small.
    fn check<G: Game>(&mut self, position: &G) {
        let plain = Way::Plain.run(position, 1);
        if !plain.value.proven || plain.stopped.is_some() {
            return;
        }
        self.positions += 1;
        self.large += usize::from(plain.stats.nodes > 200);
        for threads in THREADS {
            for (way, proven) in WAYS.into_iter().zip(&mut self.proven) {
                let value = way.run(position, threads).value;
                let is_proven = value.proven && value.bound == Bound::Exact;
                let what = || format!("{position}, {way:?} by {threads} threads: {value:?}");
                // Only a search that guesses may end without a proof.
                assert!(is_proven || matches!(way, Way::Guessing), "{}", what());
                if is_proven {
                    assert_eq!(value.score, plain.value.score, "{}", what());
                    *proven += 1;
                }
            }
        }
    }

    /// Positions of random games, at most so many plies before the end, until there are as many
    /// more as wanted.
    fn sample<G: Game>(&mut self, settings: &str, back: usize, wanted: usize) {
        let mut params = Params::defaults(&G::INFO);
        params.set(&G::INFO, settings).unwrap();
        let start = G::new(&params).unwrap();
        let mut random = Random::new(wanted as u64);
        let enough = self.positions + wanted;
        for _ in 0..20 * wanted {
            if self.positions == enough {
                return;
            }
            let path = random_game(&start, &mut random);
            let at = path.len().saturating_sub(2 + random.below(back));
            self.check(&path[at]);
        }
        panic!("{} {settings}: too few small positions", G::INFO.id);
    }
}

/// Every position of a random game.
fn random_game<G: Game>(start: &G, random: &mut Random) -> Vec<G> {
    let mut path = vec![start.clone()];
    loop {
        let (mut next, mut moves) = (path[path.len() - 1].clone(), vec![]);
        next.moves(&mut moves);
        if next.outcome().is_some() || moves.is_empty() {
            return path;
        }
        next.play(moves[random.below(moves.len())]);
        path.push(next);
    }
}

/// The searches that are held against each other.
#[derive(Clone, Copy, Debug)]
enum Way {
    Plain,
    Solve,
    Exact,
    Guessing,
}

const WAYS: [Way; 3] = [Way::Solve, Way::Exact, Way::Guessing];

impl Way {
    fn run<G: Game>(self, position: &G, threads: usize) -> Report<G::Move> {
        let (line, evaluator) = (&Line::new(position.clone()), &position.evaluator());
        let table = Table::new(TABLE_BYTES).unwrap();
        let shared = Shared { threads, ..Shared::new(Limits::default(), &table) };
        match self {
            Way::Plain => {
                let (limits, table) = (Limits::nodes(SMALL), Table::none());
                alphabeta(line, evaluator, &mut (), &Shared::new(limits, &table))
            }
            Way::Solve => solve(line, evaluator, &mut (), &shared),
            Way::Exact => pvs_with(Features::EXACT, line, evaluator, &mut (), &shared),
            Way::Guessing => pvs_with(Features::ALL, line, evaluator, &mut (), &shared),
        }
    }
}

#[test]
fn no_proven_value_depends_on_the_number_of_threads() {
    let mut tally = Tally::default();
    tally.sample::<Mnk<u64>>("", 9, 150);
    tally.sample::<Mnk<u64>>("misere=true", 9, 50);
    tally.sample::<Mnk<u64>>("width=4,height=3,k=3", 9, 100);
    tally.sample::<Mnk<u64>>("width=4,height=4,k=4", 9, 100);
    tally.sample::<Mnk<u128>>("width=10,height=9,k=5", 6, 20);
    tally.sample::<Connect4>("width=4,height=4", 12, 100);
    tally.sample::<Connect4>("width=5,height=4", 12, 100);
    tally.sample::<Connect4>("", 12, 100);
    tally.sample::<Othello>("", 8, 120);
    tally.sample::<Gomoku>("size=5", 6, 40);
    tally.sample::<Nim>("", 8, 40);
    tally.sample::<Nim>("misere=true", 8, 20);
    tally.sample::<Kalah>("", 10, 60);
    assert!(tally.positions >= 1000 && tally.large >= 300, "{tally:?}");
    assert!(tally.proven[2] >= 3 * tally.positions, "{tally:?}");
}
