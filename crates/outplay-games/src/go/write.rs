//! Recorded games in the Smart Game Format: writing.

use outplay::{Game, InputError, Line, MAX_NESTING, Outcome, Player, Position, Transcript, Turn};

use super::board::EMPTY;
use super::file::{GLYPHS, check, named, rule_set, rules_in_words};
use super::text::halves;
use super::{Go, Move, Point, Undo};
use crate::sgf::{self, Writer};

/// Tags of other formats, and what they are here.
const TAGS: [(&str, &str); 6] = [
    ("Black", "PB"),
    ("White", "PW"),
    ("Date", "DT"),
    ("Event", "EV"),
    ("Round", "RO"),
    ("Site", "PC"),
];

/// Writes games as a file. `base` gives the rules of games that do not name theirs.
pub(super) fn write(base: &Go, games: &[Transcript]) -> Result<String, InputError> {
    let mut writer = Writer::default();
    for (game, number) in games.iter().zip(1..) {
        write_game(base, game, &mut writer)
            .map_err(|error| error.within(&format!("game {number}")))?;
        writer.break_line();
    }
    Ok(writer.finish())
}

fn write_game(base: &Go, game: &Transcript, writer: &mut Writer) -> Result<(), InputError> {
    let usual = match &game.game {
        None => base.clone(),
        Some(name) => named(name)?,
    };
    let start = match &game.start {
        None => usual.clone(),
        Some(text) => usual.parse(text).map_err(|error| error.within("start"))?,
    };
    if start.ko != super::NOWHERE || start.passes > 0 {
        let error = InputError::new("SGF has no word for a ko or a pass before the first move");
        return Err(error.hint("begin the game earlier"));
    }
    let mut turns = TurnWriter { line: Line::new(start.clone()), writer };
    turns.writer.mark('(');
    turns.writer.mark(';');
    write_root(game, &usual, &start, turns.writer);
    let result = turns.result(game)?;
    if let Some(result) = result {
        turns.writer.property("RE", [sgf::escape(&result)]);
    }
    if !game.comment.is_empty() {
        turns.writer.property("C", [sgf::escape(&game.comment)]);
    }
    turns.write_line(&game.moves, 0)?;
    turns.writer.mark(')');
    Ok(())
}

/// Rules, start position and tags.
fn write_root(game: &Transcript, usual: &Go, start: &Go, writer: &mut Writer) {
    let rules = &usual.rules;
    writer.property("GM", ["1"]);
    writer.property("FF", ["4"]);
    writer.property("CA", ["UTF-8"]);
    writer.property("AP", ["Outplay"]);
    writer.property("SZ", [rules.size.to_string()]);
    writer.property("KM", [halves(rules.komi.into())]);
    let same_rules = |(name, value): &&(String, String)| {
        name == "RU" && rule_set(value) == (rules.ko, rules.suicide)
    };
    let told = game.tags.iter().find(same_rules).map(|(_, value)| sgf::escape(value));
    writer.property("RU", [told.unwrap_or_else(|| rules_in_words(rules).to_owned())]);
    let whole = game.start.is_none();
    if whole && rules.handicap > 0 {
        writer.property("HA", [rules.handicap.to_string()]);
    }
    for (name, side) in [("AB", Player::First), ("AW", Player::Second)] {
        let stones = start.board.points().filter(|&at| start.owner(at) == Some(side));
        let values: Vec<_> = stones.map(|at| point(start, at)).collect();
        if !values.is_empty() {
            writer.property(name, values);
        }
    }
    if start.turn == Player::Second {
        writer.property("PL", ["W"]);
    } else if start.board.points().any(|at| start.board.colour(at) != EMPTY) {
        writer.property("PL", ["B"]);
    }
    write_tags(game, writer);
}

/// What is known of the game. Tags that are no names of properties are left out, and so are those
/// that the game itself tells.
fn write_tags(game: &Transcript, writer: &mut Writer) {
    const TOLD: [&str; 17] = [
        "GM", "FF", "CA", "AP", "ST", "SZ", "KM", "RU", "HA", "AB", "AW", "AE", "PL", "RE", "C",
        "B", "W",
    ];
    let mut tags = game.tags.iter().peekable();
    while let Some((name, value)) = tags.next() {
        let own = TAGS.iter().find(|(other, _)| other == name).map_or(&name[..], |(_, own)| own);
        let mut values = vec![sgf::escape(value)];
        while let Some((_, value)) = tags.next_if(|(next, _)| next == name) {
            values.push(sgf::escape(value));
        }
        if sgf::is_name(own) && !TOLD.contains(&own) {
            writer.property(own, values);
        }
    }
}

