//! A tree as a picture.

use core::mem;

use super::dot::stubs;
use super::{Tree, TreeNode};
use crate::position::Player;
use crate::score::Score;

/// Pixels from a row of nodes to the next, and the height of a node's box.
const ROW: i64 = 88;
const BOX: i64 = 50;
/// Pixels between two boxes side by side, and around the picture.
const GAP: i64 = 10;
const MARGIN: i64 = 16;
/// Room for the line of text above the tree.
const HEAD: i64 = 28;

/// Everything under one class, so that it leaves the page around the picture alone.
const STYLE: &str = "\
.tree text{font:12px ui-sans-serif,system-ui,sans-serif;fill:#1b1f24;text-anchor:middle}\
.tree .head{text-anchor:start}\
.tree rect{fill:#fff;stroke:#6e7781}\
.tree .second rect{fill:#e7eaee}\
.tree path{stroke:#6e7781;fill:none}\
.tree .pv rect,.tree path.pv{stroke:#0a66c2;stroke-width:2.5}\
.tree .stub text{fill:#8c5a5a;text-decoration:line-through}\
.tree .rest text{fill:#6e7781}\
.tree path.stub,.tree path.rest{stroke-dasharray:4 3}\
.tree .window{font-size:10px;fill:#57606a}\
@media (prefers-color-scheme:dark){\
.tree text{fill:#e6edf3}.tree rect{fill:#161b22;stroke:#8b949e}.tree .second rect{fill:#2d333b}\
.tree path{stroke:#8b949e}.tree .pv rect,.tree path.pv{stroke:#58a6ff}\
.tree .stub text{fill:#d29a9a}.tree .rest text,.tree .window{fill:#9da7b3}}";

/// Something with a place in the picture: a node, or a stub for what was skipped or not kept.
struct Item<'t> {
    node: Option<&'t TreeNode>,
    class: String,
    lines: Vec<String>,
    row: i64,
    width: i64,
    /// The middle of the box: relative to the parent's until all is arranged.
    x: i64,
    children: Vec<usize>,
}

impl Tree {
    /// The tree as a self-contained SVG picture without scripts, for light and dark pages. It is as
    /// wide as the tree needs. Pointing at a node shows its details; skipped moves are struck out;
    /// the principal variation is bold.
    pub fn to_svg(&self) -> String {
        let mut items = self.items();
        arrange(&mut items);
        let left = items.iter().map(|item| item.x - item.width / 2).min();
        for item in &mut items {
            item.x += MARGIN - left.unwrap_or(0);
        }
        let right = items.iter().map(|item| item.x + item.width / 2).max();
        let head = self.summary();
        let width = (right.unwrap_or(0) + MARGIN).max(width_of(&head) + MARGIN);
        let rows = items.iter().map(|item| item.row + 1).max().unwrap_or(0);
        let height = HEAD + rows * ROW + MARGIN;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tree\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>Search tree</title>\n\
             <style>{STYLE}</style>\n<text class=\"head\" x=\"{MARGIN}\" y=\"20\">{}</text>\n",
            escape(&head)
        );
        // Lines first, so that the boxes lie over their ends.
        for item in &items {
            for &child in &item.children {
                write_link(item, &items[child], &mut out);
            }
        }
        for item in &items {
            write_item(item, &mut out);
        }
        out += "</svg>\n";
        out
    }

    /// What is to be drawn, parents before their children.
    fn items(&self) -> Vec<Item<'_>> {
        let mut items: Vec<Item> = vec![];
        let mut waiting = vec![(0, None, 0)];
        while let Some((at, parent, row)) = waiting.pop() {
            let Some(node) = self.nodes.get(at) else {
                break;
            };
            let place = items.len();
            items.push(node_item(node, row));
            if let Some(parent) = parent {
                let parent: &mut Item = &mut items[parent];
                parent.children.push(place);
            }
            let children = node.children.iter().rev();
            waiting.extend(children.map(|&child| (child, Some(place), row + 1)));
        }
        // Stubs stand to the right of the children that were searched.
        for at in 0..items.len() {
            let (node, row) = (items[at].node, items[at].row);
            for label in node.map(stubs).unwrap_or_default() {
                let stub = items.len();
                items[at].children.push(stub);
                items.push(stub_item(label, row + 1));
            }
        }
        items
    }
}

fn node_item(node: &TreeNode, row: i64) -> Item<'_> {
    let name = if node.raised { format!("{} ↑", node.name()) } else { node.name().to_owned() };
    let lines = vec![name, node.value_text()];
    let side = if node.turn == Player::First { "first" } else { "second" };
    Item {
        node: Some(node),
        class: format!("{side}{}", if node.pv { " pv" } else { "" }),
        // The window is written in smaller letters.
        width: lines
            .iter()
            .map(|line| width_of(line) + 12)
            .max()
            .unwrap_or(0)
            .max(width_of(&window(node)) * 6 / 7 + 12),
        lines,
        row,
        x: 0,
        children: vec![],
    }
}

