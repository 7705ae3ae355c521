//! Conversations as transcripts, each checked line by line against a running engine.
#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod json;
mod script;
