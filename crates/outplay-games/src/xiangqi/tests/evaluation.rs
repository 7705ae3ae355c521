//! The evaluator, exchanges, and composed endings whose length is known.

use outplay::{Algorithm, Evaluator, Game, Limits, Plan, Position, Random, Score, Stop, session};

use super::*;

/// Red's pieces become Black's on the same points seen from the other side.
fn colours_swapped(position: &Xiangqi) -> Xiangqi {
    let text = position.to_string();
    let (rows, rest) = text.split_once(' ').unwrap();
    let swapped = |letter: char| {
        if letter.is_ascii_lowercase() {
            letter.to_ascii_uppercase()
        } else {
            letter.to_ascii_lowercase()
        }
    };
    let rows: Vec<String> =
        rows.split('/').rev().map(|row| row.chars().map(swapped).collect()).collect();
    let side = if rest.starts_with('w') { "b" } else { "w" };
    at(&format!("{} {side}{}", rows.join("/"), &rest[1..]))
}

/// Left and right exchanged.
fn mirrored(position: &Xiangqi) -> Xiangqi {
    let text = position.to_string();
    let (rows, rest) = text.split_once(' ').unwrap();
    let rows: Vec<String> = rows.split('/').map(|row| row.chars().rev().collect()).collect();
    at(&format!("{} {rest}", rows.join("/")))
}

