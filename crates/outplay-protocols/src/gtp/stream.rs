//! Analysis as it goes: the lines of `lz-analyze` and `kata-analyze`.

use outplay::{Analysis, Player, Score, Value, quote};

use super::commands::side_of;
use super::vertex::Vertices;

/// Moves that are analysed unless told otherwise: each takes about as long as the first.
const USUAL_MOVES: usize = 3;
/// A lead of so many points makes e to 1 odds of winning.
const POINTS: f64 = 8.0;
/// The same for games that are not played for points.
const UNITS: f64 = 2.0;

/// Whose numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// Leela Zero: winning chances in ten thousandths.
    Leela,
    /// KataGo: winning chances from 0 to 1, and points.
    Kata,
    /// Sabaki's own commands: ten thousandths, and points. Before 0.60 it took both kinds of
    /// chances for what they are, since then it takes whole numbers only.
    Sabaki,
}

/// What an analysis was asked for.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    pub(super) dialect: Dialect,
    pub(super) side: Player,
    /// At most one line in so many milliseconds.
    interval: f64,
    /// The moves to tell of.
    pub(super) most: Option<usize>,
    /// Sums over all moves, too.
    root_info: bool,
    /// Cells that alone are looked at, if there are any.
    allowed: Vec<usize>,
    /// Cells that are not looked at.
    avoided: Vec<usize>,
    /// When the last line was sent, in milliseconds of the search.
    told: Option<f64>,
    /// A line that came too soon after it.
    pending: Option<String>,
}

impl Wish {
    /// Reads what stands behind the command.
    ///
    /// # Errors
    /// If it can't be understood.
    pub(super) fn read(
        dialect: Dialect,
        words: &[&str],
        turn: Player,
        vertices: &Vertices,
    ) -> Result<Wish, String> {
        let mut wish = Wish {
            dialect,
            side: turn,
            interval: 0.0,
            most: None,
            root_info: false,
            allowed: vec![],
            avoided: vec![],
            told: None,
            pending: None,
        };
        let mut words = words.iter().copied().peekable();
        if let Some(side) = words.peek().and_then(|word| side_of(word).ok()) {
            wish.side = side;
            words.next();
        }
        if let Some(interval) = words.peek().and_then(|word| word.parse::<u32>().ok()) {
            wish.interval = f64::from(interval) * 10.0;
            words.next();
        }
        while let Some(key) = words.next() {
            let value =
                words.next().ok_or_else(|| format!("syntax error: {} has no value", quote(key)))?;
            let number = || {
                let wrong = |_| format!("syntax error: {} is no number", quote(value));
                value.parse::<u32>().map_err(wrong)
            };
            match key {
                "interval" => wish.interval = f64::from(number()?) * 10.0,
                "maxmoves" => wish.most = Some(number()?.max(1) as usize),
                "rootInfo" => wish.root_info = value == "true",
                "avoid" | "allow" => {
                    let list = words.next().unwrap_or_default();
                    words.next();
                    if side_of(value)? == wish.side {
                        let allows = key == "allow";
                        let cells = if allows { &mut wish.allowed } else { &mut wish.avoided };
                        for vertex in list.split(',') {
                            cells.extend(vertices.read(vertex)?);
                        }
                    }
                }
                // What we have nothing to say of.
                _ => {}
            }
        }
        Ok(wish)
    }

    /// How many moves get a score of their own.
    pub(super) fn lines(&self) -> usize {
        self.most.unwrap_or(USUAL_MOVES)
    }

    /// Of these moves, those to be looked at; empty for all.
    ///
    /// # Errors
    /// If none is left.
    pub(super) fn choose(
        &self,
        legal: &[String],
        vertices: &Vertices,
    ) -> Result<Vec<String>, String> {
        if self.allowed.is_empty() && self.avoided.is_empty() {
            return Ok(vec![]);
        }
        let wanted = |text: &&String| match vertices.cell_of(text) {
            Some(cell) => {
                (self.allowed.is_empty() || self.allowed.contains(&cell))
                    && !self.avoided.contains(&cell)
            }
            None => self.allowed.is_empty(),
        };
        let chosen: Vec<String> = legal.iter().filter(wanted).cloned().collect();
        if chosen.is_empty() { Err("no legal move is allowed".to_owned()) } else { Ok(chosen) }
    }

    /// The line for how far the search is, if it is time for one.
    pub(super) fn report(&mut self, analysis: &Analysis, vertices: &Vertices) -> Option<String> {
        if !analysis.lines.is_empty() {
            self.pending = Some(self.line(analysis, vertices));
        }
        self.due(analysis.time_ms)
    }

    /// A line that had to wait until now, in milliseconds of the search.
    pub(super) fn due(&mut self, now: f64) -> Option<String> {
        if self.told.is_some_and(|told| now - told < self.interval) {
            return None;
        }
        let line = self.pending.take()?;
        self.told = Some(now);
        Some(line)
    }

    /// The line at the end, if there is something that was not told.
    pub(super) fn last(&mut self, analysis: &Analysis, vertices: &Vertices) -> Option<String> {
        if self.told.is_none() {
            return self.report(analysis, vertices);
        }
        self.pending.take()
    }

