//! Moves read from text, in whichever notation, and why one is refused.

use outplay::{InputError, Position, quote};

use super::board::{Kind, Move};
use super::notation::{self, Description, Way, Which};
use super::tables::{self, FILES, RANKS, file, point, rank};
use super::{Xiangqi, fen};
use crate::word::Word;

/// A text that is a move in none of the notations.
fn no_move(text: &str) -> InputError {
    InputError::new(format!("{} is no move", quote(text)))
        .hint("write h2e2, H2-E2, C2=5 or 炮二平五")
}

/// A point at the beginning of a text, its rank as a number, and what comes after it.
fn leading_point(text: &str) -> Option<(u8, u8, &str)> {
    let file = text.bytes().next()?.to_ascii_lowercase();
    let rest = text.get(1..)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..digits].parse().ok().filter(|&number: &u8| number <= RANKS as u8)?;
    (b'a'..=b'i').contains(&file).then(|| (file - b'a', number, &rest[digits..]))
}

/// Two points: with ranks from 0, or from 1 if one of them is 10.
fn read_points(text: &str) -> Option<(u8, u8)> {
    let (from_file, from_rank, rest) = leading_point(text)?;
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    let (to_file, to_rank, "") = leading_point(rest)? else {
        return None;
    };
    let first = u8::from(from_rank == RANKS as u8 || to_rank == RANKS as u8);
    let at = |file, rank: u8| Some(point(rank.checked_sub(first)?, file));
    Some((at(from_file, from_rank)?, at(to_file, to_rank)?))
}

impl Xiangqi {
    pub(super) fn read_move(&self, text: &str) -> Result<Move, InputError> {
        let trimmed = text.trim();
        if let Some((from, to)) = read_points(trimmed) {
            let m = Move { from, to };
            return match self.why_not(m) {
                None => Ok(m),
                Some(reason) => Err(refused(text, &reason)),
            };
        }
        match notation::read_description(trimmed) {
            Some(description) => self.find(text, &description),
            None => Err(no_move(text)),
        }
    }

    /// The one legal move that is described so.
    fn find(&self, text: &str, description: &Description) -> Result<Move, InputError> {
        let pieces = self.pieces(description.kind, description.which);
        let Some(&some) = pieces.first() else {
            let what = self.missing(description);
            return Err(refused(text, &what));
        };
        let described: Vec<Move> = pieces
            .iter()
            .filter_map(|&from| Some(Move { from, to: self.target(from, description)? }))
            .collect();
        let legal: Vec<Move> =
            described.iter().copied().filter(|&m| self.why_not(m).is_none()).collect();
        match (&legal[..], described.first()) {
            ([m], _) => Ok(*m),
            ([], None) => {
                let kind = fen::noun(description.kind);
                let what = format!("the {kind} on {} can't move like that", fen::name(some));
                Err(refused(text, &what))
            }
            ([], Some(&m)) => {
                let reason = self.why_not(m).unwrap_or_default();
                Err(refused(text, &reason))
            }
            (several, _) => {
                let moves: Vec<_> = several.iter().map(|m| self.plain(*m)).collect();
                let what = format!("{} can mean {}", quote(text), moves.join(" or "));
                Err(InputError::new(what).hint("say which"))
            }
        }
    }

    pub(super) fn plain(&self, m: Move) -> String {
        fen::name(m.from) + &fen::name(m.to)
    }

    /// The pieces of the side to move that may be meant.
    fn pieces(&self, kind: Kind, which: Which) -> Vec<u8> {
        let side = self.turn();
        if let Which::File(wanted) = which {
            let on_file = |&at: &u8| notation::counted_file(side, at) == wanted;
            return self.board.set(side, kind).cells().map(|at| at as u8).filter(on_file).collect();
        }
        let tandems = self.tandems(kind);
        match which {
            Which::Number(number) => {
                let mut all = tandems.into_iter().flatten();
                all.nth(usize::from(number) - 1).into_iter().collect()
            }
            Which::Front => tandems.iter().map(|file| file[0]).collect(),
            Which::Rear => tandems.iter().map(|file| file[file.len() - 1]).collect(),
            _ => tandems.iter().flat_map(|file| file[1..file.len() - 1].to_vec()).collect(),
        }
    }

    /// That there is no such piece.
    fn missing(&self, description: &Description) -> String {
        let (side, kind) = (fen::side_name(self.turn()), fen::noun(description.kind));
        match description.which {
            Which::File(file) => format!("{side} has no {kind} on its file {file}"),
            Which::Number(number) => {
                format!("{side} has no {kind} {number} among those that share a file")
            }
            _ => format!("{side} has no {kind}s that share a file so"),
        }
    }

    /// Where a piece goes by its description, if that is on the board.
    fn target(&self, from: u8, description: &Description) -> Option<u8> {
        let side = self.turn();
        let number = description.number;
        // The other side's files are the same in the opposite order.
        let (forward, wanted) = match side {
            outplay::Player::First => (1, FILES as u8 - number),
            outplay::Player::Second => (-1, number - 1),
        };
        let files = wanted as i8 - file(from) as i8;
        let steps = match description.way {
            Way::Sideways if notation::is_straight(description.kind) => {
                return (files != 0).then(|| point(rank(from), wanted));
            }
            Way::Sideways => return None,
            Way::Forward => forward,
            Way::Back => -forward,
        };
        let across = files.unsigned_abs();
        match description.kind {
            Kind::Horse if across == 1 || across == 2 => {
                tables::step(from, steps * (3 - across as i8), files)
            }
            Kind::Elephant if across == 2 => tables::step(from, steps * 2, files),
            Kind::Advisor if across == 1 => tables::step(from, steps, files),
            kind if notation::is_straight(kind) => tables::step(from, steps * number as i8, 0),
            _ => None,
        }
    }

