//! The tree record: an observer that keeps a bounded part of the real search.
//!
//! A [`Recorder`] watches a search and turns into a [`Tree`], which can be shown as
//! [text](Tree::to_text), [Graphviz](Tree::to_dot) or [SVG](Tree::to_svg), or serialised (feature
//! `serde`).

mod dot;
#[cfg(feature = "serde")]
mod json;
mod node;
mod svg;
#[cfg(test)]
mod tests;
mod text;

use core::mem;

pub use node::{Cut, NodeKind, TableAnswer, TreeNode};

use crate::game::Game;
use crate::observer::{Event, Observer};
use crate::position::Outcome;
use crate::score::Bound;
use node::MOST_NAMES;

/// How much of a search to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordLimits {
    /// Nodes kept in all; the first ones entered are kept. At most
    /// [`MOST_NODES`](RecordLimits::MOST_NODES).
    pub nodes: usize,
    /// Plies from the root kept.
    pub depth: u32,
}

impl RecordLimits {
    /// A recorder never keeps more nodes than this, whatever it is asked for.
    pub const MOST_NODES: usize = 1_000_000;
}

/// Keeps a bounded part of the last walk from the root that was completed.
///
/// A search walks from the root once for every iteration and for every window it tries; each walk
/// replaces the one before. If the search is stopped in the middle of a walk, the last complete
/// one is kept, and only if there is none, as much of the first as was done.
///
/// ```
/// # fn show<G: outplay::Game>(start: G) {
/// use outplay::{Limits, Line, RecordLimits, Recorder, Shared, Table, alphabeta};
/// let mut recorder = Recorder::new(RecordLimits { nodes: 1000, depth: 4 });
/// let (line, table) = (Line::new(start.clone()), Table::none());
/// alphabeta(&line, &start.evaluator(), &mut recorder, &Shared::new(Limits::depth(4), &table));
/// println!("{}", recorder.into_tree().to_text());
/// # }
/// ```
pub struct Recorder<G: Game> {
    limits: RecordLimits,
    walk: Walk,
    /// The last walk that was completed before `walk` began.
    complete: Option<Walk>,
    /// The kept nodes that were entered and not left, the root first.
    open: Vec<Open<G>>,
    /// Nodes entered and not left that are not kept: all of them below the last open one.
    unkept: usize,
    /// The same for nodes outside any walk.
    outside: usize,
    /// The end of the game at the root is announced before the root is entered.
    over: Option<Outcome>,
}

/// One walk from the root.
#[derive(Clone, Debug, Default)]
struct Walk {
    nodes: Vec<TreeNode>,
    left_out: u64,
    /// Counted from 1.
    number: u32,
    done: bool,
}

/// A kept node that was entered and not left.
struct Open<G> {
    node: usize,
    /// To write the moves of its children with; not needed where none is kept.
    position: Option<G>,
    /// The child left last, if it was kept.
    last_child: Option<usize>,
    /// The child that raised the best value last, if it was kept.
    best_child: Option<usize>,
}

impl<G: Game> Recorder<G> {
    /// A recorder that keeps so much.
    pub fn new(limits: RecordLimits) -> Recorder<G> {
        let nodes = limits.nodes.min(RecordLimits::MOST_NODES);
        Recorder {
            limits: RecordLimits { nodes, ..limits },
            walk: Walk::default(),
            complete: None,
            open: vec![],
            unkept: 0,
            outside: 0,
            over: None,
        }
    }

    /// What was kept.
    pub fn into_tree(mut self) -> Tree {
        let walks = self.walk.number;
        // The nodes that a stop left open still say what was best so far.
        while !self.open.is_empty() {
            self.close();
        }
        let walk = match self.complete {
            Some(complete) if !self.walk.done => complete,
            _ => self.walk,
        };
        let mut tree = Tree {
            limits: self.limits,
            complete: walk.done,
            walk: walk.number,
            walks,
            left_out: walk.left_out,
            nodes: walk.nodes,
        };
        tree.mark_principal_variation();
        tree
    }

    /// A new walk from the root begins.
    fn begin(&mut self) {
        let number = self.walk.number.saturating_add(1);
        let next = Walk { number, ..Walk::default() };
        let last = mem::replace(&mut self.walk, next);
        if last.done {
            self.complete = Some(last);
        }
        self.open.clear();
        self.unkept = 0;
        self.outside = 0;
    }

    /// Whether the node entered now is to be kept; if not, it is counted.
    fn keeps(&mut self, ply: u32) -> bool {
        let keeps = self.unkept == 0
            && self.walk.nodes.len() < self.limits.nodes
            && ply <= self.limits.depth;
        if !keeps {
            self.walk.left_out += 1;
            if self.unkept == 0
                && let Some(open) = self.open.last()
            {
                self.walk.nodes[open.node].left_out += 1;
            }
        }
        keeps
    }

    /// How the move that led to a node is written; `None` at the root.
    fn write(&self, by: Option<G::Move>, ply: u32) -> Option<String> {
        let open = self.open.last()?;
        let parent = &self.walk.nodes[open.node];
        if ply <= parent.ply {
            // A search of the same position within itself, to find a move to try first.
            return parent.by.clone();
        }
        Some(open.position.as_ref()?.write(by?))
    }

    fn enter(&mut self, position: &G, entered: TreeNode) {
        let (node, ply) = (self.walk.nodes.len(), entered.ply);
        if let Some(open) = self.open.last() {
            self.walk.nodes[open.node].children.push(node);
        }
        self.open.push(Open {
            node,
            position: (ply < self.limits.depth).then(|| position.clone()),
            last_child: None,
            best_child: None,
        });
        self.walk.nodes.push(entered);
    }

