//! Four in a row on a board whose columns are `stride` bits apart. The functions are inlined, so
//! that with a constant stride every shift is one.

/// The last cell of every four along one direction.
#[inline(always)]
pub(super) fn ends(discs: u64, step: u32) -> u64 {
    let pairs = discs & discs << step;
    pairs & pairs << (2 * step)
}

/// Whether there are four in a row.
#[inline(always)]
pub(super) fn any(discs: u64, stride: u32) -> bool {
    [1, stride - 1, stride, stride + 1].iter().fold(0, |set, &step| set | ends(discs, step)) != 0
}

/// The cells where one more disc makes four in a row; also some that are taken or in a gap.
#[inline(always)]
pub(super) fn completions(discs: u64, stride: u32) -> u64 {
    let upright = discs << 1 & discs << 2 & discs << 3;
    let along = |step: u32| {
        let (before, after) = (discs << step, discs >> step);
        let (two_before, two_after) = (before & before << step, after & after >> step);
        // The new disc is the last of the four, the third, the second or the first.
        two_before & (discs << (3 * step) | after) | two_after & (before | discs >> (3 * step))
    };
    upright | along(stride - 1) | along(stride) | along(stride + 1)
}
