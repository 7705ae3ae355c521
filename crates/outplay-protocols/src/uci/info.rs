//! What UCI says about searches.

use core::fmt::Write as _;

use outplay::{Analysis, Bound, Choice, Score, Value};

use super::spelling::Spelling;

/// What is needed to tell about a search.
#[derive(Clone, Debug)]
pub(super) struct Telling {
    pub(super) spelling: Spelling,
    /// So many moves at most, each with its line.
    pub(super) lines: usize,
    /// The chances of win, draw and loss, by this model.
    pub(super) chances: Option<Chances>,
    /// What was told last, and not only as a bound: the depth and the first move.
    pub(super) told: Option<(u32, String)>,
}

/// Bounds are told only after so many milliseconds: a quick game would drown in them.
const BOUNDS_AFTER: f64 = 1_000.0;

impl Telling {
    /// A report as `info` lines.
    pub(super) fn report(&mut self, analysis: &Analysis, say: &mut dyn FnMut(String)) {
        let bound = open_bound(analysis.score);
        if bound != Bound::Exact {
            if analysis.time_ms >= BOUNDS_AFTER {
                let score = self.score(analysis.score);
                say(self.line(analysis, 1, &score, &analysis.pv, analysis.best.as_deref()));
                self.told = None;
            }
            return;
        }
        let score = self.score(analysis.score);
        say(self.line(analysis, 1, &score, &analysis.pv, analysis.best.as_deref()));
        for (place, line) in analysis.lines.iter().enumerate().take(self.lines).skip(1) {
            let score = self.score(line.score);
            say(self.line(analysis, place + 1, &score, &line.pv, Some(&line.best)));
        }
        self.told = analysis.best.clone().map(|best| (analysis.depth, best));
    }

    /// What is still to be told when the search has ended: the line that begins with the move
    /// chosen, unless it was told last.
    pub(super) fn last_word(&mut self, choice: &Choice, say: &mut dyn FnMut(String)) {
        let Choice { best, analysis } = choice;
        if self.told.as_ref().is_some_and(|(depth, told)| told == best && *depth >= analysis.depth)
        {
            return;
        }
        let (value, pv) = line_of(choice);
        let score = self.score(value);
        say(self.line(analysis, 1, &score, pv, Some(best)));
    }

    /// The value of a finished game.
    pub(super) fn finished(&self, analysis: &Analysis) -> String {
        format!("info depth 0 score {}", self.score(analysis.score))
    }

    fn line(
        &self,
        analysis: &Analysis,
        place: usize,
        score: &str,
        pv: &[String],
        best: Option<&str>,
    ) -> String {
        let Analysis { depth, selective_depth, nodes, hash_full, .. } = analysis;
        let mut line = format!(
            "info depth {depth} seldepth {selective_depth} multipv {place} score {score} \
             nodes {nodes} nps {} hashfull {hash_full} time {}",
            analysis.nodes_per_second, analysis.time_ms as u64,
        );
        let alone: Vec<String> = best.map(str::to_owned).into_iter().collect();
        let pv = if pv.is_empty() { &alone } else { pv };
        if !pv.is_empty() {
            line += " pv";
        }
        for text in pv {
            line.push(' ');
            line += &self.spelling.write(text);
        }
        line
    }

    /// `cp 13`, `mate -2`, with what belongs to them.
    fn score(&self, value: Value) -> String {
        let score = value.score;
        let mut text = match score.distance() {
            // The mating side makes the last move.
            Some(plies) if score > Score::DRAW => format!("mate {}", plies.div_ceil(2)),
            Some(0) => "mate 0".to_owned(),
            Some(plies) => format!("mate -{}", plies.div_ceil(2)),
            None => format!("cp {}", score.hundredths()),
        };
        // Readers look for the bound right behind the number.
        text += match open_bound(value) {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        if let Some(chances) = self.chances {
            let [win, draw, loss] = chances.of(value);
            let _ = write!(text, " wdl {win} {draw} {loss}");
        }
        text
    }
}

/// What is still open about a value. A win that may come sooner is a win, and so is a loss.
pub(crate) fn open_bound(value: Value) -> Bound {
    let sure = if value.score > Score::DRAW { Bound::Lower } else { Bound::Upper };
    if value.score.is_decided() && value.bound == sure { Bound::Exact } else { value.bound }
}

/// The value and the line of the move chosen, which need not be the best that was found.
pub(crate) fn line_of(choice: &Choice) -> (Value, &[String]) {
    let Choice { best, analysis } = choice;
    if analysis.best.as_ref() == Some(best) {
        return (analysis.score, &analysis.pv);
    }
    let line = analysis.lines.iter().find(|line| line.best == *best);
    line.map_or((analysis.score, &[]), |line| (line.score, &line.pv))
}

/// A model of how often a game is won, drawn and lost that is estimated so: with x in units, the
/// share of wins is 1 / (1 + exp((offset - x) / scale)), that of losses is the same for -x, and
/// the rest are draws. Round numbers, not fitted to games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Chances {
    /// An advantage that wins every second game, in units.
    offset: f64,
    /// By how much chances spread around it, in units.
    scale: f64,
}

