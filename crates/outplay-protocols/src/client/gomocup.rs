//! Engines that speak the Gomocup (Piskvork) protocol.
//!
//! `ABOUT` is never asked: there are engines that never answer it. The first game begins with
//! `START`, later ones with `RESTART`, and with `START` again where that is unknown.

use core::time::Duration;

use outplay::{InputError, Player, Session, quote};

use super::{Client, Clocks, Reply, at_start, cannot, legal, params, thought};

/// After a complaint in place of a move, the move may still come for so long.
const AFTER_COMPLAINT: Duration = Duration::from_secs(3);
/// `INFO time_left` of who has no clock.
const NO_CLOCK: u128 = 2_147_483_647;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    #[default]
    Idle,
    /// Waits for the `OK` to `START`.
    Starting,
    /// Waits for the `OK` to `RESTART`.
    Restarting,
    Thinking,
}

/// A conversation in the Gomocup protocol.
#[derive(Debug, Default)]
pub struct Gomocup {
    state: State,
    wishes: Vec<(String, String)>,
    /// Rows of the board that the engine has.
    size: Option<i64>,
    player: Option<Player>,
    /// The moves that the engine knows, if it knows any.
    known: Option<Vec<String>>,
    /// What it is to be told before the first move.
    infos: Vec<String>,
    complaint: Option<String>,
    pending: Vec<String>,
}

impl Gomocup {
    fn gather_infos(&mut self, board: &dyn Session, clocks: &Clocks) -> Result<(), InputError> {
        let params = params(board)?;
        let rule = match params.word("rule") {
            "standard" => 1,
            "renju" => 4,
            "caro" => 8,
            _ => 0,
        };
        if params.word("opening") != "none" {
            return Err(InputError::new("the swap2 opening can't be played by this protocol here")
                .hint("take opening=none"));
        }
        let longest = clocks.left.map(|left| left[0].max(left[1]));
        let mut infos = vec![("rule", rule), ("game_type", 1), ("max_memory", 0)];
        infos.push(("timeout_match", longest.map_or(0, |time| time.as_millis())));
        // 0 would mean to move as fast as possible.
        if let Some(turn) = clocks.per_move.or(longest) {
            infos.push(("timeout_turn", turn.as_millis().max(1)));
        }
        infos.extend(clocks.depth.map(|depth| ("max_depth", depth.into())));
        infos.extend(clocks.nodes.map(|nodes| ("max_node", nodes.into())));
        let wished = |name: &str| self.wishes.iter().any(|(wish, _)| wish == name);
        infos.retain(|(name, _)| !wished(name));
        self.infos = infos.iter().map(|(name, value)| format!("INFO {name} {value}")).collect();
        self.infos.extend(self.wishes.iter().map(|(name, value)| format!("INFO {name} {value}")));
        Ok(())
    }

    /// The whole position, the stones in the order in which they were played.
    fn whole_board(&self, board: &dyn Session) -> Vec<String> {
        let start = at_start(board);
        let view = start.view();
        let rows = view.rows();
        let mut stones = [vec![], vec![]];
        for (at, cell) in view.cells.iter().enumerate() {
            if let Some(owner) = cell.piece.as_ref().and_then(|piece| piece.owner) {
                stones[owner.index()].push((format!("{},{}", at % rows, at / rows), owner));
            }
        }
        // Those from before the history began: in turns, as they must have been played.
        let [mut first, mut second] = stones.map(Vec::into_iter);
        let mut order = vec![];
        while first.len() + second.len() > 0 {
            order.extend(first.next());
            order.extend(second.next());
        }
        let mut turn = start.turn().unwrap_or(Player::First);
        for m in board.history() {
            order.extend(xy(&m, rows).map(|at| (at, turn)));
            turn = !turn;
        }
        let mut lines = vec!["BOARD".to_owned()];
        lines.extend(
            order.into_iter().map(|(at, owner)| {
                format!("{at},{}", if Some(owner) == self.player { 1 } else { 2 })
            }),
        );
        lines.push("DONE".to_owned());
        lines
    }

    /// The move in the game's own notation if the line is one.
    fn read_move(&mut self, line: &str, board: &dyn Session) -> Option<Reply> {
        let (x, y) = line.split_once(',')?;
        let (x, y) = (x.trim().parse::<i64>().ok()?, y.trim().parse::<i64>().ok()?);
        let rows = board.view().rows();
        let text = name(x, y, rows).unwrap_or_else(|| line.to_owned());
        let text = legal(board, &text).unwrap_or(text);
        self.state = State::Idle;
        let mut known = board.history();
        known.push(text.clone());
        self.known = Some(known);
        Some(Reply::Move(text))
    }

    fn begin(&mut self) -> Vec<Reply> {
        self.state = State::Idle;
        self.pending.append(&mut self.infos);
        vec![Reply::Ready]
    }

