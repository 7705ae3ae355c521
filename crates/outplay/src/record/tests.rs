use core::fmt;

use crate::*;

/// The tree `((3 5) (2 9 (4 8)) (0 7))` as a game for points, its moves named by letters.
#[derive(Clone, Default, Debug)]
struct Literal {
    node: usize,
    odd: bool,
}

enum Branch {
    Inner(&'static [usize]),
    Leaf(i32),
}

use Branch::{Inner, Leaf};

static TREE: [Branch; 12] = [
    Inner(&[1, 2, 3]),
    Inner(&[4, 5]),
    Inner(&[6, 7, 8]),
    Inner(&[9, 10]),
    Leaf(3),
    Leaf(5),
    Leaf(2),
    Leaf(9),
    Inner(&[11, 11]),
    Leaf(0),
    Leaf(7),
    Leaf(-4),
];

impl Position for Literal {
    type Move = u8;
    type Undo = usize;

    fn turn(&self) -> Player {
        if self.odd { Player::Second } else { Player::First }
    }
    fn moves(&self, out: &mut Vec<u8>) {
        if let Inner(children) = TREE[self.node] {
            out.extend(0..children.len() as u8);
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        matches!(TREE[self.node], Leaf(_)).then_some(Outcome::Draw)
    }
    fn play(&mut self, m: u8) -> usize {
        let Inner(children) = TREE[self.node] else { panic!("a leaf has no moves") };
        self.odd = !self.odd;
        core::mem::replace(&mut self.node, children[usize::from(m)])
    }
    fn undo(&mut self, _: u8, parent: usize) {
        self.node = parent;
        self.odd = !self.odd;
    }
    fn key(&self) -> u64 {
        mix(self.node as u64)
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.node)
    }
}

#[derive(Clone)]
struct Points;

impl Evaluator<Literal> for Points {
    const BY_MARGIN: bool = true;

    fn evaluate(&mut self, position: &Literal) -> Score {
        Score::from(position.node as i32)
    }
    fn terminal(&self, position: &Literal, _: Outcome, _: u32) -> Score {
        let Leaf(value) = TREE[position.node] else { panic!("not a leaf") };
        let score = Score::from(value);
        if position.odd { -score } else { score }
    }
}

impl Game for Literal {
    const INFO: Info = Info { id: "literal", ..Info::NONE };

