//! What answers one line.

use std::panic::{AssertUnwindSafe, catch_unwind};

use outplay::{Engine, InputError, Stop};
use outplay_match::split_line;
use outplay_protocols::MAX_LINE;
use outplay_protocols::Work;
use outplay_protocols::schema::{
    Accepted, Answer, Body, Code, Fault, Id, Intake, Kind, Policy, Refusal, Request,
};

use super::source::Item;

/// A longer name of a position is not kept.
const LONGEST_ID: usize = 1000;

/// Answers lines, each as if it were the only one.
pub(super) struct Worker {
    intake: Intake,
    engine: Engine,
}

impl Worker {
    pub(super) fn new(policy: &Policy) -> Worker {
        Worker { intake: Intake::new(policy.clone()), engine: Engine::new(&policy.games) }
    }

    /// The answer to a line. Once `stop` is raised it is worth nothing.
    pub(super) fn answer(&mut self, item: &Item, stop: &Stop) -> Answer {
        let answer = match request(item, self.intake.policy()) {
            Err(Refusal { id, fault }) => Answer::error(id, fault),
            Ok((request, warnings)) => {
                let done = catch_unwind(AssertUnwindSafe(|| self.perform(&request, stop)));
                match done {
                    Ok(Ok((body, more))) => {
                        let warnings = [warnings, more].concat();
                        Answer::result(request.id, body).warning(warnings)
                    }
                    Ok(Err(fault)) => Answer::error(request.id, fault),
                    Err(_) => {
                        // What it left behind is not to be trusted.
                        *self = Worker::new(&self.intake.policy().clone());
                        let what = "the search failed; this is a fault of the program";
                        Answer::error(request.id, Fault::new(Code::Failed, what))
                    }
                }
            }
        };
        answer.on_line(item.number)
    }

    fn perform(&mut self, request: &Request, stop: &Stop) -> Result<(Body, Vec<String>), Fault> {
        match request.kind {
            Kind::Analyze | Kind::Move => {}
            Kind::Describe => {
                let description = self.intake.describe(request)?;
                return Ok((Body::Described(Box::new(description)), vec![]));
            }
            _ => {
                let error = InputError::new("type: not in a batch")
                    .hint("there are analyze, move and describe");
                return Err(Fault::new(Code::Invalid, error).field("type"));
            }
        }
        let Accepted { task, work, limits, expected, warnings } = self.intake.task(request)?;
        let failed = |error: InputError| Fault::new(Code::Failed, error);
        let (chosen, report) = if work == Work::Choose {
            let choice = self.engine.choose(&task, stop, &mut |_| {}).map_err(failed)?;
            (Some(choice.best), choice.analysis)
        } else {
            (None, self.engine.analyze(&task, stop, &mut |_| {}).map_err(failed)?)
        };
        let right = expected.judge(chosen.as_deref().or(report.best.as_deref()));
        Ok((Body::Searched { chosen, right, limits, report: Box::new(report) }, warnings))
    }
}

/// What a line asks for. Where the game is known, a line that is no object is a position.
pub(super) fn request(item: &Item, policy: &Policy) -> Result<(Request, Vec<String>), Refusal> {
    let Some(text) = &item.text else {
        let error = InputError::new("the line is too long")
            .hint(format!("at most {MAX_LINE} bytes are read"));
        return Err(Refusal { id: Id::None, fault: Fault::new(Code::TooLong, error) });
    };
    if policy.game.is_some() && !text.trim_start().starts_with('{') {
        return plain(text.trim()).map(|request| (request, vec![]));
    }
    Request::parse(text)
}

/// A position as files of positions have it: `POSITION`, `POSITION moves M1 M2`, `moves M1 M2`, and
/// records of EPD.
fn plain(line: &str) -> Result<Request, Refusal> {
    // A list of no moves may stand there, too.
    let line = line.strip_suffix(" moves").map_or(line, str::trim_end);
    let (position, moves) = split_line(line);
    let moves = moves.map(str::to_owned).collect();
    let position = position.filter(|&position| position != "startpos").unwrap_or_default();
    if let Some(start) = operations_at(position) {
        return Ok(Request { moves, ..epd(position, start)? });
    }
    let position = (!position.is_empty()).then(|| position.to_owned());
    Ok(Request { position, moves, ..Request::default() })
}

