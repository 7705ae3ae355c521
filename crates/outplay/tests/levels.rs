//! Levels of play, on a game small enough to know by heart.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use core::fmt;

use outplay::{
    Bound, Evaluator, Game, Info, InputError, Level, Outcome, Params, Plan, Player, Position,
    Score, Session, Stop, choose, mix, quote, session,
};

/// A heap of matches: take one to four, who takes the last one wins. A multiple of five loses.
#[derive(Clone)]
struct Heap {
    left: u32,
    turn: Player,
}

impl Position for Heap {
    type Move = u32;
    type Undo = ();
    const ALTERNATES: bool = true;

    fn turn(&self) -> Player {
        self.turn
    }
    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(1..=self.left.min(4));
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Win(!self.turn))
    }
    fn play(&mut self, m: u32) {
        self.left -= m;
        self.turn = !self.turn;
    }
    fn undo(&mut self, m: u32, (): ()) {
        self.left += m;
        self.turn = !self.turn;
    }
    fn key(&self) -> u64 {
        mix(u64::from(self.left) << 1 | self.turn.index() as u64)
    }
}

impl Default for Heap {
    fn default() -> Heap {
        Heap { left: 23, turn: Player::First }
    }
}

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.left, self.turn)
    }
}

impl Game for Heap {
    const INFO: Info = Info { id: "heap", ..Info::NONE };

    fn write(&self, m: u32) -> String {
        m.to_string()
    }
    fn parse(&self, text: &str) -> Result<Heap, InputError> {
        let left = text.parse().map_err(|_| InputError::new(quote(text)))?;
        Ok(Heap { left, turn: Player::First })
    }
    /// Right about who stands better, and in steps that differ from move to move.
    fn evaluator(&self) -> impl Evaluator<Heap> {
        |heap: &Heap| match heap.left % 5 {
            0 => Score::from(-3),
            rest => Score::from_hundredths(rest as i32 * 10),
        }
    }
}

fn heap(left: u32) -> Box<dyn Session> {
    let mut session = session(Heap::default(), &Params::defaults(&Heap::INFO));
    session.set(&left.to_string()).unwrap();
    session
}

fn chosen(left: u32, level: u8, seed: u64) -> u32 {
    let level = Level::new(level).unwrap();
    let choice =
        choose(&mut *heap(left), level, &Plan { seed, ..Plan::default() }, &Stop::new()).unwrap();
    choice.best.parse().unwrap()
}

#[test]
fn numbers() {
    assert_eq!(
        Level::new(0).unwrap_err().to_string(),
        "there is no level 0; levels are 1 (weakest) to 10 (strongest)"
    );
    assert!(Level::new(11).is_err() && Level::new(u8::MAX).is_err());
    assert_eq!(" 7 ".parse::<Level>().unwrap().number(), 7);
    for text in ["", "x", "-1", "1.5", "99999999999999999999", "11"] {
        assert!(text.parse::<Level>().is_err(), "{text}");
    }
    assert!(Level::WEAKEST < Level::STRONGEST);
}

#[test]
fn every_choice_is_legal_and_repeats() {
    for level in 1..=9 {
        for left in 1..=23 {
            for seed in 0..4 {
                let m = chosen(left, level, seed);
                assert!((1..=left.min(4)).contains(&m));
                assert_eq!(m, chosen(left, level, seed));
            }
        }
    }
}

#[test]
fn a_win_in_one_is_taken_at_every_level() {
    for level in 1..=10 {
        for left in 1..=4 {
            for seed in 0..20 {
                assert_eq!(chosen(left, level, seed), left, "level {level}");
            }
        }
    }
}

#[test]
fn from_level_two_no_move_loses_at_once() {
    let loses_at_once = |left: u32, m: u32| (1..=4).contains(&(left - m));
    for level in 2..=10 {
        // From 6 to 8 only the move to 5, or a larger heap, gives no win in one away.
        for left in 6..=8 {
            for seed in 0..20 {
                assert!(!loses_at_once(left, chosen(left, level, seed)), "level {level}");
            }
        }
    }
    let careless = (0..200).filter(|&seed| loses_at_once(6, chosen(6, 1, seed))).count();
    assert!(careless > 0, "level 1 is no stronger than it should be");
}

/// How often a level keeps a won heap won, among so many tries.
fn right_moves(level: u8) -> usize {
    let tries = (11..24u32)
        .filter(|left| !left.is_multiple_of(5))
        .flat_map(|left| (0..20).map(move |seed| (left, seed)));
    tries.filter(|&(left, seed)| (left - chosen(left, level, seed)).is_multiple_of(5)).count()
}

#[test]
fn levels_rise() {
    let rising: Vec<_> = [1, 4, 9].into_iter().map(right_moves).collect();
    assert!(rising[0] < rising[1] && rising[1] < rising[2], "{rising:?}");
    assert!(rising[0] > 0);
}

#[test]
fn seeds_vary_the_play() {
    let moves: std::collections::HashSet<_> = (0..50).map(|seed| chosen(20, 1, seed)).collect();
    assert!(moves.len() > 1);
}

#[test]
fn the_strongest_level_never_errs() {
    for left in (1..=23u32).filter(|left| !left.is_multiple_of(5)) {
        for seed in 0..3 {
            assert_eq!((left - chosen(left, 10, seed)) % 5, 0, "{left}");
        }
    }
    let choice = choose(&mut *heap(23), Level::STRONGEST, &Plan::default(), &Stop::new()).unwrap();
    assert!(choice.analysis.score.proven && choice.analysis.score.bound == Bound::Exact);
}

#[test]
fn a_finished_game_and_bad_threads_are_errors() {
    let error = choose(&mut *heap(0), Level::WEAKEST, &Plan::default(), &Stop::new()).unwrap_err();
    assert!(error.to_string().contains("the game is over"));
    assert!(
        choose(
            &mut *heap(9),
            Level::STRONGEST,
            &Plan { seed: 0, threads: 0, ..Plan::default() },
            &Stop::new()
        )
        .is_err()
    );
}

#[test]
fn a_raised_stop_still_gives_a_move() {
    let stop = Stop::new();
    stop.raise();
    for level in 1..=10 {
        let mut session = heap(17);
        let choice =
            choose(&mut *session, Level::new(level).unwrap(), &Plan::default(), &stop).unwrap();
        assert!(session.legal().contains(&choice.best));
    }
}

#[test]
fn the_session_stays_as_it_was() {
    let mut session = heap(17);
    session.play("3").unwrap();
    for level in 1..=10 {
        choose(
            &mut *session,
            Level::new(level).unwrap(),
            &Plan { seed: 1, ..Plan::default() },
            &Stop::new(),
        )
        .unwrap();
        assert_eq!(session.position(), "14 second");
        assert_eq!(session.history(), ["3"]);
    }
}
