//! Files of games: moves as one word a line, and the games of Piskvork, the Gomocup's manager.

use core::fmt::Write;

use outplay::{Game, InputError, Outcome, Params, Player, Position, Transcript, Turn, quote};

use super::setup::{Rule, Setup};
use super::{Gomoku, Move, notation};

/// The property of a move that keeps the time spent on it, in milliseconds.
const TIME: &str = "time";
const PLAYERS: [&str; 2] = ["Black", "White"];
const CODE: &str = "PiskvorkCode";

pub(super) fn read(
    session: &Gomoku,
    format: &str,
    text: &str,
) -> Result<Vec<Transcript>, InputError> {
    let start = Gomoku::start(session.setup);
    match format {
        "txt" => read_words(&start, text),
        "psq" => Ok(vec![read_piskvork(&start, text)?]),
        _ => Err(unknown(format)),
    }
}

pub(super) fn write(
    session: &Gomoku,
    format: &str,
    games: &[Transcript],
) -> Result<String, InputError> {
    let start = Gomoku::start(session.setup);
    match (format, games) {
        ("txt", games) => {
            games.iter().map(|game| write_word(&own_start(&start, game)?, game)).collect()
        }
        ("psq", [game]) => write_piskvork(&own_start(&start, game)?, game),
        ("psq", _) => {
            let what = format!("a Piskvork file holds one game, not {}", games.len());
            Err(InputError::new(what).hint("write txt, or one game at a time"))
        }
        _ => Err(unknown(format)),
    }
}

/// The empty board of a recorded game: by its own name, if it has one.
fn own_start(session: &Gomoku, game: &Transcript) -> Result<Gomoku, InputError> {
    match &game.game {
        Some(name) => named(name),
        None => Ok(session.clone()),
    }
}

/// The start of the game that a name with parameters tells.
fn named(name: &str) -> Result<Gomoku, InputError> {
    let info = &Gomoku::INFO;
    let (id, settings) = name.trim().split_once('(').unwrap_or((name.trim(), ")"));
    let mut params = Params::defaults(info);
    if let Some(alias) = info.aliases.iter().find(|alias| alias.id == id) {
        params.set(info, alias.sets)?;
    } else if id != info.id {
        return Err(InputError::new(format!("{} is not {}", quote(name), info.id)));
    }
    params.set(info, settings.strip_suffix(')').unwrap_or(settings))?;
    Ok(Gomoku::with(&params))
}

fn unknown(format: &str) -> InputError {
    InputError::new(format!("gomoku has no format {}", quote(format))).hint("it has txt, psq")
}

/// Places a part of a file: lines are counted from 1.
fn on_line(number: usize) -> impl FnOnce(InputError) -> InputError {
    move |error| error.within(&format!("line {number}"))
}

/// How the game ended, if it did.
fn result(position: &Gomoku) -> Option<String> {
    let text = match position.outcome()? {
        Outcome::Win(Player::First) => "1-0",
        Outcome::Win(Player::Second) => "0-1",
        Outcome::Draw => "1/2-1/2",
    };
    Some(text.to_owned())
}

/// A game a line; empty lines, and lines that start with `#`, are left out.
fn read_words(start: &Gomoku, text: &str) -> Result<Vec<Transcript>, InputError> {
    let mut games = vec![];
    for (line, number) in text.lines().zip(1..) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let played = notation::read_moves(start, line).map_err(on_line(number))?;
        let mut position = start.clone();
        let mut moves = vec![];
        for m in played {
            moves.push(Turn::new(position.write(m)));
            position.play(m);
        }
        games.push(Transcript {
            // The format names no game: it is the session's.
            game: (start.setup != Gomoku::default().setup).then(|| name(start.setup)),
            moves,
            result: result(&position),
            ..Transcript::default()
        });
    }
    if games.is_empty() {
        return Err(InputError::new("there are no moves").hint("write them such as h8h9i8"));
    }
    Ok(games)
}

