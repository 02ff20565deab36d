//! Rules that need what happened in a run.

mod after;

pub use after::After;

use super::rule::Rule;

/// The rules, in the order of the documentation.
pub const RULES: &[&Rule] = &[];
