//! Going on with what an earlier run has written.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::Context as _;
use outplay::{InputError, quote};
use outplay_protocols::schema::{Intake, Policy, Refusal, Request};
use serde::Deserialize;
use serde_json::Value;

use super::source::{Item, Source};
use super::worker;
use super::{Tally, Verdict};
use crate::failure::{Failure, Result};

/// No answer is longer: every move of a large board, each with its line.
const MOST_BYTES: u64 = 64 << 20;

const NOT_OURS: &str = "it is no answer of ours";
const FEWER_LINES: &str = "the input has fewer lines";

/// What is looked at in an answer.
#[derive(Deserialize)]
struct Written {
    id: Value,
    #[serde(rename = "type")]
    stage: String,
    line: u64,
    game: Option<String>,
    position: Option<String>,
    right: Option<bool>,
}

/// Takes the lines that were answered out of the source, and cuts an answer off that was not
/// written to its end.
pub(super) fn pass_over(
    file: &File,
    path: &Path,
    source: &mut Source,
    intake: &mut Intake,
) -> Result<Tally> {
    let name = quote(&path.to_string_lossy());
    let mut reader = BufReader::new(file);
    let (mut tally, mut whole) = (Tally::default(), 0);
    loop {
        let mut answer = vec![];
        let length = reader.by_ref().take(MOST_BYTES).read_until(b'\n', &mut answer);
        let length = length.with_context(|| format!("{name} can't be read"))? as u64;
        let refuse = |why: &str| refusal(&name, tally.lines + 1, why);
        if answer.is_empty() {
            return Ok(tally);
        }
        if answer.last() != Some(&b'\n') {
            if length == MOST_BYTES {
                return Err(refuse(NOT_OURS));
            }
            let item = source.peek().map_err(Failure::from)?;
            check_torn(&answer, item, intake.policy()).map_err(refuse)?;
            file.set_len(whole).with_context(|| format!("{name} can't be written"))?;
            return Ok(tally);
        }
        let item = source.next().map_err(Failure::from)?;
        let verdict = check(&answer, item.as_ref(), intake).map_err(|why| refuse(&why))?;
        tally.count(verdict);
        whole += length;
    }
}

/// Whether this can be the beginning of the answer to this line: it is about to be cut off, and
/// must not be somebody's only copy of something else.
fn check_torn(
    torn: &[u8],
    item: Option<&Item>,
    policy: &Policy,
) -> core::result::Result<(), &'static str> {
    let item = item.ok_or(FEWER_LINES)?;
    let (Ok((Request { id, .. }, _)) | Err(Refusal { id, .. })) = worker::request(item, policy);
    let id = serde_json::to_string(&id).map_err(|_| NOT_OURS)?;
    let is_ours = ["result", "error"].iter().any(|stage| {
        let begins = format!("{{\"id\":{id},\"type\":\"{stage}\",\"line\":{},", item.number);
        torn.iter().zip(begins.as_bytes()).all(|(byte, right)| byte == right)
    });
    if is_ours { Ok(()) } else { Err(NOT_OURS) }
}

fn refusal(name: &str, number: u64, why: &str) -> Failure {
    let what = format!("line {number} of {name} does not belong to this input: {why}");
    InputError::new(what).hint("nothing was changed; write to another file").into()
}

/// What the answer says; if it can't be the answer to this line, why.
fn check(
    answer: &[u8],
    item: Option<&Item>,
    intake: &mut Intake,
) -> core::result::Result<Verdict, String> {
    let written: Written = serde_json::from_slice(answer).map_err(|_| NOT_OURS)?;
    let item = item.ok_or(FEWER_LINES)?;
    if written.line != item.number {
        return Err(format!("it answers line {}, here is {}", written.line, item.number));
    }
    let request = worker::request(item, intake.policy());
    let id = match &request {
        Ok((request, _)) => &request.id,
        Err(Refusal { id, .. }) => id,
    };
    if serde_json::to_value(id).is_ok_and(|id| id != written.id) {
        return Err("it has another id".to_owned());
    }
    if written.stage == "error" {
        return Ok(Verdict::Error);
    }
    let board = match &request {
        Ok((request, _)) => intake.board(request).ok(),
        Err(_) => None,
    };
    let Some(board) = board else { return Err("the input is not right there".to_owned()) };
    let same = written.game == Some(board.name()) && written.position == Some(board.position());
    match written.right {
        _ if !same => Err("it is about another position".to_owned()),
        Some(right) => Ok(Verdict::Judged { right }),
        None => Ok(Verdict::Done),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};

    use super::*;
    use crate::commands::batch::worker::Worker;

    const INPUT: &str = "{\"id\":1,\"moves\":\"b2\",\"depth\":1}\n\nbad\n{\"id\":\"x\",\"depth\":-1}\n{\"depth\":1}\n";

    #[test]
    fn an_output_cut_anywhere_can_be_gone_on_with() {
        let folder = std::env::temp_dir().join(format!("outplay-resume-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (input, output) = (folder.join("in"), folder.join("out"));
        fs::write(&input, INPUT).unwrap();
        let game = Some("tictactoe".to_owned());
        let policy = Policy { game, ..Policy::new(outplay_games::ALL) };
        let mut source = Source::open(&input).unwrap();
        let (mut worker, mut whole, mut lines) = (Worker::new(&policy), String::new(), vec![]);
        while let Some(item) = source.next().unwrap() {
            let answer = worker.answer(&item, &outplay::Stop::new());
            whole += &(answer.to_line() + "\n");
            lines.push((whole.len() as u64, item.number));
        }
        assert_eq!(lines.len(), 4);
        let mut intake = Intake::new(policy);
        for cut in 0..=whole.len() {
            fs::write(&output, &whole[..cut]).unwrap();
            let mut source = Source::open(&input).unwrap();
            let file = OpenOptions::new().read(true).append(true).open(&output).unwrap();
            let tally = pass_over(&file, &output, &mut source, &mut intake).unwrap();
            let done = lines.iter().filter(|(end, _)| *end <= cut as u64).count();
            assert_eq!(tally.lines, done as u64, "{cut}");
            let kept = done.checked_sub(1).map_or(0, |last| lines[last].0);
            assert_eq!(fs::metadata(&output).unwrap().len(), kept, "{cut}");
            let next = source.next().unwrap().map(|item| item.number);
            assert_eq!(next, lines.get(done).map(|(_, number)| *number), "{cut}");
        }
        for foreign in ["precious", "{", "{\"id\":5", "[", "{\"id\":1,\"name\":\"x\"}", "\0\0", " "]
        {
            let ours = "{\"id\":1,".starts_with(foreign);
            fs::write(&output, foreign).unwrap();
            let mut source = Source::open(&input).unwrap();
            let file = OpenOptions::new().read(true).append(true).open(&output).unwrap();
            let passed = pass_over(&file, &output, &mut source, &mut intake);
            assert_eq!(passed.is_ok(), ours, "{foreign}");
            assert_eq!(fs::read_to_string(&output).unwrap().is_empty(), ours, "{foreign}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
