//! Programs that behave badly on purpose. Shell scripts: only where there is a shell.
#![cfg(unix)]

use super::*;
use crate::spec::{Dialect, EngineKind, EngineSpec};

fn script(protocol: Dialect, script: &str) -> External {
    let spec = ExternalSpec {
        cmd: "sh".to_owned(),
        args: vec!["-c".to_owned(), script.to_owned()],
        dir: None,
        protocol,
        options: vec![],
        restart: true,
        log: None,
    };
    let patience = Patience {
        start: Duration::from_secs(10),
        margin: Duration::from_millis(300),
        unlimited: Duration::from_secs(20),
        quit: Duration::from_secs(5),
    };
    External::with_patience(spec, patience).unwrap()
}

/// An engine that answers as it should, with these answers to `go`.
fn answering(on_go: &str) -> External {
    script(
        Dialect::Uci,
        &format!(
            "while read -r word rest; do case $word in \
             uci) echo banner; echo uciok;; isready) echo readyok;; \
             go) {on_go};; quit) exit 0;; esac; done"
        ),
    )
}

fn chess() -> Box<dyn Session> {
    outplay::open(outplay_games::ALL, "chess").unwrap()
}

fn clocks() -> Clocks {
    Clocks { per_move: Some(Duration::from_millis(500)), ..Clocks::default() }
}

fn begin(engine: &mut External) -> Result<(), Fault> {
    engine.new_game(&*chess(), Player::First, &clocks(), &Stop::new())
}

fn decide(engine: &mut External) -> Result<Decision, Fault> {
    engine.decide(&*chess(), &clocks(), &Stop::new())
}

#[test]
fn a_move_with_what_it_thought() {
    let mut engine =
        answering("echo info depth 4 score cp 31; echo info nodes 99; echo bestmove e2e4");
    begin(&mut engine).unwrap();
    for _ in 0..3 {
        let wanted = Decision {
            action: Action::Move("e2e4".to_owned()),
            score: Some(0.31),
            depth: Some(4),
            nodes: Some(99),
        };
        assert_eq!(decide(&mut engine), Ok(wanted));
    }
    begin(&mut engine).unwrap();
}

#[test]
fn a_crash_is_told_and_the_next_game_begins_anew() {
    let mut engine = answering("exit 3");
    begin(&mut engine).unwrap();
    assert_eq!(decide(&mut engine), Err(Fault::Crash("it ended: exit status: 3".to_owned())));
    begin(&mut engine).unwrap();
    assert!(matches!(decide(&mut engine), Err(Fault::Crash(_))));
    // Not started again within a game.
    assert_eq!(decide(&mut engine), Err(Fault::Crash("it is not running".to_owned())));
}

#[test]
fn what_is_said_can_be_kept() {
    let path = std::env::temp_dir().join(format!("outplay-log-{}", std::process::id()));
    let mut engine = answering("echo oops >&2; echo bestmove e2e4");
    engine.spec.log = Some(path.to_string_lossy().into_owned());
    begin(&mut engine).unwrap();
    decide(&mut engine).unwrap();
    drop(engine);
    let log = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    for line in ["> uci\n", "< uciok\n", "> go movetime 500\n", "oops\n", "< bestmove e2e4\n"] {
        assert!(log.contains(line), "{line} in {log}");
    }
    let mut engine = answering("");
    engine.spec.log = Some("/no/such/folder/log".to_owned());
    let Err(Fault::Crash(what)) = begin(&mut engine) else { panic!("there is no such folder") };
    assert!(what.starts_with("the log '/no/such/folder/log' can't be written: "), "{what}");
    let mut engine = answering("");
    engine.spec.dir = Some("/no/such/folder".to_owned());
    let wanted = "dir: '/no/such/folder' is no directory".to_owned();
    assert_eq!(begin(&mut engine), Err(Fault::Crash(wanted)));
}

#[test]
fn who_is_late_is_told_to_hurry() {
    // Its answer comes with the next line that it reads, which is stop.
    let mut engine = answering("read -r word; echo bestmove $word");
    begin(&mut engine).unwrap();
    let decision = decide(&mut engine).unwrap();
    assert_eq!(decision.action, Action::Move("stop".to_owned()));
}

#[test]
fn who_is_silent_is_killed() {
    let mut engine = answering("sleep 1000");
    begin(&mut engine).unwrap();
    let Err(Fault::Silence(what)) = decide(&mut engine) else { panic!("it was heard") };
    assert!(what.starts_with("it gave no move within "), "{what}");
    assert!(what.ends_with(" s (it said last: 'readyok')"), "{what}");
    // The sleep must not hold the pipes.
    assert!(engine.running.is_none());
    begin(&mut engine).unwrap();
}

