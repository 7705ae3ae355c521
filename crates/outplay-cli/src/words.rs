//! Values in plain words: who is favoured, by how much, and how sure that is.

use core::cmp::Ordering;

use outplay::{
    Analysis, Bound, Info, Outcome, Player, Score, Session, Stopped, Value, result_text,
};

use crate::format;

/// Who moves first in the game is 0.
pub(crate) fn player(index: u8) -> Player {
    if index == 0 { Player::First } else { Player::Second }
}

/// What a side is called in this game.
pub(crate) fn name(info: &Info, player: Player) -> &'static str {
    info.players[player.index()]
}

/// How a finished game ended, and by repetition if that is why.
pub(crate) fn result(session: &dyn Session, outcome: Outcome) -> String {
    let result = result_text(session.info(), outcome);
    if session.ended_by_repetition() { format!("{result}, by repetition") } else { result }
}

/// The value in words: `x wins in 5 plies`, `o is better (≥ 0.35 for o)`. `mover` is the side that
/// it is counted for.
pub(crate) fn verdict(info: &Info, mover: Player, value: &Value) -> String {
    let (us, them) = (name(info, mover), name(info, !mover));
    let plies = format::plies(value.score.distance().unwrap_or(0));
    match (value.kind(), value.bound) {
        ("win", Bound::Exact) => format!("{us} wins in {plies}"),
        ("win", Bound::Lower) => format!("{us} wins in {plies} at most"),
        ("win", Bound::Upper) => format!("at best, {us} wins in {plies}"),
        ("loss", Bound::Exact) => format!("{them} wins in {plies}"),
        ("loss", Bound::Upper) => format!("{them} wins in {plies} at most"),
        ("loss", Bound::Lower) => format!("{us} does not lose before {plies}"),
        ("draw", Bound::Exact) => "a draw with best play".to_owned(),
        ("draw", Bound::Lower) => format!("{us} has at least a draw"),
        ("draw", Bound::Upper) => format!("{them} has at least a draw"),
        ("exact", Bound::Exact) => margin(us, them, value),
        ("exact", bound) => {
            format!("the margin for {us} is {} {}, proven", bound.sign(), value.score)
        }
        _ => estimate(us, them, value),
    }
}

fn margin(us: &str, them: &str, value: &Value) -> String {
    match value.score {
        Score::DRAW => "even with best play".to_owned(),
        score if score > Score::DRAW => format!("{us} ends {score} ahead with best play"),
        score => format!("{them} ends {} ahead with best play", -score),
    }
}

fn estimate(us: &str, them: &str, value: &Value) -> String {
    let score = value.score;
    match (score.cmp(&Score::DRAW), value.bound) {
        (Ordering::Equal, Bound::Exact) => "it looks even".to_owned(),
        (Ordering::Greater, Bound::Exact) => format!("{us} looks {score} ahead"),
        (Ordering::Greater, Bound::Lower) => format!("{us} looks at least {score} ahead"),
        (Ordering::Less, Bound::Exact) => format!("{them} looks {} ahead", -score),
        (Ordering::Less, Bound::Upper) => format!("{them} looks at least {} ahead", -score),
        _ => format!("unclear: an estimate of {} {score} for {us}", value.bound.sign()),
    }
}

/// How sure the value is, and why the search ended if it was cut short.
pub(crate) fn standing(analysis: &Analysis) -> String {
    let sure = match (analysis.theory, analysis.score.proven, analysis.score.bound) {
        (Some(theory), _, _) => format!("proven by {theory} theory"),
        (None, true, Bound::Exact) => "proven".to_owned(),
        (None, true, _) => "proven as a bound".to_owned(),
        (None, false, _) => "not proven".to_owned(),
    };
    match analysis.stopped {
        None => sure,
        Some(Stopped::Asked) => format!("{sure}; stopped before the end"),
        Some(reason) => format!("{sure}; {reason}"),
    }
}

/// A score in a few characters: `W3`, `L4`, `=`, `0.35`, with `≥` or `≤` before a bound.
pub(crate) fn short(value: &Value, ascii: bool) -> String {
    let text = match value.kind() {
        "win" => format!("W{}", value.score.distance().unwrap_or(0)),
        "loss" => format!("L{}", value.score.distance().unwrap_or(0)),
        "draw" => "=".to_owned(),
        _ => value.score.to_string(),
    };
    format!("{}{text}", sign(value.bound, ascii))
}

/// `≥`, `≤`, or nothing for an exact value.
pub(crate) fn sign(bound: Bound, ascii: bool) -> &'static str {
    match (bound, ascii) {
        (Bound::Exact, _) => "",
        (Bound::Lower, false) => "≥",
        (Bound::Upper, false) => "≤",
        (Bound::Lower, true) => ">=",
        (Bound::Upper, true) => "<=",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(score: Score, bound: Bound, proven: bool) -> Value {
        Value { score, bound, proven, by_margin: false }
    }

    #[test]
    fn every_value_names_who_it_favours() {
        let info = Info { players: ["x", "o"], ..Info::NONE };
        let say =
            |score, bound, proven| verdict(&info, Player::First, &value(score, bound, proven));
        for (score, bound, proven, words) in [
            (Score::win_in(1), Bound::Exact, true, "x wins in 1 ply"),
            (Score::win_in(5), Bound::Lower, true, "x wins in 5 plies at most"),
            (Score::win_in(5), Bound::Upper, true, "at best, x wins in 5 plies"),
            (Score::loss_in(4), Bound::Exact, true, "o wins in 4 plies"),
            (Score::loss_in(4), Bound::Upper, true, "o wins in 4 plies at most"),
            (Score::loss_in(4), Bound::Lower, true, "x does not lose before 4 plies"),
            (Score::DRAW, Bound::Exact, true, "a draw with best play"),
            (Score::DRAW, Bound::Lower, true, "x has at least a draw"),
            (Score::DRAW, Bound::Upper, true, "o has at least a draw"),
            (Score::DRAW, Bound::Exact, false, "it looks even"),
            (Score::from(0.35), Bound::Exact, false, "x looks 0.35 ahead"),
            (Score::from(-2), Bound::Exact, false, "o looks 2 ahead"),
            (Score::from(-2), Bound::Upper, false, "o looks at least 2 ahead"),
            (Score::from(-2), Bound::Lower, false, "unclear: an estimate of ≥ -2 for x"),
            (Score::from(3), Bound::Exact, true, "x ends 3 ahead with best play"),
            (Score::from(-3), Bound::Exact, true, "o ends 3 ahead with best play"),
        ] {
            assert_eq!(say(score, bound, proven), words);
        }
    }

    #[test]
    fn short_scores_show_bounds() {
        let lower = value(Score::win_in(3), Bound::Lower, true);
        assert_eq!(short(&lower, false), "≥W3");
        assert_eq!(short(&lower, true), ">=W3");
        assert_eq!(short(&value(Score::DRAW, Bound::Exact, true), true), "=");
    }
}
