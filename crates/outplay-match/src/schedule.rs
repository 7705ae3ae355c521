//! Who plays whom with which opening, and in what order.

/// Which engines meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// Everyone meets everyone.
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
}

/// All the games of a match, in order: rounds, in each of which every two engines that meet play
/// one opening, with both colours. A longer match begins with the games of a shorter one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    games_each: u64,
}

/// One game that is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its place in the schedule, from 0.
    pub number: u64,
    /// Who plays first, and who second: numbers of engines.
    pub engines: [usize; 2],
    /// The round, from 0, which is also the number of the opening.
    pub round: u64,
}

impl Schedule {
    /// A schedule in which every two engines that meet play `games_each` games. If it is odd, the
    /// last game has no second one with changed colours.
    pub fn new(engines: usize, pairing: Pairing, games_each: u64) -> Schedule {
        let others = |first: usize| (first + 1..engines).map(move |second| [first, second]);
        let pairings = match pairing {
            Pairing::RoundRobin => (0..engines).flat_map(others).collect(),
            Pairing::Gauntlet => others(0).collect(),
        };
        Schedule { pairings, games_each }
    }

    /// The engines that meet.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.games_each.saturating_mul(self.pairings.len() as u64)
    }

    /// Rounds, and so openings that are needed.
    pub fn rounds(&self) -> u64 {
        self.games_each.div_ceil(2)
    }

    /// Games between every two engines that meet.
    pub fn games_each(&self) -> u64 {
        self.games_each
    }

    /// Games of a whole round.
    fn round_games(&self) -> u64 {
        2 * self.pairings.len() as u64
    }

    /// The game with this number; `None` beyond the last one.
    pub fn fixture(&self, number: u64) -> Option<Fixture> {
        if number >= self.games() {
            return None;
        }
        let round = number / self.round_games();
        let place = number % self.round_games();
        // The last round of an odd number of games has one game each.
        let is_half = round * 2 + 1 == self.games_each;
        let (pairing, leg) = if is_half { (place, 0) } else { (place / 2, place % 2) };
        let [one, other] = self.pairings[pairing as usize];
        // Who begins changes from round to round and from pairing to pairing, for the sake of
        // matches that end in the middle of a pair.
        let swapped = (round + pairing + leg) % 2 == 1;
        let engines = if swapped { [other, one] } else { [one, other] };
        Some(Fixture { number, engines, round })
    }

    /// The other game of the same pair: the same engines and opening with changed colours.
    pub fn partner(&self, number: u64) -> Option<u64> {
        let other = number ^ 1;
        let (fixture, partner) = (self.fixture(number)?, self.fixture(other)?);
        let [first, second] = fixture.engines;
        let is_pair = fixture.round == partner.round && partner.engines == [second, first];
        is_pair.then_some(other)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn two_engines_take_turns_to_begin() {
        let schedule = Schedule::new(2, Pairing::RoundRobin, 5);
        let games: Vec<_> = (0..6).map_while(|number| schedule.fixture(number)).collect();
        let engines: Vec<_> = games.iter().map(|game| game.engines).collect();
        assert_eq!(engines, [[0, 1], [1, 0], [1, 0], [0, 1], [0, 1]]);
        assert_eq!(games.iter().map(|game| game.round).collect::<Vec<_>>(), [0, 0, 1, 1, 2]);
        assert_eq!(schedule.partner(3), Some(2));
        assert_eq!(schedule.partner(4), None);
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let schedule = Schedule::new(4, Pairing::Gauntlet, 2);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(schedule.games(), 6);
        assert_eq!(Schedule::new(4, Pairing::RoundRobin, 2).pairings().len(), 6);
        assert_eq!(Schedule::new(1, Pairing::RoundRobin, 2).fixture(0), None);
    }

    proptest! {
        #[test]
        fn colours_are_balanced_and_openings_shared(
            engines in 2usize..6, games_each in 1u64..12, gauntlet: bool,
        ) {
            let pairing = if gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin };
            let schedule = Schedule::new(engines, pairing, games_each);
            let mut count: HashMap<([usize; 2], u64), u64> = HashMap::new();
            let mut colours: HashMap<[usize; 2], u64> = HashMap::new();
            for number in 0..schedule.games() {
                let fixture = schedule.fixture(number).unwrap();
                prop_assert_eq!(fixture.number, number);
                *count.entry((fixture.engines, fixture.round)).or_default() += 1;
                *colours.entry(fixture.engines).or_default() += 1;
                let partner = schedule.partner(number);
                let alone = fixture.round * 2 + 1 == games_each;
                prop_assert_eq!(partner.is_none(), alone);
                if let Some(partner) = partner {
                    prop_assert_eq!(schedule.partner(partner), Some(number));
                }
            }
            prop_assert!(schedule.fixture(schedule.games()).is_none());
            prop_assert!(count.values().all(|&count| count == 1));
            for &[one, other] in schedule.pairings() {
                for round in 0..games_each / 2 {
                    prop_assert!(count.contains_key(&([one, other], round)));
                    prop_assert!(count.contains_key(&([other, one], round)));
                }
                let of = |engines| colours.get(&engines).copied().unwrap_or(0);
                prop_assert_eq!(of([one, other]) + of([other, one]), games_each);
                prop_assert!(of([one, other]).abs_diff(of([other, one])) <= 1);
            }
        }

        #[test]
        fn a_longer_match_begins_like_a_shorter_one(engines in 2usize..5, rounds in 1u64..6) {
            let short = Schedule::new(engines, Pairing::RoundRobin, rounds * 2);
            let long = Schedule::new(engines, Pairing::RoundRobin, rounds * 2 + 7);
            for number in 0..short.games() {
                prop_assert_eq!(short.fixture(number), long.fixture(number));
            }
        }
    }
}
