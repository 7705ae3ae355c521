//! The state machine without threads: jobs are done when the test says so.

use outplay::{Engine, Profile, Random, Update};
use proptest::prelude::*;

use super::*;
use crate::protocol::Work;

/// A conversation, the jobs of which are waiting to be done.
struct Talk {
    gtp: Gtp,
    engine: Engine,
    jobs: VecDeque<Job>,
    files: Vec<(JobId, String)>,
    said: Vec<String>,
    quit: bool,
}

impl Talk {
    fn new(game: &str) -> Talk {
        Talk::with(game, "pvs:nodes=60,hash=1")
    }

    fn with(game: &str, profile: &str) -> Talk {
        let setup = Setup {
            games: outplay_games::ALL.to_vec(),
            game: game.to_owned(),
            profile: profile.parse::<Profile>().unwrap(),
            workers: 1,
            name: "Outplay 0.0.0".to_owned(),
            version: "0.0.0".to_owned(),
        };
        Talk {
            gtp: Gtp::new(setup).unwrap(),
            engine: Engine::new(outplay_games::ALL),
            jobs: VecDeque::new(),
            files: vec![],
            said: vec![],
            quit: false,
        }
    }

    fn take(&mut self, out: Output) {
        assert!(!self.quit || out.lines.is_empty() && out.jobs.is_empty(), "after quit: {out:?}");
        for line in &out.lines {
            assert!(!line.contains(['\n', '\r']), "{line:?}");
        }
        self.said.extend(out.lines);
        self.jobs.extend(out.jobs);
        self.files.extend(out.files);
        self.quit |= out.quit;
    }

    fn send(&mut self, line: &str) {
        let mut out = Output::default();
        self.gtp.receive(line, &mut out);
        self.take(out);
    }

    fn end(&mut self) {
        let mut out = Output::default();
        self.gtp.end_of_input(&mut out);
        self.take(out);
    }

    /// Does the next job, if there is one.
    fn work(&mut self) -> bool {
        if let Some((id, _)) = self.files.pop() {
            let mut out = Output::default();
            self.gtp.file(id, Err(InputError::new("there are no files")), &mut out);
            self.take(out);
            return true;
        }
        let Some(job) = self.jobs.pop_front() else { return false };
        let mut news = vec![];
        let mut watch = |update: Update<'_>| {
            if let Update::Report(analysis) = update {
                news.push(News::Report(Box::new(analysis.clone())));
            }
        };
        let result = match &job.work {
            Work::Prepare => self.engine.prepare(&job.task).map(|()| Answer::Prepared),
            Work::Choose => self
                .engine
                .choose(&job.task, &job.stop, &mut watch)
                .map(|choice| Answer::Choice(Box::new(choice))),
            Work::Analyze => self
                .engine
                .analyze(&job.task, &job.stop, &mut watch)
                .map(|analysis| Answer::Analysis(Box::new(analysis))),
            Work::Perft(_) => unreachable!(),
        };
        news.push(News::Done(result));
        for news in news {
            let mut out = Output::default();
            self.gtp.news(job.id, news, &mut out);
            self.take(out);
        }
        true
    }

    /// Sends lines, each when the one before has been answered, and returns the answers.
    fn ask(&mut self, lines: &[&str]) -> Vec<String> {
        self.said.clear();
        for line in lines {
            self.send(line);
            while self.work() {}
        }
        let said = std::mem::take(&mut self.said).join("\n");
        said.split("\n\n").map(|answer| answer.trim_end().to_owned()).collect()
    }

    /// One command, one answer.
    fn say(&mut self, line: &str) -> String {
        let [answer] = self.ask(&[line]).try_into().unwrap();
        answer
    }
}

