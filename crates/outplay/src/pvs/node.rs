//! The node function of principal variation search.

use crate::evaluator::{Evaluator, Scope};
use crate::limits::Stopped;
use crate::observer::{Event, Observer};
use crate::order::{self, Experience};
use crate::position::{MAX_PLY, Position};
use crate::score::{Bound, Score};
use crate::search::{Inner, Opened, Worker};
use crate::table::Entry;

use super::PvsOptions;
use super::guess::{Outlook, Treatment};

/// What a thread of the search remembers from node to node.
#[derive(Clone)]
pub(super) struct Pvs<M> {
    pub(super) options: PvsOptions,
    experience: Experience<M>,
    /// The evaluation at each ply, in selective games.
    pub(super) judged: Vec<Option<Score>>,
    /// The move before was a null move.
    pub(super) after_null: bool,
    /// A null move is being verified: none before this ply.
    pub(super) no_null_before: u32,
}

impl<M> Pvs<M> {
    pub(super) fn new(options: PvsOptions) -> Pvs<M> {
        Pvs {
            options,
            experience: Experience::new(options.killers, options.history),
            judged: vec![],
            after_null: false,
            no_null_before: 0,
        }
    }

    /// Whether anything is guessed in this game.
    fn guesses<P: Position, E: Evaluator<P>>(&self) -> bool {
        E::SELECTIVE && self.options.guesses()
    }
}

impl<P: Position, E: Evaluator<P>> Inner<P, E> for Pvs<P::Move> {
    const ORDERED: bool = true;
    const SCOUTS: bool = true;

    fn is_selective(&self, evaluator: &E, position: &P) -> bool {
        self.guesses::<P, E>() || Inner::<P, E>::breadth(self, evaluator, position) != usize::MAX
    }

    fn breadth(&self, evaluator: &E, position: &P) -> usize {
        if self.options.selection { evaluator.breadth(position) } else { usize::MAX }
    }

    fn search<O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        mut depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        worker.enter(depth, ply, alpha, beta)?;
        // 1. Over by repetition, or at the horizon.
        if let Some(score) = worker.ended_early(ply) {
            return Ok(worker.leave(score, alpha, beta));
        }
        let guesses = self.guesses::<P, E>();
        let urgent = guesses && worker.evaluator.urgent(worker.line.position());
        if urgent && self.options.extensions && ply < 2 * worker.horizon.min(MAX_PLY / 2) {
            depth += 1;
        }
        if depth == 0 || ply >= MAX_PLY {
            let score = self.quiescence(worker, ply, alpha, beta)?;
            return Ok(worker.leave(score, alpha, beta));
        }
        let open = beta > alpha.next();
        // 2. The table may know. At open windows only a proof will do: the line goes on below.
        let tabled = self.options.table && depth >= E::TABLE_DEPTH;
        let key = if tabled { worker.line.position().key() } else { 0 };
        let mut hint = Entry::NO_MOVE;
        if tabled && let Some(entry) = worker.probe(key, ply) {
            let good = if open {
                entry.proven && entry.bound == Bound::Exact
            } else {
                entry.settles(alpha, beta)
            };
            let deep = guesses && self.options.deeper_entries && u32::from(entry.depth) >= depth;
            if good && (deep || entry.stands_for(depth, ply)) {
                let score = worker.settle_by(&entry);
                return Ok(worker.leave(score, alpha, beta));
            }
            hint = entry.index;
        }
        // 3. The moves, unless the game is over, or itself knows a win.
        if guesses && let Some(score) = worker.forced_win(ply) {
            return Ok(worker.leave(score, alpha, beta));
        }
        let (opened, scope) = if self.options.selection {
            worker.expand_promising(ply)
        } else {
            (worker.expand(ply), Scope::Legal)
        };
        let start = match opened {
            Opened::Leaf(score) => return Ok(worker.leave(score, alpha, beta)),
            Opened::Moves(start) => start,
        };
        // 4. In selective games the evaluation may do.
        let mut outlook = None;
        if guesses {
            let judged = self.outlook(worker, urgent, ply);
            outlook = Some(judged);
            if !open {
                let told = self.without_moves(worker, judged, depth, ply, (alpha, beta))?;
                if let Some(score) = told {
                    worker.moves.truncate(start);
                    return Ok(worker.leave(score, alpha, beta));
                }
            }
            if self.options.internal_reductions && hint == Entry::NO_MOVE && depth >= 4 {
                depth -= 1;
            }
        }
        let frame = tabled.then(|| worker.frame());
        let node = Node { start, scope, hint, depth, ply, alpha, beta, outlook };
        let (score, index) = self.best(worker, node)?;
        // 5. Remember.
        if let Some(frame) = frame {
            let bound = Bound::of(score, alpha, beta);
            worker.store(key, &frame, depth, ply, score, bound, index);
        }
        Ok(worker.leave(score, alpha, beta))
    }
}

