//! Commands that set up a game.

use outplay::quote;

use super::super::board::Board;
use super::super::request::Request;
use super::super::{count, rules};
use super::{Answer, Table, exactly, say};

/// The most handicap stones that have fixed places.
const MOST_FIXED: usize = 9;

pub(super) fn boardsize(table: &mut Table, request: &Request) -> Answer {
    let words = request.words();
    let (columns, rows) = match words[..] {
        [size] => (size, size),
        [columns, rows] => (columns, rows),
        _ => return Err("syntax error: write boardsize SIZE".to_owned()),
    };
    let number = |word: &str| {
        let whole = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let wrong = || format!("syntax error: {} is no size", quote(word));
        // What is too large for a number is a size, but none that we have.
        if whole { Ok(word.parse::<usize>().unwrap_or(usize::MAX)) } else { Err(wrong()) }
    };
    let (columns, rows) = (number(columns)?, number(rows)?);
    table.board.resize(columns, rows).map_err(|_| "unacceptable size".to_owned())?;
    Ok(table.prepare())
}

pub(super) fn clear_board(table: &mut Table, _: &Request) -> Answer {
    table.board.clear();
    table.timer.reset();
    Ok(table.prepare())
}

pub(super) fn komi(table: &mut Table, request: &Request) -> Answer {
    let [word] = exactly(request, "NUMBER")?;
    let komi = word.parse::<f64>().ok().filter(|komi| komi.is_finite());
    let komi = komi.ok_or_else(|| format!("syntax error: {} is no komi", quote(word)))?;
    if !table.board.is_go() {
        return say("");
    }
    let settings = format!("komi={}", rules::komi(&table.board, komi));
    adjusted(table, |board| {
        board.adjust(&settings).map_err(|error| format!("cannot set komi: {error}"))
    })
}

pub(super) fn kgs_rules(table: &mut Table, request: &Request) -> Answer {
    let [name] = exactly(request, "NAME")?;
    adjusted(table, |board| rules::set_kgs(board, name))
}

pub(super) fn kata_get_rules(table: &mut Table, _: &Request) -> Answer {
    say(rules::told(&table.board))
}

pub(super) fn kata_set_rules(table: &mut Table, request: &Request) -> Answer {
    adjusted(table, |board| rules::set(board, request.rest()))
}

/// Changes the game; the table is made anew if it is another one then.
fn adjusted(table: &mut Table, change: impl FnOnce(&mut Board) -> Result<(), String>) -> Answer {
    let before = table.board.name();
    change(&mut table.board)?;
    if table.board.name() == before { say("") } else { Ok(table.prepare()) }
}

pub(super) fn fixed_handicap(table: &mut Table, request: &Request) -> Answer {
    let stones = handicap(table, request)?;
    let cells = fixed_points(&table.board, stones).ok_or("invalid number of stones")?;
    place(table, &cells)
}

/// As many as there are fixed points for, if more are asked for.
pub(super) fn place_free_handicap(table: &mut Table, request: &Request) -> Answer {
    let stones = handicap(table, request)?;
    if stones >= table.board.vertices.columns * table.board.vertices.rows {
        return Err("invalid number of stones".to_owned());
    }
    let most = (2..=stones.min(MOST_FIXED)).rev();
    let cells = most.map(|stones| fixed_points(&table.board, stones)).find_map(|cells| cells);
    place(table, &cells.ok_or("invalid number of stones")?)
}

pub(super) fn set_free_handicap(table: &mut Table, request: &Request) -> Answer {
    if !table.board.is_empty() {
        return Err("board not empty".to_owned());
    }
    let mut cells = vec![];
    for word in request.words() {
        match table.board.vertices.read(word)? {
            Some(cell) if !cells.contains(&cell) => cells.push(cell),
            _ => return Err(format!("bad vertex list: {}", quote(word))),
        }
    }
    if cells.len() < 2 {
        return Err("bad vertex list: handicap stones are two or more".to_owned());
    }
    place(table, &cells)?;
    say("")
}

/// The number of stones, on an empty board.
fn handicap(table: &Table, request: &Request) -> Result<usize, String> {
    let [word] = exactly(request, "STONES")?;
    let wrong = |_| format!("syntax error: {} is no number of stones", quote(word));
    let stones: usize = word.parse().map_err(wrong)?;
    if !table.board.is_empty() {
        return Err("board not empty".to_owned());
    }
    if stones < 2 { Err("invalid number of stones".to_owned()) } else { Ok(stones) }
}

/// Where so many handicap stones stand, if the board has places for them: the game knows.
fn fixed_points(board: &Board, stones: usize) -> Option<Vec<usize>> {
    let size = board.vertices.columns;
    let name = format!("{}(size={size},handicap={stones})", board.session().info().id);
    let board = board.another(&name).ok()?;
    let stones = count::stones(&board).into_iter().enumerate();
    Some(stones.filter_map(|(cell, stone)| stone.map(|_| cell)).collect())
}

/// Black stones on these cells, and White to move.
fn place(table: &mut Table, cells: &[usize]) -> Answer {
    let (columns, rows) = (table.board.vertices.columns, table.board.vertices.rows);
    let row = |row: usize| {
        let (mut text, mut empty) = (String::new(), 0);
        for column in 0..=columns {
            let end = column == columns;
            let stone = !end && cells.contains(&(row * columns + column));
            if (stone || end) && empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            if stone {
                text.push('x');
            } else {
                empty += 1;
            }
        }
        text
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    let position = format!("{} o", rows.join("/"));
    table.board.set_base(&position).map_err(|error| format!("bad vertex list: {error}"))?;
    let vertices: Vec<String> =
        cells.iter().map(|&cell| table.board.vertices.write(cell)).collect();
    say(vertices.join(" "))
}
