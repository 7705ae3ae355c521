//! Engines that speak UCCI, the Universal Chinese Chess Protocol. Ranks are counted from 0, as in
//! our own notation.

use outplay::{InputError, Player, Session, quote};

use super::uci::{check_limits, info, position};
use super::{Client, Clocks, Reply, cannot, check_seconds, millis, own};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    /// Waits for `ucciok`. Some engines leave at any other word before that.
    #[default]
    Opening,
    /// Waits for `readyok`.
    Checking,
    Idle,
    Thinking,
}

/// A conversation in UCCI.
#[derive(Debug, Default)]
pub struct Ucci {
    state: State,
    wishes: Vec<(String, String)>,
    offers: Vec<String>,
    player: Option<Player>,
    /// Times are in milliseconds; in seconds if not.
    in_millis: bool,
    pending: Vec<String>,
}

impl Ucci {
    fn offers(&self, name: &str) -> bool {
        self.offers.iter().any(|offer| offer.eq_ignore_ascii_case(name))
    }

    fn set_wishes(&mut self) -> Vec<Reply> {
        self.in_millis = self.offers("usemillisec");
        if self.in_millis {
            self.pending.push("setoption usemillisec true".to_owned());
        }
        for (name, value) in &self.wishes {
            if !self.offers(name) {
                let offers = self.offers.join(", ");
                let what = format!("it has no option {}; it has {offers}", quote(name));
                return vec![Reply::Fault(what)];
            }
            let line = format!("setoption {name} {value}");
            self.pending.push(line.trim_end().to_owned());
        }
        self.pending.push("isready".to_owned());
        self.state = State::Checking;
        vec![]
    }

    /// A time in the unit that was agreed on, never more than there is.
    fn time(&self, time: core::time::Duration) -> u128 {
        if self.in_millis { millis(time) } else { time.as_secs().into() }
    }

    fn increment(&self, time: core::time::Duration) -> u128 {
        if self.in_millis { time.as_millis() } else { u128::from(time.as_secs()) }
    }

    /// UCCI has one kind of limit at a time: the clock before the depth, the depth before nodes.
    fn go(&self, clocks: &Clocks) -> String {
        let side = self.player.unwrap_or(Player::First).index();
        match *clocks {
            Clocks { per_move: Some(time), left, .. } => {
                let time = left.map_or(time, |left| time.min(left[side]));
                format!("go time {} movestogo 1", self.time(time))
            }
            Clocks { left: Some(left), increment, moves_to_go, .. } => {
                let (time, other) = (self.time(left[side]), self.time(left[1 - side]));
                let [own_increment, other_increment] =
                    [side, 1 - side].map(|at| self.increment(increment[at]));
                match moves_to_go {
                    Some(moves) => format!("go time {time} movestogo {moves} opptime {other}"),
                    None => format!(
                        "go time {time} increment {own_increment} opptime {other} \
                         oppincrement {other_increment}"
                    ),
                }
            }
            Clocks { depth: Some(depth), .. } => format!("go depth {depth}"),
            Clocks { nodes: Some(nodes), .. } => format!("go nodes {nodes}"),
            _ => "go depth 1".to_owned(),
        }
    }
}

impl Client for Ucci {
    fn open(&mut self, options: &[(String, String)]) -> Vec<String> {
        *self = Ucci { wishes: options.to_vec(), ..Ucci::default() };
        vec!["ucci".to_owned()]
    }

    fn new_game(
        &mut self,
        board: &dyn Session,
        player: Player,
        clocks: &Clocks,
    ) -> Result<Vec<String>, InputError> {
        if board.info().id != "xiangqi" {
            return Err(cannot("UCCI", board).hint("it plays xiangqi"));
        }
        check_limits(clocks)?;
        if !self.in_millis {
            check_seconds("UCCI without milliseconds", clocks, player)?;
        }
        self.player = Some(player);
        self.state = State::Checking;
        let mut lines = vec![];
        if self.offers("newgame") {
            lines.push("setoption newgame".to_owned());
        }
        lines.push("isready".to_owned());
        Ok(lines)
    }

    fn think(&mut self, board: &dyn Session, clocks: &Clocks) -> Vec<String> {
        self.state = State::Thinking;
        vec![position(board, str::to_owned), self.go(clocks)]
    }

    fn hurry(&mut self) -> Vec<String> {
        if self.state == State::Thinking { vec!["stop".to_owned()] } else { vec![] }
    }

