//! Moves in every notation, as another engine writes them, and what is read beside.

use outplay::{Game, Position};
use proptest::prelude::*;

use super::*;

/// A position, and moves of it as UCCI, with ranks from 1, as ICCS and as WXF.
const MOVES: &[(&str, &[[&str; 4]])] = &[
    (
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        &[
            ["h0i2", "h1i3", "H0-I2", "H2+1"],
            ["b2d2", "b3d3", "B2-D2", "C8=6"],
            ["h2f2", "h3f3", "H2-F2", "C2=4"],
            ["e3e4", "e4e5", "E3-E4", "P5+1"],
            ["b2b1", "b3b2", "B2-B1", "C8-1"],
        ],
    ),
    (
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
        &[["d2d5", "d3d6", "D2-D5", "C6+3"], ["f3f1", "f4f2", "F3-F1", "R4-2"]],
    ),
    (
        "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
        &[["d0f0", "d1f1", "D0-F0", "C6=4"], ["d0d7", "d1d8", "D0-D7", "C6+7"]],
    ),
    (
        "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
        &[["a9a2", "a10a3", "A9-A2", "C9-7"], ["c9b7", "c10b8", "C9-B7", "H7-8"]],
    ),
    (
        "R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w - - 0 1",
        &[
            ["a9a4", "a10a5", "A9-A4", "R9-5"],
            ["c9a8", "c10a9", "C9-A8", "H7-9"],
            ["c4a2", "c5a3", "C4-A2", "E7-9"],
            ["e1d0", "e2d1", "E1-D0", "A5-6"],
        ],
    ),
    (
        "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
        &[
            ["e2e7", "e3e8", "E2-E7", "C5+5"],
            ["d9e7", "d10e8", "D9-E7", "H6-5"],
            ["e2g2", "e3g3", "E2-G2", "C5=3"],
            ["e2d2", "e3d3", "E2-D2", "C5=6"],
        ],
    ),
    (
        "4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w - - 0 1",
        &[["e5f3", "e6f4", "E5-F3", "H5-4"], ["e5g4", "e6g5", "E5-G4", "H5-3"]],
    ),
    (
        "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1",
        &[
            ["d0e0", "d1e1", "D0-E0", "K6=5"],
            ["e2h2", "e3h3", "E2-H2", "C5=2"],
            ["e2c2", "e3c3", "E2-C2", "C5=7"],
        ],
    ),
    (
        "1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w - - 0 1",
        &[
            ["b9b0", "b10b1", "B9-B0", "C8-9"],
            ["b9b1", "b10b2", "B9-B1", "C8-8"],
            ["a3a4", "a4a5", "A3-A4", "P9+1"],
        ],
    ),
    (
        "CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w - - 0 1",
        &[
            ["e2g2", "e3g3", "E2-G2", "C5=3"],
            ["e2c2", "e3c3", "E2-C2", "C5=7"],
            ["e2e5", "e3e6", "E2-E5", "C5+3"],
        ],
    ),
    (
        "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
        &[["c4d4", "c5d5", "C4-D4", "C7=6"]],
    ),
    (
        "4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w - - 0 1",
        &[
            ["f0f9", "f1f10", "F0-F9", "C4+9"],
            ["f0d0", "f1d1", "F0-D0", "C4=6"],
            ["f0e0", "f1e1", "F0-E0", "C4=5"],
        ],
    ),
    (
        "3rkab2/4a4/4bn3/p1n6/3P1Rr1p/P2p5/R3N3P/4B4/4A4/3AK1B2 w - - 0 1",
        &[["f5e5", "f6e6", "F5-E5", "R4=5"], ["e2g4", "e3g5", "E2-G4", "E5+3"]],
    ),
    (
        "3rkab2/4a4/4b4/p1n6/3P2n2/P2p2N1p/1R7/4B4/4A4/3AK1B2 b - - 0 1",
        &[
            ["g5f7", "g6f8", "G5-F7", "H7-6"],
            ["c6b8", "c7b9", "C6-B8", "H3-2"],
            ["i4h4", "i5h5", "I4-H4", "P9=8"],
            ["d9d7", "d10d8", "D9-D7", "R4+2"],
        ],
    ),
    (
        "1rb1kabn1/4a4/1c2n4/2P1C4/6p1p/p1B1P1P2/P7P/9/N3Ac3/1RBAK4 w - - 0 1",
        &[
            ["e1d2", "e2d3", "E1-D2", "A5+6"],
            ["e6e8", "e7e9", "E6-E8", "C5+2"],
            ["c0e2", "c1e3", "C0-E2", "E7+5"],
        ],
    ),
    (
        "2b1kaR2/4a4/2nr5/9/5P2p/9/p5p1P/2r1B4/4A4/1N1cK1B2 b - - 0 1",
        &[["c7a6", "c8a7", "C7-A6", "H3+1"], ["i5i4", "i6i5", "I5-I4", "P9+1"]],
    ),
    (
        "r1bak1bnr/n3a4/3c5/2p1p1p1p/p8/5C3/P1P1P1PRP/1cN1B1N2/1C7/R2AKAB2 w - - 0 1",
        &[
            ["a0b0", "a1b1", "A0-B0", "R9=8"],
            ["f4f7", "f5f8", "F4-F7", "C4+3"],
            ["g0i2", "g1i3", "G0-I2", "E3+1"],
        ],
    ),
    (
        "r3kab2/4a4/4bn3/p1n3r2/2pP4p/2P6/P3N3P/4BR3/4Ap3/R2AK1B2 w - - 0 1",
        &[
            ["c4c5", "c5c6", "C4-C5", "P7+1"],
            ["e3g2", "e4g3", "E3-G2", "H5-3"],
            ["e1f0", "e2f1", "E1-F0", "A5-4"],
            ["a3a4", "a4a5", "A3-A4", "P9+1"],
        ],
    ),
    (
        "3ckab1C/4a4/9/9/6R2/3p5/4p2rP/1N2B4/4A4/1R2KAB2 w - - 0 1",
        &[
            ["g5e5", "g6e6", "G5-E5", "R3=5"],
            ["i3i4", "i4i5", "I3-I4", "P1+1"],
            ["g5g4", "g6g5", "G5-G4", "R3-1"],
        ],
    ),
    (
        "2ra1ab2/3n3R1/4bkn2/p1p1pC2r/6p1p/2PN5/P2RP1P1c/3C1A2N/9/2BAK1B2 w - - 0 1",
        &[["f6f3", "f7f4", "F6-F3", "C4-3"], ["g3g4", "g4g5", "G3-G4", "P3+1"]],
    ),
    (
        "4kab2/C3a4/4b1n1c/4p3p/1c1R3r1/1nB1r4/P1P5P/2N3N2/4A4/4KAB1R w - - 0 1",
        &[["g2f4", "g3f5", "G2-F4", "H3+4"]],
    ),
    (
        "4kab2/3na4/4b4/7R1/6n2/P2r3p1/3p5/4BN3/4A4/3AK1B2 w - - 0 1",
        &[
            ["h6i6", "h7i7", "H6-I6", "R2=1"],
            ["h6h4", "h7h5", "H6-H4", "R2-2"],
            ["e2g4", "e3g5", "E2-G4", "E5+3"],
            ["h6d6", "h7d7", "H6-D6", "R2=6"],
        ],
    ),
    (
        "r3kab2/4a4/nCc1b1n1r/p3p4/2p3p1p/9/P1P1P1P1P/2N1B1N2/4A4/R2AK1B1R w - - 0 1",
        &[
            ["i0i1", "i1i2", "I0-I1", "R1+1"],
            ["g2i1", "g3i2", "G2-I1", "H3-1"],
            ["g2h0", "g3h1", "G2-H0", "H3-2"],
            ["e2c4", "e3c5", "E2-C4", "E5+7"],
            ["g3g4", "g4g5", "G3-G4", "P3+1"],
        ],
    ),
    (
        "4kab2/4a4/4b4/2P1n2R1/6n2/3r5/4p2p1/9/4A2N1/2BAK1B2 b - - 0 1",
        &[
            ["d4i4", "d5i5", "D4-I4", "R4=9"],
            ["g5e4", "g6e5", "G5-E4", "H7+5"],
            ["d4d5", "d5d6", "D4-D5", "R4-1"],
        ],
    ),
    (
        "2r1kab2/9/7c1/p7p/2NRCNb2/3p4P/P3P4/B8/9/3AKAB2 b - - 0 1",
        &[["g9i7", "g10i8", "G9-I7", "E7+9"], ["h7i7", "h8i8", "H7-I7", "C8=9"]],
    ),
    (
        "3aka3/r8/2n1b4/2N1p4/5nb1p/P1P6/R3P3P/5C3/4A4/2B1KA2r w - - 0 1",
        &[["c6a5", "c7a6", "C6-A5", "H7-9"], ["a3a2", "a4a3", "A3-A2", "R9-1"]],
    ),
    (
        "2b1ka3/9/4ba3/4R4/P7R/5p3/8P/4B2C1/4A4/3AK1B2 b - - 0 1",
        &[["f4g4", "f5g5", "F4-G4", "P6=7"], ["f4e4", "f5e5", "F4-E4", "P6=5"]],
    ),
    (
        "CR1aka3/9/9/4P4/6b2/P5B2/4P1p2/2p1B4/4A4/3K1A3 w - - 0 1",
        &[
            ["b9b0", "b10b1", "B9-B0", "R8-9"],
            ["b9b1", "b10b2", "B9-B1", "R8-8"],
            ["b9b7", "b10b8", "B9-B7", "R8-2"],
            ["e6d6", "e7d7", "E6-D6", "P+=6"],
        ],
    ),
];

