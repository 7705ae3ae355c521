//! Lines as programs send them, and what can become of them on the way.

use outplay::Random;

/// Makes lines for one protocol, always the same ones from the same seed.
pub(crate) struct Weather {
    random: Random,
    templates: &'static [&'static str],
    farewell: &'static [&'static str],
}

impl Weather {
    pub(crate) fn new(protocol: &str, seed: u64) -> Weather {
        let (templates, farewell) = match protocol {
            "uci" => (UCI, &["stop", "quit"][..]),
            "ucci" => (UCCI, &["stop", "quit"][..]),
            "gomocup" => (GOMOCUP, &["DONE", "END"][..]),
            "gtp" => (GTP, &["quit"][..]),
            "nboard" => (NBOARD, &["quit"][..]),
            _ => (JSON, &[r#"{"type":"terminate_all"}"#][..]),
        };
        Weather { random: Random::new(seed), templates, farewell }
    }

    /// What ends the conversation.
    pub(crate) fn farewell(&self) -> &'static [&'static str] {
        self.farewell
    }

    /// A line with its end, or something like it.
    pub(crate) fn portion(&mut self) -> Vec<u8> {
        let template = self.templates[self.random.below(self.templates.len())];
        let mut line = template.as_bytes().to_vec();
        // Half of them are right.
        if self.random.below(2) == 0 {
            for _ in 0..=self.random.below(3) {
                line = self.mutated(line);
            }
        }
        let end: &[u8] = match self.random.below(10) {
            0 => b"\r\n",
            1 => b"\r",
            _ => b"\n",
        };
        line.extend(end);
        line
    }

    fn mutated(&mut self, line: Vec<u8>) -> Vec<u8> {
        let mut words: Vec<Vec<u8>> =
            line.split(|&byte| byte == b' ').map(<[u8]>::to_vec).collect();
        let at = self.random.below(words.len());
        match self.random.below(9) {
            0 => words[at] = JUNK[self.random.below(JUNK.len())].as_bytes().to_vec(),
            1 => words.insert(at, JUNK[self.random.below(JUNK.len())].as_bytes().to_vec()),
            2 => drop(words.remove(at)),
            3 => words.swap(at, 0),
            4 => words.insert(at, words[at].clone()),
            5 => words.truncate(at),
            6 => {
                let other = self.templates[self.random.below(self.templates.len())];
                words.extend(other.split(' ').map(|word| word.as_bytes().to_vec()));
            }
            7 => {
                let word = &mut words[at];
                for _ in 0..=self.random.below(4) {
                    let byte = self.random.below(256) as u8;
                    let place = self.random.below(word.len() + 1);
                    word.insert(place, byte);
                }
            }
            _ => {
                let word = &mut words[at];
                if !word.is_empty() {
                    let place = self.random.below(word.len());
                    word[place] = self.random.below(256) as u8;
                }
                // Now and then a very long one.
                if self.random.below(200) == 0 {
                    *word = word.repeat(50_000);
                }
            }
        }
        words.join(&b' ')
    }
}

const JUNK: &[&str] = &[
    "-1",
    "0",
    "1",
    "99999999999999999999999",
    "18446744073709551615",
    "-9223372036854775808",
    "1e400",
    "NaN",
    "1.5",
    "é2",
    "\u{0}",
    "\u{202e}",
    "😀",
    "e2e4",
    "a0",
    "z99",
    "i9",
    "pass",
    "moves",
    "fen",
    "startpos",
    "{",
    "}",
    "[[[[[[[[",
    "\"",
    "\\",
    "null",
    "true",
    "#",
    "=",
    "?",
    "name",
    "value",
    "go",
    "stop",
    "quit",
    "7,7",
    ",,",
    "%s%n",
    "../../etc/passwd",
    "",
];

const UCI: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "debug on",
    "setoption name Hash value 1",
    "setoption name Threads value 2",
    "setoption name MultiPV value 3",
    "setoption name Clear Hash",
    "setoption name Ponder value true",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Variant value xiangqi",
    "setoption name UCI_Variant value chess",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_LimitStrength value false",
    "setoption name UCI_Elo value 1000",
    "setoption name UCI_ShowWDL value true",
    "setoption name Move Overhead value 10",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position startpos moves f2f3 e7e5 g2g4 d8h4",
    "position fen 8/8/8/8/8/k7/p7/K7 b - - 0 1",
    "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h3e3",
    "position fen 5k2/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1",
    "go depth 2",
    "go nodes 100",
    "go movetime 1",
    "go wtime 10 btime 10 winc 1 binc 1",
    "go wtime -5 btime 100 movestogo 1",
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go mate 1",
    "go perft 1",
    "go searchmoves e2e4 d2d4 depth 1",
    "ponderhit",
    "stop",
    "stop",
    "quit",
];

