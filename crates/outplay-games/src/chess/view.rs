//! The board as people see it.

use cozy_chess::{Rank, Square};
use outplay::{Mark, Position, Style, View};

use super::info::INFO;
use super::{Chess, movetext, player};

/// A square as a cell of the view: row by row from the top left.
pub(super) fn cell(square: Square) -> usize {
    (7 - square.rank() as usize) * 8 + square.file() as usize
}

/// The chess piece of Unicode for a letter of FEN.
fn symbol(letter: char) -> &'static str {
    match letter {
        'K' => "♔",
        'Q' => "♕",
        'R' => "♖",
        'B' => "♗",
        'N' => "♘",
        'P' => "♙",
        'k' => "♚",
        'q' => "♛",
        'r' => "♜",
        'b' => "♝",
        'n' => "♞",
        _ => "♟",
    }
}

pub(super) fn view(p: &Chess) -> View {
    let mut view = View::grid(Style::Checkered, 8, 8);
    for &square in &Square::ALL {
        let (Some(letter), Some(color)) = (super::fen::letter(p, square), p.board.color_on(square))
        else {
            continue;
        };
        view.put_symbol(cell(square), letter, symbol(letter), Some(player(color)));
    }
    let color = p.board.side_to_move();
    if p.is_check() {
        view.cells[cell(p.board.king(color))].mark = Mark::Alert;
    }
    view.captions = captions(p);
    view
}

/// Whose turn it is, or how the game ended, and what may be claimed.
fn captions(p: &Chess) -> Vec<String> {
    let color = p.board.side_to_move();
    let name = INFO.players[player(color).index()];
    if let Some(outcome) = p.outcome() {
        return vec![movetext::ending(p, outcome).to_owned()];
    }
    let check = if p.is_check() { ", in check" } else { "" };
    let mut captions = vec![format!("{name} to move{check}")];
    if let Some(file) = p.en_passant() {
        let square = Square::new(file, Rank::Sixth.relative_to(color));
        captions.push(format!("a pawn can be taken in passing on {square}"));
    }
    if p.claim().is_some() {
        let what = "50 moves without a capture or pawn move: a draw may be claimed";
        captions.push(what.to_owned());
    }
    captions
}
