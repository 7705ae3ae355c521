//! Hostile evaluators, faulty games, odd limits, small stacks, and stops from outside.

use core::time::Duration;
use std::time::Instant;

use outplay::doc::Takeaway;
use outplay::{
    Bound, Evaluator, Limits, Line, MAX_PLY, Outcome, Player, Position, Report, Score, Shared,
    Stop, Stopped, Table,
};

type Search<P, E> = fn(&Line<P>, &E, &mut (), &Shared<'_>) -> Report<<P as Position>::Move>;

fn searches<P: Position, E: Evaluator<P>>() -> [(&'static str, Search<P, E>); 7] {
    [
        ("minimax", outplay::minimax),
        ("alphabeta", outplay::alphabeta),
        ("alphabeta-ordered", outplay::alphabeta_ordered),
        ("alphabeta-table", outplay::alphabeta_table),
        ("mtdf", outplay::mtdf),
        ("pvs", outplay::pvs),
        ("solve", outplay::solve),
    ]
}

fn heap(matches: u32) -> Line<Takeaway> {
    Line::new(Takeaway(matches, Player::First))
}

type Estimate = fn(&Takeaway) -> f64;

/// Every position is worth the same.
fn flat<P>() -> fn(&P) -> f64 {
    |_| -3.5
}

#[test]
fn absurd_evaluations_do_not_hide_a_win() {
    let absurd: [Estimate; 6] = [
        |_| f64::NAN,
        |_| f64::INFINITY,
        |_| f64::NEG_INFINITY,
        |_| f64::MAX,
        |_| f64::MIN,
        |p| if p.0.is_multiple_of(2) { f64::MAX } else { f64::MIN },
    ];
    for evaluate in absurd {
        for (name, search) in searches::<Takeaway, Estimate>() {
            for entries in [0, 1, 1000] {
                let table = Table::new(entries * Table::ENTRY_BYTES).unwrap();
                // Six matches: take two, and the opponent has lost whatever happens.
                for depth in 3..6 {
                    let report = search(
                        &heap(6),
                        &evaluate,
                        &mut (),
                        &Shared::new(Limits::depth(depth), &table),
                    );
                    assert_eq!(report.best, Some(2), "{name}, depth {depth}");
                    assert_eq!(report.value.score, Score::win_in(3), "{name}, depth {depth}");
                }
            }
        }
    }
}

#[test]
fn a_finished_game_has_a_result_and_no_move() {
    let table = Table::none();
    for limits in [Limits::default(), Limits::depth(0), Limits::depth(9), Limits::nodes(0)] {
        for (name, search) in searches::<Takeaway, Estimate>() {
            let report = search(&heap(0), &flat(), &mut (), &Shared::new(limits, &table));
            assert_eq!((report.best, report.pv.len()), (None, 0), "{name}");
            assert_eq!(report.value.score, Score::loss_in(0), "{name}");
            assert!(report.value.proven, "{name}");
        }
    }
}

#[test]
fn depth_zero_is_a_bare_evaluation_with_a_legal_move() {
    let table = Table::none();
    for (name, search) in searches::<Takeaway, Estimate>() {
        let report = search(&heap(10), &flat(), &mut (), &Shared::new(Limits::depth(0), &table));
        assert_eq!((report.best, report.depth), (Some(1), 0), "{name}");
        assert_eq!(report.value.score, Score::from(-3.5), "{name}");
        assert_eq!((report.stats.nodes, report.stats.leaves), (1, 1), "{name}");
        assert!(!report.value.proven, "{name}");
    }
}

#[test]
fn one_legal_move_is_found_with_its_value() {
    let table = Table::none();
    for (name, search) in searches::<Takeaway, Estimate>() {
        let report = search(&heap(1), &flat(), &mut (), &Shared::new(Limits::default(), &table));
        assert_eq!(report.best, Some(1), "{name}");
        assert_eq!(report.value.score, Score::win_in(1), "{name}");
    }
}

#[test]
fn a_win_comes_as_soon_and_a_loss_as_late_as_possible() {
    // A heap of 4k loses in 2k plies, any other wins in the next odd number.
    for entries in [0, 1, 100_000] {
        let table = Table::new(entries * Table::ENTRY_BYTES).unwrap();
        for matches in (1..14).rev() {
            for (name, search) in searches::<Takeaway, Estimate>() {
                if entries > 0 && name.starts_with("alphabeta") && name != "alphabeta-table" {
                    continue;
                }
                let shared = Shared::new(Limits::default(), &table);
                let report = search(&heap(matches), &flat(), &mut (), &shared);
                let truth = longest(matches);
                assert_eq!(report.value.score, truth, "{name}: {matches}");
                assert_eq!(report.pv.len() as u32, truth.distance().unwrap(), "{name}: {matches}");
            }
        }
    }
}

/// By a recursion of its own.
fn longest(matches: u32) -> Score {
    fn value(matches: u32, ply: u32) -> Score {
        if matches == 0 {
            return Score::loss_in(ply);
        }
        (1..=matches.min(3)).map(|take| -value(matches - take, ply + 1)).max().expect("a move")
    }
    value(matches, 0)
}

#[test]
fn the_deepest_search_fits_a_small_stack() {
    /// One move at a time, for ever.
    #[derive(Clone)]
    struct Corridor(u64);
    impl Position for Corridor {
        type Move = ();
        type Undo = ();
        fn turn(&self) -> Player {
            Player::First
        }
        fn moves(&self, out: &mut Vec<()>) {
            out.push(());
        }
        fn outcome(&self) -> Option<Outcome> {
            None
        }
        fn play(&mut self, (): ()) {
            self.0 += 1;
        }
        fn undo(&mut self, (): (), (): ()) {
            self.0 -= 1;
        }
        fn key(&self) -> u64 {
            outplay::mix(self.0)
        }
    }
    let run = || {
        let table = Table::new(1 << 16).unwrap();
        for (name, search) in searches::<Corridor, fn(&Corridor) -> f64>() {
            for depth in [MAX_PLY, u32::MAX] {
                let shared = Shared::new(Limits::depth(depth), &table);
                let report = search(&Line::new(Corridor(0)), &flat(), &mut (), &shared);
                assert_eq!(report.value.score, Score::from(-3.5), "{name}");
                assert_eq!(report.depth, MAX_PLY, "{name}");
                assert!(!report.value.proven, "{name}: a game without end proves nothing");
            }
        }
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(run).unwrap().join().unwrap();
}

/// A game that says it goes on, but has no moves.
#[derive(Clone)]
struct Stuck;

impl Position for Stuck {
    type Move = u8;
    type Undo = ();
    fn turn(&self) -> Player {
        Player::First
    }
    fn moves(&self, _: &mut Vec<u8>) {}
    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn play(&mut self, _: u8) {}
    fn undo(&mut self, _: u8, (): ()) {}
    fn key(&self) -> u64 {
        0
    }
}

#[test]
fn a_game_without_moves_that_is_not_over_is_only_evaluated() {
    let table = Table::new(1 << 10).unwrap();
    for (name, search) in searches::<Stuck, fn(&Stuck) -> f64>() {
        let shared = Shared::new(Limits::depth(5), &table);
        let report = search(&Line::new(Stuck), &flat(), &mut (), &shared);
        assert_eq!((report.best, report.value.score), (None, Score::from(-3.5)), "{name}");
        assert!(!report.value.proven, "{name}");
    }
}

/// Three moves everywhere, without end, and no position comes up twice.
#[derive(Clone, PartialEq, Debug)]
struct Wild(u64, Player);

impl Position for Wild {
    type Move = u8;
    type Undo = u64;
    const ALTERNATES: bool = true;
    fn turn(&self) -> Player {
        self.1
    }
    fn moves(&self, out: &mut Vec<u8>) {
        out.extend([1, 2, 3]);
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn play(&mut self, m: u8) -> u64 {
        self.1 = !self.1;
        let before = self.0;
        self.0 = outplay::mix(before ^ u64::from(m));
        before
    }
    fn undo(&mut self, _: u8, before: u64) {
        self.1 = !self.1;
        self.0 = before;
    }
    fn key(&self) -> u64 {
        self.0
    }
}

fn wild() -> Line<Wild> {
    Line::new(Wild(1, Player::First))
}

fn noise() -> fn(&Wild) -> f64 {
    |p| (p.0 % 1000) as f64 / 100.0
}

#[test]
fn time_ends_every_search_with_a_move() {
    let table = Table::new(1 << 20).unwrap();
    for (name, search) in searches::<Wild, _>() {
        for threads in [1, 3] {
            for millis in [0, 1, 40] {
                let started = Instant::now();
                let limits =
                    Limits { time: Some(Duration::from_millis(millis)), ..Limits::default() };
                let shared = Shared { threads, ..Shared::new(limits, &table) };
                let report = search(&wild(), &noise(), &mut (), &shared);
                assert!(started.elapsed() < Duration::from_secs(5), "{name}");
                assert!(matches!(report.best, Some(1..=3)), "{name}");
                assert_eq!(report.stopped, Some(Stopped::Time), "{name}");
            }
        }
    }
}

#[test]
fn a_raised_flag_ends_every_search_with_a_move() {
    let table = Table::new(1 << 20).unwrap();
    for (name, search) in searches::<Wild, _>() {
        for delay in [0, 20] {
            let shared = Shared::new(Limits::default(), &table);
            let stop: Stop = shared.stop.clone();
            if delay == 0 {
                stop.raise();
            }
            let report = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(delay));
                    stop.raise();
                });
                search(&wild(), &noise(), &mut (), &shared)
            });
            assert!(matches!(report.best, Some(1..=3)), "{name}");
            assert_eq!(report.stopped, Some(Stopped::Asked), "{name}");
        }
    }
}

