//! What the second player can force by a simple rule of play.

use outplay::Score;

use super::Connect4;

/// A bound on what the first player, who is to move, can get on a board of even height.
///
/// The second player can always follow up: play right above the first player's last disc, and
/// where that filled an even cell, take an even cell that was free to take before. There is one,
/// since an even number of discs leaves an even number of columns filled by an odd number. So the
/// second player gets every even cell (counted from the bottom) that can't be taken at once, and
/// the first player at most all others (Allis, "A knowledge-based approach of Connect-Four", 1988;
/// the rule is his "claimeven").
///
/// If these others hold no four, the first player can't win. If the second player's cells hold
/// one, the first player loses, at the latest when nothing but the cells above it is left. Nor does
/// a four of the first player count that lies above one of the second player's cell by cell: the
/// lower one is filled first.
#[inline]
pub(super) fn follow_up(p: &Connect4) -> Score {
    if p.shape.height == 6 { bound(p, 7) } else { bound(p, p.shape.stride()) }
}

#[inline(always)]
fn bound(p: &Connect4, stride: u32) -> Score {
    let shape = &p.shape;
    let height = stride - 1;
    let even = shape.bottom * (0xaaaa_aaaa_aaaa_aaaa & ((1 << height) - 1));
    let second = p.other() | even & !p.own & !p.playable();
    let first = shape.board & !second;
    if fours(first, 1) != 0 {
        return Score::INFINITY;
    }
    // Each four by its last cell, that of the rightmost column.
    let [level, falling, rising] = [stride, stride - 1, stride + 1].map(|s| fours(second, s));
    // The same by its highest cell, moved to that column; that of the first player's by the lowest.
    let tops = level | rising | falling << 3;
    let open = below(tops, shape.bottom, height);
    let harmful = fours(first, stride) & open != 0
        || fours(first, stride - 1) & open & below(falling, shape.bottom, height) != 0
        || (fours(first, stride + 1) & below(rising, shape.bottom, height)) >> 3 & open != 0;
    if harmful {
        return Score::INFINITY;
    }
    if tops == 0 {
        return Score::DRAW;
    }
    // The lowest four by its highest cell, and how many cells lie above that.
    let mut row = shape.bottom;
    let mut above = height - 1;
    while tops & row == 0 {
        row <<= 1;
        above -= 1;
    }
    // Losses take an even number of plies.
    Score::loss_in((p.left() - above) & !1)
}

/// The last cell of every four in one direction.
#[inline(always)]
fn fours(cells: u64, stride: u32) -> u64 {
    let pairs = cells & cells << stride;
    pairs & pairs << (2 * stride)
}

/// In each column the cells below the lowest of the set, and some above; all cells where it has
/// none.
#[inline(always)]
fn below(set: u64, bottom: u64, height: u32) -> u64 {
    (set | bottom << height) - bottom
}
