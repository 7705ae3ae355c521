//! Rules of Go by name or in JSON, as KataGo and KGS know them.

use outplay::{Kind, quote};
use serde_json::{Map, Value, json};

use super::board::Board;

/// Rule sets that we can play: their names, the ko rule and suicide.
const SETS: [(&[&str], &str, bool); 5] = [
    (&["tromp-taylor"], "positional", true),
    (&["chinese"], "simple", false),
    (&["chinese-ogs", "chinese-kgs"], "positional", false),
    (&["aga", "bga", "french"], "situational", false),
    (&["new-zealand", "new_zealand"], "situational", true),
];
/// What KataGo's rules have beyond ours, and the one value of each that is ours.
const FIXED: [(&str, &str); 3] =
    [("scoring", "AREA"), ("tax", "NONE"), ("whiteHandicapBonus", "0")];

/// The rules as KataGo tells them.
pub(super) fn told(board: &Board) -> String {
    json!({
        "ko": board.parameter("ko").to_uppercase(),
        "suicide": board.parameter("suicide") == "true",
        "scoring": "AREA",
        "tax": "NONE",
        "whiteHandicapBonus": "0",
        "hasButton": false,
        "friendlyPassOk": false,
    })
    .to_string()
}

/// Changes the rules to what a text says: a name, or JSON with what is to change.
///
/// # Errors
/// If we can't play so, or the game so far could not have been.
pub(super) fn set(board: &mut Board, text: &str) -> Result<(), String> {
    let settings = if text.starts_with('{') { by_fields(text)? } else { by_name(text)? };
    board.adjust(&settings).map_err(|error| format!("cannot change the rules: {error}"))
}

/// The rules of KGS have names of their own.
pub(super) fn set_kgs(board: &mut Board, name: &str) -> Result<(), String> {
    set(board, if name.eq_ignore_ascii_case("chinese") { "chinese-kgs" } else { name })
}

fn by_name(name: &str) -> Result<String, String> {
    let known = |(names, ..): &&(&[&str], &str, bool)| {
        names.iter().any(|known| known.eq_ignore_ascii_case(name))
    };
    let (_, ko, suicide) = SETS.iter().find(known).ok_or_else(|| {
        let names: Vec<&str> = SETS.iter().flat_map(|(names, ..)| names.iter().copied()).collect();
        format!("cannot play by the rules {}; there are {}", quote(name), names.join(", "))
    })?;
    Ok(format!("ko={ko},suicide={suicide}"))
}

fn by_fields(text: &str) -> Result<String, String> {
    let fields: Map<String, Value> =
        serde_json::from_str(text).map_err(|_| "syntax error: no JSON object".to_owned())?;
    let mut settings = vec![];
    for (name, value) in &fields {
        let word = value.as_str().unwrap_or_default();
        let refused = || format!("cannot play by {} {}", quote(name), quote(&value.to_string()));
        match (&**name, value) {
            ("ko", Value::String(ko)) => {
                let ko = ko.to_lowercase();
                if !["simple", "positional", "situational"].contains(&&*ko) {
                    return Err(refused());
                }
                settings.push(format!("ko={ko}"));
            }
            ("suicide", Value::Bool(suicide)) => settings.push(format!("suicide={suicide}")),
            ("hasButton" | "friendlyPassOk", Value::Bool(false)) => {}
            _ if FIXED.iter().any(|fixed| *fixed == (name, word)) => {}
            _ => return Err(refused()),
        }
    }
    Ok(settings.join(","))
}

/// Any komi as one that we have: what lies between two whole numbers decides as the half between
/// them does, and no board is larger than the largest komi.
pub(super) fn komi(board: &Board, komi: f64) -> String {
    let (least, most) = match board.kind("komi") {
        Some(Kind::Halves { least, most, .. }) => (least as f64 / 2.0, most as f64 / 2.0),
        _ => (0.0, 0.0),
    };
    let whole = komi.floor();
    let near = if komi == whole { komi } else { whole + 0.5 };
    near.clamp(least, most).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go() -> Board {
        Board::open(outplay_games::ALL, "go").unwrap()
    }

    #[test]
    fn rules_are_set_by_name_and_by_field() {
        let mut board = go();
        set(&mut board, "Tromp-Taylor").unwrap();
        assert_eq!(board.name(), "go(suicide=true)");
        set(&mut board, r#"{"ko":"SIMPLE","suicide":false,"scoring":"AREA"}"#).unwrap();
        assert_eq!(board.name(), "go(ko=simple)");
        let told = told(&board);
        set_kgs(&mut board, "chinese").unwrap();
        assert_eq!(board.name(), "go9");
        set(&mut board, &told).unwrap();
        assert_eq!(board.name(), "go(ko=simple)");
        for wrong in ["japanese", "", "{", "[]", r#"{"scoring":"TERRITORY"}"#, r#"{"ko":1}"#] {
            assert!(set(&mut board, wrong).is_err(), "{wrong}");
        }
        assert_eq!(board.name(), "go(ko=simple)");
    }

    #[test]
    fn any_komi_is_taken() {
        let board = go();
        for (given, taken) in [
            (7.5, "7.5"),
            (0.0, "0"),
            (-3.0, "-3"),
            (3.75, "3.5"),
            (6.9, "6.5"),
            (-0.2, "-0.5"),
            (1e9, "361"),
            (-1e300, "-361"),
        ] {
            assert_eq!(komi(&board, given), taken, "{given}");
        }
    }
}
