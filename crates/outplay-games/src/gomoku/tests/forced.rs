use outplay::{Algorithm, Limits, Line, Plan, Shared, Stop, Table, Value, open};

use super::super::classes::Class;
use super::super::threats::{Fours, MOST_FOURS, answers, theory};
use super::known::WINS as KNOWN;
use super::*;

/// The win by fours: its line, and the number of attacking moves.
fn fours(position: &Gomoku) -> Option<(Vec<usize>, u32)> {
    let mut board = position.clone();
    let win = Fours::new(100_000).find(&mut board, MOST_FOURS)?;
    assert_eq!(&board, position, "the board is as before");
    assert!(follow(position, &win.line), "{position}: {:?}", win.line);
    Some((win.line, win.plies / 2 + 1))
}

/// Whether a line wins against forced answers only: after each attacking move but the last the
/// answer is one of those that stop a five, or there is none that does.
fn follow(position: &Gomoku, line: &[usize]) -> bool {
    let (attacker, mut board) = (position.next, position.clone());
    for (ply, &cell) in line.iter().enumerate() {
        assert!(moves(&board).contains(&Move::to(cell)), "{board}: {line:?}");
        board.play(Move::to(cell));
        if ply % 2 == 0 && board.winner.is_none() {
            let stops = answers(&mut board.clone());
            let fives = !board.set(attacker, Class::Five).is_empty();
            assert!(fives, "no four: {board}");
            if let Some(&answer) = line.get(ply + 1) {
                assert!(stops.is_empty() || stops.has(answer), "not forced: {board}");
            }
        }
    }
    board.winner == Some(attacker)
}

/// In caro a row can be shut in as well: no stone elsewhere stops it.
#[test]
fn answers_in_caro_are_all_there_are() {
    let (mut random, mut cases, mut shut_in) = (outplay::Random::new(3), 0, 0);
    for _ in 0..150 {
        let mut position = game("size=9,rule=caro");
        while position.outcome().is_none() {
            let attacker = position.next.other();
            let fives = *position.set(attacker, Class::Five);
            if !fives.is_empty() {
                let found = answers(&mut position.clone());
                for cell in position.empty.cells() {
                    let mut after = position.clone();
                    after.place(cell);
                    let stops = after.set(attacker, Class::Five).is_empty();
                    assert_eq!(found.has(cell), stops, "{position}: {cell}");
                    shut_in += u32::from(stops && !fives.has(cell));
                }
                cases += 1;
            }
            position.play(crowded_move(&position, &mut random));
        }
    }
    assert!(cases > 100 && shut_in > 10, "{cases} {shut_in}");
}

/// No clock stops the search for a proof: its effort is bounded.
#[test]
fn what_looked_for_a_proof_for_seconds_is_left_alone() {
    let text = "15/15/15/o5o8/15/15/4x1o2o5/15/15/15/3x3x7/7x7/15/15/15 x";
    for rule in ["freestyle", "standard", "renju", "caro"] {
        assert_eq!(theory(&game(&format!("rule={rule}")).parse(text).unwrap()), None);
    }
}

#[test]
fn wins_by_fours_are_found_in_the_fewest_moves() {
    for (rule, text, least) in KNOWN {
        let position = game(&format!("rule={rule}")).parse(text).unwrap();
        let (_, moves) = fours(&position).unwrap_or_else(|| panic!("no win in {text}"));
        assert_eq!(moves, least, "{text}");
    }
}

#[test]
fn a_search_of_two_plies_sees_a_deep_win_by_fours() {
    for (rule, text, least) in KNOWN {
        let position = game(&format!("rule={rule}")).parse(text).unwrap();
        let (m, value) = analyze(&position, 2);
        assert!(value.score >= outplay::Score::win_in(2 * least - 1), "{text}: {value}");
        if value.score > outplay::Score::win_in(2 * least - 1) {
            // A quiet move in front of the fours may win sooner.
            continue;
        }
        let mut after = position.clone();
        after.play(m);
        if after.winner.is_none() {
            for answer in answers(&mut after.clone()).cells() {
                let mut answered = after.clone();
                answered.play(Move::to(answer));
                assert!(fours(&answered).is_some(), "{position}: {}", position.write(m));
            }
        }
    }
}

/// Best move and value by the default search.
fn analyze(position: &Gomoku, depth: u32) -> (Move, Value) {
    let table = Table::new(1 << 20).unwrap();
    let shared = Shared::new(Limits::depth(depth), &table);
    let line = Line::new(position.clone());
    let report = outplay::pvs(&line, &position.evaluator(), &mut (), &shared);
    (report.best.unwrap(), report.value)
}

