//! The evaluator and exchanges.

use outplay::{Evaluator, Game, Position, Random, Score};

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
