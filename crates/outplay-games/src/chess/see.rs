//! Static exchange evaluation.
use super::Chess;
use cozy_chess::Move;
/// x
pub fn exchange(_p: &Chess, _m: Move) -> i32 {
    0
}
