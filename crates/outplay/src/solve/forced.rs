//! Forced wins in games that need not end: the exact solver's way through chess and its kin, where
//! most lines could go on for ever.
//!
//! Depth by depth two questions are asked: does the side to move win within so many plies, and does
//! it lose? Neither needs an evaluation, so whoever asks them leaves out whatever only an estimate
//! would tell. The first depth at which one is answered with yes gives the length of the shortest
//! win, for all shorter ones were ruled out before: every move is looked at, quiet ones too.

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::mtdf::converge;
use crate::observer::{Event, Observer};
use crate::order::{self, Experience};
use crate::position::{MAX_PLY, Position};
use crate::random::mix;
use crate::root::{Driver, Root};
use crate::score::{Bound, Score};
use crate::search::{Found, Inner, Opened, Step, Worker};
use crate::table::Entry;

/// Depth by depth: a win, a loss; and the value of the depth-limited game where the depth is the
/// last one, or where all lines were seen to end.
///
/// Each question is asked twice: first among forcing moves alone, which finds most wins for a
/// fraction of the nodes, and then among all, which rules them out.
pub(crate) struct ByDepth {
    /// The depth asked for, if one is.
    pub(crate) last: Option<u32>,
}

/// So deep the depth-limited game is solved in any case, so that there is a move and an estimate.
const FIRST: u32 = 2;
/// A move is forcing if it leaves the opponent no more replies.
const FORCING_REPLIES: usize = 8;

/// What the root is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// Does the side to move win?
    Win,
    /// Does it lose?
    Loss,
}

/// What was answered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    /// Not within this depth.
    NotYet,
    /// Nor at any other: all lines ended.
    Never,
}

impl ByDepth {
    fn ask<P: Position, E: Evaluator<P>, O: Observer<P>>(
        root: &mut Root<'_, P, E, O>,
        question: Question,
        depth: u32,
    ) -> Result<Answer, Stopped> {
        let (win, loss) = (Score::win_in(depth), Score::loss_in(depth));
        let (alpha, beta) = match question {
            Question::Win => (win.previous(), win),
            Question::Loss => (loss, loss.next()),
        };
        let mut never = false;
        for forcing in [true, false] {
            root.set_forcing(forcing);
            let passed = root.pass(depth, alpha, beta)?;
            if (passed.score >= beta) == (question == Question::Win) {
                root.settle(passed, depth);
                return Ok(Answer::Yes);
            }
            never = passed.proven;
            if question == Question::Win {
                // What was hard to refute is most likely to win deeper.
                root.hardest_first();
            }
        }
        Ok(if never { Answer::Never } else { Answer::NotYet })
    }
}

impl<P: Position, E: Evaluator<P>, O: Observer<P>> Driver<P, E, O> for ByDepth {
    fn deepens(&self) -> bool {
        true
    }

    fn iterate(
        &self,
        root: &mut Root<'_, P, E, O>,
        depth: u32,
        guess: Option<Score>,
    ) -> Result<(), Stopped> {
        let guess = guess.unwrap_or(Score::DRAW);
        if E::BY_MARGIN || root.lines > 1 {
            return converge(root, depth, guess, &mut |_, _, _| ());
        }
        let before = root.state();
        // Where turns alternate, who moves first wins in an odd number of plies, the other in an
        // even one: the other question is asked only where the first answer is final.
        let questions = match depth % 2 {
            1 => [Question::Win, Question::Loss],
            _ => [Question::Loss, Question::Win],
        };
        let mut ended = true;
        for question in questions {
            if P::ALTERNATES && question == questions[1] && !ended {
                break;
            }
            match Self::ask(root, question, depth)? {
                Answer::Yes => return Ok(()),
                Answer::NotYet => ended = false,
                Answer::Never => {}
            }
        }
        root.set_state(before);
        if ended || depth <= FIRST || self.last.is_some_and(|last| depth >= last) {
            return converge(root, depth, guess, &mut |_, _, _| ());
        }
        Ok(())
    }
}

/// Keys are changed by these: entries of other searches, which may have guessed, are no proof here,
/// nor is what forcing moves alone do not win.
const OWN: u64 = mix(0x666f_7263_6564);
const FORCING: u64 = mix(0x666f_7263_696e);

/// The node function where the window lies beyond all estimates; elsewhere it is another's.
///
/// With v the value of the depth-limited game and s the score for a window (α, β): s ≤ α implies
/// v ≤ s; α < s < β implies v = s; s ≥ β implies v ≥ s. Among forcing moves alone, only the half of
/// this that claims a win for the attacker holds.
#[derive(Clone)]
pub(crate) struct Forced<I, M> {
    pub(crate) plain: I,
    experience: Experience<M>,
    /// Sort keys of the node at hand.
    keys: Vec<i64>,
}