fn stub_item<'t>(label: String, row: i64) -> Item<'t> {
    let (class, label) = match label.strip_prefix("✗ ") {
        Some(skipped) => ("stub", skipped.to_owned()),
        None => ("rest", label),
    };
    Item {
        node: None,
        class: class.to_owned(),
        width: width_of(&label) + 4,
        lines: vec![label],
        row,
        x: 0,
        children: vec![],
    }
}

/// The extent of a subtree in one row, relative to the middle of its root.
#[derive(Clone, Copy)]
struct Span {
    left: i64,
    right: i64,
}

/// Gives every item its place. Children stand side by side as close as the outlines of their
/// subtrees allow, and a parent over the middle of them (the idea of Reingold and Tilford,
/// "Tidier drawings of trees", 1981).
fn arrange(items: &mut [Item]) {
    // The outline of every subtree that is arranged and not yet part of a larger one. Stubs come
    // after all nodes, and nodes after their parents: backwards, children are always done first.
    let mut outlines: Vec<Vec<Span>> = items.iter().map(|_| vec![]).collect();
    for at in (0..items.len()).rev() {
        let children = mem::take(&mut items[at].children);
        let mut below: Vec<Span> = vec![];
        for &child in &children {
            let outline = mem::take(&mut outlines[child]);
            let touching = |(done, new): (&Span, &Span)| done.right + GAP - new.left;
            let shift = below.iter().zip(&outline).map(touching).max().unwrap_or(0);
            items[child].x = shift;
            for (level, span) in outline.iter().enumerate() {
                let (left, right) = (span.left + shift, span.right + shift);
                match below.get_mut(level) {
                    Some(span) => span.right = right,
                    None => below.push(Span { left, right }),
                }
            }
        }
        let ends = children.first().zip(children.last());
        let middle = ends.map_or(0, |(&first, &last)| (items[first].x + items[last].x) / 2);
        for &child in &children {
            items[child].x -= middle;
        }
        let half = items[at].width / 2;
        let own = Span { left: -half, right: half };
        let moved =
            below.iter().map(|span| Span { left: span.left - middle, right: span.right - middle });
        outlines[at] = core::iter::once(own).chain(moved).collect();
        items[at].children = children;
    }
    for at in 0..items.len() {
        for child in 0..items[at].children.len() {
            let child = items[at].children[child];
            items[child].x += items[at].x;
        }
    }
}

fn write_link(parent: &Item, child: &Item, out: &mut String) {
    let (from, to) = (top(parent) + BOX, top(child));
    let middle = (from + to) / 2;
    // Of a node's classes only the mark of the principal variation matters to its line.
    let class = match (&child.node, &child.class[..]) {
        (Some(node), _) if !node.pv => String::new(),
        (Some(_), _) => " class=\"pv\"".to_owned(),
        (None, class) => format!(" class=\"{class}\""),
    };
    *out += &format!(
        "<path{class} d=\"M{} {from}C{} {middle} {} {middle} {} {to}\"/>\n",
        parent.x, parent.x, child.x, child.x
    );
}

fn write_item(item: &Item, out: &mut String) {
    let (x, y) = (item.x, top(item));
    *out += &format!("<g class=\"{}\">", item.class);
    if let Some(node) = item.node {
        *out += &format!("<title>{}</title>", escape(&node.details().join("\n")));
        *out += &format!(
            "<rect x=\"{}\" y=\"{y}\" width=\"{}\" height=\"{BOX}\" rx=\"4\"/>",
            x - item.width / 2,
            item.width
        );
        *out += &format!(
            "<text class=\"window\" x=\"{x}\" y=\"{}\">{}</text>",
            y + BOX - 6,
            window(node)
        );
    }
    for (line, number) in item.lines.iter().zip(0..) {
        let y = y + 15 + 15 * number;
        *out += &format!("<text x=\"{x}\" y=\"{y}\">{}</text>", escape(line));
    }
    *out += "</g>\n";
}

/// The window in few letters: `win in 5` is `W5`.
fn window(node: &TreeNode) -> String {
    let short = |score: Score| {
        let text = score.to_string();
        text.replace("win in ", "W").replace("loss in ", "L")
    };
    format!("({}, {})", short(node.alpha), short(node.beta))
}

fn top(item: &Item) -> i64 {
    HEAD + item.row * ROW
}

/// About how many pixels wide a text is. Letters beyond Latin ones may be wide.
fn width_of(text: &str) -> i64 {
    let width = |c: char| if (c as u32) < 0x1100 { 7 } else { 13 };
    text.chars().map(width).sum()
}

/// Text for XML, which can't hold control characters.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\n' => out.push('\n'),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
