//! Speed, printed; run with `--release -- --ignored --nocapture speed`.

use std::time::Instant;

use outplay::{Evaluator, Limits, Line, Random, Shared, Table};

use super::super::threats::{Fours, MOST_FOURS};
use super::known::WINS;
use super::*;

#[test]
#[ignore = "prints how fast it is"]
fn speed_of_make_and_undo() {
    for kind in ["", "rule=renju", "size=9"] {
        let mut position = game(kind);
        let mut random = Random::new(1);
        while position.stones() < 30 {
            let m = crowded_move(&position, &mut random);
            let undo = position.play(m);
            if position.outcome().is_some() {
                position.undo(m, undo);
            }
        }
        let cells: Vec<_> = position.empty.cells().map(Move::to).collect();
        let started = Instant::now();
        let mut count = 0;
        while started.elapsed().as_millis() < 1000 {
            for &m in &cells {
                let undo = position.play(m);
                position.undo(m, undo);
                count += 1;
            }
        }
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "gomoku({kind}): {:.2} million pairs of play and undo a second",
            f64::from(count) / seconds / 1e6
        );
    }
}

#[test]
#[ignore = "prints how fast it is"]
fn speed_before_a_search() {
    for rule in ["freestyle", "standard", "renju", "caro"] {
        let started = Instant::now();
        let start = game(&format!("rule={rule}"));
        println!("{rule}: tables in {:.4} s", started.elapsed().as_secs_f64());
        let mut positions = vec![
            "15/15/15/o5o8/15/15/4x1o2o5/15/15/15/3x3x7/7x7/15/15/15 x".to_owned(),
            "h8i9g9h10i8j8i7".to_owned(),
            "h8i9g9h10i8j8i7i6k9g7".to_owned(),
        ];
        let mut random = Random::new(7);
        for _ in 0..40 {
            let mut position = start.clone();
            while position.stones() < 12 {
                let m = crowded_move(&position, &mut random);
                let undo = position.play(m);
                if position.outcome().is_some() {
                    position.undo(m, undo);
                }
            }
            positions.push(position.to_string());
        }
        let mut times = vec![];
        for text in positions {
            let position = start.parse(&text).unwrap();
            let started = Instant::now();
            let theory = position.theory().map(|theory| (theory.plies, theory.name));
            let proof = started.elapsed().as_secs_f64();
            let started = Instant::now();
            position.evaluator().reset(&position);
            times.push((proof, started.elapsed().as_secs_f64(), theory));
        }
        println!("{rule}: {:?}", &times[..3]);
        let proven = times.iter().filter(|(.., theory)| theory.is_some()).count();
        let proof = times.iter().map(|times| times.0).fold(0.0, f64::max);
        let root = times.iter().map(|times| times.1).fold(0.0, f64::max);
        println!("{rule}: proof {proof:.3} s, root {root:.3} s at most; {proven} proven");
    }
}

#[test]
#[ignore = "prints how fast it is"]
fn speed_of_the_search() {
    for (text, depth) in [("h8i9", 4), ("h8i9g9h10i8j8i7", 4), ("h8i9g9h10i8j8i7i6k9g7", 5)] {
        let position = game("").parse(text).unwrap();
        let table = Table::new(64 << 20).unwrap();
        for depth in 1..=depth {
            let shared = Shared::new(Limits::depth(depth), &table);
            let line = Line::new(position.clone());
            let report = outplay::pvs(&line, &position.evaluator(), &mut (), &shared);
            let pv: Vec<_> = report.pv.iter().map(|&m| position.write(m)).collect();
            println!(
                "{text} depth {depth}: {} {} in {:.2} s, {} nodes: {}",
                pv[0],
                report.value,
                report.stats.time.as_secs_f64(),
                report.stats.nodes,
                pv.join(" ")
            );
        }
    }
    let (started, mut nodes) = (Instant::now(), 0);
    for _ in 0..50 {
        for (rule, text, _) in WINS {
            let mut position = game(&format!("rule={rule}")).parse(text).unwrap();
            let mut fours = Fours::with_memory(100_000, 1 << 12);
            fours.find(&mut position, MOST_FOURS).unwrap();
            nodes += fours.spent();
        }
    }
    println!("{nodes} nodes of wins by fours in {:.3} s", started.elapsed().as_secs_f64());
}