impl Chances {
    /// The model for a game.
    pub(super) fn in_game(id: &str) -> Chances {
        match id {
            // Units are pawns, and equal players mostly draw.
            "chess" | "xiangqi" => Chances { offset: 1.5, scale: 0.8 },
            // Units are discs or points; draws are rare.
            "othello" | "go" => Chances { offset: 0.0, scale: 5.0 },
            _ => Chances { offset: 0.0, scale: 2.0 },
        }
    }

    /// Wins, draws and losses of a thousand games.
    fn of(self, value: Value) -> [u32; 3] {
        let Value { score, proven, .. } = value;
        if score.is_decided() || proven {
            return match score.cmp(&Score::DRAW) {
                core::cmp::Ordering::Greater => [1000, 0, 0],
                core::cmp::Ordering::Equal => [0, 1000, 0],
                core::cmp::Ordering::Less => [0, 0, 1000],
            };
        }
        let share = |units: f64| {
            let share = 1.0 / (1.0 + ((self.offset - units) / self.scale).exp());
            (1000.0 * share).round() as u32
        };
        let win = share(score.units());
        let loss = share(-score.units()).min(1000 - win);
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn telling(chances: bool) -> Telling {
        let chances = chances.then(|| Chances::in_game("chess"));
        Telling { spelling: Spelling::Own, lines: 1, chances, told: None }
    }

    fn value(score: Score, bound: Bound, proven: bool) -> Value {
        Value { score, bound, proven, by_margin: false }
    }

    #[test]
    fn mates_are_counted_in_moves() {
        for (score, text) in [
            (Score::win_in(1), "mate 1"),
            (Score::win_in(2), "mate 1"),
            (Score::win_in(3), "mate 2"),
            (Score::loss_in(0), "mate 0"),
            (Score::loss_in(1), "mate -1"),
            (Score::loss_in(2), "mate -1"),
            (Score::loss_in(4), "mate -2"),
            (Score::from_hundredths(-35), "cp -35"),
        ] {
            assert_eq!(telling(false).score(value(score, Bound::Exact, true)), text);
        }
    }

    #[test]
    fn a_win_that_may_come_sooner_is_no_bound() {
        let far = value(Score::win_in(9), Bound::Lower, true);
        assert_eq!(telling(false).score(far), "mate 5");
        let estimate = value(Score::from_hundredths(50), Bound::Lower, false);
        assert_eq!(telling(false).score(estimate), "cp 50 lowerbound");
        let no_loss = value(Score::loss_in(8), Bound::Lower, false);
        assert_eq!(telling(false).score(no_loss), "mate -4 lowerbound");
    }

    #[test]
    fn chances_are_whole_and_symmetric() {
        let chances = Chances::in_game("chess");
        for hundredths in [-99_999_999, -150, -1, 0, 1, 30, 150, 700, 99_999_999] {
            let estimate =
                |hundredths| value(Score::from_hundredths(hundredths), Bound::Exact, false);
            let [win, draw, loss] = chances.of(estimate(hundredths));
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(chances.of(estimate(-hundredths)), [loss, draw, win]);
        }
        let proven = |score| telling(true).score(value(score, Bound::Exact, true));
        assert_eq!(proven(Score::win_in(3)), "mate 2 wdl 1000 0 0");
        assert_eq!(proven(Score::DRAW), "cp 0 wdl 0 1000 0");
        assert_eq!(proven(Score::loss_in(2)), "mate -1 wdl 0 0 1000");
        assert_eq!(proven(Score::from(-3)), "cp -300 wdl 0 0 1000");
    }
}