    fn receive(&mut self, line: &str, board: &dyn Session) -> Vec<Reply> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, self.state) {
            ("option", State::Opening) if self.offers.len() < 1000 => {
                let name = rest.split(" type ").next().unwrap_or_default().trim();
                self.offers.push(name.to_owned());
            }
            ("ucciok", State::Opening) => return self.set_wishes(),
            ("readyok", State::Checking) => {
                self.state = State::Idle;
                return vec![Reply::Ready];
            }
            ("info", State::Thinking) => return info(rest).into_iter().collect(),
            ("nobestmove", State::Thinking) => {
                self.state = State::Idle;
                return vec![Reply::Resign];
            }
            ("bestmove", State::Thinking) => {
                self.state = State::Idle;
                let mut words = rest.split_whitespace();
                let Some(m) = words.next() else {
                    return vec![Reply::Fault("it sees no move".to_owned())];
                };
                // An offer of a draw comes with a move, and is not taken.
                let resigns = words.any(|word| word == "resign");
                return vec![if resigns { Reply::Resign } else { Reply::Move(own(board, m)) }];
            }
            _ => {}
        }
        vec![]
    }

    fn pending(&mut self) -> Vec<String> {
        core::mem::take(&mut self.pending)
    }

    fn awaited(&self) -> Option<&'static str> {
        match self.state {
            State::Opening => Some("ucciok"),
            State::Checking => Some("readyok"),
            State::Idle | State::Thinking => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Talk, moves};
    use super::*;
    use core::time::Duration;

    fn seconds(time: u64) -> Clocks {
        Clocks { left: Some([time, time + 1].map(Duration::from_secs)), ..Clocks::default() }
    }

    #[test]
    fn a_game_in_milliseconds() {
        let mut talk = Talk::new("ucci", "xiangqi");
        talk.open(&[("usebook", "false")], &["ucci"]);
        talk.hears("id name Someelephant");
        talk.hears("option usemillisec type check default true");
        talk.hears("option usebook type check default true");
        talk.hears("option newgame type button");
        talk.hears("ucciok");
        talk.sends(&["setoption usemillisec true", "setoption usebook false", "isready"]);
        talk.hears("readyok");
        talk.replies(&[Reply::Ready]);
        talk.play("h2e2");
        talk.new_game(Player::Second, &seconds(3), &["setoption newgame", "isready"]);
        talk.hears("readyok");
        talk.replies(&[Reply::Ready]);
        let go = "go time 4000 increment 0 opptime 3000 oppincrement 0";
        talk.think(&seconds(3), &["position startpos moves h2e2", go]);
        talk.hears("info depth 6 score 4 pv b9c7 h0g2");
        talk.replies(&[Reply::Thought { depth: Some(6), score: Some(0.04), nodes: None }]);
        talk.hears("info time 46 nodes 90945");
        talk.replies(&[Reply::Thought { depth: None, score: None, nodes: Some(90945) }]);
        talk.hears("bestmove b9c7 ponder h0g2 draw");
        talk.replies(&[moves("b9c7")]);
        let clocks = Clocks { per_move: Some(Duration::from_millis(50)), ..Clocks::default() };
        talk.think_any(&clocks);
        assert_eq!(talk.last_lines()[1], "go time 50 movestogo 1");
        talk.hurries(&["stop"]);
        talk.hears("nobestmove");
        talk.replies(&[Reply::Resign]);
        // The answer to a stop that came too late.
        talk.hears("nobestmove");
        talk.quits(&["quit"]);
    }

    #[test]
    fn a_game_in_seconds() {
        let mut talk = Talk::new("ucci", "xiangqi");
        let fen = "5k3/9/9/9/9/9/9/9/4R4/3RK4 w - - 0 1";
        talk.set(fen);
        talk.start(&["ucciok", "readyok"], &seconds(3), &["readyok"]);
        assert_eq!(talk.game_lines(), ["isready"]);
        let go = "go time 3 increment 0 opptime 4 oppincrement 0";
        talk.think(&seconds(3), &[&format!("position fen {fen}"), go]);
        talk.hears("bestmove e1e2 resign");
        talk.replies(&[Reply::Resign]);
        let clocks = Clocks {
            left: Some([1900, 900].map(Duration::from_millis)),
            increment: [Duration::from_millis(950); 2],
            ..Clocks::default()
        };
        talk.think_any(&clocks);
        let go = "go time 1 increment 0 opptime 0 oppincrement 0";
        assert_eq!(talk.last_lines()[1], go);
        let clocks = Clocks { per_move: Some(Duration::from_millis(50)), ..Clocks::default() };
        let refused = talk.refuses(&clocks);
        assert!(refused.contains("tells whole seconds, and 50ms is less than one"), "{refused}");
        assert_eq!(
            Talk::new("ucci", "chess").refuses(&seconds(1)),
            "UCCI has no way to play chess; it plays xiangqi"
        );
    }
}
