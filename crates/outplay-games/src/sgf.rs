//! The Smart Game Format, version 4 (<https://www.red-bean.com/sgf/>), as far as it is the same for
//! every game: text to trees of nodes with properties, and the pieces of text to write.
//!
//! Nothing here recurses, and what is read borrows from the text: memory stays in proportion to
//! it.

use std::borrow::Cow;

use outplay::{InputError, quote};

/// The most nodes in a file.
const MOST_NODES: usize = 2_000_000;
/// The most properties of a node: they are compared with one another.
const MOST_PROPERTIES: usize = 200;

/// A property of a node: a name and its values as they stand in the file, escapes and all.
#[derive(Debug)]
pub(crate) struct Property<'t> {
    /// In capitals: the small letters of old files are left out.
    pub(crate) name: Cow<'t, str>,
    pub(crate) values: Vec<&'t str>,
}

/// A node: what is said at one point of a game.
#[derive(Debug)]
pub(crate) struct Node<'t> {
    pub(crate) properties: Vec<Property<'t>>,
    /// Its place in the text, in bytes.
    pub(crate) place: usize,
    first_child: Option<u32>,
    last_child: Option<u32>,
    next_sibling: Option<u32>,
}

impl<'t> Node<'t> {
    /// The values of a property.
    pub(crate) fn values(&self, name: &str) -> Option<&[&'t str]> {
        let property = self.properties.iter().find(|property| property.name == name)?;
        Some(&property.values)
    }

    /// The first value of a property.
    pub(crate) fn value(&self, name: &str) -> Option<&'t str> {
        self.values(name)?.first().copied()
    }
}

/// A file's games: all their nodes, and the first one of each game.
#[derive(Debug)]
pub(crate) struct Collection<'t> {
    text: &'t str,
    nodes: Vec<Node<'t>>,
    pub(crate) roots: Vec<usize>,
}

impl<'t> Collection<'t> {
    pub(crate) fn node(&self, at: usize) -> &Node<'t> {
        &self.nodes[at]
    }

    /// The nodes that can follow one, the main line's first.
    pub(crate) fn children(&self, of: usize) -> impl Iterator<Item = usize> + '_ {
        let next = |&at: &u32| self.nodes[at as usize].next_sibling;
        std::iter::successors(self.nodes[of].first_child, next).map(|at| at as usize)
    }

    /// Says where in the file an error is: at a value or name that was read from it, or a node.
    pub(crate) fn locate(&self, place: usize, error: &InputError) -> InputError {
        locate(self.text, place, error)
    }

    /// Where a value that was read from the file stands in it.
    pub(crate) fn place_of(&self, value: &str) -> usize {
        (value.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len())
    }
}

/// An error with its line and column in front, from a place in bytes.
fn locate(text: &str, place: usize, error: &InputError) -> InputError {
    let before = text.get(..place).unwrap_or(text);
    let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    InputError::new(format!("line {line}, column {column}: {error}"))
}

/// Reads the games in a text. What stands before, between and behind them is skipped.
pub(crate) fn read(text: &str) -> Result<Collection<'_>, InputError> {
    let mut reader = Reader {
        text,
        at: 0,
        collection: Collection { text, nodes: vec![], roots: vec![] },
        open: vec![],
        last: None,
    };
    while reader.find_game() {
        reader.read_game()?;
    }
    if reader.collection.roots.is_empty() {
        return Err(
            InputError::new("there is no game in this file").hint("a game in SGF begins with (;")
        );
    }
    Ok(reader.collection)
}

