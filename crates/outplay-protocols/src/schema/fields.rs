//! The fields of a JSON object, each with its place in the line.
//!
//! Values are kept as they stand in the line until a field is asked for, so that what is wrong with
//! one can be said by its name and place, and numbers need not fit any type of JSON's.

use core::fmt;
use std::collections::HashSet;

use outplay::{InputError, quote};
use serde::Deserializer as _;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{Code, Fault};

/// Unknown fields are named up to so many.
const NAMED: usize = 8;

/// The fields of an object that were not asked for yet.
pub(super) struct Fields<'a> {
    line: &'a str,
    fields: Vec<(String, &'a RawValue)>,
}

impl<'a> Fields<'a> {
    /// Finds the fields of the object that a line is.
    pub(super) fn read(line: &'a str) -> Result<Fields<'a>, Fault> {
        if !line.trim_start().starts_with('{') {
            let what = format!("{} is not a JSON object", quote(line));
            let error = InputError::new(what).hint("write {\"game\":…,\"moves\":[…]} on one line");
            return Err(Fault::new(Code::Malformed, error).column(1));
        }
        let mut json = serde_json::Deserializer::from_str(line);
        let fields = json.deserialize_map(Entries).and_then(|fields| json.end().map(|()| fields));
        let fields = fields.map_err(|error| malformed(line, 0, &error))?;
        let fields = Fields { line, fields };
        fields.distinct()?;
        Ok(fields)
    }

    fn distinct(&self) -> Result<(), Fault> {
        let mut seen = HashSet::new();
        let twice = self.fields.iter().find(|(name, _)| !seen.insert(name));
        match twice {
            None => Ok(()),
            Some((name, value)) => {
                let error = InputError::new(format!("{} is given twice", quote(name)));
                Err(self.fault(shorten(name), value, error.hint("give each field once")))
            }
        }
    }

    /// The field of this name, once. `null` is as good as none.
    pub(super) fn take(&mut self, name: &'static str) -> Option<Field<'a>> {
        let at = self.fields.iter().position(|(known, _)| known == name)?;
        let (_, value) = self.fields.swap_remove(at);
        (value.get() != "null").then_some(Field { line: self.line, name, value })
    }

    /// A word on each field that nobody asked for.
    pub(super) fn warnings(&self) -> Vec<String> {
        let named = self.fields.iter().take(NAMED);
        let mut warnings: Vec<String> =
            named.map(|(name, _)| format!("there is no field {}", quote(name))).collect();
        let more = self.fields.len().saturating_sub(NAMED);
        if more > 0 {
            warnings.push(format!("there are {more} more fields that nobody knows"));
        }
        warnings
    }

    fn fault(&self, name: &str, value: &RawValue, error: InputError) -> Fault {
        fault(self.line, name, value, error)
    }
}

/// One field with its value.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    line: &'a str,
    pub(super) name: &'static str,
    value: &'a RawValue,
}

impl<'a> Field<'a> {
    /// The value as it stands in the line.
    pub(super) fn raw(&self) -> &'a str {
        self.value.get()
    }

    /// What is wrong with the value.
    pub(super) fn fault(&self, error: InputError) -> Fault {
        fault(self.line, self.name, self.value, error.within(self.name))
    }

    /// The value is not of the right type.
    pub(super) fn wrong_type(&self, right: &str) -> Fault {
        self.fault(InputError::new(format!("{} is not right", quote(self.raw()))).hint(right))
    }

    /// A text.
    pub(super) fn text(&self) -> Result<String, Fault> {
        self.text_of(self.value, self.name)
    }

    /// A text that means something.
    pub(super) fn named<T>(
        &self,
        read: impl Fn(&str) -> Result<T, InputError>,
    ) -> Result<T, Fault> {
        read(&self.text()?).map_err(|error| self.fault(error))
    }

    /// A number; `read` gets it as it stands in the line.
    pub(super) fn number<T>(
        &self,
        read: impl Fn(&str) -> Result<T, InputError>,
    ) -> Result<T, Fault> {
        if !self.is_number() {
            return Err(self.wrong_type("give a number, without quotes"));
        }
        read(self.raw()).map_err(|error| {
            let error = error.within(&short(self.raw()));
            self.fault(error)
        })
    }