#[test]
fn evaluation_is_the_same_for_both_sides_and_mirror_images() {
    let score = |position: &Xiangqi| position.evaluator().evaluate(position);
    let mut different = 0;
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let mut position = Xiangqi::default();
        for _ in 0..150 {
            let value = score(&position);
            assert_eq!(value, score(&colours_swapped(&position)), "{position}");
            assert_eq!(value, score(&mirrored(&position)), "{position}");
            different += usize::from(value != Score::DRAW);
            let mut moves = vec![];
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
    assert!(different > 3_000);
}

#[test]
fn more_and_better_placed_pieces_are_worth_more() {
    let score = |fen: &str| at(fen).evaluator().evaluate(&at(fen)).hundredths();
    let full = "2ba1kb2/4a4/9/9/9/9/9/9/9/2BAKABR1 w";
    assert!(score(full) > 700);
    assert!(score(&full.replace('w', "b")) < -700);
    // A soldier beyond the river against one before it.
    let home = "2ba1kb2/4a4/9/9/9/P8/9/9/9/2BAKAB2 w";
    let crossed = "2ba1kb2/4a4/9/P8/9/9/9/9/9/2BAKAB2 w";
    assert!(score(crossed) > score(home) + 30);
    // Advisors and elephants alone win nothing.
    let guards = "3k5/9/9/9/9/9/9/9/9/2BAKAB2 w";
    assert!(score(guards).abs() < 100);
    // A bare cannon in the middle.
    let bare = "2ba1kb2/4a4/9/9/9/4C4/9/9/9/2BAKAB2 w";
    let beside = "2ba1kb2/4a4/9/9/9/3C5/9/9/9/2BAKAB2 w";
    assert!(score(bare) > score(beside));
}

#[test]
fn exchanges() {
    let exchange = |fen: &str, text: &str| {
        let position = at(fen);
        position.board.exchange(position.read(text).unwrap())
    };
    // A free piece, a protected one, and one protected by a cannon behind the capturer's screen.
    assert_eq!(exchange("3k5/9/9/9/4n4/9/9/9/9/4RK3 w", "e0e5"), 430);
    assert_eq!(exchange("3k5/9/9/4p4/4n4/9/9/9/9/4RK3 w", "e0e5"), 430 - 960);
    assert_eq!(exchange("3kr4/9/9/9/4n4/9/4R4/9/9/4RK3 w", "e3e5"), 430);
    // The cannon needs a screen: with it the horse is protected.
    assert_eq!(exchange("4k4/9/9/9/c1p1r4/9/9/9/9/4RK3 w", "e0e5"), 0);
    assert_eq!(exchange("4k4/9/9/9/c3r4/9/9/9/9/4RK3 w", "e0e5"), 960);
}

#[test]
fn captures_are_ranked_and_noisy_if_they_pay() {
    let position = at("3k5/9/9/4p4/4n4/9/9/1c7/9/1R2RK3 w");
    let evaluator = position.evaluator();
    let rank = |text: &str| evaluator.rank(&position, position.read(text).unwrap());
    assert!(rank("b0b2") > rank("b0b1"));
    assert!(rank("b0b1") > rank("e0e5"));
    let mut noisy = vec![];
    evaluator.noisy(&position, &mut noisy);
    let noisy: Vec<_> = noisy.iter().map(|&m| position.write(m)).collect();
    assert_eq!(noisy, ["b0b2"]);
    assert!(!evaluator.urgent(&position));

    let check = at("3k5/9/9/4p4/4n4/9/9/5r3/9/1R2RK3 w");
    assert!(check.evaluator().urgent(&check));
    let (mut noisy, mut legal) = (vec![], vec![]);
    check.evaluator().noisy(&check, &mut noisy);
    check.moves(&mut legal);
    assert_eq!(noisy, legal);
}

/// A composed ending, and in how many plies it is mate.
const MATES: &[(&str, u32)] = &[
    ("4k4/3P2P2/b2N2R2/7r1/2b6/9/9/3n5/4p3r/2R2K3 w - - 0 1", 5),
    ("2bak1b2/4aR2C/6N1n/9/9/9/5c3/4BC3/3p1r1n1/4K2c1 w - - 0 1", 7),
    ("2Ck1a3/2R1aR3/9/5N3/r8/r8/9/3C5/4p1n2/3K5 w - - 0 1", 7),
    ("4k4/4a4/2P5n/5N3/9/5R3/9/9/2p2p2r/C3K4 w - - 0 1", 7),
    ("2ba2n2/4ak3/4b4/4R4/4N4/9/9/5C3/3rAp3/c1rAK4 w - - 0 1", 7),
    ("CnC1k4/9/7P1/4p4/p5p2/6B1r/1R4Pr1/4BAN2/6p2/5K3 w - - 0 1", 7),
    ("9/3k5/R2abN2C/C3P4/2b6/9/9/4p4/2r6/cr1AK4 w - - 0 1", 7),
    ("2b1R2c1/R3a4/1n2kaN2/4p4/2bP5/6C2/9/9/3r1r3/4K4 w - - 0 1", 7),
    ("6b2/3PR1P1c/3P1k3/7c1/2b3p2/2N6/9/2C6/3p1r3/4K4 w - - 0 1", 7),
    ("2bk1a3/9/3a5/7N1/9/9/C7C/1p7/1np2p1r1/4K4 w - - 0 1", 7),
    ("2b1k1b2/3Ra4/2r2a2r/6R2/4P4/7C1/9/9/4p4/5K3 w - - 0 1", 7),
    ("9/9/R2ak1P2/2rN5/9/9/1C7/4rn3/3K5/9 w - - 0 1", 7),
    ("3k1a3/nPR1a4/2Nr5/9/9/9/9/9/5r3/2c1K4 w - - 0 1", 7),
    ("r4k3/4a1P2/1n3a3/4N4/9/9/9/4C4/4p4/2BK5 w - - 0 1", 7),
    ("3ak4/3RaP1N1/5c1Cc/9/1rb6/9/9/5C3/1p2r1p2/3K5 w - - 0 1", 7),
    ("2bak1C2/3caP3/4b4/3N1Cn2/9/9/9/8n/4p4/5K3 w - - 0 1", 7),
    ("4C4/4P4/3k5/9/6b2/9/9/9/9/4K4 w - - 0 1", 7),
    ("5k3/3Cc1P1r/2c2N3/9/9/9/9/9/3p2r2/3CKR3 w - - 0 1", 9),
    ("3ak3r/4a1R2/b1C1bc3/1N2C3N/9/3p5/2n6/3K5/9/r8 w - - 0 1", 9),
    ("3ack3/1NR1a1P2/3n2R2/9/2C6/9/9/9/1r2p2r1/3K5 w - - 0 1", 9),
    ("c2a1k3/3Ra4/4c1P2/7R1/9/9/9/1C2B4/1r7/2BK5 w - - 0 1", 9),
    ("2b1ka3/1R2a1P2/4b4/5R2C/4N4/4n4/9/4p4/1r5r1/4K4 w - - 0 1", 9),
    ("2b1ka3/3Pa4/4b1c2/6RC1/3R2c2/8C/9/2n6/3p3r1/4K4 w - - 0 1", 9),
    ("4ka3/3RaP1n1/6R2/9/4P4/6C2/9/9/2rrp4/c4K3 w - - 0 1", 9),
    ("2b6/1C2k4/n3bR3/6N2/9/9/9/1R7/3p2rr1/1C2K3c w - - 0 1", 9),
    ("2ba1kb2/1P2a1R2/3cnrN2/C8/9/9/9/9/4p4/3K5 w - - 0 1", 9),
    ("4k1b2/4aPN2/5a3/9/N8/6C2/4c4/9/2nr1p3/4K4 w - - 0 1", 9),
    ("2b2a3/C3a4/3kb4/9/9/5RN2/9/1C7/r2r1p3/4K4 w - - 0 1", 9),
    ("6c2/5k3/1N2b4/4C4/2b2C3/3R5/9/6n2/7r1/4K3c w - - 0 1", 9),
    ("3C1a1c1/9/C2kbN3/4P4/9/9/9/9/r4p3/4K4 w - - 0 1", 9),
    ("3ak1b1r/4a2Pn/4b4/4C4/9/9/cR7/n8/4A1p2/3AKC3 w - - 0 1", 9),
    ("3ak4/1C2aR3/2n1c4/7N1/9/7R1/9/4C4/4A1rnr/3AK3c w - - 0 1", 9),
    ("3ak4/4aR3/n3N4/4P4/2b6/8C/4c4/N3B1n2/1r2A4/3RKAr2 w - - 0 1", 9),
    ("6b2/9/3k5/4P1N2/2b6/9/9/9/3p2p2/4K4 w - - 0 1", 9),
    ("5k3/4a4/3a5/9/9/9/9/3K5/4C4/5C3 w - - 0 1", 9),
];

fn mate(fen: &str, algorithm: Algorithm, depth: u32) -> (String, u64) {
    let start = xiangqi("");
    let mut session = session(start, &Params::defaults(&Xiangqi::INFO));
    session.set(fen).unwrap();
    let plan = Plan { algorithm, limits: Limits::depth(depth), ..Plan::default() };
    let analysis = session.search(&plan, &Stop::new(), &mut |_| {}).unwrap();
    (analysis.score.to_string(), analysis.nodes)
}

/// So many of the endings, the shortest first, take no time.
const QUICK: usize = 5;

fn check_mates(mates: &[(&str, u32)]) {
    for &(fen, plies) in mates {
        let (score, nodes) = mate(fen, Algorithm::Pvs, plies);
        println!("{plies} plies, {nodes} nodes: {fen}");
        assert_eq!(score, format!("win in {plies}"), "{fen}");
        // One ply less must not do.
        if plies < 9 {
            assert!(!mate(fen, Algorithm::Pvs, plies - 2).0.contains("win"), "{fen}");
        }
    }
}

#[test]
fn mates_in_one_and_two() {
    for (fen, plies) in [
        ("3k5/R8/1R7/9/9/9/9/9/9/4K4 w", 1),
        // The soldier's step leaves the general no move: stalemate wins as well.
        ("3k5/9/4P4/9/9/9/9/9/9/4K4 w", 1),
        ("4k4/9/9/9/9/9/9/R8/1R7/3K5 w", 3),
    ] {
        for algorithm in [Algorithm::Pvs, Algorithm::Solve] {
            let (score, _) = mate(fen, algorithm, 3);
            assert_eq!(score, format!("win in {plies}"), "{fen}");
        }
    }
}

#[test]
fn composed_endings_have_their_known_length() {
    check_mates(&MATES[..QUICK]);
}

#[test]
#[ignore = "slow"]
fn longer_endings_have_their_known_length() {
    check_mates(&MATES[QUICK..]);
}
