//! The evaluator.

use outplay::{Evaluator, Game, Limits, Line, Position, Score, Shared, Table, pvs};

use super::{after, chess};
use crate::chess::terms::{BACKWARD, DANGER_HIT, MATERIAL, TEMPO, Term};
use crate::chess::{Chess, Judge, Pair, Weights};
use crate::testing::random_play;
use crate::tuning::Tuned;

/// In hundredths of a pawn, for the side to move.
fn value(position: &Chess) -> i32 {
    Judge::default().evaluate(position).hundredths()
}

fn of(fen: &str) -> i32 {
    value(&chess(fen))
}

/// The board upside down, with the colours changed.
fn upside_down(position: &Chess) -> Chess {
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let swap = |text: &str| -> String {
        let other = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        text.chars().map(other).collect()
    };
    let rows: Vec<String> = fields[0].rsplit('/').map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    chess(&format!("{} {side} {} - {} 1", rows.join("/"), swap(fields[2]), fields[4]))
}

/// The board from left to right; castling would not survive it.
fn mirrored(position: &Chess) -> Chess {
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let rows: Vec<String> =
        fields[0].split('/').map(|row| row.chars().rev().collect::<String>()).collect();
    chess(&format!("{} {} - - {} 1", rows.join("/"), fields[1], fields[4]))
}

#[test]
fn both_sides_are_judged_alike() {
    for seed in 0..20 {
        random_play(&Chess::default(), seed, |position| {
            let value = value(position);
            assert_eq!(self::value(&upside_down(position)), value, "{position}");
            assert_eq!(self::value(&mirrored(position)), value, "{position}");
        });
    }
}

/// With White to move and the same with Black to move, the values differ by twice the tempo.
#[test]
fn the_start_is_even_but_for_the_tempo() {
    assert_eq!(value(&Chess::default()), Weights::tuned().at(TEMPO.at(0)).early());
}

/// What the tool tunes is what the game is played with.
#[test]
fn the_trace_is_the_evaluation() {
    let weights: Vec<_> = Chess::weights().into_iter().map(|weight| weight.values).collect();
    for seed in 0..40 {
        random_play(&Chess::default(), seed, |position| {
            let (traced, value) = (position.trace().value(&weights), f64::from(value(position)));
            // Each division drops less than one.
            assert!((traced - value).abs() < 4.0, "{position}: {traced} {value}");
        });
    }
}

/// The memory of pawns and kings changes nothing.
#[test]
fn what_is_remembered_is_what_was_found() {
    let mut judge = Judge::default();
    for seed in 0..20 {
        random_play(&Chess::default(), seed, |position| {
            let again = judge.evaluate(position).hundredths();
            assert_eq!(again, value(position), "{position}");
        });
    }
}

/// The weights with those of one term changed.
fn with(term: Term, pair: Pair) -> Judge {
    let mut weights = Weights::tuned().clone();
    for index in 0..term.count {
        weights.0[term.at(index)] = pair;
    }
    Judge::new(weights)
}

#[test]
fn material_counts() {
    let start = Chess::default().to_string();
    for (piece, least, most) in
        [("P", 25, 200), ("N", 250, 450), ("B", 250, 480), ("R", 400, 650), ("Q", 850, 1250)]
    {
        let text = start.replace("KQkq", "-");
        let at = text.rfind(piece).unwrap();
        let text = format!("{}1{}", &text[..at], &text[at + 1..]);
        let loss = of(&text) - of(&start);
        assert!((-most..=-least).contains(&loss), "{text}: {loss}");
    }
}

#[test]
fn every_term_shows() {
    // The same material; the first position must be better for the side to move.
    for (what, better, worse) in [
        ("doubled", "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/pp6/8/8/8/P7/P7/4K3 w - - 0 1"),
        ("isolated", "4k3/8/8/8/8/8/1PP5/4K3 w - - 0 1", "4k3/8/8/8/8/8/P1P5/4K3 w - - 0 1"),
        ("passed", "4k3/6p1/8/3P4/8/8/8/4K3 w - - 0 1", "4k3/4p3/8/3P4/8/8/8/4K3 w - - 0 1"),
        ("far", "6k1/8/3P4/8/8/8/8/6K1 w - - 0 1", "6k1/8/8/8/3P4/8/8/6K1 w - - 0 1"),
        ("blocked", "6k1/p7/3P4/8/8/8/P7/6K1 w - - 0 1", "8/p2k4/3P4/8/8/8/P7/6K1 w - - 0 1"),
        (
            "pair",
            "2b1kn2/pppppppp/8/8/8/8/PPPPPPPP/2B1KB2 w - - 0 1",
            "2b1kb2/pppppppp/8/8/8/8/PPPPPPPP/2B1KN2 w - - 0 1",
        ),
        (
            "rook",
            "4k3/1ppppppp/8/8/8/8/1PPPPPPP/R3K3 w - - 0 1",
            "4k3/ppppppp1/8/8/8/8/PPPPPPP1/R3K3 w - - 0 1",
        ),
        (
            "mobility",
            "4k3/pppppppp/8/8/3B4/8/PPPP1PPP/4K3 w - - 0 1",
            "4k3/pppppppp/8/8/8/8/PPPP1PPP/2B1K3 w - - 0 1",
        ),
        ("threat", "4k3/p7/8/3n4/2P5/8/8/3RK3 w - - 0 1", "4k3/p7/8/3n4/8/2P5/8/3RK3 w - - 0 1"),
    ] {
        assert!(of(better) > of(worse), "{what}: {} {}", of(better), of(worse));
    }
}

