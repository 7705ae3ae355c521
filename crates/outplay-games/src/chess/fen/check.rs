//! What can't be on a board.

use cozy_chess::{
    BitBoard, Color, Piece, Rank, Square, get_between_rays, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use outplay::InputError;

use super::{Reader, side};

impl Reader {
    /// Checks the pieces: kings, numbers, pawns on the last ranks, checks.
    pub(super) fn check_board(&self) -> Result<(), InputError> {
        for color in Color::ALL {
            self.check_kings(color)?;
            self.check_number(color)?;
        }
        let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
        if let Some(square) = (ends & self.every(Piece::Pawn)).next_square() {
            let what = format!("a pawn can't stand on {square}");
            return Err(self.error(what, square));
        }
        self.check_checks()
    }

    fn check_kings(&self, color: Color) -> Result<(), InputError> {
        let kings = self.all(color, Piece::King);
        let side = side(color);
        match kings.len() {
            1 => Ok(()),
            0 => Err(InputError::new(format!("{side} has no king")).hint("each side has one")),
            count => {
                // The second one as the text has them.
                let mut places: Vec<_> =
                    kings.iter().map(|square| self.places[square as usize]).collect();
                places.sort_unstable();
                let what = format!("{side} has {count} kings");
                Err(InputError::new(what).at(places[1]).hint("each side has one"))
            }
        }
    }

    fn check_number(&self, color: Color) -> Result<(), InputError> {
        let side = side(color);
        let pawns = self.all(color, Piece::Pawn).len();
        if pawns > 8 {
            let what = format!("{side} has {pawns} pawns");
            return Err(InputError::new(what).hint("a side has 8 at most"));
        }
        let pieces: u32 = Piece::ALL.iter().map(|&piece| self.all(color, piece).len()).sum();
        if pieces > 16 {
            let what = format!("{side} has {pieces} pieces");
            return Err(InputError::new(what).hint("a side has 16 at most"));
        }
        Ok(())
    }

    fn check_checks(&self) -> Result<(), InputError> {
        let own = self.builder.side_to_move;
        let (mover, other) = (side(own), side(!own));
        if let Some(attacker) = self.attackers(!own).next_square() {
            let king = self.king(!own);
            let what = format!(
                "it is {mover}'s move, but {other}'s king on {king} is in check from {attacker}"
            );
            return Err(InputError::new(what).at(self.side).hint("the other side must be to move"));
        }
        let checkers = self.attackers(own);
        if checkers.len() > 2 {
            let king = self.king(own);
            let what = format!("{mover}'s king is in check from {} pieces", checkers.len());
            return Err(self.error(what, king).hint("a move can give check with two at most"));
        }
        Ok(())
    }

    /// An en passant square must have been stepped over just now.
    pub(super) fn check_en_passant(&self, square: Square) -> Result<(), String> {
        let own = self.builder.side_to_move;
        let other = side(!own);
        let file = square.file();
        if square.rank() != Rank::Third.relative_to(!own) {
            let rank = Rank::Third.relative_to(!own);
            return Err(format!(
                "{square} can't be the en passant square: {other} moved last, so that it is on \
                 rank {rank}"
            ));
        }
        let (from, to) = (
            Square::new(file, Rank::Second.relative_to(!own)),
            Square::new(file, Rank::Fourth.relative_to(!own)),
        );
        if self.builder.square(to) != Some((Piece::Pawn, !own)) {
            return Err(format!("en passant on {square}: there is no pawn of {other}'s on {to}"));
        }
        if let Some(full) = [square, from].into_iter().find(|&s| self.builder.square(s).is_some()) {
            return Err(format!("en passant on {square}: {full} is not empty"));
        }
        let king = self.king(own);
        let other_check = self
            .attackers(own)
            .iter()
            .find(|&attacker| attacker != to && !get_between_rays(attacker, king).has(from));
        match other_check {
            Some(attacker) => Err(format!(
                "en passant on {square}: {from}{to} can't have been the last move, since the check \
                 from {attacker} was there before"
            )),
            None => Ok(()),
        }
    }

    fn error(&self, what: String, square: Square) -> InputError {
        InputError::new(what).at(self.places[square as usize])
    }

    fn all(&self, color: Color, piece: Piece) -> BitBoard {
        let there = |&square: &Square| self.builder.square(square) == Some((piece, color));
        Square::ALL.iter().copied().filter(there).collect()
    }

    fn every(&self, piece: Piece) -> BitBoard {
        self.all(Color::White, piece) | self.all(Color::Black, piece)
    }

    /// The square of a king; kings were counted before.
    fn king(&self, color: Color) -> Square {
        self.all(color, Piece::King).next_square().unwrap_or(Square::E1)
    }

    /// What gives check to the king of this colour.
    fn attackers(&self, color: Color) -> BitBoard {
        let king = self.king(color);
        let of = |piece| self.all(!color, piece);
        let occupied: BitBoard =
            Square::ALL.iter().copied().filter(|&s| self.builder.square(s).is_some()).collect();
        let queens = of(Piece::Queen);
        get_pawn_attacks(king, color) & of(Piece::Pawn)
            | get_knight_moves(king) & of(Piece::Knight)
            | get_king_moves(king) & of(Piece::King)
            | get_bishop_moves(king, occupied) & (of(Piece::Bishop) | queens)
            | get_rook_moves(king, occupied) & (of(Piece::Rook) | queens)
    }
}
