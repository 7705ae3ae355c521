//! Engines that speak the Chess Engine Communication Protocol of XBoard (CECP), version 2, or 1 if
//! they don't answer `protover`.

mod features;

use core::time::Duration;

use outplay::{InputError, Player, Session, quote};

use super::{Client, Clocks, Reply, WON, at_start, cannot, check_seconds, own, params, thought};
use features::Features;

/// So long an engine has to answer `protover`, says the protocol.
const FEATURES_COME: Duration = Duration::from_secs(2);
/// A banner comes within this time, if there is one.
const BANNER_COMES: Duration = Duration::from_millis(100);
/// To who says nothing at all, a blank line is sent so often while features may come: GNU Chess
/// sometimes wakes up only when there is something to read.
const NUDGE_EVERY: Duration = Duration::from_millis(50);
/// Scores from here on announce a mate.
const MATE: f64 = 50_000.0;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    /// Waits for a banner before it asks for the features: some programs lose a line that comes
    /// together with the first.
    #[default]
    Greeting,
    /// Waits for the features.
    Opening,
    /// Waits for the answer to a ping.
    Checking,
    Idle,
    Thinking,
}

/// How an engine tells its move. Some do so in more ways than one, and the later ones could be
/// taken for the next move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    /// `move e2e4`
    Move,
    /// `1. ... e2e4`
    Dots,
    /// `My move is : e2e4`
    MyMove,
}

/// A conversation with an engine for XBoard.
#[derive(Debug, Default)]
pub struct Xboard {
    state: State,
    features: Features,
    wishes: Vec<(String, String)>,
    player: Option<Player>,
    manner: Option<Manner>,
    /// The moves that the engine knows.
    known: Vec<String>,
    /// It moves by itself after the other side's move.
    plays: bool,
    /// The last move sent, as it was written.
    sent: String,
    pings: u32,
    nudges: u32,
    /// Castling in Chess960 is written as the king taking its rook; else it is O-O, as the
    /// protocol has it.
    onto_rook: bool,
    /// It has said something since it was started.
    heard: bool,
    /// It has complained of our words, and not in those of the protocol.
    stranger: bool,
    pending: Vec<String>,
}

impl Xboard {
    /// Asks for a sign of life; without the means, takes it for given.
    fn check(&mut self, lines: &mut Vec<String>) -> Vec<Reply> {
        if !self.features.ping {
            self.state = State::Idle;
            return vec![Reply::Ready];
        }
        self.pings += 1;
        lines.push(format!("ping {}", self.pings));
        self.state = State::Checking;
        vec![]
    }

    fn ask_features(&mut self) {
        self.state = State::Opening;
        self.pending.push("protover 2".to_owned());
    }

    /// All features are known.
    fn opened(&mut self) -> Vec<Reply> {
        let mut lines = vec!["easy".to_owned(), "post".to_owned()];
        for (name, value) in &self.wishes {
            lines.push(match name.as_str() {
                // Commands of their own.
                "memory" | "cores" | "egtpath" => format!("{name} {value}"),
                _ if value.is_empty() => format!("option {name}"),
                _ => format!("option {name}={value}"),
            });
        }
        let replies = self.check(&mut lines);
        self.pending.append(&mut lines);
        replies
    }

    /// The lines that set up the board's start.
    fn set_up(&self, board: &dyn Session) -> Result<Vec<String>, InputError> {
        let mut lines = vec!["new".to_owned()];
        let variant = variant(board)?;
        if variant != "normal" {
            if !self.features.has_variant(variant) {
                let what = format!("this engine can't play {}", board.name());
                return Err(InputError::new(what).hint(format!("it has no variant {variant}")));
            }
            lines.push(format!("variant {variant}"));
        }
        lines.push("force".to_owned());
        let start = at_start(board);
        let mut usual = board.fork();
        usual.reset();
        // A game may begin elsewhere by its parameters.
        let elsewhere = board.info().id == "chess" && params(board)?.integer("start") != 518;
        if start.position() != usual.position() || elsewhere {
            if !self.features.setboard {
                let what = "this engine can only play from the usual start";
                return Err(InputError::new(what).hint("it has no setboard"));
            }
            lines.push(format!("setboard {}", start.position()));
        }
        Ok(lines)
    }

    /// How a game's moves are written to this engine.
    fn spell(&self, board: &dyn Session) -> Vec<String> {
        let history = board.history();
        if board.info().id != "chess" {
            return history;
        }
        let start = at_start(board);
        let san = start.spell(&history, "san");
        if self.features.san {
            return san;
        }
        let free = params(board).is_ok_and(|params| params.flag("chess960"));
        let castles = |san: &str| free && !self.onto_rook && san.starts_with("O-O");
        let words = history.into_iter().zip(san);
        words
            .map(|(m, san)| match castles(&san) {
                true => san.trim_end_matches(['+', '#']).to_owned(),
                false => m,
            })
            .collect()
    }