#[test]
fn a_raised_flag_ends_the_wait() {
    let mut engine = answering("sleep 1000");
    begin(&mut engine).unwrap();
    let stop = Stop::new();
    let clocks = Clocks { depth: Some(90), ..Clocks::default() };
    std::thread::scope(|scope| {
        let other = stop.clone();
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            other.raise();
        });
        let started = Instant::now();
        assert_eq!(engine.decide(&*chess(), &clocks, &stop), Err(Fault::Stopped));
        assert!(started.elapsed() < Duration::from_secs(15));
    });
}

#[test]
fn a_raised_flag_ends_the_wait_for_a_beginning() {
    // Silent from the start; silent when the second game begins; and one that is not reusable and
    // does not leave when it is told to.
    let silent = || script(Dialect::Uci, "sleep 1000");
    let later = || script(Dialect::Uci, "read -r a; echo uciok; read -r a; read -r a; sleep 1000");
    let stubborn = || {
        let features = "echo feature reuse=0 ping=1 done=1";
        script(
            Dialect::Xboard,
            &format!(
                "while read -r word rest; do case $word in protover) {features};; \
                 ping) echo pong $rest;; quit) sleep 1000;; esac; done"
            ),
        )
    };
    for (mut engine, games) in [(silent(), 0), (later(), 0), (stubborn(), 1)] {
        engine.patience.quit = Duration::from_secs(600);
        engine.patience.start = Duration::from_secs(600);
        for _ in 0..games {
            begin(&mut engine).unwrap();
        }
        let stop = Stop::new();
        std::thread::scope(|scope| {
            let other = stop.clone();
            scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(300));
                other.raise();
            });
            let begun = engine.new_game(&*chess(), Player::First, &clocks(), &stop);
            assert_eq!(begun, Err(Fault::Stopped));
        });
        assert!(engine.running.is_none(), "it was killed");
    }
}

#[test]
fn who_never_starts_or_says_what_makes_no_sense() {
    let mut engine = script(Dialect::Uci, "sleep 1000");
    engine.patience.start = Duration::from_millis(200);
    let wanted =
        "it did not start within 0.2 s: no uciok; is the protocol right? (it said nothing)";
    assert_eq!(begin(&mut engine), Err(Fault::Silence(wanted.to_owned())));
    let mut engine = script(Dialect::Ucci, "echo 'what is ucci?'; echo; sleep 1000");
    engine.patience.start = Duration::from_secs(2);
    let xiangqi = outplay::open(outplay_games::ALL, "xiangqi").unwrap();
    let wanted = "it did not start within 2 s: no ucciok; is the protocol right? \
                  (it said last: 'what is ucci?')";
    let begun = engine.new_game(&*xiangqi, Player::First, &clocks(), &Stop::new());
    assert_eq!(begun, Err(Fault::Silence(wanted.to_owned())));
    let mut engine = answering("echo bestmove '(none)'");
    begin(&mut engine).unwrap();
    assert_eq!(decide(&mut engine), Err(Fault::Nonsense("it sees no move".to_owned())));
    let mut missing = script(Dialect::Uci, "");
    missing.spec.cmd = "no-such-program-anywhere".to_owned();
    let Err(Fault::Crash(what)) = begin(&mut missing) else { panic!("it was started") };
    assert!(what.starts_with("'no-such-program-anywhere' can't be started: "), "{what}");
}

#[test]
fn without_a_clock_silence_ends_the_wait_and_words_prolong_it() {
    let clocks = Clocks { depth: Some(9), ..Clocks::default() };
    let ask = |on_go: &str, silent: Duration| {
        let mut engine = answering(on_go);
        engine.patience.unlimited = silent;
        begin(&mut engine).unwrap();
        engine.decide(&*chess(), &clocks, &Stop::new())
    };
    let Err(Fault::Silence(what)) = ask("sleep 1000", Duration::from_millis(300)) else {
        panic!("it was heard");
    };
    assert!(what.contains("it said last: 'readyok'"), "{what}");
    // Three seconds of thought, and never two of silence.
    let talks = "for n in 1 2 3 4 5 6; do sleep 0.5; echo info string $n; done; echo bestmove e2e4";
    assert!(ask(talks, Duration::from_secs(2)).is_ok());
}

#[test]
fn floods_and_endless_lines_are_borne() {
    let flood = "yes info string nothing | head -n 20000; head -c 3000000 /dev/zero; echo; \
                 echo bestmove e2e4; yes | head -n 20000";
    let mut engine = answering(flood);
    begin(&mut engine).unwrap();
    for _ in 0..2 {
        let decision =
            engine.decide(&*chess(), &Clocks { depth: Some(1), ..Clocks::default() }, &Stop::new());
        assert_eq!(decision.unwrap().action, Action::Move("e2e4".to_owned()));
    }
}

#[test]
fn who_does_not_read_does_not_block_us() {
    let mut engine = script(
        Dialect::Uci,
        "read -r a; echo uciok; read -r a; echo readyok; read -r a; read -r a; echo readyok; \
         sleep 1000",
    );
    engine.patience.quit = Duration::from_millis(100);
    begin(&mut engine).unwrap();
    let mut board = chess();
    // Longer than any pipe.
    for _ in 0..4 {
        for m in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            let _ = board.play(m);
        }
    }
    for _ in 0..3 {
        if let Some(running) = &mut engine.running {
            running.process.write("x".repeat(1 << 17));
        }
    }
    assert!(matches!(decide(&mut engine), Err(Fault::Silence(_))));
}

