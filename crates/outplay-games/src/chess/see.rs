//! Static exchange evaluation.
use cozy_chess::Move;
use super::Chess;
/// x
pub fn exchange(_p: &Chess, _m: Move) -> i32 { 0 }
