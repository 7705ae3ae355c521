//! Positions with all their forbidden points: the point, and 6 for an overline, 4 for a double
//! four, 3 for a double three. Facts that several renju programs agree on.

pub(super) const FORBIDDEN: [(&str, &str); 28] = [
    (
        "15/15/15/15/15/5x1x7/6x8/5xx1xx5/5xx1xx5/5ox2x5/15/15/15/15/15 x",
        "i10:3 h9:3 i9:3 h6:3 i5:3",
    ),
    ("15/15/15/15/7xx6/6x8/6oxxxx4/4x5x4/10x4/6x3o4/6x8/15/15/15/15 x", "h12:3 f11:3 h10:3 i8:3"),
    ("15/15/15/15/5o9/6xx7/15/7x1x5/4xxx1o6/6oxox5/5x9/15/15/15/15 x", "j10:3 i9:3 f8:3 h7:4 f6:3"),
    ("15/15/15/15/7x7/9x5/5x1xxx5/7o2x4/5x9/5xx1x1x4/7o7/15/15/15/15 x", "i8:3"),
    (
        "15/15/15/15/5x2oxx4/4x2o7/5ox2o5/8xx5/5o1x7/4o3ox5/5xxxx6/15/15/15/15 x",
        "h8:3 l8:3 i7:3 h6:3 h4:3",
    ),
    (
        "15/15/15/4o4x5/5x2x2x3/3x4x2o3/3x1x9/5x1x7/3x4xoxx3/5x2xx5/3o3o1x5/3x6xx3/15/15/15 x",
        "f10:4 e9:3 g9:4 e8:3 k6:3 l6:3 i4:3",
    ),
    (
        "15/15/15/15/5o2xo5/4x2xxxx4/6o8/5x1xx6/8x1x4/4ox1oxox4/4xo1oxxx4/15/15/15/15 x",
        "h9:3 i9:6 h7:3 j7:3 l7:3",
    ),
    (
        "15/15/15/15/6ooo1x4/4xx3o5/4xo2ox5/4ox1x1xo4/4xo3xo4/4xo2x6/6x1x1o4/15/15/15/15 x",
        "d10:3 g9:3 i7:3",
    ),
    (
        "15/15/15/15/6xx7/5ox2xo4/7xxxo4/5x1xx6/4x2x2o4/4xxxoxxo4/4o1xx7/15/15/15/15 x",
        "j11:3 g8:3 j8:4 j7:4 g4:3",
    ),
    (
        "15/15/15/15/5oox2x4/4xxx2o5/5xx1o1x4/4xxxox1x4/7ox1x4/6xx7/4xxx8/15/15/15/15 x",
        "d9:3 e9:3 g7:6",
    ),
    (
        "15/15/15/15/4xxx1oox4/4x2oxx5/4xxx1xxx4/4xxxx7/4ox1o1x5/4xxo2xx4/4o1xo1xx4/15/15/15/15 x",
        "d11:4 f10:6 j8:6 g7:6 l5:3",
    ),
    (
        "15/15/15/15/4xx1o1ox4/4oxxx1xo4/4x1xxx1x4/4xx1xxxx4/4xx1oo1x4/4oxxxx1o4/4oxoxoox4/15/15/15/15 x",
        "g8:6 c7:3 g7:6",
    ),
    (
        "15/15/15/15/4xxxoxxx4/4oooxoxx4/4xoox1xx4/4x1xxxx5/4xoxoo1x4/5x1xxxo4/4x1xxx1x4/15/15/15/15 x",
        "l11:4 l8:4 j7:6 h4:4",
    ),
    (
        "15/15/15/15/4xxx1xox4/5x1xxxx4/4x2oxxo4/4xxxx2x4/4xx1oxxx4/4xxxxoxx4/4ooxooxo4/15/15/15/15 x",
        "i13:4 e10:6 g10:6 f9:6 g7:6 l7:4",
    ),
    ("15/15/15/15/6xx1xo4/4x3x6/6x1x6/6x2x5/15/5xx8/6xx7/15/15/15/15 x", "j9:3 i8:3 i7:3 h6:3"),
    ("15/15/15/15/15/5xx1xx5/5x1xxx5/5xx2o5/6xxxx5/5xxxx6/15/15/15/15/15 x", "f11:4 h11:3 e8:3"),
    (
        "15/15/15/4o4x5/7x3o3/3o2x8/3x1x9/15/5x5x3/7ox1x4/3xxx2x6/4x1o4o3/15/15/15 x",
        "g8:3 h7:3 e6:3 i4:3",
    ),
    ("15/15/15/15/6x8/4xxxo1ox4/4x2o7/5xxx1o5/4oo4o4/4xx9/6xx7/15/15/15/15 x", "d8:4 g7:3"),
    ("15/15/15/15/15/5oxxx6/5x1xxx5/5ooxxx5/5xxxox5/5xxoox5/15/15/15/15/15 x", ""),
    (
        "15/15/15/3oox1o7/5x3x5/4oxxx1oxx3/8x6/4x1x2x1x3/3x11/3x1x2xo5/15/6oxx6/15/15/15 x",
        "f9:4 l9:3 m8:3 i3:3",
    ),
    ("15/15/15/15/5xx1x1x4/6x1x6/6xo1xx4/4x10/4xoxoxo5/4o2o1xx4/4xxxx2x4/15/15/15/15 x", "f6:3"),
    ("15/15/15/15/4xoo1xo5/4x1ooo1x4/4x1o1x6/4x1xxo1x4/5xx3x4/6x3x4/5o2xo5/15/15/15/15 x", "f8:4"),
    ("15/15/15/15/5o2ox5/7x7/7o7/8o6/10x4/4xx3x5/5oo2xx4/15/15/15/15 x", "j8:3 i5:3"),
    ("15/15/15/15/15/6xx7/5xxx7/5xx1xx5/5o2x6/5xo2o5/15/15/15/15/15 x", "h11:3 e10:3 i9:3 i6:3"),
    ("15/5x9/2o4x7/3x8o2/13x1/3ox10/15/10x4/14x/10x4/7x1x5/4o1o8/4o1o8/15/3xx8x1 x", "k5:3"),
    ("15/15/15/15/15/5oxoxx5/5xoxxx5/5x1xxx5/6xx1x5/5oxo7/15/15/15/15/15 x", "h11:3 i7:4"),
    ("15/14o/12x2/7ox4o1/3o5o5/15/15/15/1o13/15/4x10/14o/1x3x2x1o4/15/15 x", ""),
    ("12o1x/15/5x1x7/9x5/3x3o7/o14/15/10o4/2x2x9/13x1/15/1xx12/10o4/x14/3x3o2x2x1 x", ""),
];

