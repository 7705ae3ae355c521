//! One entry of the table for all images of a position: `pvs` finds what minimax finds, and visits
//! less.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use outplay::{
    Evaluator, Features, Limits, Line, Outcome, Player, Position, Report, Score, Shared, Table,
    minimax, pvs_with,
};

/// A row of heaps: one takes one or two from a heap; who can't move loses. Read backwards it is the
/// same game, with its moves in another order.
#[derive(Clone, Debug)]
struct Row {
    heaps: [u8; 4],
    second: bool,
}

impl Position for Row {
    type Move = (u8, u8);
    type Undo = ();
    const ALTERNATES: bool = true;

    fn turn(&self) -> Player {
        if self.second { Player::Second } else { Player::First }
    }
    fn moves(&self, out: &mut Vec<(u8, u8)>) {
        for (heap, &left) in (0..).zip(&self.heaps) {
            out.extend((1..=left.min(2)).map(|taken| (heap, taken)));
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.heaps == [0; 4]).then_some(Outcome::Win(!self.turn()))
    }
    fn play(&mut self, (heap, taken): (u8, u8)) {
        self.heaps[usize::from(heap)] -= taken;
        self.second = !self.second;
    }
    fn undo(&mut self, (heap, taken): (u8, u8), (): ()) {
        self.heaps[usize::from(heap)] += taken;
        self.second = !self.second;
    }
    fn key(&self) -> u64 {
        key(self.heaps, self.second)
    }
}

fn key(heaps: [u8; 4], second: bool) -> u64 {
    outplay::mix(u64::from(u32::from_le_bytes(heaps)) << 1 | u64::from(second))
}

fn backwards(mut heaps: [u8; 4]) -> [u8; 4] {
    heaps.reverse();
    heaps
}

/// Something that the image has as well, but other positions seldom.
#[derive(Clone)]
struct Judge<const SYMMETRIC: bool>;

impl<const SYMMETRIC: bool> Evaluator<Row> for Judge<SYMMETRIC> {
    const SYMMETRIC: bool = SYMMETRIC;

    fn evaluate(&mut self, row: &Row) -> Score {
        let [a, b, c, d] = row.heaps.map(i32::from);
        let worth = (a + d) * 5 + (b + c) * 7 + a * d * 3 - b * c;
        Score::from(if row.second { worth % 9 - 4 } else { worth % 11 - 5 })
    }
    fn canonical_key(&self, row: &Row) -> u64 {
        key(row.heaps.min(backwards(row.heaps)), row.second)
    }
}

fn search<const SYMMETRIC: bool>(row: &Row, depth: u32) -> Report<(u8, u8)> {
    let table = Table::new(1 << 16).unwrap();
    let shared = Shared::new(Limits::depth(depth), &table);
    let line = Line::new(row.clone());
    pvs_with(Features::EXACT, &line, &Judge::<SYMMETRIC>, &mut (), &shared)
}

#[test]
fn images_share_entries_and_values_stay() {
    let mut nodes = [0, 0];
    for number in 0..256u32 {
        let heap = |place: u32| (number >> (2 * place) & 3) as u8;
        let row = Row { heaps: [heap(0), heap(1), heap(2), heap(3)], second: number % 3 == 0 };
        for depth in 1..=6 {
            let table = Table::none();
            let shared = Shared::new(Limits::depth(depth), &table);
            let line = Line::new(row.clone());
            let plain = minimax(&line, &Judge::<false>, &mut (), &shared);
            let [apart, together] = [search::<false>(&row, depth), search::<true>(&row, depth)];
            for report in [&apart, &together] {
                let found = (report.value.score, report.best);
                assert_eq!(found, (plain.value.score, plain.best), "{row:?} {depth}");
            }
            nodes[0] += apart.stats.nodes;
            nodes[1] += together.stats.nodes;
        }
    }
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}
