//! The laws themselves: sound games pass them, and every kind of broken game is named.

use core::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

use outplay::laws::{self, Law, LawError, LawReport, Laws};
use outplay::{
    Evaluator, Game, Info, InputError, Outcome, Player, Position, Score, Style, Theory, View, mix,
    quote,
};

/// A heap of matches, take one to three, who takes the last wins; with a fault, or a variant of
/// the rules, by number. A number rather than a type, since every type costs seconds to compile.
#[derive(Clone, Debug)]
struct Heap<const ALTERNATES: bool, const REPEATS: bool> {
    kind: u8,
    left: u32,
    turn: Player,
    /// Moves played: no part of the position.
    played: u32,
}

const SOUND: u8 = 0;
/// Who takes one moves again.
const EXTRA_TURN: u8 = 1;
/// A match can be put back.
const PUT_BACK: u8 = 2;
/// The text tells the number of the move, which does not matter.
const COUNTED: u8 = 3;

const UNDO_FORGETS: u8 = 10;
const KEY_MISSES_TURN: u8 = 11;
const MOVES_AFTER_END: u8 = 12;
const NO_MOVES: u8 = 13;
const UNSTABLE_ORDER: u8 = 14;
const MOVE_READS_WRONG: u8 = 15;
const BREAKS_ALTERNATES: u8 = 16;
const HIDDEN_CYCLE: u8 = 17;
const WRONG_BOUNDS: u8 = 18;
const MOVE_TWICE: u8 = 19;
const TEXT_LOSES_TURN: u8 = 20;
const POP_FORGETS: u8 = 21;
const WRONG_SYMMETRY: u8 = 22;
const DROPS_BEST: u8 = 23;
const WRONG_THEORY: u8 = 24;
const PANICS: u8 = 25;
const RAGGED_VIEW: u8 = 26;
const EXPAND_DIFFERS: u8 = 28;
const GROWS: u8 = 29;
const KEY_DRIFTS: u8 = 30;
const PARSE_PANICS: u8 = 31;
const PARSE_INVENTS: u8 = 32;
const ILLEGAL_NOISE: u8 = 33;
const SAME_MOVE_TEXT: u8 = 34;
const UNSTABLE_EVALUATION: u8 = 35;
const CLICKS_OUTSIDE: u8 = 36;
const LATE_COLLISION: u8 = 37;
const WRONG_FINISH: u8 = 38;

static CALLS: AtomicU32 = AtomicU32::new(0);

impl<const ALTERNATES: bool, const REPEATS: bool> Position for Heap<ALTERNATES, REPEATS> {
    type Move = u32;
    type Undo = Player;
    const ALTERNATES: bool = ALTERNATES;
    const REPEATS: bool = REPEATS;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut Vec<u32>) {
        match self.kind {
            NO_MOVES if self.left == 1 => return,
            MOVES_AFTER_END if self.left == 0 => return out.push(1),
            UNSTABLE_ORDER if self.left > 3 && CALLS.fetch_add(1, Ordering::Relaxed) % 2 == 1 => {
                return out.extend([3, 2, 1]);
            }
            GROWS if self.left > 0 => return out.push(1),
            MOVE_TWICE if self.left == 2 => out.push(1),
            _ => {}
        }
        out.extend(1..=self.left.min(3));
        if matches!(self.kind, HIDDEN_CYCLE | PUT_BACK) && self.left > 0 && self.left < 6 {
            out.push(9);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Win(if self.kind == EXTRA_TURN {
            Player::First
        } else {
            !self.turn
        }))
    }

    fn play(&mut self, m: u32) -> Player {
        assert!(self.kind != PANICS || self.left != 2, "no move from 2");
        let turn = self.turn;
        self.left = match m {
            9 => self.left + 1,
            m if self.kind == GROWS => self.left + m,
            m => self.left - m,
        };
        self.played += 1;
        let again = match self.kind {
            EXTRA_TURN => m == 1,
            BREAKS_ALTERNATES => m == 3,
            _ => false,
        };
        if !again {
            self.turn = !turn;
        }
        turn
    }

    fn undo(&mut self, m: u32, turn: Player) {
        self.left = match m {
            9 => self.left - 1,
            m if self.kind == GROWS => self.left - m,
            m => self.left + m,
        };
        self.played -= 1;
        if self.kind != UNDO_FORGETS {
            self.turn = turn;
        }
    }

    fn key(&self) -> u64 {
        let turn = match self.kind {
            KEY_MISSES_TURN => 0,
            _ => self.turn.index() as u64,
        };
        let left = match self.kind {
            LATE_COLLISION if self.left == 4 => 5,
            _ => u64::from(self.left),
        };
        let drift = match self.kind {
            KEY_DRIFTS => u64::from(self.played) << 40,
            _ => 0,
        };
        mix((left << 1 | turn) + drift)
    }

    fn expand(&self, out: &mut Vec<u32>) -> Option<Outcome> {
        let outcome = self.outcome();
        if outcome.is_none() {
            self.moves(out);
            if self.kind == EXPAND_DIFFERS && self.left == 3 {
                out.pop();
            }
        }
        outcome
    }
}

