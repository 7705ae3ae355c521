//! What a match says: a line for each game, the standing, JSON for programs.

use std::io::Write;
use std::time::Instant;

use outplay_match::stats::{Elo, Estimate, Score, Sprt, SprtState, SprtVerdict};
use outplay_match::{End, FAULTS, Faults, Finished, Match, Record, Standing};
use serde::Serialize;

use crate::commands::Context;
use crate::failure::{Failure, Result};
use crate::format::{self, Align};
use crate::screen;

/// Where nobody watches, a summary follows so many games.
const SUMMARY_EVERY: u64 = 100;
/// Longer names are cut in tables.
const LONGEST_NAME: usize = 30;
/// Columns that every terminal has.
const NARROW: usize = 79;
/// Characters of the bar between the bounds of a test.
const BAR: usize = 21;

/// Tells of a match.
pub(super) struct Reporter<'r, 'm, 'g> {
    setup: &'r Match<'m>,
    context: &'r mut Context<'g>,
    started: Instant,
    /// Games that ended since then.
    games: u64,
    /// And their moves.
    plies: u64,
    /// Lines on the terminal that are drawn over.
    drawn: usize,
}

/// A finished game, for programs.
#[derive(Serialize)]
struct GameLine<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    number: u64,
    round: u64,
    opening: usize,
    first: &'a str,
    second: &'a str,
    result: &'static str,
    reason: outplay_match::Reason,
    detail: &'a str,
    plies: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'a str>,
}

/// The whole match, for programs.
#[derive(Serialize)]
struct MatchLine<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    game: &'a str,
    games: u64,
    planned: u64,
    ended: &'static str,
    engines: Vec<EngineLine<'a>>,
    pairings: Vec<PairingLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtLine>,
}

#[derive(Serialize)]
struct EngineLine<'a> {
    name: &'a str,
    spec: String,
    points: f64,
    wins: u64,
    draws: u64,
    losses: u64,
    elo: Option<Estimate>,
    faults: Faults,
}

#[derive(Serialize)]
struct PairingLine<'a> {
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    score: Score,
    draw_ratio: Option<f64>,
    #[serde(flatten)]
    elo: Option<Elo>,
}

#[derive(Serialize)]
struct SprtLine {
    #[serde(flatten)]
    test: Sprt,
    #[serde(flatten)]
    state: SprtState,
}

