//! What can be typed at the prompt besides a move.

use std::path::PathBuf;

/// One line at the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// An empty line.
    Nothing,
    /// Whatever is no command: the game says what it thinks of it.
    Move(String),
    Help,
    Undo,
    Redo,
    Hint,
    Scores,
    Board,
    Moves,
    History,
    Level(String),
    Side(String),
    Swap,
    Save(PathBuf),
    Load(PathBuf),
    Resign,
    Claim,
    New,
    Quit,
    /// A command without what it needs; this says what.
    Incomplete(&'static str),
}

/// The commands as `help` lists them.
pub(super) const HELP: &[(&str, &str)] = &[
    ("a move", "play it; `moves` lists them"),
    ("hint", "the best move, and why"),
    ("scores", "the score of every move"),
    ("undo, redo", "take moves back to your last turn, and play them again"),
    ("board, history", "the board, and the moves so far"),
    ("level N", "the engine's strength from now on, 1 to 10"),
    ("side S, swap", "whom you play: first, second, both or none; change sides"),
    ("save FILE, load FILE", "keep the game in a file, and go on with it"),
    ("claim", "claim the draw that the rules give you"),
    ("resign, new, quit", "give up, start again, leave"),
];

impl Command {
    /// Reads a line. `is_move` tells a game's own words, which go before ours.
    pub(super) fn read(line: &str, is_move: impl Fn(&str) -> bool) -> Command {
        let line = line.trim();
        if line.is_empty() {
            return Command::Nothing;
        }
        if is_move(line) {
            return Command::Move(line.to_owned());
        }
        let (word, rest) = match line.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line, ""),
        };
        let with = |command: fn(String) -> Command, needs| match rest {
            "" => Command::Incomplete(needs),
            rest => command(rest.to_owned()),
        };
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("help" | "?" | "h", "") => Command::Help,
            ("undo" | "u", "") => Command::Undo,
            ("redo", "") => Command::Redo,
            ("hint", "") => Command::Hint,
            ("scores", "") => Command::Scores,
            ("board", "") => Command::Board,
            ("moves", "") => Command::Moves,
            ("history", "") => Command::History,
            ("swap", "") => Command::Swap,
            ("resign", "") => Command::Resign,
            ("claim", "") => Command::Claim,
            ("new", "") => Command::New,
            ("quit" | "q" | "exit", "") => Command::Quit,
            ("level", _) => with(Command::Level, "say which level, 1 to 10: level 7"),
            ("side", _) => with(Command::Side, "say which side: first, second, both or none"),
            ("save", _) => with(|name| Command::Save(name.into()), "say where: save FILE"),
            ("load", _) => with(|name| Command::Load(name.into()), "say from where: load FILE"),
            ("play" | "move", rest) if !rest.is_empty() => Command::Move(rest.to_owned()),
            _ => Command::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        let read = |line: &str| Command::read(line, |word| word == "swap");
        for (line, command) in [
            ("", Command::Nothing),
            ("  b2 ", Command::Move("b2".to_owned())),
            ("swap", Command::Move("swap".to_owned())),
            ("?", Command::Help),
            ("UNDO", Command::Undo),
            ("undo 3", Command::Move("undo 3".to_owned())),
            ("level 7", Command::Level("7".to_owned())),
            ("level", Command::Incomplete("say which level, 1 to 10: level 7")),
            ("save  my game.json", Command::Save("my game.json".into())),
            ("move help", Command::Move("help".to_owned())),
        ] {
            assert_eq!(read(line), command, "{line}");
        }
    }
}