impl<const ALTERNATES: bool, const REPEATS: bool> Default for Heap<ALTERNATES, REPEATS> {
    fn default() -> Self {
        Heap { kind: SOUND, left: 9, turn: Player::First, played: 0 }
    }
}

impl<const ALTERNATES: bool, const REPEATS: bool> fmt::Display for Heap<ALTERNATES, REPEATS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.left)?;
        match self.kind {
            TEXT_LOSES_TURN => Ok(()),
            COUNTED => write!(f, " {} {}", self.turn, self.played),
            _ => write!(f, " {}", self.turn),
        }
    }
}

/// Counts the moves pushed, and evaluates by the remainder of four and the size of the heap.
#[derive(Clone)]
struct Judge {
    kind: u8,
    left: u32,
    pushed: Vec<u32>,
}

impl<const ALTERNATES: bool, const REPEATS: bool> Evaluator<Heap<ALTERNATES, REPEATS>> for Judge {
    fn evaluate(&mut self, position: &Heap<ALTERNATES, REPEATS>) -> Score {
        let calls = match self.kind {
            UNSTABLE_EVALUATION => CALLS.fetch_add(1, Ordering::Relaxed),
            _ => 0,
        };
        let kept = match self.kind {
            POP_FORGETS => self.left,
            _ => position.left,
        };
        Score::from_hundredths((kept % 4 * 7 + kept + calls) as i32)
    }
    fn reset(&mut self, root: &Heap<ALTERNATES, REPEATS>) {
        self.left = root.left;
        self.pushed.clear();
    }
    fn push(&mut self, before: &Heap<ALTERNATES, REPEATS>, m: u32) {
        self.pushed.push(self.left);
        self.left = match m {
            9 => before.left + 1,
            m if self.kind == GROWS => before.left + m,
            m => before.left - m,
        };
    }
    fn pop(&mut self) {
        if let Some(left) = self.pushed.pop()
            && self.kind != POP_FORGETS
        {
            self.left = left;
        }
    }
    fn rank(&self, _: &Heap<ALTERNATES, REPEATS>, m: u32) -> i32 {
        m as i32
    }
    fn noisy(&self, position: &Heap<ALTERNATES, REPEATS>, out: &mut Vec<u32>) {
        if self.kind == ILLEGAL_NOISE && position.left == 2 {
            out.push(3);
        }
    }
    fn bounds(&self, position: &Heap<ALTERNATES, REPEATS>) -> (Score, Score) {
        match (self.kind, position.left) {
            (WRONG_BOUNDS, 5) => (Score::loss_in(20), Score::win_in(5)),
            _ => (Score::loss_in(1), Score::win_in(1)),
        }
    }
    fn finish(
        &mut self,
        position: &Heap<ALTERNATES, REPEATS>,
        _: Score,
        beta: Score,
        _: &mut u64,
    ) -> Option<Score> {
        match (self.kind, position.left) {
            (SOUND, 1..=3) => Some(Score::win_in(1)),
            // Right for open windows, and too much for others.
            (WRONG_FINISH, 2) if beta < Score::INFINITY => Some(Score::win_in(0)),
            _ => None,
        }
    }
    fn candidates(&self, position: &Heap<ALTERNATES, REPEATS>, out: &mut Vec<u32>) {
        position.moves(out);
        if self.kind == DROPS_BEST && position.left == 3 {
            out.pop();
        }
    }
    fn canonical_key(&self, position: &Heap<ALTERNATES, REPEATS>) -> u64 {
        match self.kind {
            WRONG_SYMMETRY => mix(u64::from(position.left / 2) << 1 | position.turn.index() as u64),
            _ => position.key(),
        }
    }
}

