//! Pages of documents, in one binary; in a browser where there is one.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod browser;
mod pages;
mod samples;