/// Where the operations of a record of EPD begin, which a FEN has not: after its four fields, or
/// after the two numbers of a whole FEN. They end with semicolons; who leaves that out is understood
/// if the first is one that counts.
fn operations_at(record: &str) -> Option<usize> {
    let mut ends = vec![];
    let mut rest = 0;
    for word in record.split_whitespace().take(7) {
        let start = rest + record[rest..].find(word)?;
        rest = start + word.len();
        ends.push((word, rest));
    }
    let number = |at: usize| ends.get(at).is_some_and(|(word, _)| word.parse::<u32>().is_ok());
    let fields = if number(4) && number(5) { 6 } else { 4 };
    let (code, _) = ends.get(fields)?;
    let counts = ["bm", "am", "id"].contains(code);
    (counts || record.contains(';')).then(|| ends[fields - 1].1)
}

/// A record of EPD: the fields of a FEN, and operations, of which those count that say what the
/// position is called (`id`) and which moves are best (`bm`) or wrong (`am`).
fn epd(record: &str, start: usize) -> Result<Request, Refusal> {
    let fields: Vec<&str> = record[..start].split_whitespace().collect();
    let numbers = if fields.len() == 4 { " 0 1" } else { "" };
    let position = Some(format!("{}{numbers}", fields.join(" ")));
    let mut request = Request { position, ..Request::default() };
    let mut seen = vec![];
    for operation in operations(&record[start..]) {
        let (code, operand) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        let moves = || operand.split_whitespace().map(str::to_owned).collect();
        match code {
            "bm" => request.expect = moves(),
            "am" => request.avoid = moves(),
            "id" if operand.len() <= LONGEST_ID => {
                request.id = Id::Text(operand.trim().trim_matches('"').to_owned());
            }
            _ => continue,
        }
        if seen.contains(&code) {
            let error = InputError::new(format!("{code} is given twice"))
                .hint("write all moves after one: bm Re8 Kf1;");
            return Err(Refusal { id: request.id, fault: Fault::new(Code::Invalid, error) });
        }
        seen.push(code);
    }
    Ok(request)
}

/// The operations of a record, which end with a semicolon outside of quotation marks.
fn operations(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    })
    .map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_other_files_are_positions() {
        let read = |line: &str| {
            let Request { position, moves, .. } = plain(line).unwrap();
            (position, moves.join(" "))
        };
        let fen = "8/8/8/8/8/k7/7r/K7 w - - 0 1";
        assert_eq!(read(fen), (Some(fen.to_owned()), String::new()));
        assert_eq!(read("8/8/8/8/8/k7/7r/K7 w - - bm Kb1; id \"x\";"), read(fen));
        let record =
            plain("8/8/8/8/8/k7/7r/K7  w - - am Ka2 Kb2; id \"a; b\"; bm Kb1; c0 \"x\"").unwrap();
        assert_eq!(
            (record.expect, record.avoid),
            (vec!["Kb1".into()], vec!["Ka2".into(), "Kb2".into()])
        );
        assert_eq!(record.id, Id::Text("a; b".into()));
        assert_eq!(read("startpos moves e2e4 e7e5"), (None, "e2e4 e7e5".to_owned()));
        assert_eq!(read("moves e4,e5"), (None, "e4 e5".to_owned()));
        assert_eq!(read("startpos moves"), (None, String::new()));
        assert_eq!(read("startpos"), (None, String::new()));
        assert_eq!(read(&format!("{fen} moves")), read(fen));
        // Records with the numbers of a FEN, or without the last semicolon.
        let clocks = "8/8/8/8/8/k7/7r/K7 w - - 3 9";
        for text in [format!("{clocks} bm Kb1; id \"x\";"), format!("{clocks} bm Kb1")] {
            let record = plain(&text).unwrap();
            assert_eq!(record.position.as_deref(), Some(clocks));
            assert_eq!(record.expect, ["Kb1"]);
        }
        assert_eq!(plain("8/8/8/8/8/k7/7r/K7 w - - bm Kb1").unwrap().expect, ["Kb1"]);
        let twice = plain("8/8/8/8/8/k7/7r/K7 w - - bm Kb1; bm Ka2;").unwrap_err();
        assert!(twice.fault.message.contains("bm is given twice"));
        assert_eq!(read(&format!("{fen} moves a1b1")), (Some(fen.to_owned()), "a1b1".to_owned()));
        assert_eq!(read("3 4 5"), (Some("3 4 5".to_owned()), String::new()));
    }
}