/// The neighbour has gone ahead, and an enemy pawn guards the square in front.
#[test]
fn backward_pawns() {
    let counts = |fen: &str| {
        let position = chess(fen);
        let mut judge = with(BACKWARD, Pair::new(-500, -500));
        judge.evaluate(&position) < Judge::default().evaluate(&position)
    };
    assert!(counts("4k3/8/8/8/P1p5/8/1P6/4K3 w - - 0 1"));
    assert!(!counts("4k3/8/8/8/2p5/8/PP6/4K3 w - - 0 1"));
    assert!(!counts("4k3/8/8/2p5/P7/8/1P6/4K3 w - - 0 1"));
    assert!(!counts("4k3/8/8/8/2p5/8/1P6/4K3 w - - 0 1"));
}

/// The more pieces attack, the more each counts.
#[test]
fn attacks_on_the_king() {
    let attack = |fen: &str| {
        let value =
            |weight| with(DANGER_HIT, Pair::new(weight, 0)).evaluate(&chess(fen)).hundredths();
        value(200) - value(0)
    };
    let none = attack("r4rk1/ppp2ppp/8/8/8/8/PPPP1PPP/R2Q1RK1 w - - 0 1");
    let one = attack("r4rk1/ppp2ppp/8/7Q/8/8/PPP2PPP/R4RK1 w - - 0 1");
    let two = attack("r4rk1/ppp2ppp/8/6NQ/8/8/PPP2PPP/R4RK1 w - - 0 1");
    let three = attack("r4rk1/ppp2ppp/8/6NQ/8/3B4/PPP2PPP/R4RK1 w - - 0 1");
    assert_eq!(none, 0);
    assert!(one > 0 && two > 2 * one && three > two + one, "{one} {two} {three}");
}

#[test]
fn what_can_not_be_won_is_worth_nothing() {
    for fen in [
        // Two knights; a minor piece against pawnless ones; rook's pawn with the king before it.
        "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
        "k7/8/P7/1K6/8/8/8/8 w - - 0 1",
        "k7/8/P7/1K6/8/8/8/2B5 w - - 0 1",
        "7k/8/7P/6K1/8/7P/8/5B2 w - - 0 1",
    ] {
        assert_eq!(of(fen), 0, "{fen}");
    }
    // The right bishop, or a king that is far away.
    for fen in ["k7/8/P7/1K6/8/8/8/3B4 w - - 0 1", "7k/8/P7/1K6/8/8/8/2B5 w - - 0 1"] {
        assert!(of(fen) > 300, "{fen}: {}", of(fen));
    }
    // A rook can hardly beat a bishop or a knight.
    for fen in ["4k3/4b3/8/8/8/8/8/R3K3 w - - 0 1", "4k3/4n3/8/8/8/8/8/R3K3 w - - 0 1"] {
        assert!((1..100).contains(&of(fen)), "{fen}: {}", of(fen));
    }
    // White's bishop stands on dark squares, Black's on light ones or on dark ones.
    let opposite = of("4k3/pp6/8/8/4b3/8/PPPP4/2B1K3 w - - 0 1");
    let alike = of("4k3/pp6/8/8/3b4/8/PPPP4/2B1K3 w - - 0 1");
    assert!(opposite > 0 && 3 * opposite < 2 * alike, "{opposite} {alike}");
}

/// Nearer to mate is better.
#[test]
fn a_bare_king_is_driven() {
    for (better, worse) in [
        ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"),
        ("7k/8/5K2/8/8/8/8/1Q6 w - - 0 1", "7k/8/8/8/8/8/8/1Q2K3 w - - 0 1"),
        // The bishop's colour is that of h8.
        ("7k/8/5K2/4N3/8/8/8/2B5 w - - 0 1", "k7/8/2K5/3N4/8/8/8/2B5 w - - 0 1"),
    ] {
        assert!(of(better) > of(worse), "{better} {} {worse} {}", of(better), of(worse));
    }
}

