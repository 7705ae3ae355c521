//! A game given as text: a tree with values at its leaves, for teaching and for tests.
//!
//! `(3 (5 6) 9)` is a game of at most two moves. The numbers at the leaves are the first player's
//! points, so that the player to move at the root is Max, as in textbooks. The turn changes level
//! by level; where a child is marked by `=`, the same player moves again. `@` gives the estimate
//! of an inner node, for searches that stop in front of it, and names let several parents share a
//! child: `(a:(5 6)@4 =(a 7))`.

mod random;
mod text;

use core::fmt;
use std::sync::Arc;

use outplay::{
    Entry, Evaluator, Game, Info, InputError, Outcome, Player, Position, Score, View, mix, quote,
};

pub use random::Shape;

/// Opens the game by name.
pub const ENTRY: Entry = Entry::of::<Tree>();

/// The most moves that a game can last.
pub const MAX_LEVELS: u32 = 200;
/// The most children in one tree, shared ones counted once for every parent.
pub const MAX_NODES: usize = 1_000_000;

/// A node of a tree that is a game, and who is to move there.
///
/// Two positions are equal if structure, values, estimates and the side to move are: names do not
/// matter, nor does what lies outside the node. Equality compares 64-bit structural hashes.
///
/// ```
/// use outplay::{Game, Outcome, Player, Position};
/// use outplay_games::tree::Tree;
/// let mut tree = Tree::default().parse("(3 (5 6) 9)").unwrap();
/// let second = tree.read("2").unwrap();
/// tree.play(second);
/// assert_eq!(tree.to_string(), "(5 6) second");
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    arena: Arc<Arena>,
    node: u32,
    turn: Player,
}

/// All nodes of a tree, children before their parents.
#[derive(Clone, Debug, Default)]
struct Arena {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

#[derive(Clone, Debug)]
struct Node {
    /// Hundredths of a point for the first player: the value of a leaf, the estimate of an inner
    /// node.
    value: i32,
    /// Its children's place in the list of edges; none for a leaf.
    edges: (u32, u32),
    /// The longest way down to a leaf.
    height: u32,
    /// Of all that is below and of the node itself.
    hash: u64,
    name: Option<Box<str>>,
}

/// The way from a node to a child.
#[derive(Clone, Copy, Debug)]
struct Edge {
    child: u32,
    /// Whoever took it moves again.
    again: bool,
}

impl Arena {
    fn leaf(&mut self, value: i32) -> u32 {
        let hash = mix(value as u64 ^ 0x5eed_1eaf_0000_0000);
        self.push(value, (0, 0), 0, hash)
    }

    /// A node with these children, at least one.
    fn inner(&mut self, children: &[Edge], estimate: i32) -> u32 {
        let start = self.edges.len() as u32;
        self.edges.extend_from_slice(children);
        let (mut height, mut hash) = (0, mix(estimate as u64 ^ 0x5eed_b0de_0000_0000));
        for edge in children {
            let child = &self.nodes[edge.child as usize];
            height = height.max(child.height + 1);
            // Multiplied by an odd number first, so that the order of the children counts.
            hash = mix(hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ child.hash ^ again_key(edge));
        }
        self.push(estimate, (start, self.edges.len() as u32), height, hash)
    }

    fn push(&mut self, value: i32, edges: (u32, u32), height: u32, hash: u64) -> u32 {
        self.nodes.push(Node { value, edges, height, hash, name: None });
        (self.nodes.len() - 1) as u32
    }

    fn edges(&self, node: u32) -> &[Edge] {
        let (start, end) = self.nodes[node as usize].edges;
        &self.edges[start as usize..end as usize]
    }

    fn is_leaf(&self, node: u32) -> bool {
        let (start, end) = self.nodes[node as usize].edges;
        start == end
    }
}

fn again_key(edge: &Edge) -> u64 {
    if edge.again { 0xa9a1_a9a1_a9a1_a9a1 } else { 0 }
}

impl Tree {
    fn node(&self) -> &Node {
        &self.arena.nodes[self.node as usize]
    }

    fn edges(&self) -> &[Edge] {
        self.arena.edges(self.node)
    }

    /// The player to move after this edge.
    fn turn_after(&self, edge: Edge) -> Player {
        if edge.again { self.turn } else { !self.turn }
    }

    /// The node's value or estimate for the side to move.
    fn score(&self) -> Score {
        for_player(self.node().value, self.turn)
    }

    fn label(&self, edge: Edge) -> Option<&str> {
        self.arena.nodes[edge.child as usize].name.as_deref()
    }
}

fn for_player(hundredths: i32, player: Player) -> Score {
    Score::from_hundredths(match player {
        Player::First => hundredths,
        Player::Second => -hundredths,
    })
}

impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        self.turn == other.turn && self.node().hash == other.node().hash
    }
}

