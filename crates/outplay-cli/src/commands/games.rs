//! `games`: what can be played.

use std::io::Write;

use outplay::{FileFormat, Info, Session};
use serde_json::{Value, json};

use super::Context;
use crate::args::GamesArgs;
use crate::board;
use crate::failure::Result;
use crate::render;

pub(super) fn run(args: &GamesArgs, context: &mut Context<'_>) -> Result {
    match &args.game {
        Some(name) => one(name, context),
        None if context.games.len() == 1 => one(context.games[0].info.id, context),
        None => all(context),
    }
}

fn all(context: &mut Context<'_>) -> Result {
    let games = context.games;
    if context.screen.json {
        let games: Vec<_> = games.iter().map(|entry| document(entry.info)).collect();
        return context.screen.document(&games);
    }
    for (index, entry) in games.iter().enumerate() {
        if index > 0 {
            writeln!(context.screen)?;
        }
        describe(entry.info, context)?;
    }
    writeln!(context.screen)?;
    let hint = format!("More on one of them: {} games GAME", context.program);
    writeln!(context.screen, "{}", context.screen.faint(&hint))?;
    Ok(())
}

/// Names, rules in a sentence, parameters and aliases.
fn describe(info: &Info, context: &mut Context<'_>) -> Result {
    let chinese = match info.name_zh {
        "" => String::new(),
        _ if context.screen.ascii => String::new(),
        name => format!(" · {name}"),
    };
    let id = context.screen.strong(info.id);
    writeln!(context.screen, "{id}  {}{chinese}", info.name)?;
    for text in [info.summary, if context.screen.ascii { "" } else { info.summary_zh }] {
        if !text.is_empty() {
            writeln!(context.screen, "  {text}")?;
        }
    }
    for parameter in info.parameters {
        let (range, default) = (parameter.kind.range(), parameter.kind.default());
        let (name, help) = (parameter.name, parameter.help);
        writeln!(context.screen, "  {name}: {help} ({range}, default {default})")?;
    }
    for alias in info.aliases {
        let (id, name, sets) = (alias.id, alias.name, alias.sets);
        writeln!(context.screen, "  {id}: {name}, {}({sets})", info.id)?;
    }
    Ok(())
}

fn one(name: &str, context: &mut Context<'_>) -> Result {
    let session = board::open_game(context.games, Some(name))?;
    let info = session.info();
    if context.screen.json {
        return context.screen.document(&document_of(session.as_ref()));
    }
    describe(info, context)?;
    writeln!(context.screen)?;
    let facts = [
        ("game", format!("{}, {}", session.name(), board::title(session.as_ref()))),
        ("sides", info.players.join(", ")),
        ("moves", info.move_notation.to_owned()),
        ("positions", info.position_notation.to_owned()),
        ("start", session.position()),
        ("notations", notations(info)),
        ("files", files(info)),
        ("evaluator", info.evaluator.to_owned()),
    ];
    let known: Vec<_> = facts.into_iter().filter(|(_, text)| !text.is_empty()).collect();
    context.facts(&known)?;
    writeln!(context.screen)?;
    let lines = render::board(&session.view(), context.look());
    context.lines(&lines)
}

/// The notations that `--notation` takes, if there is a choice.
fn notations(info: &Info) -> String {
    match info.notations {
        [] => String::new(),
        several => format!("{}, plain", several.join(", ")),
    }
}

/// The formats of recorded games.
fn files(info: &Info) -> String {
    let format = |format: &FileFormat| {
        let reads = if format.writes { "" } else { ", read only" };
        format!("{} ({}, .{}{reads})", format.id, format.name, format.extension)
    };
    info.formats.iter().map(format).collect::<Vec<_>>().join(", ")
}

fn document(info: &Info) -> Value {
    let parameters = info.parameters.iter().map(|parameter| {
        json!({
            "name": parameter.name,
            "help": parameter.help,
            "default": parameter.kind.default(),
            "range": parameter.kind.range(),
        })
    });
    let aliases = info.aliases.iter().map(|alias| {
        json!({
            "id": alias.id,
            "name": alias.name,
            "name_zh": alias.name_zh,
            "game": format!("{}({})", info.id, alias.sets),
        })
    });
    json!({
        "id": info.id,
        "name": info.name,
        "name_zh": info.name_zh,
        "summary": info.summary,
        "summary_zh": info.summary_zh,
        "players": info.players,
        "parameters": parameters.collect::<Vec<_>>(),
        "aliases": aliases.collect::<Vec<_>>(),
        "move_notation": info.move_notation,
        "position_notation": info.position_notation,
        "notations": info.notations,
        "formats": info.formats.iter().map(|format| json!({
            "id": format.id,
            "name": format.name,
            "extension": format.extension,
            "writes": format.writes,
        })).collect::<Vec<_>>(),
        "evaluator": info.evaluator,
        "dialects": info.dialects,
    })
}

fn document_of(session: &dyn Session) -> Value {
    let mut document = document(session.info());
    document["game"] = session.name().into();
    document["start"] = session.start().into();
    document
}
