//! Random trees of many shapes: for the laws of searches, which must hold on all of them.

use std::sync::Arc;

use outplay::{Player, Random};

use super::{Arena, Edge, MAX_LEVELS, Tree};

/// What a random tree looks like. Probabilities go from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shape {
    /// The most moves in a game, up to [`MAX_LEVELS`]; a tree that runs out of `nodes` ends
    /// sooner.
    pub depth: u32,
    /// The fewest and the most children of an inner node, at least 1.
    pub width: (usize, usize),
    /// How likely a child is reached with the same player to move again.
    pub extra_turns: f64,
    /// How likely a node below the root is a leaf though there could be more levels.
    pub early_leaves: f64,
    /// How many different values the leaves have, around 0 and a quarter of a point apart: few of
    /// them make many ties.
    pub values: u32,
    /// How likely a child is a node that has a parent already, perhaps on another level.
    pub sharing: f64,
    /// How likely an inner node has an estimate.
    pub estimates: f64,
    /// The most nodes, those that several parents share counted again for each of them: as many
    /// as plain minimax visits.
    pub nodes: usize,
}

impl Shape {
    /// A bit of everything.
    pub const MIXED: Shape = Shape {
        depth: 7,
        width: (1, 4),
        extra_turns: 0.15,
        early_leaves: 0.15,
        values: 81,
        sharing: 0.1,
        estimates: 0.5,
        nodes: 3000,
    };
    /// Twelve levels of one or two children.
    pub const DEEP_NARROW: Shape = Shape {
        depth: 12,
        width: (1, 2),
        extra_turns: 0.0,
        early_leaves: 0.02,
        values: 41,
        sharing: 0.0,
        estimates: 0.3,
        nodes: 3000,
    };
    /// Three levels of up to thirty children.
    pub const WIDE_FLAT: Shape = Shape {
        depth: 3,
        width: (1, 30),
        extra_turns: 0.0,
        early_leaves: 0.3,
        values: 201,
        sharing: 0.0,
        estimates: 0.3,
        nodes: 3000,
    };
    /// Chains of single children that seldom branch.
    pub const CHAINS: Shape = Shape {
        depth: 40,
        width: (1, 1),
        extra_turns: 0.3,
        early_leaves: 0.02,
        values: 9,
        sharing: 0.0,
        estimates: 0.5,
        nodes: 100,
    };
    /// Only three values: most moves are equally good.
    pub const TIES: Shape = Shape {
        depth: 6,
        width: (2, 4),
        extra_turns: 0.1,
        early_leaves: 0.1,
        values: 3,
        sharing: 0.05,
        estimates: 0.2,
        nodes: 3000,
    };
    /// The same player moves all the way.
    pub const ONE_SIDED: Shape = Shape {
        depth: 6,
        width: (1, 4),
        extra_turns: 1.0,
        early_leaves: 0.1,
        values: 41,
        sharing: 0.1,
        estimates: 0.3,
        nodes: 3000,
    };
    /// Every second child has another parent: the same positions at many depths.
    pub const SHARED: Shape = Shape {
        depth: 9,
        width: (2, 4),
        extra_turns: 0.2,
        early_leaves: 0.1,
        values: 15,
        sharing: 0.5,
        estimates: 0.3,
        nodes: 3000,
    };

    /// All of these by name.
    pub const ALL: [(&'static str, Shape); 7] = [
        ("mixed", Shape::MIXED),
        ("deep and narrow", Shape::DEEP_NARROW),
        ("wide and flat", Shape::WIDE_FLAT),
        ("chains", Shape::CHAINS),
        ("ties", Shape::TIES),
        ("one-sided", Shape::ONE_SIDED),
        ("shared", Shape::SHARED),
    ];
}

impl Tree {
    /// A random tree of this shape, always the same for the same seed. The first player is to
    /// move, or the second for every other seed or so.
    pub fn random(seed: u64, shape: &Shape) -> Tree {
        let mut grower = Grower {
            random: Random::new(seed),
            shape,
            arena: Arena::default(),
            sizes: vec![],
            inner: vec![],
        };
        let turn = [Player::First, Player::Second][grower.random.below(2)];
        let depth = shape.depth.min(MAX_LEVELS);
        let node = grower.grow(depth, shape.nodes.max(1), true);
        Tree { arena: Arc::new(grower.arena), node, turn }
    }
}

struct Grower<'s> {
    random: Random,
    shape: &'s Shape,
    arena: Arena,
    /// How many nodes minimax visits from each node on.
    sizes: Vec<usize>,
    /// The inner nodes that are complete.
    inner: Vec<u32>,
}

impl Grower<'_> {
    /// A tree of at most so many levels and nodes. Recursive, but no deeper than [`MAX_LEVELS`].
    fn grow(&mut self, levels: u32, room: usize, root: bool) -> u32 {
        let early = !root && self.chance(self.shape.early_leaves);
        if levels == 0 || room < 2 || early {
            let value = self.value();
            self.sizes.push(1);
            return self.arena.leaf(value);
        }
        let (least, most) = self.shape.width;
        let width = (least + self.random.below(most.saturating_sub(least) + 1)).clamp(1, room - 1);
        let mut edges = vec![];
        let mut size = 1;
        for _ in 0..width {
            let child = self.child(levels - 1, (room - 1) / width);
            let again = self.chance(self.shape.extra_turns);
            size += self.sizes[child as usize];
            edges.push(Edge { child, again });
        }
        let estimate = if self.chance(self.shape.estimates) { self.value() } else { 0 };
        let node = self.arena.inner(&edges, estimate);
        self.sizes.push(size);
        self.inner.push(node);
        node
    }

    /// A new node, or one that is there already and leads to no more than a new one could.
    fn child(&mut self, levels: u32, room: usize) -> u32 {
        const TRIES: usize = 4;
        if self.chance(self.shape.sharing) {
            for _ in 0..TRIES.min(self.inner.len()) {
                let node = self.inner[self.random.below(self.inner.len())];
                let fits = self.sizes[node as usize] <= room;
                if fits && self.arena.nodes[node as usize].height <= levels {
                    let name = || format!("n{node}").into_boxed_str();
                    self.arena.nodes[node as usize].name.get_or_insert_with(name);
                    return node;
                }
            }
        }
        self.grow(levels, room, false)
    }

    fn chance(&mut self, probability: f64) -> bool {
        self.random.unit() < probability
    }

    /// A value of a leaf, in hundredths.
    fn value(&mut self) -> i32 {
        const STEP: i64 = 25;
        let values = i64::from(self.shape.values.max(1));
        let value = self.random.below(values as usize) as i64 - values / 2;
        (value * STEP) as i32
    }
}
