//! Which game is played: the one the program was started with, on the board and by the rule that
//! the manager names.

use outplay::{InputError, Session};

/// Bits of `INFO rule`.
const EXACTLY_FIVE: i64 = 1;
const CONTINUOUS: i64 = 2;
const RENJU: i64 = 4;
const CARO: i64 = 8;

/// The games that the protocol can be spoken in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Gomoku,
    /// k in a row, on boards that need not be square.
    Rows,
}

/// The game, less the size of its board.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    kind: Kind,
    /// Parameters as the game was named, but for those that say its size.
    settings: Vec<(String, String)>,
    /// What the manager named last.
    number: Option<i64>,
    /// Nothing was said about that yet.
    is_news: bool,
    /// The manager speaks the dialect of Yixin-Board, which numbers rules in its own way.
    yixin: bool,
}

impl Rules {
    /// The rules of the game that this session plays.
    ///
    /// # Errors
    /// If stones don't stand in rows in it.
    pub(super) fn of(session: &dyn Session) -> Result<Rules, InputError> {
        let kind = match session.info().id {
            "gomoku" => Kind::Gomoku,
            "mnk" => Kind::Rows,
            id => {
                let what = format!("the Gomocup protocol can't be spoken in {id}");
                return Err(InputError::new(what).hint("it is for gomoku, renju and mnk"));
            }
        };
        let mut settings = settings(session);
        settings.retain(|(name, _)| !["size", "width", "height", "opening"].contains(&&name[..]));
        Ok(Rules { kind, settings, number: None, is_news: false, yixin: false })
    }

    /// The name of the game on a board of this size.
    ///
    /// # Errors
    /// If it has no such board, or the manager's rule is not known.
    pub(super) fn game(&self, columns: usize, rows: usize) -> Result<String, InputError> {
        let mut settings = self.settings.clone();
        match self.kind {
            Kind::Rows => {
                settings.push(("width".to_owned(), columns.to_string()));
                settings.push(("height".to_owned(), rows.to_string()));
            }
            Kind::Gomoku if columns == rows => {
                if let Some(rule) = self.rule()? {
                    settings.retain(|(name, _)| name != "rule");
                    settings.push(("rule".to_owned(), rule.to_owned()));
                }
                settings.push(("size".to_owned(), columns.to_string()));
            }
            Kind::Gomoku => {
                let what = format!("there is no board of {columns} by {rows}");
                return Err(InputError::new(what).hint("gomoku is played on square boards here"));
            }
        }
        Ok(match self.kind {
            Kind::Gomoku => format!("gomoku({})", joined(&settings)),
            Kind::Rows => format!("mnk({})", joined(&settings)),
        })
    }

    /// The same with the swap2 opening.
    ///
    /// # Errors
    /// As [`game`](Rules::game), or if the game has no such opening.
    pub(super) fn swap2(&self, size: usize) -> Result<String, InputError> {
        if self.kind != Kind::Gomoku {
            return Err(InputError::new("this game has no swap2 opening"));
        }
        let game = self.game(size, size)?;
        Ok(game.trim_end_matches(')').to_owned() + ",opening=swap2)")
    }

    /// Takes a rule that the manager named; true if the game may be another now.
    pub(super) fn name_rule(&mut self, number: i64) -> bool {
        let is_news = self.number.replace(number) != Some(number);
        self.is_news |= is_news;
        is_news
    }

    /// The manager has shown that it speaks the dialect of Yixin-Board; true if that is news.
    pub(super) fn hear_yixin(&mut self) -> bool {
        !core::mem::replace(&mut self.yixin, true)
    }

    /// Whether the manager has just named a rule by which the game would go on after a five.
    pub(super) fn takes_continuous_for_single(&mut self) -> bool {
        let is_news = core::mem::take(&mut self.is_news);
        is_news && !self.yixin && self.number.is_some_and(|number| number & CONTINUOUS != 0)
    }

    /// The rule that the manager named, in our own words; `None` if it named none.
    fn rule(&self) -> Result<Option<&'static str>, InputError> {
        let Some(number) = self.number else { return Ok(None) };
        Ok(Some(match (self.yixin, number) {
            // There 2 is renju, and 6 freestyle with the swap2 opening.
            (true, CONTINUOUS) => "renju",
            (true, 6) => "freestyle",
            _ => match number & !CONTINUOUS {
                0 => "freestyle",
                EXACTLY_FIVE => "standard",
                RENJU => "renju",
                CARO => "caro",
                _ => {
                    return Err(InputError::new(format!("rule {number} can't be played")).hint(
                        "rules are 0 (freestyle), 1 (exactly five), 4 (renju) and 8 (caro)",
                    ));
                }
            },
        }))
    }
}

/// The parameters in a session's name, those of its alias included.
fn settings(session: &dyn Session) -> Vec<(String, String)> {
    let name = session.name();
    let (id, own) = name.split_once('(').unwrap_or((&name, ""));
    let alias = session.info().aliases.iter().find(|alias| alias.id == id);
    let sets = alias.map_or("", |alias| alias.sets);
    let pairs = sets.split(',').chain(own.trim_end_matches(')').split(','));
    pairs
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

fn joined(settings: &[(String, String)]) -> String {
    let settings: Vec<_> = settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
    settings.join(",")
}
