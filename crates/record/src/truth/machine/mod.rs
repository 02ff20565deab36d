//! Rules that need only the machine.

use super::rule::Rule;

/// The rules, in the order of the documentation.
pub const RULES: &[&Rule] = &[];
