//! With `OUTPLAY_GOMOKU` naming a folder of positions with known answers: forbidden points, wins
//! by fours, positions without, and the answers to a threatened one. `[x, y]` from the top left.

use std::path::PathBuf;

use serde_json::Value;

use super::super::Foul;
use super::super::threats::{Fours, MOST_FOURS};
use super::*;

fn lines(name: &str) -> Vec<Value> {
    let Some(folder) = std::env::var_os("OUTPLAY_GOMOKU") else {
        return vec![];
    };
    let text = std::fs::read_to_string(PathBuf::from(folder).join(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn cell(size: usize, pair: &Value) -> usize {
    let number = |at: usize| pair[at].as_u64().unwrap() as usize;
    number(1) * size + number(0)
}

fn replayed(case: &Value) -> Gomoku {
    let size = case["size"].as_u64().unwrap() as usize;
    let rule = case["rule"].as_str().unwrap();
    let mut position = game(&format!("size={size},rule={rule}"));
    for pair in case["moves"].as_array().unwrap() {
        let m = Move::to(cell(size, pair));
        assert!(moves(&position).contains(&m), "{case}");
        position.play(m);
    }
    assert_eq!(position.next.name().to_lowercase(), case["to_move"].as_str().unwrap());
    position
}

#[test]
fn forbidden_points() {
    let (mut points, mut fives) = (0, 0);
    for case in lines("renju-forbidden.jsonl") {
        let size = case["size"].as_u64().unwrap() as usize;
        let mut position = game(&format!("size={size},rule=renju"));
        for (stones, colour) in [("black", Colour::Black), ("white", Colour::White)] {
            for pair in case[stones].as_array().unwrap() {
                position.next = colour;
                position.place(cell(size, pair));
            }
        }
        (position.next, position.winner) = (Colour::Black, None);
        let mut wanted = std::collections::BTreeMap::new();
        for point in case["forbidden"].as_array().unwrap() {
            wanted.insert(cell(size, point), point[2].as_str().unwrap());
        }
        let name = |foul| match foul {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double-four",
            Foul::DoubleThree => "double-three",
        };
        let ours = position.empty.cells().filter_map(|at| Some((at, name(position.foul(at)?))));
        assert_eq!(ours.collect::<std::collections::BTreeMap<_, _>>(), wanted, "{}", case["id"]);
        points += wanted.len();
        for five in case["five"].as_array().unwrap() {
            let class = position.class(Colour::Black, cell(size, five));
            assert_eq!(class, super::super::classes::Class::Five, "{}", case["id"]);
            fives += 1;
        }
    }
    println!("{points} forbidden points, {fives} fives");
}

#[test]
fn wins_by_fours() {
    let (mut cases, mut nodes) = (0, 0);
    for case in lines("vcf-wins.jsonl") {
        let mut position = replayed(&case);
        let mut fours = Fours::new(1_000_000);
        let win = fours.find(&mut position, MOST_FOURS);
        let moves = win.map(|win| u64::from(win.plies / 2 + 1));
        assert_eq!(moves, case["min_attacker_moves"].as_u64(), "{}", case["id"]);
        cases += 1;
        nodes += fours.spent();
    }
    println!("{cases} wins, {nodes} nodes");
}

#[test]
fn no_wins_by_fours() {
    for case in lines("no-vcf.jsonl") {
        let mut position = replayed(&case);
        let mut fours = Fours::new(10_000_000);
        let most = case["no_vcf_within_attacker_moves"].as_u64().unwrap() as u32;
        assert_eq!(fours.find(&mut position, most), None, "{}", case["id"]);
        assert!(fours.spent() < 10_000_000, "{}", case["id"]);
    }
}

#[test]
fn answers_to_a_threat() {
    let (mut cases, mut kept) = (0, 0);
    for case in lines("must-answer.jsonl") {
        let position = replayed(&case);
        let size = position.side();
        let mut ours = vec![];
        for m in moves(&position) {
            let mut after = position.clone();
            after.play(m);
            let mut fours = Fours::new(10_000_000);
            let lost = after.winner.is_none() && fours.find(&mut after, 9).is_some();
            assert!(fours.spent() < 10_000_000);
            if !lost {
                ours.push(m.cell().unwrap());
            }
        }
        let wanted = case["moves_not_losing_to_vcf"].as_array().unwrap();
        let mut wanted: Vec<_> = wanted.iter().map(|pair| cell(size, pair)).collect();
        wanted.sort_unstable();
        ours.sort_unstable();
        assert_eq!(ours, wanted, "{}", case["id"]);
        cases += 1;
        kept += ours.len();
    }
    println!("{cases} positions, {kept} answers");
}

/// What the engine finds with so many nodes.
fn found(position: &Gomoku, nodes: u64) -> outplay::Report<Move> {
    let table = outplay::Table::new(1 << 22).unwrap();
    let shared = outplay::Shared::new(outplay::Limits::nodes(nodes), &table);
    let line = outplay::Line::new(position.clone());
    outplay::pvs(&line, &Game::evaluator(position), &mut (), &shared)
}

/// A shorter win with threes among the threats is as good.
#[test]
fn the_engine_wins_by_fours() {
    for case in lines("vcf-wins.jsonl") {
        let position = replayed(&case);
        let least = case["min_attacker_moves"].as_u64().unwrap() as u32;
        let score = found(&position, 5_000).value.score;
        let plies = score.distance().filter(|_| score > outplay::Score::DRAW);
        assert!(plies.is_some_and(|plies| plies < 2 * least), "{}: {score}", case["id"]);
    }
}

/// Where there is a right answer, unless it is seen to lose as well. A quiet core looks at more
/// nodes than these in a second.
#[test]
fn the_engine_answers_threats() {
    let mut wrong = vec![];
    for case in lines("must-answer.jsonl") {
        let position = replayed(&case);
        let wanted = case["moves_not_losing_to_vcf"].as_array().unwrap();
        let wanted: Vec<_> = wanted.iter().map(|pair| cell(position.side(), pair)).collect();
        if wanted.is_empty() {
            continue;
        }
        let report = found(&position, 100_000);
        let score = report.value.score;
        let lost = score.is_decided() && score < outplay::Score::DRAW;
        let best = report.best.and_then(Move::cell);
        if !lost && !best.is_some_and(|best| wanted.contains(&best)) {
            wrong.push(case["id"].to_string());
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
