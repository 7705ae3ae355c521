//! The evaluator and what it knows for the searches: which moves to try first, which captures to
//! look at beyond the horizon.
//!
//! The value is a mean of a middlegame and an endgame value by the pieces left (tapered
//! evaluation), in hundredths of a pawn. Every term is counted for White and for Black alike and
//! subtracted, so that mirrored positions have equal values. The terms are in
//! [`terms`](super::terms), their weights in `weights.txt`, made by the tool `outplay-tune`.

mod endgame;
mod king;
mod pieces;
pub(super) mod sink;
mod structure;
mod threats;

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square};
use outplay::{Evaluator, Position, Score};

use super::terms::TEMPO;
use super::weights::{Pair, Weights};
use super::{Chess, check, see};
use crate::tuning::{Squared, Trace};

use sink::{DANGER_DIVISOR, Sink, Sum, Tally};
use structure::Memory;

/// What a piece counts for the phase of the game, from pawn to king.
const PHASE: [i32; Piece::NUM] = [0, 1, 1, 2, 4, 0];
/// The phase of the start position. More pieces are still the middlegame.
const FULL_PHASE: i32 = 24;
/// A value counts in full after a capture or pawn move, and fades to nothing over so many plies: who
/// is ahead should make something of it before the draw by the 50-move rule.
const FADING: i32 = 240;

/// Judges positions by a sum of weighted terms.
#[derive(Debug)]
pub struct Judge {
    weights: Weights,
    memory: Memory,
    sums: Sums,
}

/// The sums of the positions seen last, by their keys.
#[derive(Default, Debug)]
struct Sums(Vec<(u64, Pair)>);

/// 2 to this power sums, of 16 bytes.
const SUM_BITS: u32 = 15;

impl Sums {
    #[inline]
    fn get(&self, key: u64) -> Option<Pair> {
        let &(known, sum) = self.0.get(key as usize % (1 << SUM_BITS))?;
        (known == key).then_some(sum)
    }

    #[inline]
    fn set(&mut self, key: u64, sum: Pair) {
        if self.0.is_empty() {
            self.0 = vec![(0, Pair::default()); 1 << SUM_BITS];
        }
        self.0[key as usize % (1 << SUM_BITS)] = (key, sum);
    }
}

impl Judge {
    /// An evaluator with other weights.
    pub fn new(weights: Weights) -> Judge {
        Judge { weights, memory: Memory::default(), sums: Sums::default() }
    }

    /// What the evaluation counts in a position. The value comes from it up to rounding.
    pub fn trace(&self, position: &Chess) -> Trace {
        let board = &position.board;
        let mut tally = Tally::default();
        if board.side_to_move() == Color::Black {
            tally.turn();
        }
        let passed = structure::count(board, &mut tally);
        count(board, passed, &mut tally);
        let mut sum = Sum::new(&self.weights);
        structure::count(board, &mut sum);
        count(board, passed, &mut sum);
        let mix = Mix::new(position, self.for_mover(board, sum.sum));
        let mut terms = tally.terms;
        terms.push((TEMPO.at(0) as u16, 1));
        let squared = |(terms, sign)| Squared { terms, factor: sign / f64::from(DANGER_DIVISOR) };
        let squares = tally.dangers.into_iter().map(squared).collect();
        Trace { terms, squares, shares: mix.shares(), rest: f64::from(mix.driven) }
    }

    /// Turns a value for White into one for the side to move, with its right to move.
    #[inline]
    fn for_mover(&self, board: &Board, white: Pair) -> Pair {
        self.weights.at(TEMPO.at(0))
            + match board.side_to_move() {
                Color::White => white,
                Color::Black => -white,
            }
    }
}

/// Counts all terms but those of pawns and kings alone: for White, then for Black.
#[inline]
fn count(board: &Board, passed: BitBoard, sink: &mut impl Sink) {
    let [mut white, mut black] = Color::ALL.map(|color| Side::new(board, color));
    pieces::count(board, &mut white, &black, sink);
    sink.turn();
    pieces::count(board, &mut black, &white, sink);
    sink.turn();
    for (own, other) in [(&white, &black), (&black, &white)] {
        king::count(board, own, other, sink);
        threats::count(board, own, other, sink);
        threats::passed(board, own, other, passed, sink);
        sink.turn();
    }
}

/// Cheap to clone for a new search: what is remembered stays behind.
impl Clone for Judge {
    fn clone(&self) -> Judge {
        Judge::new(self.weights.clone())
    }
}

/// The weights that the game is played with.
impl Default for Judge {
    fn default() -> Judge {
        Judge::new(Weights::tuned().clone())
    }
}

/// How the value is made from its two halves.
struct Mix {
    /// Of [`FULL_PHASE`].
    phase: i32,
    /// What the endgame's half is worth, and the whole, in 64ths.
    late: i32,
    whole: i32,
    /// Of [`FADING`].
    fresh: i32,
    /// What is added for driving a bare king.
    driven: i32,
}

