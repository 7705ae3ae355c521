//! The atomics of what threads share. With `--cfg loom` they are those of the model checker, and only
//! the tests called `models` can run:
//!
//! ```text
//! RUSTFLAGS="--cfg loom" cargo test -p outplay --lib --release models
//! ```

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