#[test]
fn loading_takes_a_game_and_its_rules() {
    let mut talk = Talk::new("go");
    let text = "(;GM[1]SZ[5]KM[3.5]RU[Tromp-Taylor];B[cc];W[bb];B[dd];W[];B[bc])";
    let load = |talk: &mut Talk, text: &str, before| match talk.gtp.table.load(text, before) {
        Ok(Effect::Begin(..)) => Ok(talk.gtp.table.board.session().history()),
        Ok(other) => panic!("{other:?}"),
        Err(message) => Err(message),
    };
    let moves = ["C3", "B4", "D2", "pass", "B3"].map(str::to_owned);
    assert_eq!(load(&mut talk, text, None).unwrap(), moves);
    assert_eq!(talk.gtp.table.board.name(), "go(size=5,komi=3.5,suicide=true)");
    assert_eq!(load(&mut talk, text, Some(3)).unwrap(), moves[..2]);
    assert_eq!(load(&mut talk, text, Some(0)).unwrap(), moves[..0]);
    let handicap = "(;SZ[9]HA[2]AB[gc][cg];W[ee])";
    assert_eq!(load(&mut talk, handicap, None).unwrap(), ["E5"]);
    assert_eq!(talk.say("genmove b").chars().next(), Some('='));
    assert_eq!(talk.say("undo"), "=");
    assert_eq!(talk.say("undo"), "=");
    assert_eq!(talk.say("undo"), "? cannot undo");
    let before = talk.gtp.table.board.session().position();
    for wrong in ["", "root:x:0:0", "(;SZ[9]", "(;SZ[9];B[zz])", "(;SZ[5:7])", "(;GM[2])"] {
        let message = load(&mut talk, wrong, None).unwrap_err();
        assert!(message.starts_with("cannot load file: "), "{message}");
        assert!(!message.contains("root"), "{message}");
    }
    assert_eq!(talk.gtp.table.board.session().position(), before);
}

#[test]
fn files_are_asked_for_by_name() {
    let path = |line: &str| {
        let mut talk = Talk::new("go");
        talk.send(line);
        talk.files.pop().map(|(_, path)| path).ok_or(talk.said)
    };
    assert_eq!(path("loadsgf a/b.sgf").unwrap(), "a/b.sgf");
    assert_eq!(path("loadsgf \"a game.sgf\" 12").unwrap(), "a game.sgf");
    for wrong in ["loadsgf", "loadsgf \"x", "loadsgf x y", "loadsgf x 1 2"] {
        assert!(path(wrong).unwrap_err()[0].starts_with("? syntax error"), "{wrong}");
    }
    let mut talk = Talk::new("go");
    assert_eq!(talk.say("3 loadsgf x.sgf"), "?3 cannot load file: there are no files");
}

#[test]
fn a_table_is_made_before_the_clock_runs() {
    let mut talk = Talk::new("go");
    let mut works = |line: &str| {
        talk.send(line);
        let work = talk.jobs.front().map(|job| job.work);
        while talk.work() {}
        work
    };
    assert_eq!(works("clear_board"), Some(Work::Prepare));
    assert_eq!(works("boardsize 7"), Some(Work::Prepare));
    assert_eq!(works("komi 3.5"), Some(Work::Prepare));
    assert_eq!(works("komi 3.5"), None);
    assert_eq!(works("kata-set-rules tromp-taylor"), Some(Work::Prepare));
    assert_eq!(works("genmove b"), Some(Work::Choose));
}

#[test]
fn the_clock_limits_the_search() {
    let mut talk = Talk::with("go", "pvs:hash=1");
    let mut limits = |lines: &[&str]| {
        for line in lines {
            talk.send(line);
        }
        let limits = talk.jobs.front().unwrap().task.profile.plan.limits;
        talk.jobs.front().unwrap().stop.raise();
        while talk.work() {}
        limits.time.map(|time| time.as_millis())
    };
    assert_eq!(limits(&["genmove b"]), Some(1_000));
    assert_eq!(limits(&["time_settings 0 10 0", "genmove b"]), Some(1_000));
    assert_eq!(limits(&["time_settings 0 0 0", "genmove b"]), Some(1_000));
    assert_eq!(limits(&["time_left w 0 0", "genmove w"]), Some(1));
    assert_eq!(limits(&["time_left w -5 0", "genmove w"]), Some(1));
    let byo = limits(&["time_settings 0 10 1", "genmove b"]).unwrap();
    assert!(byo > 5_000 && byo < 10_000, "{byo}");
    let kgs = limits(&["kgs-time_settings byoyomi 0 10 3", "genmove w"]).unwrap();
    assert!(kgs > 5_000 && kgs < 10_000, "{kgs}");
    let capped = limits(&["kata-time_settings fischer-capped 600 1 -1 2", "genmove b"]).unwrap();
    assert!(capped < 2_000, "{capped}");
}

