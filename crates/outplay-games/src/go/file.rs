//! Recorded games in the Smart Game Format: reading.
//!
//! The root's size, komi, rules and handicap become the game's parameters, its set-up stones the
//! start position, what else it says tags. Of the nodes below, moves become turns; comments,
//! markup and variations stay with them. Stones set up later in a game can't be told by moves,
//! and are refused.

use std::collections::HashMap;

use outplay::{
    Game, InputError, Line, MAX_NESTING, Params, Player, Position, Transcript, Turn, quote,
};

use super::text::{halves, most_handicap};
use super::{Go, Ko, Move, Rules, Undo, board::LARGEST};
use crate::sgf::{self, Collection};

/// What a root says that is not kept as a tag: it is in the game's name and start, or is about
/// the file itself.
const STRUCTURE: [&str; 15] =
    ["GM", "FF", "CA", "AP", "ST", "SZ", "KM", "HA", "AB", "AW", "AE", "PL", "C", "B", "W"];
/// Annotations of a move, and the glyph of each value.
pub(super) const GLYPHS: [(&str, &str, u8); 7] = [
    ("TE", "1", 1),
    ("BM", "1", 2),
    ("TE", "2", 3),
    ("BM", "2", 4),
    ("IT", "", 5),
    ("DO", "", 6),
    ("TE", "", 1),
];

/// Reads the games in a file. `base` gives the rules where the file is silent.
pub(super) fn read(base: &Go, text: &str) -> Result<Vec<Transcript>, InputError> {
    let collection = sgf::read(text)?;
    for &root in &collection.roots {
        sgf::check_game(&collection, root, 1)?;
    }
    collection.roots.iter().map(|&root| read_game(base, &collection, root)).collect()
}

fn read_game(
    base: &Go,
    collection: &Collection<'_>,
    root: usize,
) -> Result<Transcript, InputError> {
    let opening = Opening::read(base, collection, root)?;
    let mut reader = Reader {
        collection,
        line: Line::new(opening.start.clone()),
        root,
        opening: opening.at,
        comment: opening.comment,
    };
    let moves = reader.read_line(opening.at, 0)?;
    let mut transcript = Transcript {
        game: Some(name(&opening.start.rules)),
        start: (!opening.usual).then(|| opening.start.to_string()),
        comment: reader.comment,
        moves,
        ..Transcript::default()
    };
    for property in &collection.node(root).properties {
        let name = &*property.name;
        if name == "RE" {
            transcript.result = property.values.first().map(|value| sgf::line_of(value));
        } else if !STRUCTURE.contains(&name) && !GLYPHS.iter().any(|(known, ..)| *known == name) {
            let tags = property.values.iter().map(|&value| (name.to_owned(), sgf::text_of(value)));
            // The rules are in the game's name, if nothing more is said of them.
            let told = rules_in_words(&opening.start.rules);
            transcript.tags.extend(tags.filter(|(name, value)| name != "RU" || value != told));
        }
    }
    Ok(transcript)
}

/// The rules as the name of the game.
pub(super) fn name(rules: &Rules) -> String {
    let mut settings = vec![];
    let usual = Rules::USUAL;
    if rules.size != usual.size {
        settings.push(format!("size={}", rules.size));
    }
    if rules.komi != usual.komi {
        settings.push(format!("komi={}", halves(rules.komi.into())));
    }
    match rules.ko {
        Ko::Positional => {}
        Ko::Situational => settings.push("ko=situational".to_owned()),
        Ko::Simple => settings.push("ko=simple".to_owned()),
    }
    if rules.suicide {
        settings.push("suicide=true".to_owned());
    }
    if rules.handicap > 0 {
        settings.push(format!("handicap={}", rules.handicap));
    }
    if rules.cap > 0 {
        settings.push(format!("cap={}", rules.cap));
    }
    match &settings[..] {
        [] => Go::INFO.id.to_owned(),
        settings => format!("{}({})", Go::INFO.id, settings.join(",")),
    }
}