struct Reader<'t> {
    text: &'t str,
    /// In bytes.
    at: usize,
    collection: Collection<'t>,
    /// For each open parenthesis, the node before it; `None` for the game's own.
    open: Vec<Option<u32>>,
    /// The node read last.
    last: Option<u32>,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn error<T>(&self, place: usize, what: impl Into<String>) -> Result<T, InputError> {
        Err(locate(self.text, place, &InputError::new(what)))
    }

    /// Moves on to the next `(` that a `;` follows.
    fn find_game(&mut self) -> bool {
        while let Some(found) = self.text[self.at..].find('(') {
            self.at += found;
            let inside = self.text[self.at + 1..].trim_start();
            if inside.starts_with(';') {
                return true;
            }
            self.at += 1;
        }
        false
    }

    fn read_game(&mut self) -> Result<(), InputError> {
        let start = self.at;
        self.last = None;
        loop {
            self.skip_space();
            let place = self.at;
            match self.peek() {
                Some(b'(') => {
                    self.at += 1;
                    self.open.push(self.last);
                    self.skip_space();
                    if self.peek() != Some(b';') {
                        return self.error(self.at, "a ; is missing after (");
                    }
                }
                Some(b')') => {
                    self.at += 1;
                    self.last = self.open.pop().flatten();
                    if self.open.is_empty() {
                        return Ok(());
                    }
                }
                Some(b';') => {
                    self.at += 1;
                    self.add_node(place)?;
                }
                Some(b) if b.is_ascii_alphabetic() => self.read_property()?,
                Some(_) => {
                    let rest = self.text[place..].chars().next().unwrap_or(' ').to_string();
                    return self.error(place, format!("{} does not belong here", quote(&rest)));
                }
                None => {
                    return self.error(start, "the game that begins here has no closing )");
                }
            }
        }
    }

    fn add_node(&mut self, place: usize) -> Result<(), InputError> {
        let nodes = &mut self.collection.nodes;
        if nodes.len() == MOST_NODES {
            return self.error(place, format!("there are more than {MOST_NODES} nodes"));
        }
        let at = nodes.len() as u32;
        match self.last {
            None => self.collection.roots.push(nodes.len()),
            Some(parent) => {
                let parent = &mut nodes[parent as usize];
                let before = parent.last_child.replace(at);
                match before {
                    None => parent.first_child = Some(at),
                    Some(sibling) => nodes[sibling as usize].next_sibling = Some(at),
                }
            }
        }
        nodes.push(Node {
            properties: vec![],
            place,
            first_child: None,
            last_child: None,
            next_sibling: None,
        });
        self.last = Some(at);
        Ok(())
    }

    fn read_property(&mut self) -> Result<(), InputError> {
        let start = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_alphanumeric()) {
            self.at += 1;
        }
        let name = &self.text[start..self.at];
        let mut values = vec![];
        loop {
            self.skip_space();
            if self.peek() != Some(b'[') {
                break;
            }
            values.push(self.read_value()?);
        }
        if values.is_empty() {
            return self.error(start, format!("{} has no value in [ ]", quote(name)));
        }
        if !name.bytes().any(|b| b.is_ascii_uppercase()) {
            let what =
                format!("{} is no property: their names are upper-case letters", quote(name));
            return self.error(start, what);
        }
        let capitals = |name: &'t str| match name.bytes().any(|b| b.is_ascii_lowercase()) {
            false => Cow::Borrowed(name),
            true => name.chars().filter(|c| !c.is_ascii_lowercase()).collect(),
        };
        let Some(last) = self.last else {
            return self.error(start, format!("{} stands before the first ;", quote(name)));
        };
        let name = capitals(name);
        let properties = &mut self.collection.nodes[last as usize].properties;
        // A property twice in a node is a fault of the file, and does no harm as one.
        match properties.iter().position(|property| property.name == name) {
            Some(at) => properties[at].values.extend(values),
            None if properties.len() == MOST_PROPERTIES => {
                let what = format!("a node has more than {MOST_PROPERTIES} properties");
                return self.error(start, what);
            }
            None => properties.push(Property { name, values }),
        }
        Ok(())
    }

    fn read_value(&mut self) -> Result<&'t str, InputError> {
        let (start, bytes) = (self.at + 1, self.text.as_bytes());
        let mut at = start;
        loop {
            match bytes.get(at) {
                Some(b']') => break,
                Some(b'\\') => at += 2,
                Some(_) => at += 1,
                None => return self.error(self.at, "the value that begins here has no closing ]"),
            }
        }
        self.at = at + 1;
        // Both ends are at an ASCII character, so that this cuts no other in two.
        Ok(self.text.get(start..at).unwrap_or(""))
    }
}

