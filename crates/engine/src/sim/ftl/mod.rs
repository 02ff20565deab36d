//! A flash translation layer: logical pages on flash that is programmed page by page and erased block by block.
//!
//! ```text
//! write(page) ─> open block of the stream ─> full: sealed ─> victim of a collection: valid pages copied, block erased ─> free
//!                                            Medium: what the flash was told to read, program and erase, and why
//! ```
//!
//! [`Ftl`] knows no time: it decides which page goes where, and tells a [`Medium`] what this costs. Two maps of 4 bytes per page and 20
//! bytes per block are all its state. Integers, one seed: the same calls give the same decisions.

mod blocks;
mod collection;
mod config;
mod space;
mod victims;

#[cfg(test)]
mod tests;

pub use config::{FlashCause, FtlConfig, FullCache, Geometry, Levelling, Medium, Policy, SlcCache};
pub use space::{DriveWornOut, Ftl, FtlCounts};
