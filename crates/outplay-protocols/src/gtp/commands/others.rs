//! Commands that show the board and the result.

use outplay::quote;

use super::super::count;
use super::super::request::Request;
use super::{Answer, Table, exactly, say};

pub(super) fn final_score(table: &mut Table, _: &Request) -> Answer {
    count::score(&table.board).and_then(say)
}

/// Games are played out: what is on the board is alive.
pub(super) fn final_status_list(table: &mut Table, request: &Request) -> Answer {
    let [status] = exactly(request, "STATUS")?;
    match status {
        "alive" => say(count::chains(&table.board).join("\n")),
        "dead" | "seki" => say(""),
        _ => Err(format!("syntax error: {} is neither alive, dead nor seki", quote(status))),
    }
}

pub(super) fn showboard(table: &mut Table, _: &Request) -> Answer {
    say(format!("\n{}", count::picture(&table.board).join("\n")))
}

/// What GoGui's menu offers: how to show the answer, what to call it, and the command.
pub(super) fn analyze_commands(table: &mut Table, _: &Request) -> Answer {
    let mut lines = vec![
        "pstring/Best Move/reg_genmove %m",
        "string/Final Score/final_score",
        "string/Show Board/showboard",
    ];
    if table.board.is_go() {
        lines.push("string/Rules/kata-get-rules");
        lines.push("plist/Stones Alive/final_status_list alive");
    } else {
        lines.push("plist/Legal Moves/gogui-rules_legal_moves");
        lines.push("string/Final Result/gogui-rules_final_result");
    }
    say(lines.join("\n"))
}

/// A capital letter and small ones.
pub(super) fn game_id(table: &mut Table, _: &Request) -> Answer {
    let id: String =
        table.board.session().info().id.chars().filter(char::is_ascii_alphabetic).collect();
    let (first, rest) = id.split_at_checked(1).unwrap_or(("", ""));
    say(format!("{}{rest}", first.to_uppercase()))
}

pub(super) fn board_size(table: &mut Table, _: &Request) -> Answer {
    let (columns, rows) = (table.board.vertices.columns, table.board.vertices.rows);
    say(if columns == rows { columns.to_string() } else { format!("{columns} {rows}") })
}

pub(super) fn board(table: &mut Table, _: &Request) -> Answer {
    say(count::rows(&table.board).join("\n"))
}

pub(super) fn side_to_move(table: &mut Table, _: &Request) -> Answer {
    say(table.board.session().turn().map_or("black", count::colour))
}

/// None when the game is over: that is how GoGui sees it.
pub(super) fn legal_moves(table: &mut Table, _: &Request) -> Answer {
    let board = &table.board;
    let legal = board.session().legal();
    let vertices: Vec<String> = legal.iter().map(|text| board.vertices.in_gtp(text)).collect();
    say(vertices.join(" "))
}

pub(super) fn final_result(table: &mut Table, _: &Request) -> Answer {
    say(count::in_words(&table.board))
}