/// A value as text: escapes resolved, lines kept.
pub(crate) fn text_of(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letter == '\\';
        let letter = if escaped { letters.next() } else { Some(letter) };
        match letter {
            Some(end @ ('\n' | '\r')) => {
                // Either order of the two makes one end of a line.
                let second = if end == '\n' { '\r' } else { '\n' };
                letters.next_if_eq(&second);
                if !escaped {
                    text.push('\n');
                }
            }
            Some(letter) => text.push(if letter.is_whitespace() { ' ' } else { letter }),
            None => {}
        }
    }
    text
}

/// A value as text on one line.
pub(crate) fn line_of(value: &str) -> String {
    text_of(value).replace('\n', " ").trim().to_owned()
}

/// A text as a value.
pub(crate) fn escape(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, ']' | '\\') {
            value.push('\\');
        }
        value.push(letter);
    }
    value
}

/// A value that should be written as it was read, made safe if it was not.
pub(crate) fn as_read(value: &str) -> Cow<'_, str> {
    let mut letters = value.bytes();
    while let Some(letter) = letters.next() {
        if letter == b']' || (letter == b'\\' && letters.next().is_none()) {
            return Cow::Owned(escape(value));
        }
    }
    Cow::Borrowed(value)
}

/// Whether a word can be the name of a property.
pub(crate) fn is_name(word: &str) -> bool {
    !word.is_empty() && word.len() <= 8 && word.bytes().all(|b| b.is_ascii_uppercase())
}

/// What the format calls the game of a number.
pub(crate) fn game_name(number: u32) -> Option<&'static str> {
    Some(match number {
        1 => "Go",
        2 => "Othello",
        3 => "chess",
        4 => "Gomoku or renju",
        5 => "Nine Men's Morris",
        6 => "Backgammon",
        7 => "xiangqi",
        8 => "shogi",
        9 => "Lines of Action",
        10 => "Ataxx",
        11 => "Hex",
        _ => return None,
    })
}

/// Refuses a game that its root says is another one than number `wanted`.
pub(crate) fn check_game(
    collection: &Collection<'_>,
    root: usize,
    wanted: u32,
) -> Result<(), InputError> {
    // The format says 1, Go, where nothing is said.
    let value = collection.node(root).value("GM").unwrap_or("1");
    let number: Option<u32> = value.trim().parse().ok();
    if number == Some(wanted) {
        return Ok(());
    }
    let called = |number: u32| game_name(number).unwrap_or("another game");
    let is = number.map_or("no known game", called);
    let error = InputError::new(format!(
        "this is a game of {is} (GM[{}]), not of {}",
        quote(value).trim_matches('\''),
        called(wanted)
    ));
    Err(collection.locate(collection.node(root).place, &error))
}

/// Text that is written node by node, on lines of a fair length.
#[derive(Default)]
pub(crate) struct Writer {
    text: String,
    line: usize,
}

impl Writer {
    const LINE: usize = 76;

    /// `(`, `)` or `;`.
    pub(crate) fn mark(&mut self, mark: char) {
        if mark != ')' && self.text.len() - self.line > Self::LINE {
            self.break_line();
        }
        self.text.push(mark);
    }

    /// A property. Values must be [escaped](escape).
    pub(crate) fn property<V: AsRef<str>>(
        &mut self,
        name: &str,
        values: impl IntoIterator<Item = V>,
    ) {
        self.text.push_str(name);
        for value in values {
            self.text.push('[');
            self.text.push_str(value.as_ref());
            self.text.push(']');
        }
    }

    pub(crate) fn break_line(&mut self) {
        self.text.push('\n');
        self.line = self.text.len();
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }
}
