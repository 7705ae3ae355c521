//! Before a long exact search: passes of few plies by evaluation, which leave good moves in the
//! table and say what to ask first.

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::Observer;
use crate::position::Position;
use crate::root::Root;
use crate::score::Score;

/// Passes at each depth at most.
const PASSES: u32 = 5;
/// As near as this is near enough.
const NEAR: i32 = Score::UNIT;

/// What the exact value probably is.
pub(super) fn guess<P: Position, E: Evaluator<P>, O: Observer<P>>(
    root: &mut Root<'_, P, E, O>,
) -> Result<Score, Stopped> {
    let (position, evaluator) = root.root();
    let (guess, plies) = (evaluator.guess(position), evaluator.rehearsal(position));
    if plies == 0 {
        return Ok(guess);
    }
    root.rehearse(true);
    let found = deepen(root, guess, plies);
    root.rehearse(false);
    found
}

/// Deepens by two plies up to the depth asked for.
fn deepen<P: Position, E: Evaluator<P>, O: Observer<P>>(
    root: &mut Root<'_, P, E, O>,
    mut guess: Score,
    plies: u32,
) -> Result<Score, Stopped> {
    let mut depth = 2 - plies % 2;
    while depth <= plies {
        guess = near(root, guess, depth)?;
        depth += 2;
    }
    Ok(guess)
}

/// The value at a depth, about: null windows move towards it as in MTD(f).
fn near<P: Position, E: Evaluator<P>, O: Observer<P>>(
    root: &mut Root<'_, P, E, O>,
    mut guess: Score,
    depth: u32,
) -> Result<Score, Stopped> {
    let (mut least, mut most) = (-Score::INFINITY, Score::INFINITY);
    let mut beta = guess;
    for _ in 0..PASSES {
        let passed = root.pass(depth, beta.previous(), beta)?;
        root.sort();
        guess = passed.score;
        if guess >= beta {
            least = least.max(guess);
            beta = guess.next();
        } else {
            most = most.min(guess);
            beta = guess;
        }
        if least.offset(NEAR) >= most {
            break;
        }
    }
    Ok(guess)
}