/// The start of the game that a name with parameters tells.
pub(super) fn named(name: &str) -> Result<Go, InputError> {
    let (id, settings) = name.trim().split_once('(').unwrap_or((name.trim(), ")"));
    let info = &Go::INFO;
    let mut params = Params::defaults(info);
    if let Some(alias) = info.aliases.iter().find(|alias| alias.id == id) {
        params.set(info, alias.sets)?;
    } else if id != info.id {
        return Err(InputError::new(format!("{} is not {}", quote(name), info.id)));
    }
    params.set(info, settings.trim_end_matches(')'))?;
    Go::with(&params)
}

/// The ko rule and suicide that a file's `RU` stands for.
pub(super) fn rule_set(value: &str) -> (Ko, bool) {
    let value = value.to_ascii_lowercase();
    let said: Vec<_> = value.split(|c: char| !c.is_alphanumeric()).collect();
    let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
    if says(&["nz", "zealand", "goe", "ing"]) {
        (Ko::Situational, true)
    } else if says(&["aga", "bga", "french"]) {
        (Ko::Situational, false)
    } else if says(&["tromp"]) {
        (Ko::Positional, true)
    } else if says(&["japanese", "korean", "simple"]) {
        (Ko::Simple, says(&["suicide"]))
    } else {
        (Ko::Positional, says(&["suicide"]))
    }
}

/// As [`rule_set`] reads it.
pub(super) fn rules_in_words(rules: &Rules) -> &'static str {
    match (rules.ko, rules.suicide) {
        (Ko::Positional, false) => "Chinese",
        (Ko::Positional, true) => "Tromp-Taylor",
        (Ko::Situational, false) => "AGA",
        (Ko::Situational, true) => "NZ",
        (Ko::Simple, false) => "simple ko",
        (Ko::Simple, true) => "simple ko, suicide",
    }
}

/// Where a game begins.
struct Opening {
    start: Go,
    /// The start is the usual one of the rules.
    usual: bool,
    /// The last node that belongs to it: perhaps with the first move.
    at: usize,
    comment: String,
}

impl Opening {
    fn read(base: &Go, collection: &Collection<'_>, root: usize) -> Result<Opening, InputError> {
        let rules = read_rules(base, collection, root)?;
        let mut setup = Setup::new(&rules);
        let (mut at, mut comment) = (root, String::new());
        loop {
            setup.read(collection, at)?;
            let node = collection.node(at);
            if node.value("B").or(node.value("W")).is_some() {
                break;
            }
            add_comment(&mut comment, node.value("C"));
            let mut children = collection.children(at);
            match (children.next(), children.next()) {
                (Some(child), None) => at = child,
                _ => break,
            }
        }
        let (start, usual) = setup.finish(collection, root, first_mover(collection, at))?;
        Ok(Opening { start, usual, at, comment })
    }
}

/// Who makes the first move at or after a node.
fn first_mover(collection: &Collection<'_>, mut at: usize) -> Option<Player> {
    loop {
        let node = collection.node(at);
        match (node.value("B"), node.value("W")) {
            (Some(_), _) => return Some(Player::First),
            (_, Some(_)) => return Some(Player::Second),
            _ => at = collection.children(at).next()?,
        }
    }
}

fn add_comment(comment: &mut String, value: Option<&str>) {
    if let Some(value) = value {
        let text = sgf::text_of(value);
        let text = text.trim();
        if !comment.is_empty() && !text.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }
}

