//! The evaluator's claims, held against every value that minimax proves.

use std::collections::HashMap;

use super::{Law, LawError, broken};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::observer::{Event, Observer};
use crate::score::{Bound, Score};

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
    /// A position with noisy moves or a forced win was evaluated, or the selective search may leave
    /// moves out.
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
        self.prove(position, score)?;
        self.finish(position, score)?;
        let key = self.evaluator.canonical_key(position);
        let (value, first) =
            self.values.entry(key).or_insert_with(|| (score, position.to_string()));
        if *value != score {
            let law = if key == position.key() { Law::DistinctKeys } else { Law::CanonicalKeys };
            let expected = format!("{value} as in {first:?}, which has the same key");
            return Err(broken(law, position, expected, score));
        }
        Ok(())
    }

    /// What takes longer to prove, and which values are possible at all.
    fn prove<G: Game>(&mut self, position: &G, score: Score) -> Result<(), LawError>
    where
        E: Evaluator<G>,
    {
        let windows =
            [(-Score::INFINITY, Score::INFINITY), (score.previous(), score), (score, score.next())];
        for (alpha, beta) in windows {
            let (least, most) = self.evaluator.prove(position, alpha, beta);
            if !(least..=most).contains(&score) {
                let expected = format!("a value from {least} to {most} for ({alpha}, {beta})");
                return Err(broken(Law::Bounds, position, expected, score));
            }
        }
        for asked in [score.previous(), score] {
            let attainable = self.evaluator.attainable(position, asked);
            if attainable > score || attainable < asked {
                let expected = format!("no value from {asked} up to {attainable}");
                return Err(broken(Law::Bounds, position, expected, score));
            }
        }
        Ok(())
    }

    /// The game's own search of the last plies, with an open window and on both sides of the value.
    fn finish<G: Game>(&mut self, position: &G, score: Score) -> Result<(), LawError>
    where
        E: Evaluator<G>,
    {
        let windows =
            [(-Score::INFINITY, Score::INFINITY), (score.previous(), score), (score, score.next())];
        for (alpha, beta) in windows {
            let Some(found) = self.evaluator.finish(position, alpha, beta, &mut 0) else {
                continue;
            };
            let right = match Bound::of(found, alpha, beta) {
                Bound::Exact => found == score,
                Bound::Lower => found <= score,
                Bound::Upper => found >= score,
            };
            if !right {
                let found = format!("{found} for the window ({alpha}, {beta})");
                return Err(broken(Law::Finish, position, score, found));
            }
        }
        Ok(())
    }
}

impl<G: Game, E: Evaluator<G>> Observer<G> for Auditor<E> {
    fn event(&mut self, position: &G, event: Event<'_, G::Move>) {
        match event {
            Event::Enter { ply, .. } => {
                self.noisy |= E::SELECTIVE || E::FORECASTS;
                self.noisy |= self.evaluator.breadth(position) != usize::MAX;
                self.open.push((ply, self.evaluations));
            }
            Event::Evaluate { .. } => {
                self.evaluations += 1;
                let mut noisy = vec![];
                self.evaluator.reset(position);
                self.evaluator.noisy(position, &mut noisy);
                self.noisy |= !noisy.is_empty() || self.evaluator.forced_win(position).is_some();
            }
            Event::Leave { score, .. } => {
                let Some((ply, before)) = self.open.pop() else {
                    return;
                };
                if self.evaluations == before && self.depth > 0 && self.error.is_none() {
                    self.error = self.proven(position, score.root_to_node(ply)).err();
                }
            }
            _ => {}
        }
    }
}
