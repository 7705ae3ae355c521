//! Trees as text: reading with a stack of our own, so that no text can overflow the machine's.

use core::fmt::{self, Write};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use outplay::{InputError, Player, Score, quote};

use super::{Arena, Edge, MAX_LEVELS, MAX_NODES, Tree};

const LONGEST_NAME: usize = 32;

pub(super) fn parse(text: &str) -> Result<Tree, InputError> {
    let mut reader = Reader {
        text,
        at: 0,
        arena: Arena::default(),
        names: HashMap::new(),
        open: vec![],
        edges: vec![],
        count: 0,
    };
    let root = reader.tree()?;
    let turn = reader.side()?;
    let mut arena = reader.arena;
    arena.nodes.shrink_to_fit();
    arena.edges.shrink_to_fit();
    Ok(Tree { arena: Arc::new(arena), node: root, turn })
}

/// A node whose list is not closed yet.
struct Open<'t> {
    head: Head<'t>,
    /// Where its children begin among the edges.
    edges: usize,
}

/// What stands in front of a node.
#[derive(Clone, Copy, Default)]
struct Head<'t> {
    again: bool,
    name: Option<&'t str>,
    /// The byte where it starts.
    start: usize,
}

struct Reader<'t> {
    text: &'t str,
    /// The byte to be read next.
    at: usize,
    arena: Arena,
    names: HashMap<&'t str, u32>,
    open: Vec<Open<'t>>,
    /// The children read so far of all open nodes.
    edges: Vec<Edge>,
    /// Children so far, for the limit.
    count: usize,
}

impl<'t> Reader<'t> {
    /// Reads one item after the other until the outermost is complete.
    fn tree(&mut self) -> Result<u32, InputError> {
        loop {
            let complete = match self.peek() {
                Some(')') => self.close()?,
                _ => self.item()?,
            };
            let Some((node, again)) = complete else {
                continue;
            };
            if self.open.is_empty() {
                return Ok(node);
            }
            self.edges.push(Edge { child: node, again });
        }
    }

