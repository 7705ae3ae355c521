//! What an engine says that it can do: `feature ping=1 variants="normal,xiangqi" done=1`.

/// The features that matter here; as they are for an engine that says nothing.
#[derive(Debug)]
pub(super) struct Features {
    pub(super) ping: bool,
    pub(super) setboard: bool,
    pub(super) usermove: bool,
    pub(super) san: bool,
    pub(super) time: bool,
    pub(super) reuse: bool,
    /// All have been told; `None` if nothing was said of it.
    pub(super) done: Option<bool>,
    variants: Vec<String>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            ping: false,
            setboard: false,
            usermove: false,
            san: false,
            time: true,
            reuse: true,
            done: None,
            variants: vec!["normal".to_owned()],
        }
    }
}

/// Features that are taken note of without any consequence.
const IDLE: [&str; 12] = [
    "myname",
    "name",
    "colors",
    "sigint",
    "sigterm",
    "draw",
    "analyze",
    "memory",
    "smp",
    "option",
    "debug",
    "playother",
];

impl Features {
    pub(super) fn has_variant(&self, name: &str) -> bool {
        self.variants.iter().any(|variant| variant == name)
    }

    /// Takes what a line says, and answers each feature.
    pub(super) fn take(&mut self, line: &str, answers: &mut Vec<String>) {
        let mut rest = line.trim_start();
        while let Some((name, after)) = rest.split_once('=') {
            let name = name.trim();
            let (value, after) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
            };
            rest = after.trim_start();
            let known = self.set(name, value);
            // A name of several words is none.
            if !name.contains(char::is_whitespace) {
                let answer = if known { "accepted" } else { "rejected" };
                answers.push(format!("{answer} {name}"));
            }
        }
    }

    /// Takes note of one; false if it means nothing here.
    fn set(&mut self, name: &str, value: &str) -> bool {
        let on = value == "1";
        match name {
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "usermove" => self.usermove = on,
            "san" => self.san = on,
            "time" => self.time = on,
            "reuse" => self.reuse = on,
            "done" => self.done = Some(on),
            "variants" => {
                self.variants = value.split(',').map(|name| name.trim().to_owned()).collect();
            }
            _ => return IDLE.contains(&name),
        }
        true
    }
}
