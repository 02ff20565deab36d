//! Counts what passed, failed and was skipped.

use std::fmt::{self, Display, Formatter};

/// What a part of the checks found.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// What is said of those that passed: `tests passed`.
    outcome: &'static str,
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    /// A line for each.
    pub(crate) skipped: Vec<String>,
}

impl Tally {
    pub(crate) fn new(outcome: &'static str) -> Tally {
        Tally {
            outcome,
            ..Tally::default()
        }
    }

    /// Of a part that cannot run here.
    pub(crate) fn skip(feature: &str, reason: &str) -> Tally {
        Tally {
            skipped: vec![format!("SKIP {feature}: {reason}")],
            ..Tally::default()
        }
    }

    pub(crate) fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped.extend(other.skipped);
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.passed > 0 {
            parts.push(format!("{} {}", self.passed, self.outcome));
        } else if !self.outcome.is_empty() && self.failed == 0 {
            parts.push(self.outcome.to_owned());
        }
        if self.failed > 0 {
            parts.push(format!("{} failed", self.failed));
        }
        if !self.skipped.is_empty() {
            parts.push(format!("{} skipped", self.skipped.len()));
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_says_what_it_counted() {
        let mut tests = Tally::new("tests passed");
        tests.passed = 40;
        assert_eq!(tests.to_string(), "40 tests passed");
        tests.add(Tally::skip("zram", "not root"));
        tests.failed = 1;
        assert_eq!(tests.to_string(), "40 tests passed, 1 failed, 1 skipped");
        assert_eq!(Tally::new("formatted").to_string(), "formatted");
        assert_eq!(Tally::skip("zram", "not root").to_string(), "1 skipped");
    }
}
