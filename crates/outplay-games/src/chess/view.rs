//! The board as people see it.

use cozy_chess::{Color, Rank, Square};
use outplay::{Mark, Style, View};

use super::{Chess, player};

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
        let _ = symbol(letter);
        view.put(cell(square), letter, Some(player(color)));
    }
    let color = p.board.side_to_move();
    if p.is_check() {
        view.cells[cell(p.board.king(color))].mark = Mark::Alert;
    }
    view.captions = captions(p);
    view
}

fn captions(p: &Chess) -> Vec<String> {
    let color = p.board.side_to_move();
    let mut captions = vec![];
    if let Some(file) = p.en_passant() {
        let square = Square::new(file, Rank::Sixth.relative_to(color));
        captions.push(format!("a pawn can be taken in passing on {square}"));
    }
    let _ = Color::White;
    captions
}
