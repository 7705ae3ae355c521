//! What the program's own name says: a copy or a link called `outplay-uci` speaks UCI.
//!
//! Many programs that use engines take the path of a program, and no arguments.

use std::ffi::OsString;

use outplay::Entry;
use outplay_protocols::NAMES;

use crate::board;

/// Gomoku managers take a program for an engine of the pipe protocol if its name begins like this.
const PBRAIN: &str = "pbrain-";

/// The words that the name stands for, to be put before the arguments: `speak uci` for
/// `outplay-uci`, `speak gtp go13` for `outplay-gtp-go13`, `speak gomocup` for `pbrain-outplay`,
/// and none for any other name.
pub(super) fn words(program: &str, games: &[Entry]) -> Vec<OsString> {
    let known = |part: &str| NAMES.into_iter().find(|name| part.eq_ignore_ascii_case(name));
    let (front, last) = program.rsplit_once('-').unwrap_or((program, ""));
    let (_, before) = front.rsplit_once('-').unwrap_or(("", ""));
    let game = board::names(games).into_iter().find(|game| last.eq_ignore_ascii_case(game));
    let (protocol, game) = match (known(last), known(before), game) {
        (Some(protocol), ..) => (protocol, None),
        (None, Some(protocol), Some(game)) => (protocol, Some(game)),
        _ if is_pbrain(program) => ("gomocup", None),
        _ => return vec![],
    };
    ["speak", protocol].into_iter().chain(game).map(OsString::from).collect()
}

fn is_pbrain(program: &str) -> bool {
    program.get(..PBRAIN.len()).is_some_and(|start| start.eq_ignore_ascii_case(PBRAIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_for_a_protocol_and_a_game() {
        let words = |program| {
            let words = words(program, outplay_games::ALL);
            words.join(&OsString::from(" ")).into_string().unwrap_or_default()
        };
        for (program, stands_for) in [
            ("outplay-uci", "speak uci"),
            ("Outplay-UCCI", "speak ucci"),
            ("outplay-uci-xiangqi", "speak uci xiangqi"),
            ("outplay-0.1-gtp-go13", "speak gtp go13"),
            ("pbrain-outplay", "speak gomocup"),
            ("PBRAIN-x", "speak gomocup"),
            ("pbrain-outplay-gomocup-renju", "speak gomocup renju"),
            ("outplay", ""),
            ("uci", ""),
            ("outplay-xiangqi", ""),
            ("outplay-uci-2", ""),
            ("outplay-fruci", ""),
            ("", ""),
            ("-", ""),
            ("象棋-", ""),
        ] {
            assert_eq!(words(program), stands_for, "{program}");
        }
    }
}