/// The plain form of what is read from a text.
fn read(position: &Xiangqi, text: &str) -> String {
    match position.read(text) {
        Ok(m) => position.write(m),
        Err(error) => panic!("{text} in {position}: {error}"),
    }
}

fn refusal(fen: &str, text: &str) -> String {
    at(fen).read(text).unwrap_err().to_string()
}

#[test]
fn moves_as_another_engine_writes_them() {
    for (fen, moves) in MOVES {
        let position = at(fen);
        for [plain, from_one, iccs, wxf] in *moves {
            let m = position.read(plain).unwrap();
            assert_eq!(position.write(m), *plain);
            assert_eq!(position.write_in("iccs", m), *iccs);
            assert_eq!(position.write_in("wxf", m), *wxf);
            for text in [iccs, wxf, &position.write_in("chinese", m)[..]] {
                assert_eq!(read(&position, text), *plain);
            }
            if from_one.contains("10") {
                assert_eq!(read(&position, from_one), *plain);
            }
        }
    }
}

#[test]
fn every_notation_reads_back() {
    for seed in 0..30 {
        let mut random = outplay::Random::new(seed);
        let mut position = xiangqi("limit=0");
        for _ in 0..150 {
            let mut moves = vec![];
            position.moves(&mut moves);
            for &m in &moves {
                for notation in Xiangqi::INFO.notations {
                    let text = position.write_in(notation, m);
                    assert_eq!(position.read(&text), Ok(m), "{text} in {position}");
                }
            }
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn every_sign_for_the_same() {
    let start = Xiangqi::default();
    for text in [
        "h2e2",
        "H2E2",
        "H2-E2",
        "h2-e2",
        "C2=5",
        "c2=5",
        "C2.5",
        "炮二平五",
        "砲二平五",
        "炮2平5",
        "炮２平５",
        "包二平五",
        " 炮二平五 ",
        "C 2 = 5",
        "Ｃ２＝５",
        "h3e3",
    ] {
        let expected = if text == "h3e3" { None } else { Some("h2e2") };
        assert_eq!(start.read(text).ok().map(|m| start.write(m)).as_deref(), expected, "{text}");
    }
    for text in ["H8+7", "N8+7", "马八进七", "馬八進七", "傌8进7", "b0c2", "B0-C2"] {
        assert_eq!(read(&start, text), "b0c2");
    }
    let black = at("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b");
    for text in ["h9g7", "h10g8", "H10-G8", "H8+7", "马8进7", "馬8進7", "馬８進７", "马八进七"]
    {
        assert_eq!(read(&black, text), "h9g7");
    }
    let h9g7 = black.read("h9g7").unwrap();
    assert_eq!(black.write_in("chinese", h9g7), "马8进7");
    assert_eq!(black.write_in("wxf", h9g7), "H8+7");
    // One rank of 10 says that the other counts from 1 as well.
    assert_eq!(read(&black, "a10a9"), "a9a8");
    assert!(black.read("a10a0").is_err());
}

#[test]
fn several_on_a_file() {
    // Two cannons, then two chariots on a row of Black's.
    let two = at("5k3/9/9/4C4/9/9/4C4/9/9/3K5 w");
    for text in ["C+=4", "+C=4", "前炮平四"] {
        assert_eq!(read(&two, text), "e6f6");
    }
    for text in ["C--1", "-C-1", "后炮退一", "後炮退一"] {
        assert_eq!(read(&two, text), "e3e2");
    }
    let written = |position: &Xiangqi, plain: &str| {
        let m = position.read(plain).unwrap();
        (position.write_in("wxf", m), position.write_in("chinese", m))
    };
    assert_eq!(written(&two, "e6f6"), ("C+=4".to_owned(), "前炮平四".to_owned()));
    // The file alone does where only one of them can.
    assert!(two.read("C5=4").unwrap_err().to_string().contains("e3f3 or e6f6"));
    // Advisors need no order: forward or back tells.
    let advisors = at("4k4/9/9/9/9/9/9/5A3/9/3K1A3 w");
    assert_eq!(written(&advisors, "f2e1"), ("A4-5".to_owned(), "仕四退五".to_owned()));
    assert_eq!(written(&advisors, "f0e1"), ("A4+5".to_owned(), "仕四进五".to_owned()));
    assert_eq!(read(&advisors, "前仕退五"), "f2e1");
    assert_eq!(read(&advisors, "A-+5"), "f0e1");
    // Three soldiers on a file.
    let three = at("3k5/4P4/4P4/4P4/9/9/9/9/9/5K3 w");
    assert_eq!(written(&three, "e8f8"), ("P+=4".to_owned(), "前兵平四".to_owned()));
    assert_eq!(written(&three, "e7f7"), ("P.=4".to_owned(), "中兵平四".to_owned()));
    assert_eq!(written(&three, "e6f6"), ("P-=4".to_owned(), "后兵平四".to_owned()));
    assert_eq!(read(&three, "二兵平四"), "e7f7");
    assert_eq!(read(&three, "Pc=4"), "e6f6");
    // Four, and two files with two.
    let four = at("3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w");
    assert_eq!(written(&four, "e6f6"), ("Pc=4".to_owned(), "三兵平四".to_owned()));
    assert_eq!(read(&four, "后兵平四"), "e5f5");
    let files = at("3k5/9/2P3P2/2P3P2/9/9/9/9/9/5K3 w");
    assert_eq!(written(&files, "g7f7"), ("Pa=4".to_owned(), "一兵平四".to_owned()));
    assert_eq!(written(&files, "c6d6"), ("Pd=6".to_owned(), "四兵平六".to_owned()));
    assert_eq!(read(&files, "前兵平四"), "g7f7");
    assert!(files.read("前兵进一").unwrap_err().to_string().contains("can mean"));
    let black = at("4k4/9/9/9/9/3p5/3p5/9/9/5K3 b");
    assert_eq!(written(&black, "d4c4"), ("P-=3".to_owned(), "后卒平3".to_owned()));
    assert_eq!(written(&black, "d3d2"), ("P++1".to_owned(), "前卒进1".to_owned()));
}

/// Soldiers with letters of their own: `d` stands for no piece, the others do.
#[test]
fn soldiers_by_letter_read_back_in_any_case() {
    for (fen, moves) in [
        ("4k2n1/9/b2aP2C1/7NP/4P3P/4p3p/4p4/4pA1cC/9/3K4R w", &["Pd=4", "Pd+1", "Pd=6"][..]),
        ("4k4/9/4P4/4P4/4P4/9/4p3p/4p3p/4p4/3K5 b", &["Pd=8", "Pe=8", "Pd+1"]),
        ("3k5/4P4/4P4/4P4/4P4/4P4/9/9/9/5K3 w", &["Pd=4", "Pd=6", "Pa=4"]),
    ] {
        let position = at(fen);
        let mut legal = vec![];
        position.moves(&mut legal);
        let mut written = vec![];
        for &m in &legal {
            for notation in ["", "wxf", "chinese", "iccs"] {
                let text = position.write_in(notation, m);
                for text in [text.to_ascii_lowercase(), text.to_ascii_uppercase(), text.clone()] {
                    assert_eq!(position.read(&text), Ok(m), "{fen} {text}");
                }
                if notation == "wxf" {
                    assert_eq!(position.read(&text.replace('=', ".")), Ok(m), "{fen} {text}");
                }
                written.push(text);
            }
        }
        for text in moves {
            assert!(written.iter().any(|known| known == text), "{fen} {text}: {written:?}");
        }
        let wide = position
            .read("Ｐｄ＝４")
            .map_err(|error| error.to_string().replace("Ｐｄ＝４", "Pd=4"));
        assert_eq!(wide, position.read("Pd=4").map_err(|error| error.to_string()));
    }
}

#[test]
fn refusals_say_why() {
    let start = Xiangqi::default().to_string();
    for (fen, text, reason) in [
        (&start[..], "b0d1", "the horse's leg is blocked at c0"),
        (&start, "h0f1", "the horse's leg is blocked at g0"),
        (&start, "b2b9", ""),
        (&start, "b2b6", ""),
        (&start, "b2b8", "the cannon's way is blocked at b7"),
        (&start, "h2h7", "a cannon needs one screen to capture: there is none"),
        (&start, "h2a2", "the cannon's way is blocked at b2"),
        (&start, "a0a3", "your own soldier is on a3"),
        (&start, "a0a4", "the chariot's way is blocked at a3"),
        (&start, "a0b1", "a chariot moves along a line"),
        (&start, "a3b3", "a soldier moves sideways only beyond the river"),
        (&start, "a3a2", "a soldier never moves back"),
        (&start, "a3a5", "a soldier moves one step forward"),
        (&start, "d0d1", "an advisor moves one step along a diagonal"),
        (&start, "d0c1", "an advisor may not leave its palace"),
        (&start, "c0d2", "an elephant moves two steps along a diagonal"),
        (&start, "e0e2", "a general moves one step along a line"),
        (&start, "e0e0", "a piece can't stay"),
        (&start, "e4e5", "there is nothing on e4"),
        (&start, "a6a5", "the soldier on a6 is Black's, and Red is to move"),
        (&start, "C1=5", "Red has no cannon on its file 1"),
        (&start, "前炮平五", "Red has no cannons that share a file so"),
        (&start, "P5=4", "a soldier moves sideways only beyond the river"),
        (&start, "H2+5", "the horse on h0 can't move like that"),
        (&start, "C2+9", "can't move like that"),
        (&start, "castle", "is no move"),
        (&start, "", "is no move"),
        ("3k5/9/9/9/6B2/9/9/9/3C5/3K5 w", "g5i7", "can't be"),
        ("3k5/9/9/9/9/6B2/9/9/9/4K4 w", "g4i6", "an elephant may not cross the river"),
        ("3k5/9/9/9/9/9/9/9/3P5/2BK5 w", "c0e2", "can't be"),
        ("3k5/9/9/9/9/9/9/9/3C5/2BK5 w", "c0e2", "the elephant's eye is blocked at d1"),
        ("3k5/9/9/9/9/9/9/9/3C5/3K5 w", "d1e1", "the generals would face each other"),
        ("3k5/9/9/9/3r5/9/9/9/3R5/3K5 w", "d1e1", "your general would be in check"),
        ("3k5/9/9/9/4r4/9/9/9/9/4K1C2 w", "g0g1", "your general would still be in check"),
        ("3k5/9/9/9/4r4/9/9/9/9/5K3 w", "f0e0", "your general would be in check"),
        ("3k5/9/9/9/9/9/9/9/9/5K3 w", "f0g0", "a general may not leave its palace"),
        ("3k5/9/9/2r6/2C6/9/9/2c6/9/5K3 w", "c5c2", "there is none"),
        ("3k5/9/2r6/2P6/2P6/2C6/9/9/9/5K3 w", "c4c7", "there are 2"),
        ("3k5/9/9/2P6/9/9/9/9/9/5K3 w", "c6e6", "one step forward or sideways"),
    ] {
        if reason.is_empty() {
            assert!(at(fen).read(text).is_ok(), "{text}");
        } else if reason == "can't be" {
            assert!(Xiangqi::default().parse(fen).unwrap_err().to_string().contains(reason));
        } else {
            let error = refusal(fen, text);
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}

proptest! {
    #[test]
    fn no_text_panics(
        text in any::<String>(),
        like in "[a-iA-I]?[0-9]{0,3}-?[a-i]?[0-9]{0,3}",
        wxf in "[KAEBHNRCPabcde+=.-]{1,2}[1-9+=.-]{1,2}[1-9]?",
        chinese in "[帅将仕士相象马車车炮兵卒前中后一二三九5９]{1,2}[进退平進][一九1-9１]",
    ) {
        for fen in [fen::START, "3k5/9/2P3P2/2P3P2/9/9/9/9/9/5K3 w", "4k4/9/9/9/9/3p5/3p5/9/9/5K3 b"] {
            let position = at(fen);
            for text in [&text, &like, &wxf, &chinese] {
                if let Ok(m) = position.read(text) {
                    prop_assert_eq!(position.read(&position.write(m)), Ok(m));
                }
            }
        }
    }
}
