//! Conversations as transcripts, each checked line by line against a running engine.

mod json;
mod gtp;
mod script;
