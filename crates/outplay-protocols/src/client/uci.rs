//! Engines that speak UCI.
//!
//! Other games than chess are named by the option `UCI_Variant`, as Fairy-Stockfish has it; an
//! engine of xiangqi without that option is taken for one that plays nothing else, and counts
//! ranks from 0. With the option they count from 1: `h3h10`.

use outplay::{InputError, Player, Session, quote};

use super::{Client, Clocks, Reply, WON, legal, millis, params, thought};

/// The usual starts, which may be called `startpos`.
const STARTS: [(&str, &str); 2] = [
    ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
];
const VARIANT: &str = "UCI_Variant";
const CHESS960: &str = "UCI_Chess960";

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    /// Waits for `uciok`.
    #[default]
    Opening,
    /// Waits for `readyok`.
    Checking,
    Idle,
    Thinking,
}

/// Something that can be set.
#[derive(Clone, Debug)]
struct Choice {
    name: String,
    /// The values of a combo box; empty for other types.
    values: Vec<String>,
}

/// A conversation in UCI.
#[derive(Debug, Default)]
pub struct Uci {
    state: State,
    wishes: Vec<(String, String)>,
    offers: Vec<Choice>,
    /// What was set for the last game.
    set: Vec<(&'static str, String)>,
    /// Xiangqi with ranks from 1.
    ranks_from_one: bool,
    pending: Vec<String>,
}

impl Uci {
    fn offer(&self, name: &str) -> Option<&Choice> {
        self.offers.iter().find(|choice| choice.name.eq_ignore_ascii_case(name))
    }

    fn wishes_for(&self, name: &str) -> bool {
        self.wishes.iter().any(|(wish, _)| wish.eq_ignore_ascii_case(name))
    }

    /// Sets the options that were wished for.
    fn set_wishes(&mut self) -> Vec<Reply> {
        for (name, value) in self.wishes.clone() {
            let Some(choice) = self.offer(&name) else {
                let offers: Vec<&str> =
                    self.offers.iter().map(|choice| choice.name.as_str()).collect();
                let offers = offers.join(", ");
                let what = format!("it has no option {}; it has {offers}", quote(&name));
                return vec![Reply::Fault(what)];
            };
            let line = set_option(&choice.name, &value);
            self.pending.push(line);
        }
        self.pending.push("isready".to_owned());
        self.state = State::Checking;
        vec![]
    }

    /// Sets an option for a game, if it is not so already.
    fn arrange(&mut self, name: &'static str, value: &str, lines: &mut Vec<String>) {
        let known = self.set.iter_mut().find(|(known, _)| *known == name);
        match known {
            Some((_, old)) if old == value => return,
            Some((_, old)) => value.clone_into(old),
            None => self.set.push((name, value.to_owned())),
        }
        lines.push(set_option(name, value));
    }

    /// Says which game it is.
    fn choose_variant(
        &mut self,
        board: &dyn Session,
        lines: &mut Vec<String>,
    ) -> Result<(), InputError> {
        let id = board.info().id;
        let chess = id == "chess";
        let offer = self.offer(VARIANT).cloned();
        self.ranks_from_one = id == "xiangqi" && offer.is_some();
        if self.wishes_for(VARIANT) {
            return Ok(());
        }
        match offer {
            None if chess || id == "xiangqi" => Ok(()),
            None => Err(InputError::new(format!("this engine plays chess, not {}", board.name()))
                .hint(format!("it has no option {VARIANT}"))),
            Some(_) if chess && !self.set.iter().any(|(name, _)| *name == VARIANT) => Ok(()),
            Some(offer) => {
                let names = [board.name(), id.to_owned()];
                let known = |name: &&String| {
                    offer.values.is_empty() || offer.values.iter().any(|value| value == *name)
                };
                let name = names.iter().find(known).ok_or_else(|| {
                    InputError::new(format!("this engine does not offer {}", board.name()))
                        .hint(format!("its {VARIANT} has other games"))
                })?;
                self.arrange(VARIANT, name, lines);
                Ok(())
            }
        }
    }

