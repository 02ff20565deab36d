//! Rules that need only the plan and, where there are any, the facts of its targets. One file per family.

use super::rule::Rule;

/// The rules, in the order of the documentation.
pub const RULES: &[&Rule] = &[];
