//! The command `outplay-tune`: plays games of the engine against itself and fits the weights of an
//! evaluator to their results.
//!
//! A game plugs in by [`Sampled`](outplay_games::tuning::Sampled) and
//! [`Tuned`](outplay_games::tuning::Tuned), and a line in [`games`].

pub mod checkpoint;
pub mod data;
pub mod fit;
pub mod games;
pub mod play;
pub mod progress;
pub mod samples;
