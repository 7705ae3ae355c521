//! Stable discs: those that can't be turned any more.

use super::bits::board;

/// All squares but the first column, and all but the last: where a shift to the right or to the
/// left may have come from another row.
const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The squares that a step towards higher bits, and one towards lower bits, may arrive at.
const fn arrivals(step: u32) -> [u64; 2] {
    match step {
        1 | 9 => [NOT_FIRST, NOT_LAST],
        7 => [NOT_LAST, NOT_FIRST],
        _ => [!0, !0],
    }
}

/// The neighbours of some squares along a line, on both sides.
#[inline(always)]
const fn beside<const STEP: u32>(squares: u64) -> u64 {
    let [up, down] = const { arrivals(STEP) };
    (squares << STEP) & up | (squares >> STEP) & down
}

/// The neighbours of some squares in all eight directions.
#[inline(always)]
pub(super) const fn around(squares: u64) -> u64 {
    let rows = squares | beside::<1>(squares);
    (rows | rows << 8 | rows >> 8) & !squares
}

/// All squares on the lines of some squares, in one of the four directions.
#[inline(always)]
const fn lines<const STEP: u32>(squares: u64) -> u64 {
    let [mut up, mut down] = const { arrivals(STEP) };
    let mut all = squares;
    all |= up & (all << STEP);
    up &= up << STEP;
    all |= up & (all << (2 * STEP));
    up &= up << (2 * STEP);
    all |= up & (all << (4 * STEP));
    let mut back = squares;
    back |= down & (back >> STEP);
    down &= down >> STEP;
    back |= down & (back >> (2 * STEP));
    down &= down >> (2 * STEP);
    back |= down & (back >> (4 * STEP));
    all | back
}

/// The squares from which nothing can be turned along one line because they are at its end, for
/// the four directions of lines.
const fn ends(size: usize) -> [u64; 4] {
    let outside = !board(size);
    let rim = if size == 8 { !(NOT_FIRST & NOT_LAST) } else { 0 };
    let edge = if size == 8 { 0xff00_0000_0000_00ff } else { 0 };
    [
        rim | beside::<1>(outside),
        rim | edge | beside::<7>(outside),
        edge | beside::<8>(outside),
        rim | edge | beside::<9>(outside),
    ]
}

const ENDS: [[u64; 4]; 3] = [ends(4), ends(6), ends(8)];

/// For each of the four directions, the squares along which nothing can be turned any more,
/// whatever stands there: the line is full, or the square is at its end.
#[inline(always)]
pub(super) fn settled(empties: u64, size: usize) -> [u64; 4] {
    let ends = &ENDS[size / 2 - 2];
    [
        ends[0] | !lines::<1>(empties),
        ends[1] | !lines::<7>(empties),
        ends[2] | !lines::<8>(empties),
        ends[3] | !lines::<9>(empties),
    ]
}

/// The discs among `own`, all of one side, that can never be turned. In each of the four directions
/// the line is settled, or a stable disc of the same side stands beside. More may be stable in fact.
#[inline(always)]
pub(super) fn stable(own: u64, settled: &[u64; 4]) -> u64 {
    let mut stable = own & settled[0] & settled[1] & settled[2] & settled[3];
    while stable != 0 {
        let more = own
            & (settled[0] | beside::<1>(stable))
            & (settled[1] | beside::<7>(stable))
            & (settled[2] | beside::<8>(stable))
            & (settled[3] | beside::<9>(stable));
        if more == stable {
            break;
        }
        stable = more;
    }
    stable
}

#[cfg(test)]
mod tests {
    use outplay::{Player, Position, Random};

    use super::*;
    use crate::othello::Othello;

    /// In random games, discs called stable are never turned again, and many are called so.
    #[test]
    fn stable_discs_stay() {
        let mut random = Random::new(21);
        let mut found = [0, 0, 0];
        for (at, size) in [4, 6, 8].into_iter().enumerate() {
            for _ in 0..300 {
                let mut position = Othello::start(size);
                let mut kept = [0, 0];
                let mut moves = vec![];
                while position.outcome().is_none() {
                    let settled = settled(position.empties(), size);
                    for player in [Player::First, Player::Second] {
                        let discs = position.discs(player);
                        let kept = &mut kept[player.index()];
                        assert_eq!(*kept & !discs, 0, "{position}");
                        // What is stable stays known as such.
                        let now = stable(discs, &settled);
                        assert_eq!(*kept & !now, 0, "{position}");
                        *kept = now;
                    }
                    moves.clear();
                    position.moves(&mut moves);
                    position.play(moves[random.below(moves.len())]);
                }
                found[at] += (kept[0] | kept[1]).count_ones();
            }
        }
        assert!(found[0] > 1_000 && found[1] > 4_000 && found[2] > 8_000, "{found:?}");
    }

    #[test]
    fn examples() {
        for (rows, expected) in [
            // A corner holds what joins it along the edges.
            ("XXO- X--- ---- ---- X", "XX-- X--- ---- ----"),
            // A square inside needs all four lines: to the corner, along the filled edges.
            ("XXX- XX-- X--- ---- X", "XXX- XX-- X--- ----"),
            ("-XX- XX-- X--- ---- X", "---- ---- ---- ----"),
            // Full lines hold whatever stands in them.
            ("XXOX O-O- X--- X--- X", "XX-X ---- X--- X---"),
            ("OXXO OXOX OXXO OXXO X", "-XX- -X-X -XX- -XX-"),
        ] {
            let position: Othello = outplay::Game::parse(&Othello::start(4), rows).unwrap();
            let expected: String = expected.chars().filter(|c| !c.is_whitespace()).collect();
            let settled = settled(position.empties(), 4);
            let stable = stable(position.discs(Player::First), &settled);
            let marks = position.places().map(|m| if m.bit() & stable != 0 { 'X' } else { '-' });
            assert_eq!(marks.collect::<String>(), expected, "{rows}");
        }
    }
}
