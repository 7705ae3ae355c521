//! Ending games early, by what the engines themselves think of them.

use core::fmt;
use core::str::FromStr;

use outplay::{InputError, Player, quote, read};

/// A game is a draw when both sides have thought so for a while.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DrawRule {
    /// Not before so many moves of each side were made.
    pub from_move: u32,
    /// For so many moves in a row, of both sides.
    pub count: u32,
    /// The scores were this far from equal at most, in units of the game.
    pub score: f64,
}

/// A game is lost when the losing side has thought so for a while.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ResignRule {
    /// For so many moves in a row.
    pub count: u32,
    /// It was this far behind at least, in units of the game.
    pub score: f64,
    /// The other side must have agreed.
    pub both: bool,
}

/// What a side last thought, and for how long it has.
#[derive(Clone, Copy, Default, Debug)]
struct Opinion {
    equal: u32,
    losing: u32,
    winning: u32,
    moves: u32,
}

/// Follows the scores of a game.
#[derive(Clone, Debug)]
pub struct Judge {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    opinions: [Opinion; 2],
}

/// What the scores say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Equal for long enough.
    Draw,
    /// Won for this side.
    Win(Player),
}

impl Judge {
    /// Judges a new game by these rules.
    pub fn new(draw: Option<DrawRule>, resign: Option<ResignRule>) -> Judge {
        Judge { draw, resign, opinions: [Opinion::default(); 2] }
    }

    /// A side has moved, and thought this of its position; who has not said anything agrees to
    /// nothing.
    pub fn hear(&mut self, player: Player, score: Option<f64>) -> Option<Verdict> {
        let opinion = &mut self.opinions[player.index()];
        opinion.moves += 1;
        let lasts = |count: &mut u32, holds: bool| *count = if holds { *count + 1 } else { 0 };
        let holds = |test: &dyn Fn(f64) -> bool| score.is_some_and(test);
        if let Some(rule) = self.draw {
            lasts(&mut opinion.equal, holds(&|score| score.abs() <= rule.score));
        }
        if let Some(rule) = self.resign {
            lasts(&mut opinion.losing, holds(&|score| score <= -rule.score));
            lasts(&mut opinion.winning, holds(&|score| score >= rule.score));
        }
        self.verdict()
    }

    fn verdict(&self) -> Option<Verdict> {
        for player in [Player::First, Player::Second] {
            let [own, other] = [player, !player].map(|side| self.opinions[side.index()]);
            if let Some(rule) = self.resign
                && own.losing >= rule.count
                && (!rule.both || other.winning >= rule.count)
            {
                return Some(Verdict::Win(!player));
            }
        }
        let rule = self.draw?;
        let equal = |side: &Opinion| side.moves >= rule.from_move && side.equal >= rule.count;
        self.opinions.iter().all(equal).then_some(Verdict::Draw)
    }
}

/// The settings of a rule, `name=value` between commas; `set` takes one of them.
fn settings(
    text: &str,
    right: &str,
    mut set: impl FnMut(&str, &str) -> Result<bool, InputError>,
) -> Result<(), InputError> {
    let mut seen = vec![];
    for setting in text.split(',').map(str::trim).filter(|setting| !setting.is_empty()) {
        let (name, value) = setting.split_once('=').ok_or_else(|| {
            InputError::new(format!("{} has no value", quote(setting))).hint(right)
        })?;
        let (name, value) = (name.trim(), value.trim());
        if seen.contains(&name) {
            return Err(InputError::new(format!("{} is given twice", quote(name))).hint(right));
        }
        seen.push(name);
        if !set(name, value).map_err(|error| error.within(name))? {
            let what = format!("there is no setting {}", quote(name));
            return Err(InputError::new(what).hint(right));
        }
    }
    Ok(())
}

fn count(text: &str) -> Result<u32, InputError> {
    let right = "give a number of moves";
    match u32::try_from(read::whole(text, right)?) {
        Ok(count) => Ok(count),
        Err(_) => Err(InputError::new("too many").hint(right)),
    }
}

/// At least once: a rule that needs no moves at all would end every game at once.
fn times(text: &str) -> Result<u32, InputError> {
    Ok(count(text)?.max(1))
}

fn score(text: &str) -> Result<f64, InputError> {
    let right = "give a score in the game's units, such as 0.1";
    match text.parse::<f64>() {
        Ok(score) if score.is_finite() && score >= 0.0 => Ok(score),
        _ => Err(InputError::new(format!("{} is none", quote(text))).hint(right)),
    }
}

const DRAW: &str = "write move=40,count=8,score=0.1";
const RESIGN: &str = "write count=3,score=6,both=on";

