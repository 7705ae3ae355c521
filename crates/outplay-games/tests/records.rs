//! Replays recorded games and compares turn, legal moves, end and result at every line with ours.
//!
//! The records are JSON lines, one position each: `id`, `game`, `spec` (the parameters as the
//! source writes them), `start` (a position, or null for the usual start), `moves`, `to_move` (0, 1,
//! or null at the end), `legal` (sorted), `terminal`, `returns` (of both players at the end: 1, 0 or
//! -1), and `note` (words joined by commas, see [`notes`]). They are written in a notation of their
//! own, see [`Notation`].
//!
//! Without further ado our own playthroughs are read: they tell when the rules change. With the
//! environment variable `OUTPLAY_RECORDS` set to a folder of such files from another rule engine,
//! those are. `cargo test -p outplay-games --test records -- --ignored` writes our own anew.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use outplay::{Mark, Outcome, Player, Random, Session};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Record {
    id: String,
    game: String,
    spec: String,
    start: Option<String>,
    moves: Vec<String>,
    to_move: Option<u8>,
    legal: Vec<String>,
    terminal: bool,
    returns: Option<[f64; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// A game of the records, and what it is with us.
struct Source {
    /// The name in the records, and of the file.
    game: &'static str,
    /// Our name with parameters.
    ours: &'static str,
    /// The start as we write it, if it is not the usual one and the records do not say.
    start: Option<&'static str>,
    notation: Notation,
}

/// How the records write our moves.
enum Notation {
    /// As we do.
    Same,
    /// `row,column` from the top left, from 0, on a board of so many rows.
    Grid { rows: usize },
    /// Columns from 0.
    Columns,
    /// Kalah's pits 1 to 6 and 8 to 13: the stores are 7 and 0.
    Pits,
}

const SOURCES: &[Source] = &[
    Source {
        game: "tic_tac_toe",
        ours: "tictactoe",
        start: None,
        notation: Notation::Grid { rows: 3 },
    },
    Source {
        game: "tic_tac_toe_misere",
        ours: "tictactoe(misere=true)",
        start: None,
        notation: Notation::Grid { rows: 3 },
    },
    Source {
        game: "mnk_4_3_3",
        ours: "mnk(width=4,height=3,k=3)",
        start: None,
        notation: Notation::Grid { rows: 3 },
    },
    Source {
        game: "mnk_7_6_4",
        ours: "mnk(width=7,height=6,k=4)",
        start: None,
        notation: Notation::Grid { rows: 6 },
    },
    Source { game: "connect_four", ours: "connect4", start: None, notation: Notation::Columns },
    Source { game: "nim_normal", ours: "nim", start: Some("3 4 5"), notation: Notation::Same },
    Source {
        game: "nim_misere",
        ours: "nim(misere=true)",
        start: Some("1 3 5 7"),
        notation: Notation::Same,
    },
    Source { game: "mancala", ours: "kalah", start: None, notation: Notation::Pits },
    Source { game: "chess", ours: "chess", start: None, notation: Notation::Same },
    Source {
        game: "chess960",
        ours: "chess960",
        start: Some("nrbnkrqb/pppppppp/8/8/8/8/PPPPPPPP/NRBNKRQB w KQkq - 0 1"),
        notation: Notation::Same,
    },
    Source {
        game: "chess_traps",
        ours: "chess",
        start: Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        notation: Notation::Same,
    },
    Source {
        game: "gomoku_9",
        ours: "gomoku(size=9)",
        start: None,
        notation: Notation::Grid { rows: 9 },
    },
    Source {
        game: "gomoku_15",
        ours: "gomoku",
        start: None,
        notation: Notation::Grid { rows: 15 },
    },
    // Their games go on beyond draws.
    Source {
        game: "xiangqi",
        ours: "xiangqi(repetition=none,limit=0)",
        start: None,
        notation: Notation::Same,
    },
    Source { game: "othello", ours: "othello", start: None, notation: Notation::Same },
    Source {
        game: "go_5",
        ours: "go(size=5,komi=0.5,ko=simple,cap=50)",
        start: None,
        notation: Notation::Same,
    },
    Source {
        game: "go_9",
        ours: "go(size=9,ko=simple,cap=162)",
        start: None,
        notation: Notation::Same,
    },
    Source {
        game: "go_19",
        ours: "go(size=19,ko=simple,cap=722)",
        start: None,
        notation: Notation::Same,
    },
];

impl Notation {
    /// A move of ours as the records write it.
    fn write(&self, m: &str, turn: Player) -> String {
        let number = |text: &str| text.parse::<usize>().unwrap();
        match self {
            Notation::Same => m.to_owned(),
            Notation::Grid { rows } => {
                let (column, row) = m.split_at(1);
                let column = column.as_bytes()[0] - b'a';
                format!("{},{column}", rows - number(row))
            }
            Notation::Columns => (number(m) - 1).to_string(),
            Notation::Pits => (number(m) + 7 * turn.index()).to_string(),
        }
    }
}

impl Source {
    fn open(&self, start: Option<&str>) -> Result<Box<dyn Session>, String> {
        let mut session = outplay::open(outplay_games::ALL, self.ours).unwrap();
        if let Some(start) = start.or(self.start) {
            session.set(start).map_err(|error| error.to_string())?;
        }
        Ok(session)
    }

    /// Whether the records do not note checks, though the game has them.
    fn leaves_out_checks(&self) -> bool {
        self.game == "xiangqi"
    }

    /// The legal moves by what the records call them; none at the end.
    fn legal(&self, session: &dyn Session) -> BTreeMap<String, String> {
        let Some(turn) = session.turn() else {
            return BTreeMap::new();
        };
        let legal = session.legal().into_iter();
        legal.map(|m| (self.notation.write(&m, turn), m)).collect()
    }

    /// What we say to a sequence of moves; in words where we can't follow.
    fn replay(&self, record: &Record) -> Result<Record, String> {
        let mut session = self.open(record.start.as_deref())?;
        // The records count players from who moves first, whatever the position.
        let swapped = session.turn() == Some(Player::Second);
        let index = |player: Player| player.index() ^ usize::from(swapped);
        let mut again = false;
        for (ply, m) in record.moves.iter().enumerate() {
            let before = session.turn();
            let legal = self.legal(&*session);
            let ours = legal.get(m).ok_or(format!("move {ply}, {m}, is not legal"))?;
            session.play(ours).map_err(|error| format!("move {ply}: {error}"))?;
            again = session.turn() == before;
        }
        let outcome = session.outcome();
        let mut notes = notes(&*session, again);
        if self.leaves_out_checks() {
            notes.retain(|note| *note != "check");
        }
        Ok(Record {
            id: record.id.clone(),
            game: self.game.to_owned(),
            spec: record.spec.clone(),
            start: record.start.clone(),
            moves: record.moves.clone(),
            to_move: session.turn().map(|turn| index(turn) as u8),
            legal: self.legal(&*session).into_keys().collect(),
            terminal: outcome.is_some(),
            returns: outcome.map(|outcome| match outcome {
                Outcome::Win(winner) if index(winner) == 0 => [1.0, -1.0],
                Outcome::Win(_) => [-1.0, 1.0],
                Outcome::Draw => [0.0, 0.0],
            }),
            note: (!notes.is_empty()).then(|| notes.join(",")),
        })
    }

    /// A random game, cut if it does not end, and what we say to it now and then and at its end.
    fn playthrough(&self, game: u64) -> Vec<Record> {
        const LONGEST: usize = 320;
        let told = |plies: usize| match plies {
            ..30 => plies.is_multiple_of(5),
            _ => plies.is_multiple_of(40),
        };
        let mut random = Random::new(game);
        let mut session = self.open(None).unwrap();
        let (mut moves, mut records) = (vec![], vec![]);
        loop {
            let legal = self.legal(&*session);
            if legal.is_empty() || told(moves.len()) {
                let id = format!("{}/{game}/{}", self.game, moves.len());
                let mut record = Record::new(id, self.game, self.ours, &moves);
                record.start = self.start.map(str::to_owned);
                records.push(self.replay(&record).unwrap());
            }
            if legal.is_empty() || moves.len() == LONGEST {
                return records;
            }
            let at = random.below(legal.len());
            let (theirs, ours) = legal.into_iter().nth(at).unwrap();
            session.play(&ours).unwrap();
            moves.push(theirs);
        }
    }
}

impl Record {
    /// A record of a game from its usual start that says nothing about its end yet.
    fn new(id: String, game: &str, spec: &str, moves: &[String]) -> Record {
        Record {
            id,
            game: game.to_owned(),
            spec: spec.to_owned(),
            start: None,
            moves: moves.to_vec(),
            to_move: None,
            legal: vec![],
            terminal: false,
            returns: None,
            note: None,
        }
    }
}

/// What the records note of an unfinished position: the mover moves again, can only pass, is in
/// check, or could claim a draw.
fn notes(session: &dyn Session, again: bool) -> Vec<&'static str> {
    if session.outcome().is_some() {
        return vec![];
    }
    let alert = session.view().cells.iter().any(|cell| cell.mark == Mark::Alert);
    let notes = [
        (session.claim().is_some(), "claim"),
        (session.legal() == ["pass"], "pass-only"),
        (again, "same-player-again"),
        (alert, "check"),
    ];
    notes.into_iter().filter_map(|(is, note)| is.then_some(note)).collect()
}