impl<I, M> Forced<I, M> {
    pub(crate) fn new(plain: I) -> Forced<I, M> {
        Forced { plain, experience: Experience::new(true, true), keys: vec![] }
    }
}

/// A node with its window.
#[derive(Clone, Copy)]
struct Node {
    depth: u32,
    ply: u32,
    alpha: Score,
    beta: Score,
    /// Where its moves begin.
    start: usize,
    /// The table's move.
    hint: u16,
}

impl<P: Position, E: Evaluator<P>, I: Inner<P, E>> Inner<P, E> for Forced<I, P::Move> {
    const ORDERED: bool = true;

    fn search<O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let (wins, loses) = (alpha >= Score::MAX_ESTIMATE, beta <= -Score::MAX_ESTIMATE);
        if !wins && !loses {
            return self.plain.search(worker, depth, ply, alpha, beta);
        }
        worker.enter(depth, ply, alpha, beta)?;
        // 1. Over, or as far as this iteration goes.
        if let Some(score) = worker.ended_early(ply) {
            return Ok(worker.leave(score, alpha, beta));
        }
        if depth == 0 || ply >= MAX_PLY {
            let score = worker.horizon(ply);
            return Ok(worker.leave(score, alpha, beta));
        }
        // 2. The table may know.
        let own = if worker.forcing { FORCING } else { OWN };
        let key = worker.evaluator.canonical_key(worker.line.position()) ^ own;
        let mut hint = Entry::NO_MOVE;
        if let Some(entry) = worker.probe_exactly(key, ply) {
            if entry.stands_for(depth, ply) && entry.settles(alpha, beta) {
                let score = worker.settle_by(&entry);
                return Ok(worker.leave(score, alpha, beta));
            }
            hint = entry.index;
        }
        // 3. The moves.
        let start = match worker.expand(ply) {
            Opened::Leaf(score) => return Ok(worker.leave(score, alpha, beta)),
            Opened::Moves(start) => start,
        };
        let frame = worker.frame();
        let order = worker.order.len();
        let node = Node { depth, ply, alpha, beta, start, hint };
        let found = if wins { self.attack(worker, node) } else { self.defend(worker, node) };
        worker.moves.truncate(start);
        worker.order.truncate(order);
        let (score, index) = found?;
        // Where nothing wins, the move that was best by chance is no hint.
        let index = if wins && score <= alpha { hint } else { index };
        let bound = Bound::of(score, alpha, beta);
        worker.store(key, &frame, ply, Found { depth, score, bound, index });
        Ok(worker.leave(score, alpha, beta))
    }
}

/// What is known of the position after a step without searching it, for who made it.
enum After {
    Over(Score),
    /// The opponent has so many moves.
    Replies(usize),
}

/// Looks at a position just reached; counts the replies if wanted.
fn after<P: Position, E: Evaluator<P>, O: Observer<P>>(
    worker: &mut Worker<'_, P, E, O>,
    step: &Step<P>,
    ply: u32,
    count: bool,
) -> After {
    let over = match worker.ended_early(ply) {
        Some(score) => Some(score),
        None => worker.line.position().outcome().map(|outcome| worker.terminal(outcome, ply)),
    };
    if let Some(score) = over {
        return After::Over(if step.is_same_side() { score } else { -score });
    }
    if !count {
        return After::Replies(0);
    }
    let replies = worker.line.position().count().unwrap_or_else(|| {
        let start = worker.moves.len();
        worker.line.position().moves(&mut worker.moves);
        let count = worker.moves.len() - start;
        worker.moves.truncate(start);
        count
    });
    After::Replies(replies)
}

