//! Principal variations that the table cut short, lengthened.

use crate::evaluator::Evaluator;
use crate::limits::Stopped;
use crate::line::Line;
use crate::observer::Observer;
use crate::order;
use crate::position::{MAX_PLY, Position};
use crate::score::Score;
use crate::search::{Inner, Step, Worker};
use crate::table::Entry;

use super::Node;

/// A line that the table knows goes on for no more plies than this: it may run in circles.
const LONGEST: usize = 64;

/// A move with the step that it was played by.
type Played<P> = (<P as Position>::Move, Step<P>);

impl<P: Position, E: Evaluator<P>, O: Observer<P>> Worker<'_, P, E, O> {
    /// Lengthens a principal variation whose value is known to be exact, down to the horizon or
    /// the end of the game: step by step the first move that keeps the value. Where the search is
    /// stopped the line stays as long as it is. With a depth of 0 nothing is searched, and the line
    /// of a win or loss is lengthened as far as the table knows it.
    pub(super) fn extend(
        &mut self,
        node: &mut dyn Node<P, E, O>,
        pv: &mut Vec<P::Move>,
        score: Score,
        depth: u32,
    ) {
        self.rewind(depth);
        let root_turn = self.line.position().turn();
        let mut steps = vec![];
        for &m in pv.iter() {
            steps.push((m, self.play(m)));
        }
        // What may be claimed is an end to the search, and so to its lines.
        let is_over = |line: &Line<P>| line.outcome().is_some() || line.claim().is_some();
        // A win or loss may lie beyond the horizon: the table knows the way, or nobody does.
        let end = score.distance().map_or(depth, |plies| plies.clamp(depth, MAX_PLY));
        while (pv.len() as u32) < end && (pv.is_empty() || !is_over(&self.line)) {
            let ply = pv.len() as u32;
            let value = if self.line.position().turn() == root_turn { score } else { -score };
            let next = match depth.checked_sub(ply).filter(|&rest| rest > 0) {
                Some(rest) => self.keeping_move(node, value, rest, ply),
                None => Ok(self.tabled_move(node, value, ply)),
            };
            let Ok(Some((m, step))) = next else { break };
            steps.push((m, step));
            pv.push(m);
        }
        while let Some((m, step)) = steps.pop() {
            self.take_back(m, step);
        }
    }

    /// The best line from `ply` on as the table knows it, for a node that has this value.
    pub(crate) fn set_pv_by_table<I: Inner<P, E>>(&mut self, inner: &I, value: Score, ply: u32) {
        let (mut line, mut steps) = (vec![], vec![]);
        let turn = self.line.position().turn();
        while ply + (line.len() as u32) < MAX_PLY && line.len() < LONGEST {
            let value = if self.line.position().turn() == turn { value } else { -value };
            let Some((m, step)) = self.tabled_move(inner, value, ply + line.len() as u32) else {
                break;
            };
            line.push(m);
            steps.push((m, step));
        }
        while let Some((m, step)) = steps.pop() {
            self.take_back(m, step);
        }
        self.put_pv(ply, line);
    }

    /// The table's move, if it knows the position to have this value; left on the board.
    fn tabled_move(
        &mut self,
        node: &dyn Node<P, E, O>,
        value: Score,
        ply: u32,
    ) -> Option<Played<P>> {
        let name = node.name(self);
        let entry = self.table.probe(name.key)?;
        let mut moves = vec![];
        node.list(self, &mut moves);
        let m = *moves.get(usize::from(name.place(entry.index)))?;
        (entry.score.node_to_root(ply) == value).then(|| (m, self.play(m)))
    }

    /// A move that keeps the value, left on the board.
    fn keeping_move(
        &mut self,
        node: &mut dyn Node<P, E, O>,
        value: Score,
        depth: u32,
        ply: u32,
    ) -> Result<Option<Played<P>>, Stopped> {
        let mut moves = vec![];
        self.line.moves(&mut moves);
        let position = self.line.position();
        let name = node.name(self);
        let entry = self.table.probe(name.key);
        let hint = entry.map_or(Entry::NO_MOVE, |entry| name.place(entry.index));
        let mut ranked = vec![];
        let evaluator = &self.evaluator;
        order::rank_moves(&moves, hint, &mut ranked, |m| i64::from(evaluator.rank(position, m)));

        for ranked in ranked {
            let m = moves[ranked.index()];
            let step = self.play(m);
            let window = (value.previous(), value.next());
            match node.below(self, &step, depth - 1, ply + 1, window) {
                Ok(score) if score == value => return Ok(Some((m, step))),
                Ok(_) => self.take_back(m, step),
                Err(reason) => {
                    self.take_back(m, step);
                    return Err(reason);
                }
            }
        }
        Ok(None)
    }
}
