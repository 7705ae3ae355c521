//! Reads the games of a file.

use outplay::{Game, InputError, MAX_NESTING, Position, Transcript, Turn, quote};

use super::lexer::{Lexer, Place, Token};
use super::{OPEN, OWN_TAGS, join, tags};
use crate::chess::{Chess, info};

/// Reads every game. `start` gives the rules and the start position unless a game has its own.
pub(in crate::chess) fn read(start: &Chess, text: &str) -> Result<Vec<Transcript>, InputError> {
    let mut reader = Reader { start, lexer: Lexer::new(text), next: None };
    reader.advance()?;
    let mut games = vec![];
    while reader.next.is_some() {
        games.push(reader.game()?);
    }
    Ok(games)
}

struct Reader<'t> {
    start: &'t Chess,
    lexer: Lexer<'t>,
    next: Option<(Place, Token<'t>)>,
}

/// A line of moves that is being read: the game's, or a variation.
struct Frame {
    /// Before the last move.
    before: Chess,
    now: Chess,
    turns: Vec<Turn>,
    /// A comment that belongs to the next move.
    waiting: String,
    /// A variation was closed since the last move.
    varied: bool,
}

impl Frame {
    fn new(position: Chess) -> Frame {
        Frame {
            before: position.clone(),
            now: position,
            turns: vec![],
            waiting: String::new(),
            varied: false,
        }
    }

    fn comment(&mut self, text: &str) {
        match self.turns.last_mut() {
            Some(turn) if !self.varied => join(&mut turn.comment, text),
            _ => join(&mut self.waiting, text),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), InputError> {
        if matches!(text, "--" | "Z0" | "0000") {
            return Err(InputError::new("a move is left out here").hint("that can't be read"));
        }
        let m = self.now.read(text)?;
        let mut turn = Turn::new(self.now.write(m));
        // A comment at the very start of a line stands in front of its first move.
        turn.before = core::mem::take(&mut self.waiting);
        self.before = self.now.clone();
        self.now.play(m);
        self.varied = false;
        self.turns.push(turn);
        Ok(())
    }

    /// No move follows: a comment that waited for one belongs to the last.
    fn finish(&mut self) {
        let waiting = core::mem::take(&mut self.waiting);
        match self.turns.last_mut() {
            Some(turn) => join(&mut turn.comment, &waiting),
            None => self.waiting = waiting,
        }
    }
}

impl<'t> Reader<'t> {
    fn advance(&mut self) -> Result<(), InputError> {
        self.next = self.lexer.next()?;
        Ok(())
    }

    fn game(&mut self) -> Result<Transcript, InputError> {
        let mut game = Transcript::default();
        // What stands between two games is said about the second.
        while let Some((_, Token::Comment(text))) = &self.next {
            join(&mut game.comment, text);
            self.advance()?;
        }
        let position = self.tags(&mut game)?;
        self.moves(&mut game, position)?;
        Ok(game)
    }

    /// Reads the tags, and sets the start position up.
    fn tags(&mut self, game: &mut Transcript) -> Result<Chess, InputError> {
        let (mut variant, mut fen) = (None, None);
        while let Some((place, Token::Tag(name, value))) = &self.next {
            match *name {
                "Variant" => variant = Some((*place, value.clone())),
                "FEN" => fen = Some((*place, value.clone())),
                "Result" => {
                    let known = super::RESULTS.contains(&&value[..]);
                    game.result = known.then(|| value.clone());
                }
                name if OWN_TAGS.contains(&name) => {}
                name => game.tags.push((name.to_owned(), value.clone())),
            }
            self.advance()?;
        }
        let mut start = self.start.clone();
        if let Some((place, variant)) = variant {
            let free =
                tags::free_castling(&variant).map_err(|error| self.lexer.error(place, error))?;
            let id = if free { info::INFO.aliases[0].id } else { info::INFO.id };
            game.game = Some(id.to_owned());
            if free != start.free_castling {
                start = tags::named(id)?;
            }
        }
        if let Some((place, fen)) = fen {
            let position =
                start.parse(&fen).map_err(|error| self.lexer.error(place, error.within("FEN")))?;
            if position != start {
                game.start = Some(position.to_string());
            }
            start = position;
        }
        Ok(start)
    }

    /// Reads the moves up to the result, the next game's tags, or the end of the file.
    fn moves(&mut self, game: &mut Transcript, position: Chess) -> Result<(), InputError> {
        // The line of the game first, then the variations that are open.
        let mut frames = vec![(self.lexer.place(), Frame::new(position))];
        while let Some((place, token)) = self.next.take() {
            match token {
                Token::Tag(..) => {
                    self.next = Some((place, token));
                    break;
                }
                Token::Result(result) if frames.len() == 1 => {
                    // The end of the moves knows better than the tag.
                    game.result = (result != OPEN).then(|| result.to_owned());
                    self.advance()?;
                    break;
                }
                // Some programs end variations with a result too.
                Token::Result(_) => {}
                Token::Open => self.open(&mut frames, place)?,
                Token::Close => self.close(&mut frames, place)?,
                Token::Comment(text) => last(&mut frames).comment(&text),
                Token::Nag(nag) => match last(&mut frames).turns.last_mut() {
                    Some(turn) => turn.nags.push(nag),
                    None => return Err(self.lexer.error(place, "a mark stands before any move")),
                },
                Token::Move(text) => {
                    last(&mut frames).play(text).map_err(|error| self.lexer.error(place, error))?;
                }
            }
            self.advance()?;
        }
        if let [_, .., (place, _)] = &frames[..] {
            return Err(self.lexer.error(*place, "the variation has no closing parenthesis"));
        }
        let line = last(&mut frames);
        line.finish();
        join(&mut game.comment, &core::mem::take(&mut line.waiting));
        game.moves = core::mem::take(&mut line.turns);
        // What stood before the first move is said about the game.
        if let Some(first) = game.moves.first_mut() {
            join(&mut game.comment, &core::mem::take(&mut first.before));
        }
        Ok(())
    }

    fn open(&self, frames: &mut Vec<(Place, Frame)>, place: Place) -> Result<(), InputError> {
        let line = last(frames);
        if line.turns.is_empty() {
            return Err(self.lexer.error(place, "a variation stands before any move"));
        }
        let variation = Frame::new(line.before.clone());
        if frames.len() > MAX_NESTING {
            let what = format!("variations are nested more than {MAX_NESTING} deep");
            return Err(self.lexer.error(place, what));
        }
        frames.push((place, variation));
        Ok(())
    }

    fn close(&self, frames: &mut Vec<(Place, Frame)>, place: Place) -> Result<(), InputError> {
        if frames.len() == 1 {
            let what = format!("{} closes nothing", quote(")"));
            return Err(self.lexer.error(place, what));
        }
        let Some((opened, mut variation)) = frames.pop() else {
            return Ok(());
        };
        variation.finish();
        if variation.turns.is_empty() {
            return Err(self.lexer.error(opened, "the variation has no move"));
        }
        let line = last(frames);
        line.varied = true;
        if let Some(turn) = line.turns.last_mut() {
            turn.variations.push(variation.turns);
        }
        Ok(())
    }
}

/// The line that is being read.
///
/// # Panics
/// Never: the game's own line is the first to open and is not closed.
fn last(frames: &mut [(Place, Frame)]) -> &mut Frame {
    let index = frames.len() - 1;
    &mut frames[index].1
}
