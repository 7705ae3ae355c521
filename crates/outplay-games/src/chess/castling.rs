//! Castling, with the king and rook anywhere on their rank as Chess960 has it.

use cozy_chess::{BitBoard, Color, File, Move, Piece, Rank, Square, get_between_rays};

use super::Chess;

/// Towards the h-file or the a-file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wing {
    King,
    Queen,
}

impl Wing {
    pub(super) const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// The file where the king ends.
    pub(super) const fn king(self) -> File {
        match self {
            Wing::King => File::G,
            Wing::Queen => File::C,
        }
    }

    /// The file where the rook ends.
    const fn rook(self) -> File {
        match self {
            Wing::King => File::F,
            Wing::Queen => File::D,
        }
    }

    /// As people write it.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Wing::King => "O-O",
            Wing::Queen => "O-O-O",
        }
    }

    /// The side of the board in words.
    const fn words(self) -> &'static str {
        match self {
            Wing::King => "kingside",
            Wing::Queen => "queenside",
        }
    }
}

impl Chess {
    /// The file of the rook that a side may still castle with.
    pub(super) fn right(&self, color: Color, wing: Wing) -> Option<File> {
        let rights = self.board.castle_rights(color);
        match wing {
            Wing::King => rights.short,
            Wing::Queen => rights.long,
        }
    }

    /// Which way a castling move goes.
    pub(super) fn wing(m: Move) -> Wing {
        if m.from.file() < m.to.file() { Wing::King } else { Wing::Queen }
    }

    /// The square that a move is shown to go to: where the king will stand if it castles, unless
    /// in Chess960, where that would not be clear.
    pub(super) fn shown_to(&self, m: Move) -> Square {
        if self.is_castling(m) && !self.free_castling {
            Square::new(Chess::wing(m).king(), m.from.rank())
        } else {
            m.to
        }
    }

    /// The move that castles to this side, legal or not, if there is still a right to.
    pub(super) fn castle(&self, wing: Wing) -> Option<Move> {
        let color = self.board.side_to_move();
        let rook = self.right(color, wing)?;
        let from = self.board.king(color);
        Some(Move { from, to: Square::new(rook, from.rank()), promotion: None })
    }

    /// Why the side to move can't castle to this side just now, or how that is written if it can.
    pub(super) fn castling_trouble(&self, wing: Wing) -> String {
        let Some(m) = self.castle(wing) else {
            return format!("you may not castle {} (any more)", wing.words());
        };
        if self.board.is_legal(m) {
            let written = super::movetext::write(self, m);
            return format!("castling {} is written {} or {written}", wing.words(), wing.text());
        }
        if self.is_check() {
            return "you can't castle out of check".to_owned();
        }
        let color = self.board.side_to_move();
        let rank = Rank::First.relative_to(color);
        let (king, rook) = (Square::new(wing.king(), rank), Square::new(wing.rook(), rank));
        let path = get_between_rays(m.from, king) | king.bitboard();
        let taken = self.board.occupied() & !(m.from.bitboard() | m.to.bitboard());
        let needed = path | get_between_rays(m.from, m.to) | rook.bitboard();
        if let Some(square) = (needed & taken).next_square() {
            return format!("castling {}: there is a piece on {square}", wing.words());
        }
        let attacked = path.iter().find(|&square| self.is_attacked(square, m.from.bitboard()));
        match attacked {
            Some(square) if square != king => {
                format!("castling through check: {square} is attacked")
            }
            // What else can be wrong is that the rook was a shield.
            _ => "your king would be in check".to_owned(),
        }
    }

    /// Whether the opponent attacks the square, with some pieces taken off the board.
    pub(super) fn is_attacked(&self, square: Square, without: BitBoard) -> bool {
        let color = self.board.side_to_move();
        let of = |piece| self.board.colored_pieces(!color, piece);
        let blockers = self.board.occupied() & !without;
        let (bishops, rooks) =
            (of(Piece::Bishop) | of(Piece::Queen), of(Piece::Rook) | of(Piece::Queen));
        let attackers = cozy_chess::get_pawn_attacks(square, color) & of(Piece::Pawn)
            | cozy_chess::get_knight_moves(square) & of(Piece::Knight)
            | cozy_chess::get_king_moves(square) & of(Piece::King)
            | cozy_chess::get_bishop_moves(square, blockers) & bishops
            | cozy_chess::get_rook_moves(square, blockers) & rooks;
        !attackers.is_empty()
    }
}
