use outplay::{Evaluator, Random, Scope};

use super::super::Class;
use super::super::promising::{MOST_PROMISING, against_open_fours};
use super::*;

/// A position from random crowded play, with as many stones.
fn crowded(kind: &str, stones: u32, random: &mut Random) -> Option<Gomoku> {
    let mut position = game(kind);
    while position.stones() < stones && position.outcome().is_none() {
        position.play(crowded_move(&position, random));
    }
    position.outcome().is_none().then_some(position)
}

/// Whether the side to move makes five within three plies, whatever the other does: looked up move
/// by move, with nothing left out.
fn wins_within_three(position: &Gomoku) -> bool {
    moves(position).into_iter().any(|attack| {
        let mut attacked = position.clone();
        attacked.play(attack);
        let answers = moves(&attacked);
        attacked.winner.is_some()
            || answers.into_iter().all(|answer| {
                let mut answered = attacked.clone();
                answered.play(answer);
                let five = |m: Move| {
                    let mut after = answered.clone();
                    after.play(m);
                    after.winner == Some(position.next)
                };
                answered.winner.is_none() && moves(&answered).into_iter().any(five)
            })
    })
}

/// Moves that are left out as proven lose within four plies, and those kept are legal and told once.
#[test]
fn what_is_left_out_as_proven_loses() {
    let mut cases = [0; 3];
    for (kind, seed) in
        ["size=7", "size=7,rule=standard", "size=7,rule=renju", "size=7,rule=caro"].iter().zip(1..)
    {
        let mut random = Random::new(seed);
        for _ in 0..120 {
            let stones = 8 + random.below(12) as u32;
            let Some(position) = crowded(kind, stones, &mut random) else { continue };
            let mut kept = vec![];
            let scope = position.evaluator().promising(&position, &mut kept);
            let legal = moves(&position);
            assert!(kept.iter().all(|m| legal.contains(m)), "{position}: {kept:?}");
            assert!((1..kept.len()).all(|at| !kept[..at].contains(&kept[at])), "{kept:?}");
            assert_eq!(kept.is_empty(), scope == Scope::Legal, "{position}");
            cases[scope as usize] += 1;
            let wins = kept.iter().any(|&m| {
                let mut after = position.clone();
                after.play(m);
                after.winner.is_some()
            });
            let ahead = !position.set(position.next, Class::OpenFour).is_empty();
            let unmet = position.set(position.next.other(), Class::Five).is_empty();
            if scope != Scope::Proven || wins || ahead && unmet {
                continue;
            }
            for m in legal.into_iter().filter(|m| !kept.contains(m)) {
                let mut after = position.clone();
                after.play(m);
                assert!(wins_within_three(&after), "{position}: {}", position.write(m));
            }
        }
    }
    assert!(cases[1..].iter().all(|&count| count > 50), "{cases:?}");
}

/// An open three is met at its ends, or by a four of one's own.
#[test]
fn answers_to_an_open_three() {
    let position = game("").parse("h8a1i8a15j8").unwrap();
    let cells = against_open_fours(&position).cells();
    let mut names: Vec<_> = cells.map(|cell| position.write(Move::to(cell))).collect();
    names.sort_unstable();
    assert_eq!(names, ["f8", "g8", "k8", "l8"]);
    // White has three in a row on the edge: its fours come into question as well.
    let position = game("").parse("h8a1i8a2j8a3").unwrap();
    let mut passed = position.clone();
    passed.next = passed.next.other();
    let cells = against_open_fours(&passed);
    assert!(["a4", "a5"].iter().all(|name| {
        let cell = passed.read(name).unwrap().cell().unwrap();
        cells.has(cell)
    }));
}

/// In quiet positions the best by their shapes near the stones, not more than so many.
#[test]
fn few_moves_are_promising() {
    let mut random = Random::new(4);
    let mut guesses = 0;
    for _ in 0..40 {
        let Some(position) = crowded("", 20, &mut random) else { continue };
        let mut kept = vec![];
        let scope = position.evaluator().promising(&position, &mut kept);
        if scope == Scope::Guess {
            guesses += 1;
            assert!(kept.len() <= MOST_PROMISING);
            let promise = |m: &Move| position.promise(m.cell().unwrap());
            let least = kept.iter().map(promise).min().unwrap();
            let left = moves(&position).into_iter().filter(|m| !kept.contains(m));
            let better = left.filter(|m| promise(m) > least).count();
            // Those far from every stone are not even compared.
            assert_eq!(better, 0, "{position}");
        }
    }
    assert!(guesses > 3, "{guesses}");
}