#[test]
fn slow_evaluators_do_not_hide_the_clock() {
    let slow = |_: &Takeaway| {
        std::thread::sleep(Duration::from_millis(2));
        0.0
    };
    let table = Table::none();
    let started = Instant::now();
    let shared = Shared::new(Limits::time(Duration::from_millis(50)), &table);
    let report = outplay::pvs(&heap(1000), &slow, &mut (), &shared);
    assert!(started.elapsed() < Duration::from_secs(3));
    assert!(report.best.is_some());
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    let run = |search: Search<Takeaway, Estimate>, limits| {
        let table = Table::new(1 << 14).unwrap();
        let evaluate: Estimate = |p| f64::from(p.0 % 7) - 3.0;
        let mut report = search(&heap(60), &evaluate, &mut (), &Shared::new(limits, &table));
        report.stats.time = Duration::ZERO;
        report
    };
    for (name, search) in searches::<Takeaway, Estimate>() {
        for limits in [Limits::depth(7), Limits::nodes(12_345)] {
            assert_eq!(run(search, limits), run(search, limits), "{name}");
        }
    }
}

#[test]
fn a_node_limit_is_never_exceeded_by_any_number_of_threads() {
    let table = Table::new(1 << 16).unwrap();
    for (name, search) in searches::<Wild, _>() {
        for threads in [1, 2, 8] {
            for nodes in [0, 1, 2, 50, 10_000] {
                let shared = Shared { threads, ..Shared::new(Limits::nodes(nodes), &table) };
                let report = search(&wild(), &noise(), &mut (), &shared);
                assert!(report.stats.nodes <= nodes, "{name}, {threads} threads, {nodes}");
                assert!(report.best.is_some(), "{name}, {threads} threads, {nodes}");
                assert!(matches!(report.value.bound, Bound::Exact | Bound::Lower), "{name}");
            }
        }
    }
}
