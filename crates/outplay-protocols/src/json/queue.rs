//! Requests that wait, the most urgent first.

use core::cmp::Reverse;
use std::collections::BTreeMap;

use super::Ticket;
use crate::protocol::{Job, JobId};
use crate::schema::Id;

/// So many requests can wait; more are told that it is busy.
pub const MAX_QUEUED: usize = 1024;
/// So many bytes of requests can wait.
pub const MAX_QUEUED_BYTES: usize = 8 << 20;

/// Requests that wait: by priority, equal ones in the order in which they came.
#[derive(Default)]
pub(super) struct Queue {
    waiting: BTreeMap<(Reverse<i32>, JobId), Waiting>,
    bytes: usize,
}

struct Waiting {
    size: usize,
    job: Job,
    ticket: Ticket,
}

impl Queue {
    pub(super) fn is_full(&self) -> bool {
        self.waiting.len() >= MAX_QUEUED || self.bytes >= MAX_QUEUED_BYTES
    }

    pub(super) fn holds(&self, id: &Id) -> bool {
        self.waiting.values().any(|waiting| waiting.ticket.id == *id)
    }

    pub(super) fn push(&mut self, priority: i32, size: usize, job: Job, ticket: Ticket) {
        self.bytes += size;
        self.waiting.insert((Reverse(priority), job.id), Waiting { size, job, ticket });
    }

    pub(super) fn pop(&mut self) -> Option<(Job, Ticket)> {
        let (_, Waiting { size, job, ticket }) = self.waiting.pop_first()?;
        self.bytes -= size;
        Some((job, ticket))
    }

    /// Takes out all that are meant, in their order.
    pub(super) fn remove(&mut self, is_meant: impl Fn(&Ticket) -> bool) -> Vec<Ticket> {
        let meant = self.waiting.iter().filter(|(_, waiting)| is_meant(&waiting.ticket));
        let keys: Vec<_> = meant.map(|(&key, _)| key).collect();
        let taken: Vec<Waiting> = keys.iter().filter_map(|key| self.waiting.remove(key)).collect();
        self.bytes -= taken.iter().map(|waiting| waiting.size).sum::<usize>();
        taken.into_iter().map(|waiting| waiting.ticket).collect()
    }
}
