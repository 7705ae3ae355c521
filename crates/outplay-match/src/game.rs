//! One game between two contenders.

use core::time::Duration;
use std::time::Instant;

use outplay::{InputError, Outcome, Player, Session, Stop};
use outplay_protocols::client::Clocks;
use serde::{Deserialize, Serialize};

use crate::adjudicate::{DrawRule, Judge, ResignRule, Verdict};
use crate::contender::{Action, Contender, Decision, Fault};
use crate::spec::EngineLimits;
use crate::time::GameClock;

/// What ends a game before its rules do.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rules {
    /// Draws by agreement of the scores.
    pub draw: Option<DrawRule>,
    /// Losses by the scores.
    pub resign: Option<ResignRule>,
    /// A draw after so many plies, those of the opening included.
    pub max_plies: Option<u32>,
    /// How much a clock may be overstepped.
    pub margin: Duration,
}

/// Who plays one side, and its limits.
pub struct Seat<'a> {
    /// The player.
    pub contender: &'a mut dyn Contender,
    /// What limits its thinking.
    pub limits: EngineLimits,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// By the rules of the game.
    Rules,
    /// By repetition.
    Repetition,
    /// By a claim that the rules allow, such as fifty moves without progress.
    Claim,
    /// A side gave up.
    Resignation,
    /// Both sides' scores said that it was a draw.
    DrawRule,
    /// The scores said that it was lost.
    ResignRule,
    /// It was too long.
    Length,
    /// A move that the rules do not allow, or a claim.
    Illegal,
    /// A side took too long.
    Time,
    /// A side's program ended, or could not be started.
    Crash,
    /// A side did not answer at all.
    Silence,
    /// A side said what makes no sense.
    Nonsense,
}

impl Reason {
    /// Whether the loser lost by what an engine must not do.
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Reason::Illegal | Reason::Time | Reason::Crash | Reason::Silence | Reason::Nonsense
        )
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Reason::Rules => "by the rules",
            Reason::Repetition => "by repetition",
            Reason::Claim => "by a claim",
            Reason::Resignation => "by resignation",
            Reason::DrawRule => "by the draw rule",
            Reason::ResignRule => "by the resign rule",
            Reason::Length => "by length",
            Reason::Illegal => "illegal move",
            Reason::Time => "time loss",
            Reason::Crash => "crash",
            Reason::Silence => "no answer",
            Reason::Nonsense => "nonsense",
        }
    }
}

/// What is known of one move.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// For the side that moved, in units of the game.
    pub score: Option<f64>,
    /// Plies searched.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// How long it took.
    pub took: Duration,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
    /// More about it, in one line; may be empty.
    pub detail: String,
    /// What the sides thought of each move after the opening.
    pub thoughts: Vec<Thought>,
}

/// Plays a game from the board's position to its end; the board then holds it. `None` if `stop` was
/// raised.
pub fn play<'a>(
    board: &'a mut dyn Session,
    seats: [Seat<'a>; 2],
    rules: &'a Rules,
    stop: &'a Stop,
) -> Option<Ended> {
    let clocks = [0, 1].map(|index| seats[index].limits.clock.map(GameClock::new));
    let judge = Judge::new(rules.draw, rules.resign);
    let plies = u32::try_from(board.history().len()).unwrap_or(u32::MAX);
    Table { board, seats, rules, stop, clocks, judge, plies, thoughts: vec![] }.play()
}

/// An end, before it is written down.
type End = (Outcome, Reason, String);

struct Table<'a> {
    board: &'a mut dyn Session,
    seats: [Seat<'a>; 2],
    rules: &'a Rules,
    stop: &'a Stop,
    clocks: [Option<GameClock>; 2],
    judge: Judge,
    plies: u32,
    thoughts: Vec<Thought>,
}

