//! What the tests of several games do.

use core::fmt::Debug;

use outplay::{Evaluator, Game, Limits, Line, Random, Score, Shared, Table, minimax};

/// Visits the positions of a random game, the finished one last, and takes everything back.
pub(crate) fn random_play<G: Game + PartialEq + Debug>(
    start: &G,
    seed: u64,
    mut visit: impl FnMut(&G),
) {
    let mut random = Random::new(seed);
    let (mut position, mut played) = (start.clone(), vec![]);
    loop {
        visit(&position);
        let mut moves = vec![];
        position.moves(&mut moves);
        assert_eq!(moves.is_empty(), position.outcome().is_some());
        if moves.is_empty() {
            break;
        }
        let m = moves[random.below(moves.len())];
        let before = position.clone();
        let undo = position.play(m);
        played.push((before, m, undo));
    }
    for (before, m, undo) in played.into_iter().rev() {
        position.undo(m, undo);
        assert_eq!(position, before);
    }
}

/// The value for the side to move by the definition.
pub(crate) fn value<G: Game>(position: &G) -> Score {
    let table = Table::none();
    let shared = Shared::new(Limits::default(), &table);
    let line = Line::new(position.clone());
    minimax(&line, &position.evaluator(), &mut (), &shared).value.score
}

/// The value of a move for who makes it, in a game where the turn alternates.
pub(crate) fn after<G: Game>(position: &G, m: G::Move) -> Score {
    let mut child = position.clone();
    child.play(m);
    let value = value(&child);
    // One ply further away.
    match value.distance() {
        Some(plies) if value > Score::DRAW => Score::loss_in(plies + 1),
        Some(plies) => Score::win_in(plies + 1),
        None => -value,
    }
}

/// What the solver is told about an unfinished position holds against the definition.
pub(crate) fn hooks_are_sound<G: Game>(position: &G) {
    let (mut evaluator, value) = (position.evaluator(), value(position));
    evaluator.reset(position);
    let (least, most) = evaluator.bounds(position);
    assert!(least <= value && value <= most, "{position}: {least} {value} {most}");
    for alpha in [value.previous(), value, -Score::INFINITY, Score::DRAW] {
        for beta in [value, value.next(), Score::DRAW, Score::INFINITY] {
            let (least, most) = evaluator.prove(position, alpha, beta);
            assert!(least <= value && value <= most, "{position}: {least} {value} {most}");
        }
    }
    assert_eq!(evaluator.attainable(position, value), value, "{position}");
    let below = evaluator.attainable(position, value.previous());
    assert!(below <= value, "{position}: nothing up to {below}, but {value}");
    let (mut candidates, mut legal) = (vec![], vec![]);
    evaluator.candidates(position, &mut candidates);
    position.moves(&mut legal);
    assert!(candidates.iter().all(|m| legal.contains(m)), "{position}: {candidates:?}");
    let kept = candidates.iter().map(|&m| after(position, m)).max();
    assert_eq!(kept, Some(value), "{position}: {candidates:?}");
    if let Some(m) = evaluator.forced(position) {
        assert!(legal.contains(&m), "{position}: {m:?}");
        assert_eq!(after(position, m), value, "{position}: {m:?}");
    }
}
