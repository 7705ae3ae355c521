//! A game of one's own, complete, with the whole command line for one call: an auction.
//!
//! In turn two bidders raise the bid for a prize by one or pass. Who did not pass pays, has the
//! prize, and opens the bidding for the next. More points win, on a tie the second bidder does.

use outplay::{Entry, Evaluator, Game, Info, InputError, Outcome, Player, Position, mix, quote};

const PRIZES: [usize; 5] = [3, 1, 4, 2, 5];

/// Where the auction stands.
#[derive(Clone, Copy)]
struct Auction {
    sold: usize,
    bid: usize,
    coins: [usize; 2],
    points: [usize; 2],
    mover: usize,
}

impl Position for Auction {
    type Move = bool; // Whether to raise.
    type Undo = Self;

    fn turn(&self) -> Player {
        [Player::First, Player::Second][self.mover]
    }
    fn moves(&self, out: &mut Vec<bool>) {
        if self.sold < PRIZES.len() {
            out.extend((self.bid < self.coins[self.mover]).then_some(true));
            out.push(false);
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        let winner = if self.points[0] > self.points[1] { Player::First } else { Player::Second };
        (self.sold == PRIZES.len()).then_some(Outcome::Win(winner))
    }
    fn play(&mut self, raise: bool) -> Self {
        let before = *self;
        self.mover = 1 - self.mover;
        if raise {
            self.bid += 1;
        } else {
            self.coins[self.mover] -= self.bid;
            self.points[self.mover] += PRIZES[self.sold];
            (self.sold, self.bid) = (self.sold + 1, 0);
        }
        before
    }
    fn undo(&mut self, _: bool, before: Self) {
        *self = before;
    }
    fn key(&self) -> u64 {
        self.to_string().bytes().fold(1, |key, byte| mix(key ^ u64::from(byte)))
    }
}

impl Game for Auction {
    const INFO: Info = Info { id: "auction", name: "Auction", ..Info::NONE };

    fn write(&self, raise: bool) -> String {
        if raise { "raise" } else { "pass" }.to_owned()
    }
    fn parse(&self, text: &str) -> Result<Self, InputError> {
        let numbers = text.split(' ').map(|word| word.parse::<u8>().map(usize::from));
        match numbers.collect::<Result<Vec<_>, _>>().as_deref() {
            Ok(&[sold @ 0..=5, bid, a, b, c, d, mover @ 0..=1]) if bid <= [b, a][mover] => {
                Ok(Auction { sold, bid, coins: [a, b], points: [c, d], mover })
            }
            _ => Err(InputError::new(format!("{} is no auction", quote(text)))
                .hint("sold, bid, coins of each, points of each, side to bid: 0 0 8 8 0 0 0")),
        }
    }
    fn evaluator(&self) -> impl Evaluator<Self> {
        |a: &Auction| a.points[a.mover] as i32 - a.points[1 - a.mover] as i32
    }
}

impl Default for Auction {
    fn default() -> Self {
        Auction { sold: 0, bid: 0, coins: [8; 2], points: [0; 2], mover: 0 }
    }
}

impl std::fmt::Display for Auction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Auction { sold, bid, coins: [a, b], points: [c, d], mover } = self;
        write!(f, "{sold} {bid} {a} {b} {c} {d} {mover}")
    }
}

fn main() -> std::process::ExitCode {
    outplay_cli::run(&[Entry::of::<Auction>()])
}

#[test]
fn it_keeps_the_laws() {
    outplay::laws::check::<Auction>().unwrap();
}
