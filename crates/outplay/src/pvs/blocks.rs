//! Tables that threads share and that take memory only where they are used.

use std::sync::OnceLock;

/// An array in blocks of equal length, each made when something in it is first written.
pub(super) struct Blocks<T, const LENGTH: usize>(Box<[OnceLock<Box<[T; LENGTH]>>]>);

impl<T: Default, const LENGTH: usize> Blocks<T, LENGTH> {
    /// Room for `size` elements.
    pub(super) fn new(size: usize) -> Self {
        Blocks((0..size.div_ceil(LENGTH)).map(|_| OnceLock::new()).collect())
    }

    /// The element, if there is one yet.
    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<&T> {
        self.0.get(at / LENGTH)?.get().map(|block| &block[at % LENGTH])
    }

    /// The element, made by default if it must be; `None` if there is no room for it.
    #[inline]
    pub(super) fn at(&self, at: usize) -> Option<&T> {
        let block = self.0.get(at / LENGTH)?;
        Some(&block.get_or_init(|| Box::new(core::array::from_fn(|_| T::default())))[at % LENGTH])
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn elements_are_there_once_asked_for() {
        let blocks = Blocks::<std::cell::Cell<u8>, 4>::new(9);
        assert!((0..20).all(|at| blocks.get(at).is_none()));
        blocks.at(5).unwrap().set(3);
        let there: Vec<_> = (0..20).filter(|&at| blocks.get(at).is_some()).collect();
        assert_eq!(there, [4, 5, 6, 7]);
        assert_eq!(blocks.get(5).unwrap().get(), 3);
        assert!(blocks.at(11).is_some() && blocks.at(12).is_none(), "whole blocks");
    }
}
