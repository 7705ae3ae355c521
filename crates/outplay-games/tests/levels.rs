//! Playing levels on real games.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use outplay::{Level, Outcome, Plan, Player, Session, Stop, choose, open};
use outplay_games::ALL;

/// Plays every game in which `side` answers by this level and the other side does anything.
fn every_game(
    session: &mut dyn Session,
    side: Player,
    level: Level,
    result: &mut dyn FnMut(&dyn Session),
) {
    if session.outcome().is_some() {
        result(session);
        return;
    }
    let moves = if session.turn() == Some(side) {
        vec![
            choose(session, level, &Plan { seed: 7, ..Plan::default() }, &Stop::new())
                .unwrap()
                .best,
        ]
    } else {
        session.legal()
    };
    for m in moves {
        session.play(&m).unwrap();
        every_game(session, side, level, result);
        session.undo();
    }
}

#[test]
fn the_strongest_level_never_loses_tic_tac_toe() {
    for side in [Player::First, Player::Second] {
        let (mut games, mut wins) = (0, 0);
        let mut session = open(ALL, "tictactoe").unwrap();
        every_game(session.as_mut(), side, Level::STRONGEST, &mut |session| {
            games += 1;
            wins += u32::from(session.outcome() == Some(Outcome::Win(side)));
            let lost = session.outcome() == Some(Outcome::Win(!side));
            assert!(!lost, "lost as {side}: {:?}", session.history());
        });
        assert!(games > 50 && wins > 40, "as {side}: {wins} wins in {games} games");
    }
}

/// Games won less games lost by the `strong` level against the `weak` one, each with both sides.
fn lead(game: &str, strong: u8, weak: u8, seeds: u64) -> i32 {
    let mut lead = 0;
    for seed in 0..seeds {
        for side in [Player::First, Player::Second] {
            let mut session = open(ALL, game).unwrap();
            while let Some(turn) = session.turn() {
                let level = Level::new(if turn == side { strong } else { weak }).unwrap();
                let choice = choose(
                    session.as_mut(),
                    level,
                    &Plan { seed, ..Plan::default() },
                    &Stop::new(),
                )
                .unwrap();
                session.play(&choice.best).unwrap();
            }
            lead += match session.outcome() {
                Some(Outcome::Win(winner)) if winner == side => 1,
                Some(Outcome::Win(_)) => -1,
                _ => 0,
            };
        }
    }
    lead
}

#[test]
fn stronger_levels_win_more() {
    for (game, strong, weak) in
        [("connect4", 5, 1), ("kalah", 8, 2), ("mnk(width=6,height=6,k=4)", 6, 1)]
    {
        let lead = lead(game, strong, weak, 8);
        assert!(lead >= 8, "{game}: level {strong} is {lead} of 16 ahead of level {weak}");
    }
}