#[test]
fn the_programs_of_a_gomocup() {
    let mut engine = script(
        Dialect::Gomocup,
        "r=$(printf '\\r'); while read -r line; do case ${line%$r} in \
         START*) echo OK;; RESTART) echo UNKNOWN;; BEGIN) printf '7,7\\r\\n';; \
         TURN*) echo ERROR; exit 1;; END) exit;; esac; done",
    );
    let board = outplay::open(outplay_games::ALL, "gomoku").unwrap();
    for _ in 0..2 {
        engine.new_game(&*board, Player::First, &clocks(), &Stop::new()).unwrap();
        let decision = engine.decide(&*board, &clocks(), &Stop::new()).unwrap();
        assert_eq!(decision.action, Action::Move("h8".to_owned()));
    }
}

/// Whole games with programs of this machine: `OUTPLAY_PEERS` has a line for each, a game, a blank,
/// and a specification as `outplay match` takes it. The other side is ours.
#[test]
#[ignore = "needs other programs, named by OUTPLAY_PEERS"]
fn whole_games_with_peers() {
    let peers = std::env::var("OUTPLAY_PEERS").unwrap();
    let games: usize = std::env::var("OUTPLAY_GAMES").map_or(2, |games| games.parse().unwrap());
    let mut faults = vec![];
    for line in peers.lines().filter(|line| !line.trim().is_empty()) {
        let (game, spec) = line.trim().split_once(' ').unwrap();
        let spec: EngineSpec = spec.parse().unwrap();
        let EngineKind::External(external) = spec.kind.clone() else { panic!("{line}") };
        let mut engine = External::new(external).unwrap();
        for number in 0..games {
            let started = Instant::now();
            let result = whole_game(game, &spec, &mut engine, number);
            let time = started.elapsed().as_secs_f32();
            match result {
                Ok(end) => println!("{game} {} game {number}: {end} ({time:.1} s)", spec.name),
                Err(fault) => faults.push(format!("{game} {} game {number}: {fault}", spec.name)),
            }
        }
        assert!(engine.running.is_some() || !faults.is_empty());
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// One game; in odd ones the other program has the first move, after two random ones.
fn whole_game(
    game: &str,
    spec: &EngineSpec,
    engine: &mut External,
    number: usize,
) -> Result<String, String> {
    let mut board = outplay::open(outplay_games::ALL, game).unwrap();
    for ply in 0..2 * (number / 2) {
        let legal = board.legal();
        board
            .play(&legal[outplay::mix((100 * number + ply) as u64) as usize % legal.len()])
            .unwrap();
    }
    let theirs = if number.is_multiple_of(2) { Player::First } else { Player::Second };
    let mut clocks = Clocks {
        per_move: spec.limits.move_time,
        depth: spec.limits.depth,
        nodes: spec.limits.nodes,
        ..Clocks::default()
    };
    if let Some(clock) = spec.limits.clock {
        clocks.left = Some([clock.base; 2]);
        clocks.increment = [clock.increment; 2];
    }
    let plan = outplay::Plan {
        limits: outplay::Limits { nodes: Some(2000), ..outplay::Limits::default() },
        ..outplay::Plan::default()
    };
    let fail = |board: &dyn Session, fault: String| {
        format!("{fault} after {} at {}", board.history().join(" "), board.position())
    };
    engine
        .new_game(&*board, theirs, &clocks, &Stop::new())
        .map_err(|fault| fail(&*board, format!("{fault:?}")))?;
    let mut longest = Duration::ZERO;
    while let Some(turn) = board.turn() {
        if board.history().len() > 300 || board.claim().is_some() {
            break;
        }
        if turn != theirs {
            let best = board.search(&plan, &Stop::new(), &mut |_| {}).unwrap().best.unwrap();
            board.play(&best).unwrap();
            continue;
        }
        let started = Instant::now();
        let decision = engine
            .decide(&*board, &clocks, &Stop::new())
            .map_err(|fault| fail(&*board, format!("{fault:?}")))?;
        let took = started.elapsed();
        longest = longest.max(took);
        if let Some(left) = &mut clocks.left {
            let own = &mut left[theirs.index()];
            *own = own.checked_sub(took).ok_or_else(|| fail(&*board, "too late".to_owned()))?;
            *own += clocks.increment[0];
        }
        match decision.action {
            Action::Move(m) => {
                board.play(&m).map_err(|error| fail(&*board, error.to_string()))?;
            }
            action => return Ok(format!("{action:?} after {} plies", board.history().len())),
        }
    }
    Ok(format!(
        "{:?}, {theirs:?} was theirs, {} plies, longest {longest:?}",
        board.outcome(),
        board.history().len()
    ))
}
