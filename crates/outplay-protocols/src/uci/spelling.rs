//! Moves as the other program writes them. Only xiangqi has more than one way: ranks from 0 as in
//! the game's own notation and most engines, or from 1 as in Fairy-Stockfish and its GUIs.

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Spelling {
    /// As the game has it.
    #[default]
    Own,
    /// Each rank one higher: `h3h10` for `h2h9`.
    FromOne,
}

/// From file and rank to file and rank.
fn points(word: &str) -> Option<[(char, u32); 2]> {
    let point = |text: &str| {
        let file = text.chars().next().filter(char::is_ascii_alphabetic)?;
        let digits = &text[1..];
        let rank = digits.parse().ok().filter(|&rank| rank <= 10)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then_some((file, rank))
    };
    let second = word.rfind(|letter: char| letter.is_ascii_alphabetic())?;
    let (from, to) = word.split_at(second);
    Some([point(from)?, point(to)?])
}

impl Spelling {
    /// A move of the game's own notation.
    pub(crate) fn write(self, text: &str) -> String {
        match (self, points(text)) {
            (Spelling::FromOne, Some([from, to])) => {
                format!("{}{}{}{}", from.0, from.1 + 1, to.0, to.1 + 1)
            }
            _ => text.to_owned(),
        }
    }

    /// The word in the game's own notation. What can't be one is left as it is, to be refused by
    /// the game.
    pub(crate) fn read(self, word: &str) -> String {
        let lower = |(file, rank): (char, u32)| Some((file, rank.checked_sub(1)?));
        let lowered = points(word).and_then(|[from, to]| Some((lower(from)?, lower(to)?)));
        match (self, lowered) {
            (Spelling::FromOne, Some((from, to))) => {
                format!("{}{}{}{}", from.0, from.1, to.0, to.1)
            }
            _ => word.to_owned(),
        }
    }

    pub(super) fn other(self) -> Spelling {
        match self {
            Spelling::Own => Spelling::FromOne,
            Spelling::FromOne => Spelling::Own,
        }
    }

    /// Whether a move can't be in this spelling, since one of its ranks is not on the board.
    pub(super) fn excludes(self, word: &str) -> bool {
        let missing = if self == Spelling::Own { 10 } else { 0 };
        points(word).is_some_and(|points| points.iter().any(|point| point.1 == missing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_moved_by_one() {
        for (own, from_one) in [("h2e2", "h3e3"), ("h2h9", "h3h10"), ("a9a8", "a10a9")] {
            assert_eq!(Spelling::FromOne.write(own), from_one);
            assert_eq!(Spelling::FromOne.read(from_one), own);
            assert_eq!(Spelling::Own.read(from_one), from_one);
        }
        for word in ["", "h", "hh", "0000", "h0e0", "h11e3", "炮二平五", "h3é5", "pass", "h+1e2"]
        {
            assert_eq!(Spelling::FromOne.read(word), word);
            assert_eq!(Spelling::Own.write(word), word);
        }
        assert!(Spelling::FromOne.excludes("a0a1") && Spelling::Own.excludes("h3h10"));
    }
}
