//! A tree for Graphviz.

use super::{Tree, TreeNode};
use crate::position::Player;

/// Skipped moves drawn one by one at a node; the rest share a stub.
const STUBS: usize = 4;

impl Tree {
    /// The tree in the DOT language of Graphviz (<https://graphviz.org/doc/info/lang.html>). The
    /// principal variation is bold; skipped moves are dashed stubs.
    pub fn to_dot(&self) -> String {
        let mut out = String::from("digraph search {\n");
        out += &format!("  graph [label={}, labelloc=t];\n", text(&self.summary()));
        out += "  node [shape=box, style=filled, fillcolor=white, fontname=\"sans-serif\"];\n";
        for (at, node) in self.nodes.iter().enumerate() {
            out += &statement(at, node);
            for &child in &node.children {
                out += &edge(at, child, &self.nodes[child]);
            }
            for (number, label) in stubs(node).iter().enumerate() {
                out += &format!(
                    "  s{at}_{number} [label={}, shape=plaintext, style=\"\", fontcolor=gray];\n  n{at} -> s{at}_{number} [style=dashed, color=gray, arrowhead=tee];\n",
                    text(label)
                );
            }
        }
        out += "}\n";
        out
    }
}

fn statement(at: usize, node: &TreeNode) -> String {
    let mut label = format!("{}\n", node.value_text());
    label += &format!("({}, {})", node.alpha, node.beta);
    if node.by.is_none() {
        label.insert_str(0, "root\n");
    }
    let kind = node.kind_text();
    if !kind.is_empty() {
        label.push('\n');
        label += &kind;
    }
    let mut attributes =
        format!("label={}, tooltip={}", text(&label), text(&node.details().join("\n")));
    if node.turn == Player::Second {
        attributes += ", fillcolor=lightgray";
    }
    if node.pv {
        attributes += ", penwidth=3";
    }
    format!("  n{at} [{attributes}];\n")
}

fn edge(parent: usize, child: usize, node: &TreeNode) -> String {
    let mut attributes = format!("label={}", text(node.name()));
    if node.pv {
        attributes += ", style=bold, penwidth=3";
    }
    format!("  n{parent} -> n{child} [{attributes}];\n")
}

/// The labels of what was not searched or not kept below a node.
pub(super) fn stubs(node: &TreeNode) -> Vec<String> {
    let mut stubs = vec![];
    if let Some(cut) = &node.cut {
        let (names, more) = cut.shown(STUBS);
        stubs.extend(names.iter().map(|name| format!("✗ {name}")));
        if more > 0 {
            stubs.push(format!("✗ {more} more"));
        }
    }
    if node.left_out > 0 {
        stubs.push(format!("… {}", node.left_out));
    }
    stubs
}

/// A quoted string of DOT. Other control characters than the line break have no place in one.
fn text(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out += "\\\"",
            '\\' => out += "\\\\",
            '\n' => out += "\\n",
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
