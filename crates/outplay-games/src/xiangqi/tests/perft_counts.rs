//! Counts of move sequences, known from two other engines.

use super::*;

struct Known {
    name: &'static str,
    fen: &'static str,
    counts: &'static [u64],
}

const KNOWN: &[Known] = &[
    Known {
        name: "start",
        fen: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        counts: &[44, 1_920, 79_666, 3_290_240, 133_312_995],
    },
    Known {
        name: "cpw5",
        fen: "R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w - - 0 1",
        counts: &[21, 364, 7_626, 162_837, 3_500_505],
    },
    Known {
        name: "cpw7",
        fen: "4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w - - 0 1",
        counts: &[23, 345, 8_124, 149_272, 3_513_104],
    },
    Known {
        name: "cpw8",
        fen: "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1",
        counts: &[21, 195, 3_883, 48_060, 933_096],
    },
    Known {
        name: "cpw9",
        fen: "1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w - - 0 1",
        counts: &[30, 830, 22_787, 649_866, 17_920_736],
    },
    Known {
        name: "fsf-test-1",
        fen: "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
        counts: &[49, 2_265, 100_326, 4_485_547],
    },
    Known {
        name: "fsf-test-2",
        fen: "4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w - - 0 1",
        counts: &[13, 272, 3_707, 92_741, 1_452_406],
    },
    Known {
        name: "game01",
        fen: "3rkab2/4a4/4bn3/p1n6/3P1Rr1p/P2p5/R3N3P/4B4/4A4/3AK1B2 w - - 0 1",
        counts: &[32, 1_110, 36_226, 1_270_588],
    },
    Known {
        name: "game03",
        fen: "4kab2/r3a4/n1c1b3r/p2nC4/2p5p/4P1p2/P1P5P/2N1B1N2/4A4/R2AK1B1R w - - 0 1",
        counts: &[35, 1_090, 37_963, 1_222_842],
    },
    Known {
        name: "game04",
        fen: "3rkab2/4a4/4b4/p1n6/3P2n2/P2p2N1p/1R7/4B4/4A4/3AK1B2 b - - 0 1",
        counts: &[29, 979, 28_013, 862_523],
    },
    Known {
        name: "game11",
        fen: "2ra1ab2/3n3R1/4bkn2/p1p1pC2r/6p1p/2PN5/P2RP1P1c/3C1A2N/9/2BAK1B2 w - - 0 1",
        counts: &[45, 1_201, 53_247, 1_463_008],
    },
    Known {
        name: "game12",
        fen: "4kab2/C3a4/4b1n1c/4p3p/1c1R3r1/1nB1r4/P1P5P/2N3N2/4A4/4KAB1R w - - 0 1",
        counts: &[42, 1_944, 77_406, 3_566_707],
    },
    Known {
        name: "game16",
        fen: "2r1kab2/9/7c1/p7p/2NRCNb2/3p4P/P3P4/B8/9/3AKAB2 b - - 0 1",
        counts: &[31, 891, 23_819, 762_122],
    },
    Known {
        name: "game18",
        fen: "3aka3/r8/2n1b4/2N1p4/5nb1p/P1P6/R3P3P/5C3/4A4/2B1KA2r w - - 0 1",
        counts: &[33, 1_190, 37_659, 1_319_304],
    },
    Known {
        name: "game19",
        fen: "2b1ka3/9/4ba3/4R4/P7R/5p3/8P/4B2C1/4A4/3AK1B2 b - - 0 1",
        counts: &[8, 374, 3_428, 157_754, 1_518_976],
    },
    Known {
        name: "game20",
        fen: "CR1aka3/9/9/4P4/6b2/P5B2/4P1p2/2p1B4/4A4/3K1A3 w - - 0 1",
        counts: &[29, 206, 6_177, 51_371, 1_566_409],
    },
];

/// What a test counts in a run of everyday.
const EVERYDAY: u64 = 400_000;

fn count(known: &Known, wanted: impl Fn(u64) -> bool) {
    let position = at(known.fen);
    for (&nodes, depth) in known.counts.iter().zip(1..) {
        if wanted(nodes) {
            let found = perft(&position, depth, &Stop::new()).unwrap().nodes;
            assert_eq!(found, nodes, "{} at depth {depth}", known.name);
        }
    }
}

#[test]
fn counts_of_two_other_engines() {
    for known in KNOWN {
        count(known, |nodes| nodes <= EVERYDAY);
    }
}

#[test]
#[ignore = "slow"]
fn deep_counts_of_two_other_engines() {
    for known in KNOWN {
        count(known, |nodes| nodes > EVERYDAY);
    }
}
