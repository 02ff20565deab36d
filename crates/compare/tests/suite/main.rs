//! Comparisons of results whose truth is known, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod known_truth;
mod matching;
mod results;
mod why;
