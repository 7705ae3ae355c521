//! Kalah, the best known game of the mancala family: seeds are sown from house to house, with
//! extra turns and captures. It is played for the difference of the stores.
//!
//! Rules: the seeds of a house go one by one into the following houses counter-clockwise, past the
//! opponent's store. If the last one falls into the own store, the same player moves again. If it
//! falls into an empty house of one's own and the house opposite is not empty, both go to the own
//! store. As soon as all houses of one side are empty, the other side's seeds go to its store,
//! and the game is over.

mod evaluator;
mod text;

use core::fmt;

use outplay::{
    Entry, Evaluator, Game, Info, InputError, Kind, Outcome, Parameter, Params, Player, Position,
    View, mix,
};

pub use evaluator::Judge;

/// Opens the game by name.
pub const ENTRY: Entry = Entry::of::<Kalah>();

/// The most houses on a side.
pub const MAX_HOUSES: usize = 9;
/// The most seeds in a house at the start.
pub const MAX_SEEDS: usize = 12;
const MAX_PITS: usize = 2 * MAX_HOUSES + 2;

/// The seeds on the board, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kalah {
    /// The first player's houses and store, then the second player's: counter-clockwise, each side
    /// from its own left. Never more than 216 seeds in all.
    pits: [u8; MAX_PITS],
    /// On each side.
    houses: u8,
    turn: Player,
}

impl Kalah {
    fn with(houses: usize, seeds: usize) -> Kalah {
        let mut pits = [0; MAX_PITS];
        for player in [Player::First, Player::Second] {
            let start = player.index() * (houses + 1);
            pits[start..start + houses].fill(seeds as u8);
        }
        Kalah { pits, houses: houses as u8, turn: Player::First }
    }

    /// Houses on each side.
    pub fn houses(&self) -> usize {
        usize::from(self.houses)
    }

    /// The seeds in a player's houses, each from that player's left.
    pub fn side(&self, player: Player) -> &[u8] {
        let start = player.index() * (self.houses() + 1);
        &self.pits[start..start + self.houses()]
    }

    /// The seeds in a player's store.
    pub fn store(&self, player: Player) -> u32 {
        u32::from(self.pits[self.store_at(player)])
    }

    fn store_at(&self, player: Player) -> usize {
        (player.index() + 1) * (self.houses() + 1) - 1
    }

    /// The seeds in a player's houses.
    #[inline]
    fn on_side(&self, player: Player) -> u32 {
        self.side(player).iter().map(|&seeds| u32::from(seeds)).sum()
    }

    /// How many more seeds than the opponent the player has in store.
    #[inline]
    fn lead(&self, player: Player) -> i32 {
        self.store(player) as i32 - self.store(!player) as i32
    }

    /// All seeds on the board.
    fn total(&self) -> u32 {
        self.pits.iter().map(|&seeds| u32::from(seeds)).sum()
    }

    /// Sows the seeds of a house; returns the pit where the last one fell.
    #[inline]
    fn sow(&mut self, house: usize) -> usize {
        let size = 2 * self.houses() + 2;
        let skipped = self.store_at(!self.turn);
        let mut at = self.turn.index() * (self.houses() + 1) + house;
        let seeds = core::mem::take(&mut self.pits[at]);
        for _ in 0..seeds {
            at += 1;
            if at == skipped {
                at += 1;
            }
            if at == size {
                at = 0;
            }
            self.pits[at] += 1;
        }
        at
    }

    /// Takes the seeds of a pit into a player's store.
    #[inline]
    fn collect(&mut self, pit: usize, player: Player) {
        let seeds = core::mem::take(&mut self.pits[pit]);
        self.pits[self.store_at(player)] += seeds;
    }

    /// Ends the game if a side has no seeds left.
    #[inline]
    fn end(&mut self) {
        let empty = |player| self.side(player).iter().all(|&seeds| seeds == 0);
        if !empty(Player::First) && !empty(Player::Second) {
            return;
        }
        for player in [Player::First, Player::Second] {
            let start = player.index() * (self.houses() + 1);
            for pit in start..start + self.houses() {
                self.collect(pit, player);
            }
        }
    }
}

/// Six houses of four seeds on each side.
impl Default for Kalah {
    fn default() -> Kalah {
        Kalah::with(6, 4)
    }
}

