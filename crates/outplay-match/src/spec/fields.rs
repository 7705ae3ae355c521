//! Fields between commas, values in quotation marks where need be.

use outplay::{InputError, quote};

/// `name=value`, or a value alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Field {
    pub(super) name: Option<String>,
    pub(super) value: String,
}

/// The fields of a text. The algorithm of a profile, which a colon ends, is a field too.
pub(super) fn fields(text: &str) -> Result<Vec<Field>, InputError> {
    let mut fields = vec![];
    let mut field = Field { name: None, value: String::new() };
    let (mut quoted, mut was_quoted) = (false, false);
    let mut rest = text.trim().chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' if quoted && rest.peek() == Some(&'"') => {
                rest.next();
                field.value.push('"');
            }
            '"' => (quoted, was_quoted) = (!quoted, true),
            '=' if !quoted && field.name.is_none() => {
                field.name = Some(core::mem::take(&mut field.value).trim().to_owned());
            }
            ':' if !quoted && field.name.is_none() => push(&mut fields, &mut field, false),
            ',' if !quoted => {
                push(&mut fields, &mut field, was_quoted);
                was_quoted = false;
            }
            c => field.value.push(c),
        }
    }
    if quoted {
        return Err(InputError::new(format!("{} has an open quotation mark", quote(text)))
            .hint("close it; a mark inside is written twice"));
    }
    push(&mut fields, &mut field, was_quoted);
    Ok(fields)
}

/// Adds a field unless it is empty. Blanks around a value count only in quotation marks, which may
/// also stand around the whole field, as in tables of values between commas.
fn push(fields: &mut Vec<Field>, field: &mut Field, was_quoted: bool) {
    let Field { mut name, mut value } =
        core::mem::replace(field, Field { name: None, value: String::new() });
    if was_quoted
        && name.is_none()
        && let Some((before, after)) = value.split_once('=')
    {
        (name, value) = (Some(before.trim().to_owned()), after.to_owned());
    }
    let value = if was_quoted { value } else { value.trim().to_owned() };
    if name.is_some() || !value.is_empty() {
        fields.push(Field { name, value });
    }
}

/// A field that reads back as it is.
pub(super) fn write_field(name: &str, value: &str) -> String {
    let plain = |text: &str| text.trim() == text && !text.contains(['"', ',']);
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let name =
        if plain(name) && !name.contains(['=', ':']) { name.to_owned() } else { quoted(name) };
    let value = if plain(value) { value.to_owned() } else { quoted(value) };
    format!("{name}={value}")
}