/// A point as two letters, nothing for a pass.
fn point(go: &Go, at: Point) -> String {
    if at == super::NOWHERE {
        return String::new();
    }
    let (row, column) = go.board.place_of(at);
    [column, row].map(|number| (b'a' + number as u8) as char).iter().collect()
}

struct TurnWriter<'w> {
    line: Line<Go>,
    writer: &'w mut Writer,
}

impl TurnWriter<'_> {
    /// Moves, each checked, with their variations behind the line that they belong to. The
    /// position is as before when it returns.
    fn write_line(&mut self, turns: &[Turn], nesting: usize) -> Result<(), InputError> {
        let mut played: Vec<(Move, Undo)> = vec![];
        // Turns that have variations, with the number of moves before them.
        let mut branches: Vec<(usize, &Turn)> = vec![];
        for turn in turns {
            // What could replace a variation's first move stands beside the variation.
            let beside = nesting > 0 && played.is_empty();
            if !turn.variations.is_empty() && !beside {
                branches.push((played.len(), turn));
                self.writer.mark('(');
            }
            played.push(self.write_turn(turn)?);
        }
        while let Some((moves, turn)) = branches.pop() {
            self.writer.mark(')');
            self.take_back(&mut played, moves);
            self.write_variations(turn, nesting)?;
        }
        self.take_back(&mut played, 0);
        Ok(())
    }

    fn write_variations(&mut self, turn: &Turn, nesting: usize) -> Result<(), InputError> {
        if nesting == MAX_NESTING {
            let what = format!("variations lie more than {MAX_NESTING} deep in one another");
            return Err(InputError::new(what));
        }
        for variation in &turn.variations {
            let Some(first) = variation.first() else { continue };
            self.writer.break_line();
            self.writer.mark('(');
            self.write_line(variation, nesting + 1)?;
            self.writer.mark(')');
            if !first.variations.is_empty() {
                self.write_variations(first, nesting + 1)?;
            }
        }
        Ok(())
    }

    fn take_back(&mut self, played: &mut Vec<(Move, Undo)>, left: usize) {
        while played.len() > left
            && let Some((m, undo)) = played.pop()
        {
            self.line.undo(m, undo);
        }
    }

    fn write_turn(&mut self, turn: &Turn) -> Result<(Move, Undo), InputError> {
        if !turn.before.is_empty() {
            self.writer.mark(';');
            self.writer.property("C", [sgf::escape(&turn.before)]);
        }
        let go = self.line.position();
        let m = go.read_vertex(&turn.text)?;
        let (side, value) = (go.turn, point(go, m.0));
        check(&mut self.line, m)?;
        self.writer.mark(';');
        self.writer.property(if side == Player::First { "B" } else { "W" }, [value]);
        if !turn.comment.is_empty() {
            self.writer.property("C", [sgf::escape(&turn.comment)]);
        }
        for nag in &turn.nags {
            // What is not among these has no name here.
            if let Some((name, value, _)) = GLYPHS.iter().find(|(_, _, glyph)| glyph == nag) {
                self.writer.property(name, [value]);
            }
        }
        for (name, values) in &turn.properties {
            if sgf::is_name(name) && !matches!(&name[..], "B" | "W" | "C" | "AB" | "AW" | "AE") {
                self.writer.property(name, values.iter().map(|value| sgf::as_read(value)));
            }
        }
        Ok((m, self.line.play(m)))
    }

    /// The result in the format's words: what other formats say, with the margin if it was
    /// counted.
    fn result(&mut self, game: &Transcript) -> Result<Option<String>, InputError> {
        let Some(result) = &game.result else {
            return Ok(None);
        };
        let winner = match &result[..] {
            "1-0" => Player::First,
            "0-1" => Player::Second,
            "1/2-1/2" => return Ok(Some("0".to_owned())),
            _ => return Ok(Some(result.clone())),
        };
        let mut played = vec![];
        for turn in &game.moves {
            let m = self.line.position().read_vertex(&turn.text)?;
            check(&mut self.line, m)?;
            played.push((m, self.line.play(m)));
        }
        let end = self.line.position();
        let counted = end.outcome() == Some(Outcome::Win(winner));
        let margin = if counted { halves(end.margin_halves().abs()) } else { String::new() };
        self.take_back(&mut played, 0);
        let letter = if winner == Player::First { 'B' } else { 'W' };
        Ok(Some(format!("{letter}+{margin}")))
    }
}
