//! The game at the table: whose turn it is, what was typed, what is taken back.

use std::io::Write;
use std::path::PathBuf;

use outplay::{Analysis, Level, Outcome, Plan, Player, Score, Session, result_text};
use serde_json::{Value, json};

use super::command::{Command, HELP};
use super::engine::Strength;
use super::{WHOLE, people, talk};
use crate::commands::{Context, analyze, heat, line_of, value_in_words};
use crate::failure::{Failure, Result};
use crate::format::{self, Align};
use crate::gamefile::{self, Ending, Loaded};
use crate::{board, input, words};

/// A game in progress and who plays it.
pub(super) struct Table<'c, 'g> {
    context: &'c mut Context<'g>,
    session: Box<dyn Session>,
    /// Which sides are people.
    people: [bool; 2],
    strength: Strength,
    /// How it ended, where the moves do not say.
    ending: Option<Ending>,
    /// The file that the game was saved to.
    saved_to: Option<PathBuf>,
    /// What a loaded file says of the game, to be saved with it.
    tags: Vec<(String, String)>,
    /// What `undo` took back and `redo` plays again, each entry in the order played.
    undone: Vec<Vec<String>>,
    /// The result was said.
    announced: bool,
    /// Somebody sees a prompt.
    prompts: bool,
}

/// Whether the program goes on after a command.
#[derive(PartialEq, Eq)]
enum Next {
    Go,
    Leave,
}

impl<'c, 'g> Table<'c, 'g> {
    pub(super) fn new(
        context: &'c mut Context<'g>,
        Loaded { session, ending, tags }: Loaded,
        people: [bool; 2],
        strength: Strength,
        prompts: bool,
    ) -> Table<'c, 'g> {
        Table {
            context,
            session,
            people,
            strength,
            ending,
            saved_to: None,
            tags,
            undone: vec![],
            announced: false,
            prompts,
        }
    }

