//! Exchanges on one square.

use cozy_chess::{Color, Move, Piece, Square};
use outplay::{Game, Position};

use super::chess;
use crate::chess::Chess;
use crate::chess::see::{self, exchange, value};
use crate::testing::random_play;

#[test]
fn known_exchanges() {
    const P: i32 = 100;
    const N: i32 = 300;
    const R: i32 = 500;
    const Q: i32 = 900;
    for (fen, m, gain) in [
        // Free, defended by a pawn, and defended twice.
        ("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "Rxd5", P),
        ("4k3/8/2p5/3p4/8/8/3R4/4K3 w - - 0 1", "Rxd5", P - R),
        ("3rk3/8/8/3p4/8/8/3R4/3QK3 w - - 0 1", "Rxd5", P),
        ("3rk3/3r4/8/3p4/8/8/3R4/3QK3 w - - 0 1", "Rxd5", P - R),
        // A pawn takes a defended knight.
        ("4k3/2p5/3n4/4P3/8/8/8/4K3 w - - 0 1", "exd6", N - P),
        // The queen behind the rook, and the bishop behind the pawn, join in.
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", P),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", P - N),
        // The king may not take what is defended, and may what is not.
        ("8/8/3k4/3p4/8/3R4/8/3RK3 w - - 0 1", "Rxd5", P),
        ("8/8/3k4/3p4/8/3R4/8/4K3 w - - 0 1", "Rxd5", P - R),
        // In passing.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", P),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 0),
        // A new queen, taken or not.
        ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e8=Q", Q - P),
        ("r7/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e8=Q", -P),
        ("r3r3/3P4/8/8/8/8/k7/4K3 w - - 0 1", "dxe8=Q", R + Q - P - Q),
        // Quiet moves: safe, and onto an attacked square.
        ("4k3/8/8/8/8/8/3R4/4K3 w - - 0 1", "Rd5", 0),
        ("4k3/8/2p5/8/8/8/3R4/4K3 w - - 0 1", "Rd5", -R),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", 0),
    ] {
        let position = chess(fen);
        let m = position.read(m).unwrap();
        assert_eq!(exchange(&position, m), gain, "{fen} {m}");
        assert_eq!(see::pays(&position, m, 0), gain >= 0, "{fen} {m}");
    }
}

/// Pieces on squares, to search an exchange by brute force.
#[derive(Clone)]
struct Squares([Option<(Piece, Color)>; 64]);

impl Squares {
    fn of(position: &Chess) -> Squares {
        let board = position.board();
        Squares(Square::ALL.map(|s| Some((board.piece_on(s)?, board.color_on(s)?))))
    }

    /// Where pieces of a side stand that can take on a square, step by step along their lines.
    fn attackers(&self, to: Square, side: Color) -> Vec<Square> {
        let reaches = |from: &Square| {
            let Some((piece, color)) = self.0[*from as usize] else { return false };
            let (x, y) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
            let forward = if color == Color::White { 1 } else { -1 };
            let shape = match piece {
                Piece::Pawn => x.abs() == 1 && y == forward,
                Piece::Knight => x.abs() * y.abs() == 2,
                Piece::Bishop => x.abs() == y.abs(),
                Piece::Rook => x == 0 || y == 0,
                Piece::Queen => x.abs() == y.abs() || x == 0 || y == 0,
                Piece::King => x.abs().max(y.abs()) == 1,
            };
            let free = || {
                let steps = x.abs().max(y.abs());
                let knight = piece == Piece::Knight;
                knight
                    || (1..steps).all(|step| {
                        let between = from.offset(x.signum() * step, y.signum() * step);
                        self.0[between as usize].is_none()
                    })
            };
            color == side && *from != to && shape && free()
        };
        Square::ALL.into_iter().filter(reaches).collect()
    }

    /// The best that a side can gain by taking on a square, or by not taking. It looks at every
    /// way to take, or only at the least valuable piece (knights before bishops, then by square).
    fn best(&self, to: Square, side: Color, every: bool) -> i32 {
        let Some((standing, _)) = self.0[to as usize] else { return 0 };
        let mut attackers = self.attackers(to, side);
        attackers.sort_by_key(|&from| self.0[from as usize].map(|(piece, _)| piece as usize));
        if !every {
            attackers.truncate(1);
        }
        let mut best = 0;
        for from in attackers {
            let mut after = self.clone();
            after.0[to as usize] = after.0[from as usize].take();
            let king = after.0[to as usize] == Some((Piece::King, side));
            if king && !after.attackers(to, !side).is_empty() {
                continue;
            }
            best = best.max(value(standing) - after.best(to, !side, every));
        }
        best
    }

    /// The gain of a move that neither castles nor promotes nor takes in passing.
    fn gain(&self, m: Move, side: Color, every: bool) -> i32 {
        let mut after = self.clone();
        let taken = after.0[m.to as usize].map_or(0, |(piece, _)| value(piece));
        after.0[m.to as usize] = after.0[m.from as usize].take();
        taken - after.best(m.to, !side, every)
    }
}

/// Taking with the least valuable piece first is nearly always best, but not where that opens a
/// line behind it.
#[test]
fn exchanges_are_what_brute_force_finds() {
    let (mut compared, mut contested, mut other) = (0, 0, 0);
    for seed in 0..30 {
        random_play(&Chess::default(), seed, |position| {
            let squares = Squares::of(position);
            let side = position.board().side_to_move();
            let mut moves = vec![];
            position.moves(&mut moves);
            for m in moves {
                let special = position.is_castling(m) || position.is_en_passant(m);
                if !position.is_capture(m) || special || m.promotion.is_some() {
                    continue;
                }
                let found = exchange(position, m);
                assert_eq!(found, squares.gain(m, side, false), "{position} {m}");
                let taken = position.board().piece_on(m.to).map_or(0, value);
                compared += 1;
                contested += usize::from(found != taken);
                other += usize::from(found != squares.gain(m, side, true));
            }
        });
    }
    assert!(compared > 5_000 && contested > 2_000, "{compared} {contested}");
    assert!(other * 500 < compared, "{other} of {compared}");
}