impl Table<'_> {
    fn play(mut self) -> Option<Ended> {
        let end = match self.begin() {
            Some(end) => end,
            None => loop {
                if let Some(end) = self.over() {
                    break Some(end);
                }
                if let Some(end) = self.turn() {
                    break end;
                }
            },
        };
        let (outcome, reason, detail) = end?;
        Some(Ended { outcome, reason, detail, thoughts: self.thoughts })
    }

    /// Seats the players. Here and in [`Table::turn`], `Some(None)` is a game that was stopped.
    fn begin(&mut self) -> Option<Option<End>> {
        for player in [Player::First, Player::Second] {
            let clocks = self.clocks_for(player);
            let seat = &mut self.seats[player.index()];
            if let Err(fault) = seat.contender.new_game(&*self.board, player, &clocks, self.stop) {
                return Some(self.fault(player, fault));
            }
        }
        None
    }

    /// The end of the game by its rules, by a claim or by its length.
    fn over(&self) -> Option<End> {
        let end = |outcome, reason| Some((outcome, reason, String::new()));
        if let Some(outcome) = self.board.outcome() {
            let repeated = self.board.ended_by_repetition();
            return end(outcome, if repeated { Reason::Repetition } else { Reason::Rules });
        }
        if let Some(outcome) = self.board.claim() {
            return end(outcome, Reason::Claim);
        }
        match self.rules.max_plies {
            Some(most) if self.plies >= most => end(Outcome::Draw, Reason::Length),
            _ => None,
        }
    }

    /// One move.
    fn turn(&mut self) -> Option<Option<End>> {
        let player = self.board.turn()?;
        let clocks = self.clocks_for(player);
        let started = Instant::now();
        let contender = &mut self.seats[player.index()].contender;
        let decided = contender.decide(&*self.board, &clocks, self.stop);
        let took = started.elapsed();
        let decision = match decided {
            Ok(_) if self.stop.is_raised() => return Some(None),
            Ok(decision) => decision,
            Err(fault) => return Some(self.fault(player, fault)),
        };
        if let Some(end) = self.late(player, took) {
            return Some(Some(end));
        }
        self.act(player, decision, took).map(Some)
    }

    /// Stops the clock; whether it was too late.
    fn late(&mut self, player: Player, took: Duration) -> Option<End> {
        let Rules { margin, .. } = *self.rules;
        let index = player.index();
        let left = self.clocks[index].map(|clock| clock.left());
        let in_time = self.clocks[index].as_mut().is_none_or(|clock| clock.spend(took, margin));
        let per_move = self.seats[index].limits.move_time;
        let in_move_time = per_move.is_none_or(|most| took <= most.saturating_add(margin));
        let had = if in_time { per_move } else { left };
        let detail = || {
            let had = had.unwrap_or_default().as_millis();
            format!("{} ms taken of {had} ms", took.as_millis())
        };
        (!in_time || !in_move_time).then(|| (Outcome::Win(!player), Reason::Time, detail()))
    }

    /// Does what was decided.
    fn act(&mut self, player: Player, decision: Decision, took: Duration) -> Option<End> {
        let lost = |reason, detail| Some((Outcome::Win(!player), reason, detail));
        let Decision { action, score, depth, nodes } = decision;
        let text = match action {
            Action::Move(text) => text,
            Action::Resign => return lost(Reason::Resignation, String::new()),
            // A claim that is right has ended the game already.
            Action::Draw => {
                return lost(Reason::Illegal, "it claims a draw that is none".to_owned());
            }
        };
        if let Err(error) = self.board.play(&text) {
            return lost(Reason::Illegal, short(&error));
        }
        self.plies += 1;
        self.thoughts.push(Thought { score, depth, nodes, took });
        let verdict = self.judge.hear(player, score)?;
        // What the rules say goes before what the engines think.
        if self.over().is_some() {
            return None;
        }
        Some(match verdict {
            Verdict::Draw => (Outcome::Draw, Reason::DrawRule, String::new()),
            Verdict::Win(player) => (Outcome::Win(player), Reason::ResignRule, String::new()),
        })
    }

    fn fault(&self, player: Player, fault: Fault) -> Option<End> {
        let (reason, detail) = match fault {
            Fault::Stopped => return None,
            // What a stopped match does to a program is not the program's fault.
            _ if self.stop.is_raised() => return None,
            Fault::Crash(detail) => (Reason::Crash, detail),
            Fault::Silence(detail) if self.clocks[player.index()].is_some() => {
                (Reason::Time, detail)
            }
            Fault::Silence(detail) => (Reason::Silence, detail),
            Fault::Nonsense(detail) => (Reason::Nonsense, detail),
        };
        Some((Outcome::Win(!player), reason, one_line(&detail)))
    }

    fn clocks_for(&self, player: Player) -> Clocks {
        let limits = self.seats[player.index()].limits;
        let own = self.clocks[player.index()];
        // Who plays without a clock has as much as the other.
        let of = |side: Player| self.clocks[side.index()].or(own);
        let sides = [Player::First, Player::Second].map(of);
        Clocks {
            left: own.map(|own| sides.map(|clock| clock.unwrap_or(own).left())),
            increment: sides.map(|clock| clock.map_or(Duration::ZERO, |clock| clock.increment())),
            moves_to_go: own.and_then(|clock| clock.moves_to_go()),
            per_move: limits.move_time,
            depth: limits.depth,
            nodes: limits.nodes,
        }
    }
}

const LONGEST_DETAIL: usize = 200;

fn short(error: &InputError) -> String {
    // The list of legal moves is long.
    let text = error.to_string();
    one_line(text.split("; legal:").next().unwrap_or_default())
}

/// A text from outside on one line, and not too long.
fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut line: String = plain.chars().take(LONGEST_DETAIL).collect();
    if plain.chars().nth(LONGEST_DETAIL).is_some() {
        line.push('…');
    }
    line
}
