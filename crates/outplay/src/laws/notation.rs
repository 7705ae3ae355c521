//! Laws of texts and pictures.

use std::collections::HashMap;

use super::{Checker, Law, LawError, broken, rules};
use crate::game::Game;
use crate::view::View;

/// Texts that are rarely positions or moves, and must do no harm.
const FOREIGN: [&str; 10] =
    ["", " ", "x", "0", "-1", "99999999999999999999", "\u{0}", "é✗", "a1/b2 c3,(d4)", "\t\r\n"];
/// Positions made from a real one by a small change.
const CHANGED: usize = 24;

impl<G: Game> Checker<'_, G> {
    pub(super) fn check_notation(
        &mut self,
        position: &G,
        moves: &[G::Move],
    ) -> Result<(), LawError> {
        self.check_position_text(position)?;
        self.check_move_texts(position, moves)?;
        for text in FOREIGN {
            if let Ok(m) = position.read(text)
                && !moves.contains(&m)
            {
                let found = format!("{m:?} from {text:?}");
                return Err(broken(Law::MoveText, position, "an error", found));
            }
        }
        check_view(position, moves)?;
        self.check_changed_texts(position)
    }

    fn check_position_text(&self, position: &G) -> Result<(), LawError> {
        let text = position.to_string();
        if text.contains(['\n', '\r']) {
            return Err(broken(Law::PositionText, position, "one line", "a line break"));
        }
        let read = self.start.parse(&text).map_err(|error| {
            broken(Law::PositionText, position, "the position", format!("an error: {error}"))
        })?;
        rules::compare_rules(Law::PositionText, position, &read)?;
        rules::compare_keys(Law::KeyFromText, &read, position)
    }

    fn check_move_texts(&mut self, position: &G, moves: &[G::Move]) -> Result<(), LawError> {
        let mut texts: HashMap<String, G::Move> = HashMap::new();
        for &m in moves {
            let text = position.write(m);
            if text.is_empty() || text.contains(char::is_control) || text.trim() != text {
                let expected = "a text on one line without space at its ends";
                return Err(broken(Law::MoveText, position, expected, format!("{text:?}")));
            }
            if let Some(other) = texts.insert(text.clone(), m) {
                let law = if other == m { Law::DistinctMoves } else { Law::MoveText };
                let found = format!("it for {other:?} and for {m:?}");
                return Err(broken(law, position, "one move of this text", found).by(text));
            }
        }
        for m in self.sample(moves) {
            let text = position.write(m);
            match position.read(&text) {
                Ok(read) if read == m => {}
                read => {
                    let found = match read {
                        Ok(read) => format!("{read:?}"),
                        Err(error) => format!("an error: {error}"),
                    };
                    let expected = format!("{m:?}");
                    return Err(broken(Law::MoveText, position, expected, found).by(text));
                }
            }
        }
        Ok(())
    }

    /// Texts from outside, read at the start.
    pub(super) fn check_foreign_texts(&mut self) -> Result<(), LawError> {
        let long = "7x/".repeat(3000);
        for text in FOREIGN.iter().copied().chain([&long[..]]) {
            *self.place.borrow_mut() = text.to_owned();
            self.check_read(text)?;
        }
        Ok(())
    }

    /// Texts that are nearly positions.
    fn check_changed_texts(&mut self, position: &G) -> Result<(), LawError> {
        let letters: Vec<char> = position.to_string().chars().collect();
        if letters.is_empty() {
            return Ok(());
        }
        for _ in 0..CHANGED {
            let mut changed = letters.clone();
            let (at, from) = (self.random.below(letters.len()), self.random.below(letters.len()));
            match self.random.below(4) {
                0 => drop(changed.remove(at)),
                1 => changed.insert(at, letters[from]),
                2 => changed.swap(at, from),
                _ => changed.truncate(at),
            }
            let text: String = changed.into_iter().collect();
            *self.place.borrow_mut() = text.clone();
            self.check_read(&text)?;
        }
        *self.place.borrow_mut() = position.to_string();
        Ok(())
    }

    /// What is read from any text must be a sound position.
    fn check_read(&mut self, text: &str) -> Result<(), LawError> {
        let Ok(position) = self.start.parse(text) else {
            return Ok(());
        };
        self.check_rules(&position)?;
        self.check_position_text(&position)
    }
}

fn check_view<G: Game>(position: &G, moves: &[G::Move]) -> Result<(), LawError> {
    let view = position.view();
    let wrong = |expected: &str, found: String| Err(broken(Law::View, position, expected, found));
    let View { columns, cells, .. } = &view;
    let whole = cells.len().checked_rem(*columns).unwrap_or(cells.len()) == 0;
    if !whole || (*columns > 0 && cells.is_empty()) {
        let found = format!("{} cells in {columns} columns", cells.len());
        return wrong("whole rows of cells", found);
    }
    for (labels, wanted) in [(&view.column_labels, *columns), (&view.row_labels, view.rows())] {
        if !labels.is_empty() && labels.len() != wanted {
            return wrong(
                "a label for every column and row",
                format!("{} for {wanted}", labels.len()),
            );
        }
    }
    for &m in moves {
        let clicks = position.clicks(m);
        let wrong = |found: String| {
            let expected = "cells of the view";
            Err(broken(Law::Clicks, position, expected, found).by(position.write(m)))
        };
        if clicks.iter().any(|&cell| cells.get(cell).is_none_or(|cell| cell.void)) {
            return wrong(format!("{clicks:?} in a view of {} cells", cells.len()));
        }
    }
    Ok(())
}
