//! Laws of the rules: moves, turns, undo, keys.

use super::{Checker, Law, LawError, MOST_REMEMBERED, broken};
use crate::evaluator::Evaluator;
use crate::game::Game;

/// Plies that two positions of equal key are played side by side.
const SIDE_BY_SIDE: usize = 200;

/// Everything that can be asked of two positions must be the same.
pub(super) fn compare<G: Game>(law: Law, expected: &G, found: &G) -> Result<(), LawError> {
    compare_rules(law, expected, found)?;
    compare_keys(law, expected, found)
}

pub(super) fn compare_keys<G: Game>(law: Law, expected: &G, found: &G) -> Result<(), LawError> {
    if expected.key() == found.key() {
        return Ok(());
    }
    let hex = |position: &G| format!("the key {:016x}", position.key());
    Err(broken(law, expected, hex(expected), hex(found)))
}

/// The same without the keys.
pub(super) fn compare_rules<G: Game>(law: Law, expected: &G, found: &G) -> Result<(), LawError> {
    let moves = |position: &G| {
        let mut moves = vec![];
        position.moves(&mut moves);
        moves
    };
    let differs = |what: &str, wanted: &str, got: &str| {
        Err(broken(law, expected, format!("{what} {wanted}"), format!("{what} {got}")))
    };
    let (wanted, got) = (expected.to_string(), found.to_string());
    if wanted != got {
        return differs("the text", &wanted, &got);
    }
    if expected.turn() != found.turn() {
        let turn = |position: &G| position.turn().to_string();
        return differs("the turn", &turn(expected), &turn(found));
    }
    if expected.outcome() != found.outcome() {
        let outcome = |position: &G| format!("{:?}", position.outcome());
        return differs("the outcome", &outcome(expected), &outcome(found));
    }
    if expected.tag() != found.tag() {
        let tag = |position: &G| position.tag().to_string();
        return differs("the tag", &tag(expected), &tag(found));
    }
    if moves(expected) != moves(found) {
        let moves = |position: &G| format!("{:?}", moves(position));
        return differs("the moves", &moves(expected), &moves(found));
    }
    Ok(())
}

impl<G: Game> Checker<'_, G> {
    /// What is quick to check at every position. Returns the moves.
    pub(super) fn check_rules(&mut self, position: &G) -> Result<Vec<G::Move>, LawError> {
        let (mut moves, outcome) = (vec![], position.outcome());
        position.moves(&mut moves);
        match outcome {
            None if moves.is_empty() => {
                return Err(broken(Law::Over, position, "a move", "none, and no outcome"));
            }
            Some(outcome) if !moves.is_empty() => {
                let found = format!("{} after the game ended: {outcome}", moves.len());
                return Err(broken(Law::Over, position, "no moves", found));
            }
            _ => {}
        }
        let mut again = moves.clone();
        position.moves(&mut again);
        if again.len() != 2 * moves.len() || again[..moves.len()] != again[moves.len()..] {
            let found = format!("{:?}", again.get(moves.len()..).unwrap_or_default());
            return Err(broken(Law::Stable, position, format!("{moves:?} appended"), found));
        }
        compare(Law::Stable, position, &position.clone())?;
        let mut expanded = moves.clone();
        let expands = position.expand(&mut expanded);
        if expands != outcome || outcome.is_none() && expanded != again {
            let found =
                format!("{expands:?} and {:?}", expanded.get(moves.len()..).unwrap_or_default());
            return Err(broken(Law::Expand, position, format!("{outcome:?} and {moves:?}"), found));
        }
        Ok(moves)
    }

    /// A move was played at the end of a path; whether the position was on it before.
    pub(super) fn check_step(path: &[G], after: &G, m: G::Move) -> Result<bool, LawError> {
        let Some(before) = path.last() else {
            return Ok(false);
        };
        if G::ALTERNATES && before.turn() == after.turn() {
            let (expected, found) = (!before.turn(), after.turn());
            return Err(broken(Law::Alternates, before, expected, found).by(before.write(m)));
        }
        let key = after.key();
        let Some(at) = path.iter().position(|earlier| earlier.key() == key) else {
            return Ok(false);
        };
        if !G::REPEATS && path[at].to_string() == after.to_string() {
            let found = format!("the position of {} plies ago", path.len() - at);
            return Err(broken(Law::Repeats, before, "a new position", found).by(before.write(m)));
        }
        Ok(true)
    }

    /// Everything that is checked at one position without playing on.
    pub(super) fn check_position(
        &mut self,
        position: &G,
        moves: &[G::Move],
    ) -> Result<(), LawError> {
        self.check_notation(position, moves)?;
        self.check_hooks(position, moves)?;
        self.remember(position)?;
        for m in self.sample(moves) {
            let mut after = position.clone();
            let undo = after.play(m);
            Self::check_step(core::slice::from_ref(position), &after, m)?;
            self.remember(&after)?;
            after.undo(m, undo);
            compare(Law::Undo, position, &after).map_err(|error| error.by(position.write(m)))?;
        }
        Ok(())
    }

    /// Compares the key with those of all positions met so far.
    fn remember(&mut self, position: &G) -> Result<(), LawError> {
        let (text, key) = (position.to_string(), position.key());
        if let Some(&other) = self.keys.get(&text)
            && other != key
        {
            let (expected, found) = (format!("{other:016x}"), format!("{key:016x}"));
            return Err(broken(Law::EqualKeys, position, expected, found));
        }
        if let Some(other) = self.positions.get(&key).cloned() {
            if other.to_string() != text {
                self.check_same_game(&other, position)?;
            }
        } else if self.positions.len() < MOST_REMEMBERED {
            self.positions.insert(key, position.clone());
        }
        if self.keys.len() < MOST_REMEMBERED {
            self.keys.insert(text, key);
        }
        Ok(())
    }

    /// Two positions of equal key and different texts. That is right if the texts tell more than
    /// matters, such as the number of the move: then the rest of the game is the same.
    fn check_same_game(&mut self, one: &G, other: &G) -> Result<(), LawError> {
        let differ = |what: &str| {
            let found = format!("{:?} with the same key and {what}", other.to_string());
            broken(Law::DistinctKeys, one, "another key or the same game", found)
        };
        let (mut left, mut right) = (one.clone(), other.clone());
        for _ in 0..SIDE_BY_SIDE {
            let (mut moves, mut others) = (vec![], vec![]);
            left.moves(&mut moves);
            right.moves(&mut others);
            if left.turn() != right.turn() {
                return Err(differ("another side to move"));
            }
            // What a key holds beyond the repetition key, such as a move clock near its end, may set
            // in later: from there on the two are told apart.
            let apart = left.key() != right.key();
            if apart && left.repetition_key() == right.repetition_key() {
                return Ok(());
            }
            if left.outcome() != right.outcome() || apart {
                return Err(differ("another course of the game"));
            }
            if moves != others {
                return Err(differ("other moves"));
            }
            if let Some(outcome) = left.outcome() {
                let value = |position: &G| position.evaluator().terminal(position, outcome, 0);
                if value(&left) != value(&right) {
                    return Err(differ("another value at the end"));
                }
                break;
            }
            let m = moves[self.random.below(moves.len())];
            left.play(m);
            right.play(m);
        }
        Ok(())
    }
}
