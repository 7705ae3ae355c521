//! The bracket of what the root may be worth, and the questions that narrow it.

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::observer::Observer;
use crate::position::Position;
use crate::root::{Passed, Root};
use crate::score::{Bound, Score};

use super::rehearsal;

/// Narrows the bracket by null-window passes until one value is left, and settles it. Every bound
/// found on the way is announced.
pub(super) fn close<P: Position, E: Evaluator<P>, O: Observer<P>>(
    root: &mut Root<'_, P, E, O>,
    depth: u32,
) -> Result<(), Stopped> {
    if root.lines > 1 {
        return root.pass(depth, -Score::INFINITY, Score::INFINITY).map(|_| ());
    }
    let guess = rehearsal::guess(root)?;
    let mut bracket = Bracket::around(root, depth);
    let mut beta = bracket.first(root, guess);
    let mut winner_known = false;
    loop {
        let passed = root.pass(depth, beta.previous(), beta)?;
        let bound = bracket.narrow(passed, beta);
        if let Some(settled) = bracket.settled(root) {
            root.settle(settled, depth);
            return Ok(());
        }
        // Who wins is worth more than how soon.
        let tells_winner = match bound {
            Bound::Lower => passed.score > Score::DRAW,
            _ => passed.score < Score::DRAW,
        };
        if tells_winner || !winner_known {
            root.claim(passed, bound, depth);
        } else {
            root.announce(bound, depth);
        }
        winner_known |= tells_winner;
        beta = bracket.question(root);
    }
}

/// What the value may be, all of it counted from the root.
struct Bracket {
    /// The value is at least this.
    least: Score,
    /// The value is at most this.
    most: Score,
    /// The pass that proved `least`, with the move that reaches it.
    reached: Option<Passed>,
    /// All that the upper bound rests on follows from the rules alone.
    proven: bool,
    /// A game decided by a win or a loss is over after so many plies.
    reach: i64,
    by_margin: bool,
}

impl Bracket {
    /// What is proven of the root without a search.
    fn around<P: Position, E: Evaluator<P>, O: Observer<P>>(
        root: &mut Root<'_, P, E, O>,
        depth: u32,
    ) -> Bracket {
        let (position, evaluator) = root.root();
        let reach = evaluator.plies_left(position).min(depth);
        let (mut least, mut most) = evaluator.bounds(position);
        if !E::BY_MARGIN {
            least = least.max(Score::loss_in(0));
            most = most.min(Score::win_in(0));
        }
        let (reached, by_margin) = (None, E::BY_MARGIN);
        Bracket { least, most, reached, proven: true, reach: i64::from(reach), by_margin }
    }

    /// Takes in what a pass with the window just below `beta` found; how its score is meant.
    fn narrow(&mut self, passed: Passed, beta: Score) -> Bound {
        if passed.score >= beta {
            self.least = self.least.max(passed.score);
            self.reached = Some(passed);
            Bound::Lower
        } else {
            self.most = self.most.min(passed.score);
            self.proven &= passed.proven;
            if self.most < self.least {
                // The evaluator's word and the rules disagree: the search has the last one.
                (self.least, self.reached) = (self.most, Some(passed));
            }
            Bound::Upper
        }
    }

    /// The pass that found the value, once no other is possible.
    fn settled<P: Position, E: Evaluator<P>, O: Observer<P>>(
        &self,
        root: &mut Root<'_, P, E, O>,
    ) -> Option<Passed> {
        let reached = self.reached?;
        let (position, evaluator) = root.root();
        let next = evaluator.attainable(position, self.least.next());
        let proven = reached.proven && self.proven;
        (next > self.most).then_some(Passed { proven, ..reached })
    }

    /// The first question, "at least so much?".
    fn first<P: Position, E: Evaluator<P>, O: Observer<P>>(
        &self,
        root: &mut Root<'_, P, E, O>,
        guess: Score,
    ) -> Score {
        if !self.by_margin {
            return self.question(root);
        }
        let (position, evaluator) = root.root();
        let guess = guess.clamp(self.least, self.most);
        evaluator.attainable(position, guess).min(self.most)
    }

    /// The next question: a value above `least`, or that itself while no move is known to reach it.
    /// A margin is approached step by step from what was found last, a win or loss by halves.
    fn question<P: Position, E: Evaluator<P>, O: Observer<P>>(
        &self,
        root: &mut Root<'_, P, E, O>,
    ) -> Score {
        let (position, evaluator) = root.root();
        let above = evaluator.attainable(position, self.least.next());
        if above > self.most {
            return self.least;
        }
        let wish = match (self.by_margin, self.reached) {
            (true, Some(_)) => above,
            (true, None) => evaluator.attainable(position, self.most),
            (false, _) => evaluator.attainable(position, self.middle()),
        };
        if wish > self.most { above } else { wish.max(above) }
    }

    /// Half-way, but rather towards a draw: slow wins are more work to find than quick ones
    /// (Pascal Pons, "Solving Connect Four", part 8).
    fn middle(&self) -> Score {
        let (low, high) = (self.steps(self.least), self.steps(self.most));
        let half = low + (high - low) / 2;
        let nearer = if half <= 0 && low / 2 < half {
            low / 2
        } else if half >= 0 && high / 2 > half {
            high / 2
        } else {
            half
        };
        self.score(nearer + 1)
    }

    /// Values by win and loss on a scale from the quickest loss up: 0 for a draw.
    fn steps(&self, score: Score) -> i64 {
        let steps = |plies: u32| (self.reach + 1 - i64::from(plies)).max(1);
        match score.distance() {
            Some(plies) if score > Score::DRAW => steps(plies),
            Some(plies) => -steps(plies),
            None => 0,
        }
    }

    /// The inverse.
    fn score(&self, steps: i64) -> Score {
        let plies = |steps: i64| (self.reach + 1 - steps).max(0) as u32;
        match steps {
            0 => Score::DRAW,
            1.. => Score::win_in(plies(steps)),
            _ => Score::loss_in(plies(-steps)),
        }
    }
}