impl FromStr for DrawRule {
    type Err = InputError;

    fn from_str(text: &str) -> Result<DrawRule, InputError> {
        let mut rule = DrawRule { from_move: 40, count: 8, score: 0.1 };
        settings(text, DRAW, |name, value| {
            match name {
                "move" => rule.from_move = count(value)?,
                "count" => rule.count = times(value)?,
                "score" => rule.score = score(value)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(rule)
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move={},count={},score={}", self.from_move, self.count, self.score)
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = if self.both { "on" } else { "off" };
        write!(f, "count={},score={},both={both}", self.count, self.score)
    }
}

impl FromStr for ResignRule {
    type Err = InputError;

    fn from_str(text: &str) -> Result<ResignRule, InputError> {
        let mut rule = ResignRule { count: 3, score: 6.0, both: false };
        settings(text, RESIGN, |name, value| {
            match (name, value) {
                ("count", value) => rule.count = times(value)?,
                ("score", value) => rule.score = score(value)?,
                ("both", "on") => rule.both = true,
                ("both", "off") => rule.both = false,
                ("both", _) => {
                    let what = format!("{} is neither on nor off", quote(value));
                    return Err(InputError::new(what));
                }
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Player::{First, Second};

    fn judge(draw: &str, resign: &str) -> Judge {
        let draw = (draw != "-").then(|| draw.parse().unwrap());
        Judge::new(draw, (resign != "-").then(|| resign.parse().unwrap()))
    }

    /// What the judge says of scores given in turn, and after how many.
    fn heard(judge: &mut Judge, scores: &[Option<f64>]) -> Option<(usize, Verdict)> {
        let players = [First, Second].into_iter().cycle();
        scores.iter().zip(players).enumerate().find_map(|(index, (&score, player))| {
            judge.hear(player, score).map(|verdict| (index + 1, verdict))
        })
    }

    #[test]
    fn a_draw_takes_both_sides_and_some_moves() {
        let equal = [Some(0.05); 20];
        let draw = |rule: &str, scores: &[Option<f64>]| heard(&mut judge(rule, "-"), scores);
        assert_eq!(draw("move=0,count=3,score=0.1", &equal), Some((6, Verdict::Draw)));
        assert_eq!(draw("move=5,count=3,score=0.1", &equal), Some((10, Verdict::Draw)));
        assert_eq!(draw("move=0,count=3,score=0.01", &equal), None);
        let mut broken = equal;
        broken[4] = Some(-0.2);
        assert_eq!(draw("move=0,count=3,score=0.1", &broken), Some((11, Verdict::Draw)));
        broken[4] = None;
        assert_eq!(draw("move=0,count=3,score=0.1", &broken), Some((11, Verdict::Draw)));
        let one_side = [Some(0.0), Some(3.0)].repeat(10);
        assert_eq!(draw("move=0,count=3,score=0.1", &one_side), None);
    }

    #[test]
    fn a_loss_takes_the_loser_and_perhaps_the_winner() {
        let lost = [Some(7.0), Some(-7.0)].repeat(5);
        let resign = |rule: &str, scores: &[Option<f64>]| heard(&mut judge("-", rule), scores);
        let won = Verdict::Win(First);
        assert_eq!(resign("count=3,score=6", &lost), Some((6, won)));
        assert_eq!(resign("count=3,score=8", &lost), None);
        let unsure = [Some(1.0), Some(-7.0)].repeat(5);
        assert_eq!(resign("count=3,score=6", &unsure), Some((6, won)));
        assert_eq!(resign("count=3,score=6,both=on", &unsure), None);
        assert_eq!(resign("count=3,score=6,both=on", &lost), Some((6, won)));
        let wins_alone = [Some(9.0), Some(0.0)].repeat(9);
        assert_eq!(resign("count=3,score=6", &wins_alone), None);
    }

    #[test]
    fn rules_are_read_or_refused() {
        let rule: DrawRule = "".parse().unwrap();
        assert_eq!((rule.from_move, rule.count), (40, 8));
        for text in ["move", "move=x", "score=-1", "score=NaN", "what=1", "both=on"] {
            assert!(text.parse::<DrawRule>().is_err(), "{text}");
        }
        for text in ["both=yes", "count=", "score=inf", "move=1"] {
            assert!(text.parse::<ResignRule>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_setting_is_given_once() {
        let error = "count=3,count=4".parse::<DrawRule>().unwrap_err().to_string();
        assert!(error.starts_with("'count' is given twice"), "{error}");
        assert!("both=on,both=off".parse::<ResignRule>().is_err());
    }
}
