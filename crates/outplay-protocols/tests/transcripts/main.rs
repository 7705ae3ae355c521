//! Conversations as transcripts, each checked line by line against a running engine.

mod gomocup;
mod nboard;
mod script;
mod steps;
