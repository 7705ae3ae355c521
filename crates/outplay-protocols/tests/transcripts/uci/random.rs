//! UCI with lines at random, and UCCI: a conversation without threads.

use outplay::{Engine, Profile};
use outplay_protocols::{Answer, Job, News, Output, Protocol, Setup, Work, protocol};
use proptest::prelude::*;

/// A protocol without threads: jobs wait until they are told to be done.
pub(crate) struct Bench {
    protocol: Box<dyn Protocol>,
    engine: Engine,
    out: Output,
    jobs: Vec<Job>,
    /// All that was said.
    said: Vec<String>,
}

impl Bench {
    pub(crate) fn new(name: &str, game: &str) -> Bench {
        let setup = Setup {
            games: outplay_games::ALL.to_vec(),
            game: game.to_owned(),
            profile: "pvs:hash=1".parse::<Profile>().unwrap(),
            workers: 1,
            name: "Outplay 0.0.0".to_owned(),
            version: "0.0.0".to_owned(),
        };
        Bench {
            protocol: protocol(name, setup).unwrap(),
            engine: Engine::new(outplay_games::ALL),
            out: Output::default(),
            jobs: vec![],
            said: vec![],
        }
    }

    fn collect(&mut self) {
        self.said.append(&mut self.out.lines);
        self.jobs.append(&mut self.out.jobs);
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.protocol.receive(line, &mut self.out);
        self.collect();
    }

    /// Does the first job that waits; false if there is none.
    pub(crate) fn work(&mut self) -> bool {
        if self.jobs.is_empty() {
            return false;
        }
        let Job { id, work, mut task, stop } = self.jobs.remove(0);
        let limits = &mut task.profile.plan.limits;
        limits.nodes = Some(limits.nodes.map_or(60, |nodes| nodes.min(60)));
        let mut reports = vec![];
        let mut watch = |update: outplay::Update<'_>| {
            if let outplay::Update::Report(analysis) = update {
                reports.push(News::Report(Box::new(analysis.clone())));
            }
        };
        let engine = &mut self.engine;
        let result = match work {
            Work::Prepare => engine.prepare(&task).map(|()| Answer::Prepared),
            Work::Choose => {
                engine.choose(&task, &stop, &mut watch).map(|done| Answer::Choice(Box::new(done)))
            }
            Work::Analyze => engine
                .analyze(&task, &stop, &mut watch)
                .map(|done| Answer::Analysis(Box::new(done))),
            Work::Perft(depth) => engine.session(&task).map(|session| {
                Answer::Perft(session.divide(depth.min(2), &stop).unwrap_or_default())
            }),
        };
        for news in reports.into_iter().chain([News::Done(result)]) {
            self.protocol.news(id, news, &mut self.out);
        }
        self.collect();
        true
    }

    /// Ends the input, and does all that is left.
    pub(crate) fn finish(&mut self) {
        if !self.out.quit {
            self.protocol.end_of_input(&mut self.out);
            self.collect();
            while self.work() {}
        }
        assert!(self.out.quit, "nothing is owed, but it goes on: {:?}", self.said);
    }

    pub(crate) fn has_quit(&self) -> bool {
        self.out.quit
    }

    /// How many lines begin so.
    pub(crate) fn count(&self, begins: &str) -> usize {
        self.said.iter().filter(|line| line.starts_with(begins)).count()
    }
}

#[test]
fn what_was_asked_is_answered_after_the_end_of_input() {
    let mut bench = Bench::new("uci", "chess");
    for line in ["isready", "go depth 2", "go infinite"] {
        bench.say(line);
    }
    bench.finish();
    assert_eq!(bench.count("readyok"), 1);
    assert_eq!(bench.count("bestmove"), 2);
    let mut idle = Bench::new("uci", "chess");
    idle.finish();
    assert_eq!(idle.said, [""; 0]);
}

#[test]
fn a_search_that_fails_still_has_a_move() {
    let mut bench = Bench::new("uci", "chess");
    bench.say("go depth 1 searchmoves g1f3");
    let job = bench.jobs.remove(0);
    let failed = News::Done(Err(outplay::InputError::new("it broke")));
    bench.protocol.news(job.id, failed, &mut bench.out);
    bench.collect();
    assert_eq!(bench.said, ["info string it broke", "bestmove g1f3"]);
}

#[test]
fn a_table_that_fails_leaves_the_usual_one() {
    let mut bench = Bench::new("uci", "chess");
    bench.say("setoption name Hash value 2");
    bench.say("isready");
    let job = bench.jobs.remove(0);
    assert_eq!((job.work, job.task.profile.plan.hash_bytes), (Work::Prepare, 2 << 20));
    let failed = News::Done(Err(outplay::InputError::new("no memory")));
    bench.protocol.news(job.id, failed, &mut bench.out);
    bench.say("go depth 1");
    assert_eq!(bench.said, ["info string no memory", "readyok"]);
    assert_eq!(bench.jobs[0].task.profile.plan.hash_bytes, 1 << 20);
}

