//! Conversations for tests: what is sent, what is heard, what it means.

use outplay::{Player, Session};

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
