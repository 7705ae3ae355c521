//! The atomics of what threads share. With `--cfg loom` they are those of the model checker, and only
//! the tests called `models` can run:
//!
//! ```text
//! RUSTFLAGS="--cfg loom" cargo test -p outplay --lib --release models
//! ```

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{
    AtomicBool, AtomicI16, AtomicI32, AtomicU8, AtomicU64, AtomicUsize, Ordering,
};
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{
    AtomicBool, AtomicI16, AtomicI32, AtomicU8, AtomicU64, AtomicUsize, Ordering,
};

/// The clock. It stands still for the model checker, whose runs must repeat each other.
pub(crate) fn now() -> std::time::Instant {
    #[cfg(loom)]
    {
        static NOON: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        *NOON.get_or_init(std::time::Instant::now)
    }
    #[cfg(not(loom))]
    std::time::Instant::now()
}