/// A note in our words. What ended a game is not ours to say: its result is compared.
fn our_words(note: Option<&str>) -> Option<String> {
    const ENDS: [&str; 5] = [
        "insufficient_material",
        "checkmate",
        "stalemate",
        "fivefold_repetition",
        "optional-end:draw",
    ];
    let words = note?.split(',').filter(|word| !ENDS.contains(word));
    let words: BTreeSet<_> = words
        .map(|word| if matches!(word, "threefold" | "fifty") { "claim" } else { word })
        .collect();
    (!words.is_empty()).then(|| words.into_iter().collect::<Vec<_>>().join(","))
}

/// Starts that can't have come about, such as the side not to move in check: other engines play on
/// from them, we refuse them.
const IMPOSSIBLE: [&str; 1] = ["7k/8/6K1/8/8/8/8/7Q w - - 95 120"];

/// What is different between a record and ours.
fn difference(record: &Record, ours: &Record) -> Option<String> {
    let our_note = ours.note.as_deref();
    let json = |record: &Record| serde_json::to_value(record).unwrap();
    let (theirs, ours) = (json(record), json(ours));
    let theirs = theirs.as_object().unwrap().iter();
    let parts = theirs.filter(|(name, value)| *name != "note" && ours.get(name) != Some(value));
    let said: Vec<_> = parts
        .map(|(name, value)| format!("{name} is {value}, with us {:?}", ours.get(name)))
        .collect();
    let (note, own) = (our_words(record.note.as_deref()), our_words(our_note));
    match &said[..] {
        [] if note == own => None,
        [] => Some(format!("the note is {note:?}, with us {own:?}")),
        _ => Some(said.join("; ")),
    }
}