#[test]
fn more_than_can_wait_is_refused_in_its_turn() {
    let mut talk = Talk::new("go");
    talk.send("0 genmove b");
    for number in 1..=MOST_WAITING + 10 {
        talk.send(&format!("{number} name"));
    }
    assert!(talk.said.is_empty());
    assert!(talk.jobs.front().unwrap().stop.is_raised(), "it has to end now");
    let answers = talk.ask(&[""]);
    let answers: Vec<&str> = answers.iter().map(String::as_str).collect();
    assert_eq!(answers.len(), MOST_WAITING + 11);
    assert_eq!(answers[1..3], ["=1 Outplay", "=2 Outplay"]);
    assert_eq!(answers[MOST_WAITING + 1], "?1001 too many commands wait");
    assert_eq!(talk.say("name"), "= Outplay");
    // Nor may few but long ones take all memory.
    talk.send("genmove w");
    let long = "x".repeat(crate::MAX_LINE);
    for _ in 0..100 {
        talk.send(&long);
    }
    assert!(talk.gtp.bytes <= MOST_BYTES + crate::MAX_LINE + 100);
}

#[test]
fn the_end_of_input_answers_what_was_asked() {
    let mut talk = Talk::new("go");
    talk.send("1 genmove b");
    talk.send("2 name");
    talk.end();
    assert!(!talk.quit && !talk.jobs[0].stop.is_raised());
    while talk.work() {}
    assert!(talk.quit && talk.said.contains(&"=2 Outplay".to_owned()));
    let mut talk = Talk::new("go");
    talk.send("lz-analyze");
    talk.end();
    assert!(talk.jobs[0].stop.is_raised());
    while talk.work() {}
    assert!(talk.quit && talk.said.last().unwrap().is_empty());
    let mut talk = Talk::new("go");
    talk.end();
    assert!(talk.quit);
}

#[test]
fn an_interrupt_ends_a_search_for_a_move() {
    let mut talk = Talk::new("go");
    talk.send("genmove b");
    talk.send("# another comment");
    assert!(!talk.jobs[0].stop.is_raised());
    talk.send("# interrupt");
    assert!(talk.jobs[0].stop.is_raised());
    assert!(talk.say("").starts_with("= "));
}

#[test]
fn an_analysis_that_waits_behind_others_ends_with_the_line_after_it() {
    let mut talk = Talk::with("go", "pvs:hash=1");
    for line in ["1 clear_board", "2 lz-analyze b 1", "", "3 name"] {
        talk.send(line);
    }
    let answers = talk.ask(&[]);
    assert_eq!(answers, [""]);
    while talk.work() {}
    let said = std::mem::take(&mut talk.said).join("\n");
    assert!(said.starts_with("=1\n\n=2\n") && said.ends_with("\n\n=3 Outplay\n"), "{said}");
}

/// The numbers of the answers, in order; each must be whole.
fn answered(said: &[String]) -> Vec<String> {
    let mut ids = vec![];
    let mut inside = false;
    for line in said {
        match (inside, &line[..]) {
            (true, "") => inside = false,
            (true, _) => {}
            (false, line) => {
                assert!(line.starts_with(['=', '?']), "{line:?} stands alone in {said:?}");
                let id = line[1..].split(' ').next().unwrap_or_default();
                ids.push(id.to_owned());
                inside = true;
            }
        }
    }
    assert!(!inside, "the last answer of {said:?} has no end");
    ids
}

const WORDS: [&str; 48] = [
    "name",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "b",
    "w",
    "black",
    "WHITE",
    "pass",
    "D4",
    "a1",
    "J9",
    "T19",
    "I5",
    "resign",
    "0",
    "7",
    "-1",
    "9",
    "5",
    "6.5",
    "1e400",
    "nan",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "time_settings",
    "time_left",
    "kgs-time_settings",
    "byoyomi",
    "fischer",
    "final_score",
    "final_status_list",
    "alive",
    "dead",
    "loadsgf",
    "printsgf",
    "showboard",
    "lz-analyze",
    "kata-analyze",
    "kata-genmove_analyze",
    "interval",
    "avoid",
    "gogui-rules_legal_moves",
];

