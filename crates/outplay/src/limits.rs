//! When a search must end, and how it is told to.

use core::time::Duration;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::sync::{AtomicBool, AtomicU64, Ordering, now};

/// How far a search may go. What is `None` is unlimited; whichever is reached first ends it.
///
/// With a depth, a fixed-depth algorithm searches that depth at once; with only nodes or time it
/// deepens until they run out; with nothing it searches to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies to look ahead, at most [`MAX_PLY`](crate::MAX_PLY).
    pub depth: Option<u32>,
    /// Nodes to visit, all threads together. Exact: never one more.
    pub nodes: Option<u64>,
    /// Wall-clock time from the start of the search.
    pub time: Option<Duration>,
    /// After about this time a deepening search begins no new iteration: sooner if its choice is
    /// clear, later if it is not. See [`Clock`](crate::Clock).
    pub soft_time: Option<Duration>,
    /// The opponent is still thinking, and `time` counts only from when [`Stop::hit`] says that
    /// the move expected was played.
    pub ponder: bool,
}

impl Limits {
    /// Only a depth.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// Only a number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Only a time.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }
}

/// A flag that ends a search from outside: clone it, keep one, give one to the search.
///
/// Once raised it stays raised until [`lower`](Stop::lower); a search started meanwhile ends at
/// once, with a legal move.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Signal>);

#[derive(Debug, Default)]
struct Signal {
    raised: AtomicBool,
    /// When the pondered move was played. Looked at once in a millisecond, if at all.
    hit: Mutex<Option<Instant>>,
}

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks every search that holds this flag to end.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Makes the flag fit for the next search.
    pub fn lower(&self) {
        self.0.raised.store(false, Ordering::Relaxed);
        *self.hit_time() = None;
    }

    /// Whether somebody asked to end.
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed)
    }

    /// The move that a search [ponders](Limits::ponder) on was played: its time counts from now.
    pub fn hit(&self) {
        self.hit_time().get_or_insert_with(Instant::now);
    }

    fn hit_time(&self) -> MutexGuard<'_, Option<Instant>> {
        self.0.hit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a search ended before it had done all that was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Stopped {
    /// The node limit was reached.
    Nodes,
    /// The time was up.
    Time,
    /// The [`Stop`] flag was raised.
    Asked,
}

impl core::fmt::Display for Stopped {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(match self {
            Stopped::Nodes => "node limit reached",
            Stopped::Time => "time is up",
            Stopped::Asked => "stopped",
        })
    }
}

/// What all threads of one search share to know when to end.
#[derive(Debug)]
pub(crate) struct Budget {
    stop: Stop,
    /// Raised when one thread has found a reason to end, so that the others follow.
    halt: AtomicBool,
    started: Instant,
    time: Option<Duration>,
    ponders: bool,
    nodes_left: AtomicU64,
}

impl Budget {
    pub(crate) fn new(limits: &Limits, stop: &Stop) -> Budget {
        Budget {
            stop: stop.clone(),
            halt: AtomicBool::new(false),
            started: now(),
            time: limits.time,
            ponders: limits.ponder,
            nodes_left: AtomicU64::new(limits.nodes.unwrap_or(u64::MAX)),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        now() - self.started
    }

    /// Whether it may not end yet, because the opponent is still thinking.
    pub(crate) fn is_pondering(&self) -> bool {
        self.ponders && self.stop.hit_time().is_none()
    }

    fn time_is_up(&self) -> bool {
        let Some(time) = self.time else { return false };
        let from = if self.ponders { *self.stop.hit_time() } else { Some(self.started) };
        // A time too long to add to the clock is no limit.
        let deadline = from.and_then(|from| from.checked_add(time));
        deadline.is_some_and(|deadline| now() >= deadline)
    }

    fn take(&self, wish: u64) -> u64 {
        let take = |left: u64| Some(left.saturating_sub(wish));
        let before = self.nodes_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        before.unwrap_or_else(|left| left).min(wish)
    }
}

/// One thread's view of the [`Budget`]: it takes nodes from it in small packets and looks at clock
/// and flag only in between, so that a node costs one comparison.
#[derive(Debug)]
pub(crate) struct Meter<'s> {
    budget: &'s Budget,
    /// Nodes visited by this thread.
    pub(crate) nodes: u64,
    granted: u64,
    packet: u64,
    refilled: Instant,
}

/// The clock is looked at about this often.
const LOOK_EVERY: Duration = Duration::from_millis(1);