impl Position for Kalah {
    /// The house, from 0 at the mover's left.
    type Move = u8;
    type Undo = Kalah;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut Vec<u8>) {
        let houses = self.side(self.turn).iter().zip(0..);
        out.extend(houses.filter(|&(&seeds, _)| seeds > 0).map(|(_, house)| house));
    }

    fn outcome(&self) -> Option<Outcome> {
        // A side without seeds ends the game, and its opponent's houses are emptied too.
        if self.side(self.turn).iter().any(|&seeds| seeds > 0) {
            return None;
        }
        Some(match self.lead(Player::First) {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Player::First),
            _ => Outcome::Win(Player::Second),
        })
    }

    fn play(&mut self, house: u8) -> Kalah {
        let before = *self;
        let last = self.sow(usize::from(house));
        let own = self.turn.index() * (self.houses() + 1);
        if last == self.store_at(self.turn) {
            self.end();
            return before;
        }
        // The other store was passed over, so that `last` is a house.
        let opposite = 2 * self.houses() - last;
        let is_own = (own..own + self.houses()).contains(&last);
        if is_own && self.pits[last] == 1 && self.pits[opposite] > 0 {
            self.collect(last, self.turn);
            self.collect(opposite, self.turn);
        }
        self.turn = !self.turn;
        self.end();
        before
    }

    fn undo(&mut self, _: u8, before: Kalah) {
        *self = before;
    }

    fn key(&self) -> u64 {
        // Twenty pits and the turn fill three words.
        let [a, b, c] = [0, 8, 16].map(|at| {
            self.pits[at..MAX_PITS.min(at + 8)]
                .iter()
                .rev()
                .fold(0, |word, &seeds| word << 8 | u64::from(seeds))
        });
        let turn = (self.turn.index() as u64) << 63;
        mix(mix(mix(a ^ 0x6b61_6c61_6800_0000) ^ b) ^ c ^ turn)
    }
}

impl Game for Kalah {
    const INFO: Info = Info {
        id: "kalah",
        name: "Kalah",
        name_zh: "卡拉播棋",
        summary: "Sow the seeds of a house counter-clockwise. The last seed in the own store gives \
                  another turn, in an empty house of one's own it captures what lies opposite. Who \
                  stores more seeds wins.",
        summary_zh: "取一个己方小坑的全部种子逆时针播撒。最后一粒落入己方仓库则再走一次，落入己方\
                     空坑则吃掉对面的种子。仓库种子多者胜。",
        parameters: &[
            Parameter {
                name: "houses",
                help: "houses on each side",
                kind: Kind::Integer { default: 6, least: 1, most: MAX_HOUSES as i64 },
            },
            Parameter {
                name: "seeds",
                help: "seeds in each house at the start",
                kind: Kind::Integer { default: 4, least: 1, most: MAX_SEEDS as i64 },
            },
        ],
        move_notation: "the house, 1 to 6 from the mover's own left",
        position_notation: "first's houses from the left and store, a slash, the same for second \
                            from second's left, then the side to move: \
                            4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 first",
        evaluator: "the difference of the stores, seeds in the own houses, extra turns and \
                    captures at hand",
        perft: &[(1, 6), (2, 35), (3, 185), (4, 942), (5, 4690), (6, 23233), (7, 114430)],
        depth: 10,
        ..Info::NONE
    };

    fn new(params: &Params) -> Result<Kalah, InputError> {
        // Both were checked to be in their ranges.
        Ok(Kalah::with(params.integer("houses") as usize, params.integer("seeds") as usize))
    }

    fn write(&self, m: u8) -> String {
        (m + 1).to_string()
    }

    fn read(&self, text: &str) -> Result<u8, InputError> {
        text::read(self, text)
    }

    fn parse(&self, text: &str) -> Result<Kalah, InputError> {
        text::parse(self, text)
    }

    fn evaluator(&self) -> impl Evaluator<Kalah> {
        Judge
    }

    fn view(&self) -> View {
        text::view(self)
    }

    fn clicks(&self, m: u8) -> Vec<usize> {
        vec![text::cell(self, self.turn, usize::from(m))]
    }
}

impl fmt::Display for Kalah {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(self, f)
    }
}

#[cfg(test)]
mod tests;