#[test]
fn good_captures_come_first() {
    let position = chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let judge = Judge::default();
    let mut moves = vec![];
    position.moves(&mut moves);
    moves.sort_by_key(|&m| -judge.rank(&position, m));
    let ranked: Vec<_> = moves.iter().map(|&m| position.write_in("san", m)).collect();
    assert_eq!(ranked[0], "Bxa6", "{ranked:?}");
    // The queen for a defended knight: that the exchange loses, the search asks apart.
    assert_eq!(ranked[1], "Qxf6", "{ranked:?}");
    let pays = |text: &str| judge.pays(&position, position.read(text).unwrap(), 0);
    assert!(pays("Bxa6") && !pays("Qxf6"));
    let promoting = chess("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    let rank = |text: &str| judge.rank(&promoting, promoting.read(text).unwrap());
    assert!(rank("exd8=Q") > rank("e8=Q") && rank("e8=R") < rank("Ke2"));
}

#[test]
fn noise_is_what_the_rules_say() {
    let judge = Judge::default();
    for seed in 0..10 {
        random_play(&Chess::default(), seed, |position| {
            let (mut noisy, mut moves) = (vec![], vec![]);
            judge.noisy(position, &mut noisy);
            position.moves(&mut moves);
            if position.outcome().is_some() {
                return;
            }
            assert_eq!(judge.urgent(position), position.is_check());
            let wanted = |m: &crate::chess::Move| {
                let queen = m.promotion == Some(cozy_chess::Piece::Queen);
                let takes = position.is_capture(*m) && m.promotion.is_none();
                position.is_check() || takes || queen
            };
            let expected: Vec<_> = moves.into_iter().filter(wanted).collect();
            assert_eq!(noisy, expected, "{position}");
        });
    }
}

/// Checks are told without making the move.
#[test]
fn moves_that_give_check_are_known() {
    let judge = Judge::default();
    let mut checks = 0;
    let starts = [
        "startpos",
        "r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1",
        "4k3/P6P/8/8/8/8/8/R3K2R w KQ - 0 1",
    ];
    for seed in 0..60 {
        let start = match starts[seed as usize % starts.len()] {
            "startpos" => Chess::default(),
            fen => chess(fen),
        };
        random_play(&start, seed, |position| {
            let mut moves = vec![];
            if position.outcome().is_some() {
                return;
            }
            position.moves(&mut moves);
            let gives = |m: crate::chess::Move| {
                let mut after = position.clone();
                after.play(m);
                after.is_check()
            };
            for &m in &moves {
                assert_eq!(judge.threatens(position, m), gives(m), "{position} {m}");
                checks += u32::from(gives(m));
            }
        });
    }
    assert!(checks > 1000, "{checks}");
}

/// The quiescence search sees what stands to be taken, and mates in answer to checks.
#[test]
fn a_shallow_search_plays_sensibly() {
    let best = |fen: &str, depth: u32| {
        let position = chess(fen);
        let table = Table::new(1 << 20).unwrap();
        let shared = Shared::new(Limits::depth(depth), &table);
        let line = Line::new(position.clone());
        let report = pvs(&line, &Judge::default(), &mut (), &shared);
        (position.write_in("san", report.best.unwrap()), report.value.score)
    };
    // The knight is defended; the queen is not lost for it.
    let (m, score) = best("4k3/8/2p5/3n4/8/8/3Q4/4K3 w - - 0 1", 1);
    assert!(m != "Qxd5" && score > Score::from(3), "{m} {score}");
    assert_eq!(best("4k3/8/8/3n4/8/8/3Q4/4K3 w - - 0 1", 1).0, "Qxd5");
    // A fork that wins the queen.
    assert_eq!(best("q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", 3).0, "Nc7+");
    // A draw by repetition is better than to lose.
    let (_, score) = best("7k/8/8/8/8/q7/8/5Q1K w - - 0 1", 4);
    assert!(score > Score::from(-3), "{score}");
}

/// A claim of 50 moves is a draw for the search below the root.
#[test]
fn the_clock_is_a_draw_for_the_search() {
    let won = "7k/8/8/8/8/8/8/KQ6 w - - 0 1";
    let late = "7k/8/8/8/8/8/8/KQ6 w - - 99 90";
    let score = |fen: &str| {
        let table = Table::none();
        let shared = Shared::new(Limits::depth(3), &table);
        pvs(&Line::new(chess(fen)), &Judge::default(), &mut (), &shared).value
    };
    assert!(score(won).score > Score::from(8));
    assert_eq!(score(late).score, Score::DRAW);
    assert!(score(late).proven);
}

#[test]
fn weights_can_be_changed() {
    let position = after(Chess::default(), "e4 e5");
    let heavy = with(TEMPO, Pair::new(500, 500)).evaluate(&position);
    assert!(heavy > Judge::default().evaluate(&position));
}

/// Fifteen queens of one side must not run over.
#[test]
fn many_queens_fit() {
    let position = chess("k7/8/8/8/8/QQQQQQQQ/QQQQQQQ1/K7 b - - 0 1");
    let queen = Weights::tuned().at(MATERIAL.at(4)).late();
    assert!(value(&position) < -12 * queen, "{}", value(&position));
}
