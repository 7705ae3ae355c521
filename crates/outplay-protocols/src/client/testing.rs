//! Conversations for tests: what is sent, what is heard, what it means.

use outplay::{Player, Session};
use proptest::strategy::Strategy;

use super::{Client, Clocks, Reply, client};

/// A client, a board, and what they have said since last asked.
pub(super) struct Talk {
    client: Box<dyn Client>,
    board: Box<dyn Session>,
    lines: Vec<String>,
    game_lines: Vec<String>,
    replies: Vec<Reply>,
}

impl Talk {
    pub(super) fn new(protocol: &str, game: &str) -> Talk {
        Talk {
            client: client(protocol).unwrap(),
            board: outplay::open(outplay_games::ALL, game).unwrap(),
            lines: vec![],
            game_lines: vec![],
            replies: vec![],
        }
    }

    /// Sets up a position on the board.
    pub(super) fn set(&mut self, position: &str) {
        self.board.set(position).unwrap();
    }

    /// Moves are played on the board.
    pub(super) fn play(&mut self, moves: &str) {
        for m in moves.split(' ') {
            self.board.play(m).unwrap();
        }
    }

    pub(super) fn undo(&mut self) {
        self.board.undo().unwrap();
    }

    pub(super) fn open(&mut self, options: &[(&str, &str)], expected: &[&str]) {
        let own = |(name, value): &(&str, &str)| (name.to_string(), value.to_string());
        let options: Vec<_> = options.iter().map(own).collect();
        assert_eq!(self.client.open(&options), expected);
    }

    /// A line comes from the engine. Nothing heard before may be left to look at.
    pub(super) fn hears(&mut self, line: &str) {
        assert_eq!(self.lines, [""; 0], "before {line}");
        assert_eq!(self.replies, [], "before {line}");
        self.replies = self.client.receive(line, &*self.board);
        self.lines = self.client.pending();
    }

    /// Nothing comes for as long as the client can bear.
    pub(super) fn waits(&mut self) {
        assert!(self.client.patience().is_some());
        self.replies = self.client.overdue();
        self.lines = self.client.pending();
    }

    pub(super) fn is_patient(&self) -> bool {
        self.client.patience().is_none()
    }

    /// What was sent because of the last line.
    pub(super) fn sends(&mut self, expected: &[&str]) {
        assert_eq!(core::mem::take(&mut self.lines), expected);
    }

    /// What the last line meant.
    pub(super) fn replies(&mut self, expected: &[Reply]) {
        assert_eq!(core::mem::take(&mut self.replies), expected);
    }

    pub(super) fn new_game(&mut self, player: Player, clocks: &Clocks, expected: &[&str]) {
        assert_eq!(self.client.new_game(&*self.board, player, clocks).unwrap(), expected);
    }

    pub(super) fn refuses(&mut self, clocks: &Clocks) -> String {
        self.client.new_game(&*self.board, Player::First, clocks).unwrap_err().to_string()
    }

    /// Opens, hears these lines, begins a game for who is to move, and hears those: then it is
    /// ready.
    pub(super) fn start(&mut self, opening: &[&str], clocks: &Clocks, beginning: &[&str]) {
        self.client.open(&[]);
        let mut last = vec![];
        for line in opening {
            last = self.client.receive(line, &*self.board);
            self.client.pending();
        }
        assert_eq!(last, [Reply::Ready]);
        let player = self.board.turn().unwrap();
        self.game_lines = self.client.new_game(&*self.board, player, clocks).unwrap();
        self.game_lines.extend(self.client.pending());
        for line in beginning {
            last = self.client.receive(line, &*self.board);
            self.game_lines.extend(self.client.pending());
        }
        assert_eq!(last, [Reply::Ready]);
    }

    /// The same where nothing is heard before the game.
    pub(super) fn start_gomocup(&mut self, clocks: &Clocks) {
        self.client.open(&[]);
        let player = self.board.turn().unwrap();
        self.client.new_game(&*self.board, player, clocks).unwrap();
        assert_eq!(self.client.receive("OK", &*self.board), [Reply::Ready]);
        self.client.pending();
    }