    fn line(&self, analysis: &Analysis, vertices: &Vertices) -> String {
        let mut parts = vec![];
        for (order, line) in analysis.lines.iter().take(self.lines()).enumerate() {
            let pv: Vec<String> = line.pv.iter().map(|text| vertices.in_gtp(text)).collect();
            parts.push(format!(
                "info move {} visits {} {} order {order} pv {}",
                vertices.in_gtp(&line.best),
                line.nodes,
                self.numbers(&line.score),
                pv.join(" ")
            ));
        }
        if self.root_info {
            let numbers = self.numbers(&analysis.score);
            parts.push(format!("rootInfo visits {} {numbers}", analysis.nodes));
        }
        parts.join(" ")
    }

    /// Readers of these lines expect a prior and a lower confidence bound; a search of ours has
    /// neither.
    fn numbers(&self, value: &Value) -> String {
        let chance = chance(value);
        let whole = (chance * 10_000.0).round();
        let lead = value.score.units();
        let lead = match value.score.is_decided() {
            true => String::new(),
            false => format!(" scoreMean {lead:.2} scoreLead {lead:.2}"),
        };
        match self.dialect {
            Dialect::Leela => format!("winrate {whole} prior 0 lcb {whole}"),
            Dialect::Sabaki => format!("winrate {whole}{lead} prior 0 lcb {whole}"),
            Dialect::Kata => format!("winrate {chance:.6}{lead} prior 0.000000 lcb {chance:.6}"),
        }
    }
}

/// The chance to win, by rule of thumb: certain if proved, else a logistic curve.
fn chance(value: &Value) -> f64 {
    let Value { score, proven, by_margin, .. } = *value;
    if score.is_decided() || (proven && by_margin && score != Score::DRAW) {
        return if score > Score::DRAW { 1.0 } else { 0.0 };
    }
    let scale = if by_margin { POINTS } else { UNITS };
    1.0 / (1.0 + (-score.units() / scale).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay::Bound;

    fn vertices() -> Vertices {
        Vertices::of(&*outplay::open(outplay_games::ALL, "go9").unwrap()).unwrap()
    }

    fn read(text: &str) -> Result<Wish, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Wish::read(Dialect::Kata, &words, Player::First, &vertices())
    }

    #[test]
    fn wishes_are_read() {
        let wish = read("w 50 rootInfo true maxmoves 4 ownership true").unwrap();
        assert_eq!((wish.side, wish.interval, wish.lines()), (Player::Second, 500.0, 4));
        assert!(wish.root_info);
        let wish = read("interval 10").unwrap();
        assert_eq!((wish.side, wish.interval), (Player::First, 100.0));
        let legal = ["D4", "E5", "pass"].map(str::to_owned);
        let chosen = |text: &str| read(text).unwrap().choose(&legal, &vertices());
        assert_eq!(chosen("b").unwrap(), Vec::<String>::new());
        assert_eq!(chosen("b allow b D4,F6 10").unwrap(), ["D4"]);
        assert_eq!(chosen("b avoid b D4 1").unwrap(), ["E5", "pass"]);
        assert_eq!(chosen("b avoid w D4 1").unwrap(), Vec::<String>::new());
        assert!(chosen("b allow b F6 10").is_err());
        for wrong in ["x", "b 10 interval", "b interval x", "avoid q D4 1", "allow b I9 1"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn lines_wait_for_the_interval() {
        let mut session = outplay::open(outplay_games::ALL, "go9").unwrap();
        let plan = outplay::Plan { limits: outplay::Limits::depth(1), ..outplay::Plan::default() };
        let analysis = session.search(&plan, &outplay::Stop::new(), &mut |_| {}).unwrap();
        let at = |time_ms| Analysis { time_ms, ..analysis.clone() };
        let mut wish = read("b 50").unwrap();
        assert!(wish.report(&at(20.0), &vertices()).is_some());
        assert!(wish.report(&at(400.0), &vertices()).is_none());
        assert!(wish.due(500.0).is_none() && wish.due(521.0).is_some() && wish.due(2e3).is_none());
        assert!(wish.report(&at(600.0), &vertices()).is_none());
        assert!(wish.last(&at(700.0), &vertices()).is_some());
        assert!(wish.last(&at(800.0), &vertices()).is_none());
    }

    #[test]
    fn chances_are_written_as_their_readers_want_them() {
        let value =
            Value { score: Score::from(3.0), bound: Bound::Exact, proven: false, by_margin: true };
        let numbers = |dialect| {
            let wish = Wish { dialect, ..read("b").unwrap() };
            wish.numbers(&value)
        };
        assert_eq!(numbers(Dialect::Leela), "winrate 5927 prior 0 lcb 5927");
        assert_eq!(
            numbers(Dialect::Sabaki),
            "winrate 5927 scoreMean 3.00 scoreLead 3.00 prior 0 lcb 5927"
        );
        assert_eq!(
            numbers(Dialect::Kata),
            "winrate 0.592667 scoreMean 3.00 scoreLead 3.00 prior 0.000000 lcb 0.592667"
        );
    }

    #[test]
    fn chances_go_with_the_score() {
        let value = |units: f64, proven, by_margin| Value {
            score: Score::from(units),
            bound: Bound::Exact,
            proven,
            by_margin,
        };
        assert_eq!(chance(&value(0.0, false, true)), 0.5);
        assert!(chance(&value(5.0, false, true)) > 0.5 && chance(&value(-5.0, false, true)) < 0.5);
        assert_eq!(chance(&value(0.5, true, true)), 1.0);
        let lost = Value { score: Score::loss_in(3), ..value(0.0, false, false) };
        assert_eq!(chance(&lost), 0.0);
    }
}
