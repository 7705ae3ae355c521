//! What each feature of `pvs` does to the size of the tree: nodes to a fixed depth over twenty chess
//! positions, with everything, and with one feature off at a time. Counts, so that the machine and
//! its load do not matter.
//!
//!     cargo bench -p outplay-games --bench features -- [--depth N]
//!
//! Fewer nodes to a depth are not yet more strength: what a feature leaves out may matter. Matches
//! tell, `outplay match chess -e pvs -e pvs:without=FEATURE --nodes 3000 -g 400 …`.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

mod shared;

use outplay::{Feature, Features, Game, Limits, Line, Shared, Table, pvs_with};
use outplay_games::chess::Chess;

use shared::MIDDLE_GAMES;

fn main() {
    let depth = depth();
    let positions: Vec<Chess> =
        MIDDLE_GAMES.iter().map(|text| Chess::default().parse(text).expect("a position")).collect();
    let mut table = Table::new(64 << 20).expect("memory for the table");
    let mut nodes = |features: Features| -> Vec<f64> {
        let nodes = positions.iter().map(|position| {
            table.clear();
            let line = Line::new(position.clone());
            let shared = Shared::new(Limits::depth(depth), &table);
            pvs_with(features, &line, &position.evaluator(), &mut (), &shared).stats.nodes as f64
        });
        nodes.collect()
    };
    let all = nodes(Features::ALL);
    println!("chess, {} positions to depth {depth}", positions.len());
    println!("{:<24} {:>12} {:>8} {:>12}", "without", "nodes", "sum", "mean ratio");
    let say = |name: &str, nodes: &[f64]| {
        let (sum, total) = (nodes.iter().sum::<f64>(), all.iter().sum::<f64>());
        // Geometric, so that no position outweighs the others.
        let logs = nodes.iter().zip(&all).map(|(nodes, all)| (nodes / all).ln());
        let mean = (logs.sum::<f64>() / all.len() as f64).exp();
        println!("{name:<24} {sum:>12.0} {:>8.2} {mean:>12.2}", sum / total);
    };
    say("nothing", &all);
    for &feature in Feature::ALL {
        // It does not matter in chess.
        if feature != Feature::Breadth {
            say(feature.name(), &nodes(Features::ALL.without(feature)));
        }
    }
}

fn depth() -> u32 {
    let mut depth = 11;
    shared::options("--depth N", |name, number| {
        depth = number as u32;
        name == "--depth"
    });
    depth
}
