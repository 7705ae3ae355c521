//! The game on the board, and its clocks.

use core::time::Duration;

use outplay::{Clock, InputError, Profile, Session, Task, Transcript};

/// The only game of the protocol.
pub(super) const GAME: &str = "othello";

/// A game with the time that each side has left.
pub(super) struct Game {
    pub(super) session: Box<dyn Session>,
    /// In seconds; `None` without a clock.
    left: [Option<f64>; 2],
    /// Added after each move, in seconds.
    increment: [f64; 2],
}

impl Game {
    /// A game that has not begun, without clocks.
    pub(super) fn new(mut session: Box<dyn Session>) -> Game {
        session.reset();
        Game { session, left: [None; 2], increment: [0.0; 2] }
    }

    /// Takes over a game in GGF: position, moves, clocks and what was used of them.
    ///
    /// # Errors
    /// If it can't be read, or is played on another board. Nothing has changed then.
    pub(super) fn load(&mut self, text: &str) -> Result<(), InputError> {
        let games = self.session.read_file("ggf", text)?;
        let game = games.into_iter().next().ok_or_else(|| InputError::new("there is no game"))?;
        if game.game.as_deref() != Some(GAME) {
            return Err(InputError::new("only boards of 8 by 8 are played on"));
        }
        let mut session = self.session.fork();
        session.reset();
        if let Some(start) = &game.start {
            session.set(start)?;
        }
        let mut loaded = Game::new(session.fork());
        loaded.session = session;
        loaded.set_clocks(&game);
        for turn in &game.moves {
            let note = turn.properties.iter().find(|(name, _)| name == "time");
            let time = note.and_then(|(_, values)| values.first()).map_or("", String::as_str);
            loaded.play(&turn.text, time)?;
        }
        *self = loaded;
        Ok(())
    }

    /// The clocks that a game's tags tell: `TI` for both, `TB` and `TW` for one.
    fn set_clocks(&mut self, game: &Transcript) {
        for (side, own) in ["TB", "TW"].into_iter().enumerate() {
            let tag = |name: &str| game.tags.iter().find(|(tag, _)| tag == name);
            let Some((_, text)) = tag(own).or_else(|| tag("TI")) else { continue };
            let mut parts = text.split('/').map(seconds);
            let main = parts.next().flatten().unwrap_or(0.0);
            let increment = parts.next().flatten().unwrap_or(0.0);
            // Without any time there is no clock.
            self.left[side] = (main > 0.0 || increment > 0.0).then_some(main);
            self.increment[side] = increment;
        }
    }

    /// Plays a move that took so many seconds, as text. A pass that was left out is put in.
    ///
    /// # Errors
    /// If it is not legal.
    pub(super) fn play(&mut self, text: &str, time: &str) -> Result<(), InputError> {
        let mut mover = self.session.turn();
        if let Err(error) = self.session.play(text) {
            if self.session.legal() != ["pass"] || self.session.play("pass").is_err() {
                return Err(error);
            }
            mover = self.session.turn();
            if let Err(error) = self.session.play(text) {
                self.session.undo();
                return Err(error);
            }
        }
        let Some(mover) = mover else { return Ok(()) };
        if let Some(left) = &mut self.left[mover.index()] {
            let used = time.trim().parse::<f64>().ok().filter(|used| used.is_finite());
            *left += self.increment[mover.index()] - used.unwrap_or(0.0).max(0.0);
        }
        Ok(())
    }

    /// The clock of the side to move; `None` if it has none.
    pub(super) fn clock(&self) -> Option<Clock> {
        let mover = self.session.turn()?.index();
        let left = self.left[mover]?;
        Some(Clock {
            remaining: Some(duration(left)),
            increment: duration(self.increment[mover]),
            ..Clock::default()
        })
    }

    /// A search after the first so many moves.
    pub(super) fn task(&self, moves: usize, profile: Profile) -> Task {
        let mut history = self.session.history();
        history.truncate(moves);
        Task {
            game: self.session.name(),
            start: Some(self.session.start()),
            moves: history,
            profile,
            fresh: false,
        }
    }
}

/// A time such as `15:00`, `1:00:00` or `30`; what follows a comma is passed over.
fn seconds(text: &str) -> Option<f64> {
    let text = text.split(',').next().unwrap_or_default().trim();
    let parts: Vec<f64> = text.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let sum = parts.into_iter().fold(0.0, |sum, part| sum * 60.0 + part);
    (sum.is_finite() && sum >= 0.0).then_some(sum)
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.clamp(0.0, 1e9)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Game {
        let mut game = Game::new(outplay::open(outplay_games::ALL, GAME).unwrap());
        game.load(text).unwrap();
        game
    }

    fn left(game: &Game) -> Option<Duration> {
        game.clock().and_then(|clock| clock.remaining)
    }

    #[test]
    fn clocks_run_down() {
        let start = "BO[8 ---------------------------O*------*O--------------------------- *]";
        let mut played = game(&format!("(;GM[Othello]TI[5:00]{start}B[f5//10]W[d6/0.5/20.5];)"));
        assert_eq!(left(&played), Some(Duration::from_secs(290)));
        played.play("C3", "1000").unwrap();
        assert_eq!(left(&played), Some(Duration::from_millis(279_500)));
        played.play("d3", "nan").unwrap();
        assert_eq!(left(&played), Some(Duration::ZERO));
        let with_increment = game(&format!("(;GM[Othello]TI[1:00:00/0:10/2:00]{start}B[f5//1];)"));
        assert_eq!(left(&with_increment), Some(Duration::from_secs(3600)));
        assert_eq!(with_increment.clock().unwrap().increment, Duration::from_secs(10));
        let own = game(&format!("(;GM[Othello]TI[9:00]TB[30]TW[0]{start};)"));
        assert_eq!(left(&own), Some(Duration::from_secs(30)));
        for none in ["", "TI[0:00]", "TI[soon]", "TI[-5]", "TI[]", "TI[nan]"] {
            assert_eq!(left(&game(&format!("(;GM[Othello]{none}{start};)"))), None, "{none}");
        }
    }

    #[test]
    fn a_pass_may_be_left_out_but_nothing_else() {
        // Black has no square, white has c1.
        let mut game = game(&format!("(;GM[Othello]BO[8 O*{} *];)", "-".repeat(62)));
        assert_eq!(game.session.legal(), ["pass"]);
        assert!(game.play("d4", "").is_err());
        assert_eq!(game.session.history(), Vec::<String>::new());
        game.play("C1", "").unwrap();
        assert_eq!(game.session.history(), ["pass", "c1"]);
        assert!(game.play("a8", "").is_err());
    }

    #[test]
    fn what_is_no_game_changes_nothing() {
        let mut game = game("(;GM[Othello]TY[8]B[f5];)");
        for text in ["", "(;", "(;GM[Go];)", "(;GM[Othello]TY[6];)", "(;GM[Othello]B[a1];)"] {
            assert!(game.load(text).is_err(), "{text}");
            assert_eq!(game.session.history(), ["f5"]);
        }
    }
}
