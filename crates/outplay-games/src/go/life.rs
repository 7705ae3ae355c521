//! Chains that can't be captured, whoever moves, and the points that are theirs.
//!
//! After Benson, "Life in the game of Go" (1976), made a little stricter. A side's *regions* are
//! the parts of the board without its stones; a region is *vital* to a chain if each of its
//! points touches the chain. (Benson asks it of the empty points only; here it must stay true when
//! enemy stones inside have been captured.) Chains are given up that have fewer than two vital
//! regions among those kept, and regions that touch a chain given up, until all that remain are
//! sound. Enemy stones in a vital region never get an eye, and can be captured one fill after the
//! other, so that its points count for the side as well.

use super::board::{Board, CELLS, EMPTY, MASK, Point};

/// A part of the board without stones of a side.
struct Region {
    points: i32,
    /// The side's chains around it, with how many of its points touch each.
    around: Vec<(Point, i32)>,
}

impl Region {
    fn is_vital_to(&self, chain: Point) -> bool {
        self.around.contains(&(chain, self.points))
    }
}

/// The points that are certainly a side's at the end, stones and surrounded ones, if the rules
/// allow neither suicide nor an end by repetition or by the number of moves.
pub(super) fn safe_area(board: &Board, side: u8) -> i32 {
    let mut chains: Vec<Point> =
        board.points().filter(|&at| board.colour(at) == side && board.chain(at) == at).collect();
    if chains.is_empty() {
        return 0;
    }
    let mut regions = regions(board, side);
    loop {
        let before = chains.len() + regions.len();
        chains.retain(|&chain| {
            regions.iter().filter(|region| region.is_vital_to(chain)).count() >= 2
        });
        regions.retain(|region| region.around.iter().all(|(chain, _)| chains.contains(chain)));
        if chains.len() + regions.len() == before {
            break;
        }
    }
    let stones: i32 = chains.iter().map(|&chain| i32::from(board.stones_in(chain))).sum();
    let vital = |region: &&Region| chains.iter().any(|&chain| region.is_vital_to(chain));
    stones + regions.iter().filter(vital).map(|region| region.points).sum::<i32>()
}

fn regions(board: &Board, side: u8) -> Vec<Region> {
    let mut seen = [false; CELLS];
    let mut regions = vec![];
    let mut open = vec![];
    for start in board.points() {
        if board.colour(start) == side || seen[usize::from(start) & MASK] {
            continue;
        }
        let mut region = Region { points: 0, around: vec![] };
        seen[usize::from(start) & MASK] = true;
        open.push(start);
        while let Some(at) = open.pop() {
            region.points += 1;
            let mut touched = [0; 4];
            for (n, place) in board.neighbours(at).into_iter().zip(0..) {
                let colour = board.colour(n);
                if colour == side {
                    let chain = board.chain(n);
                    if !touched.contains(&chain) {
                        touched[place] = chain;
                        region.touch(chain);
                    }
                } else if colour <= EMPTY && !seen[usize::from(n) & MASK] {
                    seen[usize::from(n) & MASK] = true;
                    open.push(n);
                }
            }
        }
        regions.push(region);
    }
    regions
}

impl Region {
    fn touch(&mut self, chain: Point) {
        match self.around.iter_mut().find(|(other, _)| *other == chain) {
            Some((_, points)) => *points += 1,
            None => self.around.push((chain, 1)),
        }
    }
}