#[test]
fn a_new_game_empties_a_table_that_was_used() {
    let mut bench = Bench::new("uci", "chess");
    let works = |bench: &Bench| -> Vec<Work> { bench.jobs.iter().map(|job| job.work).collect() };
    bench.say("ucinewgame");
    bench.say("go depth 1");
    assert_eq!(works(&bench), [Work::Choose]);
    while bench.work() {}
    bench.say("ucinewgame");
    bench.say("ucinewgame");
    bench.say("go depth 1");
    assert_eq!(works(&bench), [Work::Prepare, Work::Choose]);
    while bench.work() {}
    bench.say("setoption name Clear Hash");
    bench.say("isready");
    bench.say("isready");
    assert_eq!(works(&bench), [Work::Prepare]);
    assert_eq!(bench.count("readyok"), 0);
    while bench.work() {}
    assert_eq!(bench.count("readyok"), 2);
}

#[test]
fn a_flood_of_searches_is_bounded() {
    let mut bench = Bench::new("uci", "chess");
    for _ in 0..10_000 {
        bench.say("go infinite");
    }
    assert_eq!(bench.jobs.len(), 1);
    let refused = bench.count("info string go: too many");
    bench.finish();
    assert_eq!(bench.count("bestmove") + refused, 10_000);
}

/// Words of both protocols.
const WORDS: &[&str] = &[
    "uci",
    "ucci",
    "debug",
    "isready",
    "setoption",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "register",
    "startpos",
    "fen",
    "moves",
    "name",
    "value",
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
    "Hash",
    "Threads",
    "MultiPV",
    "UCI_Variant",
    "UCI_Chess960",
    "UCI_LimitStrength",
    "UCI_Elo",
    "UCI_ShowWDL",
    "Clear",
    "Move",
    "Overhead",
    "true",
    "false",
    "chess",
    "xiangqi",
    "kalah",
    "tictactoe",
    "e2e4",
    "e7e5",
    "h2e2",
    "h3h10",
    "a0",
    "0000",
    "1",
    "0",
    "-1",
    "3",
    "18446744073709551616",
    "banmoves",
    "draw",
    "time",
    "increment",
    "opptime",
    "probe",
    "usemillisec",
    "batch",
    "hashsize",
    "newgame",
    "rnbakabnr/9/1c5c1",
    "8/8/8/8/8/8/8/8",
    "w",
    "-",
    "é",
    "炮二平五",
    "\u{0}",
    "\t",
    "(",
    "=",
];

/// Lines that mean something.
const LINES: &[&str] = &[
    "position startpos",
    "position startpos moves e2e4 e7e5",
    "position startpos moves h2e2 h9g7",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go depth 2",
    "go movetime 10",
    "go time 100 increment 1",
    "go ponder time 100",
    "stop",
    "ponderhit",
    "ponderhit draw",
    "isready",
    "ucinewgame",
    "setoption newgame",
    "setoption name MultiPV value 4",
    "setoption name UCI_Variant value xiangqi",
    "setoption name UCI_Variant value kalah",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_LimitStrength value true",
    "setoption batch true",
    "go perft 2",
    "go depth 0",
    "banmoves h2e2 b2e2",
    "probe startpos",
    "setoption name Hash value 2",
];

/// One thing that happens: a line, or the end of a job.
pub(crate) fn events() -> impl Strategy<Value = Vec<Option<String>>> {
    let mutate = |(line, at, letter): (&str, usize, char)| {
        let mut letters: Vec<char> = line.chars().collect();
        let at = at % letters.len();
        if letter == 'x' {
            letters.truncate(at);
        } else {
            letters[at] = letter;
        }
        letters.into_iter().collect::<String>()
    };
    let line = || proptest::sample::select(LINES);
    let words = proptest::collection::vec(proptest::sample::select(WORDS), 0..8);
    let event = prop_oneof![
        4 => line().prop_map(|line| Some(line.to_owned())),
        2 => words.prop_map(|words| Some(words.join(" "))),
        1 => (line(), any::<usize>(), any::<char>()).prop_map(mutate).prop_map(Some),
        1 => ".{0,40}".prop_map(Some),
        3 => Just(None),
    ];
    proptest::collection::vec(event, 1..40)
}

/// Lets it all happen, and counts the lines that ask for a move.
pub(crate) fn happen(
    bench: &mut Bench,
    events: &[Option<String>],
    asks: fn(&str) -> bool,
) -> usize {
    let mut asked = 0;
    for event in events {
        match event {
            Some(line) if line.contains(['\n', '\r']) => {}
            Some(line) => {
                asked += usize::from(asks(line));
                bench.say(line);
            }
            None => {
                bench.work();
            }
        }
        assert!(bench.jobs.len() <= 3, "jobs pile up");
        if bench.out.quit {
            break;
        }
    }
    asked
}

/// Whether UCI takes a line as a question for a move: words without meaning may stand before it.
fn asks(line: &str) -> bool {
    const COMMANDS: [&str; 9] = [
        "uci",
        "debug",
        "isready",
        "setoption",
        "ucinewgame",
        "position",
        "stop",
        "ponderhit",
        "register",
    ];
    let mut words = line.split_whitespace();
    let first = words.find(|word| COMMANDS.contains(word) || *word == "go");
    first == Some("go") && !words.any(|word| word == "perft")
}

proptest! {
    #[test]
    fn lines_at_random_are_survived(events in events()) {
        let mut bench = Bench::new("uci", "chess");
        let asked = happen(&mut bench, &events, asks);
        let quit = bench.has_quit();
        bench.finish();
        let answered = bench.count("bestmove");
        prop_assert!(answered == asked || quit && answered < asked, "{:#?}", bench.said);
        prop_assert!(bench.said.iter().all(|line| !line.contains(['\n', '\r'])));
    }
}
