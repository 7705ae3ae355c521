//! What a game knows beyond its rules: evaluation, move ordering, proven bounds.

use crate::forecast::Forecast;
use crate::position::{Outcome, Position};
use crate::score::Score;

/// What is known of the moves that an evaluator did not call
/// [promising](Evaluator::promising).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Nothing: no move was appended, and all legal ones are to be looked at.
    Legal,
    /// They are thought to be worse. A guess: they are looked at if all the promising ones lose.
    Guess,
    /// They are proven to be no better than some promising one, of which there is at least one.
    Proven,
}

/// Judges positions, and lends the searches whatever else is known about the game.
///
/// Only [`evaluate`](Evaluator::evaluate) is required; every hook has a default that does nothing
/// and vanishes when compiled. Any function from a position to a score (or to a number of units)
/// is an evaluator.
///
/// All scores are for the side to move, and are counted from the position itself: a win in 3 is
/// three plies from there.
pub trait Evaluator<P: Position>: Clone + Send {
    /// The game is played for a margin: [`terminal`](Evaluator::terminal) gives points, and a
    /// proven score is shown as a number of points.
    const BY_MARGIN: bool = false;
    /// The transposition table is asked from this many plies before the horizon on. Just before it
    /// a look-up costs more than a cheap evaluation; a game with a slow one says 1. The same goes for
    /// what `pvs` learns about moves, but for [selective](Evaluator::SELECTIVE) games. The exact
    /// solver asks the table everywhere.
    const TABLE_DEPTH: u32 = 2;

    /// Positions that share a [canonical key](Evaluator::canonical_key) have the same
    /// [evaluation](Evaluator::evaluate) too: `pvs` keeps one entry of its table for all of them.
    const SYMMETRIC: bool = false;

    /// The selective search may leave out what looks hopeless in this game: see
    /// [`Feature`](crate::Feature). Its [`rank`](Evaluator::rank) is then 0 for quiet moves, more
    /// for noisy ones that may win something, less for moves that hardly anybody would play.
    const SELECTIVE: bool = false;
    /// In a selective game, what one quiet move seldom gains, in hundredths of a unit.
    const SWING: i32 = 100;
    /// In a selective game, moves of a [`rank`](Evaluator::rank) from 0 up to this are quiet.
    const QUIET: i32 = 0;

    /// Rows in the history tables: every [`slot`](Evaluator::slot) is below this, at least 1. Small
    /// tables stay in the processor's cache.
    const SLOTS: usize = 1 << 12;

    /// The game has [forecasts](Evaluator::forecast).
    const FORECASTS: bool = false;

    /// The exact solver neither asks nor fills its table where fewer [plies are
    /// left](Evaluator::plies_left) than this: there a look-up costs more than it saves.
    const SOLVE_TABLE_PLIES: u32 = 0;
    /// The exact solver looks at all moves before it searches one: what [`bounds`](Evaluator::bounds),
    /// [`forced`](Evaluator::forced) moves and [`prove`](Evaluator::prove) settle needs no node.
    const SOLVE_LOOKS: bool = false;
    /// Where at least so many plies are left, the exact solver asks its table about all moves before
    /// it searches one (an enhanced transposition cut-off). `u32::MAX`: never.
    const SOLVE_PROBE_PLIES: u32 = u32::MAX;
    /// The exact solver orders moves of equal [`solve_rank`](Evaluator::solve_rank) by killers and
    /// history. Without, a node is cheaper.
    const SOLVE_LEARNS: bool = true;

    // Required.

    /// An estimate of an unfinished position for the side to move, more exactly in hundredths of
    /// whatever unit the game counts in. Clamped to the range of estimates by the searches.
    fn evaluate(&mut self, position: &P) -> Score;

    // Optional.