    /// It has something to complain about.
    fn complain(&mut self, line: &str) -> Vec<Reply> {
        match self.state {
            // Not a word that it knows, so as if for the first time.
            State::Restarting => {
                self.state = State::Starting;
                self.pending.extend(self.size.map(|size| format!("START {size}")));
            }
            State::Starting => {
                self.state = State::Idle;
                self.size = None;
                return vec![Reply::Fault(format!("it says {}", quote(line)))];
            }
            State::Thinking => self.complaint = Some(format!("it says {}", quote(line))),
            // About an INFO that it does not know.
            State::Idle => {}
        }
        vec![]
    }
}

/// The name of a cell by column and row from the top left.
fn name(x: i64, y: i64, rows: usize) -> Option<String> {
    let on_board = |at: i64| usize::try_from(at).ok().filter(|at| *at < rows);
    let (x, y) = (on_board(x)?, on_board(y)?);
    Some(format!("{}{}", outplay::column_letters(x), rows - y))
}

/// Column and row from the top left of a cell by its name; `None` for a word.
fn xy(text: &str, rows: usize) -> Option<String> {
    let column = text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let row: usize = text[1..].parse().ok()?;
    Some(format!("{column},{}", rows.checked_sub(row)?))
}

/// What a message tells of the search: `Depth 5-7 | Eval 10 | Node 2048`.
fn read_message(rest: &str) -> Option<Reply> {
    let (mut depth, mut nodes) = (None, None);
    let mut words = rest.split([' ', '|']).filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        let mut number = || words.next()?.split('-').next()?.parse::<u64>().ok();
        match word.to_ascii_lowercase().as_str() {
            "depth" => depth = number().and_then(|depth| depth.try_into().ok()),
            "node" | "nodes" => nodes = number(),
            _ => {}
        }
    }
    thought(depth, None, nodes)
}

impl Client for Gomocup {
    fn open(&mut self, options: &[(String, String)]) -> Vec<String> {
        *self = Gomocup { wishes: options.to_vec(), ..Gomocup::default() };
        vec![]
    }

    fn new_game(
        &mut self,
        board: &dyn Session,
        player: Player,
        clocks: &Clocks,
    ) -> Result<Vec<String>, InputError> {
        if board.info().id != "gomoku" {
            return Err(cannot("Gomocup", board).hint("it plays gomoku"));
        }
        self.gather_infos(board, clocks)?;
        let size = params(board)?.integer("size");
        (self.player, self.known, self.complaint) = (Some(player), None, None);
        let line = if self.size.replace(size) == Some(size) {
            self.state = State::Restarting;
            "RESTART".to_owned()
        } else {
            self.state = State::Starting;
            format!("START {size}")
        };
        Ok(vec![line])
    }

    fn think(&mut self, board: &dyn Session, clocks: &Clocks) -> Vec<String> {
        self.state = State::Thinking;
        self.complaint = None;
        let side = self.player.unwrap_or(Player::First).index();
        let left = clocks.left.map_or(NO_CLOCK, |left| left[side].as_millis());
        let mut lines = vec![format!("INFO time_left {left}")];
        let history = board.history();
        let rows = board.view().rows();
        let empty = board.view().cells.iter().all(|cell| cell.piece.is_none());
        let known = self.known.clone().unwrap_or_default();
        let from_empty = history.len() <= 1
            && at_start(board).view().cells.iter().all(|cell| cell.piece.is_none());
        match history.strip_prefix(&*known) {
            _ if empty => lines.push("BEGIN".to_owned()),
            Some([last]) if (self.known.is_some() || from_empty) && xy(last, rows).is_some() => {
                lines.extend(xy(last, rows).map(|at| format!("TURN {at}")));
            }
            _ => lines.extend(self.whole_board(board)),
        }
        self.known = Some(history);
        lines
    }

    fn hurry(&mut self) -> Vec<String> {
        vec![]
    }