    pub(super) fn is_number(&self) -> bool {
        self.raw().starts_with(|c: char| c == '-' || c.is_ascii_digit())
    }

    pub(super) fn is_text(&self) -> bool {
        self.raw().starts_with('"')
    }

    /// `true` or `false`.
    pub(super) fn flag(&self) -> Result<bool, Fault> {
        match self.raw() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.wrong_type("it is true or false")),
        }
    }

    /// Words: a list of texts, or one text with blanks or commas between them.
    pub(super) fn words(&self) -> Result<Vec<String>, Fault> {
        if self.is_text() {
            let text = self.text()?;
            let words = text.split(|c: char| c == ',' || c.is_whitespace());
            return Ok(words.filter(|word| !word.is_empty()).map(str::to_owned).collect());
        }
        if !self.raw().starts_with('[') {
            return Err(self.wrong_type("give a list of texts, or one text with blanks between"));
        }
        let values: Vec<&RawValue> = serde_json::from_str(self.raw())
            .map_err(|error| malformed(self.line, self.offset(), &error))?;
        let word = |(index, value): (usize, &&'a RawValue)| {
            self.text_of(value, &format!("{}[{index}]", self.name))
        };
        values.iter().enumerate().map(word).collect()
    }

    fn text_of(&self, value: &RawValue, name: &str) -> Result<String, Fault> {
        if !value.get().starts_with('"') {
            let error = InputError::new(format!("{} is not a text", quote(value.get())));
            let error = error.hint("write it in quotes").within(name);
            return Err(fault(self.line, name, value, error));
        }
        serde_json::from_str(value.get()).map_err(|error| {
            let (what, at) = said(self.line, offset(self.line, value), &error);
            Fault::new(Code::Invalid, format!("{name}: {what}")).field(name).column(at)
        })
    }

    fn offset(&self) -> usize {
        offset(self.line, self.value)
    }
}

fn fault(line: &str, name: &str, value: &RawValue, error: InputError) -> Fault {
    Fault::new(Code::Invalid, error).field(name).column(column(line, offset(line, value)))
}

/// Where a value stands in its line, in bytes: it borrows from it.
fn offset(line: &str, value: &RawValue) -> usize {
    (value.get().as_ptr() as usize).saturating_sub(line.as_ptr() as usize).min(line.len())
}

/// A place in bytes as one in characters from 1.
fn column(line: &str, offset: usize) -> usize {
    line.char_indices().take_while(|&(at, _)| at < offset).count() + 1
}

/// The text that begins at this byte of the line is not JSON.
fn malformed(line: &str, from: usize, error: &serde_json::Error) -> Fault {
    let (what, at) = said(line, from, error);
    Fault::new(Code::Malformed, format!("not JSON: {what}")).column(at)
}

/// What the JSON reader says of the text that begins at this byte, and the column.
fn said(line: &str, from: usize, error: &serde_json::Error) -> (String, usize) {
    let said = error.to_string();
    let what = said.split(" at line ").next().unwrap_or_default().to_owned();
    // It counts line breaks, which other senders of requests may have.
    let read = line[from..].split_inclusive('\n').take(error.line().saturating_sub(1));
    let begins = from + read.map(str::len).sum::<usize>();
    (what, column(line, begins + error.column().saturating_sub(1)))
}

/// A name that somebody else chose, no longer than any of ours.
fn shorten(name: &str) -> &str {
    const LONGEST: usize = 40;
    name.char_indices().nth(LONGEST).map_or(name, |(end, _)| &name[..end])
}

/// A number, which may have a million digits.
fn short(raw: &str) -> String {
    const LONGEST: usize = 24;
    if raw.len() > LONGEST { format!("{}…", &raw[..LONGEST]) } else { raw.to_owned() }
}

/// Collects the entries of an object.
struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = vec![];
        while let Some(entry) = map.next_entry()? {
            fields.push(entry);
        }
        Ok(fields)
    }
}