    /// Says whether castling is as in Chess960.
    fn choose_castling(
        &mut self,
        board: &dyn Session,
        lines: &mut Vec<String>,
    ) -> Result<(), InputError> {
        if board.info().id != "chess" {
            return Ok(());
        }
        let free = params(board)?.flag("chess960");
        if free && self.offer(CHESS960).is_none() {
            return Err(InputError::new("this engine can't play Chess960")
                .hint(format!("it has no option {CHESS960}")));
        }
        if free || self.set.iter().any(|(name, _)| *name == CHESS960) {
            self.arrange(CHESS960, if free { "true" } else { "false" }, lines);
        }
        Ok(())
    }

    /// The move in the game's own notation; the other way to count ranks is tried too.
    fn read_move(&mut self, board: &dyn Session, text: &str) -> String {
        if board.info().id != "xiangqi" {
            return legal(board, text).unwrap_or_else(|| text.to_owned());
        }
        // Only who counts from 1 has a rank 10.
        self.ranks_from_one |= text.contains("10");
        let lower = shift_ranks(text, -1);
        let shifted = lower.and_then(|lower| legal(board, &lower));
        let plain = legal(board, text);
        let (first, second) = if self.ranks_from_one { (shifted, plain) } else { (plain, shifted) };
        if let Some(m) = first {
            return m;
        }
        if let Some(m) = second {
            self.ranks_from_one = !self.ranks_from_one;
            return m;
        }
        text.to_owned()
    }

    fn take_option(&mut self, rest: &str) {
        let Some(rest) = rest.trim_start().strip_prefix("name ") else { return };
        let (name, kind) = rest.split_once(" type ").unwrap_or((rest, ""));
        let values = kind.split(" var ").skip(1).map(|value| value.trim().to_owned()).collect();
        // No engine has so many; nothing grows without bound.
        if self.offers.len() < 1000 {
            self.offers.push(Choice { name: name.trim().to_owned(), values });
        }
    }
}

/// `setoption`; a button has no value.
fn set_option(name: &str, value: &str) -> String {
    match value {
        "" => format!("setoption name {name}"),
        _ => format!("setoption name {name} value {value}"),
    }
}

/// A move of xiangqi with all its ranks so much higher.
fn shift_ranks(text: &str, by: i8) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let file = rest.chars().next().filter(char::is_ascii_lowercase)?;
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let rank: i8 = rest[1..=digits].parse().ok()?;
        let rank = rank.checked_add(by).filter(|rank| *rank >= 0)?;
        out += &format!("{file}{rank}");
        rest = &rest[1 + digits..];
    }
    Some(out)
}

/// The line that tells the position.
pub(super) fn position(board: &dyn Session, spell: impl Fn(&str) -> String) -> String {
    let start = board.start();
    let usual = STARTS.contains(&(board.info().id, &*start));
    let mut line = match usual {
        true => "position startpos".to_owned(),
        false => format!("position fen {start}"),
    };
    let history = board.history();
    if !history.is_empty() {
        line += " moves";
    }
    for m in &history {
        line.push(' ');
        line += &spell(m);
    }
    line
}

/// What an `info` line says; `None` for second-best lines and other news.
pub(super) fn info(rest: &str) -> Option<Reply> {
    let (mut depth, mut score, mut nodes) = (None, None, None);
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "depth" => depth = words.next()?.parse().ok(),
            "nodes" => nodes = words.next()?.parse().ok(),
            "multipv" if words.next() != Some("1") => return None,
            "score" => {
                let kind = words.peek().copied();
                if matches!(kind, Some("cp" | "mate")) {
                    words.next();
                }
                let number: f64 = words.next()?.parse().ok()?;
                score = Some(match kind {
                    Some("mate") if number > 0.0 => WON,
                    Some("mate") => -WON,
                    _ => number / 100.0,
                });
            }
            "pv" | "string" => break,
            _ => {}
        }
    }
    thought(depth, score, nodes)
}

