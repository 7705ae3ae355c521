//! Conversations as transcripts, each checked line by line against a running engine.

mod gomocup;
mod gtp;
mod json;
mod nboard;
mod script;
mod steps;
mod ucci;
mod uci;
