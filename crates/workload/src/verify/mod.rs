//! Verification: what is written so that it can be checked, and what a block that comes back says.
//!
//! ```text
//! write: content (from a seed) ── Sealer: header and checksum per chunk ──> device     Ledger: which chunk has which number
//! read:  device ──> Sealer::check(chunk, what the ledger expects) ──> fine, or Damage with its kind
//! ```
//!
//! Chunks are fio 3.33's, byte for byte: what one of the two programs wrote the other can verify.

mod checksum;
mod damage;
mod header;
mod ledger;
mod pattern_bytes;
mod seal;
pub mod state;
#[cfg(test)]
mod tests;

pub use damage::Damage;
pub use ledger::{Ledger, NUMBER_MOST};
pub use seal::{Expected, Sealer};
