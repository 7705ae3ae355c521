//! The evaluator's claims, held against every value that minimax proves.

use std::collections::HashMap;

use super::{Law, LawError, broken};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::observer::{Event, Observer};
use crate::score::Score;

/// Watches minimax, and holds the evaluator's claims against every value it finds.
pub(super) struct Auditor<E> {
    evaluator: E,
    /// Of the search. At depth 0 the root is evaluated without an event.
    depth: u32,
    /// For every open node: its ply, and the evaluations before it.
    open: Vec<(u32, u64)>,
    /// Evaluations at the horizon.
    evaluations: u64,
    /// Values by canonical key, with the position that had it first.
    values: HashMap<u64, (Score, String)>,
    /// A position with noisy moves was evaluated.
    pub(super) noisy: bool,
    /// The first claim found wrong.
    pub(super) error: Option<LawError>,
}

impl<E> Auditor<E> {
    pub(super) fn new(evaluator: E, depth: u32) -> Auditor<E> {
        Auditor {
            evaluator,
            depth,
            open: vec![],
            evaluations: 0,
            values: HashMap::new(),
            noisy: false,
            error: None,
        }
    }

    /// A node whose value follows from the rules alone.
    fn proven<G: Game>(&mut self, position: &G, score: Score) -> Result<(), LawError>
    where
        E: Evaluator<G>,
    {
        // On a path that can repeat, a value may hang on the path.
        if G::REPEATS || position.outcome().is_some() {
            return Ok(());
        }
        self.evaluator.reset(position);
        let (least, most) = self.evaluator.bounds(position);
        if !(least..=most).contains(&score) {
            let expected = format!("a value from {least} to {most}");
            return Err(broken(Law::Bounds, position, expected, score));
        }
        let key = self.evaluator.canonical_key(position);
        let (value, first) = self
            .values
            .entry(key)
            .or_insert_with(|| (score, position.to_string()));
        if *value != score {
            let law = if key == position.key() {
                Law::DistinctKeys
            } else {
                Law::CanonicalKeys
            };
            let expected = format!("{value} as in {first:?}, which has the same key");
            return Err(broken(law, position, expected, score));
        }
        Ok(())
    }
}

impl<G: Game, E: Evaluator<G>> Observer<G> for Auditor<E> {
    fn event(&mut self, position: &G, event: Event<'_, G::Move>) {
        match event {
            Event::Enter { ply, .. } => {
                self.open.push((ply, self.evaluations));
            }
            Event::Evaluate { .. } => {
                self.evaluations += 1;
                let mut noisy = vec![];
                self.evaluator.reset(position);
                self.evaluator.noisy(position, &mut noisy);
                self.noisy |= !noisy.is_empty();
            }
            Event::Leave { score, .. } => {
                let Some((ply, before)) = self.open.pop() else {
                    return;
                };
                if self.evaluations == before && self.depth > 0 && self.error.is_none() {
                    self.error = self.proven(position, score.from_root_to_node(ply)).err();
                }
            }
            _ => {}
        }
    }
}