impl<'r, 'm, 'g> Reporter<'r, 'm, 'g> {
    pub(super) fn new(setup: &'r Match<'m>, context: &'r mut Context<'g>) -> Reporter<'r, 'm, 'g> {
        Reporter { setup, context, started: Instant::now(), games: 0, plies: 0, drawn: 0 }
    }

    /// A name that fits into a table.
    fn short(&self, engine: usize) -> String {
        cut(name(self.setup, engine), LONGEST_NAME)
    }

    /// A game has ended.
    pub(super) fn game(&mut self, finished: &Finished<'_>) -> Result {
        let Finished { record, standing, .. } = finished;
        self.games += 1;
        self.plies += record.plies as u64;
        if self.context.screen.json {
            let line = game_line(self.setup, record);
            return self.context.screen.document(&line);
        }
        self.wipe()?;
        let line = self.game_text(record);
        writeln!(self.context.screen, "{line}")?;
        if self.context.screen.is_terminal() {
            // A line that wraps could not be drawn over.
            let lines = self.standing(standing);
            let lines: Vec<_> = lines.iter().map(|line| cut(line, NARROW)).collect();
            self.drawn = lines.len();
            self.context.lines(&lines)?;
        } else if standing.played().is_multiple_of(SUMMARY_EVERY) && !self.is_last(standing) {
            let lines = self.summary(standing);
            self.context.lines(&lines)?;
        }
        self.context.screen.flush()?;
        Ok(())
    }

    /// Whether the match ends with these games: the last word follows.
    fn is_last(&self, standing: &Standing) -> bool {
        let score = standing.scores().first().map(|(_, score)| *score).unwrap_or_default();
        let open = |test: Sprt| test.state(&score).verdict == SprtVerdict::Open;
        standing.played() >= self.setup.schedule.games() || !self.setup.sprt.is_none_or(open)
    }

    /// Takes the standing off the terminal.
    fn wipe(&mut self) -> Result {
        if self.context.screen.is_terminal() {
            // The seconds that pass stand on the line below.
            screen::overwrite("");
            if self.drawn > 0 {
                let up = format!("\x1b[{}A\x1b[J", self.drawn);
                self.context.screen.raw(&up)?;
                self.drawn = 0;
            }
        }
        Ok(())
    }

    fn game_text(&self, record: &Record) -> String {
        let [first, second] = record.engines.map(|engine| self.short(engine));
        let plies = format::plies(u32::try_from(record.plies).unwrap_or(u32::MAX));
        let detail = if record.detail.is_empty() { "" } else { ": " };
        let why = format!("{}{detail}{}", record.reason.words(), record.detail);
        let result = self.context.screen.strong(record.result.text());
        let number = record.number + 1;
        format!("{number:>5}  {first} – {second}  {result}  {why}, {plies}")
    }

    /// The table, and what it means.
    fn standing(&self, standing: &Standing) -> Vec<String> {
        let mut lines = vec![String::new()];
        lines.extend(self.engines(standing));
        lines.push(String::new());
        lines.extend(self.summary(standing));
        lines
    }

    fn engines(&self, standing: &Standing) -> Vec<String> {
        let heading = ["engine", "games", "points", "", "won", "drawn", "lost", "Elo", "faults"];
        let mut order: Vec<usize> = (0..self.setup.engines.len()).collect();
        let rate = |engine: usize| {
            let total = standing.total(engine);
            total.points() / total.games().max(1) as f64
        };
        order.sort_by(|&one, &other| rate(other).total_cmp(&rate(one)));
        let row = |&engine: &usize| {
            let total = standing.total(engine);
            vec![
                self.short(engine),
                total.games().to_string(),
                format!("{:.1}", total.points()),
                format::percent(rate(engine)),
                total.wins.to_string(),
                total.draws.to_string(),
                total.losses.to_string(),
                Elo::of(&total).map_or("-".to_owned(), |elo| with_error(&elo.elo)),
                faults(&standing.faults(engine)),
            ]
        };
        let heading = heading.map(str::to_owned).to_vec();
        let rows: Vec<_> = core::iter::once(heading).chain(order.iter().map(row)).collect();
        let mut align = [Align::Right; 9];
        align[0] = Align::Left;
        align[8] = Align::Left;
        format::table(&align, &rows)
    }

    /// Each pairing, and the test if there is one.
    fn summary(&self, standing: &Standing) -> Vec<String> {
        let mut lines = vec![];
        for ([one, other], score) in standing.scores() {
            let Some(elo) = Elo::of(score) else { continue };
            let (one, other) = (self.short(*one), self.short(*other));
            lines.push(format!(
                "{one} – {other}: Elo {}, stronger with {}, drawn {}, {} of {}",
                with_error(&elo.elo),
                format::percent(elo.los),
                format::percent(score.draw_ratio().unwrap_or(0.0)),
                format::thousands(score.games()),
                format::count(self.setup.schedule.games_each(), "game"),
            ));
            if standing.scores().len() == 1 {
                let pairs = score.pairs.map(|count| count.to_string()).join(" ");
                let normalized = with_error(&elo.normalized);
                lines.push(format!(
                    "pairs of 0, ½, 1, 1½, 2 points: {pairs}; normalized Elo {normalized}"
                ));
                lines.extend(self.setup.sprt.map(|test| bar(&test.state(score))));
            }
        }
        lines
    }

    /// The match is over.
    pub(super) fn end(mut self, standing: &Standing, end: &End) -> Result {
        if self.context.screen.json {
            let line = match_line(self.setup, standing, end);
            self.context.screen.document(&line)?;
        } else {
            self.wipe()?;
            let lines = self.standing(standing);
            self.context.lines(&lines)?;
            let said = self.said(end);
            writeln!(self.context.screen, "{said}")?;
            self.context.screen.flush()?;
        }
        let all = self.setup.schedule.games();
        let played = standing.played();
        match end {
            End::Played | End::Sprt(_) => Ok(()),
            End::Stopped => {
                let what = "those in play are given up";
                Err(Failure::Other(anyhow::anyhow!(
                    "stopped after {played} of {all} games; {what}"
                )))
            }
            End::Faulty(engine, what) => Err(Failure::Other(anyhow::anyhow!(
                "{} lost {FAULTS} games in a row by its own fault ({what}): stopped after {played} of \
                 {all} games",
                name(self.setup, *engine)
            ))),
            End::Lost(engine) => Err(Failure::Other(anyhow::anyhow!(
                "{} crashed and may not be started again: stopped after {played} of {all} games",
                name(self.setup, *engine)
            ))),
        }
    }

    /// How the match ended, and how fast it was.
    fn said(&self, end: &End) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let time = format!("{} in {}", format::count(self.games, "game"), long_time(seconds));
        let test = self.setup.sprt.unwrap_or_default();
        let [one, other] = [0, 1].map(|engine| self.short(engine));
        let plies = format::count(self.plies, "move");
        match end {
            End::Sprt(SprtVerdict::H1) => {
                format!(
                    "SPRT: {one} is better than {other} by more than {} Elo ({time})",
                    test.elo0
                )
            }
            End::Sprt(_) => {
                format!("SPRT: {one} is not better than {other} by {} Elo ({time})", test.elo1)
            }
            End::Played if self.games == 0 => "all games were played before".to_owned(),
            End::Played => format!("all games are played: {time}, {plies}"),
            End::Stopped | End::Lost(_) | End::Faulty(..) => format!("{time}, {plies}"),
        }
    }
}