/// Size, komi, rules and handicap of a root.
fn read_rules(base: &Go, collection: &Collection<'_>, root: usize) -> Result<Rules, InputError> {
    let node = collection.node(root);
    let wrong =
        |value: &str, error: InputError| collection.locate(collection.place_of(value), &error);
    let mut params = Params::defaults(&Go::INFO);
    let mut set = |name: &str, value: &str, text: &str| {
        let error = |error| wrong(value, error);
        params.set(&Go::INFO, &format!("{name}={text}")).map_err(error)
    };
    let size = node.value("SZ").unwrap_or("19");
    let (columns, rows) = size.split_once(':').unwrap_or((size, size));
    if columns.trim() != rows.trim() {
        let error = InputError::new(format!("a board of {} is not square", quote(size)));
        return Err(wrong(size, error));
    }
    set("size", size, plain(columns))?;
    let komi = node.value("KM").unwrap_or("0");
    set("komi", komi, &read_komi(komi))?;
    let mut rules = Rules { handicap: 0, cap: 0, ..base.rules };
    rules.size = params.integer("size") as u8;
    rules.komi = params.halves("komi") as i16;
    if let Some(value) = node.value("RU") {
        (rules.ko, rules.suicide) = rule_set(value);
    }
    if let Some(value) = node.value("HA") {
        let most = (usize::from(rules.size)).pow(2);
        let handicap = value.trim().parse::<usize>().ok().filter(|&stones| stones <= most);
        let handicap = handicap.ok_or_else(|| {
            wrong(value, InputError::new(format!("{} is no handicap", quote(value))))
        })?;
        rules.handicap = if handicap == 1 { 0 } else { handicap.min(255) as u8 };
    }
    Ok(rules)
}

/// A number as a parameter's value, or something that is none: a comma would begin another one.
fn plain(value: &str) -> &str {
    let value = value.trim();
    if value.contains([',', '=']) { "?" } else { value }
}

/// Komi in points. Quarters count in half points each: files with Chinese rules may give the
/// number of stones that Black must be ahead by beyond half of the board, half of the komi.
fn read_komi(value: &str) -> String {
    let value = plain(value);
    match value.parse::<f64>() {
        Ok(komi)
            if komi.abs() < 200.0 && (komi * 2.0).fract() != 0.0 && (komi * 4.0).fract() == 0.0 =>
        {
            (komi * 2.0).to_string()
        }
        _ => value.to_owned(),
    }
}

/// Stones that are set up before the first move.
struct Setup {
    rules: Rules,
    /// Row by row from the top left.
    cells: Vec<Option<Player>>,
    turn: Option<Player>,
}

impl Setup {
    fn new(rules: &Rules) -> Setup {
        let cells = vec![None; usize::from(rules.size).pow(2)];
        Setup { rules: *rules, cells, turn: None }
    }

    fn read(&mut self, collection: &Collection<'_>, at: usize) -> Result<(), InputError> {
        let node = collection.node(at);
        let stones = [("AB", Some(Player::First)), ("AW", Some(Player::Second)), ("AE", None)];
        // What this node has set so far.
        let mut set = HashMap::new();
        for (name, stone) in stones {
            for value in node.values(name).unwrap_or_default() {
                self.fill(value, stone, &mut set)
                    .map_err(|error| collection.locate(collection.place_of(value), &error))?;
            }
        }
        if let Some(value) = node.value("PL") {
            self.turn = match value.trim() {
                "B" | "b" | "1" | "black" | "Black" => Some(Player::First),
                "W" | "w" | "2" | "white" | "White" => Some(Player::Second),
                _ => {
                    let error = InputError::new(format!("{} is no side to move", quote(value)));
                    return Err(collection.locate(collection.place_of(value), &error));
                }
            };
        }
        Ok(())
    }

    /// Puts the same on a point, or on a rectangle given by two corners. One node may not set
    /// stones of both colours on a point; what `AE` takes away again does no harm.
    fn fill(
        &mut self,
        value: &str,
        stone: Option<Player>,
        set: &mut HashMap<usize, Player>,
    ) -> Result<(), InputError> {
        let size = usize::from(self.rules.size);
        let (one, other) = value.split_once(':').unwrap_or((value, value));
        let [(top, left), (bottom, right)] = [read_point(one, size)?, read_point(other, size)?];
        for row in top.min(bottom)..=top.max(bottom) {
            for column in left.min(right)..=left.max(right) {
                let cell = row * size + column;
                let shared = |stone| set.insert(cell, stone).is_some_and(|before| before != stone);
                if stone.is_some_and(shared) {
                    let what = format!("{} sets up a point that this node has set", quote(value));
                    return Err(InputError::new(what).hint("AB and AW may not share a point"));
                }
                self.cells[cell] = stone;
            }
        }
        Ok(())
    }

