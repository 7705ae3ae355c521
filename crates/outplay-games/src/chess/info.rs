//! Names, parameters and notation.

use outplay::{Alias, FileFormat, Info, InputError, Kind, Parameter, quote};

/// The notation of books and newspapers.
pub(super) const SAN: &str = "san";
const PGN: &str = "pgn";

pub(super) const INFO: Info = Info {
    id: "chess",
    name: "Chess",
    name_zh: "国际象棋",
    summary: "Give checkmate: attack the king so that it cannot escape. Draws by stalemate, \
              repetition, 50 moves without progress, or too little material.",
    summary_zh: "将死对方的王者胜。逼和、重复局面、五十回合无吃子无走兵、或子力不足则为和棋。",
    players: ["white", "black"],
    parameters: &[
        Parameter {
            name: "chess960",
            help: "castling as in Chess960, written as the king taking its rook (e1h1)",
            kind: Kind::FLAG,
        },
        Parameter {
            name: "start",
            help: "start position by its Chess960 number; 518 is the usual one",
            kind: Kind::Integer { default: 518, least: 0, most: 959 },
        },
    ],
    aliases: &[Alias {
        id: "chess960",
        name: "Chess960",
        name_zh: "菲舍尔任意制象棋",
        sets: "chess960=true",
    }],
    move_notation: "from and to, and what a pawn becomes: e2e4, e7e8q, castling e1g1; \
                    also SAN: Nf3, exd5, O-O, e8=Q+",
    position_notation: "FEN: rows from the top, side to move, castling rights, en passant square, \
                        plies since the last capture or pawn move, number of the move; castling \
                        rights of Chess960 as in X-FEN or Shredder-FEN",
    notations: &[SAN],
    formats: &[FileFormat {
        id: PGN,
        name: "Portable Game Notation",
        extension: "pgn",
        writes: true,
    }],
    evaluator: "material, piece squares, mobility, pawn structure, passed pawns, king safety, \
                bishop pair, rooks on open files, known endgames",
    dialects: &["uci"],
    perft: &[(1, 20), (2, 400), (3, 8_902), (4, 197_281), (5, 4_865_609), (6, 119_060_324)],
    depth: 5,
};

/// There is one format of files.
pub(super) fn check_format(format: &str) -> Result<(), InputError> {
    if format == PGN {
        return Ok(());
    }
    Err(InputError::new(format!("chess has no format {}", quote(format))).hint("it has pgn"))
}