impl Mix {
    #[inline]
    fn new(position: &Chess, own: Pair) -> Mix {
        let board = &position.board;
        let phase: i32 = Piece::ALL
            .iter()
            .map(|&piece| PHASE[piece as usize] * board.pieces(piece).len() as i32)
            .sum();
        let phase = phase.min(FULL_PHASE);
        let fresh = FADING - i32::from(position.clock);
        let mut mix = Mix { phase, late: endgame::FULL, whole: endgame::FULL, fresh, driven: 0 };
        let value = mix.value(own);
        // A full board has none of these.
        if value != 0 && board.occupied().len() <= 20 {
            let mover = board.side_to_move();
            let strong = if value > 0 { mover } else { !mover };
            mix.late = endgame::late(board, strong);
            mix.whole = endgame::whole(board, strong);
            if mix.whole > 0 && endgame::is_bare(board, !strong) {
                mix.driven = endgame::drive(board, strong) * value.signum();
            }
        }
        mix
    }

    #[inline]
    fn value(&self, own: Pair) -> i32 {
        let Mix { phase, late, whole, fresh, driven } = *self;
        let full = endgame::FULL;
        let mean = own.early() * phase * full + own.late() * (FULL_PHASE - phase) * late;
        mean / (FULL_PHASE * full) * whole / full * fresh / FADING + driven
    }

    /// What the early and the late half count for.
    fn shares(&self) -> [f64; 2] {
        let of = |part: i32, whole: i32| f64::from(part) / f64::from(whole);
        let all = of(self.whole, endgame::FULL) * of(self.fresh, FADING);
        let early = of(self.phase, FULL_PHASE);
        [all * early, all * (1.0 - early) * of(self.late, endgame::FULL)]
    }
}

/// What every term asks about a side.
struct Side {
    color: Color,
    all: BitBoard,
    pawns: BitBoard,
    pawn_attacks: BitBoard,
    king: Square,
    /// The king's square, those around it, and those in front of these.
    zone: BitBoard,
    /// What each kind of piece attacks, what all do, and what more than one do.
    by: [BitBoard; Piece::NUM],
    attacked: BitBoard,
    twice: BitBoard,
    /// Knights, bishops, rooks and queens that attack the surroundings of the enemy king, and their
    /// attacks there.
    attackers: [i32; 4],
    hits: i32,
}

impl Side {
    #[inline]
    fn new(board: &Board, color: Color) -> Side {
        let pawns = board.colored_pieces(color, Piece::Pawn);
        let king = board.king(color);
        let ahead = forward(pawns, color);
        let (left, right) = (left(ahead), right(ahead));
        let around = cozy_chess::get_king_moves(king);
        let mut side = Side {
            color,
            all: board.colors(color),
            pawns,
            pawn_attacks: left | right,
            king,
            zone: around | king.bitboard() | forward(around, color),
            by: [BitBoard::EMPTY; Piece::NUM],
            attacked: BitBoard::EMPTY,
            twice: left & right,
            attackers: [0; 4],
            hits: 0,
        };
        side.attack(Piece::Pawn, left | right);
        side.attack(Piece::King, around);
        side
    }

    /// Notes what a piece attacks.
    #[inline(always)]
    fn attack(&mut self, piece: Piece, set: BitBoard) {
        self.twice |= self.attacked & set;
        self.attacked |= set;
        self.by[piece as usize] |= set;
    }

    /// What the king or a queen attacks.
    #[inline]
    fn by_king_or_queen(&self) -> BitBoard {
        self.by[Piece::King as usize] | self.by[Piece::Queen as usize]
    }
}

/// The place of a square in a table of half the board.
#[inline]
fn half(square: Square) -> usize {
    let file = square.file() as usize;
    square.rank() as usize * 4 + file.min(7 - file)
}

/// One step up the board as this side sees it.
#[inline]
fn forward(set: BitBoard, color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(set.0 << 8),
        Color::Black => BitBoard(set.0 >> 8),
    }
}

#[inline]
fn left(set: BitBoard) -> BitBoard {
    BitBoard((set & !File::A.bitboard()).0 >> 1)
}

#[inline]
fn right(set: BitBoard) -> BitBoard {
    BitBoard((set & !File::H.bitboard()).0 << 1)
}

/// The squares to the left and right of a set.
#[inline]
fn beside(set: BitBoard) -> BitBoard {
    left(set) | right(set)
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
    const SLOTS: usize = Piece::NUM * Square::NUM;

    fn evaluate(&mut self, p: &Chess) -> Score {
        let board = &p.board;
        if let Some(own) = self.sums.get(board.hash()) {
            return Score::from_hundredths(Mix::new(p, own).value(own));
        }
        let structure = self.memory.look_up(board, &self.weights);
        let mut sum = Sum::new(&self.weights);
        count(board, structure.passed, &mut sum);
        let own = self.for_mover(board, sum.sum + structure.value);
        self.sums.set(board.hash(), own);
        Score::from_hundredths(Mix::new(p, own).value(own))
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

    #[inline]
    fn threatens(&self, p: &Chess, m: Move) -> bool {
        check::gives(p, m)
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