    fn receive(&mut self, line: &str, board: &dyn Session) -> Vec<Reply> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_uppercase().as_str() {
            "OK" if matches!(self.state, State::Starting | State::Restarting) => {
                return self.begin();
            }
            "MESSAGE" if self.state == State::Thinking => {
                return read_message(rest).into_iter().collect();
            }
            "ERROR" | "UNKNOWN" => return self.complain(line),
            "SUGGEST" if self.state == State::Thinking => {
                self.pending.push(format!("PLAY {rest}"));
            }
            _ if self.state == State::Thinking => {
                return self.read_move(line, board).into_iter().collect();
            }
            // DEBUG, banners.
            _ => {}
        }
        vec![]
    }

    fn pending(&mut self) -> Vec<String> {
        core::mem::take(&mut self.pending)
    }

    fn patience(&self) -> Option<Duration> {
        (self.state == State::Thinking && self.complaint.is_some()).then_some(AFTER_COMPLAINT)
    }

    fn overdue(&mut self) -> Vec<Reply> {
        self.complaint.take().map(Reply::Fault).into_iter().collect()
    }

    fn line_end(&self) -> &'static str {
        "\r\n"
    }

    /// Rapfi loses a line that comes within microseconds of its answer.
    fn pause(&self) -> Duration {
        Duration::from_millis(2)
    }

    fn quit(&mut self) -> Vec<String> {
        vec!["END".to_owned()]
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Talk, moves};
    use super::*;

    fn clocks() -> Clocks {
        Clocks {
            left: Some([60_000, 50_000].map(Duration::from_millis)),
            per_move: Some(Duration::from_millis(5_000)),
            ..Clocks::default()
        }
    }

    #[test]
    fn two_games() {
        let mut talk = Talk::new("gomocup", "gomoku(rule=standard)");
        talk.open(&[("max_memory", "1000")], &[]);
        talk.new_game(Player::First, &clocks(), &["START 15"]);
        talk.hears("MESSAGE welcome");
        talk.hears("OK");
        let infos = [
            "INFO rule 1",
            "INFO game_type 1",
            "INFO timeout_match 60000",
            "INFO timeout_turn 5000",
            "INFO max_memory 1000",
        ];
        talk.sends(&infos);
        talk.replies(&[Reply::Ready]);
        talk.hears("MESSAGE config: everything=on");
        talk.think(&clocks(), &["INFO time_left 60000", "BEGIN"]);
        talk.hears("MESSAGE Speed 7K | Depth 5-6 | Eval 10 | Node 2048 | Time 350ms");
        talk.replies(&[Reply::Thought { depth: Some(5), score: None, nodes: Some(2048) }]);
        talk.hears("DEBUG 3,4");
        talk.hears("7,7");
        talk.replies(&[moves("h8")]);
        talk.play("h8 a15");
        talk.think(&clocks(), &["INFO time_left 60000", "TURN 0,0"]);
        talk.hears("14, 14");
        talk.replies(&[moves("o1")]);
        talk.play("o1 a1");
        // A move that is not the one that it played.
        talk.undo();
        talk.undo();
        talk.play("b1 a1");
        let board = ["BOARD", "7,7,1", "0,0,2", "1,14,1", "0,14,2", "DONE"];
        talk.think_any(&clocks());
        assert_eq!(talk.last_lines()[1..], board);
        talk.hears("SUGGEST 6,6");
        talk.sends(&["PLAY 6,6"]);
        talk.hears("6,6");
        talk.replies(&[moves("g9")]);
        talk.new_game(Player::Second, &clocks(), &["RESTART"]);
        talk.hears("UNKNOWN");
        talk.sends(&["START 15"]);
        talk.hears("OK");
        talk.sends(&infos);
        talk.replies(&[Reply::Ready]);
        talk.quits(&["END"]);
    }

    #[test]
    fn openings_and_positions() {
        let mut talk = Talk::new("gomocup", "gomoku");
        talk.open(&[], &[]);
        talk.play("h8");
        talk.new_game(Player::Second, &clocks(), &["START 15"]);
        talk.hears("ok");
        talk.last_lines();
        talk.replies(&[Reply::Ready]);
        talk.think(&clocks(), &["INFO time_left 50000", "TURN 7,7"]);
        talk.hears("UNKNOWN command");
        talk.hears("8,8");
        talk.replies(&[moves("i7")]);
        talk.play("i7 a1");
        talk.new_game(Player::Second, &clocks(), &["RESTART"]);
        talk.hears("OK");
        talk.last_lines();
        talk.replies(&[Reply::Ready]);
        talk.think_any(&clocks());
        assert_eq!(talk.last_lines()[1..], ["BOARD", "7,7,2", "8,8,1", "0,14,2", "DONE"]);
        talk.hears("99,7");
        talk.replies(&[moves("99,7")]);

        let mut talk = Talk::new("gomocup", "gomoku(size=5)");
        talk.set("x1o2/5/5/5/4x o");
        talk.play("c3");
        talk.start_gomocup(&clocks());
        talk.think_any(&clocks());
        let board = ["BOARD", "0,0,1", "2,0,2", "4,4,1", "2,2,2", "DONE"];
        assert_eq!(talk.last_lines()[1..], board);
    }

    #[test]
    fn complaints() {
        let mut talk = Talk::new("gomocup", "gomoku(size=20)");
        talk.open(&[], &[]);
        talk.new_game(Player::First, &clocks(), &["START 20"]);
        talk.hears("ERROR - unsupported board size (20)");
        talk.replies(&[Reply::Fault("it says 'ERROR - unsupported board size (20)'".to_owned())]);
        let mut talk = Talk::new("gomocup", "gomoku");
        talk.start_gomocup(&clocks());
        talk.think_any(&clocks());
        talk.last_lines();
        assert!(talk.is_patient());
        talk.hears("ERROR no idea");
        talk.waits();
        talk.replies(&[Reply::Fault("it says 'ERROR no idea'".to_owned())]);
        for (game, wanted) in [
            ("go", "Gomocup has no way to play go9; it plays gomoku"),
            (
                "gomoku(opening=swap2)",
                "the swap2 opening can't be played by this protocol here; take opening=none",
            ),
        ] {
            assert_eq!(Talk::new("gomocup", game).refuses(&clocks()), wanted);
        }
    }
}