    fn write(&self, m: u8) -> String {
        // Signs that every format must escape.
        ["<a>", "\"b\\", "c&"][usize::from(m)].to_owned()
    }
    fn parse(&self, text: &str) -> Result<Literal, InputError> {
        Err(InputError::new(quote(text)))
    }
    fn evaluator(&self) -> impl Evaluator<Literal> {
        Points
    }
}

const ALL: RecordLimits = RecordLimits { nodes: 1000, depth: 100 };

fn record(algorithm: Algorithm, limits: Limits, record: RecordLimits) -> Tree {
    let plan = Plan { algorithm, limits, record: Some(record), ..Plan::default() };
    let mut session = session(Literal::default(), &Params::defaults(&Literal::INFO));
    let analysis = session.search(&plan, &Stop::new(), &mut |_| {}).unwrap();
    analysis.tree.unwrap()
}

fn alphabeta_tree() -> Tree {
    record(Algorithm::AlphaBeta, Limits::depth(9), ALL)
}

#[test]
fn text() {
    let expected = "\
8 nodes kept, 0 left out (limits: 1000 nodes, 100 plies)
* principal variation, ↑ raised the best value; (alpha, beta) and value for the side to move
root *  first  depth 9  (-∞, +∞)  = 3
├─ <a> * ↑  second  depth 8  (-∞, +∞)  = -3
│  ├─ <a> * ↑  first  depth 7  (-∞, +∞)  = 3  game over: draw
│  └─ \"b\\  first  depth 7  (-∞, 3)  = 5  game over: draw
├─ \"b\\  second  depth 8  (-∞, -3)  ≥ -2
│  ├─ <a> ↑  first  depth 7  (3, +∞)  = 2  game over: draw
│  └╌ value -2 ≥ beta -3: skipped \"b\\, c&
└─ c&  second  depth 8  (-∞, -3)  ≥ 0
   ├─ <a> ↑  first  depth 7  (3, +∞)  = 0  game over: draw
   └╌ value 0 ≥ beta -3: skipped \"b\\
";
    assert_eq!(alphabeta_tree().to_text(), expected);
}

#[test]
fn caps_are_kept_and_counted() {
    let full = record(Algorithm::Minimax, Limits::depth(9), ALL);
    assert_eq!((full.nodes().len(), full.left_out()), (13, 0));
    for nodes in 0..=14 {
        for depth in 0..=4 {
            let limits = RecordLimits { nodes, depth };
            let tree = record(Algorithm::Minimax, Limits::depth(9), limits);
            let kept = tree.nodes();
            assert!(kept.len() <= nodes && kept.iter().all(|node| node.ply <= depth));
            assert_eq!(kept.len() as u64 + tree.left_out(), 13);
            assert!(tree.is_complete());
            check_links(&tree);
            // Visits to children: all but the root, less what lies below those not kept.
            let direct: u64 = kept.iter().map(|node| node.left_out).sum();
            assert!(direct <= tree.left_out());
            assert_eq!(direct == 0, tree.left_out() == 0 || kept.is_empty());
        }
    }
    let tree = record(Algorithm::Minimax, Limits::depth(9), RecordLimits { nodes: 4, depth: 1 });
    assert_eq!(tree.nodes().iter().map(|node| node.left_out).collect::<Vec<_>>(), [0, 2, 3, 2]);
    assert!(tree.to_text().contains("2 children not kept"));
}

/// Every node but the root hangs under one parent that came before it.
fn check_links(tree: &Tree) {
    let mut parents = vec![0; tree.nodes().len()];
    for (at, node) in tree.nodes().iter().enumerate() {
        for &child in &node.children {
            assert!(child > at);
            assert_eq!(tree.nodes()[child].ply, node.ply + 1);
            parents[child] += 1;
        }
    }
    assert!(parents.iter().skip(1).all(|&count| count == 1));
    assert!(parents.first().is_none_or(|&count| count == 0));
}

#[test]
fn the_principal_variation_is_the_reports() {
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
        let tree = record(algorithm, Limits::depth(9), ALL);
        let pv: Vec<_> = tree.nodes().iter().filter(|node| node.pv).map(TreeNode::name).collect();
        assert_eq!(pv, ["root", "<a>", "<a>"]);
    }
}

#[test]
fn a_stopped_search_leaves_a_consistent_tree() {
    for algorithm in Algorithm::ALL {
        for nodes in 0..60 {
            let tree = record(algorithm, Limits::nodes(nodes), ALL);
            check_links(&tree);
            let finished = tree.nodes().iter().all(|node| node.value.is_some());
            assert_eq!(finished && !tree.nodes().is_empty(), tree.is_complete());
            assert!(tree.nodes().len() as u64 <= nodes);
            assert!(tree.walk() <= tree.walks());
            for text in [tree.to_text(), tree.to_dot(), tree.to_svg()] {
                assert!(!text.is_empty());
            }
        }
    }
}

#[test]
fn a_walk_stopped_in_its_middle_gives_way_to_the_last_complete_one() {
    // Depth 1 takes four nodes, depth 2 at least two more.
    let tree = record(Algorithm::Minimax, Limits::nodes(6), ALL);
    assert!(tree.is_complete());
    assert_eq!((tree.walk(), tree.walks(), tree.nodes()[0].depth), (1, 2, 1));
    assert!(tree.to_text().contains("last complete walk"));
    let tree = record(Algorithm::Minimax, Limits::nodes(3), ALL);
    assert!(!tree.is_complete());
    assert_eq!(tree.nodes()[0].kind(), NodeKind::Unfinished);
    assert_eq!(tree.nodes()[0].value, None);
    assert!(tree.nodes()[0].pv && tree.nodes()[1].pv);
}

/// What the last of some searches with one table from a node of the literal tree walked.
fn walk(node: usize, searches: usize) -> Tree {
    let line = Line::new(Literal { node, odd: false });
    let table = Table::new(1 << 16).unwrap();
    let mut recorder = Recorder::new(ALL);
    for _ in 0..searches {
        let shared = Shared::new(Limits::depth(9), &table);
        alphabeta_table(&line, &Points, &mut recorder, &shared);
    }
    recorder.into_tree()
}

