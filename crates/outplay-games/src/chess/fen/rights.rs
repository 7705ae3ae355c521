//! Castling rights as text.

use cozy_chess::{Color, File, Piece, Rank, Square};
use outplay::{InputError, quote};

use super::{Field, Reader, side};

impl Reader {
    /// Reads rights as FEN, X-FEN and Shredder-FEN write them, in any order.
    pub(super) fn rights(&mut self, field: Field<'_>, free: bool) -> Result<(), InputError> {
        if field.text == "-" {
            return Ok(());
        }
        for (place, letter) in (field.place..).zip(field.text.chars()) {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let rook = self.rook(letter, color).map_err(|what| InputError::new(what).at(place))?;
            self.check_usual(letter, color, rook, free)
                .map_err(|what| InputError::new(what).at(place).hint("use chess960=true for it"))?;
            let king = self.king_file(color);
            let rights = self.builder.castle_rights_mut(color);
            let right = if king < rook { &mut rights.short } else { &mut rights.long };
            if right.replace(rook).is_some() {
                let what = format!("{} castles twice to one side", side(color));
                return Err(InputError::new(what).at(place).hint("give each right once"));
            }
        }
        Ok(())
    }

    /// The rook that a letter stands for: `k` and `q` the outermost one, others its file.
    fn rook(&self, letter: char, color: Color) -> Result<File, String> {
        let rank = Rank::First.relative_to(color);
        let king = self.king_file(color);
        let text = quote(letter.encode_utf8(&mut [0; 4]));
        let has_rook = |file: &File| {
            self.builder.square(Square::new(*file, rank)) == Some((Piece::Rook, color))
        };
        let lower = letter.to_ascii_lowercase();
        if !matches!(lower, 'k' | 'q' | 'a'..='h') {
            return Err(format!(
                "{text} is not a castling right; they are like KQkq or HAha, or -"
            ));
        }
        if self.builder.square(Square::new(king, rank)) != Some((Piece::King, color)) {
            let side = side(color);
            return Err(format!("castling right {text}: {side}'s king is not on rank {rank}"));
        }
        let mut files = File::ALL.iter().copied();
        let rook = match lower {
            'k' => files.rfind(has_rook).filter(|&file| file > king),
            'q' => files.find(has_rook).filter(|&file| file < king),
            _ => File::try_from(lower).ok().filter(has_rook),
        };
        rook.ok_or_else(|| format!("castling right {text}: there is no rook to castle with"))
    }

    /// Without Chess960, a king castles from the e-file with a rook in the corner.
    fn check_usual(
        &self,
        letter: char,
        color: Color,
        rook: File,
        free: bool,
    ) -> Result<(), String> {
        let usual = self.king_file(color) == File::E && matches!(rook, File::A | File::H);
        if free || usual {
            return Ok(());
        }
        let rank = Rank::First.relative_to(color);
        let king = Square::new(self.king_file(color), rank);
        let rook = Square::new(rook, rank);
        Err(format!(
            "castling right '{letter}': king {king} and rook {rook} castle in Chess960 only"
        ))
    }

    fn king_file(&self, color: Color) -> File {
        let king = Square::ALL
            .iter()
            .copied()
            .find(|&square| self.builder.square(square) == Some((Piece::King, color)));
        king.map_or(File::E, Square::file)
    }
}