/// The rule, the moves so far, and the fewest moves in which the side to move wins by fours.
pub(super) const WINS: [(&str, &str, u32); 12] = [
    ("renju", "h8g9f9d10g8f8h7e10h10h9i9g7h6j8i10j5j10k10i11i12h11j11h13h12g12e9c11f13g10f10", 7),
    (
        "renju",
        "h8g9f9d10g8f8h7e10h10h9i9g7h6j8i10j5j10k10i11i12h11j11h13h12g12e9c11f13g10f10e8d7",
        6,
    ),
    (
        "renju",
        "h8j7g10i10g9i7g7g8i9j10f8h9f6e5f7f9h7e7h6e9e6g6h10g11j11f5f10h5i5j4i11j12e11d12k10g4i6i4e10d10h4",
        6,
    ),
    ("standard", "h8f10j10e12e13f11e9i7f9i9g10h11e8i8i10h7d9g9e7i6i5e10", 5),
    (
        "renju",
        "h8g9f9d10g8f8h7e10h10h9i9g7h6j8i10j5j10k10i11i12h11j11h13h12g12e9c11f13g10f10e8d7i8i7",
        5,
    ),
    (
        "renju",
        "h8j7g10i10g9i7g7g8i9j10f8h9f6e5f7f9h7e7h6e9e6g6h10g11j11f5f10h5i5j4i11j12e11d12k10g4i6i4e10d10h4j5j6",
        5,
    ),
    ("standard", "h8h7g9g6f9g7j6i7f7g4g5f5i8h4e4h6e6", 4),
    ("freestyle", "h8g9i9f10j8h10g7j10f8i11h6k13j12i10g10i5f6e5g6e6", 4),
    ("freestyle", "h8g9i9k10h6g7i7h10h5h7i6i10j10i5k8j7j8k9i8l8", 1),
    ("standard", "h8f10j10e12e13f11e9i7f9i9g10h11e8i8i10h7d9g9e7i6i5e10f7g6d7c6c7g7", 1),
    (
        "renju",
        "h8j7h7j10i8h9g8j8e8f8j9g6f9i6e10d11d7g10e9e7c6b5c9d9c8c7e6f5b9a10d6f6j6h5a6b6g4k10d5d8g5e12e4f7f4d12d10i4j3i10h10l10m10l9k8f3i7f11d13g9e11b8f12g13e3h6d2c1d4h4",
        1,
    ),
    ("freestyle", "h8g10j8h9i12i10i9g8j11f11e12g7g9f10h10f7d10", 1),
];
