//! What is on the board: stones, chains, areas and the result.

use outplay::{Outcome, Player};

use super::board::Board;

/// Whose stone is on each cell, row by row from the top left.
pub(super) fn stones(board: &Board) -> Vec<Option<Player>> {
    let view = board.session().view();
    view.cells.into_iter().map(|cell| cell.piece.and_then(|piece| piece.owner)).collect()
}

/// The cells beside one.
fn beside(board: &Board, cell: usize) -> impl Iterator<Item = usize> + use<> {
    let (columns, rows) = (board.vertices.columns, board.vertices.rows);
    let (row, column) = (cell / columns, cell % columns);
    let up = (row > 0).then(|| cell - columns);
    let left = (column > 0).then(|| cell - 1);
    let right = (column + 1 < columns).then_some(cell + 1);
    let down = (row + 1 < rows).then_some(cell + columns);
    [up, left, right, down].into_iter().flatten()
}

/// The cells that hang together with the same on them, group by group.
fn groups(board: &Board, stones: &[Option<Player>]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; stones.len()];
    let mut groups = vec![];
    for start in 0..stones.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut group = vec![start];
        let mut next = 0;
        while let Some(&cell) = group.get(next) {
            for other in beside(board, cell) {
                if stones[other] == stones[start] && !std::mem::replace(&mut seen[other], true) {
                    group.push(other);
                }
            }
            next += 1;
        }
        groups.push(group);
    }
    groups
}

/// The chains of stones, one a line.
pub(super) fn chains(board: &Board) -> Vec<String> {
    let stones = stones(board);
    let chain = |group: Vec<usize>| {
        let vertices: Vec<String> =
            group.into_iter().map(|cell| board.vertices.write(cell)).collect();
        vertices.join(" ")
    };
    let occupied = |group: &Vec<usize>| stones[group[0]].is_some();
    groups(board, &stones).into_iter().filter(occupied).map(chain).collect()
}

/// Each side's stones, and the empty regions that touch its stones alone.
fn areas(board: &Board) -> [i32; 2] {
    let stones = stones(board);
    let mut areas = [0; 2];
    for group in groups(board, &stones) {
        let owner = stones[group[0]].or_else(|| {
            let around = group.iter().flat_map(|&cell| beside(board, cell));
            let mut owners = around.filter_map(|cell| stones[cell]);
            let first = owners.next()?;
            owners.all(|owner| owner == first).then_some(first)
        });
        if let Some(owner) = owner {
            areas[owner.index()] += group.len() as i32;
        }
    }
    areas
}

/// Each side's discs.
fn discs(board: &Board) -> [i32; 2] {
    let stones = stones(board);
    [Player::First, Player::Second]
        .map(|side| stones.iter().filter(|stone| **stone == Some(side)).count() as i32)
}

/// The result as GTP writes it, `B+3.5`. Go is counted as the board stands; other games must be
/// over, and where there are no points to win by it is one.
///
/// # Errors
/// If there is no result yet.
pub(super) fn score(board: &Board) -> Result<String, String> {
    let [halves, _, _] = lead(board)?;
    let winner = if halves > 0 { 'B' } else { 'W' };
    let (whole, half) = (halves.abs() / 2, if halves % 2 == 0 { "" } else { ".5" });
    Ok(if halves == 0 { "0".to_owned() } else { format!("{winner}+{whole}{half}") })
}

/// The result for people.
pub(super) fn in_words(board: &Board) -> String {
    let Ok([halves, black, white]) = lead(board) else {
        return "The game is not over".to_owned();
    };
    let points = match board.session().info().id {
        "go" | "othello" => format!(": black {black}, white {white}"),
        _ => String::new(),
    };
    match halves {
        0 => format!("Draw{points}"),
        1.. => format!("Black wins{points}"),
        _ => format!("White wins{points}"),
    }
}

/// By how many half points Black is ahead, komi included, and what each side has.
fn lead(board: &Board) -> Result<[i32; 3], String> {
    if board.is_go() {
        let [black, white] = areas(board);
        let komi: f64 = board.parameter("komi").parse().unwrap_or(0.0);
        return Ok([2 * (black - white) - (2.0 * komi) as i32, black, white]);
    }
    let outcome = board.session().outcome().ok_or("cannot score: the game is not over")?;
    let sign = match outcome {
        Outcome::Draw => 0,
        Outcome::Win(Player::First) => 1,
        Outcome::Win(Player::Second) => -1,
    };
    if board.session().info().id != "othello" {
        return Ok([2 * sign, 0, 0]);
    }
    let [black, white] = discs(board);
    let empty = (board.vertices.columns * board.vertices.rows) as i32 - black - white;
    // The squares left empty are the winner's.
    Ok([2 * (black - white + sign * empty), black, white])
}