/// Replays a file: the number of its lines, and all differences.
fn replay_file(source: &Source, path: &Path) -> (usize, Vec<String>) {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut differences = vec![];
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.is_empty()) {
        lines += 1;
        let record: Record = serde_json::from_str(line).unwrap();
        if record.start.as_deref().is_some_and(|start| IMPOSSIBLE.contains(&start)) {
            assert!(source.open(record.start.as_deref()).is_err(), "{}", record.id);
            continue;
        }
        let ours = source.replay(&record);
        let different = match ours {
            Ok(ours) => difference(&record, &ours),
            Err(what) => Some(what),
        };
        differences.extend(different.map(|what| format!("{}: {what}", record.id)));
    }
    (lines, differences)
}

fn own_playthroughs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs")
}

#[test]
fn other_engines_say_the_same() {
    let folder = std::env::var_os("OUTPLAY_RECORDS").map_or_else(own_playthroughs, PathBuf::from);
    let (mut total, mut all) = (0, vec![]);
    for source in SOURCES {
        let path = folder.join(source.game).with_extension("jsonl");
        let (lines, differences) = replay_file(source, &path);
        println!("{}: {lines} lines, {} differences", source.game, differences.len());
        assert!(lines > 0, "{} is empty", path.display());
        total += lines;
        all.extend(differences);
    }
    println!("{total} lines in all");
    assert!(all.is_empty(), "{} differences:\n{}", all.len(), all[..all.len().min(20)].join("\n"));
}

/// The comparison itself must be able to fail.
#[test]
fn a_wrong_record_is_noticed() {
    let source = SOURCES.iter().find(|source| source.game == "mancala").unwrap();
    let after =
        |m: &str| source.replay(&Record::new("id".to_owned(), "mancala", "spec", &[m.to_owned()]));
    let right = || after("3").unwrap();
    assert_eq!(right().note.as_deref(), Some("same-player-again"));
    assert_eq!(difference(&right(), &right()), None);
    let wrong: [fn(&mut Record); 6] = [
        |record| record.to_move = Some(1),
        |record| record.legal.truncate(3),
        |record| record.terminal = true,
        |record| record.returns = Some([0.0, 0.0]),
        |record| record.note = None,
        |record| record.start = Some("elsewhere".to_owned()),
    ];
    for change in wrong {
        let mut record = right();
        change(&mut record);
        assert!(difference(&record, &right()).is_some());
    }
    assert!(after("7").is_err());
}

#[test]
#[ignore = "writes the files that the other tests read"]
fn write_own_playthroughs() {
    const GAMES: u64 = 4;
    let folder = own_playthroughs();
    fs::create_dir_all(&folder).unwrap();
    for source in SOURCES {
        let records = (0..GAMES).flat_map(|game| source.playthrough(game));
        let lines: Vec<_> = records.map(|record| serde_json::to_string(&record).unwrap()).collect();
        let path = folder.join(source.game).with_extension("jsonl");
        fs::write(path, lines.join("\n") + "\n").unwrap();
    }
}
