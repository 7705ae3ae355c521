//! `solve`: the exact value, or the strongest claim reached.

use std::io::Write;

use outplay::{Algorithm, Analysis, Bound, Session};

use super::analyze::summary;
use super::{Context, limits, plan};
use crate::args::SolveArgs;
use crate::board;
use crate::failure::Result;
use crate::format;
use crate::words;

pub(super) fn run(args: &SolveArgs, context: &mut Context<'_>) -> Result {
    let mut session = board::open(context.games, &args.board)?;
    let plan = plan(Algorithm::Solve, limits(args.limits), args.engine);
    let analysis = context.search(session.as_mut(), &plan)?;
    if context.screen.json {
        return context.screen.document(&analysis);
    }
    context.draw(session.as_ref())?;
    match session.outcome() {
        Some(outcome) => {
            let result = words::result(session.as_ref(), outcome);
            writeln!(context.screen, "The game is over: {result}.")?;
        }
        None => {
            let claim = claim(session.as_ref(), &analysis);
            writeln!(context.screen, "{}\n", context.screen.strong(&claim))?;
            let spelled = context.spelled(session.as_ref(), &analysis);
            summary(session.as_ref(), &spelled, context)?;
        }
    }
    context.screen.flush()?;
    Ok(())
}

/// The result in a sentence, who wins counted as first and second player of the game.
fn claim(session: &dyn Session, analysis: &Analysis) -> String {
    let (info, score) = (session.info(), &analysis.score);
    let mover = words::player(analysis.turn.unwrap_or(0));
    let side = |player: outplay::Player| {
        let (name, number) = (words::name(info, player), player.to_string());
        if name == number {
            format!("The {number} player")
        } else {
            format!("The {number} player ({name})")
        }
    };
    let plies = format::plies(score.score.distance().unwrap_or(0));
    match (score.kind(), score.bound, score.proven) {
        (_, _, false) if analysis.depth == 0 => {
            let guess = words::verdict(info, mover, score);
            format!("Nothing is proven yet; the evaluator says: {guess}.")
        }
        (_, _, false) => format!("Not solved. So far: {}.", words::verdict(info, mover, score)),
        ("win", Bound::Exact, _) => format!("{} wins in {plies}.", side(mover)),
        ("win", Bound::Lower, _) => format!("{} wins, in {plies} at most.", side(mover)),
        ("loss", Bound::Exact, _) => format!("{} wins in {plies}.", side(!mover)),
        ("loss", Bound::Upper, _) => format!("{} wins, in {plies} at most.", side(!mover)),
        ("draw", Bound::Exact, _) => "A draw.".to_owned(),
        (_, Bound::Exact, _) => format!("Solved: {}.", words::verdict(info, mover, score)),
        _ => format!("Not solved, but proven: {}.", words::verdict(info, mover, score)),
    }
}
