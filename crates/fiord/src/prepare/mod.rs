//! A test file of known content: whether it may be written, writing it, and the proof of what it holds.
//!
//! The content depends on the place only, so an interrupted file goes on where it was.

#![forbid(unsafe_code)]

pub(crate) mod content;
pub(crate) mod header;
pub(crate) mod proof;
pub(crate) mod target;
pub(crate) mod writer;
