//! Numbers, times and tables as people read them.

use std::time::Duration;

use crate::render::width;

/// `1,234,567`
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `3 things`, `1 thing`
pub(crate) fn count(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", thousands(number))
}

/// `1 ply`, `5 plies`
pub(crate) fn plies(number: u32) -> String {
    match number {
        1 => "1 ply".to_owned(),
        _ => format!("{number} plies"),
    }
}

/// `0.42 ms`, `12.3 ms`, `1.23 s`, from milliseconds.
pub(crate) fn time(millis: f64) -> String {
    match millis {
        ms if ms < 10.0 => format!("{ms:.2} ms"),
        ms if ms < 1000.0 => format!("{ms:.1} ms"),
        ms => format!("{:.2} s", ms / 1000.0),
    }
}

/// [`time`] of a duration.
pub(crate) fn duration(duration: Duration) -> String {
    time(duration.as_secs_f64() * 1000.0)
}

/// `950/s`, `12.3 k/s`, `4.56 M/s`
pub(crate) fn rate(per_second: u64) -> String {
    match per_second {
        rate if rate < 1_000 => format!("{rate}/s"),
        rate if rate < 1_000_000 => format!("{:.1} k/s", rate as f64 / 1e3),
        rate => format!("{:.1} M/s", rate as f64 / 1e6),
    }
}

/// `93.4%`
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

/// How a column of a table stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// Rows as lines, each column as wide as its widest cell, without trailing blanks.
pub(crate) fn table(align: &[Align], rows: &[Vec<String>]) -> Vec<String> {
    let widest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| width(cell)).max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..align.len()).map(widest).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(align).zip(&widths);
        let cells = cells.map(|((cell, align), &width)| pad(cell, width, *align));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// The text with blanks up to a width.
pub(crate) fn pad(text: &str, to: usize, align: Align) -> String {
    let blanks = " ".repeat(to.saturating_sub(width(text)));
    match align {
        Align::Left => format!("{text}{blanks}"),
        Align::Right => format!("{blanks}{text}"),
    }
}

/// Words with blanks between them, in lines of so many columns that `between` parts.
pub(crate) fn wrap(words: &[String], columns: usize, between: &str) -> String {
    let (mut text, mut used) = (String::new(), 0);
    for word in words {
        let width = width(word);
        if used > 0 {
            let fits = used + 1 + width <= columns;
            text.push_str(if fits { " " } else { between });
            used = if fits { used + 1 } else { 0 };
        }
        text.push_str(word);
        used += width;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (255_168, "255,168"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(thousands(number), text);
        }
    }

    #[test]
    fn tables_stand_straight() {
        let rows = [["a", "1"], ["ccc", "10"], ["五", "x"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let lines = table(&[Align::Left, Align::Right], &rows);
        assert_eq!(lines, ["a     1", "ccc  10", "五    x"]);
    }
}