    /// The value of a finished game for the side to move. `ply` is its distance from the root:
    /// wins are worth more the sooner they come. Games by margin override it, and ignore `ply`.
    #[inline]
    fn terminal(&self, position: &P, outcome: Outcome, ply: u32) -> Score {
        match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(winner) if winner == position.turn() => Score::win_in(ply),
            Outcome::Win(_) => Score::loss_in(ply),
        }
    }

    /// A search starts at `root`: forget what was accumulated.
    #[inline]
    fn reset(&mut self, root: &P) {
        let _ = root;
    }

    /// `m` is about to be played in `before`: update what is kept incrementally.
    #[inline]
    fn push(&mut self, before: &P, m: P::Move) {
        let _ = (before, m);
    }

    /// The move pushed last was taken back.
    #[inline]
    fn pop(&mut self) {}

    /// How promising a move looks, larger first. Moves of equal rank keep their order.
    #[inline]
    fn rank(&self, position: &P, m: P::Move) -> i32 {
        let _ = (position, m);
        0
    }

    /// The row of `m` in the history tables: moves that are alike in different positions share
    /// one. Taken modulo [`SLOTS`](Evaluator::SLOTS). A good answer orders quiet moves by
    /// experience.
    #[inline]
    fn slot(&self, position: &P, m: P::Move) -> usize {
        let _ = (position, m);
        0
    }

    /// Appends the moves that are too noisy to evaluate in front of, such as captures. The
    /// quiescence search looks at them, and lets the side to move stand pat instead.
    #[inline]
    fn noisy(&self, position: &P, out: &mut Vec<P::Move>) {
        let _ = (position, out);
    }

    /// Standing pat is no choice here: in check, say. [`noisy`](Evaluator::noisy) then gives every
    /// move that does not lose at once, and at least one.
    #[inline]
    fn urgent(&self, position: &P) -> bool {
        let _ = position;
        false
    }

    /// Whether a legal move makes the opponent's position [urgent](Evaluator::urgent): gives check,
    /// say. Selective searches look at such moves where they would leave out others.
    #[inline]
    fn threatens(&self, position: &P, m: P::Move) -> bool {
        let _ = (position, m);
        false
    }

    /// The position after a null move, in which the side to move does nothing; `None` where that
    /// is not possible, or may well be the best that could be done (zugzwang).
    #[inline]
    fn pass(&self, position: &P) -> Option<P> {
        let _ = position;
        None
    }

    /// Whether a noisy or quiet move gains at least so many hundredths of a unit by the exchanges that
    /// follow it at once (a negative number: loses no more). In selective games noisy moves that do
    /// not even pay nothing are tried last, and quiescence leaves them out.
    #[inline]
    fn pays(&self, position: &P, m: P::Move, least: i32) -> bool {
        let _ = (position, m, least);
        true
    }

    /// A key of what makes evaluations of different positions go wrong alike, such as the pawns of
    /// chess. `None`: nothing of the kind is known.
    #[inline]
    fn structure(&self, position: &P) -> Option<u64> {
        let _ = position;
        None
    }

    /// A win of the side to move that the game's own threat search has proven: it takes at most so
    /// many plies. Asked before a position at the horizon is evaluated.
    #[inline]
    fn forced_win(&mut self, position: &P) -> Option<u32> {
        let _ = position;
        None
    }

    /// Appends the moves that the selective search looks at in place of all legal ones, in a fixed
    /// order, and says what is known of the others. For games with far more moves than ones that
    /// matter, in positions that may be finished: then, as by default, [`Scope::Legal`].
    #[inline]
    fn promising(&mut self, position: &P, out: &mut Vec<P::Move>) -> Scope {
        let _ = (position, out);
        Scope::Legal
    }

    /// The selective search looks at so many moves of this position only, the best by
    /// [`rank`](Evaluator::rank) and experience; at the rest only if all those lose. A guess, not a
    /// proof: for games with far more moves than ones that matter.
    #[inline]
    fn breadth(&self, position: &P) -> usize {
        let _ = position;
        usize::MAX
    }

    /// Proven limits `(least, most)` of the value of an unfinished position, counted from it.
    #[inline]
    fn bounds(&self, position: &P) -> (Score, Score) {
        let _ = position;
        (-Score::INFINITY, Score::INFINITY)
    }

    /// Appends the legal moves less those proven to be no better than one that is kept; at least
    /// one in an unfinished position, in a fixed order. Used by the exact solver.
    #[inline]
    fn candidates(&self, position: &P, out: &mut Vec<P::Move>) {
        position.moves(out);
    }

    /// The only move worth a look, if it is that easy to see: every other one loses at once, or is
    /// otherwise proven to be no better. The exact solver plays it without a node of its own, in
    /// games whose positions don't [repeat](Position::REPEATS).
    #[inline]
    fn forced(&self, position: &P) -> Option<P::Move> {
        let _ = position;
        None
    }

    /// The most plies to the end of the game, if the rules limit them.
    #[inline]
    fn plies_left(&self, position: &P) -> u32 {
        let _ = position;
        u32::MAX
    }

    /// [`rank`](Evaluator::rank) for the exact solver, where another order finds proofs sooner.
    #[inline]
    fn solve_rank(&mut self, position: &P, m: P::Move) -> i32 {
        self.rank(position, m)
    }

    /// The same where the exact solver [looks](Evaluator::SOLVE_LOOKS) at moves before it searches
    /// one, beyond the root: `m` was just played, and led to this position.
    #[inline]
    fn look_rank(&mut self, after: &P, m: P::Move) -> i32 {
        let _ = (after, m);
        0
    }

    /// The same as [`bounds`](Evaluator::bounds), where it takes longer to say: asked by the exact
    /// solver once the table knew nothing. Only what settles the window `(alpha, beta)`, or makes
    /// it narrower, is of use. All counted from the position.
    #[inline]
    fn prove(&mut self, position: &P, alpha: Score, beta: Score) -> (Score, Score) {
        let _ = (position, alpha, beta);
        (-Score::INFINITY, Score::INFINITY)
    }

    /// The least value, not below `score`, that an unfinished position's game can end with: an
    /// even margin, a win in an odd number of plies. So the exact solver asks no question twice.
    #[inline]
    fn attainable(&self, position: &P, score: Score) -> Score {
        let _ = position;
        score
    }

    /// What the exact value probably is, for the solver to ask about first. A draw unless the
    /// game says otherwise.
    #[inline]
    fn guess(&mut self, position: &P) -> Score {
        let _ = position;
        Score::DRAW
    }

    /// So many plies the exact solver looks ahead by evaluation before it begins: its table then
    /// knows good moves, and it knows what to ask first. Worth it only for long searches.
    #[inline]
    fn rehearsal(&self, position: &P) -> u32 {
        let _ = position;
        0
    }

    /// What foretells a search of so many plies, if anything does (multi-probcut). Asked by
    /// [`pvs`](crate::pvs()) where [`FORECASTS`](Evaluator::FORECASTS) is set.
    #[inline]
    fn forecast(&self, position: &P, depth: u32) -> Option<Forecast> {
        let _ = (position, depth);
        None
    }

    /// A key that positions of certainly equal value share, such as mirror images.
    #[inline]
    fn canonical_key(&self, position: &P) -> u64 {
        position.key()
    }

    /// The game's own search of the last few plies: the value if it is inside `(alpha, beta)`,
    /// else a bound on it beyond the window, as a fail-soft search would give it. Counted from
    /// the position. `None` if it would rather have the position searched. Every position that it
    /// visits beyond this one is added to `nodes`.
    #[inline]
    fn finish(
        &mut self,
        position: &P,
        alpha: Score,
        beta: Score,
        nodes: &mut u64,
    ) -> Option<Score> {
        let _ = (position, alpha, beta, nodes);
        None
    }
}

/// Any function from a position to a score, or to something that makes one, is an evaluator.
///
/// ```
/// use outplay::{Evaluator, Position};
/// fn takes_an_evaluator<P: Position>(_: impl Evaluator<P>) {}
/// fn with<P: Position>() {
///     takes_an_evaluator::<P>(|_: &P| 0.35);
/// }
/// ```
impl<P, F, S> Evaluator<P> for F
where
    P: Position,
    F: Fn(&P) -> S + Clone + Send,
    S: Into<Score>,
{
    #[inline]
    fn evaluate(&mut self, position: &P) -> Score {
        self(position).into()
    }
}
