//! A tree for the terminal.

use super::{Tree, TreeNode};

impl Tree {
    /// The tree as indented lines: for every node its move, the side to move, the depth, the
    /// window, and the value; under a node the moves that were skipped and why.
    ///
    /// `*` marks the principal variation, `↑` a move that raised its parent's best value.
    pub fn to_text(&self) -> String {
        let mut out = self.summary();
        out += "\n* principal variation, ↑ raised the best value; (alpha, beta) and value for the side to move\n";
        if let Some(root) = self.nodes.first() {
            out += &row(root);
            self.write_children(root, "", &mut out);
        }
        out
    }

    /// One line a child. The recursion is as deep as the tree, which the searches bound.
    fn write_children(&self, node: &TreeNode, indent: &str, out: &mut String) {
        let notes = notes(node);
        let count = node.children.len() + notes.len();
        let branch = |at: usize| if at + 1 == count { '└' } else { '├' };
        for (at, &child) in node.children.iter().enumerate() {
            let child = &self.nodes[child];
            *out += &format!("{indent}{}─ {}", branch(at), row(child));
            let deeper = if at + 1 == count { "   " } else { "│  " };
            self.write_children(child, &format!("{indent}{deeper}"), out);
        }
        for (note, at) in notes.iter().zip(node.children.len()..) {
            *out += &format!("{indent}{}╌ {note}\n", branch(at));
        }
    }
}

fn row(node: &TreeNode) -> String {
    let mut text = node.name().to_owned();
    for forced in &node.forced {
        text += &format!(" → {forced}");
    }
    for (is, mark) in [(node.pv, " *"), (node.raised, " ↑")] {
        if is {
            text += mark;
        }
    }
    text += &format!(
        "  {}  depth {}  ({}, {})  {}",
        node.turn,
        node.depth,
        node.alpha,
        node.beta,
        node.value_text()
    );
    let kind = node.kind_text();
    if !kind.is_empty() {
        text += "  ";
        text += &kind;
    }
    text.push('\n');
    text
}

/// What was not searched or not kept below a node.
fn notes(node: &TreeNode) -> Vec<String> {
    const NAMES: usize = 12;
    let mut notes = vec![];
    if let Some(cut) = &node.cut
        && cut.count > 0
    {
        let (names, more) = cut.shown(NAMES);
        let more = match more {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        notes.push(format!("{}: skipped {}{more}", cut.reason(), names.join(", ")));
    }
    match node.left_out {
        0 => {}
        1 => notes.push("1 child not kept".to_owned()),
        children => notes.push(format!("{children} children not kept")),
    }
    notes
}
