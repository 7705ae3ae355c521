//! The evaluator and exchanges.

use outplay::{Evaluator, Game, Player, Position, Random, Score};

use super::super::board::{Board, Kind, Move};
use super::super::weights;
use super::*;
use crate::testing::random_play;
use crate::tuning::Tuned;
use crate::word::Word;

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

/// Checks are told without making the move.
#[test]
fn moves_that_give_check_are_known() {
    let mut checks = 0;
    for seed in 0..40 {
        random_play(&Xiangqi::default(), seed, |position| {
            let mut moves = vec![];
            position.moves(&mut moves);
            for m in moves {
                let mut after = position.clone();
                after.play(m);
                let gives = position.evaluator().threatens(position, m);
                assert_eq!(gives, after.in_check(), "{position} {m:?}");
                checks += u32::from(gives);
            }
        });
    }
    assert!(checks > 1000, "{checks}");
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

/// What an exchange gains, found by asking whether it pays.
fn exchange(position: &Xiangqi, m: Move) -> i32 {
    let worth = |kind: Option<(Player, Kind)>| kind.map_or(0, |(_, kind)| weights::value(kind));
    let most = worth(position.board.piece(m.to() as u8).get());
    let (mut low, mut high) = (most - 20_000, most);
    while low < high {
        let middle = low + (high - low + 1) / 2;
        if position.board.pays(m, middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

#[test]
fn exchanges() {
    let exchange = |fen: &str, text: &str| exchange(&at(fen), at(fen).read(text).unwrap());
    // A free piece, a protected one, and one protected by a cannon behind the capturer's screen.
    assert_eq!(exchange("3k5/9/9/9/4n4/9/9/9/9/4RK3 w", "e0e5"), 430);
    assert_eq!(exchange("3k5/9/9/4p4/4n4/9/9/9/9/4RK3 w", "e0e5"), 430 - 960);
    assert_eq!(exchange("3kr4/9/9/9/4n4/9/4R4/9/9/4RK3 w", "e3e5"), 430);
    // The cannon needs a screen: with it the horse is protected.
    assert_eq!(exchange("4k4/9/9/9/c1p1r4/9/9/9/9/4RK3 w", "e0e5"), 0);
    assert_eq!(exchange("4k4/9/9/9/c3r4/9/9/9/9/4RK3 w", "e0e5"), 960);
    // A quiet move into an attack loses the piece, one that is protected there its difference.
    assert_eq!(exchange("3k5/9/9/4p4/9/9/9/9/9/4RK3 w", "e0e5"), -960);
    assert_eq!(exchange("3k5/9/4r4/9/9/9/9/4N4/9/4RK3 w", "e2f4"), 0);
    // A general takes only what is not protected.
    assert_eq!(exchange("4k4/4a4/9/9/9/9/9/9/4R4/5K3 w", "e1e8"), 200 - 960);
    assert_eq!(exchange("4k4/4a4/9/9/9/9/9/4R4/4R4/5K3 w", "e2e8"), 200);
}

/// Plain exchange evaluation: each side in turn takes with its cheapest piece, or stops.
fn plain_exchange(board: &mut Board, side: Player, m: Move) -> i32 {
    let taken = board.piece(m.to).get().map_or(0, |(_, kind)| weights::value(kind));
    let captured = board.play(m);
    let sources = board.attackers(m.to, board.occupied()) & board.side(!side);
    let cheapest = sources.cells().min_by_key(|&from| {
        let kind = board.piece(from as u8).kind();
        // As the evaluator breaks ties.
        let order = [Kind::Soldier, Kind::Advisor, Kind::Elephant, Kind::Horse];
        (weights::value(kind), order.iter().position(|&other| other == kind), from)
    });
    let back = cheapest
        .map_or(0, |from| plain_exchange(board, !side, Move { from: from as u8, to: m.to }).max(0));
    board.undo(m, captured);
    taken - back
}

#[test]
fn exchanges_are_as_the_plain_ones() {
    let mut compared = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut position = Xiangqi::default();
        for _ in 0..120 {
            let mut moves = vec![];
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            for &m in &moves {
                let plain = plain_exchange(&mut position.board.clone(), position.turn(), m);
                assert_eq!(exchange(&position, m), plain, "{position} {}", position.write(m));
                compared += usize::from(plain != 0);
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
    assert!(compared > 10_000);
}

#[test]
fn captures_are_noisy_and_ranked_by_victim() {
    let position = at("3k5/9/9/4p4/4n4/9/9/1c7/9/1R2RK3 w");
    let evaluator = position.evaluator();
    let rank = |text: &str| evaluator.rank(&position, position.read(text).unwrap());
    assert!(rank("b0b2") > rank("b0b1"));
    assert!(rank("e0e5") > rank("b0b1") && rank("b0b1") == 0);
    let mut noisy = vec![];
    evaluator.noisy(&position, &mut noisy);
    let noisy: Vec<_> = noisy.iter().map(|&m| position.write(m)).collect();
    assert_eq!(noisy, ["b0b2", "e0e5"]);
    assert!(!evaluator.urgent(&position));

    let check = at("3k5/9/9/4p4/4n4/9/9/5r3/9/1R2RK3 w");
    assert!(check.evaluator().urgent(&check));
    let (mut noisy, mut legal) = (vec![], vec![]);
    check.evaluator().noisy(&check, &mut noisy);
    check.moves(&mut legal);
    assert_eq!(noisy, legal);
}

#[test]
fn passing_changes_the_side_only() {
    let position = Xiangqi::default();
    let passed = position.evaluator().pass(&position).unwrap();
    assert_eq!(passed.turn(), Player::Second);
    assert_eq!(passed.board, position.board);
    // In check, and with nothing but soldiers and guards.
    for fen in ["3k5/9/9/9/9/9/9/5r3/9/1R3K3 w", "3k5/9/9/4p4/9/4P4/9/9/9/3AK4 w"] {
        assert!(at(fen).evaluator().pass(&at(fen)).is_none(), "{fen}");
    }
}

/// The tuner's account of a position and the evaluation are the same.
#[test]
fn traces_are_the_evaluation() {
    let weights: Vec<[f64; 2]> = Xiangqi::weights().into_iter().map(|w| w.values).collect();
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut position = Xiangqi::default();
        for _ in 0..150 {
            let value = f64::from(position.evaluator().evaluate(&position).hundredths());
            let traced = position.trace().value(&weights);
            assert!((value - traced).abs() <= 1.5, "{position}: {value} {traced}");
            let mut moves = vec![];
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
}