/// A node whose moves are to be tried.
#[derive(Clone, Copy)]
struct Node {
    /// Where its moves begin.
    start: usize,
    /// What is known of the moves that are not there.
    scope: Scope,
    /// The table's move.
    hint: u16,
    depth: u32,
    ply: u32,
    alpha: Score,
    beta: Score,
    /// In selective games.
    outlook: Option<Outlook>,
}

impl<M: Copy + Eq + Send> Pvs<M> {
    /// The best value among the moves of the node, and that move's place in generation order.
    #[inline]
    fn best<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        node: Node,
    ) -> Result<(Score, u16), Stopped> {
        let Node { start, mut scope, hint, depth, ply, alpha, beta, outlook } = node;
        let mut count = worker.moves.len() - start;
        let order = worker.order.len();
        let (evaluator, position) = (&worker.evaluator, worker.line.position());
        let experience = &self.experience;
        order::rank_moves(&worker.moves[start..], hint, &mut worker.order, |m| {
            experience.key(evaluator, position, m, ply)
        });
        let (mut best, mut best_hint) = (-Score::INFINITY, Entry::NO_MOVE);
        let breadth = if self.options.selection { evaluator.breadth(position) } else { usize::MAX };
        let after_null = core::mem::replace(&mut self.after_null, false);
        let mut next = 0;
        loop {
            // Whoever only has losing moves so far looks further: a loss that is reported is one.
            let losing = best.is_decided() && best < Score::DRAW;
            if next == count && scope == Scope::Guess {
                if !losing {
                    worker.skip();
                    break;
                }
                scope = Scope::Legal;
                count = self.rank_rest(worker, start, order, ply);
            }
            if next == count {
                break;
            }
            if next >= breadth && !losing {
                worker.skip();
                break;
            }
            let tried = next;
            next += 1;
            let ranked = worker.order[order + tried];
            let m = worker.moves[start + ranked.index()];
            let from = alpha.max(best);
            let open = beta > from.next();
            let mut reduction = 0;
            if let Some(outlook) = outlook.filter(|_| tried > 0) {
                let marks = ranked.marks();
                match self.treat::<E, P>(outlook, marks, tried, depth, from, best, open) {
                    Treatment::Skip => {
                        worker.skip();
                        continue;
                    }
                    Treatment::Reduce(plies) => reduction = plies,
                }
            }
            let step = worker.play(m);
            let scout = self.options.scouts && tried > 0 && open;
            let try_ = Try { scout, reduction, depth, ply, alpha: from, beta };
            let score = self.value(worker, &step, try_);
            worker.take_back(m, step);
            let score = score?;
            if score > best {
                best = score;
                best_hint = ranked.hint();
                if score > alpha {
                    worker.set_pv(ply, m);
                }
                worker.event(Event::Improve { by: m, score });
                if score >= beta {
                    worker.cut(tried, start, Some(order), score, beta);
                    let tried = worker.order[order..=order + tried].iter();
                    let tried = tried.map(|ranked| worker.moves[start + ranked.index()]);
                    let (evaluator, position) = (&worker.evaluator, worker.line.position());
                    self.experience.learn(evaluator, position, tried, depth, ply);
                    break;
                }
            }
        }
        self.after_null = after_null;
        worker.moves.truncate(start);
        worker.order.truncate(order);
        Ok((best, best_hint))
    }

    /// Adds the moves that were not promising to those of a node, which all lose; how many there
    /// are now.
    #[cold]
    fn rank_rest<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &self,
        worker: &mut Worker<'_, P, E, O>,
        start: usize,
        order: usize,
        ply: u32,
    ) -> usize {
        worker.add_rest(start);
        let known = worker.order.len();
        let (evaluator, position) = (&worker.evaluator, worker.line.position());
        let rest = &worker.moves[start + known - order..];
        order::rank_moves(rest, Entry::NO_MOVE, &mut worker.order, |m| {
            self.experience.key(evaluator, position, m, ply)
        });
        worker.order[known..].iter_mut().for_each(|ranked| ranked.shift(known - order));
        worker.moves.len() - start
    }

    /// The value of the move just played.
    #[inline]
    fn value<P: Position<Move = M>, E: Evaluator<P>, O: Observer<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E, O>,
        step: &crate::search::Step<P>,
        Try { scout, reduction, depth, ply, alpha, beta }: Try,
    ) -> Result<Score, Stopped> {
        let depth = depth - 1;
        if reduction > 0 {
            let less = depth - reduction;
            let score = worker.below(self, step, less, ply + 1, alpha, alpha.next())?;
            if score <= alpha {
                worker.skip();
                return Ok(score);
            }
        }
        if scout {
            let score = worker.below(self, step, depth, ply + 1, alpha, alpha.next())?;
            if score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        worker.below(self, step, depth, ply + 1, alpha, beta)
    }
}

/// How a move is searched.
#[derive(Clone, Copy)]
struct Try {
    /// First only whether it is above `alpha`.
    scout: bool,
    /// So many plies less, before that.
    reduction: u32,
    depth: u32,
    ply: u32,
    alpha: Score,
    beta: Score,
}
