//! From the text of a file to games.

use core::mem;

use outplay::{Game, InputError, MAX_NESTING, Params, Position, Transcript, Turn, quote};

use super::lexer::{Lexer, Place, Token};
use super::{GAME, OPEN, RESULTS, RULES, join, tidy};
use crate::xiangqi::Xiangqi;

/// All games of a file. `start` gives the parameters unless a game has its own.
pub(in crate::xiangqi) fn read(start: &Xiangqi, text: &str) -> Result<Vec<Transcript>, InputError> {
    let mut lexer = Lexer::new(text);
    let mut games = vec![];
    let mut reader = Reader::new(start);
    while let Some((place, token)) = lexer.next()? {
        if matches!(token, Token::Tag(..)) && reader.is_past_tags() {
            let done = mem::replace(&mut reader, Reader::new(start));
            games.push(done.finish()?);
        }
        reader.read(place, token)?;
    }
    if reader.place.is_some() {
        games.push(reader.finish()?);
    }
    if games.is_empty() {
        return Err(InputError::new("the file has no game"));
    }
    Ok(games)
}

/// A line of moves that is being read.
struct Branch {
    /// Where it began.
    place: Place,
    /// Before its last move, for variations of that.
    before: Xiangqi,
    now: Xiangqi,
    turns: Vec<Turn>,
    /// A comment that belongs to the next move.
    pending: String,
    /// A variation of the last move was read: a comment belongs to the next move.
    varied: bool,
}

impl Branch {
    fn new(place: Place, start: Xiangqi) -> Branch {
        let before = start.clone();
        let pending = String::new();
        Branch { place, before, now: start, turns: vec![], pending, varied: false }
    }

    /// Its moves; a comment that waited for another one goes to the last.
    fn close(mut self) -> Vec<Turn> {
        if let Some(last) = self.turns.last_mut() {
            join(&mut last.comment, &self.pending);
        }
        self.turns
    }
}

/// One game that is being read.
struct Reader<'s> {
    start: &'s Xiangqi,
    game: Transcript,
    /// Where it began.
    place: Option<Place>,
    fen: Option<(Place, String)>,
    rules: Option<Xiangqi>,
    /// The main line and the variations that are open; empty before the first move.
    branches: Vec<Branch>,
    ended: bool,
}