/// The board for people, Black's stones as X.
pub(super) fn picture(board: &Board) -> Vec<String> {
    let view = board.session().view();
    let letters: String = board.vertices.letters().flat_map(|letter| [' ', letter]).collect();
    let mut lines = vec![format!("  {letters}")];
    let rows: Vec<_> = view.cells.chunks(view.columns.max(1)).collect();
    for (row, number) in board.vertices.rows_down().zip((1..=rows.len()).rev()) {
        let cells: String = rows[row]
            .iter()
            .flat_map(|cell| {
                let owner = cell.piece.as_ref().and_then(|piece| piece.owner);
                [' ', owner.map_or(if cell.dot { '+' } else { '.' }, letter)]
            })
            .collect();
        lines.push(format!("{number:2}{cells} {number}"));
    }
    lines.push(format!("  {letters}"));
    lines.extend(view.captions);
    lines.push(match board.session().turn() {
        Some(side) => format!("{} to move", colour(side)),
        None => "the game is over".to_owned(),
    });
    lines
}

/// The board for programs: X, O and dots.
pub(super) fn rows(board: &Board) -> Vec<String> {
    let letters: Vec<String> =
        stones(board).into_iter().map(|stone| stone.map_or('.', letter).to_string()).collect();
    let rows: Vec<_> = letters.chunks(board.vertices.columns.max(1)).collect();
    board.vertices.rows_down().filter_map(|row| rows.get(row)).map(|row| row.join(" ")).collect()
}

fn letter(side: Player) -> char {
    if side == Player::First { 'X' } else { 'O' }
}

/// GTP's name for a side.
pub(super) fn colour(side: Player) -> &'static str {
    if side == Player::First { "black" } else { "white" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(game: &str, moves: &[&str]) -> Board {
        let mut board = Board::open(outplay_games::ALL, game).unwrap();
        for (vertex, side) in moves.iter().zip([Player::First, Player::Second].iter().cycle()) {
            let cell = board.vertices.read(vertex).unwrap();
            board.play(*side, cell).unwrap();
        }
        board
    }

    #[test]
    fn areas_are_counted() {
        let empty = board("go(size=5,komi=7.5)", &[]);
        assert_eq!(score(&empty).unwrap(), "W+7.5");
        let moves = ["B1", "C1", "B2", "C2", "B3", "C3", "B4", "C4", "B5", "C5"];
        let divided = board("go(size=5,komi=-5.5)", &moves);
        assert_eq!(areas(&divided), [10, 15]);
        assert_eq!(score(&divided).unwrap(), "B+0.5");
        assert_eq!(chains(&divided), ["B5 B4 B3 B2 B1", "C5 C4 C3 C2 C1"]);
        let even = board("go(size=5,komi=-5)", &moves);
        assert_eq!(score(&even).unwrap(), "0");
        assert_eq!(in_words(&even), "Draw: black 10, white 15");
    }

    #[test]
    fn our_count_is_the_games_own() {
        use outplay::Random;
        let mut random = Random::new(7);
        for _ in 0..20 {
            let mut session = outplay::open(outplay_games::ALL, "go(size=5,komi=2.5)").unwrap();
            let mut go = board("go(size=5,komi=2.5)", &[]);
            for _ in 0..60 {
                let legal = session.legal();
                let Some(side) = session.turn() else { break };
                let text = &legal[random.next_u64() as usize % legal.len()];
                session.play(text).unwrap();
                go.play(side, go.vertices.cell_of(text)).unwrap();
            }
            while session.turn().is_some() {
                session.play("pass").unwrap();
            }
            let first = session.outcome() == Some(Outcome::Win(Player::First));
            assert_eq!(score(&go).unwrap().starts_with('B'), first, "{}", session.position());
        }
    }

    #[test]
    fn other_games_count_at_their_end() {
        assert!(score(&board("othello", &[])).is_err());
        let moves = ["A1", "B1", "A2", "B2", "A3"];
        assert_eq!(score(&board("tictactoe", &moves)).unwrap(), "B+1");
        assert_eq!(in_words(&board("tictactoe", &moves)), "Black wins");
        assert_eq!(in_words(&board("tictactoe", &moves[..3])), "The game is not over");
    }
}