    fn move_line(&mut self, text: &str) -> String {
        text.clone_into(&mut self.sent);
        if self.features.usermove { format!("usermove {text}") } else { text.to_owned() }
    }

    fn clocks(&self, clocks: &Clocks) -> Vec<String> {
        let side = self.player.unwrap_or(Player::First).index();
        let Some(left) = clocks.left.filter(|_| self.features.time) else { return vec![] };
        let hundredths = |at: usize| left[at].as_millis() / 10;
        vec![format!("time {}", hundredths(side)), format!("otim {}", hundredths(1 - side))]
    }

    /// The move in a line, if it is one.
    fn read_move<'l>(&mut self, line: &'l str) -> Option<&'l str> {
        let (manner, text) = if let Some(rest) = line.strip_prefix("move ") {
            (Manner::Move, rest)
        } else if let Some(rest) = line.strip_prefix("My move is") {
            (Manner::MyMove, rest.trim_start().strip_prefix(':')?)
        } else {
            let (number, rest) = line.split_once("...")?;
            let number = number.trim().trim_end_matches('.');
            number.parse::<u32>().ok()?;
            (Manner::Dots, rest)
        };
        let text = text.split_whitespace().next()?;
        (*self.manner.get_or_insert(manner) == manner).then_some(text)
    }

    /// The engine refuses what was sent last.
    fn refuses(&self, line: &str) -> bool {
        let wrong = ["Illegal move", "Invalid move", "Error"];
        let complaint = wrong.iter().any(|wrong| line.starts_with(wrong));
        complaint && !self.sent.is_empty() && line.ends_with(&*self.sent)
    }

    fn hear_while_thinking(&mut self, line: &str, board: &dyn Session) -> Vec<Reply> {
        if let Some(text) = self.read_move(line) {
            self.state = State::Idle;
            let m = own(board, text);
            self.known.push(m.clone());
            return vec![Reply::Move(m)];
        }
        if self.refuses(line) {
            let last = board.history().pop();
            if let Some(last) = last.filter(|_| self.sent.starts_with("O-O") && !self.onto_rook) {
                self.onto_rook = true;
                let again = self.move_line(&last);
                self.pending.push(again);
                return vec![];
            }
            return vec![Reply::Fault(format!("it says {}", quote(line)))];
        }
        let Some(player) = self.player else { return vec![] };
        match line.split_whitespace().next() {
            Some("resign") => vec![Reply::Resign],
            Some("1/2-1/2") => vec![Reply::Draw],
            Some(result @ ("1-0" | "0-1")) => {
                match (result == "1-0") == (player == Player::First) {
                    true => vec![Reply::Fault(format!("it says {} but has no move", quote(line)))],
                    false => vec![Reply::Resign],
                }
            }
            _ => read_thought(line).into_iter().collect(),
        }
    }
}

/// Whether it does not know a command, and says so in its own way: programs of the protocol's first
/// version say `Error (unknown command): protover`.
fn is_strange(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.contains("unknown command") && !line.starts_with("error")
}

/// XBoard's name for the game.
fn variant(board: &dyn Session) -> Result<&'static str, InputError> {
    match board.info().id {
        "chess" if params(board)?.flag("chess960") => Ok("fischerandom"),
        "chess" => Ok("normal"),
        "xiangqi" => Ok("xiangqi"),
        _ => Err(cannot("XBoard", board).hint("it plays chess and xiangqi")),
    }
}

/// A line of thought: plies, centipawns, hundredths of a second, nodes, and the variation.
fn read_thought(line: &str) -> Option<Reply> {
    let mut words = line.split_whitespace();
    let mut number = || {
        let word = words.next()?.trim_end_matches(['.', '+', '-', '&']);
        word.strip_prefix('+').unwrap_or(word).parse::<i64>().ok()
    };
    let (depth, score, _, nodes) = (number()?, number()?, number()?, number()?);
    let score = score as f64;
    let score = if score.abs() >= MATE { WON.copysign(score) } else { score / 100.0 };
    thought(depth.try_into().ok(), Some(score), nodes.try_into().ok())
}

/// `level`: moves to a control, minutes and seconds, increment in seconds.
fn level(clocks: &Clocks, player: Player) -> Vec<String> {
    let seconds = |time: Duration| format!("{}", time.as_millis() as f64 / 1000.0);
    let mut lines = vec![];
    if let Some(left) = clocks.left {
        // Who is told the exact time before each move may be told a second here.
        let base = left[player.index()].as_secs().max(1);
        let moves = clocks.moves_to_go.unwrap_or(0);
        let increment = seconds(clocks.increment[player.index()]);
        lines.push(format!("level {moves} {}:{:02} {increment}", base / 60, base % 60));
    } else if let Some(time) = clocks.per_move {
        lines.push(format!("st {}", seconds(time)));
    }
    lines.extend(clocks.depth.map(|depth| format!("sd {depth}")));
    lines
}