    /// Plays until somebody leaves, or nobody is there to go on.
    pub(super) fn run(mut self) -> Result {
        self.welcome()?;
        loop {
            if let Some(outcome) = self.outcome() {
                self.announce(outcome)?;
                if self.people == [false, false] {
                    return Ok(());
                }
            } else if self.session.turn().is_some_and(|turn| !self.people[turn.index()]) {
                if self.engine_moves()? == Next::Leave {
                    return Ok(());
                }
                continue;
            }
            let Some(line) = self.ask()? else { return Ok(()) };
            match self.obey(&line) {
                Ok(Next::Go) => {}
                Ok(Next::Leave) => return Ok(()),
                Err(Failure::Usage(message)) => talk::object(self.context, &message)?,
                Err(Failure::Other(error)) => talk::object(self.context, &format!("{error:#}"))?,
                Err(end @ (Failure::Unheard | Failure::Interrupted)) => return Err(end),
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        gamefile::outcome(self.session.as_ref(), self.ending)
    }

    fn welcome(&mut self) -> Result {
        let about = json!({
            "game": self.session.name(),
            "position": self.session.position(),
            "moves": self.session.history(),
            "people": self.people,
        });
        let title = board::title(self.session.as_ref());
        let mut text = format!("{title}: {} against {}", self.who(0), self.who(1));
        if self.prompts {
            text.push_str(". Type a move, or `help`.");
        }
        self.tell(&text, "start", about)?;
        self.draw()?;
        self.mention_claim(None)
    }

    /// A side and who plays it: `x (you)`.
    fn who(&self, side: usize) -> String {
        let name = self.session.info().players[side];
        let by = match (self.people, self.people[side]) {
            ([true, true], _) => return name.to_owned(),
            (_, true) => "you",
            (_, false) => "engine",
        };
        format!("{name} ({by})")
    }

    fn announce(&mut self, outcome: Outcome) -> Result {
        if self.announced {
            return Ok(());
        }
        self.announced = true;
        let (session, info) = (self.session.as_ref(), self.session.info());
        let mut text = format!("The game is over: {}.", words::result(session, outcome));
        let result = result_text(info, outcome);
        match self.ending {
            Some(Ending::Resigned(player)) => {
                text = format!("{} resigns: {result}.", words::name(info, player));
            }
            Some(Ending::Claimed(_)) => text = format!("The game is over by a claim: {result}."),
            Some(Ending::Agreed) => text = format!("The game is over by agreement: {result}."),
            None => {}
        }
        if self.prompts {
            text.push_str(" `undo`, `new` or `quit`?");
        }
        let about = json!({
            "outcome": outcome,
            "resigned": matches!(self.ending, Some(Ending::Resigned(_))),
            "claimed": matches!(self.ending, Some(Ending::Claimed(_))),
            "position": self.session.position(),
        });
        self.tell(&text, "result", about)
    }

    /// The next line from whoever is there; `None` at the end.
    fn ask(&mut self) -> Result<Option<String>> {
        if self.prompts {
            let prompt = match self.session.turn() {
                Some(turn) if self.ending.is_none() => words::name(self.session.info(), turn),
                _ => "over",
            };
            write!(self.context.screen, "{prompt}> ")?;
            self.context.screen.flush()?;
        }
        let line = input::line()?;
        if line.is_none() && self.prompts {
            writeln!(self.context.screen)?;
        }
        Ok(line)
    }

    fn obey(&mut self, line: &str) -> Result<Next> {
        let session = self.session.as_ref();
        let is_move = |word: &str| session.legal().iter().any(|m| m.eq_ignore_ascii_case(word));
        match Command::read(line, is_move) {
            Command::Nothing => {}
            Command::Move(text) => self.person_moves(&text)?,
            Command::Help => self.help()?,
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::Hint => self.hint()?,
            Command::Scores => self.scores()?,
            Command::Board => self.draw()?,
            Command::Moves => self.moves()?,
            Command::History => self.history()?,
            Command::Level(level) => self.level(&level)?,
            Command::Side(side) => self.side(people(self.session.as_ref(), &side)?)?,
            Command::Swap => self.side(self.people.map(|person| !person))?,
            Command::Save(path) => {
                let ours = self.saved_to.as_ref() == Some(&path);
                gamefile::save(&path, self.session.as_ref(), self.ending, &self.tags, ours)?;
                self.saved_to = Some(path.clone());
                self.tell(&format!("saved to {}", path.display()), "saved", json!({}))?;
            }
            Command::Load(path) => {
                let name = self.session.name();
                let loaded = gamefile::open(self.context.games, Some(&name), &path, WHOLE)?;
                (self.session, self.ending) = (loaded.session, loaded.ending);
                self.tags = loaded.tags;
                self.start_over("loaded")?;
            }
            Command::Resign => self.resign()?,
            Command::Claim => self.claim()?,
            Command::New => {
                let start = self.session.start();
                self.session.set(&start)?;
                self.ending = None;
                self.start_over("new")?;
            }
            Command::Quit => return Ok(Next::Leave),
            Command::Incomplete(needs) => talk::object(self.context, needs)?,
        }
        Ok(Next::Go)
    }

    fn person_moves(&mut self, text: &str) -> Result {
        if self.ending.is_some() {
            return talk::object(self.context, "the game is over; undo, new or quit");
        }
        let turn = self.session.turn();
        let before = self.session.fork();
        let written = match self.session.play(text) {
            Ok(written) => written,
            Err(error) if self.prompts => {
                return talk::object(self.context, &format!("{error}. `help` says what else"));
            }
            Err(error) => return talk::object(self.context, &error.to_string()),
        };
        self.undone.clear();
        self.report_move(before.as_ref(), &written, "person", Value::Null)?;
        self.mention_claim(turn)?;
        // The engine's answer will show the board.
        let engine_next = self.session.turn().is_some_and(|turn| !self.people[turn.index()]);
        if engine_next { Ok(()) } else { self.draw() }
    }

    fn engine_moves(&mut self) -> Result<Next> {
        let turn = self.session.turn();
        let (strength, session) = (&self.strength, self.session.as_mut());
        let (best, analysis) =
            self.context.interrupt.during(|stop| strength.choose(session, stop))?;
        if self.context.interrupt.was_raised() && self.people == [false, false] {
            crate::screen::note("stopped");
            return Ok(Next::Leave);
        }
        let Some(best) = best else {
            return Err(anyhow::anyhow!("the engine found no move").into());
        };
        let before = self.session.fork();
        let claim = before.claim().filter(|&outcome| self.claims(turn, outcome, &analysis));
        if let Some(outcome) = claim {
            self.ending = Some(Ending::Claimed(outcome));
            return Ok(Next::Go);
        }
        let written = self.session.play(&best)?;
        let score = serde_json::to_value(analysis.score)?;
        self.report_move(before.as_ref(), &written, "engine", score)?;
        self.mention_claim(turn)?;
        self.draw()?;
        Ok(Next::Go)
    }

    /// Whether the engine claims this end: if it expects no better.
    fn claims(&self, turn: Option<Player>, outcome: Outcome, analysis: &Analysis) -> bool {
        match outcome {
            Outcome::Draw => analysis.score.score <= Score::DRAW,
            Outcome::Win(winner) => Some(winner) == turn,
        }
    }

    /// Tells a person that an end may be claimed. `turn` has just moved.
    fn mention_claim(&mut self, turn: Option<Player>) -> Result {
        let person = self.session.turn().filter(|turn| self.people[turn.index()]);
        match (self.session.claim(), person) {
            (Some(outcome), Some(person)) if Some(person) != turn => {
                let result = result_text(self.session.info(), outcome);
                let text = format!("You may claim the end of the game: {result}. Type `claim`.");
                self.tell(&text, "claimable", json!({ "outcome": outcome }))
            }
            _ => Ok(()),
        }
    }

    fn report_move(
        &mut self,
        before: &dyn Session,
        written: &str,
        by: &str,
        score: Value,
    ) -> Result {
        let turn = before.turn();
        let name = turn.map_or("", |turn| words::name(self.session.info(), turn));
        let shown = self.context.spell_one(before, written);
        let text = format!("{name} plays {}", self.context.screen.strong(&shown));
        let mut about = json!({
            "by": by,
            "side": turn,
            "move": written,
            "position": self.session.position(),
        });
        if !score.is_null() {
            about["score"] = score;
        }
        self.tell(&text, "move", about)
    }

    fn help(&mut self) -> Result {
        let info = self.session.info();
        let mut rows: Vec<_> = HELP
            .iter()
            .map(|(command, does)| vec![(*command).to_owned(), (*does).to_owned()])
            .collect();
        if !info.move_notation.is_empty() {
            rows.insert(1, vec![String::new(), format!("written as: {}", info.move_notation)]);
        }
        let text = format::table(&[Align::Left; 2], &rows).join("\n");
        self.tell(&text, "help", json!({ "text": text }))
    }

    /// Takes back until a person is to move again.
    fn undo(&mut self) -> Result {
        if self.ending.take().is_some() {
            self.announced = false;
            return self.taken_back(&[]);
        }
        let mut taken = vec![];
        while let Some(m) = self.session.undo() {
            taken.insert(0, m);
            let turn = self.session.turn().map_or(0, Player::index);
            if self.people[turn] {
                self.announced = false;
                self.taken_back(&taken)?;
                self.undone.push(taken);
                return Ok(());
            }
        }
        // Only the engine has moved: its moves stand.
        for m in &taken {
            self.session.play(m)?;
        }
        talk::object(self.context, "there is nothing to take back")
    }

    fn taken_back(&mut self, taken: &[String]) -> Result {
        let text = match taken {
            [] => "the game goes on".to_owned(),
            taken => {
                let shown = self.context.spell(self.session.as_ref(), taken);
                format!("taken back: {}", shown.join(" "))
            }
        };
        let about = json!({ "moves": taken, "position": self.session.position() });
        self.tell(&text, "undo", about)?;
        self.draw()
    }

    fn redo(&mut self) -> Result {
        let Some(moves) = self.undone.pop() else {
            return talk::object(self.context, "there is nothing to play again");
        };
        for m in &moves {
            self.session.play(m)?;
        }
        let about = json!({ "moves": moves, "position": self.session.position() });
        self.tell(&format!("played again: {}", moves.join(" ")), "redo", about)?;
        self.draw()
    }

    /// Asks the engine at full strength; `None` if the game is over.
    fn advice(&mut self, every_move: bool) -> Result<Option<Analysis>> {
        if self.outcome().is_some() {
            talk::object(self.context, "the game is over; undo, new or quit")?;
            return Ok(None);
        }
        let lines = if every_move { usize::MAX } else { 1 };
        let plan = Plan { lines, ..self.strength.adviser() };
        let session = self.session.as_mut();
        let search = |stop: &outplay::Stop| session.search(&plan, stop, &mut |_| {});
        Ok(Some(self.context.interrupt.during(search)?))
    }

    fn hint(&mut self) -> Result {
        let Some(plain) = self.advice(false)? else { return Ok(()) };
        let analysis = self.context.spelled(self.session.as_ref(), &plain);
        let best = analysis.best.as_deref().unwrap_or("no move");
        let value = value_in_words(self.session.as_ref(), &analysis);
        let depth = format::plies(analysis.depth);
        let best = self.context.screen.strong(best);
        let mut text = format!("{best}: {value}, {depth} ahead");
        if analysis.pv.len() > 1 {
            text = format!("{text}; the line is {}", line_of(&analysis.pv));
        }
        self.tell(&text, "hint", json!({ "report": plain }))
    }

    fn scores(&mut self) -> Result {
        let Some(plain) = self.advice(true)? else { return Ok(()) };
        let session = self.session.as_ref();
        let analysis = self.context.spelled(session, &plain);
        let lines = heat::lines(session, &analysis, self.context.look())
            .unwrap_or_else(|| analyze::every_move(session, &analysis));
        let depth = format::plies(analysis.depth);
        let text = format!("\n{}\nseen {depth} ahead\n", lines.join("\n"));
        self.tell(&text, "scores", json!({ "report": plain }))
    }

    fn moves(&mut self) -> Result {
        let legal = self.session.legal();
        let session = self.session.as_ref();
        let shown: Vec<_> = legal.iter().map(|m| self.context.spell_one(session, m)).collect();
        self.tell(&shown.join(" "), "moves", json!({ "moves": legal }))
    }

    fn history(&mut self) -> Result {
        let moves = self.session.history();
        let text = match &moves[..] {
            [] => "no moves yet".to_owned(),
            moves => {
                let mut start = self.session.fork();
                while start.undo().is_some() {}
                numbered(&self.context.spell(start.as_ref(), moves))
            }
        };
        self.tell(&text, "history", json!({ "moves": moves }))
    }

    fn level(&mut self, text: &str) -> Result {
        let level: Level = text.parse()?;
        self.strength = self.strength.at_level(level);
        self.tell(
            &format!("the engine plays at level {level}"),
            "level",
            json!({ "level": level.number() }),
        )
    }

    fn side(&mut self, people: [bool; 2]) -> Result {
        if people == [false, false] && self.outcome().is_none() {
            // With nobody left to ask, the game is played to its end.
            self.prompts = false;
        }
        self.people = people;
        let text = format!("{} against {}", self.who(0), self.who(1));
        self.tell(&text, "side", json!({ "people": people }))
    }

    fn resign(&mut self) -> Result {
        match self.session.turn() {
            Some(turn) if self.ending.is_none() => {
                self.ending = Some(Ending::Resigned(turn));
                Ok(())
            }
            _ => talk::object(self.context, "the game is over; undo, new or quit"),
        }
    }

    fn claim(&mut self) -> Result {
        match self.session.claim() {
            _ if self.outcome().is_some() => {
                talk::object(self.context, "the game is over; undo, new or quit")
            }
            Some(outcome) => {
                self.ending = Some(Ending::Claimed(outcome));
                Ok(())
            }
            None => talk::object(self.context, "there is nothing to claim here"),
        }
    }

    fn start_over(&mut self, event: &str) -> Result {
        self.undone.clear();
        self.announced = false;
        let about = json!({
            "game": self.session.name(),
            "position": self.session.position(),
            "moves": self.session.history(),
        });
        let text =
            format!("{}, {} moves played", self.session.name(), self.session.history().len());
        self.tell(&text, event, about)?;
        self.draw()
    }

    fn draw(&mut self) -> Result {
        talk::board(self.context, self.session.as_ref())
    }

    fn tell(&mut self, text: &str, event: &str, about: Value) -> Result {
        talk::tell(self.context, text, event, about)
    }
}

/// `1. b2  2. a3`, ten moves a line.
fn numbered(moves: &[String]) -> String {
    let number = |(index, m): (usize, &String)| format!("{}. {m}", index + 1);
    let moves: Vec<_> = moves.iter().enumerate().map(number).collect();
    let lines: Vec<_> = moves.chunks(10).map(|moves| moves.join("  ")).collect();
    lines.join("\n")
}