fn game_line<'a>(setup: &'a Match<'_>, record: &'a Record) -> GameLine<'a> {
    GameLine {
        kind: "game",
        number: record.number + 1,
        round: record.round + 1,
        opening: record.opening + 1,
        first: name(setup, record.engines[0]),
        second: name(setup, record.engines[1]),
        result: record.result.text(),
        reason: record.reason,
        detail: &record.detail,
        plies: record.plies,
        fault: record.at_fault().map(|engine| name(setup, engine)),
    }
}

fn match_line<'a>(setup: &'a Match<'_>, standing: &'a Standing, end: &End) -> MatchLine<'a> {
    let engine = |(number, spec): (usize, &'a outplay_match::EngineSpec)| {
        let total = standing.total(number);
        EngineLine {
            name: &spec.name,
            spec: spec.to_string(),
            points: total.points(),
            wins: total.wins,
            draws: total.draws,
            losses: total.losses,
            elo: Elo::of(&total).map(|elo| elo.elo),
            faults: standing.faults(number),
        }
    };
    let pairing = |([one, other], score): &([usize; 2], Score)| PairingLine {
        first: name(setup, *one),
        second: name(setup, *other),
        score: *score,
        draw_ratio: score.draw_ratio(),
        elo: Elo::of(score),
    };
    let first = standing.scores().first().map(|(_, score)| *score).unwrap_or_default();
    MatchLine {
        kind: "match",
        game: &setup.game,
        games: standing.played(),
        planned: setup.schedule.games(),
        ended: match end {
            End::Played => "played",
            End::Sprt(_) => "sprt",
            End::Stopped => "stopped",
            End::Lost(_) => "crash",
            End::Faulty(..) => "faults",
        },
        engines: setup.engines.iter().enumerate().map(engine).collect(),
        pairings: standing.scores().iter().map(pairing).collect(),
        sprt: setup.sprt.map(|test| SprtLine { test, state: test.state(&first) }),
    }
}

fn name<'a>(setup: &'a Match<'_>, engine: usize) -> &'a str {
    &setup.engines[engine].name
}

/// The text in so many characters.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most - 1).chain(['…']).collect(),
        None => text.to_owned(),
    }
}

/// `+35.1 ± 12.0`
fn with_error(estimate: &Estimate) -> String {
    let Some(value) = estimate.value else { return "beyond measure".to_owned() };
    match estimate.error() {
        Some(error) => format!("{value:+.1} ± {error:.1}"),
        None => format!("{value:+.1} ± ∞"),
    }
}

/// `2 time, 1 crash`
fn faults(faults: &Faults) -> String {
    let kinds = [
        (faults.illegal, "illegal"),
        (faults.time, "time"),
        (faults.crashes, "crash"),
        (faults.other, "other"),
    ];
    let said = kinds.into_iter().filter(|(count, _)| *count > 0);
    let said: Vec<_> = said.map(|(count, kind)| format!("{count} {kind}")).collect();
    if said.is_empty() { "-".to_owned() } else { said.join(", ") }
}

/// `SPRT: LLR 1.20  −2.94 [··········│··█······] 2.94`
fn bar(state: &SprtState) -> String {
    let SprtState { llr, lower, upper, .. } = *state;
    let place = |value: f64| {
        let part = (value - lower) / (upper - lower);
        (part.clamp(0.0, 1.0) * (BAR - 1) as f64).round() as usize
    };
    let mut cells = ['·'; BAR];
    cells[place(0.0)] = '│';
    cells[place(llr)] = '█';
    let cells: String = cells.into_iter().collect();
    format!("SPRT: LLR {llr:.2}, {lower:.2} [{cells}] {upper:.2}")
}

fn long_time(seconds: f64) -> String {
    match seconds as u64 {
        0..=99 => format!("{seconds:.1} s"),
        whole => format!("{} min {} s", whole / 60, whole % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_shows_where_the_test_stands() {
        let state = |llr| SprtState { llr, lower: -3.0, upper: 3.0, verdict: SprtVerdict::Open };
        assert_eq!(bar(&state(0.0)), "SPRT: LLR 0.00, -3.00 [··········█··········] 3.00");
        assert_eq!(bar(&state(-9.0)), "SPRT: LLR -9.00, -3.00 [█·········│··········] 3.00");
        assert_eq!(bar(&state(1.5)), "SPRT: LLR 1.50, -3.00 [··········│····█·····] 3.00");
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(faults(&Faults::default()), "-");
        let some = Faults { time: 2, crashes: 1, ..Faults::default() };
        assert_eq!(faults(&some), "2 time, 1 crash");
    }
}
