//! Engines that speak the NBoard protocol, for Othello.
//!
//! Each time the engine is to move, it gets the whole game anew, and a ping to be sure that it has
//! taken it. The protocol has no clocks: only a depth can be set.

use outplay::{InputError, Player, Session, Transcript, Turn, quote};

use super::{Client, Clocks, Reply, cannot, own, thought};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    /// Waits for a pong, and then is ready.
    #[default]
    Checking,
    Idle,
    /// Waits for a pong, and then is to think.
    Setting,
    Thinking,
}

/// A conversation in the NBoard protocol.
#[derive(Debug, Default)]
pub struct NBoard {
    state: State,
    depth: Option<u32>,
    pings: u32,
    pending: Vec<String>,
}

impl NBoard {
    fn ping(&mut self) -> String {
        self.pings += 1;
        format!("ping {}", self.pings)
    }

    fn set_depth(&mut self, depth: Option<u32>) -> Option<String> {
        let depth = depth.filter(|_| self.depth != depth)?;
        self.depth = Some(depth);
        Some(format!("set depth {depth}"))
    }
}

/// The game so far in GGF.
fn ggf(board: &dyn Session) -> Result<String, InputError> {
    let tags = [("PC", "Outplay"), ("PB", "black"), ("PW", "white"), ("TI", "5:00")];
    let game = Transcript {
        tags: tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        start: Some(board.start()),
        moves: board.history().into_iter().map(Turn::new).collect(),
        ..board.transcript()
    };
    let text = board.write_file("ggf", &[Transcript { result: None, ..game }])?;
    Ok(text.trim_end().to_owned())
}

/// `=== d3/1.5/0.2`, or with blanks in place of the slashes.
fn read_move(rest: &str, board: &dyn Session) -> Vec<Reply> {
    let mut words = rest.split([' ', '/', '\t']).filter(|word| !word.is_empty());
    let Some(m) = words.next() else { return vec![] };
    let score = words.next().filter(|_| !rest.contains("//")).and_then(|word| word.parse().ok());
    let mut replies: Vec<Reply> = thought(None, score, None).into_iter().collect();
    replies.push(Reply::Move(own(board, &m.to_ascii_lowercase())));
    replies
}

impl Client for NBoard {
    fn open(&mut self, options: &[(String, String)]) -> Vec<String> {
        *self = NBoard::default();
        let mut lines = vec!["nboard 2".to_owned()];
        lines.extend(options.iter().map(|(name, value)| format!("set {name} {value}")));
        lines.push(self.ping());
        lines
    }

    fn new_game(
        &mut self,
        board: &dyn Session,
        _: Player,
        clocks: &Clocks,
    ) -> Result<Vec<String>, InputError> {
        if board.info().id != "othello" || board.view().cells.len() != 64 {
            return Err(cannot("NBoard", board).hint("it plays othello, eight by eight"));
        }
        let mut lines: Vec<String> = self.set_depth(clocks.depth).into_iter().collect();
        lines.push(format!("set game {}", ggf(board)?));
        lines.push(self.ping());
        self.state = State::Checking;
        Ok(lines)
    }

    fn think(&mut self, board: &dyn Session, clocks: &Clocks) -> Vec<String> {
        let mut lines: Vec<String> = self.set_depth(clocks.depth).into_iter().collect();
        // What could not be written was refused when the game began.
        lines.extend(ggf(board).map(|ggf| format!("set game {ggf}")));
        lines.push(self.ping());
        self.state = State::Setting;
        lines
    }

    fn hurry(&mut self) -> Vec<String> {
        vec![]
    }

    fn receive(&mut self, line: &str, board: &dyn Session) -> Vec<Reply> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, self.state) {
            ("pong", State::Checking | State::Setting) if rest.trim().parse() == Ok(self.pings) => {
                if self.state == State::Setting {
                    self.state = State::Thinking;
                    self.pending.push("go".to_owned());
                    return vec![];
                }
                self.state = State::Idle;
                return vec![Reply::Ready];
            }
            ("===", State::Thinking) => {
                self.state = State::Idle;
                return read_move(rest, board);
            }
            ("nodestats", State::Thinking) => {
                let nodes = rest.split_whitespace().next().and_then(|word| word.parse().ok());
                return thought(None, None, nodes).into_iter().collect();
            }
            ("error", State::Thinking | State::Setting) => {
                return vec![Reply::Fault(format!("it says {}", quote(line)))];
            }
            // status, search, book, set myname.
            _ => {}
        }
        vec![]
    }

    fn pending(&mut self) -> Vec<String> {
        core::mem::take(&mut self.pending)
    }

    fn quit(&mut self) -> Vec<String> {
        vec!["quit".to_owned()]
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Talk, moves};
    use super::*;

    #[test]
    fn a_game() {
        let mut talk = Talk::new("nboard", "othello");
        talk.open(&[("contempt", "0")], &["nboard 2", "set contempt 0", "ping 1"]);
        talk.hears("set myname Something6");
        talk.hears("pong 1");
        talk.replies(&[Reply::Ready]);
        let game = |moves: &str| {
            format!(
                "set game (;GM[Othello]PC[Outplay]PB[black]PW[white]TI[5:00]TY[8]\
                 BO[8 ---------------------------O*------*O--------------------------- *]{moves};)"
            )
        };
        let clocks = Clocks { depth: Some(4), ..Clocks::default() };
        talk.new_game(Player::Second, &clocks, &["set depth 4", &game(""), "ping 2"]);
        talk.hears("status something");
        talk.hears("pong 1");
        talk.hears("pong 2");
        talk.replies(&[Reply::Ready]);
        talk.play("d3");
        talk.think(&clocks, &[&game("B[d3]"), "ping 3"]);
        // The end of a search from before.
        talk.hears("=== a1");
        talk.hears("pong 3");
        talk.sends(&["go"]);
        talk.hears("status Something is thinking");
        talk.hears("nodestats 2591 0.00");
        talk.replies(&[Reply::Thought { depth: None, score: None, nodes: Some(2591) }]);
        talk.hears("=== C3 -2.50 0.0");
        let score = |score| Reply::Thought { depth: None, score: Some(score), nodes: None };
        talk.replies(&[score(-2.5), moves("c3")]);
        talk.hears("status Something is waiting");
        talk.play("c3 c4");
        talk.think(&clocks, &[&game("B[d3]W[c3]B[c4]"), "ping 4"]);
        talk.hears("pong 4");
        talk.sends(&["go"]);
        talk.hears("===E3//0.5");
        talk.hears("=== E3//0.5");
        talk.replies(&[moves("e3")]);
        talk.quits(&["quit"]);
    }

    #[test]
    fn passes_and_what_it_can_not_play() {
        let mut talk = Talk::new("nboard", "othello");
        let position = "XXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO- O";
        talk.set(position);
        talk.start(&["pong 1"], &Clocks::default(), &["pong 2"]);
        talk.think_any(&Clocks::default());
        assert!(talk.last_lines()[0].contains("BO[8 **OOO"));
        talk.hears("pong 3");
        talk.sends(&["go"]);
        talk.hears("=== pa 46.00 0.0");
        let score = Reply::Thought { depth: None, score: Some(46.0), nodes: None };
        talk.replies(&[score, moves("pass")]);
        for game in ["othello6", "go9"] {
            let wanted =
                format!("NBoard has no way to play {game}; it plays othello, eight by eight");
            assert_eq!(Talk::new("nboard", game).refuses(&Clocks::default()), wanted);
        }
    }
}