    /// A leaf, a reference, or the opening of a list; complete unless it is a list.
    fn item(&mut self) -> Result<Option<(u32, bool)>, InputError> {
        let mut head = self.again()?;
        self.count += 1;
        if self.count > MAX_NODES {
            return Err(self
                .wrong("the tree is too large", head.start)
                .hint(format!("at most {MAX_NODES} nodes")));
        }
        if self.peek() != Some('(') {
            let start = self.at;
            let word = self.word()?;
            if !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
                return self.leaf(word, start, &head).map(Some);
            }
            self.check_name(word, start)?;
            if self.peek() != Some(':') {
                let node = self.reference(word, start)?;
                return Ok(Some((node, head.again)));
            }
            self.at += 1;
            (head.name, head.start) = (Some(word), start);
        }
        if self.peek() == Some('(') {
            return self.push(head).map(|()| None);
        }
        let start = self.at;
        let word = self.word()?;
        self.leaf(word, start, &head).map(Some)
    }

    fn leaf(
        &mut self,
        word: &str,
        start: usize,
        head: &Head<'t>,
    ) -> Result<(u32, bool), InputError> {
        let value = self.number(word, start)?;
        if self.peek() == Some('@') {
            return Err(self.wrong("a leaf has no estimate", self.at).hint("@ comes after a list"));
        }
        let node = self.arena.leaf(value);
        self.name(node, head)?;
        Ok((node, head.again))
    }

    /// The mark of an extra turn, if it is there.
    fn again(&mut self) -> Result<Head<'t>, InputError> {
        let again = self.peek() == Some('=');
        let start = self.at;
        if again {
            if self.open.is_empty() {
                return Err(self
                    .wrong("the root can't be marked by =", start)
                    .hint("= comes before a child"));
            }
            self.at += 1;
            self.skip();
        }
        Ok(Head { again, name: None, start })
    }

    fn push(&mut self, head: Head<'t>) -> Result<(), InputError> {
        if self.open.len() >= MAX_LEVELS as usize {
            return Err(self.too_deep(self.at));
        }
        self.at += 1;
        let edges = self.edges.len();
        self.open.push(Open { head, edges });
        Ok(())
    }

    /// A closing parenthesis and the estimate that may follow.
    fn close(&mut self) -> Result<Option<(u32, bool)>, InputError> {
        let place = self.at;
        let Some(Open { head, edges }) = self.open.pop() else {
            return Err(self
                .wrong("')' closes nothing", place)
                .hint("write a tree such as (3 (5 6) 9)"));
        };
        if edges == self.edges.len() {
            return Err(self
                .wrong("a list needs children", place)
                .hint("write a number for a leaf"));
        }
        self.at += 1;
        let mut estimate = 0;
        if self.peek() == Some('@') {
            self.at += 1;
            let start = self.skip();
            let word = self.word()?;
            estimate = self.number(word, start)?;
        }
        let node = self.arena.inner(&self.edges[edges..], estimate);
        self.edges.truncate(edges);
        // References can make a tree deeper than its text.
        if self.arena.nodes[node as usize].height > MAX_LEVELS {
            return Err(self.too_deep(place));
        }
        self.name(node, &head)?;
        Ok(Some((node, head.again)))
    }

    fn name(&mut self, node: u32, head: &Head<'t>) -> Result<(), InputError> {
        let Some(name) = head.name else {
            return Ok(());
        };
        if self.names.insert(name, node).is_some() {
            return Err(self
                .wrong(format!("there are two nodes {}", quote(name)), head.start)
                .hint("a name without a colon refers to the first"));
        }
        self.arena.nodes[node as usize].name = Some(name.into());
        Ok(())
    }

    fn reference(&self, name: &str, start: usize) -> Result<u32, InputError> {
        self.names.get(name).copied().ok_or_else(|| {
            self.wrong(format!("nothing before this is named {}", quote(name)), start)
                .hint(format!("name a node by {name}:(5 6)"))
        })
    }

    /// Who is to move, after the tree; nothing may follow.
    fn side(&mut self) -> Result<Player, InputError> {
        let start = self.skip();
        let rest = self.text[start..].trim_end();
        match rest {
            "" | "first" => Ok(Player::First),
            "second" => Ok(Player::Second),
            _ => Err(self
                .wrong(format!("{} follows the tree", quote(rest)), start)
                .hint("only first or second can")),
        }
    }

    fn check_name(&self, name: &str, start: usize) -> Result<(), InputError> {
        let letters = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if letters && name.len() <= LONGEST_NAME {
            return Ok(());
        }
        Err(self.wrong(format!("{} is not a name", quote(name)), start).hint(format!(
            "a name is a letter and up to {} letters, digits or _",
            LONGEST_NAME - 1
        )))
    }

    /// A number in hundredths.
    fn number(&self, word: &str, start: usize) -> Result<i32, InputError> {
        let wrong =
            |hint: &str| self.wrong(format!("{} is not a number", quote(word)), start).hint(hint);
        let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
        let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
        let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !all_digits(whole) || !all_digits(part) {
            return Err(wrong("write a leaf as 3, -2 or 0.25, a node as a list in parentheses"));
        }
        if part.len() > 2 {
            return Err(wrong("numbers have at most two decimals"));
        }
        let hundredths = format!("{whole}{part:0<2}").parse().ok();
        let most = Score::MAX_ESTIMATE.hundredths();
        let value: i32 = hundredths
            .filter(|&value| value <= most)
            .ok_or_else(|| wrong(&format!("numbers go up to {}", Score::MAX_ESTIMATE)))?;
        Ok(if word.starts_with('-') { -value } else { value })
    }

    /// The longest run of characters that are no marks.
    fn word(&mut self) -> Result<&'t str, InputError> {
        let start = self.skip();
        let rest = &self.text[start..];
        let end = rest.find(|c: char| is_gap(c) || "()=:@".contains(c));
        let word = &rest[..end.unwrap_or(rest.len())];
        self.at = start + word.len();
        if !word.is_empty() {
            return Ok(word);
        }
        Err(match rest.chars().next() {
            Some(mark) => self
                .wrong(format!("{} is out of place", quote(&mark.to_string())), start)
                .hint("a number, a list or a name is wanted here"),
            None if self.open.is_empty() && self.arena.nodes.is_empty() => {
                self.wrong("there is no tree", start).hint("write one such as (3 (5 6) 9)")
            }
            None => self.wrong("the text ends too early", start).hint(match self.open.len() {
                0 => "a number or a list is wanted here".to_owned(),
                1 => "a ) is missing".to_owned(),
                open => format!("{open} ) are missing"),
            }),
        })
    }

    /// The next character that is no gap.
    fn peek(&mut self) -> Option<char> {
        let start = self.skip();
        self.text[start..].chars().next()
    }

    /// Steps over blanks and commas; returns where it stands then.
    fn skip(&mut self) -> usize {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(is_gap).len();
        self.at
    }

    fn wrong(&self, what: impl Into<String>, byte: usize) -> InputError {
        InputError::new(what).at(self.text[..byte].chars().count())
    }

    fn too_deep(&self, byte: usize) -> InputError {
        self.wrong("the tree is too deep", byte).hint(format!("at most {MAX_LEVELS} levels"))
    }
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// Writes the node as [`parse`] reads it. A node with several parents has a name, so that the text
/// is never longer than the tree.
pub(super) fn write(tree: &Tree, out: &mut impl Write) -> fmt::Result {
    let mut named = HashSet::new();
    write_node(&tree.arena, tree.node, &mut named, out)?;
    match tree.turn {
        Player::First => Ok(()),
        Player::Second => out.write_str(" second"),
    }
}

/// Recursive, but no deeper than [`MAX_LEVELS`].
fn write_node(
    arena: &Arena,
    id: u32,
    named: &mut HashSet<u32>,
    out: &mut impl Write,
) -> fmt::Result {
    let node = &arena.nodes[id as usize];
    if let Some(name) = &node.name {
        out.write_str(name)?;
        if !named.insert(id) {
            return Ok(());
        }
        out.write_char(':')?;
    }
    let value = Score::from_hundredths(node.value);
    if arena.is_leaf(id) {
        return write!(out, "{value}");
    }
    let mut before = '(';
    for edge in arena.edges(id) {
        out.write_char(before)?;
        before = ' ';
        if edge.again {
            out.write_char('=')?;
        }
        write_node(arena, edge.child, named, out)?;
    }
    out.write_char(')')?;
    match node.value {
        0 => Ok(()),
        _ => write!(out, "@{value}"),
    }
}

/// The text, cut after so many bytes.
pub(super) fn shortened(tree: &Tree, longest: usize) -> String {
    let mut out = Shortened { text: String::new(), room: longest };
    if write(tree, &mut out).is_err() {
        out.text.push('…');
    }
    out.text
}

/// Takes text until there is no room, and stops the writer then.
struct Shortened {
    text: String,
    room: usize,
}

impl Write for Shortened {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // Trees are written in ASCII alone, so that any byte can be the last.
        let taken = text.len().min(self.room);
        self.text.push_str(&text[..taken]);
        self.room -= taken;
        if taken < text.len() { Err(fmt::Error) } else { Ok(()) }
    }
}