/// The moves of a recorded game, each legal, and the last position.
fn replay(start: &Gomoku, game: &Transcript) -> Result<(Vec<Move>, Gomoku), InputError> {
    let is_usual = |text: &String| start.parse(text).is_ok_and(|position| position == *start);
    if let Some(position) = game.start.as_ref().filter(|text| !is_usual(text)) {
        let what = format!("a game from {} can't be written as moves alone", quote(position));
        return Err(InputError::new(what).hint("it must start with an empty board"));
    }
    let (mut position, mut moves) = (start.clone(), vec![]);
    for (turn, number) in game.moves.iter().zip(1..) {
        let read = position.read(&turn.text);
        let m = read.map_err(|error| error.within(&format!("move {number}")))?;
        position.play(m);
        moves.push(m);
    }
    Ok((moves, position))
}

/// Remarks and variations are left out.
fn write_word(start: &Gomoku, game: &Transcript) -> Result<String, InputError> {
    let (moves, _) = replay(start, game)?;
    if moves.is_empty() {
        return Err(InputError::new("a game without moves can't be written"));
    }
    let words = moves.into_iter().map(|m| start.write(m));
    Ok(words.collect::<String>() + "\n")
}

/// What there is to say about a header that can't be used.
fn bad_header(line: &str) -> InputError {
    InputError::new(format!("line 1: {} is no header of a Piskvork game", quote(line)))
        .hint("it is such as 'Piskvorky 15x15, 0:0, 0'")
}

/// The size that a header like `Piskvorky 15x15, 11:11, 0` gives.
fn read_header(line: &str) -> Result<usize, InputError> {
    let (name, rest) = line.trim().split_once(' ').ok_or_else(|| bad_header(line))?;
    let size = rest.split(',').next().and_then(|size| size.trim().split_once('x'));
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let sides = size.and_then(|(width, height)| Some((number(width)?, number(height)?)));
    let (width, height) = sides.ok_or_else(|| bad_header(line))?;
    if !name.eq_ignore_ascii_case("Piskvorky") {
        return Err(bad_header(line));
    }
    if width != height || !(Setup::SMALLEST..=Setup::LARGEST).contains(&width) {
        let what = format!("line 1: a board of {width} by {height} can't be used");
        return Err(InputError::new(what).hint("it must be a square of 5 to 22"));
    }
    Ok(width)
}

/// Column and row from 1 at the top left, and the time spent.
fn read_stone(line: &str) -> Option<[u64; 3]> {
    let mut numbers = line.split(',').map(|number| number.trim().parse().ok());
    let stone = [numbers.next()??, numbers.next()??, numbers.next().unwrap_or(Some(0))?];
    numbers.next().is_none().then_some(stone)
}

/// A header, a stone a line, the names of the players, a number.
fn read_piskvork(session: &Gomoku, text: &str) -> Result<Transcript, InputError> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.lines().zip(1..).peekable();
    let size = read_header(lines.next().map_or("", |(line, _)| line))?;
    let setup = Setup { size: size as u8, swap2: false, ..session.setup };
    let mut position = Gomoku::start(setup);
    let mut game = Transcript::default();
    if setup != session.setup || setup != Gomoku::default().setup {
        game.game = Some(name(setup));
    }
    while let Some((stone, number)) =
        lines.peek().and_then(|&(line, number)| Some((read_stone(line)?, number)))
    {
        lines.next();
        let turn = read_turn(&mut position, stone).map_err(on_line(number))?;
        game.moves.push(turn);
    }
    let rest: Vec<&str> = lines.map(check_rest).collect::<Result<_, _>>()?;
    let mut rest = rest.into_iter().filter(|line| !line.is_empty());
    let is_code = |line: &&str| line.parse::<i64>().is_ok();
    let mut code = None;
    for player in PLAYERS {
        match rest.next() {
            Some(line) if is_code(&line) => {
                code = Some(line);
                break;
            }
            Some(line) => game.tags.push((player.to_owned(), shown(line))),
            None => break,
        }
    }
    if let Some(code) = code.or_else(|| rest.next().filter(is_code)) {
        game.tags.push((CODE.to_owned(), code.to_owned()));
    }
    game.result = result(&position);
    Ok(game)
}

