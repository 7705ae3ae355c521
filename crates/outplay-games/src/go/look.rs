//! What can be asked of a board without playing: how a stone would fare, eyes, areas.

use super::board::{BORDER, Board, CELLS, EMPTY, MASK, NOWHERE, Point};

impl Board {
    /// Whether a chain would be in atari without the liberty `at`.
    #[inline]
    pub(super) fn in_atari_without(&self, head: Point, at: Point) -> bool {
        let chain = self.chain[usize::from(head) & MASK];
        let of = self.neighbours(at);
        let touches = of.iter().filter(|&&n| self.colour(n) < EMPTY && self.chain(n) == head);
        let (touches, at) = (touches.count() as u32, u32::from(at));
        let count = u32::from(chain.liberties) - touches;
        let (sum, squares) = (chain.sum - touches * at, chain.squares - touches * at * at);
        count > 0 && u64::from(count) * u64::from(squares) == u64::from(sum).pow(2)
    }

    /// How the chains around an empty point fare if this side plays there.
    #[inline]
    pub(super) fn outlook(&self, at: Point, own: u8) -> Outlook {
        let mut outlook =
            Outlook { empty: 0, breathes: false, joins: false, free_chain: false, captures: false };
        let neighbours = self.neighbours(at);
        for n in neighbours {
            match self.colour(n) {
                EMPTY => {
                    outlook.empty += 1;
                    outlook.breathes = true;
                }
                BORDER => {}
                colour => {
                    let head = self.chain(n);
                    let touches = neighbours
                        .iter()
                        .filter(|&&other| self.colour(other) < EMPTY && self.chain(other) == head)
                        .count();
                    let more = usize::from(self.liberties(head)) > touches;
                    if colour == own {
                        outlook.joins = true;
                        outlook.breathes |= more;
                        outlook.free_chain |= more;
                    } else {
                        outlook.captures |= !more;
                    }
                }
            }
        }
        outlook
    }

    /// Whether a stone here would be on the board after the move. The same as
    /// [`outlook`](Board::outlook) says, but sooner.
    #[inline]
    pub(super) fn survives(&self, at: Point, own: u8) -> bool {
        let neighbours = self.neighbours(at);
        if neighbours.iter().any(|&n| self.colour(n) == EMPTY) {
            return true;
        }
        let outlook = self.outlook(at, own);
        outlook.breathes || outlook.captures
    }

    /// Whether this empty point is an eye of the side's: only its stones around, and not false by
    /// the usual rule, two enemy stones on the diagonals, or one at the edge.
    #[inline]
    pub(super) fn is_eye(&self, at: Point, own: u8) -> bool {
        if self.neighbours(at).iter().any(|&n| self.colour(n) != own && self.colour(n) != BORDER) {
            return false;
        }
        let (mut enemies, mut edge) = (0, 0);
        for diagonal in self.diagonals(at) {
            match self.colour(diagonal) {
                BORDER => edge = 1,
                colour if colour == own ^ 1 => enemies += 1,
                _ => {}
            }
        }
        enemies + edge < 2
    }

    /// The area of Black and White: stones, and empty regions that touch stones of one side only.
    pub(super) fn areas(&self) -> [i32; 2] {
        let mut areas = [0; 2];
        let mut seen = [false; CELLS];
        let mut stack = [NOWHERE; CELLS];
        for start in self.points() {
            match self.colour(start) {
                EMPTY if !seen[usize::from(start) & MASK] => {}
                EMPTY => continue,
                colour => {
                    areas[usize::from(colour & 1)] += 1;
                    continue;
                }
            }
            let (mut size, mut touches, mut open) = (0, 0, 1);
            stack[0] = start;
            seen[usize::from(start) & MASK] = true;
            while open > 0 {
                open -= 1;
                size += 1;
                for n in self.neighbours(stack[open & MASK]) {
                    let colour = self.colour(n);
                    if colour != EMPTY {
                        touches |= 1 << colour;
                    } else if !seen[usize::from(n) & MASK] {
                        seen[usize::from(n) & MASK] = true;
                        stack[open & MASK] = n;
                        open += 1;
                    }
                }
            }
            match touches & 3 {
                1 => areas[0] += size,
                2 => areas[1] += size,
                _ => {}
            }
        }
        areas
    }
}

/// What would come of a stone on an empty point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Outlook {
    /// Empty points next to it.
    empty: u8,
    /// It, or a chain that it joins, has a liberty without capturing.
    pub(super) breathes: bool,
    /// It joins another stone.
    pub(super) joins: bool,
    /// It joins a chain that has another liberty.
    free_chain: bool,
    /// It captures.
    pub(super) captures: bool,
}

impl Outlook {
    /// It surely has two liberties afterwards, or joins a chain that has some.
    #[inline]
    pub(super) fn flees(&self) -> bool {
        self.empty >= 2 || self.free_chain
    }
}
