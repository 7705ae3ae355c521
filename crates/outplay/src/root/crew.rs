//! The helpers of a search whose threads race: they wait for passes, and go over the moves at the root
//! beside the first thread.
//!
//! They live as long as the search: to start threads for each pass, and to wait until all of them have
//! had a turn, would cost more than most passes do.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::evaluator::Evaluator;
use crate::observer::Observer;
use crate::position::Position;
use crate::stats::Stats;

use super::pass::Pass;
use super::{Team, work};

/// What the first thread and its helpers share.
pub(super) struct Crew<M> {
    board: Mutex<Board<M>>,
    /// There is a pass, or there will be none.
    news: Condvar,
    /// Nobody is at work any more.
    done: Condvar,
}

struct Board<M> {
    /// The pass to work on, while there is one.
    pass: Option<Arc<Pass<M>>>,
    /// Passes so far.
    serial: u64,
    at_work: usize,
    over: bool,
    /// All that the helpers have found in this pass follows from the rules alone.
    closed: bool,
    /// Of each helper, up to the end of the last pass.
    stats: Vec<Stats>,
}

impl<M: Copy + Eq + core::fmt::Debug + Send + Sync> Crew<M> {
    /// For so many helpers.
    pub(super) fn new(helpers: usize) -> Crew<M> {
        let (stats, at_work) = (vec![Stats::default(); helpers], 0);
        let board = Board { pass: None, serial: 0, at_work, over: false, closed: true, stats };
        Crew { board: Mutex::new(board), news: Condvar::new(), done: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Board<M>> {
        // A thread that panicked ends the search anyway.
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls the helpers to a pass.
    pub(super) fn call(&self, pass: &Arc<Pass<M>>) {
        let mut board = self.lock();
        (board.pass, board.closed) = (Some(pass.clone()), true);
        board.serial += 1;
        self.news.notify_all();
    }

    /// Ends the pass, once those at work have noticed that nothing is left to do. Whether all that
    /// they found follows from the rules alone.
    pub(super) fn dismiss(&self) -> bool {
        let mut board = self.lock();
        board.pass = None;
        while board.at_work > 0 {
            board = self.done.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
        board.closed
    }

    /// There will be no other pass.
    pub(super) fn end(&self) {
        self.lock().over = true;
        self.news.notify_all();
    }

    /// What the helpers have counted in the passes that are done.
    pub(super) fn stats(&self) -> Stats {
        let mut total = Stats::default();
        self.lock().stats.iter().for_each(|stats| total.add(stats));
        total
    }

    /// A helper's life.
    pub(super) fn help<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &self,
        helper: usize,
        mut team: Team<'_, P, E, O>,
    ) {
        let mut seen = 0;
        while let Some(pass) = self.next(&mut seen) {
            let shift = Shift { crew: self, helper, closed: false, stats: Stats::default() };
            shift.work(&pass, &mut team);
        }
    }

    /// Waits for a pass that was not there before; `None` if there will be none.
    fn next(&self, seen: &mut u64) -> Option<Arc<Pass<M>>> {
        let mut board = self.lock();
        loop {
            if board.over {
                return None;
            }
            if let Some(pass) = board.pass.clone().filter(|_| board.serial != *seen) {
                *seen = board.serial;
                board.at_work += 1;
                return Some(pass);
            }
            board = self.news.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A helper's part of a pass. Its end is told whatever happens, so that nobody waits for ever.
struct Shift<'c, M: Copy + Eq + core::fmt::Debug + Send + Sync> {
    crew: &'c Crew<M>,
    helper: usize,
    closed: bool,
    stats: Stats,
}

impl<M: Copy + Eq + core::fmt::Debug + Send + Sync> Shift<'_, M> {
    fn work<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        mut self,
        pass: &Pass<M>,
        team: &mut Team<'_, P, E, O>,
    ) {
        // If it was stopped, so is the first thread.
        self.closed = work(pass, team, &mut |_, _| ()).unwrap_or(false);
        self.stats = Stats { nodes: team.0.meter.nodes, ..team.0.stats };
    }
}

impl<M: Copy + Eq + core::fmt::Debug + Send + Sync> Drop for Shift<'_, M> {
    fn drop(&mut self) {
        let mut board = self.crew.lock();
        board.closed &= self.closed;
        board.stats[self.helper] = self.stats;
        board.at_work -= 1;
        if board.at_work == 0 {
            self.crew.done.notify_all();
        }
    }
}

/// Ends the crew when it is dropped, even by a panic.
pub(super) struct Leader<'c, M: Copy + Eq + core::fmt::Debug + Send + Sync>(pub(super) &'c Crew<M>);

impl<M: Copy + Eq + core::fmt::Debug + Send + Sync> Drop for Leader<'_, M> {
    fn drop(&mut self) {
        self.0.end();
    }
}
