use outplay::{
    Limits, Line, Perft, Random, Report, Score, Shared, Stop, Table, alphabeta_table, minimax,
    mtdf, perft, pvs, solve,
};
use proptest::prelude::*;

use super::*;

fn kalah(text: &str) -> Kalah {
    let pits = text.split('/').next().unwrap().split_whitespace().count();
    Kalah::with(pits - 1, 12).parse(text).unwrap()
}

/// The rules a second time, on one ring of pits as the mover sees them: the own houses and store,
/// then the opponent's houses; the opponent's store apart.
fn by_ring(before: &Kalah, house: usize) -> Kalah {
    let (me, houses) = (before.turn, before.houses());
    let mut ring: Vec<u32> = vec![];
    ring.extend(before.side(me).iter().map(|&seeds| u32::from(seeds)));
    ring.push(before.store(me));
    ring.extend(before.side(!me).iter().map(|&seeds| u32::from(seeds)));
    let mut their_store = before.store(!me);
    let seeds = std::mem::take(&mut ring[house]) as usize;
    let sown: Vec<usize> = (1..=seeds).map(|step| (house + step) % ring.len()).collect();
    sown.iter().for_each(|&at| ring[at] += 1);
    let last = *sown.last().unwrap();
    if last < houses && ring[last] == 1 && ring[2 * houses - last] > 0 {
        ring[houses] += ring[last] + ring[2 * houses - last];
        (ring[last], ring[2 * houses - last]) = (0, 0);
    }
    let (mine, theirs): (u32, u32) = (ring[..houses].iter().sum(), ring[houses + 1..].iter().sum());
    if mine == 0 || theirs == 0 {
        ring[houses] += mine;
        their_store += theirs;
        ring[..houses].fill(0);
        ring[houses + 1..].fill(0);
    }
    let join = |pits: &[u32], store| {
        pits.iter().chain([&store]).map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let (own, other) =
        (join(&ring[..houses], ring[houses]), join(&ring[houses + 1..], their_store));
    let turn = if last == houses { me } else { !me };
    match me {
        Player::First => kalah(&format!("{own} / {other} {turn}")),
        Player::Second => kalah(&format!("{other} / {own} {turn}")),
    }
}

/// Plays at random, and hands over every position but the last, with a move.
fn random_play(start: Kalah, random: &mut Random, mut each: impl FnMut(&Kalah, u8)) -> Kalah {
    let (mut position, mut legal) = (start, vec![]);
    while position.outcome().is_none() {
        legal.clear();
        position.moves(&mut legal);
        let m = legal[random.below(legal.len())];
        each(&position, m);
        position.play(m);
    }
    position
}

fn sizes() -> impl Iterator<Item = Kalah> {
    [(1, 1), (1, 12), (2, 3), (3, 12), (6, 4), (9, 12), (9, 1), (4, 9)]
        .into_iter()
        .map(|(houses, seeds)| Kalah::with(houses, seeds))
}

#[test]
fn the_rules_by_examples() {
    for (before, m, after) in [
        // The first seeds from each house.
        ("4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 first", "1", "0 5 5 5 5 4 0 / 4 4 4 4 4 4 0 second"),
        // The last one in the store.
        ("4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 first", "3", "4 4 0 5 5 5 1 / 4 4 4 4 4 4 0 first"),
        ("4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 second", "3", "4 4 4 4 4 4 0 / 4 4 0 5 5 5 1 second"),
        // Past the opponent's store.
        ("1 0 8 / 0 10 5 second", "2", "3 2 8 / 2 2 7 first"),
        // A capture, of the seeds opposite.
        ("1 0 3 0 / 5 2 7 1 first", "1", "0 0 3 3 / 5 0 7 1 second"),
        ("3 4 1 0 / 1 0 3 0 second", "1", "3 0 1 0 / 0 0 3 5 first"),
        // None from an empty house, into an occupied one, or in a house of the opponent's.
        ("1 0 3 0 / 5 0 7 1 first", "1", "0 1 3 0 / 5 0 7 1 second"),
        ("1 1 3 0 / 5 2 7 1 first", "1", "0 2 3 0 / 5 2 7 1 second"),
        ("1 1 2 0 / 0 2 7 1 first", "3", "1 1 0 1 / 1 2 7 1 second"),
        // Once round into the house where it began.
        ("5 1 0 / 1 1 0 first", "1", "0 2 4 / 2 0 0 second"),
        // The end: what is left belongs to whose side it lies on.
        ("0 1 8 / 3 2 7 first", "2", "0 0 9 / 0 0 12 first"),
        ("1 0 5 / 3 0 6 first", "1", "0 0 9 / 0 0 6 second"),
    ] {
        let start = kalah(before);
        let mut position = start;
        let m = start.read(m).unwrap();
        position.play(m);
        assert_eq!(position.to_string(), after, "{before} {m}");
        assert_eq!(by_ring(&start, usize::from(m)), position);
    }
}

#[test]
fn outcomes_are_by_stores() {
    for (text, outcome) in [
        ("0 0 9 / 0 0 12 first", Some(Outcome::Win(Player::Second))),
        ("0 0 9 / 0 0 6 second", Some(Outcome::Win(Player::First))),
        ("0 0 9 / 0 0 9 second", Some(Outcome::Draw)),
        ("0 1 9 / 1 0 9 second", None),
    ] {
        assert_eq!(kalah(text).outcome(), outcome, "{text}");
    }
}

#[test]
fn random_play_follows_the_rules() {
    let mut random = Random::new(11);
    for start in sizes() {
        for _ in 0..40 {
            let end = random_play(start, &mut random, |before, m| {
                let mut after = *before;
                let undo = after.play(m);
                assert_eq!(after, by_ring(before, usize::from(m)), "{before} {m}");
                assert_eq!(after.total(), start.total());
                assert_eq!(start.parse(&after.to_string()), Ok(after));
                assert_eq!(before.read(&before.write(m)), Ok(m));
                assert!(after.key() != before.key());
                after.undo(m, undo);
                assert_eq!((after, after.key()), (*before, before.key()));
            });
            assert_eq!(end.store(Player::First) + end.store(Player::Second), start.total());
        }
    }
}

#[test]
fn what_the_evaluator_foresees_happens() {
    let mut random = Random::new(12);
    let (mut turns, mut captures) = (0, 0);
    for start in sizes() {
        for _ in 0..40 {
            random_play(start, &mut random, |before, m| {
                let me = before.turn;
                let sowing = before.sowing(me, usize::from(m));
                let mut after = *before;
                let last = after.sow(usize::from(m));
                assert_eq!(sowing.extra_turn, last == after.store_at(me), "{before} {m}");
                let sown = after.store(me);
                let mut after = *before;
                after.play(m);
                if after.outcome().is_none() {
                    let captured = (after.store(me) - sown) as i32;
                    assert_eq!(sowing.captured, captured, "{before} {m}");
                }
                turns += u32::from(sowing.extra_turn);
                captures += u32::from(sowing.captured > 0);
            });
        }
    }
    assert!(turns > 500 && captures > 500, "{turns} {captures}");
}

/// Counted by a separate program as well.
#[test]
fn counts_of_sequences() {
    fn count(position: &Kalah, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let houses =
            (0..position.houses()).filter(|&house| position.side(position.turn)[house] > 0);
        houses.map(|house| count(&by_ring(position, house), depth - 1)).sum()
    }
    let stop = Stop::new();
    for &(depth, nodes) in Kalah::INFO.perft {
        assert_eq!(perft(&Kalah::default(), depth, &stop).unwrap().nodes, nodes);
    }
    for (houses, seeds, counts) in [
        (2, 3, &[2, 4, 8, 10, 13, 17, 22, 24][..]),
        (3, 12, &[3, 9, 27, 78, 225, 652]),
        (9, 12, &[9, 81, 714, 6253]),
        (1, 12, &[1, 1, 1, 1, 1, 1, 1, 0]),
    ] {
        let start = Kalah::with(houses, seeds);
        for (depth, &nodes) in (1..).zip(counts) {
            assert_eq!(perft(&start, depth, &stop).unwrap().nodes, nodes, "{start} {depth}");
            assert_eq!(count(&start, depth), nodes);
        }
    }
    assert_eq!(perft(&Kalah::with(1, 1), 2, &stop), Ok(Perft { nodes: 0, finished: 1 }));
}

/// The value for the first player, straight from the rules.
fn value(position: &Kalah) -> i32 {
    let houses = (0..position.houses()).filter(|&house| position.side(position.turn)[house] > 0);
    let values = houses.map(|house| value(&by_ring(position, house)));
    let best = if position.turn == Player::First { values.max() } else { values.min() };
    best.unwrap_or(position.lead(Player::First))
}

#[test]
fn searches_find_the_value() {
    let mut table = Table::new(1 << 20).unwrap();
    for (houses, seeds) in [(1, 1), (1, 7), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (4, 1)] {
        let start = Kalah::with(houses, seeds);
        let line = Line::new(start);
        let expected = Score::from(value(&start));
        for search in [minimax, alphabeta_table, mtdf, pvs, solve] {
            table.clear();
            let shared = Shared::new(Limits::default(), &table);
            let Report { value, .. } = search(&line, &Judge, &mut (), &shared);
            assert_eq!((value.score, value.proven), (expected, true), "{start}");
        }
    }
}

/// The difference with best play, by houses and then by seeds from one on; the smaller ones found
/// by a separate program too.
#[test]
fn small_boards_are_solved() {
    let mut table = Table::new(1 << 22).unwrap();
    let differences: [&[i32]; 4] =
        [&[0, -2, 6, -2, 2, 0], &[2, -2, -2, -10, 6, 8], &[0, 4, 2, 2, 6, -8], &[2, 6, 6]];
    for (houses, differences) in (1..).zip(differences) {
        for (seeds, &difference) in (1..).zip(differences) {
            table.clear();
            let shared = Shared::new(Limits::default(), &table);
            let report = solve(&Line::new(Kalah::with(houses, seeds)), &Judge, &mut (), &shared);
            assert_eq!(report.value.score, Score::from(difference), "{houses} {seeds}");
            assert!(report.value.proven);
        }
    }
}

#[test]
fn limits_of_the_value_hold() {
    let mut random = Random::new(13);
    for start in [Kalah::with(3, 2), Kalah::with(2, 5)] {
        for _ in 0..20 {
            random_play(start, &mut random, |position, _| {
                if position.on_side(Player::First) + position.on_side(Player::Second) <= 9 {
                    let (least, most) = Judge.bounds(position);
                    let value = value(position);
                    let value = if position.turn == Player::First { value } else { -value };
                    assert!(least <= value.into() && Score::from(value) <= most, "{position}");
                }
            });
        }
    }
}

#[test]
fn the_evaluator_is_the_same_for_both_sides() {
    let mut random = Random::new(14);
    random_play(Kalah::default(), &mut random, |position, _| {
        let (first, second) = position
            .to_string()
            .rsplit_once(' ')
            .unwrap()
            .0
            .split_once(" / ")
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .unwrap();
        let mirrored = kalah(&format!("{second} / {first} {}", !position.turn));
        assert_eq!(Judge.evaluate(position), Judge.evaluate(&mirrored));
    });
    assert_eq!(
        Judge.evaluate(&Kalah::default()),
        Judge.evaluate(&kalah("4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 second"))
    );
    assert!(
        Judge.evaluate(&kalah("1 2 9 / 1 2 7 first"))
            > Judge.evaluate(&kalah("1 2 8 / 1 2 8 first"))
    );
}

#[test]
fn moves_in_order_of_promise() {
    // Houses 5 and 3 give an extra turn; 6 captures five, going round, 1 captures four.
    let position = kalah("1 0 4 1 2 9 0 / 1 1 1 1 3 4 0 first");
    let mut legal = vec![];
    position.moves(&mut legal);
    legal.sort_by_key(|&m| std::cmp::Reverse(Judge.rank(&position, m)));
    let order: Vec<_> = legal.iter().map(|&m| position.write(m)).collect();
    assert_eq!(order, ["5", "3", "6", "1", "4"]);
}

#[test]
fn texts_that_are_no_positions() {
    let form = "each side has 2 houses and a store: 3 3 0 / 3 3 0 first";
    for (text, error) in [
        ("", format!("first has too few numbers (at character 1); {form}")),
        ("3 3 / 3 3 0 first", format!("first has too few numbers (at character 5); {form}")),
        ("3 3 0 / 3 3 first", format!("second has too few numbers (at character 13); {form}")),
        ("3 3 0 3 3 0 first", format!("there is '3' where / comes between the sides (at character 7); {form}")),
        ("3 3 0", format!("there is '' where / comes between the sides (at character 6); {form}")),
        ("3 -3 0 / 3 3 0 first", format!("'-3' is not a number of seeds (at character 3); {form}")),
        ("é x 0 / 3 3 0 first", format!("'é' is not a number of seeds (at character 1); {form}")),
        ("3 3 0/3 3 1 first", "there are too many seeds (at character 11); at most 12".to_owned()),
        ("99999999999 0 0 / 0 0 0 first", "there are too many seeds (at character 1); at most 12".to_owned()),
        ("3 3 0 / 3 3 0", "the side to move is missing (at character 14); write first or second at the end: 3 3 0 / 3 3 0 first".to_owned()),
        ("3 3 0 / 3 3 0 x", "'x' is not a side to move (at character 15); write first or second at the end: 3 3 0 / 3 3 0 first".to_owned()),
        ("3 3 0 / 3 3 0 first 3", "'3' follows the side to move (at character 21); first or second comes last".to_owned()),
        ("0 0 5 / 1 0 6 second", "first has no seeds in houses, so the game is over; put the seeds in second's houses into its store".to_owned()),
    ] {
        let got = Kalah::with(2, 3).parse(text).unwrap_err().to_string();
        assert_eq!(got, error, "{text}");
    }
}

#[test]
fn texts_that_are_no_moves() {
    let position = kalah("0 3 1 / 3 3 0 first");
    for (text, hint) in [
        ("1", "house 1 is empty"),
        ("0", "houses are 1 to 2"),
        ("3", "houses are 1 to 2"),
        ("", "houses are 1 to 2"),
        ("300", "houses are 1 to 2"),
        ("b", "houses are 1 to 2"),
    ] {
        let error = position.read(text).unwrap_err().to_string();
        assert_eq!(error, format!("'{text}' is not a legal move; {hint}"));
    }
}

#[test]
fn the_picture() {
    let position = kalah("1 2 3 / 4 5 6 first");
    let view = position.view();
    let text = |cell: &outplay::Cell| cell.piece.as_ref().map(|piece| piece.text.clone());
    let cells: Vec<_> = view.cells.iter().map(|cell| text(cell).unwrap_or_default()).collect();
    assert_eq!(cells, ["6", "5", "4", "", "", "1", "2", "3"]);
    assert!(view.cells[3].void && view.cells[4].void);
    assert_eq!(position.clicks(1), [6]);
    let second = kalah("1 2 3 / 4 5 6 second");
    assert_eq!(second.clicks(0), [2]);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[0-9 ]{0,12}/[0-9 ]{0,12} (first|second)|\\PC{0,40}") {
        for start in [Kalah::default(), Kalah::with(2, 12)] {
            match start.parse(&text) {
                Ok(position) => prop_assert_eq!(start.parse(&position.to_string()), Ok(position)),
                Err(error) => prop_assert!(!error.to_string().contains('\n')),
            }
            let _ = start.read(&text);
        }
    }
}