    /// Closes the innermost open node.
    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.walk.nodes[open.node].best_child = open.best_child;
        match self.open.last_mut() {
            Some(parent) => parent.last_child = Some(open.node),
            None => self.walk.done = self.walk.nodes[open.node].value.is_some(),
        }
    }

    /// An event of the innermost open node, which is kept.
    fn note(&mut self, position: &G, event: Event<'_, G::Move>) {
        let Some(open) = self.open.last_mut() else {
            return;
        };
        let node = &mut self.walk.nodes[open.node];
        // After a forced move what is told may be seen from the other side.
        let event = if position.turn() == node.turn { event } else { event.turned() };
        match event {
            Event::Enter { .. } => {}
            Event::Forced { by } => {
                if let Some(before) = open.position.replace(position.clone()) {
                    node.forced.push(before.write(by));
                } else {
                    open.position = None;
                }
            }
            Event::Terminal { outcome } => node.outcome = Some(outcome),
            Event::Evaluate { score } => node.evaluation = Some(score),
            Event::TableHit { score, bound, depth } => {
                node.table = Some(TableAnswer { score, bound, depth });
            }
            Event::Proven { score, bound } => node.proven = Some((score, bound)),
            Event::Settled { .. } => open.last_child = None,
            Event::Improve { by, .. } => {
                node.best = Some(position.write(by));
                open.best_child = open.last_child;
                if let Some(child) = open.last_child {
                    self.walk.nodes[child].raised = true;
                }
            }
            Event::Cut { skipped, score, beta } => {
                let names = skipped.iter().take(MOST_NAMES);
                node.cut = Some(Cut {
                    score,
                    beta,
                    skipped: names.map(|&m| position.write(m)).collect(),
                    count: skipped.len(),
                });
            }
            Event::Leave { score, bound } => {
                node.value = Some((score, bound));
                if matches!(node.kind(), NodeKind::Terminal | NodeKind::Evaluated) {
                    // It is what it is, whatever the window.
                    node.value = Some((score, Bound::Exact));
                }
                self.close();
            }
        }
    }
}

impl<G: Game> Observer<G> for Recorder<G> {
    fn event(&mut self, position: &G, event: Event<'_, G::Move>) {
        if let Event::Enter { by, ply, depth, alpha, beta, turn } = event {
            if ply == 0 {
                self.begin();
            } else if self.walk.done || self.walk.number == 0 {
                // The principal variation is lengthened when the walk is done.
                self.outside += 1;
                return;
            }
            if !self.keeps(ply) {
                self.unkept += 1;
                return;
            }
            let mut node = TreeNode::new(self.write(by, ply), turn, ply, depth, alpha, beta);
            if ply == 0 {
                node.outcome = self.over.take();
            }
            return self.enter(position, node);
        }
        let leaves = matches!(event, Event::Leave { .. });
        if self.outside > 0 {
            self.outside -= usize::from(leaves);
        } else if self.unkept > 0 {
            self.unkept -= usize::from(leaves);
            if leaves {
                self.leave_unkept();
            }
        } else if self.open.is_empty() {
            if let Event::Terminal { outcome } = event {
                self.over = Some(outcome);
            }
        } else {
            self.note(position, event);
        }
    }
}

impl<G: Game> Recorder<G> {
    /// A node that is not kept was left.
    fn leave_unkept(&mut self) {
        if self.unkept > 0 {
            return;
        }
        match self.open.last_mut() {
            Some(parent) => parent.last_child = None,
            // Not even the root is kept.
            None => self.walk.done = true,
        }
    }
}

/// A recorded part of a searched tree. All scores are as the side to move in the node sees them,
/// and count wins and losses from the root.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    limits: RecordLimits,
    complete: bool,
    walk: u32,
    walks: u32,
    left_out: u64,
    nodes: Vec<TreeNode>,
}

impl Tree {
    /// How much was to be kept.
    pub fn limits(&self) -> RecordLimits {
        self.limits
    }

    /// Whether the recorded walk went to its end. If not, the search was stopped in its first.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Which of the search's [walks](Tree::walks) is recorded, counted from 1; 0 if there was
    /// none. Smaller than `walks` if the last one was stopped in its middle.
    pub fn walk(&self) -> u32 {
        self.walk
    }

    /// How often the search walked from the root.
    pub fn walks(&self) -> u32 {
        self.walks
    }

    /// Nodes of the walk that are not kept.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The kept nodes in the order they were entered, the root first. A move searched twice, with
    /// a null window and with a wider one, has a node for each.
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// Follows the children that gave their parents their values. Where a value is only an upper
    /// bound, no move is known to reach it.
    fn mark_principal_variation(&mut self) {
        let mut next = (!self.nodes.is_empty()).then_some(0);
        while let Some(at) = next {
            let node = &mut self.nodes[at];
            node.pv = true;
            next = match node.value {
                Some((_, Bound::Upper)) => None,
                _ => node.best_child,
            };
        }
    }

    /// What was kept and what was not, in one line.
    fn summary(&self) -> String {
        let mut text = format!(
            "{} nodes kept, {} left out (limits: {} nodes, {} plies)",
            self.nodes.len(),
            self.left_out,
            self.limits.nodes,
            self.limits.depth
        );
        if self.walk < self.walks {
            text += "; the search was stopped, this is its last complete walk";
        } else if !self.complete {
            text += "; the search was stopped in its first walk";
        }
        text
    }
}