impl<'s> Meter<'s> {
    pub(crate) fn new(budget: &'s Budget) -> Meter<'s> {
        Meter { budget, nodes: 0, granted: 0, packet: 1, refilled: now() }
    }

    /// Counts a node, or says that there may be no more.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.granted {
            self.refill()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts nodes that were visited out of its sight. A limit is seen at the next
    /// [`tick`](Meter::tick), and may so be passed by what one call of the game visits.
    #[inline]
    pub(crate) fn charge(&mut self, nodes: u64) {
        self.nodes += nodes;
        if self.nodes > self.granted {
            self.granted += self.budget.take(self.nodes - self.granted);
        }
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> Result<(), Stopped> {
        self.look()?;
        let now = now();
        let took = now - self.refilled;
        self.refilled = now;
        // Slow evaluators get small packets, so that the clock is still seen in time.
        if took > LOOK_EVERY {
            self.packet = (self.packet / 4).max(1);
        } else if took < LOOK_EVERY / 4 {
            self.packet = (self.packet * 2).min(8192);
        }
        let taken = self.budget.take(self.packet);
        self.granted += taken;
        if taken == 0 || self.nodes >= self.granted {
            self.budget.halt.store(true, Ordering::Relaxed);
            return Err(Stopped::Nodes);
        }
        Ok(())
    }

    /// Whether the search must end now.
    pub(crate) fn look(&self) -> Result<(), Stopped> {
        let budget = self.budget;
        let reason = if budget.stop.is_raised() {
            Stopped::Asked
        } else if budget.time_is_up() {
            Stopped::Time
        } else if budget.halt.load(Ordering::Relaxed) {
            Stopped::Nodes
        } else {
            return Ok(());
        };
        budget.halt.store(true, Ordering::Relaxed);
        Err(reason)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_node_limit_is_exact() {
        for limit in [0, 1, 2, 1000, 100_000] {
            let budget = Budget::new(&Limits::nodes(limit), &Stop::new());
            let mut meter = Meter::new(&budget);
            while meter.tick().is_ok() {}
            assert_eq!(meter.nodes, limit);
            assert_eq!(meter.tick(), Err(Stopped::Nodes));
        }
    }

    #[test]
    fn threads_share_a_node_limit() {
        let budget = Budget::new(&Limits::nodes(12_345), &Stop::new());
        let count = || {
            let mut meter = Meter::new(&budget);
            while meter.tick().is_ok() {}
            meter.nodes
        };
        let total: u64 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(count)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(total, 12_345);
    }

    #[test]
    fn a_raised_flag_and_a_past_deadline_stop_the_first_node() {
        let stop = Stop::new();
        stop.raise();
        let budget = Budget::new(&Limits::default(), &stop);
        assert_eq!(Meter::new(&budget).tick(), Err(Stopped::Asked));
        let budget = Budget::new(&Limits::time(Duration::ZERO), &Stop::new());
        assert_eq!(Meter::new(&budget).tick(), Err(Stopped::Time));
        let budget = Budget::new(&Limits::time(Duration::MAX), &Stop::new());
        assert_eq!(Meter::new(&budget).tick(), Ok(()));
    }
}

/// Every order in which threads can start and stop, tried one after the other.
#[cfg(all(test, loom))]
mod models {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    fn count(budget: &Budget) -> (u64, Stopped) {
        let mut meter = Meter::new(budget);
        loop {
            if let Err(reason) = meter.tick() {
                return (meter.nodes, reason);
            }
        }
    }

    /// Two threads share a limit: together they visit exactly so many nodes, and both end.
    #[test]
    fn a_shared_node_limit_is_exact() {
        loom::model(|| {
            let budget = Arc::new(Budget::new(&Limits::nodes(2), &Stop::new()));
            let other = Arc::clone(&budget);
            let other = thread::spawn(move || count(&other).0);
            let own = count(&budget).0;
            let total = own + other.join().unwrap();
            // Who finds the other at the limit ends too, with nodes left only for itself.
            assert!(total <= 2);
            assert!(own > 0 || total == 2);
        });
    }

    /// A flag raised while a search starts ends it, and a lowered one lets the next one run.
    #[test]
    fn a_flag_raised_at_any_time_stops_the_search() {
        loom::model(|| {
            let stop = Stop::new();
            let raised = stop.clone();
            let asker = thread::spawn(move || raised.raise());
            let budget = Budget::new(&Limits::nodes(2), &stop);
            let (nodes, reason) = count(&budget);
            assert!(nodes <= 2);
            assert!(reason == Stopped::Asked || nodes == 2);
            asker.join().unwrap();
            let budget = Budget::new(&Limits::nodes(2), &stop);
            assert_eq!(count(&budget), (0, Stopped::Asked));
            stop.lower();
            let budget = Budget::new(&Limits::nodes(2), &stop);
            assert_eq!(count(&budget), (2, Stopped::Nodes));
        });
    }
}