/// An overline is no five by some rules, and a four shut in is none in caro.
#[test]
fn rules_of_rows_decide_what_a_four_is() {
    let rows = [
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". o . . . . . . .",
        "x x x . x x . o .",
        ". . . . . . . . .",
        ". . . . o . . . .",
        ". . . . . . . o .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    ];
    let moves = |rule| fours(&drawn(rule, 'x', &rows)).map(|(_, moves)| moves);
    assert_eq!(moves("freestyle"), Some(1));
    assert_eq!(moves("standard"), None);
    assert_eq!(moves("renju"), None);
    assert_eq!(moves("caro"), Some(1));
    let shut = rows.map(|row| row.replace("x x x . x x . o", "o x x . x x o ."));
    let shut: Vec<&str> = shut.iter().map(String::as_str).collect();
    assert_eq!(fours(&drawn("freestyle", 'x', &shut)).map(|(_, moves)| moves), Some(1));
    assert_eq!(fours(&drawn("caro", 'x', &shut)), None);
}

/// White's four whose only block is forbidden wins.
#[test]
fn a_forbidden_block_loses() {
    // After c7 only g7 would stop the five, and there Black would have six in a column.
    let start = game("rule=renju");
    let mut position = start.clone();
    let stones = [("g4 g5 g6 g8 g9 b7 h7", Colour::Black), ("d7 e7 f7", Colour::White)];
    for (names, colour) in stones {
        for name in names.split_whitespace() {
            position.next = colour;
            position.place(crate::grid::read_cell(name, 15, 15).unwrap());
        }
    }
    position.next = Colour::White;
    let (line, moves) = fours(&position).unwrap();
    assert_eq!((position.write(Move::to(line[0])).as_str(), moves), ("c7", 2));
    // By another rule Black blocks.
    position.setup.rule = super::super::Rule::Standard;
    assert_eq!(fours(&position), None);
}

#[test]
fn wins_by_threats_are_proven() {
    for (rule, text) in [
        // Two pairs that cross make a double three; in renju that is White's alone.
        ("freestyle", "h8a1i8a15j10o1j11o15"),
        ("standard", "h8a1i8a15j10o1j11o15"),
        ("renju", "a1h8a15i8o1j10o15j11h1"),
    ] {
        let position = game(&format!("rule={rule}")).parse(text).unwrap();
        let theory = theory(&position).unwrap_or_else(|| panic!("{text}"));
        assert_eq!((theory.winner, theory.name), (Some(position.turn()), "continuous threats"));
        assert_eq!(theory.line.first(), Some(&theory.best), "{text}");
        plays_to_a_five(&position, &theory);
        // Held against a search that knows nothing of threes: it finds no escape.
        let mut after = position.clone();
        after.play(theory.best);
        for m in moves(&after) {
            let mut answered = after.clone();
            answered.play(m);
            let (_, value) = analyze(&answered, 2);
            assert!(value.score > outplay::Score::from(1), "{text} {m:?}");
        }
    }
    // No proof where there is nothing, and none after the end.
    assert_eq!(theory(&game("")), None);
    assert_eq!(theory(&game("").parse("h8a1i8a2j8a3k8a4l8").unwrap()), None);
    assert_eq!(theory(&game("opening=swap2")), None);
}

/// The line of a proof is legal, no longer than promised, and ends in the winner's five.
fn plays_to_a_five(position: &Gomoku, theory: &outplay::Theory<Move>) {
    let mut board = position.clone();
    for &m in &theory.line {
        assert!(moves(&board).contains(&m), "{board}: {:?}", theory.line);
        board.play(m);
    }
    assert_eq!(board.winner, Some(position.next), "{board}");
    assert!(theory.line.len() <= theory.plies as usize, "{position}");
}

#[test]
fn proofs_come_with_their_lines() {
    for (rule, text, least) in KNOWN {
        let position = game(&format!("rule={rule}")).parse(text).unwrap();
        let theory = theory(&position).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(theory.plies, 2 * least - 1, "{text}");
        plays_to_a_five(&position, &theory);
    }
}

#[test]
fn solve_takes_the_proof() {
    let mut session = open(crate::ALL, "gomoku").unwrap();
    session.set("h8a1i8a15j10o1j11o15").unwrap();
    let plan = Plan { algorithm: Algorithm::Solve, ..Plan::default() };
    let analysis = session.search(&plan, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(analysis.theory, Some("continuous threats"));
    assert!(analysis.score.to_string().starts_with("win in at most"), "{}", analysis.score);
    analysis.pv.iter().for_each(|m| drop(session.play(m).unwrap()));
    assert!(session.outcome().is_some(), "{:?}", analysis.pv);
}

#[test]
#[ignore = "slow"]
fn the_smallest_board_is_a_draw() {
    let position = game("size=5");
    let table = Table::new(64 << 20).unwrap();
    let shared = Shared::new(Limits::default(), &table);
    let report =
        outplay::solve(&Line::new(position.clone()), &position.evaluator(), &mut (), &shared);
    assert_eq!((report.value.to_string().as_str(), report.value.proven), ("draw", true));
}