    /// The start position, and whether it is the usual one of its rules. The side to move is what
    /// the file says, else who moves first, else White after handicap stones.
    fn finish(
        mut self,
        collection: &Collection<'_>,
        root: usize,
        mover: Option<Player>,
    ) -> Result<(Go, bool), InputError> {
        let handicap = self.rules.handicap;
        let empty = self.cells.iter().all(Option::is_none);
        let turn = self.turn.or(mover);
        let turn = turn.unwrap_or(if handicap > 0 { Player::Second } else { Player::First });
        let fits = handicap <= most_handicap(usize::from(self.rules.size));
        if fits && (empty || handicap > 0) && turn == Go::start(self.rules).turn {
            let start = Go::start(self.rules);
            // Old files name the number of stones and leave their places to custom.
            if empty || self.cells == cells_of(&start) {
                return Ok((start, true));
            }
        }
        self.rules.handicap = 0;
        let usual = Go::start(self.rules);
        let start = usual
            .with_stones(&self.cells, turn)
            .map_err(|(_, error)| collection.locate(collection.node(root).place, &error))?;
        let same = start == usual;
        Ok((start, same))
    }
}

fn cells_of(go: &Go) -> Vec<Option<Player>> {
    go.board.points().map(|at| go.owner(at)).collect()
}

/// Row and column of a point: two letters from the top left.
fn read_point(value: &str, size: usize) -> Result<(usize, usize), InputError> {
    let number = |letter: u8| match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    };
    let place = match value.trim().as_bytes() {
        [x, y] => number(*y).zip(number(*x)),
        _ => None,
    };
    place.filter(|&(row, column)| row < size && column < size).ok_or_else(|| {
        let last = (b'a' + size as u8 - 1) as char;
        InputError::new(format!("{} is no point of the board", quote(value)))
            .hint(format!("points are two letters from a to {last}, from the top left"))
    })
}

/// Reads moves beside a position that follows them.
struct Reader<'c, 't> {
    collection: &'c Collection<'t>,
    line: Line<Go>,
    root: usize,
    /// The node that the opening ends with: what it says about the start was read.
    opening: usize,
    /// Before the first move.
    comment: String,
}

impl Reader<'_, '_> {
    /// The moves from a node on, the first child of each node being the main line. The position
    /// is as before when it returns.
    fn read_line(&mut self, first: usize, nesting: usize) -> Result<Vec<Turn>, InputError> {
        let mut reading = Reading::default();
        let mut at = Some(first);
        while let Some(node) = at {
            self.read_node(node, nesting, &mut reading)?;
            let collection = self.collection;
            let mut children = collection.children(node);
            at = children.next();
            for other in children {
                if nesting == MAX_NESTING {
                    let error = InputError::new(format!(
                        "variations lie more than {MAX_NESTING} deep in one another"
                    ));
                    return Err(self.located(other, &error));
                }
                let variation = self.read_line(other, nesting + 1)?;
                if !variation.is_empty() {
                    reading.variations.push(variation);
                }
            }
        }
        while let Some((m, undo)) = reading.played.pop() {
            self.line.undo(m, undo);
        }
        // Variations without a move that they could replace are what follows.
        let mut rest = reading.variations.into_iter();
        if let Some(mut main) = rest.next() {
            main[0].variations.splice(0..0, rest);
            reading.turns.append(&mut main);
        }
        Ok(reading.turns)
    }

    fn located(&self, node: usize, error: &InputError) -> InputError {
        self.collection.locate(self.collection.node(node).place, error)
    }