impl<const ALTERNATES: bool, const REPEATS: bool> Game for Heap<ALTERNATES, REPEATS> {
    const INFO: Info = Info { id: "heap", ..Info::NONE };

    fn write(&self, m: u32) -> String {
        match self.kind {
            SAME_MOVE_TEXT => "take".to_owned(),
            _ => format!("take{m}"),
        }
    }

    fn parse(&self, text: &str) -> Result<Self, InputError> {
        let error = || InputError::new(format!("{} is no heap", quote(text)));
        if self.kind == PARSE_PANICS {
            assert!(text.is_ascii(), "not ASCII");
        }
        if self.kind == PARSE_INVENTS && text == "x" {
            return Ok(Heap { left: 500, ..Heap::default() });
        }
        let words: Vec<_> = text.split(' ').collect();
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<u32>().ok());
        let left = number(0).filter(|&left| left <= 99 || self.kind == GROWS).ok_or_else(error)?;
        let turn = match words.get(1) {
            Some(&"first") => Player::First,
            Some(&"second") => Player::Second,
            None if self.kind == TEXT_LOSES_TURN => Player::First,
            _ => return Err(error()),
        };
        let played = if self.kind == COUNTED { number(2).ok_or_else(error)? } else { 0 };
        if words.len() > 3 || (left.to_string() != words[0]) {
            return Err(error());
        }
        Ok(Heap { left, turn, played, ..self.clone() })
    }

    fn read(&self, text: &str) -> Result<u32, InputError> {
        let mut moves = vec![];
        self.moves(&mut moves);
        if self.kind == MOVE_READS_WRONG && text == "take2" {
            return Ok(1);
        }
        let same = |m: &u32| self.write(*m) == text;
        moves.into_iter().find(same).ok_or_else(|| InputError::new("no move"))
    }

    fn view(&self) -> View {
        let mut view = View::grid(Style::Holes, 5, 2);
        if self.kind == RAGGED_VIEW {
            view.cells.pop();
        }
        view
    }

    fn clicks(&self, m: u32) -> Vec<usize> {
        match self.kind {
            CLICKS_OUTSIDE => vec![9 + m as usize],
            _ => vec![m as usize],
        }
    }

    fn theory(&self) -> Option<Theory<u32>> {
        if !matches!(self.kind, SOUND | WRONG_THEORY) || self.left == 0 {
            return None;
        }
        let wins = !self.left.is_multiple_of(4);
        let lies = self.kind == WRONG_THEORY && self.left == 3;
        Some(Theory {
            winner: Some(if wins != lies { self.turn } else { !self.turn }),
            plies: self.left,
            best: (self.left % 4).max(1),
            line: vec![],
            name: "remainders",
        })
    }

    fn evaluator(&self) -> impl Evaluator<Self> {
        Judge { kind: self.kind, left: 0, pushed: vec![] }
    }
}

type Plain = Heap<true, false>;
type ExtraTurns = Heap<false, false>;
type Repeating = Heap<true, true>;

fn start<const ALTERNATES: bool, const REPEATS: bool>(kind: u8) -> Heap<ALTERNATES, REPEATS> {
    Heap { kind, ..Heap::default() }
}

fn check(kind: u8) -> Result<LawReport, LawError> {
    Laws::default().check::<Plain>(&start(kind))
}