/// A line behind the stones: one that looks like a stone, or holds what no text does, is damaged.
fn check_rest((line, number): (&str, usize)) -> Result<&str, InputError> {
    let line = line.trim();
    if line.chars().any(|letter| letter.is_control() && letter != '\t') {
        let error = InputError::new(format!("{} holds a control character", quote(line)));
        return Err(on_line(number)(error.hint("is the file damaged?")));
    }
    if is_like_stone(line) {
        let error = InputError::new(format!("{} is out of place", quote(line)));
        return Err(on_line(number)(
            error.hint("stones are such as 8,8,0 and stand before the names of the players"),
        ));
    }
    Ok(line)
}

/// Only numbers with commas between.
fn is_like_stone(line: &str) -> bool {
    line.contains(',') && line.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-'))
}

/// A name as far as it is kept.
fn shown(line: &str) -> String {
    line.chars().filter(|c| !c.is_control()).take(200).collect()
}

fn read_turn(position: &mut Gomoku, [x, y, time]: [u64; 3]) -> Result<Turn, InputError> {
    let side = position.side() as u64;
    if !(1..=side).contains(&x) || !(1..=side).contains(&y) {
        let what = format!("{x},{y} is outside the board");
        return Err(InputError::new(what).hint(format!("columns and rows are 1 to {side}")));
    }
    let cell = ((y - 1) * side + x - 1) as usize;
    let written = position.write(Move::to(cell));
    let m = position.read(&written)?;
    position.play(m);
    let mut turn = Turn::new(written);
    if time > 0 {
        turn.properties.push((TIME.to_owned(), vec![time.to_string()]));
    }
    Ok(turn)
}

/// The game with those of its parameters that are not the usual ones.
fn name(setup: Setup) -> String {
    let usual = Gomoku::default().setup;
    let mut settings = vec![];
    if setup.size != usual.size {
        settings.push(format!("size={}", setup.size));
    }
    if setup.rule != usual.rule {
        settings.push(format!("rule={}", Rule::NAMES[setup.rule as usize]));
    }
    if setup.swap2 {
        settings.push("opening=swap2".to_owned());
    }
    match &settings[..] {
        [] => Gomoku::INFO.id.to_owned(),
        settings => format!("{}({})", Gomoku::INFO.id, settings.join(",")),
    }
}

fn write_piskvork(start: &Gomoku, game: &Transcript) -> Result<String, InputError> {
    let (moves, _) = replay(start, game)?;
    let side = start.side();
    let mut text = format!("Piskvorky {side}x{side}, 0:0, 0\n");
    for (m, turn) in moves.into_iter().zip(&game.moves) {
        let Some(cell) = m.cell() else {
            let what = format!("{} can't be written to a Piskvork file", quote(&turn.text));
            return Err(InputError::new(what).hint("it holds stones only; write txt"));
        };
        let time = turn.properties.iter().find(|(property, _)| property == TIME);
        let time = time.and_then(|(_, values)| values.first()?.parse::<u64>().ok()).unwrap_or(0);
        // Writing to a string can't fail.
        let _ = writeln!(text, "{},{},{time}", cell % side + 1, cell / side + 1);
    }
    let tag = |name: &str| game.tags.iter().find(|(tag, _)| tag == name).map(|(_, text)| &text[..]);
    for player in PLAYERS {
        // A name that is a number would be read as the code.
        let is_name = |name: &String| {
            let name = name.trim();
            !name.is_empty() && name.parse::<i64>().is_err() && !is_like_stone(name)
        };
        let name = tag(player).map(shown).filter(is_name);
        let _ = writeln!(text, "{}", name.unwrap_or(player.to_owned()));
    }
    let code = tag(CODE).filter(|code| code.parse::<i64>().is_ok()).unwrap_or("-1");
    let _ = writeln!(text, "{code}");
    Ok(text)
}