impl<'s> Reader<'s> {
    fn new(start: &'s Xiangqi) -> Reader<'s> {
        let game = Transcript::default();
        Reader { start, game, place: None, fen: None, rules: None, branches: vec![], ended: false }
    }

    /// Whether a tag begins another game.
    fn is_past_tags(&self) -> bool {
        !self.branches.is_empty() || self.ended || !self.game.comment.is_empty()
    }

    fn read(&mut self, place: Place, token: Token<'_>) -> Result<(), InputError> {
        self.place.get_or_insert(place);
        if self.ended && !matches!(token, Token::Comment(_)) {
            let error = InputError::new("the game has ended before this");
            return Err(place.error(error.hint("another one begins with a tag")));
        }
        match token {
            Token::Tag(name, value) => self.tag(place, name, value),
            Token::Comment(text) => {
                self.comment(&tidy(text));
                Ok(())
            }
            Token::Open => self.open(place),
            Token::Close => self.close(place),
            Token::Mark(mark) => {
                let last = self.branches.last_mut().and_then(|branch| branch.turns.last_mut());
                last.ok_or_else(|| place.wrong("there is no move to mark"))?.nags.push(mark);
                Ok(())
            }
            Token::Word(word) => self.word(place, word),
        }
    }

    fn tag(&mut self, place: Place, name: &str, value: String) -> Result<(), InputError> {
        match name {
            "Game" if is_xiangqi(&value) => {}
            "Game" => {
                let error = InputError::new(format!("this is a game of {}", quote(&value)));
                return Err(place.error(error.hint(format!("xiangqi is {GAME} in these files"))));
            }
            "FEN" => self.fen = Some((place, value)),
            // The moves tell.
            "Format" | "SetUp" => {}
            "Result" if value == OPEN => {}
            "Result" if RESULTS.contains(&&value[..]) => self.game.result = Some(value),
            "Result" => {
                let error = InputError::new(format!("{} is no result", quote(&value)));
                return Err(place.error(error.hint("write 1-0, 0-1, 1/2-1/2 or *")));
            }
            RULES => {
                self.rules = Some(with_rules(&value).map_err(|error| place.error(error))?);
                self.game.game = Some(value);
            }
            _ => self.game.tags.push((name.to_owned(), value)),
        }
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        match self.branches.last_mut() {
            Some(Branch { turns, pending, varied, .. }) => match turns.last_mut() {
                Some(last) if !*varied => join(&mut last.comment, text),
                _ => join(pending, text),
            },
            None => join(&mut self.game.comment, text),
        }
    }

    /// The line that is read now; the main one begins with its first move.
    fn branch(&mut self, place: Place) -> Result<&mut Branch, InputError> {
        if self.branches.is_empty() {
            let start = self.rules.as_ref().unwrap_or(self.start);
            let start = match &self.fen {
                None => start.clone(),
                Some((place, fen)) => {
                    let start = start.parse(fen).map_err(|error| place.error(error))?;
                    self.game.start = Some(start.to_string());
                    start
                }
            };
            self.branches.push(Branch::new(place, start));
        }
        self.branches.last_mut().ok_or_else(|| place.wrong("there is no line"))
    }

    fn open(&mut self, place: Place) -> Result<(), InputError> {
        if self.branches.len() > MAX_NESTING {
            let what = format!("variations are nested more than {MAX_NESTING} deep");
            return Err(place.wrong(what));
        }
        let parent = self.branches.last().filter(|branch| !branch.turns.is_empty());
        let parent = parent.ok_or_else(|| place.wrong("there is no move to vary"))?;
        let start = parent.before.clone();
        self.branches.push(Branch::new(place, start));
        Ok(())
    }

    fn close(&mut self, place: Place) -> Result<(), InputError> {
        let done = self.branches.pop().filter(|_| !self.branches.is_empty());
        let done = done.ok_or_else(|| place.wrong("there is no variation to end"))?;
        let begun = done.place;
        let turns = done.close();
        if turns.is_empty() {
            return Err(begun.wrong("the variation has no move"));
        }
        if let Some(parent) = self.branches.last_mut() {
            parent.varied = true;
            if let Some(last) = parent.turns.last_mut() {
                last.variations.push(turns);
            }
        }
        Ok(())
    }

    fn word(&mut self, place: Place, word: &str) -> Result<(), InputError> {
        if word == OPEN || RESULTS.contains(&word) {
            return self.result(place, word);
        }
        // The number of the move may stand before it without a space.
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let rest = &word[digits..];
        let text = match (digits, rest.trim_start_matches(['.', '…', '、'])) {
            (0, _) if !rest.starts_with(['.', '…']) => rest,
            (_, text) if text.len() < rest.len() || text.is_empty() => text,
            _ => word,
        };
        if text.is_empty() {
            return Ok(());
        }
        let branch = self.branch(place)?;
        let m = branch.now.read(text).map_err(|error| place.error(error))?;
        let mut turn = Turn::new(branch.now.write(m));
        turn.before = mem::take(&mut branch.pending);
        branch.before = branch.now.clone();
        branch.now.play(m);
        branch.turns.push(turn);
        branch.varied = false;
        Ok(())
    }

    fn result(&mut self, place: Place, word: &str) -> Result<(), InputError> {
        if self.branches.len() > 1 {
            return Err(place.wrong("a variation has no result"));
        }
        if word != OPEN {
            if let Some(tag) = self.game.result.as_deref().filter(|&tag| tag != word) {
                return Err(place.wrong(format!("the result is {word} here, {tag} in the tag")));
            }
            self.game.result = Some(word.to_owned());
        }
        self.branch(place)?;
        self.ended = true;
        Ok(())
    }

    fn finish(mut self) -> Result<Transcript, InputError> {
        let Some(place) = self.place else {
            return Err(InputError::new("the file has no game"));
        };
        self.branch(place)?;
        let branch = self.branches.pop().filter(|_| self.branches.is_empty());
        let Some(main) = branch else {
            let open = self.branches.last().map_or(place, |branch| branch.place);
            return Err(open.wrong("a variation of this line never ends"));
        };
        if main.turns.is_empty() {
            join(&mut self.game.comment, &main.pending);
        }
        self.game.moves = main.close();
        Ok(self.game)
    }
}

fn is_xiangqi(name: &str) -> bool {
    let name = name.trim();
    ["中国象棋", "中國象棋", "象棋"].contains(&name)
        || [GAME, "Xiangqi"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// The usual start with the parameters of a name like `xiangqi(limit=0)`.
fn with_rules(name: &str) -> Result<Xiangqi, InputError> {
    let info = &Xiangqi::INFO;
    let settings = name.trim().strip_prefix(info.id).and_then(|rest| match rest {
        "" => Some(""),
        rest => rest.strip_prefix('(')?.strip_suffix(')'),
    });
    let settings = settings.ok_or_else(|| {
        InputError::new(format!("{} are no rules", quote(name))).hint("write xiangqi(limit=0)")
    })?;
    let mut params = Params::defaults(info);
    params.set(info, settings)?;
    Xiangqi::new(&params)
}
