//! The way out: documents to standard output or a file, text that fits the terminal.

pub(crate) mod document;
pub(crate) mod terminal;

pub(crate) use document::{Document, print};
