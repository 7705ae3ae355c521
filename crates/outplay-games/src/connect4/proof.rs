//! What the second player can force by a simple rule of play.

use outplay::Score;

use super::Connect4;
use super::fours::ends;

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
///
/// What is not below `alpha` is of no use, and not looked for.
#[inline]
pub(super) fn follow_up(p: &Connect4, alpha: Score) -> Score {
    match p.shape.stride() {
        // On the usual board every shift is a constant.
        7 => bound(p, alpha, 7),
        stride => bound(p, alpha, stride),
    }
}

#[inline(always)]
fn bound(p: &Connect4, alpha: Score, stride: u32) -> Score {
    let (bottom, height) = (p.shape.bottom, stride - 1);
    let even = bottom * (0xaaaa_aaaa_aaaa_aaaa & ((1 << height) - 1));
    let second = p.other() | even & !p.own & !p.playable();
    // Each four by its last cell, that of the rightmost column.
    let [level, falling, rising] = [stride, stride - 1, stride + 1].map(|step| ends(second, step));
    // The same by its highest cell, moved to that column.
    let tops = level | rising | falling << 3;
    let loss = if tops == 0 { Score::DRAW } else { lost(p, tops) };
    if loss > alpha {
        return Score::INFINITY;
    }
    let first = p.shape.board & !second;
    let open = below(tops, bottom, height);
    // The first player's by its lowest cell, moved to that column.
    let harmful = ends(first, 1) != 0
        || ends(first, stride) & open != 0
        || ends(first, stride - 1) & open & below(falling, bottom, height) != 0
        || (ends(first, stride + 1) & below(rising, bottom, height)) >> 3 & open != 0;
    if harmful { Score::INFINITY } else { loss }
}

/// The first player loses by one of the fours with these highest cells: by the lowest one at the
/// latest when only the cells above that are left.
fn lost(p: &Connect4, tops: u64) -> Score {
    let (mut row, mut above) = (p.shape.bottom, u32::from(p.shape.height) - 1);
    while tops & row == 0 && above > 0 {
        row <<= 1;
        above -= 1;
    }
    // Losses take an even number of plies.
    Score::loss_in((p.left() - above) & !1)
}

/// In each column the cells below the lowest of the set, and some above; all cells where it has
/// none.
#[inline(always)]
fn below(set: u64, bottom: u64, height: u32) -> u64 {
    (set | bottom << height) - bottom
}