#[test]
fn sound_games_pass() {
    let report = laws::check::<Plain>().unwrap();
    assert_eq!((report.games, report.unfinished), (103, 0));
    assert!(report.longest >= 3 && report.longest <= 9, "{report:?}");
    assert!(report.searches > 1000 && report.solved > 20, "{report:?}");
    for report in [
        Laws::default().check::<ExtraTurns>(&start(EXTRA_TURN)),
        Laws::default().check::<Repeating>(&start(PUT_BACK)),
        check(COUNTED),
    ] {
        let report = report.unwrap();
        assert!(report.searches > 300, "{report:?}");
    }
}

#[test]
fn the_same_seed_checks_the_same() {
    let run = |seed| laws::check_from(start::<false, false>(EXTRA_TURN), seed, 5).unwrap();
    assert_eq!(run(3), run(3));
    assert_ne!(run(3), run(4));
}

#[test]
fn other_starts_can_be_checked() {
    let start = Plain { left: 30, ..Heap::default() };
    let report = laws::check_from(start, 1, 6).unwrap();
    assert!(report.longest > 9, "{report:?}");
    let over = Plain { left: 0, ..Heap::default() };
    assert_eq!(laws::check_from(over, 1, 2).unwrap().longest, 0);
}

#[test]
fn every_fault_is_named() {
    let faults: [(Law, Result<LawReport, LawError>); 28] = [
        (Law::Undo, check(UNDO_FORGETS)),
        (Law::DistinctKeys, check(KEY_MISSES_TURN)),
        (Law::Over, check(MOVES_AFTER_END)),
        (Law::Over, check(NO_MOVES)),
        (Law::Stable, check(UNSTABLE_ORDER)),
        (Law::MoveText, check(MOVE_READS_WRONG)),
        (Law::Alternates, check(BREAKS_ALTERNATES)),
        (Law::Repeats, check(HIDDEN_CYCLE)),
        (Law::Bounds, check(WRONG_BOUNDS)),
        (Law::DistinctMoves, check(MOVE_TWICE)),
        (Law::PositionText, check(TEXT_LOSES_TURN)),
        (Law::Evaluation, check(POP_FORGETS)),
        (Law::CanonicalKeys, check(WRONG_SYMMETRY)),
        (Law::Candidates, check(DROPS_BEST)),
        (Law::Theory, check(WRONG_THEORY)),
        (Law::Panics, check(PANICS)),
        (Law::View, check(RAGGED_VIEW)),
        (Law::Clicks, check(CLICKS_OUTSIDE)),
        (Law::Expand, check(EXPAND_DIFFERS)),
        (Law::Ends, check(GROWS)),
        (Law::KeyFromText, check(KEY_DRIFTS)),
        (Law::Panics, check(PARSE_PANICS)),
        (Law::PositionText, check(PARSE_INVENTS)),
        (Law::Noisy, check(ILLEGAL_NOISE)),
        (Law::MoveText, check(SAME_MOVE_TEXT)),
        (Law::Evaluation, check(UNSTABLE_EVALUATION)),
        (Law::DistinctKeys, check(LATE_COLLISION)),
        (Law::Finish, check(WRONG_FINISH)),
    ];
    for (at, (law, result)) in faults.into_iter().enumerate() {
        let error = result.expect_err(&format!("fault {at}: {law}"));
        assert_eq!(error.law, law, "fault {at}: {error}");
        assert!(!error.expected.is_empty() && !error.found.is_empty());
        assert!(!error.to_string().contains('\n'), "{error}");
    }
}

#[test]
fn an_error_says_where() {
    let error = check(MOVE_TWICE).unwrap_err();
    assert_eq!(error.by.as_deref(), Some("take1"));
    assert!(error.position.starts_with("2 "), "{error}");
    let error = check(PANICS).unwrap_err();
    assert!(!error.position.is_empty());
    assert_eq!(error.found, "no move from 2");
    let error = check(GROWS).unwrap_err();
    assert_eq!(error.found, "no end after 1000 plies");
}

#[test]
fn limits_are_kept() {
    let laws = Laws { plies: 50, ..Laws::default() };
    let error = laws.check(&start::<true, false>(GROWS)).unwrap_err();
    assert_eq!(error.found, "no end after 50 plies");
    let laws = Laws { games: 0, ..Laws::default() };
    assert_eq!(laws.check(&Plain::default()).unwrap(), LawReport::default());
}
