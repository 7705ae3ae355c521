//! A tree as nested data.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::{Tree, TreeNode};
use crate::score::{Score, Units};

/// `{"complete","walk","walks","kept","left_out","limits":{"nodes","depth"},"root"}`, each node
/// with its `children` in it. A decided score is a text such as `"win in 5"`, another a number in
/// units, and an open end of a window `null`.
impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("complete", &self.complete)?;
        map.serialize_entry("walk", &self.walk)?;
        map.serialize_entry("walks", &self.walks)?;
        map.serialize_entry("kept", &self.nodes.len())?;
        map.serialize_entry("left_out", &self.left_out)?;
        map.serialize_entry("limits", &Limits(self))?;
        map.serialize_entry("root", &self.nodes.first().map(|node| Nested(self, node)))?;
        map.end()
    }
}

struct Limits<'t>(&'t Tree);

impl Serialize for Limits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("nodes", &self.0.limits.nodes)?;
        map.serialize_entry("depth", &self.0.limits.depth)?;
        map.end()
    }
}

/// A node with what is below it. The recursion is as deep as the tree, which the searches bound.
struct Nested<'t>(&'t Tree, &'t TreeNode);

impl Serialize for Nested<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let node = self.1;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("move", &node.by)?;
        map.serialize_entry("turn", &node.turn.index())?;
        map.serialize_entry("ply", &node.ply)?;
        map.serialize_entry("depth", &node.depth)?;
        map.serialize_entry("alpha", &Number(node.alpha))?;
        map.serialize_entry("beta", &Number(node.beta))?;
        map.serialize_entry("value", &node.value.map(|(score, _)| Number(score)))?;
        map.serialize_entry("bound", &node.value.map(|(_, bound)| bound))?;
        map.serialize_entry("kind", &node.kind())?;
        if !node.forced.is_empty() {
            map.serialize_entry("forced", &node.forced)?;
        }
        map.serialize_entry("best", &node.best)?;
        map.serialize_entry("raised", &node.raised)?;
        map.serialize_entry("pv", &node.pv)?;
        if let Some(outcome) = node.outcome {
            map.serialize_entry("outcome", &outcome)?;
        }
        if let Some(score) = node.evaluation {
            map.serialize_entry("evaluation", &Number(score))?;
        }
        if let Some(answer) = node.table {
            map.serialize_entry("table_depth", &answer.depth)?;
        }
        map.serialize_entry("reason", &node.cut.as_ref().map(super::Cut::reason))?;
        let skipped = node.cut.as_ref().map_or(&[][..], |cut| &cut.skipped);
        map.serialize_entry("skipped", skipped)?;
        map.serialize_entry("skipped_count", &node.cut.as_ref().map_or(0, |cut| cut.count))?;
        map.serialize_entry("left_out", &node.left_out)?;
        map.serialize_entry("children", &Children(self.0, node))?;
        map.end()
    }
}

struct Children<'t>(&'t Tree, &'t TreeNode);

impl Serialize for Children<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.1.children.len()))?;
        for &child in &self.1.children {
            list.serialize_element(&Nested(self.0, &self.0.nodes[child]))?;
        }
        list.end()
    }
}

/// A score as a number in units, a text, or nothing.
struct Number(Score);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let score = self.0;
        if score == Score::INFINITY || score == -Score::INFINITY {
            serializer.serialize_none()
        } else if score.is_decided() {
            serializer.collect_str(&score)
        } else {
            Units(score).serialize(serializer)
        }
    }
}