impl Eq for Tree {}

/// A small tree with the two plainest cut-offs: searched from the left, it is worth 6.
impl Default for Tree {
    fn default() -> Tree {
        text::parse("(((4 6) (7 9)) ((1 2) (5 3)) ((8 6) (2 1)))")
            .expect("the default tree is well written")
    }
}

impl Position for Tree {
    /// The child's place, from 0.
    type Move = u32;
    type Undo = (u32, Player);

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(0..self.edges().len() as u32);
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.arena.is_leaf(self.node) {
            return None;
        }
        Some(match self.node().value {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Player::First),
            _ => Outcome::Win(Player::Second),
        })
    }

    fn play(&mut self, m: u32) -> (u32, Player) {
        let before = (self.node, self.turn);
        let edge = self.edges()[m as usize];
        self.turn = self.turn_after(edge);
        self.node = edge.child;
        before
    }

    fn undo(&mut self, _: u32, undo: (u32, Player)) {
        (self.node, self.turn) = undo;
    }

    fn key(&self) -> u64 {
        match self.turn {
            Player::First => self.node().hash,
            Player::Second => mix(self.node().hash ^ 0x0005_ec0d_0005_ec0d),
        }
    }
}

/// Reads off what the text of the tree says: the values of leaves, the estimates of inner nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimates;

impl Evaluator<Tree> for Estimates {
    const BY_MARGIN: bool = true;

    fn evaluate(&mut self, tree: &Tree) -> Score {
        tree.score()
    }

    /// The points at the leaf, however far it is.
    fn terminal(&self, tree: &Tree, _: Outcome, _: u32) -> Score {
        tree.score()
    }

    /// The estimate of the node that the move leads to, for the mover. Leaves count 0, as inner
    /// nodes without an estimate do: to sort by their values would be to search ahead.
    fn rank(&self, tree: &Tree, m: u32) -> i32 {
        let child = tree.edges()[m as usize].child;
        if tree.arena.is_leaf(child) {
            return 0;
        }
        for_player(tree.arena.nodes[child as usize].value, tree.turn).hundredths()
    }

    fn slot(&self, tree: &Tree, m: u32) -> usize {
        tree.edges()[m as usize].child as usize
    }
}

impl Game for Tree {
    const INFO: Info = Info {
        id: "tree",
        name: "Tree",
        name_zh: "博弈树",
        summary: "A game given as a tree: choose a child in turn until a leaf is reached, whose \
                  number is the first player's points and the second player's loss.",
        summary_zh: "以文本给出的博弈树：双方轮流选择子节点，直到叶子；叶子上的数是先手的得分、\
                     后手的失分。",
        players: ["max", "min"],
        move_notation: "the child's place, 1, 2, …, or its name",
        position_notation: "the tree, such as (3 (5 6) 9): a number is a leaf, a list is a node; \
                            = before a child: the same player moves again; @2.5 after a list: its \
                            estimate; a:(5 6) names a node, a later a is the same node; second \
                            after it all if the second player is to move",
        evaluator: "the estimates written in the tree, 0 where there is none",
        perft: &[(1, 3), (2, 6), (3, 12)],
        depth: MAX_LEVELS,
        ..Info::NONE
    };

    fn write(&self, m: u32) -> String {
        (m + 1).to_string()
    }

    fn read(&self, text: &str) -> Result<u32, InputError> {
        let (edges, wanted) = (self.edges(), text.trim());
        let by_name = || {
            let named = |edge: &Edge| self.label(*edge) == Some(wanted);
            edges.iter().position(named).map(|at| at as u32)
        };
        let by_place = wanted.parse().ok().filter(|&place: &u32| place >= 1);
        by_place
            .map(|place| place - 1)
            .filter(|&m| (m as usize) < edges.len())
            .or_else(by_name)
            .ok_or_else(|| {
                let error = InputError::new(format!("{} is not a legal move", quote(text)));
                match edges.len() {
                    0 => error.hint("a leaf has no moves"),
                    1 => error.hint("the only move is 1"),
                    count => error.hint(format!("moves are 1 to {count}")),
                }
            })
    }

    fn parse(&self, text: &str) -> Result<Tree, InputError> {
        text::parse(text)
    }

    fn evaluator(&self) -> impl Evaluator<Tree> {
        Estimates
    }

    /// The text, cut if it is too long to be looked at.
    fn view(&self) -> View {
        const LONGEST: usize = 2000;
        View::text(text::shortened(self, LONGEST))
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(self, f)
    }
}

#[cfg(test)]
mod tests;