#[test]
fn leaves_say_what_they_are() {
    let tree = record(Algorithm::Minimax, Limits::depth(1), ALL);
    assert!(tree.nodes()[1..].iter().all(|node| node.kind() == NodeKind::Evaluated));
    let tree = record(Algorithm::Minimax, Limits::depth(0), ALL);
    assert_eq!(tree.nodes()[0].kind(), NodeKind::Evaluated);
    let tree = walk(0, 2);
    let kinds: Vec<_> = tree.nodes()[1..].iter().map(TreeNode::kind).collect();
    assert_eq!(kinds, [NodeKind::Table; 3]);
    assert!(tree.to_text().contains("from the table: = -3, depth 8"), "{}", tree.to_text());
    let tree = walk(4, 1);
    assert_eq!(tree.nodes().len(), 1);
    assert_eq!(tree.nodes()[0].kind(), NodeKind::Terminal);
}

#[test]
fn dot() {
    let limits = RecordLimits { nodes: 5, depth: 1 };
    let tree = record(Algorithm::AlphaBeta, Limits::depth(9), limits);
    let expected = r#"digraph search {
  graph [label="4 nodes kept, 4 left out (limits: 5 nodes, 1 plies)", labelloc=t];
  node [shape=box, style=filled, fillcolor=white, fontname="sans-serif"];
  n0 [label="root\n= 3\n(-∞, +∞)", tooltip="root: first player to move\nply 0, depth 9\nwindow (-∞, +∞)\nvalue = 3\nbest move <a>", penwidth=3];
  n0 -> n1 [label="<a>", style=bold, penwidth=3];
  n0 -> n2 [label="\"b\\"];
  n0 -> n3 [label="c&"];
  n1 [label="= -3\n(-∞, +∞)", tooltip="<a>: second player to move\nply 1, depth 8\nwindow (-∞, +∞)\nvalue = -3\nbest move <a>\n2 children not kept", fillcolor=lightgray, penwidth=3];
  s1_0 [label="… 2", shape=plaintext, style="", fontcolor=gray];
  n1 -> s1_0 [style=dashed, color=gray, arrowhead=tee];
"#;
    let dot = tree.to_dot();
    assert!(dot.starts_with(expected), "{dot}");
    assert!(dot.contains(r#"s2_0 [label="✗ \"b\\", shape=plaintext"#), "{dot}");
}

#[test]
fn svg() {
    let svg = alphabeta_tree().to_svg();
    assert_eq!(svg, include_str!("golden.svg"), "{svg}");
}

/// No two boxes of a row overlap.
#[test]
fn svg_is_tidy() {
    let tree = record(Algorithm::Minimax, Limits::depth(9), ALL);
    let svg = tree.to_svg();
    let number = |text: &str, name: &str| -> i64 {
        let from = text.find(&format!(" {name}=\"")).unwrap() + name.len() + 3;
        let rest = &text[from..];
        rest[..rest.find('"').unwrap()].parse().unwrap()
    };
    let mut boxes: Vec<_> = svg
        .split("<rect")
        .skip(1)
        .map(|rect| (number(rect, "y"), number(rect, "x"), number(rect, "width")))
        .collect();
    assert_eq!(boxes.len(), 13);
    boxes.sort_unstable();
    for pair in boxes.windows(2) {
        let ((row, x, width), (next_row, next, _)) = (pair[0], pair[1]);
        assert!(row != next_row || x + width < next, "{pair:?}");
    }
    assert!(boxes.iter().all(|&(_, x, _)| x >= 0));
}

#[cfg(feature = "serde")]
#[test]
fn json() {
    let limits = RecordLimits { nodes: 5, depth: 1 };
    let tree = record(Algorithm::AlphaBeta, Limits::depth(9), limits);
    let json = serde_json::to_value(&tree).unwrap();
    let second = &json["root"]["children"][1];
    let expected = serde_json::json!({
        "move": "\"b\\", "turn": 1, "ply": 1, "depth": 8, "alpha": null, "beta": -3,
        "value": -2, "bound": "lower", "kind": "searched", "best": "<a>", "raised": false,
        "pv": false, "reason": "value -2 ≥ beta -3", "skipped": ["\"b\\", "c&"],
        "skipped_count": 2, "left_out": 1, "children": []
    });
    assert_eq!(*second, expected);
    assert_eq!(json["kept"], 4);
    assert_eq!(json["left_out"], 4);
    assert_eq!(json["root"]["move"], serde_json::Value::Null);
}
