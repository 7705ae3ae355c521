//! Only the search, called from a program: Euclid's game. In turn two players take a multiple of
//! the smaller number from the larger one; who brings it to zero wins.
#![allow(clippy::print_stdout, reason = "it is what this program is for")]

use outplay::{Limits, Line, Outcome, Player, Position, Shared, Table, TableTooLarge, mix};

/// The larger number, the smaller one, and who is to move.
#[derive(Clone, Copy, Debug)]
struct Euclid(u32, u32, Player);

impl Position for Euclid {
    type Move = u32; // How many times the smaller number.
    type Undo = Euclid;
    const ALTERNATES: bool = true;

    fn turn(&self) -> Player {
        self.2
    }
    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(1..=self.0.checked_div(self.1).unwrap_or(0));
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.1 == 0).then_some(Outcome::Win(!self.2))
    }
    fn play(&mut self, times: u32) -> Euclid {
        let before = *self;
        let rest = self.0 - times * self.1;
        *self = Euclid(self.1.max(rest), self.1.min(rest), !self.2);
        before
    }
    fn undo(&mut self, _: u32, before: Euclid) {
        *self = before;
    }
    fn key(&self) -> u64 {
        mix(mix(u64::from(self.0) << 32 | u64::from(self.1)) ^ self.2.index() as u64)
    }
}

/// The best move and what it is worth, searched to the end of the game.
fn best(larger: u32, smaller: u32) -> Result<outplay::Report<u32>, TableTooLarge> {
    let line = Line::new(Euclid(larger, smaller, Player::First));
    let table = Table::new(1 << 20)?;
    let nothing_to_estimate = |_: &Euclid| 0;
    let shared = Shared::new(Limits::default(), &table);
    Ok(outplay::pvs(&line, &nothing_to_estimate, &mut (), &shared))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (larger, smaller) in [(25, 7), (34, 21), (144, 89), (200, 17)] {
        let report = best(larger, smaller)?;
        if let Some(times) = report.best {
            let (taken, value) = (times * smaller, report.value);
            println!("{larger}, {smaller}: take {taken}, {value} plies");
        }
    }
    Ok(())
}

#[test]
fn the_golden_ratio_decides() -> Result<(), TableTooLarge> {
    // The first player wins if the numbers are equal or their ratio is above the golden one.
    for larger in 1..40 {
        for smaller in 1..=larger {
            let ratio = f64::from(larger) / f64::from(smaller);
            let wins = larger == smaller || ratio > (1.0 + 5f64.sqrt()) / 2.0;
            assert_eq!(best(larger, smaller)?.value.kind() == "win", wins);
        }
    }
    Ok(())
}
