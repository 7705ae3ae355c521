//! What several benchmarks use.

/// Chess: positions 2 to 21 of Bratko and Kopec's test (the first is a mate in three).
#[allow(dead_code, reason = "not every benchmark plays chess")]
pub(crate) const MIDDLE_GAMES: [&str; 20] = [
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - 0 1",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1",
    "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1",
    "2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - - 0 1",
    "3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 1",
    "2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - - 0 1",
    "r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1",
    "r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 1",
    "rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - - 0 1",
    "2r3k1/1p2q1pp/2b1pr2/p1pp4/6Q1/1P1PP1R1/P1PN2PP/5RK1 w - - 0 1",
    "r1bqkb1r/4npp1/p1p4p/1p1pP1B1/8/1B6/PPPN1PPP/R2Q1RK1 w kq - 0 1",
    "r2q1rk1/1ppnbppp/p2p1nb1/3Pp3/2P1P1P1/2N2N1P/PPB1QP2/R1B2RK1 b - - 0 1",
    "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1",
    "3rr3/2pq2pk/p2p1pnp/8/2QBPP2/1P6/P5PP/4RRK1 b - - 0 1",
    "r4k2/pb2bp1r/1p1qp2p/3pNp2/3P1P2/2N3P1/PPP1Q2P/2KRR3 w - - 0 1",
    "3rn2k/ppb2rpp/2ppqp2/5N2/2P1P3/1P5Q/PB3PPP/3RR1K1 w - - 0 1",
];

/// The options of a benchmark, `--NAME NUMBER` each, and words that are none. What can't be used, and
/// `--help`, end it with a word on what can.
#[allow(dead_code, reason = "not every benchmark has options")]
pub(crate) fn options(usage: &str, mut option: impl FnMut(&str, u64) -> bool) -> Vec<String> {
    let refuse = |what: &str| -> ! {
        eprintln!("{what}options: {usage}");
        std::process::exit(if what.is_empty() { 0 } else { 2 });
    };
    let (mut others, mut words) = (vec![], std::env::args().skip(1));
    while let Some(word) = words.next() {
        match word.as_str() {
            // Cargo adds this.
            "--bench" => {}
            "--help" | "-h" => refuse(""),
            name if name.starts_with('-') => {
                let value = words.next().unwrap_or_default();
                match value.parse() {
                    Ok(number) if option(name, number) => {}
                    Ok(_) => refuse(&format!("there is no option {name}\n")),
                    Err(_) => refuse(&format!("{name} needs a number, not '{value}'\n")),
                }
            }
            _ => others.push(word),
        }
    }
    others
}