const UCCI: &[&str] = &[
    "ucci",
    "isready",
    "setoption usemillisec true",
    "setoption hashsize 1",
    "setoption newgame",
    "position startpos",
    "position startpos moves h2e2 h9g7",
    "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2",
    "position fen 4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1",
    "banmoves h2e2 b2e2",
    "go depth 2",
    "go depth 0",
    "go infinite",
    "go nodes 100",
    "go time 100 increment 0",
    "go time 1 movestogo 1 opptime 1 oppmovestogo 1",
    "go ponder time 100",
    "go draw depth 1",
    "ponderhit",
    "ponderhit draw",
    "probe fen 4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1",
    "stop",
    "stop",
    "quit",
];

const GOMOCUP: &[&str] = &[
    "START 15",
    "START 20",
    "START 5",
    "START 3000000000",
    "RECTSTART 20,15",
    "RESTART",
    "BEGIN",
    "TURN 7,7",
    "TURN 0,0",
    "TURN 14,3",
    "BOARD",
    "7,7,1",
    "8,7,2",
    "9,9,3",
    "DONE",
    "SWAP2BOARD",
    "TAKEBACK 7,7",
    "PLAY 3,3",
    "INFO timeout_turn 10",
    "INFO timeout_match 100",
    "INFO time_left -5",
    "INFO time_left 2147483647",
    "INFO max_memory 0",
    "INFO max_memory 83886080",
    "INFO game_type 1",
    "INFO rule 0",
    "INFO rule 1",
    "INFO rule 4",
    "INFO rule 8",
    "INFO evaluate 3,3",
    "INFO folder /nowhere",
    "ABOUT",
    "YXBOARD",
    "YXSHOWFORBID",
    "YXSTOP",
    "YXNBEST 2",
    "END",
];

const GTP: &[&str] = &[
    "protocol_version",
    "1 name",
    "2 version",
    "list_commands",
    "known_command play",
    "boardsize 9",
    "boardsize 5",
    "boardsize 25",
    "clear_board",
    "komi 6.5",
    "play b D4",
    "play w E5",
    "7 play black pass",
    "play w C3",
    "genmove b",
    "genmove w",
    "reg_genmove b",
    "undo",
    "time_settings 10 1 1",
    "time_settings 0 1 0",
    "time_left b 1 0",
    "final_score",
    "final_status_list dead",
    "final_status_list alive",
    "kgs-genmove_cleanup b",
    "kgs-time_settings byoyomi 1 1 1",
    "fixed_handicap 4",
    "place_free_handicap 2",
    "set_free_handicap C3 D4",
    "loadsgf /nowhere/game.sgf 3",
    "showboard",
    "printsgf",
    "lz-analyze b 1",
    "kata-analyze 1",
    "gogui-rules_legal_moves",
    "gogui-rules_board",
    "# a comment",
    "",
    "quit",
];

const NBOARD: &[&str] = &[
    "nboard 2",
    "set depth 2",
    "set contempt 5",
    "set game (;GM[Othello]PC[NBoard]DT[2026-11-30]PB[a]PW[b]RE[?]TI[0:1]TY[8]BO[8 ---------------------------O*------*O--------------------------- *];)",
    "set game (;GM[Othello]PC[x]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3];)",
    "move f5",
    "move d6/1.5/0.3",
    "move PA",
    "hint 2",
    "go",
    "ping 1",
    "ping 99",
    "learn",
    "analyze",
    "quit",
];

const JSON: &[&str] = &[
    r#"{"id":1,"game":"tictactoe"}"#,
    r#"{"id":"a","type":"analyze","game":"chess","moves":["e2e4"],"nodes":50}"#,
    r#"{"id":2,"game":"connect4","position":"4444","depth":2}"#,
    r#"{"id":3,"type":"move","game":"othello","level":1}"#,
    r#"{"id":4,"type":"describe","game":"go"}"#,
    r#"{"id":5,"game":"nim","updates":true,"priority":"batch","surprise":1}"#,
    r#"{"id":6,"type":"terminate"}"#,
    r#"{"type":"terminate","target":1}"#,
    r#"{"type":"terminate_all"}"#,
    r#"{"id":7,"type":"games"}"#,
    r#"{"id":8,"game":"no such game"}"#,
    r#"{"id":9,"game":"tictactoe","position":"xxx/ooo/3 x"}"#,
    r#"{"id":10,"game":"chess","lines":3,"depth":1e400}"#,
    r#"{"id":11,"game":"mnk(width=100000,height=100000,k=3)"}"#,
    r#"[1,2,3]"#,
    r#""\ud800""#,
    "null",
];
