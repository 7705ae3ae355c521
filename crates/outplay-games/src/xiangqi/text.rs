//! Xiangqi as people and programs meet it.

use outplay::{
    Evaluator, FileFormat, Game, Info, InputError, Kind, Parameter, Params, Transcript, View, quote,
};

use super::board::Move;
use super::{Judge, Rules, Xiangqi, fen, notation, pgn};

pub(super) const INFO: Info = Info {
    id: "xiangqi",
    name: "Xiangqi",
    name_zh: "象棋",
    summary: "Chinese chess: a side whose general is checkmated or stalemated has lost.",
    summary_zh: "将死或困毙对方的将（帅）者胜。",
    players: ["red", "black"],
    parameters: &[
        Parameter {
            name: "repetition",
            help: "what a position for the third time means: by the Asian rules perpetual check and \
                   perpetual chase lose, by the simple ones only perpetual check does, and all \
                   else is a draw; none: the game goes on",
            kind: Kind::Choice { default: "asian", among: &["asian", "simple", "none"] },
        },
        Parameter {
            name: "limit",
            help: "moves of each side without a capture after which the game is a draw; 0 for no \
                   limit",
            kind: Kind::Integer { default: 60, least: 0, most: 1000 },
        },
    ],
    move_notation: "from and to, files a to i from Red's left and ranks 0 to 9 from Red's side \
                    (h2e2); also read: ICCS (H2-E2), WXF (C2=5), Chinese (炮二平五)",
    position_notation: "FEN: rows from the top joined by /, K A B N R C P for Red and small letters \
                        for Black, then w or b, - -, plies since the last capture, number of the \
                        move",
    notations: &["wxf", "chinese", "iccs"],
    formats: &[FileFormat {
        id: "pgn",
        name: "Portable Game Notation, as for xiangqi",
        extension: "pgn",
        writes: true,
    }],
    evaluator: "material and its place, mobility, attack on the general, advisors and elephants",
    dialects: &["ucci", "uci"],
    perft: &[(1, 44), (2, 1_920), (3, 79_666), (4, 3_290_240), (5, 133_312_995)],
    depth: 4,
    ..Info::NONE
};

impl Game for Xiangqi {
    const INFO: Info = INFO;

    fn write(&self, m: Move) -> String {
        self.plain(m)
    }

    fn write_in(&self, notation: &str, m: Move) -> String {
        match notation {
            "wxf" => self.write_wxf(m),
            "chinese" => self.write_chinese(m),
            "iccs" => notation::write_iccs(m),
            _ => self.plain(m),
        }
    }

    fn read(&self, text: &str) -> Result<Move, InputError> {
        self.read_move(text)
    }

    fn parse(&self, text: &str) -> Result<Xiangqi, InputError> {
        fen::read(text, self.rules)
    }

    fn evaluator(&self) -> impl Evaluator<Xiangqi> {
        Judge
    }

    fn view(&self) -> View {
        self.draw()
    }

    /// The piece, then where it goes.
    fn clicks(&self, m: Move) -> Vec<usize> {
        Xiangqi::cells_of(m)
    }

    fn read_file(&self, format: &str, text: &str) -> Result<Vec<Transcript>, InputError> {
        check_format(format)?;
        pgn::read(self, text)
    }

    fn write_file(&self, format: &str, games: &[Transcript]) -> Result<String, InputError> {
        check_format(format)?;
        pgn::write(self, games)
    }

    fn new(params: &Params) -> Result<Xiangqi, InputError> {
        Ok(fen::start(Rules::new(params)))
    }
}

fn check_format(format: &str) -> Result<(), InputError> {
    if format == "pgn" {
        return Ok(());
    }
    let what = format!("xiangqi has no format {}", quote(format));
    Err(InputError::new(what).hint("it has pgn"))
}