    /// What [`start`](Talk::start) sent for the game.
    pub(super) fn game_lines(&self) -> &[String] {
        &self.game_lines
    }

    pub(super) fn think(&mut self, clocks: &Clocks, expected: &[&str]) {
        self.think_any(clocks);
        self.sends(expected);
    }

    pub(super) fn think_any(&mut self, clocks: &Clocks) {
        self.lines = self.client.think(&*self.board, clocks);
        self.lines.extend(self.client.pending());
    }

    /// What was sent to have it think.
    pub(super) fn last_lines(&mut self) -> Vec<String> {
        core::mem::take(&mut self.lines)
    }

    pub(super) fn hurries(&mut self, expected: &[&str]) {
        assert_eq!(self.client.hurry(), expected);
    }

    pub(super) fn quits(&mut self, expected: &[&str]) {
        assert_eq!(self.client.quit(), expected);
    }
}

pub(super) fn moves(text: &str) -> Reply {
    Reply::Move(text.to_owned())
}

/// Words that mean something to one protocol or another.
const WORDS: [&str; 48] = [
    "uciok",
    "ucciok",
    "readyok",
    "bestmove",
    "nobestmove",
    "info",
    "depth",
    "score",
    "cp",
    "mate",
    "nodes",
    "multipv",
    "option",
    "name",
    "type",
    "var",
    "feature",
    "ping=1",
    "done=1",
    "done=0",
    "variants=\"normal",
    "pong",
    "move",
    "My",
    "is",
    ":",
    "...",
    "1.",
    "resign",
    "1-0",
    "1/2-1/2",
    "Illegal",
    "Error",
    "OK",
    "UNKNOWN",
    "ERROR",
    "MESSAGE",
    "SUGGEST",
    "=",
    "?",
    "===",
    "7,7",
    "-1,99999999999999999999",
    "e2e4",
    "h10i10",
    "d3/1.5/",
    "pass",
    "\u{e9}\u{1f980}\0",
];

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(300))]
    /// Whatever an engine says, nobody panics, and no more is sent than it asked for.
    #[test]
    fn any_lines_are_borne(
        which in 0..super::NAMES.len(),
        lines in proptest::collection::vec(
            proptest::prop_oneof![
                proptest::collection::vec(proptest::sample::select(WORDS.to_vec()), 0..6)
                    .prop_map(|words| words.join(" ")),
                ".{0,40}",
            ],
            0..60,
        ),
    ) {
        let game = ["chess", "xiangqi", "chess", "gomoku", "go", "othello"][which];
        let mut talk = Talk::new(super::NAMES[which], game);
        let clocks = Clocks { depth: Some(1), ..Clocks::default() };
        let mut sent = talk.client.open(&[("Hash".to_owned(), "1".to_owned())]).len();
        for (number, line) in lines.iter().enumerate() {
            match number % 12 {
                4 => {
                    let player = talk.board.turn().unwrap();
                    let begun = talk.client.new_game(&*talk.board, player, &clocks);
                    sent += begun.map_or(0, |lines| lines.len());
                }
                8 => sent += talk.client.think(&*talk.board, &clocks).len(),
                9 if number % 5 == 0 => {
                    let legal = talk.board.legal();
                    talk.board.play(&legal[number % legal.len()]).unwrap();
                }
                _ => {}
            }
            for reply in talk.client.receive(line, &*talk.board) {
                if let (Reply::Move(m), true) = (reply, number % 2 == 0) {
                    let _ = talk.board.play(&m);
                }
            }
            sent += talk.client.pending().len();
            if talk.client.patience().is_some() {
                talk.client.overdue();
                sent += talk.client.pending().len();
            }
        }
        sent += talk.client.quit().len();
        proptest::prop_assert!(sent < 20 * (lines.len() + 2));
    }
}