fn go(clocks: &Clocks) -> String {
    let mut line = "go".to_owned();
    if let Some([first, second]) = clocks.left {
        line += &format!(" wtime {} btime {}", millis(first), millis(second));
        let [first, second] = clocks.increment.map(|time| time.as_millis());
        line += &format!(" winc {first} binc {second}");
        if let Some(moves) = clocks.moves_to_go {
            line += &format!(" movestogo {moves}");
        }
    }
    if let Some(time) = clocks.per_move {
        line += &format!(" movetime {}", millis(time));
    }
    if let Some(depth) = clocks.depth {
        line += &format!(" depth {depth}");
    }
    if let Some(nodes) = clocks.nodes {
        line += &format!(" nodes {nodes}");
    }
    line
}

/// Without any limit an engine would think for ever.
pub(super) fn check_limits(clocks: &Clocks) -> Result<(), InputError> {
    let Clocks { left, per_move, depth, nodes, .. } = clocks;
    if left.is_none() && per_move.is_none() && depth.is_none() && nodes.is_none() {
        let what = "nothing says how long the engine may think";
        return Err(InputError::new(what).hint("give a clock, a depth or nodes"));
    }
    Ok(())
}

impl Client for Uci {
    fn open(&mut self, options: &[(String, String)]) -> Vec<String> {
        *self = Uci { wishes: options.to_vec(), ..Uci::default() };
        vec!["uci".to_owned()]
    }

    fn new_game(
        &mut self,
        board: &dyn Session,
        _: Player,
        clocks: &Clocks,
    ) -> Result<Vec<String>, InputError> {
        check_limits(clocks)?;
        let mut lines = vec![];
        self.choose_variant(board, &mut lines)?;
        self.choose_castling(board, &mut lines)?;
        lines.extend(["ucinewgame".to_owned(), "isready".to_owned()]);
        self.state = State::Checking;
        Ok(lines)
    }

    fn think(&mut self, board: &dyn Session, clocks: &Clocks) -> Vec<String> {
        self.state = State::Thinking;
        let shifted = self.ranks_from_one;
        let spell = |m: &str| match shifted {
            true => shift_ranks(m, 1).unwrap_or_else(|| m.to_owned()),
            false => m.to_owned(),
        };
        vec![position(board, spell), go(clocks)]
    }

    fn hurry(&mut self) -> Vec<String> {
        if self.state == State::Thinking { vec!["stop".to_owned()] } else { vec![] }
    }

    fn receive(&mut self, line: &str, board: &dyn Session) -> Vec<Reply> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, self.state) {
            ("option", State::Opening) => self.take_option(rest),
            ("uciok", State::Opening) => return self.set_wishes(),
            ("readyok", State::Checking) => {
                self.state = State::Idle;
                return vec![Reply::Ready];
            }
            ("info", State::Thinking) => return info(rest).into_iter().collect(),
            ("bestmove", State::Thinking) => {
                self.state = State::Idle;
                return vec![match rest.split_whitespace().next() {
                    None | Some("(none)" | "0000" | "NULL" | "null") => {
                        Reply::Fault("it sees no move".to_owned())
                    }
                    Some("resign") => Reply::Resign,
                    Some(text) => Reply::Move(self.read_move(board, text)),
                }];
            }
            // Banners, answers that come too late.
            _ => {}
        }
        vec![]
    }

    fn pending(&mut self) -> Vec<String> {
        core::mem::take(&mut self.pending)
    }

    fn awaited(&self) -> Option<&'static str> {
        match self.state {
            State::Opening => Some("uciok"),
            State::Checking => Some("readyok"),
            State::Idle | State::Thinking => None,
        }
    }
}

#[cfg(test)]
mod tests;