    fn read_node(
        &mut self,
        at: usize,
        nesting: usize,
        reading: &mut Reading,
    ) -> Result<(), InputError> {
        let node = self.collection.node(at);
        let set_up = ["AB", "AW", "AE"].iter().any(|name| node.value(name).is_some());
        if set_up && at != self.opening {
            let error = InputError::new("stones are set up after the game has begun");
            return Err(self.located(at, &error.hint("only moves can be read from there on")));
        }
        let (side, value) = match (node.value("B"), node.value("W")) {
            (Some(_), Some(_)) => {
                let error = InputError::new("black and white both move here");
                return Err(self.located(at, &error));
            }
            (Some(value), None) => (Player::First, value),
            (None, Some(value)) => (Player::Second, value),
            (None, None) => {
                if at != self.opening {
                    self.read_remarks(at, nesting, reading);
                }
                return Ok(());
            }
        };
        let collection = self.collection;
        let wrong = |error: InputError| collection.locate(collection.place_of(value), &error);
        let both = node.values("B").or(node.values("W")).unwrap_or_default();
        if let [_, second, ..] = both {
            let what = format!("{} is a second move in one node", quote(second));
            let error = InputError::new(what).hint("begin a new node with ;");
            return Err(collection.locate(collection.place_of(second), &error));
        }
        let position = self.line.position();
        let size = position.size();
        let pass = value.trim().is_empty() || size <= LARGEST && value.trim() == "tt";
        if pass && position.outcome().is_some() {
            // Some rules ask for a third pass.
            self.read_remarks(at, nesting, reading);
            return Ok(());
        }
        if position.outcome().is_none() && side != position.turn() {
            let name = |side: Player| Go::INFO.players[side.index()];
            let error =
                InputError::new(format!("{} moves, but it is {}'s turn", name(side), name(!side)));
            return Err(wrong(error.hint("a pass is written as a move with [ ]")));
        }
        let m = if pass {
            Move::PASS
        } else {
            let (row, column) = read_point(value, size).map_err(wrong)?;
            Move(position.board.point(row, column))
        };
        check(&mut self.line, m).map_err(wrong)?;
        let mut turn = Turn::new(self.line.position().write(m));
        turn.before = std::mem::take(&mut reading.before);
        turn.variations = std::mem::take(&mut reading.variations);
        reading.turns.push(turn);
        reading.played.push((m, self.line.play(m)));
        self.read_remarks(at, nesting, reading);
        Ok(())
    }

    /// Comments, glyphs and other properties go to the last move, or in front of the first one.
    fn read_remarks(&mut self, at: usize, nesting: usize, reading: &mut Reading) {
        let node = self.collection.node(at);
        let Some(turn) = reading.turns.last_mut() else {
            let comment = if nesting == 0 { &mut self.comment } else { &mut reading.before };
            add_comment(comment, node.value("C"));
            return;
        };
        add_comment(&mut turn.comment, node.value("C"));
        for property in &node.properties {
            let name = &*property.name;
            if STRUCTURE.contains(&name) || at == self.root {
                continue;
            }
            let value = property.values.first().map_or("", |value| value.trim());
            let glyph = GLYPHS.iter().find(|(known, of, _)| *known == name && *of == value);
            match glyph {
                Some((_, _, glyph)) => turn.nags.push(*glyph),
                None => {
                    let values = property.values.iter().map(|&value| value.to_owned());
                    turn.properties.push((name.to_owned(), values.collect()));
                }
            }
        }
    }
}

/// Why a move can't be played at the end of a line, if so.
pub(super) fn check(line: &mut Line<Go>, m: Move) -> Result<(), InputError> {
    if let Some(refusal) = line.position().refusal(m) {
        return Err(refusal);
    }
    if line.outcome().is_some() {
        return Err(InputError::new("the game was over by repetition"));
    }
    if !line.allows(m) {
        let what = format!("{} repeats an earlier position", line.position().write(m));
        return Err(InputError::new(what).hint("the ko rule of this game forbids it"));
    }
    Ok(())
}

/// A line of moves on the way.
#[derive(Default)]
struct Reading {
    turns: Vec<Turn>,
    played: Vec<(Move, Undo)>,
    /// A comment in front of the next move.
    before: String,
    /// What could be played instead of it.
    variations: Vec<Vec<Turn>>,
}