impl<I, M: Copy + Eq> Forced<I, M> {
    /// The side to move is asked to win. A move that ends the game is seen without a node of its
    /// own; of the others those come first that leave the fewest replies.
    fn attack<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        node: Node,
    ) -> Result<(Score, u16), Stopped>
    where
        I: Inner<P, E>,
    {
        let Node { depth, ply, alpha, beta, start, .. } = node;
        // 1. What ends the game at once.
        let mut ends = alpha;
        self.keys.clear();
        for at in start..worker.moves.len() {
            let m = worker.moves[at];
            let step = worker.play(m);
            let known = after(worker, &step, ply + 1, depth > 1);
            worker.take_back(m, step);
            match known {
                After::Over(score) if score > ends => {
                    worker.end_pv(ply, Some(m));
                    worker.event(Event::Improve { by: m, score });
                    ends = score;
                    if score >= beta {
                        return Ok((score, u16::try_from(at - start).unwrap_or(u16::MAX)));
                    }
                    self.keys.push(0);
                }
                After::Over(_) => self.keys.push(0),
                After::Replies(replies) => self.keys.push(-(replies.min(1 << 16) as i64)),
            }
        }
        // 2. At the last ply nothing else can win.
        if depth == 1 {
            worker.skip();
            return Ok((ends, Entry::NO_MOVE));
        }
        let (evaluator, position) = (&worker.evaluator, worker.line.position());
        let (experience, mut keys) = (&self.experience, self.keys.iter());
        order::rank_moves(&worker.moves[start..], node.hint, &mut worker.order, |m| {
            (keys.next().copied().unwrap_or(0) << 40) + experience.key(evaluator, position, m, ply)
        });
        let forcing = |replies: &&i64| -**replies <= FORCING_REPLIES as i64;
        let most =
            if worker.forcing { self.keys.iter().filter(forcing).count() } else { usize::MAX };
        self.best(worker, node, Some(most))
    }

    /// The side to move is asked to get away.
    fn defend<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        node: Node,
    ) -> Result<(Score, u16), Stopped>
    where
        I: Inner<P, E>,
    {
        if worker.forcing && worker.moves.len() - node.start > FORCING_REPLIES {
            worker.skip();
            return Ok((node.beta, Entry::NO_MOVE));
        }
        let (evaluator, position) = (&worker.evaluator, worker.line.position());
        let experience = &self.experience;
        order::rank_moves(&worker.moves[node.start..], node.hint, &mut worker.order, |m| {
            experience.key(evaluator, position, m, node.ply)
        });
        self.best(worker, node, None)
    }

    /// The value, for the defender, of a position in which the attacker has one ply left.
    fn last_but_one<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        step: &Step<P>,
        ply: u32,
        (alpha, beta): (Score, Score),
    ) -> Score {
        worker.end_pv(ply, None);
        if let After::Over(score) = after(worker, step, ply, false) {
            return score;
        }
        if step.is_same_side() {
            worker.skip();
            return beta;
        }
        let start = worker.moves.len();
        worker.line.position().moves(&mut worker.moves);
        let mut best = -beta;
        for at in start..worker.moves.len() {
            let m = worker.moves[at];
            let step = worker.play(m);
            let known = after(worker, &step, ply + 1, false);
            worker.take_back(m, step);
            if let After::Over(score) = known
                && score > best
            {
                best = score;
                worker.end_pv(ply, Some(m));
                if score >= -alpha {
                    break;
                }
            }
        }
        worker.moves.truncate(start);
        if best <= -beta {
            worker.skip();
        }
        -best
    }

    /// The best of the moves ranked last, and its place in generation order. An attacker looks at
    /// so many moves.
    fn best<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        Node { depth, ply, alpha, beta, start, .. }: Node,
        attack: Option<usize>,
    ) -> Result<(Score, u16), Stopped>
    where
        I: Inner<P, E>,
    {
        let count = worker.moves.len() - start;
        let order = worker.order.len() - count;
        let (mut best, mut hint) = (-Score::INFINITY, Entry::NO_MOVE);
        for tried in 0..count {
            let ranked = worker.order[order + tried];
            let m = worker.moves[start + ranked.index()];
            if attack.is_some_and(|most| tried >= most) {
                worker.skip();
                best = best.max(alpha);
                break;
            }
            let score = if attack.is_none() && depth == 2 {
                let step = worker.play(m);
                let score = self.last_but_one(worker, &step, ply + 1, (alpha.max(best), beta));
                worker.take_back(m, step);
                score
            } else {
                worker.try_move(self, m, depth - 1, ply + 1, alpha.max(best), beta)?
            };
            if score > best {
                (best, hint) = (score, ranked.hint());
                if score > alpha {
                    worker.set_pv(ply, m);
                }
                worker.event(Event::Improve { by: m, score });
                if score >= beta {
                    worker.cut(tried, start, Some(order), score, beta);
                    let tried = worker.order[order..=order + tried].iter();
                    let tried = tried.map(|ranked| worker.moves[start + ranked.index()]);
                    let (evaluator, position) = (&worker.evaluator, worker.line.position());
                    self.experience.learn(evaluator, position, tried, depth.min(20), ply);
                    break;
                }
            }
        }
        Ok((best, hint))
    }
}