impl Client for Xboard {
    fn open(&mut self, options: &[(String, String)]) -> Vec<String> {
        *self = Xboard { wishes: options.to_vec(), ..Xboard::default() };
        vec!["xboard".to_owned()]
    }

    fn new_game(
        &mut self,
        board: &dyn Session,
        player: Player,
        clocks: &Clocks,
    ) -> Result<Vec<String>, InputError> {
        if clocks.nodes.is_some()
            && clocks.depth.is_none()
            && clocks.left.is_none()
            && clocks.per_move.is_none()
        {
            let what = "XBoard has no way to limit nodes";
            return Err(InputError::new(what).hint("give a time or a depth"));
        }
        if clocks.left.is_some() && !self.features.time {
            let base = Clocks { per_move: None, ..*clocks };
            check_seconds("XBoard without time", &base, player)?;
        }
        let mut lines = self.set_up(board)?;
        lines.extend(level(clocks, player));
        // `new` takes these back in some engines.
        lines.extend(["easy".to_owned(), "post".to_owned()]);
        (self.player, self.plays, self.known) = (Some(player), false, vec![]);
        // Not all know how to limit the depth: see `refuses`.
        self.sent = clocks.depth.map(|depth| format!("sd {depth}")).unwrap_or_default();
        let ready = self.check(&mut lines);
        if !ready.is_empty() {
            // Nothing will come: see `patience`.
            self.state = State::Checking;
        }
        Ok(lines)
    }

    fn think(&mut self, board: &dyn Session, clocks: &Clocks) -> Vec<String> {
        self.state = State::Thinking;
        let history = board.history();
        let spelled = self.spell(board);
        let mut lines = vec![];
        let fits = history.starts_with(&self.known);
        if !fits || (self.plays && history.len() != self.known.len() + 1) {
            lines.push("force".to_owned());
            self.plays = false;
        }
        if !fits {
            self.known.clear();
            lines.extend(self.set_up(board).unwrap_or_default());
            lines.extend(["easy".to_owned(), "post".to_owned()]);
        }
        let fresh = &spelled[self.known.len()..];
        if self.plays {
            lines.extend(self.clocks(clocks));
            lines.extend(fresh.iter().map(|text| self.move_line(text)));
        } else {
            lines.extend(fresh.iter().map(|text| self.move_line(text)));
            lines.extend(self.clocks(clocks));
            lines.push("go".to_owned());
            self.plays = true;
        }
        self.known = history;
        lines
    }

    fn hurry(&mut self) -> Vec<String> {
        if self.state == State::Thinking { vec!["?".to_owned()] } else { vec![] }
    }

    fn receive(&mut self, line: &str, board: &dyn Session) -> Vec<Reply> {
        let line = line.trim();
        self.heard = true;
        if self.state == State::Greeting || self.state == State::Opening {
            self.stranger |= is_strange(line);
        }
        if let Some(rest) = line.strip_prefix("feature ") {
            self.stranger = false;
            self.features.take(rest, &mut self.pending);
            if self.state == State::Opening && self.features.done == Some(true) {
                return self.opened();
            }
            return vec![];
        }
        match self.state {
            State::Checking => {
                let pong = line.strip_prefix("pong ").and_then(|n| n.trim().parse().ok());
                if pong == Some(self.pings) && self.features.ping {
                    self.state = State::Idle;
                    return vec![Reply::Ready];
                }
                if self.refuses(line) {
                    return vec![Reply::Fault(format!("it says {}", quote(line)))];
                }
                vec![]
            }
            State::Thinking => self.hear_while_thinking(line, board),
            State::Greeting => {
                self.ask_features();
                vec![]
            }
            State::Opening | State::Idle => vec![],
        }
    }

    fn pending(&mut self) -> Vec<String> {
        core::mem::take(&mut self.pending)
    }

    fn patience(&self) -> Option<Duration> {
        match self.state {
            State::Greeting => Some(BANNER_COMES),
            // Who says that it is not done may take its time.
            State::Opening if self.features.done.is_none() => {
                Some(if self.heard { FEATURES_COME } else { NUDGE_EVERY })
            }
            State::Checking if !self.features.ping => Some(Duration::ZERO),
            _ => None,
        }
    }

    fn overdue(&mut self) -> Vec<Reply> {
        match self.state {
            State::Greeting => {
                self.ask_features();
                vec![]
            }
            State::Opening if !self.heard && self.nudges * NUDGE_EVERY < FEATURES_COME => {
                self.nudges += 1;
                self.pending.push(String::new());
                vec![]
            }
            State::Opening if self.stranger => {
                let what = "it knows no xboard commands; is the protocol right?";
                vec![Reply::Fault(what.to_owned())]
            }
            State::Opening => self.opened(),
            State::Checking => {
                self.state = State::Idle;
                vec![Reply::Ready]
            }
            _ => vec![],
        }
    }

    fn is_reusable(&self) -> bool {
        self.features.reuse
    }
}

#[cfg(test)]
mod tests;