    /// Why a move from one point to another is not legal; `None` if it is.
    fn why_not(&self, m: Move) -> Option<String> {
        if let Some(outcome) = self.outcome() {
            return Some(format!("the game is over: {outcome}"));
        }
        let side = self.turn();
        let Some((owner, kind)) = self.board.piece(m.from).get() else {
            return Some(format!("there is nothing on {}", fen::name(m.from)));
        };
        if owner != side {
            let (at, mover) = (fen::name(m.from), fen::side_name(side));
            let owner = fen::side_name(owner);
            return Some(format!(
                "the {} on {at} is {owner}'s, and {mover} is to move",
                fen::noun(kind)
            ));
        }
        if m.from == m.to {
            return Some("a piece can't stay where it is".to_owned());
        }
        if self.board.side(side).has(m.to.into()) {
            let noun = fen::noun(self.board.piece(m.to).kind());
            return Some(format!("your own {noun} is on {}", fen::name(m.to)));
        }
        if !self.board.reach(side, kind, m.from).has(m.to.into()) {
            return Some(self.why_out_of_reach(kind, m));
        }
        if self.board.is_safe(side, m) {
            return None;
        }
        Some(self.why_exposed(m).to_owned())
    }

    /// The general would be lost.
    fn why_exposed(&self, m: Move) -> &'static str {
        let side = self.turn();
        let mut after = self.board.clone();
        after.play(m);
        let (own, other) = (after.general(side), after.general(!side));
        let facing =
            file(own) == file(other) && tables::between(own, other) & after.occupied().rows == 0;
        if facing {
            "the generals would face each other"
        } else if self.in_check() {
            "your general would still be in check"
        } else {
            "your general would be in check"
        }
    }

    /// The piece does not move like that.
    fn why_out_of_reach(&self, kind: Kind, m: Move) -> String {
        let side = self.turn();
        let ranks = rank(m.to).abs_diff(rank(m.from));
        let files = file(m.to).abs_diff(file(m.from));
        let in_palace = tables::in_palace(side.index(), m.to);
        match kind {
            Kind::General if !in_palace => "a general may not leave its palace".to_owned(),
            Kind::General => "a general moves one step along a line".to_owned(),
            Kind::Advisor if !in_palace => "an advisor may not leave its palace".to_owned(),
            Kind::Advisor => "an advisor moves one step along a diagonal".to_owned(),
            Kind::Elephant if (ranks, files) != (2, 2) => {
                "an elephant moves two steps along a diagonal".to_owned()
            }
            Kind::Elephant if !tables::is_home(side.index(), m.to) => {
                "an elephant may not cross the river".to_owned()
            }
            Kind::Elephant => {
                let eye = (m.from + m.to) / 2;
                format!("the elephant's eye is blocked at {}", fen::name(eye))
            }
            Kind::Horse if ranks * files != 2 => {
                "a horse moves one step along a line and one along a diagonal".to_owned()
            }
            Kind::Horse => {
                let leg = tables::horse_leg(m.from, m.to);
                format!("the horse's leg is blocked at {}", fen::name(leg))
            }
            Kind::Chariot | Kind::Cannon if ranks != 0 && files != 0 => {
                format!("a {} moves along a line", fen::noun(kind))
            }
            Kind::Chariot | Kind::Cannon => self.why_blocked(kind, m),
            Kind::Soldier => self.why_no_soldiers_step(m),
        }
    }

    /// Something stands in the way of a chariot or a cannon, or a cannon has no screen.
    fn why_blocked(&self, kind: Kind, m: Move) -> String {
        let stride = if rank(m.from) == rank(m.to) { 1 } else { FILES as u8 };
        let (low, high) = (m.from.min(m.to), m.from.max(m.to));
        let path = (low + stride..high).step_by(usize::from(stride));
        let mut pieces: Vec<u8> = path.filter(|&at| !self.board.piece(at).is_none()).collect();
        if m.from > m.to {
            pieces.reverse();
        }
        let captures = !self.board.piece(m.to).is_none();
        match (kind, &pieces[..]) {
            (Kind::Cannon, []) => "a cannon needs one screen to capture: there is none".to_owned(),
            (Kind::Cannon, several) if captures => {
                format!("a cannon needs one screen to capture: there are {}", several.len())
            }
            (_, []) => "it can't move like that".to_owned(),
            (_, [first, ..]) => {
                format!("the {}'s way is blocked at {}", fen::noun(kind), fen::name(*first))
            }
        }
    }

    fn why_no_soldiers_step(&self, m: Move) -> String {
        let side = self.turn();
        let crossed = !tables::is_home(side.index(), m.from);
        let (before, after) = (notation::advance(side, m.from), notation::advance(side, m.to));
        let text = if after < before {
            "a soldier never moves back"
        } else if after == before && !crossed {
            "a soldier moves sideways only beyond the river"
        } else if crossed {
            "a soldier moves one step forward or sideways"
        } else {
            "a soldier moves one step forward"
        };
        text.to_owned()
    }
}

fn refused(text: &str, reason: &str) -> InputError {
    InputError::new(format!("{} is not legal", quote(text))).hint(reason)
}
