//! Conversations as transcripts, each checked line by line against a running engine.

mod script;
mod ucci;
mod uci;
