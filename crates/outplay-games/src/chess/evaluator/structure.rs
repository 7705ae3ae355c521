//! Everything that pawns and kings alone decide, and a memory of it: the same pawns and kings come
//! again and again in a search.

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

use super::sink::{Sink, Sum};
use super::{beside, distance, forward, half, in_front};
use crate::chess::terms::*;
use crate::chess::weights::{Pair, Weights};

/// The pawns and kings of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Key {
    pawns: [BitBoard; 2],
    kings: [Square; 2],
}

/// What is known of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Structure {
    /// For White, less for Black.
    pub(super) value: Pair,
    /// The passed pawns of both sides.
    pub(super) passed: BitBoard,
}

/// Remembers what was found for pawns and kings: for each number that their bits are mixed to, the
/// last ones that had it.
#[derive(Default, Debug)]
pub(super) struct Memory {
    /// Empty until it is first used.
    entries: Vec<Option<(Key, Structure)>>,
}

/// 2 to this power entries, of 40 bytes: they stay near the processor.
const BITS: u32 = 12;

impl Memory {
    /// What pawns and kings say about a position.
    #[inline]
    pub(super) fn look_up(&mut self, board: &Board, weights: &Weights) -> Structure {
        let key = Key::new(board);
        if self.entries.is_empty() {
            self.entries = vec![None; 1 << BITS];
        }
        let entry = &mut self.entries[key.place()];
        if let Some((known, structure)) = entry
            && *known == key
        {
            return *structure;
        }
        let mut sum = Sum::new(weights);
        let passed = count(board, &mut sum);
        let structure = Structure { value: sum.sum, passed };
        *entry = Some((key, structure));
        structure
    }
}

impl Key {
    #[inline]
    fn new(board: &Board) -> Key {
        Key {
            pawns: Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn)),
            kings: Color::ALL.map(|color| board.king(color)),
        }
    }

    /// Multiplied by odd numbers without structure, the upper bits depend on all.
    #[inline]
    fn place(&self) -> usize {
        let kings = self.kings[0] as u64 | (self.kings[1] as u64) << 6;
        let mixed = self.pawns[0].0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self.pawns[1].0.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(23)
            ^ kings.wrapping_mul(0x1656_67b1_9e37_79f9);
        (mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> (64 - BITS)) as usize
    }
}

/// Counts the terms of both sides, White's first; gives the passed pawns.
pub(super) fn count(board: &Board, sink: &mut impl Sink) -> BitBoard {
    let [white, black] = Color::ALL.map(|color| Camp {
        color,
        pawns: board.colored_pieces(color, Piece::Pawn),
        king: board.king(color),
    });
    let mut passed = white.count(&black, sink);
    sink.turn();
    passed |= black.count(&white, sink);
    sink.turn();
    passed
}

/// The pawns and the king of a side.
struct Camp {
    color: Color,
    pawns: BitBoard,
    king: Square,
}

impl Camp {
    fn count(&self, other: &Camp, sink: &mut impl Sink) -> BitBoard {
        let mut passed = BitBoard::EMPTY;
        let attacks = beside(forward(self.pawns, self.color));
        let other_attacks = beside(forward(other.pawns, other.color));
        for square in self.pawns {
            let rank = square.relative_to(self.color).rank() as usize;
            sink.add(SQUARES.at(half(square.relative_to(self.color))), 1);
            let front = in_front(square.bitboard(), self.color);
            let opposed = !front.is_disjoint(other.pawns);
            let doubled = !front.is_disjoint(self.pawns);
            if doubled {
                sink.add(DOUBLED.at(0), 1);
            }
            self.company(square, (attacks, other_attacks), opposed, sink);
            if opposed || doubled {
                continue;
            }
            let stoppers = beside(front) & other.pawns;
            if stoppers.is_empty() {
                passed |= square.bitboard();
                sink.add(PASSED.at(rank), 1);
                if let Some(stop) = forward(square.bitboard(), self.color).next_square() {
                    sink.add(PASSED_OWN_KING.at(rank), distance(self.king, stop));
                    sink.add(PASSED_OTHER_KING.at(rank), distance(other.king, stop));
                }
            } else if self.helpers(square).len() >= stoppers.len() {
                sink.add(CANDIDATE.at(rank), 1);
            }
        }
        sink.add(MATERIAL.at(Piece::Pawn as usize), self.pawns.len() as i32);
        self.king(other, sink);
        passed
    }

    /// Own pawns on the files beside, level or behind.
    fn helpers(&self, square: Square) -> BitBoard {
        let ahead = in_front(square.rank().bitboard(), self.color);
        square.file().adjacent() & self.pawns & !ahead
    }

    /// Pawns beside each other or alone.
    #[inline]
    fn company(
        &self,
        square: Square,
        (attacks, other_attacks): (BitBoard, BitBoard),
        opposed: bool,
        sink: &mut impl Sink,
    ) {
        let rank = square.relative_to(self.color).rank() as usize;
        let (supported, beside) = (attacks.has(square), beside(self.pawns).has(square));
        if supported {
            sink.add(SUPPORTED.at(rank), 1);
        }
        if beside {
            sink.add(PHALANX.at(rank), 1);
        }
        if supported || beside {
            return;
        }
        if (square.file().adjacent() & self.pawns).is_empty() {
            sink.add(ISOLATED.at(usize::from(!opposed)), 1);
        } else if self.helpers(square).is_empty()
            && !forward(square.bitboard(), self.color).is_disjoint(other_attacks)
        {
            sink.add(BACKWARD.at(usize::from(!opposed)), 1);
        }
    }

    /// The king's place, and on the three files around it its shelter and the storm against it.
    fn king(&self, other: &Camp, sink: &mut impl Sink) {
        sink.add(SQUARES.at(5 * 32 + half(self.king.relative_to(self.color))), 1);
        let behind = in_front(self.king.rank().bitboard(), !self.color);
        let centre = (self.king.file() as usize).clamp(1, 6);
        for file in [centre - 1, centre, centre + 1].map(File::index) {
            let aside = usize::from(file != self.king.file());
            let shield = nearest(file.bitboard() & self.pawns & !behind, self.color);
            sink.add(SHELTER.at(8 * aside + shield), 1);
            let storm = nearest(file.bitboard() & other.pawns & !behind, self.color);
            let stopped = shield > 0 && shield + 1 == storm;
            sink.add(STORM.at(8 * usize::from(stopped) + storm), 1);
        }
    }
}

/// The rank of the pawn nearest to the own first rank, 0 if there is none.
#[inline]
fn nearest(pawns: BitBoard, color: Color) -> usize {
    match color {
        Color::White => pawns.next_square().map_or(0, |square| square.rank() as usize),
        Color::Black => {
            let last = pawns.0.checked_ilog2();
            last.map_or(0, |last| Rank::Eighth as usize - last as usize / 8)
        }
    }
}
