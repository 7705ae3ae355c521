//! The evaluator and what it knows for the searches: which moves to try first, which captures to
//! look at beyond the horizon.
//!
//! The value is a mean of a middlegame and an endgame value by the pieces left (tapered
//! evaluation), in hundredths of a pawn. Every term is counted for White and for Black alike and
//! subtracted, so that mirrored positions have equal values. The weights are in
//! [`weights`](super::weights).

mod endgame;
mod king;
mod pawns;
mod pieces;

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square};
use outplay::{Evaluator, Position, Score};

use super::weights::{Pair, Weights};
use super::{Chess, see};

/// What a piece counts for the phase of the game, from pawn to king.
const PHASE: [i32; Piece::NUM] = [0, 1, 1, 2, 4, 0];
/// The phase of the start position. More pieces are still the middlegame.
const FULL_PHASE: i32 = 24;

/// Judges positions by a sum of weighted terms.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judge {
    weights: Weights,
}

impl Judge {
    /// An evaluator with other weights.
    pub fn new(weights: Weights) -> Judge {
        Judge { weights }
    }

    /// The value for White in hundredths of a pawn, without the right to move.
    fn white(&self, board: &Board) -> Pair {
        let sides = [Side::new(board, Color::White), Side::new(board, Color::Black)];
        let [white, black] = [0, 1].map(|at| {
            let (own, other) = (&sides[at], &sides[1 - at]);
            self.pieces(board, own, other)
                + self.pawns(own, other)
                + self.passed(board, own, other)
                + self.shield(own, other)
        });
        white - black
    }
}

/// What every term asks about a side.
struct Side {
    color: Color,
    all: BitBoard,
    pawns: BitBoard,
    pawn_attacks: BitBoard,
    king: Square,
    /// The king's square and those around it.
    zone: BitBoard,
}

impl Side {
    fn new(board: &Board, color: Color) -> Side {
        let pawns = board.colored_pieces(color, Piece::Pawn);
        let king = board.king(color);
        Side {
            color,
            all: board.colors(color),
            pawns,
            pawn_attacks: beside(forward(pawns, color)),
            king,
            zone: cozy_chess::get_king_moves(king) | king.bitboard(),
        }
    }
}

/// One step up the board as this side sees it.
#[inline]
fn forward(set: BitBoard, color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(set.0 << 8),
        Color::Black => BitBoard(set.0 >> 8),
    }
}

/// The squares to the left and right of a set.
#[inline]
fn beside(set: BitBoard) -> BitBoard {
    let left = (set & !File::A.bitboard()).0 >> 1;
    let right = (set & !File::H.bitboard()).0 << 1;
    BitBoard(left | right)
}

/// Everything in front of a set, itself left out.
#[inline]
fn in_front(set: BitBoard, color: Color) -> BitBoard {
    let mut front = forward(set, color).0;
    match color {
        Color::White => {
            front |= front << 8;
            front |= front << 16;
            front |= front << 32;
        }
        Color::Black => {
            front |= front >> 8;
            front |= front >> 16;
            front |= front >> 32;
        }
    }
    BitBoard(front)
}

/// Steps of a king from one square to another.
#[inline]
fn distance(one: Square, other: Square) -> i32 {
    let files = (one.file() as i32 - other.file() as i32).abs();
    let ranks = (one.rank() as i32 - other.rank() as i32).abs();
    files.max(ranks)
}

impl Evaluator<Chess> for Judge {
    const SELECTIVE: bool = true;

    fn evaluate(&mut self, p: &Chess) -> Score {
        let board = &p.board;
        let tempo = self.weights.tempo;
        let own = match board.side_to_move() {
            Color::White => self.white(board) + tempo,
            Color::Black => tempo - self.white(board),
        };
        let phase: i32 = Piece::ALL
            .iter()
            .map(|&piece| PHASE[piece as usize] * board.pieces(piece).len() as i32)
            .sum();
        let phase = phase.min(FULL_PHASE);
        let mean = (own.0 * phase + own.1 * (FULL_PHASE - phase)) / FULL_PHASE;
        Score::from_hundredths(self.endgame(board, mean))
    }

    /// Captures by what is taken, then by what takes it; queens made; other promotions come last.
    #[inline]
    fn rank(&self, p: &Chess, m: Move) -> i32 {
        const GOOD: i32 = 10_000;
        const BAD: i32 = -10_000;
        if m.promotion.is_some_and(|piece| piece != Piece::Queen) {
            return BAD;
        }
        if !p.is_capture(m) {
            return if m.promotion.is_some() { GOOD } else { 0 };
        }
        let value = |square| p.board.piece_on(square).map_or(see::value(Piece::Pawn), see::value);
        let made = m.promotion.map_or(0, see::value);
        GOOD + made + value(m.to) - value(m.from) / 100
    }

    /// By static exchange.
    #[inline]
    fn pays(&self, p: &Chess, m: Move, least: i32) -> bool {
        see::pays(p, m, least)
    }

    /// The pawns.
    #[inline]
    fn structure(&self, p: &Chess) -> Option<u64> {
        let pawns = p.board.pieces(Piece::Pawn);
        let white = pawns & p.board.colors(Color::White);
        Some(pawns.0 ^ outplay::mix(white.0))
    }

    /// The piece and where it goes.
    #[inline]
    fn slot(&self, p: &Chess, m: Move) -> usize {
        let piece = p.board.piece_on(m.from).unwrap_or(Piece::Pawn);
        piece as usize * Square::NUM + m.to as usize
    }

    /// Captures, and queens made; in check, every move.
    fn noisy(&self, p: &Chess, out: &mut Vec<Move>) {
        if p.is_check() {
            p.moves(out);
            return;
        }
        let color = p.board.side_to_move();
        let last = Rank::Eighth.relative_to(color).bitboard();
        let passing = p.board.en_passant().map_or(BitBoard::EMPTY, |file| {
            Square::new(file, Rank::Sixth.relative_to(color)).bitboard()
        });
        let taken = p.board.colors(!color);
        p.board.generate_moves(|moves| {
            let targets = match moves.piece {
                Piece::Pawn => taken | passing | last,
                _ => taken,
            };
            let noisy = PieceMoves { to: moves.to & targets, ..moves };
            let wanted = |m: &Move| m.promotion.is_none_or(|piece| piece == Piece::Queen);
            out.extend(noisy.into_iter().filter(wanted));
            false
        });
    }

    /// Not with pawns alone: there, having to move is often what loses.
    fn pass(&self, p: &Chess) -> Option<Chess> {
        let own = p.board.colors(p.board.side_to_move());
        let slow = p.board.pieces(Piece::Pawn) | p.board.pieces(Piece::King);
        if own.is_subset(slow) {
            return None;
        }
        let board = p.board.null_move()?;
        Some(Chess { board, clock: p.clock.saturating_add(1), free_castling: p.free_castling })
    }

    #[inline]
    fn urgent(&self, p: &Chess) -> bool {
        p.is_check()
    }
}