const LIKELY: [&str; 30] = [
    "genmove b",
    "genmove w",
    "reg_genmove b",
    "undo",
    "undo",
    "clear_board",
    "boardsize 5",
    "boardsize 4",
    "komi 6.5",
    "komi 3.75",
    "play b pass",
    "play w pass",
    "kgs-genmove_cleanup b",
    "lz-analyze b 1",
    "kata-analyze w interval 2 rootInfo true",
    "kata-genmove_analyze w",
    "time_settings 1 1 1",
    "time_left b 1 0",
    "kata-time_settings fischer 10 1",
    "final_score",
    "final_status_list alive",
    "showboard",
    "printsgf",
    "fixed_handicap 2",
    "set_free_handicap A1 B2",
    "kata-set-rules chinese",
    "kgs-rules new_zealand",
    "gogui-rules_legal_moves",
    "list_commands",
    "# interrupt",
];

/// A line that is a command, or almost one.
fn some_line(random: &mut Random, number: usize) -> String {
    let mut below = |limit: usize| (random.next_u64() % limit as u64) as usize;
    let mut line = match below(8) {
        0..=2 => LIKELY[below(LIKELY.len())].to_owned(),
        3..=5 => {
            let wide = [3, 10][below(2)];
            let column = "ABCDEFGHJK".as_bytes()[below(wide)] as char;
            format!("play {} {column}{}", ["b", "w"][below(2)], below(wide))
        }
        _ => (0..=below(5)).map(|_| WORDS[below(WORDS.len())]).collect::<Vec<_>>().join(" "),
    };
    if below(3) > 0 {
        line = format!("{number} {line}");
    }
    if below(6) == 0 && !line.is_empty() {
        let mut chars: Vec<char> = line.chars().collect();
        let place = below(chars.len());
        match below(4) {
            0 => drop(chars.remove(place)),
            1 => chars.insert(place, ['\t', '#', 'é', '\0', '"', '{', '∞', ' '][below(8)]),
            2 => chars.truncate(place),
            _ => chars.swap(place, 0),
        }
        line = chars.into_iter().collect();
    }
    line
}

/// Sends so many lines, and checks that each command gets one answer, with its number.
fn fuzz(game: &str, seed: u64, lines: usize) {
    let mut random = Random::new(seed);
    let mut talk = Talk::with(game, "pvs:nodes=20,hash=1");
    let mut asked = vec![];
    for number in 0..lines {
        let line = some_line(&mut random, number);
        if let Some(request) = Request::read(&line) {
            if request.name() == "quit" {
                continue;
            }
            asked.push(request.id.unwrap_or_default());
        }
        talk.send(&line);
        if !random.next_u64().is_multiple_of(3) {
            while talk.work() {}
        }
        assert!(talk.jobs.len() <= 1 && talk.gtp.waiting.len() <= lines);
    }
    while talk.work() {}
    talk.send("");
    while talk.work() {}
    assert_eq!(answered(&talk.said), asked, "{game} {seed}");
    let successes = talk.said.iter().filter(|line| line.starts_with('=')).count();
    assert!(successes > asked.len() / 6, "only {successes} of {}", asked.len());
    talk.end();
    assert!(talk.quit);
}

#[test]
fn every_command_gets_one_answer() {
    for seed in 0..25 {
        for game in ["go", "go(size=2)", "othello", "mnk(width=4,height=3,k=3)"] {
            fuzz(game, seed, 1_000);
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_survived(lines in prop::collection::vec((any::<String>(), any::<bool>()), 1..20)) {
        let mut talk = Talk::new("go");
        let mut asked = vec![];
        for (line, works) in &lines {
            let line: String = line.chars().filter(|c| !['\n', '\r'].contains(c)).collect();
            asked.extend(Request::read(&line).map(|request| request.id.unwrap_or_default()));
            talk.send(&line);
            if *works {
                while talk.work() {}
            }
        }
        while talk.work() {}
        prop_assert_eq!(answered(&talk.said), asked);
    }
}
